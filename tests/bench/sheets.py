"""How long it takes to open a full sheet, and from a key in it until the window is painted again."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.campaign.campaign import Campaign
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import offscreen_app
from exgui.gui.pages.sheet.page import SheetPage
from exgui.rulebook.reader import load

PATIENCE = 0.25
"""Seconds after which a key is taken to have changed nothing that is seen."""
WARM_UP = 3


class _Watched(MainWindow):
    """Counts how often it was painted."""

    pictures = 0

    def event(self, event: QEvent) -> bool:
        done = bool(super().event(event))
        if event.type() == QEvent.Type.UpdateRequest:
            self.pictures += 1
        return done


def full_sheet() -> dict[str, Any]:
    """A character with traits of every group and things of every kind."""
    rules = load("ex3")
    return {
        "name": "Volfer",
        "player": True,
        "traits": {id: 2 + number % 3 for number, id in enumerate(rules.traits) if rules.traits[id].dots},
        "specialties": {"melee": ["straight sword"], "dodge": ["on rooftops"]},
        "weapons": ["straight_sword", "knife", {"name": "Sling", "ability": "thrown", "accuracy": 3, "damage": 7}],
        "armor": next(iter(rules.tables["armor"])),
        "mount": next(iter(rules.tables["mount"])),
        "effects": list(rules.tables["effect"])[:6],
        "printed": {"soak": 7},
        "state": {"health": {"lethal": 1}},
        "notes": "Owes Maren a horse.\n" * 5,
    }


def measure(folder: Path, opened: int, keys: int) -> tuple[list[float], list[float]]:
    """Milliseconds of this many openings, and of this many keys."""
    app = offscreen_app("dark")
    path = folder / "sheets.exgui"
    with Campaign.create(path) as campaign:
        id = campaign.put_sheet(full_sheet(), "ex3")
    window = _Watched()
    window.resize(1366, 768)
    window.show()
    window.session.open_path(path)
    times = [_open(window, app, id) for _ in range(WARM_UP + opened)][WARM_UP:]
    page = window.page
    assert isinstance(page, SheetPage)
    row = page.parts.traits[0].rows["traits.dexterity"]
    row.setFocus()
    steps = [
        _press(window, app, row, Qt.Key.Key_Right if number % 2 else Qt.Key.Key_Left)
        for number in range(WARM_UP + keys)
    ][WARM_UP:]
    window.close()
    return times, steps


def _open(window: _Watched, app: QApplication, id: str) -> float:
    window.navigation.back()
    app.processEvents()
    begun = perf_counter()
    window.navigation.open_sheet(id)
    _painted(window, app, begun)
    return (perf_counter() - begun) * 1000


def _press(window: _Watched, app: QApplication, row: Any, key: Qt.Key) -> float:
    begun = perf_counter()
    QTest.keyClick(row, key)
    _painted(window, app, begun)
    return (perf_counter() - begun) * 1000


def _painted(window: _Watched, app: QApplication, begun: float) -> None:
    """Wait until changes are painted and no more painting is pending."""
    before = window.pictures
    while perf_counter() - begun < PATIENCE:
        seen = window.pictures
        app.processEvents()
        if seen == window.pictures > before:
            return
