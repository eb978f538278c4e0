"""The turn timer: the seconds a player has for their character's turn, counted in real time. Off by default."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from exgui.gui.settings import Settings

if TYPE_CHECKING:
    from exgui.engine.battle import Battle
    from exgui.play.play import Change, Play

LIMITS = (0, 30, 60, 90, 120, 180, 300)
"""The limits on offer, in seconds; 0 switches the timer off."""
LIMIT, SOUND = "turn_timer", "turn_timer_sound"


class TurnClock(QObject):
    """Counts down while a player's character acts and nothing is asked. Running out changes nothing in the battle.

    Signals:
        changed(): another second has gone, or the clock started, stopped or was set.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.play: Play | None = None
        self._settings = settings
        self._left = 0
        self._unsubscribe: Callable[[], None] | None = None
        self._second = QTimer(self, interval=1000)
        self._second.timeout.connect(self._count)

    @property
    def limit(self) -> int:
        """Seconds for each turn, 0 for no timer."""
        limit = self._settings.number(LIMIT)
        return limit if limit in LIMITS else 0

    @property
    def sound(self) -> bool:
        return self._settings.flag(SOUND, False)

    @property
    def left(self) -> int | None:
        """Seconds left of this turn; None while no player's turn is timed."""
        timed = self.limit and self.play is not None and _is_timed(self.play.battle)
        return self._left if timed else None

    @property
    def text(self) -> str:
        """The time left as "1:05"; "" while no turn is timed."""
        return "" if self.left is None else f"{self.left // 60}:{self.left % 60:02}"

    @property
    def runs(self) -> bool:
        return self._second.isActive()

    def set_limit(self, seconds: int) -> None:
        self._settings.save(LIMIT, seconds)
        self._restart()

    def set_sound(self, on: bool) -> None:
        self._settings.save(SOUND, on)

    def watch(self, play: Play | None) -> None:
        """Time the turns of this battle instead of the previous one; None for none."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self.play = play
        self._unsubscribe = play.subscribe(self._follow) if play is not None else None
        self._restart()

    def _restart(self) -> None:
        self._left = self.limit
        self._run_or_pause()
        self.changed.emit()

    def _follow(self, change: Change) -> None:
        if _turn(change.before) != _turn(change.after):
            self._restart()
        else:
            self._run_or_pause()

    def _run_or_pause(self) -> None:
        if self._left and self.left is not None and self.play is not None and self.play.pending is None:
            if not self._second.isActive():
                self._second.start()
        else:
            self._second.stop()

    def _count(self) -> None:
        self._left -= 1
        if not self._left:
            self._second.stop()
            if self.sound:
                QApplication.beep()
        self.changed.emit()


def _is_timed(battle: Battle) -> bool:
    return battle.phase == "running" and any(battle.combatants[id].player for id in battle.up)


def _turn(battle: Battle) -> tuple[object, ...]:
    """Return what is different in every turn, also where the same combatant acts twice running."""
    return battle.up, battle.round, battle.tick
