"""Small steps shared by every game: zones and links drawn, timers, motes, close groups, free rolls."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant, Timer
from exgui.engine.events import LinksSet, Noted, TimersSet
from exgui.engine.procedure import resolve
from exgui.engine.record import Table, index_by_id
from exgui.engine.zones import Link, Zone
from exgui.rulebook.reader import load
from exgui.systems.common import battlefield, steps
from exgui.systems.common.close_groups import join_group, leave_group
from exgui.systems.common.motes import has_motes, price_text, split
from exgui.systems.common.timers import is_due, remove_due_timers

BATTLE = Battle(
    rules=load("ex3"),
    zones=index_by_id([Zone("yard", "Yard"), Zone("gate", "Gate"), Zone("roof", "Roof")]),
    links=(Link(("yard", "gate")), Link(("gate", "roof"), "wall")),
    combatants=index_by_id([Combatant(id, id.title(), "red") for id in ("ann", "bo", "cy", "di")]),
    close=(("ann", "bo"), ("cy", "di")),
    phase="running",
    round=3,
    tick=5,
)


def refusals(check: Any, **args: Any) -> list[str]:
    broken = check(BATTLE, Command("do", "ann", Table(args)))
    assert all(one.final for one in broken)
    return [one.text for one in broken]


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        ({"zone": "moon"}, ["There is no zone called moon."]),
        ({"zone": "yard"}, []),
        ({"zone": "yard", "x": -1_000_000.0, "y": 1_000_000, "width": 40, "height": 40.0}, []),
        ({"zone": "yard", "x": 1_000_001}, ["x = 1000001 is not a place on the map."]),
        ({"zone": "yard", "y": True}, ["y = True is not a place on the map."]),
        ({"zone": "yard", "y": "top"}, ["y = top is not a place on the map."]),
        ({"zone": "yard", "x": float("nan")}, ["x = nan is not a place on the map."]),
        ({"zone": "yard", "width": 39}, ["A zone must be at least 40 wide and 40 high, not 39."]),
        ({"zone": "yard", "x": 3, "height": 39.5}, ["A zone must be at least 40 wide and 40 high, not 39.5."]),
    ],
)
def test_zone_is_drawn_at_its_place(args: dict[str, Any], sentences: list[str]) -> None:
    assert refusals(steps.check_arrange, **args) == sentences


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        ({"between": ("yard", "roof")}, []),
        ({"between": ("yard", "roof"), "barrier": "obstacle"}, []),
        ({"between": ("yard", "gate"), "barrier": "remove"}, []),
        ({}, ["A link joins two different zones of the battle."]),
        ({"between": ("yard", "yard")}, ["A link joins two different zones of the battle."]),
        ({"between": ("yard", "moon")}, ["A link joins two different zones of the battle."]),
        ({"between": ("yard", "gate", "roof")}, ["A link joins two different zones of the battle."]),
        ({"between": 3}, ["A link joins two different zones of the battle."]),
        ({"between": (3, 4)}, ["A link joins two different zones of the battle."]),
        ({"between": Table(a="yard", b="gate")}, ["A link joins two different zones of the battle."]),
        ({"between": ("yard", "roof"), "barrier": "moat"}, ["Choose one kind of barrier: none, obstacle, wall."]),
    ],
)
def test_a_link_joins_two_zones(args: dict[str, Any], sentences: list[str]) -> None:
    assert refusals(battlefield.check_link, **args) == sentences


@pytest.mark.parametrize(
    ("args", "links"),
    [
        ({"between": ("roof", "yard")}, (*BATTLE.links, Link(("roof", "yard")))),
        ({"between": ("gate", "yard"), "barrier": "obstacle"}, (BATTLE.links[1], Link(("gate", "yard"), "obstacle"))),
        ({"between": ("gate", "yard"), "barrier": "remove"}, (BATTLE.links[1],)),
    ],
)
def test_link_is_added_changed_or_removed(args: dict[str, Any], links: tuple[Link, ...]) -> None:
    done = resolve(lambda scene: battlefield.set_link(scene, Command("link", args=Table(args))), BATTLE)
    assert done.events[0] == LinksSet(links)
    assert [type(event) for event in done.events[1:]] == [Noted]


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        ({"label": "Flood", "round": 4}, []),
        ({"label": "Flood", "tick": -100_000}, []),
        ({"label": " ", "round": 4}, ["Describe in a few words what happens when the timer is up."]),
        ({"round": 4}, ["Describe in a few words what happens when the timer is up."]),
        ({"label": "Flood"}, ["A timer needs a round or a tick."]),
        ({"label": "Flood", "round": True}, ["round must be a whole number up to 100,000, not True."]),
        ({"label": "Flood", "round": 4, "tick": 100_001}, ["tick must be a whole number up to 100,000, not 100001."]),
        ({"remove": "t1"}, ["There is no such timer."]),
    ],
)
def test_timer_needs_text_and_a_moment(args: dict[str, Any], sentences: list[str]) -> None:
    assert refusals(steps.check_timer, **args) == sentences


def test_timers_are_numbered_consecutively_and_removed() -> None:
    battle = BATTLE.but(timers=(Timer("t2", "Flood", 4), Timer("t7", "Fire", None, 9)))
    given = Command("timer", args=Table(label=" Bell ", round=5, tick=1))
    set_down = resolve(lambda scene: steps.timer(scene, given), battle)
    assert set_down.events == (
        TimersSet((*battle.timers, Timer("t8", "Bell", 5, 1))),
        Noted("Timer set: Bell."),
    )
    gone = resolve(lambda scene: steps.timer(scene, Command("timer", args=Table(remove="t2"))), battle)
    assert gone.events == (TimersSet((battle.timers[1],)),)
    assert steps.check_timer(battle, Command("timer", args=Table(remove="t7"))) == []


@pytest.mark.parametrize(
    ("timer", "falling", "rising"),
    [  # now is round 3, tick 5
        (Timer("t", "", 2), True, True),
        (Timer("t", "", 3), True, True),
        (Timer("t", "", 4), False, False),
        (Timer("t", "", 4, 9), False, False),
        (Timer("t", "", 2, 1), True, True),
        (Timer("t", "", 3, 5), True, True),
        (Timer("t", "", 3, 6), True, False),
        (Timer("t", "", 3, 4), False, True),
        (Timer("t", "", None, 5), True, True),
        (Timer("t", "", None, 4), False, True),
        (Timer("t", ""), False, False),
    ],
)
def test_timer_is_due_at_its_moment(timer: Timer, falling: bool, rising: bool) -> None:
    assert is_due(BATTLE, timer, falling=True) is falling
    assert is_due(BATTLE, timer, falling=False) is rising
    early = BATTLE.but(tick=None)
    if timer.round in (None, 3) and timer.tick is not None:
        assert is_due(early, timer, falling=True) is is_due(early, timer, falling=False) is False


def test_due_timers_are_reported_and_removed() -> None:
    battle = BATTLE.but(timers=(Timer("a", "Flood", 3), Timer("b", "Fire", 4), Timer("c", "Bell", 1)))
    assert remove_due_timers(battle, falling=True) == [
        Noted("Now: Flood.", data=Table(timer="a")),
        Noted("Now: Bell.", data=Table(timer="c")),
        TimersSet((Timer("b", "Fire", 4),)),
    ]
    assert remove_due_timers(BATTLE, falling=True) == []


def test_peripheral_motes_are_spent_first() -> None:
    one = Combatant("ann", "Ann", "red", tracks=Table(motes_peripheral=5, motes_personal=3))
    assert split(one, 4, "either") == {"peripheral": 4}
    assert split(one, 7, "") == {"peripheral": 5, "personal": 2}
    assert split(one, 8, "either") == {"peripheral": 5, "personal": 3}
    assert split(one, 9, "either") is None
    assert split(one, 3, "personal") == {"personal": 3}
    assert split(one, 4, "personal") is None
    assert split(one, 3, "either", {"peripheral": 4}) == {"peripheral": 1, "personal": 2}
    assert split(one, 2, "either", {"peripheral": 9}) == {"personal": 2}
    assert split(one, 0, "either") == {}
    assert has_motes(Combatant("bo", "Bo", "red", tracks=Table(motes_personal=0)))
    assert has_motes(Combatant("bo", "Bo", "red", tracks=Table(motes_peripheral=0)))
    assert not has_motes(Combatant("bo", "Bo", "red", tracks=Table(willpower=5)))


def test_price_is_described_in_words() -> None:
    assert price_text({"motes": 1, "willpower": 1}) == "1 mote, 1 Willpower"
    assert price_text({"motes": 5, "initiative": 2, "anima": 3}) == "5 motes, 2 Initiative, 3 anima"


def test_close_groups_are_left_and_joined() -> None:
    three = BATTLE.but(close=(("ann", "bo", "cy"),))
    assert leave_group(three, "bo") == (("ann", "cy"),)
    assert leave_group(BATTLE, "bo") == (("cy", "di"),)
    assert join_group(BATTLE, "bo", "di") == (("bo", "cy", "di"),)
    assert join_group(three, "di", "ann") == (("ann", "bo", "cy", "di"),)
    assert join_group(BATTLE.but(close=()), "di", "bo") == (("bo", "di"),)
    people = index_by_id([Combatant(id, id.title(), "red") for id in ("zoe", "ann", "bo", "cy", "di")])
    five = BATTLE.but(combatants=people)
    assert join_group(five, "zoe", "di") == (("ann", "bo"), ("zoe", "cy", "di"))


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        ({"pool": 0}, []),
        ({"pool": 1_000, "difficulty": 3}, []),
        ({"pool": "strength"}, []),
        ({"pool": ("strength", "dexterity")}, []),
        ({}, ["A roll needs a pool: a number of dice, or traits."]),
        ({"pool": True}, ["A roll needs a pool: a number of dice, or traits."]),
        ({"pool": -1}, ["A pool has 0 to 1,000 dice, not -1."]),
        ({"pool": 1_001}, ["A pool has 0 to 1,000 dice, not 1,001."]),
        ({"pool": ("strength", "charm")}, ["There is no trait called charm."]),
        ({"pool": "charm"}, ["There is no trait called charm."]),
        ({"pool": 3, "difficulty": "hard"}, ["The difficulty must be a number, not hard."]),
        ({"pool": 3, "difficulty": True}, ["The difficulty must be a number, not True."]),
    ],
)
def test_free_roll_uses_dice_or_traits(args: dict[str, Any], sentences: list[str]) -> None:
    assert refusals(steps.check_roll, **args) == sentences
