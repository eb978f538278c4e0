"""What stands against things in ex2, sentence by sentence, with the rule behind it; `!` where nobody can allow it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from systems.played import refusals_of

from exgui.engine.asks import Command, Mod, Violation, command
from exgui.engine.battle import Battle
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

HEROES: dict[str, Any] = {"side": "heroes", "traits": {"dexterity": 3, "melee": 3, "archery": 2}}
FOES: dict[str, Any] = {"side": "foes", "traits": {"dexterity": 2, "melee": 2}}


def told(violations: list[Violation] | tuple[Violation, ...]) -> list[str]:
    """What stands against something, as it is read."""
    return [f"{one.text} ({one.rule}){'!' if one.final else ''}" for one in violations]


@cache
def field(phase: str = "running") -> Play:
    """Vey is up on tick 0, and Oda guards since tick -3.

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
    """What stands against a step on the field."""
    play = field()
    battle = battle or play.battle
    return told(play.system.check(battle, play.system.complete(battle, asked)))


BLOW = {"do": "attack", "target": "kesh"}
MISC = {"do": "misc"}

REFUSED: list[tuple[Command, list[str]]] = [
    # Whose turn it is, and who can act at all.
    (command("dance", "vey"), ["There is no step dance. ()!"]),
    (command("misc", "nobody"), ["There is nobody called nobody. ()!"]),
    (command("misc", "kesh"), ["It is not Kesh's turn; it is Vey's. (ex2-04)"]),
    (command("misc", "dak"), ["Dak is incapacitated. (ex2-18)"]),
    (command("misc", "lorn"), ["Lorn is held in a clinch and inactive. (ex2-40)"]),
    (command("misc", "gone"), ["Gone is not on the battlefield. (ex2-04)"]),
    (command("misc", "late"), ["Late is not on the battlefield. (ex2-04)"]),
    (
        command("misc", "kesh").but(tick=0),
        ["Kesh neither aims nor guards, and cannot act on another tick. (ex2-04)"],
    ),
    (command("misc", "vey").but(tick=2), ["Vey is up on tick 0, not on 2. (ex2-04)"]),
    # Attacks.
    (command("attack", "vey", target="ghost"), ["There is nobody called ghost. (ex2-10)!"]),
    (command("attack", "vey"), ["An attack wants a target. (ex2-10)!"]),
    (command("attack", "vey", target="vey"), ["Nobody attacks themself. (ex2-10)!"]),
    (
        command("attack", "vey", target="gone"),
        [
            "Gone is not on the battlefield. (ex2-10)!",
            "Straight sword is for close combat; Vey is not engaged with Gone. (ex2-50)",
        ],
    ),
    (command("attack", "vey", target="kesh", weapon="axe"), ["Vey has no weapon axe. (ex2-10)!"]),
    (command("attack", "vey", target="kesh", weapon="spear"), ["Spear is not ready. (ex2-10)"]),
    (
        command("attack", "vey", target="kesh", weapon="pole"),
        [
            "Pole has no Speed; give it one to attack with it. (ex2-05)",
            "Pole has no Speed; give it one to attack with it. (ex2-10)",
            "Pole has a Rate of 0: no attacks with it. (ex2-23)",
        ],
    ),
    (
        command("attack", "vey", target="thug"),
        ["Straight sword is for close combat; Vey is not engaged with Thug. (ex2-50)"],
    ),
    (command("attack", "vey", target="kesh", shield="hat"), ["There is no shield hat. (ex2-14)!"]),
    (
        command("attack", "vey", target="kesh", shot="eye poke"),
        [
            "There is no called shot eye poke; there are pulling_blows, fierce_blow, showing_off, coup_de_grace, "
            "disarm, sweep. (ex2-15)!"
        ],
    ),
    (
        command("attack", "vey", target="kesh", shot="showing off", points=5),
        ["Showing off costs 1 to 4 successes: points = 1 to 4. (ex2-15)!"],
    ),
    (
        command("attack", "vey", target="kesh", shot="showing off", points=True),
        ["Showing off costs 1 to 4 successes: points = 1 to 4. (ex2-15)!"],
    ),
    (
        command("attack", "vey", target="kesh", counter={"by": "nobody"}),
        ["A counterattack is told as { by, weapon }. (ex2-10)!"],
    ),
    (
        command("attack", "vey", target="kesh", counter=True),
        ["A counterattack is told as { by, weapon }. (ex2-10)!"],
    ),
    (
        command("attack", "vey", target="kesh", counter={"by": "vey"}),
        ["Nobody counters their own attack. (ex2-10)!"],
    ),
    (
        command("attack", "vey", target="kesh", counter={"by": ("kesh",)}),
        ["A counterattack is told as { by, weapon }. (ex2-10)!"],
    ),
    (command("attack", "vey", target="kesh", counter={"weapon": "axxe"}), ["Kesh has no weapon axxe. (ex2-10)!"]),
    (command("attack", "vey", target="ghost", counter=True), ["There is nobody called ghost. (ex2-10)!"]),
    # Readying, aiming, anything else.
    (command("ready_weapon", "vey"), ["Ready Weapon wants a weapon to ready or to put away. (ex2-05)!"]),
    (
        command("ready_weapon", "vey", ready=None),
        ["Ready Weapon wants a weapon to ready or to put away. (ex2-05)!"],
    ),
    (command("ready_weapon", "vey", ready=True), ["ready wants an id, or a list of ids. (ex2-05)!"]),
    (command("ready_weapon", "vey", unready=[3]), ["unready wants an id, or a list of ids. (ex2-05)!"]),
    (command("ready_weapon", "vey", ready="axe"), ["Vey has no weapon axe. (ex2-05)!"]),
    (command("ready_weapon", "vey", ready="unarmed"), ["Unarmed is always ready. (ex2-05)"]),
    (command("ready_weapon", "vey", unready=["unarmed"]), ["Unarmed is always ready. (ex2-05)"]),
    (command("ready_weapon", "vey", ready=["straight_sword"]), ["Straight sword is ready already. (ex2-05)"]),
    (
        command("ready_weapon", "vey", unready=["spear", "net"]),
        ["Spear is not ready. (ex2-05)", "Net is not ready. (ex2-05)"],
    ),
    (command("aim", "vey"), ["Aim wants a target. (ex2-21)!"]),
    (command("aim", "vey", target="ghost"), ["There is nobody called ghost to aim at. (ex2-21)!"]),
    (command("aim", "vey", target="vey"), ["There is nobody called vey to aim at. (ex2-21)!"]),
    (command("aim", "vey", target="late"), ["Late is not on the battlefield. (ex2-21)!"]),
    (command("misc", "vey", speed=0), ["speed is a number from 1 to 100, not 0. (ex2-05)!"]),
    (command("charm", "vey", speed=101), ["speed is a number from 1 to 100, not 101. (ex2-05)!"]),
    (command("charm", "vey", speed=True), ["speed is a number from 1 to 100, not True. (ex2-05)!"]),
    (
        command("charm", "vey", speed="slow", dv=-101),
        [
            "speed is a number from 1 to 100, not slow. (ex2-05)!",
            "dv is a number from -100 to 100, not -101. (ex2-05)!",
        ],
    ),
    (command("rise", "vey"), ["Vey is not prone. (ex2-05)"]),
    (command("fetch", "vey"), ["Vey has no weapon to fetch. (ex2-15)"]),
    # Coordinated attacks and clinches.
    (command("coordinate", "vey", **{"with": ["oda"]}), ["Whom are they to attack? (ex2-20)!"]),
    (
        command("coordinate", "vey", target="ghost", **{"with": ["oda"]}),
        ["There is nobody called ghost to attack. (ex2-20)!"],
    ),
    (
        command("coordinate", "vey", target="vey", **{"with": ["oda"]}),
        ["There is nobody called vey to attack. (ex2-20)!"],
    ),
    (
        command("coordinate", "vey", target="kesh"),
        ["A coordinated attack wants participants: with = [ids]. (ex2-20)!"],
    ),
    (
        command("coordinate", "vey", target="kesh", **{"with": True}),
        ["A coordinated attack wants participants: with = [ids]. (ex2-20)!"],
    ),
    (
        command("coordinate", "vey", target="kesh", **{"with": None}),
        ["A coordinated attack wants participants: with = [ids]. (ex2-20)!"],
    ),
    (
        command("coordinate", "vey", target="kesh", **{"with": "ghost"}),
        ["There is nobody called ghost. (ex2-20)!"],
    ),
    (
        command("coordinate", "vey", target="kesh", **{"with": ["oda", "kesh"]}),
        ["Nobody takes part in an attack on themself. (ex2-20)!"],
    ),
    (command("coordinate", "vey", target="kesh", **{"with": ["oda", "dak"]}), ["Dak cannot take part. (ex2-20)"]),
    (
        command("coordinate", "vey", target="gone", **{"with": ["oda"]}),
        ["Gone is not on the battlefield. (ex2-20)!"],
    ),
    (command("grapple", "vey"), ["Whom to seize? (ex2-40)!"]),
    (command("grapple", "vey", target="ghost"), ["There is nobody called ghost to seize. (ex2-40)!"]),
    (command("grapple", "vey", target="vey"), ["There is nobody called vey to seize. (ex2-40)!"]),
    (
        command("grapple", "vey", target="kesh", attribute="wits"),
        ["A clinch is with dexterity or strength, not wits. (ex2-40)!"],
    ),
    (
        command("grapple", "vey", target="kesh", maneuver="tickle"),
        ["There is no maneuver tickle; there are hold, crush, break_hold. (ex2-40)!"],
    ),
    (
        command("grapple", "vey", target="kesh", throw="far"),
        ["A throw is prone or yards, not far. (ex2-40)!"],
    ),
    (
        command("grapple", "vey", target="gone"),
        ["Gone is not on the battlefield. (ex2-40)!", "Vey is not engaged with Gone. (ex2-50)"],
    ),
    (
        command("grapple", "vey", target="lorn"),
        ["Lorn is held by somebody already. (ex2-40)", "Vey is not engaged with Lorn. (ex2-50)"],
    ),
    (
        command("grapple", "brok", target="kesh"),
        [
            "It is not Brok's turn; it is Vey's. (ex2-04)",
            "Brok holds somebody else. (ex2-40)",
            "Brok is not engaged with Kesh. (ex2-50)",
        ],
    ),
    (command("grapple", "vey", target="kesh", helpers="ghost"), ["ghost cannot help. (ex2-40)!"]),
    (command("grapple", "vey", target="kesh", helpers=["vey"]), ["vey cannot help. (ex2-40)!"]),
    (command("grapple", "vey", target="kesh", helpers=["kesh"]), ["kesh cannot help. (ex2-40)!"]),
    (
        command("grapple", "vey", target="kesh", helpers=["dak", "lorn", "oda"]),
        [
            "Dak cannot act and so cannot help. (ex2-40)",
            "Lorn cannot act and so cannot help. (ex2-40)",
            "Oda is not engaged with Kesh. (ex2-50)",
        ],
    ),
    # Movement.
    (command("move", "vey"), ["Where to: a zone to go to, or somebody to come close to? (ex2-22)!"]),
    (
        command("dash", "vey", to="gate", close_to="oda"),
        ["Where to: a zone to go to, or somebody to come close to? (ex2-22)!"],
    ),
    (command("move", "vey", to="gate", ticks=0), ["ticks is a number of ticks, 1 or more, not 0. (ex2-22)!"]),
    (command("move", "vey", to="gate", ticks=True), ["ticks is a number of ticks, 1 or more, not True. (ex2-22)!"]),
    (command("dash", "vey", to="gate", ticks="two"), ["ticks is a number of ticks, 1 or more, not two. (ex2-22)!"]),
    (command("move", "vey", to="sea"), ["There is no zone sea. (ex2-50)!"]),
    (command("move", "vey", to="moor"), ["No link leads to Moor. (ex2-50)"]),
    (
        command("move", "kesh", to="moor"),
        ["It is not Kesh's turn; it is Vey's. (ex2-04)", "No link leads to Moor. (ex2-50)"],
    ),
    (command("move", "vey", to="tower"), ["A wall stands before Tower. (ex2-50)"]),
    (
        command("move", "vey", to="roof"),
        ["An obstacle on the way to Roof needs climbing or the storyteller's word. (ex2-50)"],
    ),
    (command("climb", "vey", to="tower"), ["A wall stands before Tower. (ex2-50)"]),
    (command("move", "vey", close_to="ghost"), ["There is nobody called ghost to engage. (ex2-50)!"]),
    (command("move", "vey", close_to="vey"), ["There is nobody called vey to engage. (ex2-50)!"]),
    (command("move", "vey", close_to="gone"), ["Gone is not on the battlefield. (ex2-50)!"]),
    (command("move", "vey", close_to="kesh"), ["Vey is engaged with Kesh already. (ex2-50)"]),
    (command("move", "vey", close_to="thug"), ["Thug is in another zone. (ex2-50)"]),
    (
        command("move", "vey", to="gate", ticks=7),
        ["Vey has 6 ticks of movement left before its next action. (ex2-22)"],
    ),
    (command("dash", "vey", to="gate", ticks=4), ["A Dash covers 3 ticks of way at most. (ex2-22)"]),
    (command("climb", "vey", ticks=4), ["This covers 3 ticks of way at most. (ex2-22)"]),
    (command("climb", "vey", difficulty=-1), ["The difficulty is a number, not -1. (ex2-22)!"]),
    (command("swim", "vey", difficulty=True), ["The difficulty is a number, not True. (ex2-22)!"]),
    (command("swim", "vey", difficulty="hard"), ["The difficulty is a number, not hard. (ex2-22)!"]),
    # Flurries.
    (
        command("flurry", "vey", actions="attack"),
        ["A flurry is told as actions = [ { do, ... }, { do, ... } ]. (ex2-23)!"],
    ),
    (
        command("flurry", "vey", actions=[3, 4]),
        ["A flurry is told as actions = [ { do, ... }, { do, ... } ]. (ex2-23)!"],
    ),
    (
        command("flurry", "vey", actions=["misc", 3]),
        ["A flurry is told as actions = [ { do, ... }, { do, ... } ]. (ex2-23)!"],
    ),
    (command("flurry", "vey", actions=["misc"]), ["A flurry is of 2 to 5 actions, not 1. (ex2-23)!"]),
    (command("flurry", "vey", actions=["misc"] * 6), ["A flurry is of 2 to 5 actions, not 6. (ex2-23)!"]),
    (command("flurry", "vey", actions=["misc", "juggle"]), ["There is no action juggle for a flurry. (ex2-23)!"]),
    (command("flurry", "vey", actions=["misc", {}]), ["There is no action (none) for a flurry. (ex2-23)!"]),
    (command("flurry", "vey", actions=["misc", "move"]), ["There is no action move for a flurry. (ex2-23)!"]),
    (command("flurry", "vey", actions=["guard", MISC]), ["Guard does not go in a flurry. (ex2-23)"]),
    (command("flurry", "vey", actions=["rise", "rise"]), ["Vey is not prone. (ex2-05)"]),
    (
        command("flurry", "vey", actions=["guard", "rise"]),
        ["Guard does not go in a flurry. (ex2-23)", "Vey is not prone. (ex2-05)"],
    ),
    (
        command("flurry", "vey", actions=[{"do": "ready_weapon", "ready": "halberd"}, BLOW]),
        ["Vey has no weapon halberd. (ex2-05)!"],
    ),
    (
        command("flurry", "vey", actions=[BLOW, BLOW, {"do": "fetch", "weapon": "straight_sword"}]),
        ["Vey has no weapon to fetch. (ex2-15)"],
    ),
    (
        command("flurry", "vey", actions=["rise", {"do": "aim"}]),
        ["Vey is not prone. (ex2-05)", "Aim does not go in a flurry. (ex2-23)"],
    ),
    (command("flurry", "vey", actions=["rise", {"do": "attack"}]), ["An attack wants a target. (ex2-10)!"]),
    (
        command("flurry", "vey", actions=[BLOW, BLOW, BLOW]),
        ["Straight sword has Rate 2: 3 attacks with it are too many for a flurry. (ex2-23)"],
    ),
    # The storyteller's steps.
    (command("start"), ["The battle has started already. (ex2-03)!"]),
    (command("join", "kesh"), ["Kesh is in the battle already. (ex2-03)!"]),
    (command("join", "nobody"), ["There is nobody called nobody. ()!"]),
    (command("cover", who="kesh", level="30"), ["Cover is none, 25, 50, 75, 90, not 30. (ex2-14)!"]),
    (command("adjust", who="kesh", set={"cover": "30"}), ["Cover is none, 25, 50, 75, 90, not 30. ()!"]),
    (command("adjust", who="kesh", set={"water": [1]}), ["water cannot be (1,). ()!"]),
    (command("heal", who="kesh"), ["How many hours pass? Give hours. (ex2-60)!"]),
    (command("heal", who="kesh", hours=True), ["hours is a whole number, not True. (ex2-60)!"]),
    (command("heal", who="kesh", hours=2.5), ["hours is a whole number, not 2.5. (ex2-60)!"]),
    (
        command("heal", who="kesh", hours=-1),
        ["Time does not run backward: hours is from 1 to 1000000, not -1. (ex2-60)!"],
    ),
    (command("heal", who="kesh", hours=0), ["No time passes so: hours is from 1 to 1000000, not 0. (ex2-60)!"]),
    (
        command("heal", who="kesh", hours=1000001),
        ["That is too long: hours is from 1 to 1000000, not 1000001. (ex2-60)!"],
    ),
    (command("heal", who="kesh", hours=1, rest="bed"), ["rest is true or false, not bed. (ex2-60)!"]),
    (
        command("heal", who=["ghost", "kesh"], hours=0),
        [
            "There is nobody called ghost. ()!",
            "No time passes so: hours is from 1 to 1000000, not 0. (ex2-60)!",
        ],
    ),
]


@pytest.mark.parametrize(("asked", "reasons"), REFUSED, ids=lambda one: str(one)[:60])
def test_what_stands_against_a_step(asked: Command, reasons: list[str]) -> None:
    assert against(asked) == reasons


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
    command("move", "vey", to="gate", ticks=6),
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
def test_nothing_stands_against_what_is_legal(asked: Command) -> None:
    assert against(asked) == []


def test_before_and_after_the_battle() -> None:
    early, late = field("prepared"), field("over")
    misc = command("misc", "vey")
    assert told(early.system.check(early.battle, misc)) == ["The battle has not started. (ex2-04)!"]
    assert told(late.system.check(late.battle, misc)) == ["The battle is over. (ex2-04)!"]
    assert told(late.system.check(late.battle, command("join", "late"))) == ["The battle is over. (ex2-03)!"]
    alone = command("flurry", "vey", actions=["rise"])
    for step in (command("flurry", "vey", actions=["rise", "rise"]), alone, command("move", "vey", to="sea")):
        assert told(late.system.check(late.battle, step)) == ["The battle is over. (ex2-04)!"]
    assert told(early.system.check(early.battle, command("end_turn"))) == ["Who is meant? ()!"]


def test_nobody_there_nobody_fights() -> None:
    play = field("prepared")
    empty = play.battle
    for id in tuple(empty.combatants):
        empty = empty.with_combatant(empty.who(id).but(waiting=True))
    assert told(play.system.check(empty, command("start"))) == [
        "Nobody is there to fight; add combatants first. (ex2-03)!"
    ]


def test_who_has_acted_may_only_move() -> None:
    play = Play.begin(system_for(load("ex2")), field("prepared").battle)
    play.dispatch(command("start"))
    play.dispatch(command("misc", "vey"))
    used = [
        "Vey has acted on this tick. (ex2-04)",
        "Several actions on one tick are a flurry, declared together. (ex2-23)",
    ]
    assert told(play.check(command("rise", "vey"))) == [*used, "Vey is not prone. (ex2-05)"]
    assert told(play.check(command("flurry", "vey", actions=["misc", "misc"]))) == used
    assert told(play.check(command("flurry", "vey", actions=["rise", "misc"]))) == [*used, "Vey is not prone. (ex2-05)"]
    # Anything else has Speed 5: five ticks of movement are left, and none beyond them.
    assert told(play.check(command("move", "vey", to="gate", ticks=5))) == []
    assert told(play.check(command("move", "vey", to="gate", ticks=6))) == [
        "Vey has 5 ticks of movement left before its next action. (ex2-22)"
    ]


def test_who_guards_may_act_from_the_tick_after() -> None:
    # Oda's guard ends on tick 0, so that it began on -3: she is up, and nobody has acted on this tick.
    battle = field().battle
    assert against(command("misc", "oda").but(tick=1)) == ["Oda may act on ticks 0 to 0 now, not on 1. (ex2-04)"]
    assert battle.up == ("vey", "oda")


EXAMPLES: dict[str, list[str]] = {
    "a_disarmed_weapon_flies_and_is_fetched": [
        "Kesh has no weapon in hand that could be struck away. (ex2-15)",
        "Straight sword lies on the ground and must be fetched. (ex2-15)",
    ],
    "a_wall_stops_movement_and_arrows": ["No way leads from Mara to Kesh. (ex2-50)"],
    "beyond_three_times_the_range_is_refused": [
        "Kesh is 46 yards away; Throwing knife reaches 15, and three times as far at most. (ex2-11)",
        "Kesh is 46 yards away; Throwing knife reaches 15, and three times as far at most. (ex2-50)",
    ],
    "a_weapon_readied_in_a_flurry_strikes_in_it": ["Spear is not ready. (ex2-10)"],
    "a_weapon_struck_away_lies_in_its_zone": ["Bandit's Axe lies in Yard. (ex2-15)"],
    "a_dash_and_a_move_share_their_ticks": [
        "Volfer has covered ground in these ticks already; 2 of 3 are left. (ex2-22)"
    ],
    "a_guard_is_not_broken_off_on_its_own_tick": ["Volfer may act on ticks 1 to 1 now, not on 0. (ex2-04)"],
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_stands_against_things_in_an_example(example: str) -> None:
    said = told(refusals_of(f"ex2/{example}"))
    assert [sentence for sentence in EXAMPLES[example] if sentence not in said] == []


def test_a_modifier_is_for_somebody_who_is_there() -> None:
    asked = command("misc", "vey").but(mods=(Mod("ghost.attack", dice=1),))
    wrong = ["A modifier is for ghost, and there is nobody called that. ()!"]
    assert against(asked) == wrong
    assert against(command("heal", who="kesh", hours=1).but(mods=asked.mods)) == wrong


def test_a_zone_that_cannot_be_measured() -> None:
    play = field("prepared")
    flat = play.battle.but(zones=play.battle.zones.put("gate", play.battle.zones["gate"].but(size=0)))
    assert told(play.system.check(flat, command("start"))) == [
        "Gate is 0 yards across; a zone is at least 1. (ex2-50)!"
    ]
