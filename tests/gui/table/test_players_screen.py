"""The players' screen beside the storyteller's window: opening, closing, its battle, frame, curtain and revealed
names."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QGuiApplication, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.commands.players import choose_picture
from exgui.gui.look.appearance import appearance
from exgui.gui.look.theme import DARK
from exgui.gui.main_window import MainWindow
from exgui.gui.map.export.ask import AskExport
from exgui.gui.table.camera import Area, boxes, camera
from exgui.gui.table.curtain import Curtain
from exgui.gui.table.design import LEAST, canvas_for, metrics, name_font, text_font
from exgui.gui.table.dice import DiceRow, roll_title
from exgui.gui.table.look import TableLook
from exgui.gui.table.screen import TableScreen
from exgui.gui.table.time_strip import GROWN
from exgui.gui.table_control.control import PublicPictures
from exgui.gui.table_control.saved import CurtainChoice, SavedTable
from exgui.gui.table_control.settings_card import SettingsCard
from exgui.gui.tick_bar.paint import heading_font, number_font
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.token_look import Look
from exgui.gui.window_command import WindowCommand
from exgui.play.public.records import PublicBattle, PublicCombatant, PublicSide
from tests.gui.ambush import ambush, id_of
from tests.gui.conftest import Hands

A_SIDE = Table(s1=PublicSide("s1", "Heroes"))


def a_stranger(portrait: str) -> PublicCombatant:
    """An active combatant who is on no map."""
    health = ("7/7", "unhurt", 5, "up", (), (), 1, "", None)
    return PublicCombatant("c1", "Volfer", "s1", True, True, "character", None, portrait, *health)


@pytest.fixture(scope="module")
def shared(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory):
    """One window with the ambush, for all tests of this module."""
    appearance().choose("dark")
    window = MainWindow()
    window.resize(1366, 768)
    window.show()
    hands = ambush(window, tmp_path_factory.mktemp("players"))
    yield hands
    window.close()
    window.deleteLater()


@pytest.fixture
def hands(shared: Hands):
    """The window with the players' screen open, in its initial state."""
    table = shared.window.table
    steps = len(shared.play.steps)
    if not table.is_open:
        table.open()
    shared.window.activateWindow()
    QApplication.processEvents()
    yield shared
    if shared.window.findChild(SettingsCard) is not None:
        shared.window.findChild(SettingsCard).close_overlay()
    while len(shared.play.steps) > steps:
        shared.bridge.steps.undo()
    if table.is_covered:
        table.toggle_curtain()
    if table.previews:
        table.toggle_preview(shared.window.page)
    table.set_frame(None)
    table.set_look(TableLook())
    players_screen(shared)


def players_screen(hands: Hands) -> TableScreen:
    """The players' screen, with all updates applied."""
    table = hands.window.table
    if table._following is not None:
        table._following.show()
    assert table.window is not None
    QApplication.sendPostedEvents()
    table.window.screen.map.complete()
    return table.window.screen


def names(hands: Hands) -> list[str]:
    battle = players_screen(hands).battle
    assert battle is not None
    return [one.name for one in battle.combatants.values()]


def select(hands: Hands, name: str) -> None:
    """Clicks someone's token on the storyteller's map."""
    view = hands.window.page.map
    token = view.map.tokens[id_of(hands, name)]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(token.scenePos()))


def test_f11_opens_and_closes_the_players_screen(hands):
    table = hands.window.table
    hands.press("F11")
    assert not table.is_open
    hands.press("F11")
    assert table.is_open
    frame = table.window.frame
    assert frame.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert frame.cursor().shape() == Qt.CursorShape.BlankCursor
    assert frame.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_closing_its_window_by_hand_updates_the_menu(hands):
    table = hands.window.table
    table.window.frame.close()
    assert not table.is_open
    assert hands.window.message == "The players’ screen is closed."


def test_one_key_hides_and_reveals_the_selected_combatant(hands):
    assert "Bandit 2" in names(hands)
    select(hands, "Bandit 2")
    hands.press("F7")
    assert "Bandit 2" not in names(hands)
    assert "bandit" not in " ".join(one.text for one in players_screen(hands).battle.log[-1:]).lower()
    hands.press("F7")
    assert "Bandit 2" in names(hands)


def test_screen_is_unchanged_during_a_hidden_turn(hands):
    for name in ("Bandit 1", "Bandit 2"):
        assert hands.bridge.steps.dispatch(Command("hide", args=Table(who=id_of(hands, name))))
    assert hands.bridge.steps.dispatch(Command("auto_reveal", args=Table(on=False)))
    before = players_screen(hands).grab().toImage()
    active = players_screen(hands).battle.active
    hands.bridge.steps.overrule("initiative", 12, id_of(hands, "Bandit 1"))
    assert players_screen(hands).battle.active == active
    assert players_screen(hands).grab().toImage() == before


def test_screen_keeps_its_battle_until_switched(hands):
    window = hands.window
    first = players_screen(hands).battle
    play, number = hands.play, window.session.battle_id
    assert window.session.begin_encounter(window.session.campaign.encounters()[1].id)
    assert window.table.is_on(play)
    assert window.message == f"The players still see {play.battle.title}. Ctrl+F11 shows them this battle."
    assert players_screen(hands).battle == first
    assert window.page.map.map.seen.isVisible() is False
    hands.press("Ctrl+F11")
    assert window.table.is_on(window.page.controller.play)
    assert players_screen(hands).battle != first
    assert window.page.map.map.seen.isVisible()
    assert window.session.open_battle(number)
    window.run("table_here")
    assert players_screen(hands).battle == first


def test_one_key_draws_and_lifts_the_curtain(hands):
    hands.press("F9")
    assert players_screen(hands).curtain.isVisible()
    assert players_screen(hands).curtain.curtain == Curtain("title", "Roads of the Hundred Lanterns")
    assert hands.window.page.map.map.seen.covered
    hands.press("F9")
    assert not players_screen(hands).curtain.isVisible()


def test_picture_is_shown_alone_and_an_invalid_one_is_not(hands, qtbot, tmp_path: Path):
    campaign = hands.window.session.campaign
    drawn = QPixmap(64, 40)
    drawn.fill(QColor("#ff00ff"))
    drawn.save(str(tmp_path / "gate.png"))
    good = campaign.pictures.put((tmp_path / "gate.png").read_bytes(), "Moon gate.png", "png")
    bad = campaign.pictures.put(b"no picture at all", "Torn.png", "png")
    table = hands.window.table
    table.splash(good, "Moon gate")
    qtbot.waitUntil(lambda: not players_screen(hands).curtain._picture.isNull())
    shown = players_screen(hands).grab().toImage()
    assert shown.pixelColor(shown.width() // 2, shown.height() // 2) == QColor("#ff00ff")
    table.splash(bad, "Torn")
    qtbot.waitUntil(lambda: "not a PNG" in hands.window.message)
    assert not table.is_covered
    table.set_curtain(CurtainChoice("picture", bad))
    hands.press("F9")
    qtbot.waitUntil(lambda: "not a PNG" in table.curtain.trouble)
    assert players_screen(hands).curtain.curtain.title == "Roads of the Hundred Lanterns"
    assert "not a PNG" in hands.window.message
    assert not players_screen(hands).grab().isNull()
    hands.press("F9")
    assert not table.is_covered


def test_players_frame_is_dragged_on_the_storytellers_map(hands):
    view = hands.window.page.map
    box = view.map.seen.rect()
    table = hands.window.table
    table.set_frame(Area(box.x() + 100, box.y() + 60, 400, 260))
    before = players_screen(hands).seen
    edge = view.mapFromScene(view.map.seen.rect().left(), view.map.seen.rect().center().y())
    drag(view.viewport(), edge, edge + QPoint(60, 20))
    after = players_screen(hands).seen
    assert after.x - before.x == pytest.approx(60 / view.zoom, abs=3)
    assert after.width == pytest.approx(before.width, rel=0.02)
    corner = view.mapFromScene(view.map.seen.rect().bottomRight()) - QPoint(2, 2)
    drag(view.viewport(), corner, corner - QPoint(60, 40))
    assert players_screen(hands).seen.width < after.width
    table.set_frame(Area(90_000, -90_000, 400, 200))  # far outside: brought to the nearest zone
    at = players_screen(hands).seen.centre
    assert any(zone.nearest(*at) == pytest.approx(at) for zone in boxes(players_screen(hands).battle).values())


def drag(widget, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(widget, start + (end - start) / 2)
    QTest.mouseMove(widget, end)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)


def test_key_shows_the_players_view_instead_of_the_map(hands):
    hands.press("F8")
    assert hands.window.table.previews
    preview = hands.window.table._preview
    assert preview.shown.battle == players_screen(hands).battle
    assert preview.geometry() == hands.window.page.map.rect()
    hands.press("F8")
    assert not hands.window.table.previews


def test_settings_apply_at_once_and_are_remembered(hands):
    table = hands.window.table
    hands.window.run("table_settings")
    card = hands.window.findChild(SettingsCard)
    assert card.isVisible()
    foe = next(one for one in players_screen(hands).battle.combatants.values() if not one.own)
    assert foe.health == "unhurt"
    QTest.mouseClick(card.form.editors["foes_health"].chips[2], Qt.MouseButton.LeftButton)
    assert "/" in players_screen(hands).battle.combatants[foe.id].health
    QTest.mouseClick(card.form.editors["foes_initiative"].chips[1], Qt.MouseButton.LeftButton)
    assert players_screen(hands).battle.combatants[foe.id].place is None
    QTest.mouseClick(card.form.editors["theme"].chips[1], Qt.MouseButton.LeftButton)
    assert players_screen(hands).map.theme.name == "light"
    assert appearance().theme.name == "dark"
    again = SavedTable(hands.window.settings)
    assert again.public(*table._key).foes_health == "exact"
    assert again.look().theme == "light"
    QTest.mouseClick(card.form.editors["foes_health"].chips[0], Qt.MouseButton.LeftButton)
    QTest.keyClick(card.form.editors["foes_health"], Qt.Key.Key_Right)
    hidden = players_screen(hands).battle.combatants[foe.id].health
    assert "/" not in hidden, "the keys pass no number on the way from how badly hurt to nothing"
    for id in ("foes_health", "foes_initiative", "theme"):
        QTest.mouseClick(card.form.editors[id].chips[0], Qt.MouseButton.LeftButton)
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def up_and_hidden(hands: Hands, name: str) -> str:
    """Hides someone and makes it their turn."""
    who = id_of(hands, name)
    assert hands.bridge.steps.dispatch(Command("hide", args=Table(who=who)))
    assert hands.bridge.steps.overrule("initiative", 11, who)
    assert hands.bridge.steps.end_turn()
    assert hands.bridge.battle.active == who
    hands.window.page.take_keys()
    return who


def other(hands: Hands, who: str) -> bool:
    """A step by which someone would show themselves."""
    return hands.bridge.steps.dispatch(Command("other", who, Table(note="calls out")))


def choose_hidden(hands: Hands, index: int) -> None:
    hands.window.run("table_settings")
    card = hands.window.findChild(SettingsCard)
    QTest.mouseClick(card.form.editors["hidden"].chips[index], Qt.MouseButton.LeftButton)
    card.close_overlay()


def test_step_revealing_a_combatant_asks_first_and_a_key_keeps_them_hidden(hands):
    who = up_and_hidden(hands, "Bandit 2")
    assert not other(hands, who)
    card = hands.window.page.panel.draft
    assert "This reveals Bandit 2." in [one.text() for one in card.findChildren(QLabel)]
    assert hands.bridge.battle.who(who).hidden
    panel = hands.window.page.panel
    assert card.mapTo(panel, card.rect().bottomRight()).x() < panel.width(), "its row of buttons has room"
    hands.press(" ")
    assert hands.play.steps[-1].command.stay_hidden
    assert hands.bridge.battle.who(who).hidden
    assert hands.bridge.battle.active == who, "the key does not end the turn"
    assert "Bandit 2" not in names(hands)


def test_allow_key_reveals_a_hidden_combatant(hands):
    who = up_and_hidden(hands, "Bandit 2")
    assert not other(hands, who)
    hands.press("Shift+Enter")
    assert not hands.bridge.battle.who(who).hidden
    hands.press("Ctrl+Z")
    assert not other(hands, who), "asked again: undo does not undo what the players know"
    hands.press("Escape")
    assert hands.bridge.refusal is None
    assert hands.bridge.battle.who(who).hidden


def test_step_revealing_a_name_asks_first_and_a_key_keeps_it_secret(hands):
    who = id_of(hands, "Bandit 2")
    assert hands.bridge.steps.overrule("revealed", False, who)
    assert hands.bridge.steps.overrule("initiative", 11, who)
    assert hands.bridge.steps.end_turn()
    hands.window.page.take_keys()
    assert not other(hands, who)
    assert hands.bridge.refusal.sentence == "This tells the players who Bandit 2 is."
    assert hands.bridge.refusal.reveals == "Keep secret"
    hands.press(" ")
    assert not hands.bridge.battle.who(who).revealed
    assert hands.play.steps[-1].command.do == "other"


def test_undo_and_arrivals_never_reveal_combatants_revealed_only_by_hand(hands):
    choose_hidden(hands, 1)
    who = up_and_hidden(hands, "Bandit 2")
    assert other(hands, who)
    assert hands.bridge.battle.who(who).hidden
    hands.press("Ctrl+Z")
    assert other(hands, who)
    assert hands.bridge.battle.who(who).hidden
    hands.press("Ctrl+Z")
    new = Table(name="Ash", side="gang", hidden=True, state=Table(initiative=11))
    assert hands.bridge.steps.dispatch(Command("add", args=Table(combatant=new, id="ash")))
    assert hands.bridge.steps.dispatch(Command("end_turn", who))
    assert other(hands, "ash")
    assert hands.bridge.battle.who("ash").hidden
    hands.window.run("table_settings")
    card = hands.window.findChild(SettingsCard)
    assert card.form.editors["hidden"].chips[1].isChecked()
    assert SavedTable(hands.window.settings).public(*hands.window.table._key).hidden == "stay"
    choose_hidden(hands, 0)


def test_escape_closes_the_settings_first(hands):
    who = up_and_hidden(hands, "Bandit 2")
    assert not other(hands, who)
    hands.window.run("table_settings")
    card = hands.window.findChild(SettingsCard)
    hands.window.page.map.setFocus()
    hands.press("Escape")
    assert not card.isVisible()
    assert hands.bridge.refusal is not None
    hands.press("Escape")
    assert hands.bridge.refusal is None


def test_players_frame_disappears_and_returns_with_their_monitor(hands):
    table, map_ = hands.window.table, hands.window.page.map
    players_screen(hands)
    assert map_.map.seen.isVisible()
    table.window._on = "tv"  # as if it filled that one
    table.window._monitor_goes(SimpleNamespace(name=lambda: "tv"))
    assert not map_.map.seen.isVisible()
    assert "was unplugged: the players see nothing" in hands.window.message
    assert table.is_open
    table.window._show_framed()
    table.window.moved.emit("tv")
    assert map_.map.seen.isVisible()
    assert hands.window.message.endswith("again.")


def test_invalid_settings_count_as_unset(hands):
    settings = hands.window.settings
    saved = SavedTable(settings)
    for key, value in {"c/foes_health": "blurry", "c/b/frame": "1 2 three 4", "box": "x", "c/curtain/kind": 7}.items():
        settings.save(f"table/{key}", value)
    assert saved.public("c", "b").foes_health == "bands"
    assert saved.frame("c", "b") is None
    assert not saved.box().isValid()
    assert saved.curtain("c").kind == "title"
    settings.save("table/c/b/frame", "0 0 inf 5")
    assert saved.frame("c", "b") is None


@pytest.mark.parametrize("size", [(640, 480), (7680, 4320), (1, 1), (200, 2000)])
def test_players_screen_is_drawn_at_any_size(hands, size):
    screen = TableScreen()
    screen.resize(*size)
    screen.show_battle(players_screen(hands).battle)
    assert screen.grab().width() == size[0]
    screen.deleteLater()


def test_text_is_at_least_28_pixels_at_1080p_and_scales_with_the_screen(qapp):
    smallest = min(text_font(1).pixelSize(), name_font(1).pixelSize())
    bar = min(heading_font().pixelSize(), number_font().pixelSize()) * GROWN
    for size, pixels in (((1920, 1080), 28), ((3840, 2160), 56), ((2560, 1440), 37)):
        assert min(smallest, bar) * canvas_for(*size).unit >= pixels


def test_no_timer_runs_at_rest_and_animations_end_with_their_window(hands):
    screen = players_screen(hands)
    hands.bridge.steps.dispatch(Command("place", args=Table(who=id_of(hands, "Quick Tam"), zone=other_zone(hands))))
    players_screen(hands)
    assert screen.moves
    hands.window.table.close()  # as when the monitor goes in the middle of it
    assert not screen.moves
    hands.window.table.open()
    players_screen(hands)
    screen.finish()
    assert running(screen) == []
    hands.window.table.set_look(TableLook(animated=False))
    hands.bridge.steps.undo()
    assert not players_screen(hands).moves


def test_new_round_is_announced_even_if_no_one_moves(hands):
    screen = players_screen(hands)
    screen.finish()
    battle = screen.battle
    screen.show_battle(battle.but(round=battle.round + 1))
    assert screen.moves
    screen.show_battle(battle.but(round=battle.round + 1, caption="later"))
    assert screen.moves  # what comes meanwhile does not end it
    screen.finish()
    assert running(screen) == []


def other_zone(hands: Hands) -> str:
    battle = hands.bridge.battle
    return next(id for id in battle.zones if id != battle.combatants[id_of(hands, "Quick Tam")].zone)


def running(screen: TableScreen) -> list[object]:
    """Timers and animations of the players' screen that run."""
    timers = [one for one in screen.findChildren(QTimer) if one.isActive()]
    moving = QAbstractAnimation.State.Running
    return [*timers, *(one for one in screen.findChildren(QVariantAnimation) if one.state() == moving)]


def test_context_menu_offers_to_reveal_or_explains(hands):
    page = hands.window.page
    foe = id_of(hands, "Bandit 2")

    def actions(kind: str, id: str) -> dict[str, QAction]:
        found = {action.text(): action for action in page.menus.menu(kind, id).actions()}
        return {text: action for text, action in found.items() if "the players" in text}

    assert list(actions("token", foe)) == ["Hide from the players"]
    actions("token", foe)["Hide from the players"].trigger()
    assert "Bandit 2" not in names(hands)
    assert list(actions("token", foe)) == ["Reveal to the players"]
    asked: list[tuple[str, str]] = []
    page.map.menu_requested.disconnect(page.menus.open)
    page.map.menu_requested.connect(lambda kind, id, _at: asked.append((kind, id)))
    at = page.map.mapFromScene(page.map.map.tokens[foe].scenePos())
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, page.map.viewport().mapToGlobal(at))
    QApplication.sendEvent(page.map.viewport(), event)
    assert asked == [("token", foe)]
    page.map.menu_requested.connect(page.menus.open)
    zone = next(iter(hands.bridge.battle.zones))
    actions("zone", zone)["Hide from the players"].trigger()
    assert list(actions("zone", zone)) == ["Reveal to the players"]
    assert len(players_screen(hands).battle.zones) == len(hands.bridge.battle.zones) - 1


def test_secret_roll_is_not_shown(hands):
    hands.press("Ctrl+D")
    form = hands.window.page.panel.tool
    form.boxes["pool"].field.setText("5")
    form.boxes["label"].field.setText("listens at the door")
    QTest.mouseClick(form.boxes["known"].field.chips[1], Qt.MouseButton.LeftButton)
    form.submit()
    hands.press("R")
    assert hands.bridge.pending is None
    assert "rolls 5 dice" in hands.play.log()[-1].events[-1].text
    assert not any("rolls 5 dice" in one.text or one.rolls for one in players_screen(hands).battle.log[-1:])


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_log_is_exported_for_the_players_by_default(hands, tmp_path: Path):
    assert hands.bridge.steps.dispatch(Command("hide", args=Table(who=id_of(hands, "Mistress Vey"))))
    hands.window.run("export_log")
    ask = hands.window.findChild(AskExport)
    assert ask.for_players.isChecked()
    assert ask.kind == "md"
    for name, for_players in (("theirs.md", True), ("own.md", False), ("theirs.pdf", True)):
        ask._save(for_players, tmp_path / name)
    ask.close()
    assert "Vey" not in (tmp_path / "theirs.md").read_text("utf-8")
    assert "Vey" in (tmp_path / "own.md").read_text("utf-8")
    assert (tmp_path / "theirs.pdf").read_bytes().startswith(b"%PDF")
    ask._save(True, tmp_path / "no folder" / "log.md")
    assert "can’t be written" in hands.window.message


def test_log_is_copied_for_the_players_by_default(hands):
    log = hands.window.page.log
    assert hands.bridge.steps.dispatch(Command("hide", args=Table(who=id_of(hands, "Mistress Vey"))))
    QTest.mouseClick(log.copy_button, Qt.MouseButton.LeftButton)
    for_players = QGuiApplication.clipboard().text()
    assert for_players.splitlines() == [line.text for line in players_screen(hands).battle.log if line.text]
    assert "Vey" not in for_players
    assert "puts" not in for_players  # before the fight
    QTest.mouseClick(log.copy_all_button, Qt.MouseButton.LeftButton)
    assert "Vey" in QGuiApplication.clipboard().text()

    begun, hidden = (
        next(number for number, row in enumerate(log.model.rows) if words in row.text)
        for words in ("The battle begins", "is hidden")
    )
    log.view.setFocus()
    log.view.selectRow(begun)
    QTest.keyClick(log.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "The battle begins. Round 1."
    log.view.clearSelection()
    log.view.selectRow(hidden)
    QTest.keyClick(log.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "nothing was copied" in hands.window.message
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(log.view, Qt.Key.Key_C, both)
    assert "Vey" in QGuiApplication.clipboard().text()


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_battle_as_text_is_offered_only_for_the_storyteller(hands, tmp_path: Path):
    hands.window.run("export")
    ask = hands.window.findChild(AskExport, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert not ask.for_players.isEnabled()
    assert ask.for_me.isChecked()
    assert any("every secret" in line.text() for line in ask.findChildren(QLabel))
    ask._save(False, tmp_path / "all.toml")
    ask.close()
    assert "Vey" in (tmp_path / "all.toml").read_text("utf-8")


def test_letters_on_tokens_are_as_large_as_other_text_or_omitted(qapp):
    def drawn(letters: str, radius: float, least: int) -> QImage:
        look = Look("", letters, least=least)
        return TokenPictures().picture(DARK, look, radius, 0.0, 2.0, 1.0).toImage()

    assert drawn("B3", 15.0, LEAST) != drawn("B3", 15.0, 0)  # larger than its share of so small a token
    assert drawn("B3", 9.0, LEAST) == drawn("3", 9.0, LEAST)
    assert drawn("W", 3.0, LEAST) == drawn("", 3.0, LEAST)
    assert drawn("B3", 40.0, LEAST) == drawn("B3", 40.0, 0)


def test_caption_names_a_known_combatant_and_never_a_file(hands, qtbot):
    vey = id_of(hands, "Mistress Vey")
    assert hands.bridge.steps.dispatch(Command("hide", args=Table(who=vey)))
    players_screen(hands)
    context = hands.window.commands.context
    offered: list[WindowCommand] = []
    choose_picture(context.but(offer=offered.extend))
    notes = {one.title: one.note for one in offered}
    assert notes["Quick Tam"] == "portrait"
    assert "Mistress Vey" not in notes
    assert notes["vey"] == "picture"
    assert "tam" not in notes
    for title, caption in (("vey", ""), ("Quick Tam", "Quick Tam")):
        next(one for one in offered if one.title == title).do(context)
        qtbot.waitUntil(lambda: not players_screen(hands).curtain._picture.isNull())
        shown = players_screen(hands).curtain
        assert shown.curtain == Curtain("splash", caption, shown.curtain.picture)
        hands.press("F9")


def test_changed_meaning_of_a_public_id_changes_the_picture(qapp):
    faces = {name: QPixmap(64, 64) for name in ("red", "green")}
    for name, face in faces.items():
        face.fill(QColor(name))
    battle = PublicBattle(
        "running", 1, 5, "down", "", up=("c1",), order=("c1",), combatants=Table(c1=a_stranger("p1")), sides=A_SIDE
    )
    shown = {}
    reused = PublicPictures(SimpleNamespace(portrait=faces.get))
    screen = TableScreen(reused.portrait, reused.content)
    for name in faces:
        if reused.mean({"p1": name}):
            screen.forget_pictures()
        screen.resize(960, 540)
        screen.show_battle(battle)
        shown[name] = screen.grab().toImage()
    assert shown["red"] != shown["green"]
    fresh = PublicPictures(SimpleNamespace(portrait=faces.get), {"p1": "green"})
    other = TableScreen(fresh.portrait, fresh.content)
    other.resize(960, 540)
    other.show_battle(battle)
    assert other.grab().toImage() == shown["green"]
    assert fresh.portrait("green").isNull()  # real ids mean nothing to the screen
    screen.deleteLater()
    other.deleteLater()


def test_missing_portrait_looks_like_none(qapp):
    shown = []
    for portrait in ("", "p1"):
        one = a_stranger(portrait).but(name="Bandit 1")
        screen = TableScreen(lambda _id: QPixmap())
        screen.resize(960, 540)
        screen.show_battle(
            PublicBattle("running", 1, 5, "down", "", order=("c1",), combatants=Table(c1=one), sides=A_SIDE)
        )
        shown.append(screen.grab().toImage())
        screen.deleteLater()
    assert shown[0] == shown[1]


@pytest.mark.parametrize("corner", [(-5000.0, -5000.0), (9000.0, 100.0), (0.0, 9000.0)])
def test_empty_frame_moves_to_the_nearest_zone(corner: tuple[float, float]):
    areas = {"z1": Area(0, 0, 200, 100), "z2": Area(600, 500, 200, 100)}
    seen = camera(areas, Area(*corner, 300, 200), 600.0, 400.0).seen
    assert any(zone.nearest(*seen.centre) == pytest.approx(seen.centre) for zone in areas.values())
    empty = camera(areas, Area(600, 0, 300, 200), 600.0, 400.0).seen  # within the map, and nothing there
    assert empty.centre == (750.0, 500.0)
    near = Area(150, 80, 300, 200)
    assert camera(areas, near, 600.0, 400.0).seen == near


def test_new_ground_is_painted_in_pieces_and_shown_when_complete(hands, qtbot):
    battle = players_screen(hands).battle
    at_once, by_pieces = TableScreen(), TableScreen()
    by_pieces.map.gradual = True
    for screen in (at_once, by_pieces):
        qtbot.addWidget(screen)
        screen.resize(800, 450)
        screen.show_battle(battle)
        screen.show()
    by_pieces.map.complete()
    before = by_pieces.map.grab().toImage()
    assert before == at_once.map.grab().toImage()

    frame = Area(100, 60, 300, 200)
    reframed = []
    by_pieces.reframed.connect(lambda: reframed.append(by_pieces.seen))
    for screen in (at_once, by_pieces):
        screen.set_frame(frame)
    assert by_pieces.map.grab().toImage() == before
    assert not by_pieces.is_ready
    assert not reframed
    qtbot.waitUntil(lambda: by_pieces.is_ready)
    after = by_pieces.map.grab().toImage()
    assert after == at_once.map.grab().toImage() != before
    assert reframed == [at_once.seen]

    by_pieces.set_frame(None)
    by_pieces.set_frame(frame)  # before anything of the other was shown
    assert by_pieces.is_ready
    assert by_pieces.map.grab().toImage() == after


def test_purpose_above_the_dice_is_not_cut(qapp):
    width = metrics(name_font(16)).horizontalAdvance("Ilsa of the Reeds, D") + 44
    for who, label, lines in (
        ("Ilsa of the Reeds", "Damage", ("Ilsa, Damage",)),
        ("Quick Tam", "Join Battle", ("Quick Tam", "Join Battle")),
        ("Tam", "Damage", ("Tam, Damage",)),
        ("", "Damage", ("Damage",)),
    ):
        assert roll_title(DiceRow(who, label, (), 3), width) == lines
    failed = DiceRow("Quick Tam", "Join Battle", (), 3, passed=False)
    assert roll_title(failed, width) == ("Quick Tam", "Join Battle: failed")
    assert roll_title(failed.but(passed=True), width) == ("Quick Tam", "Join Battle: passed")
