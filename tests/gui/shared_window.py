"""The one window of a test process: lent to a test, reset after it by the program's own means, and compared with its
initial state. Tests of starting, closing and remembering make windows of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget

from exgui.gui.error_reports import default_folder
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from tests.gui.toy import toy_play

SIZE = (1366, 768)


class SharedWindow:
    """Makes the window when it is first wanted, and once more after a test that left something behind in it."""

    def __init__(self) -> None:
        self._window: MainWindow | None = None
        self._at_first: dict[str, object] = {}
        self._is_lent = False

    @contextmanager
    def lent(self) -> Iterator[MainWindow]:
        """The window, empty, shown and active.

        Raises:
            AssertionError: what is done with it leaves something behind; the message says what.
        """
        assert not self._is_lent, "the window is lent already: two fixtures of a test want it"
        appearance().choose("dark")
        window = self._window = self._window or self._make()
        self._is_lent = True
        window.show()
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)
        others = _other_windows(window)
        try:
            yield window
        finally:
            self._is_lent = False
            self._undo_changes(window)
        assert _other_windows(window) <= others, f"windows were left open: {_other_windows(window) - others}"

    def close(self) -> None:
        """Closes the window."""
        window, self._window = self._window, None
        if window is not None:
            window.close()
            window.deleteLater()

    def _make(self) -> MainWindow:
        window = MainWindow()
        window.resize(*SIZE)
        window.show()
        window.session.show_play(toy_play())  # what was shown once is laid out a little otherwise than what never was
        window.show_message("Welcome")
        reset(window)
        self._at_first = state_of(window)
        return window

    def _undo_changes(self, window: MainWindow) -> None:
        try:
            reset(window)
            now = state_of(window)
            other = [key for key, was in self._at_first.items() if now.get(key) != was]
            left = [f"{key}: {_difference(self._at_first[key], now.get(key))}" for key in other]
            assert not left, "the test left something behind in the window:\n" + "\n".join(left)
        except BaseException:
            self.close()
            raise


def reset(window: MainWindow) -> None:
    """Close everything, and clear messages and memory."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    over = window.overlays
    over.palette.close_overlay()
    over.keys_page.close_overlay()
    kept = (over.palette, over.keys_page, over.key_list, over.why)
    for made in tuple(over._made.values()):
        made.hide()
        if made not in kept:
            made.deleteLater()
            del over._made[type(made)]
    window.table.end()
    window.session.close_for_nothing()
    window.pages.go_home()
    window.settings._unsaved.clear()
    window.keymap._chosen.clear()
    window.keymap.changed.emit()
    window.table.curtain.clear()
    window.table._battle = None
    window.table._saved = None
    window._soon.stop()
    window.column.set_folded(True)
    window.column.ready_made._later.stop()
    window.column.ready_made._read.clear()
    window.column.ready_made._wanted = False
    window.status._clear()
    window.reports.folder = default_folder()
    window.reports._seen.clear()
    window.session.documents.close()
    window.session._is_first = True
    window.showNormal()
    window.resize(*SIZE)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.activateWindow()
    window.welcome.take_keys()
    QApplication.processEvents()


def state_of(window: MainWindow) -> dict[str, object]:
    """What later tests could notice of the window."""
    over = window.overlays
    filled = (over.palette, over.keys_page, over.key_list, over.why, window.column.question)  # anew when they are shown
    widgets = [one for one in window.findChildren(QWidget) if not any(part.isAncestorOf(one) for part in filled)]
    session = window.session
    return {
        "title": window.windowTitle(),
        "place": (window.size(), window.minimumSize(), window.windowState()),
        "pages": [page.kind for page in (window.pages.ground, *window.pages.laid_over)],
        "open": (session.campaign, session.play, session.battle_id, session.is_opening),
        "table": (window.table.is_open, window.table.is_covered, window.table.battle, window.table.play),
        "settings": (dict(window.settings._unsaved), dict(window.keymap._chosen)),
        "widgets": Counter(type(one).__name__ for one in widgets),
        "seen": Counter(_described(one) for one in widgets if one.isVisibleTo(window)),
        "timers": Counter(_owner(timer) for timer in window.findChildren(QTimer) if timer.isActive()),
        "grey": [id for id, action in window.commands.actions.items() if not action.isEnabled()],
        "keys": (window.keyboard._listening, _owner(window.focusWidget())),
        **{f"{type(part).__name__}.{name}": value for part in _parts(window) for name, value in _held(part)},
        "look": (appearance().chosen, appearance().theme.name),
    }


def _parts(window: MainWindow) -> tuple[object, ...]:
    notice, over, status = window.welcome.notice, window.overlays, window.status
    parts = (window, window.welcome, notice, window.pages, window.column, window.session, window.keymap, over, status)
    return (*parts, window.table, window.table.curtain, window.placement, window.navigation, window.top)


def _held(part: object) -> Iterator[tuple[str, object]]:
    """What a part holds: plain values as they are, for anything else its class and its length."""
    for name, value in vars(part).items():
        plain = isinstance(value, (str, int, float, bool))
        many = len(value) if isinstance(value, (dict, list, set, tuple)) else None
        yield name, value if plain else (type(value).__name__, many)


def _difference(was: object, now: object) -> str:
    if isinstance(was, Counter) and isinstance(now, Counter):
        return f"more {dict(now - was)}, fewer {dict(was - now)}"
    return f"{now}, not {was}"


def _described(widget: QWidget) -> tuple[str, str, int, int]:
    words = widget.text() if isinstance(widget, (QLabel, QLineEdit, QAbstractButton)) else ""
    return type(widget).__name__, words, widget.width(), widget.height()


def _owner(one: QObject | None) -> str:
    return f"{type(one).__name__} of {type(one.parent()).__name__}" if one is not None else "nobody"


def _other_windows(window: MainWindow) -> set[QWidget]:
    return {one for one in QApplication.topLevelWidgets() if one is not window and one.isVisible()}
