"""The parts around the page in the storyteller's window, and its key handling."""
