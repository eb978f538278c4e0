"""Which monitor the players' screen goes to. Monitors are known by their names and looked up anew each time: Qt's own
objects for them die with the cable."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QScreen

from exgui.engine.record import Record


class Monitor(Record):
    """A monitor: its name and (left, top, width, height) on the desktop, in Qt's pixels."""

    name: str
    box: tuple[int, int, int, int]

    def covers(self, other: Monitor) -> bool:
        """Both show some of the same: one mirrors the other."""
        return QRect(*self.box).intersects(QRect(*other.box))


def monitors() -> tuple[Monitor, ...]:
    """All that are there now."""
    return tuple(
        Monitor(one.name(), (box.x(), box.y(), box.width(), box.height()))
        for one in QGuiApplication.screens()
        for box in (one.geometry(),)
    )


def screen_of(monitor: Monitor) -> QScreen | None:
    """Qt's own object for a monitor, to be used at once and not kept; None where it is gone."""
    found = [one for one in QGuiApplication.screens() if one.name() == monitor.name]
    exact = [one for one in found if one.geometry() == QRect(*monitor.box)]
    return next(iter(exact or found), None)


def choose(there: Sequence[Monitor], own: str, saved: str) -> Monitor | None:
    """The monitor for the players: the one that was chosen last, else the first that the storyteller does not sit at.
    None where there is none, or where it would only mirror the storyteller's own.

    Args:
        own: name of the monitor with the storyteller's window.
        saved: name of the one that was chosen last, "" for none.
    """
    mine = next((one for one in there if one.name == own), None)
    others = [one for one in there if one is not mine and (mine is None or not one.covers(mine))]
    if mine is None:
        others = others[1:]
    return next((one for one in others if one.name == saved), others[0] if others else None)
