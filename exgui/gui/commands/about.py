"""What the program says about itself: About, what's new, and a report of a problem."""

from __future__ import annotations

import os
import platform
import re
import sys
from pathlib import Path

import PySide6
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from exgui import __version__, licenses, user_places, versions
from exgui.gui.commands.context import Context
from exgui.gui.settings import Settings

SEEN = "seen_version"
"""The setting that holds the newest version whose news were shown."""
LAST_ERRORS = 5
FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+), in (?P<where>\S+)', re.MULTILINE)
ABOUT = (
    "Runs Exalted battles at the storyteller\N{RIGHT SINGLE QUOTATION MARK}s table, offline. Exalted belongs to "
    "its publishers; exgui contains none of their text."
)
PROBLEM = (
    "Everything a helper needs to know. Nothing was sent, and it names none of your campaigns, characters or folders. "
    "Read it, copy it, and add what you did and what happened."
)


def show_about(context: Context) -> None:
    campaign = context.session.campaign
    writer = campaign.written_by if campaign is not None else ""
    written = f"\nThe open campaign was written by exgui {writer}." if writer else ""
    data = user_places.data()
    context.overlays.text.show_text(
        f"exgui {__version__}",
        f"{ABOUT}{written}",
        licenses.in_words(),
        left=(
            ("Campaigns", lambda: open_folder(context, data)),
            ("Backups", lambda: open_folder(context, data / "backups")),
            ("Error reports", lambda: open_folder(context, context.reports.folder)),
        ),
        right=(("What\N{RIGHT SINGLE QUOTATION MARK}s new", lambda: show_news(context)),),
    )


def open_folder(context: Context, folder: Path) -> None:
    """Open a folder in the desktop's file manager."""
    if not folder.is_dir():
        context.show_message(f"Nothing in {folder} yet.")
    elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        context.show_message(f"No program can open folders on this computer. The folder is {folder}")


def show_news(context: Context, since: str = "0") -> None:
    """Show what changed after a version."""
    context.overlays.text.show_text(
        f"What\N{RIGHT SINGLE QUOTATION MARK}s new in exgui {__version__}", "", versions.news_since(since)
    )


def show_news_once(context: Context) -> None:
    """Show what's new once after an update, but not at the very first start."""
    settings = context.settings
    before = last_seen(settings)
    if versions.numbers(before) >= versions.numbers(__version__):
        return
    settings.save(SEEN, __version__)
    if before and context.overlays.on_top is None and versions.news_since(before):
        show_news(context, before)


def last_seen(settings: Settings) -> str:
    """Return the version whose news were shown last; "" at the very first start."""
    seen = str(settings.value(SEEN) or "")
    if versions.numbers(seen):
        return seen
    return "0.1.0" if settings.value("geometry") is not None else ""  # which did not write down its version


def report_problem(context: Context) -> None:
    card = context.overlays.text
    text = problem_text(context)
    card.show_text("Report a problem", PROBLEM, text, right=(("Copy", card.copy),))


def problem_text(context: Context) -> str:
    """Return what a helper needs to know, without names: versions, system, screens, and the last errors."""
    screens = [
        f"{one.size().width()}x{one.size().height()} at {one.devicePixelRatio():g}" for one in QGuiApplication.screens()
    ]
    packed = "packed" if getattr(sys, "frozen", False) else "with the system’s Python"
    lines = [
        f"exgui {__version__} ({packed}), Python {platform.python_version()}, PySide6 {PySide6.__version__}",
        f"System: {platform.platform()}",
        f"Desktop: {os.environ.get('XDG_CURRENT_DESKTOP', 'unknown')}, {QGuiApplication.platformName()}",
        f"Screens: {', '.join(screens)}",
        f"Showing: page {context.page.kind}; {context.session.situation}",
    ]
    errors = [nameless(path) for path in context.reports.reports()[:LAST_ERRORS]]
    lines.append("")
    lines.append(f"Recent errors: {len(errors)}" if errors else "No errors reported.")
    return "\n".join([*lines, *(f"\n{one}" for one in errors)])


def nameless(report: Path) -> str:
    """Return an error report with nothing in it but when and where it happened and what kind of error it was: its
    message, and the folders of this computer, may name people."""
    when, kind = report.stem[:19], report.stem.rpartition(" ")[2]
    try:
        text = report.read_text("utf-8", errors="replace")
    except OSError:
        return f"{when}: {kind}; the report can’t be read"
    last = text.rpartition("Traceback (most recent call last):")[2]
    frames = [f"  {_inside(found['path'])}:{found['line']} {found['where']}" for found in FRAME.finditer(last)]
    return "\n".join([f"{when}: {kind}", *frames])


def _inside(path: str) -> str:
    """Return a path from the folder of its package on."""
    parts = re.split(r"[/\\]", path)
    for top in ("exgui", "site-packages"):
        if top in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(top) :])
    return parts[-1]
