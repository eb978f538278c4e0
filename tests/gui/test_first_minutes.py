"""The first minutes of a new user: three ways to begin, and five hints that go away by doing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from exgui import user_places
from exgui.campaign import user_folders
from exgui.gui.main_window import MainWindow
from exgui.gui.start.app import open_first
from exgui.gui.start.demo import answer_all
from tests.gui.conftest import Hands
from tests.gui.ears import Ears, named
from tests.gui.toy import toy_play


@pytest.fixture(autouse=True)
def new_user(tmp_path: Path) -> Iterator[None]:
    with user_places.moved_to(tmp_path):
        yield


@pytest.fixture
def newcomer(window: MainWindow) -> Hands:
    """Someone who starts the program for the first time."""
    assert not open_first(window, None)
    return Hands(window)


def hint(hands: Hands) -> str:
    """The hint that is shown, "" for none."""
    QApplication.processEvents()
    tour = hands.window.tour
    return tour.accessibleName() if tour.isVisible() else ""


def press_button(window: MainWindow, name: str) -> None:
    found = [one for one in window.welcome.notice.findChildren(QPushButton) if one.accessibleName() == name]
    assert found, [one.accessibleName() for one in window.welcome.notice.findChildren(QPushButton)]
    found[-1].click()
    QApplication.processEvents()


def test_new_user_is_offered_three_described_ways_to_begin(newcomer: Hands) -> None:
    assert newcomer.window.welcome.notice.title.text() == "Welcome to exgui"
    ways = [one for one in named(newcomer.window, "Button", "") if one.description and not one.name.startswith("Undo")]
    offered = {one.name: one.description for one in ways}
    for name in ("Play the sample", "Prepare an encounter", "Bring your characters"):
        assert offered[name]
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Play the sample"


def test_sample_shows_five_hints_that_disappear_when_followed(newcomer: Hands, ears: Ears) -> None:
    press_button(newcomer.window, "Play the sample")
    assert newcomer.bridge.battle.phase == "prepared"
    assert hint(newcomer) == "Press Space to begin the battle."
    assert "Press Space to begin the battle." in ears.heard
    newcomer.press(" ")
    assert hint(newcomer).startswith("Roll real dice")
    newcomer.press("2", "Enter")
    answer_all(newcomer.window)
    assert hint(newcomer).startswith("Each action has a letter")
    newcomer.press("F")
    answer_all(newcomer.window)
    assert hint(newcomer) == "Press Space to end the turn."
    newcomer.press(" ")
    assert hint(newcomer) == "Ctrl+Z undoes anything, step by step."
    newcomer.press("Ctrl+Z")
    assert hint(newcomer) == ""
    assert not newcomer.window.tour.wanted


def test_hints_take_no_keys_and_fit_in_the_window(newcomer: Hands) -> None:
    press_button(newcomer.window, "Play the sample")
    assert hint(newcomer)
    tour = newcomer.window.tour
    assert not tour.isAncestorOf(QApplication.focusWidget())
    assert newcomer.window.rect().contains(tour.geometry())
    footer = newcomer.window.page.panel.footer
    at = footer.next.mapTo(newcomer.window, footer.next.rect().topLeft())
    assert not tour.geometry().intersects(footer.next.rect().translated(at))


def test_dismissed_hints_do_not_return(newcomer: Hands) -> None:
    press_button(newcomer.window, "Play the sample")
    assert hint(newcomer)
    newcomer.window.tour._end.click()
    assert hint(newcomer) == ""
    newcomer.press(" ")
    assert hint(newcomer) == ""
    newcomer.window.run("tour")
    assert hint(newcomer).startswith("Roll real dice")


def test_help_restores_hints_in_the_open_battle(window: MainWindow) -> None:
    window.session.show_play(toy_play())
    hands = Hands(window)
    assert hint(hands) == ""
    window.run("tour")
    assert hint(hands).startswith("Each action has a letter")


def test_preparing_an_encounter_creates_a_campaign(newcomer: Hands) -> None:
    press_button(newcomer.window, "Prepare an encounter")
    notice = newcomer.window.welcome.notice
    assert notice.title.text() == "Which game do you play?"
    games = [one.text() for one in notice.findChildren(QPushButton) if one.isVisibleTo(notice)]
    assert games == ["Exalted, Third Edition", "Exalted, Second Edition", "Exalted, Reincarnated", "Skirmish"]
    press_button(newcomer.window, "Exalted, Second Edition")
    assert newcomer.window.page.kind == "encounter"
    assert newcomer.window.page.heading.detail == "Exalted, Second Edition"
    assert newcomer.window.welcome.notice.title.text() == "No battle is running"
    campaign = newcomer.window.session.campaign
    assert campaign is not None
    assert campaign.path.name == "My campaign.exgui"
    assert user_folders.last_opened() == campaign.path
    newcomer.window.session.close_campaign()
    newcomer.window.run("first_minutes")
    press_button(newcomer.window, "Prepare an encounter")
    second = newcomer.window.session.campaign
    assert second is not None
    assert second.path.name == "My campaign 2.exgui", "the first one is left as it is"


def test_characters_can_be_pasted_from_the_welcome_page(newcomer: Hands) -> None:
    press_button(newcomer.window, "Bring your characters")
    assert newcomer.window.page.kind == "paste"
    assert newcomer.window.session.campaign is not None


def test_returning_user_sees_no_welcome(newcomer: Hands) -> None:
    press_button(newcomer.window, "Prepare an encounter")
    newcomer.window.session.close_for_nothing()
    assert open_first(newcomer.window, None)
    assert newcomer.window.session.campaign is not None


def test_unwritable_folder_is_explained(newcomer: Hands, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    press_button(newcomer.window, "Prepare an encounter")
    assert newcomer.window.session.campaign is None
    assert "folder for campaigns" in newcomer.window.message
    press_button(newcomer.window, "Play the sample")
    assert "folder for campaigns" in newcomer.window.message
