"""`Game`: the part of `System` that is the same for every game that takes its steps from tables.

It has the order of the checks, the choices on offer, and the module that answers the window. A game adds its own steps
and whatever differs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from exgui.engine.asks import Command, Declare, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Event, Moved
from exgui.engine.evolve import evolve_all
from exgui.engine.explained import Explained
from exgui.engine.memo import remembered_by_identity
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Badge, Candidate, DeclareHint, Figure, Health, Reach, Reminder, System
from exgui.engine.timeline import Timeline
from exgui.engine.zones import neighbors
from exgui.rulebook.rules import Action, Param, Ruleset
from exgui.rulebook.validation import KeyPath
from exgui.systems.common import arrivals, battlefield, change_sheet, legal_actions, reveal, steps
from exgui.systems.common import sentences as say
from exgui.systems.common.effects import has_effects
from exgui.systems.common.gear import ready_weapons
from exgui.systems.common.health import damage, levels, seen_health
from exgui.systems.common.presentation import visible_states
from exgui.systems.common.together import STEP as TOGETHER
from exgui.systems.common.together import Check, Resolve, Together
from exgui.systems.common.turn_order import remember_tick

StepTable = Mapping[str, tuple[Check, Resolve]]

COMMON_STEPS: StepTable = {
    "reveal": (reveal.check_reveal, reveal.reveal),
    "hide": (reveal.check_hide, reveal.hide),
    "auto_reveal": (reveal.check_auto_reveal, reveal.set_auto_reveal),
    "change_sheet": (change_sheet.check, change_sheet.change),
    "end": (steps.check_end, steps.end),
    "timer": (steps.check_timer, steps.timer),
}
"""Storyteller steps that are the same in every game: showing and hiding combatants and zones, switching whether acting
shows them, applying a sheet edit to a fighting combatant, ending the battle, and timers."""

BATTLEFIELD_STEPS: StepTable = {
    "arrange": (steps.check_arrange, steps.arrange),
    "zone": (battlefield.check_zone, battlefield.set_zone),
    "link": (battlefield.check_link, battlefield.set_link),
    "picture": (battlefield.check_picture, battlefield.set_picture),
    "remove": (arrivals.check_remove, arrivals.remove),
}
"""Storyteller steps that change the battlefield or remove a combatant. Removing zones and bringing in combatants need
the game's own help (`Game.__init__`)."""

UNARMED = "unarmed"
"""Id of the weapon that everyone has."""


class Presentation(Protocol):
    """The functions of a game's module `presentation`: what the window and the scenarios show (see `System`)."""

    def number(self, battle: Battle, one: Combatant, name: str) -> Explained: ...
    def figures(self, battle: Battle, one: Combatant) -> tuple[Figure, ...]: ...
    def badges(self, battle: Battle, one: Combatant) -> tuple[Badge, ...]: ...
    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]: ...
    def timeline(self, battle: Battle) -> Timeline: ...
    def summary(self, battle: Battle, who: str) -> str: ...
    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]: ...
    def checklist(self, battle: Battle) -> tuple[Reminder, ...]: ...
    def view(self, system: Any, battle: Battle) -> dict[str, Any]: ...


class Game(System):
    """A game, bound to a ruleset; subclasses set the attributes.

    Attributes:
        id: the game's id.
        options_read: ids of the options that its code reads.
        action_keys: which of an action's `type` and `defense` its code reads.
        turn_steps: steps taken in a combatant's own turn.
        anytime_steps: reflexive steps that can be taken on anyone's turn.
        storyteller_steps: steps of the storyteller.
        unseen_steps: steps of a turn that do not show the players a hidden combatant; a kind of a step is named after
            a colon ("maneuver:defend_other").
        presentation: the game's module `presentation`.
    """

    id: str
    options_read: frozenset[str]
    action_keys: frozenset[str] = frozenset()
    turn_steps: StepTable
    anytime_steps: StepTable = {}
    storyteller_steps: StepTable
    unseen_steps: frozenset[str]
    presentation: Presentation

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        coming = arrivals.Arrivals(self.prepare, rules.timeline.place)
        self.storyteller_steps = {
            **BATTLEFIELD_STEPS,
            "remove_zone": (battlefield.check_remove_zone, self._remove_zone),
            "add": (coming.check_add, coming.add),
            "copy": (coming.check_copy, coming.copy),
            **type(self).storyteller_steps,
        }
        taken = self.turn_steps.keys() | self.anytime_steps.keys()
        actions = rules.actions.values()
        self._shown = tuple([one for one in actions if not one.hidden and (one.step or one.id) in taken])
        several = Together(dict(self.storyteller_steps))
        self.storyteller_steps = {**self.storyteller_steps, TOGETHER: (several.check, several.do)}

    def _remove_zone(self, scene: Scene, command: Command) -> Steps:
        return battlefield.remove_zone(scene, command, self.enter_zone)

    def enter_zone(self, scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
        """Bring a combatant into a zone; overridden by games in which more happens."""
        yield Moved(who, zone, rule)

    def wrong_constants(self) -> Iterator[tuple[KeyPath, str]]:
        yield from ()

    @abstractmethod
    def prepare(self, battle: Battle) -> Battle:
        """Return the battle with everything that the game adds to its combatants before the start."""

    @abstractmethod
    def step_in(self, battle: Battle, command: Command) -> list[Event] | Violation:
        """Return the events by which a combatant steps in out of turn, or the rule that forbids it.

        The clock goes back to their tick and their turn begins; there are no events if they are up already.
        """

    def procedure(self, scene: Scene, command: Command) -> Steps:
        known = self.turn_steps.get(command.do)
        before = scene.battle
        if known is not None:
            yield from scene.part(lambda: self.enter_turn(scene, command))
            one = scene.battle.combatants[command.by]
            if reveal.is_shown_by_acting(one) and not (command.stay_hidden or self._is_unseen(scene.battle, command)):
                yield from reveal.show_who_acts(one)
            yield from self.take_step(scene, command, known[1])
        else:
            rule = self.anytime_steps.get(command.do) or self.storyteller_steps[command.do]
            yield from rule[1](scene, command)
        yield from reveal.keep_newcomers_hidden(scene, before)
        yield from reveal.show_entered_zones(scene, before)
        yield from self.afterwards(scene)

    def _is_unseen(self, battle: Battle, command: Command) -> bool:
        """Return whether a step of a turn leaves a hidden combatant hidden."""
        kind = f"{command.do}:{command.get('kind')}"
        return not self.unseen_steps.isdisjoint((command.do, kind)) or reveal.is_unseen_move(battle, command)

    def enter_turn(self, scene: Scene, command: Command) -> Steps:
        entry = self.step_in(scene.battle, command)
        if not isinstance(entry, Violation):
            yield from entry
        if scene.battle.combatants[command.by].turn is not None:
            yield from remember_tick(scene.battle)

    def take_step(self, scene: Scene, command: Command, resolve: Resolve) -> Steps:
        """Take a step of a combatant's turn; overridden by games in which more happens."""
        return resolve(scene, command)

    @abstractmethod
    def afterwards(self, scene: Scene) -> Steps:
        """Carry out what follows every step: end what no longer has a reason, and move the clock on."""

    @abstractmethod
    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with its defaults filled in."""

    @abstractmethod
    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        """Return the steps by which a combatant could try an action, likely ones first.

        Parameters with a default are left out.
        """

    def least_broken(self, battle: Battle, who: str, action: Action) -> int:
        """Return the least number of rules that any attempt breaks; 0 if that takes long to find out."""
        return 0

    @abstractmethod
    def others(self, battle: Battle, who: str) -> list[str]:
        """Return everyone else on the battlefield, opponents first."""

    @abstractmethod
    def standing(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant can still act."""

    def with_fists(self, one: Combatant) -> Combatant:
        """Return the combatant with bare hands among their weapons, if the ruleset has them."""
        fists = self.rules.tables.get("weapon", Table()).get(UNARMED)
        if fists is None or UNARMED in one.gear:
            return one
        return one.but(gear=one.gear.put(UNARMED, fists))

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """Return all rules that a command would break; empty if it is legal."""
        known = self.turn_steps.get(command.do)
        if known is None:
            return self._check_out_of_turn(battle, command)
        if command.by not in battle.combatants:
            return tuple(steps.unknown(battle, command.by))
        if command.mods and (missing := self._unknown_mods(battle, command)):
            return tuple(missing)
        entry = self.step_in(battle, command)
        if isinstance(entry, Violation):
            return (entry,)
        return tuple(known[0](evolve_all(battle, entry) if entry else battle, command))

    def _check_out_of_turn(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        anytime = self.anytime_steps.get(command.do)
        if anytime is not None:
            return tuple(steps.unknown(battle, command.by) or anytime[0](battle, command))
        rule = self.storyteller_steps.get(command.do)
        if rule is None:
            return (Violation("", say.NO_STEP(step=command.do), final=True),)
        return (*self._unknown_mods(battle, command), *rule[0](battle, command))

    def _unknown_mods(self, battle: Battle, command: Command) -> list[Violation]:
        return [
            Violation("", say.MODIFIER_FOR(who=mod.who), final=True)
            for mod in command.mods
            if mod.who not in battle.combatants
        ]

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Return the values that could be given for a parameter.

        Each has the rules that it would break with any choice of the parameters that are still open.
        """
        action = legal_actions.action_of_command(self.rules, command)
        same = legal_actions.of_step(self.rules, command.do)
        known = next((p for a in same for p in a.params if p.id == param), None)
        if known is None or action is None or command.by not in battle.combatants:
            return ()
        offered = self.values(battle, command, known)
        attempts = self.attempts(battle, command.by, action)
        return legal_actions.candidates(self, battle, command, param, offered, attempts)

    def values(self, battle: Battle, command: Command, param: Param) -> list[tuple[Any, str]]:
        one = battle.combatants[command.by]
        if param.type == "combatant":
            return [(id, battle.combatants[id].name) for id in self.others(battle, command.by)]
        if param.type == "zone":
            near = neighbors(battle.links, one.zone) if one.zone else ()
            here = (one.zone,) if one.zone and battle.close_group(one.id) else ()
            return [(zone, battle.zones[zone].name) for zone in (*near, *here)]
        if param.type == "weapon":
            return [(weapon.id, weapon.name) for weapon in ready_weapons(one)]
        if param.type == "choice":
            return list(param.choices.items())
        return []

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        for one in (self.rules.actions[action],) if action else self._shown:
            if action or not self.least_broken(battle, who, one):
                for attempt in self.attempts(battle, who, one):
                    yield self.complete(battle, attempt)

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        """Return every action of the actions table with the rules that forbid it; none if any attempt is legal."""
        return {
            action.id: legal_actions.least_against(
                self, battle, action, self.attempts(battle, who, action), self.least_broken(battle, who, action)
            )
            for action in self._shown
        }

    def has_effects(self, battle: Battle, who: str) -> bool:
        return has_effects(battle.combatants[who])

    def health(self, battle: Battle, who: str) -> Health:
        one = battle.combatants[who]
        whole = len(levels(battle, one)) + 1
        return seen_health(max(0, whole - damage(one)), whole, not self.standing(battle, who))

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return visible_states(battle, battle.combatants[who])

    @abstractmethod
    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        """Return the purpose and the price of each effect that may be declared."""

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        return self.presentation.number(battle, battle.combatants[who], name)

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        return self.presentation.figures(battle, battle.combatants[who])

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return self.presentation.badges(battle, battle.combatants[who])

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        return self.presentation.reach(battle, who)

    @remembered_by_identity(4)  # the bar, the heading and the players' screen each ask after every step
    def timeline(self, battle: Battle) -> Timeline:
        return self.presentation.timeline(battle)

    def summary(self, battle: Battle, who: str) -> str:
        return self.presentation.summary(battle, who)

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        """Return a combatant's progress on the way into another zone, as in `System`; None if there is none."""
        progress = battle.combatants[who].conditions.get("progress")
        return (progress["to"], progress["done"], progress["need"]) if progress is not None else None

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        return self.presentation.features(before, after, command)

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        return self.presentation.checklist(battle)

    def view(self, battle: Battle) -> dict[str, Any]:
        return self.presentation.view(self, battle)
