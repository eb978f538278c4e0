"""Laying out once what changes at once.

Left to itself Qt lays a column out with every widget that is shown in it, and paints in between: after a step of the
battle the panel would be laid out five times and painted twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QLayout, QWidget


@contextmanager
def laid_out_once(layout: QLayout) -> Iterator[None]:
    """What comes, goes and grows in a layout meanwhile is laid out when all is done."""
    if not layout.isEnabled():
        yield
        return
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()


def appear(card: QWidget) -> None:
    """What was just put into a card that is shown already is shown too; Qt would do that a moment later, after a
    picture without it."""
    if card.isHidden():
        return
    for widget in card.findChildren(QWidget):
        if widget.isHidden() and not widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            widget.show()


def lay_out_now() -> None:
    """Everything that wants to be laid out is, and what has just been shown is painted with all else, which Qt would do
    a moment later: so that the next picture is not painted twice."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateLater.value)
