"""Hands on the page of an encounter: real events of mouse and keys, each counted as a gesture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.main_window import MainWindow
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.page import EncounterPage
from tests.gui.conftest import Hands

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


class EncounterHands:
    """Draws, drags and types on the page that is shown.

    Attributes:
        gestures: how many clicks, drags and keys there were; the letters of names apart.
    """

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.gestures = 0

    @property
    def page(self) -> EncounterPage:
        page = self.window.page
        assert isinstance(page, EncounterPage)
        return page

    @property
    def map(self) -> EditorView:
        """The map that is drawn on."""
        return self.page.map

    @property
    def data(self) -> dict[str, object]:
        """The encounter as it is in the file."""
        return self.page.document.campaign.encounter(self.page.document.id)

    def press(self, *keys: str) -> None:
        """Presses keys wherever the keys of the window go."""
        self.gestures += len(keys)
        Hands(self.window).press(*keys)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Presses a key that has no letter."""
        self.gestures += 1
        QTest.keyClick(QApplication.focusWidget() or self.window, key, keys)

    def write(self, text: str) -> None:
        """Types the letters of a name."""
        QTest.keyClicks(QApplication.focusWidget() or self.window, text)

    def at(self, x: float, y: float) -> QPoint:
        """Where a point of the map is seen."""
        return self.map.mapFromScene(QPointF(x, y))

    def middle(self, zone: str, dx: float = 0.5, dy: float = 0.85) -> QPoint:
        """A point in a zone, where no one stands."""
        box = self.map.map.zones[zone].box
        return self.at(box.left() + box.width() * dx, box.top() + box.height() * dy)

    def token(self, who: str) -> QPoint:
        """Where someone's token is seen."""
        return self.map.mapFromScene(self.map.map.tokens[who].scenePos())

    def click(self, at: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Clicks on the map."""
        self.gestures += 1
        QTest.mouseClick(self.map.viewport(), LEFT, keys, at)

    def push(self, button: QWidget) -> None:
        """Clicks on a button."""
        self.gestures += 1
        QTest.mouseClick(button, LEFT)

    def drag(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Drags on the map."""
        self.gestures += 1
        self.hold(start, end, keys)
        QTest.mouseRelease(self.map.viewport(), LEFT, keys, end)

    def hold(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Presses, moves in two steps, and holds."""
        viewport = self.map.viewport()
        QTest.mousePress(viewport, LEFT, keys, start)
        for at in ((start + end) / 2, end):
            move_mouse(viewport, at, keys)

    def draw(self, x: float, y: float, width: float, height: float, name: str = "") -> str:
        """Drags out a zone at map units and types its name; the next gesture takes it. Return its id before that."""
        self.drag(self.at(x, y), self.at(x + width, y + height))
        made = self.map.hand.names.zone
        if name:
            self.write(name)
        return made

    def carry(self, who: str, to: QPoint) -> None:
        """Drags someone out of the roster onto a point of the map."""
        self.gestures += 1
        roster = self.page.roster.list
        index = roster.lines.index(roster.lines.row_of(who))
        start = roster.visualRect(index).center()
        viewport = roster.viewport()
        end = viewport.mapFromGlobal(self.map.viewport().mapToGlobal(to))
        QTest.mousePress(viewport, LEFT, NO_KEYS, start)
        for at in ((start + end) / 2, end):
            move_mouse(viewport, at)
        QTest.mouseRelease(viewport, LEFT, NO_KEYS, end)


def move_mouse(viewport: QWidget, at: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Moves the mouse with its left button down."""
    here = QPointF(at)
    event = QMouseEvent(QEvent.Type.MouseMove, here, viewport.mapToGlobal(here), Qt.MouseButton.NoButton, LEFT, keys)
    QApplication.sendEvent(viewport, event)
