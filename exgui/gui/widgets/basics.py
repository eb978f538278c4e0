"""The small widgets of which everything in the window is made: labels by role, buttons, a line to write in,
lists that scroll calmly."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from exgui.gui.look.appearance import current_theme, fix_size
from exgui.gui.look.elided import LONGEST, elided
from exgui.gui.look.icons import icon
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.batched_layout import laid_out_once

W = TypeVar("W", bound=QWidget)


def label(text: str = "", role: str = "body", tone: str = "", *, wrap: bool = False) -> QLabel:
    out = QLabel(text)
    out.setProperty("role", role)
    if role == "keycap":
        fix_size(out, height=22)
    else:
        out.setIndent(0)
    out.setTextFormat(Qt.TextFormat.PlainText)
    if tone:
        out.setProperty("tone", tone)
    if wrap:
        out.setWordWrap(True)
        out.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return out


def restyle(widget: QWidget, **properties: object) -> None:
    changed = False
    for name, value in properties.items():
        if widget.property(name) != value:
            widget.setProperty(name, value)
            changed = True
    if changed:
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()


def styled(widget: W, *, fills: bool = False, **properties: object) -> W:
    """Give a new widget the properties by which the stylesheet knows it, and return it.

    Args:
        fills: the stylesheet also fills it, which Qt leaves out for subclasses of QWidget.
    """
    for name, value in properties.items():
        widget.setProperty(name, value)
    if fills:
        widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return widget


@safe_events
class PaintedButton(QAbstractButton):
    """A button that paints itself. Tab reaches it, Return clicks it too, and it is repainted as the pointer comes or
    goes."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


def push(
    text: str, kind: str = "", tip: str = "", name: str = "", do: Callable[..., object] | SignalInstance | None = None
) -> QPushButton:
    """Return a button that is reached by Tab; a click does not take the keys away from where they are.

    Args:
        do: what a click does.
    """
    out = QPushButton(text)
    out.setProperty("kind", kind)
    out.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    out.setAutoDefault(False)
    if tip:
        out.setToolTip(tip)
    out.setAccessibleName(name or text)
    if do is not None:
        out.clicked.connect(do)
    return out


@safe_events
class EnterLine(QLineEdit):
    """A line to write in, whose Enter and Escape go no further.

    Signals:
        entered(str): Enter was pressed; the text.
        left(): Escape was pressed.
    """

    entered = Signal(str)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(self.text().strip())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def show_new(card: QWidget) -> None:
    """Show what was just added to a visible card; Qt would do so a moment later, after a picture without it."""
    layout = card.layout()
    if card.isHidden() or layout is None:
        return
    with laid_out_once(layout):
        for widget in card.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if widget.isHidden() and not widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                widget.show()


def press_focused() -> None:
    """Press the button that has the keys, where it is one: for Enter on a card that is laid over the window."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QAbstractButton):
        focus.click()


def rule() -> QFrame:
    out = QFrame()
    out.setProperty("role", "rule")
    out.setFixedHeight(1)
    return out


def clear(layout: QLayout) -> None:
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            return
        widget = item.widget()
        inner = item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)
            inner.deleteLater()


@safe_events
class TickBoxes(QStyledItemDelegate):
    """Draws a list's check boxes as icons: Fusion's own can't be seen on a dark ground."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        theme = current_theme()
        super().initStyleOption(option, index)
        on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        feature = QStyleOptionViewItem.ViewItemFeature
        option.features = (option.features & ~feature.HasCheckIndicator) | feature.HasDecoration
        option.icon = icon(theme, "checkbox-marked" if on else "checkbox-blank-outline", "gold" if on else "muted")
        option.decorationSize = QSize(18, 18)


DEEPEST = 8
"""Resizings of the content within one another."""


@safe_events
class CalmScroll(QScrollArea):
    """Content that is high beside the scroll bar and fits without it would make Qt show and hide the bar until the
    stack is full."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "clear")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._depth = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            return super().eventFilter(watched, event)
        if self._depth >= DEEPEST:
            return False
        self._depth += 1
        try:
            return super().eventFilter(watched, event)
        finally:
            self._depth -= 1


LEAST = 60
"""Pixels that are left to the name at least; where there are fewer, the whole text is shortened."""
NARROWEST = 140
"""Pixels of the text that it has at least."""
WIDEST = 320
"""Pixels that the name has at most."""
SPARE = 2
"""Pixels more than its text needs, since widths of letters are no whole numbers."""


@safe_events
class ElidedButton(QPushButton):
    """A quiet one. Reads as a text before the name, the name, and a text after it."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ("", "", "")
        self.setProperty("kind", "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def put(self, before: str, name: str, after: str, tip: str) -> None:
        self._words = (before, name[:LONGEST].replace("\n", " "), after)
        whole = "".join(self._words)
        self.setAccessibleName(whole)
        self.setToolTip(f"{whole}\n{tip}")
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._wide(WIDEST), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._wide(LEAST), NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fit()  # the style may have changed the font
        super().paintEvent(event)

    def _fit(self) -> None:
        before, name, after = self._words
        metrics = QFontMetricsF(self.font())
        room = self.width() - self._wide(0) + SPARE
        if room >= min(LEAST, metrics.horizontalAdvance(name)):
            text = before + elided(metrics, name, room) + after
        else:
            text = elided(metrics, before + name + after, room + metrics.horizontalAdvance(before + after))
        if text != self.text():
            self.setText(text)

    def _wide(self, name: float) -> int:
        """Return the width if the name takes at most this many pixels."""
        metrics = QFontMetricsF(self.font())
        text = sum(metrics.horizontalAdvance(self._words[at]) for at in (0, 2))
        text += min(name, metrics.horizontalAdvance(self._words[1]))
        option = QStyleOptionButton()
        self.initStyleOption(option)
        inner = QSize(int(text) + SPARE, int(metrics.height()))
        return self.style().sizeFromContents(QStyle.ContentsType.CT_PushButton, option, inner, self).width()
