"""Zones on the clipboard of the computer: what was copied in one encounter is pasted into another, or into a battle."""

from __future__ import annotations

import atexit
from functools import cache

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from exgui.campaign import stored_text
from exgui.campaign.encounter_edits.edit import encounter_data, entries
from exgui.campaign.encounter_edits.zones import Copied
from exgui.rulebook.validation import SetupError

FORMAT = "application/x-exgui-zones"
LARGEST = 4_000_000
"""Bytes that are read; other programs may put anything there."""
NOBODY_ELSES = ("offscreen", "minimal")
"""Platforms whose clipboard is memory of this process."""
_ANY_RULES = {"ruleset": "any"}
"""What is checked is an encounter; which rules it is for is asked where it is pasted."""


def put_zones(copied: Copied) -> None:
    """Puts zones on the clipboard, in the place of what was there."""
    data = QMimeData()
    data.setData(FORMAT, stored_text.write({"zone": copied.zones, "link": copied.links}).encode("utf-8"))
    QGuiApplication.clipboard().setMimeData(data)
    _empty_at_exit()


@cache
def _empty_at_exit() -> None:
    """Has a clipboard that dies with this process emptied before: there Qt lets go of what is on it when Python, which
    made it, is gone already, and the process ends in a fault. Any other is left to who wants to paste later."""
    if QGuiApplication.platformName() in NOBODY_ELSES:
        atexit.register(_empty)


def _empty() -> None:
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


def zones_there() -> Copied:
    """The zones on the clipboard; none where something else is there, or they cannot be read."""
    there = QGuiApplication.clipboard().mimeData()
    stored = bytes(there.data(FORMAT).data()) if there is not None and there.hasFormat(FORMAT) else b""
    if not stored or len(stored) > LARGEST:
        return Copied()
    try:
        read = stored_text.read(stored.decode("utf-8"))
        data = encounter_data(stored_text.check_encounter({**read, **_ANY_RULES}))
    except (SetupError, UnicodeDecodeError):
        return Copied()
    return Copied(entries(data, "zone"), entries(data, "link"))
