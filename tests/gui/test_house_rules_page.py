"""The page of house rules: made, switched, renamed, deleted by hand, each with undo; differences are shown."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from exgui.campaign.campaign import Campaign
from exgui.campaign.rulesets import find
from exgui.gui.forms.editors import ChipPick, NumberLine, Switch
from exgui.gui.main_window import MainWindow
from exgui.gui.models.sheet_document import SheetDocument, sheet_document
from exgui.gui.pages.house_rules.page import HouseRulesPage, open_house_rules
from exgui.rulebook.reader import load
from exgui.rulebook.shelf import own_folder

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """A window, in which nothing is open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("rules")))
        window = MainWindow()
        window.resize(1366, 768)
        window.show()
        yield window
        window.close()
        window.deleteLater()


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> Iterator[HouseRulesPage]:
    """The page, with the game itself shown, in a campaign that has one encounter; there are no house rules yet."""
    shutil.rmtree(own_folder(), ignore_errors=True)
    with Campaign.create(tmp_path / "c.exgui") as campaign:
        campaign.put_encounter({"title": "Fight", "ruleset": "ex3"})
    window.session.open_path(tmp_path / "c.exgui")
    assert window.session.campaign is not None
    open_house_rules(window.commands.context, "ex3")
    page = window.commands.context.page
    assert isinstance(page, HouseRulesPage)
    yield page
    window.session.documents.drop("house_rules", "")
    window.navigation.back()


def made(page: HouseRulesPage, name: str) -> str:
    """Makes house rules by hand."""
    assert page.card is not None
    QTest.mouseClick(page.card.new, LEFT)
    assert page.new_name.hasFocus()
    QTest.keyClicks(page.new_name, name)
    QTest.keyClick(page.new_name, Qt.Key.Key_Return)
    return page.selected


def rules_file(id: str) -> str:
    return (own_folder() / id / "ruleset.toml").read_text("utf-8")


def texts(page: HouseRulesPage) -> str:
    QApplication.processEvents()  # A check of the files may make the card again.
    assert page.card is not None
    return shown(page.card)


def whole_text(widget: QWidget) -> str:
    QApplication.processEvents()
    return shown(widget)


def shown(widget: QWidget) -> str:
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if one.isVisibleTo(widget))


def test_house_rules_are_created_switched_and_undone(page: HouseRulesPage, window: MainWindow) -> None:
    id = made(page, "Iron Coast")
    assert id == "iron_coast"
    card = page.card
    assert card is not None
    assert not page.asked.isVisible()
    assert "yours" in page.rows[id].accessibleName()
    number, chips, switch = (card.fields[one] for one in ("off_hand_penalty", "failed_rout", "flurry_damage"))
    assert isinstance(number, NumberLine)
    assert isinstance(chips, ChipPick)
    assert isinstance(switch, Switch)
    number.setFocus()
    QTest.keyClicks(number, "0")
    QTest.keyClick(number, Qt.Key.Key_Return)
    QTest.mouseClick(chips.chips[1], LEFT)
    QTest.mouseClick(switch, LEFT)
    assert page.card is card
    assert rules_file(id).partition('name = "Iron Coast"\n')[2] == (
        "\n[options.off_hand_penalty]\ndefault = 0\n\n"
        '[options.failed_rout]\ndefault = "at_once"\n\n'
        "[options.flurry_damage]\ndefault = true\n"
    )
    assert "1 in Exalted, Third Edition" in texts(page)
    QTest.mouseClick(chips.chips[0], LEFT)
    assert "failed_rout" not in rules_file(id)
    window.commands.run("undo")
    assert load(id).options["failed_rout"].default == "at_once"
    assert chips.value == "at_once"
    number.setFocus()
    number.selectAll()
    QTest.keyClick(number, Qt.Key.Key_Delete)
    QTest.keyClick(number, Qt.Key.Key_Return)
    assert "off_hand" not in rules_file(id)
    assert number.placeholderText() == "1"


def test_renaming_keeps_the_folder_name(page: HouseRulesPage) -> None:
    id = made(page, "Coast")
    assert page.card is not None
    assert page.card.name is not None
    page.card.name.setFocus()
    page.card.name.selectAll()
    QTest.keyClicks(page.card.name, "Hills")
    QTest.keyClick(page.card.name, Qt.Key.Key_Return)
    assert page.selected == id == "coast"
    assert page.rows[id].text().strip() == "Hills"
    assert page.heading.detail == "Hills"
    page.document.history.undo()
    assert load(id).name == page.card.name.text() == "Coast"


def test_undo_restores_deleted_rules(page: HouseRulesPage, window: MainWindow) -> None:
    id = made(page, "Coast")
    assert page.card is not None
    QTest.mouseClick(page.card.delete, LEFT)
    assert page.selected == "ex3"
    assert id not in page.rows
    assert window.message == "Deleted Coast."
    window.commands.run("undo")
    assert id in page.rows
    assert load(id).name == "Coast"


def test_new_rules_need_a_name_and_escape_cancels(page: HouseRulesPage, window: MainWindow) -> None:
    page.ask_for_name()
    QTest.keyClick(page.new_name, Qt.Key.Key_Return)
    assert window.message == "Give the house rules a name first."
    QTest.keyClick(page.new_name, Qt.Key.Key_Escape)
    assert not page.asked.isVisible()
    assert window.commands.context.page is page


def test_differences_show_the_rules_of_switches(page: HouseRulesPage) -> None:
    QTest.mouseClick(page.rows["house_rules_template"], LEFT)
    found = texts(page)
    for words in ("Boathook", "Damage: 6, not 7", "Removed", "Wet powder", "3 in Exalted, Third Edition"):
        assert words in found
    assert f"ex3-31 Ready Weapon: {load('ex3').catalogue['ex3-31'].text}" in found
    assert load("ex3").catalogue["ex3-11"].rulings[0] in found  # that a Shift brings the Break bonus is a ruling
    assert page.card is not None
    assert page.card.fields == {}
    below = {one: row.text().strip() for one, row in page.rows.items() if row.text().startswith(" ")}
    assert below == {"ex3_original_text": "original printing", "house_rules_template": "Lantern Coast (a template)"}


def test_note_and_name_have_equal_margins(page: HouseRulesPage) -> None:
    id = made(page, "Coast")
    row = page.rows[id]
    QTest.mouseMove(page.new_name)
    row.setText("Coast")  # less what its depth moves it in
    picture = row.grab().toImage()
    ground = picture.pixel(picture.width() // 2, picture.height() // 2)
    middle = range(8, picture.height() - 8)
    inked = [x for x in range(4, picture.width() - 4) if any(picture.pixel(x, y) != ground for y in middle)]
    assert inked[0] >= 8
    assert abs((picture.width() - 1 - inked[-1]) - inked[0]) <= 2


def test_mistakes_in_the_files_are_named(page: HouseRulesPage) -> None:
    id = made(page, "Coast")
    (own_folder() / id / "weapons.toml").write_text("[knife]\ndamge = 8\n", "utf-8")
    page.show_ruleset(id)
    found = texts(page)
    assert "There is an error in its files" in found
    assert "coast/weapons.toml:2: knife.damge" in found
    (own_folder() / id / "weapons.toml").unlink()
    page.show_ruleset(id)
    assert "wrong" not in texts(page)
    (own_folder() / id / "weapons.toml").write_text('[knife]\ntags = ["reachng"]\n', "utf-8")
    page.show_ruleset(id)
    assert "There is an error in its files.\n" in texts(page)  # it can be used all the same


def test_changed_files_are_checked_again(page: HouseRulesPage, qtbot: QtBot) -> None:
    id = made(page, "Coast")
    weapons = own_folder() / id / "weapons.toml"
    weapons.write_text("[knife]\ndamge = 8\n", "utf-8")
    qtbot.waitUntil(lambda: "weapons.toml:2: knife.damge" in texts(page))
    weapons.write_text("[knife]\ndamage = 8\n", "utf-8")
    qtbot.waitUntil(lambda: "wrong" not in texts(page))
    weapons.write_text("[knife]\n\ndamge = 8\n", "utf-8")
    qtbot.waitUntil(lambda: "weapons.toml:3: knife.damge" in texts(page))


def test_encounter_links_to_this_page_and_lists_new_rules(page: HouseRulesPage, window: MainWindow) -> None:
    assert window.navigation.open_encounter("fight")
    encounter = window.commands.context.page
    card = encounter.panel.card  # type: ignore[attr-defined]
    QTest.mouseClick(card.editors["house_rules"].findChild(QPushButton), LEFT)
    there = window.commands.context.page
    assert isinstance(there, HouseRulesPage)
    assert there.selected == "ex3"
    id = made(there, "Coast")
    window.navigation.open_encounter("fight")
    encounter = window.commands.context.page
    card = encounter.panel.card  # type: ignore[attr-defined]
    chip = next(chip for chip in card.editors["ruleset"].chips if chip.text() == "Coast")
    QTest.mouseClick(chip, LEFT)
    assert window.session.campaign is not None
    assert window.session.campaign.encounter("fight")["ruleset"] == id
    assert id in window.session.campaign.house_rules.copies()
    assert "What differs from Exalted, Third Edition\nNothing." in whole_text(
        encounter.panel.card.editors["what_differs"]
    )  # type: ignore[attr-defined]
    there.document.set_option(id, "off_hand_penalty", 0, "")
    (own_folder() / id / "weapons.toml").write_text('[gaff]\nname = "Gaff"\n[whip]\nremove = true\n', "utf-8")
    there.document.set_option(id, "flurry_damage", True, "")
    shown = whole_text(encounter.panel.card.editors["what_differs"])  # type: ignore[attr-defined]
    assert "Dice lost with the off hand: 0, not 1\nex3-31 Ready Weapon: " in shown
    assert "A flurry’s penalty applies to damage: on, not off\nex3-20 " in shown
    assert "The -3 does not apply to damage rolls." in shown
    assert "Weapons: Whip (removed), Gaff (new)" in shown
    assert encounter.document.rules.options["off_hand_penalty"].default == 0  # type: ignore[attr-defined]
    assert window.session.campaign.house_rules.copies()[id].options["off_hand_penalty"].default == 0


def test_copied_rules_become_a_folder(page: HouseRulesPage, window: MainWindow, tmp_path: Path) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    id = made(page, "Afar")
    page.document.set_option(id, "off_hand_penalty", 0, "")
    campaign.put_sheet({"name": "Ann"}, id)
    page.document.delete(id)
    page.show_ruleset(id)
    assert "a copy in this campaign" in texts(page)
    assert page.card is not None
    QTest.mouseClick(page.card.copy, LEFT)
    assert page.selected == id
    assert page.card.own
    assert "default = 0" in rules_file(id)


def test_open_sheet_follows_rule_changes(page: HouseRulesPage, window: MainWindow) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    id = made(page, "Coast")
    sheet = campaign.put_sheet({"name": "Ilsa", "traits": {"dexterity": 3, "dodge": 2}}, id)
    document = sheet_document(window.session, sheet)
    assert _value(document, "evasion") == "3"
    page.document.set_option(id, "round_defense", "down", "")
    assert _value(document, "evasion") == "2"


def _value(document: SheetDocument, id: str) -> str:
    """A value that the rules work out, as the sheet shows it: (3 + 2) / 2."""
    assert document.worked is not None
    return next(str(one.number.total) for one in document.worked.values if one.id == id)


def test_different_version_in_the_campaign_is_shown_and_can_be_replaced(
    page: HouseRulesPage, window: MainWindow
) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    id = made(page, "Strange Coast")
    page.document.set_option(id, "off_hand_penalty", 0, "")
    campaign.put_sheet({"name": "Ann"}, id)
    kept = campaign.house_rules
    kept.take_from_elsewhere(id, kept.copies()[id])  # as if it had come from another computer
    page.document.set_option(id, "off_hand_penalty", 9, "")
    assert find(id).options["off_hand_penalty"].default == 0
    page.show_ruleset(id)
    assert "its own version of these rules, from another computer" in texts(page)
    assert page.card is not None
    assert page.card.own
    QTest.mouseClick(page.card.use_mine, LEFT)
    assert find(id).options["off_hand_penalty"].default == 9
    assert "its own version" not in texts(page)
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert find(id).options["off_hand_penalty"].default == 0
    assert "its own version" in texts(page)
    kept.take_from_here(id)


def test_page_does_not_reread_its_own_changes(page: HouseRulesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    id = made(page, "Quiet Yard")
    page.document.set_option(id, "off_hand_penalty", 0, "")
    drawn: list[bool] = []
    with monkeypatch.context() as patched:
        patched.setattr(page, "refresh", lambda: drawn.append(True))
        page._read_changed_files()  # as the watcher asks for after every write, its own too
        assert not drawn
        path = own_folder() / id / "ruleset.toml"
        path.write_text(rules_file(id) + "\n# by hand\n", "utf-8")
        page._read_changed_files()
        assert drawn


def test_word_valued_switch_is_saved(page: HouseRulesPage) -> None:
    page.show_ruleset("skirmish")
    id = made(page, "Iron Yard")
    assert page.card is not None
    field = page.card.fields["first_side"]
    QTest.mouseClick(field, LEFT)
    QTest.keyClicks(field, "others")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert load(id).options["first_side"].default == "others"
    assert "players in Skirmish" in texts(page)


def test_deleted_rules_with_a_campaign_copy_can_be_restored(page: HouseRulesPage, window: MainWindow) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    id = made(page, "Far Coast")
    campaign.put_sheet({"name": "Ann"}, id)
    assert page.card is not None
    field = page.card.fields["late_join_bonus"]
    QTest.mouseClick(field, LEFT)
    QTest.keyClicks(field, "9")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.mouseClick(page.card.delete, LEFT)
    assert "a copy in this campaign" in texts(page)
    assert not page.card.own
    assert not page.card.fields
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "default = 9" in rules_file(id)
    assert page.card.own


def test_list_is_as_wide_as_its_longest_name_needs(page: HouseRulesPage) -> None:
    made(page, "The rules of the Lantern Coast at our table")
    QApplication.processEvents()
    row = page.rows[page.selected]
    assert row.width() >= row.whole_width
