"""Decisions over a combatant's fate are asked even if the app rolls for them; a turn that ends without a required
action names it first; the checklist ticks what was done."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Choose, Command, Roll
from exgui.engine.record import Table
from exgui.engine.system import Reminder
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.turn_panel import EDGE
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

ZONES = [{"id": "yard"}, {"id": "gate"}]


def fight(window: MainWindow, game: str, ann: dict[str, Any], cut: dict[str, Any]) -> Hands:
    """A fight in which Ann is the first to act."""
    people = [
        {"id": "ann", "name": "Ann", "side": "heroes", "player": True, "zone": "yard", **ann},
        {"id": "cut", "name": "Cut", "side": "foes", "zone": "yard", **cut},
    ]
    data = {"zone": ZONES, "link": [{"between": ["yard", "gate"]}], "combatant": people}
    play = Play.begin(system_for(load(game)), battle_from(load(game), data, "yard"))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    hands = Hands(window)
    for _ask in range(6):
        if hands.bridge.pending is not None:
            hands.press("R" if isinstance(hands.bridge.pending, Roll) else "Enter")
    return hands


def test_surrender_is_asked_during_auto_roll(window: MainWindow) -> None:
    hands = fight(window, "reincarnated", {}, {})
    hands.bridge.auto_roll.set(["foes"])
    hands.bridge.steps.overrule("health", 3, "cut")
    pending = hands.bridge.pending
    assert isinstance(pending, Choose)
    assert (pending.by, pending.name) == ("cut", "survival")
    hands.press("2")
    assert "surrendered" in hands.bridge.battle.who("cut").conditions


def test_a_defeated_hero_is_asked_about_at_once(window: MainWindow) -> None:
    hands = fight(window, "reincarnated", {}, {})
    hands.bridge.auto_roll.set(["heroes", "foes"])
    checklist = window.page.panel.checklist
    assert not checklist.isVisible()
    hands.bridge.steps.overrule("health", 0, "ann")
    assert checklist.has_content
    assert any("cheat death" in row.text() for row in checklist.rows.values())


def test_fate_question_below_the_fold_is_announced(window: MainWindow, qtbot: QtBot) -> None:
    """Cut acts, with all the actions of this game above the checklist."""
    window.resize(1366, 600)
    hands = fight(window, "reincarnated", {}, {})
    panel = window.page.panel
    if hands.bridge.battle.active == "ann":
        hands.play.dispatch(Command("end_turn", "ann"))
        hands.play.dispatch(Command("pass", "ann", Table(to="cut")))
    hands.bridge.steps.overrule("health", 0, "ann")
    hands.bridge.show(None)
    qtbot.waitUntil(lambda: panel.more.text() == "Below: a fate to decide")


def test_checklist_asks_again_about_a_foe_who_fought_on(window: MainWindow) -> None:
    hands = fight(window, "reincarnated", {}, {})
    hands.bridge.auto_roll.set(["foes"])
    hands.bridge.steps.overrule("health", 3, "cut")
    hands.press("1")
    assert "surrendered" not in hands.bridge.battle.who("cut").conditions
    checklist = window.page.panel.checklist
    assert checklist.call()
    checklist.buttons["survival.cut"].click()
    pending = hands.bridge.pending
    assert isinstance(pending, Choose)
    assert (pending.by, pending.name) == ("cut", "survival")
    assert "survival.cut" not in checklist.ticked
    hands.press("2")
    assert "surrendered" in hands.bridge.battle.who("cut").conditions
    assert hands.bridge.queries.reminders() == ()


@pytest.mark.parametrize(
    ("state", "weapons", "words"),
    [
        ({"fleeing": True, "morale": "broken"}, [], "Ann must flee and hasn’t moved."),
        ({"unloaded": ["pistol"]}, ["pistol"], "Ann hasn’t reloaded: Pistol."),
    ],
    ids=["flee", "reload"],
)
def test_required_steps_are_named_before_the_turn_ends(
    window: MainWindow, state: dict[str, Any], weapons: list[str], words: str
) -> None:
    hands = fight(window, "skirmish", {"state": state, "weapons": weapons}, {})
    for _ask in range(4):
        if hands.bridge.battle.active != "ann":
            hands.press("1")
    assert hands.bridge.battle.active == "ann"
    hands.press(" ")
    assert hands.bridge.refusal is not None
    assert [one.text for one in hands.bridge.refusal.violations] == [words]
    assert hands.bridge.battle.active == "ann"
    panel = window.page.panel
    assert panel.draft.minimumSizeHint().width() <= panel.width() - 2 * EDGE, "nothing beside it moves"
    hands.press(" ")
    assert hands.bridge.battle.active != "ann" or hands.bridge.battle.who("ann").acted


@pytest.mark.parametrize("height", [600, 680, 768])
def test_checklist_key_scrolls_to_its_first_line(window: MainWindow, qtbot: QtBot, height: int) -> None:
    window.resize(1366, height)
    weapons = ["pistol", "sword", "grenade"]
    armed = {"state": {"unloaded": ["pistol"]}, "weapons": weapons}
    hands = fight(window, "skirmish", {**armed, "name": "Ann with the long pistol"}, armed)
    for number in range(4):
        hands.play.dispatch(Command("timer", "", Table(label=f"Lamp {number} goes out", round=2)))
    for _ask in range(4):
        if hands.bridge.battle.active != "ann":
            hands.press("1")
    panel = window.page.panel
    hands.press("Ctrl+J")
    port, row = panel._scroll.viewport(), next(iter(panel.checklist.rows.values()))
    assert row.hasFocus()

    def seen() -> bool:
        top = row.mapTo(port, QPoint()).y()
        return bool(0 <= top <= port.height() - row.heightForWidth(row.width()) and row.height() > 20)

    qtbot.waitUntil(seen)
    hands.press("Escape")
    assert not panel.checklist.isVisible()
    assert window.focusWidget() is window.page.map, "the keys act in the battle again"


def test_checklist_ticks_only_completed_steps(window: MainWindow) -> None:
    hands = fight(window, "skirmish", {}, {})
    checklist = window.page.panel.checklist
    number = hands.play.step_number
    checklist._do(Reminder("rolls", "Ann rolls", "ann", step=Command("roll", "ann", Table(pool=2))))
    assert isinstance(hands.bridge.pending, Roll)
    assert "rolls" not in checklist.ticked
    hands.press("Ctrl+Z")
    assert hands.play.step_number == number
    hands.play.dispatch(Command("timer", "", Table(label="Rain", round=4)))
    assert "rolls" not in checklist.ticked
    checklist._do(Reminder("snow", "Snow falls", step=Command("timer", "", Table(label="Snow", round=5))))
    assert "snow" in checklist.ticked
    hands.press("Ctrl+Z")
    hands.play.dispatch(Command("timer", "", Table(label="Hail", round=6)))
    assert "snow" not in checklist.ticked
