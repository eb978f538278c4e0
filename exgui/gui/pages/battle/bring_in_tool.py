"""Opens the card by which someone is brought in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from exgui.gui.pages.battle.bring_in import BringIn

if TYPE_CHECKING:
    from exgui.gui.panel.tool_card import ToolCard


class BringInTool:
    """Opens the card, at the zone that is selected or in which somebody acts."""

    def __init__(self, bring_in: BringIn, open_tool: Callable[[ToolCard], object]) -> None:
        self.bring_in, self._open_tool = bring_in, open_tool

    def open(self, zone: str | None = None) -> None:
        from exgui.gui.pages.battle.bring_in_card import BringInCard  # not above: the first picture does not wait

        battle = self.bring_in.controller.battle
        active = battle.combatants.get(battle.active or "")
        known = zone if zone in battle.zones else active.zone if active is not None else None
        if known is None and len(battle.zones) == 1:
            known = next(iter(battle.zones))
        self._open_tool(BringInCard(self.bring_in, known))
