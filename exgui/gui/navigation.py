"""Goes from one page of the window to another, and back."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context
    from exgui.gui.pages.page import Page

    MakePage = Callable[[Context, str], Page]

FACTORIES = {
    "sheet": ("exgui.gui.pages.sheet.page", "make_sheet_page"),
    "encounter": ("exgui.gui.pages.encounter.page", "make_encounter_page"),
}
"""By the kind of a page, the module and the function that makes one from the window's context and an id. Read when it
is first wanted: the first picture of the window does not wait for it."""


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
        make = _factory("sheet")
        if make is not None:
            return self._open("sheet", id, make)
        context = self._context()
        if context.battle is not None and context.battle.tools.open_sheet(id):
            return True
        context.say("Nobody in this battle was made from that sheet.")
        return False

    def open_encounter(self, id: str) -> bool:
        """Shows an encounter of the campaign. False where that cannot be done; a sentence says why."""
        make = _factory("encounter")
        return self._context().session.begin_encounter(id) if make is None else self._open("encounter", id, make)

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

    def has_page(self, kind: str) -> bool:
        """There are pages of that kind ("sheet", "encounter")."""
        return _factory(kind) is not None

    def close(self, kind: str, id: str) -> None:
        """Closes the page of that kind and id, wherever it lies, and its document: what it shows is about to be
        deleted."""
        context = self._context()
        for page in context.pages.laid_over:
            if (page.kind, page.subject) == (kind, id):
                context.pages.take_away(page)
        context.session.documents.drop(kind, id)

    def _open(self, kind: str, id: str, make: MakePage) -> bool:
        context = self._context()
        pages = context.pages
        there = next((one for one in pages.laid_over if (one.kind, one.subject) == (kind, id)), None)
        if there is not None:
            pages.back_to(there)
            there.take_keys()
            return True
        try:
            page = make(context, id)
        except CampaignError as error:
            context.say(str(error).removeprefix(f"{error.path}: "))
            return False
        before = next((one for one in pages.laid_over if one.kind == kind), None)
        pages.lay_over(page, instead=before)
        page.take_keys()
        return True


def _factory(kind: str) -> MakePage | None:
    """What makes a page of that kind; None while there is none."""
    module, name = FACTORIES[kind]
    try:
        return getattr(import_module(module), name)  # type: ignore[no-any-return]
    except ModuleNotFoundError as error:
        if error.name is not None and module.startswith(error.name):
            return None
        raise
