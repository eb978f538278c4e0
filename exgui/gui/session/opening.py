"""Opening a campaign and the battle that is to be shown: all that reads the file, one thing at a time in a thread of
its own, and nothing of the window."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from exgui.campaign.errors import CampaignError
from exgui.engine.record import Record
from exgui.gui.background_job import BackgroundJob, Cancelled
from exgui.rulebook.finding import plain

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.play.play import Play


T = TypeVar("T")
PATIENCE = 0.08
"""Seconds to wait for a campaign before reporting that it is being opened."""
FIRST_PATIENCE = 0.3
"""The same for the first campaign: its reader is imported in this time too, nothing in the window can freeze yet, and a
short-lived notice would only delay the battle."""


# What reads files and plays battles is imported where it is needed; the first picture of the window does not wait.


class Opened(Record):
    """A campaign that was opened, and what is to be shown of it.

    Attributes:
        play: a battle that goes on, with its id.
        encounter: an encounter from which a battle is to be begun; "" for none.
        trouble: why what was asked for cannot be shown.
        notice: a sentence on what was done before it could be opened.
    """

    campaign: Campaign
    play: Play | None = None
    battle_id: int | None = None
    encounter: str = ""
    trouble: CampaignError | None = None
    notice: str = ""


def open_campaign(
    path: Path,
    title: str,
    last: int | None,
    cancelled: Callable[[], bool] | None = None,
    notice: str = "",
    to_read: bool = False,
) -> Opened:
    """Open a campaign, and in it the battle that is under way, where it was left.

    Args:
        title: the title or number of the battle, or of an encounter, to show; "" for the battle that was left or runs.
        last: the number of the battle that was shown last.
        to_read: another window has it open; a private copy of it is opened, to be looked at.

    Raises:
        CampaignError: it cannot be opened, or it was cancelled.
    """
    from exgui.campaign.campaign import Campaign

    needs = ""
    try:
        campaign = Campaign.open_to_read(path, cancelled) if to_read else Campaign.open(path, cancelled)
    except CampaignError as error:
        if error.kind != "newer_program":
            raise
        campaign = Campaign.open_to_read(path, cancelled)
        needs = error.sentence
        notice = f"Opened read-only. {needs}"
    try:
        with suppress(CampaignError):  # read once, for the campaign column
            campaign.sheets(), campaign.encounters()
        id, encounter = _named_in(campaign, title) if title else (_left_in(campaign, last), "")
        play = campaign.resume(id, cancelled) if id is not None else None
        return Opened(campaign, play, id, encounter, notice=notice)
    except CampaignError as error:
        if error.kind == "cancelled":
            campaign.close()
            raise
        if needs:  # what this version cannot read is not damaged
            error = CampaignError(path, f"this version cannot show what is in it. {needs}", "newer")
        return Opened(campaign, trouble=error, notice=notice)
    except BaseException:
        campaign.close()
        raise


def open_recovered(path: Path, cancelled: Callable[[], bool]) -> Opened:
    """Recover what can be read of a damaged campaign into a new file beside it, and open that.

    Raises:
        CampaignError: nothing can be recovered, or it was cancelled.
    """
    from exgui.campaign.recover import recover

    into, number = path.with_name(f"{path.stem} recovered.exgui"), 2
    while into.exists():
        into = path.with_name(f"{path.stem} recovered {number}.exgui")
        number += 1
    notice = str(recover(path, into)).replace("\n", " · ")
    return open_campaign(into, "", None, cancelled, notice)


def open_checked_copy(path: Path, cancelled: Callable[[], bool]) -> Opened:
    """Open a checked copy of a campaign beside which others left a journal.

    Raises:
        CampaignError: it cannot be opened, or it was cancelled.
    """
    from exgui.campaign.guard.stray_journal import open_as_copy

    copy, notice = open_as_copy(path)
    return open_campaign(copy, "", None, cancelled, notice)


def _named_in(campaign: Campaign, title: str) -> tuple[int | None, str]:
    battles = [one for one in campaign.battles() if not one.damaged]
    chosen = [one.id for one in battles if title == str(one.id) or plain(title) == plain(one.title)]
    if chosen:
        return chosen[-1], ""
    encounters = campaign.encounters()
    for one in encounters:
        if title == one.id or plain(title) == plain(one.name):
            return None, one.id
    there = ", ".join(dict.fromkeys([b.title for b in battles] + [e.name for e in encounters]))
    text = f"there is no battle or encounter {title!r} in this campaign; there are: {there or 'none'}."
    raise CampaignError(campaign.path, text, "unknown")


def _left_in(campaign: Campaign, last: int | None) -> int | None:
    going = [one for one in campaign.battles() if not one.damaged and one.phase != "over"]
    first = [one for one in going if one.id == last] or [one for one in going if one.phase == "running"] or going
    return first[-1].id if first else None


class OpeningJob:
    """Does something long. For a moment the window waits, so that what is quick does not flicker."""

    def __init__(self) -> None:
        self._job: BackgroundJob[Any] | None = None
        self._is_first = True

    @property
    def runs(self) -> bool:
        return self._job is not None

    def start(
        self,
        work: Callable[[Cancelled], T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object],
        drop: Callable[[T], object] | None = None,
    ) -> bool:
        """Begin, in place of what is being opened; for what it is given see `BackgroundJob`. Return whether it is done
        already."""
        self.stop()
        job = self._job = BackgroundJob(work, self._ended_by(done), self._ended_by(failed), drop)
        patience = max(PATIENCE, FIRST_PATIENCE) if self._is_first else PATIENCE
        self._is_first = False
        return job.start(patience)

    def stop(self, wait: float = 0) -> None:
        """Cancel the opening.

        Args:
            wait: seconds to wait at most until it has ended.
        """
        job, self._job = self._job, None
        if job is not None:
            job.cancel(wait)

    def _ended_by(self, done: Callable[[Any], object]) -> Callable[[Any], object]:
        def ended(came: Any) -> None:
            self._job = None
            done(came)

        return ended
