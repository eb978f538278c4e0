"""The page of an encounter, used with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QDragEnterEvent, QDropEvent, QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from exgui.campaign import stored_text
from exgui.campaign.campaign import Campaign
from exgui.campaign.encounter_edits.edit import encounter_data
from exgui.campaign.exchange import export_encounter
from exgui.gui.campaign_column.entries import Entry, mime_of
from exgui.gui.forms.card import FieldsCard
from exgui.gui.forms.editors import ChipPick
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.map.editor.battlefield import FORMAT
from exgui.gui.map.editor.selection import Selected, only
from exgui.gui.pages.encounter import page
from exgui.gui.pages.encounter.document import PreparedGame
from exgui.gui.pages.encounter.roster_list import RosterLine, texts_of
from exgui.gui.session import opening
from exgui.gui.widgets.finder import Pick
from exgui.rulebook.reader import load
from exgui.rulebook.setup import EncounterReader
from exgui.scenario.reader import read
from exgui.systems import system_for
from tests.gui.encounter_hands import LEFT, EncounterHands
from tests.gui.states import settle

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
YARD = {
    "title": "The mill",
    "ruleset": "ex3",
    "zone": [
        {"id": "mill", "name": "Mill", "x": 0, "y": 0, "width": 240, "height": 200},
        {"id": "yard", "name": "Yard", "x": 400, "y": 0, "width": 240, "height": 200},
        {"id": "pond", "name": "Pond", "x": 0, "y": 320, "width": 240, "height": 200},
    ],
    "link": [{"between": ["mill", "yard"]}],
    "combatant": [
        {"id": "ada", "name": "Ada", "side": "heroes", "zone": "mill"},
        {"id": "bo", "name": "Bo", "side": "foes", "zone": "yard"},
        {"id": "cy", "name": "Cy", "side": "foes"},
    ],
}
HERO = {"name": "Volfer", "player": True, "side": "heroes"}


@pytest.fixture(scope="module")
def one_window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """One window with one campaign for all tests here."""
    appearance().choose("dark")
    path = tmp_path_factory.mktemp("encounter") / "mill.exgui"
    with Campaign.create(path, "The mill") as campaign:
        campaign.put_sheet(HERO, "ex3", "volfer")
        campaign.put_sheet({**HERO, "name": "Ilsa"}, "ex3", "ilsa")
        campaign.put_sheet({"name": "Rider", "mount": "horse"}, "ex3", "rider")
    window = MainWindow()
    window.resize(1366, 768)
    window.show()
    QTest.qWaitForWindowActive(window)
    patience, opening.PATIENCE = opening.PATIENCE, 60
    assert window.session.open_path(path)
    yield window
    opening.PATIENCE = patience
    window.close()


@pytest.fixture
def hands(one_window: MainWindow) -> Iterator[EncounterHands]:
    """The mill encounter on its page."""
    yield opened(one_window, YARD)
    one_window.navigation.close("encounter", "mill")


def opened(window: MainWindow, data: dict[str, object]) -> EncounterHands:
    """An encounter on its page; the one before is forgotten."""
    assert window.session.campaign is not None
    window.navigation.close("encounter", "mill")
    window.session.campaign.put_encounter(data, "mill")
    assert window.navigation.open_encounter("mill"), window.message
    window.activateWindow()
    hands = EncounterHands(window)
    hands.page.map.map.animated = False
    hands.page.map.fit()
    hands.page.take_keys()
    return hands


def zone_of(hands: EncounterHands, id: str) -> dict[str, object]:
    return next(one for one in hands.data["zone"] if one["id"] == id)


def person(hands: EncounterHands, id: str) -> dict[str, object]:
    return next(one for one in hands.data["combatant"] if one["id"] == id)


# Drawing


def test_zone_is_drawn_and_named_at_once(hands: EncounterHands) -> None:
    hands.press("Z")
    hands.draw(400, 320, 200, 160, "Old orchard")
    hands.press("Enter")
    found = zone_of(hands, "old_orchard")
    assert (found["name"], found["x"], found["y"], found["width"], found["height"]) == (
        "Old orchard",
        400,
        320,
        200,
        160,
    )
    assert hands.page.map.hand.selection.now == only("zone", "old_orchard")
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert "old_orchard" not in str(hands.data)
    assert hands.window.message == "Undone: Zone 1 drawn."
    hands.press("Ctrl+Shift+Z")
    assert zone_of(hands, "zone_1")["name"] == "Zone 1"


def test_oval_and_its_terrain_are_set_by_key(hands: EncounterHands) -> None:
    hands.press("O", "3")
    hands.draw(400, 320, 200, 160)
    hands.press("Enter")
    found = zone_of(hands, "zone_1")
    assert (found["shape"], found["terrain"]) == ("ellipse", "water")
    hands.press("2")
    assert zone_of(hands, "zone_1")["terrain"] == "forest"
    hands.press("Escape", "Escape")
    assert hands.page.map.hand.tool == "select"
    assert not hands.page.map.hand.selection.now


def test_zones_snap_to_grid_and_neighbours_unless_ctrl_is_held(hands: EncounterHands) -> None:
    start = hands.middle("pond")
    hands.drag(start, start + QPoint(round(403 * hands.page.map.zoom), 0))
    assert zone_of(hands, "pond")["x"] == 400, "in line with the yard"
    assert not any(line.guide for line in hands.page.map.hand.guides.items)
    hands.press("Ctrl+Z")
    by = QPoint(37, 0)
    hands.drag(start, start + by, CTRL)
    assert zone_of(hands, "pond")["x"] == pytest.approx(37 / hands.page.map.zoom, abs=1)


def test_guides_show_while_dragging_and_escape_cancels(hands: EncounterHands) -> None:
    before = hands.data
    start = hands.middle("pond")
    hands.hold(start, start + QPoint(round(400 * hands.page.map.zoom), 0))
    assert any(line.guide for line in hands.page.map.hand.guides.items)
    hands.press("Escape")
    QTest.mouseRelease(hands.page.map.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, start)
    assert hands.data == before
    assert hands.page.map.map.zones["pond"].pos().x() == 0


def test_corner_resizes_and_the_panel_shows_the_size(hands: EncounterHands) -> None:
    hands.click(hands.middle("mill"))
    hands.drag(hands.at(240, 200), hands.at(280, 240))
    assert (zone_of(hands, "mill")["width"], zone_of(hands, "mill")["height"]) == (280, 240)
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    assert card.editors["width"].text() == "280"


def test_shift_tab_moves_from_begin_back_through_the_selections_fields(hands: EncounterHands) -> None:
    hands.click(hands.middle("pond"))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    hands.page.panel.begin.button.setFocus()
    reached: list[QWidget] = []
    while not hands.page.toolbar.isAncestorOf(QApplication.focusWidget()):
        hands.press("Shift+Tab")
        reached.append(QApplication.focusWidget())
        assert len(reached) < 60
    assert reached[-2] is card.editors["name"]
    assert all(card.isAncestorOf(one) for one in reached[:-1])


def test_links_are_drawn_from_edge_to_edge_or_refused_with_a_message(hands: EncounterHands) -> None:
    hands.press("L")
    hands.drag(hands.middle("mill"), hands.middle("pond"))
    assert {"between": ["mill", "pond"]} in hands.data["link"]
    hands.drag(hands.middle("pond"), hands.middle("mill"))
    assert hands.window.message == "Pond and Mill are already linked."
    hands.drag(hands.middle("mill"), hands.middle("mill", 0.2))
    assert hands.window.message == "A link joins two zones: Mill can’t be linked to itself."
    pond, yard = (hands.page.map.map.zones[id].box for id in ("pond", "yard"))
    short = QPoint(4, 0)  # the edge is missed by a little, at both ends
    start, end = (hands.at(*at) for at in ((pond.right(), pond.center().y()), (yard.left(), yard.center().y())))
    hands.drag(start + short, end - short)
    assert {"between": ["pond", "yard"]} in hands.data["link"]
    hands.press("V", "Ctrl+Z")
    hands.click(hands.middle("pond"))
    hands.drag(hands.at(240, 420), hands.middle("yard"))  # the knob in the middle of its edge
    assert {"between": ["pond", "yard"]} in hands.data["link"]


def test_link_is_selected_given_a_barrier_and_deleted(hands: EncounterHands) -> None:
    hands.click(hands.at(320, 100))
    assert hands.page.map.hand.selection.now == only("link", ("mill", "yard"))
    card = hands.page.panel.card
    hands.push(card.editors["barrier"].chips[1])
    card.editors["difficulty"].setFocus()
    hands.write("3")
    hands.press("Enter")
    assert hands.data["link"] == [{"between": ["mill", "yard"], "barrier": "obstacle", "difficulty": 3}]
    hands.page.take_keys()
    hands.key(Qt.Key.Key_Delete)
    assert "link" not in hands.data


def test_rubber_band_selection_moves_aligns_and_nudges_together(hands: EncounterHands) -> None:
    hands.drag(hands.at(-40, -40), hands.at(680, 240))
    assert hands.page.map.hand.selection.now.zones == ("mill", "yard")
    start = hands.middle("mill")
    hands.drag(start, start + QPoint(0, round(-64 * hands.page.map.zoom)))
    assert (zone_of(hands, "mill")["y"], zone_of(hands, "yard")["y"]) == (-64, -64)
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Right, SHIFT)
    assert (zone_of(hands, "mill")["x"], zone_of(hands, "mill")["y"]) == (1, -56)
    hands.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert zone_of(hands, "yard")["y"] == 0
    hands.click(hands.middle("pond"), SHIFT)
    assert hands.page.map.hand.selection.now.zones == ("mill", "yard", "pond")
    card = hands.page.panel.card
    card.editors["difficult"].setFocus()
    hands.push(card.editors["difficult"])
    assert all(one["difficult"] for one in hands.data["zone"])


def test_copies_keep_links_and_get_names(hands: EncounterHands) -> None:
    hands.press("Ctrl+A")
    hands.press("Ctrl+C", "Ctrl+V")
    assert [one["name"] for one in hands.data["zone"]][3:] == ["Mill 2", "Yard 2", "Pond 2"]
    assert {"between": ["mill_2", "yard_2"]} in hands.data["link"]
    hands.press("Ctrl+X")
    hands.press("Ctrl+Z")
    assert len(hands.data["zone"]) == 6, "a cut is one step"
    hands.press("Ctrl+Z")
    hands.click(hands.middle("pond"))
    hands.press("Ctrl+D")
    assert hands.data["zone"][3]["name"] == "Pond 2"


@pytest.mark.parametrize("forged", [b"", b"\xff", b"[", b'{"zone": 1}', b'{"zone": [{"id": "a", "x": "far"}]}'])
def test_foreign_clipboard_is_not_pasted_as_a_zone(hands: EncounterHands, forged: bytes) -> None:
    hands.press("Ctrl+A", "Ctrl+C")
    data = QMimeData()
    data.setData(FORMAT, forged)
    QApplication.clipboard().setMimeData(data)
    hands.press("Ctrl+V")
    assert len(hands.data["zone"]) == 3
    assert hands.map.message == "There is nothing to paste. Copy zones first."


def test_removing_a_zone_leaves_its_people_unplaced(hands: EncounterHands) -> None:
    hands.click(hands.middle("mill"))
    hands.key(Qt.Key.Key_Delete)
    assert "zone" not in person(hands, "ada")
    assert "link" not in hands.data
    assert hands.page.document.history.undo() == "Mill deleted; Ada is no longer placed"


def test_a_zone_keeps_its_people_and_links_when_it_is_renamed(hands: EncounterHands) -> None:
    hands.click(hands.middle("mill"))
    hands.press("Enter")
    hands.write("Burnt mill")
    hands.press("Enter")
    assert person(hands, "ada")["zone"] == "burnt_mill"
    assert hands.data["link"] == [{"between": ["burnt_mill", "yard"]}]
    assert hands.page.map.hand.selection.now == only("zone", "burnt_mill")


def test_zoom_is_bounded_and_can_be_reset(hands: EncounterHands) -> None:
    view = hands.page.map
    for _ in range(20):
        hands.press("+")
    assert view.zoom == 4.0
    assert hands.page.toolbar.zoom.text() == "Fit · 400%"
    hands.push(hands.page.toolbar.zoom)
    assert not view.zooming.by_hand
    for _ in range(20):
        hands.press("-")
    assert view.zoom == 0.25
    hands.key(Qt.Key.Key_Home)
    assert "Fit" not in hands.page.toolbar.zoom.text()
    highest = min(item.box.top() for item in view.map.zones.values())
    assert hands.at(0, highest).y() > hands.page.toolbar.geometry().bottom()


def test_every_zone_field_can_be_set_by_keyboard(hands: EncounterHands) -> None:
    hands.click(hands.middle("mill"))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    card.editors["terrain"].setFocus()
    hands.press("6")
    assert [chip.text() for chip in card.editors["offers"].findChildren(type(card.editors["cover"].chips[0]))] == [
        "+ heavy cover"
    ]
    card.editors["cover"].setFocus()
    hands.press("h", " ")
    card.editors["cover.heavy"].setFocus()
    hands.key(Qt.Key.Key_Up)
    for field, text in (
        (card.editors["hazard"], "smoke"),
        (card.editors["size"], "30"),
        (card.editors["ground"], "two yards up"),
    ):
        field.setFocus()
        hands.write(text)
        hands.press("Enter")
    card.editors["hazard_dice"].setFocus()
    hands.write("3")
    card.editors["hazard_type"].setFocus()
    hands.press("b")
    card.editors["notes"].setFocus()
    hands.write("The wheel can be stopped.")
    card.editors["hidden"].setFocus()
    hands.press(" ")
    found = zone_of(hands, "mill")
    assert (found["terrain"], found["cover"], found["hazard"], found["size"]) == ("building", {"heavy": 4}, "smoke", 30)
    assert (found["hazard_dice"], found["hazard_type"]) == (3, "bashing")
    assert (found["ground"], found["notes"], found["hidden"]) == ("two yards up", "The wheel can be stopped.", True)


def test_empty_map_offers_the_ready_made_battlefields(one_window: MainWindow) -> None:
    hands = opened(one_window, {"title": "New", "ruleset": "ex2"})
    empty = hands.page.empty
    assert len(empty.buttons) == 10
    teahouse = next(button for button in empty.buttons if button.text() == "Teahouse")
    hands.push(teahouse)
    assert not empty.isVisible()
    assert len(hands.data["zone"]) > 4
    assert hands.page.document.problems == (), "cover is said in the words of this game"
    hands.press("Ctrl+Z")
    assert "zone" not in hands.data
    assert empty.isVisible()
    assert hands.window.message == "Undone: Battlefield: Teahouse."


def test_typing_in_a_field_is_one_step_and_escape_returns_to_the_map(hands: EncounterHands) -> None:
    hands.click(hands.middle("mill"))
    notes = hands.page.panel.card.editors["notes"]
    notes.setFocus()
    hands.write("The wheel")
    notes.commit_fields()  # as a moment later
    hands.write(" can be stopped.")
    hands.press("Escape")
    assert hands.page.map.hasFocus()
    assert zone_of(hands, "mill")["notes"] == "The wheel can be stopped."
    name = hands.page.panel.card.editors["name"]
    name.setFocus()
    name.selectAll()
    hands.write("Burnt")
    name.commit_fields()
    assert hands.page.panel.card.editors["name"] is name, "the field is the same, whatever the zone is called now"
    hands.write(" mill")
    hands.press("Enter")
    assert hands.page.map.hasFocus()
    assert zone_of(hands, "burnt_mill")["name"] == "Burnt mill"
    hands.press("Ctrl+Z")
    assert zone_of(hands, "mill")["name"] == "Mill"
    hands.press("Ctrl+Z")
    assert "notes" not in zone_of(hands, "mill")


def test_undo_outlives_the_page(hands: EncounterHands) -> None:
    hands.click(hands.middle("pond"))
    hands.key(Qt.Key.Key_Delete)
    hands.press("Escape")
    assert hands.window.page.kind != "encounter"
    hands.window.navigation.open_encounter("mill")
    again = EncounterHands(hands.window)
    again.page.take_keys()
    again.press("Ctrl+Z")
    assert zone_of(again, "pond")["name"] == "Pond"


# People


def test_down_lists_everyone_who_can_be_added(hands: EncounterHands) -> None:
    hands.click(hands.middle("pond"))
    hands.press("A", "Down")
    names = [pick.label for pick in hands.page.roster.add.list.picks]
    assert {"Bandit", "Volfer"} <= set(names)
    hands.press("Enter")
    assert hands.data["combatant"][-1]["name"].startswith(names[0])


def test_combatants_are_found_while_typing_and_numbered(hands: EncounterHands) -> None:
    hands.click(hands.middle("pond"))
    hands.press("A")
    hands.write("bandit 3")
    assert hands.page.roster.add.list.picks[0].label == "Bandit × 3"
    hands.press("Enter")
    names = [(one["name"], one.get("zone")) for one in hands.data["combatant"]][3:]
    assert names == [("Bandit 1", "pond"), ("Bandit 2", "pond"), ("Bandit 3", "pond")]
    hands.write("zzz")
    assert not hands.page.roster.add.list.picks
    hands.press("Escape", "Escape")
    assert hands.page.map.hasFocus()


def test_token_can_be_dragged_onto_zones_tokens_and_off_the_map(hands: EncounterHands) -> None:
    hands.drag(hands.token("ada"), hands.middle("pond"))
    assert person(hands, "ada")["zone"] == "pond"
    hands.drag(hands.token("ada"), hands.token("bo"))
    assert hands.data["close"] == [{"members": ["bo", "ada"]}]
    assert person(hands, "ada")["zone"] == "yard"
    hands.drag(hands.token("ada"), hands.middle("yard", 0.5, 0.95))
    assert "close" not in hands.data
    hands.drag(hands.token("ada"), hands.at(320, 280))
    assert "zone" not in person(hands, "ada")


def test_combatant_is_dragged_from_the_roster(hands: EncounterHands) -> None:
    line = hands.page.roster.list.lines.lines[hands.page.roster.list.lines.row_of("cy")]
    assert (line.note, line.tone) == ("not placed", "gold")
    hands.carry("cy", hands.middle("pond"))
    assert person(hands, "cy")["zone"] == "pond"
    assert hands.page.map.hand.selection.now == Selected(people=("cy",))


def test_sheets_and_opponents_are_dropped_from_the_campaign_column(hands: EncounterHands) -> None:
    given = [Entry("sheet", "volfer", "Volfer"), Entry("opponent", "bandit", "Bandit", ruleset="ex3")]
    data = mime_of(given)
    both = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    at = QPointF(hands.middle("pond"))
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for target, place in ((hands.page.map.viewport(), at), (hands.page.roster, QPointF(20, 200))):
        for event in (
            QDragEnterEvent(place.toPoint(), both, data, buttons, keys),
            QDropEvent(place, both, data, buttons, keys),
        ):
            QApplication.sendEvent(target, event)
            assert event.isAccepted()
            assert event.dropAction() == Qt.DropAction.CopyAction
    found = [(one["name"], one.get("zone")) for one in hands.data["combatant"]][3:]
    assert found == [("Volfer", "pond"), ("Bandit", "pond"), ("Volfer 2", None), ("Bandit 2", None)]
    other = mime_of([Entry("battle", "1", "A battle")])
    refused = QDragEnterEvent(at.toPoint(), Qt.DropAction.MoveAction, other, buttons, keys)
    refused.setAccepted(False)
    QApplication.sendEvent(hands.page.roster, refused)
    assert not refused.isAccepted()


def test_a_rider_is_dropped_on_a_mount_and_dragged_off_again(hands: EncounterHands) -> None:
    hands.click(hands.middle("pond"))
    hands.press("A")
    hands.write("rider")
    hands.press("Enter")
    scene = hands.page.map.map
    mount = next(iter(scene.companions.items.values()))
    assert mount.companion.carries == "rider"
    at = hands.page.map.mapFromScene(mount.scenePos())
    hands.drag(at, hands.middle("pond", 0.1, 0.95))
    assert person(hands, "rider")["state"] == {"mount": ""}
    mount = next(iter(scene.companions.items.values()))
    assert not mount.companion.carries
    hands.drag(hands.token("rider"), hands.page.map.mapFromScene(mount.scenePos()))
    assert person(hands, "rider")["state"] == {"mount": "horse"}


def test_later_arrival_is_a_flag_on_the_tick_bar(hands: EncounterHands) -> None:
    hands.click(hands.token("bo"))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    hands.push(card.editors["waits"].chips[1])
    hands.write("2")
    hands.press("Enter")
    hands.push(card.editors["hidden"])
    card.editors["state.initiative"].setFocus()
    hands.write("7")
    hands.press("Enter")
    assert person(hands, "bo")["arrives"] == 2
    assert person(hands, "bo")["state"] == {"waiting": True, "initiative": 7}
    line = hands.page.roster.list.lines.lines[hands.page.roster.list.lines.row_of("bo")]
    assert (line.note, line.tone) == ("hidden · round 2", "violet")
    hands.press("Ctrl+Enter")
    battle = hands.window.page.controller.battle
    assert [(one.label, one.round) for one in battle.timers] == [("Bo arrives", 2)]
    assert battle.combatants["bo"].waiting


def test_sides_can_be_renamed_and_recolored(hands: EncounterHands) -> None:
    roster = hands.page.roster.list
    assert [(line.name, line.order) for line in roster.lines.lines if not line.id] == [("heroes", 0), ("foes", 1)]
    roster.setFocus()
    roster.setCurrentIndex(roster.lines.index(2))
    hands.press("F2")
    hands.write("millers")
    hands.press("Enter")
    QApplication.processEvents()
    assert {one["side"] for one in hands.data["combatant"]} == {"heroes", "millers"}


def test_combat_fields_are_folded_by_default(hands: EncounterHands) -> None:
    hands.page.map.hand.selection.put(only("person", "bo"))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    assert card.rows["policy"].isHidden()
    assert not card.rows["policies"].isHidden()
    card.editors["policies"].click()
    assert not card.rows["policy"].isHidden()
    assert card.rows["policies"].isHidden()


def test_several_combatants_are_edited_and_removed_together(hands: EncounterHands) -> None:
    hands.page.map.hand.selection.put(Selected(people=("bo", "cy")))
    card = hands.page.panel.card
    card.editors["other_side"].setFocus()
    hands.write("neutral")
    hands.press("Enter")
    assert [person(hands, id)["side"] for id in ("bo", "cy")] == ["neutral", "neutral"]
    side = card.editors["side"]
    assert isinstance(side, ChipPick)
    assert side.chosen == ("neutral",), "the new side is among the choices at once"
    hands.page.take_keys()
    hands.key(Qt.Key.Key_Delete)
    assert [one["id"] for one in hands.data["combatant"]] == ["ada"]


def test_things_are_dragged_edited_copied_and_removed_like_combatants(one_window: MainWindow, tmp_path: Path) -> None:
    cart = {"id": "cart", "name": "Powder cart", "zone": "yard", "structure": 6, "armour": 1}
    hands = opened(one_window, {**YARD, "ruleset": "skirmish", "object": [cart]})
    assert [line.name for line in hands.page.roster.list.lines.lines][-2:] == ["objects", "Powder cart"]
    hands.drag(hands.token("cart"), hands.middle("mill"))
    assert person(hands, "cart")["zone"] == "mill"
    hands.click(hands.token("cart"))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    assert [key for key in card.editors if key.startswith("state.")] == ["state.structure"], "a thing has no health"
    card.editors["structure"].setFocus()
    card.editors["structure"].selectAll()
    hands.write("9")
    hands.press("Enter")
    hands.page.take_keys()
    hands.press("Ctrl+D")
    assert [one["name"] for one in hands.data["combatant"]][-2:] == ["Powder cart", "Powder cart 2"]
    hands.key(Qt.Key.Key_Delete)
    assert [one["id"] for one in hands.data["combatant"]] == ["ada", "bo", "cy", "cart"]
    path = tmp_path / "mill.toml"
    export_encounter(hands.page.document.campaign, "mill", path)
    scenario = read(path)
    assert scenario.system.prepare(scenario.battle).who("cart").tracks == {"structure": 9}
    hands.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert person(hands, "cart") == {"kind": "object", "side": "objects", **cart}
    hands.click(hands.token("ada"))
    card = hands.page.panel.card
    assert isinstance(card, FieldsCard)
    assert [key for key in card.editors if key.startswith("state.")] == ["state.health"]
    assert "structure" not in card.editors
    one_window.navigation.close("encounter", "mill")


def test_a_game_without_things_refuses_one() -> None:
    data = encounter_data(stored_text.check_encounter({**YARD, "object": [{"id": "cart"}]}))
    sentences = [wrong.sentence for wrong in EncounterReader(load("ex3")).read(data).problems]
    assert any("has no things that can be attacked" in sentence for sentence in sentences), sentences


def test_context_menu_lists_commands_with_keys_and_reasons(
    hands: EncounterHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: shown.append(menu))
    viewport = hands.page.map.viewport()

    def menu_at(at: QPoint) -> dict[str, QAction]:
        where = viewport.mapToGlobal(at)
        QApplication.sendEvent(viewport, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where))
        return {action.text().partition("\t")[0]: action for action in shown[-1].actions() if action.text()}

    found = menu_at(hands.token("bo"))
    assert hands.page.map.hand.selection.now == only("person", "bo")
    assert found["Open the sheet"].toolTip() == "Not made from a sheet in this campaign."
    found["Comes in later"].trigger()
    assert person(hands, "bo")["state"] == {"waiting": True}
    found = menu_at(hands.middle("pond"))
    found["Hide from the players"].trigger()
    assert zone_of(hands, "pond")["hidden"] is True
    assert found["Delete"].text() == "Delete\tDelete"
    found = menu_at(hands.at(320, 100))
    found["Wall"].trigger()
    assert hands.data["link"][0]["barrier"] == "wall"
    found = menu_at(hands.at(320, 500))
    assert not hands.page.map.hand.selection.now
    assert "Begin the battle" in found
    hands.click(hands.middle("pond"))
    QApplication.sendEvent(hands.page.map, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    assert any("Duplicate" in action.text() for action in shown[-1].actions())
    for menu in shown:
        menu.deleteLater()


# Beginning


def test_begin_needs_confirmation_and_skips_unchecked_combatants(hands: EncounterHands) -> None:
    window = hands.window
    hands.press("P")
    assert [one["name"] for one in hands.data["combatant"]][3:] == ["Volfer", "Ilsa"]
    hands.press("P")
    assert window.message == "The whole party is already here."
    before = len(window.session.campaign.battles())
    hands.press("Ctrl+Enter")
    asked = hands.page.panel.begin
    assert asked.party is not None
    hands.press("Escape")
    assert asked.party is None
    assert len(window.session.campaign.battles()) == before
    hands.press("Ctrl+Enter")
    hands.push(asked.party.chips[1])
    hands.press("Enter")
    assert window.page.kind == "battle"
    assert list(window.page.controller.battle.combatants) == ["ada", "bo", "cy", "volfer"]
    window.navigation.open_encounter("mill")
    card = EncounterHands(window).page.panel.card
    assert isinstance(card, FieldsCard)
    again = window.session.battle_id
    hands.push(card.editors["battles"].resets[again])
    assert window.session.battle_id != again
    assert list(window.page.controller.battle.combatants) == ["ada", "bo", "cy", "volfer"]


def test_space_begins_with_the_whole_party(hands: EncounterHands) -> None:
    hands.press("P", "Ctrl+Enter")
    asked = hands.page.panel.begin
    assert asked.party is not None
    assert asked.button.hasFocus()
    hands.press("Shift+Tab")
    assert asked.party.hasFocus(), "by the keys somebody can still be left out"
    hands.press("Tab", " ")
    assert hands.window.page.kind == "battle"
    assert list(hands.window.page.controller.battle.combatants) == ["ada", "bo", "cy", "volfer", "ilsa"]


def test_changed_sheet_is_used_in_its_current_state(hands: EncounterHands) -> None:
    campaign = hands.window.session.campaign
    hands.press("P")
    campaign.put_sheet({**HERO, "state": {"health": {"bashing": 2}}}, "ex3", "volfer")
    hands.press("Ctrl+Enter")
    assert hands.page.panel.begin.changed.isVisible()
    assert "Volfer" in hands.page.panel.begin._changed_row.toolTip()
    hands.press("Enter")
    battle = hands.window.page.controller.battle
    assert battle.combatants["volfer"].track("health.bashing") == 2
    assert battle.combatants["volfer"].side == "heroes"
    campaign.put_sheet(HERO, "ex3", "volfer")


def test_begin_reports_missing_requirements(one_window: MainWindow) -> None:
    hands = opened(one_window, {"title": "Nobody", "ruleset": "ex3"})
    hands.press("Ctrl+Enter")
    assert hands.window.message == "This encounter is empty. To add someone, press A and type a name."
    wrong = {"title": "X", "ruleset": "ex3", "combatant": [{"id": "a", "side": "x", "weapons": ["swrd"]}]}
    hands = opened(one_window, wrong)
    hands.press("Ctrl+Enter")
    assert hands.window.message.startswith("A: ex3 has no weapon “swrd”")
    assert hands.page.roster.list.lines.lines[1].wrong
    hands = opened(one_window, {**YARD, "ruleset": "gone"})
    hands.press("Ctrl+Enter")
    assert hands.window.message == "The ruleset “gone” is not installed. Choose another one."
    hands.push(next(chip for chip in hands.page.panel.card.editors["ruleset"].chips if "Third" in chip.text()))
    assert hands.data["ruleset"] == "ex3"


def test_invalid_input_is_limited_and_reported(hands: EncounterHands, tmp_path: Path, qtbot: QtBot) -> None:
    start = hands.middle("pond")
    hands.drag(start, QPoint(-90_000, 90_000), CTRL)
    assert abs(zone_of(hands, "pond")["x"]) <= 500_000
    hands.press("Ctrl+Z")
    hands.click(hands.middle("mill"))
    hands.press("Enter")
    hands.page.map.hand.names.setText("x" * 600)
    hands.press("Enter")
    assert len(hands.page.document.data["zone"][0]["name"]) <= 500
    drawing = tmp_path / "evil.svg"
    drawing.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    hands.page.picture.put(drawing)
    qtbot.waitUntil(lambda: "SVG" in hands.window.message)
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(0x335577)
    assert image.save(str(tmp_path / "map.png"))
    hands.page.picture.put(tmp_path / "map.png")
    qtbot.waitUntil(lambda: "picture" in hands.data)
    picture = hands.data["picture"]
    assert picture["width"] / picture["height"] == pytest.approx(4 / 3)
    assert hands.page.map.hand.tool == "picture"
    hands.drag(hands.page.map.viewport().rect().center(), hands.page.map.viewport().rect().center() + QPoint(40, 0))
    assert hands.data["picture"]["x"] > picture["x"]
    assert hands.page.map.hand.tool == "select", "the tool lets go"


def test_picture_loading_notice_disappears(
    hands: EncounterHands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(page, "PATIENCE", 0)
    may_read, read = Event(), page.bounded
    monkeypatch.setattr(page, "bounded", lambda content: may_read.wait() and read(content))
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(0x335577)
    assert image.save(str(tmp_path / "river.png"))
    (tmp_path / "torn.png").write_bytes((tmp_path / "river.png").read_bytes()[:60])
    for name, at_last in (("river.png", "river.png has been read."), ("torn.png", "torn.png: ")):
        may_read.clear()
        hands.page.picture.put(tmp_path / name)
        assert hands.window.message == f"Reading {name} \N{HORIZONTAL ELLIPSIS}"
        may_read.set()
        qtbot.waitUntil(lambda at_last=at_last: hands.window.message.startswith(at_last))


def test_three_hundred_people_are_added_without_a_freeze(hands: EncounterHands) -> None:
    hands.press("A")
    hands.write("bandit 300")
    hands.press("Enter")
    assert len(hands.data["combatant"]) == 303
    hands.write("bandit 301")
    hands.press("Enter")
    assert hands.window.message == "You can add 1 to 300 at once, not 301."
    session = hands.window.session
    hands.press("Escape", "Escape", "Ctrl+Enter", "Ctrl+Enter")
    settle()  # it is saved by now, and shown a moment later
    assert session.play is not None
    assert len(session.play.battle.combatants) == 303
    session.campaign.take_out("battles", session.battle_id)
    session.show_encounters()
    assert hands.window.navigation.open_encounter("mill")
    hands.press("Ctrl+Z")
    assert len(hands.data["combatant"]) == 3


def test_an_evening_is_prepared_in_sixty_gestures(one_window: MainWindow) -> None:
    """Six zones with six links, three terrains, one cover, two heroes and six opponents of three kinds, all placed."""
    hands = opened(one_window, {"title": "Ambush", "ruleset": "ex3"})
    hands.page.map.fit()
    hands.press("Z")
    names = ("Road", "Bridge", "Wood", "River", "Mill", "Yard")
    places = [(-240 + 160 * (n % 3), -150 + 160 * (n // 3)) for n in range(6)]
    for name, (x, y) in zip(names, places, strict=True):
        hands.draw(x, y, 128, 112, name)
    hands.press("Enter", "V")
    for zone, terrain in (("wood", "2"), ("river", "3"), ("mill", "6")):
        hands.click(hands.middle(zone))
        hands.press(terrain)
    chip = next(
        iter(
            hands.page.panel.card.editors["offers"].findChildren(type(hands.page.panel.card.editors["cover"].chips[0]))
        )
    )
    hands.push(chip)
    hands.press("L")
    ways = "road bridge", "bridge wood", "road river", "bridge mill", "wood yard", "river mill"
    for a, b in (way.split() for way in ways):
        hands.drag(hands.middle(a), hands.middle(b))
    hands.press("V")
    hands.click(hands.middle("road"))
    hands.press("P")
    for zone, kind in (("wood", "bandit 3"), ("mill", "veteran 2"), ("yard", "captain")):
        hands.click(hands.middle(zone))
        hands.press("A")
        hands.write(kind)
        hands.press("Enter")
    hands.press("Ctrl+Enter", "Enter")
    assert one_window.page.kind == "battle"
    battle = one_window.page.controller.battle
    assert (len(battle.zones), len(battle.links), len(battle.combatants)) == (6, 6, 8)
    assert {zone.terrain for zone in battle.zones.values()} == {"plain", "forest", "water", "building"}
    assert [dict(zone.cover) for zone in battle.zones.values() if zone.cover] == [{"heavy": 3}]
    assert all(one.zone is not None for one in battle.combatants.values())
    assert hands.gestures <= 60, hands.gestures


def test_group_shows_its_starting_strength() -> None:
    rules = load("reincarnated")
    cult = {"id": "cult", "side": "foes", "traits": {"stamina": 2}, "group": {"magnitude": 2}}
    battle = EncounterReader(rules).read(encounter_data({"ruleset": "reincarnated", "combatant": [cult]})).battle
    found = PreparedGame(system_for(rules)).strength(battle, "cult")
    assert found is not None
    assert found.now == found.full > 0


def test_drop_on_a_token_without_close_range_enters_the_zone(one_window: MainWindow) -> None:
    hands = opened(one_window, {**YARD, "ruleset": "skirmish"})
    hands.drag(hands.token("ada"), hands.token("bo"))
    assert person(hands, "ada")["zone"] == "yard"
    assert "close" not in hands.data


def test_party_has_only_sheets_for_the_game(one_window: MainWindow) -> None:
    hands = opened(one_window, {**YARD, "ruleset": "skirmish"})
    hands.press("P")
    assert [one["name"] for one in hands.data["combatant"]] == ["Ada", "Bo", "Cy"]
    assert one_window.message == "No sheet for these rules is marked as a player’s. Mark them on their sheets."
    hands = opened(one_window, {**YARD, "ruleset": "ex3_original_text"})  # house rules of the sheets' game
    hands.press("P")
    assert [one["name"] for one in hands.data["combatant"]][3:] == ["Volfer", "Ilsa"]


def test_sheet_of_another_game_gets_one_message(one_window: MainWindow) -> None:
    stranger = {
        **HERO,
        "id": "volfer",
        "zone": "yard",
        "sheet": "volfer",
        "traits": {"melee": 5, "dodge": 3, "wits": 4},
    }
    zone = {"id": "yard", "name": "Yard"}
    hands = opened(one_window, {"title": "Mill", "ruleset": "skirmish", "zone": [zone], "combatant": [stranger]})
    game = load("ex3").name
    (wrong,) = hands.page.document.problems
    assert (wrong.kind, wrong.id) == ("combatant", "volfer")
    assert wrong.sentence == f"this sheet is for {game}. Remove them, or choose the rules of that game."
    one_window.navigation.close("encounter", "mill")


def test_chips_distinguish_editions_with_long_names(qtbot: QtBot) -> None:
    short, long = "Exalted, Third Edition", "Exalted, Third Edition: original printing"
    pick = ChipPick("Rules", [Pick("a", short), Pick("b", long)])
    qtbot.addWidget(pick)
    assert [chip.text() for chip in pick.chips] == [short, "Third Edition: original printing"]
    assert pick.chips[1].toolTip() == pick.chips[1].accessibleName() == long


def test_roster_menu_matches_the_map_menu(hands: EncounterHands) -> None:
    roster = hands.page.roster.list
    index = roster.lines.index(roster.lines.row_of("bo"))
    menu = roster.menu_for(roster.lines.lines[index.row()], index)
    assert hands.page.map.hand.selection.now.people == ("bo",)
    on_map = page.map_menu(hands.page, hands.page.tasks)
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == ["Rename\tF2", *(action.text() for action in on_map.actions() if not action.isSeparator())]
    next(action for action in menu.actions() if action.text() == "Hide from the players").trigger()
    assert hands.page.document.battle.combatants["bo"].hidden


def test_roster_line_shows_the_whole_name_and_the_zone_below_it(qapp: QApplication) -> None:
    line = RosterLine("ilsa", "Ilsa of the Reeds", "heroes", 0, "Salt causeway")
    body, small = (QFontMetricsF(fonts.font(role)) for role in ("body", "small"))
    name, zone = body.horizontalAdvance(line.name), small.horizontalAdvance(line.note)
    assert texts_of(line, name + zone + 20) == (("Ilsa of the Reeds",), "Salt causeway")
    assert texts_of(line, max(name, zone) + 2) == (("Ilsa of the Reeds", ""), "Salt causeway")
    assert texts_of(line, body.horizontalAdvance("Ilsa of the") + 2)[0] == ("Ilsa of the", "Reeds")


def test_roster_line_height_fits_the_name(hands: EncounterHands) -> None:
    roster = hands.page.roster.list
    row = roster.lines.index(roster.lines.row_of("bo"))
    before = roster.size()
    roster.resize(400, 300)
    one_line = roster.visualRect(row).height()
    roster.resize(90, 300)
    assert roster.visualRect(row).height() > one_line
    roster.resize(before)


def test_background_picture_covers_all_zones(hands: EncounterHands, tmp_path: Path, qtbot: QtBot) -> None:
    image = QImage(1200, 60, QImage.Format.Format_RGB32)
    image.fill(0x335577)
    assert image.save(str(tmp_path / "frieze.png"))
    hands.page.picture.put(tmp_path / "frieze.png")
    qtbot.waitUntil(lambda: "picture" in hands.data)
    picture = hands.data["picture"]
    assert picture["width"] / picture["height"] == pytest.approx(20)
    assert hands.page.map.map.underlay.rect().contains(hands.page.map.map.contents())
    hands.press("Escape")
