"""Text size: chosen in View, for both windows, kept; and no font has a size of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLineF, QObject, QPoint, QRect, QSettings, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

import exgui.gui
from exgui.engine.asks import Choose, Declare, Roll
from exgui.engine.zones import Link
from exgui.gui.commands.first_minutes import first_minutes
from exgui.gui.commands.view import TEXT_SIZE, set_text_size
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance
from exgui.gui.look.theme import DARK
from exgui.gui.main_window import NARROW, MainWindow
from exgui.gui.map.link_drawing import label_box, label_font
from exgui.gui.map.zone_drawing import heading_bottom, name_shown, range_box, range_shown
from exgui.gui.map.zone_look import heading_top
from exgui.gui.pages.battle.bring_in_card import BringInCard
from exgui.gui.pages.battle.part_sizes import LOW
from exgui.gui.pages.encounter.page import PANEL, ROSTER
from exgui.gui.pages.house_rules.page import open_house_rules
from exgui.gui.pages.page import Heading
from exgui.gui.pages.sheet.lines import ValueColumn, ValueLines, below
from exgui.gui.settings import Settings
from exgui.gui.widgets.row import ROW, Row, draw_keycap
from exgui.gui.window.top_line import TopLine
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import cut_off, settle, visible_widgets
from tests.gui.test_seen import pages

GUI = Path(exgui.gui.__file__).parent
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
SMALL = [(683, 384), (960, 540)]


@pytest.fixture(autouse=True)
def usual_again(window: MainWindow) -> Iterator[None]:
    least = window.minimumSize()
    yield
    appearance().set_text_size(100)
    appearance().choose("dark")
    window.setMinimumSize(least)
    window.resize(1366, 768)


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """Volfer's turn, with Bandit 1 at close range."""
    return ambush(window, tmp_path)


def shrink(hands: Hands, width: int, height: int) -> None:
    hands.window.setMinimumSize(1, 1)
    hands.window.resize(width, height)
    settle()


def test_no_font_has_a_fixed_pixel_size() -> None:
    fixed = re.compile(r"setPixelSize\(\s*\d|font-size:\s*\d+\s*px|setPointSizeF?\(\s*\d")
    found = [
        f"{file.relative_to(GUI)}:{number}"
        for file in sorted(GUI.rglob("*.py"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if fixed.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("percent", [80, 125, 160])
def test_every_role_and_every_row_follows_the_text_size(hands: Hands, percent: int) -> None:
    bar = hands.window.page.ticks
    high = bar.minimumSizeHint().height()
    appearance().set_text_size(percent)
    for role, (pixels, _weight) in fonts.ROLES.items():
        assert fonts.font(role).pixelSize() == round(pixels * percent / 100)
    assert QApplication.font().pixelSize() == round(14 * percent / 100)
    assert bar.minimumSizeHint().height() == pytest.approx(high * percent / 100, abs=1)
    assert Row("Attack", "A").sizeHint().height() == round(ROW * percent / 100)
    settle()
    labels = hands.window.findChildren(QLabel)
    assert {one.font().pixelSize() for one in labels if one.property("role") == "strong"} == {round(15 * percent / 100)}


def test_text_size_is_chosen_in_the_view_menu_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    stored = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    window = MainWindow(stored)
    qtbot.addWidget(window)
    view = window.commands.menu.actions()
    menu = next(one.menu() for one in view if one.text() == "View")
    choice = next(one.menu() for one in menu.actions() if one.text() == "Text size")
    choice.aboutToShow.emit()
    assert [one.text() for one in choice.actions()] == [f"{percent}%" for percent in fonts.TEXT_SIZES]
    assert [one.text() for one in choice.actions() if one.isChecked()] == ["100%"]
    next(one for one in choice.actions() if one.text() == "140%").trigger()
    assert fonts.text_size() == 140
    assert Settings(stored).number(TEXT_SIZE) == 140
    window.run("larger_text")
    window.run("larger_text")
    assert fonts.text_size() == 160, "the largest"
    window.run("smaller_text")
    assert Settings(stored).number(TEXT_SIZE) == 140


def test_the_players_screen_follows_the_text_size(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    table = ambush(window, tmp_path).window.table
    table.open()
    screen = table.window.screen
    unit, width = screen.footer._canvas.unit, screen.turn.width()
    appearance().set_text_size(160)
    assert screen.footer._canvas.unit == pytest.approx(unit * 1.6)
    assert screen.turn.width() == pytest.approx(width * 1.6, abs=1)
    table.close()


@pytest.mark.parametrize(("width", "height", "look"), [(683, 384, "light"), (960, 540, "dark")])
def test_actions_work_without_overlaps_at_200_percent(hands: Hands, width: int, height: int, look: str) -> None:
    appearance().choose(look)
    shrink(hands, width, height)
    window, page = hands.window, hands.window.page
    assert window.column.is_folded
    parts = [page.ticks, page.map, page.panel, window.top, window.status]
    if height >= LOW:
        parts.append(page.log)
    assert page.log.isVisible() == (height >= LOW)
    boxes = [(one, one.rect().translated(one.mapTo(window, one.rect().topLeft()))) for one in parts]
    for number, (one, box) in enumerate(boxes):
        assert window.rect().contains(box), one
        for other, there in boxes[number + 1 :]:
            assert not box.intersects(there), (one, other)
    top = [one for one in window.top.children() if isinstance(one, QWidget) and one.isVisible()]
    for number, one in enumerate(top):
        assert not any(one.geometry().intersects(other.geometry()) for other in top[number + 1 :])
    port = page.panel._scroll.viewport()
    rows = [one for one in page.panel.action_list.rows.values() if one.isVisible()]
    seen = [one.text() for one in rows if port.rect().contains(one.rect().translated(one.mapTo(port, one.pos() * 0)))]
    assert "Attack" in seen
    assert len(seen) >= 5


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_question_is_visible_at_200_percent(hands: Hands, width: int, height: int) -> None:
    shrink(hands, width, height)
    panel = hands.window.page.panel
    port = panel._scroll.viewport()

    def in_sight(widget: QWidget) -> bool:
        settle()
        return port.rect().contains(QRect(widget.mapTo(port, QPoint()), widget.size()))

    hands.press("Ctrl+Shift+A")
    assert isinstance(panel.tool, BringInCard)
    assert in_sight(panel.tool.add)
    hands.press("Escape", "A")
    rows = [row for row in panel.draft.findChildren(Row) if row.isVisible()]
    assert len([row for row in rows if in_sight(row)]) >= 2
    hands.press("Enter")
    while isinstance(hands.bridge.pending, Choose | Declare):
        hands.press("Enter")
    assert isinstance(hands.bridge.pending, Roll)
    assert in_sight(panel.roll.field)


@pytest.mark.parametrize(("width", "height", "percent"), [(683, 384, 100), (960, 540, 160), (1366, 768, 160)])
@pytest.mark.parametrize("encounter", ["teahouse", "ferry"])
def test_first_roll_can_be_typed_at_a_large_text_size(
    window: MainWindow, tmp_path: Path, width: int, height: int, percent: int, encounter: str
) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    window.setMinimumSize(1, 1)
    window.resize(width, height)
    appearance().set_text_size(percent)
    assert window.session.begin_encounter(encounter)
    settle()
    hands = Hands(window)
    hands.press(" ")
    assert isinstance(hands.bridge.pending, Roll)
    settle()
    panel = window.page.panel
    port = panel._scroll.viewport()
    assert port.rect().contains(QRect(panel.roll.field.mapTo(port, QPoint()), panel.roll.field.size()))


@pytest.mark.parametrize(("width", "height"), [(683, 384), (960, 540)])
@pytest.mark.parametrize("folded", [True, False])
def test_encounter_tools_fit_at_a_large_text_size(hands: Hands, width: int, height: int, folded: bool) -> None:
    shrink(hands, width, height)
    appearance().set_text_size(160)
    window = hands.window
    window.navigation.open_encounter(window.session.encounters()[0].id)
    window.column.set_folded(folded)
    settle()
    assert cut_off(window) == []
    assert window.page.roster.isVisible() is folded
    window.page.map.setFocus()
    hands.press("A")
    settle()
    assert window.page.roster.add.hasFocus()
    assert window.column.is_folded
    assert cut_off(window) == []
    hands.press("Escape")
    window.navigation.back()


@pytest.mark.parametrize("percent", fonts.TEXT_SIZES)
def test_link_label_height_fits_its_text(qapp: QApplication, percent: int) -> None:
    appearance().set_text_size(percent)
    link = Link(("a", "b"), barrier="obstacle", difficulty=3, name="Fence")
    box, text = label_box(link, QLineF(0, 0, 80, 0))
    assert text == "Fence \N{MIDDLE DOT} 3"
    assert QFontMetricsF(label_font()).height() <= box.height()


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_zone_and_range_names_fit_at_200_percent(hands: Hands, width: int, height: int) -> None:
    shrink(hands, width, height)
    view = hands.window.page.map
    zoom = view.transform().m11()
    ranges = []
    for zone in view.map.zones.values():
        look = zone.look
        assert name_shown(look, zoom)[1] == look.name
        if look.pill:
            ranges.append(look.pill)
            assert range_shown(look, zoom)[1] in (look.pill, look.pill.partition(" ")[0])
            assert range_box(look, zoom).bottom() <= heading_top(look.shape, look.height, look.terrain), look.name
    assert len(ranges) > 3
    assert "short" in ranges


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_tokens_keep_clear_of_zone_names_at_200_percent(hands: Hands, width: int, height: int) -> None:
    shrink(hands, width, height)
    seen = 0
    for encounter in hands.window.session.encounters():
        hands.window.navigation.open_encounter(encounter.id)
        settle()
        view = hands.window.page.map
        zoom = view.transform().m11()
        for zone in view.map.zones.values():
            below = heading_bottom(zone.look, zoom)
            for spot in zone.placing.spots.values():
                assert spot.y - spot.radius * zone.placing.unit >= below, (encounter.name, zone.look.name)
                seen += 1
        hands.window.navigation.back()
    assert seen > 30


def test_encounter_page_adapts_to_the_window_size(hands: Hands) -> None:
    window = hands.window
    shrink(hands, 683, 384)
    window.navigation.open_encounter(window.session.encounters()[0].id)
    page = window.page
    shrink(hands, 1366, 768)
    assert (page.roster.width(), page.panel.width()) == (ROSTER, PANEL)
    shrink(hands, 683, 384)
    assert page.roster.party_button.sizeHint().width() <= page.roster.party_button.width()
    window.navigation.back()


@pytest.mark.parametrize(("width", "height", "shown"), [(683, 384, 100), (960, 540, 140), (1366, 600, 140)])
def test_text_size_is_limited_by_the_window(hands: Hands, width: int, height: int, shown: int) -> None:
    """960 / 683 and 540 / 384 are 1.4, 600 / 384 is 1.56; there are sizes of 100, 110, 125, 140 and 160."""
    window = hands.window
    shrink(hands, width, height)
    set_text_size(160)(window.commands.context)
    assert fonts.text_size() == shown
    assert window.message == f"Text size 160%, but {shown}% in this window: a larger one has room for more."
    assert appearance().text_size == window.settings.number(TEXT_SIZE) == 160
    shrink(hands, 1366, 768)
    assert fonts.text_size() == 160


def test_sheet_values_fit_their_text_at_every_width(hands: Hands) -> None:
    window = hands.window
    assert window.session.campaign is not None
    window.navigation.open_sheet("volfer")
    for width, height in (*SMALL, (1366, 768), (960, 540)):
        shrink(hands, width, height)
        (values,) = window.page.findChildren(ValueLines)
        areas = [values.area_of(node.id) for node in values.nodes]
        assert [area.height() for area in areas] == [values.line_height(node) for node in values.nodes]
        assert areas[-1].bottom() <= values.viewport().rect().bottom()
        metrics = QFontMetrics(fonts.font("small"))
        texts = [
            (below(node), area.adjusted(8, 4 + 26 - 1, -8, 0)) for node, area in zip(values.nodes, areas, strict=True)
        ]
        assert len([text for text, _room in texts if text]) > 5
        for text, room in texts:
            assert not text or metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() <= room.height(), (
                text
            )
    window.navigation.back()


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_palette_fits_the_window_at_200_percent(hands: Hands, width: int, height: int) -> None:
    shrink(hands, width, height)
    hands.press("Ctrl+K")
    settle()
    palette = hands.window.overlays.palette
    assert hands.window.rect().contains(palette.geometry())
    assert palette.rect().contains(palette.list.geometry())
    hands.type("theme")
    assert len(palette.list.picks) == 3
    assert palette.list.height() < 4 * ROW
    hands.press("Escape")


@pytest.mark.parametrize("folded", [True, False])
def test_welcome_page_text_is_visible_at_200_percent(window: MainWindow, tmp_path: Path, folded: bool) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    window.setMinimumSize(1, 1)
    window.resize(683, 384)
    assert window.session.open_path(tmp_path / "sample.exgui")
    window.column.set_folded(folded)
    settle()
    notice = window.welcome.notice
    assert "Begin one from an encounter" in notice.text.text()
    assert cut_off(window) + on_one_another(window) == []
    for one in (notice.text, *notice.findChildren(QAbstractButton)):
        assert notice.rect().contains(one.geometry())
    window.column.set_folded(True)


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_declarable_effects_are_visible_at_200_percent(
    window: MainWindow, tmp_path: Path, width: int, height: int
) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.begin_encounter("ferry")
    hands = Hands(window)
    shrink(hands, width, height)
    hands.press(" ", "Shift+R")
    ids = {one.name: id for id, one in hands.bridge.battle.combatants.items()}
    hands.bridge.drafting.propose("attack", ids["Toll sergeant"], overrule=True)
    hands.bridge.drafting.give_candidate(ids["Mirelle Ashwind"])
    assert isinstance(hands.bridge.pending, Declare)
    settle()
    panel = window.page.panel
    port = panel._scroll.viewport()
    rows = [row for row in panel.resolution.findChildren(Row) if row.isVisible()]
    seen = [row.text() for row in rows if port.rect().contains(QRect(row.mapTo(port, QPoint()), row.size()))]
    assert any(text.startswith("First Melee Excellency") for text in seen)
    assert len(seen) >= 3


@pytest.mark.parametrize("percent", fonts.TEXT_SIZES)
def test_key_cap_has_a_border_all_around(qapp: QApplication, percent: int) -> None:
    appearance().set_text_size(percent)
    image = QImage(80, 80, QImage.Format.Format_RGB32)
    image.fill("#000000")
    painter = QPainter(image)
    draw_keycap(painter, DARK, 20, 40, "M")
    painter.end()
    line, lines = DARK.color("line").rgb(), range(80)
    rows = [y for y in lines if sum(image.pixel(x, y) == line for x in lines) >= 6]
    columns = [x for x in lines if sum(image.pixel(x, y) == line for y in lines) >= 6]
    letter = [y for y in lines if any(image.pixel(x, y) == DARK.color("text").rgb() for x in lines)]
    assert columns, "left and right"
    assert rows[0] < letter[0]
    assert letter[-1] < rows[-1]
    assert rows[-1] - rows[0] == round(20 * percent / 100) - 1
    assert rows[0] - 40 == pytest.approx(40 - rows[-1] - 1, abs=1)


@pytest.mark.parametrize(("width", "height"), [*SMALL, (640, 360)])
def test_ways_to_begin_can_be_chosen_at_200_percent(window: MainWindow, width: int, height: int) -> None:
    window.setMinimumSize(1, 1)
    window.resize(width, height)
    window.welcome.put(first_minutes(window.commands.context))
    settle()
    notice = window.welcome.notice
    area = notice.parentWidget()
    assert area is not None
    buttons = [one for one in notice.findChildren(QAbstractButton) if one.isVisible()]
    assert len(buttons) == 3
    for button in buttons:
        assert button.height() >= button.sizeHint().height()
        if height > 360:
            assert area.rect().contains(QRect(button.mapTo(area, QPoint()), button.size()))
    buttons[-1].setFocus(Qt.FocusReason.TabFocusReason)
    notice.focusNextPrevChild(False)
    buttons[0].focusNextPrevChild(True)
    focus = QApplication.focusWidget()
    assert focus in buttons
    assert area.rect().contains(QRect(focus.mapTo(area, QPoint()), focus.size())), "it is scrolled to"


TOP = [  # width, text size, the words of a heading and what is to be seen of them, and how many hints
    (1366, 100, ("Stand on the Salt Causeway", "Exalted, Third Edition", "Round 2 · tick 8"), "whole", 3),
    (960, 100, ("Stand on the Salt Causeway", "Exalted, Third Edition", "Round 2 · tick 8"), "whole", 3),
    (683, 100, ("Stand on the Salt Causeway", "Exalted, Third Edition", "Round 2 · tick 8"), "Third Edition", 1),
    (683, 100, ("Marit the Carter", "Skirmish", ""), "whole", 3),
    (683, 160, ("Duel", "Exalted, Third Edition", "Round 2 · tick 8"), "Third Edition", 1),
]


@pytest.mark.parametrize(("width", "percent", "words", "rules", "hints"), TOP)
def test_top_line_drops_hints_before_names(
    qtbot: QtBot, width: int, percent: int, words: tuple[str, str, str], rules: str, hints: int
) -> None:
    line = TopLine(lambda _id: None)
    qtbot.addWidget(line)
    appearance().set_text_size(percent)
    line.resize(width, 40)
    line.show()
    line.show_heading(Heading(*words))
    settled(line)
    assert line.title.text() == words[0]
    assert line.ruleset.text() == (words[1] if rules == "whole" else rules)
    assert line.ruleset.toolTip() == words[1]
    assert line.caption.text() == words[2]
    assert sum(hint.isVisible() for hint in line.hints.values()) == hints
    seen = [one for one in line.children() if isinstance(one, QWidget) and one.isVisible()]
    assert all(line.rect().contains(one.geometry()) for one in seen)
    assert not any(a.geometry().intersects(b.geometry()) for a, b in combinations(seen, 2))


def settled(widget: QWidget) -> None:
    """Wait for the layout, which must settle."""
    for _ in range(10):
        QApplication.processEvents()
    asked: list[QEvent] = []

    class Requests(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.LayoutRequest:
                asked.append(event)
            return False

    filter = Requests()
    widget.installEventFilter(filter)
    QApplication.processEvents()
    widget.removeEventFilter(filter)
    assert asked == []


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_pages_and_sheet_names_fit_at_200_percent(hands: Hands, width: int, height: int) -> None:
    window = hands.window
    shrink(hands, width, height)
    assert window.session.campaign is not None
    sheets = [partial(window.navigation.open_sheet, one.id) for one in window.session.campaign.sheets()]
    encounters = [partial(window.navigation.open_encounter, one.id) for one in window.session.encounters()[:2]]
    rules = partial(open_house_rules, window.commands.context, "ex3")
    for opens in (*sheets, *encounters, window.navigation.open_summary, rules):
        opens()
        settle()
        for area in window.findChildren(QScrollArea):
            if area.isVisible() and area.widget() is not None:
                assert area.widget().width() <= area.viewport().width(), (window.page.heading, area.accessibleName())
        if window.page.kind == "sheet":
            head = window.page.parts.head
            name = head.name.text()
            assert QFontMetrics(head.name.font()).horizontalAdvance(name) < head.name.width() - 12, name
            kind = QRect(head.kind.mapTo(head, QPoint()), head.kind.size())
            assert head.kind.isHidden() or head.rect().contains(kind)
        if window.page.kind == "encounter":
            assert window.page.toolbar.geometry().right() < window.page.map.width(), window.page.map.width()
            seen = window.page.map.mapToScene(window.page.map.viewport().rect()).boundingRect()
            assert all(seen.contains(zone.sceneBoundingRect().center()) for zone in window.page.map.map.zones.values())
        window.navigation.back()


def test_relative_width_follows_the_text_size(hands: Hands) -> None:
    shrink(hands, 960, 540)
    assert hands.window.session.campaign is not None
    hands.window.navigation.open_sheet(hands.window.session.campaign.sheets()[0].id)
    appearance().set_text_size(125)
    (values,) = hands.window.page.findChildren(ValueColumn)
    assert values.width() <= 960 * 0.24 + 1
    hands.window.navigation.back()


def test_column_folds_in_a_narrow_window_and_unfolds_in_a_wide_one(hands: Hands) -> None:
    column = hands.window.column
    column.set_folded(False)
    shrink(hands, NARROW - 100, 700)
    assert column.is_folded
    shrink(hands, 1366, 768)
    assert not column.is_folded
    column.set_folded(True)
    shrink(hands, NARROW - 100, 700)
    shrink(hands, 1366, 768)
    assert column.is_folded, "as it was left by hand"


@pytest.mark.parametrize("percent", [80, 100, 130, 160])
def test_labels_are_whole_and_apart_at_every_text_size(window: MainWindow, tmp_path: Path, percent: int) -> None:
    appearance().set_text_size(percent)
    found: dict[str, list[str]] = {}
    looked_at = 0
    for state in pages(window, tmp_path):
        texts = cut_off(window) + on_one_another(window)
        looked_at += 1
        if texts:
            found[state] = texts
    assert looked_at > 8
    assert found == {}


def on_one_another(window: QWidget) -> list[str]:
    """Labels and buttons that overlap within a part of the window."""
    out = []
    shown = [one for one in visible_widgets(window) if isinstance(one, (QLabel, QAbstractButton)) and one.text()]
    for number, one in enumerate(shown):
        for other in shown[number + 1 :]:
            beside = one.parentWidget() is other.parentWidget()
            if beside and one.geometry().adjusted(1, 1, -1, -1).intersects(other.geometry().adjusted(1, 1, -1, -1)):
                out.append(f"{one.text()[:40]} on {other.text()[:40]}")
    return out


def test_windows_of_different_sizes_share_the_text_size(hands: Hands) -> None:
    other = MainWindow()
    other.resize(960, 540)
    other.show()
    set_text_size(160)(hands.window.commands.context)
    assert fonts.text_size() in (140, 160)
    other.close()
    other.deleteLater()
    settle()
    shrink(hands, 1366, 767)
    assert fonts.text_size() == 160
