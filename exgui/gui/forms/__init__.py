"""Forms: a table of fields, drawn by one card."""
