"""Refusals in ex2, word for word, with the rule behind each; `!` if no one can overrule it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from snapshots import Snapshots
from systems.played import as_read, first_refusals

from exgui.engine.asks import Command, Mod, command
from exgui.engine.battle import Battle
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

HEROES: dict[str, Any] = {"side": "heroes", "traits": {"dexterity": 3, "melee": 3, "archery": 2}}
FOES: dict[str, Any] = {"side": "foes", "traits": {"dexterity": 2, "melee": 2}}


@cache
def field(phase: str = "running") -> Play:
    """Vey is active on tick 0, and Oda guards since tick -3.

    Vey and Kesh are engaged in the yard, where Oda, fallen Dak, Lorn who is seized by Brok, and both of them stand.
    The gate, where Thug is, lies 20 yards away; the tower is behind a wall, the roof beyond an obstacle, the moor
    nowhere near. Gone has left, Late waits to join, Lost is nowhere.
    """
    weapons = ["straight_sword", "spear", {"name": "Pole", "rate": 0}, {"name": "Net", "speed": 5}]
    people: list[dict[str, Any]] = [
        {"id": "vey", **HEROES, "weapons": weapons, "ready": ["straight_sword", "pole"], "state": {"next_tick": 0}},
        {"id": "oda", **HEROES, "weapons": ["throwing_knife"], "state": {"next_tick": 0, "guarding": True}},
        {"id": "kesh", **FOES, "weapons": ["axe"], "state": {"next_tick": 4}},
        {"id": "dak", **FOES, "state": {"next_tick": 4, "health": {"lethal": 7}}},
        {"id": "brok", **FOES, "state": {"next_tick": 4, "grappling": "lorn"}},
        {"id": "lorn", **HEROES, "state": {"next_tick": 4, "grappled_by": "brok"}},
        {"id": "thug", **FOES, "state": {"next_tick": 4}, "zone": "gate"},
        {"id": "gone", **FOES, "state": {"next_tick": 4, "left": True}},
        {"id": "late", **FOES, "state": {"waiting": True}},
    ]
    data = {
        "zone": [{"id": "yard"}, {"id": "gate"}, {"id": "tower"}, {"id": "roof"}, {"id": "moor"}],
        "link": [
            {"between": ["yard", "gate"]},
            {"between": ["yard", "tower"], "barrier": "wall"},
            {"between": ["yard", "roof"], "barrier": "obstacle"},
        ],
        "combatant": [{"zone": "yard", **one} for one in people],
        "close": [{"members": ["vey", "kesh"]}, {"members": ["brok", "lorn"]}],
    }
    play = Play.begin(system_for(load("ex2")), battle_from(load("ex2"), data, "test"))
    if phase != "prepared":
        play.dispatch(command("start"))
    if phase == "over":
        play.dispatch(command("end"))
    return play


def against(asked: Command, battle: Battle | None = None) -> list[str]:
    """The violations of a step on the field."""
    play = field()
    battle = battle or play.battle
    return as_read(play.system.check(battle, play.system.complete(battle, asked)))


BLOW = {"do": "attack", "target": "kesh"}
MISC = {"do": "misc"}

ASKED: tuple[Command, ...] = (
    # Whose turn it is, and who can act at all.
    command("dance", "vey"),
    command("misc", "nobody"),
    command("misc", "kesh"),
    command("misc", "dak"),
    command("misc", "lorn"),
    command("misc", "gone"),
    command("misc", "late"),
    command("misc", "kesh").but(tick=0),
    command("misc", "vey").but(tick=2),
    # Attacks.
    command("attack", "vey", target="ghost"),
    command("attack", "vey"),
    command("attack", "vey", target="vey"),
    command("attack", "vey", target="gone"),
    command("attack", "vey", target="kesh", weapon="axe"),
    command("attack", "vey", target="kesh", weapon="spear"),
    command("attack", "vey", target="kesh", weapon="pole"),
    command("attack", "vey", target="thug"),
    command("attack", "vey", target="kesh", shield="hat"),
    command("attack", "vey", target="kesh", shot="eye poke"),
    command("attack", "vey", target="kesh", shot="showing off", points=5),
    command("attack", "vey", target="kesh", shot="showing off", points=True),
    command("attack", "vey", target="kesh", counter={"by": "nobody"}),
    command("attack", "vey", target="kesh", counter=True),
    command("attack", "vey", target="kesh", counter={"by": "vey"}),
    command("attack", "vey", target="kesh", counter={"by": ("kesh",)}),
    command("attack", "vey", target="kesh", counter={"weapon": "axxe"}),
    command("attack", "vey", target="ghost", counter=True),
    # Readying, aiming, anything else.
    command("ready_weapon", "vey"),
    command("ready_weapon", "vey", ready=None),
    command("ready_weapon", "vey", ready=True),
    command("ready_weapon", "vey", unready=[3]),
    command("ready_weapon", "vey", ready="axe"),
    command("ready_weapon", "vey", ready="unarmed"),
    command("ready_weapon", "vey", unready=["unarmed"]),
    command("ready_weapon", "vey", ready=["straight_sword"]),
    command("ready_weapon", "vey", unready=["spear", "net"]),
    command("aim", "vey"),
    command("aim", "vey", target="ghost"),
    command("aim", "vey", target="vey"),
    command("aim", "vey", target="late"),
    command("misc", "vey", speed=0),
    command("charm", "vey", speed=101),
    command("charm", "vey", speed=True),
    command("charm", "vey", speed="slow", dv=-101),
    command("rise", "vey"),
    command("fetch", "vey"),
    # Coordinated attacks and clinches.
    command("coordinate", "vey", **{"with": ["oda"]}),
    command("coordinate", "vey", target="ghost", **{"with": ["oda"]}),
    command("coordinate", "vey", target="vey", **{"with": ["oda"]}),
    command("coordinate", "vey", target="kesh"),
    command("coordinate", "vey", target="kesh", **{"with": True}),
    command("coordinate", "vey", target="kesh", **{"with": None}),
    command("coordinate", "vey", target="kesh", **{"with": "ghost"}),
    command("coordinate", "vey", target="kesh", **{"with": ["oda", "kesh"]}),
    command("coordinate", "vey", target="kesh", **{"with": ["oda", "dak"]}),
    command("coordinate", "vey", target="gone", **{"with": ["oda"]}),
    command("grapple", "vey"),
    command("grapple", "vey", target="ghost"),
    command("grapple", "vey", target="vey"),
    command("grapple", "vey", target="kesh", attribute="wits"),
    command("grapple", "vey", target="kesh", maneuver="tickle"),
    command("grapple", "vey", target="kesh", throw="far"),
    command("grapple", "vey", target="gone"),
    command("grapple", "vey", target="lorn"),
    command("grapple", "brok", target="kesh"),
    command("grapple", "vey", target="kesh", helpers="ghost"),
    command("grapple", "vey", target="kesh", helpers=["vey"]),
    command("grapple", "vey", target="kesh", helpers=["kesh"]),
    command("grapple", "vey", target="kesh", helpers=["dak", "lorn", "oda"]),
    # Movement.
    command("move", "vey"),
    command("dash", "vey", to="gate", close_to="oda"),
    command("move", "vey", to="gate", ticks=0),
    command("move", "vey", to="gate", ticks=True),
    command("dash", "vey", to="gate", ticks="two"),
    command("move", "vey", to="sea"),
    command("move", "vey", to="moor"),
    command("move", "kesh", to="moor"),
    command("move", "vey", to="tower"),
    command("move", "vey", to="roof"),
    command("climb", "vey", to="tower"),
    command("move", "vey", close_to="ghost"),
    command("move", "vey", close_to="vey"),
    command("move", "vey", close_to="gone"),
    command("move", "vey", close_to="kesh"),
    command("move", "vey", close_to="thug"),
    command("move", "vey", to="gate", ticks=7),
    command("dash", "vey", to="gate", ticks=4),
    command("climb", "vey", ticks=4),
    command("climb", "vey", difficulty=-1),
    command("swim", "vey", difficulty=True),
    command("swim", "vey", difficulty="hard"),
    # Flurries.
    command("flurry", "vey", actions="attack"),
    command("flurry", "vey", actions=[3, 4]),
    command("flurry", "vey", actions=["misc", 3]),
    command("flurry", "vey", actions=["misc"]),
    command("flurry", "vey", actions=["misc"] * 6),
    command("flurry", "vey", actions=["misc", "juggle"]),
    command("flurry", "vey", actions=["misc", {}]),
    command("flurry", "vey", actions=["misc", "move"]),
    command("flurry", "vey", actions=["guard", MISC]),
    command("flurry", "vey", actions=["rise", "rise"]),
    command("flurry", "vey", actions=["guard", "rise"]),
    command("flurry", "vey", actions=[{"do": "ready_weapon", "ready": "halberd"}, BLOW]),
    command("flurry", "vey", actions=[BLOW, BLOW, {"do": "fetch", "weapon": "straight_sword"}]),
    command("flurry", "vey", actions=["rise", {"do": "aim"}]),
    command("flurry", "vey", actions=["rise", {"do": "attack"}]),
    command("flurry", "vey", actions=[BLOW, BLOW, BLOW]),
    # The storyteller's steps.
    command("start"),
    command("join", "kesh"),
    command("join", "nobody"),
    command("cover", who="kesh", level="30"),
    command("adjust", who="kesh", set={"cover": "30"}),
    command("adjust", who="kesh", set={"water": [1]}),
    command("heal", who="kesh"),
    command("heal", who="kesh", hours=True),
    command("heal", who="kesh", hours=2.5),
    command("heal", who="kesh", hours=-1),
    command("heal", who="kesh", hours=0),
    command("heal", who="kesh", hours=1000001),
    command("heal", who="kesh", hours=1, rest="bed"),
    command("heal", who=["ghost", "kesh"], hours=0),
)


def in_short(asked: Command) -> str:
    """A step as the heading of a section: `vey attack target=kesh weapon=axe`."""
    words = [asked.by, asked.do, *(f"{name}={shortened(value)}" for name, value in asked.args.items())]
    return " ".join([word for word in words if word] + ([f"tick={asked.tick}"] if asked.tick is not None else []))


def shortened(value: Any) -> str:
    """A parameter in short: lists in brackets, tables in braces."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}={shortened(one)}" for name, one in value.items()) + "}"
    return "[" + ", ".join(map(shortened, value)) + "]" if isinstance(value, tuple) else str(value)


def test_refusals_of_steps(snapshot: Snapshots) -> None:
    refusals = {in_short(asked): against(asked) for asked in ASKED}
    assert len(refusals) == len(ASKED)
    assert all(refusals.values())
    snapshot("ex2_refusals", refusals)


LEGAL = [
    command("attack", "vey", target="kesh"),
    command("attack", "vey", target="kesh", weapon="unarmed"),
    command("attack", "vey", target="kesh", shield="tower_shield"),
    command("attack", "vey", target="kesh", shield=False),
    command("attack", "vey", target="kesh", shot="showing off", points=1),
    command("attack", "vey", target="kesh", shot="showing off", points=4),
    command("attack", "vey", target="kesh", counter={"weapon": "axe"}),
    command("ready_weapon", "vey", ready="spear", unready="straight_sword"),
    command("charm", "vey", speed=1, dv=-100),
    command("charm", "vey", speed=100, dv=100),
    command("misc", "vey").but(tick=0),
    command("move", "vey", to="yard"),
    command("move", "vey", to="gate", ticks=1),
    command("move", "vey", close_to="oda"),
    command("dash", "vey", to="gate", ticks=3),
    command("climb", "vey"),
    command("climb", "vey", to="roof", ticks=3, difficulty=0),
    command("flurry", "vey", actions=["misc"] * 5),
    command("flurry", "vey", actions=[BLOW, BLOW]),
    command("grapple", "vey", target="kesh"),
    command("grapple", "vey", target="kesh", helpers=None),
    command("coordinate", "vey", target="kesh", **{"with": ["oda", "oda"]}),
    command("aim", "vey", target="dak"),
    command("end_turn", "vey"),
    command("join", "late"),
    command("join_war", "late"),
    command("cover", who="kesh", level=25),
    command("cover", who="kesh", level="none"),
    command("heal", who=["kesh", "vey"], hours=1, rest=True),
    command("heal", who="kesh", hours=1000000),
    command("adjust", who="kesh", set={"water": True, "mud": 2, "vision": "dark", "cover": None, "guarding": True}),
]


@pytest.mark.parametrize("asked", LEGAL, ids=str)
def test_legal_steps_have_no_violations(asked: Command) -> None:
    assert against(asked) == []


def test_refusals_before_and_after_the_battle() -> None:
    early, late = field("prepared"), field("over")
    misc = command("misc", "vey")
    assert as_read(early.system.check(early.battle, misc)) == ["The battle has not begun. (ex2-04)!"]
    assert as_read(late.system.check(late.battle, misc)) == ["The battle is over. (ex2-04)!"]
    assert as_read(late.system.check(late.battle, command("join", "late"))) == ["The battle is over. (ex2-03)!"]
    alone = command("flurry", "vey", actions=["rise"])
    for step in (command("flurry", "vey", actions=["rise", "rise"]), alone, command("move", "vey", to="sea")):
        assert as_read(late.system.check(late.battle, step)) == ["The battle is over. (ex2-04)!"]
    assert as_read(early.system.check(early.battle, command("end_turn"))) == ["Choose a combatant.!"]


def test_empty_battle_cannot_start() -> None:
    play = field("prepared")
    empty = play.battle
    for id in tuple(empty.combatants):
        empty = empty.with_combatant(empty.who(id).but(waiting=True))
    assert as_read(play.system.check(empty, command("start"))) == [
        "Add combatants first: there is no one to fight yet. (ex2-03)!"
    ]


def test_combatant_who_has_acted_can_only_move() -> None:
    play = Play.begin(system_for(load("ex2")), field("prepared").battle)
    play.dispatch(command("start"))
    play.dispatch(command("misc", "vey"))
    used = [
        "Vey has already acted on this tick. (ex2-04)",
        "Several actions on one tick are a flurry and must be declared together. (ex2-23)",
    ]
    assert as_read(play.check(command("rise", "vey"))) == [*used, "Vey isn’t prone. (ex2-05)"]
    assert as_read(play.check(command("flurry", "vey", actions=["misc", "misc"]))) == used
    assert as_read(play.check(command("flurry", "vey", actions=["rise", "misc"]))) == [
        *used,
        "Vey isn’t prone. (ex2-05)",
    ]
    # Anything else has Speed 5: five ticks of movement are left, and none beyond them.
    assert as_read(play.check(command("move", "vey", to="gate", ticks=5))) == []
    assert as_read(play.check(command("move", "vey", to="gate", ticks=6))) == [
        "Vey has 5 ticks of movement left before their next action. (ex2-22)"
    ]


def test_guarding_combatant_can_act_from_the_next_tick() -> None:
    # Oda's guard ends on tick 0, so that it began on -3: she is up, and nobody has already acted on this tick.
    battle = field().battle
    assert against(command("misc", "oda").but(tick=1)) == ["Oda may act on tick 0, not on 1. (ex2-04)"]
    assert battle.up == ("vey", "oda")


EXAMPLES = (
    "a_disarmed_weapon_flies_and_is_fetched",
    "a_wall_stops_movement_and_arrows",
    "beyond_three_times_the_range_is_refused",
    "a_weapon_readied_in_a_flurry_strikes_in_it",
    "a_weapon_struck_away_lies_in_its_zone",
    "a_dash_and_a_move_share_their_ticks",
    "a_guard_is_not_broken_off_on_its_own_tick",
)


def test_refusals_in_examples(snapshot: Snapshots) -> None:
    snapshot("ex2_refusals_in_examples", first_refusals(f"ex2/{example}" for example in EXAMPLES))


def test_modifier_needs_a_present_combatant() -> None:
    asked = command("misc", "vey").but(mods=(Mod("ghost.attack", dice=1),))
    wrong = ["A modifier is meant for ghost, but no combatant is called that.!"]
    assert against(asked) == wrong
    assert against(command("heal", who="kesh", hours=1).but(mods=asked.mods)) == wrong


def test_immeasurable_zone_is_refused() -> None:
    play = field("prepared")
    flat = play.battle.but(zones=play.battle.zones.put("gate", play.battle.zones["gate"].but(size=0)))
    assert as_read(play.system.check(flat, command("start"))) == [
        "Gate is 0 yards across; a zone must be at least 1. (ex2-50)!"
    ]
