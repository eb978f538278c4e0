"""What the storyteller can do so that the players see somebody or a zone, or see them no longer."""

from __future__ import annotations

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Table, Value


def seen_steps(battle: Battle, kind: str, id: str) -> tuple[tuple[str, Command], ...]:
    """The steps, each with its words; the likeliest first, none for what is neither.

    Args:
        kind: "token" or "zone".
    """
    if kind == "zone" and id in battle.zones:
        zone: dict[str, Value] = {"zone": id}
        if battle.zones[id].hidden:
            return (("Reveal to the players", Command("reveal", args=Table(zone))),)
        return (("Hide from the players", Command("hide", args=Table(zone))),)
    if kind != "token" or id not in battle.combatants:
        return ()
    one = battle.combatants[id]
    who: dict[str, Value] = {"who": id}
    reveal = Command("reveal", args=Table(who))
    hide = ("Hide from the players", Command("hide", args=Table(who)))
    if one.hidden and not one.revealed:
        unnamed = Command("reveal", args=Table({**who, "name": False}))
        return (("Reveal to the players", reveal), ("Reveal without the name", unnamed))
    if one.hidden:
        return (("Reveal to the players", reveal),)
    return (hide,) if one.revealed else (("Tell the players the name", reveal), hide)
