"""What a focused field is: whether it takes typing, and whether it belongs to a list."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget


def writes(focus: QWidget | None) -> bool:
    if focus is not None and focus.property("takes_keys"):
        return True
    return isinstance(focus, (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)) or (
        isinstance(focus, QAbstractItemView) and focus.state() == QAbstractItemView.State.EditingState
    )


def is_edited_in_list(field: QWidget | None) -> bool:
    """Return whether a field is one in which an entry of a list or a table is edited in place."""
    beneath = field.parentWidget() if field is not None else None
    view = beneath.parentWidget() if beneath is not None else None
    return isinstance(view, QAbstractItemView) and view.viewport() is beneath
