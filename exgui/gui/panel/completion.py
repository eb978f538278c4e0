"""What the modifier line suggests while one types: how a number may go on, made from the rule data, and the small list
in which it stands.

The list lies over the window and takes neither keys nor clicks away from it, as a popup of its own would; nothing in
it is chosen until an arrow key or a click chooses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout

from exgui.engine.asks import Roll
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.gui.panel.typed_modifier import NotUnderstood, read_modifier
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine
from exgui.rulebook.rules import Ruleset

MOST = 6
BEGUN = re.compile(r"^\s*(?P<head>[+\-=\N{MINUS SIGN}]\s*-?\d{1,3})(?!\d)\s*(?P<words>.*)$")
COUNT = re.compile(r"^\s*(?P<count>\d{1,3})(?!\d)\s*(?P<words>.*)$")
WIDEST = 260


def completions(text: str, roll: Roll, battle: Battle, system: System) -> tuple[str, ...]:
    """How what is typed in the modifier line may go on, each as the whole line; at most `MOST`, the usual ones first.

    After a sign and a number come dice, successes and what else may be changed here. A word alone finds those too,
    and the changes of the dice themselves. Every line is one that `read_modifier` understands in that sense.
    """
    out: list[str] = []
    for line in _lines(text, roll, battle, system):
        if line.lower() != " ".join(text.lower().split()) and line not in out:
            out.append(line)
            if len(out) == MOST:
                break
    return tuple(out)


def _lines(text: str, roll: Roll, battle: Battle, system: System) -> Iterator[str]:
    begun, count = BEGUN.match(text), COUNT.match(text)
    if begun is not None:
        head, typed = begun["head"], _plain(begun["words"])
        one = head.lstrip("+-\N{MINUS SIGN} ") == "1"
        words = ["die" if one else "dice"]
        if not head.startswith("="):
            words.append("success" if one else "successes")
        yield from (f"{head} {word}" for word in words if word.startswith(typed))
        for name in _names(roll, battle, system):
            if name.startswith(typed) and _means(f"{head} {name}", name, roll, battle, system):
                yield f"{head} {name}"
    elif count is not None:
        typed, amount = _plain(count["words"]), count["count"]
        rest = f"{'die' if amount == '1' else 'dice'} to successes"
        if rest.startswith(typed):
            yield f"{amount} {rest}"
    elif typed := _plain(text):
        for word in ("dice", "successes"):
            if word.startswith(typed):
                yield f"+2 {word}"
        sides = roll.die.sides
        for line in (f"double {max(1, sides - 1)}", "reroll 1", f"target {max(1, (sides + 1) // 2 + 1)}"):
            if line.startswith(typed):
                yield line
        for name in _names(roll, battle, system):
            if name.replace(" ", "_") in system.rules.rolls:
                continue  # most rolls are of other steps; one that is meant is found after its number
            if name.startswith(typed) and _means(f"+1 {name}", name, roll, battle, system):
                yield f"+1 {name}"
                yield f"-1 {name}"


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _names(roll: Roll, battle: Battle, system: System) -> tuple[str, ...]:
    """What may be named after a number, as one writes it: what the rule data says may be modified, the numbers shown
    of whoever is rolled against, values, tracks and the other rolls."""
    rules: Ruleset = system.rules
    more = rules.constants.get("modifiable", ())
    ids = [str(name) for name in more] if isinstance(more, (tuple, list)) else []
    against = roll.against or roll.by
    if against in battle.combatants:
        ids += [figure.id for figure in system.figures(battle, against)]
    ids += [*rules.values, *rules.tracks, *(id for id in rules.rolls if id != roll.name)]
    return tuple(dict.fromkeys(id.replace("_", " ").lower() for id in ids))


def _means(line: str, name: str, roll: Roll, battle: Battle, system: System) -> bool:
    """The line is read as a change of what is named, not as a word about the roll."""
    try:
        answer = read_modifier(line, roll, battle, system, 0)
    except NotUnderstood:
        return False
    return any(one.on == name.replace(" ", "_") for one in answer.effect.modifiers)


@safe_events
class ModifierLine(EnterLine):
    """The line for a modifier, with suggestions below it.

    Up and Down go through them; Tab or Enter takes the one that is highlighted. Without one, Enter enters what was
    typed. Escape puts the suggestions away first.

    Args:
        suggest: how a text may go on.
    """

    def __init__(self, suggest: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._suggest = suggest
        self.suggestions = _Suggestions(self)
        self._typed = ""
        self.textEdited.connect(self._on_typed)
        self.textChanged.connect(self._on_changed)

    def _on_typed(self, text: str) -> None:
        self._typed = text
        self.suggestions.put(self._suggest(text))

    def _on_changed(self, text: str) -> None:
        if text != self._typed:  # it was set, not typed
            self._typed = ""
            self.suggestions.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, some = event.key(), self.suggestions
        if some.isVisible():
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                some.move_by(1 if key == Qt.Key.Key_Down else -1)
                return
            if key == Qt.Key.Key_Escape:
                some.hide()
                return
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self.take():
                    return
                some.hide()
        super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        if next and self.take():
            return True
        return super().focusNextPrevChild(next)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.suggestions.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.suggestions.hide()

    def take(self) -> bool:
        """Writes the highlighted suggestion into the line. False where none is."""
        chosen = self.suggestions.chosen
        if not chosen:
            return False
        self.setText(chosen)
        self.suggestions.hide()
        return True


class _Suggestions(QFrame):
    """The list below a line."""

    def __init__(self, line: ModifierLine) -> None:
        super().__init__(line)
        self._line = line
        line.destroyed.connect(self.deleteLater)  # it is a child of the window as soon as it is shown
        self.setProperty("role", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        self.list = QListWidget()
        self.list.setAccessibleName("Suggestions")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._clicked)
        column.addWidget(self.list)
        self.hide()

    @property
    def lines(self) -> list[str]:
        """What is suggested."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    @property
    def chosen(self) -> str:
        """The one that is highlighted, "" for none."""
        item = self.list.currentItem()
        return item.text() if self.isVisible() and item is not None else ""

    def put(self, lines: tuple[str, ...]) -> None:
        """Suggests these; without any the list goes."""
        self.list.clear()
        self.list.addItems(lines)
        self.list.setCurrentRow(-1)
        if not lines or not self._line.hasFocus():
            self.hide()
            return
        window = self._line.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        width = min(WIDEST, max(self._line.width(), self.list.sizeHintForColumn(0) + 28))
        height = sum(self.list.sizeHintForRow(row) for row in range(len(lines))) + 12
        at = self._line.mapTo(window, QPoint(0, self._line.height() + 2))
        if at.y() + height > window.height():
            at = self._line.mapTo(window, QPoint(0, -height - 2))
        self.setGeometry(max(0, min(at.x(), window.width() - width - 4)), max(0, at.y()), width, height)
        self.raise_()
        self.show()

    def move_by(self, by: int) -> None:
        """The next one, or the one before; beyond the ends none is highlighted."""
        row = self.list.currentRow() + by
        count = self.list.count()
        self.list.setCurrentRow(count - 1 if row < -1 else -1 if row >= count else row)

    def _clicked(self, item: QListWidgetItem) -> None:
        self.list.setCurrentItem(item)
        self._line.take()
