"""What is laid over the window without stopping it, and has the keys meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import press_focused

TOP = 56
"""Pixels from the upper edge of the window."""
BESIDE, ABOVE = 48, 80
"""Pixels of the window that an overlay leaves free at least, both sides together."""


@safe_events
class FollowsWindow(QObject):
    """Calls `follow` when the window of a shown widget is resized."""

    def __init__(self, widget: QWidget, follow: Callable[[], object]) -> None:
        super().__init__(widget)
        self._widget, self._follow = widget, follow
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize) or not isValid(self._widget):
            return False
        window = self._widget.parentWidget()
        if watched is window and kind == QEvent.Type.Resize:
            self._follow()
        elif watched is self._widget and window is not None and kind == QEvent.Type.Show:
            window.installEventFilter(self)
        elif watched is self._widget and window is not None and kind == QEvent.Type.Hide:
            window.removeEventFilter(self)
        return False


@safe_events
class Overlay(QFrame):
    """Escape closes it, Enter presses the focused button, and no key reaches the window beneath. Closing returns the
    focus."""

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window)
        self._back: QWidget | None = None
        self._wanted: tuple[QSize, int] | None = None
        self._in_middle = False
        FollowsWindow(self, self.follow_window)
        self.setProperty("role", "popover")
        self.setAccessibleName(name)
        self.hide()

    def remember_keys(self) -> None:
        """Remember the focus, to be restored on closing. Call before it is shown."""
        if self.isHidden():
            self._back = QApplication.focusWidget()

    def fit(self, width: int, height: int, above: int = ABOVE) -> None:
        """Be this large, or as large as the window has room for.

        Args:
            above: pixels above and below that are left free at least.
        """
        self._wanted = QSize(width, height), above
        window = self.parentWidget()
        if window is not None:
            self.setFixedSize(self._wanted[0].boundedTo(window.size() - QSize(BESIDE, above)))

    def present(self, *, in_middle: bool = False) -> None:
        """Show it in the middle of the window, below its upper edge or halfway down."""
        self._in_middle = in_middle
        self._center()
        self.raise_()
        self.show()

    def follow_window(self) -> None:
        """Keep within a window that was resized."""
        if self._wanted is not None:
            size, above = self._wanted
            self.fit(size.width(), size.height(), above)
        self._center()

    def _center(self) -> None:
        window = self.parentWidget()
        assert window is not None
        top = (window.height() - self.height()) // 2 if self._in_middle else TOP
        self.move((window.width() - self.width()) // 2, top)

    def close_overlay(self) -> None:
        if self.isHidden():
            return
        back, self._back = self._back, None
        if back is not None and isValid(back):  # the battle may be another by now
            back.setFocus(Qt.FocusReason.PopupFocusReason)  # first, or Qt would give the keys to another part
        self.hide()

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Keep Tab within what is shown here: past the last stop comes the first."""
        stops = [one for one in self.findChildren(QWidget) if _is_stop(one)]
        if not stops:
            return super().focusNextPrevChild(onward)
        first, last = (stops[0], stops[-1]) if onward else (stops[-1], stops[0])
        focused = QApplication.focusWidget()
        if focused is not last and super().focusNextPrevChild(onward):
            focused = QApplication.focusWidget()
            if focused is not None and self.isAncestorOf(focused):
                return True
        reason = Qt.FocusReason.TabFocusReason if onward else Qt.FocusReason.BacktabFocusReason
        first.setFocus(reason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_overlay()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            press_focused()


def _is_stop(widget: QWidget) -> bool:
    tab = Qt.FocusPolicy.TabFocus
    return widget.focusPolicy() & tab == tab and widget.isEnabled() and widget.isVisible()
