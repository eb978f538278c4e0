"""Every command of the window, by purpose, and the one table of them all.

To add a command, put a `WindowCommand` into `COMMANDS` of the module it belongs to (battle, storyteller, campaign,
view, help): `do` does it, `why_not` says in a sentence why it cannot be done now. Menus, keys, the list of keys and the
palette find it there.
"""
