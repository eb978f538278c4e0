"""What is laid over the window without stopping it: palette, list of keys, page of keys, parts of a number, rules,
backups, error reports, printing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from exgui.gui.keyboard.key_list import KeyList
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.finder import Picker
from exgui.gui.widgets.layouts import vbox
from exgui.gui.widgets.overlay import Overlay
from exgui.gui.widgets.why_popover import WhyPopover

if TYPE_CHECKING:  # made when it is first wanted
    from exgui.gui.keyboard.keymap import Keymap
    from exgui.gui.keyboard.keys_page import KeysPage
    from exgui.gui.manual.card import ManualCard
    from exgui.gui.rules_index import RulesIndex

Made = TypeVar("Made", bound=QWidget)

EXPLAINED = (
    "This stays on this computer; nothing was sent. It may name your characters or files: read it before you pass it "
    "on."
)
LONGEST = 100_000
"""Characters of a report that are shown."""
WIDTH, HEIGHT = 860, 560
Action = tuple[str, Callable[[], object]]
"""The words on a button, and what it does."""


class Overlays:
    """The overlays of one window, each made when it is first wanted."""

    def __init__(self, window: QWidget, keymap: Keymap) -> None:
        self._window, self._keymap = window, keymap
        self._made: dict[type[QWidget], QWidget] = {}

    def the(self, kind: type[Made], make: Callable[[QWidget], Made] | None = None) -> Made:
        """Return the overlay of a kind, made of the window alone if `make` is not given."""
        made = self._made.get(kind)
        if made is None:
            made = self._made[kind] = (make or kind)(self._window)
        assert isinstance(made, kind)
        return made

    def shows(self, kind: type[QWidget]) -> bool:
        made = self._made.get(kind)
        return made is not None and made.isVisible()

    @property
    def palette(self) -> Picker:
        """Every command, found by typing (Ctrl+K)."""
        return self.the(Picker, lambda window: Picker(window, 12))

    @property
    def key_list(self) -> KeyList:
        """The list of keys (F1)."""
        return self.the(KeyList)

    @property
    def keys_page(self) -> KeysPage:
        """Where keys are changed (Ctrl+F1)."""
        from exgui.gui.keyboard.keys_page import KeysPage

        return self.the(KeysPage, lambda window: KeysPage(window, self._keymap))

    @property
    def why(self) -> WhyPopover:
        """The parts of a number (?)."""
        return self.the(WhyPopover)

    @property
    def rules(self) -> RulesIndex:
        """The rules index (Shift+F1)."""
        from exgui.gui.rules_index import RulesIndex

        return self.the(RulesIndex)

    @property
    def manual(self) -> ManualCard:
        """The manual (F1 twice)."""
        from exgui.gui.manual.card import ManualCard
        from exgui.rulebook.reader import load

        return self.the(
            ManualCard,
            lambda window: ManualCard(window, self._keymap, lambda game, id: self.rules.open(load(game), id)),
        )

    @property
    def text(self) -> TextCard:
        """Any one text: About, what is new, a report of a problem."""
        return self.the(TextCard, lambda window: TextCard(window, "About exgui"))

    @property
    def on_top(self) -> Overlay | None:
        """The one that has the keys for itself, None where none is shown."""
        laid = self._window.findChildren(Overlay, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return next((one for one in reversed(laid) if one.isVisible()), None)


@safe_events
class TextCard(Overlay):
    """A text to be read: a title, a sentence, the text, and buttons below it; one at a time.

    Attributes:
        text: the text that is shown, whole.
        buttons: those below it, by their words.
    """

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window, name)
        self.title = label("", "strong")
        self.explained = label("", "small", "muted", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setTabChangesFocus(True)
        self.buttons: dict[str, QPushButton] = {}
        self._below = QHBoxLayout()
        vbox(self.title, self.explained, (self.text, 1), self._below, on=self, margins=16, spacing=8)

    def show_text(
        self, title: str, explained: str, text: str, left: Sequence[Action] = (), right: Sequence[Action] = ()
    ) -> None:
        """Show a text; afterwards the keys go back to where they were.

        Args:
            left: buttons below it at the left.
            right: buttons at the right, before *Close*.
        """
        self.remember_keys()
        self.title.setText(title)
        self.explained.setText(explained)
        self.setAccessibleName(title or self.accessibleName())
        self.text.setAccessibleName(self.accessibleName())
        self.text.setAccessibleDescription(explained)
        self.explained.setVisible(bool(explained))
        self.text.setPlainText(text)
        clear(self._below)
        self.buttons = {}
        for words, do in left:
            self._add(words, do)
        self._below.addStretch(1)
        for words, do in (*right, ("Close", self.close_overlay)):
            self._add(words, do)
        self.fit(WIDTH, HEIGHT)
        self.present()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())

    def _add(self, words: str, do: Callable[[], object]) -> None:
        button = self.buttons[words] = push(words)
        button.clicked.connect(lambda: do())
        self._below.addWidget(button)


class ReportView(TextCard):
    """One report at a time, the newest first."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Error reports")
        self._reports: Sequence[Path] = ()
        self._at = 0

    def open(self, reports: Sequence[Path]) -> None:
        """Show reports, the first of them to begin with; afterwards the keys go back to where they were."""
        if not reports:
            return
        self._reports = tuple(reports)
        self._at = 0
        self.show_text(
            "",
            EXPLAINED,
            "",
            left=(("Older", lambda: self._go(1)), ("Newer", lambda: self._go(-1))),
            right=(("Copy", self.copy), ("Open its folder", self._open_folder)),
        )
        self._go(0)

    def _go(self, by: int) -> None:
        self._at = max(0, min(len(self._reports) - 1, self._at + by))
        report = self._reports[self._at]
        try:
            with report.open(encoding="utf-8", errors="replace") as file:
                self.text.setPlainText(file.read(LONGEST))
        except OSError as error:
            self.text.setPlainText(f"This report can’t be read: {error}")
        self.title.setText(f"Error report {self._at + 1} of {len(self._reports)}")
        self.buttons["Older"].setEnabled(self._at < len(self._reports) - 1)
        self.buttons["Newer"].setEnabled(self._at > 0)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._reports[self._at].parent)))
