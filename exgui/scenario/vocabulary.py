"""The words a scenario's steps may use: the steps, the parameters of each, and what a modifier may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exgui.engine.record import Value
from exgui.rulebook.rules import Param, Ruleset

STEPS: dict[str, tuple[str, ...]] = {
    "start": (),
    "join": (),
    "end_turn": (),
    "adjust": ("who", "set"),
    "change_sheet": ("who", "sheet", "without", "things", "gone", "taken", "put_away", "tracks"),
    "cover": ("who", "level"),
    "place": ("who", "zone"),
    "roll": ("pool", "difficulty"),
    "heal": ("who",),
    "end": (),
    "undo": (),
    "redo": (),
}
"""The steps that every game has, and their parameters besides `by`. A ruleset's table of actions may add to them."""

STEP_KEYS = ("do", "by", "rolls", "mods", "choose", "expect", "refused", "overrule", "tick", "stay_hidden")
"""What every step may have."""

TRAVEL = ("undo", "redo")
"""Steps that lead along the history: nothing is rolled or chosen in them."""


def steps_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Every step that a scenario of this ruleset may take."""
    names = dict.fromkeys(STEPS)
    for action in ruleset.actions.values():
        names[action.id] = None
        names[action.step or action.id] = None
    return tuple(names)


def played_as(ruleset: Ruleset, do: str) -> tuple[str, Mapping[str, Value]]:
    """The step by which a step is played, and the parameters that this brings with it: an action of the table may be
    another step with some of its parameters set."""
    action = ruleset.actions.get(do)
    if action is None or not action.step or any(do == (one.step or one.id) for one in ruleset.actions.values()):
        return do, {}
    return action.step, action.preset


def params_of(ruleset: Ruleset, do: str) -> dict[str, Param | None]:
    """The parameters of a step by name; None where nothing is known of its type. Empty for a step without any."""
    known: dict[str, Param | None] = dict.fromkeys(STEPS.get(do, ()))
    for action in ruleset.actions.values():
        if do in (action.id, action.step):
            for key in action.preset:
                known.setdefault(key, None)
            for param in action.params:
                if param.id in known and known[param.id] is not None and known[param.id] != param:
                    known[param.id] = None
                else:
                    known[param.id] = param
    return known


def modifiable(ruleset: Ruleset) -> tuple[str, ...]:
    """Everything that a modifier may change: rolls, values and tracks, and what the ruleset names besides."""
    return tuple(dict.fromkeys(_modifiable(ruleset)))


def _modifiable(ruleset: Ruleset) -> Iterator[str]:
    yield from ruleset.rolls
    yield from ruleset.values
    yield from ruleset.tracks
    more = ruleset.constants.get("modifiable", ())
    if isinstance(more, (tuple, list)):
        yield from (str(name) for name in more)
