"""The battle wheel beside the map, in a column of its own: so the map and the actions keep their height."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from exgui.gui.tick_bar.bar import TickBar
from exgui.gui.tick_bar.wheel import WIDTH, BattleWheel
from exgui.gui.widgets.basics import push


class WheelColumn(QFrame):
    """The wheel, with the way back to the line above it.

    Args:
        run: does a command of the window, by its id.
    """

    def __init__(self, bar: TickBar, run: Callable[[str], None]) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setProperty("edge", "left")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH + 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 4, 0, 0)
        column.setSpacing(0)
        top = QHBoxLayout()
        top.setContentsMargins(8, 0, 8, 0)
        top.addStretch(1)
        self.line = push("Line", "quiet", "The tick bar as a line again", "Show the line")
        self.line.clicked.connect(lambda: run("wheel"))
        top.addWidget(self.line)
        column.addLayout(top)
        self.wheel = BattleWheel(bar)
        column.addWidget(self.wheel, 1)
