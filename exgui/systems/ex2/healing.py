"""Time passes and wounds close: hours for each level, by who one is, by the level, by rest (ex2-60)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Noted, TrackChanged
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.health import TYPES, damage, levels, set_health
from exgui.systems.common.steps import unknown

KEPT = "healed_halves"
"""The track that keeps what has not closed a level yet, in half hours of rest. An hour of rest is two of them,
an active one is one: it takes twice as long."""
LONGEST = 1_000_000
"""Hours; more than a hundred years."""


def patients(command: Command) -> tuple[Any, ...]:
    """For whom time passes: one, or several."""
    who = command.get("who") or command.by
    return who if isinstance(who, tuple) else (who,)


def check_heal(battle: Battle, command: Command) -> list[Violation]:
    """Somebody, and how many hours."""
    out = [violation for who in patients(command) or ("",) for violation in unknown(battle, who)]
    hours = command.get("hours")
    if isinstance(hours, bool) or not isinstance(hours, int):
        said = "How many hours pass? Give hours." if hours is None else f"hours is a whole number, not {hours}."
        return [*out, Violation("ex2-60", said, final=True)]
    if not 0 <= hours <= LONGEST:
        why = "Time does not run backward" if hours < 0 else "That is too long"
        return [*out, Violation("ex2-60", f"{why}: hours is from 0 to {LONGEST}, not {hours}.", final=True)]
    if not isinstance(command.get("rest", False), bool):
        out.append(Violation("ex2-60", f"rest is true or false, not {command.get('rest')}.", final=True))
    return out


def next_to_heal(battle: Battle, one: Combatant) -> tuple[str, str] | None:
    """The level that heals first: the rightmost. Its kind of damage, and by which line of the table it heals."""
    filled = damage(one)
    if not filled:
        return None
    kind = next(type for type in reversed(TYPES) if one.track(f"health.{type}"))
    if kind == "bashing":
        return kind, "bashing"
    track = levels(battle, one)
    return kind, str(track[min(filled, len(track)) - 1] if track else 0)


def needed(battle: Battle, one: Combatant, line: str, rest: bool) -> int | None:
    """Half hours of rest that a level takes; None where it does not heal so."""
    table: Mapping[str, Any] = rules_of(battle).constants["healing"][
        "exalted" if trait(battle, one, "exalted") else "mortal"
    ]
    if not rest and line not in table["active"]:
        return None
    hours = table["bashing"] if line == "bashing" else table["levels"].get(line)
    if hours is None:  # a penalty that the table does not know heals like the next worse one it knows
        worse = [int(known) for known in table["levels"] if int(known) <= int(line)]
        nearest = str(max(worse)) if worse else str(min(int(known) for known in table["levels"]))
        return needed(battle, one, nearest, rest)
    return 2 * int(hours)


def heal(scene: Scene, command: Command) -> Steps:
    """So many hours pass for these."""
    hours, rest = int(command.get("hours")), bool(command.get("rest", False))
    for who in patients(command):
        yield from _pass(scene, str(who), hours, rest)


def _pass(scene: Scene, who: str, hours: int, rest: bool) -> Steps:
    start = scene.battle.who(who)
    kept = start.track(KEPT) + hours * (2 if rest else 1)
    closed: dict[str, int] = {}
    stays = ""
    while True:
        one = scene.battle.who(who)
        following = next_to_heal(scene.battle, one)
        if following is None:
            kept = 0
            break
        kind, line = following
        need = needed(scene.battle, one, line, rest)
        if need is None:
            stays = "; the rest heals only at rest"
            kept = start.track(KEPT) if not closed else 0
            break
        if kept < need:
            break
        kept -= need
        filled = {type: one.track(f"health.{type}") for type in TYPES}
        filled[kind] -= 1
        closed[kind] = closed.get(kind, 0) + 1
        yield from set_health(scene.battle, who, filled, "ex2-60", "ex2-18")
    if kept != start.track(KEPT):
        yield TrackChanged(who, KEPT, kept, kept - start.track(KEPT), "ex2-60")
    told = " and ".join(f"{count} {kind}" for kind, count in closed.items()) or "nothing"
    how = "at rest" if rest else "active"
    yield Noted(f"{hours} hours pass, {how}: {start.name} heals {told}{stays}.", who, "ex2-60")
