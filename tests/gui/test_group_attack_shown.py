"""Battle groups in the panel: every target of a group's one roll is named, each with the successes needed; a leader's
commands are offered for the groups that can receive them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from exgui.engine.asks import Roll
from exgui.gui.main_window import MainWindow
from exgui.gui.widgets.row import Row
from tests.gui.yard import fight, fighter

GROUP = {"size": 2, "drill": "average", "might": 0, "health_levels": 7, "willpower": 4, "perfect_morale": False}


def test_all_targets_of_a_group_roll_are_named(window: MainWindow) -> None:
    people = [
        fighter("raiders", "foes", 9, name="Raiders", group=GROUP),
        fighter("kesh", "heroes", 5, name="Kesh"),
        fighter("orin", "heroes", 4, name="Orin", state={"onslaught": 2}),
    ]
    hands = fight(window, people, ["raiders", "kesh", "orin"])
    number = {one.name: one.number for one in hands.bridge.battle.combatants.values()}
    hands.press("A", str(number["Kesh"]))
    assert isinstance(hands.play.pending, Roll)
    card = hands.window.page.panel.resolution
    texts = [one.text() for one in card.findChildren(QLabel) if one.isVisible()]
    assert "Meets Kesh and Orin" in texts
    # (Dexterity 3 + Melee 3) / 2, + 1 for the sword; Orin has been attacked twice.
    assert any("Orin, the lowest of all (Kesh 4, Orin 2)" in text for text in texts)


def test_attack_on_a_single_target_names_it_once(window: MainWindow) -> None:
    people = [fighter("volfer", "heroes", 9, name="Volfer"), fighter("kesh", "foes", 5, name="Kesh")]
    hands = fight(window, people, ["volfer", "kesh"])
    hands.press("A", str(hands.bridge.battle.who("kesh").number), "Enter")
    card = hands.window.page.panel.resolution
    assert not [one for one in card.findChildren(QLabel) if one.text().startswith("Meets")]


def test_leader_is_offered_the_groups_in_command(window: MainWindow) -> None:
    """The pikes are routed and can only be rallied; the guards, who are not, only ordered."""
    people = [
        fighter("vey", "heroes", 9, name="Mistress Vey"),
        fighter("guards", "heroes", 5, name="Guards", group=GROUP),
        fighter("pikes", "heroes", 4, name="Pikes", group=GROUP, state={"routed": True}),
        fighter("kesh", "foes", 3, name="Kesh"),
    ]
    hands = fight(window, people)
    offered = {}
    for command in ("Order", "Rally"):
        rows = hands.window.page.panel.action_list.findChildren(Row)
        row = next(row for row in rows if row.text() == command and row.isVisible())
        QTest.mouseClick(row, Qt.MouseButton.LeftButton)
        offered[command] = [row.text() for row in hands.window.page.panel.draft.rows]
        hands.press("Escape")
    assert offered == {"Order": ["Guards"], "Rally": ["Pikes"]}
