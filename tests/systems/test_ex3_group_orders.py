"""The battle groups to which the three commands are offered (ex3-81 to ex3-83): those that can receive them."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

GROUP = {"size": 2, "drill": "average", "might": 0, "health_levels": 7, "willpower": 4, "perfect_morale": False}
# Unharmed: 7 health levels + Size 2 (ex3-70).
FULL = 9


def captain(*groups: tuple[str, int, bool]) -> Battle:
    """An active captain, and their groups: id, Magnitude, routed or not; and a group of their foes."""
    people: list[dict[str, Any]] = [{"id": "vey", "side": "heroes", "zone": "yard", "state": {"initiative": 9}}]
    for id, magnitude, routed in groups:
        state = {"initiative": 3, "magnitude": magnitude, **({"routed": True} if routed else {})}
        people.append({"id": id, "side": "heroes", "zone": "yard", "group": GROUP, "state": state})
    people.append({"id": "raiders", "side": "foes", "zone": "yard", "group": GROUP, "state": {"initiative": 2}})
    data = {"zone": [{"id": "yard"}], "combatant": people}
    return battle_from(load("ex3"), data, "orders")


@pytest.mark.parametrize(
    ("command", "offered"),
    [("order", ["guards", "archers"]), ("rally", ["pikes"]), ("rally_numbers", ["archers"])],
)
def test_command_is_offered_for_valid_groups(command: str, offered: list[str]) -> None:
    """The pikes are routed; the archers have lost Magnitude; the guards are unharmed; the raiders follow another."""
    system = system_for(load("ex3"))
    battle = system.prepare(captain(("guards", FULL, False), ("archers", 4, False), ("pikes", 5, True)))
    found = system.candidates(battle, Command(command, "vey"), "group")
    assert [one.value for one in found] == offered


def test_without_valid_groups_all_own_groups_are_listed_with_reasons() -> None:
    play = Play.begin(system_for(load("ex3")), captain(("guards", FULL, False)))
    play.dispatch(Command("start"))
    (found,) = play.system.candidates(play.battle, Command("rally", "vey"), "group")
    assert found.value == "guards"
    assert "Guards haven’t failed a rout check." in [one.text for one in found.violations]


@pytest.mark.parametrize(("group", "text"), [("vey", "Vey is not a battle group."), (None, "Choose a battle group.")])
def test_commanding_a_non_group_cannot_be_overruled(group: str | None, text: str) -> None:
    play = Play.begin(system_for(load("ex3")), captain(("guards", FULL, False)))
    play.dispatch(Command("start"))
    args = {} if group is None else {"group": group}
    (found,) = play.check(Command("order", "vey", args))
    assert (found.text, found.final) == (text, True)
