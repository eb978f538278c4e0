"""Lantern is played, undone, killed and forecast by the same code that plays any other game."""

from fractions import Fraction

from generality.kept import Lines, begun
from generality.lantern import system

from exgui.engine.asks import Answer, Ask, Choice, Choose, Declare, Declared, Fall, Roll, command
from exgui.forecast.odds import odds
from exgui.play.play import Play


def resumed(store: Lines) -> Play:
    """The play, from nothing but the lines that were kept."""
    return Play.resume(system(), store.entries())


def some_answer(play: Play) -> Answer:
    """An answer that does much: the app's dice, every oil spent, the default choice."""
    ask: Ask | None = play.pending
    if isinstance(ask, Roll):
        return play.app_dice(ask)
    if isinstance(ask, Declare):
        return Declared(tuple(option.value for option in ask.effects[:1]))
    assert isinstance(ask, Choose)
    return Choice(ask.default)


def test_step_is_undone_and_redone_answer_by_answer() -> None:
    play = begun(Lines())
    seen = [(play.battle, play.pending)]
    play.dispatch(command("twice", "ada", target="dun"))
    while play.pending is not None:
        seen.append((play.battle, play.pending))
        play.answer(some_answer(play))
    assert len(seen) > 6
    finished = play.battle
    play.undo()
    assert (play.battle, play.pending) == seen[0]
    play.redo()
    assert play.battle == finished
    play.undo()
    # A finished step goes as a whole; one in progress goes back by answers.
    play.dispatch(command("twice", "ada", target="dun"))
    for _ in seen[2:]:
        play.answer(some_answer(play))
    for battle_then, pending in reversed(seen[:-1]):
        play.undo()
        assert (play.battle, play.pending) == (battle_then, pending)
    for battle_then, pending in seen[1:]:
        play.redo()
        assert (play.battle, play.pending) == (battle_then, pending)


def test_undo_cannot_fish_for_better_coins() -> None:
    play = begun(Lines())
    play.dispatch(command("wrestle", "ada", target="dun"))
    play.roll()
    assert play.open_step is not None
    first = play.open_step.answers
    play.undo()
    play.undo()
    play.dispatch(command("wrestle", "ada", target="dun"))
    play.roll()
    assert play.open_step.answers == first


def test_play_killed_after_any_answer_reopens_at_the_same_ask() -> None:
    store = Lines()
    play = begun(store)
    play.dispatch(command("twice", "ada", target="dun"))
    while play.pending is not None:
        again = resumed(store)
        assert (again.battle, again.pending) == (play.battle, play.pending)
        assert again.open_step == play.open_step
        again.undo()
        play.answer(some_answer(play))
    assert resumed(store).battle == play.battle


def test_redo_survives_a_kill_after_undo() -> None:
    store = Lines()
    play = begun(store)
    play.dispatch(command("wrestle", "ada", target="dun"))
    play.answer(Fall(score=5))
    there = play.battle, play.pending
    play.undo()
    again = resumed(store)
    assert again.can_redo()
    again.redo()
    assert (again.battle, again.pending) == there


def test_the_odds_of_a_contest_are_exact() -> None:
    play = begun(Lines())
    found = odds(play.system, play.battle, command("wrestle", "ada", target="dun"))
    # Five coins against five: equal with 252 in 1024, and of the rest one half.
    assert found["holds"].mean == Fraction(1024 - 252, 2 * 1024)


def test_odds_carry_a_wound_into_the_riposte() -> None:
    play = begun(Lines(), burning=False)
    for id in ("ada", "dun"):
        play.dispatch(command("adjust", who=id, set={"oil": 1}))
    step = command("strike", "ada", target="dun", weapon="fists")
    # Fists: three coins against a guard of 2. Two heads: 3 in 8, none to bite with; three heads: 1 in 8, one coin.
    # One head less toughness 1 is no wound. The riposte: might 3, knife 1, four coins against Ada's guard of 3; three
    # heads 4 in 16 then two coins to bite with, four heads 1 in 16 then three; above toughness 1: two heads, 1 in 4,
    # or 3 heads (2 wounds), 1 in 8, or 2 of 3, 3 in 8.
    found = odds(play.system, play.battle, step, (Declared(), Declared(("riposte",))))
    assert found["wounds"].mean == 0
    hurt = Fraction(4, 16) * Fraction(1, 4) + Fraction(1, 16) * Fraction(4, 8)
    assert sum(chance for wounds, chance in found["own wounds"].chances if wounds >= 1) == hurt
    assert found["own wounds"].mean == hurt + Fraction(1, 16) * Fraction(1, 8)


def test_odds_of_one_throw_are_given_for_each_target() -> None:
    play = begun(Lines(), burning=False)
    play.dispatch(command("place", who="eck", zone="hall"))
    found = odds(play.system, play.battle, command("sweep", "ada"))
    # Three coins against a guard of 2 each: hit with 2 heads (3 in 8) or 3 (1 in 8). The staff bites with two coins,
    # one more on three heads; a wound is what lies above 1: two heads of two (1 in 4), two or three of three (4 in 8).
    hurt = Fraction(3, 8) * Fraction(1, 4) + Fraction(1, 8) * Fraction(1, 2)
    assert [id for id, _ in found.targets] == ["dun", "eck"]
    for _, features in found.targets:
        assert next(feature for feature in features if feature.name == "hurts").mean == hurt


def test_burning_coins_have_exact_odds() -> None:
    play = begun(Lines())
    for id in ("ada", "dun"):
        play.dispatch(command("adjust", who=id, set={"oil": 0}))
    play.dispatch(command("adjust", who="dun", set={"guard": 4}))
    found = odds(play.system, play.battle, command("strike", "ada", target="dun"))
    # All four coins must show heads. Then two burn: at most one head between them with 1/4 + 2 * 1/8.
    assert found["hurts"].mean == Fraction(1, 16) * Fraction(1, 2)
