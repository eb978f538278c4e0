"""An attack of a battle group in the panel: all whom the one roll meets are named, each with what it needs."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from exgui.engine.asks import Roll
from exgui.gui.main_window import MainWindow
from tests.gui.yard import fight, fighter

GROUP = {"size": 2, "drill": "average", "might": 0, "health_levels": 7, "willpower": 4, "perfect_morale": False}


def test_all_whom_the_roll_of_a_group_meets_are_named(window: MainWindow) -> None:
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


def test_an_attack_on_one_alone_names_nobody_twice(window: MainWindow) -> None:
    people = [fighter("volfer", "heroes", 9, name="Volfer"), fighter("kesh", "foes", 5, name="Kesh")]
    hands = fight(window, people, ["volfer", "kesh"])
    hands.press("A", str(hands.bridge.battle.who("kesh").number), "Enter")
    card = hands.window.page.panel.resolution
    assert not [one for one in card.findChildren(QLabel) if one.text().startswith("Meets")]
