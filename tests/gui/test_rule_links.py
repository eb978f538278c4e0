"""Every rule id in the window links to its rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from exgui.gui.look.explained_text import RuleLink
from exgui.gui.main_window import MainWindow
from exgui.gui.rules_index import RulesIndex
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.states import settle


@pytest.fixture
def battle(window: MainWindow, tmp_path: Path) -> Hands:
    """A battle in progress, in a game with a catalogue."""
    return ambush(window, tmp_path)


def rules(hands: Hands) -> RulesIndex:
    return hands.window.overlays.rules


def links(widget: QWidget) -> list[RuleLink]:
    """The ids of rules that a widget shows."""
    settle()
    return widget.findChildren(RuleLink)


def shown(hands: Hands) -> str:
    rule = rules(hands).rule
    assert rules(hands).isVisible()
    assert rule is not None
    return rule.id


def refuse(hands: Hands) -> None:
    """Rising without lying down is against the rules."""
    hands.press("U")
    assert hands.bridge.refusal is not None


def test_rules_index_opens_by_key_and_searches_typed_text(battle: Hands) -> None:
    battle.press("Shift+F1")
    battle.type("grapple")
    assert shown(battle) == "ex3-40"
    assert battle.bridge.draft is None
    battle.press("Escape")
    assert not rules(battle).isVisible()


def test_the_list_of_keys_leads_on_to_the_rules(battle: Hands) -> None:
    battle.press("F1", "Shift+F1")
    assert not battle.window.overlays.key_list.isVisible()
    assert rules(battle).isVisible()


def test_rules_without_a_battle_are_refused_with_a_hint(window: MainWindow) -> None:
    window.run("rules")
    assert window.message == "Open a battle first to see the rules of its game."


def test_clicking_a_refusal_shows_its_rule(battle: Hands) -> None:
    refuse(battle)
    QTest.mouseClick(links(battle.window.page.panel.draft)[0], Qt.MouseButton.LeftButton)
    assert shown(battle) == "ex3-32"


def test_question_mark_on_a_refusal_shows_its_rule(battle: Hands) -> None:
    refuse(battle)
    battle.press("?")
    assert shown(battle) == "ex3-32"


def test_log_line_links_to_its_rule(battle: Hands) -> None:
    log = battle.window.page.log
    row = next(row for row, line in enumerate(log.model.rows) if line.rule)
    index = log.model.index(row)
    log.view.scrollTo(index)
    menu = log.menu_at(QPoint(100, log.view.visualRect(index).center().y()))
    next(one for one in menu.actions() if one.text().startswith("Rule ")).trigger()
    assert shown(battle) == log.model.rows[row].rule
    battle.press("Escape")
    log.view.setFocus()
    log.view.setCurrentIndex(index)
    battle.press("?")
    assert shown(battle) == log.model.rows[row].rule


def test_parts_of_a_number_link_to_their_rules(battle: Hands) -> None:
    battle.press("?")
    why = battle.window.overlays.why
    link = links(why)[0]
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert shown(battle) == link.text()
    assert not why.isVisible()
