"""By which rules something new in a campaign is likely to be."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.gui.campaign_session import CampaignSession


def likely_ruleset(session: CampaignSession) -> str:
    """The ruleset that something new is made for: that of the battle which is shown, else the one that most in the
    campaign is made for, else the only one that is installed. "" where none is likelier than others."""
    from exgui.campaign.rulesets import choices

    listed = choices()
    known = [one.where for one in listed]
    play, campaign = session.play, session.campaign
    if play is not None and play.battle.ruleset in known:
        return play.battle.ruleset
    if campaign is not None:
        with suppress(CampaignError):
            entries = (*campaign.sheets(), *campaign.encounters())
            used = Counter(one.ruleset for one in entries if one.ruleset in known or _is_folder(one.ruleset))
            if used:
                return used.most_common(1)[0][0]
    games = [one.where for one in listed if not one.depth]
    return games[0] if len(games) == 1 else ""


def _is_folder(ruleset: str) -> bool:
    """A ruleset of the storyteller's own, named by its folder."""
    return not ruleset.isidentifier() and bool(ruleset)
