"""How long it takes to list a combatant's legal actions in a crowd.

A crowd on a row of zones, with only one friend at close range: no opponent is in reach, so every attack, gambit and aim
has to be tried on everyone before the rules that forbid it are known.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from time import process_time
from typing import Any

from exgui.engine.asks import command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

TRAITS = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "dodge": 2}


@cache
def crowd(count: int) -> Play:
    """This many combatants, five to a zone; c0 is active."""
    zones = [f"z{number}" for number in range(max(4, count // 5))]
    people: list[dict[str, Any]] = [
        {
            "id": f"c{number}",
            "side": "heroes" if number % 2 else "foes",
            "zone": zones[number % len(zones)],
            "traits": TRAITS,
            "weapons": ["straight_sword"],
            "state": {"initiative": 5 + number % 7 if number else 25},
        }
        for number in range(count)
    ]
    data = {
        "zone": [{"id": zone} for zone in zones],
        "link": [{"between": list(pair)} for pair in pairwise(zones)],
        "combatant": people,
        "close": [{"members": ["c0", f"c{len(zones)}"]}],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "crowd"))
    play.dispatch(command("start"))
    return play


def measure(count: int, times: int) -> list[float]:
    """Milliseconds of the processor for each listing."""
    play = crowd(count)
    found = []
    for _ in range(times):
        begun = process_time()
        play.system.actions(play.battle, "c0")
        found.append((process_time() - begun) * 1000)
    return found
