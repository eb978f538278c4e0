"""Pasting stat blocks: the text beside the sheets that are read from it, each line with what became of it."""
