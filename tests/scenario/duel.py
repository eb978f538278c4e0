"""A game of two blows, invented for these tests: small enough to work out by hand what a scenario must contain.

An `attack` rolls skill in d10 against the target's guard; each success above it is a die of damage, each success of
those takes 1 from the target's life. A combatant with no life left is down. `volley` is one attack at several. `bet` is
a roll of one d6 that counts the number it shows and explodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import sleep
from typing import Any

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle
from exgui.engine.dice import summed
from exgui.engine.effects import modify_pool, modify_successes, modify_value
from exgui.engine.events import ClockSet, CombatantSet, ConditionBegan, Noted, TrackChanged
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.system import System
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.systems import register

FOLDER = Path(__file__).parent / "rulesets" / "duel"
RULES = load(FOLDER)


class Duel(System):
    """The game."""

    id = "duel"

    def __init__(self, rules: Ruleset = RULES) -> None:
        self.rules = rules

    def prepare(self, battle: Battle) -> Battle:
        for one in battle.combatants.values():
            if "life" not in one.tracks:
                battle = battle.with_combatant(one.but(tracks=one.tracks.put("life", 5)))
        return battle

    def complete(self, battle: Battle, command: Command) -> Command:
        return command

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        broken = []
        if command.do != "start" and battle.phase != "running":
            broken.append(Violation("duel-10", "The duel has not begun."))
        if self.rules.id == "fiercer" and command.args.get("mode") == "soft":
            broken.append(Violation("duel-14", "Nobody strikes softly here."))
        if command.do == "attack":
            target = command.get("target")
            if target not in battle.combatants:
                broken.append(Violation("duel-11", "There is nobody of that name.", final=True))
            elif "down" in battle.who(target).conditions:
                broken.append(Violation("duel-12", "Nobody strikes one who is down."))
            if command.by == target:
                broken.append(Violation("duel-13", "Nobody strikes himself.", final=True))
        return tuple(broken)

    def procedure(self, scene: Scene, command: Command) -> Steps:
        if command.do == "start":
            first = next(iter(scene.battle.combatants))
            yield ClockSet(1, None, (first,), fresh=True)
        elif command.do == "end_turn":
            others = [id for id in scene.battle.combatants if id != command.by]
            yield ClockSet(scene.battle.round, None, (others[0],))
        elif command.do == "attack":
            yield from self._attack(scene, command)
        elif command.do == "volley":
            yield from self._volley(scene, command)
        elif command.do == "bet":
            fallen = yield from scene.roll(
                command.by, "bet", lambda _: constant("one", 1), die=summed(6, explodes=True)
            )
            yield TrackChanged(command.by, "gold.coins", fallen.successes, fallen.successes)
        elif command.do == "adjust":
            for path, value in command.args["set"].items():
                yield TrackChanged(command.args["who"], path, value)
        elif command.do == "join":
            one = scene.battle.who(command.by)
            yield CombatantSet(one.but(waiting=False))
        elif command.do == "crash":
            raise RuntimeError("a mistake of the game")
        elif command.do == "endless":
            while True:
                yield from scene.roll(command.by, "attack", lambda _: constant("one", 1))
        elif command.do == "ponder":
            sleep(60)
        elif command.do == "babble":
            while True:
                yield Noted("and so on")

    def _attack(self, scene: Scene, command: Command) -> Steps:
        by, target = command.by, command.get("target")
        boasts = yield from scene.declare(by, "attack", (Option("boast", "Boast"), Option("howl", "Howl")))
        for boast in boasts:
            yield Noted(f"{boast}!", by, "duel-9")
        answer = yield from scene.choose(
            target, "defense", "How?", (Option("stand", "Stand"), Option("parry", "Parry"), Option(2, "Two")), "stand"
        )
        if answer == "parry":
            yield ConditionBegan(target, "parrying", rule="duel-6")
        hit = yield from scene.roll(
            by,
            "attack",
            lambda battle: modify_pool(
                constant("Skill", battle.who(by).traits.get("skill", 0)), battle.who(by).effects, "attack"
            ),
            auto=lambda battle: modify_successes(NOTHING, battle.who(by).effects, "attack"),
            difficulty=lambda battle: self.number(battle, target, "guard"),
            threshold_only=True,
            against=target,
        )
        yield from self._harm(scene, by, target, hit.threshold if hit.met else None)

    def _harm(self, scene: Scene, by: str, target: str, threshold: int | None) -> Steps:
        if threshold is None:
            yield Noted(f"{by} misses {target}", by, "duel-1")
            return
        harm = yield from scene.roll(by, "damage", lambda _: constant("Threshold", threshold), against=target)
        life = scene.battle.who(target).track("life")
        left = max(0, life - harm.successes)
        yield TrackChanged(target, "life", left, left - life, "duel-1")
        if left == 0:
            yield ConditionBegan(target, "down", rule="duel-1")
        yield Noted(f"{by} hits {target} for {harm.successes}", by, "duel-1")

    def _volley(self, scene: Scene, command: Command) -> Steps:
        by = command.by
        hit = yield from scene.roll(
            by, "attack", lambda battle: constant("Skill", battle.who(by).traits.get("skill", 0))
        )
        targets = yield from scene.for_each(command.get("targets"))
        for target in targets:
            guard = self.number(scene.battle, target, "guard").total
            yield from self._harm(scene, by, target, hit.successes - guard if hit.successes >= guard else None)

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        one = battle.who(who)
        if name == "guard":
            base = constant("Guard", one.traits.get("guard_skill", 0))
            if "parrying" in one.conditions:
                base = base.plus("parrying", 1, "duel-6")
            return modify_value(base, one.effects, "guard")
        if name == "life":
            return constant("life", one.track("life"))
        raise KeyError(name)

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        return dict.fromkeys(self.rules.actions, ())

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        target = command.get("target")
        lost = before.who(target).track("life") - after.who(target).track("life")
        return {"hurt": int(lost > 0), "lost": lost, "down": int("down" in after.who(target).conditions)}

    def view(self, battle: Battle) -> dict[str, Any]:
        out: dict[str, Any] = {
            "round": battle.round,
            "tick": battle.tick,
            "over": battle.phase == "over",
            "active": battle.active,
            "up": list(battle.up),
            "order": list(battle.combatants),
        }
        for one in battle.combatants.values():
            out[one.id] = {
                "life": one.track("life"),
                "gold": {"coins": one.track("gold.coins"), "debts": 0},
                "guard": self.number(battle, one.id, "guard").total,
                "down": "down" in one.conditions,
                "conditions": list(one.conditions),
                "zone": one.zone,
                "waiting": one.waiting,
            }
        return out


def make_known() -> None:
    """Makes the game known to the app."""
    register("duel", Duel)
