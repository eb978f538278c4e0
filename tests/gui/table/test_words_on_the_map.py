"""Words under tokens on the players' screen: none lies upon another, however close together people stand."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtWidgets import QApplication

from exgui.gui.table.chips import row_width
from exgui.gui.table.map_plan import plan_map
from exgui.play.public import begin, public
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


@pytest.mark.parametrize("width", range(260, 400, 20))
def test_the_health_of_neighbours_does_not_overlap(qapp: QApplication, width: int) -> None:
    """Three of 12 Health stand in a narrow zone: one of the players' with 7, two hurt ones of the others."""
    health = {"anjali": 7, "mob": 9, "bell": 3}
    people = [
        {
            "id": id,
            "side": "heroes" if id == "anjali" else "foes",
            "player": id == "anjali",
            "zone": "nave",
            "state": {"health": left},
        }
        for id, left in health.items()
    ]
    zone = {"id": "nave", "x": 0, "y": 0, "width": 300, "height": 200}
    system = system_for(load("reincarnated"))
    battle = system.prepare(battle_from(system.rules, {"zone": [zone], "combatant": people}))
    tokens = plan_map(public(system, begin(system, battle)), None, width, 400).tokens
    assert len(tokens) == 3
    worded = [one for one in tokens.values() if one.rows]
    for one, other in combinations(worded, 2):
        if abs(one.y - other.y) < 20:
            reach = (max(map(row_width, one.rows)) + max(map(row_width, other.rows))) / 2
            assert abs(one.x - other.x) >= reach - 0.01
