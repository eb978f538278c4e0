"""The state of a battle group formed in a fight: its Size, its name and id, and the places of its members when they
leave it."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.group_forming import size_for


def a_gang(count: int = 3) -> Play:
    """So many bandits, the first of them at close range with Volfer, in a battle that runs."""
    bandits: list[dict[str, Any]] = [
        {"id": f"b{n}", "name": f"Bandit {n}", "side": "foes", "zone": "yard", "state": {"initiative": 10 - n}}
        for n in range(1, count + 1)
    ]
    volfer = {"id": "volfer", "side": "heroes", "zone": "yard", "state": {"initiative": 1}}
    data = {"zone": [{"id": "yard"}], "combatant": [*bandits, volfer], "close": [{"members": ["b1", "volfer"]}]}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "gang"))
    play.dispatch(Command("start"))
    return play


def merged(play: Play, **args: Any) -> str:
    """All bandits as one group; its id."""
    bandits = tuple(id for id in play.battle.combatants if id.startswith("b"))
    before = set(play.battle.combatants)
    play.dispatch(Command("merge", args={"who": bandits, **args}))
    (group,) = set(play.battle.combatants) - before
    return group


@pytest.mark.parametrize(
    ("fighters", "size"),
    [(1, 0), (2, 0), (3, 1), (12, 1), (13, 2), (100, 2), (101, 3), (300, 3), (301, 4), (1000, 4), (1001, 5)],
)
def test_size_by_number_of_fighters(fighters: int, size: int) -> None:
    assert size_for(fighters) == size


def test_a_group_is_named_after_its_first_fighter() -> None:
    play = a_gang()
    id = merged(play)
    group = play.battle.who(id)
    assert (group.id, group.name) == ("bandit_group", "Bandit group")


def test_group_has_its_given_name_and_its_own_id() -> None:
    play = a_gang()
    assert merged(play, name="  Bandits  ") == "bandits"
    assert play.battle.who("bandits").name == "Bandits"


def test_name_without_letters_still_makes_an_id() -> None:
    play = a_gang()
    assert merged(play, name="!!!") == "group"


def test_second_group_of_a_name_has_2_in_its_id() -> None:
    play = a_gang(4)
    play.dispatch(Command("merge", args={"who": ("b1", "b2")}))
    play.dispatch(Command("merge", args={"who": ("b3", "b4")}))
    assert {"bandit_group", "bandit_group_2"} < set(play.battle.combatants)


def test_two_fighters_can_form_a_group() -> None:
    play = a_gang(2)
    id = merged(play)
    assert play.battle.who(id).track("size") == 0


def test_combatant_leaving_a_group_keeps_its_zone_and_acted_state() -> None:
    play = a_gang()
    merged(play, id="gang")
    assert play.battle.close_group("gang") == ("volfer",)
    assert not play.battle.who("gang").acted  # the first of them was up and had done nothing
    play.dispatch(Command("end_turn", "gang"))
    play.dispatch(Command("split", args={"group": "gang", "who": "b2"}))
    assert play.battle.who("b2").acted
    assert play.battle.close_group("b2") == ()


def test_empty_group_is_at_close_range_with_no_one() -> None:
    play = a_gang(2)
    merged(play, id="gang")
    for _ in range(2):
        play.dispatch(Command("split", args={"group": "gang"}))
    assert "dissolved" in play.battle.who("gang").conditions
    assert play.battle.close_group("volfer") == ()


def test_group_of_badly_wounded_fighters_has_magnitude_1() -> None:
    """Two fighters, Size 0: 7 levels, of which each lacks 6."""
    play = a_gang(2)
    for who in ("b1", "b2"):
        play.dispatch(Command("adjust", args={"who": who, "set": {"health.lethal": 6}}))
    merged(play, id="gang")
    assert play.battle.who("gang").track("magnitude") == 1


def test_leaving_a_group_before_the_battle_gives_no_initiative() -> None:
    bandits = [{"id": id, "side": "foes", "zone": "yard"} for id in ("b1", "b2")]
    data = {"zone": [{"id": "yard"}], "combatant": bandits}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "gang"))
    merged(play, id="gang")
    play.dispatch(Command("split", args={"group": "gang", "who": "b1"}))
    assert "initiative" not in play.battle.who("gang").tracks
    assert "initiative" not in play.battle.who("b1").tracks


def test_combatant_leaving_a_group_keeps_its_initiative() -> None:
    """9, 8 and 7: the group has 24 / 3 = 8, and so has the first of them when they are out of it."""
    play = a_gang()
    merged(play, id="gang")
    play.dispatch(Command("split", args={"group": "gang", "who": "b1"}))
    assert play.battle.who("b1").track("initiative") == 8


def test_combatant_leaving_a_prepared_group_is_numbered_last() -> None:
    group = {"size": 1, "drill": "average", "might": 0, "health_levels": 7, "willpower": 4, "perfect_morale": False}
    people = [
        {"id": "mob", "side": "foes", "zone": "yard", "group": group, "state": {"initiative": 3}},
        {"id": "volfer", "side": "heroes", "zone": "yard", "state": {"initiative": 1}},
    ]
    data = {"zone": [{"id": "yard"}], "combatant": people}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "mob"))
    play.dispatch(Command("start"))
    highest = max(one.number for one in play.battle.combatants.values())
    play.dispatch(Command("split", args={"group": "mob", "id": "deserter"}))
    assert play.battle.who("deserter").number == highest + 1


def test_enemies_cannot_form_a_group() -> None:
    play = a_gang(2)
    (found,) = play.check(Command("merge", args={"who": ("b1", "volfer")}))
    assert found.text == "Volfer isn’t on the same side and in the same zone as Bandit 1."
