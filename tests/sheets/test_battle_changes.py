"""An edit of a sheet reaches the combatant made from it: the changes of the sheet, nothing that the fight changed."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import command
from exgui.play.play import Play, Refused
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.sheets.battle_changes import sheet_known_to, step_of_edit
from exgui.systems import system_for

RULES = load("ex3")
VOLFER: dict[str, Any] = {
    "name": "Volfer",
    "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "melee": 4},
    "weapons": ["straight_sword"],
}


def begun() -> Play:
    """Volfer, wounded, whose sword was struck from the hand."""
    fights = {"side": "one", "zone": "yard", "state": {"initiative": 7, "health": {"lethal": 1}}, "ready": []}
    combatants = [{**VOLFER, **fights, "id": "volfer"}, {"id": "kesh", "side": "two", "zone": "yard"}]
    battle = battle_from(RULES, {"zone": [{"id": "yard"}], "combatant": combatants})
    return Play.begin(system_for(RULES), battle)


def edited(play: Play, before: dict[str, Any], after: dict[str, Any]) -> None:
    step = step_of_edit(before, after, RULES, "volfer")
    assert step is not None
    play.dispatch(step)


def test_trait_weapon_and_set_value_reach_the_battle_and_can_be_undone() -> None:
    play = begun()
    after = {
        **VOLFER,
        "traits": {**VOLFER["traits"], "melee": 5},
        "weapons": ["straight_sword", "knife"],
        "printed": {"soak": 9},
    }
    edited(play, VOLFER, after)
    one = play.battle.who("volfer")
    assert (one.traits["melee"], one.ready, one.track("health.lethal")) == (5, ("knife",), 1)
    assert play.system.number(play.battle, "volfer", "soak").total == 9
    assert [note.text for note in play.log()[-1].notes] == [
        "Volfer’s sheet has changed: Melee 5, Soak 9, Knife and what is in hand."
    ]
    edited(play, after, VOLFER)
    one = play.battle.who("volfer")
    assert (one.traits["melee"], "knife" in one.gear, one.ready) == (4, False, ())
    assert play.step_number == 2


def known_there(play: Play, sheet: dict[str, Any]) -> Any:
    commands = [step.command for step in play.steps]
    return sheet_known_to(play.battle_at(0), play.battle, commands, "volfer", sheet, RULES)


def test_battle_recognizes_its_sheet_until_it_is_edited_elsewhere() -> None:
    play = begun()
    assert known_there(play, VOLFER) is None
    after = {**VOLFER, "traits": {**VOLFER["traits"], "melee": 5}, "weapons": ["knife"], "folder": "Heroes"}
    assert known_there(play, after) == {**VOLFER, "folder": "Heroes"}
    edited(play, VOLFER, after)
    assert known_there(play, after) is None
    assert known_there(play, VOLFER)["weapons"] == ["knife"]


def test_wounds_on_the_sheet_drop_a_combatant_and_undo_raises_them() -> None:
    play = begun()
    down = {**VOLFER, "state": {"health": {"lethal": 7}}}
    edited(play, VOLFER, down)
    assert "incapacitated" in play.battle.who("volfer").conditions
    edited(play, down, VOLFER)
    assert "incapacitated" not in play.battle.who("volfer").conditions


def test_change_irrelevant_to_the_battle_is_no_step() -> None:
    assert step_of_edit(VOLFER, {**VOLFER, "draft": {"traits.wits": "x"}, "folder": "Heroes"}, RULES, "volfer") is None


@pytest.mark.parametrize(
    "args",
    [
        {"sheet": {"traits": {"charm": 3}}},
        {"things": {"knife": {"kind": "weapon", "item": "no such thing"}}},
        {"tracks": {"initiative": "lots"}},
        {"sheet": 5},
        {"things": 5},
        {"gone": 5},
    ],
)
def test_invalid_change_is_refused_and_changes_nothing(args: dict[str, Any]) -> None:
    play = begun()
    before = play.battle
    with pytest.raises(Refused):
        play.dispatch(command("change_sheet", who="volfer", **args))
    assert play.battle is before


def test_motes_added_on_the_sheet_arrive_in_the_battle() -> None:
    play = begun()
    rich = {**VOLFER, "traits": {**VOLFER["traits"], "personal_motes": 13}}
    edited(play, VOLFER, rich)
    assert play.battle.who("volfer").track("motes_personal") == 13
    richer = {**VOLFER, "traits": {**VOLFER["traits"], "personal_motes": 15}}
    edited(play, rich, richer)
    assert play.battle.who("volfer").track("motes_personal") == 13  # what was spent is not known to the sheet
