"""What a fight did to one character, line by line beside their sheet; those that are switched on are written to it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout

from exgui.engine.battle import Combatant
from exgui.gui.forms.editors import Switch
from exgui.gui.widgets.basics import label, push
from exgui.sheets.after_battle import SheetLine
from exgui.sheets.paths import Path

COLUMNS = ("", "Before the fight", "Now on the sheet", "After the fight", "Write")
MINUS = "\N{MINUS SIGN}"
SHORT = 24
"""Of texts with more letters than these only the beginning stands in a column; all of them stand below their line."""


class SheetLines(QFrame):
    """One character.

    Signals:
        changed(): other lines are chosen.

    Attributes:
        one: as they are in the battle.
        lines: those that are shown.
    """

    changed = Signal()

    def __init__(
        self, one: Combatant, lines: tuple[SheetLine, ...], proposed: bool, open_sheet: Callable[[], object]
    ) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(one.name)
        self.one, self.lines = one, lines
        self.switches: dict[Path, Switch] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(6)
        top = QHBoxLayout()
        name = label(one.name, "strong", wrap=True)
        top.addWidget(name, 1)
        opens = push("Open the sheet", "quiet")
        opens.clicked.connect(open_sheet)
        top.addWidget(opens)
        column.addLayout(top)
        if not lines:
            column.addWidget(label("Nothing that stands on the sheet is different.", "body", "muted", wrap=True))
            return
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for at, title in enumerate(COLUMNS):
            grid.addWidget(label(title, "small"), 0, at, right if at else Qt.AlignmentFlag.AlignLeft)
        for nth, line in enumerate(lines):
            row = 2 * nth + 1
            if isinstance(line.after, str) and len(line.after) > SHORT:
                grid.addWidget(label(line.after, "small", "text", wrap=True), row + 1, 0, 1, len(COLUMNS) - 1)
            grid.addWidget(label(line.label, "body"), row, 0)
            grid.addWidget(_cell(line.before, "body", "muted"), row, 1, right)
            now = _cell(line.now, "body", "violet" if line.changed_since and line.differs else "")
            if line.changed_since:
                now.setToolTip("The sheet has changed since they came into this fight.")
            grid.addWidget(now, row, 2, right)
            grid.addWidget(_cell(line.after, "strong"), row, 3, right)
            if not line.differs:
                grid.addWidget(label("the same", "small"), row, 4, right)
                continue
            switch = Switch(f"Write {line.label} {line.after}", f"Writes {line.label} {line.after} to the sheet")
            switch.setChecked(proposed and line.proposed)
            switch.toggled.connect(lambda _on: self.changed.emit())
            self.switches[line.path] = switch
            grid.addWidget(switch, row, 4, right)
        column.addLayout(grid)
        if any(line.changed_since and line.differs for line in lines):
            text = "The sheet is another than when they came into this fight: choose what is to stand there."
            column.addWidget(label(text, "small", "violet", wrap=True))

    @property
    def chosen(self) -> frozenset[Path]:
        """The lines that are to be written."""
        return frozenset(path for path, switch in self.switches.items() if switch.isChecked())


def _cell(value: int | str, role: str, tone: str = "") -> QLabel:
    """A number, or a text; of a long one the beginning."""
    if isinstance(value, int):
        return label(str(value).replace("-", MINUS), role, tone)
    found = label(
        value if len(value) <= SHORT else f"{value[: SHORT - 2].rstrip()} \N{HORIZONTAL ELLIPSIS}", role, tone
    )
    found.setToolTip(value if len(value) > SHORT else "")
    return found
