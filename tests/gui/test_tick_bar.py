"""The tick bar, used with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.tick_bar.bar import TickBar
from exgui.rulebook.rules import Action
from tests.gui.small_game import FLAGS, RULES, SHADED, SmallGame, bridge_for, courtyard, someone

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def bridge() -> Iterator[BattleController]:
    bridge = bridge_for(courtyard())
    yield bridge
    bridge.close()


@pytest.fixture
def bar(qtbot: QtBot, bridge: BattleController) -> TickBar:
    return shown(qtbot, bridge)


def shown(qtbot: QtBot, bridge: BattleController) -> TickBar:
    bar = TickBar(bridge)
    bar.animated = False
    qtbot.addWidget(bar)
    bar.resize(1366, bar.sizeHint().height())
    bar.show()
    qtbot.waitExposed(bar)
    return bar


def spot(bar: TickBar, id: str) -> QPoint:
    place = bar.shown.places[id]
    return QPointF(place.x, place.y).toPoint()


def tick(bar: TickBar, number: int) -> QPoint:
    assert bar.shown.scale is not None
    return QPointF(bar.shown.scale.x(number), 49).toPoint()


def grab(qtbot: QtBot, bar: TickBar, start: QPoint, end: QPoint) -> None:
    """Presses, moves in two steps, and holds."""
    qtbot.mousePress(bar, LEFT, NO_KEYS, start)
    for at in (QPointF((start + end) / 2), QPointF(end)):
        where = bar.mapToGlobal(at)
        QApplication.sendEvent(
            bar, QMouseEvent(QEvent.Type.MouseMove, at, where, Qt.MouseButton.NoButton, LEFT, NO_KEYS)
        )


def test_everyone_is_on_the_bar(bar: TickBar) -> None:
    assert set(bar.shown.places) == {"volfer", "swan", "reed", "kesh", "bandit_1", "bandit_2", "militia", "crow"}


def test_active_combatant_is_framed_and_acted_ones_are_dimmed(bar: TickBar) -> None:
    assert bar.shown.frame is not None
    assert bar.shown.frame[0] < bar.shown.places["volfer"].x < bar.shown.frame[1]
    assert bar.looks["volfer"].active
    assert bar.looks["swan"].acted


def test_clicking_a_token_selects_it(qtbot: QtBot, bar: TickBar) -> None:
    with qtbot.waitSignal(bar.picked) as caught:
        qtbot.mouseClick(bar, LEFT, NO_KEYS, spot(bar, "militia"))
    assert caught.args == ["militia"]


def test_double_clicking_a_token_opens_it(qtbot: QtBot, bar: TickBar) -> None:
    with qtbot.waitSignal(bar.opened) as caught:
        qtbot.mouseDClick(bar, LEFT, NO_KEYS, spot(bar, "reed"))
    assert caught.args == ["reed"]


def test_dragging_along_the_axis_is_an_override(qtbot: QtBot, bar: TickBar, bridge: BattleController) -> None:
    grab(qtbot, bar, spot(bar, "militia"), tick(bar, 8))
    assert bridge.battle.who("militia").track("speed") == 4
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, 8))
    assert bridge.battle.who("militia").track("speed") == 8
    step = bridge.play.log()[-1].command
    assert step == Command("adjust", args=Table(who="militia", set=Table({"tracks.speed": 8})))
    bridge.steps.undo()
    assert bar.shown.scale is not None
    assert bar.shown.places["militia"].x == bar.shown.scale.x(4)


def test_drag_can_go_below_zero(qtbot: QtBot, bar: TickBar, bridge: BattleController) -> None:
    grab(qtbot, bar, spot(bar, "militia"), tick(bar, -3))
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, -3))
    assert bridge.battle.who("militia").track("speed") == -3


def test_the_number_shows_while_dragging(qtbot: QtBot, bar: TickBar) -> None:
    before = bar.grab().toImage()
    grab(qtbot, bar, spot(bar, "militia"), tick(bar, 8))
    assert bar.grab().toImage() != before
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, 8))


def test_escape_cancels_the_drag(qtbot: QtBot, bar: TickBar, bridge: BattleController) -> None:
    before = bridge.battle
    grab(qtbot, bar, spot(bar, "militia"), tick(bar, 8))
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, 8))
    assert bridge.battle is before


def test_returning_a_token_is_not_a_step(qtbot: QtBot, bar: TickBar, bridge: BattleController) -> None:
    grab(qtbot, bar, spot(bar, "militia"), tick(bar, 8))
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, 4))
    qtbot.wait(1)
    steps = len(bridge.play.log())
    grab(qtbot, bar, spot(bar, "bandit_1"), spot(bar, "bandit_1") + QPoint(14, 0))
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, spot(bar, "bandit_1"))
    assert len(bridge.play.log()) == steps


def test_tokens_cannot_be_dragged_if_the_ruleset_has_no_place(
    qtbot: QtBot, bar: TickBar, bridge: BattleController, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = RULES.but(timeline=RULES.timeline.but(place=""))
    monkeypatch.setattr(bridge.play.system, "rules", silent)
    before = bridge.battle
    grab(qtbot, bar, spot(bar, "militia"), tick(bar, 8))
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, 8))
    assert bridge.battle is before


def test_arrow_keys_move_between_tokens_and_enter_opens(qtbot: QtBot, bar: TickBar) -> None:
    walked: list[str] = []
    bar.picked.connect(walked.append)
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    assert bar.input.cursor == "volfer"
    for _ in range(2):
        qtbot.keyClick(bar, Qt.Key.Key_Right)
    qtbot.keyClick(bar, Qt.Key.Key_Home)
    assert walked == ["reed", "kesh", "swan"]
    with qtbot.waitSignal(bar.opened) as caught:
        qtbot.keyClick(bar, Qt.Key.Key_Return)
    assert caught.args == ["swan"]


def test_clicking_a_stack_number_cycles_through_it(qtbot: QtBot) -> None:
    crowd = courtyard()
    for index in range(9):
        crowd = crowd.with_combatant(someone(f"b{index}", f"Bandit {index}", "satrapy", "road", 5))
    bar = shown(qtbot, bridge_for(crowd))
    walked: list[str] = []
    bar.picked.connect(walked.append)
    stack = bar.shown.stacks[0]
    for _ in range(3):
        qtbot.mouseClick(bar, LEFT, NO_KEYS, QPointF(stack.x, stack.y).toPoint())
    assert walked == ["b6", "b7", "b8"]


def test_counted_tokens_below_a_stack_are_not_painted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = courtyard()
    for index in range(40):
        crowd = crowd.with_combatant(someone(f"b{index}", f"Bandit {index}", "satrapy", "road", 5))
    bar = shown(qtbot, bridge_for(crowd))
    painted: list[str] = []
    monkeypatch.setattr(bar, "_paint_token", lambda _painter, _theme, id, _at, _grown: painted.append(id))
    bar.grab()
    stack = bar.shown.stacks[0]
    assert len(set(painted) & set(stack.ids)) + stack.count == 40


def test_moves_are_shown_as_moves(qtbot: QtBot, bar: TickBar, bridge: BattleController) -> None:
    bar.animated = True
    bridge.steps.dispatch(Command("adjust", args=Table(who="militia", set=Table({"tracks.speed": 12}))))
    start = QPointF(spot(bar, "militia"))
    assert bar.token_at(start) != "militia"
    qtbot.waitUntil(lambda: bar.token_at(start) == "militia")


def test_candidates_are_ringed(bar: TickBar, bridge: BattleController) -> None:
    bridge.drafting.propose("strike")
    assert bar.looks["kesh"].pickable
    assert not bar.looks["reed"].pickable


def test_tooltip_shows_name_place_and_state(bar: TickBar) -> None:
    assert bar.hover_text_at(QPointF(spot(bar, "swan"))) == "Swan\ntick 14 · has acted\nIn the saddle"
    assert bar.hover_text_at(QPointF(bar.shown.pennants[0].x + 4, 10)) == "bridge falls, round 5\ntick 12"


def test_screen_readers_hear_who_acts_when(bar: TickBar) -> None:
    assert bar.accessibleDescription() == (
        "Round 3. Now: Volfer. Then 6: Reed, Kesh; 4: Militia ×40; 3: Bandit 1; -2: Bandit 2. "
        "Have acted: Swan. Out: Crow. Timer: bridge falls, round 5 at 12. Timer: riders arrive at 10."
    )


@pytest.mark.parametrize("axis", ["down", "up", "sides", "pool"])
@pytest.mark.parametrize("width", [1366, 1920, 400])
def test_every_axis_is_drawn(qtbot: QtBot, axis: str, width: int) -> None:
    game = SmallGame(axis, SHADED if axis == "down" else (), FLAGS)  # type: ignore[arg-type]
    bar = shown(qtbot, bridge_for(courtyard(), game))
    bar.resize(width, 104)
    assert len(bar.shown.places) == 8
    assert not bar.grab().isNull()


def test_empty_battle_shows_what_to_do(qtbot: QtBot) -> None:
    bar = shown(qtbot, bridge_for(Battle()))
    assert not bar.grab().isNull()
    assert bar.shown.places == {}


def test_a_taller_bar_is_drawn_larger(qtbot: QtBot, bar: TickBar) -> None:
    bar.resize(1366, 208)
    assert bar.shown.width == 683
    with qtbot.waitSignal(bar.picked) as caught:
        qtbot.mouseClick(bar, LEFT, NO_KEYS, spot(bar, "kesh") * 2)
    assert caught.args == ["kesh"]


# Delay


class Patient(SmallGame):
    """The small game with a step that delays a turn."""

    rules_with_wait = RULES.but(
        actions=RULES.actions.put("put_off", Action("put_off", "Put off", "s-5", "E")),
        gestures=RULES.gestures.put("timeline", ("put_off", "until")),
    )

    def __init__(self) -> None:
        super().__init__(shaded=SHADED)
        self.rules = self.rules_with_wait

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        if command.do == "put_off" and command.get("until") >= (battle.tick or 0):
            return (Violation("s-5", "That tick has gone by."),)
        return super().check(battle, command)

    def procedure(self, scene: Scene, command: Command) -> Steps:
        if command.do == "put_off":
            yield Noted(f"puts off to {command.get('until')}", command.by)
        else:
            yield from super().procedure(scene, command)


@pytest.fixture
def patient(qtbot: QtBot) -> Iterator[tuple[BattleController, TickBar]]:
    bridge = bridge_for(courtyard(), Patient())
    yield bridge, shown(qtbot, bridge)
    bridge.close()


def commands(bridge: BattleController) -> list[tuple[str, str]]:
    return [(line.command.do, line.command.by) for line in bridge.play.log()]


def test_dragging_the_acting_combatant_delays_its_turn(qtbot: QtBot, patient: tuple[BattleController, TickBar]) -> None:
    bridge, bar = patient
    grab(qtbot, bar, spot(bar, "volfer"), tick(bar, 5))
    assert bar.input.drop_word("volfer", 5) == "Put off to"
    qtbot.mouseRelease(bar, LEFT, NO_KEYS, tick(bar, 5))
    assert commands(bridge) == [("put_off", "volfer")]


@pytest.mark.parametrize(
    ("who", "number", "keys"),
    [("kesh", 2, NO_KEYS), ("volfer", 11, NO_KEYS), ("volfer", 5, Qt.KeyboardModifier.AltModifier)],
    ids=["somebody else", "to a tick gone by", "with Alt"],
)
def test_any_other_drag_is_an_override(
    qtbot: QtBot, patient: tuple[BattleController, TickBar], who: str, number: int, keys: Qt.KeyboardModifier
) -> None:
    bridge, bar = patient
    grab(qtbot, bar, spot(bar, who), tick(bar, number))
    qtbot.mouseRelease(bar, LEFT, keys, tick(bar, number))
    assert commands(bridge) == [("adjust", "")]
    assert bridge.battle.who(who).track("speed") == number


def test_token_can_be_moved_by_keyboard(qtbot: QtBot, patient: tuple[BattleController, TickBar]) -> None:
    bridge, bar = patient
    bar.setFocus()
    qtbot.keyClick(bar, Qt.Key.Key_Home)
    while bar.input.cursor != "volfer":
        qtbot.keyClick(bar, Qt.Key.Key_Right)
    for _ in range(3):
        qtbot.keyClick(bar, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert bar.input.carries
    assert bridge.play.log() == ()
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert not bar.input.carries
    for _ in range(3):
        qtbot.keyClick(bar, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(bar, Qt.Key.Key_Return)
    assert [line.notes[0].text for line in bridge.play.log()] == ["puts off to 6"]


def test_double_clicking_the_axis_offers_a_timer_there(qtbot: QtBot, bar: TickBar, bridge: BattleController) -> None:
    with qtbot.waitSignal(bridge.timer_requested) as caught:
        qtbot.mouseDClick(bar, LEFT, NO_KEYS, tick(bar, 11))
    assert caught.args == [11]
