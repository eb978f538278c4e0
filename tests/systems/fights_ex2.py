"""Random ex2 battles: fields measured in yards, fighters, and a driver that does something legal and answers whatever
is asked."""

from __future__ import annotations

from random import Random
from typing import Any

from systems.fights import an_answer

from exgui.engine.asks import Command, Declare, Declared
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex2.ways import ways

__all__ = ["a_battle", "all_ways", "ex2", "finish", "something_to_do"]

WEAPONS = (
    ["straight_sword"],
    ["spear"],
    ["self_bow"],
    ["knife", "throwing_knife"],
    ["sledge"],
    ["firewand"],
    [{"name": "Odd thing", "damage": 3, "rate": 2}],
    [],
)
ARMOR = (None, "buff_jacket", "breastplate", "superheavy_plate")
SHIELDS = (None, None, "buckler", "tower_shield")
ABILITIES = (
    "melee",
    "martial_arts",
    "archery",
    "thrown",
    "dodge",
    "athletics",
    "resistance",
    "awareness",
    "war",
    "ride",
)
ATTRIBUTES = ("strength", "dexterity", "stamina", "charisma", "wits")
EFFECTS = (
    [],
    [],
    ["first_excellency", "third_excellency", "third_parry_excellency"],
    ["second_excellency", "first_dodge_excellency"],
)
STATES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"prone": True},
    {"blind": True},
    {"stunned": True, "distracted": True},
    {"water": "waist", "mud": True},
    {"vision": "dark"},
    {"height": 2},
    {"mounted": True},
    {"cover": "75", "surrounded": True},
    {"unstable": 3, "botched": True},
    {"health": {"lethal": 5}},
    {"health": {"bashing": 6, "aggravated": 1}},
    {"fatigue": 2, "off_hand": "knife"},
)


def ex2() -> System:
    """The shipped game."""
    return system_for(load("ex2"))


def a_battle(rng: Random) -> Battle:
    """Two to six fighters of two or three sides on one to five zones."""
    zones = [{"id": f"z{n}", "size": rng.choice([1, 7, 20, 90])} for n in range(rng.randint(1, 5))]
    links = [
        {
            "between": [f"z{n}", f"z{rng.randrange(n)}"],
            "barrier": rng.choice(["none", "none", "none", "obstacle", "wall"]),
        }
        for n in range(1, len(zones))
    ]
    fighters: list[dict[str, Any]] = []
    for n in range(rng.randint(2, 6)):
        traits = {name: rng.randint(0, 5) for name in ABILITIES} | {name: rng.randint(1, 5) for name in ATTRIBUTES}
        traits |= {"essence": rng.randint(1, 4), "exalted": rng.randint(0, 1), "heroic": rng.randint(0, 1)}
        state = dict(rng.choice(STATES))
        if rng.random() < 0.5:
            state["next_tick"] = rng.randint(0, 5)
            if rng.random() < 0.2:
                state["guarding"] = True
        elif rng.random() < 0.1:
            state["waiting"] = True
        data: dict[str, Any] = {
            "id": f"f{n}",
            "side": ("red", "blue", "green")[n if n < 2 else rng.randrange(3)],
            "zone": f"z{rng.randrange(len(zones))}",
            "traits": traits,
            "weapons": list(rng.choice(WEAPONS)),
            "state": state,
        }
        traits |= {"personal_motes": rng.choice([0, 3]), "peripheral_motes": rng.choice([0, 12])}
        data["effects"] = list(rng.choice(EFFECTS))
        armor, shield = rng.choice(ARMOR), rng.choice(SHIELDS)
        data |= ({"armor": armor} if armor else {}) | ({"shield": shield} if shield else {})
        fighters.append(data)
    options: dict[str, Any] = {
        "simultaneous": rng.random() < 0.5,
        "hindered_actions": rng.choice(["movement", "all"]),
        "essence_from_two": rng.random() < 0.5,
    }
    data = {"zone": zones, "link": links, "combatant": fighters, "options": options, "seed": rng.randrange(1000)}
    groups = [[f["id"] for f in fighters if f["zone"] == zone["id"]][:4] for zone in zones if rng.random() < 0.8]
    data["close"] = [{"members": group} for group in groups if len(group) > 1]
    return battle_from(load("ex2"), data, "random")


def finish(play: Play, rng: Random) -> None:
    """Answers until the step is done; now and then declares a Charm."""
    for _ in range(300):
        ask = play.pending
        if ask is None:
            return
        if not isinstance(ask, Declare):
            play.answer(an_answer(play, ask, rng))
        elif rng.random() < 0.5:
            play.answer(Declared())
        else:
            one = rng.choice(ask.effects)
            play.answer(Declared((f"{one.value}:{rng.randint(1, one.most)}" if one.most else str(one.value),)))
    raise AssertionError("a step that never ends")


def all_ways(play: Play, who: str) -> list[tuple[str, Command]]:
    """Every way to try every action, whether legal or not."""
    battle = play.battle
    return [
        (action.id, play.system.complete(battle, way))
        for action in play.system.rules.actions.values()
        if not action.hidden
        for way in ways(battle, who, action)
    ]


def a_flurry(play: Play, who: str, rng: Random) -> Command:
    """Two to five things that might go together."""
    offered = play.system.candidates(play.battle, Command("flurry", who), "actions")
    fitting = [one.value for one in offered if not one.violations] or [Table(do="misc")]
    chosen = tuple(rng.choice(fitting) for _ in range(rng.randint(2, 5)))
    return play.system.complete(play.battle, Command("flurry", who, Table(actions=chosen)))


def something_to_do(play: Play, rng: Random) -> Command:
    """A legal step: of one who is up, or breaks off an aim or a guard, or the storyteller's."""
    battle = play.battle
    if battle.phase == "prepared":
        return Command("start")
    chance = rng.random()
    someone = rng.choice(list(battle.combatants))
    if chance < 0.03:
        return Command("adjust", args={"who": someone, "set": {"prone": rng.random() < 0.5, "blind": True}})
    if chance < 0.04:
        return Command("adjust", args={"who": someone, "set": {"next_tick": (battle.tick or 0) + rng.randint(-2, 6)}})
    if chance < 0.06:
        return Command(
            "heal", args={"who": someone, "hours": rng.choice([1, 5, 100, 3000]), "rest": rng.random() < 0.5}
        )
    if chance < 0.08:
        return Command("cover", args={"who": someone, "level": rng.choice(["none", "25", "50", "75", "90"])})
    waiting = [one.id for one in battle.combatants.values() if one.waiting]
    if waiting and chance < 0.2:
        return Command(rng.choice(["join", "join_war"]), waiting[0])
    view = play.system.view(battle)
    able = [*view["up"], *view["may_step_in"]]
    if not able:
        return Command("adjust", args={"who": someone, "set": {"health": {"lethal": 0, "bashing": 0, "aggravated": 0}}})
    who = able[0] if rng.random() < 0.7 else rng.choice(able)
    if chance < 0.65:
        legal = [way for _, way in all_ways(play, who) if not play.check(way)]
        flurry = a_flurry(play, who, rng)
        if not play.check(flurry) and rng.random() < 0.25:
            return flurry
        if legal:
            way = rng.choice(legal)
            if who in view["may_step_in"] and rng.random() < 0.5:
                earlier = way.but(tick=(battle.tick or 0) - rng.randint(0, 2))
                return way if play.check(earlier) else earlier
            return way
    return Command("end_turn", battle.up[0]) if battle.up else Command("end")
