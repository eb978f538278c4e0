"""What the players' screen says of the last step, as large as there is room for, and before and after the fight."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from exgui.engine.record import Table
from exgui.gui.table.chips import chips_of
from exgui.gui.table.design import Canvas
from exgui.gui.table.dice import DICE, DiceRow, lay_dice
from exgui.gui.table.footer import FOOTER, Footer
from exgui.gui.table.map_plan import _heading
from exgui.gui.table.time_strip import public_timeline
from exgui.gui.table.turn_column import _is_open, _turn_lines, coming_next, turn_words
from exgui.play.public.records import PublicBattle, PublicCombatant, PublicLine, PublicSide, PublicZone


@pytest.mark.parametrize(
    ("height", "size", "shown"), [(180.0, DICE[0], 12), (110.0, DICE[1], 12), (40.0, DICE[0], 0), (20.0, None, 0)]
)
def test_many_dice_are_smaller_before_they_are_left_out(height: float, size: float | None, shown: int) -> None:
    """Twelve dice in the column of 190 units: three rows of 33.5, or two of 27.5."""
    card = lay_dice((DiceRow("Vey", "Attack", ((7, 1),) * 12, 6),), 190.0, height)
    assert (card.die if card is not None else None) == size
    assert (len(card.rolls[0].dice) if card is not None else 0) == shown


def test_before_the_fight_nothing_has_happened(qapp: QApplication) -> None:
    """The storyteller puts somebody in their place and hides them: what they did for that is not told."""
    line = PublicLine("The storyteller puts Mistress Vey close to Quick Tam.")
    footer = Footer()
    for phase, said in (("prepared", ""), ("running", line.text)):
        footer.show_battle(PublicBattle(phase, 1, None, "down", "", log=(line,)), Canvas(960.0, FOOTER, 1.0))
        assert footer.line == said


def test_after_the_fight_nothing_is_now() -> None:
    for phase, now in (("running", 9), ("over", None)):
        assert public_timeline(PublicBattle(phase, 1, 9, "down", "")).now == now


def to_act(id: str, side: str) -> PublicCombatant:
    """Somebody who has not acted in this round."""
    nothing = (None, "", "", None, None, "coming", (), (), 1, "", None)
    return PublicCombatant(id, id, side, False, False, "character", *nothing)


def test_a_name_with_a_hyphen_stands_whole_above_a_turn(qapp: QApplication) -> None:
    for words in ("Sorin Two-Rivers’ turn", "Anjali of the Embers’ turn"):
        assert " ".join(_turn_lines(words, 94.0)[1]) == words


def test_the_side_that_has_to_choose_is_marked_and_only_its_people_come_next() -> None:
    people = Table((id, to_act(id, side)) for id, side in (("c1", "s1"), ("c2", "s2"), ("c3", "s2")))
    sides = Table((id, PublicSide(id, id)) for id in ("s1", "s2"))
    battle = PublicBattle("running", 1, None, "sides", "", combatants=people, sides=sides, order=tuple(people))
    battle = battle.but(asked=True, choosing="s2")
    assert public_timeline(battle).choosing == "s2"
    assert coming_next(battle) == ("c2", "c3")
    passes = battle.but(chooser="c1")
    assert (turn_words(battle), turn_words(passes)) == ("Who is next?", "c1 chooses")
    assert public_timeline(passes).chooser == "c1"
    named = battle.but(asked=False, choosing="", up=("c2",))
    assert public_timeline(named).choosing is None
    assert coming_next(named) == ("c1", "c3")


def test_a_hazard_stands_in_the_heading_of_its_zone_before_its_cover(qapp: QApplication) -> None:
    nave = PublicZone(
        "z1", "Burning nave", False, 1, "light", Table(minor=2, moderate=4), 0, 0, 320, 250, "rectangle", "fire"
    )
    whole = ("mdi6.fire", "light hazard"), ("mdi6.shield-half-full", "minor or moderate cover")
    short = tuple((icon, word.rpartition(" ")[0]) for icon, word in whole)
    for room, shown in ((400.0, whole), (230.0, short), (150.0, whole[:1]), (80.0, short[:1])):
        assert _heading(nave, room, 200.0)[1] == shown


def test_while_the_side_that_acts_is_through_nobody_of_another_looks_like_the_next() -> None:
    people = Table((id, to_act(id, side)) for id, side in (("c1", "s1"), ("c2", "s1"), ("c3", "s2")))
    sides = Table((id, PublicSide(id, id)) for id in ("s1", "s2"))
    battle = PublicBattle("running", 1, None, "sides", "", combatants=people, sides=sides, order=tuple(people))
    assert not _is_open(battle.but(up=("c1",))), "c2 is next"
    assert _is_open(battle.but(up=("c1",), order=("c1", "c3")))


def test_a_thing_is_no_heart_where_there_is_no_room_for_the_word() -> None:
    hurt = to_act("c1", "s1").but(health="hurt", band="hurt")
    thing = hurt.but(kind="object", health="damaged")
    assert [chips_of(one)[0].icon for one in (hurt, thing)] == ["mdi6.heart", "mdi6.hammer-wrench"]
