"""The rows of the log: every step in sentences, each with the rolls that led to it, as Qt sees them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QAbstractListModel, QByteArray, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from exgui.engine.events import Noted, Rolled
from exgui.engine.record import Record
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.explained_text import number_text, parts_text, true_minus
from exgui.gui.panel.labels import lowered, step_label
from exgui.play.play import Line
from exgui.rulebook.rules import Ruleset, TimelineRule

INDEX = int(Qt.ItemDataRole.UserRole) + 1
WHO = INDEX + 1


class LogRow(Record):
    """One line of the log.

    Attributes:
        index: number of the step.
        when: "3 · 9" on the first line of a moment ("tick 9" where time only counts up), "" on those after it.
        moment: the same, on every line.
        who: the combatant that it is about.
        rolls: the dice that led to it, each named as the rules call it.
        due: it says that a timer is due.
        about: all that it is about, where they are several.
    """

    index: int
    when: str
    text: str
    who: str
    by: str
    rule: str
    rolls: tuple[Rolled, ...]
    open: bool = False
    due: bool = False
    about: tuple[str, ...] = ()
    moment: str = ""

    @property
    def plain(self) -> str:
        dice = "; ".join(roll_words(roll) for roll in self.rolls)
        return "  ".join(part for part in (self.when, self.text, f"[{dice}]" if dice else "") if part)


def roll_words(rolled: Rolled) -> str:
    """Return a roll as text: "attack 6 against 4 (7 7 10 2)"."""
    goal = f" against {rolled.difficulty}" if rolled.difficulty is not None else ""
    faces = f" ({' '.join(map(str, rolled.faces))})" if rolled.faces else ""
    return f"{rolled.roll} {number_text(rolled.total)}{goal}{faces}"


def roll_name(rules: Ruleset, id: str) -> str:
    """Return what a roll is called in the midst of a line: "join battle"."""
    return lowered(rules.rolls[id].label) if id in rules.rolls else id.replace("_", " ")


def when_words(line: Line, rule: TimelineRule) -> str:
    """Return when something happened: "3 · 9" (round and tick), or "tick 9" if time counts up without rounds."""
    if not line.round:
        return ""
    if line.tick is None:
        return f"{line.round}"
    return (
        f"{rule.tick_label} {number_text(line.tick)}"
        if rule.axis == "up"
        else f"{line.round} · {number_text(line.tick)}"
    )


def rows_of(
    controller: BattleController,
    lines: Sequence[Line],
    keeps: Callable[[LogRow], bool] | None = None,
    moment: str = "",
) -> list[LogRow]:
    """Return the log's rows, oldest first: one for each sentence, with the rolls that came before it.

    Args:
        keeps: which rows are kept; None for all.
        moment: that of the row before the first.
    """
    out: list[LogRow] = []
    for line in lines:
        when = when_words(line, controller.rules.timeline)
        for row in _rows_of_step(controller, line, when):
            if keeps is None or keeps(row):
                out.append(row if when != moment else row.but(when=""))
                moment = when
    return out


def _rows_of_step(controller: BattleController, line: Line, when: str) -> Iterator[LogRow]:
    rolls: list[Rolled] = []
    by = line.command.by

    def named(rolled: Sequence[Rolled], who: str) -> tuple[Rolled, ...]:
        """Return rolls by name, with the roller's name if it is neither the line's nor the step's subject, and with all
        names if the step has no subject and several rolled."""
        out, several = [], len({one.who for one in rolled}) > 1
        own = (by,) if several and not by else (who, by)
        for one in rolled:
            label = roll_name(controller.rules, one.roll)
            whose = "" if one.who in own else f"{controller.name(one.who)}: "
            out.append(one.but(roll=f"{whose}{label}"))
        return tuple(out)

    for event in line.events:
        if isinstance(event, Rolled):
            rolls.append(event)
        elif isinstance(event, Noted):
            who = event.who or by
            yield LogRow(
                line.index, when, true_minus(event.text), who, by, event.rule, named(rolls, who), line.open,
                bool(event.data.get("timer")), tuple(event.data.get("about", ())), when,
            )  # fmt: skip
            rolls = []
    if rolls or (line.open and not line.notes):
        label_ = step_label(controller, line.command, line.events)
        text = f"{controller.name(by)}: {label_.lower()}" if by else label_
        text += " \N{HORIZONTAL ELLIPSIS}" if line.open else ""
        yield LogRow(line.index, when, text, by, by, "", named(rolls, by), line.open, moment=when)


class LogModel(QAbstractListModel):
    """The log's rows as a Qt model; only changed rows are signaled."""

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.rows: list[LogRow] = []
        self.only: str | None = None
        self.sought: tuple[str, ...] = ()
        self.refresh()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.plain
        if role == Qt.ItemDataRole.ToolTipRole:
            return why_of(row)
        if role == INDEX:
            return row.index
        if role == WHO:
            return row.who
        return None

    def roleNames(self) -> dict[int, QByteArray]:
        names = super().roleNames()
        names[INDEX] = QByteArray(b"index")
        names[WHO] = QByteArray(b"who")
        return names

    def refresh(self, since: int = 0) -> None:
        """Follow the play.

        Args:
            since: number of the first changed step.
        """
        first = bisect_left(self.rows, since, key=lambda row: row.index)
        everything = self.only is None and not self.sought
        moment = self.rows[first - 1].moment if first else ""
        lines = self.controller.play.log(since)
        fresh = rows_of(self.controller, lines, None if everything else self._wanted, moment)
        same = 0
        while same < min(len(fresh), len(self.rows) - first) and fresh[same] == self.rows[first + same]:
            same += 1
        first, fresh = first + same, fresh[same:]
        if first < len(self.rows):
            self.beginRemoveRows(QModelIndex(), first, len(self.rows) - 1)
            del self.rows[first:]
            self.endRemoveRows()
        if fresh:
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self.rows.extend(fresh)
            self.endInsertRows()

    def show_only(self, who: str | None) -> None:
        """Show only lines about one combatant; None for all."""
        self.only = who
        self.refresh()

    def seek(self, text: str) -> None:
        """Show only lines that contain every word of a text in the sentence, names, rolls or rule; "" for all."""
        self.sought = tuple(true_minus(text).casefold().split())
        self.refresh()

    def _wanted(self, row: LogRow) -> bool:
        about = (row.who, row.by, *row.about, *(rolled.who for rolled in row.rolls))
        if self.only is not None and self.only not in about:
            return False
        if not self.sought:
            return True
        names = (self.controller.name(who) for who in {row.who, row.by, *(rolled.who for rolled in row.rolls)})
        rolls = (rolled.roll for rolled in row.rolls)
        whole = " ".join((row.text, row.rule, *names, *rolls)).casefold()
        return all(word in whole for word in self.sought)


def why_of(row: LogRow) -> str:
    """Return what a line rests on: its rule, and its rolls with the parts of their pools."""
    out = [row.text, *(f"{roll_words(rolled)}: {parts_text(rolled.pool)}" for rolled in row.rolls)]
    if row.rule:
        out.append(row.rule)
    return "\n".join(out)
