"""What may come of it: exact odds of an action, and simulated fights."""
