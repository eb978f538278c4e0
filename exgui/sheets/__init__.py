"""Character sheets outside a battle: stat blocks read from text, and the sheets that a campaign stores."""
