"""Says, when a battle is opened, whose sheet was edited while it was not: it goes on with the sheet that it knows until
one wants it otherwise. Taking the edits there is for `models/sheet_in_battle`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.gui.pages.navigation import Navigation
    from exgui.gui.session.campaign_session import CampaignSession
    from exgui.gui.window.status_line import Offer
    from exgui.play.play import Play

LATER = 400
"""Milliseconds until the check: the battle is shown first."""
MOST_NAMED = 3


class SheetsBehind(QObject):
    """Looks once at each battle that is opened.

    Args:
        show_message: is given a sentence, and a word that can be clicked behind it.
    """

    def __init__(
        self,
        session: CampaignSession,
        navigation: Navigation,
        show_message: Callable[[str, Offer], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._navigation, self._show_message = session, navigation, show_message
        session.battle_opened.connect(self._wait)

    def _wait(self, play: Play) -> None:
        if self._session.battle_id is not None and play.steps:
            QTimer.singleShot(LATER, self, lambda: self.look(play))

    def look(self, play: Play) -> None:
        """Say whose sheet the battle knows as it was, if it is still the one that is open."""
        if play is not self._session.play or play.battle.phase == "over":
            return
        found = self._behind(play)
        if not found:
            return
        from exgui.gui.panel.labels import listed

        names = list(dict.fromkeys(found.values()))
        rest = len(names) - MOST_NAMED
        whose = listed([*names[:MOST_NAMED], f"{rest} more"] if rest > 0 else names)
        first = next(iter(found))
        self._show_message(
            f"This battle lacks the latest changes to the sheet of {whose}. Open it to apply them.",
            ("Open the sheet", lambda: self._navigation.open_sheet(first)),
        )

    def _behind(self, play: Play) -> dict[str, str]:
        """Return names by the ids of sheets that changed since the battle took them; without those the user keeps apart
        from the battle."""
        from exgui.gui.models.sheet_document import SheetDocument
        from exgui.sheets.battle_changes import sheet_known_to

        campaign = self._session.campaign
        if campaign is None:
            return {}
        commands = [step.command for step in play.steps]
        found: dict[str, str] = {}
        for one in play.battle.combatants.values():
            if not one.sheet or one.sheet in found:
                continue
            document = self._session.documents.opened("sheet", one.sheet)
            link = document.in_battle if isinstance(document, SheetDocument) else None
            if link is not None and link.edits_battle is not None:
                continue
            try:
                sheet = campaign.sheet(one.sheet)
            except CampaignError:
                continue
            known = sheet_known_to(play.battle_at(0), play.battle, commands, one.id, sheet, play.system.rules)
            if known is not None:
                found[one.sheet] = one.name
        return found
