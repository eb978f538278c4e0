"""The checklist of a round: what tables forget, only what applies, to be ticked off; and timers that are due."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QPushButton, QWidget

from exgui.engine.asks import Command
from exgui.engine.events import Event, Noted, TimersSet
from exgui.engine.system import Reminder
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.icons import pixmap
from exgui.gui.look.painting import smooth_painter
from exgui.gui.panel.labels import step_label
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.play.journal import Answered, Commanded
from exgui.play.play import Change
from exgui.systems.common.arrivals import MOST_JOINING
from exgui.systems.common.legal_actions import action_of_command
from exgui.systems.common.together import together


def _empty(card: Checklist | DueCard) -> None:
    """Take everything out of a card; the keys go elsewhere first, else Qt would hand them to anything."""
    focus = card.window().focusWidget()
    if focus is not None and card.isAncestorOf(focus):
        card.idle.emit()
    clear(card.column)


@safe_events
class CheckLine(QAbstractButton):
    """A sentence with a box before it, to be ticked off."""

    def __init__(self, text: str, ticked: bool, tip: str) -> None:
        super().__init__()
        self.ticked = ticked
        self.setText(text)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # repainted when the pointer comes or goes
        self.setAccessibleName(f"{text}, {'ticked off' if ticked else 'to do'}")
        words = label(text, "body", "muted" if ticked else "", wrap=True)
        words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        hbox(words, on=self, margins=(26, 4, 6, 4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        if self.hasFocus() or self.underMouse():
            painter.setPen(QPen(theme.color("gold"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("selection") if self.underMouse() else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        mark = "checkbox-marked-outline" if self.ticked else "checkbox-blank-outline"
        painter.drawPixmap(4, 5, pixmap(theme, mark, "muted" if self.ticked else "gold", 16, self.devicePixelRatioF()))
        painter.end()


class Checklist(QFrame):
    """Appears at the start of a round in which there is something to remember, and never stops anything.

    Signals:
        form_requested(object): a command whose step still wants to know something is to be asked for.
        idle(): what had the keys here is gone.
    """

    form_requested = Signal(object)
    idle = Signal()

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName("Round checklist")
        self.controller = controller
        self.rows: dict[str, CheckLine] = {}
        self.buttons: dict[str, QWidget] = {}
        self._ticked: set[str] = set()
        self._fates: set[str] = set()
        self._done: dict[str, int] = {}
        """By the id of a line, the number of steps after the one that was to do it."""
        self._round = controller.battle.round
        self._wanted = False
        self._asked_for = False
        self._state: tuple[object, ...] = ()
        self.column = vbox(on=self, margins=(12, 8, 8, 8), spacing=0)
        self.hide()

    @property
    def has_content(self) -> bool:
        return self._wanted

    @property
    def decides_fate(self) -> bool:
        ticked = self.ticked
        return any(one.fate and one.id not in ticked for one in self.controller.queries.reminders())

    @property
    def ticked(self) -> frozenset[str]:
        """The lines that were ticked off by hand, or whose step was done to its end."""
        steps = self.controller.play.step_number
        return frozenset((*self._ticked, *(id for id, after in self._done.items() if after <= steps)))

    def follow(self) -> None:
        """Show the list of a new round."""
        battle, before = self.controller.battle, self._round
        if battle.round != before:
            self._round = battle.round
            self._ticked.clear()
            self._done.clear()
            self._asked_for = False
            self._wanted = battle.round > before and battle.phase == "running"
        if self.controller.pending is None:  # it is not shown while something is asked
            steps = self.controller.play.step_number
            self._done = {id: after for id, after in self._done.items() if after <= steps}  # else left or undone
            self._show_fates()
            self.fill()

    def _show_fates(self) -> None:
        """Ask about a pending fate at once, not at the next round."""
        fates = {one.id for one in self.controller.queries.reminders() if one.fate}
        if fates - self._fates:
            self._wanted = True
        self._fates = fates

    def call(self) -> bool:
        """Show the list, whatever is ticked off; return False if it is empty."""
        self._wanted = self._asked_for = True
        self.fill()
        if not self.rows:
            self._wanted = False
            return False
        return True

    def begin(self) -> None:
        """Focus its first line."""
        first = next((row for id, row in self.rows.items() if id not in self.ticked), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def fill(self) -> None:
        if not self._wanted:
            return
        reminders = self.controller.queries.reminders()
        if not reminders or (not self._asked_for and all(one.id in self.ticked for one in reminders)):
            self.dismiss()
            return
        heading = f"{self.controller.rules.timeline.round_label} {self.controller.battle.round}: don’t forget"
        steps = tuple(step_label(self.controller, one.step) if one.step is not None else "" for one in reminders)
        state = (heading, reminders, steps, self.ticked)
        if state == self._state:
            return
        self._state = state
        focused = next((id for id, row in self.rows.items() if row.hasFocus()), None)
        _empty(self)
        self.rows, self.buttons = {}, {}
        done = push("Done", "quiet", "Hide the list; Ctrl+J shows it again", do=self.dismiss)
        self.column.addLayout(hbox((label(heading, "muted"), 1), done))
        for one in reminders:
            self._item(one)
        show_new(self)
        if focused in self.rows:
            self.rows[focused].setFocus(Qt.FocusReason.OtherFocusReason)

    def dismiss(self) -> None:
        """Put the list away until the next round, or until it is called for."""
        self._wanted = self._asked_for = False
        self._state = ()
        _empty(self)
        self.rows, self.buttons = {}, {}
        self.hide()

    def tick(self, id: str) -> None:
        if self._done.pop(id, None) is None:
            self._ticked ^= {id}
        self.fill()

    def _item(self, one: Reminder) -> None:
        ticked = one.id in self.ticked
        row = CheckLine(one.text, ticked, f"{one.text}\n{one.rule}".strip())
        row.clicked.connect(lambda _checked=False, id=one.id: self.tick(id))
        line = hbox((row, 1), spacing=4)
        self.rows[one.id] = row
        if one.step is not None and not ticked:
            step = one.step
            words = step_label(self.controller, step)
            button = push(
                "Do it", "quiet", words, f"{words}: {one.text}", do=lambda _checked=False, one=one: self._do(one)
            )
            line.addWidget(button)
            self.buttons[one.id] = button
        self.column.addLayout(line)
        row.show()  # at once: only what is shown can have the keys

    def _do(self, one: Reminder) -> None:
        if one.step is None:
            return
        if wants_more(self.controller, one.step):
            self.form_requested.emit(one.step)
            return
        self._done[one.id] = self.controller.play.step_number + 1
        if not self.controller.steps.dispatch(one.step):
            self._done.pop(one.id, None)
        self.fill()


def wants_more(controller: BattleController, step: Command) -> bool:
    action = action_of_command(controller.rules, step)
    return action is not None and any(one.required and one.id not in step.args for one in action.params)


class DueCard(QFrame):
    """Timers that are due, until dismissed, and combatants whose arrival is due, until they join.

    Signals:
        idle(): what had the keys here is gone.
    """

    idle = Signal()

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        styled(self, role="card", tone="now")
        self.setAccessibleName("Due now")
        self.controller = controller
        self.texts: list[str] = []
        self.join: QPushButton | None = None
        """Lets combatants join whose arrival is due; None if there are none."""
        self._seen = self._now()
        self._scheduled: set[str] = set()
        self._read_to = 0
        self._shown: tuple[object, ...] = ()
        self.column = vbox(on=self, margins=(12, 8, 8, 8), spacing=2)
        self._fill()

    def follow(self, change: Change) -> None:
        """Show what became due with the change of the battle."""
        fresh = self._fresh_events()
        due: list[str] = []
        if isinstance(change.entry, (Commanded, Answered)):
            due = [one.text for one in fresh if isinstance(one, Noted) and one.data.get("timer")]
        else:
            self._read_to = 0
            if len(fresh) == 0:
                self.texts = []
        self.texts += due
        self._fill()
        if due:
            self.controller.message.emit(" ".join(due))

    def _fill(self) -> None:
        coming = self._coming()
        shown = (tuple(self.texts), coming, tuple(self.controller.name(id) for id in coming))
        if shown == self._shown:
            return
        self._shown = shown
        _empty(self)
        self.join = None
        self.setVisible(bool(self.texts or coming))
        if self.texts:
            done = push("Done", "quiet", "Dismiss", do=self.dismiss)
            fill_box(
                self.column,
                hbox((label("Due now", "muted", "violet"), 1), done),
                *(label(text, "strong", wrap=True) for text in self.texts),
            )
        if coming:
            self._offer_joining(coming)
        show_new(self)

    def _coming(self) -> tuple[str, ...]:
        """Return combatants still waiting after the moment set for them."""
        battle = self.controller.battle
        ahead = {id for timer in battle.timers for id in timer.who}
        late = [id for id, one in battle.combatants.items() if one.waiting and id not in ahead]
        if battle.phase != "running" or not late:
            return ()
        if not self._read_to:
            timers = self.controller.play.battle_at(0).timers
            self._scheduled = {id for timer in timers for id in timer.who}
        for line in self.controller.play.log(self._read_to):
            for event in line.events:
                if isinstance(event, TimersSet):
                    self._scheduled.update(id for timer in event.timers for id in timer.who)
        self._read_to = max(self.controller.play.step_number, 1)
        return tuple(id for id in late if id in self._scheduled)[:MOST_JOINING]

    def _offer_joining(self, coming: tuple[str, ...]) -> None:
        name = self.controller.name(coming[0]) if len(coming) == 1 else f"All {len(coming)}"
        self.join = push(
            f"{name} joins" if len(coming) == 1 else f"{name} join",
            "primary",
            "Under the game’s rules",
            do=lambda: self._join(coming),
        )
        self.column.addWidget(self.join, 0, Qt.AlignmentFlag.AlignRight)

    def _join(self, coming: tuple[str, ...]) -> None:
        known = self.controller.battle.combatants
        steps = tuple(Command("join", id) for id in coming if id in known and known[id].waiting)
        if not steps or self.controller.steps.dispatch(together(steps)):
            self.dismiss()

    def dismiss(self) -> None:
        """Dismiss the timers; combatants still to join stay."""
        self.texts = []
        self._fill()

    def _fresh_events(self) -> list[Event]:
        """Return what has happened since this was asked last."""
        (step, count), self._seen = self._seen, self._now()
        return [event for line in self.controller.play.log(step) for event in line.events][count:]

    def _now(self) -> tuple[int, int]:
        """Return how many steps are finished, and how many events the open one has."""
        play = self.controller.play
        return play.step_number, len(play.resolution.events) if play.resolution is not None else 0
