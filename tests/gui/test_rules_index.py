"""The rules index: every rule is found by typing, read with its rulings, and followed by its links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from exgui.engine.record import Table, index_by_id
from exgui.gui.look.theme import DARK
from exgui.gui.rules_index import NO_CATALOGUE, NOTHING_FOUND, RulesIndex, rule_html
from exgui.gui.widgets.finder import Pick, PickModel
from exgui.rulebook.reader import load
from exgui.rulebook.rules import OptionRule, Rule, Ruleset

RULES = Ruleset(
    id="toy",
    name="Toy",
    system="toy",
    lineage=("toy",),
    digest="toy",
    options=Table(kind=OptionRule("kind", "Foes are kind", False, rule="toy-2", help="Whether foes spare who yields.")),
    catalogue=index_by_id(
        [
            Rule("toy-1", "Moving", "One goes where one likes (see toy-3, not toy-9).", source="Of Feet"),
            Rule("toy-2", "Yielding", "Who yields is spared.", ("<Nobody> yields twice.",), "Of Hearts"),
            Rule("toy-3", "Onslaught", "Each attack lowers Defense.", storyteller=True),
        ]
    ),
)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window with a line to write in, which has the keys."""
    out = QWidget()
    qtbot.addWidget(out)
    out.resize(1000, 700)
    line = QLineEdit(out)
    out.show()
    line.setFocus()
    return out


@pytest.fixture
def index(window: QWidget) -> RulesIndex:
    out = RulesIndex(window)
    out.open(RULES)
    return out


def shown(index: RulesIndex) -> list[str]:
    return [pick.value.id for pick in index.list.picks]


def test_all_rules_are_listed_and_the_first_is_shown(index: RulesIndex) -> None:
    assert shown(index) == ["toy-1", "toy-2", "toy-3"]
    assert index.rule == RULES.catalogue["toy-1"]
    assert index.text.toPlainText().startswith("toy-1 · Of Feet\nMoving\nOne goes where one likes")
    assert index.search.hasFocus()


def test_rules_are_found_while_typing(index: RulesIndex, qtbot: QtBot) -> None:
    qtbot.keyClicks(index.search, "yields spared")
    assert shown(index) == ["toy-2"]
    assert "<Nobody> yields twice." in index.text.toPlainText()
    assert "Foes are kind" in index.text.toPlainText()
    qtbot.keyClicks(index.search, " dragon")
    assert shown(index) == []
    assert index.text.toPlainText() == NOTHING_FOUND


def test_arrow_keys_move_through_rules_while_typing(index: RulesIndex, qtbot: QtBot) -> None:
    for key, id in ((Qt.Key.Key_Down, "toy-2"), (Qt.Key.Key_PageDown, "toy-3"), (Qt.Key.Key_Up, "toy-2")):
        qtbot.keyClick(index.search, key)
        assert index.rule == RULES.catalogue[id]
    assert index.search.hasFocus()


def test_a_click_in_the_list_shows_a_rule(index: RulesIndex, qtbot: QtBot) -> None:
    place = index.list.visualRect(index.list.found.index(2)).center()
    qtbot.mouseClick(index.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert index.rule == RULES.catalogue["toy-3"]
    assert "The storyteller applies this rule" in index.text.toPlainText()


def test_rules_index_opens_at_a_rule(index: RulesIndex) -> None:
    index.open(RULES, "toy-2")
    assert index.rule == RULES.catalogue["toy-2"]
    index.open(RULES, "toy-99")
    assert index.rule is not None


def test_rule_ids_in_text_are_links(index: RulesIndex, qtbot: QtBot) -> None:
    assert "<a href='rule:toy-3'>toy-3</a>, not toy-9" in rule_html(DARK, RULES.catalogue["toy-1"], RULES)
    qtbot.keyClicks(index.search, "Moving")
    index.text.anchorClicked.emit(QUrl("rule:toy-3"))
    assert index.rule == RULES.catalogue["toy-3"]
    assert index.search.text() == ""


def test_escape_closes_it_and_restores_the_focus(window: QWidget, index: RulesIndex, qtbot: QtBot) -> None:
    index.open(RULES, "toy-3")
    qtbot.keyClick(index.search, Qt.Key.Key_Escape)
    assert not index.isVisible()
    assert window.findChild(QLineEdit) is window.focusWidget()


def test_rules_without_a_catalogue_are_explained(index: RulesIndex) -> None:
    index.open(RULES.but(catalogue=Table()))
    assert index.text.toPlainText() == NO_CATALOGUE


def test_rules_index_fits_a_small_window(window: QWidget, index: RulesIndex) -> None:
    window.resize(640, 400)
    index.open(RULES)
    assert window.rect().contains(index.geometry())


def test_rules_model_is_valid(qtmodeltester: ModelTester) -> None:
    model = PickModel()
    model.put([Pick(rule.id, rule.title, rule.id) for rule in RULES.catalogue.values()], NOTHING_FOUND)
    qtmodeltester.check(model)
    model.put((), NOTHING_FOUND)
    qtmodeltester.check(model)


@pytest.mark.parametrize("id", ["ex3", "ex2", "reincarnated", "skirmish"])
def test_every_shipped_rule_can_be_read(id: str) -> None:
    rules = load(id)
    for rule in rules.catalogue.values():
        assert rule.title.split()[0] in rule_html(DARK, rule, rules)
