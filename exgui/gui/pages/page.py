"""What a page of the window is, and what most pages share. The window knows pages, not their content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QSplitter, QWidget

from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand


class Heading(Record):
    """A page's entry in the top line.

    Attributes:
        title: what is shown.
        detail: said more quietly beside it, as the name of the rules.
        now: when or where it is, as the round and tick of a battle.
        section: among what of the campaign it is listed, as "Sheets"; said quietly before the title.
    """

    title: str
    detail: str = ""
    now: str = ""
    section: str = ""


class UndoTarget(Protocol):
    """What Ctrl+Z undoes on a page: a `History`, or the tape of a battle."""

    def can_undo(self) -> bool: ...

    def can_redo(self) -> bool: ...

    def undo(self) -> str:
        """Undo the last step. Return what it was for the status line, or "" if that is shown elsewhere."""
        ...

    def redo(self) -> str:
        """Redo what was undone last, and return it likewise."""
        ...


class Page(Protocol):
    """Something that fills the middle of the window.

    Attributes:
        kind: what sort of page it is, as `exgui screenshot --page` names it.
        subject: the id of what it shows of the campaign; "" where it shows nothing of it.
        changed: signal without arguments: the heading, the hints or what can be done are others.
    """

    kind: str
    subject: str

    @property
    def changed(self) -> SignalInstance: ...

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        ...

    @property
    def column_place(self) -> QSplitter:
        """The campaign column's place, as the first part."""
        ...

    @property
    def heading(self) -> Heading:
        """The page's entry in the top line."""
        ...

    @property
    def hints(self) -> tuple[str, ...]:
        """The keys that matter most now, for the status line."""
        ...

    @property
    def saved(self) -> tuple[str, str]:
        """Whether what is shown is saved, in a word or two for the status line; and the same as a sentence."""
        ...

    @property
    def undo_target(self) -> UndoTarget | None:
        """What Ctrl+Z undoes here; None for nothing."""
        ...

    @property
    def tab_order(self) -> Sequence[QWidget]:
        """Its parts, as Tab walks them."""
        ...

    def commands(self) -> Sequence[OwnCommand]:
        """Return what can be done on this page alone, for the command palette."""
        ...

    def own_keys(self) -> KeyGroups:
        """Return this page's own keys for the list of keys: by heading, pairs of key and meaning."""
        ...

    def key_mode(self, focus: QWidget | None) -> ModeName:
        """Return which mode of the keyboard is in force while the keys go to that widget: "page" where it has none of
        its own."""
        ...

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Return a mode's keys on this page while that widget has the focus, by the names of a `Press`; the window's
        keys for the mode fill the gaps."""
        ...

    def take_keys(self) -> None:
        """Put the keys where one begins."""
        ...

    def shape(self, column: int) -> None:
        """Share the room among its parts, as it was left, else by the window's size.

        Args:
            column: how wide the campaign column is to be, in pixels.
        """
        ...

    def close_page(self) -> None:
        """Release what the page holds; it is no longer shown."""
        ...


class PageBesideColumn:
    """Implements the window's questions to a `Page` that fills the room beside the campaign column. A page with
    commands, keys or resources overrides them.

    Attributes:
        column_place: where the campaign column is, as the first part.
        least_width: pixels that the page has at least.
    """

    column_place: QSplitter
    least_width = 400

    def put_beside_column(self, body: QWidget) -> None:
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
        return ()

    def own_keys(self) -> KeyGroups:
        """Return no keys."""
        return ()

    def key_mode(self, focus: QWidget | None) -> ModeName:
        return "page"

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Return no keys."""
        return {}

    def shape(self, column: int) -> None:
        room = self.column_place.window().width() - column
        self.column_place.setSizes([column, max(self.least_width, room)])

    def close_page(self) -> None:
        """Do nothing: it holds nothing."""
