"""What a fight came to, in sentences."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.gui.panel.labels import listed
from exgui.play.fight_summary import FightSummary, PersonAfter
from exgui.rulebook.rules import Ruleset

ARROW = "\N{RIGHTWARDS ARROW}"
MOST_NAMES = 12


def in_short(summary: FightSummary, battle: Battle, rules: Ruleset) -> str:
    """How long it was, and who fell to whom."""
    word = rules.timeline.round_label.lower()
    rounds = f"{summary.rounds} {word}{'s' if summary.rounds != 1 else ''}"
    steps = f"{summary.steps} step{'s' if summary.steps != 1 else ''}"
    fallen = [one for one in summary.people if one.fall is not None]
    names = [one.after.name for one in fallen[:MOST_NAMES]]
    more = len(fallen) - MOST_NAMES
    fell = f"{listed([*names, *([f'{more} more'] if more > 0 else [])])} fell." if fallen else "Nobody fell."
    going = "" if battle.phase == "over" else " It is not over yet."
    return f"{rounds}, {steps}. {fell}{going}"


def fate(one: PersonAfter, battle: Battle, rules: Ruleset) -> str:
    """How somebody came out of it."""
    word = rules.timeline.round_label.lower()
    if one.fall is not None:
        by = battle.combatants.get(one.fall.by)
        to = f" to {by.name}" if by is not None else ""
        return f"fell{to} in {word} {one.fall.round}"
    if one.after.waiting:
        return "never joined"
    if not one.standing:
        return "could not fight"
    return "stands" if not one.came else f"stands, came in {word} {one.came}"


def prices(one: PersonAfter) -> str:
    """What it cost somebody: "Lethal 0 → 3"."""
    return "  \N{MIDDLE DOT}  ".join(f"{cost.label} {cost.before} {ARROW} {cost.after}" for cost in one.costs)
