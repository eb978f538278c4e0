"""Rulesets: read from their folders, checked, and turned into frozen rule data for the games and the window."""
