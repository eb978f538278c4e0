"""How everybody looks on the players' screen: the token that all maps have, of what the players may know."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.strength import Strength
from exgui.engine.system import Badge
from exgui.gui import token_look
from exgui.gui.table.chips import Chip
from exgui.gui.table.design import LEAST
from exgui.gui.token_look import Look
from exgui.play.public.records import PublicBattle, PublicCombatant

UNNAMED = "?"
"""The letter of somebody whose name the players do not know."""


def sides(battle: PublicBattle) -> Mapping[str, int]:
    """Every side's index: the players' own is 0, the others follow as the players saw them first."""
    order: dict[str, None] = {one.side: None for one in battle.combatants.values() if one.own}
    order.update((one.side, None) for one in battle.combatants.values())
    return {side: index for index, side in enumerate(order)}


def looks(battle: PublicBattle) -> dict[str, Look]:
    """Everybody's look by their public id, without their states."""
    index = sides(battle)
    letters = token_look.initials(battle.combatants.values())
    return {id: _look(battle, one, letters[id], index[one.side]) for id, one in battle.combatants.items()}


def _look(battle: PublicBattle, one: PublicCombatant, letters: str, side: int) -> Look:
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
        least=LEAST,
    )


def with_badges(look: Look, chips: tuple[Chip, ...]) -> Look:
    """The look with the states for whose words there was no room: their icons alone."""
    return look.but(badges=tuple(Badge(chip.text, chip.icon, chip.text, "", chip.tone) for chip in chips))
