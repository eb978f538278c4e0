"""Rulesets saved inside a campaign: a battle is played to its end by the rules it began with, whatever happens to
their folder.

Saved is the ruleset's whole text, with everything it inherits, under its digest: battles of the same rules share one.
"""

from __future__ import annotations

from functools import lru_cache

from exgui.rulebook.reader import from_text, load
from exgui.rulebook.rules import Ruleset


class RulesetMissing(ValueError):
    """A ruleset that cannot be used; the message says which, and why."""


def find(where: str) -> Ruleset:
    """The ruleset of today: of that id, or in that folder.

    Raises:
        RulesetMissing: there is none, or it is wrong.
    """
    try:
        return load(where)
    except (ValueError, OSError) as error:
        raise RulesetMissing(f"the ruleset {where!r} cannot be used: {error}") from error


@lru_cache(maxsize=8)
def unpack(text: str) -> Ruleset:
    """A ruleset from its stored text.

    Raises:
        RulesetMissing: the text is none, or the reader of today no longer accepts it.
    """
    try:
        return from_text(text)
    except (ValueError, RecursionError) as error:
        raise RulesetMissing(f"the rules stored with it cannot be used: {error}") from error
