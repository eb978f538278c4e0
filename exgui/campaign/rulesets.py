"""Finds the rulesets that a campaign's entries name: on this computer, else the copy in an open campaign.

A battle is played to its end with the rules it began with, whatever happens to their folder: the ruleset's whole text,
with everything it inherits, is saved with it under its digest. `kept_rulesets` saves house rules in the same way for
sheets and encounters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Literal

from exgui.engine.record import Record
from exgui.rulebook.reader import from_text, load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import Shelved, in_order, installed, is_id
from exgui.rulebook.unknown_words import words

LONGEST_TEXT = 2_000_000
"""The most characters of a copy in a campaign; a longer one is neither made nor read. A game has about a hundred
thousand.
"""
Origin = Literal["app", "own", "campaign", "folder"]


class RulesetMissing(ValueError):
    """A ruleset that cannot be used; the message has its name and the reason."""


class RulesetChoice(Record):
    """A ruleset that can be chosen.

    Attributes:
        where: the name by which it is found: an id or the path of a folder.
        name: unique among the choices.
        depth: number of rulesets in the list that it extends, one on the other.
        origin: where it comes from: the app, the user's own folder, a copy in the campaign, or a folder elsewhere.
    """

    where: str
    name: str
    extends: str = ""
    depth: int = 0
    origin: Origin = "app"


class RulesetCopy(Record):
    """A copy of a ruleset in a campaign, not read yet.

    Attributes:
        lineage: its id, then what it extends, as written in the ruleset.
        from_elsewhere: it was made from a folder on another computer; a folder of that name on this one may differ, and
            does not count.
    """

    name: str
    lineage: tuple[str, ...]
    text: str
    from_elsewhere: bool = False


_copies: dict[object, Mapping[str, RulesetCopy]] = {}
"""The copies of each open campaign, by the names that its sheets and encounters use."""


def lend_copies(owner: object, copies: Mapping[str, RulesetCopy]) -> None:
    """Make the copies of an open campaign available, replacing those it lent before."""
    _copies[owner] = dict(copies)


def withdraw_copies(owner: object) -> None:
    """Make the copies of a closed campaign unavailable."""
    _copies.pop(owner, None)


def lent_copies() -> dict[str, RulesetCopy]:
    """Return the copies of all open campaigns, to lend them to another process."""
    return {where: copy for lent in _copies.values() for where, copy in lent.items()}


def find(where: str) -> Ruleset:
    """Return the current ruleset of that id, or in that folder; if this computer has no usable one, or the open
    campaign has it from another computer, return the campaign's copy.

    Raises:
        RulesetMissing: there is none, or it is wrong.
    """
    if (copy := _copy(where, from_elsewhere=True)) is not None:
        return copy
    try:
        return load(where)
    except (ValueError, OSError) as error:
        if (copy := _copy(where)) is not None:
            return copy
        raise RulesetMissing(f"the ruleset {where!r} cannot be used: {error}") from error


def parent_of(rules: Ruleset) -> Ruleset | None:
    """Return the nearest readable ruleset that one extends; None for a game itself."""
    for id in rules.lineage[1:]:
        with suppress(RulesetMissing):
            return find(id)
    return None


def choices(also: Iterable[str] = ()) -> tuple[RulesetChoice, ...]:
    """Return all rulesets that can be chosen, each after what it extends: those of the app, the user's own, and the
    copies in open campaigns.

    Args:
        also: rulesets already chosen somewhere, listed even if they are a folder elsewhere or missing.
    """
    found = {one.id: one for one in installed()}
    origins: dict[str, Origin] = {one.id: "own" if one.own else "app" for one in found.values()}
    copies = lent_copies()
    for where in dict.fromkeys((*copies, *also)):
        if where and where not in found:
            copy = copies.get(where)
            name = copy.name if copy is not None else words(where) if is_id(where) else Path(where).name or where
            extends = next((id for id in copy.lineage[1:] if id in found), "") if copy is not None else ""
            found[where] = Shelved(where, name, extends, True)
            origins[where] = "campaign" if copy is not None else "folder"
    named = Counter(one.name for one in found.values())
    return tuple(
        RulesetChoice(
            one.id,
            one.name if named[one.name] == 1 else f"{one.name} ({Path(one.id).name})",
            one.extends,
            one.depth,
            origins[one.id],
        )
        for one in in_order(found.values())
    )


def _copy(where: str, *, from_elsewhere: bool = False) -> Ruleset | None:
    """Return the copy in the most recently opened campaign that has one.

    Args:
        from_elsewhere: only a copy made from a folder on another computer.
    """
    for copies in reversed(tuple(_copies.values())):
        if where in copies and (copies[where].from_elsewhere or not from_elsewhere):
            try:
                return unpack(copies[where].text)
            except RulesetMissing:
                continue
    return None


@lru_cache(maxsize=8)
def unpack(text: str) -> Ruleset:
    """Return a ruleset from its stored text.

    Raises:
        RulesetMissing: the text is not a ruleset, or the present reader no longer accepts it.
    """
    try:
        return from_text(text)
    except (ValueError, RecursionError) as error:
        raise RulesetMissing(f"the rules stored with it can’t be used: {error}") from error
