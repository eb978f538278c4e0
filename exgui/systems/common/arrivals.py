"""Steps by which the storyteller brings combatants into a running battle, or removes one for good.

A newcomer waits, and joins under the game's own rules (the step `join`), unless their state gives them a place in the
turn order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CombatantGone, CombatantSet, Event, FactSet, HazardsSet, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Table, Value
from exgui.engine.sentences import Noun
from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.encounter_shape import MOST_COMBATANTS
from exgui.rulebook.new_names import free_id, next_name, numbered, slug
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup_data import combatant_data
from exgui.rulebook.validation import SetupError, thawed
from exgui.systems.common import sentences as say
from exgui.systems.common.battlefield import names_it, states_about, without_it
from exgui.systems.common.gear import rules_of
from exgui.systems.common.reveal import is_hidden_zone, stay_seen
from exgui.systems.common.steps import ids_of, unknown

MOST_AT_ONCE = 100
MOST_JOINING = 12
"""The most that join in one step: each is asked for a roll."""
OF_A_BATTLE = ("id", "name", "number", "zone", "state", "hidden", "revealed")
"""Keys of a combatant that a copy does not get."""


class Arrivals(Record):
    """The steps for one game.

    Attributes:
        prepare: adds everything that the game adds to combatants before the start (`System.prepare`).
        place: the track that gives a combatant's place in the turn order; "" if there is none.
    """

    prepare: Callable[[Battle], Battle]
    place: str = ""

    def check_add(self, battle: Battle, command: Command) -> list[Violation]:
        """Return the violations of adding combatants: an invalid combatant, an unknown zone, too many."""
        out = self._check_count(battle, command)
        given = command.get("combatant")
        if not isinstance(given, Mapping):
            return [*out, _wrong(say.WHO_COMES())]
        zone = command.get("zone", given.get("zone"))
        if zone is not None and zone not in battle.zones:
            out.append(_wrong(say.NO_ZONE(zone=str(zone))))
        if out:
            return out
        try:
            one = self._read(battle, command, given)
        except SetupError as error:
            named = say.THIS_COMBATANT
            return [
                _wrong(say.SETTING_WRONG(key=problem.key or named, wrong=problem.message)) for problem in error.problems
            ]
        if not one.side:
            return [_wrong(say.WHICH_SIDE)]
        return []

    def add(self, scene: Scene, command: Command) -> Steps:
        given = command.get("combatant")
        one = self._read(scene.battle, command, given)
        before = scene.battle.combatants
        yield from self._come(scene, one, int(command.get("count", 1)), ids_of(command, "id"))
        if one.waiting and given.get("hidden") is False:
            yield from stay_seen(scene.battle, [id for id in scene.battle.combatants if id not in before])

    def check_copy(self, battle: Battle, command: Command) -> list[Violation]:
        return unknown(battle, command.get("who")) + self._check_count(battle, command)

    def copy(self, scene: Scene, command: Command) -> Steps:
        """Bring in copies of a combatant: same sheet, side and zone, unharmed and rested."""
        source = scene.battle.who(str(command.get("who")))
        rules = rules_of(scene.battle)
        data = {key: value for key, value in combatant_data(rules, source).items() if key not in OF_A_BATTLE}
        one = combatant_from(rules, {**data, "id": "copy", "name": source.name}, "")
        waits = self._waits(scene.battle, one)
        hidden = source.hidden or (not source.player and is_hidden_zone(scene.battle, source.zone))
        like = one.but(zone=source.zone, hidden=hidden, revealed=source.revealed, waiting=waits)
        yield from self._come(scene, like, int(command.get("count", 1)), ids_of(command, "id"))

    def _come(self, scene: Scene, one: Combatant, count: int, ids: Sequence[str]) -> Steps:
        battle = scene.battle
        new: list[Combatant] = []
        for n in range(count):
            named = self._named(battle, one, count, ids[n] if ids else "")
            alone = self.prepare(battle.but(combatants=Table({named.id: named}), close=()))
            new.append(alone.combatants[named.id])
            battle = battle.with_combatant(new[-1])
        for each in new:
            yield CombatantSet(each)
        yield Noted(_arrival(scene.battle, new), new[0].id)

    def _named(self, battle: Battle, one: Combatant, count: int, id: str) -> Combatant:
        """Return the next newcomer with an id, a name and a number that are not in use."""
        names = {other.name for other in battle.combatants.values()}
        name = one.name
        if name in names:
            name = next_name(name, names)
        elif count > 1:
            name = numbered(name, names)
        number = 1 + max((other.number for other in battle.combatants.values()), default=0)
        return one.but(id=id or free_id(slug(name), battle.combatants), name=name, number=number)

    def _read(self, battle: Battle, command: Command, given: Mapping[str, Any]) -> Combatant:
        """Return the combatant that a step brings in.

        Raises:
            SetupError: the combatant is invalid.
        """
        data = {key: thawed(value) for key, value in given.items()}
        name = str(data.get("name") or data.get("id") or "Unnamed")
        data = {**data, "id": data.get("id") or slug(name), "number": 0}
        if command.get("zone") is not None:
            data["zone"] = command.get("zone")
        if data.get("player") is not True and is_hidden_zone(battle, data.get("zone")):
            data.setdefault("hidden", True)
        one = combatant_from(rules_of(battle), data, "")
        return one.but(waiting=one.waiting or self._waits(battle, one))

    def _waits(self, battle: Battle, one: Combatant) -> bool:
        """Return whether a newcomer waits to join: the battle runs, and they have no place in the turn order."""
        return battle.phase == "running" and self.place not in one.tracks

    def _check_count(self, battle: Battle, command: Command) -> list[Violation]:
        count = command.get("count", 1)
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_AT_ONCE:
            return [_wrong(say.COUNT(most=MOST_AT_ONCE, n=str(count)))]
        if len(battle.combatants) + count > MOST_COMBATANTS:
            return [_wrong(say.COMBATANTS_AT_MOST(n=MOST_COMBATANTS))]
        ids = ids_of(command, "id")
        if command.get("id") is not None and len(ids) != count:
            return [_wrong(say.IDS_FOR_ALL)]
        if taken := [id for id in ids if id in battle.combatants or ids.count(id) > 1]:
            return [_wrong(say.ID_TAKEN(id=taken[0]))]
        if battle.phase == "over":
            return [_wrong(say.OVER)]
        return []


def _arrival(battle: Battle, new: Sequence[Combatant]) -> str:
    """Return the log's sentence about newcomers, who wait to join or are in the battle already."""
    first = new[0]
    who = first if len(new) == 1 else Noun(say.FROM_TO(first=first, last=new[-1]), proper=True, plural=True)
    if first.zone:
        sentence = say.ABOUT_TO_JOIN_IN if first.waiting else say.IN_BATTLE_IN
        return sentence(who=who, where=battle.zones[first.zone])
    return (say.ABOUT_TO_JOIN if first.waiting else say.IN_BATTLE)(who=who)


def check_remove(battle: Battle, command: Command) -> list[Violation]:
    return unknown(battle, command.get("who"))


def remove(scene: Scene, command: Command) -> Steps:
    """Remove a combatant from the battle for good, ending every state that names them.

    The results of their actions stay.
    """
    who = str(command.get("who"))
    one = scene.battle.who(who)
    yield from _forgotten(scene.battle, who)
    yield CombatantGone(who)
    yield Noted(say.TAKEN_OUT(who=one))


def _forgotten(battle: Battle, who: str) -> list[Event]:
    """Return the events that remove every mention of a combatant."""
    out: list[Event] = []
    for one in battle.combatants.values():
        if one.id == who:
            continue
        clean = _without(rules_of(battle), one, who)
        if clean is not one:
            out.append(CombatantSet(clean))
    out += [FactSet(id, without_it(fact, who)) for id, fact in battle.facts.items() if names_it(fact, who)]
    hazards = []
    for hazard in battle.hazards:
        if who not in hazard.who:
            hazards.append(hazard)
        elif len(hazard.who) > 1:
            hazards.append(hazard.but(who=tuple(id for id in hazard.who if id != who)))
    if tuple(hazards) != battle.hazards:
        out.append(HazardsSet(tuple(hazards)))
    return out


def _without(rules: Ruleset, one: Combatant, who: str) -> Combatant:
    """Return the combatant without states that name `who`; the same object if there were none."""
    about = states_about(rules, one, who)
    before = _without(rules, one.before, who) if one.before is not None else None
    if not about and before is one.before:
        return one
    states = one.conditions
    for id in about:
        left = _state_without(states[id], who)
        states = states.without(id) if left is None else states.put(id, left)
    return one.but(conditions=states, before=before)


def _state_without(value: Value, who: str) -> Value:
    """Return a state's value without `who`: a list keeps the others, anything else becomes None."""
    return without_it(value, who) if isinstance(value, tuple) else None


def _wrong(text: str) -> Violation:
    return Violation("", text, final=True)
