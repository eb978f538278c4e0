"""Opening campaigns and battles: where they were left; and what the window shows when that fails."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Roll
from exgui.gui import notices
from exgui.gui.backup_list import BackupList
from exgui.gui.commands.campaign import list_backups
from exgui.gui.main_window import MainWindow
from exgui.gui.start.app import PAGES
from tests.gui.columns import chosen, click, entries
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A sample campaign of one's own."""
    path = tmp_path / "sample.exgui"
    sample_campaign(path)
    return path


def buttons(window: MainWindow) -> dict[str, QAbstractButton]:
    settle()
    return {one.text(): one for one in window.welcome.notice.findChildren(QAbstractButton) if one.isVisible()}


def test_empty_window_offers_ways_to_begin(window: MainWindow) -> None:
    assert window.welcome.notice.title.text() == "No campaign is open"
    assert "Try the sample" in buttons(window)


def test_a_campaign_without_a_battle_offers_its_encounters(window: MainWindow, sample: Path) -> None:
    assert window.session.open_path(sample)
    begin = next(button for text, button in buttons(window).items() if text.startswith("Begin "))
    begin.click()
    assert window.page.kind == "battle"
    assert window.page.controller.battle.phase == "prepared"
    assert window.status.saved.text() == "saved"


def test_battle_reopens_in_the_middle_of_its_step(window: MainWindow, sample: Path) -> None:
    window.session.open_path(sample)
    window.session.begin_encounter(window.session.campaign.encounters()[0].id)
    Hands(window).press(" ", "R")
    pending, battle = window.page.controller.pending, window.page.controller.battle
    assert isinstance(pending, Roll)
    window.session.open_path(sample)
    assert window.page.controller.pending == pending
    assert window.page.controller.battle == battle
    assert window.page.panel.roll.isVisible()


@pytest.mark.parametrize(
    ("content", "title"),
    [(None, "Campaign not found"), (b"dear diary", "This is not a campaign")],
)
def test_unreadable_campaign_is_explained_in_the_window(
    window: MainWindow, tmp_path: Path, content: bytes | None, title: str
) -> None:
    path = tmp_path / "evening.exgui"
    if content is not None:
        path.write_bytes(content)
    assert not window.session.open_path(path)
    assert window.welcome.notice.title.text() == title
    assert "evening.exgui" in window.welcome.notice.text.text()
    assert path.exists() == (content is not None)
    assert content is None or path.read_bytes() == content


def test_campaign_with_a_foreign_journal_offers_a_copy(window: MainWindow, sample: Path) -> None:
    before = sample.read_bytes()
    journal = sample.with_name(sample.name + "-journal")
    journal.write_bytes(b"anything")
    assert not window.session.open_path(sample)
    assert window.welcome.notice.title.text() == "This campaign was not closed properly"
    buttons(window)["Open a copy"].click()
    assert window.session.campaign is not None
    assert window.session.campaign.path.name == "sample copy.exgui"
    assert (sample.read_bytes(), journal.read_bytes()) == (before, b"anything")


def test_a_damaged_campaign_offers_to_recover_a_copy(window: MainWindow, sample: Path) -> None:
    whole = sample.read_bytes()
    damaged = bytearray(whole)
    at = whole.index(b"Volfer")
    damaged[at - 40 : at + 4000] = b"\xff" * 4040
    sample.write_bytes(bytes(damaged))
    if window.session.open_path(sample):
        pytest.fail("the damage was not noticed")
    assert window.welcome.notice.title.text() == "This campaign is damaged"
    buttons(window)["Recover a copy"].click()
    assert window.session.campaign is not None
    assert window.session.campaign.path.name == "sample recovered.exgui"
    assert sample.read_bytes() == bytes(damaged)


def test_a_campaign_open_elsewhere_can_be_tried_again(window: MainWindow, sample: Path) -> None:
    elsewhere = Campaign.open(sample)
    assert not window.session.open_path(sample)
    assert window.welcome.notice.title.text() == "This campaign is open elsewhere"
    elsewhere.close()
    buttons(window)["Try again"].click()
    assert window.session.campaign is not None


def test_the_column_lists_battles_encounters_and_sheets(window: MainWindow, sample: Path) -> None:
    window.session.open_path(sample)
    window.session.begin_encounter(window.session.campaign.encounters()[0].id)
    kinds = {kind for kind, _id in entries(window.column)}
    assert kinds == {"battle", "encounter", "sheet"}
    assert chosen(window.column) == [("battle", str(window.session.battle_id))]


def test_column_switches_between_battles(window: MainWindow, sample: Path) -> None:
    window.session.open_path(sample)
    encounter = window.session.campaign.encounters()[0].id
    window.session.begin_encounter(encounter)
    first = window.session.battle_id
    window.session.begin_encounter(encounter)
    assert window.session.battle_id != first
    click(window.column, "battle", str(first))
    assert window.session.battle_id == first


def test_switching_battles_reports_that_the_old_one_is_saved(window: MainWindow, sample: Path) -> None:
    window.session.open_path(sample)
    first, second = (one for one in window.session.campaign.encounters()[:2])
    window.session.begin_encounter(first.id)
    assert window.message == ""
    window.session.begin_encounter(second.id)
    assert window.message == "", "nothing had begun in the one before"
    kept = window.session.battle_id
    window.page.map.setFocus()
    Hands(window).press(" ", "Shift+R")
    assert window.page.controller.battle.phase == "running"
    step = window.page.controller.play.step_number
    click(window.column, "encounter", first.id)
    assert (window.page.kind, window.session.battle_id) == ("encounter", kept), "only Begin begins"
    window.page.tasks.begin()
    window.page.tasks.begin()  # everybody is here
    assert window.session.battle_id != kept
    assert window.message == f"{second.name} is saved. To continue it, click it under Battles."
    click(window.column, "battle", str(kept))
    assert (window.session.battle_id, window.page.controller.play.step_number) == (kept, step)


def test_folded_column_keeps_its_icons(window: MainWindow) -> None:
    window.column.set_folded(False)
    window.run("fold")
    assert window.column.is_folded
    assert window.column.width() <= 60


def test_window_remembers_its_geometry_and_battle(qtbot: QtBot, tmp_path: Path, sample: Path) -> None:
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    first = MainWindow(settings)
    qtbot.addWidget(first)
    first.show()
    first.session.open_path(sample)
    encounter = first.session.campaign.encounters()[0].id
    first.session.begin_encounter(encounter)
    wanted = first.session.battle_id
    first.session.begin_encounter(encounter)
    first.session.open_battle(wanted)
    first.column.set_folded(True)
    first.run("fold")
    first.resize(1300, 700)
    first.close()
    second = MainWindow(settings)
    qtbot.addWidget(second)
    second.show()
    second.session.open_path(sample)
    assert second.session.battle_id == wanted
    assert second.height() == 700
    second.resize(1300, 700)  # a narrow screen folds the column by itself
    assert not second.column.is_folded
    second.close()


def test_auto_roll_for_foes_is_remembered(qtbot: QtBot, tmp_path: Path, sample: Path) -> None:
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    for expected in (False, True):
        window = MainWindow(settings)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        window.session.open_path(sample)
        if window.page.kind != "battle":
            window.session.begin_encounter(window.session.campaign.encounters()[0].id)
        assert bool(window.page.controller.auto_roll.sides) == expected
        if not expected:
            Hands(window).press("Ctrl+R")
            assert window.page.controller.auto_roll.sides, window.message
        window.close()


def test_auto_roll_is_remembered_per_battle(qtbot: QtBot, tmp_path: Path, sample: Path) -> None:
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    first = MainWindow(settings)
    qtbot.addWidget(first)
    first.session.open_path(sample)
    encounter = first.session.campaign.encounters()[0].id
    first.session.begin_encounter(encounter)
    other = first.session.battle_id
    first.session.begin_encounter(encounter)
    wanted = first.session.battle_id
    sides = list(dict.fromkeys(one.side for one in first.page.controller.battle.combatants.values()))
    one = next(who for who in first.page.controller.battle.combatants.values() if who.side == sides[0])
    first.page.controller.auto_roll.set(sides[:1])
    first.page.controller.auto_roll.set_one(one.id, False)
    first.close()
    settings.sync()
    again = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    second = MainWindow(again)
    qtbot.addWidget(second)
    second.session.open_path(sample)
    assert second.session.battle_id == wanted
    assert second.page.controller.auto_roll.sides == {sides[0]}
    assert not second.page.controller.auto_roll.rolls_for(one.id)
    second.session.open_battle(other)
    assert not second.page.controller.auto_roll.sides
    assert not second.page.controller.auto_roll.ones
    second.close()


def test_invalid_auto_roll_settings_are_ignored(qtbot: QtBot, tmp_path: Path, sample: Path) -> None:
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings)
    qtbot.addWidget(window)
    window.session.open_path(sample)
    for number in range(20):
        settings.setValue(f"autos_of/{window.session.campaign_key}/{number}", '["nonsense"')
    window.session.begin_encounter(window.session.campaign.encounters()[0].id)
    assert not window.page.controller.auto_roll.sides
    window.close()


def test_same_named_campaigns_in_two_folders_are_distinct(qtbot: QtBot, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    autos = []
    for folder in ("spring", "autumn", "spring"):
        path = tmp_path / folder / "evening.exgui"
        if not path.exists():
            path.parent.mkdir()
            sample_campaign(path)
        window = MainWindow(settings)
        qtbot.addWidget(window)
        window.session.open_path(path)
        if window.page.kind != "battle":
            window.session.begin_encounter(window.session.campaign.encounters()[0].id)
            if folder == "spring":
                window.page.controller.auto_roll.set(("heroes",))
        autos.append(set(window.page.controller.auto_roll.sides))
        window.close()
    assert autos == [{"heroes"}, set(), {"heroes"}]


def test_the_welcome_page_follows_the_campaign(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "evening.exgui"
    Campaign.create(path).close()
    assert window.session.open_path(path)
    notice, campaign = window.welcome.notice, window.session.campaign
    assert campaign is not None
    assert notice.title.text() == "Nothing to fight yet"
    encounter = campaign.put_encounter({"title": "Mill", "ruleset": "ex3"})
    window.session.listed.emit()
    assert notice.title.text() == "No battle is running"
    assert list(buttons(window)) == ["Begin Mill"]
    campaign.rename_encounter(encounter, "Weir")
    window.session.listed.emit()
    assert list(buttons(window)) == ["Begin Weir"]
    campaign.begin_battle(encounter)
    window.session.listed.emit()
    assert notice.title.text() == "1 battle under way"
    assert list(buttons(window)) == ["Continue Weir", "Begin Weir"]
    QTest.mouseClick(buttons(window)["Continue Weir"], Qt.MouseButton.LeftButton)
    assert window.page.kind == "battle"


def test_long_file_name_fits_the_headings(window: MainWindow, tmp_path: Path) -> None:
    longest = tmp_path / f"{('campaign_of_the_long_name_' * 10)[:244]}.exgui"
    assert len(longest.name) == 250
    list_backups(window.commands.context, longest)
    listed = next(one for one in window.findChildren(BackupList) if one.isVisible())
    assert listed._title.text().startswith("Backups of campaign_of_the_long_name")
    assert listed._title.sizeHint().width() <= listed.width()
    listed.close_overlay()
    window.welcome.put(notices.opening(longest, lambda: None))
    notice = window.welcome.notice
    widest = max(notice.text.fontMetrics().horizontalAdvance(word) for word in notice.text.text().split())
    assert widest <= notice.text.width()
    assert notice.text.text().split()[0].endswith(".exgui")
    assert longest.name in notice.text.toolTip()


def test_modules_imported_after_the_start_exist() -> None:
    assert [name for name in PAGES if find_spec(name) is None] == []
