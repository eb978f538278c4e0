"""The log: sentences, dice, filter, copy and the way back."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from exgui.engine.asks import Command
from exgui.engine.events import Rolled
from exgui.engine.explained import Explained
from exgui.engine.record import Table
from exgui.gui.log_view import DIE, ROW_HEIGHT, LogDelegate, LogRow
from exgui.gui.panel.explained_text import true_minus
from tests.gui.conftest import Hands


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


def test_the_open_step_stands_in_the_log_too(hands: Hands) -> None:
    hands.press(" ", "A", "1")
    assert lines(hands)[-1].endswith("Volfer: strike …")


def test_the_model_keeps_its_promises_while_it_changes(hands: Hands) -> None:
    model: QAbstractItemModel = hands.window.page.log.model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    fight(hands)
    hands.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Shift+Z")
    hands.window.page.log.filter("kesh")
    hands.window.page.log.filter(None)


def test_filter_shows_only_what_is_about_one(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    log.filter("swan")
    assert lines(hands) == ["Swan begins."]
    assert log.filtered.isVisible()
    log.filtered.click()
    assert len(lines(hands)) > 1


def test_no_line_is_cut_through_however_high_the_log_is(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    for height in (700, 713, 730, 768, 801):
        hands.window.resize(1366, height)
        assert log.view.viewport().height() % ROW_HEIGHT == 0


def test_a_step_adds_its_lines_and_leaves_the_others(hands: Hands) -> None:
    fight(hands)
    model = hands.window.page.log.model
    before, told = list(model.rows), []
    model.rowsRemoved.connect(lambda _parent, first, last: told.append(("removed", first, last)))
    model.rowsInserted.connect(lambda _parent, first, last: told.append(("added", first, last)))
    hands.press(" ")
    assert all(kind == "added" and first >= len(before) for kind, first, _last in told)
    assert all(one is other for one, other in zip(model.rows, before, strict=False))


def test_home_and_end_go_to_the_first_and_the_last_line(hands: Hands) -> None:
    fight(hands)
    view = hands.window.page.log.view
    view.setFocus()
    last = len(hands.window.page.log.model.rows) - 1
    for key, row in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_End, last)):
        QTest.keyClick(view, key)
        assert view.currentIndex().row() == row


def test_copy_takes_everything_as_text(hands: Hands) -> None:
    fight(hands)
    hands.window.page.log.copy()
    assert "Volfer hits Kesh" in QGuiApplication.clipboard().text()


def test_go_back_to_a_line_undoes_what_came_after_it(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    log.view.setCurrentIndex(log.model.index(0))
    assert log.back.isVisible()
    log.back.click()
    assert lines(hands) == ["Swan begins."]
    assert hands.bridge.battle.active == "swan"


def test_a_click_on_a_line_shows_whom_it_is_about(hands: Hands) -> None:
    fight(hands)
    log = hands.window.page.log
    log.view.clicked.emit(log.model.index(0))
    assert hands.bridge.shown == "swan"


def test_an_empty_log_says_what_will_stand_there(open_window) -> None:  # type: ignore[no-untyped-def]
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


def test_escape_ends_the_search_and_the_letters_are_the_actions_again(hands: Hands) -> None:
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


def test_escape_at_a_pending_roll_gives_the_keys_back_to_the_dice(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "Ctrl+F")
    hands.type("swan")
    hands.press("Escape", "6")
    assert hands.window.page.panel.roll.field.text() == "6"


def test_a_search_that_finds_nothing_says_so(hands: Hands) -> None:
    hands.press("Ctrl+F")
    hands.type("zebra")
    log = hands.window.page.log
    assert lines(hands) == []
    assert log.empty.isVisible()
    assert "zebra" in log.empty.text()
    assert "Escape" in log.empty.text()
    hands.press("Escape")
    assert not log.empty.isVisible()


def test_a_new_line_comes_into_the_search_only_where_it_fits(hands: Hands) -> None:
    hands.press("Ctrl+F")
    hands.type("kesh")
    hands.window.page.map.setFocus()
    fight(hands)
    assert lines(hands)
    assert all("Kesh" in line for line in lines(hands))


def test_enter_in_the_search_chooses_the_newest_line_found(hands: Hands) -> None:
    fight(hands)
    hands.press("Ctrl+F")
    hands.type("swan")
    hands.press("Enter")
    log = hands.window.page.log
    assert log.view.hasFocus()
    assert log.chosen_step() == log.model.rows[-1].index
    hands.press("Escape")
    assert len(lines(hands)) > 1


def told(text: str, dice: int) -> LogRow:
    faces = tuple(1 + number % 10 for number in range(dice))
    rolled = Rolled("volfer", "attack", Explained(dice), faces, 7, 7, difficulty=4)
    return LogRow(1, "", text, "volfer", "volfer", "", (rolled,))


def test_the_sentence_comes_before_the_faces_of_its_dice(hands: Hands) -> None:
    delegate = LogDelegate(hands.bridge)
    short, long = told("Volfer hits.", 12), told(f"Volfer hits {'Kesh of the Lanterns ' * 4}", 20)
    with_faces, faces = delegate.shares(short, 900)
    assert faces
    assert with_faces > 12 * DIE
    captions, faces = delegate.shares(long, 900)
    assert not faces
    assert 0 < captions < 150
    assert delegate.shares(long, 240) == (0, False)


def test_numbers_below_nothing_have_a_true_minus_and_are_found_by_either(hands: Hands) -> None:
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
