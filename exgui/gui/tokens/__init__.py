"""Tokens as all maps and bars draw them, with portraits."""
