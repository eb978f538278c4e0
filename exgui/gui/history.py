"""The undo of everything that is not a battle: steps with labels, and edits that span several documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from exgui.campaign.errors import CampaignError, HouseRulesError
from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign

T = TypeVar("T")
Data = Mapping[str, Any]
GONE = object()
"""Stands for a key that is not there."""


class HistoryStep(Record, Generic[T]):
    """One step of a history.

    Attributes:
        text: what was done, without its stop: "Zone 1 drawn".
        before, after: the state that undo and redo show. Where the state is on disk rather than in memory, the action
            that leads to it.
        gesture: steps in a row with the same gesture, unless None, are one step.
        joint: the edit of several documents that this is a part of.
    """

    text: str
    before: T
    after: T
    gesture: object = None
    joint: JointStep | None = None


class History(QObject, Generic[T]):
    """What Ctrl+Z undoes on a page.

    Signals:
        refused(str): undo or redo failed and nothing changed; the sentence says why.

    Args:
        show: makes a state the current one. It saves first, and raises `CampaignError` or
            `HouseRulesError` if it can't.
        settle: called before each undo and redo, to save a field that is still being edited.
        most: the number of steps kept.
    """

    refused = Signal(str)

    def __init__(
        self,
        show: Callable[[T], object],
        settle: Callable[[], object] = lambda: None,
        most: int = 500,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._show, self._settle, self._most = show, settle, most
        self._done: list[HistoryStep[T]] = []
        self._undone: list[HistoryStep[T]] = []
        self._gesture_open = False

    def can_undo(self) -> bool:
        return bool(self._done)

    def can_redo(self) -> bool:
        return bool(self._undone)

    def push(
        self, text: str, before: T, after: T, gesture: object = None, joint: JointStep | None = None
    ) -> HistoryStep[T]:
        last = self._done[-1] if self._done else None
        if self._gesture_open and last is not None and gesture is not None and last.gesture == gesture:
            before = self._done.pop().before
        step = HistoryStep(text, before, after, gesture, joint)
        if gesture is None or before != after:
            self._done = [*self._done[1 - self._most :], step]
        self._undone = []
        self._gesture_open = gesture is not None
        return step

    def end_gesture(self) -> None:
        """Start a new undo step with the next edit."""
        self._gesture_open = False

    def undo(self) -> str:
        """Undo the last step, in all documents that it changed. Return its text, or "" if nothing was undone."""
        return self._move(undoing=True)

    def redo(self) -> str:
        """Redo the step that was undone last. Return its text, or "" if nothing was redone."""
        return self._move(undoing=False)

    def undo_through(self, step: HistoryStep[T]) -> bool:
        """Undo a step and all that came after it. False if one of them can't be undone."""
        while any(one is step for one in self._done):
            if not self.undo():
                return False
        return True

    def clear(self) -> None:
        self._done, self._undone = [], []

    def _move(self, *, undoing: bool) -> str:
        self._settle()
        self.end_gesture()
        source = self._done if undoing else self._undone
        if not source:
            return ""
        step = source[-1]
        try:
            if step.joint is not None:
                step.joint.joint.turn(not step.joint.joint.done)  # it calls `take_joint` of each document
            else:
                self._show_shifted(step, undoing=undoing)
        except (CampaignError, HouseRulesError) as error:
            self.refused.emit(error.sentence)
            return ""
        return step.text

    def _show_shifted(self, step: HistoryStep[T], *, undoing: bool) -> None:
        self._shift(undoing=undoing)  # first, since what is shown asks what can be undone
        try:
            self._show(step.before if undoing else step.after)
        except BaseException:
            self._shift(undoing=not undoing)
            raise

    def _shift(self, *, undoing: bool) -> None:
        source, goal = (self._done, self._undone) if undoing else (self._undone, self._done)
        goal.append(source.pop())

    # Edits of several documents

    def beside(self, step: JointStep) -> T | None:
        """Return the state that one undo or one redo leads to, if that reverses this step or does it again; else
        None."""
        if self._undoes(step):
            return self._done[-1].before
        return self._undone[-1].after if self._redoes(step) else None

    def take_joint(self, step: JointStep, before: T, after: T) -> None:
        """Note that a joint edit has changed the document: by one undo or redo where that leads there, else as a new
        step."""
        self.end_gesture()
        if self._undoes(step):
            self._shift(undoing=True)
        elif self._redoes(step):
            self._shift(undoing=False)
        else:
            self.push(step.joint.text, before, after, joint=step)

    def _undoes(self, step: JointStep) -> bool:
        return bool(self._done) and self._done[-1].joint == step.opposite

    def _redoes(self, step: JointStep) -> bool:
        return bool(self._undone) and self._undone[-1].joint == step


class JointStep(Record):
    """What the history of a document holds of a joint edit.

    Attributes:
        gives: whether the edit is done after this step; False if the step undid it after other steps here.
    """

    joint: JointEdit
    gives: bool

    @property
    def opposite(self) -> JointStep:
        return JointStep(self.joint, not self.gives)


class JointDocument(Protocol):
    """A document that can be edited together with others."""

    @property
    def data(self) -> Data: ...

    @property
    def history(self) -> History[Any]: ...

    def save(self) -> None:
        """Write what is not in the file yet."""
        ...

    def write_joint(self, data: Data) -> None:
        """Write into the file what `take_joint` is about to show.

        Raises:
            CampaignError: it can't be saved.
        """
        ...

    def take_joint(self, step: JointStep, data: Data) -> None:
        """Show what was written into the file, and note the step in the history."""
        ...


class _Part(Record):
    open: Callable[[], JointDocument]
    before: Data
    after: Data


class JointEdit:
    """One edit of several documents: undone in one of them, it is undone in all.

    Attributes:
        text: what is done, as undo names it.
        done: whether it is done rather than undone.

    Args:
        turned: called after it was done or undone.
    """

    def __init__(self, campaign: Campaign, text: str, turned: Callable[[], object]) -> None:
        self.text, self.done = text, False
        self._campaign, self._turned = campaign, turned
        self._parts: list[_Part] = []

    def add(self, open: Callable[[], JointDocument], after: Callable[[Data], Data]) -> bool:
        """Have it change a document too. False if nothing would differ there.

        Args:
            open: returns the document, or raises a `CampaignError` if it was deleted since; it is left out then.
            after: what the edit makes of the document's data.
        """
        before = open().data
        now = after(before)
        if now == before:
            return False
        self._parts.append(_Part(open, before, now))
        return True

    def turn(self, done: bool) -> None:
        """Do it or undo it in all its documents; other edits of them since are kept.

        Raises:
            CampaignError: it can't be saved; nothing has changed.
        """
        if done == self.done:
            return
        step = JointStep(self, done)
        planned: list[tuple[JointDocument, Data]] = []
        for part in self._parts:
            with suppress(CampaignError):
                document = part.open()
                document.save()
                planned.append((document, _wanted(part, document, step)))
        with self._campaign.together():
            for document, data in planned:
                document.write_joint(data)
        self.done = done
        for document, data in planned:
            document.take_joint(step, data)
        self._turned()


def _wanted(part: _Part, document: JointDocument, step: JointStep) -> Data:
    beside: Data | None = document.history.beside(step)
    if beside is not None:
        return beside
    old, new = (part.before, part.after) if step.gives else (part.after, part.before)
    merged: Data = three_way_merge(document.data, old, new)
    return merged


def latest(edits: Sequence[JointEdit], *, done: bool) -> JointEdit | None:
    """Return the newest joint edit that undo would undo (`done`), or that redo would redo."""
    if done:
        return next((one for one in reversed(edits) if one.done), None)
    last = max((at for at, one in enumerate(edits) if one.done), default=-1)
    return edits[last + 1] if last + 1 < len(edits) else None


def three_way_merge(now: Any, before: Any, after: Any) -> Any:
    """Return what `after` changed of `before`, done to `now`; where `now` is neither, it stays as it is.

    Args:
        now, before, after: plain data, such as a sheet's or an encounter's. Tables in a list are known by their "id".
    """
    if now == before:
        return after
    if before == after:
        return now
    all_three = (now, before, after)
    if all(isinstance(one, Mapping) for one in all_three):
        merged = {
            key: three_way_merge(now.get(key, GONE), before.get(key, GONE), after.get(key, GONE))
            for key in dict.fromkeys((*now, *after))
        }
        return {key: value for key, value in merged.items() if value is not GONE}
    if not all(isinstance(one, list | tuple) for one in all_three):
        return now
    if all(isinstance(entry, Mapping) and "id" in entry for one in all_three for entry in one):
        tables = [{entry["id"]: entry for entry in one} for one in all_three]
        return list(three_way_merge(*tables).values())
    return [one for one in now if one in after or one not in before] + [
        one for one in after if one not in before and one not in now
    ]
