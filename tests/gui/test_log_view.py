"""The log: sentences, dice, filter, copy and the way back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from exgui.engine.asks import Choice, Choose, Command, Fall, Roll
from exgui.engine.events import Rolled
from exgui.engine.explained import Explained
from exgui.engine.record import Table
from exgui.gui.log.delegate import ROW_HEIGHT, TIME_WIDTH, LogDelegate
from exgui.gui.log.model import LogRow, roll_name
from exgui.gui.look.explained_text import true_minus
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.states import settle


def fight(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "6", "Enter", "4", "Enter")


def lines(hands: Hands) -> list[str]:
    return [row.plain for row in hands.window.page.log.model.rows]


def test_every_step_is_a_sentence_with_its_dice(hands: Hands) -> None:
    fight(hands)
    assert lines(hands)[
        -1
    ] == "1 · 9  Volfer hits Kesh: nerve 6 → 2.  [attack 6 against 4; damage 4 successes]".replace(
        "damage 4 successes", "damage 4"
    )


def test_open_step_is_in_the_log(hands: Hands) -> None:
    hands.press(" ", "A", "1")
    assert lines(hands)[-1].endswith("Volfer: strike …")


def test_log_model_stays_valid_during_changes(hands: Hands) -> None:
    model: QAbstractItemModel = hands.window.page.log.model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    fight(hands)
    hands.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Shift+Z")
    hands.window.page.log.filter("kesh")
    hands.window.page.log.filter(None)


def test_filter_shows_one_combatants_lines(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    log.filter("swan")
    assert lines(hands) == ["Swan begins."]
    assert log.filtered.isVisible()
    log.filtered.click()
    assert len(lines(hands)) > 1


def test_no_log_line_is_cut_at_any_height(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    for height in (700, 713, 730, 768, 801):
        hands.window.resize(1366, height)
        assert log.view.viewport().height() % ROW_HEIGHT == 0


def test_step_adds_its_lines_and_keeps_the_others(hands: Hands) -> None:
    fight(hands)
    model = hands.window.page.log.model
    before, messages = list(model.rows), []
    model.rowsRemoved.connect(lambda _parent, first, last: messages.append(("removed", first, last)))
    model.rowsInserted.connect(lambda _parent, first, last: messages.append(("added", first, last)))
    hands.press(" ")
    assert all(kind == "added" and first >= len(before) for kind, first, _last in messages)
    assert all(one is other for one, other in zip(model.rows, before, strict=False))


def test_home_and_end_go_to_the_first_and_last_line(hands: Hands) -> None:
    fight(hands)
    view = hands.window.page.log.view
    view.setFocus()
    last = len(hands.window.page.log.model.rows) - 1
    for key, row in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_End, last)):
        QTest.keyClick(view, key)
        assert view.currentIndex().row() == row


def test_copy_copies_the_whole_log_as_text(hands: Hands) -> None:
    fight(hands)
    hands.window.page.log.copy_all()
    assert "Volfer hits Kesh" in QGuiApplication.clipboard().text()


def test_going_back_to_a_line_undoes_later_steps(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    log.view.setCurrentIndex(log.model.index(0))
    assert log.back.isVisible()
    log.back.click()
    assert lines(hands) == ["Swan begins."]
    assert hands.bridge.battle.active == "swan"


def test_click_on_a_line_shows_its_subject(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    log.view.clicked.emit(log.model.index(0))
    assert hands.bridge.shown == "swan"


def test_empty_log_explains_what_will_appear(open_window) -> None:  # type: ignore[no-untyped-def]
    from tests.gui.toy import toy_play

    hands = open_window(toy_play(started=False))
    assert hands.window.page.log.empty.isVisible()


def test_ctrl_f_searches_sentences_and_names(hands: Hands) -> None:
    fight(hands)
    everything = lines(hands)
    hands.press("Ctrl+F")
    assert hands.window.page.log.search.hasFocus()
    hands.type("HITS kesh")
    assert [line for line in everything if "hits Kesh" in line] == lines(hands)
    assert len(lines(hands)) == 1
    assert lines(hands)[0].startswith("1 · 9  ")


def test_the_search_finds_a_rule(hands: Hands) -> None:
    hands.play.dispatch(Command("walk", "swan", Table(to="yard")))
    hands.press("Ctrl+F")
    hands.type("toy-4")
    assert len(lines(hands)) == 1
    assert "Swan walks to" in lines(hands)[0]


def test_escape_ends_the_search_and_restores_action_keys(hands: Hands) -> None:
    fight(hands)
    everything = lines(hands)
    hands.press("Ctrl+F")
    hands.type("swan")
    assert len(lines(hands)) < len(everything)
    hands.press("Escape")
    assert lines(hands) == everything
    assert not hands.window.page.log.search.isVisible()
    hands.press(" ")
    assert hands.bridge.battle.active != "volfer"


def test_escape_during_a_roll_returns_focus_to_the_dice(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "Ctrl+F")
    hands.type("swan")
    hands.press("Escape", "6")
    assert hands.window.page.panel.roll.field.text() == "6"


def test_search_without_results_is_reported(hands: Hands) -> None:
    hands.press("Ctrl+F")
    hands.type("zebra")
    log = hands.window.page.log
    assert lines(hands) == []
    assert log.empty.isVisible()
    assert "zebra" in log.empty.text()
    assert "Escape" in log.empty.text()
    hands.press("Escape")
    assert not log.empty.isVisible()


def test_new_line_appears_in_the_search_only_if_it_matches(hands: Hands) -> None:
    hands.press("Ctrl+F")
    hands.type("kesh")
    hands.window.page.map.setFocus()
    fight(hands)
    assert lines(hands)
    assert all("Kesh" in line for line in lines(hands))


def test_enter_in_the_search_selects_the_newest_match(hands: Hands) -> None:
    fight(hands)
    hands.press("Ctrl+F")
    hands.type("swan")
    hands.press("Enter")
    log = hands.window.page.log
    assert log.view.hasFocus()
    assert log.chosen_step() == log.model.rows[-1].index
    hands.press("Escape")
    assert len(lines(hands)) > 1


def test_roll_has_its_name_from_the_rules_instead_of_an_id() -> None:
    rules = load("skirmish")
    assert [roll_name(rules, id) for id in ("oppose", "spook", "free")] == ["withstand", "stay calm", "roll"]


def test_roller_is_named_if_not_the_acting_combatant(window: MainWindow) -> None:
    rules = load("skirmish")
    people = [{"id": id, "name": id.capitalize(), "side": id, "zone": "yard"} for id in ("ann", "cut")]
    play = Play.begin(system_for(rules), battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(Command("start"))
    play.dispatch(Command("attack", "ann", Table(target="cut", weapon="unarmed")))
    assert isinstance(play.pending, Choose)
    play.answer(Choice("counter"))
    window.session.show_play(play)
    for total in (2, 1):  # d4 less 1: the blow of 1 lands before that of 0
        assert isinstance(play.pending, Roll)
        play.answer(Fall(score=total))
    captions = [rolled.roll for row in window.page.log.model.rows for rolled in row.rolls]
    assert captions == ["damage", "Cut: damage"]


def row_of(text: str, dice: int) -> LogRow:
    faces = tuple(1 + number % 10 for number in range(dice))
    rolled = Rolled("volfer", "attack", Explained(dice), faces, 7, 7, difficulty=4)
    return LogRow(1, "", text, "volfer", "volfer", "", (rolled,))


def test_short_line_shows_its_sentence_beside_all_faces(hands: Hands) -> None:
    shape = LogDelegate(hands.bridge).shape(row_of("Volfer hits.", 12), 996)
    assert shape.lines == 1
    assert [piece.face for piece in shape.dice[0] if piece.face is not None] == [1 + n % 10 for n in range(12)]


def test_long_sentence_wraps_and_keeps_all_faces(hands: Hands) -> None:
    delegate = LogDelegate(hands.bridge)
    row = row_of(f"Volfer hits {'Kesh of the Lanterns ' * 8}", 20)
    shape = delegate.shape(row, 996)
    assert shape.lines > 1
    assert delegate.height_of(row, 996) == shape.lines * ROW_HEIGHT
    assert [piece.face for line in shape.dice for piece in line if piece.face is not None] == list(row.rolls[0].faces)
    wide = sum(piece.width for piece in max(shape.dice, key=len))
    assert shape.text_room + wide <= 996 - TIME_WIDTH


def test_each_of_two_rolls_shows_its_faces(hands: Hands) -> None:
    row = row_of(f"Volfer hits {'Kesh of the Lanterns ' * 3}", 12)
    row = row.but(rolls=(*row.rolls, row.rolls[0].but(roll="damage", faces=(9, 9, 2))))
    shape = LogDelegate(hands.bridge).shape(row, 700)
    faces = {roll: [] for roll in ("attack", "damage")}  # type: dict[str, list[int]]
    for line in shape.dice:
        for piece in line:
            if piece.face is not None:
                faces[piece.rolled.roll].append(piece.face)
    assert faces == {"attack": [1 + n % 10 for n in range(12)], "damage": [9, 9, 2]}


def test_row_heights_fit_their_text_at_any_width(window: MainWindow, tmp_path: Path) -> None:
    hands = ambush(window, tmp_path)
    log = hands.window.page.log
    hands.bridge.steps.dispatch(Command("timer", "", Table(label="rain " * 60, round=3)))
    last = len(log.model.rows) - 1
    high = log.view.rowHeight(last)
    assert high > ROW_HEIGHT
    assert high % ROW_HEIGHT == 0
    hands.window.resize(1920, 1000)
    settle()
    assert log.view.rowHeight(last) < high


def test_negative_numbers_have_a_true_minus_and_match_either_sign(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "6", "Enter")
    hands.type("8")
    hands.press("Enter")
    assert lines(hands)[-1].startswith("1 · 9  Volfer hits Kesh: nerve 6 → \N{MINUS SIGN}2.")
    log = hands.window.page.log
    for typed in ("-2", "\N{MINUS SIGN}2"):
        log.model.seek(typed)
        assert [row.text for row in log.model.rows] == ["Volfer hits Kesh: nerve 6 → \N{MINUS SIGN}2."]
    assert true_minus("A well-made 2-handed blade, 3-4 yards: -1, (-2).") == (
        "A well-made 2-handed blade, 3-4 yards: \N{MINUS SIGN}1, (\N{MINUS SIGN}2)."
    )
