"""The actions of a combatant by group, each with its key; what is not possible is greyed, with the rule against it.

In a narrow panel what is not possible folds to one line at the end (the key "." shows it); in a wide one a group of
which nothing is possible folds to one line of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from exgui.engine.asks import Violation
from exgui.gui.action_keys import MORE
from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.look import fonts
from exgui.gui.look.theme import PANEL_WIDTH
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.batched_layout import laid_out_once
from exgui.gui.widgets.layouts import gridbox, vbox
from exgui.gui.widgets.row import ROW, Row
from exgui.rulebook.rules import Action

WIDE = 340
"""From this width on there is one column, with the reason beside each greyed action."""
GAP = 4


class ActionGroup(QWidget):
    """One group: its heading and its actions, or folded to a line.

    Signals:
        picked(str): an action was clicked, by id.
    """

    picked = Signal(str)

    def __init__(self, name: str, actions: list[Action], keys: Mapping[str, str]) -> None:
        super().__init__()
        self.name = name
        self.members = actions
        self.rows: dict[str, Row] = {}
        self._unfolded = False
        self._all_off = False
        self._terse = False
        self._dense = False
        self._width = PANEL_WIDTH - 42
        self._placed: tuple[object, ...] = ()
        self._violations: list[tuple[Violation, ...]] | None = None
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._heading: QLabel = label(name, "heading")
        column.addWidget(self._heading)
        self.fold = Row(name)
        self.fold.clicked.connect(self._toggle)
        column.addWidget(self.fold)
        self._grid = gridbox(margins=0, across=GAP, down=0, stretches=0)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        for action in actions:
            row = Row(action.label, keys.get(action.id, ""), parent=self)
            row.note_room = 130
            row.clicked.connect(lambda _checked=False, id=action.id: self.picked.emit(id))
            self.rows[action.id] = row

    def put(self, violations: Mapping[str, tuple[Violation, ...]]) -> None:
        """Set each action's violations; `place` arranges the rows."""
        violations_of = [violations.get(action.id, ()) for action in self.members]
        if violations_of == self._violations:
            return
        before: Sequence[tuple[Violation, ...] | None] = self._violations or [None] * len(violations_of)
        self._violations = violations_of
        for action, broken, was in zip(self.members, violations_of, before, strict=True):
            if broken != was:
                reason = reasons_text(broken)
                row = self.rows[action.id]
                row.put(note=reason, off=bool(broken), tip=reason if broken else action.help)
                row.setAccessibleDescription(row.toolTip())
        all_off = all(violations_of)
        if all_off != self._all_off:
            self._all_off, self._unfolded = all_off, False
        if all_off:
            firsts = {broken[0].text for broken in violations_of}
            note = firsts.pop() if len(firsts) == 1 else f"{len(violations_of)} not possible"
            tip = "\n".join(
                [
                    row.note if row.note.startswith(row.text()) else f"{row.text()}: {row.note}"
                    for row in self.rows.values()
                ]
            )
            self.fold.put(note=note, off=True, tip=f"{tip}\nClick to see them.")

    def place(self, width: int, *, terse: bool, dense: bool) -> None:
        """Place its rows.

        Args:
            terse: only what is possible is shown.
            dense: it is without a heading.
        """
        self._width, self._terse, self._dense = width, terse, dense
        self._place()

    def measure(self) -> None:
        self._grid.invalidate()
        self._column.invalidate()
        self.updateGeometry()

    @property
    def folded(self) -> bool:
        """Only one line is shown."""
        return self._can_fold(self._terse) and not self._unfolded

    def _toggle(self) -> None:
        self._unfolded = not self._unfolded
        self._place()

    def height_at(self, width: int, *, terse: bool, dense: bool) -> int:
        """Return how high it would be so placed; 0 where nothing of it is shown."""
        if terse and self._all_off:
            return 0
        folds = self._can_fold(terse)
        heading = fonts.px(ROW) if folds else self._heading.sizeHint().height() if self.name and not dense else 0
        places = [] if folds and not self._unfolded else self._places(width, terse, dense)[1]
        return heading + fonts.px(ROW) * (places[-1][0] + 1 if places else 0)

    def _can_fold(self, terse: bool) -> bool:
        return bool(self.name) and self._all_off and len(self.members) > 1 and not terse

    def _places(self, width: int, terse: bool, dense: bool) -> tuple[list[Row], list[tuple[int, int, int]]]:
        """Return the rows that are shown, side by side where their labels fit: line, column and columns taken of
        each."""
        least = 0 if width >= fonts.px(WIDE) else (width - GAP) // 2
        shown = [(row, row.sizeHint().width() > least) for row in self.rows.values() if not (terse and row.off)]
        if dense:  # those that take a whole line come last, and leave no half of one empty
            shown.sort(key=itemgetter(1))
        places: list[tuple[int, int, int]] = []
        line, column = 0, 0
        for _row, whole in shown:
            span = 2 if whole else 1
            if column + span > 2:
                line, column = line + 1, 0
            places.append((line, column, span))
            column += span
        return [row for row, _whole in shown], places

    def _place(self) -> None:
        shown, places = self._places(self._width, self._terse, self._dense)
        folded = self.folded
        self.fold.mark = "chevron-right" if folded else "chevron-down"
        placed = (places, shown, folded, self._terse, self._dense)
        if placed == self._placed:
            return
        self._placed = placed
        with laid_out_once(self._column):
            self._rearrange([] if folded else shown, places)

    def _rearrange(self, shown: list[Row], places: list[tuple[int, int, int]]) -> None:
        self.setVisible(not (self._terse and self._all_off))
        folds = self._can_fold(self._terse)
        self.fold.setVisible(folds)
        self._heading.setVisible(bool(self.name) and not folds and not self._dense)
        for row in self.rows.values():
            self._grid.removeWidget(row)
            row.setVisible(row in shown)
        for row, (at, column, span) in zip(shown, places, strict=False):
            self._grid.addWidget(row, at, column, 1, span)


@safe_events
class ActionList(QWidget):
    """All actions that the panel shows.

    Signals:
        picked(str): an action was clicked, by id.
    """

    picked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, Row] = {}
        self.groups: list[ActionGroup] = []
        self._actions: tuple[Action, ...] = ()
        self._keys: Mapping[str, str] = {}
        self._groups = vbox(spacing=4)
        self._asked = False
        self._dense = False
        self._given = PANEL_WIDTH - 42
        self.more = Row("", MORE)
        self.more.tone = "muted"
        self.more.clicked.connect(self.toggle)
        self._column = vbox(self._groups, self.more, on=self, margins=0, spacing=4)

    @property
    def terse(self) -> bool:
        """Only what is possible is shown."""
        return not self._asked and self._given < fonts.px(WIDE)

    def set_room(self, width: int) -> None:
        self._given = width

    def height_at(self, *, dense: bool) -> int:
        """Return how high it would be, in pixels, with or without the headings of its groups."""
        terse = self.terse
        parts = [group.height_at(self._given, terse=terse, dense=dense) for group in self.groups]
        parts = [high for high in parts if high]
        if self._off() and self._given < fonts.px(WIDE):
            parts.append(fonts.px(ROW))
        return sum(parts) + self._column.spacing() * max(len(parts) - 1, 0)

    def arrange(self, *, dense: bool) -> None:
        """Place the actions of the last `put`, with or without group headings."""
        self._dense = dense
        self._place()

    def toggle(self) -> None:
        """Show what is not possible too, with the reasons, or fold it away again."""
        self._asked = not self._asked
        self._place()

    def _off(self) -> list[Row]:
        return [row for row in self.rows.values() if row.off]

    def _update_more(self) -> None:
        off = self._off()
        self.more.setVisible(bool(off) and self._given < fonts.px(WIDE))
        self.more.mark = ""
        self.more.setText(f"{len(off)} not possible" if self.terse else "Only what is possible")
        tip = "\n".join([f"{row.text()}: {row.note}" for row in off])
        self.more.put(tip=tip if self.terse else "")
        self.more.setAccessibleName(f"{self.more.text()}, key {MORE}")
        self.more.update()

    def put(
        self,
        actions: tuple[Action, ...],
        keys: Mapping[str, str],
        violations: Mapping[str, tuple[Violation, ...]],
    ) -> None:
        """Set the actions to show; `violations` has an entry for each that someone could try now."""
        shown = tuple([action for action in actions if action.id in violations])
        if shown != self._actions or keys != self._keys:
            self._actions, self._keys = shown, dict(keys)
            self._build()
        for group in self.groups:
            group.put(violations)

    def _build(self) -> None:
        for old in self.groups:
            old.hide()
            old.deleteLater()
        members: dict[str, list[Action]] = {}
        for action in self._actions:
            members.setdefault(action.group, []).append(action)
        self.groups = []
        self.rows = {}
        for name, actions in members.items():
            group = ActionGroup(name, actions, self._keys)
            group.picked.connect(self.picked)
            self._groups.addWidget(group)
            self.groups.append(group)
            self.rows |= group.rows

    def _place(self) -> None:
        for group in self.groups:
            group.place(self._given, terse=self.terse, dense=self._dense)
        self._update_more()
        self._measure()

    def _measure(self) -> None:
        """Measure everything again. Rows change while the list is hidden, and Qt would use outdated heights, laying
        rows over each other."""
        for group in self.groups:
            group.measure()
        self._groups.invalidate()
        self._column.invalidate()
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != self._given:
            self._given = event.size().width()
            self._place()
