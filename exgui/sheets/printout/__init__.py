"""What stands on a printed sheet, whatever the game: sections of traits, numbers, boxes to tick, tables and text."""
