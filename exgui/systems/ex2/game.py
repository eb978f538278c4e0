"""The game as the app sees it: which step is checked and resolved by which function, what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.evolve import evolve_all
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Badge, Candidate, Figure, Reach, Reminder
from exgui.engine.timeline import Timeline
from exgui.engine.zones import neighbours
from exgui.rulebook.rules import Param, Ruleset
from exgui.systems.common import adjust as word
from exgui.systems.common import offers, steps
from exgui.systems.common.gear import of_kind
from exgui.systems.common.health import incapacitated
from exgui.systems.ex2 import actions, charms, flurry, grapple, healing, movement, show, storyteller, taking, turns
from exgui.systems.ex2.attack import best_weapon
from exgui.systems.ex2.ground import can_act
from exgui.systems.ex2.shots import LABELS, shot_id
from exgui.systems.ex2.turn import has_acted, may_do_anything, taken
from exgui.systems.ex2.values import ready_weapons
from exgui.systems.ex2.ways import allies, flurry_parts, others, ways

Check = Callable[[Battle, Command], list[Violation]]
Resolve = Callable[[Scene, Command], Steps]


def _check_end_turn(battle: Battle, command: Command) -> list[Violation]:
    return [v for v in may_do_anything(battle, command.by) if v.rule != "ex2-18"]


TURN_STEPS: dict[str, tuple[Check, Resolve]] = {
    **dict.fromkeys(taking.ACTIONS, (taking.check, taking.take)),
    "flurry": (flurry.check_flurry, flurry.flurry),
    "move": (movement.check_move, movement.move),
    "end_turn": (_check_end_turn, lambda scene, command: turns.end_turn(scene, command.by)),
}
"""Steps that somebody takes in their turn."""

STORYTELLER_STEPS: dict[str, tuple[Check, Resolve]] = {
    "start": (storyteller.check_start, storyteller.start),
    "join": (storyteller.check_join, storyteller.join),
    "join_war": (storyteller.check_join, storyteller.join),
    "adjust": (storyteller.check_adjust, storyteller.adjust),
    "cover": (storyteller.check_cover, storyteller.cover),
    "place": (word.check_place, storyteller.place),
    "roll": (steps.check_roll, storyteller.roll),
    "heal": (healing.check_heal, healing.heal),
    "end": (steps.check_end, steps.end),
    "arrange": (steps.check_arrange, steps.arrange),
    "link": (steps.check_link, steps.link),
    "timer": (steps.check_timer, steps.timer),
}
"""Steps that are nobody's turn."""

UNARMED = grapple.UNARMED


class Ex2:
    """Exalted Second Edition, bound to a ruleset."""

    id = "ex2"

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def prepare(self, battle: Battle) -> Battle:
        """Everyone has fists; an aim or a guard given at the start runs out on the next action; who starts with every
        health level filled is incapacitated; a hold has two ends."""
        fists = self.rules.tables.get("weapon", Table()).get(UNARMED)
        for one in battle.combatants.values():
            ready = one
            if fists is not None and UNARMED not in one.gear:
                ready = ready.but(gear=ready.gear.put(UNARMED, fists))
            conditions = one.conditions
            next_tick = one.tracks.get("next_tick")
            if isinstance(conditions.get("aiming"), str):
                conditions = conditions.put("aiming", actions.aimed_before(conditions["aiming"], next_tick))
            if conditions.get("guarding") is not None and not isinstance(conditions["guarding"], Mapping):
                conditions = conditions.put("guarding", actions.guarded_before(next_tick))
            if incapacitated(battle, one):
                conditions = conditions.put("incapacitated", True)
            battle = battle.with_combatant(charms.filled(battle, ready.but(conditions=conditions)))
        for one in battle.combatants.values():
            for end, other_end in (("grappling", "grappled_by"), ("grappled_by", "grappling")):
                other = battle.combatants.get(str(one.conditions.get(end)))
                if other is not None and other_end not in other.conditions:
                    joined = other.but(conditions=other.conditions.put(other_end, one.id))
                    battle = battle.with_combatant(joined)
        return battle

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """All rules that a command would break."""
        known = TURN_STEPS.get(command.do)
        if known is None:
            rule = STORYTELLER_STEPS.get(command.do)
            if rule is None:
                return (Violation("", f"There is no step {command.do}.", final=True),)
            return (*self._unknown_mods(battle, command), *rule[0](battle, command))
        missing = steps.unknown(battle, command.by) or self._unknown_mods(battle, command)
        if missing:
            return tuple(missing)
        entry = self._step_in(battle, command)
        if isinstance(entry, Violation):
            return (entry,)
        return tuple(known[0](evolve_all(battle, entry), command))

    def _unknown_mods(self, battle: Battle, command: Command) -> list[Violation]:
        return [
            Violation("", f"A modifier is for {mod.who}, and there is nobody called that.", final=True)
            for mod in command.mods
            if mod.who not in battle.combatants
        ]

    def _step_in(self, battle: Battle, command: Command) -> list[Event] | Violation:
        """What happens first when one who aims or guards breaks it off: the clock goes back to its tick and its turn
        begins."""
        one = battle.combatants[command.by]
        if command.tick is None and (one.turn is not None or command.do == "end_turn"):
            return []
        if one.turn is not None and command.tick == battle.tick:
            return []
        span = turns.step_in_ticks(battle, command.by)
        if one.turn is not None and span is None:
            return Violation("ex2-04", f"{one.name} is up on tick {battle.tick}, not on {command.tick}.")
        if span is None:
            if command.tick is None:
                return []
            return Violation("ex2-04", f"{one.name} neither aims nor guards, and cannot act on another tick.")
        low, high = span
        if command.tick is not None and not low <= command.tick <= high:
            return Violation("ex2-04", f"{one.name} may act on ticks {low} to {high} now, not on {command.tick}.")
        return turns.step_in(battle, command.by, command.tick)

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """What a command does; after it, what follows of itself."""
        known = TURN_STEPS.get(command.do)
        if known is not None:
            entry = self._step_in(scene.battle, command)
            if not isinstance(entry, Violation):
                yield from entry
            if scene.battle.who(command.by).turn is not None:
                yield from turns.remember_tick(scene.battle)
            before = taken(scene.battle.who(command.by))
            yield from known[1](scene, command)
            if taken(scene.battle.who(command.by)) and not before:
                yield from has_acted(scene.battle, command.by)
        else:
            yield from STORYTELLER_STEPS[command.do][1](scene, command)
        yield from grapple.drop_holds(scene)
        yield from turns.settle(scene)

    def complete(self, battle: Battle, command: Command) -> Command:
        """A command with its defaults: whose turn it is, the weapon that reaches, the called shot by its id."""
        if not command.by and command.do in TURN_STEPS and battle.active:
            command = command.but(by=battle.active)
        if command.by not in battle.combatants:
            return command
        if command.do == "flurry":
            return flurry.completed(battle, command)
        if command.do == "attack":
            args = command.args
            if not args.get("weapon"):
                args = args.put("weapon", best_weapon(battle, command.by, str(args.get("target", ""))))
            if args.get("shot") and args["shot"] != shot_id(args["shot"]):
                args = args.put("shot", shot_id(args["shot"]))
            if args is not command.args:
                command = command.but(args=args)
        return command

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """What could be given for a parameter, each with the rules that it would break."""
        action = offers.action_meant(self.rules, command)
        same = (a for a in self.rules.actions.values() if (a.step or a.id) == command.do)
        known = next((p for a in same for p in a.params if p.id == param), None)
        if known is not None and command.do == "heal" and param == "who":
            return healing.candidates(battle)
        if known is None or action is None or command.by not in battle.combatants:
            return ()
        if command.do == "flurry":
            parts = flurry_parts(battle, command.by, self.rules.actions)
            found = (one.but(violations=self._in_flurry(battle, command, one.value)) for one in parts)
            return tuple(sorted(found, key=lambda one: bool(one.violations)))
        offered = self._values(battle, command, known)
        return offers.candidates(self, battle, command, param, offered, ways(battle, command.by, action))

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """What a flurry would cost: Speed, DV penalty and each action's dice; what time that passes would heal."""
        if command.do == "heal":
            return healing.preview(battle, command)
        return flurry.preview(battle, self.complete(battle, command)) if command.do == "flurry" else ()

    def _in_flurry(self, battle: Battle, command: Command, value: Any) -> tuple[Violation, ...]:
        """What stands against a further action in a flurry: that it is the first only is nothing against it."""
        given = command.get("actions", ())
        whole = (*given, value) if given else (value, Table(do="misc"))
        tried = self.complete(battle, command.but(args=command.args.put("actions", whole)))
        return self.check(battle, tried)

    def _values(self, battle: Battle, command: Command, param: Param) -> list[tuple[Any, str]]:
        one = battle.combatants[command.by]
        if param.type == "combatant":
            return [(id, battle.combatants[id].name) for id in others(battle, command.by)]
        if param.type == "zone":
            near = neighbours(battle.links, one.zone) if one.zone else ()
            here = (one.zone,) if one.zone and battle.close_group(one.id) else ()
            return [(zone, battle.zones[zone].name) for zone in (*near, *here)]
        if param.type == "weapon":
            return [(weapon.id, weapon.name) for weapon in ready_weapons(one)]
        if param.type == "items":
            hands = param.id == "unready"
            return [((item.id,), item.name) for item in of_kind(one, "weapon") if (item.id in one.ready) == hands]
        if param.type == "choice":
            return list(param.choices.items())
        if param.id == "shot":
            return [(id, label.capitalize()) for id, label in LABELS.items()]
        if param.id in ("with", "helpers"):
            friends = [id for id in allies(battle, command.by) if id != command.get("target")]
            return [((id,), battle.combatants[id].name) for id in friends if param.id == "with" or id != command.by]
        return []

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        """Every action of the table with what stands against it; nothing where some way to do it is legal."""
        return offers.legal_actions(self, battle, who, ways, TURN_STEPS)

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        """A value or a track as it stands now."""
        return show.number(battle, battle.who(who), name)

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        """The numbers of the panel."""
        return show.figures(battle, battle.who(who))

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """The states on the token."""
        return show.badges(battle, battle.who(who))

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        """How every zone lies to somebody."""
        return show.reach(battle, who)

    def timeline(self, battle: Battle) -> Timeline:
        """Who acts when."""
        return show.timeline(battle)

    def standing(self, battle: Battle, who: str) -> bool:
        """It can still act."""
        return can_act(battle.who(who))

    def summary(self, battle: Battle, who: str) -> str:
        """What it is at, in a few words."""
        return show.summary(battle, who)

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        """A way into another zone begun, in yards."""
        progress = battle.who(who).conditions.get("progress")
        return (progress["to"], progress["done"], progress["need"]) if progress is not None else None

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        """What the odds tell."""
        return show.features(before, after, command)

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        """What to remember now."""
        return show.checklist(battle)

    def view(self, battle: Battle) -> dict[str, Any]:
        """The battle as scenarios see it."""
        return show.view(self, battle)
