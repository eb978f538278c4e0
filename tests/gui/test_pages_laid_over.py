"""A sheet or an encounter laid over the battle: the battle stays as it is, Escape goes back to it, and edits are kept
for as long as the campaign is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QSplitter, QVBoxLayout, QWidget

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.gui import main_window
from exgui.gui.commands.context import Context
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.page import Heading
from exgui.gui.session.campaign_session import Documents
from exgui.gui.window_command import OwnCommand, Press, own_key
from tests.gui.conftest import Hands
from tests.gui.states import settle


class Paper:
    """A document that records its fate."""

    def __init__(self, journal: list[str], name: str) -> None:
        self.journal, self.name = journal, name

    def save(self) -> None:
        self.journal.append(f"{self.name} saved")

    def reload(self) -> None:
        self.journal.append(f"{self.name} read anew")

    def close(self) -> None:
        self.journal.append(f"{self.name} closed")


class PaperPage(QObject):
    """A page with a line and a list that shows a paper."""

    changed = Signal()
    undo_target = None
    hints = ("Escape goes back",)
    saved = ("saved", "")

    def __init__(self, kind: str, subject: str, paper: Paper) -> None:
        super().__init__()
        self.kind, self.subject, self.paper = kind, subject, paper
        self.heading = Heading(subject.title(), "by some rules", section=f"{kind.title()}s")
        self.widget = QSplitter()
        inner = QWidget()
        column = QVBoxLayout(inner)
        self.line, self.list = QLineEdit(), QListWidget()
        self.list.addItem("one")
        self.list.item(0).setFlags(self.list.item(0).flags() | Qt.ItemFlag.ItemIsEditable)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.widget.addWidget(inner)
        self.pressed: list[str] = []

    @property
    def column_place(self) -> QSplitter:
        return self.widget

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        return self.line, self.list

    def commands(self) -> tuple[()]:
        return ()

    def own_keys(self) -> tuple[()]:
        return ()

    def key_mode(self, focus: QWidget | None) -> str:
        return "page"

    def keys_in(self, mode: str, focus: QWidget | None) -> dict[str, OwnCommand]:
        def note(press: Press) -> bool:
            self.pressed.append(press.text)
            return focus is not self.line

        return {"digit": own_key(note, by_press=True)}

    def take_keys(self) -> None:
        self.line.setFocus()

    def shape(self, column: int) -> None:
        self.widget.setSizes([column, 900])

    def close_page(self) -> None:
        self.paper.journal.append(f"{self.kind} {self.subject} left")


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fates of documents and their pages."""
    lines: list[str] = []

    def make_page(context: Context, kind: str, id: str) -> PaperPage:
        if id == "torn":
            raise CampaignError(Path("evening.exgui"), "This sheet is damaged.", "damaged")
        paper = context.session.documents.get(kind, id, lambda: Paper(lines, id))
        return PaperPage(kind, id, paper)

    monkeypatch.setattr(main_window, "make_page", make_page)
    return lines


@pytest.fixture
def over(hands: Hands, journal: list[str]) -> Iterator[MainWindow]:
    """The toy battle, with a sheet laid over it."""
    assert hands.window.navigation.open_sheet("volfer")
    yield hands.window
    hands.window.session.close_campaign()


def test_sheet_covers_the_running_battle(hands: Hands, over: MainWindow, journal: list[str]) -> None:
    battle = over.pages.ground
    assert over.page.kind == "sheet"
    assert (over.top.section.text()[:6], over.top.title.whole) == ("Sheets", "Volfer")
    assert over.top.back.isVisible()
    assert over.top.back.accessibleName() == f"Back to {battle.heading.title}"
    assert over.column.parentWidget() is over.page.widget
    battle.controller.steps.end_turn()
    assert over.page.kind == "sheet", "a step of the battle does not turn the page"
    hands.press("Escape")
    assert over.page is battle
    assert not over.top.back.isVisible()
    assert over.column.parentWidget() is battle.column_place
    assert journal == ["sheet volfer left"]
    assert mode_works(hands)


def mode_works(hands: Hands) -> bool:
    """Return whether the keys go to the battle again."""
    before = hands.play.step_number
    hands.press(" ")
    return hands.play.step_number > before


def test_focus_is_restored_after_closing_a_page(hands: Hands, journal: list[str]) -> None:
    window = hands.window
    place = window.page.log
    place.begin_search()
    field = QApplication.focusWidget()
    assert place.isAncestorOf(field)
    window.navigation.open_sheet("volfer")
    assert QApplication.focusWidget() is window.page.line
    hands.press("Escape")
    assert QApplication.focusWidget() is field


def test_only_one_page_of_a_kind_covers_the_battle(over: MainWindow, journal: list[str]) -> None:
    battle, go = over.pages.ground, over.navigation
    sheet = over.page
    go.open_encounter("mill")
    assert over.pages.laid_over[0] is sheet
    go.open_sheet("volfer")
    assert over.page is sheet, "gone back to, not made anew"
    assert journal == ["encounter mill left"]
    go.open_encounter("mill")
    go.open_encounter("pond")
    assert [(one.kind, one.subject) for one in over.pages.laid_over] == [("sheet", "volfer"), ("encounter", "pond")]
    go.open_sheet("ilsa")
    assert [one.subject for one in over.pages.laid_over] == ["ilsa"]
    for kind, id in (("encounter", "pond"), ("encounter", "mill"), ("sheet", "volfer")):
        assert over.top.back.accessibleName() == f"Back to {id.capitalize()}"
        QTest.mouseClick(over.top.back, Qt.MouseButton.LeftButton)
        assert (over.page.kind, over.page.subject) == (kind, id)
    QTest.mouseClick(over.top.back, Qt.MouseButton.LeftButton)
    assert over.page is battle


def test_back_skips_deleted_entries(over: MainWindow, journal: list[str]) -> None:
    battle = over.pages.ground
    over.navigation.open_sheet("ilsa")
    over.navigation.open_sheet("kesh")
    over.navigation.close("sheet", "ilsa")
    over.navigation.back()
    assert over.page.subject == "volfer"
    over.navigation.back()
    assert over.page is battle


def test_document_outlives_its_page_but_not_the_campaign(over: MainWindow, journal: list[str]) -> None:
    paper = over.page.paper
    over.navigation.back()
    over.navigation.open_sheet("volfer")
    assert over.page.paper is paper
    over.session.documents.reload("sheet", "volfer")
    over.session.documents.reload("sheet", "nobody")
    journal.clear()
    over.navigation.close("sheet", "volfer")
    assert over.page is over.pages.ground
    assert journal == ["sheet volfer left", "volfer closed"]


def test_closing_a_campaign_closes_its_pages_and_documents(
    window: MainWindow, journal: list[str], tmp_path: Path
) -> None:
    Campaign.create(tmp_path / "evening.exgui").close()
    window.session.open_path(tmp_path / "evening.exgui")
    window.navigation.open_sheet("volfer")
    window.navigation.open_encounter("mill")
    assert window.top.back.accessibleName() == "Back to Volfer"
    window.session.show_encounters()
    assert window.page.kind == "encounter", "news of the campaign takes nobody away from a page"
    window.session.close_for_nothing()
    assert window.page is window.welcome
    assert sorted(journal) == ["encounter mill left", "mill closed", "sheet volfer left", "volfer closed"]
    assert journal.index("sheet volfer left") < journal.index("volfer closed")


def test_page_that_cannot_be_shown_is_reported(over: MainWindow) -> None:
    sheet = over.page
    assert not over.navigation.open_sheet("torn")
    assert over.message == "This sheet is damaged."
    assert over.page is sheet


def test_a_page_brings_its_own_keys(hands: Hands, over: MainWindow) -> None:
    page = over.page
    hands.press("1")
    assert page.pressed == ["1"]
    assert page.line.text() == "1", "the page left it to the line"
    page.list.setFocus()
    hands.press("2", "a")
    assert page.pressed == ["1", "2"]
    assert page.line.text() == "1"


def test_escape_in_a_list_line_closes_only_that_line(hands: Hands, over: MainWindow) -> None:
    page = over.page
    page.list.setFocus()
    page.list.editItem(page.list.item(0))
    hands.press("x", "Escape")
    assert page.list.item(0).text() == "one"
    assert over.page is page
    hands.press("Escape")
    assert over.page.kind == "battle"


def test_alt_left_goes_back_or_reports_that_it_cannot(over: MainWindow) -> None:
    over.run("back")
    assert over.page.kind == "battle"
    over.run("back")
    assert over.message == "No page to go back to."


def test_column_keeps_its_dragged_width(over: MainWindow) -> None:
    over.navigation.back()
    over.column.set_folded(False)
    middle = over.page.column_place
    middle.setSizes([330, sum(middle.sizes()) - 330])
    settle()
    wide = over.column.width()
    assert wide >= 320
    over.navigation.open_sheet("ilsa")
    settle()
    assert abs(over.column.width() - wide) <= 2
    over.navigation.back()
    settle()
    assert abs(over.column.width() - wide) <= 2


def test_documents_are_made_once() -> None:
    journal: list[str] = []
    documents = Documents()
    one = documents.get("sheet", "a", lambda: Paper(journal, "a"))
    assert documents.get("sheet", "a", lambda: Paper(journal, "b")) is one
    assert documents.opened("encounter", "a") is None
    documents.save()
    documents.close()
    assert journal == ["a saved", "a closed"]
    assert documents.opened("sheet", "a") is None
