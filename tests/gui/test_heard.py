"""A screen reader announces the questions, the events, the refusals with their reasons and whose turn it is; and names
and descriptions match what is painted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from exgui.engine.timeline import Mark, Timeline
from exgui.gui.main_window import MainWindow
from exgui.gui.start.demo import answer_all
from exgui.gui.table.curtain import Curtain
from exgui.gui.tick_bar.descriptions import describe
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.ears import Ears, Part, named, parts
from tests.gui.sample import sample_campaign

Opens = Callable[[], QWidget]
ENCOUNTERS = {"ex3": "teahouse", "ex2": "ferry", "reincarnated": "temple", "skirmish": "kiln"}


@pytest.fixture
def players(window: MainWindow) -> Iterator[Opens]:
    """Opens the players' screen."""

    def opened() -> QWidget:
        window.table.open()
        assert window.table.window is not None
        return window.table.window.frame

    yield opened
    window.table.end()
    window.table._saved = None


@pytest.fixture
def attack(window: MainWindow, tmp_path: Path) -> Hands:
    """Volfer's turn, with Bandit 1 at close range."""
    return ambush(window, tmp_path)


def test_requested_roll_is_announced_with_dice_and_difficulty(attack: Hands, ears: Ears) -> None:
    attack.press("A", "Enter")
    assert re.search(r"\w+ roll for Volfer: \d+ dice against \d+\.", ears.last), ears.heard


def test_dice_field_describes_the_question(attack: Hands, ears: Ears) -> None:
    attack.press("A", "Enter")
    (field,) = (one for one in parts(attack.window) if one.focused and one.role == "EditableText")
    assert field.name == "Dice rolled at the table"
    assert "roll for Volfer" in field.description
    assert "dice against" in field.description


def test_result_is_announced_before_the_next_question(attack: Hands, ears: Ears) -> None:
    attack.press("A", "Enter")
    ears.since()
    attack.type("6")
    attack.press("Enter")
    heard = ears.since()
    assert re.search(r"Volfer: .*\b6\b", heard), heard


def test_refusal_is_announced_with_its_reason_and_how_to_override(attack: Hands, ears: Ears) -> None:
    legal = attack.bridge.queries.legal_actions(attack.bridge.shown)
    action = next(id for id, broken in legal.items() if broken and not any(one.final for one in broken))
    attack.press(attack.window.page.action_keys()[action])
    assert legal[action][0].text in ears.last
    assert "Shift+Enter allows it." in ears.last


def test_undo_announces_its_step_and_whose_turn_it_is(attack: Hands, ears: Ears) -> None:
    attack.press(" ")
    assert re.search(r"Now acting: (?!Volfer)", ears.last), ears.heard
    attack.press("Ctrl+Z")
    assert "Undone: End turn, Volfer." in ears.since().replace("End of turn", "End turn")


def test_current_turn_is_announced(hands: Hands, ears: Ears) -> None:
    hands.press(" ")
    assert "Now acting: Volfer." in ears.since()


def test_rejected_dice_are_announced(attack: Hands, ears: Ears) -> None:
    attack.press("A", "Enter")
    ears.since()
    attack.type("6 99")
    attack.press("Enter")
    assert "99" in ears.since()


def test_arrow_keys_announce_the_current_row(attack: Hands, ears: Ears) -> None:
    attack.press("A")
    ears.since()
    attack.press("Down")
    assert ears.last == next(row for row in attack.window.page.panel.draft.rows if row.chosen).accessibleName()
    assert ears.last


def test_window_messages_are_announced(window: MainWindow, ears: Ears) -> None:
    window.show_message("The campaign is saved.")
    assert ears.heard == ["The campaign is saved."]


def test_fraction_is_announced_with_its_whole(attack: Hands) -> None:
    names = [one.name for one in named(attack.window, "Button", "Health ")]
    assert names, "no chip for health"
    assert all(re.fullmatch(r"Health \d+ of \d+", name) for name in names), names


def test_mark_without_a_place_is_not_announced_as_none() -> None:
    heard = describe(
        Timeline("down", None, "Round 1", (Mark("a", None, "coming"), Mark("b", 4, "coming"))), str.upper, str, bool
    )
    assert heard == "Round 1. Then no place yet: A; 4: B."


@pytest.mark.parametrize("game", ENCOUNTERS)
def test_no_accessible_name_contains_none_or_repeats_itself(
    window: MainWindow, players: Opens, tmp_path: Path, game: str
) -> None:
    begin(window, tmp_path, game)
    found: list[Part] = parts(window)
    answer_all(window)
    if window.page.controller.battle.phase == "prepared":
        Hands(window).press(" ")
        answer_all(window)
    QApplication.processEvents()
    found += parts(window) + parts(players())
    texts = [text for one in found for text in (one.name, one.description) if text]
    assert [text for text in texts if re.search(r"\bNone\b", text)] == []
    assert [text for text in texts if re.match(r"(.{3,}?)[:,] \1\b(?!\w)", text)] == []


@pytest.mark.parametrize("game", ENCOUNTERS)
def test_every_part_of_the_players_screen_is_described(
    window: MainWindow, players: Opens, tmp_path: Path, game: str
) -> None:
    begin(window, tmp_path, game)
    Hands(window).press(" ")
    answer_all(window)
    shown = parts(players())[2:]
    assert [one.name for one in shown] == ["Order", "Map", "Turn", "What happened last"]
    assert all(one.description for one in shown), shown
    battle = window.table.window.screen.battle
    assert battle is not None
    for one in battle.combatants.values():
        if one.zone is not None:
            assert one.name in shown[1].description
            for state in one.states:  # the icons on a token
                assert state.text.lower()[:40] in shown[1].description


def test_nothing_behind_the_curtain_is_described(window: MainWindow, players: Opens, tmp_path: Path) -> None:
    begin(window, tmp_path, "ex3")
    frame = players()
    screen = window.table.window.screen
    screen.draw_curtain(Curtain("title", "The Salt Road"))
    descriptions = {one.name: one.description for one in parts(frame)}
    assert descriptions["Curtain"] == "The Salt Road"
    assert (
        descriptions["Map"] == descriptions["Order"] == descriptions["Turn"] == descriptions["What happened last"] == ""
    )
    screen.draw_curtain(None)
    assert screen.map.accessibleDescription()


def begin(window: MainWindow, folder: Path, game: str) -> None:
    path = folder / "sample.exgui"
    sample_campaign(path)
    assert window.session.open_path(path)
    assert window.session.begin_encounter(ENCOUNTERS[game])
