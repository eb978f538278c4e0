"""Programs killed while somebody types in a sheet: what was in a field that had been left is in the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from exgui.campaign.campaign import Campaign
from tests.campaign.soak.tally import Tally, apart

SHEET = "volfer"
START = 0.8
"""Seconds that a window takes until somebody can type in it."""
LONGEST = 0.8
"""Seconds of typing at most."""

Run = Callable[[Callable[[Callable[[dict[str, Any]], None]], None], float], list[dict[str, Any]]]


def kill_while_typing(path: Path, run_and_kill: Run, rng: Random, tally: Tally) -> None:
    """Kills one program in which numbers are typed into the notes of a sheet, one after the other."""
    said = run_and_kill(lambda say: _type_on(path, say), START + rng.random() * LONGEST)
    left = said[-1]["left"] if said else 0
    result = apart(lambda: _written(path))
    if "lost" in result:
        tally.failed(f"after {left} fields: {result['lost']}")
    elif not said:
        tally.survived("killed before anything was typed in a sheet")
    elif left <= result["gave"] <= left + 1:
        tally.counts["fields of a sheet left before a kill"] += left
        tally.survived("killed while typing in a sheet: every field that was left was in the file")
    else:
        tally.failed(f"{left} fields were left, the file has {result['gave']}")


def _written(path: Path) -> int:
    with Campaign.open(path) as campaign:
        return int(campaign.sheet(SHEET)["notes"])


def _type_on(path: Path, say: Callable[[dict[str, Any]], None]) -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from exgui.gui.main_window import MainWindow
    from exgui.gui.pages.sheet.page import SheetPage

    app = QApplication([])
    window = MainWindow()
    window.show()
    window.session.open_path(path)
    assert window.session.campaign is not None
    assert window.navigation.open_sheet(SHEET)
    page = window.page
    assert isinstance(page, SheetPage)
    assert page.parts.notes is not None
    field = page.parts.notes.field
    number = 0
    while True:
        number += 1
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, str(number))
        page.parts.head.name.setFocus()
        app.processEvents()
        say({"left": number})
