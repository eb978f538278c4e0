"""Programs killed during typing in a sheet: the text of every field that had lost the focus is in the file."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from exgui.campaign.campaign import Campaign
from tests.campaign.soak.killing import Say

LONGEST_WAIT = 20
"""Seconds until a field that was left is in the file, on a very busy computer."""


def type_on(path: Path, seed: int, say: Say) -> None:
    """Type into each editable field of a sheet in turn."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

    from exgui.gui.main_window import MainWindow
    from exgui.gui.pages.sheet.lines import ValueLines
    from exgui.gui.pages.sheet.page import SheetPage
    from exgui.gui.widgets.trait_row import TraitRow

    kinds = (QLineEdit, QPlainTextEdit, TraitRow, ValueLines)

    rng = Random(seed)
    app = QApplication([])
    window = MainWindow()
    window.show()
    assert window.session.open_path(path), "the campaign could not be opened"
    assert window.session.campaign is not None
    sheet = rng.choice([one.id for one in window.session.campaign.sheets() if not one.damaged])
    assert window.navigation.open_sheet(sheet)
    page = window.page
    assert isinstance(page, SheetPage)
    say({"sheet": sheet, "is": page.document.sheet, "left": 0})
    left = 0
    while True:
        fields = [one for one in page.findChildren(QWidget) if isinstance(one, kinds) and one.isVisibleTo(page)]
        field: QWidget = rng.choice(
            [one for one in fields if one.isEnabled() and one.focusPolicy() != Qt.FocusPolicy.NoFocus]
        )
        field.setFocus()
        if isinstance(field, (QLineEdit, QPlainTextEdit)):
            field.selectAll()
            QTest.keyClicks(field, str(rng.randrange(10)))
        else:
            QTest.keyClick(field, str(rng.randint(1, 5)))
        page.parts.view.setFocus()
        app.processEvents()
        end = monotonic() + LONGEST_WAIT
        while not page.document.is_saved:
            assert monotonic() < end, f"{field} was left, and does not come into the file"
            QTest.qWait(5)
        left += 1
        say({"sheet": sheet, "is": page.document.sheet, "left": left})


def look_at_typed(path: Path, last: dict[str, Any]) -> bool:
    """Check that the sheet has the text of every field that lost the focus. Return whether it has one more."""
    with Campaign.open(path) as campaign:
        found, wanted = campaign.sheet(last["sheet"]), last["is"]
    assert len(_different(found, wanted)) <= 1, f"more than one field is another: {_different(found, wanted)}"
    return found != wanted


def _different(found: Any, wanted: Any, where: str = "") -> list[str]:
    """The fields that differ between two sheets."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = sorted({*found, *wanted})
        return [one for key in keys for one in _different(found.get(key), wanted.get(key), f"{where}.{key}")]
    return [] if found == wanted else [where]
