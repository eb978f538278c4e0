"""The command palette: a line to write in, and what it finds among the commands, the likeliest first."""
