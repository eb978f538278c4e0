"""The welcome page: what to do next, or what went wrong and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance, current_theme
from exgui.gui.look.elided import elided
from exgui.gui.look.icons import pixmap
from exgui.gui.notices import Notice
from exgui.gui.pages.common_keys import add_shortcuts
from exgui.gui.pages.page import Heading, PageBesideColumn, UndoTarget
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, styled
from exgui.gui.widgets.layouts import fill_box, hbox
from exgui.gui.window_command import KeyGroups, listed_keys, own_key

TEXT_WIDTH = 560
EDGES, LEAST_EDGES = 48, 16
"""Pixels at both sides of the text; the second where it would be narrower otherwise."""
LONG_WORD = 40
LOW = 480
"""In a window lower than this, in pixels, the text and the buttons take all of it."""
NOTED = 240
"""Pixels of a button with a sentence below it, at a text size of 100 %."""


@safe_events
class NoticeView(QWidget):
    """A picture, a sentence and its buttons.

    Attributes:
        first: the button that matters most, to which the keys should go.
        shown: what it says.

    Args:
        run: does a command of the window, by its id.
    """

    def __init__(self, run: Callable[[str], None]) -> None:
        super().__init__()
        styled(self, surface="background", fills=True)
        self.first: QPushButton | None = None
        self.shown = Notice("")
        self._run = run
        self._icon = "sword-cross"
        self._token = "muted"
        column = self._column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(1)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._picture)
        self.title = label("", "title")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.title)
        self.text = label("", "body", "muted")
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self.text, 0, Qt.AlignmentFlag.AlignHCenter)
        self._buttons = hbox(spacing=8)
        fill_box(column, self._buttons, 2)
        appearance().changed.connect(self._on_theme)

    def put(self, notice: Notice) -> None:
        """Show a sentence and what can be done; buttons that stay keep the keys."""
        before, self.shown = self.shown, notice
        if _content(before) == _content(notice):
            return
        focus = QApplication.focusWidget()
        keeps_keys = before.listed and notice.listed and focus is not None and self.isAncestorOf(focus)
        self._icon, self._token = ("alert-circle-outline", "red") if notice.trouble else ("sword-cross", "muted")
        self.title.setText(notice.title)
        body = QFontMetricsF(fonts.font("body"))
        words = notice.text.split(" ")  # a file's name may be one word, wider than the page
        shown = " ".join(
            body.elidedText(one, Qt.TextElideMode.ElideMiddle, TEXT_WIDTH) if len(one) > LONG_WORD else one
            for one in words
        )
        self.text.setText(shown)
        self.text.setToolTip(notice.text if shown != notice.text else "")
        self._fit_text()
        self.setAccessibleName(notice.title)
        self.setAccessibleDescription(notice.text)
        clear(self._buttons)
        self.first = None
        metrics = QFontMetricsF(fonts.font("strong"))
        noted = any(offer.note for offer in notice.offers)
        stacked = (
            noted or sum(metrics.horizontalAdvance(offer.label[:200]) + 40 for offer in notice.offers) > TEXT_WIDTH
        )
        self._buttons.setDirection(QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight)
        self._buttons.addStretch(0 if stacked else 1)
        for offer in notice.offers:
            shown = elided(metrics, offer.label, TEXT_WIDTH - 40)
            button = push(
                shown,
                "primary" if offer.primary else "",
                "" if shown == offer.label else offer.label,
                do=lambda _checked=False, do=offer.do: self._do(do),
            )
            button.setAccessibleName(offer.label)
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter if stacked else Qt.AlignmentFlag(0))
            if offer.note:
                button.setMinimumWidth(fonts.px(NOTED))
                button.setAccessibleDescription(offer.note)
                note = label(offer.note, "muted")
                note.setContentsMargins(0, 0, 0, 10)
                self._buttons.addWidget(note, 0, Qt.AlignmentFlag.AlignHCenter)
                note.show()
            button.show()
            self.first = self.first or button
        self._buttons.addStretch(0 if stacked else 1)
        if keeps_keys:
            (self.first or self).setFocus(Qt.FocusReason.OtherFocusReason)
        self._on_theme()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())  # only its height is scrolled

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        edges = EDGES if self.width() >= TEXT_WIDTH + 2 * EDGES else LEAST_EDGES
        low = self.window().height() < LOW
        self._picture.setVisible(not low)
        self._column.setContentsMargins(edges, 8 if low else 32, edges, 8 if low else 32)
        self._column.setSpacing(8 if low else 12)
        width = max(min(TEXT_WIDTH, self.width() - 2 * edges), 0)
        self.text.setFixedWidth(width)
        self.text.setMinimumHeight(0)  # that of a longer sentence before would count
        self.text.setMinimumHeight(self.text.heightForWidth(width))

    def _do(self, what: Callable[[], object] | str) -> None:
        if isinstance(what, str):
            self._run(what)
        else:
            what()

    def _on_theme(self) -> None:
        self._fit_text()
        theme = current_theme()
        self._picture.setPixmap(pixmap(theme, self._icon, self._token, 48, self.devicePixelRatioF()))


def _content(notice: Notice) -> tuple[object, ...]:
    """Return what distinguishes notices: their words, and the subjects of their buttons."""
    offers = ((offer.label, getattr(offer.do, "args", offer.do)) for offer in notice.offers)
    return (notice.title, notice.text, notice.trouble, *offers)


class WelcomePage(PageBesideColumn, QObject):
    """The page that is shown while no other is.

    Attributes:
        notice: what it says.

    Args:
        undo_target: what Ctrl+Z undoes while nothing else is open, such as an import.
    """

    changed = Signal()
    kind = "welcome"
    least_width = 200
    subject = ""
    heading = Heading("exgui")
    hints = ("Ctrl+O opens a campaign", "F1 shows the keys")
    saved = ("", "")

    def __init__(self, run: Callable[[str], None], undo_target: UndoTarget | None = None) -> None:
        super().__init__()
        self.undo_target = undo_target
        self.notice = NoticeView(run)
        scroll = styled(QScrollArea(), surface="background")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.notice)
        self.put_beside_column(scroll)
        self._keys = (own_key(partial(run, "paste_stat_block"), "Ctrl+V", "Import what is on the clipboard", "Start"),)
        add_shortcuts(scroll, self._keys)

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return (self.notice,)

    def own_keys(self) -> KeyGroups:
        return listed_keys(self._keys)

    def put(self, notice: Notice) -> None:
        self.notice.put(notice)

    def take_keys(self) -> None:
        (self.notice.first or self.notice).setFocus(Qt.FocusReason.OtherFocusReason)
