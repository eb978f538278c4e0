"""Goes from one page of the window to another, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.gui.campaign_session import CampaignSession
    from exgui.gui.pages.page import Page
    from exgui.gui.pages.stack import PageStack


class Navigation:
    """Opens pages, and goes back.

    A sheet or an encounter is laid over the battle, which goes on being there. At most one page of a kind lies above
    it: a second sheet takes the place of the first.

    Args:
        pages: gives the pages of the window, which are made after this.
        make: makes a page of a kind ("sheet", "encounter", "summary") with what an id stands for, or raises a
            `CampaignError`.
        say: shows a sentence in the status line.
    """

    def __init__(
        self,
        session: CampaignSession,
        pages: Callable[[], PageStack],
        make: Callable[[str, str], Page],
        say: Callable[[str], None],
    ) -> None:
        self._session, self._pages, self._make, self._say = session, pages, make, say

    def open_sheet(self, id: str) -> bool:
        """Shows a sheet of the campaign. False where that cannot be done; a sentence says why."""
        return self._open("sheet", id)

    def open_encounter(self, id: str) -> bool:
        """Shows an encounter of the campaign. False where that cannot be done; a sentence says why."""
        return self._open("encounter", id)

    def open_summary(self) -> bool:
        """Shows what the fight that is open came to. False where that cannot be done; a sentence says why."""
        return self._open("summary", str(self._session.battle_id or ""))

    def open_battle(self, id: int) -> bool:
        """Shows a battle of the campaign, where it was left."""
        if self._session.play is None or self._session.battle_id != id:
            return self._session.open_battle(id)
        pages = self._pages()
        pages.uncover()
        pages.current.take_keys()
        return True

    def back(self) -> bool:
        """Goes back to the page beneath. False where there is none."""
        return self._pages().back()

    def close(self, kind: str, id: str) -> None:
        """Closes the page of that kind and id, wherever it lies, and its document: what it shows is about to be
        deleted."""
        pages = self._pages()
        for page in pages.laid_over:
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
            self._say(str(error).removeprefix(f"{error.path}: "))
            return False
        before = next((one for one in pages.laid_over if one.kind == kind), None)
        pages.lay_over(page, instead=before)
        page.take_keys()
        return True
