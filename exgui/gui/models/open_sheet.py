"""The document of a sheet: what edits it, with its undo, for as long as the campaign is open."""

from __future__ import annotations

from exgui.campaign import rulesets
from exgui.gui.campaign_session import CampaignSession
from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.models.sheet_in_battle import SheetInBattle
from exgui.rulebook.rules import Ruleset


def sheet_document(session: CampaignSession, id: str) -> SheetDocument:
    """The document of a sheet of the campaign that is open.

    Raises:
        CampaignError: there is no such sheet, or it is damaged.
    """
    campaign = session.campaign
    assert campaign is not None
    ruleset = campaign.ruleset_of_sheet(id)
    try:
        rules: Ruleset | None = rulesets.find(ruleset)
    except rulesets.RulesetMissing:
        rules = None

    def make() -> SheetDocument:
        document = SheetDocument(campaign, id, ruleset, rules)
        document.in_battle = SheetInBattle(session, document, document)
        return document

    return session.documents.get("sheet", id, make)
