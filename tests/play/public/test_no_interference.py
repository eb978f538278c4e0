"""The players' view tells nothing but what may be told: battles that differ in secrets alone look the same, step by
step, and a leak planted in any field is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import pytest
from hypothesis import given, settings
from play.public.ambushes import GAMES, Ambush, Moment, ambush
from play.public.elsewhere import Elsewhere
from play.public.leaks import LEAKS, kinds_in, with_leak
from systems.fights import SEEDS, Fights

from exgui.engine.record import Record
from exgui.engine.timeline import Shade
from exgui.play.public import Known, begin, follow, public
from exgui.play.public.records import PublicBattle, PublicSettings
from exgui.play.public.sight import all_known, is_secret

SETTINGS = {
    "bands": PublicSettings(),
    "order": PublicSettings(foes_health="nothing", foes_initiative="order"),
    "exact": PublicSettings(foes_health="exact", foes_initiative="order"),
    "open": PublicSettings(foes_health="exact", foes_initiative="exact"),
    "named": PublicSettings(foes_names="always"),
}
CHANGES = ("reveal", "hide", "remove", "remove_zone", "zone", "link", "picture", "adjust", "join", "join_war")
"""Steps by which the storyteller shows or hides at once, whoever is up; whoever joins shows a zone."""
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
every_setting = pytest.mark.parametrize("shown", SETTINGS.values(), ids=list(SETTINGS))


remembered = cache(ambush)


def in_both_worlds(played: Ambush, shown: PublicSettings, seed: int) -> Iterator[tuple[Known, Known]]:
    """What is known after each step, in the world as it is and in another one that differs in secrets alone."""
    if shown.foes_names == "always":
        moments = tuple(moment_known(moment) for moment in played.moments)
        played = Ambush(played.system, all_known(played.start), moments)
    other = Elsewhere(played, shown, seed)
    here, there = begin(played.system, played.start), begin(played.system, other.battle(played.start))
    yield here, there
    for moment in played.moments:
        here = follow(played.system, here, moment.before, moment.after, moment.command, moment.events)
        twin = other.moment(moment)
        there = follow(played.system, there, twin.before, twin.after, twin.command, twin.events)
        yield here, there


def moment_known(moment: Moment) -> Moment:
    """A step of a battle in which everybody is known by name."""
    return Moment(all_known(moment.before), all_known(moment.after), moment.command, moment.events)


@every_setting
@every_game
@settings(max_examples=8)
@given(SEEDS)
def test_what_differs_in_secrets_alone_looks_the_same(game: Fights, shown: PublicSettings, seed: int) -> None:
    played = remembered(game, seed)
    for here, there in in_both_worlds(played, shown, seed):
        assert public(played.system, here, shown) == public(played.system, there, shown)


@every_game
@settings(max_examples=12)
@given(SEEDS)
def test_while_only_hidden_people_are_up_nothing_moves(game: Fights, seed: int) -> None:
    played = remembered(game, seed)
    known = begin(played.system, played.start)
    for moment in played.moments:
        was, known = known, follow(played.system, known, moment.before, moment.after, moment.command, moment.events)
        if (
            is_secret(played.system, moment.before)
            and is_secret(played.system, moment.after)
            and moment.command.do not in CHANGES
        ):
            assert public(played.system, known) == public(played.system, was)


def test_every_field_has_a_leak_to_plant() -> None:
    kinds = kinds_in(PublicBattle) - {Shade}  # which is the game's own, and the same in every battle
    assert set(LEAKS) == {(kind, field.name) for kind in kinds for field in fields(kind)}  # type: ignore[arg-type]


@pytest.mark.parametrize("field", LEAKS, ids=lambda field: f"{field[0].__name__}.{field[1]}")
def test_a_leak_planted_in_a_field_is_found(field: tuple[type[Record], str]) -> None:
    shown = SETTINGS["order"]
    for game in GAMES:
        for seed in range(6):
            played = remembered(game, seed)
            for here, there in in_both_worlds(played, shown, seed):
                one, other = (
                    with_leak(field, played.system, known, public(played.system, known, shown))
                    for known in (here, there)
                )
                if one != other:
                    return
    pytest.fail("The leak is not found.")
