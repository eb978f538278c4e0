"""Skirmish: what the log says of examples, and what stands against what is not allowed, word for word."""

from __future__ import annotations

import pytest
from examples import example_files
from snapshots import Snapshots
from systems.played import as_read, first_said, log_of, refusals_of

from exgui.engine.asks import Choice, Choose, Command, Roll
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import thawed
from exgui.systems import system_for

GAME = "skirmish"
NAMES = sorted(file.stem for file in example_files(GAME))


def test_the_log_says_what_happened(snapshot: Snapshots) -> None:
    snapshot("skirmish_log", {name: log_of(f"{GAME}/{name}") for name in NAMES})


def test_what_stands_against_things_is_a_sentence_with_its_rule(snapshot: Snapshots) -> None:
    said = first_said(f"{GAME}/{name}" for name in NAMES)
    snapshot("skirmish_refusals", said)


def test_every_refusal_names_a_rule() -> None:
    for name in NAMES:
        for against in refusals_of(f"{GAME}/{name}"):
            assert against.rule.startswith("sk-") or against.final, as_read([against])


@pytest.mark.parametrize("id", load(GAME).opponents)
def test_an_opponent_fights_with_all_it_has_or_is_fought(id: str) -> None:
    system = system_for(load(GAME))
    fields = thawed(system.rules.opponents[id].fields)
    hero = {"id": "hero", "side": "heroes", "zone": "yard", "traits": {"health": 60}, "weapons": ["axe"]}
    setup = {"zone": [{"id": "yard"}], "combatant": [hero, {**fields, "id": "foe", "zone": "yard"}], "seed": 3}
    play = Play.begin(system, battle_from(system.rules, setup))
    play.dispatch(Command("start", args={"first_side": "heroes"}))
    thing = play.battle.who("foe").kind == "object"
    who, other = ("hero", "foe") if thing else ("foe", "hero")
    if not thing:
        play.dispatch(Command("end_turn", "hero"))
    held = [item.id for item in play.battle.who(who).gear.values() if item.kind == "weapon" and item.id != "unarmed"]
    assert held
    shield = any(item.get("worn") == "shield" for item in play.battle.who(who).gear.values())
    assert not (shield and any(play.battle.who(who).gear[weapon].get("bulk", 0) >= 3 for weapon in held))
    for weapon in held:
        attack = Command("attack", who, {"target": other, "weapon": weapon})
        assert not play.check(attack), play.check(attack)
        play.dispatch(attack)
        while (asked := play.pending) is not None:
            assert isinstance(asked, (Roll, Choose))
            play.answer(play.app_dice(asked) if isinstance(asked, Roll) else Choice(asked.options[0].value))
        play.undo()
