"""The page that says what a fight came to, and writes what it did to characters to their sheets."""
