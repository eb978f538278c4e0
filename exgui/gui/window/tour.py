"""The first hints of a new user: five, one at a time, each beside its subject. Doing it dismisses the hint; none takes
keys or stops anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QFrame, QWidget

from exgui.engine.asks import Roll
from exgui.engine.record import Record
from exgui.gui.announcements import announce
from exgui.gui.look.appearance import appearance
from exgui.gui.safe_events import safe_events
from exgui.gui.settings import Settings
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.layouts import hbox
from exgui.play.journal import Answered, Commanded, Undone
from exgui.systems.common.legal_actions import action_of_command

if TYPE_CHECKING:
    from exgui.gui.battle_control.controller import BattleController
    from exgui.gui.battle_control.state import Update
    from exgui.gui.pages.battle.page import BattlePage
    from exgui.gui.pages.stack import PageStack
    from exgui.gui.window.top_line import TopLine

WIDTH = 250
"""Pixels of a hint's text, at most."""
BESIDE = 10
ON, DONE = "tour", "tour_done"
"""Settings: whether hints are shown, and the ids of those that are done."""


class Hint(Record):
    """One thing that a new user can do.

    Attributes:
        due: whether it could be done now.
        done: whether the last update did it.
        beside: what it is beside.
    """

    id: str
    text: str
    due: Callable[[BattleController], bool]
    done: Callable[[BattleController, Update], bool]
    beside: Callable[[TopLine, BattlePage], QWidget]


def _free(controller: BattleController) -> bool:
    running = controller.battle.phase == "running" and controller.battle.active is not None
    return running and controller.pending is None and controller.draft is None


def _answered(_controller: BattleController, update: Update) -> bool:
    return update.change is not None and isinstance(update.change.entry, Answered)


def _acted(controller: BattleController, update: Update) -> bool:
    """Return whether an action was picked, begun or done at once."""
    entry = update.change.entry if update.change is not None else None
    action = action_of_command(controller.rules, entry.command) if isinstance(entry, Commanded) else None
    done = action is not None and not action.hidden
    return done or controller.draft is not None or controller.play.open_step is not None


def _turned(_controller: BattleController, update: Update) -> bool:
    change = update.change
    return change is not None and change.before.active is not None and change.after.active != change.before.active


def _undone(_controller: BattleController, update: Update) -> bool:
    return update.change is not None and isinstance(update.change.entry, Undone)


HINTS = (
    Hint(
        "begin",
        "Press Space to begin the battle.",
        lambda controller: controller.battle.phase == "prepared" and controller.pending is None,
        lambda controller, _update: controller.battle.phase != "prepared" or controller.pending is not None,
        lambda _top, page: page.panel.footer.next,
    ),
    Hint(
        "roll",
        "Roll real dice, type the successes and press Enter. Or press R to let the app roll.",
        lambda controller: isinstance(controller.pending, Roll),
        _answered,
        lambda _top, page: page.panel.roll.field,
    ),
    Hint(
        "act",
        "Each action has a letter: press one to act.",
        _free,
        _acted,
        lambda _top, page: page.panel.action_list,
    ),
    Hint("turn", "Press Space to end the turn.", _free, _turned, lambda _top, page: page.panel.footer.next),
    Hint(
        "undo",
        "Ctrl+Z undoes anything, step by step.",
        lambda controller: controller.play.can_undo(),
        _undone,
        lambda top, _page: top.hints["undo"],
    ),
)


@safe_events
class Tour(QFrame):
    """Shows the first hint that is due and not done, as long as hints are wanted."""

    def __init__(self, window: QWidget, pages: PageStack, top: TopLine, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._pages, self._top, self._settings = window, pages, top, settings
        self._page: BattlePage | None = None
        self.hint: Hint | None = None
        self.setProperty("role", "popover")
        self._text = label("", "body")
        self._text.setWordWrap(True)
        self._end = push(
            "\N{MULTIPLICATION SIGN}", "quiet", "No more hints (Help brings them back)", "No more hints", do=self.end
        )
        self._end.setMinimumSize(24, 24)
        hbox((self._text, 1), (self._end, 0, Qt.AlignmentFlag.AlignTop), on=self, margins=(12, 8, 6, 8), spacing=6)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show)
        pages.turned.connect(self._soon.start)
        window.installEventFilter(self)
        appearance().changed.connect(self._soon.start)
        self.hide()

    @property
    def wanted(self) -> bool:
        return self._settings.flag(ON, False)

    def begin(self) -> None:
        """Show all five hints, done or not."""
        self._settings.save(ON, True)
        self._settings.save(DONE, "")
        self._soon.start()

    def end(self) -> None:
        self._settings.save(ON, False)
        self._put_away()

    def watch(self, page: BattlePage) -> None:
        """Follow the battle of a page that is shown from now on."""
        self._page = page
        page.controller.changed.connect(self._on_update)
        page.destroyed.connect(lambda: self._forget(page))
        self._soon.start()

    def _forget(self, page: BattlePage) -> None:
        if self._page is page:
            self._page = None

    def _on_update(self, update: Update) -> None:
        if not self.wanted or self._page is None:
            return
        controller = self._page.controller
        done = self._done
        if self.hint is not None and self.hint.done(controller, update):
            done = {*done, self.hint.id}
            self._settings.save(DONE, ",".join(sorted(done)))
            self._put_away()
        if len(done) == len(HINTS):
            self.end()
        self._soon.start()

    @property
    def _done(self) -> set[str]:
        return {id for id in str(self._settings.value(DONE) or "").split(",") if id}

    def _show(self) -> None:
        page, hint = self._page, None
        if self.wanted and page is not None and self._pages.current is page and page.isVisible():
            done = self._done
            hint = next((one for one in HINTS if one.id not in done and one.due(page.controller)), None)
        if hint is None or page is None:
            self._put_away()
            return
        beside = hint.beside(self._top, page)
        if not beside.isVisible():
            self._put_away()
            return
        if hint is not self.hint:
            self.hint = hint
            self._text.setText(hint.text)
            self.setAccessibleName(hint.text)
            announce(self, hint.text)
        self._place(beside)
        self.show()
        self.raise_()

    def _place(self, beside: QWidget) -> None:
        """Place it to the left of its subject, else below, within the window."""
        metrics = self._text.fontMetrics()
        self._text.setFixedWidth(min(WIDTH, metrics.horizontalAdvance(self._text.text()) + 4))
        self._text.setFixedHeight(self._text.heightForWidth(self._text.width()))
        self.resize(self.sizeHint())
        window = self._window
        box = QRect(beside.mapTo(window, QPoint(0, 0)), beside.size())
        x = box.left() - self.width() - BESIDE
        y = min(box.top(), box.center().y() - self.height() // 2)
        if beside.height() > 2 * self.height():
            y = box.top()
        if box.bottom() < window.height() // 4:  # something of the top line
            x, y = box.center().x() - self.width() // 2, box.bottom() + BESIDE
        self.move(
            max(BESIDE, min(x, window.width() - self.width() - BESIDE)),
            max(BESIDE, min(y, window.height() - self.height() - BESIDE)),
        )

    def _put_away(self) -> None:
        self.hint = None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._soon.start()
        return False
