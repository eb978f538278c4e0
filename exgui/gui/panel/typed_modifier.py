"""The modifier line: `+2`, `+2 dice stunt`, `+1 success`, `-1 defense`, `= 0 soak`, and the stunts of the rule data.

What is typed becomes an effect that lasts for the step: on the roll that is pending, or on a value of anyone who is
rolled against. What it suggests while one types is made from the rule data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from exgui.engine.asks import Answer, Modify, Roll
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.rulebook import modifier_text
from exgui.rulebook.modifier_text import DICE, SUCCESSES
from exgui.rulebook.rules import Ruleset

SHAPE = re.compile(r"^\s*(?P<sign>[+\-=\N{MINUS SIGN}])\s*(?P<amount>-?\d{1,3})(?![.,\d])\s*(?P<words>.*?)\s*$")
DICE_CHANGE = re.compile(r"^\s*(double|reroll|target|\d{1,3}\s+(dice|die)\s+to)\b", re.IGNORECASE)
BEGUN = re.compile(r"^\s*(?P<head>[+\-=\N{MINUS SIGN}]\s*-?\d{1,3})(?!\d)\s*(?P<words>.*)$")
COUNT = re.compile(r"^\s*(?P<count>\d{1,3})(?!\d)\s*(?P<words>.*)$")
MOST_COMPLETIONS = 6
EXAMPLES = "+2 dice stunt · +1 success · \N{MINUS SIGN}1 Defense · = 0 soak"


class NotUnderstood(ValueError):
    """A modifier that can't be understood; the message explains the format."""


class Stunt(Record):
    """A ready-made modifier of the pending roll."""

    label: str
    dice: int = 0
    successes: int = 0

    @property
    def text(self) -> str:
        words = []
        if self.dice:
            words.append(f"+{self.dice}")
        if self.successes:
            words.append(f"+{self.successes}s")
        return " ".join(words) or self.label


PLAIN = (Stunt("+1", 1), Stunt("+2", 2), Stunt("+3", 3))
"""Where the rule data has no stunts."""
STUNT_ID = "window.stunt"


def stunts(rules: Ruleset) -> tuple[Stunt, ...]:
    """Return the ready-made modifiers: `stunts` of the rule data's constants, each with `label`, `dice`,
    `successes`."""
    listed = rules.constants.get("stunts")
    if not isinstance(listed, (tuple, list)):
        return PLAIN
    out = tuple(
        Stunt(str(one.get("label", "stunt")), int(one.get("dice", 0)), int(one.get("successes", 0)))
        for one in listed
        if isinstance(one, Mapping)
    )
    return out or PLAIN


def stunt_answer(roll: Roll, stunt: Stunt) -> Modify:
    """Return a stunt as the answer to the roll that is pending; another one replaces it."""
    return Modify(roll.by, Effect(STUNT_ID, stunt.label, (Modifier(roll.name, stunt.dice, stunt.successes),)))


def no_stunt(roll: Roll) -> Modify:
    return Modify(roll.by, Effect(STUNT_ID, "no stunt"))


def is_stunt_of(answer: Answer, roll: Roll) -> bool:
    return (
        isinstance(answer, Modify)
        and (answer.who, answer.effect.id) == (roll.by, STUNT_ID)
        and any(one.on == roll.name for one in answer.effect.modifiers)
    )


def stunt_in_force(battle: Battle, roll: Roll) -> str:
    """Return the label of the stunt that the pending roll has already, "" without."""
    effect = _stunt_of(battle, roll)
    return effect.label if effect is not None and any(one.on == roll.name for one in effect.modifiers) else ""


def stunted_roll(battle: Battle, roll: Roll) -> str:
    """Return the name of another roll of this step that has the stunt: it counts once. "" where none has it."""
    effect = _stunt_of(battle, roll)
    return next((one.on for one in effect.modifiers if one.on != roll.name), "") if effect is not None else ""


def _stunt_of(battle: Battle, roll: Roll) -> Effect | None:
    one = battle.combatants.get(roll.by)
    return next((effect for effect in one.effects if effect.id == STUNT_ID), None) if one else None


def is_outdone(answer: Answer, later: Iterable[Answer]) -> bool:
    """Return whether a modifier changes nothing or is replaced by a later one: a stunt of another level, or none."""
    return isinstance(answer, Modify) and (
        not answer.effect.modifiers or any(takes_place_of(one, answer) for one in later)
    )


def takes_place_of(later: Answer, earlier: Answer) -> bool:
    if not isinstance(later, Modify) or not isinstance(earlier, Modify):
        return False
    return (later.who, later.effect.id) == (earlier.who, earlier.effect.id)


def read_modifier(text: str, roll: Roll, battle: Battle, system: System, nth: int) -> Modify:
    """Return what was typed into the modifier line, as the answer to the roll that is pending.

    Args:
        nth: how many modifiers the step had before, for an id of its own.

    Raises:
        NotUnderstood: with a sentence.
    """
    found = SHAPE.match(text)
    if found is None and DICE_CHANGE.match(text):
        return _changed_dice(text, roll, battle, system, nth)
    if found is None:
        raise NotUnderstood(f"Start with +, \N{MINUS SIGN} or = and a number: {EXAMPLES}.")
    amount = int(found["amount"])
    sign = found["sign"]
    words = found["words"].split()
    if sign in ("-", "\N{MINUS SIGN}"):
        amount = -amount
    who, words = _who(words, battle)
    id = f"window.mod.{nth}"
    if words and words[0].lower() in SUCCESSES and sign != "=":
        label = " ".join(words[1:]) or "modifier"
        return Modify(who or roll.by, Effect(id, label, (Modifier(roll.name, successes=amount),)))
    if not words or words[0].lower() in DICE:
        label = " ".join(words[1:]) or "modifier"
        change = Modifier(roll.name, set=amount) if sign == "=" else Modifier(roll.name, dice=amount)
        return Modify(who or roll.by, Effect(id, label, (change,)))
    rules: Ruleset = system.rules
    value, rest = _value(words, rules, lambda id: _knows(system, battle, roll.against or roll.by, id))
    if value is None:
        label = " ".join(words)
        change = Modifier(roll.name, set=amount) if sign == "=" else Modifier(roll.name, dice=amount)
        return Modify(who or roll.by, Effect(id, label, (change,)))
    bearer = who or (roll.by if value in rules.rolls else roll.against or roll.by)
    label = " ".join(rest) or "modifier"
    change = Modifier(value, set=amount) if sign == "=" else Modifier(value, bonus=amount)
    return Modify(bearer, Effect(id, label, (change,)))


def _changed_dice(text: str, roll: Roll, battle: Battle, system: System, nth: int) -> Modify:
    """Return what changes the dice themselves: `double 9`, `reroll 1`, `target 6`, `2 dice to successes`."""
    rules: Ruleset = system.rules
    labels = {id: one.label for id, one in rules.rolls.items()}
    try:
        known = modifier_text.Vocabulary.of(rules.rolls, rules.rolls, labels)
        found = modifier_text.read_modifier(text, known, label=True, faces=roll.die.sides)
    except modifier_text.NotUnderstood as error:
        raise NotUnderstood(f"{error}.") from None
    who, words = _who(found.rest.split(), battle)
    change = found.modifier.but(on=found.modifier.on or roll.name)
    return Modify(who or roll.by, Effect(f"window.mod.{nth}", " ".join(words) or "modifier", (change,)))


def _who(words: list[str], battle: Battle) -> tuple[str | None, list[str]]:
    """Return a combatant named at the end of the words, by name or id, and the words without it."""
    for length in range(min(3, len(words)), 0, -1):
        name = " ".join(words[-length:]).lower()
        for one in battle.combatants.values():
            if name in (one.name.lower(), one.id.lower()):
                return one.id, words[:-length]
    return None, words


def _knows(system: System, battle: Battle, who: str, id: str) -> bool:
    try:
        system.number(battle, who, id)
    except KeyError:
        return False
    return True


def _value(words: list[str], rules: Ruleset, knows: Callable[[str], bool]) -> tuple[str | None, list[str]]:
    tables: tuple[Mapping[str, Any], ...] = (rules.values, rules.rolls)
    named = rules.constants.get("modifiable", ())
    more = named if isinstance(named, (tuple, list)) else ()
    for length in range(min(4, len(words)), 0, -1):
        name = " ".join(words[:length]).lower()
        for table in tables:
            for id, one in table.items():
                if name in (id.lower(), id.lower().replace("_", " "), str(one.label).lower()):
                    return id, words[length:]
        id = name.replace(" ", "_")
        if knows(id) or id in more:
            return id, words[length:]
    return None, words


def completions(text: str, roll: Roll, battle: Battle, system: System) -> tuple[str, ...]:
    """Return how what is typed in the modifier line may go on, each as the whole line; at most `MOST_COMPLETIONS`, the
    usual ones first.

    After a sign and a number come dice, successes and what else may be changed here. A word alone finds those too,
    and the changes of the dice themselves. Every line is one that `read_modifier` understands in that sense.
    """
    out: list[str] = []
    for line in _lines(text, roll, battle, system):
        if line.lower() != " ".join(text.lower().split()) and line not in out:
            out.append(line)
            if len(out) == MOST_COMPLETIONS:
                break
    return tuple(out)


def _lines(text: str, roll: Roll, battle: Battle, system: System) -> Iterator[str]:
    begun, count = BEGUN.match(text), COUNT.match(text)
    if begun is not None:
        head, typed = begun["head"], _one_spaced(begun["words"])
        one = head.lstrip("+-\N{MINUS SIGN} ") == "1"
        words = ["die" if one else "dice"]
        if not head.startswith("="):
            words.append("success" if one else "successes")
        yield from (f"{head} {word}" for word in words if word.startswith(typed))
        for name in _names(roll, battle, system):
            if name.startswith(typed) and _means(f"{head} {name}", name, roll, battle, system):
                yield f"{head} {name}"
    elif count is not None:
        typed, amount = _one_spaced(count["words"]), count["count"]
        rest = f"{'die' if amount == '1' else 'dice'} to successes"
        if rest.startswith(typed):
            yield f"{amount} {rest}"
    elif typed := _one_spaced(text):
        for word in ("dice", "successes"):
            if word.startswith(typed):
                yield f"+2 {word}"
        sides = roll.die.sides
        for line in (f"double {max(1, sides - 1)}", "reroll 1", f"target {max(1, (sides + 1) // 2 + 1)}"):
            if line.startswith(typed):
                yield line
        for name in _names(roll, battle, system):
            if name.replace(" ", "_") in system.rules.rolls:
                continue  # most rolls are of other steps; one that is meant is found after its number
            if name.startswith(typed) and _means(f"+1 {name}", name, roll, battle, system):
                yield f"+1 {name}"
                yield f"-1 {name}"


def _one_spaced(text: str) -> str:
    return " ".join(text.lower().split())


def _names(roll: Roll, battle: Battle, system: System) -> tuple[str, ...]:
    """Return the names that may follow a number: what rule data allows to be modified, the target's shown figures,
    values, tracks and the other rolls."""
    rules: Ruleset = system.rules
    more = rules.constants.get("modifiable", ())
    ids = [str(name) for name in more] if isinstance(more, (tuple, list)) else []
    against = roll.against or roll.by
    if against in battle.combatants:
        ids += [figure.id for figure in system.figures(battle, against)]
    ids += [*rules.values, *rules.tracks, *(id for id in rules.rolls if id != roll.name)]
    return tuple(dict.fromkeys(id.replace("_", " ").lower() for id in ids))


def _means(line: str, name: str, roll: Roll, battle: Battle, system: System) -> bool:
    try:
        answer = read_modifier(line, roll, battle, system, 0)
    except NotUnderstood:
        return False
    return any(one.on == name.replace(" ", "_") for one in answer.effect.modifiers)
