"""The page of a sheet, by real keys and clicks: characters made from nothing and used in a fight, and possible
failures."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from exgui.campaign.campaign import Campaign
from exgui.campaign.encounter_edits.edit import encounter_data
from exgui.campaign.encounter_edits.people import add_people
from exgui.campaign.rulesets import find
from exgui.engine.asks import Roll, command
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.models.sheet_model import spoken
from exgui.gui.pages.sheet.lines import SheetLines, ValueLines, below
from exgui.gui.pages.sheet.page import SheetPage
from exgui.gui.pages.sheet.things import ThingLines
from exgui.gui.widgets.field_line import FieldLine
from exgui.gui.widgets.trait_row import TraitRow
from exgui.gui.window.sheets_behind import SheetsBehind
from exgui.sheets.editing import Sheet
from exgui.sheets.layout import Node
from tests.gui.conftest import Hands

VOLFER: dict[str, Any] = {
    "name": "Volfer",
    "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4, "awareness": 2},
    "weapons": ["straight_sword"],
}
YARD: dict[str, Any] = {
    "title": "In the yard",
    "ruleset": "ex3",
    "zone": [{"id": "yard", "name": "Yard"}],
    "combatant": [
        {"id": "kesh", "side": "foes", "zone": "yard", "traits": {"dexterity": 1}, "state": {"initiative": 1}}
    ],
}
Mouse = Qt.MouseButton.LeftButton


def middle_of_dot(row: TraitRow, number: int) -> int:
    """Return how far from the left a dot is drawn, counted from 1."""
    return int(row._first_dot() + (number - 0.5) * row._pitch())


class Table:
    """The window with a campaign, and someone who edits sheets in it."""

    def __init__(self, window: MainWindow, campaign: Campaign) -> None:
        self.window, self.campaign = window, campaign
        self.hands = Hands(window)
        self.id = ""

    def open(self, sheet: Mapping[str, Any], ruleset: str = "ex3") -> SheetPage:
        """The page of a new sheet."""
        self.id = self.campaign.put_sheet(sheet, ruleset)
        return self.show()

    def show(self) -> SheetPage:
        """The page of that sheet."""
        assert self.window.navigation.open_sheet(self.id)
        QApplication.processEvents()
        return self.page

    @property
    def page(self) -> SheetPage:
        assert self.window.page.kind == "sheet"
        return cast("SheetPage", self.window.page)

    @property
    def saved(self) -> Sheet:
        """The sheet as saved."""
        QApplication.processEvents()
        self.window.session.documents.save()
        return self.campaign.sheet(self.id)

    def find(self, text: str) -> QWidget:
        """Goes to a field by the search."""
        self.hands.press("/", *text, "Enter")
        QApplication.processEvents()
        focus = QApplication.focusWidget()
        assert focus is not None
        return focus

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """A click of the mouse."""
        self.page.parts.view.ensureWidgetVisible(widget)
        QTest.mouseClick(widget, Mouse, pos=at if at is not None else widget.rect().center())
        QApplication.processEvents()

    def dots(self, trait: str, dots: int) -> None:
        """A click on a dot of a trait."""
        row = self.row(trait)
        self.click(row, QPoint(middle_of_dot(row, dots), 13))

    def row(self, trait: str) -> TraitRow:
        rows = [section.rows for section in self.page.parts.traits]
        return next(those[f"traits.{trait}"] for those in rows if f"traits.{trait}" in those)

    def value(self, id: str) -> Node:
        """A derived value as the page shows it."""
        node = next(node for node in self.value_lines(id).nodes if node.id == f"value:{id}")
        return cast("Node", node)

    def value_lines(self, id: str) -> ValueLines:
        """The lines among which a derived value is, with the focus on it."""
        assert self.page.parts.column is not None
        lines = self.page.parts.column.line_of(f"value:{id}")
        assert lines is not None
        lines.go_to(f"value:{id}")
        return lines

    def lines(self, kind: str) -> ThingLines:
        return self.page.parts.items[kind].lines

    def press_on(self, id: str, key: Qt.Key) -> None:
        """Presses a key on a thing."""
        lines = next(lines for lines in self.page.parts.lines if lines.go_to(id))
        QTest.keyClick(lines, key)

    def put_in_the_yard(self) -> str:
        """Prepare an encounter with the sheet's character."""
        return self.campaign.put_encounter(
            add_people(encounter_data(YARD), self.campaign.sheet(self.id), sheet=self.id, zone="yard").data
        )

    def fight(self) -> None:
        """Begin a battle with the sheet's character, who acts first, and strike Kesh by keyboard."""
        encounter = self.put_in_the_yard()
        assert self.window.session.begin_encounter(encounter)
        self.hands.press(" ")  # begins: Join Battle
        self.hands.type("3")
        self.hands.press("Enter")
        play = self.hands.play
        assert play.battle.active == "volfer"
        play.dispatch(command("place", who="kesh", close_to="volfer"))
        self.hands.press("A", "1")
        for _ in range(8):
            if play.pending is not None:
                self.hands.press("R" if isinstance(play.pending, Roll) else "Enter")
        done = play.log()[-1].command
        assert (done.do, done.by, done.get("target")) == ("attack", "volfer", "kesh")


@pytest.fixture(scope="module")
def place(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[MainWindow, Campaign]]:
    appearance().choose("dark")
    path = tmp_path_factory.mktemp("sheets") / "here.exgui"
    with Campaign.create(path) as made:
        made.put_encounter(YARD)
    window = MainWindow()
    window.resize(1366, 900)
    window.show()
    assert window.session.open_path(path)
    campaign = window.session.campaign
    assert campaign is not None
    yield window, campaign
    window.close()


@pytest.fixture
def table(place: tuple[MainWindow, Campaign], caplog: pytest.LogCaptureFixture) -> Iterator[Table]:
    window, campaign = place
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    found = Table(window, campaign)
    yield found
    window.pages.uncover()
    for one in campaign.sheets():
        window.session.documents.drop("sheet", one.id)
        campaign.take_out("sheets", one.id)
    window.session.show_encounters()
    QApplication.processEvents()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_character_is_made_by_the_keyboard_alone_and_fights(table: Table) -> None:
    page = table.open({"name": "New sheet"})
    assert QApplication.focusWidget() is page.parts.head.name
    QTest.keyClick(page.parts.head.name, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    table.hands.type("Volfer")
    table.hands.press("Enter", "3", "Down")  # Strength, then Dexterity
    table.hands.press("4", "Down", "3")
    table.find("melee")
    table.hands.press("4")
    table.find("wits")
    QTest.keyClick(table.row("wits"), Qt.Key.Key_Right)
    QTest.keyClick(table.row("wits"), Qt.Key.Key_Right)
    table.hands.press("w", *"straight", "Enter")
    table.find("+ spec")
    table.hands.press(*"melee", "Enter", *"straight", "Enter")
    table.hands.press("e", *"stone", "Enter")  # a Charm of one's own; the keys go to its fields
    table.find("stone: modifiers")
    table.hands.type("soak +2")
    table.hands.press("Enter")
    assert table.saved == {
        "name": "Volfer",
        "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "melee": 4, "wits": 3},
        "weapons": ["straight_sword"],
        "specialties": {"melee": ["Straight sword"]},
        "effects": [{"name": "stone", "modifiers": ["soak +2"]}],
    }
    assert table.value("parry").value == 6  # (4 + 4 + 1) / 2 = 4.5, rounded up, + 1
    table.fight()
    one = table.hands.play.battle.who("volfer")
    assert one.traits["melee"] == 4


def test_a_character_is_made_by_the_mouse_alone_and_fights(table: Table) -> None:
    page = table.open({"name": "Volfer"})
    for trait, dots in (("strength", 3), ("dexterity", 4), ("stamina", 3), ("wits", 3), ("melee", 4)):
        table.dots(trait, dots)
    row = table.row("dodge")
    QTest.mousePress(row, Mouse, pos=QPoint(middle_of_dot(row, 1), 13))
    QTest.mouseMove(row, QPoint(middle_of_dot(row, 3), 13))
    QTest.mouseRelease(row, Mouse, pos=QPoint(middle_of_dot(row, 3), 13))
    table.click(page.parts.items["weapon"].add)
    names = [pick.label for pick in page.parts.picker.list.picks]
    at = page.parts.picker.list.visualRect(page.parts.picker.list.model().index(names.index("Short sword"), 0)).center()
    QTest.mouseClick(page.parts.picker.list.viewport(), Mouse, pos=at)
    assert page.parts.column is not None
    assert page.parts.column.health is not None
    QTest.mouseClick(page.parts.column.health, Mouse, pos=page.parts.column.health.area_of(0).center().toPoint())
    QTest.mouseClick(page.parts.column.health, Mouse, pos=page.parts.column.health.area_of(0).center().toPoint())
    table.click(page.parts.head.player)
    assert table.saved == {
        "name": "Volfer",
        "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4, "dodge": 3},
        "weapons": ["short_sword"],
        "state": {"health": {"lethal": 1}},
        "player": True,
    }
    history = page.document.history
    undone = [history.undo() for _ in range(5)]
    assert undone[-2:] == ["Short sword added", "Dodge 3"]  # a drag is one edit
    for _ in undone:
        history.redo()
    table.fight()
    assert table.hands.play.battle.who("volfer").track("health.lethal") == 1


def test_clicking_the_last_dot_removes_it_and_delete_removes_all(table: Table) -> None:
    table.open(VOLFER)
    table.dots("melee", 4)
    assert table.saved["traits"]["melee"] == 3
    QTest.keyClick(table.row("melee"), Qt.Key.Key_Delete)
    assert "melee" not in table.saved["traits"]


def test_mouse_wheel_changes_no_value(table: Table) -> None:
    table.open(VOLFER)
    for widget in (table.row("strength"), table.value_lines("parry")):
        middle = QPointF(widget.rect().center())
        event = QWheelEvent(
            middle,
            QPointF(widget.mapToGlobal(middle.toPoint())),
            QPoint(0, 120),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    assert table.saved == VOLFER


def test_errors_are_beside_their_fields_and_block_nothing(table: Table) -> None:
    table.open(VOLFER)
    table.row("strength").setFocus()
    table.hands.press("Enter", *"lots", "Enter", "Down", "5")
    assert table.saved["draft"] == {"traits.strength": "lots"}
    assert table.saved["traits"]["dexterity"] == 5
    assert "must be a whole number" in table.row("strength").accessibleDescription()
    table.row("strength").setFocus()
    table.hands.press("2")
    assert "draft" not in table.saved


@pytest.mark.parametrize("text", ["99999999999999999999", "-5", "1e9", "\N{SNOWMAN}"])
def test_excessive_numbers_are_kept_as_typed(table: Table, text: str) -> None:
    table.open(VOLFER)
    table.row("melee").edit(text)
    QTest.keyClick(cast("QWidget", QApplication.focusWidget()), Qt.Key.Key_Return)
    assert table.saved["draft"] == {"traits.melee": text}
    assert table.value("parry").value == 5


def test_hand_set_value_shows_the_rules_value_and_one_key_resets_it(table: Table) -> None:
    table.open(VOLFER)
    lines = cast("ValueLines", table.find("soak"))
    assert lines.node is not None
    assert lines.node.id == "value:soak"
    table.hands.press("7", "Enter")
    assert table.saved["printed"] == {"soak": 7}
    assert below(table.value("soak")) == "set by hand · rules give 3"
    QTest.keyClick(lines, Qt.Key.Key_Delete)
    assert table.saved == VOLFER


def test_fields_and_values_light_up_each_other(table: Table) -> None:
    page = table.open(VOLFER)
    table.value_lines("parry")
    page.parts.light()
    assert {id for section in page.parts.traits for id, row in section.rows.items() if row.lit} == {
        "traits.dexterity",
        "traits.melee",
    }
    assert "weapons[1]" in table.lines("weapon").lit
    table.row("wits").setFocus()
    page.parts.light()
    assert table.value_lines("parry").lit == {"value:join_battle", "value:resolve"}


def test_explanation_shows_parts_with_their_rules(table: Table) -> None:
    table.open(VOLFER)
    table.value_lines("parry")
    table.hands.press("?")
    why = table.window.overlays.why
    assert why.isVisible()
    assert "Straight sword" in why.accessibleDescription()
    table.hands.press("Escape")
    assert not why.isVisible()
    assert table.window.page.kind == "sheet"


def test_undo_outlives_the_page(table: Table) -> None:
    table.open(VOLFER)
    table.row("strength").setFocus()
    table.hands.press("5", "Escape")
    assert table.window.page.kind != "sheet"
    table.show()
    table.hands.press("Ctrl+Z")
    assert table.saved == VOLFER
    assert table.row("strength").value == 3


def test_unfinished_field_is_saved_when_the_page_is_left(table: Table) -> None:
    page = table.open(VOLFER)
    assert page.parts.notes is not None
    page.parts.notes.field.setFocus()
    table.hands.type("Owes Maren")
    table.window.navigation.back()
    assert table.saved["notes"] == "Owes Maren"
    assert table.window.session.documents.opened("sheet", table.id) is not None


def test_field_is_saved_after_a_moment_without_leaving_it(table: Table) -> None:
    page = table.open(VOLFER)
    page.parts.head.name.setFocus()
    page.parts.head.name.selectAll()
    table.hands.type("Kesh")
    assert table.campaign.sheet(table.id)["name"] == "Volfer"
    page.parts.head.name._writing.timer.timeout.emit()
    QApplication.processEvents()
    assert table.campaign.sheet(table.id)["name"] == "Kesh"
    table.hands.type(" the Tall")
    page.parts.head.name._writing.timer.timeout.emit()
    page.document.history.undo()  # one stay in a field is one edit
    assert table.saved["name"] == "Volfer"


def test_one_key_shows_all_abilities(table: Table) -> None:
    page = table.open(VOLFER)
    abilities = next(section for section in page.parts.traits if section.can_fold)
    assert [row.name for row in abilities.rows.values()] == ["Awareness", "Melee"]
    QTest.keyClick(table.row("strength"), Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
    assert len(abilities.rows) == 26
    assert next(iter(abilities.rows.values())).hasFocus()


def test_thing_is_edited_field_by_field_and_removed(table: Table) -> None:
    page = table.open(VOLFER)
    lines = table.lines("weapon")
    table.find("straight")
    assert lines.has_keys(lines.nodes[0])
    table.hands.press("Enter")
    assert isinstance(QApplication.focusWidget(), FieldLine)
    table.hands.press("Escape")
    assert lines.has_keys(lines.nodes[0])
    line = cast("FieldLine", table.find("straight sword: damage"))
    line.selectAll()
    table.hands.type("12")
    table.hands.press("Enter")
    assert lines.has_keys(lines.nodes[0])
    assert table.saved["weapons"][0]["damage"] == 12
    table.hands.press(" ")
    assert table.saved["ready"] == []
    table.press_on("weapons[1]", Qt.Key.Key_Delete)
    assert not table.saved.get("weapons")
    assert page.parts.items["weapon"].add.hasFocus()


def test_weapon_is_built_from_tags_by_clicks(table: Table) -> None:
    """Three points: Accurate II and Ranged take them all; a level less leaves one for Grappling."""
    hook = {"id": "hook", "name": "Hook", "ability": "melee", "tags": ["accurate_1"]}
    page = table.open({"name": "Ilsa", "weapons": [hook]}, "reincarnated")
    form = page.parts.items["weapon"].lines.open_form("weapons[1]")
    assert form is not None
    cell = form.cells["weapons[1].tags"]
    assert cell.words is not None
    accurate, chips = cell.words.levels["accurate"], cell.words.chips
    table.click(accurate.buttons["accurate_2"])
    table.click(chips["ranged"])
    assert table.saved["weapons"][0]["tags"] == ["accurate_2", "ranged"]
    assert cell.note.text() == "3 of 3 points"
    table.click(chips["grappling"])
    assert not chips["grappling"].isChecked()
    assert chips["grappling"].toolTip() == "4 points of 3"
    table.click(accurate.buttons["accurate_1"])
    table.click(chips["grappling"])
    assert table.saved["weapons"][0]["tags"] == ["accurate_1", "ranged", "grappling"]
    chips["ranged"].setFocus()
    table.hands.press(" ")
    assert table.saved["weapons"][0]["tags"] == ["accurate_1", "grappling"]


def test_change_of_kind_reports_what_does_not_fit(table: Table) -> None:
    page = table.open(VOLFER)
    table.click(page.parts.head.kind.buttons["quick"])
    assert table.saved["kind"] == "quick_character"
    assert table.saved["printed"]["parry"] == 5
    assert page._banner.isVisible()
    assert "Melee 4" in page._banner.text()
    table.click(page.parts.head.kind.buttons["group"])
    assert "group" in table.saved
    table.find("size")
    table.hands.press("Ctrl+Z", "Ctrl+Z")
    assert table.saved == VOLFER
    assert not page._banner.isVisible()


def test_a_pool_is_named_and_typed(table: Table) -> None:
    page = table.open({"name": "Guard", "kind": "quick_character", "printed": {"parry": 4}})
    section = next(one for one in page.parts.fields.values() if one.adds)
    section.adds[0].setFocus()
    table.hands.press("Enter", *"sens", "Enter")
    table.hands.press(*"5", "Enter")
    assert table.saved["pools"] == {"senses": 5}


def test_edits_and_their_undo_reach_the_battle_as_steps(table: Table) -> None:
    table.open(VOLFER)
    encounter = table.put_in_the_yard()
    assert table.window.session.begin_encounter(encounter)
    play = table.hands.play
    page = table.show()
    table.row("melee").setFocus()
    table.hands.press("5")
    page.document.save()
    assert page.parts.question.isVisible()
    assert play.step_number == 0
    table.click(page.parts.question.yes)
    assert (play.step_number, play.battle.who("volfer").traits["melee"]) == (1, 5)
    table.hands.press("Ctrl+Z")
    page.document.save()
    assert (play.step_number, play.battle.who("volfer").traits["melee"]) == (2, 4)
    assert not page.parts.question.isVisible()


def test_edit_during_a_roll_reaches_the_battle_after_the_roll(table: Table) -> None:
    table.open(VOLFER)
    encounter = table.put_in_the_yard()
    assert table.window.session.begin_encounter(encounter)
    play, hands = table.hands.play, table.hands
    hands.press(" ")
    assert play.pending is not None
    page = table.show()
    assert page.document.in_battle is not None
    page.document.in_battle.answer(True)
    table.row("melee").setFocus()
    hands.press("5")
    QApplication.processEvents()
    assert play.battle.who("volfer").traits["melee"] == 4
    table.window.navigation.back()
    play.roll()
    QApplication.processEvents()
    assert play.battle.who("volfer").traits["melee"] == 5


def test_closed_battle_is_reported_as_outdated_and_catches_up(table: Table) -> None:
    table.open(VOLFER)
    encounter = table.put_in_the_yard()
    session, hands = table.window.session, table.hands
    assert session.begin_encounter(encounter)
    first = session.battle_id
    assert first is not None
    hands.press(" ")
    assert session.begin_encounter(encounter)
    page = table.show()
    table.row("melee").setFocus()
    hands.press("5")
    page.document.save()
    table.click(page.parts.question.no)
    assert page.document.in_battle is not None
    page.document.in_battle.edits_battle = None  # as after the campaign was opened again
    assert session.open_battle(first)
    play = hands.play
    (behind,) = table.window.findChildren(SheetsBehind)
    behind.look(play)
    assert table.window.message == (
        "This battle lacks the latest changes to the sheet of Volfer. Open it to apply them."
    )
    page = table.show()
    assert page.parts.question.isVisible()
    table.click(page.parts.question.yes)
    play.roll()
    QApplication.processEvents()
    assert play.battle.who("volfer").traits["melee"] == 5
    behind.look(play)
    assert session.open_battle(first)


def test_sheet_of_a_missing_ruleset_is_kept_and_shown_as_text(table: Table) -> None:
    odd = {"name": "Dragon", "traits": {"blorg": 3}, "wings": [{"span": 40}]}
    page = table.open(odd, "of-dragons")
    assert "blorg = 3" in page._plain.text()
    assert "not installed" in page._banner.text()
    page.parts.head.name.setFocus()
    page.parts.head.name.selectAll()
    table.hands.type("Old dragon")
    table.hands.press("Enter")
    assert table.saved == odd


def test_long_battle_title_leaves_space_for_the_sheet(table: Table) -> None:
    table.open(VOLFER)
    encounter = table.put_in_the_yard()
    table.campaign.rename_encounter(encounter, "The night the salt road burned, and what came after it " * 3)
    assert table.window.session.begin_encounter(encounter)
    table.window.column.set_folded(False)
    page = table.show()
    battles, view = page.parts.head.battles, page.parts.view
    assert battles.text().startswith("fights in The night"), battles.text()
    assert battles.text().endswith("asks at the first change")
    assert view.widget().width() == view.viewport().width(), "nothing is cut at the right"
    QTest.mouseClick(battles, Mouse)
    assert battles.text().endswith("changes go there too")


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[int, int], Path]:
    def make(width: int, height: int) -> Path:
        path = tmp_path / "face.png"
        image = QImage(width, height, QImage.Format.Format_Mono)
        image.fill(1)
        assert image.save(str(path))
        return path

    return make


def test_portrait_is_dropped_cut_square_and_undone(table: Table, picture: Callable[[int, int], Path]) -> None:
    page = table.open(VOLFER)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(picture(900, 600)))])
    assert page.parts.head.portrait.take_data(data)
    page.portrait._job._thread.join()
    QApplication.processEvents()
    assert page.parts.head.portrait.face.width() == page.parts.head.portrait.face.height() == 512
    assert len(table.saved["portrait"]) == 64
    page.parts.head.portrait.setFocus()
    QTest.keyClick(page.parts.head.portrait, Qt.Key.Key_Delete)
    assert table.saved == VOLFER
    assert page.parts.head.portrait.face.isNull()
    table.hands.press("Ctrl+Z", "Ctrl+Z")
    assert len(table.campaign.pictures.all()) == 1  # it can be had back as long as the page's undo is there
    table.window.session.documents.drop("sheet", table.id)
    assert table.campaign.pictures.all() == ()


@pytest.mark.parametrize("shape", [(30_000, 3_000), None])
def test_unusable_portrait_is_refused_with_a_reason(
    table: Table, picture: Callable[[int, int], Path], tmp_path: Path, shape: tuple[int, int] | None
) -> None:
    page = table.open(VOLFER)
    path = tmp_path / "notes.png"
    if shape is None:
        path.write_text("This is no picture.")
    else:
        path = picture(*shape)
    page.portrait.take_file(path)
    page.portrait._job._thread.join()
    QApplication.processEvents()
    assert "not a readable picture" in table.window.message
    assert table.saved == VOLFER


def test_every_field_has_a_name_for_a_screen_reader(table: Table) -> None:
    page = table.open({**VOLFER, "effects": ["keen_eye"], "specialties": {"melee": ["knife"]}})
    page.parts.items["effect"].lines.open_form("effects[1]")
    unnamed = [
        type(one).__name__
        for one in page.findChildren(QWidget)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and not one.accessibleName()
    ]
    assert not unnamed


def test_combatants_panel_offers_the_sheets_page(table: Table) -> None:
    table.open(VOLFER)
    encounter = table.put_in_the_yard()
    assert table.window.session.begin_encounter(encounter)
    battle = table.window.commands.context.battle
    assert battle is not None
    battle.tools.open_combatant("kesh")
    assert not battle.panel.tool.edit.isVisible()
    battle.tools.open_combatant("volfer")
    QTest.mouseClick(battle.panel.tool.edit, Mouse)
    assert (table.page.kind, table.page.subject) == ("sheet", table.id)
    table.row("strength").setFocus()
    table.hands.press("Escape")
    assert table.window.page is battle


def test_health_is_filled_and_emptied_by_keys(table: Table) -> None:
    page = table.open(VOLFER)
    assert page.parts.column is not None
    boxes = page.parts.column.health
    assert boxes is not None
    boxes.setFocus()
    table.hands.press("l", "b", "a")
    assert table.saved["state"] == {"health": {"aggravated": 1, "lethal": 1, "bashing": 1}}
    assert boxes.boxes[:4] == ["aggravated", "lethal", "bashing", ""]
    QTest.keyClick(boxes, Qt.Key.Key_Backspace)
    assert table.saved["state"] == {"health": {"aggravated": 1, "lethal": 1}}
    QTest.keyClick(boxes, Qt.Key.Key_Delete)
    assert table.saved == VOLFER


def test_tab_follows_the_reading_order_of_the_sheet(table: Table) -> None:
    page = table.open({**VOLFER, "specialties": {"melee": ["knife"]}})
    page.parts.head.name.setFocus()
    walked = []
    for _ in range(200):
        QTest.keyClick(cast("QWidget", QApplication.focusWidget()), Qt.Key.Key_Tab)
        focus = cast("QWidget", QApplication.focusWidget())
        if focus is page.parts.head.name:
            break
        line = focus.node if isinstance(focus, SheetLines) else None
        walked.append(spoken(line) if line is not None else focus.accessibleName())
    wanted = ["Strength", "Dexterity", "Charisma", "Awareness", "Melee", "Specialty", "Essence", "Straight sword"]
    wanted += ["Notes", "Join Battle", "Parry", "Health:"]
    at = [next(index for index, name in enumerate(walked) if name.startswith(word)) for word in wanted]
    assert at == sorted(at)


def test_a_portrait_is_pasted(table: Table) -> None:
    page = table.open(VOLFER)
    image = QImage(300, 500, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkCyan)
    QApplication.clipboard().setImage(image)
    page.parts.head.portrait.setFocus()
    table.hands.press("Ctrl+V")
    page.portrait._job._thread.join()
    QApplication.processEvents()
    assert page.parts.head.portrait.face.width() == page.parts.head.portrait.face.height() == 300
    assert table.campaign.pictures.content(table.saved["portrait"])
    own = {one.id: one for one in page.commands()}
    table.window.commands.run(own["sheet_no_portrait"])
    assert table.saved == VOLFER
    QApplication.clipboard().setText("no picture")
    table.window.commands.run(own["sheet_paste_portrait"])
    assert table.window.message == "There is no picture on the clipboard. Copy one, or its file."


def test_tags_of_a_weapon_are_picked_from_a_list(table: Table) -> None:
    page = table.open({**VOLFER, "weapons": [{"name": "Pole", "tags": ["reaching"]}]})
    table.find("pole")
    table.hands.press("Enter")
    (form,) = page.parts.items["weapon"].lines.forms.values()
    cell = next(cell for cell in form.grid.cells.values() if cell.node.path[-1] == "tags")
    assert cell.line is not None
    cell.line.setFocus()
    for letters in ("two", "reach"):
        table.hands.press("Down", *letters, "Enter")
    assert table.saved["weapons"][0]["tags"] == ["two_handed"]
    assert cell.line.hasFocus()


def test_escape_leaves_the_notes_and_restores_letter_keys(table: Table) -> None:
    page = table.open(VOLFER)
    table.find("notes")
    table.hands.press(*"Owes", "Escape", "/")
    assert table.saved["notes"] == "Owes"
    assert page.parts.picker.isVisible()
    table.hands.press("Escape")


LONG: dict[str, Any] = {
    **VOLFER,
    "specialties": {"melee": ["knife"]},
    "weapons": ["straight_sword", "knife"],
    "effects": ["melee_excellency", "iron_skin"],
}


def test_sheet_keeps_its_scroll_position(table: Table) -> None:
    page = table.open(LONG)
    bar = page.parts.view.verticalScrollBar()
    row = page.parts.items["weapon"].lines
    page.parts.go_to_line("weapons[1]")
    bar.setValue(bar.maximum())
    moved: list[int] = []
    bar.valueChanged.connect(moved.append)
    table.hands.press("e", "Escape", "/", "Escape")
    assert row.hasFocus()
    other = QWidget()
    other.show()
    other.activateWindow()
    assert QTest.qWaitForWindowActive(other)
    table.window.activateWindow()
    assert QTest.qWaitForWindowActive(table.window)
    other.close()
    assert row.hasFocus()
    assert not moved
    bar.setValue(0)
    page.parts.view.setFixedHeight(200)
    table.hands.press("Down")
    focus = QApplication.focusWidget()
    assert focus is not None
    assert page.parts.view.viewport().rect().contains(focus.mapTo(page.parts.view.viewport(), QPoint(0, 0)))


def test_every_health_box_is_visible(table: Table) -> None:
    page = table.open(VOLFER)
    assert page.parts.column is not None
    boxes = page.parts.column.health
    assert boxes is not None
    for count in (1, 24, 7):
        page.document.edit({**page.document.sheet, "health_levels": [0] * count}, "Health")
        QApplication.processEvents()
        assert len(boxes.boxes) == count + 1
        assert boxes.rect().contains(boxes.area_of(count).center().toPoint() + QPoint(0, 20))


def test_new_sheet_focuses_its_name(table: Table) -> None:
    page = table.open(VOLFER)
    starts: tuple[Callable[[], object], ...] = (
        lambda: page.parts.notes is not None and page.parts.give_keys(page.parts.notes.field),
        lambda: table.window.column.begin_search(),
        lambda: table.window.session.begin_encounter(table.put_in_the_yard()) and table.hands.press(" "),
    )
    for start in starts:
        start()
        table.hands.press("Ctrl+K", *"new sheet", "Enter")
        QApplication.processEvents()
        assert QApplication.focusWidget() is table.page.parts.head.name
        table.hands.type("Kesh")
        assert table.page.parts.head.name.text() == "Kesh"


def test_click_or_double_click_removes_one_thing(table: Table) -> None:
    page = table.open(LONG)
    things = page.parts.items["weapon"].lines
    cross = QPoint(things.cross_middle(), 15)
    page.parts.view.ensureWidgetVisible(things)
    QTest.mouseClick(things.viewport(), Mouse, pos=cross)
    assert table.saved["weapons"] == ["knife"]
    QTest.mouseDClick(things.viewport(), Mouse, pos=cross)  # the second half of a double click
    assert table.saved["weapons"] == ["knife"]


def test_effects_are_described_in_a_sentence_in_the_picker_and_on_the_sheet(table: Table) -> None:
    page = table.open({**VOLFER, "effects": ["melee_excellency"]})
    lines = table.lines("effect")
    assert lines.nodes[0].more["sentence"] == "1 mote: +1 die to a Melee attack, up to 8"  # Dexterity 4 + Melee 4
    table.dots("melee", 1)
    assert lines.nodes[0].more["sentence"].endswith("up to 5")
    table.hands.press("e")
    notes = {pick.label: pick.note for pick in page.parts.picker.list.picks}
    assert notes["Iron Skin"] == "4 motes: +4 Soak, for the scene"
    table.hands.press("Escape", "w")
    assert all("category" not in pick.note for pick in page.parts.picker.list.picks)
    table.hands.press("Escape")


def test_fields_of_an_own_effect_show_an_example(table: Table) -> None:
    page = table.open({**VOLFER, "effects": [{"name": "Stone"}]})
    grid = page.parts.items["effect"].lines.open_form("effects[1]")
    assert grid is not None
    shown = {cell.node.path[-1]: cell.line.placeholderText() for cell in grid.cells.values() if cell.line is not None}
    assert shown["cost"] == "such as Motes 3, Willpower 1"
    assert shown["modifiers"].startswith("such as attack +2 dice")
    for game in ("ex2", "ex3", "reincarnated"):
        fields = find(game).fields["effect"].items()  # of a field with choices, its help says what each means
        bare = [id for id, field in fields if "such as" not in field.help and not field.choices]
        assert not bare, f"{game}: {bare}"


def test_tab_visits_opened_fields_between_lines(table: Table) -> None:
    page = table.open({**VOLFER, "weapons": ["straight_sword", "knife"]})
    lines = table.lines("weapon")
    form = lines.open_form("weapons[1]")
    assert form is not None
    lines.go_to("weapons[1]")
    walked: list[object] = []
    for _ in range(len(form.stops()) + 4):
        QTest.keyClick(cast("QWidget", QApplication.focusWidget()), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        walked.append(lines.node.id if focus is lines and lines.node is not None else focus)
    foot = [lines.forms["weapons[1]"].remove, lines.forms["weapons[1]"].close_button]
    assert walked[: len(form.stops()) + 4] == [*form.stops(), *foot, "weapons[2]", page.parts.items["weapon"].add]


def test_tab_leaves_lines_past_a_deleted_widget(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    page = table.open({**VOLFER, "weapons": ["straight_sword"]})
    lines = table.lines("weapon")
    lines.go_to("weapons[1]")
    deleted = QWidget()
    delete(deleted)
    monkeypatch.setattr(SheetLines, "nextInFocusChain", lambda _lines: deleted)
    QTest.keyClick(lines, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is page.parts.items["weapon"].add


def test_arrow_keys_move_between_the_parts_of_a_sheet(table: Table) -> None:
    page = table.open({**VOLFER, "state": {"willpower": 3}, "weapons": ["straight_sword", "knife"]})
    lines = table.lines("weapon")
    lines.go_to("weapons[1]")
    table.hands.press("Down")
    assert lines.has_keys(lines.nodes[1])
    table.hands.press("Down")
    below_it = QApplication.focusWidget()
    assert below_it is not None
    assert below_it.mapTo(page, QPoint()).y() >= lines.mapTo(page, QPoint(0, lines.height())).y()
    lines.go_to("weapons[1]")
    table.hands.press("Up")
    assert isinstance(QApplication.focusWidget(), TraitRow)
    assert page.parts.column is not None
    table.value_lines("guile")
    table.hands.press("Down")
    assert QApplication.focusWidget() in page.parts.column.tracks.values()


def test_only_changed_parts_are_redrawn(table: Table) -> None:
    page = table.open(VOLFER)
    assert page.parts.edits is not None
    shown: list[str] = []
    binding = page.parts.edits.binding
    for id, show in list(binding._shows.items()):
        binding._shows[id] = lambda node, show=show: (shown.append(node.id), show(node))
    table.row("wits").setFocus()
    table.hands.press("5")
    assert shown == ["traits.wits"]
