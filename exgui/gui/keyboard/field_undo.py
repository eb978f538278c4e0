"""Ctrl+Z in a field: first it takes back typing; when there is none to take back, it goes on to the page.

Qt's fields take Ctrl+Z and Ctrl+Shift+Z for themselves even with nothing to undo: they accept the event
`ShortcutOverride`, after which no shortcut of the window hears the key.
"""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


def goes_on_to_page(field: QWidget, event: QKeyEvent) -> bool:
    """The key is Ctrl+Z or Ctrl+Shift+Z, and the field has no typing of its own for it."""
    if event.matches(UNDO):
        return not has_typing(field, back=True)
    return event.matches(REDO) and not has_typing(field, back=False)


def has_typing(field: QWidget, *, back: bool) -> bool:
    """A field has typing that can be taken back, or done again.

    Args:
        back: taken back; else done again.
    """
    if isinstance(field, (QPlainTextEdit, QTextEdit)):
        document = field.document()
        return not field.isReadOnly() and (document.isUndoAvailable() if back else document.isRedoAvailable())
    line: QWidget | None = field
    if isinstance(field, (QAbstractSpinBox, QComboBox)):
        line = field.lineEdit()
    if not isinstance(line, QLineEdit) or line.isReadOnly():
        return False
    return line.isUndoAvailable() if back else line.isRedoAvailable()
