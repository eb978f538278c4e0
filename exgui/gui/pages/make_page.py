"""Makes the pages that are laid over others; each is read when it is first wanted, so that the first picture of the
window does not wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exgui.gui.pages.page import Page
    from exgui.gui.pages.page_context import PageContext


def make_page(context: PageContext, kind: str, id: str) -> Page:
    """A page of that kind ("sheet", "encounter" or "summary") with what the id stands for.

    Raises:
        CampaignError: there is no such thing, or it is damaged.
    """
    if kind == "sheet":
        from exgui.gui.pages.sheet.page import make_sheet_page

        return make_sheet_page(context, id)
    if kind == "summary":
        from exgui.gui.pages.summary.page import make_summary_page

        return make_summary_page(context, id)
    from exgui.gui.pages.encounter.page import make_encounter_page

    return make_encounter_page(context, id)
