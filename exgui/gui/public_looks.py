"""How everybody looks to the players: the token that all maps have, of what the players may know."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.strength import Strength
from exgui.gui import token_look
from exgui.gui.token_look import Look
from exgui.play.public.records import PublicBattle, PublicCombatant

UNNAMED = "?"
"""The letter of somebody whose name the players do not know."""


def sides(battle: PublicBattle) -> Mapping[str, int]:
    """Every side's index: the players' own is 0, the others follow as the players saw them first."""
    order: dict[str, None] = {one.side: None for one in battle.combatants.values() if one.own}
    order.update((one.side, None) for one in battle.combatants.values())
    return {side: index for index, side in enumerate(order)}


def looks(battle: PublicBattle, least: int) -> dict[str, Look]:
    """Everybody's look by their public id, without their states, with letters no smaller than that."""
    index = sides(battle)
    letters = token_look.initials(battle.combatants.values())
    return {id: _look(battle, one, letters[id], index[one.side], least) for id, one in battle.combatants.items()}


def _look(battle: PublicBattle, one: PublicCombatant, letters: str, side: int, least: int) -> Look:
    return Look(
        name=one.name,
        initial=letters if one.known else UNNAMED,
        side=side,
        portrait=one.portrait,
        active=battle.active == one.id,
        up=one.id in battle.up,
        acted=one.state == "acted" and battle.phase == "running",
        down=one.state == "out",
        faint=one.state == "waiting",
        strength=Strength(one.figures, "", "", 0, 0) if one.figures > 1 else None,
        least=least,
    )
