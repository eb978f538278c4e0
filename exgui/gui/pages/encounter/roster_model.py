"""The roster as a list of lines: each side with its combatants."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from exgui.campaign.encounter_edits import people as edits
from exgui.campaign.encounter_edits.edit import entries
from exgui.engine.record import EMPTY, Record
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.tokens import token_look
from exgui.gui.tokens.token_look import Look

LINE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RosterLine(Record):
    """A line of the roster.

    Attributes:
        id: of the combatant; "" for the heading of a side.
        side: the side, and `order` its place among them, from which it has its color and ring.
        note: where they are, or how many the side has.
        tone: the theme's token of the note.
        wrong: something in them keeps the battle from beginning.
    """

    id: str
    name: str
    side: str
    order: int
    note: str
    tone: str = "muted"
    look: Look | None = None
    wrong: bool = False


def lines_of(document: EncounterDocument) -> tuple[RosterLine, ...]:
    battle = document.battle
    data = {str(one.get("id")): one for one in entries(document.data, "combatant")}
    initials = token_look.initials(battle.combatants.values())
    order = {side: at for at, side in enumerate(edits.sides(document.data))}
    wrong = {one.id for one in document.problems if one.kind == "combatant"}
    by_side: dict[str, list[RosterLine]] = {side: [] for side in order}
    for id, one in battle.combatants.items():
        written = data.get(id, EMPTY)
        zone = battle.zones.get(one.zone or "")
        place = zone.name if zone is not None else ""
        when = _when(document, written.get("arrives", 0), one.waiting)
        hidden = "hidden" if one.hidden else ""
        note = " \N{MIDDLE DOT} ".join(part for part in (hidden, when) if part) or place or "not placed"
        tone = "violet" if hidden or when else "muted" if place else "gold"
        if (hidden or when) and not place:
            note, tone = f"{note}, not placed", "gold"
        look = Look(
            one.name or id,
            initials[id],
            side=order.get(one.side, 0),
            portrait=one.portrait,
            faint=one.hidden or one.waiting,
        )
        by_side.setdefault(one.side, []).append(
            RosterLine(id, one.name or id, one.side, order.get(one.side, 0), note, tone, look, id in wrong)
        )
    out: list[RosterLine] = []
    for side, members in by_side.items():
        out.append(RosterLine("", side or "No side", side, order.get(side, 0), str(len(members))))
        out.extend(members)
    return tuple(out)


def _when(document: EncounterDocument, moment: int, waiting: bool) -> str:
    rules = document.rules
    if not moment:
        return "comes later" if waiting else ""
    if rules is not None and rules.timeline.axis == "up":
        return f"{rules.timeline.tick_label.lower()} {moment}"
    return f"{rules.timeline.round_label.lower() if rules is not None else 'round'} {moment}"


class RosterModel(QAbstractListModel):
    """The lines as Qt's views read them."""

    def __init__(self, document: EncounterDocument) -> None:
        super().__init__()
        self._document = document
        self.lines = lines_of(document)

    def refresh(self) -> None:
        """Read the encounter again; unchanged lines stay selected."""
        lines = lines_of(self._document)
        if [(one.id, one.side) for one in lines] != [(one.id, one.side) for one in self.lines]:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
            return
        before, self.lines = self.lines, lines
        for row, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role == LINE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.name
        if role == Qt.ItemDataRole.EditRole:
            return line.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = "side, " if not line.id else ""
            return f"{line.name}, {kind}{line.note}{', something is wrong' if line.wrong else ''}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{line.name}: {line.note}" if line.id else f"The side {line.name}: {line.note}. F2 renames it."
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        line, name = self.lines[index.row()], str(value).strip()
        if not name or name == line.name:
            return False
        if line.id:
            return self._document.do(lambda data: edits.rename_person(data, line.id, name)) is not None
        return self._document.do(lambda data: edits.rename_side(data, line.side, name)) is not None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def row_of(self, id: str) -> int:
        """Return a combatant's row, -1 if not listed."""
        return next((row for row, line in enumerate(self.lines) if line.id == id), -1)
