"""Starts the window: `main(["campaign.exgui"])`, or without a file the campaign that was open last, or the sample."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer

from exgui import user_places
from exgui.campaign import user_folders
from exgui.gui.application import NAME, application
from exgui.gui.commands.view import TEXT_SIZE
from exgui.gui.look.appearance import appearance
from exgui.gui.look.motion import motion
from exgui.gui.main_window import MainWindow
from exgui.gui.notices import OPENING
from exgui.gui.panel.odds import LazySource
from exgui.gui.safe_events import safe_events
from exgui.gui.settings import Settings
from exgui.gui.start.one_window import Listener, call_window

if TYPE_CHECKING:
    from exgui.forecast.worker import Forecaster
    from exgui.simulate.work import Workers

NEW_WINDOW = "--new-window"
LATEST_PICTURE_MS = 300
"""A window out of sight (another desktop, minimized) is never painted: the file is read anyway, but modules are not
imported ahead until the battle is seen."""

ODDS_MS = 300
"""After the battle is painted: what works out odds is loaded then; what is asked before waits for it."""
PAGES_MS, BETWEEN_MS = 1500, 120
"""After that: what the players' screen and the pages of sheets, encounters and battles need is imported, with a pause
after each part."""
PAGES = (
    "exgui.gui.table.map_plan",
    "exgui.gui.table.map_view",
    "exgui.gui.table.window",
    "exgui.gui.table_control.control",
    "exgui.gui.table_control.saved",
    "exgui.sheets.layout",
    "exgui.sheets.battle_changes",
    "exgui.gui.models.sheet_document",
    "exgui.gui.pages.sheet.sections",
    "exgui.gui.pages.sheet.things",
    "exgui.gui.pages.sheet.parts",
    "exgui.gui.pages.sheet.page",
    "exgui.sheets.stat_block.vocabulary",
    "exgui.sheets.stat_block.reading",
    "exgui.campaign.stat_blocks",
    "exgui.gui.paste.document",
    "exgui.gui.paste.page",
    "exgui.gui.pages.encounter.document",
    "exgui.gui.pages.encounter.roster",
    "exgui.simulate.simulation",
    "exgui.gui.pages.encounter.page",
    "exgui.rulebook.schema",
    "exgui.rulebook.build",
    "exgui.gui.panel.turn_panel",
    "exgui.gui.pages.battle.menus.menu_actions",
    "exgui.gui.pages.battle.page",
)


def main(argv: Sequence[str]) -> int:
    """Run the window until it is closed.

    Args:
        argv: nothing, or the campaign's file; before it "--new-window" for a window of its own, whatever others have
            open.
    """
    words = [word for word in argv if word != NEW_WINDOW]
    path = Path(words[0]) if words else None
    if len(words) == len(argv) and shown_elsewhere(path):
        return 0
    app = application()
    settings = stored_settings()
    appearance().choose(str(settings.value("theme", "system")))
    appearance().set_text_size(Settings(settings).number(TEXT_SIZE) or 100)
    forecaster = LazySource(_forecaster)
    window = MainWindow(settings, forecaster, _workers)
    window.welcome.put(OPENING)

    def _proceed() -> None:
        _rulesets_kept()()
        try:
            open_first(window, path)
        finally:
            if window.session.is_opening:
                window.session.opening_ended.connect(when_shown, Qt.ConnectionType.SingleShotConnection)
            else:
                when_shown()

    def when_shown() -> None:
        # What exists now stays to the end: garbage is looked for in what comes after, or now and then a step would take
        # 20 ms longer.
        gc.freeze()
        gc.enable()
        _AfterPicture(window, window, QEvent.Type.UpdateRequest, painted)

    def painted() -> None:
        motion().ask_desktop()
        Listener(window)
        from exgui.gui.commands.about import show_news_once

        show_news_once(window.commands.context)
        QTimer.singleShot(ODDS_MS, window, lambda: _load(forecaster))
        QTimer.singleShot(PAGES_MS, window, lambda: _import_pages(window, PAGES))

    window.reports.install()
    window.fit_screen()
    window.show()
    # The first picture stands before the file is read, so that a slow disk does not look like a dead app. Neither does
    # it wait for what reads files and plays battles to be imported.
    first = _AfterPicture(window, window.windowHandle(), QEvent.Type.Expose, _proceed)
    QTimer.singleShot(LATEST_PICTURE_MS, first, first.proceed)
    try:
        return app.exec()
    finally:
        window.session.close_campaign()
        window.reports.remove()
        forecaster.close()
        if _workers.cache_info().currsize:
            _workers().close()
        settings.sync()


def stored_settings() -> QSettings:
    """Return the user's settings, on this computer or in the folder `data` beside the program."""
    beside = user_places.portable()
    if beside is not None:
        return QSettings(str(beside / "settings.ini"), QSettings.Format.IniFormat)
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)


def _import_pages(window: MainWindow, modules: Sequence[str]) -> None:
    """Import what the players' screen, the first sheet, encounter and battle that are opened would wait for, a part
    at a time so that no key waits for it."""
    if modules:
        importlib.import_module(modules[0])
        QTimer.singleShot(BETWEEN_MS, window, lambda: _import_pages(window, modules[1:]))
    else:
        gc.freeze()  # as above


@safe_events
class _AfterPicture(QObject):
    """Waits for a window's next picture, then does something, once. (A timer of 0 ms comes before the picture.)"""

    def __init__(self, parent: QObject, watched: QObject, paints: QEvent.Type, then: Callable[[], None]) -> None:
        """Wait for `paints`, the event of `watched` in which Qt paints."""
        super().__init__(parent)
        self._watched = watched
        self._paints = paints
        self._then: Callable[[], None] | None = then
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self._paints and self._then is not None:
            QTimer.singleShot(0, self, self.proceed)  # after this event
        return False

    def proceed(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            self._watched.removeEventFilter(self)
            then()


def shown_elsewhere(path: Path | None) -> bool:
    """Return whether a window that has the campaign open came to the front."""
    chosen = path or user_folders.last_opened()
    return chosen is not None and call_window(chosen)


def open_first(window: MainWindow, path: Path | None) -> bool:
    """Open the file that was asked for, else the campaign open last; someone new is asked where to begin. What is wrong
    is shown in the window.

    Returns:
        whether a campaign is open already; a large one is a little later.
    """
    chosen = path or user_folders.last_opened()
    if chosen is None:
        window.run("first_minutes")
        return False
    window.session.open_and_remember(chosen)
    return window.session.campaign is not None


@cache
def _workers() -> Workers:
    """Return the processes that simulate fights, which start when the first fight is wanted."""
    from exgui.simulate.work import processes

    return processes(initializer=_rulesets_kept())


def _forecaster() -> Forecaster:
    from exgui.forecast.worker import Forecaster

    return Forecaster(_rulesets_kept())


def _rulesets_kept() -> Callable[[], None]:
    """Return what has a process keep rulesets on disk: this one, and those that work for it."""
    from exgui.rulebook import kept_builds

    return partial(kept_builds.keep_in, user_places.state() / "rulesets")


def _load(source: LazySource) -> None:
    try:
        source.load()
    except ImportError as error:
        print(f"exgui: no odds ({error})", file=sys.stderr)
