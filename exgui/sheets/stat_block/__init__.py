"""Reads stat blocks as books, wikis, forums and other programs write them.

The entry point is `reading.read_stat_blocks`. Text goes through `source_lines` (removes markup, joins lines that belong
together), `records` and `scanned` (reword code and mend the words of scans), `document` (passages and tables), `reader`
(meaning, with the table in `patterns` and `attack_lines`) and `characters` (divides the facts among the characters);
`to_sheet` makes a sheet of the result. JSON goes through `foundry`, the app's own export through `own_export`.
"""
