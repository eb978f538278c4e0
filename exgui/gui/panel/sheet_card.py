"""The sheet of a combatant in a battle, to be read: the same tree that the sheet's page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from exgui.engine.battle import Combatant
from exgui.engine.system import Figure
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.explained_text import number_text, true_minus
from exgui.gui.look.painting import smooth_painter
from exgui.gui.panel.figures import Figures
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.layouts import gridbox, hbox, vbox
from exgui.sheets.layout import Node, tree_of
from exgui.sheets.paths import value_at
from exgui.sheets.worked_out import WorkedOut
from exgui.systems.common.printed_numbers import is_quick

MOST_DOTS = 10
DOT = 8


@safe_events
class Dots(QWidget):
    """A trait as filled and empty dots."""

    def __init__(self, value: int, of: int) -> None:
        super().__init__()
        self.value, self.of = max(0, value), min(MOST_DOTS, max(of, value))
        self.setFixedSize(QSize(self.of * (DOT + 3), 14))
        self.setAccessibleName(f"{value} of {of}")

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setPen(QPen(theme.color("gold"), 1.2))
        for number in range(self.of):
            painter.setBrush(theme.color("gold") if number < self.value else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(number * (DOT + 3) + 1, 3, DOT - 1, DOT - 1))
        painter.end()


class SheetCard(ToolCard):
    """A combatant's whole sheet.

    Signals:
        edit_requested(): the page of the sheet is to be opened.
    """

    edit_requested = Signal()
    only_read = True

    def __init__(self, controller: BattleController, who: str) -> None:
        self.shown = who
        super().__init__(controller, controller.name(who))
        self.edit = push(
            "Edit the sheet", "quiet", "Open its page over the battle (Ctrl+Shift+E)", do=self.edit_requested
        )
        self.column.addWidget(self.edit, 0, Qt.AlignmentFlag.AlignLeft)
        self._body = vbox(spacing=6)
        self.column.addLayout(self._body)
        self.first = self.close_button
        self.fill()

    def stays(self) -> bool:
        if self.shown not in self.controller.battle.combatants or self.controller.pending is not None:
            return False
        self.fill()
        return True

    def show_combatant(self, who: str) -> None:
        if who in self.controller.battle.combatants and who != self.shown:
            self.shown = who
            self.fill()

    def fill(self) -> None:
        clear(self._body)
        battle = self.controller.battle
        one = battle.combatants[self.shown]
        self.title.setText(one.name)
        self.edit.setVisible(bool(one.sheet))
        self.setAccessibleName(f"Sheet of {one.name}")
        side = one.side.replace("_", " ").capitalize()
        kind = "player’s character" if one.player else one.kind.replace("_", " ")
        self._add(label(f"{side} \N{MIDDLE DOT} {kind}", "small"))
        if self.controller.pending is not None or self.controller.draft is not None:
            text = "A question is waiting below this sheet; Escape returns to it."
            self._add(label(text, "small", "gold", wrap=True))
        worked = WorkedOut.in_battle(self.controller.system, battle, self.shown)
        blocks = tree_of(worked.sheet, worked.rules, worked).children
        specialties: dict[str, list[str]] = {}
        for node in next((block.children for block in blocks if block.kind == "specialties"), ()):
            specialties.setdefault(str(node.path[1]), []).append(node.text.replace("_", " "))
        for block in blocks:
            if block.kind == "traits":
                self._traits(block, one, specialties)
            elif block.kind in ("values", "tracks"):
                self._numbers(block, worked)
            elif block.kind == "fields" and block.id != "block:battle":
                self._fields(block)
            elif block.kind == "items" and block.children:
                self._items(block)
            elif block.kind == "notes" and one.notes:
                self._heading(block)
                self._add(label(one.notes, "muted", "text", wrap=True))

    def _add(self, widget: QWidget) -> None:
        self._body.addWidget(widget)

    def _heading(self, block: Node) -> None:
        self._add(label(block.label, "heading"))

    def _traits(self, block: Node, one: Combatant, specialties: Mapping[str, Sequence[str]]) -> None:
        nodes = [node for node in block.children if node.value or node.path[1] in specialties]
        if is_quick(one):  # what traits left out would be says nothing of someone who fights by printed numbers
            nodes = [node for node in nodes if node.path[1] in one.traits]
        if not nodes:
            return
        self._heading(block)
        grid = gridbox(across=8, down=1, stretches=0)
        for row, node in enumerate(nodes):
            special = ", ".join(specialties.get(str(node.path[1]), ()))
            name = f"{node.label} ({special})" if special else node.label
            grid.addWidget(label(name, "muted", "text", wrap=True), row, 0)
            grid.addWidget(label(number_text(node.value), "muted", "gold"), row, 1, Qt.AlignmentFlag.AlignRight)
            if node.more["dots"]:
                grid.addWidget(Dots(node.value, node.more["dots"]), row, 2)
        self._body.addLayout(grid)

    def _numbers(self, block: Node, worked: WorkedOut) -> None:
        shown: list[Figure] = []
        for node in block.children:
            ids = [f"{node.path[1]}.{kind}" for kind in node.value] if node.kind == "health" else [track_of(node)]
            for id in ids:
                number = node.number if node.kind == "value" else worked.number(id)
                if number is not None:
                    name = node.label if node.kind == "value" else worked.rules.label(id)
                    shown.append(Figure(id, name, number))
        if shown:
            self._heading(block)
            chips = Figures()
            chips.put(shown)
            self._add(chips)
        printed = [node for node in block.children if node.by_hand and node.more.get("printed")]
        if printed:
            words = (f"{node.label} {value_at(worked.sheet, node.path)}" for node in printed)
            self._add(label(" \N{MIDDLE DOT} ".join(words), "muted", "text", wrap=True))

    def _fields(self, block: Node) -> None:
        """Return the filled fields; those of one table share a line."""
        lines: dict[str, list[str]] = {}
        for node in block.children:
            if node.kind == "field" and node.text not in ("", "no"):
                words = node.label if node.value is True else f"{node.label} {true_minus(node.text)}"
                lines.setdefault(str(node.path[0]), []).append(words)
        if lines:
            self._heading(block)
        for line in lines.values():
            self._add(label(" \N{MIDDLE DOT} ".join(line), "muted", "text", wrap=True))

    def _items(self, block: Node) -> None:
        self._heading(block)
        for node in block.children:
            row = hbox((label(node.label, "body", wrap=True), 1), spacing=8)
            if node.more["ready"]:
                row.addWidget(label("in hand", "small", "jade"))
            self._body.addLayout(row)
            if node.more["sentence"]:
                self._add(label(node.more["sentence"], "small", wrap=True))


def track_of(node: Node) -> str:
    """Return the id of the track that a line is about."""
    return ".".join(str(step) for step in node.path[1:])
