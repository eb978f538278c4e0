"""Finds constants of house rules that this game could not play by: levels it does not know, turns without an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import KeyPath
from exgui.systems.reincarnated.advantages import LEVELS


def wrong_constants(constants: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Every constant with a value that has the right form and makes no sense, with what would."""
    for name in constants["levels"]:
        if name not in LEVELS:
            yield ("levels", name), unknown(name, LEVELS, "level", "the game")
    for n, name in enumerate(constants["cover_levels"], 1):
        if name not in LEVELS:
            yield ("cover_levels", n), unknown(name, LEVELS, "level", "the game")
    actions, most = constants["actions"], constants["most_actions"]
    if actions < 1:
        yield ("actions",), f"must be at least 1, not {actions}: nobody could do anything in their turn"
    elif actions > most:
        yield ("actions",), f"must be at most {most} (most_actions), not {actions}: raise most_actions too"
