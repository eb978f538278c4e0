"""`exgui demo OUT.png`: plays some turns of the sample battle through the real window, by its keys, and saves a
picture of it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui import user_places
from exgui.campaign.errors import CampaignError
from exgui.campaign.sample import build_sample
from exgui.engine.asks import Roll
from exgui.gui.battle_control.draft import number_keys, typed_keys
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import complain, offscreen_app, save_picture

TURNS = 8
SIZE = (1366, 768)
PATIENCE = 60
"""Keys pressed in one turn before it is ended."""


def main(out: Path) -> int:
    """Play, and save the picture; return 0, or 1 on failure, with a message."""
    offscreen_app("dark")
    with tempfile.TemporaryDirectory(prefix="exgui-") as folder, user_places.moved_to(Path(folder)):
        campaign = Path(folder) / "sample.exgui"
        try:
            build_sample(campaign)
        except CampaignError as error:
            complain(str(error))
            return 1
        window = MainWindow()
        window.resize(*SIZE)
        window.show()
        window.session.open_path(campaign)
        if not window.session.begin_first():
            complain(window.message or window.welcome.notice.text.text())
            window.close()
            return 1
        play_turns(window, TURNS)
        steps = window.session.play.step_number if window.session.play is not None else 0
        trouble = save_picture(window, out)
        window.close()
    if trouble:
        complain(trouble)
        return 1
    print(f"Played {steps} steps of the sample battle; the window is in {out.absolute()}")
    return 0


def play_turns(window: MainWindow, turns: int) -> None:
    """Play this many turns with the window's keys: the acting combatant tries its actions in order, then the turn
    ends."""
    page = window.commands.context.battle
    if page is None:
        return
    controller = page.controller
    press(window, " ")
    answer_all(window)
    for _ in range(turns):
        if controller.battle.phase != "running":
            return
        for id, key in page.action_keys().items():
            if controller.battle.phase != "running" or controller.queries.legal_actions(controller.shown).get(id):
                continue
            press(window, key)
            if controller.draft is None and controller.pending is None and controller.refusal is None:
                break
            if not pick_first(window):
                controller.drafting.cancel()
                continue
            answer_all(window)
        controller.drafting.cancel()
        press(window, " ")
        answer_all(window)


def pick_first(window: MainWindow) -> bool:
    """Give the draft a value that breaks no rule; return False if there is none."""
    page = window.commands.context.battle
    if page is None:
        return False
    controller = page.controller
    for _ in range(PATIENCE):
        draft = controller.draft
        if draft is None:
            return controller.pending is not None
        legal = [(n, one) for n, one in number_keys(draft, controller.battle).items() if not one.violations]
        people = [(n, one) for n, one in legal if one.value in controller.battle.combatants]
        actor = controller.battle.combatants.get(draft.command.by)  # none where the next to act is named
        foes = [
            (n, one) for n, one in people if actor is None or controller.battle.combatants[one.value].side != actor.side
        ]
        chosen = (foes or ([] if people else legal))[:1]
        if not chosen:
            return False
        for digit in typed_keys(chosen[0][0]):
            press(window, digit)
        if draft.several:
            press(window, "\r")
    return False


def answer_all(window: MainWindow) -> None:
    """Answer everything that is asked: the app rolls, choices take their default."""
    for _ in range(PATIENCE):
        page = window.commands.context.battle
        pending = page.controller.pending if page is not None else None
        if pending is None:
            return
        press(window, "r" if isinstance(pending, Roll) else "\r")


def press(window: MainWindow, key: str) -> None:
    target = QApplication.focusWidget()
    where = target if target is not None and target.window() is window else window
    if key == "\r":
        QTest.keyClick(where, Qt.Key.Key_Return)
    else:
        QTest.keyClicks(where, key)
