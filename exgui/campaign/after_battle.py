"""Encounters that are prepared take over what a fight left of a character, so that the next one begins with them as
they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.sheets.after_battle import SheetLine
from exgui.sheets.paths import value_at, with_value


def taken_over(
    encounter: Mapping[str, Any], sheet: str, lines: Sequence[SheetLine], before: Mapping[str, Any]
) -> Mapping[str, Any]:
    """An encounter in which the combatants made from a sheet have its new numbers, where they had its old ones; what
    somebody has written there for this encounter alone stays.

    Args:
        before: the sheet before these lines were written to it.
    """

    def person(one: Mapping[str, Any]) -> Mapping[str, Any]:
        if one.get("sheet") != sheet:
            return one
        for line in lines:
            if value_at(one, line.path) == value_at(before, line.path):
                one = with_value(one, line.path, line.after)
        return one

    people = encounter.get("combatant", ())
    now = [person(one) for one in people]
    return {**encounter, "combatant": now} if any(a is not b for a, b in zip(people, now, strict=True)) else encounter


def bring_up_to_date(
    campaign: Campaign, sheet: str, lines: Sequence[SheetLine], before: Mapping[str, Any]
) -> tuple[str, ...]:
    """Does that in all encounters of a campaign. Gives the ids of those that are others now."""
    changed: list[str] = []
    for listed in campaign.encounters():
        with suppress(CampaignError):
            data = campaign.encounter(listed.id)
            new = taken_over(data, sheet, lines, before)
            if new is not data:
                campaign.put_encounter(new, listed.id)
                changed.append(listed.id)
    return tuple(changed)
