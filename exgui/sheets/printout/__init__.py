"""The content of a printed sheet of any game: sections of traits, numbers, boxes to tick, tables and text."""
