"""Random ex3 battles: fields, fighters who ride, hide and use effects, battle groups, and all their actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from systems.fights import Fights, a_web, close_groups

from exgui.engine.asks import Command, Declare
from exgui.engine.battle import Battle
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Action
from exgui.rulebook.setup import battle_from
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.group_commands import COMMANDS
from exgui.systems.ex3.possible_steps import attempts
from exgui.systems.ex3.turn_order import may_step_in

WEAPONS = (["straight_sword"], ["spear"], ["self_bow"], ["knife", "throwing_knives"], ["great_axe"], [])
ARMOR = (None, "buff_jacket", "breastplate")
EFFECTS = tuple(load("ex3").tables["effect"])
CHEAP = {"name": "Cheap Trick", "when": "attacked", "counter": "withering", "keywords": ["stackable"]}
"""Costs nothing, and could be declared again and again."""
TRAITS = (
    "strength",
    "dexterity",
    "stamina",
    "wits",
    "awareness",
    "melee",
    "brawl",
    "archery",
    "dodge",
    "charisma",
    "war",
)


class Ex3Fights(Fights):
    """Random battles of ex3."""

    id = "ex3"
    moments = 25
    logged = (
        "attack",
        "move",
        "aim",
        "full_defense",
        "delay",
        "start",
        "order",
        "rally",
        "rally_numbers",
        "merge",
        "split",
    )
    not_before_start = ("attack", "move", "aim", "rise", "end_turn", "delay", "flurry", "other", "full_defense")

    def a_battle(self, rng: Random, *, effects: bool = True, groups: float = 0.25) -> Battle:
        """Two to six fighters of two or three sides on one to five zones; some ride, some are hidden, some have
        effects, some are battle groups.

        Args:
            groups: how likely someone is a battle group.
        """
        zones = [{"id": f"z{n}", "difficult": rng.random() < 0.3} for n in range(rng.randint(1, 5))]
        links = a_web(zones, rng)
        fighters: list[dict[str, Any]] = []
        for n in range(rng.randint(2, 6)):
            data: dict[str, Any] = {
                "id": f"f{n}",
                "side": ("red", "blue", "green")[n if n < 2 else rng.randrange(3)],
                "zone": f"z{rng.randrange(len(zones))}",
                "traits": {name: rng.randint(0, 5) for name in TRAITS},
                "weapons": list(rng.choice(WEAPONS)),
            }
            armor = rng.choice(ARMOR)
            if armor:
                data["armor"] = armor
            if rng.random() < 0.15:
                data["mount"] = rng.choice(["horse", "warhorse", "mammoth"])
            if rng.random() < groups:
                data["group"] = a_group(rng)
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
            "gain_from_groups": rng.random() < 0.5,
            "rout_drill_bonus": rng.choice(["defense", "command"]),
        }
        data = {"zone": zones, "link": links, "combatant": fighters, "options": options, "seed": rng.randrange(1000)}
        data["close"] = close_groups(zones, fighters, rng, largest=3, often=0.6)
        return battle_from(load("ex3"), data, "random")

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def may_step_in(self, battle: Battle) -> tuple[str, ...]:
        return may_step_in(battle)

    def awaits(self, play: Play, who: str) -> bool:
        return play.system.standing(play.battle, who) and "initiative" in play.battle.who(who).tracks

    def aside(self, play: Play, someone: str, rng: Random) -> Command | None:
        """The storyteller changes an Initiative, throws down, gives cover; someone uses an effect."""
        chance = rng.random()
        if chance < 0.04:
            return Command("adjust", args={"who": someone, "set": {"initiative": rng.randint(-4, 15)}})
        if chance < 0.06:
            return Command("adjust", args={"who": someone, "set": {"prone": True}})
        if chance < 0.08:
            return Command("cover", args={"who": someone, "level": rng.choice(["none", "light", "heavy", "total"])})
        if chance < 0.16:
            return self.out_of_turn(play, someone, rng)
        return by_the_storyteller(play, someone, rng) if chance < 0.22 else None

    def a_turn(self, play: Play, who: str, rng: Random) -> Command | None:
        """As in every game; now and then a command for a battle group, one that is spread thin, or someone going
        through the members of one."""
        actions = play.system.rules.actions
        orders = [way for id in COMMANDS for way in self.attempts(play.battle, who, actions[id]) if not play.check(way)]
        if orders and rng.random() < 0.5:
            return rng.choice(orders)
        found = super().a_turn(play, who, rng)
        if found is None or rng.random() < 0.5:
            return found
        battle = play.battle
        others = tuple(id for id in battle.combatants if id != who)
        if found.do == "attack" and "mode" in found.args:
            also = tuple(rng.sample(others, rng.randint(0, len(others))))
            other = found.but(args=found.args.put("spread", True).put("also", also))
        elif found.do == "move":
            other = found.but(args=found.args.put("through", rng.choice(others)))
        else:
            return found
        return found if play.check(other) else other

    def out_of_turn(self, play: Play, who: str, rng: Random) -> Command | None:
        """Something legal that someone may do on anyone's turn: use an effect, end one, regain motes."""
        battle = play.battle
        tried = [Command("regain", args={"who": who, "motes": rng.randint(1, 8)})]
        for id, action in play.system.rules.actions.items():
            if id in ("effect", "end_effect"):
                tried.extend(attempts(battle, who, action))
        legal = [command for command in tried if not play.check(command)]
        return rng.choice(legal) if legal else None

    def declared(self, ask: Declare, rng: Random) -> tuple[str, ...]:
        """None, one or several of the effects that may be declared, each in some measure; together they may be too
        dear."""
        if rng.random() < 0.4:
            return ()
        chosen = rng.sample(ask.effects, rng.randint(1, len(ask.effects)))
        out = []
        for option in chosen:
            text = f"{option.value}:{rng.randint(1, option.most)}" if option.most else str(option.value)
            out.append(text + rng.choice(["", "", ":personal", ":peripheral"]))
        return tuple(out)


def a_group(rng: Random) -> dict[str, Any]:
    """What a random battle group is: few health levels, so that some break."""
    return {
        "size": rng.randint(0, 5),
        "drill": rng.choice(["poor", "average", "elite"]),
        "might": rng.randint(0, 3),
        "health_levels": rng.randint(1, 7),
        "willpower": rng.randint(0, 6),
        "perfect_morale": rng.random() < 0.15,
    }


def by_the_storyteller(play: Play, someone: str, rng: Random) -> Command | None:
    """Something legal the storyteller can do: a hazard, a battle group formed or left, a side changed, the last of
    a group's Magnitude."""
    battle = play.battle
    one = battle.who(someone)
    near = tuple(id for id, other in battle.combatants.items() if other.side == one.side and other.zone == one.zone)
    aim = rng.choice([{"who": (someone,)}, {"zone": one.zone}])
    much = rng.choice([{"dice": rng.randint(1, 12)}, {"damage": rng.randint(1, 4)}])
    when = rng.choice([{"when": "round"}, {"when": "turn"}, {"when": "once", "at_round": battle.round + 1}])
    resist = rng.choice([{}, {"resist": ("stamina",), "difficulty": rng.randint(1, 3)}])
    tried = [
        Command("hazard", args={"label": "Fire", **aim, **much, **when, **resist}),
        *(Command("hazard", args={"remove": hazard.id}) for hazard in battle.hazards),
        Command("merge", args={"who": near}),
        Command("split", args={"group": someone}),
        Command("adjust", args={"who": someone, "set": {"side": rng.choice(["red", "blue", "green"])}}),
    ]
    if is_group(one):
        tried.append(Command("adjust", args={"who": someone, "set": {"magnitude": 1}}))
    legal = [command for command in tried if not play.check(command)]
    return rng.choice(legal) if legal else None


EX3 = Ex3Fights()
