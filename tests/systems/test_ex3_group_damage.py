"""The log and the records of damage to a battle group, and of its changed Size (ex3-72, ex3-74, ex3-75)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command, Fall
from exgui.engine.battle import Battle
from exgui.engine.events import Event, Noted, TrackChanged
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.battle_groups import size_bonus
from exgui.systems.ex3.rout import rout_difficulty

TRAITS = {"dexterity": 3, "brawl": 3}
GROUP = {"size": 1, "drill": "average", "might": 0, "health_levels": 7, "willpower": 4, "perfect_morale": True}


def volfer_and_mob(**group: Any) -> Battle:
    """Volfer at close range with a mob of perfect morale, at Magnitude 2."""
    people = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "traits": TRAITS, "state": {"initiative": 8}},
        {
            "id": "mob",
            "side": "foes",
            "zone": "yard",
            "group": GROUP | group,
            "state": {"initiative": 3, "magnitude": 2},
        },
    ]
    data = {"zone": [{"id": "yard"}], "combatant": people, "close": [{"members": ["volfer", "mob"]}]}
    return battle_from(load("ex3"), data, "mob")


def attacked(battle: Battle, mode: str, *scores: int) -> tuple[Event, ...]:
    """The events of Volfer's attack on the mob, with this many successes in its rolls."""
    play = Play.begin(system_for(load("ex3")), battle)
    play.dispatch(Command("start"))
    play.dispatch(Command("attack", "volfer", {"target": "mob", "mode": mode, "weapon": "unarmed"}))
    for score in scores:
        play.answer(Fall(score=score))
    assert play.pending is None
    return play.log()[-1].events


# Decisive, 8 dice without a success: 8 / 4 = 2 for the dice. Withering: 2. Both take the mob's whole Magnitude.
EMPTIED = [("decisive", 0), ("withering", 2)]


@pytest.mark.parametrize(("mode", "damage"), EMPTIED)
def test_log_reports_lost_magnitude(mode: str, damage: int) -> None:
    texts = [event.text for event in attacked(volfer_and_mob(), mode, 5, damage) if isinstance(event, Noted)]
    assert any("Magnitude 2 → 0." in text for text in texts), texts


@pytest.mark.parametrize(("mode", "damage"), EMPTIED)
def test_zero_excess_damage_is_not_recorded(mode: str, damage: int) -> None:
    """Perfect morale passes the check: Size 0, Magnitude 7 + 3 for it = 10 (ex3-70, ex3-75, ex3-78)."""
    happened = [event for event in attacked(volfer_and_mob(), mode, 5, damage) if isinstance(event, TrackChanged)]
    assert [(event.value, event.by) for event in happened if event.track == "magnitude"] == [(0, -2), (10, 10)]


def test_printed_numbers_explain_subtracted_size() -> None:
    """Spread thin, a group adds no Size (ex3-72); what is printed with it has lost it (ex3-88)."""
    mob = system_for(load("ex3")).prepare(volfer_and_mob(includes_size=True)).combatants["mob"]
    assert [(part.label, part.amount) for part in size_bonus(mob, spread=True).parts] == [("spread thin", -1)]
    smaller = mob.but(tracks=mob.tracks.put("size", 0))
    assert [(part.label, part.amount) for part in size_bonus(smaller).parts] == [("Size now", -1)]


def test_group_removed_by_the_storyteller_is_not_a_fallen_leader() -> None:
    """A check against 1: one of its allies is out, but a group, and has not dissolved (ex3-75)."""
    battle = system_for(load("ex3")).prepare(volfer_and_mob())
    mob = battle.combatants["mob"]
    rabble = mob.but(id="rabble", conditions=mob.conditions.put("incapacitated", True))
    assert rout_difficulty(battle.with_combatant(rabble), mob).total == 1
