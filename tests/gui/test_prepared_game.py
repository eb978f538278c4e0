"""A game as a map needs it while a battle is being prepared."""

from __future__ import annotations

from exgui.gui.pages.encounter.document import PreparedGame
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

RAIDERS = {"id": "raiders", "side": "foes", "zone": "yard", "group": {"size": 2, "health_levels": 6}}


def test_prepared_group_shows_its_battle_strength() -> None:
    rules = load("ex3")
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": [RAIDERS]})
    strength = PreparedGame(system_for(rules)).strength(battle, "raiders")
    assert strength is not None
    assert (strength.now, strength.full) == (8, 8)  # six health levels and Size 2


def test_groups_need_a_game() -> None:
    rules = load("ex3")
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": [RAIDERS]})
    assert PreparedGame(None).strength(battle, "raiders") is None
