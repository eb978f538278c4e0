"""Several actions combined into one: added by number, undone, their cost shown before they are done."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from exgui.engine.asks import Command, Roll
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.states import settle

BRAWL = {
    "zone": [{"id": "yard"}],
    "combatant": [
        {
            "id": id,
            "name": id.capitalize(),
            "side": id,
            "zone": "yard",
            "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4},
            "weapons": ["straight_sword"],
            "state": {"next_tick": tick},
        }
        for id, tick in (("volfer", 0), ("kesh", 5))
    ],
    "close": [{"members": ["volfer", "kesh"]}],
}

KESH = "2"
"""The number on Kesh's token."""


@pytest.fixture
def brawl(window: MainWindow) -> Hands:
    rules = load("ex2")
    play = Play.begin(system_for(rules), battle_from(rules, BRAWL))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    return Hands(window)


@pytest.fixture
def crowd(window: MainWindow) -> Hands:
    """Volfer, with sword and knife in hand, among thirteen."""
    rules = load("ex2")
    hero, foe = BRAWL["combatant"]
    people = [{**hero, "weapons": ["straight_sword", "knife"]}]
    people += [{**foe, "id": f"foe_{n}", "name": f"Foe {n}", "state": {"next_tick": 5}} for n in range(1, 14)]
    data = {
        "zone": [{"id": "yard"}, {"id": "hill"}],
        "link": [{"between": ["yard", "hill"]}],
        "combatant": people,
        "close": [{"members": [one["id"] for one in people]}],
    }
    play = Play.begin(system_for(rules), battle_from(rules, data))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    return Hands(window)


def shown(hands: Hands) -> list[str]:
    QApplication.processEvents()
    return [one.text() for one in hands.window.page.panel.draft.findChildren(QLabel) if one.isVisible()]


def test_same_action_can_be_added_twice_with_its_cost_shown(brawl: Hands) -> None:
    brawl.press("Y", KESH, KESH)
    texts = shown(brawl)
    assert "1. Attack: Kesh" in texts
    assert "2. Attack: Kesh" in texts
    # A straight sword has Speed 4, each attack a DV penalty of 1; the first of two has 2 dice less, the second 3.
    assert "Speed 4 · DV penalty −2 · Attack dice −2 · Attack dice −3" in texts


def test_backspace_removes_the_last_action(brawl: Hands) -> None:
    brawl.press("Y", KESH, KESH, KESH)
    # Three dice less, four, five.
    assert "Speed 4 · DV penalty −3 · Attack dice −3 · Attack dice −4 · Attack dice −5" in shown(brawl)
    brawl.press("\b")
    assert len(brawl.bridge.draft.chosen) == 2
    brawl.press("\b", "\b", "\b")
    assert brawl.bridge.draft is not None
    assert brawl.bridge.draft.chosen == ()


def test_enter_performs_the_actions_in_order(brawl: Hands) -> None:
    brawl.press("Y", KESH, KESH, "Enter")
    ask = brawl.play.pending
    assert isinstance(ask, Roll)
    done = brawl.play.open_step.command
    assert [one["do"] for one in done.args["actions"]] == ["attack", "attack"]
    # Dexterity 4 and Melee 4, the sword's Accuracy 2, two dice less.
    assert ask.dice == 4 + 4 + 2 - 2


def test_too_few_actions_are_refused_and_kept(brawl: Hands) -> None:
    messages: list[str] = []
    brawl.bridge.message.connect(messages.append)
    brawl.press("Y", KESH, "Enter")
    assert messages == ["A flurry has 2 to 5 actions, not 1. (ex2-23)"]
    assert len(brawl.bridge.draft.chosen) == 1


def test_rule_breaking_step_can_be_allowed(brawl: Hands) -> None:
    """A straight sword has Rate 2."""
    brawl.press("Y", KESH, KESH, KESH, "Enter")
    assert brawl.bridge.refusal is not None
    assert "Rate 2" in brawl.bridge.refusal.sentence
    assert "ex2-23" in shown(brawl)
    brawl.press("Shift+Enter")
    assert isinstance(brawl.play.pending, Roll)
    assert len(brawl.play.open_step.command.args["actions"]) == 3


def test_sixth_action_is_rejected(brawl: Hands) -> None:
    messages: list[str] = []
    brawl.bridge.message.connect(messages.append)
    brawl.press("Y", KESH, KESH, KESH, KESH, KESH, KESH)
    assert len(brawl.bridge.draft.chosen) == 5
    assert messages == ["A flurry has 2 to 5 actions, not 6. (ex2-23)"]


def rows(hands: Hands) -> list[tuple[str, str]]:
    """The rows of the card: the key of each, and its text."""
    QApplication.processEvents()
    return [(row.key, row.text()) for row in hands.window.page.panel.draft.rows]


def added(hands: Hands) -> list[tuple[str, str]]:
    assert hands.bridge.draft is not None
    return [(str(one["do"]), str(one.get("target") or one.get("to") or "")) for one in hands.bridge.draft.gathered]


def test_number_above_nine_is_typed_with_a_leading_zero(crowd: Hands) -> None:
    crowd.press("Y")
    found = dict(rows(crowd))
    # Volfer is 1, so the ninth foe has 10 and the thirteenth 14.
    assert found["9"] == "Foe 8 with the straight sword"
    assert found["0 10"] == "Foe 9 with the straight sword"
    assert found["0 14"] == "Foe 13 with the straight sword"
    # The knife against the first of them: no number of another token, and so the first above all of them.
    assert found["0 15"] == "Foe 1 with the knife"
    assert "1" not in found
    crowd.press("0", "1", "4", "3")
    assert added(crowd) == [("attack", "foe_13"), ("attack", "foe_2")]


def test_every_choice_has_a_row_and_a_key(crowd: Hands) -> None:
    crowd.press("Y")
    draft = crowd.bridge.draft
    assert draft is not None
    keys = crowd.window.page.action_keys()
    seen: set[str] = set()
    for action, uses in draft.groups.items():
        if len(uses) > 1:
            crowd.press(keys[action])
            listed = rows(crowd)
            assert {one.label.split(": ")[-1] for one in uses} <= {text for _key, text in listed}
            assert len({key for key, _text in listed}) == len(listed)
            assert all(key for key, _text in listed)
        else:
            assert (keys[action], uses[0].label) in rows(crowd)
        seen |= {one.label for one in uses}
    # Thirteen targets with either of two weapons, as an attack and as a called shot.
    assert sum(label.startswith("Attack:") for label in seen) == 26
    assert sum(label.startswith("Disarm:") for label in seen) == 26


def test_letter_lists_an_actions_variants_or_adds_the_only_one(crowd: Hands) -> None:
    keys = crowd.window.page.action_keys()
    crowd.press("Y", keys["disarm"])
    order = [text for _key, text in rows(crowd)]
    assert ("2", "Foe 1 with the straight sword") in rows(crowd)
    assert order.index("Disarm") < order.index("Foe 1 with the straight sword") < order.index("Sweep")
    crowd.press("2", keys["jump"])
    assert [do for do, _target in added(crowd)] == ["attack", "jump"]
    assert "2. Jump" in shown(crowd)


def test_the_arrow_keys_open_a_group_and_add_from_it(crowd: Hands) -> None:
    crowd.press("Y", "Up")
    labels = [text for _key, text in rows(crowd)]
    while labels[crowd.window.page.panel.draft._cursor] != "Disarm":
        crowd.press("Up")
    crowd.press("Enter")
    assert crowd.bridge.draft.open_group == "disarm"
    crowd.press("Enter")
    assert crowd.bridge.draft.chosen[0]["shot"] == "disarm"


def test_unrelated_letter_keeps_the_draft(crowd: Hands) -> None:
    crowd.press("Y", "2", "M")
    assert added(crowd) == [("attack", "foe_1")]
    assert crowd.window.message == "Move can’t be added. Enter does what you have so far, Escape cancels."


def test_unknown_number_is_reported_and_backspace_removes_a_digit(crowd: Hands) -> None:
    messages: list[str] = []
    crowd.bridge.message.connect(messages.append)
    crowd.press("Y", "2", "0", "9")
    assert crowd.bridge.draft.typed == "09"
    crowd.press("\b")
    assert crowd.bridge.draft.typed == ""
    assert added(crowd) == [("attack", "foe_1")]
    crowd.press("0", "9", "9")
    assert messages == ["Nothing has number 99."]
    assert added(crowd) == [("attack", "foe_1")]


def test_clicking_a_token_adds_it_and_clicking_the_actor_removes_nothing(brawl: Hands) -> None:
    map = brawl.window.page.map
    brawl.press("Y")
    for who in ("kesh", "kesh", "volfer"):
        at = map.mapFromScene(map.map.tokens[who].scenePos())
        QTest.mouseClick(map.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert added(brawl) == [("attack", "kesh"), ("attack", "kesh")]
    assert "Speed 4 · DV penalty −2 · Attack dice −2 · Attack dice −3" in shown(brawl)


def test_tick_bar_click_adds_an_open_candidate(brawl: Hands) -> None:
    keys = brawl.window.page.action_keys()
    ticks = brawl.window.page.ticks
    brawl.press("Y", "A", keys["sweep"])  # each has but one use, which is added
    assert [one.get("shot") for one in brawl.bridge.draft.gathered] == [None, "sweep"]
    at = ticks.gliding.at["kesh"] * ticks._grown
    QTest.mouseClick(ticks, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert added(brawl)[2] == ("attack", "kesh")  # past the sword's Rate, and so refused when it is to be done


def test_possible_targets_are_highlighted_on_the_map(crowd: Hands) -> None:
    crowd.press("Y")
    wanted = crowd.window.page.map.map.pickable
    assert wanted.combatants
    assert not wanted.zones
    assert wanted.keys["foe_13"] == 14
    assert crowd.window.page.ticks.looks["foe_3"].pickable
    crowd.press(crowd.window.page.action_keys()["disarm"])
    assert wanted.keys.keys() == crowd.window.page.map.map.pickable.keys.keys()


def test_clicking_a_zone_adds_the_move_there(crowd: Hands) -> None:
    crowd.press("Y", crowd.window.page.action_keys()["dash"])
    crowd.bridge.picking.pick_zone("hill")
    assert added(crowd) == [("dash", "hill")]


def test_plain_attack_among_many_targets_uses_the_same_keys(crowd: Hands) -> None:
    crowd.press("A")
    assert dict(rows(crowd))["0 13"] == "Foe 12"
    crowd.press("0", "1", "3")
    assert isinstance(crowd.play.pending, Roll)
    assert crowd.play.open_step.command.get("target") == "foe_12"


def test_log_shows_only_the_tick_if_time_counts_up(brawl: Hands) -> None:
    brawl.bridge.steps.dispatch(Command("misc", "volfer"))
    whens = [row.when for row in brawl.window.page.log.model.rows if row.when]
    assert whens
    assert set(whens) == {"tick 0"}


def test_tick_bar_has_no_ticks_below_zero(brawl: Hands) -> None:
    scale = brawl.window.page.ticks.shown.scale
    assert scale is not None
    assert min(scale.numbers) == 0
    assert scale.number_at(-500.0) == 0
    assert scale.number_at(scale.x(5)) == 5


def test_a_weapon_without_speed_is_refused_with_its_rule(window: MainWindow) -> None:
    rules = load("ex2")
    hero, foe = BRAWL["combatant"]
    pan = {"id": "pan", "name": "Frying pan", "damage": 1, "damage_type": "bashing"}
    data = {**BRAWL, "combatant": [{**hero, "weapons": [pan], "state": {"next_tick": 0}}, foe]}
    play = Play.begin(system_for(rules), battle_from(rules, data))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    hands = Hands(window)
    hands.bridge.steps.dispatch(Command("attack", "volfer", {"target": "kesh", "weapon": "pan"}))
    assert "Frying pan has no Speed: set one before attacking with it." in shown(hands)
    assert {"ex2-05", "ex2-10"} <= set(shown(hands))  # each leads to its rule


def test_two_quick_clicks_add_two_actions(brawl: Hands) -> None:
    map = brawl.window.page.map
    brawl.press("Y")
    at = map.mapFromScene(map.map.tokens["kesh"].scenePos())
    QTest.mouseClick(map.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(map.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert added(brawl) == [("attack", "kesh")] * 2


def test_numbers_make_room_for_the_draft(crowd: Hands) -> None:
    crowd.window.resize(1366, 1000)  # all actions have room below the numbers, with some to spare
    settle()
    panel = crowd.window.page.panel
    assert panel.figures.isVisible()
    crowd.press("Y")
    assert not panel.figures.isVisible()
    # The row under the arrow keys is always in sight, the last one too.
    settle()
    crowd.press("Up")
    settle()
    row = panel.draft.rows[-1]
    assert panel._scroll.viewport().rect().contains(row.mapTo(panel._scroll.viewport(), row.rect().center()))
    crowd.press("Escape")
    assert panel.figures.isVisible()


def test_enter_after_a_click_performs_the_draft(brawl: Hands) -> None:
    map = brawl.window.page.map
    brawl.press("Y")
    at = map.mapFromScene(map.map.tokens["kesh"].scenePos())
    for _ in range(2):
        QTest.mouseClick(map.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert map.hasFocus()
    brawl.press("Enter")
    assert isinstance(brawl.play.pending, Roll)


@pytest.mark.parametrize("form", ["map", "ticks", "wheel"])
def test_enter_adds_the_marked_combatant_and_then_continues(brawl: Hands, form: str) -> None:
    if form == "wheel":
        brawl.window.run("wheel")
    widget = getattr(brawl.window.page, form)
    brawl.press("Y", "2")
    widget.setFocus()
    for _ in range(6):
        if (widget.keyboard.at if form == "map" else widget.input.cursor) in ("kesh", ("token", "kesh")):
            break
        QTest.keyClick(widget, Qt.Key.Key_Tab if form == "map" else Qt.Key.Key_Right)
    brawl.press("Enter")
    assert added(brawl) == [("attack", "kesh")] * 2
    brawl.press("Enter")
    assert isinstance(brawl.play.pending, Roll)


def test_flurry_can_be_built_by_mouse_alone(brawl: Hands) -> None:
    card = brawl.window.page.panel.draft

    def click(text: str) -> None:
        settle()
        buttons = [*card.rows, *card.findChildren(QPushButton)]
        button = next(one for one in buttons if one.text() == text and one.isVisible())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    flurry = next(
        row for group in brawl.window.page.panel.action_list.groups for id, row in group.rows.items() if id == "flurry"
    )
    QTest.mouseClick(flurry, Qt.MouseButton.LeftButton)
    for text in ("Kesh", "Kesh", "Jump", "Remove the last", "Do it"):
        click(text)
    assert isinstance(brawl.play.pending, Roll)
    assert [one["do"] for one in brawl.play.open_step.command.args["actions"]] == ["attack", "attack"]


def test_participants_are_chosen_by_clicks_on_tokens(window: MainWindow) -> None:
    rules = load("ex2")
    hero, foe = BRAWL["combatant"]
    friends = [{**hero, "id": id, "name": id.capitalize(), "state": {"next_tick": 2}} for id in ("swan", "reed")]
    data = {"zone": BRAWL["zone"], "combatant": [hero, foe, *friends]}
    play = Play.begin(system_for(rules), battle_from(rules, data))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    hands = Hands(window)
    map = window.page.map

    def click(who: str) -> None:
        QTest.mouseClick(
            map.viewport(), Qt.MouseButton.LeftButton, pos=map.mapFromScene(map.map.tokens[who].scenePos())
        )

    hands.press("K")
    click("kesh")
    assert rows(hands) == [("1", "Volfer"), ("3", "Swan"), ("4", "Reed")]
    click("swan")
    click("kesh")  # the target does not take part: nothing is dropped for that
    hands.press("4")
    assert hands.bridge.draft.gathered == ("swan", "reed")
    hands.press("Enter")
    assert play.open_step.command.args["with"] == ("swan", "reed")
