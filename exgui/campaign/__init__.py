"""A campaign file: everything a storyteller prepared, and every battle with its journal, in one SQLite file."""
