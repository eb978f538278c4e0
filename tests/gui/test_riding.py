"""Mounting and dismounting by the window's keys."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.states import settle
from tests.gui.test_map_pairs import ride
from tests.gui.test_map_view import drag

RULES = load("ex3")


@pytest.fixture
def riders(window: MainWindow) -> Hands:
    """Kesh acts, then Rana on her war-horse, then Volfer on his camel."""
    play = Play.begin(system_for(RULES), battle_from(RULES, ride()))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    return Hands(window)


def ask_to_ride(hands: Hands) -> None:
    """Use the palette: all letters belong to more frequent actions."""
    hands.press("Ctrl+K")
    hands.type("mount or")
    hands.press("Enter")


def mount(hands: Hands, id: str) -> str | None:
    held = hands.play.battle.who(id).conditions.get("mount")
    return None if held is None else str(held)


def test_combatant_dismounts_and_remounts(riders: Hands) -> None:
    riders.press(" ")
    assert riders.play.battle.active == "rana"
    ask_to_ride(riders)
    assert mount(riders, "rana") is None
    riders.press(" ", " ", " ", " ")
    assert riders.play.battle.active == "rana"
    ask_to_ride(riders)
    assert mount(riders, "rana") == "warhorse"


def test_rider_beside_several_mounts_chooses_by_number(riders: Hands) -> None:
    """Rana gets off and so does Volfer: two mounts stand in the yard."""
    riders.press(" ")
    ask_to_ride(riders)
    riders.press(" ")
    ask_to_ride(riders)
    riders.press(" ", " ")
    assert [mount(riders, id) for id in ("rana", "volfer")] == [None, None]
    assert riders.play.battle.active == "kesh"
    ask_to_ride(riders)
    draft = riders.bridge.draft
    assert draft is not None
    assert [one.label for one in draft.candidates] == ["Mount Warhorse", "Mount Camel"]
    riders.press("2")
    assert mount(riders, "kesh") == "camel"


def test_mounting_needs_a_mount_in_the_zone(riders: Hands) -> None:
    reasons = riders.bridge.queries.legal_actions("kesh")["ride"]
    assert [one.rule for one in reasons] == ["ex3-67"]
    ask_to_ride(riders)
    assert mount(riders, "kesh") is None


def test_riding_can_be_given_a_key(riders: Hands) -> None:
    key = riders.window.page.action_keys()["ride"]
    riders.press(" ")
    assert riders.play.battle.active == "rana"
    riders.press(key)
    assert mount(riders, "rana") is None


def drop_on_warhorse(hands: Hands, qtbot: QtBot, who: str) -> None:
    field = hands.window.page.map
    settle()
    item = next(one for one in field.map.companions.items.values() if one.companion.name == "Warhorse")
    start = field.mapFromScene(field.map.tokens[who].scenePos())
    drag(qtbot, field, start, field.mapFromScene(item.scenePos()))


def test_dragging_a_token_onto_a_free_mount_mounts_it(riders: Hands, qtbot: QtBot) -> None:
    riders.window.page.map.animated = False
    riders.press(" ")
    ask_to_ride(riders)
    riders.press(" ", " ", " ")
    assert riders.play.battle.active == "kesh"
    assert mount(riders, "rana") is None
    drop_on_warhorse(riders, qtbot, "kesh")
    assert mount(riders, "kesh") == "warhorse"


def test_mounting_twice_is_refused(riders: Hands, qtbot: QtBot) -> None:
    riders.window.page.map.animated = False
    riders.press(" ")
    ask_to_ride(riders)
    riders.press(" ")
    assert riders.play.battle.active == "volfer"
    steps = len(riders.play.steps)
    drop_on_warhorse(riders, qtbot, "volfer")
    assert mount(riders, "volfer") == "camel"
    assert len(riders.play.steps) == steps
    assert "Volfer is already riding." in riders.window.page.map.message
