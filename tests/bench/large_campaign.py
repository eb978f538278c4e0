"""How long a campaign of years takes in the window: 200 sheets and 60 encounters, opened and listed, then searched."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.campaign.campaign import Campaign
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import offscreen_app

SEARCHED = "somebody 19"
"""Typed letter by letter, and taken back."""


def make(path: Path, sheets: int = 200, encounters: int = 60) -> Path:
    """Write the campaign, its sheets in folders of twenty."""
    traits = dict.fromkeys(("strength", "dexterity", "stamina", "wits", "melee", "dodge"), 3)
    zones = [{"id": f"z{number}"} for number in range(6)]
    people = [
        {"id": f"c{number}", "name": f"Somebody {number}", "side": "foes", "zone": f"z{number % 6}", "traits": traits}
        for number in range(12)
    ]
    notes = "Met at the teahouse, owes the ferryman. " * 40
    with Campaign.create(path) as campaign, campaign.together():
        for number in range(sheets):
            sheet = {"name": f"Somebody {number}", "traits": traits, "weapons": ["axe"], "notes": notes}
            campaign.put_sheet({**sheet, "folder": f"Folder {number // 20}", "player": number < 5}, "ex3")
        for number in range(encounters):
            fight = {"title": f"Fight {number}", "ruleset": "ex3", "zone": zones, "combatant": people}
            campaign.put_encounter(fight)
    return path


def measure(folder: Path, times: int, sheets: int = 200) -> tuple[list[float], list[float]]:
    """Milliseconds until an open window has listed and painted the campaign; and from a letter that
    is typed into its search until that is painted."""
    path = make(folder / "years.exgui", sheets)
    _app = offscreen_app("dark")
    opened: list[float] = []
    searched: list[float] = []
    for _ in range(times):
        window = MainWindow()
        window.resize(1920, 1080)
        window.show()
        window.column.set_folded(False)
        QApplication.processEvents()
        begun = perf_counter()
        window.session.open_path(path)
        QApplication.processEvents()
        window.column.tree.viewport().grab()
        opened.append((perf_counter() - begun) * 1000)
        window.column.begin_search()
        for key in (*SEARCHED, *("\b" * len(SEARCHED))):
            begun = perf_counter()
            QTest.keyClicks(window.column.search, key)
            window.column.tree.viewport().grab()
            searched.append((perf_counter() - begun) * 1000)
        window.close()
    return opened, searched
