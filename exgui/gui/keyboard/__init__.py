"""What the keys mean: a table by mode, the user's own keys, and the lists of them."""
