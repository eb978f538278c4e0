"""Reads stat blocks as books, wikis, forums and other programs write them.

`reading.read_stat_blocks` is the way in. Text goes through `source_lines` (markup away, lines that belong together),
`document` (passages and tables), `reader` (what is said, by the table in `patterns` and by `attack_lines`) and
`characters` (whose it is, and all that was read of each); `to_sheet` makes a sheet of that. JSON goes through
`foundry`, the app's own export through `own_export`.
"""
