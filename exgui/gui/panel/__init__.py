"""The turn panel: whose turn it is, its numbers and actions, and the resolution in steps."""
