"""Playing one battle: commands, answers, the journal, undo and redo, amendments."""
