"""Reads stat blocks as books, wikis, forums and other programs write them.

`reading.read_stat_blocks` is the way in. Text goes through `source_lines` (markup away), `passages` and `tables` (what
belongs together), `statements` (what is said, with a module for each kind of line), `characters` (whose it is) and
`assembling` (all that was read of a character); `to_sheet` makes a sheet of that. JSON goes through `foundry`, the
app's own export through `own_export`.
"""
