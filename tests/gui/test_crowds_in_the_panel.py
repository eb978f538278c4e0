"""The panel in a crowd: what is listed and shown stays as much as a screen holds, and the window is painted between the
rolls of many."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
from exgui.gui.battle_control.auto_roll import AT_ONCE
from exgui.gui.battle_control.draft import shown_keys
from exgui.gui.panel.draft_card import MOST_ROWS
from exgui.gui.panel.resolution_card import MOST_DONE
from exgui.gui.widgets.row import Row
from exgui.play.play import Play
from exgui.systems.reincarnated import strikes
from exgui.systems.skirmish import turn_order
from tests.gui.conftest import Hands
from tests.simulate.fights import even, game

Open = Callable[[Play], Hands]


def crowd(open_window: Open, ruleset: str, count: int) -> Hands:
    """A battle of so many against as many that has just been started."""
    hands = open_window(Play.begin(game(ruleset), even(ruleset, count)))
    hands.bridge.steps.start()
    return hands


def test_a_list_of_many_is_whole_on_request(open_window: Open) -> None:
    draft = crowd(open_window, "skirmish", 25).window.page.panel.draft
    assert len(draft.rows) == MOST_ROWS + 1
    assert draft.rows[-1].text() == "10 more \N{HORIZONTAL ELLIPSIS}"
    draft.rows[-1].click()
    QApplication.processEvents()
    assert len(draft.rows) == 50
    assert "more" not in draft.rows[-1].text()


def test_someone_who_is_not_listed_is_still_named_by_number(open_window: Open) -> None:
    hands = crowd(open_window, "skirmish", 48)
    listed = {row.key for row in hands.window.page.panel.draft.rows}
    battle = hands.bridge.battle
    heroes = (one for one in battle.combatants.values() if one.side == "heroes")
    other = next(one for one in heroes if shown_keys(one.number) not in listed)
    hands.press(*f"0{other.number}")
    assert hands.bridge.battle.up == (other.id,)


def test_rows_are_not_laid_out_for_each_one_that_is_shown(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = crowd(open_window, "skirmish", 18).window.page.panel.draft
    size_hint, asked = Row.sizeHint, 0

    def counted(row: Row) -> QSize:
        nonlocal asked
        asked += 1
        return size_hint(row)

    monkeypatch.setattr(Row, "sizeHint", counted)
    draft.fill()
    QApplication.processEvents()
    assert len(draft.rows) == 36
    assert 0 < asked < 10 * len(draft.rows)  # one layout for each would ask 36 times as often


def test_who_activates_is_worked_out_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play.begin(game("skirmish"), even("skirmish", 25))
    play.dispatch(Command("start"))
    named = play.system.naming(play.battle)
    assert named is not None
    sides, asked = turn_order.sides, 0

    def counted(battle: object) -> tuple[str, ...]:
        nonlocal asked
        asked += 1
        return sides(battle)  # type: ignore[arg-type]

    monkeypatch.setattr(turn_order, "sides", counted)
    assert len(play.system.candidates(play.battle, named.command, named.param)) == 50
    assert asked <= 1


def test_only_the_last_answers_are_shown_unless_all_are_wanted(open_window: Open) -> None:
    hands = crowd(open_window, "ex3", 25)
    for _ in range(MOST_DONE + 3):
        hands.bridge.steps.roll()
    resolution = hands.window.page.panel.resolution
    assert len(resolution.done) == MOST_DONE
    more = next(row for row in resolution.findChildren(Row) if "earlier" in row.text() and row.isVisible())
    assert more.text() == "3 earlier answers \N{HORIZONTAL ELLIPSIS}"
    more.click()
    QApplication.processEvents()
    assert len(resolution.done) == MOST_DONE + 3


def test_the_rolls_of_many_are_made_in_parts(open_window: Open, qtbot: QtBot) -> None:
    hands = crowd(open_window, "ex3", 10)
    hands.bridge.steps.roll_all()
    step = hands.play.open_step
    assert step is not None
    assert len(step.answers) == AT_ONCE
    qtbot.waitUntil(lambda: hands.play.pending is None)
    assert hands.bridge.battle.up


def test_an_undo_between_the_rolls_of_many_ends_them(open_window: Open) -> None:
    hands = crowd(open_window, "ex3", 10)
    hands.bridge.steps.roll_all()
    hands.bridge.steps.undo()
    QApplication.processEvents()
    QApplication.processEvents()
    step = hands.play.open_step
    assert step is not None
    assert len(step.answers) == AT_ONCE - 1


def test_rolls_that_the_app_makes_unasked_are_made_in_parts_too(open_window: Open, qtbot: QtBot) -> None:
    hands = crowd(open_window, "ex3", 10)
    hands.bridge.auto_roll.set({"heroes", "foes"})
    step = hands.play.open_step
    assert step is not None
    assert len(step.answers) == AT_ONCE
    qtbot.waitUntil(lambda: hands.play.pending is None)


def test_weapons_are_compared_once_for_all_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play.begin(game("reincarnated"), even("reincarnated", 25))
    strike_pool, asked = strikes.strike_pool, 0

    def counted(battle: Battle, attack: strikes.Strike) -> Explained:
        nonlocal asked
        asked += 1
        return strike_pool(battle, attack)

    monkeypatch.setattr(strikes, "strike_pool", counted)
    battle = play.battle
    weapons = {one.id for id in battle.combatants for one in strikes.usable_weapons(battle, "heroes_0", id)}
    assert 0 < asked <= len(weapons)
