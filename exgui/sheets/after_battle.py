"""The effects of a fight on a character, line by line beside their sheet: as they came into it, as the sheet is now, as
they left it. The storyteller chooses which of them are written to the sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from exgui.engine.battle import Combatant, Item
from exgui.engine.record import EMPTY, Record
from exgui.rulebook.combatant_setup import gear_key
from exgui.rulebook.items import item_data, written_fields
from exgui.rulebook.rules import Condition, Ruleset
from exgui.rulebook.unknown_words import words
from exgui.rulebook.validation import thawed
from exgui.sheets.paths import Path, path_of, value_at, with_value, without
from exgui.sheets.worked_out import Sheet, WorkedOut, read
from exgui.systems.common.tracks import lasting_tracks, track_name

NOTHING = "\N{EM DASH}"
THINGS = "gear"
"""The start of the paths of things: a thing is found by its id, anywhere on the sheet."""


class SheetLine(Record):
    """One number, state, word or thing of a character.

    Attributes:
        path: its place on the sheet; for a word in a list the field and the word, for a thing its id.
        before: as they came into the fight.
        now: as on the sheet.
        after: as they left the fight.
        data: `after` as the sheet writes it, for a thing with its kind; None if the sheet would leave it out.
        likely: it usually stays that way after a fight, unlike a weapon that lies on the ground.
    """

    path: Path
    label: str
    before: int | str
    now: int | str
    after: int | str
    data: Any = None
    likely: bool = True

    @property
    def differs(self) -> bool:
        return self.now != self.after

    @property
    def changed_since(self) -> bool:
        """Return whether the sheet has changed since they came into the fight: something else has happened to them."""
        return self.now != self.before

    @property
    def proposed(self) -> bool:
        """Return whether it is written unless the storyteller unchecks it: the fight changed it for good, and nothing
        else has."""
        return self.differs and self.likely and not self.changed_since


def lines_of(rules: Ruleset, sheet: Sheet, before: Combatant, after: Combatant) -> tuple[SheetLine, ...]:
    """Return the lines that the fight changed, or whose rising and falling number differs between the sheet and the end
    of the fight."""
    now = WorkedOut.of(sheet, rules).combatant
    if now is None:
        return ()
    out = [*_tracks(rules, before, now, after), *_conditions(rules, before, now, after)]
    for id, trait in rules.traits.items():
        values = [one.traits.get(id, rules.trait_default(id)) for one in (before, now, after)]
        out.append(_line(("traits", id), trait.label, values, values[-1]))
    out += (*_fields(rules, before, now, after), *_things(rules, before, now, after))
    stay = ("state", *(id.partition(".")[0] for id in lasting_tracks(rules)))
    return tuple(
        line
        for line in out
        if line.before != line.after or (line.differs and line.path[0] == "state" and line.path[1] in stay)
    )


def written(sheet: Sheet, rules: Ruleset, lines: Sequence[SheetLine], chosen: Collection[Path]) -> Sheet:
    """Return the sheet with the chosen lines as the fight left them. A value that equals its default is left out."""
    unhurt = WorkedOut.of(sheet, rules).unhurt
    wrong = read(sheet, rules).problems
    for line in lines:
        if line.path not in chosen:
            continue
        rested = None
        if line.path[0] == "state" and unhurt is not None and isinstance(line.after, int):
            rested = unhurt.track(".".join(str(step) for step in line.path[1:]))
        sheet = without(sheet, line.path) if rested is not None and rested == line.after else put(sheet, rules, line)
    return _without_what_is_gone(sheet, rules, wrong)


def _without_what_is_gone(sheet: Sheet, rules: Ruleset, wrong: Mapping[str, str]) -> Sheet:
    """Return a sheet without references to things that are no longer on it: in hand, worn.

    Args:
        wrong: mistakes that it had before, which stay.
    """
    for text in sorted(read(sheet, rules).problems.keys() - wrong.keys(), reverse=True):
        path = path_of(text)
        held, there = value_at(sheet, path), WorkedOut.of(sheet, rules).gear_paths
        if path[0] == "state" and isinstance(held, Mapping):
            left: Any = {id: count for id, count in held.items() if id in there}
        else:
            left = [id for id in held if id in there] if path[0] == "state" and isinstance(held, list) else None
        sheet = _with_value(sheet, path, left or None)
    return sheet


def put(data: Sheet, rules: Ruleset, line: SheetLine) -> Sheet:
    """Return a sheet, or a combatant of an encounter, with a line as the fight left it."""
    if line.path[0] == THINGS:
        return _with_thing(data, rules, str(line.path[1]), line.data)
    if _is_word(rules, line.path):
        field, word = line.path
        others = [one for one in data.get(str(field), ()) if one != word]
        named = [*others, word] if line.data is not None else others
        return _with_value(data, (field,), named or None)
    return _with_value(data, line.path, line.data)


def found_at(data: Sheet, rules: Ruleset, path: Path) -> Any:
    """Return the data of a sheet, or of a combatant of an encounter, at the place of a line; None for nothing."""
    if path[0] == THINGS:
        place = WorkedOut.of(data, rules).gear_paths.get(str(path[1]))
        return value_at(data, place) if place is not None else None
    if _is_word(rules, path):
        return path[1] if path[1] in data.get(str(path[0]), ()) else None
    return value_at(data, path)


def _line(path: Path, label: str, values: Sequence[int | str], data: Any, *, likely: bool = True) -> SheetLine:
    before, now, after = values
    return SheetLine(path, label, before, now, after, data, likely)


def _tracks(rules: Ruleset, before: Combatant, now: Combatant, after: Combatant) -> Iterator[SheetLine]:
    for id in lasting_tracks(rules):
        values = [one.track(id) for one in (before, now, after)]
        yield _line(("state", *id.split(".")), track_name(rules, id), values, values[-1])


def _conditions(rules: Ruleset, before: Combatant, now: Combatant, after: Combatant) -> Iterator[SheetLine]:
    """Yield a line for each thing with a state that outlasts a fight, such as how worn it is."""
    people = (before, now, after)
    for id, condition in rules.conditions.items():
        if not condition.lasting:
            continue
        held = [one.conditions.get(id) for one in people]
        if condition.type not in ("counts", "things"):
            texts = [_held_text(condition, one) for one in held]
            yield _line(("state", id), condition.label, texts, thawed(held[-1]))
        elif held[0] != held[-1]:
            texts = [_of_things(one, value) for one, value in zip(people, held, strict=True)]
            known = {thing: count for thing, count in _counts(held[-1]).items() if thing in after.gear}
            data = (known if condition.type == "counts" else list(known)) or None
            yield _line(("state", id), condition.label, texts, data)


def _fields(rules: Ruleset, before: Combatant, now: Combatant, after: Combatant) -> Iterator[SheetLine]:
    """Yield a line for each change of a field of the game's own: in a list, for each word that is new or gone."""
    people = (before, now, after)
    for name in rules.combatant_fields:
        held = [one.fields.get(name) for one in people]
        if held[0] == held[-1]:
            continue
        field = rules.fields.get("combatant", EMPTY).get(name)
        label = field.label if field is not None else rules.label(name)
        if field is not None and field.type == "words":
            lists: list[tuple[str, ...]] = [tuple(one or ()) for one in held]
            for word in dict.fromkeys((*lists[0], *lists[-1])):
                texts = [word if word in one else NOTHING for one in lists]
                yield _line((name, word), label, texts, word if word in lists[-1] else None)
            continue
        table_of = rules.fields.get(name)
        plain = [
            written_fields(table_of, one) if table_of is not None and one is not None else thawed(one) for one in held
        ]
        yield _line((name,), label, [_plain_text(one) for one in plain], plain[-1])


def _things(rules: Ruleset, before: Combatant, now: Combatant, after: Combatant) -> Iterator[SheetLine]:
    """Yield a line for each thing that a combatant gained or lost in the fight, or that changed."""
    people = (before, now, after)
    for id in dict.fromkeys((*before.gear, *after.gear)):
        held = [one.gear.get(id) for one in people]
        first, last = held[0], held[-1]
        if first == last:
            continue
        item = last or first
        assert item is not None
        texts = [_thing_text(rules, one, first, last) for one in held]
        data = {"kind": last.kind, "item": item_data(rules, last)} if last is not None else None
        yield _line((THINGS, id), item.name, texts, data, likely=last is not None)


def _with_thing(data: Sheet, rules: Ruleset, id: str, thing: Mapping[str, Any] | None) -> Sheet:
    place = WorkedOut.of(data, rules).gear_paths.get(id)
    if place is None and thing is not None:
        key = gear_key(rules, str(thing["kind"]))
        place = (key, len(data.get(key, ()))) if thing["kind"] in rules.several else (key,)
    return _with_value(data, place, thing["item"] if thing is not None else None) if place is not None else data


def _with_value(data: Sheet, path: Path, value: Any) -> Sheet:
    """Return the data with a value at a path; without it for None."""
    found: Sheet = with_value(data, path, value) if value is not None else without(data, path)
    return found


def _is_word(rules: Ruleset, path: Path) -> bool:
    field = rules.fields.get("combatant", EMPTY).get(str(path[0]))
    return len(path) == 2 and field is not None and field.type == "words"


def _counts(held: Any) -> dict[str, int]:
    return dict(held) if isinstance(held, Mapping) else dict.fromkeys(held or (), 1)


def _of_things(one: Combatant, held: Any) -> str:
    """Return counts by the names of a combatant's things: "Sword 1, Buckler 2"."""
    counted = isinstance(held, Mapping)
    named = [
        f"{one.gear[id].name if id in one.gear else words(id)}{f' {count}' if counted else ''}"
        for id, count in _counts(held).items()
    ]
    return ", ".join(named) or NOTHING


def _held_text(condition: Condition, held: Any) -> int | str:
    if held is None or condition.type == "flag":
        return "yes" if held else (0 if condition.type == "number" else NOTHING)
    return held if isinstance(held, int) else words(str(held))


def _thing_text(rules: Ruleset, item: Item | None, first: Item | None, last: Item | None) -> str:
    """Return the text for a thing: that a combatant has it; if it changed in the fight, what differs at its end."""
    if item is None:
        return NOTHING
    if first is None or last is None:
        return "has it"
    fields = rules.fields.get(item.kind, EMPTY)
    other = [id for id, value in last.fields.items() if first.fields.get(id) != value]
    values = [f"{fields[id].label if id in fields else words(id)}: {_plain_text(thawed(item.get(id)))}" for id in other]
    return "; ".join(values) or item.name


def _plain_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(key)).lower()} {_plain_text(one)}" for key, one in value.items()) or NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(_plain_text(one) for one in value) or NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NOTHING if value is None or value == "" else str(value)


def taken_over(
    encounter: Mapping[str, Any], sheet: str, rules: Ruleset, lines: Sequence[SheetLine], before: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return a prepared encounter in which combatants made from a sheet are as in the lines, so that the next fight
    begins with them as they are. Values written for this encounter alone stay: a line counts only if the combatant
    matched the sheet.

    Args:
        before: the sheet before these lines were written to it.
    """

    def person(one: Mapping[str, Any]) -> Mapping[str, Any]:
        if one.get("sheet") != sheet:
            return one
        for line in lines:
            if found_at(one, rules, line.path) == found_at(before, rules, line.path):
                one = put(one, rules, line)
        return one

    people = encounter.get("combatant", ())
    now = [person(one) for one in people]
    return {**encounter, "combatant": now} if any(a is not b for a, b in zip(people, now, strict=True)) else encounter
