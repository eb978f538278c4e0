"""The real window without a display, for `exgui demo` and `exgui screenshot`. `exgui sheet print` and `exgui map
export` need its fonts."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPoint, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.stray_journal import open_as_copy
from exgui.campaign.sample import NAME, build_sample
from exgui.gui.application import application
from exgui.gui.look.appearance import appearance

BEGINNING = b"SQLite format 3\0"
"""How a campaign's file begins."""
SMALLEST, LARGEST = (640, 360), (7680, 4320)


def offscreen_app(look: str) -> QApplication:
    """Return the app on an invisible screen, in a theme; an app already running is used as it is."""
    running = QApplication.instance()
    if not isinstance(running, QApplication):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        running = application()
    appearance().choose(look)
    return running


def settle(seconds: float = 0.3) -> None:
    """Let everything that is to be painted be painted; while nothing is, the processor rests."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def save_picture(window: QWidget, out: Path) -> str:
    """Save the window as a PNG. Return "" or, if that failed, a sentence."""
    QCursor.setPos(window.mapToGlobal(QPoint(window.width() // 2, 2)))  # over nothing that lights up
    settle()
    if not out.parent.is_dir():
        return f"{out}: there is no folder {out.parent}; name another."
    if window.grab().save(str(out), "PNG"):
        return ""
    return f"{out}: the picture can’t be saved there; name another folder or file."


def complain(text: str) -> None:
    print(f"exgui: {text}", file=sys.stderr)


def copy_of_campaign(source: Path | None, folder: Path) -> Path:
    """Return a copy of the campaign; of the sample where none is named and none was open."""
    if source is None:
        build_sample(folder / NAME)
        return folder / NAME
    if not source.is_file():
        raise CampaignError(source, "no such file. Choose another.", "missing")
    copy = folder / source.name
    shutil.copyfile(source, copy)
    journal = source.with_name(f"{source.name}-journal")
    if journal.is_file():
        # It is open in another program, or was not closed properly: what is unfinished is undone in the copy.
        shutil.copyfile(journal, copy.with_name(journal.name))
        copy, _what_was_done = open_as_copy(copy)
    return copy


def open_copy(file: Path, folder: Path, take: Callable[[Campaign, Path], object]) -> Campaign:
    """Return a copy of the campaign in a file, or a new one into which what a text file holds was taken.

    Args:
        folder: where the copy lies.
        take: takes a text file into a campaign.

    Raises:
        CampaignError: the file is neither.
        OSError: it cannot be read.
    """
    if file.is_file():
        with file.open("rb") as opened:
            is_campaign = opened.read(len(BEGINNING)) == BEGINNING
        if not is_campaign and file.suffix.lower() != ".exgui":
            campaign = Campaign.create(folder / "text.exgui")
            try:
                take(campaign, file)
            except CampaignError:
                campaign.close()
                raise
            return campaign
    return Campaign.open(copy_of_campaign(file, folder))
