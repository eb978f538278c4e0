"""The map, used with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command, Violation
from exgui.engine.record import Table
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance
from exgui.gui.map import zone_drawing
from exgui.gui.map.descriptions import outline
from exgui.gui.map.link_drawing import TRAIL
from exgui.gui.map.of_battle import Pickable
from exgui.gui.map.picture import OUTSIDE
from exgui.gui.map.view import MapView
from tests.gui.small_game import bridge_for, courtyard, someone

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def bridge() -> Iterator[BattleController]:
    bridge = bridge_for(courtyard())
    yield bridge
    bridge.close()


@pytest.fixture
def view(qtbot: QtBot, bridge: BattleController) -> MapView:
    return shown(qtbot, bridge)


def shown(qtbot: QtBot, bridge: BattleController) -> MapView:
    view = MapView(bridge)
    view.animated = view.map.animated = False
    qtbot.addWidget(view)
    view.resize(982, 530)
    view.show()
    qtbot.waitExposed(view)
    view.activateWindow()
    view.setFocus()
    return view


def token(view: MapView, id: str) -> QPoint:
    return view.mapFromScene(view.map.tokens[id].scenePos())


def ground(view: MapView, id: str, dx: float = 0.5, dy: float = 0.93) -> QPoint:
    """A point of a zone where no one stands."""
    box = view.map.zones[id].box
    return view.mapFromScene(QPointF(box.left() + box.width() * dx, box.top() + box.height() * dy))


def drag(qtbot: QtBot, view: MapView, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    grab(qtbot, view, start, end, keys)
    qtbot.mouseRelease(view.viewport(), LEFT, keys, end)


def grab(qtbot: QtBot, view: MapView, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Presses, moves in two steps, and holds."""
    qtbot.mousePress(view.viewport(), LEFT, keys, start)
    for at in ((start + end) / 2, end):
        event_at = QPointF(at)
        move = _move(view, event_at, keys)
        QApplication.sendEvent(view.viewport(), move)


def _move(view: MapView, at: QPointF, keys: Qt.KeyboardModifier) -> QMouseEvent:
    return QMouseEvent(QEvent.Type.MouseMove, at, view.viewport().mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, keys)


# Showing


def test_tokens_are_in_their_zones(view: MapView) -> None:
    assert set(view.map.tokens) == {"volfer", "swan", "reed", "kesh", "bandit_1", "bandit_2", "militia", "crow"}
    for id, item in view.map.tokens.items():
        zone = view.map.zones[view.controller.battle.who(id).zone or ""]
        assert item.parentItem() is zone
        assert zone.box.contains(item.scenePos())


def test_zones_show_ranges_from_the_active_combatant(view: MapView) -> None:
    assert view.map.zones["yard"].look.pill == "short"
    assert view.map.zones["gate"].look.pill == "medium · Aim"
    assert view.map.zones["hall"].look.pill == "long"
    assert view.map.zones["yard"].look.lit


def test_ring_encloses_combatants_at_close_range(view: MapView) -> None:
    rings = view.map.zones["yard"].look.rings
    assert [ring.members for ring in rings] == [("volfer", "kesh")]
    assert rings[0].lit


def test_sides_have_different_ring_patterns(view: MapView) -> None:
    assert view.map.tokens["volfer"].look.pattern == "solid"
    assert view.map.tokens["kesh"].look.pattern == "double"


def test_fallen_combatant_is_marked(view: MapView) -> None:
    assert view.map.tokens["crow"].look.down
    assert view.map.tokens["crow"].radius < view.map.tokens["militia"].radius


def test_unfinished_move_is_drawn_between_its_zones(view: MapView) -> None:
    trails = [item for item in view.map.items() if getattr(getattr(item, "link", None), "barrier", "") == TRAIL]
    assert [way.share for item in trails for way in item.ways] == [0.5]


def test_step_updates_only_changed_items(view: MapView, bridge: BattleController) -> None:
    items = dict(view.map.tokens)
    looks = {id: item.look for id, item in view.map.tokens.items()}
    zones = {id: item.look for id, item in view.map.zones.items()}
    bridge.steps.dispatch(Command("walk", "militia", Table(to="bridge")))
    assert view.map.tokens == items
    assert view.map.tokens["militia"].parentItem() is view.map.zones["bridge"]
    assert view.map.tokens["swan"].look == looks["swan"]
    assert view.map.zones["gate"].look is zones["gate"]


def test_tokens_glide_when_the_rules_move_them(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    view.animated = True
    before = view.map.tokens["militia"].scenePos()
    bridge.steps.dispatch(Command("walk", "militia", Table(to="bridge")))
    assert (view.map.tokens["militia"].scenePos() - before).manhattanLength() < 1
    qtbot.waitUntil(lambda: view.map.zones["bridge"].box.contains(view.map.tokens["militia"].scenePos()))


def test_combatants_without_a_zone_are_beside_the_map(qtbot: QtBot) -> None:
    battle = courtyard()
    late = someone("late", "Late one", "circle", None, 0, waiting=True)
    view = shown(qtbot, bridge_for(battle.with_combatant(late)))
    assert OUTSIDE in view.map.zones
    assert view.map.tokens["late"].parentItem() is view.map.zones[OUTSIDE]


def test_empty_battle_shows_what_to_do(qtbot: QtBot) -> None:
    battle = courtyard()
    view = shown(qtbot, bridge_for(battle.but(zones=Table(), links=(), combatants=Table(), close=(), up=())))
    assert not view.grab().isNull()
    assert view.map.zones == {}


def test_the_name_of_a_zone_is_fitted_once_at_a_zoom(view: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[str] = []

    def in_two_lines(text: str, *_given: object) -> str:
        fitted.append(text)
        return ""

    monkeypatch.setattr(zone_drawing, "in_two_lines", in_two_lines)
    look = view.map.zones["yard"].look.but(name="Court of the thousand and one paper lanterns")
    shown = [zone_drawing.name_shown(look, zoom) for zoom in (0.4, 0.4, 0.6, 0.4)]
    assert fitted == [look.name, look.name]
    assert shown[0] == shown[1] == shown[3]
    fonts.forget()


def test_theme_changes_the_drawing(view: MapView, qapp: QApplication) -> None:
    try:
        appearance().choose("dark")
        dark = view.grab().toImage()
        appearance().choose("light")
        assert view.grab().toImage() != dark
    finally:
        appearance().choose("dark")


# Clicking


def test_a_click_picks_a_token(qtbot: QtBot, view: MapView) -> None:
    with qtbot.waitSignal(view.picked) as caught:
        qtbot.mouseClick(view.viewport(), LEFT, NO_KEYS, token(view, "kesh"))
    assert caught.args == ["kesh"]


def test_a_click_picks_a_zone(qtbot: QtBot, view: MapView) -> None:
    with qtbot.waitSignal(view.zone_picked) as caught:
        qtbot.mouseClick(view.viewport(), LEFT, NO_KEYS, ground(view, "bamboo"))
    assert caught.args == ["bamboo"]


def test_double_clicking_a_token_opens_it(qtbot: QtBot, view: MapView) -> None:
    with qtbot.waitSignal(view.opened) as caught:
        qtbot.mouseDClick(view.viewport(), LEFT, NO_KEYS, token(view, "reed"))
    assert caught.args == ["reed"]


# Dragging tokens


def test_dropping_a_token_on_a_zone_moves_it(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    drag(qtbot, view, token(view, "militia"), ground(view, "bridge"))
    assert bridge.battle.who("militia").zone == "bridge"
    assert view.map.tokens["militia"].parentItem() is view.map.zones["bridge"]


def test_dropping_a_token_on_a_token_brings_them_close(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    drag(qtbot, view, token(view, "militia"), token(view, "bandit_2"))
    assert bridge.battle.close == (("volfer", "kesh"), ("bandit_2", "militia"))


def test_refused_drag_shows_why_and_is_reverted(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    home = token(view, "volfer")
    drag(qtbot, view, home, ground(view, "gate"))
    assert bridge.battle.who("volfer").zone == "yard"
    assert "at close range" in view.message
    assert token(view, "volfer") == home


def test_dragging_a_token_out_of_its_close_group_leaves_it(qtbot: QtBot, view: MapView) -> None:
    drag(qtbot, view, token(view, "volfer"), ground(view, "yard"))
    assert (
        "is at close range and cannot walk away" in view.message
    )  # this game's rule; what matters is that it was asked


def test_tiny_movement_is_not_a_drag(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before, home = bridge.battle, token(view, "volfer")
    drag(qtbot, view, home, home + QPoint(13, 8))
    assert view.message == ""
    assert bridge.battle is before


def test_drop_on_an_unreachable_token_counts_as_its_zone(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    drag(qtbot, view, token(view, "militia"), token(view, "swan"))
    assert "No link leads there" in view.message  # to the gate
    drag(qtbot, view, token(view, "militia"), ground(view, "bridge"))
    drag(qtbot, view, token(view, "bandit_2"), token(view, "militia"))
    assert bridge.battle.who("bandit_2").zone == "bridge"


def test_the_reason_appears_before_the_drop(qtbot: QtBot, view: MapView) -> None:
    grab(qtbot, view, token(view, "militia"), ground(view, "hall"))
    assert view.message == "No link leads there."
    assert view.map.zones["hall"].look.mark == "shut"
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.message == ""


def test_zones_one_move_away_are_marked_while_dragging(qtbot: QtBot, view: MapView) -> None:
    grab(qtbot, view, token(view, "militia"), token(view, "militia") + QPoint(20, 8))
    assert {id for id, item in view.map.zones.items() if item.look.mark == "open"} == {"bridge", "bamboo"}
    qtbot.mouseRelease(view.viewport(), LEFT, NO_KEYS, token(view, "militia"))
    assert all(not item.look.mark for item in view.map.zones.values())


def test_alt_drag_is_an_override(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    drag(qtbot, view, token(view, "volfer"), ground(view, "road"), Qt.KeyboardModifier.AltModifier)
    assert bridge.battle.who("volfer").zone == "road"
    assert bridge.battle.close == ()


def test_escape_cancels_a_drag(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before, home = bridge.battle, token(view, "militia")
    grab(qtbot, view, home, ground(view, "bridge"))
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.mouseRelease(view.viewport(), LEFT, NO_KEYS, ground(view, "bridge"))
    assert bridge.battle is before
    assert token(view, "militia") == home


def test_nothing_can_be_dragged_on_a_locked_map(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    view.locked = True
    before = bridge.battle
    drag(qtbot, view, token(view, "militia"), ground(view, "bridge"))
    drag(qtbot, view, ground(view, "hall"), ground(view, "hall") + QPoint(60, 0))
    assert bridge.battle is before


# Dragging what is no token


def test_dragging_over_a_zone_pans_the_map(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before, seen, start = bridge.battle, token(view, "volfer"), ground(view, "hall")
    drag(qtbot, view, start, start + QPoint(40, 20))
    assert bridge.battle is before
    assert token(view, "volfer") - seen == QPoint(40, 20)


@pytest.mark.parametrize(("missed_by", "moved"), [(5, "a token"), (20, "nothing")])
def test_near_miss_selects_the_token(
    qtbot: QtBot, view: MapView, bridge: BattleController, missed_by: int, moved: str
) -> None:
    item = view.map.tokens["militia"]
    beside = token(view, "militia") - QPoint(0, round(item.radius * view.zoom) + missed_by)
    assert view.map.token_at(view.mapToScene(beside)) is None
    drag(qtbot, view, beside, ground(view, "bridge"))
    steps = [(line.command.do, line.command.by) for line in bridge.play.log()]
    assert steps == ([("walk", "militia")] if moved == "a token" else [])


def test_dragging_the_background_pans(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before, seen = bridge.battle, token(view, "volfer")
    grab(qtbot, view, QPoint(6, 260), QPoint(66, 280))
    qtbot.mouseRelease(view.viewport(), LEFT, NO_KEYS, QPoint(66, 280))
    assert bridge.battle is before
    assert token(view, "volfer") - seen == QPoint(60, 20)


def test_the_middle_button_pans_from_anywhere(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before, seen, start = bridge.battle, token(view, "volfer"), token(view, "volfer")
    qtbot.mousePress(view.viewport(), Qt.MouseButton.MiddleButton, NO_KEYS, start)
    QApplication.sendEvent(view.viewport(), _move(view, QPointF(start + QPoint(40, -15)), NO_KEYS))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.MiddleButton, NO_KEYS, start + QPoint(40, -15))
    assert bridge.battle is before
    assert token(view, "volfer") - seen == QPoint(40, -15)


def test_space_and_drag_pans_from_anywhere(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before, seen, start = bridge.battle, token(view, "volfer"), ground(view, "hall")
    qtbot.keyPress(view, Qt.Key.Key_Space)
    drag(qtbot, view, start, start + QPoint(40, -16))
    qtbot.keyRelease(view, Qt.Key.Key_Space)
    assert bridge.battle is before
    assert token(view, "volfer") - seen == QPoint(40, -16)


# Zoom


def wheel(view: MapView, at: QPoint, turns: int) -> None:
    event = QWheelEvent(
        QPointF(at),
        view.viewport().mapToGlobal(QPointF(at)),
        QPoint(),
        QPoint(0, 120 * turns),
        Qt.MouseButton.NoButton,
        NO_KEYS,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_wheel_zooms_about_the_pointer(view: MapView) -> None:
    at = token(view, "bandit_1")
    zoom = view.zoom
    wheel(view, at, 3)
    assert view.zoom == pytest.approx(zoom * 1.15**3)
    assert (token(view, "bandit_1") - at).manhattanLength() <= 3


def test_zoom_has_bounds_and_home_fits(qtbot: QtBot, view: MapView) -> None:
    zoom = view.zoom
    wheel(view, QPoint(400, 250), 40)
    assert view.zoom == 4.0
    wheel(view, QPoint(400, 250), -80)
    assert view.zoom == pytest.approx(0.25)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.zoom == zoom


# The keyboard


def test_tab_visits_zones_and_their_combatants(qtbot: QtBot, view: MapView) -> None:
    walked = []
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
        walked.append(view.keyboard.at)
    # from the top: Bamboo lies highest (y 24), then the gate (y 32)
    assert walked == [("zone", "bamboo"), ("token", "bandit_1"), ("zone", "gate"), ("token", "swan")]
    qtbot.keyClick(view, Qt.Key.Key_Backtab)
    assert view.keyboard.at == ("zone", "gate")


def test_arrows_walk_among_tokens_and_enter_opens(qtbot: QtBot, view: MapView) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, NO_KEYS, token(view, "volfer"))
    with qtbot.waitSignal(view.picked) as caught:
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert caught.args == ["kesh"]
    with qtbot.waitSignal(view.opened) as caught:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert caught.args == ["kesh"]


def test_arrows_walk_among_zones(qtbot: QtBot, view: MapView) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, NO_KEYS, ground(view, "yard"))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.keyboard.at == ("zone", "bridge")
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.keyboard.at == ("zone", "hall")


def test_keyboard_position_is_visible(qtbot: QtBot, view: MapView) -> None:
    before = view.grab().toImage()
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert view.grab().toImage() != before


# Putting a command together


def test_candidates_are_ringed_and_numbered(view: MapView, bridge: BattleController) -> None:
    bridge.drafting.propose("strike")
    assert view.map.tokens["kesh"].look.pickable
    assert view.map.tokens["kesh"].look.number == 1
    assert not view.map.tokens["swan"].look.pickable
    assert view.map.tokens["swan"].opacity() < 0.5
    bridge.drafting.cancel()
    assert view.map.tokens["swan"].opacity() == 1
    assert not view.map.tokens["kesh"].look.pickable


def test_clicking_a_candidate_chooses_it(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    view.picked.connect(bridge.picking.pick)
    bridge.drafting.propose("strike")
    qtbot.mouseClick(view.viewport(), LEFT, NO_KEYS, token(view, "kesh"))
    assert bridge.play.log()[-1].command == Command("strike", "volfer", Table(target="kesh"))


def test_legal_zones_are_marked_and_others_give_the_reason(
    qtbot: QtBot, view: MapView, bridge: BattleController
) -> None:
    bridge.show("militia")
    bridge.drafting.propose("walk")
    assert view.map.zones["bridge"].look.mark == "pickable"
    assert view.map.zones["gate"].look.mark == "dim"
    qtbot.mouseClick(view.viewport(), LEFT, NO_KEYS, ground(view, "gate"))
    assert view.message == "No link leads there."


def test_clicking_a_refused_target_gives_each_reason_once(view: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
    too_far = (Violation("toy-1", "Too far."), Violation("toy-2", "Too far."), Violation("toy-3", "Too dark."))
    monkeypatch.setattr(view.map, "pickable", Pickable(refused={"kesh": too_far}))
    view.click("token", "kesh")
    assert view.message == "Too far.\nToo dark."


def test_while_zones_have_number_keys_no_token_shows_a_number(view: MapView, bridge: BattleController) -> None:
    bridge.show("militia")
    assert view.map.tokens["kesh"].look.number
    bridge.drafting.propose("walk")
    assert view.map.pickable.zones
    assert not any(token.look.number for token in view.map.tokens.values())
    bridge.drafting.cancel()
    assert view.map.tokens["kesh"].look.number


def test_arrow_keys_choose_nothing_until_enter(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    view.picked.connect(bridge.picking.pick)
    bridge.drafting.propose("strike")
    qtbot.mouseMove(view.viewport(), QPoint(2, 2))
    while view.keyboard.at != ("token", "kesh"):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert bridge.draft is not None
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert bridge.play.log()[-1].command.get("target") == "kesh"


# Words


def test_tooltips_describe_badges_links_and_zones(view: MapView) -> None:
    kesh = view.map.tokens["kesh"]
    badge = view.mapFromScene(kesh.scenePos() + QPointF(kesh.radius * 0.43, -kesh.radius * 0.9))
    assert view.hover_text_at(badge) == "Dazed: 2 dice fewer"
    assert view.hover_text_at(token(view, "volfer")).startswith("Volfer\nacts now")
    link = next(item for item in view.map.links.drawn.values() if item.link.barrier == "wall")
    assert link.line is not None
    assert "no way through" in view.hover_text_at(view.mapFromScene(link.line.center()))
    assert "light cover, difficulty 2" in view.hover_text_at(ground(view, "gate"))


def test_outline_lists_zones_and_occupants(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    text = outline(bridge.battle, bridge.system)
    assert "Temple yard: Volfer, acts now, close to Kesh; Kesh," in text
    assert "Footbridge (minor hazard): empty." in text
    qtbot.waitUntil(lambda: text in view.accessibleDescription())
