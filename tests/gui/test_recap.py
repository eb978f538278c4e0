"""The recap in the window: its audience, edited, saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from exgui.gui.printing.recap_card import RecapCard
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign

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
    assert "can’t be written" in hands.window.message


def test_recap_of_the_day_has_all_battles_and_pictures(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    with Campaign.open(tmp_path / "sample.exgui") as campaign:
        for encounter in campaign.encounters()[:2]:
            play = campaign.begin_battle(encounter.id)
            for place, id in enumerate(play.battle.combatants, 3):
                changes = Table(who=id, set=Table(initiative=place))
                play.dispatch(Command("adjust", "", changes, overrule=True))
            play.dispatch(Command("start"))
        number = max(one.id for one in campaign.battles())
    assert window.session.open_path(tmp_path / "sample.exgui", str(number))
    window.run("recap")
    card = window.findChild(RecapCard)
    assert card is not None
    assert "Sera of the Dawn" in card.text.toPlainText()
    assert "## Battle 1" not in card.text.toPlainText()
    card.whole_day.click()
    assert "## Battle 1" in card.text.toPlainText()
    assert "## Battle 2" in card.text.toPlainText()
    card.for_me.click()
    assert "[[Volfer]]" in card.text.toPlainText()
    card.save(tmp_path / "night one.md")
    named = [line for line in (tmp_path / "night one.md").read_text("utf-8").splitlines() if line.startswith("![")]
    pictures = sorted(path.name for path in tmp_path.glob("night one-map-*.png"))
    assert [line.rpartition("(")[2][:-1].replace("%20", " ") for line in named] == pictures
    assert pictures
    card.save(tmp_path / "night.html")
    assert "data:image/png;base64," in (tmp_path / "night.html").read_text("utf-8")
    card.keep()
    campaign = window.session.campaign
    assert campaign is not None
    assert campaign.notes.text().startswith("# ")
    assert "[[Volfer]]" in campaign.notes.text()
    assert "![" not in campaign.notes.text()
    card.close_overlay()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_buttons_are_not_cut_in_a_small_window(open_window: Callable[[Play], Hands]) -> None:
    rules = load("ex3")
    hands = open_window(Play.begin(system_for(rules), battle_from(rules, {"combatant": [HERO, HIDDEN]}, "test")))
    least = hands.window.minimumSize()
    hands.window.setMinimumSize(1, 1)
    hands.window.resize(683, 384)
    hands.window.page.controller.steps.start()
    hands.window.run("recap")
    card = hands.window.findChild(RecapCard)
    assert card is not None
    QApplication.processEvents()
    buttons = [(one.text(), one.width() >= one.sizeHint().width()) for one in card.findChildren(QPushButton)]
    card.close_overlay()
    hands.window.setMinimumSize(least)
    hands.window.resize(1366, 768)
    assert len(buttons) == 6
    assert buttons == [(text, True) for text, _whole in buttons]
