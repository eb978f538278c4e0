"""Who can be brought into a battle under way: the campaign's sheets, and the ready-made opponents of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData

from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_column.entries import dragged_in
from exgui.rulebook.rules import Ruleset

if TYPE_CHECKING:
    from exgui.campaign.encounter_edits.adding import Addable
    from exgui.gui.session.campaign_session import CampaignSession

# What adds people is imported when someone is added; the first picture of the battle does not wait.


class KnownPeople:
    """The people of the campaign that is open.

    Args:
        session: None where there is no campaign: then there are the ready-made opponents alone.
    """

    def __init__(self, session: CampaignSession | None = None) -> None:
        self._session = session

    def all(self, rules: Ruleset) -> Sequence[Addable]:
        """Everyone who can be brought in, sheets for these rules first."""
        from exgui.campaign.encounter_edits.adding import addables

        campaign = self._session.campaign if self._session is not None else None
        if campaign is not None:
            with suppress(CampaignError):
                return addables(campaign.sheets(), rules, rules.id)
        return addables((), rules, rules.id)

    def source(self, one: Addable, rules: Ruleset) -> Mapping[str, Any]:
        """Return the data of a sheet or opponent.

        Raises:
            CampaignError: the sheet is gone or damaged.
        """
        from exgui.campaign.encounter_edits.adding import source_of

        return source_of(one, self._sheet, rules)

    def _sheet(self, id: str) -> Mapping[str, Any]:
        campaign = self._session.campaign if self._session is not None else None
        return campaign.sheet(id) if campaign is not None else {}


def people_dragged(mime: QMimeData, rules: Ruleset | None) -> tuple[Addable, ...]:
    """Return the sheets that are dragged, and the ready-made opponents that these rules know."""
    from exgui.campaign.encounter_edits.adding import Addable

    known = rules.opponents if rules is not None else {}
    return tuple(
        Addable("sheet" if one.kind == "sheet" else "opponent", one.id, one.name)
        for one in dragged_in(mime)
        if one.kind == "sheet" or (one.kind == "opponent" and one.id in known)
    )
