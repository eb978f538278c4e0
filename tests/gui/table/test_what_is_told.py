"""The players' screen's text about the last step, as large as there is room for, and before and after the fight."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from exgui.engine.record import Table
from exgui.engine.zones import Zone
from exgui.gui.map.zone_look import look_of
from exgui.gui.table.chips import chips_of
from exgui.gui.table.design import LEAST, Canvas, metrics, name_font, text_font
from exgui.gui.table.dice import DICE, DiceRow, _worth, lay_dice, rolls_of
from exgui.gui.table.map_plan import _heading
from exgui.gui.table.screen import FOOTER, Footer, order_words
from exgui.gui.table.time_strip import public_timeline
from exgui.gui.table.turn_column import TurnColumn, _turn_lines, coming_next, turn_words
from exgui.gui.tokens.drawing import TokenPictures
from exgui.play.public.records import PublicBattle, PublicCombatant, PublicLine, PublicRoll, PublicSide

TEN = (0, 0, 0, 0, 0, 0, 1, 1, 1, 2)


@pytest.mark.parametrize(("height", "size"), [(180.0, DICE[0]), (120.0, DICE[1]), (80.0, DICE[3])])
def test_many_dice_are_smaller_and_never_left_out(qapp: QApplication, height: float, size: float) -> None:
    """Twelve dice in the column of 190 units: three rows of 33.5, two of 27.5, or two of 20."""
    card = lay_dice((DiceRow("Vey", "Attack", ((7, 1),) * 12, 6),), 190.0, height)
    assert card is not None
    assert card.die == size
    assert len(card.rolls[0].dice) == 12


@pytest.mark.parametrize("count", [25, 30, 45, 120, 400])
def test_all_dice_are_shown_in_the_column(qapp: QApplication, count: int) -> None:
    faces = tuple(number % 10 + 1 for number in range(count))
    line = PublicLine("", (PublicRoll("c1", "Attack", faces, 0, TEN),))
    battle = PublicBattle("running", 1, None, "down", "", log=(line,))
    card = lay_dice(rolls_of(battle), 190.0, 230.0)
    assert card is not None
    assert card.height <= 230.0
    shown = card.rolls[0]
    assert sum(shown.counts) == count if shown.counts else len(shown.dice) == count
    assert shown.counts or card.die >= 18.0
    assert bool(shown.counts) == (count > 60)


def test_first_and_last_of_many_rolls_are_kept(qapp: QApplication) -> None:
    names = ("Joss", "Mule", "Wolf 1", "Wolf 2", "Wolf 3")
    rolls = tuple(DiceRow(name, "Stay calm", ((4, 1),) * 9, 4, passed=True) for name in names)
    for height, shown in ((1000.0, names), (250.0, ("Joss", "Wolf 2", "Wolf 3")), (60.0, ("Wolf 3",))):
        card = lay_dice(rolls, 190.0, height)
        assert card is not None
        assert tuple(roll.who for roll in card.rolls) == shown


def test_lists_below_make_room_for_dice(qapp: QApplication) -> None:
    people = Table((id, to_act(id, "s1")) for id in ("c1", "c2", "c3", "c4"))
    battle = PublicBattle("running", 1, 5, "down", "", combatants=people, order=tuple(people), up=("c1",))
    column = TurnColumn(TokenPictures(None))
    for count, most in ((0, 3), (10, 2), (60, 0)):
        line = PublicLine("", (PublicRoll("c1", "Attack", (7,) * count, 0, TEN),) if count else ())
        column.show_battle(battle.but(log=(line,)), Canvas(226.0, 386.0, 1.0))
        assert len(column.next) >= min(most, 1)
        assert len(column.next) <= most or not count
        if column.dice is not None:
            assert len(column.dice.rolls[0].dice) == count


def test_summed_dice_of_a_failed_roll_are_not_gold() -> None:
    d20 = tuple(range(1, 21))
    for passed, gold in ((True, 1), (None, 1), (False, 0)):
        battle = PublicBattle("running", 1, None, "pool", "")
        line = PublicLine("", (PublicRoll("c1", "To hit", (15,), 15, d20, passed),))
        (roll,) = rolls_of(battle.but(log=(line,)))
        assert _worth(roll, roll.dice[0][1]) == gold
    assert _worth(DiceRow("", "Attack", ((10, 2),), 2, passed=False), 2) == 2, "a success is one all the same"


def test_result_stays_visible_when_reminders_follow(qapp: QApplication) -> None:
    hit = PublicLine("Joss hits Wolf 2. Wolf 2 falls.", (), "Joss hits Wolf 2. Wolf 2 falls.")
    reminder = PublicLine("Round 2 begins. The bridge falls in 3 rounds. Volfer is on the ground until they rise.")
    footer = Footer()
    for width, expected in (
        (420.0, hit.text),
        (960.0, f"{hit.text} {reminder.text}"),
        (2000.0, f"{hit.text} {reminder.text}"),
    ):
        battle = PublicBattle("running", 1, None, "down", "", log=(hit, reminder))
        footer.show_battle(battle, Canvas(width, FOOTER, 1.0))
        assert " ".join(footer.lines) == expected


def test_long_result_names_attacker_and_target_in_two_lines(qapp: QApplication) -> None:
    hit = "Brok hits Kesh of the Reeds with a great axe of black iron, 7 successes against 5."
    effect = "Brok uses Heavy Hand for 3 motes."
    crash = "Kesh of the Reeds loses 12 Initiative and is thrown into Crash. Brok gains 5 for the Break."
    line = PublicLine(f"{effect} {hit} {crash} Round 3 begins.", (), f"{effect} {hit} {crash}")
    battle = PublicBattle("running", 3, None, "down", "", log=(line,))
    footer = Footer()
    for width, expected in ((1080.0, line.text), (683.0, f"{hit} Brok gains 5 for the Break.")):
        footer.show_battle(battle, Canvas(width, FOOTER, 1.0))
        assert (len(footer.lines), " ".join(footer.lines)) == (2, expected)
        room = width - 40 - metrics(name_font(20)).horizontalAdvance("Round 3") - 32
        for part in footer.lines:
            assert metrics(text_font(LEAST)).horizontalAdvance(part) <= room
    assert 2 * metrics(text_font(LEAST)).height() <= FOOTER


def test_setup_steps_are_not_shown_before_the_fight(qapp: QApplication) -> None:
    """The storyteller puts someone in their place and hides them: what they did for that is not told."""
    line = PublicLine("The storyteller puts Mistress Vey close to Quick Tam.")
    footer = Footer()
    for phase, expected in (("prepared", ""), ("running", line.text)):
        footer.show_battle(PublicBattle(phase, 1, None, "down", "", log=(line,)), Canvas(960.0, FOOTER, 1.0))
        assert " ".join(footer.lines) == expected


def test_no_turn_is_shown_after_the_fight() -> None:
    for phase, now in (("running", 9), ("over", None)):
        assert public_timeline(PublicBattle(phase, 1, 9, "down", "")).now == now


def to_act(id: str, side: str) -> PublicCombatant:
    """Someone who has not acted in this round."""
    nothing = (None, "", "", None, None, "coming", (), (), 1, "", None)
    return PublicCombatant(id, id, side, False, False, "character", *nothing)


def test_hyphenated_name_is_not_broken_above_a_turn(qapp: QApplication) -> None:
    for words in ("Sorin Two-Rivers’ turn", "Anjali of the Embers’ turn"):
        assert " ".join(_turn_lines(words, 94.0)[1]) == words


def test_choosing_side_is_marked_and_only_its_members_are_next() -> None:
    people = Table((id, to_act(id, side)) for id, side in (("c1", "s1"), ("c2", "s2"), ("c3", "s2")))
    sides = Table((id, PublicSide(id, id)) for id in ("s1", "s2"))
    battle = PublicBattle("running", 1, None, "sides", "", combatants=people, sides=sides, order=tuple(people))
    battle = battle.but(asked=True, choosing="s2")
    assert public_timeline(battle).choosing == "s2"
    assert coming_next(battle) == ("c2", "c3")
    passes = battle.but(chooser="c1")
    assert (turn_words(battle), turn_words(passes)) == ("Who is next?", "c1 chooses")
    crowd = passes.but(combatants=people.put("c1", people["c1"].but(name="Cultists", plural=True)))
    assert turn_words(crowd) == "Cultists choose"
    assert "Cultists choose who in s2 is next" in order_words(crowd, public_timeline(crowd))
    assert public_timeline(passes).chooser == "c1"
    named = battle.but(asked=False, choosing="", up=("c2",))
    assert public_timeline(named).choosing is None


def test_only_named_combatants_are_listed_as_next() -> None:
    people = Table((id, to_act(id, "s1")) for id in ("c1", "c2", "c3"))
    battle = PublicBattle("running", 1, None, "down", "", combatants=people, order=tuple(people), up=("c1",))
    assert coming_next(battle) == ("c2", "c3")
    for axis in ("sides", "pool"):
        assert coming_next(battle.but(axis=axis)) == ()


def test_hazard_precedes_cover_in_a_zones_heading(qapp: QApplication) -> None:
    nave = look_of(Zone("z1", "Burning nave", hazard="light", cover=Table(minor=2, moderate=4), terrain="fire"))
    whole = ("mdi6.fire", "light hazard"), ("mdi6.shield-half-full", "minor or moderate cover")
    short = tuple((icon, word.rpartition(" ")[0]) for icon, word in whole)
    for room, shown in ((400.0, whole), (230.0, short), (150.0, whole[:1]), (80.0, short[:1])):
        assert _heading(nave, room, 200.0)[2] == shown


def test_zone_name_wraps_between_words_before_being_shortened(qapp: QApplication) -> None:
    bridge = look_of(Zone("z1", "Moon bridge"))
    for room, high, shown in ((200.0, 120.0, "Moon bridge"), (60.0, 120.0, "Moon\nbridge"), (60.0, 60.0, "Moon…")):
        assert _heading(bridge, room, high)[0] == shown


def test_object_shows_no_heart_in_a_narrow_row() -> None:
    hurt = to_act("c1", "s1").but(health="hurt", band="hurt")
    thing = hurt.but(kind="object", health="damaged")
    assert [chips_of(one)[0].icon for one in (hurt, thing)] == ["mdi6.heart", "mdi6.hammer-wrench"]
