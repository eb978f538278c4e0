"""The welcome page's content: no campaign open, no battle running, or what went wrong; and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError
from exgui.engine.counted import counted
from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.campaign.summaries import Listed

DOTS = "\N{HORIZONTAL ELLIPSIS}"


class Offer(Record):
    """Something that can be done about it.

    Attributes:
        label: the button's words.
        do: what it does, or the id of the window's command that does it.
        primary: it matters most.
        note: what it is, in a sentence below the button.
    """

    label: str
    do: Callable[[], object] | str
    primary: bool = False
    note: str = ""


class Notice(Record):
    """A sentence in the middle of the window, and what can be done about it.

    Attributes:
        trouble: something went wrong.
        listed: it says what the campaign lists, and changes with it.
    """

    title: str
    text: str = ""
    offers: tuple[Offer, ...] = ()
    trouble: bool = False
    listed: bool = False


OPENING = Notice(f"Opening the campaign{DOTS}")
SAMPLE = Offer("Try the sample", "open_sample")


def no_campaign() -> Notice:
    return Notice(
        "No campaign is open",
        "A campaign holds your sheets, encounters and battles in one file. Everything is saved as you go.",
        (
            Offer(f"Open campaign{DOTS}", "open_campaign", True),
            Offer(f"New campaign{DOTS}", "new_campaign"),
            SAMPLE,
        ),
    )


def no_battle(
    encounters: Sequence[Listed],
    begin: Callable[[str], object],
    under_way: Sequence[tuple[int, str]] = (),
    continue_battle: Callable[[int], object] = bool,
) -> Notice:
    """Return the notice for when no battle of the campaign is shown.

    Args:
        under_way: number and title of its battles that are not over, newest first.
        continue_battle: opens one of these.
    """
    begins = [Offer(f"Begin {one.name}", partial(begin, one.id)) for one in encounters]
    continue_offers = [Offer(f"Continue {title}", partial(continue_battle, id)) for id, title in under_way[:2]]
    offers = [*continue_offers, *begins][:3]
    if offers:
        title = f"{counted(len(under_way), 'battle')} under way" if under_way else "No battle is running"
        if under_way:
            other = ", or begin another from an encounter" if encounters else ""
            text = f"Continue where you left off{other}."
        else:
            text = "Begin one from an encounter, here or in the campaign column."
        return Notice(title, text, (offers[0].but(primary=True), *offers[1:]), listed=True)
    return Notice(
        "Nothing to fight yet",
        "This campaign has no encounter yet. Make one and draw its battlefield, or import one from a text file.",
        (Offer("New encounter", "new_encounter", True), Offer(f"Import{DOTS}", "import"), SAMPLE),
        listed=True,
    )


TITLES = {
    "damaged": "This campaign is damaged",
    "missing": "Campaign not found",
    "locked": "This campaign is open elsewhere",
    "newer": "This campaign was written by a newer exgui",
    "foreign": "This is not a campaign",
    "unknown": "Not in this campaign",
    "unfinished": "This campaign was not closed properly",
}


class Offers(Record):
    """What can be done where a campaign or a battle could not be opened.

    Attributes:
        recover: recovers a copy of the campaign.
        open_copy: opens a checked copy of a campaign beside which others left a journal.
        open_to_read: opens a campaign that is open elsewhere, to be looked at.
        again: tries to open it again.
        back: goes back to the campaign's encounters; None where there are none.
        backups: lists its backups; None where there are none.
    """

    recover: Callable[[], object]
    open_copy: Callable[[], object]
    open_to_read: Callable[[], object]
    again: Callable[[], object]
    back: Callable[[], object] | None = None
    backups: Callable[[], object] | None = None


def opening(path: Path, cancel: Callable[[], object]) -> Notice:
    text = f"{path.name} is large or needs repair. It is being checked first."
    return Notice(f"Opening the campaign{DOTS}", text, (Offer("Cancel", cancel),))


def trouble(error: CampaignError, can: Offers) -> Notice:
    offers = []
    if error.kind == "damaged":
        offers.append(Offer("Recover a copy", can.recover, True))
    if error.kind == "unfinished":
        offers.append(Offer("Open a copy", can.open_copy, True))
    if error.kind in ("locked", "denied", "full", "read_only"):
        offers.append(Offer("Try again", can.again, True))
    if error.kind == "locked":
        offers.append(Offer("Open read-only", can.open_to_read))
    if can.backups is not None:
        offers.append(Offer(f"Restore a backup{DOTS}", can.backups))
    if can.back is not None:
        offers.append(Offer("Back to the campaign", can.back))
    offers += [Offer(f"Open another{DOTS}", "open_campaign"), SAMPLE]
    title = TITLES.get(error.kind, "This campaign can’t be opened")
    return Notice(title, str(error), tuple(offers), trouble=True)
