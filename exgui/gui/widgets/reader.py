"""A list found by typing, with what is under its cursor to be read beside it; laid over the window."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance, fix_size
from exgui.gui.look.theme import GRID
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.finder import FindLine, Pick
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.widgets.overlay import Overlay

WIDTH, HEIGHT = 900, 580
LIST_WIDTH = 340


class Reader(Overlay):
    """Escape closes it. A subclass finds, writes and links the texts.

    Args:
        name: the heading, and what screen readers call it.
        text_name: what screen readers call the text.
    """

    def __init__(self, window: QWidget, name: str, search: str, placeholder: str, text_name: str) -> None:
        super().__init__(window, name)
        self._shown: object = None
        self.heading = label(name, "title")
        self.close_button = push("Close", "", "Escape", do=self.close_overlay)
        self.search = FindLine(search, self._typed, most=0)
        self.search.setPlaceholderText(placeholder)
        self.search.setClearButtonEnabled(True)
        self.search.left.connect(self.close_overlay)
        self.list = self.search.list
        self.list.selectionModel().currentChanged.connect(self._write)
        self.search.textChanged.connect(self._on_typed)
        fix_size(self.list, width=LIST_WIDTH, most=0.36)
        self.text = self._make_text(text_name)
        self._lay_out()
        appearance().changed.connect(self._write)

    @property
    def chosen(self) -> object:
        """What is shown, None for nothing."""
        return self.list.chosen.value if self.list.chosen is not None else None

    def begin(self) -> None:
        """List everything and show it; afterwards the keys go back to where they were."""
        self.remember_keys()
        self.search.clear()
        self.search.show_found(self._find(""))

    def show_whole(self) -> None:
        self.fit(fonts.px(WIDTH), fonts.px(HEIGHT), above=48)
        self.present(in_middle=True)
        column = self.layout()
        if column is not None:
            column.activate()  # the list takes its share of the room only when it is shown
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def go_to(self, value: object) -> None:
        """Show one of all; clears the search."""
        if not self.list.go_to(value):
            self.search.clear()
            self.list.go_to(value)

    def _typed(self, words: str) -> list[Pick]:
        self._shown = self.chosen
        return self._find(words)

    def _find(self, words: str) -> list[Pick]:
        raise NotImplementedError

    def _write(self) -> None:
        raise NotImplementedError

    def _follow(self, link: QUrl) -> None:
        raise NotImplementedError

    def _make_text(self, name: str) -> QTextBrowser:
        out = QTextBrowser()
        out.setFrameShape(QFrame.Shape.NoFrame)
        out.setAccessibleName(name)
        out.setOpenLinks(False)
        out.anchorClicked.connect(self._follow)
        out.document().setDocumentMargin(16)
        return out

    def _lay_out(self) -> None:
        self.top = hbox((self.heading, 1), self.close_button)
        self.room = hbox(self.list, (self.text, 1), spacing=GRID)
        vbox(self.top, self.search, (self.room, 1), on=self, margins=(20, 14, 14, 14), spacing=GRID)

    def _on_typed(self, words: str) -> None:
        if not words:
            self.list.go_to(self._shown)
        if not self.list.picks:
            self._write()
