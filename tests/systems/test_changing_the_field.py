"""Changes to the battlefield and its combatants in the middle of random battles of every game: whatever is added,
removed or set on fire, the fight continues, every query of the window has an answer, and undo leads back to the
start."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from systems.fights import SEEDS, Fights
from systems.test_random_battles import every_game

from exgui.engine.asks import Command
from exgui.engine.record import Table, freeze
from exgui.play.play import Play


def change(play: Play, rng: Random) -> Command:
    """Something that the storyteller may change now; it may be refused."""
    battle = play.battle
    zones, people = list(battle.zones), list(battle.combatants)
    zone, other, who = rng.choice(zones), rng.choice(zones), rng.choice(people)
    count = rng.randint(1, 3)
    match rng.randint(0, 6):
        case 0:
            newcomer = freeze({"name": "Guard", "side": battle.combatants[who].side, "zone": zone})
            return Command("add", "", Table(combatant=newcomer, count=count))
        case 1:
            return Command("copy", "", Table(who=who, count=count))
        case 2 | 3:
            return Command("remove", "", Table(who=who))
        case 4:
            new = Table(terrain="fire", difficult=rng.random() < 0.5)
            return Command("zone", "", Table({"zone": rng.choice((zone, f"new_{len(zones)}")), "set": new}))
        case 5:
            return Command("remove_zone", "", Table(zone=zone, to=other))
    return Command("link", "", Table(between=(zone, other), barrier=rng.choice(("none", "obstacle", "remove"))))


def changed_battles(game: Fights, rng: Random, steps: int) -> Iterator[Play]:
    for play in game.go_on(Play.begin(game.system, game.a_battle(rng)), rng, steps):
        command = change(play, rng)
        if play.pending is None and len(play.battle.combatants) > 2 and not play.check(command):
            play.dispatch(command)
            game.finish(play, rng)
        yield play


@every_game
@settings(max_examples=8)
@given(SEEDS)
def test_the_fight_goes_on_whatever_comes_and_goes(game: Fights, seed: int) -> None:
    rng = Random(seed)
    for play in changed_battles(game, rng, 40):
        battle = play.battle
        if battle.phase == "running" and any(game.awaits(play, id) for id in battle.combatants):
            assert battle.up
            assert all(battle.combatants[id].turn is not None for id in battle.up)
        line = play.system.timeline(battle)
        assert [mark.id for mark in line.marks if mark.state == "up"] == list(battle.up)
        play.system.checklist(battle)
        play.system.view(battle)
        for who in battle.combatants:
            play.system.figures(battle, who)
            play.system.badges(battle, who)
            play.system.reach(battle, who)
            play.system.summary(battle, who)
            play.system.progress(battle, who)
    start = play.battle_at(0)
    while play.can_undo():
        play.undo()
    assert play.battle == start
