"""The sheet of a combatant, to be read: the blocks of the ruleset's layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from exgui.engine.battle import Combatant, Item
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Value
from exgui.engine.system import Figure
from exgui.gui.appearance import theme_of
from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import number_text
from exgui.gui.panel.figures import Figures
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push
from exgui.rulebook.rules import Block, Field
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
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("gold"), 1.2))
        for number in range(self.of):
            painter.setBrush(theme.color("gold") if number < self.value else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(number * (DOT + 3) + 1, 3, DOT - 1, DOT - 1))
        painter.end()


class SheetCard(ToolCard):
    """Everything that the sheet of somebody says.

    Signals:
        edit_wanted(): the page of the sheet is to be opened.
    """

    edit_wanted = Signal()
    only_read = True

    def __init__(self, controller: BattleController, who: str) -> None:
        self.shown = who
        super().__init__(controller, controller.name(who))
        self.edit = push("Edit the sheet", "quiet", "Opens its page, over the battle (Ctrl+Shift+E)")
        self.edit.clicked.connect(self.edit_wanted)
        self.column.addWidget(self.edit, 0, Qt.AlignmentFlag.AlignLeft)
        self._body = QVBoxLayout()
        self._body.setSpacing(6)
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
        """Shows the sheet as it is now."""
        clear(self._body)
        one = self.controller.battle.combatants[self.shown]
        self.title.setText(one.name)
        self.edit.setVisible(bool(one.sheet))
        self.setAccessibleName(f"Sheet of {one.name}")
        side = one.side.replace("_", " ").capitalize()
        kind = "player's character" if one.player else one.kind.replace("_", " ")
        self._body.addWidget(label(f"{side} \N{MIDDLE DOT} {kind}", "small"))
        if self.controller.pending is not None or self.controller.draft is not None:
            text = "What is asked waits below this sheet; Escape goes back to it."
            self._body.addWidget(label(text, "small", "gold", wrap=True))
        kinds: set[str] = set()
        for block in self.controller.rules.sheet:
            kinds |= self._block(block, one)
        others: dict[str, list[Item]] = {}
        for item in one.gear.values():
            if item.kind not in kinds:
                others.setdefault(item.kind, []).append(item)
        for kind, items in others.items():
            self._heading(f"{kind.replace('_', ' ').capitalize()}s")
            self._items(items, one)
        if one.notes and not any(block.kind == "notes" for block in self.controller.rules.sheet):
            self._notes(one.notes)

    def _block(self, block: Block, one: Combatant) -> set[str]:
        """Shows one block; gives the kind of things that it lists."""
        if block.kind == "traits":
            self._traits(block, one)
        elif block.kind == "values":
            self._numbers(block, one, block.items)
        elif block.kind == "tracks":
            tracks = self.controller.rules.tracks
            self._numbers(block, one, [id for id in tracks if id in block.items or id.partition(".")[0] in block.items])
        elif block.kind == "field":
            self._fields(block, one)
        elif block.kind == "notes":
            if one.notes:
                self._heading(block.label)
                self._notes(one.notes)
        else:
            one_of = block.kind.removesuffix("s")
            kind = one_of if one_of in self.controller.rules.fields else block.kind
            items = [item for item in one.gear.values() if item.kind == kind]
            if items:
                self._heading(block.label)
                self._items(items, one)
            return {kind}
        return set()

    def _heading(self, text: str) -> None:
        self._body.addWidget(label(text, "heading"))

    def _traits(self, block: Block, one: Combatant) -> None:
        rules = self.controller.rules
        known = [(id, rules.traits[id]) for id in block.items if id in rules.traits]
        if is_quick(one):  # what traits left out would be says nothing of somebody who fights by printed numbers
            known = [(id, trait) for id, trait in known if id in one.traits]
        rows = [(trait, one.traits.get(id, trait.default), one.specialties.get(id, ())) for id, trait in known]
        rows = [row for row in rows if row[1] or row[2]]
        if not rows:
            return
        self._heading(block.label)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(0, 1)
        for number, (trait, value, special) in enumerate(rows):
            name = trait.label + (f" ({', '.join(word.replace('_', ' ') for word in special)})" if special else "")
            grid.addWidget(label(name, "muted", "text", wrap=True), number, 0)
            grid.addWidget(label(number_text(value), "muted", "gold"), number, 1, Qt.AlignmentFlag.AlignRight)
            if trait.dots:
                grid.addWidget(Dots(value, trait.dots), number, 2)
        self._body.addLayout(grid)

    def _numbers(self, block: Block, one: Combatant, ids: Iterable[str]) -> None:
        shown: list[Figure] = []
        for id in ids:
            value = self._number(one, id)
            if value is not None:
                shown.append(Figure(id, self.controller.rules.label(id), value))
        if not shown:
            return
        self._heading(block.label)
        chips = Figures()
        chips.put(shown)
        self._body.addWidget(chips)

    def _number(self, one: Combatant, id: str) -> Explained | None:
        try:
            return self.controller.system.number(self.controller.battle, one.id, id)
        except Exception:
            return None

    def _fields(self, block: Block, one: Combatant) -> None:
        lines = []
        for id in block.items:
            value = one.fields.get(id)
            if value not in (None, "", ()):
                lines.append(self._field_words(id, id, value))
        if lines:
            self._heading(block.label)
            for line in lines:
                self._body.addWidget(label(line, "muted", "text", wrap=True))

    def _items(self, items: list[Item], one: Combatant) -> None:
        for item in items:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(label(item.name, "body", wrap=True), 1)
            if item.id in one.ready:
                row.addWidget(label("in hand", "small", "jade"))
            self._body.addLayout(row)
            words = self._item_words(item)
            if words:
                self._body.addWidget(label(words, "small", wrap=True))

    def _item_words(self, item: Item) -> str:
        fields: Mapping[str, Field] = self.controller.rules.fields.get(item.kind, EMPTY)
        words = []
        for id, value in item.fields.items():
            known = fields.get(id)
            if value in (None, "", (), False) or value == {} or (known is not None and value == known.default):
                continue
            name = known.label if known is not None else id.replace("_", " ").capitalize()
            words.append(self._words(name, value))
        return " \N{MIDDLE DOT} ".join(words)

    def _field_words(self, kind: str, name: str, value: Value) -> str:
        fields: Mapping[str, Field] = self.controller.rules.fields.get(kind, EMPTY)
        if isinstance(value, Mapping):
            names = {id: fields[id].label if id in fields else self.controller.rules.label(id) for id in value}
            said = (self._words(names[id], one) for id, one in value.items() if one is not False)
            return " \N{MIDDLE DOT} ".join(said)
        return self._words(name.replace("_", " ").capitalize(), value)

    def _words(self, name: str, value: Value) -> str:
        if value is True:
            return name
        if isinstance(value, tuple):
            return f"{name} {' '.join(_plain(one) for one in value)}"
        if isinstance(value, Mapping):
            return f"{name} {', '.join(f'{_plain(key)} {_plain(one)}' for key, one in value.items())}"
        return f"{name} {_plain(value)}"

    def _notes(self, text: str) -> None:
        self._body.addWidget(label(text, "muted", "text", wrap=True))


def _plain(value: Value) -> str:
    """A number with its true minus, or words without the lines that tie them together."""
    return number_text(value) if isinstance(value, int) else str(value).replace("_", " ")
