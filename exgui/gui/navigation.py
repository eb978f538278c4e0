"""Goes from one page of the window to another, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context
    from exgui.gui.pages.page import Page

    MakePage = Callable[[Context, str], Page]


class Navigation:
    """Opens pages, and goes back.

    A sheet or an encounter is laid over the battle, which goes on being there. At most one page of a kind lies above
    it: a second sheet takes the place of the first.

    Args:
        context: gives the parts of the window.
    """

    def __init__(self, context: Callable[[], Context]) -> None:
        self._context = context

    def open_sheet(self, id: str) -> bool:
        """Shows a sheet of the campaign. False where that cannot be done; a sentence says why."""
        return self._open("sheet", id)

    def open_encounter(self, id: str) -> bool:
        """Shows an encounter of the campaign. False where that cannot be done; a sentence says why."""
        return self._open("encounter", id)

    def open_summary(self) -> bool:
        """Shows what the fight that is open came to. False where that cannot be done; a sentence says why."""
        return self._open("summary", str(self._context().session.battle_id or ""))

    def open_battle(self, id: int) -> bool:
        """Shows a battle of the campaign, where it was left."""
        context = self._context()
        if context.session.play is None or context.session.battle_id != id:
            return context.session.open_battle(id)
        context.pages.uncover()
        context.page.take_keys()
        return True

    def back(self) -> bool:
        """Goes back to the page beneath. False where there is none."""
        return self._context().pages.back()

    def close(self, kind: str, id: str) -> None:
        """Closes the page of that kind and id, wherever it lies, and its document: what it shows is about to be
        deleted."""
        context = self._context()
        for page in context.pages.laid_over:
            if (page.kind, page.subject) == (kind, id):
                context.pages.take_away(page)
        context.session.documents.drop(kind, id)

    def _open(self, kind: str, id: str) -> bool:
        context = self._context()
        pages = context.pages
        there = next((one for one in pages.laid_over if (one.kind, one.subject) == (kind, id)), None)
        if there is not None:
            pages.back_to(there)
            there.take_keys()
            return True
        try:
            page = _factory(kind)(context, id)
        except CampaignError as error:
            context.say(str(error).removeprefix(f"{error.path}: "))
            return False
        before = next((one for one in pages.laid_over if one.kind == kind), None)
        pages.lay_over(page, instead=before)
        page.take_keys()
        return True


def _factory(kind: str) -> MakePage:
    """What makes a page of that kind ("sheet", "encounter" or "summary"), read when it is first wanted: the first
    picture of the window does not wait for it."""
    if kind == "sheet":
        from exgui.gui.pages.sheet.page import make_sheet_page

        return make_sheet_page
    if kind == "summary":
        from exgui.gui.pages.summary.page import make_summary_page

        return make_summary_page
    from exgui.gui.pages.encounter.page import make_encounter_page

    return make_encounter_page
