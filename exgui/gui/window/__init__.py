"""What stands round the page in the storyteller's window, and what hears its keys."""
