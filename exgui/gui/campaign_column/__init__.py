"""The campaign column: what is in the campaign, as one tree that is searched, sorted into folders and dragged from.

`entries` reads what there is; `model` is the tree, `filter` what is left of it while one searches; `tree` shows it,
drawn by `delegate`; `actions` does what can be done with an entry and `folders` with a folder, both by `changes`, which
can be undone; `menu` says what that is; `column` puts all together.
"""
