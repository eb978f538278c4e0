"""`exgui demo OUT.png`: plays some turns of the sample battle through the real window, by its keys, and saves a
picture of it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.campaign.errors import CampaignError
from exgui.campaign.sample import build_sample
from exgui.engine.asks import Roll
from exgui.gui.battle_control.draft import key_text, number_keys
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import complain, offscreen_app, save_picture

TURNS = 8
SIZE = (1366, 768)
PATIENCE = 60
"""Keys pressed in one turn before it is ended whatever is left."""


def main(argv: Sequence[str]) -> int:
    """Plays, and saves the picture; gives 0, or 1 where that could not be done (a sentence says why)."""
    out = Path(argv[0]) if argv else Path("exgui-demo.png")
    offscreen_app("dark")
    with tempfile.TemporaryDirectory(prefix="exgui-") as folder:
        campaign = Path(folder) / "sample.exgui"
        try:
            build_sample(campaign)
        except CampaignError as error:
            complain(str(error))
            return 1
        window = MainWindow()
        window.resize(*SIZE)
        window.show()
        window.open_path(campaign)
        if window.campaign is None or not window.begin_encounter(window.campaign.encounters()[0].id):
            complain(window.said or window.empty.text.text())
            window.close()
            return 1
        play_turns(window, TURNS)
        steps = window.bridge.play.step_number if window.bridge is not None else 0
        trouble = save_picture(window, out)
        window.close()
    if trouble:
        complain(trouble)
        return 1
    print(f"Played {steps} steps of the sample battle; the window is in {out.absolute()}")
    return 0


def play_turns(window: MainWindow, turns: int) -> None:
    """Plays so many turns by the keys of the window: whoever is up tries its actions in order, then the turn ends."""
    bridge = window.bridge
    if bridge is None:
        return
    press(window, " ")
    answer_all(window)
    for _ in range(turns):
        if bridge.battle.phase != "running":
            return
        for id, key in window.action_keys().items():
            if bridge.battle.phase != "running" or bridge.queries.legal_actions(bridge.shown).get(id):
                continue
            press(window, key)
            if bridge.draft is None and bridge.pending is None and bridge.refusal is None:
                break
            if not pick_first(window):
                bridge.drafting.cancel()
                continue
            answer_all(window)
        bridge.drafting.cancel()
        press(window, " ")
        answer_all(window)


def pick_first(window: MainWindow) -> bool:
    """Gives what the draft asks for: somebody or something that breaks no rule. False where there is no such thing."""
    bridge = window.bridge
    for _ in range(PATIENCE):
        draft = bridge.draft if bridge is not None else None
        if bridge is None or draft is None:
            return bridge is not None and bridge.pending is not None
        legal = [(n, one) for n, one in number_keys(draft, bridge.battle).items() if not one.violations]
        people = [(n, one) for n, one in legal if one.value in bridge.battle.combatants]
        mine = bridge.battle.combatants[draft.command.by].side
        foes = [(n, one) for n, one in people if bridge.battle.combatants[one.value].side != mine]
        chosen = (foes or ([] if people else legal))[:1]
        if not chosen:
            return False
        for digit in key_text(chosen[0][0]):
            press(window, digit)
        if draft.several:
            press(window, "\r")
    return False


def answer_all(window: MainWindow) -> None:
    """Answers everything that is asked: the app rolls, choices take their default."""
    for _ in range(PATIENCE):
        pending = window.bridge.pending if window.bridge is not None else None
        if pending is None:
            return
        press(window, "r" if isinstance(pending, Roll) else "\r")


def press(window: MainWindow, key: str) -> None:
    """Presses a key wherever the keys go."""
    target = QApplication.focusWidget()
    where = target if target is not None and target.window() is window else window
    if key == "\r":
        QTest.keyClick(where, Qt.Key.Key_Return)
    else:
        QTest.keyClicks(where, key)
