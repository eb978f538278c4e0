"""An evening in the window, by hand: a battlefield drawn, a fight on it with a zone that catches fire, two guards who
arrive, one hidden until round 2, and wounds written back to the sheet."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.campaign.campaign import Campaign
from exgui.gui.forms.card import FieldsCard
from exgui.gui.main_window import MainWindow
from exgui.gui.map.editor.selection import only
from tests.gui.conftest import Hands
from tests.gui.encounter_hands import LEFT, EncounterHands
from tests.gui.test_map_edited_in_a_fight import EditingHands

TRAITS = {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 4, "awareness": 3, "melee": 4}
VOLFER = {"name": "Volfer", "player": True, "traits": TRAITS, "weapons": ["straight_sword"]}


def prepared(window: MainWindow, path: Path) -> EncounterHands:
    """An empty encounter of a campaign with one hero, on its page."""
    with Campaign.create(path, "The mill") as campaign:
        campaign.put_sheet(VOLFER, "ex3", "volfer")
        campaign.put_encounter({"title": "The mill burns", "ruleset": "ex3"}, "mill")
    assert window.session.open_path(path)
    assert window.navigation.open_encounter("mill")
    hands = EncounterHands(window)
    hands.map.map.animated = False
    hands.page.take_keys()
    return hands


def test_battle_is_prepared_fought_and_saved_on_a_drawn_map(window: MainWindow, tmp_path: Path) -> None:
    hands = prepared(window, tmp_path / "mill.exgui")
    campaign = window.session.campaign
    # The field: a barn and a yard, and a way between them.
    hands.press("Z")
    hands.draw(-320, -120, 260, 200, "Barn")
    hands.press("Enter")
    hands.draw(80, -120, 260, 200, "Yard")
    hands.press("Enter", "L")
    hands.drag(hands.middle("barn"), hands.middle("yard"))
    hands.press("Escape", "Escape")
    # Who is in it: the party in the barn, a bandit there, and one in the yard who comes in round 2, hidden until then.
    hands.click(hands.middle("barn"))
    hands.press("P", "A")
    hands.write("bandit")
    hands.press("Enter", "Escape", "Escape")
    hands.click(hands.middle("yard"))
    hands.press("A")
    hands.write("bandit")
    hands.press("Enter", "Escape", "Escape")
    late = hands.page.document.data["combatant"][-1]["id"]
    hands.map.hand.selection.put(only("person", late))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    QTest.mouseClick(card.editors["waits"].chips[1], LEFT)
    card.editors["arrives"].setFocus()
    hands.write("2")
    hands.press("Enter")
    QTest.mouseClick(card.editors["hidden"], LEFT)
    hands.page.take_keys()
    # The fight begins; the app rolls.
    hands.press("Ctrl+Enter", "Enter")
    page = window.page
    assert page.kind == "battle"
    page.map.map.animated = False
    play = window.session.play
    battle_hands = Hands(window)
    battle_hands.press(" ", "Shift+R")
    assert play.battle.phase == "running"
    assert play.battle.round == 1
    assert (play.battle.combatants[late].waiting, play.battle.combatants[late].hidden) == (True, True)
    # The barn catches fire.
    battle_hands.press("Ctrl+M")
    editing = EditingHands(window)
    editing.click(editing.middle("barn", dy=0.95))
    editing.press("8", "Escape", "Escape")
    assert not page.edits_map
    assert play.battle.zones["barn"].terrain == "fire"
    # Two guards arrive in the yard, and join by the rules.
    yard = page.map.map.zones["yard"].box
    QTest.mouseClick(page.map.viewport(), LEFT, pos=page.map.mapFromScene(QPointF(yard.right() - 9, yard.bottom() - 9)))
    battle_hands.press("Ctrl+Shift+A")
    battle_hands.type("2 house guard")
    battle_hands.press("Enter", "Shift+R")
    guards = [one for one in play.battle.combatants.values() if one.name.startswith("House guard")]
    assert [(one.name, one.zone, one.waiting) for one in guards] == [
        ("House guard 1", "yard", False),
        ("House guard 2", "yard", False),
    ]
    battle_hands.press("Ctrl+Z")
    while play.pending is not None:  # answer after answer, to before they came
        battle_hands.press("Ctrl+Z")
    assert len(play.battle.combatants) == 3
    battle_hands.press("Ctrl+Shift+Z")
    while play.can_redo():
        battle_hands.press("Ctrl+Shift+Z")
    assert len(play.battle.combatants) == 5
    # Everybody waits for round 2.
    for _turn in range(12):
        if play.battle.round > 1:
            break
        battle_hands.press(" ", " ")
    assert play.battle.round == 2
    joins = page.panel.due.join
    assert joins is not None
    assert joins.text() == "Bandit 2 joins"
    QTest.mouseClick(joins, LEFT)
    battle_hands.press("Shift+R")
    found = {action.data(): action for action in page.menus.menu("token", late).actions()}
    found["Reveal to the players"].trigger()
    assert (play.battle.combatants[late].waiting, play.battle.combatants[late].hidden) == (False, False)
    # A wound, by the menu; then what the fight did goes to the sheet.
    wound = page.menus.actions.tools
    wound.overrule("volfer", "health.lethal")
    assert QApplication.focusWidget() is page.panel.tool.value
    battle_hands.type("2")
    battle_hands.press("Enter")
    assert play.battle.combatants["volfer"].track("health.lethal") == 2
    battle_hands.press("F4")
    QTest.mouseClick(window.page.write_button, LEFT)
    assert campaign.sheet("volfer")["state"]["health"] == {"lethal": 2}
    assert campaign.encounter("mill")["combatant"][0]["state"]["health"] == {"lethal": 2}
    battle_hands.press("Escape")
    assert window.page is page
