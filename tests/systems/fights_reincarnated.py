"""Random battles of Exalted, reincarnated: every turn order, fighters in every state, groups, and their actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from systems.fights import Fights, a_web

from exgui.engine.asks import Ask, Command, Declare
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Action
from exgui.rulebook.setup import battle_from
from exgui.systems.reincarnated.possible_steps import attempts
from exgui.systems.reincarnated.turn_order import check_pass

WEAPONS: tuple[list[Any], ...] = (
    ["sword"],
    ["fighting_chain", "throwing_knife"],
    ["short_bow", "knife"],
    ["long_bow"],
    ["war_ballad"],
    [{"name": "Odd thing", "tags": ["accurate_1", "grappling", "ranged"]}],
    [{"id": "jaws", "name": "Jaws", "ability": "brawl", "tags": ["natural"], "granted_by": "its body"}],
    [],
)
ATTRIBUTES = ("strength", "dexterity", "stamina", "charisma", "wits")
ABILITIES = ("melee", "brawl", "archery", "thrown", "athletics", "awareness", "integrity", "performance")
EFFECTS = (
    [],
    [],
    ["steady_hand", "excellency", "crushing_blow"],
    ["slip_aside", "guarding_excellency", "roll_with_it", "bold_stroke"],
)
STATES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"health": 4},
    {"health": 0},
    {"power": 3},
    {"advantages": {"distract": -2, "high_ground": 1}},
    {"advantages": {"seek_cover": 2}},
    {"held": "a shout"},
    {"waiting": True},
)


class ReincarnatedFights(Fights):
    """Random battles of the game."""

    id = "reincarnated"
    moments = 12
    logged = ("strike", "move", "maneuver", "combined", "hold_action", "elsewhere", "pass", "event", "start")
    not_before_start = ("strike", "move", "maneuver", "combined", "hold_action", "elsewhere", "end_turn")

    def a_battle(self, rng: Random) -> Battle:
        """Two to six fighters of two or three sides on one to five zones."""
        zones: list[dict[str, Any]] = [
            {
                "id": f"z{n}",
                "difficult": rng.random() < 0.3,
                "hazard": rng.choice(["none", "none", "none", "light", "oppressive"]),
                "difficulty": rng.choice([0, 0, 3]),
            }
            for n in range(rng.randint(1, 5))
        ]
        fighters: list[dict[str, Any]] = []
        for n in range(rng.randint(2, 6)):
            traits = {name: rng.randint(0, 5) for name in ABILITIES} | {name: rng.randint(1, 5) for name in ATTRIBUTES}
            data: dict[str, Any] = {
                "id": f"f{n}",
                "side": ("red", "blue", "green")[n if n < 2 else rng.randrange(3)],
                "player": rng.random() < 0.4,
                "zone": f"z{rng.randrange(len(zones))}",
                "traits": traits | {"essence": rng.randint(1, 4), "exalted": rng.randint(0, 1)},
                "weapons": list(rng.choice(WEAPONS)),
                "state": dict(rng.choice(STATES)),
                "effects": list(rng.choice(EFFECTS)),
            }
            if rng.random() < 0.3:
                data["group"] = {"magnitude": rng.randint(1, 3)}
            if (armor := rng.choice([None, "light", "medium", "heavy"])) is not None:
                data["armor"] = armor
            fighters.append(data)
        options = {
            "turn_order": rng.choice(["baton", "baton", "static", "alternating", "focus"]),
            "strike_ties_hit": rng.random() < 0.5,
            "disadvantage_rounds": rng.choice([0, 1]),
            "power_gain": rng.choice([1, 3]),
        }
        links = a_web(zones, rng)
        data = {"zone": zones, "link": links, "combatant": fighters, "options": options, "seed": rng.randrange(1000)}
        return battle_from(load("reincarnated"), data, "random")

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def may_step_in(self, battle: Battle) -> tuple[str, ...]:
        return ()

    def awaits(self, play: Play, who: str) -> bool:
        return play.system.standing(play.battle, who) and not play.battle.chooser

    def something_to_do(self, play: Play, rng: Random) -> Command:
        """As in every game; where someone has to be named, one who may be is."""
        battle = play.battle
        if battle.phase == "running" and not battle.up and battle.chooser and rng.random() < 0.9:
            naming = [Command("pass", battle.chooser, Table(to=id)) for id in battle.combatants]
            legal = [one for one in naming if not check_pass(battle, one)]
            assert legal, "somebody has to be named, and nobody can be"
            return rng.choice(legal)
        if not battle.up and battle.phase == "running":
            who = rng.choice(list(battle.combatants))
            return Command("adjust", args={"who": who, "set": {"health": 12, "surrendered": False}})
        return super().something_to_do(play, rng)

    def aside(self, play: Play, someone: str, rng: Random) -> Command | None:
        """Something happens that someone waits for; time passes, the ground burns, the storyteller sets things."""
        chance = rng.random()
        battle = play.battle
        if chance < 0.05:
            waits = [one.conditions["held"]["event"] for one in battle.combatants.values() if "held" in one.conditions]
            way = Command("event", args={"name": rng.choice(waits), "before": rng.random() < 0.5}) if waits else None
            return way if way is not None and not play.check(way) else None
        if chance < 0.08:
            wanted = {
                "actions_left": rng.randint(0, 4),
                "strikes_left": rng.randint(0, 2),
                "health": rng.randint(0, 20),
            }
            return Command("adjust", args={"who": someone, "set": wanted})
        if chance < 0.10:
            return Command("heal", args={"who": someone, "hours": rng.randint(1, 9)})
        if chance < 0.12:
            zone = rng.choice(list(battle.zones))
            return Command("environment", args={"zone": zone, "level": rng.choice(["light", "heavy"])})
        if chance < 0.14:
            return Command("cover", args={"who": someone, "level": rng.choice(["none", "minor", "moderate"])})
        if chance < 0.15 and "defeated" in battle.who(someone).conditions:
            return Command("cheat_death", args={"who": someone, "consequence": "scar"})
        if chance < 0.17:
            way = Command("decide_survival", args={"who": someone})
            return way if not play.check(way) else None
        return None

    def declared(self, ask: Declare, rng: Random) -> tuple[str, ...]:
        """Now and then a Power."""
        if rng.random() < 0.5 or not ask.effects:
            return ()
        one = rng.choice(ask.effects)
        return (f"{one.value}:{rng.randint(1, one.most)}" if one.most else str(one.value),)

    def unpaid(self, ask: Ask) -> None:
        """Each offer is affordable on its own."""
        raise AssertionError(f"{ask} was offered")


REINCARNATED = ReincarnatedFights()
