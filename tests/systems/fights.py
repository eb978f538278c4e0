"""Random ex3 battles: fields, fighters, and a driver that does something legal and answers whatever is asked."""

from __future__ import annotations

from random import Random
from typing import Any

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declare, Declared, Roll
from exgui.engine.battle import Battle
from exgui.engine.procedure import BadAnswer
from exgui.engine.system import System
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.ways import ways

WEAPONS = (["straight_sword"], ["spear"], ["self_bow"], ["knife", "throwing_knives"], ["great_axe"], [])
ARMOR = (None, "buff_jacket", "breastplate")
EFFECTS = tuple(load("ex3").tables["effect"])
CHEAP = {"name": "Cheap Trick", "when": "attacked", "counter": "withering", "keywords": ["stackable"]}
"""Costs nothing, and could be declared again and again."""


def ex3(**options: Any) -> System:
    """The shipped game."""
    return system_for(load("ex3"))


def a_battle(rng: Random, *, effects: bool = True) -> Battle:
    """Two to six fighters of two or three sides on one to five zones; some ride, some are hidden, some have effects."""
    zones = [{"id": f"z{n}", "difficult": rng.random() < 0.3} for n in range(rng.randint(1, 5))]
    links = [
        {
            "between": [f"z{n}", f"z{rng.randrange(n)}"],
            "barrier": rng.choice(["none", "none", "none", "obstacle", "wall"]),
        }
        for n in range(1, len(zones))
    ]
    fighters: list[dict[str, Any]] = []
    for n in range(rng.randint(2, 6)):
        data: dict[str, Any] = {
            "id": f"f{n}",
            "side": ("red", "blue", "green")[n if n < 2 else rng.randrange(3)],
            "zone": f"z{rng.randrange(len(zones))}",
            "traits": {
                name: rng.randint(0, 5)
                for name in (
                    "strength",
                    "dexterity",
                    "stamina",
                    "wits",
                    "awareness",
                    "melee",
                    "brawl",
                    "archery",
                    "dodge",
                )
            },
            "weapons": list(rng.choice(WEAPONS)),
        }
        armor = rng.choice(ARMOR)
        if armor:
            data["armor"] = armor
        if rng.random() < 0.15:
            data["mount"] = rng.choice(["horse", "warhorse", "mammoth"])
        if rng.random() < 0.5:
            data["state"] = {"initiative": rng.randint(-3, 14)}
        elif rng.random() < 0.1:
            data["state"] = {"waiting": True}
        if effects and rng.random() < 0.7:
            data["effects"] = [*rng.sample(EFFECTS, rng.randint(1, 6)), *([CHEAP] if rng.random() < 0.2 else [])]
            pools = {f"{pool}_motes": rng.randint(0, 30) for pool in ("personal", "peripheral")}
            data["traits"] |= pools | {name: rng.randint(0, 5) for name in ("willpower", "intelligence", "occult")}
        fighters.append(data)
    for one in fighters:
        if rng.random() < 0.15:
            foes = [other["id"] for other in fighters if other["side"] != one["side"]]
            one.setdefault("state", {})["concealed_from"] = foes
    options: dict[str, Any] = {
        "difficult_terrain": rng.choice(["enter", "leave", "both"]),
        "flurry_damage": rng.random() < 0.5,
        "shift_includes_break": rng.random() < 0.5,
    }
    data = {"zone": zones, "link": links, "combatant": fighters, "options": options, "seed": rng.randrange(1000)}
    groups = [[f["id"] for f in fighters if f["zone"] == zone["id"]][:3] for zone in zones if rng.random() < 0.6]
    data["close"] = [{"members": group} for group in groups if len(group) > 1]
    return battle_from(load("ex3"), data, "random")


def an_answer(play: Play, ask: Ask, rng: Random) -> Answer:
    """Some answer that fits."""
    if isinstance(ask, Roll):
        return play.app_dice(ask)
    if isinstance(ask, Choose):
        return Choice(rng.choice(ask.options).value)
    if isinstance(ask, Declare):
        return Declared(some_effects(ask, rng))
    raise AssertionError(f"nobody should be asked {ask}")


def some_effects(ask: Declare, rng: Random) -> tuple[str, ...]:
    """None, one or several of the effects that may be declared, each in some measure."""
    if rng.random() < 0.4:
        return ()
    chosen = rng.sample(ask.effects, rng.randint(1, len(ask.effects)))
    out = []
    for option in chosen:
        text = f"{option.value}:{rng.randint(1, option.most)}" if option.most else str(option.value)
        out.append(text + rng.choice(["", "", ":personal", ":peripheral"]))
    return tuple(out)


def finish(play: Play, rng: Random) -> None:
    """Answers until the step is done. Effects that are too dear together are not declared; nothing has changed then."""
    for _ in range(400):
        asked = play.pending
        if asked is None:
            return
        before = play.battle
        try:
            play.answer(an_answer(play, asked, rng))
        except BadAnswer:
            assert isinstance(asked, Declare)
            assert play.battle is before
            assert play.pending is asked
            play.answer(Declared())
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


def something_to_do(play: Play, rng: Random) -> Command:
    """A legal step: of the one who is up, or now and then of one who waits, or the storyteller's."""
    battle = play.battle
    if battle.phase == "prepared":
        return Command("start")
    chance = rng.random()
    someone = rng.choice(list(battle.combatants))
    if chance < 0.04:
        return Command("adjust", args={"who": someone, "set": {"initiative": rng.randint(-4, 15)}})
    if chance < 0.06:
        return Command("adjust", args={"who": someone, "set": {"prone": True}})
    if chance < 0.08:
        return Command("cover", args={"who": someone, "level": rng.choice(["none", "light", "heavy", "total"])})
    if 0.08 <= chance < 0.16:
        found = out_of_turn(play, someone, rng)
        if found is not None:
            return found
    waiting = [one.id for one in battle.combatants.values() if one.waiting]
    if waiting and chance < 0.2:
        return Command("join", waiting[0])
    view = play.system.view(battle)
    able = [*view["up"], *view["may_step_in"]]
    if not able:
        return Command("adjust", args={"who": someone, "set": {"health": {"lethal": 0, "bashing": 0, "aggravated": 0}}})
    who = able[0] if rng.random() < 0.8 else rng.choice(able)
    if chance < 0.5:
        legal = [way for _, way in all_ways(play, who) if not play.check(way)]
        if legal:
            return rng.choice(legal)
    return Command("end_turn", battle.up[0]) if battle.up else Command("end")


def out_of_turn(play: Play, who: str, rng: Random) -> Command | None:
    """Something legal that somebody may do on anybody's turn: use an effect, end one, regain motes."""
    battle = play.battle
    tried = [Command("regain", args={"who": who, "motes": rng.randint(1, 8)})]
    for id, action in play.system.rules.actions.items():
        if id in ("effect", "end_effect"):
            tried.extend(ways(battle, who, action))
    legal = [command for command in tried if not play.check(command)]
    return rng.choice(legal) if legal else None
