"""The pages that stand in the middle of the window, one at a time."""
