"""An edit of several documents by one gesture: taken back in one of them, it is taken back in all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.three_way_merge import three_way_merge
from exgui.engine.frozen import frozen

Data = Mapping[str, Any]


@frozen
class JointStep:
    """What the history of a document holds of a joint edit.

    Attributes:
        gives: whether the edit is done after this step; False where the step took it back, after other steps here.
    """

    joint: JointEdit
    gives: bool

    @property
    def opposite(self) -> JointStep:
        """The step that this one takes back."""
        return JointStep(self.joint, not self.gives)


class JointDocument(Protocol):
    """A document that can be edited together with others."""

    @property
    def data(self) -> Data:
        """What it edits, as it is now."""
        ...

    def save(self) -> None:
        """Writes what is not in the file yet."""
        ...

    def beside(self, step: JointStep) -> Data | None:
        """What its history would make of it with one undo, or one redo, where that takes this step back or does it
        again; else None."""
        ...

    def write_joint(self, data: Data) -> None:
        """Writes into the file what `take_joint` is about to make of it.

        Raises:
            CampaignError: that cannot be done.
        """
        ...

    def take_joint(self, step: JointStep, data: Data, text: str) -> None:
        """Shows what was put into the file: by one undo or redo where that makes it so, else as a new step."""
        ...


@frozen
class _Part:
    open: Callable[[], JointDocument]
    before: Data
    after: Data


class JointEdit:
    """One gesture.

    Attributes:
        text: what is done, as undo names it.
        done: it is done, and not taken back.

    Args:
        turned: is called after it was done or taken back.
    """

    def __init__(self, campaign: Campaign, text: str, turned: Callable[[], object]) -> None:
        self.text, self.done = text, False
        self._campaign, self._turned = campaign, turned
        self._parts: list[_Part] = []

    def add(self, open: Callable[[], JointDocument], after: Callable[[Data], Data]) -> bool:
        """Has it change a document too. False where nothing would be different there.

        Args:
            open: gives the document, or raises a `CampaignError` where it was deleted since; it is left out then.
            after: what it makes of the document's data.
        """
        before = open().data
        now = after(before)
        if now == before:
            return False
        self._parts.append(_Part(open, before, now))
        return True

    def turn(self, done: bool) -> None:
        """Does it, or takes it back, in all its documents; what was done to one of them since stays.

        Raises:
            CampaignError: it cannot be saved; nothing has changed.
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
            document.take_joint(step, data, self.text)
        self._turned()


def _wanted(part: _Part, document: JointDocument, step: JointStep) -> Data:
    beside = document.beside(step)
    if beside is not None:
        return beside
    old, new = (part.before, part.after) if step.gives else (part.after, part.before)
    merged: Data = three_way_merge(document.data, old, new)
    return merged


def latest(edits: Sequence[JointEdit], *, done: bool) -> JointEdit | None:
    """Of edits in the order they were made, the one that undo takes back, or that redo does again."""
    if done:
        return next((one for one in reversed(edits) if one.done), None)
    last = max((at for at, one in enumerate(edits) if one.done), default=-1)
    return edits[last + 1] if last + 1 < len(edits) else None
