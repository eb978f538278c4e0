"""Random battles of Skirmish: bands, animals with riders, things, weapons of every property, worn and broken."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from systems.fights import Fights, a_web

from exgui.engine.asks import Command, Declare
from exgui.engine.battle import Battle
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Action
from exgui.rulebook.setup import battle_from
from exgui.systems.skirmish.positions import can_act
from exgui.systems.skirmish.possible_steps import attempts
from exgui.systems.skirmish.turn_order import may_activate

WEAPONS: tuple[list[Any], ...] = (
    ["sword"],
    ["spear", "throwing_knife"],
    ["crossbow", "knife"],
    ["whirling_chain"],
    ["grenade", "pistol"],
    ["musket", "improvised_small"],
    ["net", "blowpipe"],
    [{"name": "Odd thing", "damage": "2d4+1", "range": "far", "properties": ["poison", "grab", "direct"]}],
    [{"name": "Bombard", "damage": "2d6", "range": "extreme", "properties": ["blast", "loud", "reload"]}],
    ["bite"],
    [],
)
ITEMS: tuple[list[Any], ...] = ([], [], ["shield"], ["leather", "improvised_shield"], ["plate", "shield"])
STATES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"health": 1},
    {"health": -1},
    {"morale": "immune"},
    {"morale": "ok", "activated": True},
    {"unseen": True},
    {"fleeing": True, "morale": "broken"},
    {"waiting": True},
)
NEEDS_AN_ACTIVATION = ("attack", "move", "reload", "ready", "put_away", "end_turn", "activate")


class SkirmishFights(Fights):
    """Random battles of the game."""

    id = "skirmish"
    moments = 10
    logged = ("attack", "move", "reload", "ready", "put_away", "release", "repair", "activate", "start")
    not_before_start = NEEDS_AN_ACTIVATION

    def a_battle(self, rng: Random) -> Battle:
        """Two to six fighters of two or three sides on one to five zones, and now and then a thing."""
        zones: list[dict[str, Any]] = [
            {"id": f"z{n}", "hazard_damage": rng.choice(["", "", "d6", "2d4-1"])} for n in range(rng.randint(1, 5))
        ]
        fighters: list[dict[str, Any]] = []
        for n in range(rng.randint(2, 6)):
            side = ("red", "blue", "green")[n if n < 2 else rng.randrange(3)]
            data: dict[str, Any] = {
                "id": f"f{n}",
                "side": side,
                "player": rng.random() < 0.4,
                "zone": f"z{rng.randrange(len(zones))}",
                "traits": {name: rng.randint(3, 18) for name in ("str", "agi", "wit")}
                | {"health": rng.randint(1, 12), "armour": rng.randint(0, 2)},
                "weapons": list(rng.choice(WEAPONS)),
                "items": list(rng.choice(ITEMS)),
                "state": dict(rng.choice(STATES)),
            }
            if rng.random() < 0.5:
                data["band"] = f"{side}s"
            if rng.random() < 0.3:
                data["animal"] = True
            elif n and fighters[-1].get("animal") and rng.random() < 0.7:
                data["state"] = {"riding": fighters[-1]["id"]}
                data["zone"] = fighters[-1]["zone"]
            fighters.append(data)
        data = {
            "zone": zones,
            "link": a_web(zones, rng),
            "combatant": fighters,
            "options": {"explode": rng.choice(["again", "none"]), "first_side": rng.choice(["players", "blue"])},
            "seed": rng.randrange(1000),
        }
        if rng.random() < 0.4:
            data["object"] = [{"id": "cart", "zone": "z0", "structure": rng.randint(1, 20), "armour": 1}]
        return battle_from(load("skirmish"), data, "random")

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def may_step_in(self, battle: Battle) -> tuple[str, ...]:
        return tuple(id for id in battle.combatants if id not in battle.up and not may_activate(battle, id))

    def awaits(self, play: Play, who: str) -> bool:
        return can_act(play.battle.who(who)) and play.system.naming(play.battle) is None

    def something_to_do(self, play: Play, rng: Random) -> Command:
        """As in every game; where no one can act, someone recovers."""
        battle = play.battle
        if battle.phase == "running" and not battle.up:
            able = self.may_step_in(battle)
            if not able:
                assert not any(map(can_act, battle.combatants.values())), "nobody may activate"
                who = next(id for id, one in battle.combatants.items() if one.kind != "object")
                wanted = {"health": 3, "incapacitated": False, "surrendered": False, "left": False, "waiting": False}
                return Command("adjust", args={"who": who, "set": wanted})
            if rng.random() < 0.2:
                return Command("activate", rng.choice(able))
        if battle.phase == "prepared" and not any(map(can_act, battle.combatants.values())):
            who = next(id for id, one in battle.combatants.items() if one.kind != "object")
            return Command("adjust", args={"who": who, "set": {"health": 3, "waiting": False}})
        return super().something_to_do(play, rng)

    def aside(self, play: Play, someone: str, rng: Random) -> Command | None:
        """Time passes, things are repaired, the ground burns, the storyteller sets things or ends the round."""
        chance = rng.random()
        battle = play.battle
        one = battle.who(someone)
        if chance < 0.04 and one.kind != "object":
            wanted: dict[str, Any] = {"health": rng.randint(-2, 9), "activated": rng.random() < 0.5}
            if one.gear:
                wanted["items"] = {rng.choice(list(one.gear)): rng.randint(0, 3)}
            return Command("adjust", args={"who": someone, "set": wanted})
        if chance < 0.06:
            return Command("heal", args={"who": someone, "health": rng.randint(1, 3), "stretch": True})
        if chance < 0.10:
            things = ["cart", *(id for other in battle.combatants.values() for id in other.gear)]
            repair = Command("repair", args={"what": rng.choice(things), "amount": rng.randint(1, 3)})
            return None if play.check(repair) else repair
        if chance < 0.11:
            return Command("end_round")
        if chance < 0.13:
            zone = rng.choice(list(battle.zones))
            fire = {"label": "Fire", "zone": zone, "dice": 1, "when": rng.choice(["round", "turn"])}
            return None if len(battle.hazards) > 2 else Command("hazard", args=fire)
        if chance < 0.15:
            return Command("cover", args={"who": someone, "level": rng.choice(["none", "cover"])})
        return None

    def declared(self, ask: Declare, rng: Random) -> tuple[str, ...]:
        raise AssertionError("nothing is declared in this game")


SKIRMISH = SkirmishFights()
