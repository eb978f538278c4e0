"""Character sheets outside a battle: stat blocks read from text, and what a campaign stores of them."""
