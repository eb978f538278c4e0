"""How the rules that forbid a step are combined: a senseless command is reported alone, and is final."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


def prepared(**volfer: Any) -> tuple[System, Battle]:
    """Volfer and Kesh, one zone apart, before the start."""
    both = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "weapons": ["straight_sword"]} | volfer,
        {"id": "kesh", "side": "foes", "zone": "gate", "weapons": ["straight_sword"]},
    ]
    zones = {"zone": [{"id": "yard"}, {"id": "gate"}], "link": [{"between": ["yard", "gate"]}]}
    system = system_for(load("ex3"))
    return system, system.prepare(battle_from(load("ex3"), zones | {"combatant": both}, "checks"))


WRONG = [
    Command("attack", "volfer", Table(target="nobody", weapon="straight_sword", mode="withering")),
    Command("hold_at_bay", "volfer", Table(target="kesh", weapon="straight_sword", mode="withering")),
    Command("move", "volfer", Table(to="moon")),
    Command("disengage", "volfer"),
    Command("rush", "volfer", Table(target="nobody")),
    Command("take_cover", "volfer", Table(level="thick")),
    Command("establish_surprise", "volfer"),
    Command("go_to_ground", "volfer"),
    Command("defend_other", "volfer", Table(ward="nobody")),
    Command("aim", "volfer", Table(target="nobody")),
    Command("maneuver", "volfer", Table(kind="tickle")),
    Command("delay", "volfer", Table(until="noon")),
    Command("flurry", "volfer", Table(actions=("attack",))),
]
"""Steps that break a rule of their own, too."""


@pytest.mark.parametrize("command", WRONG, ids=lambda command: command.do)
def test_only_the_missing_start_is_reported_before_the_start(command: Command) -> None:
    system, battle = prepared(state={"concealed_from": ["kesh"]} if command.do == "establish_surprise" else {})
    assert system.check(battle, command) == (Violation("ex3-05", "The battle has not begun.", final=True),)


NONSENSE = [
    Command("attack", "volfer", Table(target="nobody", weapon="straight_sword", mode="withering")),
    Command("attack", "volfer", Table(target="kesh", weapon="straight_sword", mode="gentle")),
    Command("hold_at_bay", "volfer", Table(target="nobody", weapon="straight_sword", mode="withering")),
    Command("move", "volfer", Table(to="moon")),
    Command("move", "volfer"),
    Command("disengage", "volfer", Table(stop=("nobody",))),
    Command("rush", "volfer", Table(target="volfer")),
    Command("take_cover", "volfer", Table(level="thick")),
    Command("defend_other", "volfer", Table(ward="nobody")),
    Command("aim", "volfer", Table(target="nobody")),
    Command("ready_weapon", "volfer"),
    Command("flurry", "volfer", Table(actions=("attack",))),
    Command("flurry", "volfer", Table(actions=("attack", "juggle"))),
]


@pytest.mark.parametrize("command", NONSENSE, ids=lambda command: command.do)
def test_nonsense_is_final_whosever_turn_it_is(command: Command) -> None:
    system, battle = prepared()
    running = battle.but(phase="running", round=1, tick=5, up=("kesh",))
    assert hopeless(system.check(running, command))


def test_no_turn_if_no_one_is_up() -> None:
    system, battle = prepared()
    running = battle.but(phase="running", round=1, tick=5, up=())
    aim = Command("aim", "volfer", Table(target="kesh"))
    assert system.check(running, aim)[0] == Violation("ex3-05", "It is not Volfer’s turn.")
