"""The number of our functions that one key calls until everything it changed is painted: counted, since counts are the
same on every machine, in an attack of the sample battle.

The figures are those of the day they were last checked; a quarter more fails. If you make a key do more or less on
purpose, update them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

from PySide6.QtWidgets import QApplication

import exgui
from exgui.engine.asks import Roll
from exgui.gui.main_window import MainWindow
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands

OURS = str(Path(exgui.__file__).parent)
ATTACK = {
    "A": 1952,  # the attack is begun: whom?
    "5": 2682,  # on Bandit 1: its dice are asked for
    "7": 135,  # typed into the dice field, and the button beside it takes what is typed
    "Enter": 2170,  # taken: the dice of the damage are asked for
    "4": 120,
    "Enter ": 5068,  # taken: the attack is done, and what else can be done is listed
    " ": 5248,  # the next turn
}
"""The keys of an attack, in their order, and how many calls each takes."""
MOST = 1.25


def calls(hands: Hands, key: str) -> int:
    """The calls of our functions that a key leads to."""
    found = 0

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal found
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            found += 1

    sys.setprofile(count)
    try:
        hands.press(key)
        QApplication.sendPostedEvents()  # what is painted; no timers
        QApplication.sendPostedEvents()
    finally:
        sys.setprofile(None)
    return found


def test_key_makes_no_more_calls_than_budgeted(window: MainWindow, tmp_path: Path) -> None:
    hands = ambush(window, tmp_path)
    begun = hands.play.step_number
    keys = [key if key == " " else key.strip() for key in ATTACK]
    hands.press(*keys)  # whatever is made at the first time is made
    while hands.play.step_number > begun or hands.play.pending is not None:
        hands.press("Ctrl+Z")
    QApplication.processEvents()
    assert hands.bridge.battle.active == "volfer"
    found = {}
    for name, key in zip(ATTACK, keys, strict=True):
        found[name] = calls(hands, key)
        assert isinstance(hands.play.pending, Roll) is (name in ("5", "7", "Enter", "4"))
    assert hands.bridge.battle.active == "ilsa"
    assert {key: count for key, count in found.items() if count > ATTACK[key] * MOST} == {}
