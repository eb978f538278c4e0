"""What a fight came to, in sentences."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.engine.counted import counted
from exgui.gui.explained_text import number_text
from exgui.gui.panel.labels import listed
from exgui.play.fight_summary import FELL, FightSummary, PersonAfter
from exgui.rulebook.rules import Ruleset

ARROW = "\N{RIGHTWARDS ARROW}"
MOST_NAMES = 12


def in_short(summary: FightSummary, battle: Battle, rules: Ruleset) -> str:
    """How long it was, and what became of whom: first of those who fell, then of others."""
    long = counted(summary.steps, "step")
    if rules.timeline.axis != "up":
        long = f"{counted(summary.rounds, rules.timeline.round_label.lower())}, {long}"
    out = [one for one in summary.people if one.fall is not None]
    fates = sorted(dict.fromkeys(one.fate for one in out), key=lambda one: one != FELL)
    ends = [_together(fate, [one.after.name for one in out if one.fate == fate]) for fate in fates]
    going = [] if battle.phase == "over" else ["It is not over yet."]
    return " ".join([f"{long}.", *(ends or ["Nobody fell."]), *going])


def _together(fate: str, names: list[str]) -> str:
    """What became of all of these, in a sentence."""
    more = len(names) - MOST_NAMES
    subject = listed([*names[:MOST_NAMES], *([f"{more} more"] if more > 0 else [])])
    return f"{subject} {fate.replace('was ', 'were ', 1) if len(names) > 1 else fate}."


def fate(one: PersonAfter, battle: Battle, rules: Ruleset) -> str:
    """How somebody came out of it."""
    word = rules.timeline.round_label.lower() if rules.timeline.axis != "up" else ""
    if one.fall is not None:
        by = battle.combatants.get(one.fall.by)
        to = "to" if one.fate == FELL else "by" if one.fate.startswith("was ") else ""
        whom = f" {to} {by.name}" if by is not None and to else ""  # nobody surrenders to whoever ends a round
        return f"{one.fate}{whom}{f' in {word} {one.fall.round}' if word else ''}"
    if one.after.waiting:
        return "never joined"
    if not one.standing:
        return "could not fight"
    came = f"stands, came in {word} {one.came}" if word else "stands, came in later"
    return came if one.came else "stands"


def prices(one: PersonAfter) -> str:
    """What it cost somebody: "Lethal 0 → 3"."""
    return "  \N{MIDDLE DOT}  ".join(
        f"{cost.label} {number_text(cost.before)} {ARROW} {number_text(cost.after)}" for cost in one.costs
    )
