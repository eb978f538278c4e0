"""Bring combatants into a battle under way, as one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.campaign.encounter_edits.people import FOES, HEROES, NOT_COPIED
from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Record, Table, freeze
from exgui.rulebook.new_names import free_id, next_name, numbered, slug
from exgui.rulebook.rules import Ruleset
from exgui.systems.common.arrivals import MOST_AT_ONCE, MOST_JOINING
from exgui.systems.common.together import together

JOIN, PLACED, WAIT = "join", "placed", "wait"
"""How a combatant comes in: under the game's rules for joining, at a place in the turn order, or not until called."""
LONGEST_ID = 50


class Newcomers(Record):
    """Who comes in, and how.

    Attributes:
        source: the data of their sheet or of the opponent.
        sheet: the campaign's sheet they are; "" for none.
        side: "" for that of the source, else heroes for a player's character and foes for anyone else.
        zone: where they come in; None for nowhere yet.
        how: one of `JOIN`, `PLACED`, `WAIT`.
        place: where in the turn order they are placed.
        hidden: the players do not see them; None if that follows the zone, so that they are hidden in a hidden one.
    """

    source: Mapping[str, Any]
    count: int = 1
    sheet: str = ""
    side: str = ""
    zone: str | None = None
    how: str = JOIN
    place: int = 0
    hidden: bool | None = None

    @property
    def name(self) -> str:
        """What they are called before they have a number."""
        return str(self.source.get("name") or "Someone")


def side_of(source: Mapping[str, Any]) -> str:
    """Return the default side of a sheet or opponent."""
    return str(source.get("side") or (HEROES if source.get("player") is True else FOES))


def arrival(rules: Ruleset, battle: Battle, new: Newcomers) -> Command:
    own = {key: freeze(value) for key, value in new.source.items() if key not in NOT_COPIED and key != "state"}
    own |= {"name": new.name, "side": new.side or side_of(new.source)}
    state = dict(new.source.get("state") or {})
    state.pop("waiting", None)
    if new.how == PLACED and rules.timeline.place:
        state[rules.timeline.place] = new.place
    else:
        state.pop(rules.timeline.place, None)
        if new.how == WAIT and battle.phase == "prepared":
            state["waiting"] = True
    if state:
        own["state"] = freeze(state)
    if new.sheet:
        own["sheet"] = new.sheet
    if new.hidden is not None:
        own["hidden"] = new.hidden
    ids = _ids(battle, new)
    args: dict[str, Any] = {"combatant": Table(own), "count": new.count, "id": ids}
    if new.zone is not None:
        args["zone"] = new.zone
    steps = [Command("add", "", Table(args))]
    if new.how == JOIN and battle.phase == "running" and new.count <= MOST_JOINING:
        steps += [Command("join", id) for id in ids]
    return together(tuple(steps))


def _ids(battle: Battle, new: Newcomers) -> tuple[str, ...]:
    names = {one.name for one in battle.combatants.values()}
    taken = set(battle.combatants)
    out: list[str] = []
    for _ in range(min(new.count, MOST_AT_ONCE)):
        name = new.name
        if name in names:
            name = next_name(name, names)
        elif new.count > 1:
            name = numbered(name, names)
        names.add(name)
        out.append(free_id(slug(name)[:LONGEST_ID].strip("_") or "somebody", taken))
        taken.add(out[-1])
    return tuple(out)


def remark(new: Newcomers, battle: Battle) -> str:
    """Return what is worth knowing once they are there; "" for nothing."""
    if new.how == JOIN and battle.phase == "running" and new.count > MOST_JOINING:
        return f"{new.count} are waiting to join: right-click the map, or a combatant, to bring them in."
    return ""
