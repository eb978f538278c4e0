"""The manual: its pages, shown in the window and written to files."""
