"""The window. PySide6 is imported here and nowhere else.

Importing PySide6 puts a function of its own in place of Python's `import`, for `from __feature__ import ...`, which
nothing here uses. From then on it reads the source text of each module that is imported, to look for its own name in
it: 50 ms until the window shows a battle. The import that was there before, which it saves, is put back.
"""

import builtins

import PySide6.QtCore  # noqa: F401  (so that it is done before anything else is imported)

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
