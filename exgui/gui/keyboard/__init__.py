"""The user's own keys, the lists of keys, and what a field handles itself.

A press comes by `window.key_listener` to `window.keys` and the page, which say what each key does in the mode that is
in force. Shortcuts with Ctrl or Alt are Qt's, made from the table of commands by `commands.runner`; which key a command
has now is known to `keymap`.
"""
