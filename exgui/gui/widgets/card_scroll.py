"""The place in which the fields of what is selected are shown: one card at a time, scrolled where it is higher."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from exgui.gui.widgets.basics import label
from exgui.gui.widgets.property_fields import Line


def side_panel(panel: QFrame, scroll: CardScroll, least: int) -> QVBoxLayout:
    """Makes a frame the panel at the right in which cards are shown.

    Args:
        least: how wide it is at least, in pixels.

    Returns:
        Its column, in which something may stand below the cards.
    """
    panel.setProperty("surface", "panel")
    panel.setProperty("edge", "left")
    panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    panel.setAccessibleName("Properties")
    panel.setMinimumWidth(least)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(scroll, 1)
    return column


class CardScroll(QScrollArea):
    """Shows one card.

    Signals:
        left(): Enter was pressed in a field of it: the keys may go elsewhere.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "clear")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def put(self, card: QWidget, note: str = "") -> None:
        """Shows a card in the place of the one before.

        Args:
            note: stands below it; "" for nothing.
        """
        holder = QWidget()
        holder.setProperty("surface", "panel")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(holder)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(8)
        for field in card.findChildren(Line):
            field.left.connect(self.left)
        column.addWidget(card)
        if note:
            column.addWidget(label(note, "small", wrap=True))
        column.addStretch(1)
        self.setWidget(holder)
