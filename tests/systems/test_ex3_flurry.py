"""The panel's offers for a flurry: the actions that may be flurried, and the effects of the combatant's own sheet that
may."""

from __future__ import annotations

from exgui.engine.asks import Command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

CRY = {"id": "war_cry", "name": "War Cry", "when": "action", "type": "simple", "keywords": ["flurry"]}
SIGH = {"id": "long_sigh", "name": "Long Sigh", "when": "action", "type": "simple"}
RULES = load("ex3")
DUEL = {
    "zone": [{"id": "yard"}],
    "combatant": [
        {"id": "volfer", "side": "heroes", "zone": "yard", "state": {"initiative": 5}, "effects": [CRY, SIGH]},
        {"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 3}},
    ],
}


def offered(who: str) -> dict[str, str]:
    play = Play.begin(system_for(RULES), battle_from(RULES, DUEL))
    play.dispatch(Command("start"))
    found = system_for(RULES).candidates(play.battle, Command("flurry", who), "actions")
    return {str(one.value): one.label for one in found}


def test_only_effects_with_the_keyword_are_offered_for_a_flurry() -> None:
    parts = offered("volfer")
    assert parts["war_cry"] == "War Cry"
    assert "long_sigh" not in parts
    assert "attack" in parts


def test_effect_of_another_combatant_is_not_offered() -> None:
    assert "war_cry" not in offered("kesh")
