"""Amending a number of successes: the card asks for a 1 among the dice only where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from exgui.engine.asks import Fall, Roll
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.amend_card import AmendCard
from exgui.gui.widgets.basics import EnterLine
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.test_amend_card import preview


@pytest.fixture
def card(window: MainWindow, tmp_path: Path) -> AmendCard:
    """Mirelle strikes the toll sergeant with 4 successes at the ferry; the card amends that."""
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.campaign is not None
    assert window.session.begin_encounter("ferry")
    hands = Hands(window)
    bridge = hands.bridge
    hands.press(" ", "Shift+R")
    mirelle = next(id for id, one in bridge.battle.combatants.items() if one.name.startswith("Mirelle"))
    bridge.drafting.propose("attack", mirelle, overrule=True)
    bridge.drafting.give_candidate(
        next(id for id, one in bridge.battle.combatants.items() if one.name == "Toll sergeant")
    )
    while bridge.pending is not None:
        if isinstance(bridge.pending, Roll) and bridge.pending.name == "attack":
            assert bridge.steps.answer(Fall(score=4))
        elif isinstance(bridge.pending, Roll):
            bridge.steps.roll()
        else:
            bridge.steps.accept()
    window.page.tools.amend(len(bridge.play.steps) - 1)
    assert window.page.kind == "battle"
    tool = window.page.panel.tool
    assert isinstance(tool, AmendCard)
    return tool


def attack(card: AmendCard) -> str:
    return next(key for key in card.facts if key.endswith(".attack"))


def write(card: AmendCard, text: str) -> None:
    line = card.fields[attack(card)]
    assert isinstance(line, EnterLine)
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    line.selectAll()
    QTest.keyClicks(line, text)
    preview(card)


def test_ones_are_requested_only_where_they_matter(card: AmendCard) -> None:
    facts = card.facts[attack(card)]
    assert facts.isHidden()
    write(card, "3")
    assert facts.isHidden()
    write(card, "0")  # no success: a 1 among the dice makes a botch of it
    assert facts.isVisible()
    assert list(facts.picks) == ["ones"]
    assert [chip.text() for chip in facts.picks["ones"].chips] == ["no", "yes"]
    write(card, "2")
    assert facts.isHidden()


def test_amending_adds_the_die_that_fell(card: AmendCard) -> None:
    bridge = card.controller
    index = card.index
    write(card, "0")
    facts = card.facts[attack(card)]
    QTest.mouseClick(facts.picks["ones"].chips[1], Qt.MouseButton.LeftButton)
    preview(card)
    assert card.button.isEnabled()
    QTest.mouseClick(card.button, Qt.MouseButton.LeftButton)
    falls = [one for one in bridge.play.steps[index].answers if isinstance(one, Fall) and one.facts]
    assert [(one.score, one.facts) for one in falls] == [(0, (1,))]
    assert any("otch" in note.text for line in bridge.play.log() for note in line.notes)
