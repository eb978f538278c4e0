"""Rider and mount on the map: one pair while they are one, two tokens when they are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command, Fall, Roll
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import Companion
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.log.text_outline import map_outline
from exgui.gui.map.descriptions import outline
from exgui.gui.map.layout import RADIUS, place
from exgui.gui.map.token_items import CompanionItem
from exgui.gui.map.view import MapView
from exgui.gui.tick_bar.bar import TickBar
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.small_game import SmallGame, bridge_for, courtyard
from tests.gui.test_map_view import LEFT, drag, grab, ground, shown

RULES = load("ex3")


def fighter(id: str, side: str, zone: str, initiative: int, **more: Any) -> dict[str, Any]:
    traits = {"dexterity": 4, "melee": 4, "strength": 3}
    state = {"initiative": initiative, **more.pop("state", {})}
    return {
        "id": id,
        "side": side,
        "zone": zone,
        "traits": traits,
        "weapons": ["straight_sword"],
        "state": state,
        **more,
    }


def ride() -> dict[str, Any]:
    return {
        "zone": [
            {"id": "yard", "x": 0, "y": 0, "width": 320, "height": 220},
            {"id": "gate", "x": 400, "y": 0, "width": 260, "height": 220},
        ],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": [
            fighter("kesh", "foes", "yard", 12),
            fighter("rana", "heroes", "yard", 9, mount="warhorse", player=True),
            fighter("volfer", "heroes", "yard", 7, mount="camel", player=True),
            fighter("vey", "foes", "gate", 5),
        ],
        "close": [{"members": ["kesh", "rana"]}],
    }


@pytest.fixture
def bridge() -> Iterator[BattleController]:
    play = Play.begin(system_for(RULES), battle_from(RULES, ride()))
    play.dispatch(Command("start"))
    made = BattleController(play)
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, bridge: BattleController) -> MapView:
    return shown(qtbot, bridge)


def mount_of(view: MapView, rider: str) -> CompanionItem:
    item = view.map.tokens[rider].companion
    assert item is not None
    return item


def at(view: MapView, item: CompanionItem, dx: float = 0.0, dy: float = 0.0) -> QPoint:
    """A point of a mount's token, `dx` and `dy` in its radii from the middle."""
    return view.mapFromScene(item.scenePos() + QPointF(dx, dy) * item.radius)


def far(a: QPointF, b: QPointF) -> float:
    return float(((a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2) ** 0.5)


def unhorse(bridge: BattleController) -> None:
    """Kesh throws Rana out of the saddle: 9 successes hit Defense 6, 9 more meet difficulty 4."""
    args = Table(target="rana", weapon="straight_sword", mode="decisive", gambit="unhorse")
    assert bridge.steps.dispatch(Command("attack", "kesh", args))
    while isinstance(bridge.pending, Roll):
        assert bridge.steps.answer(Fall(score=9))
    assert "mount" not in bridge.battle.who("rana").conditions


def remount(bridge: BattleController) -> None:
    """Rana rises and mounts again, by override: it is her turn, and she is not prone."""
    assert bridge.steps.dispatch(Command("adjust", args=Table(who="rana", set=Table(prone=False))))
    assert bridge.steps.dispatch(Command("end_turn", "kesh"))
    assert bridge.steps.dispatch(Command("other", "rana", Table(note="mounts", mount="warhorse")))
    assert bridge.battle.who("rana").conditions["mount"] == "warhorse"


def test_rider_and_mount_are_two_tokens_that_overlap(view: MapView) -> None:
    rider, mount = view.map.tokens["rana"], mount_of(view, "rana")
    gap = far(rider.scenePos(), mount.scenePos())
    assert max(rider.radius, mount.radius) < gap < rider.radius + mount.radius
    assert mount.isVisible()
    assert mount.look.icon == "mdi6.horse-variant"
    assert mount.look.pattern == rider.look.pattern


def test_rider_on_foot_has_one_token(view: MapView) -> None:
    assert view.map.tokens["kesh"].companion is None
    assert {item.companion.carries for item in view.map.companions.items.values()} == {"rana", "volfer"}


def test_pair_shows_its_state_once_and_its_rider(view: MapView) -> None:
    assert "mount" not in [badge.id for badge in view.map.tokens["rana"].look.badges]
    assert view.hover_text_at(at(view, mount_of(view, "rana"), -0.4, -0.4)) == "Rana rides a warhorse."
    assert "Rana rides a warhorse." in view.hover_text_at(view.mapFromScene(view.map.tokens["rana"].scenePos())).split(
        "\n"
    )


def test_dragging_the_mount_moves_the_rider(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    bridge.steps.dispatch(Command("end_turn", "kesh"))
    bridge.steps.dispatch(Command("end_turn", "rana"))
    mount, rider = mount_of(view, "volfer"), view.map.tokens["volfer"]
    apart = mount.scenePos() - rider.scenePos()
    start = at(view, mount, -0.3, -0.3)
    grab(qtbot, view, start, ground(view, "gate", 0.78, 0.3))
    assert view.map.zones["gate"].box.contains(rider.scenePos())
    assert far(mount.scenePos() - rider.scenePos(), apart) < 0.01
    qtbot.mouseRelease(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, ground(view, "gate", 0.78, 0.3))
    assert bridge.battle.who("volfer").zone == "gate"
    assert view.map.zones["gate"].box.contains(mount.scenePos())
    assert mount.parentItem() is rider


def test_refused_drag_leaves_the_pair_in_place(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    before = mount_of(view, "rana").scenePos()
    drag(qtbot, view, at(view, mount_of(view, "rana"), -0.3, -0.3), ground(view, "gate"))
    assert bridge.battle.who("rana").zone == "yard"
    assert far(mount_of(view, "rana").scenePos(), before) < 0.01


def test_clicking_the_mount_selects_the_rider(qtbot: QtBot, view: MapView) -> None:
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view.viewport(), LEFT, pos=at(view, mount_of(view, "rana"), -0.3, -0.3))
    assert picked.args == ["rana"]


def test_the_pair_glides_as_one(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    view.animated = True
    mount, rider = mount_of(view, "volfer"), view.map.tokens["volfer"]
    bridge.steps.dispatch(Command("place", args=Table(who="volfer", zone="gate")))
    gate = view.map.zones["gate"].box
    assert not gate.contains(mount.scenePos())
    while not gate.contains(mount.scenePos()):
        assert far(mount.scenePos(), rider.scenePos()) < rider.radius + mount.radius
        qtbot.wait(20)


def test_unhorsed_rider_is_beside_the_mount(view: MapView, bridge: BattleController) -> None:
    item = mount_of(view, "rana")
    unhorse(bridge)
    assert view.map.tokens["rana"].companion is None
    assert item.parentItem() is view.map.zones["yard"]
    assert item.isVisible()
    rider = view.map.tokens["rana"]
    assert far(item.scenePos(), rider.scenePos()) > item.radius + rider.radius
    # The next to her right, in the same row.
    row = [one for one in view.map.tokens.values() if abs(one.scenePos().y() - rider.scenePos().y()) < 10]
    right = [one.scenePos().x() for one in row if one.scenePos().x() > rider.scenePos().x()]
    assert abs(item.scenePos().y() - rider.scenePos().y()) < 10
    assert rider.scenePos().x() < item.scenePos().x() < min([*right, view.map.zones["yard"].box.right()])
    assert item.look.pattern not in (rider.look.pattern, view.map.tokens["kesh"].look.pattern)
    words = "Warhorse, without a rider. Anyone in this zone can mount it."
    assert view.hover_text_at(at(view, item)) == words
    assert words.rstrip(".") in outline(bridge.battle, bridge.system)
    yard = next(entry for entry in map_outline(bridge.battle, bridge.system) if entry.id == "yard")
    assert ("Warhorse", words) in [(entry.text, entry.detail) for entry in yard.within]


def test_bolted_untrained_mount_disappears_from_the_map(view: MapView, bridge: BattleController) -> None:
    bridge.steps.dispatch(Command("adjust", args=Table(who="rana", set=Table(mount="mammoth"))))
    assert mount_of(view, "rana").look.name == "Mammoth"
    unhorse(bridge)
    assert sorted(item.look.name for item in view.map.companions.items.values()) == ["Camel", "Warhorse"]


def test_remounting_forms_a_pair_and_undo_separates_it(view: MapView, bridge: BattleController) -> None:
    unhorse(bridge)
    remount(bridge)
    rider, mount = view.map.tokens["rana"], mount_of(view, "rana")
    assert mount.parentItem() is rider
    assert far(rider.scenePos(), mount.scenePos()) < rider.radius + mount.radius
    bridge.steps.undo()
    assert view.map.tokens["rana"].companion is None
    assert mount.parentItem() is view.map.zones["yard"]


def test_mount_stays_when_its_rider_leaves(view: MapView, bridge: BattleController) -> None:
    unhorse(bridge)
    bridge.steps.dispatch(Command("place", args=Table(who="rana", zone="gate")))
    item = next(item for item in view.map.companions.items.values() if item.look.name == "Warhorse")
    assert view.map.zones["yard"].box.contains(item.scenePos())
    assert view.map.zones["gate"].box.contains(view.map.tokens["rana"].scenePos())


def test_keyboard_skips_companions(qtbot: QtBot, view: MapView, bridge: BattleController) -> None:
    unhorse(bridge)
    seen = []
    view.picked.connect(seen.append)
    for _ in range(8):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert set(seen) == {"kesh", "rana", "volfer", "vey"}


def test_tick_bar_marks_riders(qtbot: QtBot, bridge: BattleController) -> None:
    bar = TickBar(bridge)
    bar.animated = False
    qtbot.addWidget(bar)
    bar.resize(1366, 104)
    bar.show()
    qtbot.waitExposed(bar)
    assert [badge.id for badge in bar.looks["rana"].badges] == ["mount"]
    spot = bar.shown.places["rana"]
    assert "Mounted: Warhorse" in bar.hover_text_at(QPointF(spot.x, spot.y))
    unhorse(bridge)
    assert [badge.id for badge in bar.looks["rana"].badges] == ["prone", "onslaught"][::-1]


@pytest.mark.parametrize("count", [1, 4, 9, 16])
def test_no_pair_overlaps_another_token(count: int) -> None:
    ids = tuple(f"rider_{n}" for n in range(count))
    groups = (ids[:2],) if count > 2 else ()
    spots = place(280.0, 200.0, 40.0, ids, groups, paired=ids).spots
    assert len(spots) == count
    circles = []
    for spot in spots.values():
        circles += [
            (spot.x, spot.y, spot.radius),
            (spot.x - 1.2 * spot.radius, spot.y - 0.5 * spot.radius, 0.72 * spot.radius),
        ]
    for n, (x, y, radius) in enumerate(circles):
        assert x - radius > 0
        assert x + radius < 280
        for other_x, other_y, other in circles[n + 1 + (n % 2 == 0) :]:
            assert far(QPointF(x, y), QPointF(other_x, other_y)) > radius + other - 0.5
    if count == 1:
        assert spots["rider_0"].radius == RADIUS


def test_companion_follows_its_owner_or_their_group() -> None:
    spots = place(600.0, 200.0, 40.0, ("a", "b", "c", "horse"), (("a", "b"),), beside={"horse": "a"}).spots
    assert sorted(spots, key=lambda id: spots[id].x) == ["horse", "a", "b", "c"]
    spots = place(600.0, 200.0, 40.0, ("a", "b", "c", "horse"), (("a", "b"),), beside={"horse": "b"}).spots
    assert sorted(spots, key=lambda id: spots[id].x) == ["a", "b", "horse", "c"]
    spots = place(600.0, 200.0, 40.0, ("a", "b", "c", "horse"), beside={"horse": "a"}).spots
    assert sorted(spots, key=lambda id: spots[id].x) == ["a", "horse", "b", "c"]


class Kites(SmallGame):
    """A game that does not ship: Reed carries a kite's string, and a lantern floats by the gate."""

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        flown = Companion("kite", "Kite", "mdi6.kite", battle.who("reed").zone, "Reed flies the kite.", carries="reed")
        return flown, Companion("lamp", "Lamp", "mdi6.lamp", "gate", "A lamp floats here.")


def test_any_game_can_have_companions(qtbot: QtBot) -> None:
    made = bridge_for(courtyard(), Kites())
    view = shown(qtbot, made)
    kite = mount_of(view, "reed")
    assert kite.look.icon == "mdi6.kite"
    assert view.hover_text_at(at(view, kite, -0.4, -0.4)) == "Reed flies the kite."
    lamp = view.map.companions.items["lamp"]
    assert view.map.zones["gate"].box.contains(lamp.scenePos())
    assert view.hover_text_at(at(view, lamp)) == "A lamp floats here."
    made.close()


def test_a_game_without_companions_has_none(qtbot: QtBot) -> None:
    made = bridge_for(courtyard())
    assert shown(qtbot, made).map.companions.items == {}
    made.close()
