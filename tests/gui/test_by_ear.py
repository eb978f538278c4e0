"""A round of each game, an encounter and a sheet as a blind user works: keys are pressed, and the screen reader's
output is all that is known of the window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.gui.main_window import MainWindow
from tests.gui.ears import Ears, Part, parts
from tests.gui.sample import sample_campaign

ENCOUNTERS = {
    "ex3": "Ambush at the Lantern Teahouse",
    "ex2": "Hold the Ferry Landing",
    "reincarnated": "Fire in the Salt Temple",
    "skirmish": "Powder on the Kiln Road",
}
PATIENCE = 60
KEYED = re.compile(r"^(?P<name>[^,]+(?:, [^,]+)*?), key (?P<key>[^,]+)(?P<off>, not possible)?")
NAMED_KEYS = {"Enter": Qt.Key.Key_Return, "Escape": Qt.Key.Key_Escape, "Tab": Qt.Key.Key_Tab, "F2": Qt.Key.Key_F2}


class ByEar:
    """Presses keys and records what is announced."""

    def __init__(self, window: MainWindow, ears: Ears, qtbot: QtBot) -> None:
        self._window, self._ears, self._qtbot = window, ears, qtbot

    def press(self, *keys: str) -> str:
        """Press keys in turn, and return what was announced meanwhile."""
        for key in keys:
            modifiers = Qt.KeyboardModifier.NoModifier
            while "+" in key and len(key) > 1:
                held, _plus, key = key.partition("+")
                modifiers |= getattr(Qt.KeyboardModifier, {"Ctrl": "ControlModifier", "Shift": "ShiftModifier"}[held])
            target = QApplication.focusWidget() or self._window
            if key in NAMED_KEYS:
                QTest.keyClick(target, NAMED_KEYS[key], modifiers)
            elif modifiers:
                QTest.keyClick(target, getattr(Qt.Key, f"Key_{key.upper()}"), modifiers)
            else:
                QTest.keyClicks(target, key)
            QApplication.processEvents()
        return self._ears.since()

    def parts(self, role: str = "", start: str = "") -> list[Part]:
        found = parts(self._window)
        return [one for one in found if role in ("", one.role) and one.name.startswith(start)]

    @property
    def focused(self) -> Part:
        """The focused widget; of a line and its list, the line."""
        found = [one for one in self.parts() if one.focused]
        return next((one for one in found if one.role == "EditableText"), found[-1])

    @property
    def offered(self) -> list[str]:
        """The number keys of the choices, possible ones first."""
        found = [one for one in (KEYED.match(part.name) for part in self.parts("Button")) if one]
        return [one["key"] for one in sorted(found, key=lambda one: bool(one["off"])) if one["key"].isdecimal()]

    @property
    def free(self) -> bool:
        """Return whether nothing is asked, so that the turn could end."""
        return bool(self.parts("Button", "End turn") or self.parts("Button", "Name who is next"))

    @property
    def log(self) -> list[str]:
        return [one.name for one in self.parts("Cell") if one.name]

    def description(self, role: str, name: str) -> str:
        """A part's description, which comes a moment after the part itself."""
        self._qtbot.waitUntil(lambda: bool(self.parts(role, name)[0].description))
        return self.parts(role, name)[0].description

    def open(self, name: str) -> None:
        """Opens something by the list of commands."""
        self.press("Ctrl+K", *name)
        assert self.parts("ListItem")[0].name.startswith(name), self.parts("ListItem")
        self.press("Enter")

    def answer(self, last: str = "") -> str:
        """Answer everything that is asked, and return all that was announced.

        Args:
            last: the last announcement.
        """
        heard = last
        for _ in range(PATIENCE):
            if self.free and not last.endswith("allows it."):
                return heard
            at = self.focused
            if at.name == "Dice rolled at the table":
                last = self.press(*dice_for(at.description), "Enter")
            elif last.endswith("allows it."):
                last = self.press("Shift+Enter")
            elif last.endswith("Enter continues.") or not self.offered:
                last = self.press("Enter")
            else:
                last = self.press(self.offered[0])
            heard += f" {last}"
        raise AssertionError(f"still asked: {heard[-600:]}")


def dice_for(asked: str) -> str:
    """A possible result: pools get some successes, other dice their middle face."""
    found = re.search(r" roll for .+?: (?:(?P<count>\d+) (?:dice|die)|(?P<of>\d*)d(?P<sides>\d+))", asked)
    assert found, asked
    if found["count"]:
        return str(min(int(found["count"]), 4))
    return str(int(found["of"] or 1) * int(found["sides"]) // 2)


@pytest.fixture
def ear(window: MainWindow, ears: Ears, qtbot: QtBot, tmp_path: Path) -> ByEar:
    """The window with the sample campaign."""
    path = tmp_path / "sample.exgui"
    sample_campaign(path)
    assert window.session.open_path(path)
    return ByEar(window, ears, qtbot)


def test_encounter_can_be_prepared_and_begun_by_ear(ear: ByEar) -> None:
    ear.open("New encounter")
    assert ear.focused.name == "Battlefield" or ear.parts("Client", "Battlefield")
    assert "Enter draws one" in ear.press("z")
    for name in ("Gate", "Yard"):
        ear.press("Enter")
        assert ear.focused.name == "Name of the zone"
        ear.press("Ctrl+a", *name, "Enter")
        assert ear.parts("Client", "Battlefield")[0].description == f"Selected: {name}"
    assert "then Enter" in ear.press("l")
    ear.press("Tab")
    assert ear.parts("Client", "Battlefield")[0].description == "Selected: Gate"
    assert ear.press("Enter").endswith("Linked Yard and Gate.")
    ear.press("v", "a")
    assert ear.focused.name == "Add anyone"
    assert "Bandit × 2" in ear.press(*"bandit 2")
    assert "Bandit 1 and Bandit 2 added" in ear.press("Enter")
    ear.press("Escape", "p")
    listed = [one.name for one in ear.parts("ListItem")]
    assert {"Volfer, Gate", "Bandit 1, Gate", "Bandit 2, Gate"} <= set(listed), listed
    ear.press("Ctrl+Enter")
    assert ear.focused.name == "Begin the battle"
    heard = ear.press(" ")
    assert "New encounter" in heard
    there = ear.description("Client", "Map")
    assert re.search(r"Gate: Bandit 1; Bandit 2; Volfer; .* Yard: empty\.", there), there


def test_sheet_can_be_made_by_ear(ear: ByEar) -> None:
    ear.open("New sheet")
    assert ear.focused.name == "Name"
    ear.press("Ctrl+a", *"Wren", "Enter")
    assert ear.focused.name == "Strength 1 of 5"
    ear.press("/")
    assert ear.focused.name == "Search this sheet"
    assert ear.press(*"dodge").endswith("Dodge")
    ear.press("Enter")
    assert ear.focused.name == "Dodge 0 of 5"
    ear.press("4")
    assert ear.focused.name == "Dodge 4 of 5"
    (evasion,) = ear.parts("ListItem", "Evasion")
    assert evasion.name == "Evasion 3, (Dexterity 1 + Dodge 4) / 2 = 3", evasion  # half of 5, rounded up
    ear.press("w")
    assert "Straight sword" in ear.press(*"straight")
    ear.press("Enter")
    assert ear.parts("ListItem", "Straight sword")
    ear.press("Ctrl+z", "Ctrl+z")
    assert not ear.parts("ListItem", "Straight sword")
    assert ear.parts("Client", "Dodge 0 of 5")


@pytest.mark.parametrize("game", ENCOUNTERS)
def test_round_can_be_played_by_ear(ear: ByEar, game: str) -> None:
    ear.open(f"Begin {ENCOUNTERS[game]}")
    heard = ear.answer(ear.press(" "))
    assert re.search(r"Now acting: |who (acts|is) next|chooses?", heard), heard

    if not ear.parts("Button", "End turn"):
        heard = ear.answer(ear.press(" "))
    assert "Now acting: " in heard, heard
    before = ear.log
    assert before

    heard = ear.press("a")
    assert re.match(r"Attack|Strike", heard), heard
    heard = ear.answer(heard)
    assert re.search(r"\w+ roll for .+: .*\d", heard), heard
    after = ear.log
    assert after[-1] != before[-1], heard
    happened = re.sub(r"^(tick )?-?\d+  |  \[.*", "", after[-1])  # without the moment and the dice
    assert happened in heard, "what happened was not said as the log has it"

    heard = ""
    for _ in range(PATIENCE):
        heard += ear.press("Ctrl+z")
        if ear.log[-1] == before[-1]:
            break
    assert ear.log[-1] == before[-1]
    assert "Undone: " in heard

    active = ear.parts("Client", "Tick bar")[0].description
    heard = ear.press(" ")
    if "Now acting: " not in heard:
        heard += ear.answer(ear.press(" "))
    assert "Now acting: " in heard, heard
    assert ear.parts("Client", "Tick bar")[0].description != active
