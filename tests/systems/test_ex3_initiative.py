"""Initiative of ex3 at its edges: Crash entered and left, who is owed it, what a cost does (ex3-06 to 12)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Choice, Choose, Command, Fall
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import ConditionBegan, ConditionEnded, EffectEnded, Event, Noted, TrackChanged, TurnFact
from exgui.engine.evolve import evolve
from exgui.engine.procedure import Scene
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.initiative import may_break, pay, set_initiative, shift_due


def fight(initiative: int | None, round: int = 3, **conditions: Any) -> Battle:
    """Volfer with that Initiative (None: none yet) and these conditions, beside Kesh."""
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [
            {"id": "volfer", "side": "heroes", "zone": "yard"},
            {"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 5}},
        ],
    }
    battle = battle_from(load("ex3"), data, "initiative").but(phase="running", round=round)
    one = battle.who("volfer").but(conditions=Table(conditions))
    return battle.with_combatant(
        one if initiative is None else one.but(tracks=one.tracks.put("initiative", initiative))
    )


def track(value: int, by: int) -> Event:
    return TrackChanged("volfer", "initiative", value, by, "ex3-47")


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        (None, 5, []),  # joining is no leaving of Crash
        (None, -2, []),
        (None, 0, []),
        (5, 1, []),
        (5, 0, [ConditionBegan("volfer", "crashed_by", "kesh", "ex3-06")]),
        (1, -4, [ConditionBegan("volfer", "crashed_by", "kesh", "ex3-06")]),
        (0, -2, []),  # who is in Crash is not crashed again
        (-3, 0, []),  # 0 is Crash
        (-3, -1, []),
        (
            0,
            1,
            [
                ConditionBegan("volfer", "crash_left", Table(round=3), "ex3-09"),
                TrackChanged("volfer", "crash_turns", 0, 0, "ex3-08"),
            ],
        ),
    ],
)
def test_crash_is_entered_at_0_and_left_above_it(before: int | None, after: int, more: list[Event]) -> None:
    found = set_initiative(fight(before), "volfer", after, "ex3-47", crashed_by="kesh")
    assert found == [track(after, after - (before or 0)), *more]


def test_unchanged_state_gives_no_event() -> None:
    assert set_initiative(fight(5), "volfer", 5, "ex3-47", crashed_by="kesh") == []
    assert set_initiative(fight(0), "volfer", 0, "ex3-47", crashed_by="kesh") == []


def test_self_crash_without_a_culprit_has_no_one_responsible() -> None:
    assert set_initiative(fight(5), "volfer", -1, "ex3-47") == [track(-1, -6)]


def test_leaving_crash_ends_pending_claims() -> None:
    battle = fight(-2, crashed_by="kesh", self_crashed=True)
    ended = [event for event in set_initiative(battle, "volfer", 3, "ex3-47") if isinstance(event, ConditionEnded)]
    assert [event.condition for event in ended] == ["crashed_by", "self_crashed"]


def test_leaving_crash_restarts_the_count() -> None:
    battle = fight(-2)
    one = battle.who("volfer")
    counted = battle.with_combatant(one.but(tracks=one.tracks.put("crash_turns", 2)))
    found = set_initiative(counted, "volfer", 3, "ex3-47")
    assert TrackChanged("volfer", "crash_turns", 0, -2, "ex3-08") in found


def paid(battle: Battle, amount: int) -> Battle:
    scene = Scene(battle)
    for event in pay(scene, "volfer", amount, "ex3-28"):
        if isinstance(event, TrackChanged):
            assert event.by == event.value - scene.battle.who("volfer").track("initiative")
        scene.battle = evolve(scene.battle, event)  # type: ignore[arg-type]
    return scene.battle


@pytest.mark.parametrize(
    ("before", "cost", "after", "self_crashed"),
    [(3, 2, 1, False), (3, 3, -5, True), (1, 4, -8, True), (0, 2, -2, False), (-1, 1, -2, False)],
)
def test_crash_by_cost_loses_five_more(before: int, cost: int, after: int, self_crashed: bool) -> None:
    one = paid(fight(before), cost).who("volfer")
    assert one.track("initiative") == after
    assert ("self_crashed" in one.conditions) == self_crashed


def test_shift_is_due_only_in_the_crash_caused_by_the_victim() -> None:
    assert shift_due(fight(-1, crashed_by="kesh"), "volfer", "kesh")
    assert not shift_due(fight(-1), "volfer", "kesh")
    assert not shift_due(fight(-1, crashed_by="reed"), "volfer", "kesh")
    assert not shift_due(fight(-1, crashed_by="kesh", self_crashed=Table()), "volfer", "kesh")
    assert not shift_due(fight(3, crashed_by="kesh"), "volfer", "kesh")


@pytest.mark.parametrize(("left", "bonus"), [(None, True), (3, False), (2, False), (1, True)])
def test_break_is_denied_in_the_round_after_crash_was_left(left: int | None, bonus: bool) -> None:
    battle = fight(5) if left is None else fight(5, crash_left=Table(round=left))
    assert may_break(battle, battle.who("volfer")) is bonus


def shift(initiative: int, join_battle: int, *effects: Effect, **facts: Any) -> Play:
    """Volfer, crashed by Kesh and with this Initiative, on his turn: he takes the last point that Kesh has, and gains
    1 + 1 for it and 5 for the Break before the Shift."""
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [
            {"id": "volfer", "side": "heroes", "zone": "yard", "weapons": ["straight_sword"], "traits": {"wits": 3}}
            | {"state": {"initiative": initiative, "crashed_by": "kesh"}},
            {"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 1}},
        ],
        "close": [{"members": ["volfer", "kesh"]}],
    }
    system = system_for(load("ex3"))
    play = Play.begin(system, battle_from(load("ex3"), data, "shift"))
    for step in (Command("start"), Command("end_turn", "kesh")):
        play.dispatch(step)
    one = play.battle.who("volfer")
    assert one.turn == {}
    play = Play.begin(system, play.battle.with_combatant(one.but(effects=effects, turn=Table(facts))))
    play.dispatch(Command("attack", "volfer", Table(target="kesh", weapon="straight_sword", mode="withering")))
    left = [3, 1, join_battle]
    while play.pending is not None:
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Fall(score=left.pop(0)))
    assert left == []
    return play


@pytest.mark.parametrize(
    ("before", "successes", "after"),
    [
        (-9, 0, 6),  # -9 + 7 is below the base: 3, and 0 + 3
        (-9, 2, 8),
        (-4, 0, 6),  # exactly the base
        (-1, 0, 9),  # -1 + 7 = 6 stays, and 0 + 3
    ],
)
def test_shift_raises_to_base_initiative_plus_join_battle(before: int, successes: int, after: int) -> None:
    play = shift(before, successes)
    assert play.battle.who("volfer").track("initiative") == after
    assert [note.text for note in play.log()[-1].notes][-2:] == [
        "Break: Volfer gains 5.",
        f"Shift: Volfer turns the tables; Initiative {after}.",
    ]


@pytest.mark.parametrize(("successes", "after"), [(1, 3), (2, 3), (3, 4)])
def test_negative_join_battle_roll_does_not_reduce_a_shift(successes: int, after: int) -> None:
    """Five successes less: 1 + 3 - 5 = -1 is none, as is 2 + 3 - 5 = 0; 3 + 3 - 5 = 1."""
    curse = Effect("curse", "curse", (Modifier("join_battle", successes=-5),), "battle")
    assert shift(-9, successes, curse).battle.who("volfer").track("initiative") == after


def test_shift_ends_only_turn_effects() -> None:
    brace = Effect("brace", "brace", (Modifier("parry", bonus=2),), "turn_end")
    oath = Effect("oath", "oath", (Modifier("parry", bonus=1),), "battle")
    guard = Effect("guard", "guard", (Modifier("parry", bonus=-1),), "turn_start")
    assert shift(-9, 0, brace, oath, guard).battle.who("volfer").effects == (oath, guard)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"attacked": ("kesh",), "only": "kesh"}),
        ({"movement": ("move",)}, {"attacked": ("kesh",), "only": "kesh"}),
        ({"withdrew": True, "movement": ("withdraw",)}, {"attacked": ("kesh",), "withdrew": True, "only": "kesh"}),
    ],
)
def test_restarted_turn_is_the_same_turn_with_all_its_actions(before: dict[str, Any], after: dict[str, Any]) -> None:
    """No action counts as used any more; who was attacked, and a roll to withdraw, are not undone."""
    assert shift(-9, 0, **before).battle.who("volfer").turn == after


def test_shift_is_logged_with_its_rule() -> None:
    brace = Effect("brace", "brace", (Modifier("parry", bonus=2),), "turn_end")
    events = shift(-9, 0, brace, withdrew=True).log()[-1].events
    broken = next(n for n, event in enumerate(events) if isinstance(event, Noted) and event.rule == "ex3-09")
    changes = [
        event for event in events[broken + 1 :] if isinstance(event, TrackChanged) and event.track != "crash_turns"
    ]
    assert [(event.value, event.by, event.rule) for event in changes] == [(3, 5, "ex3-11"), (6, 3, "ex3-11")]
    others = [event for event in events[broken + 1 :] if isinstance(event, EffectEnded | TurnFact)]
    assert others == [
        EffectEnded("volfer", "brace", "ex3-11"),
        TurnFact("volfer", "attacked", ("kesh",), "ex3-11"),
        TurnFact("volfer", "withdrew", True, "ex3-11"),
        TurnFact("volfer", "only", "kesh", "ex3-11"),
    ]
