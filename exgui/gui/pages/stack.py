"""The middle of the window: one page is shown, with the campaign column at its left."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from exgui.gui.pages.page import Page
from exgui.gui.safe_events import safe_events
from exgui.gui.sidebar import FOLDED, NARROWEST, OPEN, Sidebar

LEAST = 200
"""Pixels that the campaign column leaves to what stands beside it."""


@safe_events
class PageStack(QStackedWidget):
    """The pages of one window.

    Signals:
        turned(): another page is shown.
        changed(): what the page that is shown says of itself is different.

    Args:
        home: the page that is shown when no other is; it stays.
    """

    turned = Signal()
    changed = Signal()

    def __init__(self, home: Page, column: Sidebar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.home = home
        self.current = home
        self.column = column
        self._shown = False
        column.folded.connect(lambda _folded: self.share_column())
        self._put_in(home)

    def show_page(self, page: Page) -> None:
        """Shows another page; the one that stood there before is closed, unless it is the home page."""
        if page is self.current:
            return
        focus = self.window().focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            focus.clearFocus()  # Qt would give the keys to whatever comes first on the new page
        before = self.current
        before.changed.disconnect(self.changed)
        self._put_in(page)
        if before is not self.home:
            before.close_page()
            self.removeWidget(before.widget)
            before.widget.hide()
            before.widget.setParent(None)
            before.widget.deleteLater()
        self.shape()
        self.turned.emit()

    def shape(self) -> None:
        """The page that is shown shares its room anew."""
        self.current.shape(self.column_width())
        if self.column.is_folded:
            self.share_column()  # whatever it had when it was open

    def go_home(self) -> None:
        """Shows the home page."""
        self.show_page(self.home)

    def column_width(self) -> int:
        """How wide the campaign column is when it is folded, or unfolded just now."""
        return FOLDED if self.column.is_folded else max(NARROWEST, min(OPEN, self.window().width() // 5))

    def share_column(self) -> None:
        """What the campaign column gives up or takes goes to what stands beside it or comes from there."""
        place = self.current.column_place
        sizes = place.sizes()
        if len(sizes) > 1:
            side = self.column_width()
            place.setSizes([side, max(LEAST, sizes[0] + sizes[1] - side), *sizes[2:]])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            self.shape()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._shown:
            self.shape()

    def _put_in(self, page: Page) -> None:
        page.column_place.insertWidget(0, self.column)
        self.column.show()
        if self.indexOf(page.widget) < 0:
            self.addWidget(page.widget)
        self.current = page
        self.setCurrentWidget(page.widget)
        page.changed.connect(self.changed)
