"""Battles to simulate, with ready-made opponents."""

from __future__ import annotations

from functools import cache
from typing import Any

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

GAMES = ("ex3", "ex2", "reincarnated", "skirmish")
SOLDIER = {"ex3": "veteran_guard", "ex2": "veteran_soldier", "reincarnated": "heavy_guard", "skirmish": "town_guard"}
BANDIT = {"ex3": "bandit", "ex2": "bandit", "reincarnated": "brigand", "skirmish": "brigand"}


@cache
def game(ruleset: str) -> System:
    return system_for(load(ruleset))


def battle_of(ruleset: str, *, apart: bool = False, **sides: list[str]) -> Battle:
    """Ready-made opponents by their sides, all in one zone and, where the game knows that, at close range.

    Args:
        apart: each side is in a zone of its own, and close to its own people only; a third zone is between any two.
    """
    system = game(ruleset)
    people: list[dict[str, Any]] = []
    for side, kinds in sides.items():
        for number, kind in enumerate(kinds):
            fields = {key: value for key, value in system.rules.opponents[kind].fields.items() if key != "text"}
            zone = f"{side}_camp" if apart else "yard"
            people.append({**fields, "id": f"{side}_{number}", "side": side, "zone": zone})
    camps = [f"{side}_camp" for side in sides] if apart else []
    data: dict[str, Any] = {"zone": [{"id": id} for id in ("yard", *camps)], "combatant": people}
    data["link"] = [{"between": [camp, "yard"]} for camp in camps]
    if ruleset in ("ex3", "ex2"):
        groups = [[one["id"] for one in people if not apart or one["side"] == side] for side in sides]
        data["close"] = [{"members": group} for group in (groups if apart else groups[:1]) if len(group) > 1]
    return system.prepare(battle_from(system.rules, data))


def even(ruleset: str, count: int = 3) -> Battle:
    """So many soldiers against as many."""
    return battle_of(ruleset, heroes=[SOLDIER[ruleset]] * count, foes=[SOLDIER[ruleset]] * count)
