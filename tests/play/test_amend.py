"""Amending a step: the later steps run again with their dice, and stop where they no longer fit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from exgui.engine.asks import Command, Fall, Mod, command
from exgui.engine.procedure import BadAnswer
from exgui.play.journal import Entry, read_entry, write_entry
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.play.changed_steps import with_answer, with_command


class Kept:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, entries: Sequence[Entry]) -> None:
        self.lines.extend(write_entry(entry) for entry in entries)


def fighter(id: str, side: str, initiative: int) -> dict[str, object]:
    return {
        "id": id,
        "side": side,
        "zone": "yard",
        "traits": {"dexterity": 3, "melee": 3, "strength": 2, "stamina": 2, "wits": 2, "awareness": 2},
        "weapons": ["straight_sword"],
        "state": {"initiative": initiative},
    }


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def duel(kept: Kept) -> Play:
    """Volfer at 9 attacks and misses; the bandit at 6 attacks back and hits for 2."""
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [fighter("volfer", "heroes", 9), fighter("bandit", "foes", 6)],
        "close": [{"members": ["volfer", "bandit"]}],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "duel"), kept)
    play.dispatch(Command("start"))
    play.dispatch(command("attack", "volfer", target="bandit", mode="withering"))
    play.answer(Fall(score=1))  # against Parry 3 + 1 = 4
    play.dispatch(command("end_turn", "volfer"))
    play.dispatch(command("attack", "bandit", target="volfer", mode="withering"))
    play.answer(Fall(score=5))
    play.answer(Fall(score=2))
    return play


def test_forgotten_hit_changes_later_steps(duel: Play) -> None:
    assert duel.battle.who("bandit").track("initiative") == 6 + 2 + 1
    amendment = duel.propose(1, with_answer(duel.steps[1], 0, Fall(score=4)))
    assert amendment.open is not None  # it hits now, and wants a damage roll that was never made
    duel.amend(amendment)
    assert duel.pending is not None
    assert duel.pending.name == "damage"
    duel.answer(Fall(score=3))
    assert duel.battle.who("bandit").track("initiative") == 3
    assert duel.battle.who("volfer").track("initiative") == 9 + 4


def test_preview_changes_nothing_and_one_undo_reverts_the_amendment(duel: Play) -> None:
    before = duel.battle
    amendment = duel.propose(3, with_answer(duel.steps[3], 1, Fall(score=4)))
    assert duel.battle is before
    assert amendment.battle.who("volfer").track("initiative") == 9 - 4
    duel.amend(amendment)
    assert duel.battle.who("bandit").track("initiative") == 6 + 4 + 1
    duel.undo()
    assert duel.battle == before


def test_undone_amendment_is_redone_in_place(duel: Play, kept: Kept) -> None:
    duel.amend(duel.propose(3, with_answer(duel.steps[3], 1, Fall(score=4))))
    amended = duel.battle
    duel.undo()
    duel.undo()
    duel.undo()
    duel.redo()
    duel.redo()
    assert duel.battle != amended
    duel.redo()
    assert duel.battle == amended
    assert Play.resume(duel.system, [read_entry(line) for line in kept.lines]).battle == amended
    duel.undo()
    duel.dispatch(command("end_turn", "bandit"))
    assert not duel.can_redo()


def test_forgotten_modifier_is_added_to_the_command(duel: Play) -> None:
    step = duel.steps[3]
    stunted = step.command.but(mods=(Mod("bandit.damage", successes=1, label="stunt"),))
    amendment = duel.propose(3, with_command(step, stunted))
    assert amendment.battle.who("volfer").track("initiative") == 9 - 3


def test_steps_that_no_longer_fit_are_dropped_with_the_reason(duel: Play) -> None:
    duel.dispatch(command("end_turn", "bandit"))
    # Round 2: the bandit stands at 9, Volfer at 7. With 9 lost instead of 2 Volfer would be in Crash.
    duel.dispatch(command("end_turn", "bandit"))
    duel.dispatch(command("attack", "volfer", target="bandit", mode="decisive"))
    duel.answer(Fall(score=0))
    amendment = duel.propose(3, with_answer(duel.steps[3], 1, Fall(score=9)))
    assert "Crash" in amendment.reason
    assert [step.command.do for step in amendment.dropped] == ["attack"]
    assert amendment.battle.who("volfer").track("initiative") == 0


def test_the_journal_replays_an_amendment(duel: Play, kept: Kept) -> None:
    duel.amend(duel.propose(3, with_answer(duel.steps[3], 1, Fall(score=4))))
    duel.dispatch(command("end_turn", "bandit"))
    again = Play.resume(duel.system, [read_entry(line) for line in kept.lines])
    assert again.battle == duel.battle
    duel.undo()
    duel.undo()
    assert Play.resume(duel.system, [read_entry(line) for line in kept.lines]).battle == duel.battle


def test_going_back_after_an_amendment_keeps_it(duel: Play, kept: Kept) -> None:
    duel.amend(duel.propose(3, with_answer(duel.steps[3], 1, Fall(score=4))))
    duel.go_back_to(3)
    duel.redo()
    assert duel.battle.who("volfer").track("initiative") == 9 - 4
    assert Play.resume(duel.system, [read_entry(line) for line in kept.lines]).battle == duel.battle


def test_app_dice_are_redrawn_at_the_same_place(duel: Play) -> None:
    duel.dispatch(command("end_turn", "bandit"))
    duel.dispatch(command("attack", "bandit", target="volfer", mode="withering"))
    duel.roll()
    faces = duel.steps[5].answers[0].faces if duel.pending is None else duel.open_step.answers[0].faces
    while duel.pending is not None:
        duel.roll()
    step = duel.steps[5]
    more = step.command.but(mods=(Mod("bandit.attack", dice=2, label="stunt"),))
    amendment = duel.propose(5, with_command(step, more))
    amended = (amendment.steps[0] if amendment.steps else amendment.open).answers[0].faces
    assert amended[: len(faces)] == faces
    assert len(amended) == len(faces) + 2


def test_no_amendment_while_a_step_is_open(duel: Play) -> None:
    duel.dispatch(command("end_turn", "bandit"))
    duel.dispatch(command("attack", "bandit", target="volfer", mode="withering"))
    with pytest.raises(BadAnswer):
        duel.propose(1, duel.steps[1])
