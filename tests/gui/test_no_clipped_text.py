"""No text is cut off, in any state of an evening, in the smallest and in the usual window, at 100 and 200 per cent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from exgui.gui.look.appearance import appearance
from exgui.gui.look.elided import ElidedLabel
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.row import Row
from tests.gui.states import cut_off, walk

ROOT = Path(__file__).resolve().parents[2]


def test_no_text_is_cut_off_in_any_state_of_an_evening(qapp: QApplication, tmp_path: Path) -> None:
    appearance().choose("dark")
    found = walk(tmp_path)
    assert len(found) > 50
    assert {state: texts for state, texts in found.items() if texts} == {}


def test_no_text_is_cut_off_at_twice_the_scale(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.states", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "2"},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["ratio"] == 2
    assert {state: texts for state, texts in report["found"].items() if texts} == {}


def test_clipped_text_is_found(qtbot: QtBot) -> None:
    board = QWidget()
    qtbot.addWidget(board)
    board.resize(300, 200)
    narrow = label("A label of some length", "body")
    wrapped = label("A text that goes on over several lines and has no room for them", "body", wrap=True)
    button, row = push("A button of some length"), Row("A row of some length", "A")
    for number, widget in enumerate((narrow, wrapped, button, row)):
        widget.setParent(board)
        widget.setMinimumWidth(0)
        widget.setGeometry(0, number * 40, 70, 20)
    board.show()
    clipped = " ".join(cut_off(board))
    for name in ("A label", "A text", "A button"):
        assert name in clipped
    assert "A row" not in clipped  # it says all of it on hover


def test_long_name_is_shortened_by_words_with_a_tooltip(qtbot: QtBot) -> None:
    name = ElidedLabel("body")
    qtbot.addWidget(name)
    name.resize(150, 20)
    name.show()
    name.put("Volfer, Whose Shadow Walks Before Him")
    assert name.text() == "Volfer"
    assert name.toolTip() == name.accessibleName() == "Volfer, Whose Shadow Walks Before Him"
    name.put("Swan")
    assert (name.text(), name.toolTip()) == ("Swan", "")
