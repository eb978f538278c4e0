"""The small widgets of which everything in the window is made: labels by role, buttons, a line to write in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from exgui.gui.look.appearance import fix_size, theme_of
from exgui.gui.look.icons import icon
from exgui.gui.safe_events import safe_events

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
    if card.isHidden():
        return
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
        theme = theme_of(self)
        super().initStyleOption(option, index)
        on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        feature = QStyleOptionViewItem.ViewItemFeature
        option.features = (option.features & ~feature.HasCheckIndicator) | feature.HasDecoration
        option.icon = icon(theme, "checkbox-marked" if on else "checkbox-blank-outline", "gold" if on else "muted")
        option.decorationSize = QSize(18, 18)
