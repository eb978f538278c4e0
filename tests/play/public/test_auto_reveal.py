"""The storyteller decides whether hidden combatants show themselves by the first thing they do; a hidden zone with
someone in it stays hidden."""

from __future__ import annotations

import pytest
from play.public.ambushes import GAMES, ambush
from systems.fights import Fights

from exgui.engine.asks import Command
from exgui.engine.record import Table, index_by_id
from exgui.play.play import Play

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


@every_game
def test_automatic_reveal_without_a_combatant_applies_to_all(game: Fights) -> None:
    start = ambush(game, 1, 0).start
    everybody = [one.but(auto_reveal=True) for one in start.combatants.values()]
    play = Play.begin(game.system, start.but(combatants=index_by_id(everybody)))
    one = everybody[0].id
    play.dispatch(Command("auto_reveal", args=Table(on=False)))
    assert not any(other.auto_reveal for other in play.battle.combatants.values())
    play.dispatch(Command("auto_reveal", args=Table(who=one)))
    assert [id for id, other in play.battle.combatants.items() if other.auto_reveal] == [one]
    again = play.check(Command("auto_reveal", args=Table(who=one)))
    assert [broken.text for broken in again] == ["That is already so."]
    nobody = play.check(Command("auto_reveal", args=Table(who="nobody")))
    assert [broken.final for broken in nobody] == [True]


@every_game
def test_hidden_zone_with_someone_in_it_stays_hidden(game: Fights) -> None:
    battle = ambush(game, 1, 0).start
    one = next(other for other in battle.combatants.values() if other.player and other.zone)
    shown = battle.zones[str(one.zone)].but(hidden=False, auto_reveal=True)
    play = Play.begin(game.system, battle.but(zones=battle.zones.put(shown.id, shown)))
    play.dispatch(Command("hide", args=Table(zone=shown.id)))
    assert play.battle.zones[shown.id].hidden
