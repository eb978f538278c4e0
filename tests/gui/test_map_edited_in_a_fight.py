"""The map is edited in the middle of a fight: by a mode with a frame, each edit one step of the battle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.engine.battle import Battle
from exgui.gui.forms.card import FieldsCard
from exgui.gui.main_window import MainWindow
from exgui.gui.map.editor.selection import only
from exgui.gui.map.editor.view import EditorView
from exgui.play.play import Play
from tests.gui.encounter_hands import LEFT, EncounterHands
from tests.gui.mill import fight_at_the_mill, shared_window


class EditingHands(EncounterHands):
    """Draws and drags on the map of a battle while that is edited."""

    @property
    def map(self) -> EditorView:
        editing = self.window.commands.context.battle.editing
        assert editing is not None
        return editing.view

    @property
    def battle(self) -> Battle:
        return self.play.battle

    @property
    def play(self) -> Play:
        assert self.window.session.play is not None
        return self.window.session.play

    def log(self) -> str:
        """The sentences of the last step."""
        return " ".join(note.text for note in self.play.log()[-1].notes)


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[MainWindow]:
    """One window for all tests here."""
    yield from shared_window(qapp)


@pytest.fixture
def hands(one_window: MainWindow) -> EditingHands:
    """The fight at the mill, in the mode in which its map is edited."""
    fight_at_the_mill(one_window)
    hands = EditingHands(one_window)
    hands.press("Ctrl+M")
    hands.map.map.animated = False
    return hands


def test_editing_mode_has_a_key_and_a_frame_and_ends_by_escape(hands: EditingHands) -> None:
    page = hands.window.commands.context.battle
    assert page.editing.frame.isVisible()
    assert not page.map.isVisible()
    assert not page.panel.isVisible()
    hands.press("A")  # would begin an attack
    assert page.controller.draft is None
    hands.press("Z", "Escape")
    assert page.edits_map, "Escape puts the tool away first"
    hands.press("Escape")
    assert not page.edits_map
    assert page.map.isVisible()
    assert page.panel.isVisible()
    assert QApplication.focusWidget() is page.map
    hands.press("A")
    assert page.controller.draft is not None


def test_new_zone_and_its_name_are_two_undoable_steps(hands: EditingHands) -> None:
    hands.press("Z", "8")
    hands.draw(0, 320, 200, 160, "Hay loft")
    hands.press("Enter")
    (new,) = [zone for zone in hands.battle.zones.values() if zone.id not in ("barn", "yard")]
    assert (new.name, new.x, new.y, new.width, new.height, new.terrain) == ("Hay loft", 0, 320, 200, 160, "fire")
    assert hands.log() == "Zone 1 is now called Hay loft."
    assert hands.map.hand.selection.now == only("zone", new.id)
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert set(hands.battle.zones) == {"barn", "yard"}
    assert hands.map.map.zones.keys() == {"barn", "yard"}


def test_fire_terrain_offers_its_usual_hazard(hands: EditingHands) -> None:
    hands.click(hands.middle("barn", dy=0.95))
    hands.press("8")
    assert hands.battle.zones["barn"].terrain == "fire"
    card = hands.window.page.editing.panel.card
    assert isinstance(card, FieldsCard)
    card.editors["hazard"].setFocus()
    hands.write("fire")
    hands.press("Enter")
    assert hands.battle.zones["barn"].hazard == "fire"
    assert "hazard fire" in hands.log()
    card.editors["difficult"].setFocus()
    hands.press(" ")
    assert hands.battle.zones["barn"].difficult


def test_clearing_an_obstacle_and_breaking_a_link_are_steps(hands: EditingHands) -> None:
    hands.click(hands.at(320, 100))
    card = hands.window.page.editing.panel.card
    assert isinstance(card, FieldsCard)
    QTest.mouseClick(card.editors["barrier"].chips[0], LEFT)
    (link,) = hands.battle.links
    assert (link.barrier, link.difficulty) == ("none", 0)
    assert hands.log() == "The path between Barn and Yard is clear."
    hands.map.setFocus()
    hands.key(Qt.Key.Key_Delete)
    assert hands.battle.links == ()
    assert hands.log() == "No path leads from Barn to Yard any longer."
    hands.press("Ctrl+Z", "Ctrl+Z")
    (link,) = hands.battle.links
    assert (link.barrier, link.difficulty) == ("obstacle", 2)


def test_removing_a_zone_asks_where_its_people_go(hands: EditingHands) -> None:
    hands.click(hands.middle("barn", dy=0.95))
    hands.key(Qt.Key.Key_Delete)
    where = hands.window.page.editing.panel.where
    assert where.isVisible()
    assert "barn" in hands.battle.zones, "nothing is gone before it is said"
    hands.press("Escape")
    assert "barn" in hands.battle.zones
    hands.click(hands.middle("barn", dy=0.95))
    hands.key(Qt.Key.Key_Delete)
    hands.press("Enter")
    assert set(hands.battle.zones) == {"yard"}
    assert {one.zone for one in hands.battle.combatants.values()} == {"yard"}
    assert not where.isVisible()
    hands.click(hands.middle("yard", dy=0.95))
    hands.key(Qt.Key.Key_Delete)
    assert set(hands.battle.zones) == {"yard"}
    assert hands.window.message == "It is the last zone, and it isn’t empty."
    hands.press("Ctrl+Z")
    assert hands.battle.combatants["ada"].zone == "barn"
    assert hands.battle.close_group("ada") == ("bo",)


def test_overrides_place_tokens_and_form_close_groups(hands: EditingHands) -> None:
    hands.drag(hands.token("ada"), hands.middle("yard"))
    assert hands.battle.combatants["ada"].zone == "yard"
    assert hands.battle.close == ()
    hands.drag(hands.token("bo"), hands.token("ada"))
    assert hands.battle.close_group("bo") == ("ada",)
    card = hands.window.page.editing.panel.card
    assert isinstance(card, FieldsCard)
    card.editors["name"].setFocus()
    card.editors["name"].selectAll()
    hands.write("Bo the Strong")
    hands.press("Enter")
    assert hands.battle.combatants["bo"].name == "Bo the Strong"


def test_impossible_edit_is_reported_and_the_fight_continues(hands: EditingHands) -> None:
    before = hands.battle
    hands.press("L")
    hands.drag(hands.middle("barn"), hands.middle("yard"))
    assert "already linked" in hands.window.message
    assert hands.battle is before
    hands.press("Escape", "Escape")
    hands.press("A", "Enter", "Enter")  # Ada attacks Bo; a roll is asked
    assert hands.play.pending is not None
    hands.press("Ctrl+M")
    assert not hands.window.commands.context.battle.edits_map


def test_zones_are_dragged_and_nudged_as_one_step_for_all_of_them(hands: EditingHands) -> None:
    hands.press("Ctrl+A")
    start = hands.middle("barn", dy=0.95)
    hands.drag(start, start + QPoint(0, round(64 * hands.map.zoom)))
    assert {zone.y for zone in hands.battle.zones.values()} == {64}
    hands.press("Ctrl+Z")
    assert {zone.y for zone in hands.battle.zones.values()} == {0}
