"""What the players read about a step: the sentences of the log that name no one and nothing hidden, with the names that
the players know, and the dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import astuple

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Hazard, Timer
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, Noted, Rolled
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.sentences import isolated
from exgui.engine.system import System
from exgui.play.public.names import UNKNOWN, Numbers, public_name
from exgui.play.public.records import PublicRoll
from exgui.play.public.sight import is_seen, own_sides
from exgui.play.steps import OVERRIDES
from exgui.systems.common import together
from exgui.systems.common.together import parts_of

SAID = frozenset({"start", "join", "end", "reveal", "roll", "cover", "place", "timer", "hazard"})
"""The storyteller's steps that have sentences; of all others only the results of the clock's moving are shown."""
PREPARING = frozenset({"reveal", "cover", "place"})
"""Those without sentences before the fight: a combatant who is placed at that time may still be hidden."""
PLACES = frozenset({"start", "join"})
"""The steps in which people roll for their place in time."""
RESISTED = "resist"
"""The roll against a hazard."""
CLAUSES = (":", ",", ";", ". ", " (")
"""The beginnings of a further clause of a sentence."""


class PublicSentence(Record):
    """One sentence, or the dice of one roll (`roll`, with real id in `roll.who`).

    Attributes:
        short: the sentence without its numbers, if it is about a foe; "" if nothing is left of it.
        of: id of that roll.
        places: the dice reveal a foe's place in time.
        effect: it is the effect of a hidden combatant's deed on a visible one.
        is_result: the step itself caused it, before time moved on.
    """

    text: str = ""
    short: str = ""
    roll: PublicRoll | None = None
    of: str = ""
    places: bool = False
    effect: bool = False
    is_result: bool = False


class Sayings:
    """What may be shown of one step.

    Args:
        before, after: the battle before and after the step; `after` decides what is hidden.
        numbers: of the visible combatants.
        known_sides: by real id, the players' names for the sides that they have seen.
    """

    def __init__(
        self,
        system: System,
        before: Battle,
        after: Battle,
        command: Command,
        events: tuple[Event, ...],
        numbers: Numbers,
        known_sides: Table[str, str],
    ) -> None:
        self._rules = system.rules
        self.after = after
        self.command = command
        parts = _parts(command)
        shown = [
            part for part in _public_parts(system, parts) if before.phase != "prepared" or part.do not in PREPARING
        ]
        self.silent = not shown
        self._moment = (before.round, before.tick)
        self._places = any(part.do in PLACES for part in shown)
        self._only = {part.by or str(part.get("who")) for part in shown} if len(shown) < len(parts) else None
        self._hidden = {
            id
            for id in (*before.combatants, *after.combatants)
            if not is_seen(after.combatants.get(id) or before.combatants[id])
        }
        mentioned = _strings((command, events))
        own = own_sides(after)
        foes = [one for one in after.combatants.values() if one.side not in own and is_seen(one)]
        sides = {
            one.side: system.rules.label(one.side) for one in (*before.combatants.values(), *after.combatants.values())
        }
        self._named = _names(before, after, numbers, mentioned, sides, known_sides)
        self._seen = {public_name(one, numbers) for one in after.combatants.values() if is_seen(one)}
        self._foes = {public_name(one, numbers) for one in foes} | {known_sides.get(one.side, UNKNOWN) for one in foes}
        self._foe_ids = {one.id for one in foes}
        self._aside = self._is_aside(before)
        self._concealed: set[tuple[str, str]] = set()
        self._placed: set[str] = set()
        self._resisting = self._who_resists_secrets((*before.hazards, *after.hazards), events)
        longest_first = sorted(self._named, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def of(self, event: Event, now: Battle) -> PublicSentence | None:
        """Return the sentence for one event; None if there is none.

        Args:
            now: the battle at the time of the event.
        """
        # What comes when the clock moves comes by itself, no matter which step moved it.
        moved = (now.round, now.tick) != self._moment
        if self.silent and not moved:
            return None
        by = self.command.by
        aside = isinstance(event, (Rolled, Noted)) and bool(event.who) and self._aside
        if by in self._hidden and (by in now.up or aside):
            return self._effect(event) if isinstance(event, Noted) else None
        if aside:
            return None
        if isinstance(event, (Rolled, Noted)) and not (moved or self._is_mentioned(event.who, now)):
            return None
        if isinstance(event, Rolled):
            return self._dice(event)
        if isinstance(event, (ConditionBegan, ConditionEnded)):
            self._look_for_hidden(event, now)
        if (
            not isinstance(event, Noted)
            or event.text.startswith(OVERRIDES)
            or (event.who, event.rule) in self._concealed
        ):
            return None
        if "for_players" in event.data:
            return self._sentence(str(event.data["for_players"]))
        return self._sentence(event.text) if event.who not in self._hidden else None

    def _effect(self, event: Noted) -> PublicSentence | None:
        """Return the effect of a hidden combatant's deed on visible combatants, without its source; None if it concerns
        none of them."""
        text = str(event.data.get("unseen", event.data.get("for_players", event.text)))
        named = {self._named[found.group()] for found in self._pattern.finditer(text)} if self._named else set()
        sentence = None if text.startswith(OVERRIDES) or named.isdisjoint(self._seen) else self._sentence(text)
        return sentence.but(effect=True) if sentence is not None else None

    def _look_for_hidden(self, event: ConditionBegan | ConditionEnded, now: Battle) -> None:
        """Remember a state that comes from a hidden combatant: its beginning and end are not shown."""
        value = event.value if isinstance(event, ConditionBegan) else None
        if event.who in now.combatants:
            value = (value, now.combatants[event.who].conditions.get(event.condition))
        if not self._hidden.isdisjoint(_strings(value)):
            self._concealed.add((event.who, event.rule))

    def _is_mentioned(self, who: str, now: Battle) -> bool:
        """Return whether anything of this step may be shown of a combatant: of several steps done together some may be,
        such as joining, and others not, such as being brought in or moved before."""
        one = now.combatants.get(who)
        if one is not None and one.waiting:
            return False
        return self._only is None or (who in self._only and one is not None)

    def _is_aside(self, before: Battle) -> bool:
        """Return whether the step belongs to a hidden combatant who was not up, or is aimed at a hidden one: of its
        results only those about no one are shown, such as a new round."""
        by = self.command.by
        if by in self._hidden:
            return by not in before.up and by != before.chooser
        return bool(by) and not self._hidden.isdisjoint(_strings(self.command.args))

    def _who_resists_secrets(self, hazards: tuple[Hazard, ...], events: tuple[Event, ...]) -> frozenset[str]:
        """Return the ids of the combatants who roll against a hazard that the players do not know."""
        labels = tuple(isolated(hazard.label) for hazard in hazards if not hazard.announced and hazard.label)
        return frozenset(one.who for one in events if isinstance(one, Noted) and labels and one.text.startswith(labels))

    def _dice(self, event: Rolled) -> PublicSentence | None:
        """Return the dice of a visible combatant, unless they were rolled for something hidden."""
        if event.who in self._hidden or event.who not in self.after.combatants:
            return None
        if any(self._named.get(part.label, "") is None for part in event.pool.parts):
            return None
        if event.roll == RESISTED and event.who in self._resisting:
            return None
        if self._places:
            if event.who in self._placed:
                return None  # tied combatants roll again: the tie may be with a hidden one
            self._placed.add(event.who)
        places = self._places and event.who in self._foe_ids
        label = self._label_of_step(event) or self.roll_label(event.roll)
        roll = PublicRoll(event.who, label, event.faces, event.score, event.scores, event.passed)
        return PublicSentence(roll=roll, of=event.roll, places=places)

    def _label_of_step(self, event: Rolled) -> str:
        """Return the label of the action that a combatant rolls for, if several actions have the step of that name;
        else ""."""
        args = next((part.args for part in _parts(self.command) if part.by == event.who), EMPTY)
        for action in getattr(self._rules, "actions", EMPTY).values() if args else ():
            preset = action.preset
            if action.step == event.roll and preset and all(args.get(key) == preset[key] for key in preset):
                return str(action.label)
        return ""

    def roll_label(self, roll: str) -> str:
        known = getattr(self._rules, "rolls", {}).get(roll)
        return known.label if known is not None else roll.replace("_", " ").capitalize()

    def _sentence(self, text: str) -> PublicSentence | None:
        """Return a sentence with the names that the players know; None if it names anyone or anything hidden."""
        if not text:
            return None
        pieces: list[tuple[str, bool]] = []
        end, foe = 0, False
        for found in self._pattern.finditer(text) if self._named else ():
            name = self._named[found.group()]
            if name is None:
                return None
            foe = foe or name in self._foes
            pieces += [(text[end : found.start()], False), (name, True)]
            end = found.end()
        pieces.append((text[end:], False))
        whole = "".join(piece for piece, _ in pieces)
        return PublicSentence(whole, without_numbers(pieces) if foe else whole)


def without_numbers(pieces: Sequence[tuple[str, bool]]) -> str:
    """Return the beginning of a sentence, up to the first clause with a number in it; "" if nothing comes before that.

    Args:
        pieces: of the sentence, each with whether it is a name; numbers in names do not count.
    """
    whole = "".join(piece for piece, _ in pieces)
    masked = "".join("_" * len(piece) if is_name else piece for piece, is_name in pieces)
    number = re.search(r"\d", masked)
    if number is None:
        return whole
    clause = max(masked.rfind(mark, 0, number.start()) for mark in CLAUSES)
    return f"{whole[:clause].rstrip()}." if clause > 0 else ""


def is_silent(system: System, command: Command) -> bool:
    """Return whether a step is not shown: the storyteller keeps it secret, or it only corrects something. What comes as
    the clock moves is shown all the same."""
    return not _public_parts(system, _parts(command))


def _parts(command: Command) -> tuple[Command, ...]:
    return parts_of(command) if command.do == together.STEP else (command,)


def _public_parts(system: System, parts: tuple[Command, ...]) -> list[Command]:
    return [part for part in parts if not _is_silent(system, part)]


def _is_silent(system: System, command: Command) -> bool:
    if command.get("secret") is True:
        return True
    action = getattr(system.rules, "actions", {}).get(command.do)
    return (action is None or action.type == "storyteller") and command.do not in SAID


def _names(
    before: Battle,
    after: Battle,
    numbers: Numbers,
    mentioned: AbstractSet[str],
    sides: dict[str, str],
    known_sides: Table[str, str],
) -> dict[str, str | None]:
    """Return every name that a sentence may hold, with the players' name for it: None for what they do not know of.

    If a hidden combatant has the same name as a visible one, the name means the visible one, unless the step involves
    the hidden one; if several share a name, it means one whom the players do not know by name.
    """
    seen: dict[str, str] = {}
    hidden: dict[str, bool] = {}

    def add(name: str, called: str | None, id: str) -> None:
        if called is None:
            hidden[name] = hidden.get(name, False) or id in mentioned
        elif seen.get(name) != UNKNOWN:
            seen[name] = called

    for battle in (before, after):
        for id, then in battle.combatants.items():
            one = after.combatants.get(id, then)
            add(then.name, public_name(one, numbers) if is_seen(one) else None, id)
        for id, zone in battle.zones.items():
            add(zone.name, None if after.zones.get(id, zone).hidden else zone.name, id)
        notices: tuple[Timer | Hazard, ...] = (*battle.timers, *battle.hazards)
        for notice in notices:
            add(notice.label, notice.label if notice.announced else None, notice.id)
    for id, label in sides.items():
        if label not in seen:
            add(label, known_sides.get(id), id)
    kept_secret = {name: None for name, involved in hidden.items() if involved or name not in seen}
    return {name: called for name, called in {**seen, **kept_secret}.items() if name}


def _strings(value: object) -> set[str]:
    """Return all texts anywhere in records, tables and tuples."""
    found: set[str] = set()
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, tuple):
            left.extend(one)
        elif isinstance(one, Record):
            left.extend(astuple(one))
        elif isinstance(one, dict):
            left.extend(one)
            left.extend(one.values())
    return found
