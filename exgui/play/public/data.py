"""A `PublicBattle` as plain data, with the keys of the ordinary view where they mean the same."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from exgui.engine.record import Record
from exgui.play.public.records import PublicBattle


def public_data(battle: PublicBattle) -> dict[str, Any]:
    """A battle as the players may see it, as dicts and lists: the clock, whose turn it is, the map, the log; and each
    combatant under their public id."""
    data: dict[str, Any] = {
        "round": battle.round,
        "tick": battle.tick,
        "over": battle.phase == "over",
        "active": battle.active,
        "up": list(battle.up),
        "asked": battle.asked,
        "choosing": battle.choosing,
        "chooser": battle.chooser,
        "order": list(battle.order),
        "caption": battle.caption,
        "sides": {id: side.name for id, side in battle.sides.items()},
        "zones": {id: _plain(zone) for id, zone in battle.zones.items()},
        "links": _plain(battle.links),
        "picture": _plain(battle.picture),
        "companions": _plain(battle.companions),
        "notices": _plain(battle.notices),
    }
    data.update((id, _plain(one)) for id, one in battle.combatants.items())
    data["log"] = _plain(battle.log)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return {name: _plain(item) for name, item in asdict(value).items()}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value
