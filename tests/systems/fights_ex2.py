"""Random ex2 battles: fields measured in yards, fighters in every state, and their actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from systems.fights import Fights, a_web, close_groups

from exgui.engine.asks import Ask, Command, Declare
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Action
from exgui.rulebook.setup import battle_from
from exgui.systems.ex2.possible_steps import attempts
from exgui.systems.ex2.turn_order import may_step_in

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


class Ex2Fights(Fights):
    """Random battles of ex2."""

    id = "ex2"
    moments = 12
    logged = ("attack", "move", "aim", "grapple", "flurry", "dash", "start")
    not_before_start = ("attack", "move", "aim", "rise", "end_turn", "flurry", "grapple", "misc", "guard")
    joins = ("join", "join_war")

    def a_battle(self, rng: Random) -> Battle:
        """Two to six fighters of two or three sides on one to five zones."""
        zones = [{"id": f"z{n}", "size": rng.choice([1, 7, 20, 90])} for n in range(rng.randint(1, 5))]
        links = a_web(zones, rng)
        fighters: list[dict[str, Any]] = []
        for n in range(rng.randint(2, 6)):
            traits = {name: rng.randint(0, 5) for name in ABILITIES} | {name: rng.randint(1, 5) for name in ATTRIBUTES}
            traits |= {"essence": rng.randint(1, 4), "exalted": rng.randint(0, 1), "heroic": rng.randint(0, 1)}
            traits |= {"personal_motes": rng.choice([0, 3]), "peripheral_motes": rng.choice([0, 12])}
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
                "effects": list(rng.choice(EFFECTS)),
            }
            armor, shield = rng.choice(ARMOR), rng.choice(SHIELDS)
            data |= ({"armor": armor} if armor else {}) | ({"shield": shield} if shield else {})
            fighters.append(data)
        options: dict[str, Any] = {
            "simultaneous": rng.random() < 0.5,
            "hindered_actions": rng.choice(["movement", "all"]),
            "essence_from_two": rng.random() < 0.5,
        }
        data = {"zone": zones, "link": links, "combatant": fighters, "options": options, "seed": rng.randrange(1000)}
        data["close"] = close_groups(zones, fighters, rng, largest=4, often=0.8)
        return battle_from(load("ex2"), data, "random")

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def may_step_in(self, battle: Battle) -> tuple[str, ...]:
        return may_step_in(battle)

    def awaits(self, play: Play, who: str) -> bool:
        one = play.battle.who(who)
        return (
            play.system.standing(play.battle, who) and "next_tick" in one.tracks and "grappled_by" not in one.conditions
        )

    def aside(self, play: Play, someone: str, rng: Random) -> Command | None:
        """The storyteller blinds and throws down, puts off, heals, gives cover."""
        chance = rng.random()
        if chance < 0.03:
            return Command("adjust", args={"who": someone, "set": {"prone": rng.random() < 0.5, "blind": True}})
        if chance < 0.04:
            later = (play.battle.tick or 0) + rng.randint(-2, 6)
            return Command("adjust", args={"who": someone, "set": {"next_tick": later}})
        if chance < 0.06:
            time = {"hours": rng.choice([1, 5, 100, 3000]), "rest": rng.random() < 0.5}
            return Command("heal", args={"who": someone} | time)
        if chance < 0.08:
            return Command("cover", args={"who": someone, "level": rng.choice(["none", "25", "50", "75", "90"])})
        return None

    def a_turn(self, play: Play, who: str, rng: Random) -> Command | None:
        """Something legal, or a flurry; of one who breaks off an aim or a guard, also on an earlier tick."""
        if rng.random() < 0.25:
            flurry = self.a_flurry(play, who, rng)
            if not play.check(flurry):
                return flurry
        way = super().a_turn(play, who, rng)
        if way is not None and who not in play.battle.up and rng.random() < 0.5:
            earlier = way.but(tick=(play.battle.tick or 0) - rng.randint(0, 2))
            return way if play.check(earlier) else earlier
        return way

    def a_flurry(self, play: Play, who: str, rng: Random) -> Command:
        """Two to five things that might go together."""
        offered = play.system.candidates(play.battle, Command("flurry", who), "actions")
        fitting = [one.value for one in offered if not one.violations] or [Table(do="misc")]
        chosen = tuple(rng.choice(fitting) for _ in range(rng.randint(2, 5)))
        return play.system.complete(play.battle, Command("flurry", who, Table(actions=chosen)))

    def declared(self, ask: Declare, rng: Random) -> tuple[str, ...]:
        """Now and then a Charm."""
        if rng.random() < 0.5:
            return ()
        one = rng.choice(ask.effects)
        return (f"{one.value}:{rng.randint(1, one.most)}" if one.most else str(one.value),)

    def unpaid(self, ask: Ask) -> None:
        """Each offer is affordable on its own."""
        raise AssertionError(f"{ask} was offered")


EX2 = Ex2Fights()
