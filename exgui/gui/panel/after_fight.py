"""After a fight: who is standing, who fell, and how to go on. Shown in the panel when one side is left, and when the
battle is over."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record
from exgui.engine.system import Reminder, System
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import END
from exgui.gui.panel.labels import listed, step_label
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.play.fight_summary import FELL, fate_of
from exgui.rulebook.encounter_shape import OBJECT

GO_ON = (
    "Ctrl+Z undoes the last step. F2 amends a step in the log, which is kept and can be exported as text. "
    "The campaign column has the next encounter."
)
DOT = " \N{MIDDLE DOT} "
MOST_NAMES = 12


class SideLeft(Record):
    """What is left of a side.

    Attributes:
        standing, fallen, away: ids of its combatants who can still fight (without objects), who no longer can, and who
            have left.
        waiting: someone has yet to join.
    """

    side: str
    standing: tuple[str, ...]
    fallen: tuple[str, ...]
    away: tuple[str, ...]
    waiting: bool


def sides_left(system: System, battle: Battle) -> tuple[SideLeft, ...]:
    """Return what is left of each side, in the order of the combatants."""
    sides = dict.fromkeys([one.side for one in battle.combatants.values()])
    return tuple([_left_of(system, battle, side) for side in sides])


def is_decided(sides: tuple[SideLeft, ...]) -> bool:
    """Return whether someone has fallen and only one side has anyone standing or yet to join."""
    able = [one for one in sides if one.standing or one.waiting]
    return len(sides) > 1 and len(able) < 2 and any(one.fallen for one in sides)


def _left_of(system: System, battle: Battle, side: str) -> SideLeft:
    members = [one for one in battle.combatants.values() if one.side == side]
    here = [one for one in members if not one.waiting]
    fallen = [one for one in here if not system.standing(battle, one.id)]
    away = [one for one in here if one.zone is None and one not in fallen] if battle.zones else []
    standing = [one for one in here if one not in fallen and one not in away and one.kind != OBJECT]
    return SideLeft(side, _ids(standing), _ids(fallen), _ids(away), len(here) < len(members))


def _ids(members: list[Combatant]) -> tuple[str, ...]:
    return tuple([one.id for one in members])


class AfterFight(QFrame):
    """Shows how a fight ended. Hidden while it goes on, and while something is asked.

    Signals:
        summary_requested(): the summary was asked for.
        form_requested(object): a command was chosen whose form must be filled in.
    """

    summary_requested = Signal()
    form_requested = Signal(object)

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        styled(self, role="card", tone="now")
        self.setAccessibleName("After the fight")
        self.controller = controller
        self._state: tuple[object, ...] = ()
        self._dismissed: tuple[SideLeft, ...] = ()
        self._column = vbox(on=self, margins=(12, 10, 12, 12), spacing=4)
        self.hide()

    def fill(self, *, free: bool) -> None:
        """Show how the fight went, if it is decided or over.

        Args:
            free: the panel asks nothing else.
        """
        battle = self.controller.battle
        if battle.phase not in ("running", "over") or not free:
            self.hide()
            return
        sides = sides_left(self.controller.system, battle)
        over = battle.phase == "over"
        if not over and (not is_decided(sides) or sides == self._dismissed):
            self.hide()
            return
        self.show()
        reminders = self._about_the_fallen(sides)
        state = (over, sides, reminders)
        if state == self._state:
            return
        self._state = state
        clear(self._column)
        self._column.addWidget(label(_title(sides, over=over), "title", wrap=True))
        for one in sides:
            fill_box(self._column, *(label(text, "body", wrap=True) for text in self._lines(one)))
        for reminder in reminders:
            self._remind(reminder)
        if over:
            self._column.addWidget(label(GO_ON, "body", "muted", wrap=True))
        self._column.addLayout(self._buttons(over=over))
        show_new(self)

    def dismiss(self) -> None:
        """Hide the card until someone else falls or recovers; not when the battle is over."""
        if self.controller.battle.phase == "running" and self.isVisible():
            self._dismissed = sides_left(self.controller.system, self.controller.battle)
            self.hide()

    def _about_the_fallen(self, sides: tuple[SideLeft, ...]) -> tuple[Reminder, ...]:
        fallen = {id for one in sides for id in one.fallen}
        return tuple(one for one in self.controller.queries.reminders() if one.who in fallen and one.step is not None)

    def _remind(self, one: Reminder) -> None:
        self._column.addWidget(label(one.text, "body", "gold", wrap=True))
        assert one.step is not None
        button = push(
            f"{step_label(self.controller, one.step)} \N{HORIZONTAL ELLIPSIS}",
            "",
            one.text,
            do=lambda _checked=False, step=one.step: self.form_requested.emit(step),
        )
        self._column.addLayout(hbox(button, 1))

    def _lines(self, one: SideLeft) -> list[str]:
        name = side_name(one.side)
        battle, rules = self.controller.battle, self.controller.rules
        out: dict[str, list[str]] = {}
        for id in one.fallen:
            out.setdefault(fate_of(rules, battle.combatants[id]), []).append(id)
        words = (("standing", one.standing), *((_out_word(fate), tuple(ids)) for fate, ids in out.items()))
        lines = [f"{word}: {self._names(ids)}" for word, ids in (*words, ("gone", one.away)) if ids]
        lines += ["more have yet to join"] if one.waiting else []
        return [f"{name}{DOT}{DOT.join(lines)}"] if lines else []

    def _names(self, ids: tuple[str, ...]) -> str:
        names = [self.controller.name(id) for id in ids[:MOST_NAMES]]
        more = len(ids) - MOST_NAMES
        return listed([*names, f"{more} more"] if more > 0 else names)

    def _buttons(self, *, over: bool) -> QVBoxLayout:
        """Return the buttons in two rows: one would be wider than the panel beside its scroll bar."""
        rows = vbox(margins=(0, 6, 0, 0), spacing=6)
        summary = push(
            "Summary",
            "primary" if over else "",
            "Who felled whom, and what to save to sheets (F4)",
            do=self.summary_requested,
        )
        row = hbox(summary, label("F4", "keycap"))
        if not over:
            on = push("Fight on", "quiet", "Dismiss (Escape)", do=self.dismiss)
            row.addWidget(on)
        row.addStretch(1)
        if not over and END in self.controller.rules.actions:
            end = push(
                "End the battle",
                "primary",
                "No one acts anymore; Ctrl+Z undoes it",
                do=lambda: self.controller.steps.dispatch(Command(END)),
            )
            rows.addWidget(end)
        rows.addLayout(row)
        return rows


def _out_word(fate: str) -> str:
    """Return a fate as a heading for names."""
    return "fallen" if fate == FELL else fate.removeprefix("was ")


def side_name(side: str) -> str:
    """Return what a side is called."""
    return side.replace("_", " ").capitalize() or "No side"


def _title(sides: tuple[SideLeft, ...], *, over: bool) -> str:
    able = [side_name(one.side) for one in sides if one.standing]
    if over:
        return "The battle is over"
    return f"{able[0]}: the only side still standing" if able else "No one is left standing"
