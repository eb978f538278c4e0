"""The players' view shows only what is public: battles that differ only in secrets look the same, step by step, and a
leak planted in any field is found."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from play.public.ambushes import GAMES, ambush
from play.public.elsewhere import SETTINGS, in_both_worlds, untried
from play.public.leaks import LEAKS, kinds_in, with_leak
from systems.fights import SEEDS, Fights

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.timeline import Shade
from exgui.play.public import Known, begin, follow, public
from exgui.play.public.records import PublicBattle, PublicSettings
from exgui.play.public.sight import is_secret
from exgui.systems.common.together import parts_of

CHANGES = {"reveal", "hide", "remove", "remove_zone", "zone", "link", "picture", "adjust", "join", "join_war", "place"}
"""Steps by which the storyteller shows or hides at once, whoever is up; whoever joins or is placed shows a zone."""
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
every_setting = pytest.mark.parametrize("shown", SETTINGS.values(), ids=list(SETTINGS))


remembered = cache(ambush)


@every_setting
@every_game
@settings(max_examples=6)
@given(SEEDS)
def test_battles_differing_only_in_secrets_look_the_same(game: Fights, shown: PublicSettings, seed: int) -> None:
    played = remembered(game, seed)
    for here, there in in_both_worlds(played, shown, seed):
        assert public(played.system, here, shown) == public(played.system, there, shown)


@every_game
@settings(max_examples=8)
@given(SEEDS)
def test_while_only_hidden_people_are_up_nothing_moves(game: Fights, seed: int) -> None:
    played = remembered(game, seed)
    known = begin(played.system, played.start)
    for moment in played.moments:
        was, known = known, follow(played.system, known, moment.before, moment.after, moment.command, moment.events)
        if (
            is_secret(played.system, moment.before)
            and is_secret(played.system, moment.after)
            and _unseen_zones(moment.before) == _unseen_zones(moment.after)  # else somebody was dragged into one
            and CHANGES.isdisjoint(step.do for step in (moment.command, *parts_of(moment.command)))
        ):
            assert public(played.system, known) == public(played.system, was)


def _unseen_zones(battle: Battle) -> set[str]:
    return {id for id, zone in battle.zones.items() if zone.hidden}


def test_every_value_of_every_setting_is_tried() -> None:
    assert untried(SETTINGS.values()) == set()


def test_every_field_has_a_leak_to_plant() -> None:
    kinds = kinds_in(PublicBattle) - {Shade}  # which is the game's own, and the same in every battle
    assert set(LEAKS) == {(kind, name) for kind in kinds for name in kind.__struct_fields__}


@cache
def seen_in_both_worlds(game: Fights, seed: int) -> list[list[tuple[Known, PublicBattle]]]:
    """What is known after each step, and what the players see of it, in either world; one list for all leaks."""
    played, shown = remembered(game, seed), SETTINGS["order"]
    return [
        [(known, public(played.system, known, shown)) for known in worlds]
        for worlds in in_both_worlds(played, shown, seed)
    ]


@pytest.mark.parametrize("field", LEAKS, ids=lambda field: f"{field[0].__name__}.{field[1]}")
def test_a_leak_planted_in_a_field_is_found(field: tuple[type[Record], str]) -> None:
    for game in GAMES:
        for seed in range(6):
            system = remembered(game, seed).system
            for worlds in seen_in_both_worlds(game, seed):
                one, other = (with_leak(field, system, known, seen) for known, seen in worlds)
                if one != other:
                    return
    pytest.fail("The leak is not found.")
