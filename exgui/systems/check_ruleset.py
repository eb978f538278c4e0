"""`exgui ruleset check`: finds everything wrong with a ruleset's folder: what its reader complains of, and what only
the game's code can know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase

from exgui.engine.record import EMPTY
from exgui.icon_family import PREFIX, icon_letters
from exgui.rulebook.combatant_setup import plural
from exgui.rulebook.reader import RulesetError, load, problems
from exgui.rulebook.rules import Field, Ruleset
from exgui.rulebook.unknown_words import MOST_COMPARED, quoted, unknown
from exgui.rulebook.validation import KeyPath, Problem
from exgui.systems import UnknownSystem, known_systems, system_for


def problems_of(where: str | Path) -> tuple[RulesetError, ...]:
    """Every problem of a ruleset, each with file, key, what is wrong and what would be right."""
    return problems(where, problems_of_the_game)


def problems_of_the_game(ruleset: Ruleset) -> Iterator[Problem]:
    """What would change nothing in play, or not what was meant, in a ruleset in which its reader finds nothing: options
    that no code reads, numbers that nobody could play by, words and numbers that mean nothing, icons that there are
    not."""
    yield from _against_the_game(ruleset)
    yield from _unknown_words(ruleset)
    yield from _counting_for_nothing(ruleset)
    yield from _keys_taken(ruleset)
    for id, condition in ruleset.conditions.items():
        if message := wrong_icon(condition.icon):
            yield Problem(("conditions", id, "icon"), message)


def _against_the_game(ruleset: Ruleset) -> Iterator[Problem]:
    """Options that the game's code does not read, and constants that it cannot play by."""
    try:
        game = system_for(ruleset)
    except UnknownSystem:
        yield Problem(("ruleset", "system"), unknown(ruleset.system, known_systems(), "system"))
        return
    read = game.options_read
    used = read | {value.rounding for value in ruleset.values.values()}
    for id in ruleset.options:
        if id not in used:
            message = f"no code reads this option: {unknown(id, sorted(read), 'option')}"
            yield Problem(("ruleset", "options", id), message)
    for path, message in game.wrong_constants():
        yield Problem(("ruleset", "constants", *path), message)
    own = load(ruleset.system).actions if ruleset.system in known_systems() else EMPTY
    for id, action in ruleset.actions.items():
        before = own.get(id)
        for key in ("type", "defense"):
            if before is not None and key not in game.action_keys and getattr(action, key) != getattr(before, key):
                message = f"counts for nothing: no code of {ruleset.system} reads it; leave it out"
                yield Problem(("actions", id, key), message)


def _unknown_words(ruleset: Ruleset) -> Iterator[Problem]:
    """Words of things, such as a weapon's tags, that mean nothing by this ruleset."""
    for kind, fields in ruleset.fields.items():
        for field in fields.values():
            if not field.known:
                continue
            for path, words in _words_written(ruleset, kind, field):
                for n, word in enumerate(words, 1):
                    if word not in field.known:
                        own = f" (one of your own is listed under [fields.{kind}.{field.id}.known])"
                        message = unknown(word, field.known, field.label.lower().removesuffix("s"))
                        yield Problem((*path, n), message + own)


def _counting_for_nothing(ruleset: Ruleset) -> Iterator[Problem]:
    """What actions say that the code reads only of the action which is their step."""
    playable = load(ruleset.system).actions if ruleset.system in known_systems() else ruleset.actions
    for id, action in ruleset.actions.items():
        like = ruleset.actions.get(action.step, action)
        if like.id not in playable:
            continue
        for key in ("type", "defense", "fields"):
            if getattr(action, key) != getattr(like, key):
                where = ("actions", id, key)
                message = f"counts for nothing: it is done as {like.id} is; leave it out, or change [{like.id}]"
                yield Problem(where, message)


def _keys_taken(ruleset: Ruleset) -> Iterator[Problem]:
    shown = [action for action in ruleset.actions.values() if not action.hidden and action.key]
    free = ", ".join(key for key in ascii_uppercase if key not in {action.key.upper() for action in shown})
    ways = f"choose from {free}, or leave it out" if free else "leave it out"
    first: dict[str, str] = {}
    for action in shown:
        if (other := first.setdefault(action.key.upper(), action.id)) != action.id:
            yield Problem(("actions", action.id, "key"), f"the key {action.key!r} is taken by {other}: {ways}")


def _words_written(ruleset: Ruleset, kind: str, field: Field) -> Iterator[tuple[KeyPath, Sequence[str]]]:
    """What stands in a field of the ruleset's own things, and of those that its opponents have."""
    key = plural(kind)
    for id, item in ruleset.tables.get(kind, EMPTY).items():
        yield ("tables", key, id, field.id), item.get(field.id, ())
    for id, opponent in ruleset.opponents.items():
        for n, thing in enumerate(opponent.fields.get(key, ()), 1):
            if isinstance(thing, Mapping):
                yield ("opponents", id, key, n, field.id), thing.get(field.id, ())


def wrong_icon(name: str) -> str:
    """What is wrong with the name of an icon ("mdi6.shield"); "" where there is such an icon."""
    plain = name.removeprefix(PREFIX)
    if not name or (plain != name and plain in icon_letters()):
        return ""
    if plain in icon_letters():
        return f"must be {PREFIX}{plain}, not {quoted(name)}"
    # The family has thousands of names; a slip is rarely in the first letters.
    near = [PREFIX + one for one in icon_letters() if one.startswith(plain[:2])]
    near.sort(key=lambda one: abs(len(one) - len(name)))
    return unknown(name, near[:MOST_COMPARED], "icon") if near else f"there is no icon {quoted(name)}"
