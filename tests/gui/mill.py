"""A small fight at a mill, for tests of actions in the middle of a fight; and a window that many tests share."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.engine.asks import Command
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

MILL = {
    "zone": [
        {"id": "barn", "name": "Barn", "x": 0, "y": 0, "width": 240, "height": 200},
        {"id": "yard", "name": "Yard", "x": 400, "y": 0, "width": 240, "height": 200},
    ],
    "link": [{"between": ["barn", "yard"], "barrier": "obstacle", "difficulty": 2}],
    "combatant": [
        {"id": "ada", "name": "Ada", "side": "heroes", "zone": "barn", "state": {"initiative": 6}},
        {"id": "bo", "name": "Bo", "side": "foes", "zone": "barn", "state": {"initiative": 4}},
    ],
    "close": [{"members": ["ada", "bo"]}],
}
BARN = {
    "zone": MILL["zone"],
    "combatant": [{"id": "ada", "side": "heroes", "zone": "barn"}, {"id": "bo", "side": "foes", "zone": "barn"}],
}
"""The same place in words that every game understands."""


def shared_window(app: QApplication) -> Iterator[MainWindow]:
    """One window, for a fixture of a whole module."""
    appearance().choose("dark")
    window = MainWindow()
    window.resize(1366, 768)
    window.show()
    QTest.qWaitForWindowActive(window)
    yield window
    window.close()


def fight_at_the_mill(window: MainWindow, ruleset: str = "ex3") -> None:
    """Shows the fight, begun; it is Ada's turn, in a game that has an order."""
    rules = load(ruleset)
    data = MILL if ruleset == "ex3" else BARN
    play = Play.begin(system_for(rules), battle_from(rules, data, "mill"))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    window.activateWindow()
