"""What most pages have alike: the place of the campaign column, and no commands and keys of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

if TYPE_CHECKING:
    from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand


class PageBesideColumn:
    """Answers what the window asks of a `Page` for one that fills all that the campaign column leaves. A page that has
    commands, keys or something to let go says so itself.

    Attributes:
        column_place: where the campaign column stands, as the first part.
        least_width: pixels that the page has at least.
    """

    column_place: QSplitter
    least_width = 400

    def put_beside_column(self, body: QWidget) -> None:
        """The page shows this, beside the campaign column."""
        self.column_place = QSplitter(Qt.Orientation.Horizontal)
        self.column_place.addWidget(body)
        self.column_place.setChildrenCollapsible(False)
        self.column_place.setHandleWidth(1)
        self.column_place.setStretchFactor(0, 1)

    @property
    def widget(self) -> QWidget:
        """The page itself: what holds it, unless it is a widget of its own."""
        return self if isinstance(self, QWidget) else self.column_place

    def commands(self) -> Sequence[OwnCommand]:
        """Nothing but what the window can do."""
        return ()

    def own_keys(self) -> KeyGroups:
        """None."""
        return ()

    def key_mode(self, focus: QWidget | None) -> ModeName:
        """Its keys are those that it binds itself."""
        return "page"

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """None."""
        return {}

    def shape(self, column: int) -> None:
        """Gives the campaign column its width, and the rest to the page."""
        room = self.column_place.window().width() - column
        self.column_place.setSizes([column, max(self.least_width, room)])

    def close_page(self) -> None:
        """It holds nothing."""
