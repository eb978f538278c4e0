"""*What could she do?*: every legal step of one combatant with its odds, as a table that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from exgui.engine.battle import Battle
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look import fonts
from exgui.gui.panel.odds import percent
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.layouts import vbox
from exgui.gui.widgets.overlay import Overlay
from exgui.simulate.possibilities import Possibilities, Possibility
from exgui.simulate.work import Workers

Index = QModelIndex | QPersistentModelIndex
WIDTH, HEIGHT = 860, 560
POLL_MS = 50
MEASURED = 25
"""The rows by which the widths of columns are set: with all of hundreds, every addition would hold the window."""
ROLE = Qt.ItemDataRole
SORTED_BY = ROLE.UserRole


class OptionsModel(QAbstractTableModel):
    """A row for each step: its name, its target, and a column per figure of the game."""

    def __init__(self, battle: Battle, parent: QWidget) -> None:
        super().__init__(parent)
        self._battle = battle
        self.rows: list[Possibility] = []
        self.features: list[str] = []

    def add(self, found: list[Possibility]) -> None:
        new = list(dict.fromkeys(name for one in found for name in one.features))
        new = [name for name in new if name not in self.features]
        if new:
            at = 2 + len(self.features)
            self.beginInsertColumns(QModelIndex(), at, at + len(new) - 1)
            self.features += new
            self.endInsertColumns()
        if found:
            at = len(self.rows)
            self.beginInsertRows(QModelIndex(), at, at + len(found) - 1)
            self.rows += found
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 2 + len(self.features)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or role != ROLE.DisplayRole:
            return None
        return ("Step", "At", *(name.replace("_", " ").capitalize() for name in self.features))[section]

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        one, column = self.rows[index.row()], index.column()
        if column < 2:
            text = self.words(one) if column == 0 else self.name(one.about)
            return text if role in (ROLE.DisplayRole, SORTED_BY, ROLE.AccessibleTextRole) else None
        mean = one.mean(self.features[column - 2])
        if role == SORTED_BY:
            return -1e9 if mean is None else mean
        if role == ROLE.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == ROLE.ToolTipRole and not one.exact:
            return "An average of tries with dice: too many outcomes to work out all"
        if role == ROLE.DisplayRole and mean is not None:
            return self._figure(one, self.features[column - 2], mean)
        return None

    def words(self, one: Possibility) -> str:
        """Return a step's label with all its arguments except the target."""
        chosen = [self.name(text) or text.replace("_", " ") for text in _texts(one.command.args.values(), one.about)]
        return f"{one.label} ({', '.join(dict.fromkeys(chosen))})" if chosen else one.label

    def name(self, id: str) -> str:
        found = self._battle.combatants.get(id) or self._battle.zones.get(id)
        return found.name if found is not None else ""

    @staticmethod
    def _figure(one: Possibility, feature: str, mean: float) -> str:
        known = next((found for found in one.odds.features if found.name == feature), None)
        is_chance = known is not None and {value for value, _chance in known.chances} <= {0, 1}
        about = "" if one.exact else "≈"
        return f"{about}{percent(mean)}" if is_chance else f"{about}{mean:.1f}"


def _texts(values: Iterable[object], about: str) -> Iterator[str]:
    for value in values:
        if isinstance(value, str) and value not in ("", about):
            yield value
        elif isinstance(value, (tuple, list)):
            yield from _texts(value, about)


@safe_events
class OptionsList(Overlay):
    """Fills the table while it is read. Enter or a double click fills in a step; it is not done by itself."""

    def __init__(self, window: QWidget, controller: BattleController, workers: Workers, who: str) -> None:
        name = controller.name(who)
        super().__init__(window, f"What could {name} do?")
        self._controller = controller
        battle = controller.play.settled
        self._work = Possibilities(workers, controller.system, battle, who)
        column = vbox(label(f"What could {name} do?", "title"), on=self, margins=(20, 16, 20, 16), spacing=8)
        self.model = OptionsModel(battle, self)
        self.sorted = QSortFilterProxyModel(self)
        self.sorted.setSourceModel(self.model)
        self.sorted.setSortRole(SORTED_BY)
        self.table = QTableView()
        self.table.setAccessibleName(f"Steps of {name}")
        self.table.setAccessibleDescription("Enter fills in a step")
        self.table.setModel(self.sorted)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.DescendingOrder)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setResizeContentsPrecision(MEASURED)
        self.table.activated.connect(self._fill_in)
        column.addWidget(self.table, 1)
        self.message = label("", "small")
        column.addWidget(self.message)
        controller.changed.connect(self.close_overlay)
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll)

    def open(self) -> None:
        self.remember_keys()
        self.fit(fonts.px(WIDTH), fonts.px(HEIGHT))
        self._poll()
        self._timer.start()
        self.present(in_middle=True)
        self.table.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_overlay(self) -> None:
        if self.isHidden():
            return
        self._timer.stop()
        self._work.cancel()
        super().close_overlay()
        self.deleteLater()

    def _poll(self) -> None:
        self.model.add(self._work.poll())
        count = len(self.model.rows)
        if self._work.done:
            self._timer.stop()
            self.message.setText(f"{count} legal steps. Enter fills one in; click a heading to sort.")
        else:
            self.message.setText(f"{count} steps so far …")

    def _fill_in(self, index: QModelIndex) -> None:
        one = self.model.rows[self.sorted.mapToSource(index).row()]
        about = self.model.name(one.about)
        words = f"{self.model.words(one)}: {about}" if about else self.model.words(one)
        self.close_overlay()
        self._controller.drafting.fill_in(one.command, words)
