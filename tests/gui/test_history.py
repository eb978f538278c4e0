"""The one undo of everything that is not a battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from exgui.campaign.errors import CampaignError
from exgui.gui.history import History

ACTIONS = st.one_of(
    st.tuples(st.just("edit"), st.integers(0, 5), st.sampled_from([None, "drag", "field"])),
    st.tuples(st.sampled_from(["undo", "redo", "end"]), st.just(0), st.none()),
)


class Counter:
    """A document with one number."""

    def __init__(self) -> None:
        self.state, self.full = 0, False
        self.history: History[int] = History(self.show)

    def show(self, state: int) -> None:
        if self.full:
            raise CampaignError(Path("mill.exgui"), "the disk is full.")
        self.state = state

    def edit(self, state: int, gesture: object = None) -> None:
        self.history.push(f"{self.state} to {state}", self.state, state, gesture)
        self.state = state


@given(st.lists(ACTIONS))
def test_history_equals_a_list_of_states(actions: list[tuple[str, int, str | None]]) -> None:
    counter = Counter()
    states, at, open_gesture = [0], 0, None
    for kind, state, gesture in actions:
        if kind == "edit":
            counter.edit(state, gesture)
            merges = gesture is not None and gesture == open_gesture and at > 0
            states = [*states[: at if merges else at + 1], state]
            at = len(states) - 1
            if gesture is not None and at > 0 and states[at] == states[at - 1]:
                states, at, gesture = states[:at], at - 1, None
            open_gesture = gesture
        elif kind == "end":
            counter.history.end_gesture()
            open_gesture = None
        else:
            to = at + (1 if kind == "redo" else -1)
            moved = counter.history.redo() if kind == "redo" else counter.history.undo()
            assert bool(moved) == (0 <= to < len(states))
            at = min(max(to, 0), len(states) - 1)
            open_gesture = None
        assert counter.state == states[at]
        assert (counter.history.can_undo(), counter.history.can_redo()) == (at > 0, at < len(states) - 1)
    while counter.history.undo():
        pass
    assert counter.state == 0


def test_edits_of_one_gesture_are_one_step() -> None:
    counter = Counter()
    for state in (3, 4, 5):
        counter.edit(state, "drag")
    counter.history.end_gesture()
    counter.edit(6, "drag")
    assert counter.history.undo() == "5 to 6"
    assert counter.history.undo() == "4 to 5"
    assert counter.state == 0


def test_undo_that_cannot_be_saved_changes_nothing(qtbot: QtBot) -> None:
    counter = Counter()
    counter.edit(1)
    counter.full = True
    with qtbot.waitSignal(counter.history.refused) as refused:
        assert counter.history.undo() == ""
    assert refused.args == ["The disk is full."]
    assert (counter.state, counter.history.can_undo(), counter.history.can_redo()) == (1, True, False)


def test_undoing_a_step_undoes_later_ones() -> None:
    counter = Counter()
    counter.edit(1)
    step = counter.history.push("1 to 2", 1, 2)
    counter.state = 2
    counter.edit(3)
    assert counter.history.undo_through(step)
    assert counter.state == 1
    assert counter.history.undo_through(step)  # it is undone already


def test_only_the_last_steps_are_kept() -> None:
    counter = Counter()
    counter.history = History(counter.show, most=3)
    for state in range(1, 6):
        counter.edit(state)
    while counter.history.undo():
        pass
    assert counter.state == 2


@pytest.mark.parametrize("moves", ["undo", "redo"])
def test_empty_history_gives_no_text(moves: str) -> None:
    assert getattr(Counter().history, moves)() == ""
