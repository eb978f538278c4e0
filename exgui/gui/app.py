"""Starts the window: `main(["campaign.exgui"])`, or without a file the campaign that was open last, or the sample."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer

from exgui.gui.appearance import appearance
from exgui.gui.application import NAME, application
from exgui.gui.commands.view import TEXT_SIZE
from exgui.gui.main_window import MainWindow
from exgui.gui.notices import OPENING
from exgui.gui.panel.odds import LazySource, ProcessSource
from exgui.gui.safe_events import safe_events
from exgui.gui.settings import Settings

LATEST_PICTURE_MS = 300
"""A window that nobody can see (another desktop, a minimised start) is never painted: then the file is read all the
same."""

ODDS_MS = 300
"""After the battle is painted: what works out odds is loaded then; what is asked before waits for it."""
PAGES_MS, BETWEEN_MS = 1500, 120
"""After that: what the players' screen and the pages of sheets and encounters are made of is imported, with a pause
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
    "exgui.gui.pages.sheet.field_cell",
    "exgui.gui.pages.sheet.sections",
    "exgui.gui.pages.sheet.value_column",
    "exgui.gui.pages.sheet.heading",
    "exgui.gui.pages.sheet.page",
    "exgui.gui.paste.document",
    "exgui.gui.paste.page",
    "exgui.gui.pages.encounter.document",
    "exgui.gui.pages.encounter.roster",
    "exgui.gui.pages.encounter.page",
)


def main(argv: Sequence[str]) -> int:
    """Runs the window until it is closed.

    Args:
        argv: nothing, or the campaign's file.
    """
    app = application()
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)
    appearance().choose(str(settings.value("theme", "system")))
    appearance().set_text_size(Settings(settings).number(TEXT_SIZE) or 100)
    window = MainWindow(settings)
    window.welcome.put(OPENING)

    forecaster: LazySource | None = None

    def go_on() -> None:
        nonlocal forecaster
        try:
            window.source = forecaster = LazySource(_forecaster)
            open_first(window, Path(argv[0]) if argv else None)
        finally:
            if window.session.is_opening:
                window.session.opening_ended.connect(stands, Qt.ConnectionType.SingleShotConnection)
            else:
                stands()

    def stands() -> None:
        # What stands now stays to the end: garbage is looked for in what comes after, or now and then a step would take
        # 20 ms longer.
        gc.freeze()
        gc.enable()
        QTimer.singleShot(ODDS_MS, window, lambda: _load(forecaster) if forecaster is not None else None)
        QTimer.singleShot(PAGES_MS, window, lambda: _import_pages(window, PAGES))

    window.reports.install()
    window.fit_screen()
    window.show()
    # The first picture stands before the file is read, so that a slow disk does not look like a dead app. Neither does
    # it wait for what reads files and plays battles to be imported.
    _FirstPicture(window, go_on)
    try:
        return app.exec()
    finally:
        window.session.close_campaign()
        window.reports.remove()
        if forecaster is not None:
            forecaster.close()
        settings.sync()


def _import_pages(window: MainWindow, modules: Sequence[str]) -> None:
    """Imports what the players' screen, the first sheet and the first encounter that are opened would wait for, a part
    at a time so that no key waits for it."""
    if modules:
        importlib.import_module(modules[0])
        QTimer.singleShot(BETWEEN_MS, window, lambda: _import_pages(window, modules[1:]))
    else:
        gc.freeze()  # as above


@safe_events
class _FirstPicture(QObject):
    """Waits for a window's first picture, then does something, once. (A timer of 0 ms comes before the picture.)"""

    def __init__(self, window: MainWindow, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._then: Callable[[], None] | None = then
        window.windowHandle().installEventFilter(self)
        QTimer.singleShot(LATEST_PICTURE_MS, self, self._go_on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Expose and self._then is not None:
            QTimer.singleShot(0, self, self._go_on)  # after this event, in which Qt paints
        return False

    def _go_on(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            self._window.windowHandle().removeEventFilter(self)
            then()


def open_first(window: MainWindow, path: Path | None) -> bool:
    """Opens the file that was asked for, else the campaign open last, else the sample. What is wrong stands in the
    window. Gives whether it is open already; a large one is a little later."""
    from exgui.campaign import user_folders
    from exgui.campaign.errors import CampaignError

    chosen = path or user_folders.last_opened()
    if chosen is None:
        from exgui.campaign.sample import sample_copy

        try:
            chosen = sample_copy()
        except (CampaignError, FileNotFoundError) as error:
            window.session.close_for_nothing()
            window.say(str(error))
            return False
        if not window.session.open_path(chosen):
            return False
        window.session.begin_first()
        with suppress(CampaignError):
            user_folders.remember(chosen)
        return True
    window.session.open_and_remember(chosen)
    return window.session.campaign is not None


def _forecaster() -> ProcessSource:
    from exgui.forecast.worker import Forecaster

    return Forecaster()


def _load(source: LazySource) -> None:
    try:
        source.load()
    except ImportError as error:
        print(f"exgui: no odds ({error})", file=sys.stderr)
