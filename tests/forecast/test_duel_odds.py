"""The odds of a duel with exploding dice are those of its two dice calculated by themselves, without the game's
code."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from exgui.engine.asks import Choice, command
from exgui.forecast.odds import odds
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

HEALTH = 4
NEGLIGIBLE = Fraction(1, 10**4)


def exploding(sides: int, deep: int = 12) -> dict[int, Fraction]:
    """What one die comes to that is rolled again and added at its highest face."""
    return {
        sides * again + face: Fraction(1, sides ** (again + 1)) for again in range(deep) for face in range(1, sides)
    }


def test_duel_with_exploding_dice_has_exact_odds() -> None:
    setup = {
        "zone": [{"id": "yard"}],
        "combatant": [
            {"id": "ann", "side": "heroes", "zone": "yard", "weapons": ["sword"]},
            {"id": "bob", "side": "foes", "zone": "yard", "weapons": ["knife"], "traits": {"armour": 1}},
            {"id": "mule", "side": "foes", "zone": "yard", "animal": True},
        ],
    }
    rules = load("skirmish")
    play = Play.begin(system_for(rules), battle_from(rules, setup))
    play.dispatch(command("start"))
    attack = command("attack", "ann", target="bob", weapon="sword")
    found = odds(play.system, play.battle, attack, (Choice("counter"),), negligible=NEGLIGIBLE)

    damage: dict[int, Fraction] = defaultdict(Fraction)
    taken: dict[int, Fraction] = defaultdict(Fraction)
    for sword, likely in exploding(6).items():
        for knife, as_likely in exploding(4).items():
            hers, his = max(0, sword - 1), knife  # bob's armour is 1, ann's 0; a knife does 1 at least
            hits, is_hit = hers, his
            if hers > his and hers >= HEALTH:
                is_hit = 0  # bob falls before his blow lands
            if his > hers and his >= HEALTH:
                hits = 0
            damage[hits] += likely * as_likely
            taken[is_hit] += likely * as_likely

    assert found.runs < 1_000
    for name, wanted in (("damage", damage), ("taken", taken)):
        chances = dict(found[name].chances)
        # Unlikely results at either end of a roll count as the ones next to them.
        assert all(abs(chances.get(value, 0) - wanted[value]) < 4 * NEGLIGIBLE for value in range(12))
    falls = sum((chance for value, chance in taken.items() if value >= HEALTH), Fraction(0))
    assert abs(found["falls"].mean - falls) < 4 * NEGLIGIBLE
