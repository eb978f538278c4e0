"""The structure of the window: commands that give the reason they are off, pages that the window knows by their
protocol."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.gui.commands.table import COMMANDS
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.battle.part_sizes import WholeMapButton
from exgui.gui.pages.page import Heading
from exgui.gui.widgets.basics import show_new
from exgui.gui.widgets.layouts import vbox
from tests.gui.conftest import Hands
from tests.gui.states import settle

# Commands


def test_every_command_has_a_unique_id_and_title() -> None:
    assert len({one.id for one in COMMANDS}) == len({one.title for one in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize("id", [one.id for one in COMMANDS])
def test_impossible_command_gives_a_full_sentence(window: MainWindow, id: str) -> None:
    command = next(one for one in COMMANDS if one.id == id)
    reason = command.refusal(window.commands.context)
    if reason:
        assert reason[0].isupper()
        assert reason.endswith(".")
        window.run(id)
        assert window.message == reason


def test_menu_greys_impossible_commands_with_a_reason(window: MainWindow) -> None:
    window.commands.menu.aboutToShow.emit()
    undo = window.commands.actions["undo"]
    assert not undo.isEnabled()
    assert undo.toolTip() == "Nothing to undo."
    window.commands.menu.aboutToHide.emit()
    assert undo.isEnabled(), "its key says why"
    assert window.commands.actions["open_campaign"].isEnabled()


def test_palette_lists_impossible_commands_last(window: MainWindow) -> None:
    window.run("palette")
    QTest.keyClicks(window.overlays.palette.line, "undo")
    shown = window.overlays.palette.list.picks
    assert shown[-1].label == "Undo"
    assert shown[-1].note.startswith("Nothing to undo.")


# Pages


class LetterPage(QObject):
    """A page of a kind that the window has never seen."""

    changed = Signal()
    kind = "letter"
    subject = ""
    undo_target = None
    heading = Heading("A letter", "from afar", "today")
    hints = ("Enter seals it",)
    saved = ("sealed", "It is under seal.")

    def __init__(self) -> None:
        super().__init__()
        self.widget = QSplitter()
        self.text = QLabel("Dear sister")
        self.widget.addWidget(self.text)
        self.closed = False

    @property
    def column_place(self) -> QSplitter:
        return self.widget

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        return (self.text,)

    def commands(self) -> tuple[()]:
        return ()

    def own_keys(self) -> tuple[()]:
        return ()

    def key_mode(self, focus: QWidget | None) -> str:
        return "page"

    def keys_in(self, mode: str, focus: QWidget | None) -> dict[str, object]:
        return {}

    def take_keys(self) -> None:
        self.text.setFocus()

    def shape(self, column: int) -> None:
        self.widget.setSizes([column, 900])

    def close_page(self) -> None:
        self.closed = True


def test_unknown_kind_of_page_is_shown_and_released(hands: Hands) -> None:
    window = hands.window
    page = LetterPage()
    window.pages.show_page(page)
    assert page.text.isVisible()
    assert window.column.isVisible()
    assert window.column.parentWidget() is page.widget
    assert window.top.title.whole == "A letter"
    assert window.top.caption.text() == "today"
    assert window.status.saved.text() == "sealed"
    assert window.windowTitle() == "A letter \N{EM DASH} exgui"
    for key in (" ", "A", "1", "Enter", "Escape", "?", "Ctrl+E", "Ctrl+I", "Ctrl+K", "Escape", "F1", "F1"):
        hands.press(key)
    assert window.page is page
    page.heading = Heading("A sealed letter")
    page.changed.emit()
    assert window.top.title.whole == "A sealed letter"
    window.pages.go_home()
    assert page.closed
    assert window.column.isVisible()
    assert window.page.kind == "welcome"


def test_closed_battle_is_no_longer_followed(hands: Hands) -> None:
    play = hands.play
    hands.window.pages.go_home()
    play.dispatch(Command("end_turn", "swan"))
    assert hands.window.windowTitle() == "exgui"
    assert hands.window.top.caption.text() == ""
    QTest.keyClick(hands.window, Qt.Key.Key_Space)
    assert hands.window.page.kind == "welcome"


# The map in the window


def test_map_zoom_is_reset_by_button_and_key(hands: Hands) -> None:
    map = hands.window.page.map
    button = map.findChild(WholeMapButton)
    whole = map.zoom
    assert not button.isVisible()
    for way in ("button", "key"):
        map.zoom_by(2.0)
        assert button.isVisible()
        assert map.rect().contains(button.geometry())
        if way == "button":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            hands.press("Ctrl+0")
        assert map.zoom == whole
        assert not button.isVisible()
    map.zoom_by(2.0)
    hands.window.resize(1100, 700)
    settle()
    assert map.rect().contains(button.geometry())


def test_campaign_menu_has_groups(window: MainWindow) -> None:
    heading = next(one for one in window.commands.menu.actions() if one.text() == "Campaign")
    menu = heading.menu()
    assert isinstance(menu, QMenu)
    groups: list[list[str]] = [[]]
    for action in menu.actions():
        if action.isSeparator():
            groups.append([])
        else:
            groups[-1].append(action.text())
    assert [group[0] for group in groups] == [
        "New campaign\N{HORIZONTAL ELLIPSIS}",
        "Save a copy\N{HORIZONTAL ELLIPSIS}",
        "New sheet",
        "Import\N{HORIZONTAL ELLIPSIS}",
        "Quit",
    ]
    assert max(len(group) for group in groups) <= 6


def test_new_parts_of_a_card_are_laid_out_together(qtbot: QtBot) -> None:
    moved: list[QLabel] = []

    class Part(QLabel):
        def moveEvent(self, _event: QMoveEvent) -> None:
            moved.append(self)

    outer = QWidget()
    qtbot.addWidget(outer)
    card = QWidget(outer)
    column = vbox(on=card)
    card.resize(200, 1500)
    outer.show()
    parts = [Part(str(number)) for number in range(30)]
    for part in parts:
        column.addWidget(part)
    show_new(card)
    settle()
    assert all(part.isVisible() for part in parts)
    assert len(moved) <= 2 * len(parts)
