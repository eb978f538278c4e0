"""A field that lies on a line while a number is written in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from exgui.gui.widgets.field_line import FieldLine


class FieldInPlace(QObject):
    """Opens a field on a line, and takes it away when it is left.

    Signals:
        typed(str, object): what was written, and what stands for this stay in the field.

    Args:
        row: the line, which gets the keys back.
        place: gives where on the line the field lies, in pixels.
    """

    typed = Signal(str, object)

    def __init__(self, row: QWidget, place: Callable[[], QRect]) -> None:
        super().__init__(row)
        self._row = row
        self._place = place
        self._field: FieldLine | None = None

    def open(self, name: str, value: str, error: str, text: str | None = None) -> None:
        """Open the field, unless it is open.

        Args:
            name: for screen readers.
            value: its content.
            error: what is wrong with that, "" for nothing.
            text: what was typed already in place of the value, None for nothing.
        """
        if self._field is not None:
            return
        field = FieldLine(name, self._row)
        field.setProperty("role", "inplace")
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.put(value, error)
        field.written.connect(self.typed)
        field.left.connect(lambda: self._row.setFocus(Qt.FocusReason.OtherFocusReason))
        field.editingFinished.connect(self._close)
        self._field = field
        self.lay_out()
        field.show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()
        if text is not None:
            field.insert(text)
            field.textEdited.emit(field.text())

    def put(self, value: str, error: str) -> None:
        """Show another value, where it is open; what is just being written is left alone."""
        if self._field is not None:
            self._field.put(value, error)

    def lay_out(self) -> None:
        """Put it where it belongs, now that the line is as wide as it is."""
        if self._field is not None:
            self._field.setGeometry(self._place())

    def _close(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            field.commit_fields()
            field.hide()
            field.deleteLater()
            self._row.update()
