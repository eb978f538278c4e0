"""Ground of ex2 in yards: ways, progress, the fray; each number worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight

from exgui.engine.asks import Command, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionEnded
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.systems.ex2 import movement, penalties, positions


def moves(battle: Battle, *steps: Command, overrule: bool = False, faces: tuple[int, ...] = ()) -> Play:
    """These steps; a roll falls with these faces."""
    play = Play.begin(SYSTEM, battle)
    for step in steps:
        play.dispatch(step.but(overrule=overrule))
        while isinstance(play.pending, Roll):
            play.answer(Fall(faces))
    return play


def sentences_of(play: Play) -> list[str]:
    return [event.text for line in play.log() for event in line.events if hasattr(event, "text")]


def where(play: Play, who: str = "vey") -> tuple[str | None, tuple[int, int] | None, tuple[str, ...]]:
    """Zone, progress, and with whom it is engaged."""
    one = play.battle.who(who)
    way = one.conditions.get("progress")
    return one.zone, (way["done"], way["need"]) if way else None, play.battle.close_group(who)


def diamond(**vey: Any) -> Battle:
    """From the yard (20) by the alley (10) or the market (60) to the gate (20), and by a ditch to the moor (20)."""
    zones = [("yard", 20), ("alley", 10), ("market", 60), ("gate", 20), ("moor", 20)]
    joined = [("yard", "market"), ("yard", "alley"), ("market", "gate"), ("alley", "gate")]
    return fight(
        vey=vey,
        zone=[{"id": id, "size": size} for id, size in zones],
        link=[{"between": pair} for pair in joined] + [{"between": ["yard", "moor"], "barrier": "obstacle"}],
    )


def test_shortest_path_counts() -> None:
    # alley (20 + 10) / 2 = 15, market 40, gate by the alley 15 + 15, moor 20 over the obstacle
    assert positions.ways_from(diamond(), "yard") == {"yard": 0, "alley": 15, "moor": 20, "gate": 30, "market": 40}
    assert positions.distance(diamond(), "vey", "thug") == 30
    assert positions.distance(diamond(), "thug", "vey") == 30
    assert positions.distance(diamond(), "vey", "kesh") == 0


@pytest.mark.parametrize(
    ("mine", "theirs", "yards"),
    [
        (("alley", 7, 15), None, 23),
        # by the market it is no shorter
        (("market", 7, 40), None, 30),
        (("moor", 7, 20), None, 30),
        (None, ("alley", 5, 15), 25),
        (("alley", 7, 15), ("alley", 5, 15), 18),
        (("alley", 29, 15), ("alley", 5, 15), 0),
    ],
)
def test_progress_shortens_the_distance(mine: Any, theirs: Any, yards: int) -> None:
    battle = diamond()
    for who, way in (("vey", mine), ("thug", theirs)):
        if way is not None:
            to, done, need = way
            one = battle.who(who)
            progress = Table(to=to, done=done, need=need)
            battle = battle.with_combatant(one.but(conditions=one.conditions.put("progress", progress)))
    assert positions.distance(battle, "vey", "thug") == yards
    assert positions.distance(battle, "thug", "vey") == yards


def test_blocked_progress_does_not_shorten_the_distance() -> None:
    battle = diamond()
    vey = battle.who("vey")
    begun = vey.but(conditions=vey.conditions.put("progress", Table(to="moor", done=7, need=20)))
    walled = tuple(link.but(barrier="wall") if "moor" in link.between else link for link in battle.links)
    assert positions.distance(battle.with_combatant(begun).but(links=walled), "vey", "thug") == 30


def test_combatant_without_a_zone_has_no_distance() -> None:
    battle = diamond()
    nowhere = battle.with_combatant(battle.who("vey").but(zone=None))
    assert positions.distance(nowhere, "vey", "thug") is None
    assert positions.distance(nowhere, "thug", "vey") is None
    both = nowhere.with_combatant(nowhere.who("thug").but(zone=None))
    assert positions.distance(both, "vey", "thug") is None
    walled = battle.but(links=tuple(link.but(barrier="wall") for link in battle.links))
    assert positions.distance(walled, "vey", "thug") is None
    refusals = [one.text for one in SYSTEM.check(both, command("move", "vey", close_to="thug"))]
    assert refusals == ["Thug is in another zone."]
    assert [one.text for one in SYSTEM.check(nowhere, command("move", "vey", to="gate"))] == [
        "No path leads straight to Gate."
    ]


def test_converging_paths_hide_no_zone_beyond() -> None:
    # The well by the alley 20 + 20, by the lane 21 + 21; the field, last of all, 20 + 110.
    sizes = {"yard": 20, "alley": 20, "lane": 22, "well": 20, "field": 200, "gate": 20}
    joined = [("yard", "alley"), ("yard", "lane"), ("alley", "well"), ("lane", "well"), ("alley", "field")]
    battle = fight(
        zone=[{"id": id, "size": size} for id, size in sizes.items()], link=[{"between": pair} for pair in joined]
    )
    assert positions.ways_from(battle, "yard") == {"yard": 0, "alley": 20, "lane": 21, "well": 40, "field": 130}


def test_tick_is_0_before_the_battle() -> None:
    assert positions.now(fight().but(tick=None)) == 0
    assert positions.now(fight().but(tick=7)) == 7


def test_move_covers_dexterity_yards_per_tick_and_leaves_close_combat() -> None:
    play = moves(diamond(), command("move", "vey", to="alley"))
    assert where(play) == ("yard", (4, 15), ())
    assert play.battle.who("vey").turn == Table(moved=1)
    play = moves(play.battle, command("misc", "vey"), command("move", "vey", to="alley", ticks=2))
    assert where(play) == ("yard", (12, 15), ())
    play = moves(play.battle, command("move", "vey", to="alley"))
    assert where(play) == ("alley", None, ())
    assert [text for text in sentences_of(play) if "Vey" in text] == ["Vey moves to Alley."]


def test_changing_direction_resets_progress() -> None:
    play = moves(
        diamond(),
        command("misc", "vey"),
        command("move", "vey", to="alley", ticks=3),
        command("move", "vey", to="market"),
    )
    assert where(play) == ("yard", (4, 40), ())
    back = moves(play.battle, command("move", "vey", close_to="kesh"))
    assert where(back) == ("yard", None, ("kesh",))
    away = moves(play.battle, command("move", "vey", to="yard"))
    assert where(away) == ("yard", None, ())
    assert sentences_of(away)[-1] == "Vey moves clear of the fray."
    assert len(sentences_of(away)) == 1


def test_engaging_another_leaves_the_first() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "thug", "side": "foes", "zone": "yard", "state": {"next_tick": 9}},
    ]
    play = moves(fight(combatant=people), command("move", "vey", close_to="thug"))
    assert play.battle.close == (("vey", "thug"),)


def test_moves_within_a_zone_only_leave_something() -> None:
    alone = diamond().but(close=())
    step = command("move", "vey", to="yard")
    assert [str(one) for one in SYSTEM.check(alone, step)] == [
        "Vey is already in Yard; moving within a zone takes no time. (ex2-50)"
    ]
    set_out = moves(alone, command("misc", "vey"), command("move", "vey", to="alley"))
    assert set_out.check(step) == ()


def test_movement_is_one_tick_before_the_action_and_the_rest_after_it() -> None:
    play = moves(diamond(), command("move", "vey", to="market"))
    assert where(play) == ("yard", (4, 40), ())
    assert [one.text for one in play.check(command("move", "vey", to="market"))] == [
        "Vey can’t move any farther before their next action."
    ]
    quick = moves(diamond(), command("move", "vey", to="market"), command("aim", "vey", target="kesh"))
    assert movement.moved_ticks(quick.battle, "vey") == 2
    later = moves(diamond(), command("misc", "vey"), command("end_turn", "vey"), command("guard", "kesh"))
    assert later.battle.tick == 4
    # Kesh is up again on tick 7: three ticks.
    assert movement.moved_ticks(later.battle, "kesh") == 3
    spent = moves(later.battle, command("move", "kesh", to="gate", ticks=2), overrule=True)
    assert movement.moved_ticks(spent.battle, "kesh") == 1


@pytest.mark.parametrize("do", ["move", "dash", "climb"])
def test_invalid_ticks_are_the_only_reported_problem(do: str) -> None:
    refusals = [one.text for one in SYSTEM.check(diamond(), command(do, "vey", to="alley", ticks="two"))]
    assert refusals == ["ticks must be a whole number, 1 or more, not two."]


def test_dash_sets_its_state_and_covers_three_ticks() -> None:
    play = moves(diamond(), command("dash", "vey", to="market"))
    # 4 + 6 yards a tick
    assert where(play) == ("yard", (30, 40), ())
    assert play.battle.who("vey").conditions["dashing"] is True
    assert where(moves(diamond(), command("dash", "vey", to="market", ticks=2))) == ("yard", (20, 40), ())


def test_override_moves_to_an_unconnected_zone() -> None:
    play = moves(diamond(), command("move", "vey", to="gate"), overrule=True)
    assert where(play) == ("gate", None, ())


@pytest.mark.parametrize(
    ("args", "faces", "words", "zone"),
    [
        ({}, (7, 2, 2, 2), "Vey climbs 12 yards.", "yard"),
        ({"to": "moor"}, (7, 2, 2, 2), "Vey climbs 12 yards toward Moor: 12 of 20.", "yard"),
        ({"to": "moor", "difficulty": 0}, (2, 2, 2, 2), "Vey climbs 12 yards toward Moor: 12 of 20.", "yard"),
        ({"to": "moor"}, (2, 2, 2, 2), "Vey gets nowhere: 0 against 1.", "yard"),
        ({"to": "moor"}, (2, 2, 2, 1), "Vey botches and gets nowhere: 0 against 1.", "yard"),
        ({"to": "moor", "difficulty": 2}, (7, 2, 2, 1), "Vey gets nowhere: 1 against 2.", "yard"),
        ({"close_to": "oda"}, (7, 2, 2, 2), "Vey climbs to engage Oda.", "yard"),
        ({"to": "alley"}, (7, 2, 2, 2), "Vey climbs 12 yards toward Alley: 12 of 15.", "yard"),
        ({"ticks": 1}, (7, 2, 2, 2), "Vey climbs 4 yards.", "yard"),
    ],
)
def test_climbing_needs_a_roll(args: dict[str, Any], faces: tuple[int, ...], words: str, zone: str) -> None:
    battle = diamond()
    oda = battle.who("thug").but(id="oda", name="Oda", zone="yard")
    play = moves(battle.with_combatant(oda), command("climb", "vey", **args), faces=faces)
    assert sentences_of(play) == [words]
    assert play.battle.who("vey").zone == zone


def test_moving_away_leaves_cover_and_close_combat() -> None:
    covered = diamond(state={"next_tick": 0, "cover": "50"})
    for step in (command("place", who="vey", zone="gate"), command("adjust", who="vey", set={"zone": "gate"})):
        play = moves(covered, step)
        assert where(play) == ("gate", None, ())
        assert "cover" not in play.battle.who("vey").conditions
        ended = [event for line in play.log() for event in line.events if isinstance(event, ConditionEnded)]
        assert ended == [ConditionEnded("vey", "cover", "ex2-14")]
    inside = moves(covered, command("move", "vey", to="alley"))
    assert inside.battle.who("vey").conditions["cover"] == "50"


@pytest.mark.parametrize(
    ("water", "less"),
    [(False, []), (None, []), ("ankle", [-1]), ("over the ankles", [-1]), ("to the waist", [-2]), (True, [-1])],
)
def test_water_depth_is_described_in_words(water: object, less: list[int]) -> None:
    vey = fight().who("vey")
    wet = vey.but(conditions=Table(water=water))
    found = penalties.external(fight(), wet, "climb")
    assert [part.amount for part in found.parts] == less
