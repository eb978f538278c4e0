"""The middle of the window: one page is shown, with the campaign column at its left; pages may lie beneath it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from shiboken6 import isValid

from exgui.gui.campaign_column.column import FOLDED, NARROWEST, OPEN, ROOMY, WIDE_OPEN, CampaignColumn
from exgui.gui.look import fonts
from exgui.gui.pages.page import Page
from exgui.gui.safe_events import safe_events

P = TypeVar("P", bound=Page)
LEAST = 200
"""Pixels that the campaign column leaves to the page beside it."""


@safe_events
class PageStack(QStackedWidget):
    """The pages of one window. At the bottom is the ground: the home page or a battle. Pages can be laid over it; what
    lies beneath is not closed and is as it was when it is shown again.

    Signals:
        turned(): another page is shown.
        changed(): what the page that is shown says of itself is different.

    Attributes:
        home: the page that is the ground when nothing else is.
        current: the page that is shown.

    Args:
        home: it is never closed.
    """

    turned = Signal()
    changed = Signal()

    def __init__(self, home: Page, column: CampaignColumn) -> None:
        super().__init__()
        self.home = home
        self.current = home
        self.column = column
        self._all: list[Page] = [home]
        self._focus_of: dict[int, QWidget | None] = {}
        self._shown = False
        column.folded.connect(lambda _folded: self.share_column())
        self._put_in(home)

    @property
    def ground(self) -> Page:
        return self._all[0]

    @property
    def laid_over(self) -> tuple[Page, ...]:
        """The pages above the ground, from the lowest to the one that is shown."""
        return tuple(self._all[1:])

    @property
    def beneath(self) -> Page | None:
        """The page to which one goes back; None on the ground."""
        return self._all[-2] if len(self._all) > 1 else None

    def show_page(self, page: Page) -> None:
        """Make a page the ground, and show it; all others are closed, but not the home page."""
        if self._all == [page]:
            return
        self._turn_to([page])

    def go_home(self) -> None:
        self.show_page(self.home)

    def drop_ground(self) -> None:
        """Close the page at the bottom: the home page is the ground in its place. What is laid over it stays."""
        if len(self._all) == 1:
            self.go_home()
        elif self.ground is not self.home:
            gone, self._all[0] = self.ground, self.home
            self._close(gone)

    def lay_over(self, page: Page, instead: Page | None = None) -> None:
        """Show a page above the others.

        Args:
            instead: this one is closed, and all that lie above it.
        """
        beneath = self._all if instead is None else self._all[: self._all.index(instead)]
        self._turn_to([*beneath, page])

    def there(self, kind: type[P]) -> P | None:
        """Return the laid-over page of that class; of most there is never a second one."""
        return next((page for page in self.laid_over if isinstance(page, kind)), None)

    def show_over(self, page: Page) -> None:
        """Return to a laid-over page, or lay it over."""
        if page in self.laid_over:
            self.back_to(page)
        else:
            self.lay_over(page)

    def back(self) -> bool:
        """Close the shown page and return to the one beneath; False if there is none."""
        if len(self._all) < 2:
            return False
        self._go_back_to(self._all[-2])
        return True

    def back_to(self, page: Page) -> None:
        if page is not self.current:
            self._go_back_to(page)

    def uncover(self) -> None:
        self.back_to(self.ground)

    def take_away(self, page: Page) -> None:
        """Close a laid-over page, wherever it lies."""
        if page is self.current:
            self.back()
        else:
            self._all.remove(page)
            self._close(page)

    def shape(self) -> None:
        self.current.shape(self.column_width())
        if self.column.is_folded:
            self.share_column()  # whatever it had when it was open

    def column_width(self) -> int:
        """Return how wide the campaign column is when it is folded, or unfolded just now."""
        if self.column.is_folded:
            return FOLDED
        width = self.window().width()
        return max(fonts.px(NARROWEST), min(fonts.px(WIDE_OPEN if width >= ROOMY else OPEN), width // 4))

    def share_column(self) -> None:
        """Take the column's change of width from the part beside it."""
        self._give_column(self.column_width())

    def _give_column(self, side: int) -> None:
        place = self.current.column_place
        sizes = place.sizes()
        if len(sizes) > 1:
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

    def _go_back_to(self, page: Page) -> None:
        self._turn_to(self._all[: self._all.index(page) + 1])
        focus = self._focus_of.pop(id(page), None)
        if focus is not None and isValid(focus) and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            page.take_keys()

    def _turn_to(self, pages: list[Page]) -> None:
        """Show the last of these pages with the others beneath it; pages that are not among them are closed."""
        before, self._all = self._all, pages
        left, side = self.current, self.column.width()
        focus = self.window().focusWidget()
        inside = focus if focus is not None and left.widget.isAncestorOf(focus) else None
        if left in pages:
            self._focus_of[id(left)] = None if inside is None or self.column.isAncestorOf(inside) else inside
        if focus is not None and self.isAncestorOf(focus):
            focus.clearFocus()  # Qt would give the keys to whatever comes first on the new page
        is_new = pages[-1] not in before
        left.changed.disconnect(self.changed)
        self._put_in(pages[-1])
        for page in before:
            if page not in pages:
                self._close(page)
        if is_new:
            self.shape()
        if len(pages) > 1 or len(before) > 1:
            self._give_column(side)  # as wide as it was drawn by hand
        self.turned.emit()

    def _close(self, page: Page) -> None:
        self._focus_of.pop(id(page), None)
        if page is self.home:
            return
        page.close_page()
        self.removeWidget(page.widget)
        page.widget.hide()
        page.widget.deleteLater()

    def _put_in(self, page: Page) -> None:
        page.column_place.insertWidget(0, self.column)
        self.column.show()
        if self.indexOf(page.widget) < 0:
            self.addWidget(page.widget)
        self.current = page
        self.setCurrentWidget(page.widget)
        page.changed.connect(self.changed)
