"""Rulesets: read from their folders, checked, and made frozen rule data that the games and the window work with."""
