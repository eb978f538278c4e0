"""The recap in the window: for whom, edited, saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from exgui.gui.printing.recap_card import RecapCard
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

HIDDEN = {"id": "vey", "name": "Mistress Vey", "side": "foes", "hidden": True, "state": {"initiative": 3}}
HERO = {"id": "volfer", "side": "heroes", "player": True, "state": {"initiative": 5}}


def test_recap_is_edited_and_saved_for_players_and_storyteller(
    open_window: Callable[[Play], Hands], tmp_path: Path
) -> None:
    rules = load("ex3")
    hands = open_window(Play.begin(system_for(rules), battle_from(rules, {"combatant": [HERO, HIDDEN]}, "test")))
    hands.window.page.controller.steps.start()
    hands.press("F4")
    assert hands.window.page.kind == "summary"
    hands.window.run("recap")
    card = hands.window.findChild(RecapCard)
    assert card is not None
    assert card.isVisible()
    assert "Vey" not in card.text.toPlainText()
    card.text.appendPlainText("They rode home.")
    card.for_me.click()
    assert "Vey" in card.text.toPlainText()
    card.for_players.click()
    for kind in ("md", "html", "txt"):
        card.save(tmp_path / f"story.{kind}")
        saved = (tmp_path / f"story.{kind}").read_text("utf-8")
        assert "They rode home." in saved
        assert "Vey" not in saved
    card.save(tmp_path / "no folder" / "story.md")
    assert "can’t be written" in hands.window.said
