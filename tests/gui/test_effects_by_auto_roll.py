"""Auto-roll uses the effects of its combatants as set for each; a combatant who declares nothing more is not asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command, Declare, Declared, Roll
from exgui.engine.record import Table
from exgui.gui.commands.table import COMMANDS
from exgui.gui.main_window import MainWindow
from exgui.gui.widgets.row import Row
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.scenario.export import export
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign

BY_AUTO_ROLL = "Auto-roll chooses effects for Kesh."
MOTES = {"personal_motes": 10, "peripheral_motes": 20}
PEOPLE: dict[str, dict[str, Any]] = {
    "ex3": {
        "traits": {"dexterity": 4, "melee": 4, **MOTES},
        "effects": ["melee_excellency", "parry_excellency", "heavy_hand", "roll_with_it"],
    },
    "ex2": {
        "traits": {"strength": 3, "dexterity": 4, "melee": 4, **MOTES},
        "effects": ["first_excellency", "second_parry_excellency", "third_excellency"],
    },
}


def duel_of(game: str) -> Play:
    """Volfer, a player's, and Kesh, a foe, with swords and the same effects, each within the other's reach; Volfer acts
    first."""
    rules = load(game)
    people = []
    for number, id in enumerate(("volfer", "kesh")):
        state = {"initiative": 9 - 2 * number} if game == "ex3" else {"next_tick": 3 * number}
        more = {"side": id, "player": not number, "weapons": ["straight_sword"], "state": state}
        people.append({"id": id, "zone": "yard", **PEOPLE[game], **more})
    zone = {"id": "yard", "size": 30} if game == "ex2" else {"id": "yard"}
    given = {"zone": [zone], "combatant": people, "close": [{"members": ["volfer", "kesh"]}]}
    play = Play.begin(system_for(rules), battle_from(rules, given))
    play.dispatch(Command("start"))
    return play


@pytest.fixture(params=["ex3", "ex2"])
def duel(request: pytest.FixtureRequest, open_window: Callable[[Play], Hands]) -> Hands:
    return open_window(duel_of(request.param))


@pytest.fixture
def ex3_duel(open_window: Callable[[Play], Hands]) -> Hands:
    return open_window(duel_of("ex3"))


def notes(play: Play) -> list[str]:
    return [note.text for line in play.log() for note in line.notes]


def motes(play: Play, who: str) -> int:
    one = play.battle.who(who)
    return one.track("motes_personal") + one.track("motes_peripheral")


def attack(hands: Hands, by: str, target: str) -> None:
    hands.bridge.steps.dispatch(Command("attack", by, Table(target=target)))


def to_kesh(hands: Hands) -> None:
    """Pass the turn to Kesh."""
    hands.bridge.steps.end_turn()
    for _ in range(9):
        if hands.play.battle.active == "kesh":
            return
        hands.bridge.steps.end_turn()
    assert hands.play.battle.active == "kesh"


def test_foe_attacks_with_effects_and_the_log_shows_them(duel: Hands) -> None:
    duel.bridge.auto_roll.set({"kesh"})
    to_kesh(duel)
    attack(duel, "kesh", "volfer")
    assert BY_AUTO_ROLL in notes(duel.play)
    # At most 8 dice, of which sparingly half: 4 motes of 30.
    assert motes(duel.play, "kesh") == 26
    # Volfer is a player's character, and is asked.
    pending = duel.play.pending
    assert isinstance(pending, Declare)
    assert pending.by == "volfer"
    assert motes(duel.play, "volfer") == 30
    duel.bridge.steps.undo()
    assert motes(duel.play, "kesh") == 30
    assert BY_AUTO_ROLL not in notes(duel.play)


def test_policies_never_and_ask_declare_nothing(duel: Hands) -> None:
    duel.bridge.auto_roll.set({"kesh"})
    duel.bridge.auto_roll.set_use("kesh", "never")
    to_kesh(duel)
    attack(duel, "kesh", "volfer")
    assert motes(duel.play, "kesh") == 30
    assert isinstance(duel.play.pending, Declare)
    assert duel.play.pending.by == "volfer"
    duel.bridge.steps.abandon()
    duel.bridge.auto_roll.set_use("kesh", "ask")
    attack(duel, "kesh", "volfer")
    assert isinstance(duel.play.pending, Declare)
    assert duel.play.pending.by == "kesh"
    # From now on freely: the question that is open is answered at once, with all 8 dice.
    duel.bridge.auto_roll.set_use("kesh", "freely")
    assert isinstance(duel.play.pending, Declare)
    assert duel.play.pending.by == "volfer"
    assert motes(duel.play, "kesh") == 22


def test_auto_rolled_fight_replays_from_its_scenario(duel: Hands) -> None:
    duel.bridge.auto_roll.set({"kesh", "volfer"})
    duel.bridge.auto_roll.set_use("volfer", "freely")
    for _ in range(6):
        who = duel.play.battle.active
        if who is None or duel.play.battle.phase != "running":
            break
        attack(duel, who, "kesh" if who == "volfer" else "volfer")
        assert duel.play.pending is None
        duel.bridge.steps.end_turn()
    logged = notes(duel.play)
    assert BY_AUTO_ROLL in logged
    assert "Auto-roll chooses effects for Volfer." in logged
    again = play_scenario(read_text(export(duel.play)))
    assert not again.failures
    assert again.play.system.view(again.play.battle) == duel.play.system.view(duel.play.battle)


def test_effect_policy_is_set_by_commands_and_shown_in_the_header(duel: Hands) -> None:
    head = duel.window.page.panel.head
    duel.bridge.auto_roll.set({"kesh"})
    assert not head.use.isVisible()
    duel.bridge.show("kesh")
    assert head.use.isVisible()
    assert head.use.text() == "Effects: sparing"
    duel.press("Ctrl+K")
    duel.type("effects freely")
    duel.press("Enter")
    assert duel.bridge.auto_roll.use_of("kesh") == "freely"
    assert head.use.text() == "Effects: freely"
    assert duel.window.message == "Kesh: effects are used freely."
    head.use.click()
    assert head.use.text() == "Effects: ask me"
    head.use.click()
    assert head.use.text() == "Effects: never"
    duel.bridge.auto_roll.set_one("kesh", False)
    assert not head.use.isVisible()


def test_effect_policy_is_remembered_with_the_battle(qtbot: QtBot, tmp_path: Path) -> None:
    sample = tmp_path / "sample.exgui"
    sample_campaign(sample)
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    first = MainWindow(settings)
    qtbot.addWidget(first)
    first.session.open_path(sample)
    first.session.begin_encounter(first.session.campaign.encounters()[0].id)
    who = next(iter(first.page.controller.battle.combatants))
    first.page.controller.show(who)
    first.commands.run("use_effects_ask")
    first.close()
    settings.sync()
    second = MainWindow(QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(second)
    second.session.open_path(sample)
    assert second.page.controller.auto_roll.use_of(who) == "ask"
    second.close()


# Nothing more this turn


def shown(hands: Hands) -> str:
    return "  ".join(one.text() for one in hands.window.findChildren(QLabel) if one.isVisible())


def test_declaring_works_by_mouse(ex3_duel: Hands) -> None:
    hands = ex3_duel
    attack(hands, "volfer", "kesh")
    rows = {row.text(): row for row in hands.window.findChildren(Row) if row.isVisible()}
    pending = hands.play.pending
    assert isinstance(pending, Declare)
    chosen = pending.effects[0]
    QTest.mouseClick(rows[chosen.label], Qt.MouseButton.LeftButton)
    QTest.mouseClick(rows["Continue"], Qt.MouseButton.LeftButton)
    assert hands.play.open_step is not None
    assert hands.play.open_step.answers[0] == Declared((f"{chosen.value}:1",))  # once


def test_nothing_more_is_asked_until_the_turn_ends(ex3_duel: Hands) -> None:
    hands = ex3_duel
    attack(hands, "volfer", "kesh")
    pending = hands.play.pending
    assert isinstance(pending, Declare)
    assert (pending.by, pending.moment) == ("volfer", "attack")
    assert "Nothing more this turn: Volfer" not in shown(hands)
    hands.press("N")
    assert "Nothing more this turn: Volfer" in shown(hands)
    pending = hands.play.pending
    assert isinstance(pending, Declare)
    assert pending.by == "kesh"
    hands.press("Enter")
    assert isinstance(hands.play.pending, Roll)
    hands.type("9")
    hands.press("Enter")
    # Volfer would be asked for Heavy Hand now; Kesh, who has said nothing, is asked as before.
    pending = hands.play.pending
    assert isinstance(pending, Declare)
    assert (pending.by, pending.moment) == ("kesh", "damaged")
    hands.press("N")
    hands.press("R")
    assert hands.play.pending is None
    assert set(hands.bridge.nothing_more.all) == {"volfer", "kesh"}
    assert motes(hands.play, "volfer") == motes(hands.play, "kesh") == 30
    hands.press(" ")
    assert hands.play.battle.active == "kesh"
    assert hands.bridge.nothing_more.all == ()
    assert "Nothing more this turn" not in shown(hands)
    attack(hands, "kesh", "volfer")
    assert isinstance(hands.play.pending, Declare)


def test_undoing_an_answer_undoes_only_that_answer(ex3_duel: Hands) -> None:
    hands = ex3_duel
    attack(hands, "volfer", "kesh")
    hands.press("N", "Ctrl+Z")
    pending = hands.play.pending
    assert isinstance(pending, Declare)
    assert pending.by == "volfer"
    assert hands.bridge.nothing_more.all == ()
    hands.press("Enter", "Enter")
    hands.type("9")
    hands.press("Enter")
    pending = hands.play.pending
    assert isinstance(pending, Declare)
    assert (pending.by, pending.moment) == ("volfer", "damage")


def test_key_does_nothing_without_a_declaration(ex3_duel: Hands) -> None:
    assert not ex3_duel.bridge.steps.declare_nothing_more()
    assert ex3_duel.bridge.nothing_more.all == ()


def test_declared_effect_is_shown_without_its_cost(ex3_duel: Hands) -> None:
    ex3_duel.bridge.auto_roll.set({"kesh"})
    ex3_duel.bridge.auto_roll.set_use("kesh", "freely")
    attack(ex3_duel, "volfer", "kesh")
    ex3_duel.press("1", "1", "Enter")
    steps = [(row.text(), row.note) for row in ex3_duel.window.page.panel.resolution.done]
    assert ("Melee Excellency 2", "") in steps
    # 12 dice against 5: only Parry 9 is reached in less than a quarter of all falls.
    assert ("Kesh: Parry Excellency 4", "by auto-roll") in steps


def test_sample_duel_continues_by_itself(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "sample.exgui"
    sample_campaign(path)
    window.session.open_path(path)
    title = "Duel on the Moon Bridge"
    window.session.begin_encounter(next(one.id for one in window.session.campaign.encounters() if one.name == title))
    hands = Hands(window)
    hands.bridge.auto_roll.set({"dawn", "night"})
    hands.bridge.steps.start()
    others = {"dawn": "night", "night": "dawn"}
    for _turn in range(8):
        who = hands.play.battle.active
        assert who is not None
        attack(hands, who, others[who])
        assert hands.play.pending is None
        hands.bridge.steps.end_turn()
    logged = notes(hands.play)
    for name in ("Sera of the Dawn", "Kael Nine-Shadows"):
        assert f"Auto-roll chooses effects for {name}." in logged
    # Half of 54 motes, and of 51, are held back.
    assert 27 <= motes(hands.play, "dawn") < 54
    assert 26 <= motes(hands.play, "night") < 51
    again = play_scenario(read_text(export(hands.play)))
    assert not again.failures
    assert again.play.system.view(again.play.battle) == hands.play.system.view(hands.play.battle)


def test_current_effect_policy_is_checked_and_can_be_set_before_auto_roll(ex3_duel: Hands) -> None:
    window = ex3_duel.window
    ex3_duel.bridge.show("kesh")

    def ticked() -> list[str]:
        ways = [one for one in COMMANDS if one.id.startswith("use_effects_")]
        return [one.title for one in ways if one.is_on(window.commands.context)]

    assert ticked() == ["How effects are used: sparing"]
    window.commands.run("use_effects_never")
    assert ticked() == ["How effects are used: never"]
    assert window.message == "Kesh: no effects are used when the app rolls for them."
    ex3_duel.bridge.show("volfer")
    assert ticked() == ["How effects are used: sparing"]


def test_auto_rolled_attack_offers_weapon_and_mode_with_the_target(ex3_duel: Hands, qtbot: QtBot) -> None:
    hands = ex3_duel
    hands.play.dispatch(Command("end_turn", "volfer"))
    card = hands.window.page.panel.draft
    hands.bridge.drafting.propose("attack", "kesh")
    assert not card.ways  # they are changed at the roll
    hands.bridge.auto_roll.set_one("kesh", True)
    hands.bridge.drafting.propose("attack", "kesh")
    assert list(card.ways) == ["Straight sword", "Unarmed", "Withering", "Decisive"]
    for way in ("Unarmed", "Decisive"):
        QTest.mouseClick(card.ways[way], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda way=way: way.lower() in hands.bridge.drafting.draft.command.args.values())
        assert card.ways[way].isChecked()
    hands.bridge.drafting.give_candidate("volfer")
    done = [line.command for line in hands.play.log() if line.command.do == "attack"]
    assert [(one.get("weapon"), one.get("mode")) for one in done] == [("unarmed", "decisive")]
