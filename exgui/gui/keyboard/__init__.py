"""What the keys mean: a table by mode, the user's own keys, and the lists of them.

A press comes by `listener` to `table`: the mode that is in force names what each key does. Shortcuts with Ctrl or Alt
are Qt's, made from the table of commands by `commands.runner`; which key a command has now is known to `keymap`.
"""
