"""`exgui ruleset check`: finds every problem in a ruleset's folder: what its reader reports, and what only the game's
code can know."""

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
    """Return every problem of a ruleset, each with its file, its key, what is wrong and what would be right."""
    return problems(where, problems_of_the_game)


def problems_of_the_game(ruleset: Ruleset) -> Iterator[Problem]:
    """Return what has no effect, or not the intended one, in a ruleset in which its reader finds no problem.

    That is options that no code reads, numbers that can't be played, words and numbers without meaning, letter keys
    used twice, and icons that do not exist.
    """
    yield from _against_the_game(ruleset)
    yield from _unknown_words(ruleset)
    yield from _counting_for_nothing(ruleset)
    yield from _keys_taken(ruleset)
    for id, condition in ruleset.conditions.items():
        if message := wrong_icon(condition.icon):
            yield Problem(("conditions", id, "icon"), message)


def _against_the_game(ruleset: Ruleset) -> Iterator[Problem]:
    """Return options and action keys that the game's code does not read, and constants that it can't use."""
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
    """Return words of things, such as a weapon's tags, that mean nothing in this ruleset."""
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
    """Return settings of actions that the code reads only from the action that is their step."""
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
    """Return the words in a field of the ruleset's own things, and of its opponents' things."""
    key = plural(kind)
    for id, item in ruleset.tables.get(kind, EMPTY).items():
        yield ("tables", key, id, field.id), item.get(field.id, ())
    for id, opponent in ruleset.opponents.items():
        for n, thing in enumerate(opponent.fields.get(key, ()), 1):
            if isinstance(thing, Mapping):
                yield ("opponents", id, key, n, field.id), thing.get(field.id, ())


def wrong_icon(name: str) -> str:
    """Return what is wrong with the name of an icon ("mdi6.shield"); "" if the icon exists."""
    plain = name.removeprefix(PREFIX)
    if not name or (plain != name and plain in icon_letters()):
        return ""
    if plain in icon_letters():
        return f"must be {PREFIX}{plain}, not {quoted(name)}"
    # The family has thousands of names; a slip is rarely in the first letters.
    near = [PREFIX + one for one in icon_letters() if one.startswith(plain[:2])]
    near.sort(key=lambda one: abs(len(one) - len(name)))
    return unknown(name, near[:MOST_COMPARED], "icon") if near else f"there is no icon {quoted(name)}"
