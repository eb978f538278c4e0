"""One battle being played: commands, answers, the journal, undo and redo, amendments."""
