"""The players' clock counts from the first combatant they see, if the game's clock counts up from the first to act. In
these fights Vey, who is hidden, joins battle with 7 successes, Volfer with 4 and the bandit with 2: they act on the
ticks 0, 3 and 5 (ex2-03), and the players see Volfer on tick 0 and the bandit on tick 2."""

from __future__ import annotations

from typing import Any

from play.public.test_kept_secrets import BANDIT, HERO, LURKER, begun

from exgui.engine.asks import Fall, command
from exgui.play.play import Play
from exgui.play.public import PublicBattle, PublicView

JOIN = {"vey": 7, "volfer": 4, "b1": 2}
DICE = {"traits": {"wits": 5, "awareness": 5}}


def a_fight(**vey: Any) -> tuple[Play, PublicView]:
    """The fight before it begins."""
    play = begun("ex2", [{**one, **DICE} for one in ({**LURKER, **vey}, HERO, BANDIT)])
    return play, PublicView(play)


def start(play: Play) -> None:
    play.dispatch(command("start"))
    while play.pending is not None:
        play.answer(Fall(None, JOIN[play.pending.by]))


def places(battle: PublicBattle) -> dict[str, int | None]:
    return {one.name: one.place for one in battle.combatants.values()}


def test_first_visible_combatant_acts_on_tick_0() -> None:
    play, view = a_fight()
    start(play)
    play.dispatch(command("end_turn", "vey"))
    shown = view.battle()
    assert (play.battle.tick, shown.tick, shown.caption) == (3, 0, "Tick 0")
    assert places(shown) == {"Volfer": 0, "Bandit": 2}
    (line,) = shown.log
    assert line.text.startswith("Volfer joins battle with 4 successes: tick 0.")
    assert "reaction count" not in line.text


def test_clock_is_stable_when_a_fast_combatant_appears_or_leaves() -> None:
    for do in (command("reveal", who="vey"), command("remove", who="vey")):
        play, view = a_fight()
        start(play)
        play.dispatch(command("end_turn", "vey"))
        play.dispatch(do)
        assert view.battle().tick == 0
        assert places(view.battle())["Bandit"] == 2


def test_combatant_revealed_before_others_act_is_first() -> None:
    play, view = a_fight()
    start(play)
    assert places(view.battle()) == {"Volfer": 0, "Bandit": 2}
    play.dispatch(command("reveal", who="vey"))
    assert view.battle().tick == 0
    assert places(view.battle()) == {"Volfer": 3, "Bandit": 5, "Vey": 0}


def test_combatant_acting_on_an_earlier_tick_becomes_first() -> None:
    play, view = a_fight(auto_reveal=True)
    start(play)
    play.dispatch(command("end_turn", "vey"))  # on guard
    assert (play.battle.tick, view.battle().tick) == (3, 0)
    play.dispatch(command("misc", "vey", note="calls out").but(tick=1))
    shown = view.battle()
    assert (play.battle.tick, shown.tick) == (1, 0)
    assert places(shown)["Volfer"] == 2


def test_announced_timers_use_the_players_clock() -> None:
    play, view = a_fight()
    play.dispatch(command("timer", label="The bridge falls", tick=9, announced=True))
    assert [notice.tick for notice in view.battle().notices] == [None]  # the battle has not begun
    start(play)
    play.dispatch(command("end_turn", "vey"))
    assert [notice.tick for notice in view.battle().notices] == [6]


def test_clock_is_unchanged_without_hidden_combatants() -> None:
    play, view = a_fight(hidden=False)
    start(play)
    assert (view.battle().tick, places(view.battle())) == (0, {"Vey": 0, "Volfer": 3, "Bandit": 5})
