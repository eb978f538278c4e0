"""Goes from one page of the window to another, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.gui.pages.page import Page
    from exgui.gui.pages.stack import PageStack
    from exgui.gui.session.campaign_session import CampaignSession


Place = tuple[str, str, str]
"""Kind, subject and title of a page whose place another took."""
MADE = ("sheet", "encounter", "summary")
KEPT = 20
"""Pages of which one can go back to where they were replaced."""


class Navigation:
    """Opens pages, and goes back.

    A sheet or an encounter is laid over the battle, which goes on being there. At most one page of a kind lies above
    it: a second sheet takes the place of the first, to which one can go back all the same.

    Args:
        pages: gives the pages of the window, which are made after this.
        make: makes a page of a kind ("sheet", "encounter", "summary") with what an id stands for, or raises a
            `CampaignError`.
        show_message: shows a sentence in the status line.
    """

    def __init__(
        self,
        session: CampaignSession,
        pages: Callable[[], PageStack],
        make: Callable[[str, str], Page],
        show_message: Callable[[str], None],
    ) -> None:
        self._session, self._pages, self._make, self._show_message = session, pages, make, show_message
        self._came_from: WeakKeyDictionary[Page, tuple[Place, ...]] = WeakKeyDictionary()
        """By page, the pages it replaced, the last one last."""

    def open_sheet(self, id: str) -> bool:
        """Show a sheet of the campaign; return False if that fails, with a message."""
        return self._open("sheet", id)

    def open_encounter(self, id: str) -> bool:
        """Show an encounter of the campaign; return False if that fails, with a message."""
        return self._open("encounter", id)

    def open_summary(self) -> bool:
        """Show the summary of the open fight; return False if that fails, with a message."""
        return self._open("summary", str(self._session.battle_id or ""))

    def open_battle(self, id: int) -> bool:
        if self._session.play is None or self._session.battle_id != id:
            return self._session.open_battle(id)
        pages = self._pages()
        pages.uncover()
        pages.current.take_keys()
        return True

    def back(self) -> bool:
        """Go back to where one came from: a page whose place this one took, else the page beneath. False where there is
        none."""
        pages = self._pages()
        left = pages.current
        trail = self._trail_of(left)
        while trail:
            *before, (kind, id, _title) = trail
            trail = tuple(before)
            try:
                page = self._make(kind, id)
            except CampaignError:
                continue  # it was deleted since
            self._came_from[page] = trail
            pages.lay_over(page, instead=left)
            page.take_keys()
            return True
        return pages.back()

    def way_back(self) -> str | None:
        """Return the title of the page beneath; None if there is none."""
        pages = self._pages()
        trail = self._trail_of(pages.current)
        if trail:
            return trail[-1][2]
        if pages.beneath is None:
            return None
        return "the campaign" if pages.beneath is pages.home else pages.beneath.heading.title

    def _trail_of(self, page: Page) -> tuple[Place, ...]:
        return self._came_from.get(page, ())

    def close(self, kind: str, id: str) -> None:
        """Close the page of that kind and id, wherever it lies, and its document: what it shows is about to be
        deleted."""
        pages = self._pages()
        for page in pages.laid_over:
            self._came_from[page] = tuple(one for one in self._trail_of(page) if one[:2] != (kind, id))
            if (page.kind, page.subject) == (kind, id):
                pages.take_away(page)
        self._session.documents.drop(kind, id)

    def _open(self, kind: str, id: str) -> bool:
        pages = self._pages()
        there = next((one for one in pages.laid_over if (one.kind, one.subject) == (kind, id)), None)
        if there is not None:
            pages.back_to(there)
            there.take_keys()
            return True
        try:
            page = self._make(kind, id)
        except CampaignError as error:
            self._show_message(str(error).removeprefix(f"{error.path}: "))
            return False
        laid_over = pages.laid_over
        before = next((one for one in laid_over if one.kind == kind), None)
        gone = laid_over[laid_over.index(before) :] if before is not None else ()
        trail: list[Place] = []
        for one in gone:
            trail += self._trail_of(one)
            if one.kind in MADE:
                trail.append((one.kind, one.subject, one.heading.title))
        self._came_from[page] = tuple(one for one in trail if one[:2] != (kind, id))[-KEPT:]
        pages.lay_over(page, instead=before)
        page.take_keys()
        return True
