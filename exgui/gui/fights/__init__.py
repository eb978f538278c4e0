"""Simulated fights in the window: how hard a fight is, as a card and as a report."""
