"""What the storyteller's map shows of a battle: the look of everything on it, and what may be picked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exgui.engine.asks import Choose, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.system import Badge, Strength, System, represented, strengths
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.draft import number_keys, subject
from exgui.gui.map.link_drawing import Way
from exgui.gui.map.picture import MapLooks, with_people
from exgui.gui.tokens import token_look
from exgui.gui.tokens.token_look import Look


def looks_of(
    system: System,
    battle: Battle,
    badges: Mapping[str, tuple[Badge, ...]] | None = None,
    many: Mapping[str, Strength] | None = None,
) -> MapLooks:
    """Return the look of everything on a battle's map, hidden or not.

    Args:
        badges: the combatants' states, if already known.
        many: the strength of groups, if already known.
    """
    badges = {id: tuple(system.badges(battle, id)) for id in battle.combatants} if badges is None else badges
    many = strengths(system, battle) if many is None else many
    company = system.companions(battle)
    within = represented(system, battle)
    shown = {one.carries: one.badge for one in company if one.badge}
    letters, sides = token_look.initials(battle.combatants.values()), token_look.sides(battle)
    people = Table(
        (
            id,
            token_look.look_of(
                battle,
                one,
                tuple(badge for badge in badges[id] if badge.id != shown[id]) if id in shown else badges[id],
                letters[id],
                sides[one.side],
                standing=system.standing(battle, id),
                strength=many.get(id),
            ),
        )
        for id, one in battle.combatants.items()
    )
    active = battle.combatants.get(battle.active or "")
    looks = MapLooks(
        battle.title,
        battle.zones,
        battle.links,
        battle.picture,
        close=battle.close,
        ways=tuple(_ways(system, battle, people)),
        active=active.id if active is not None else "",
        lit=active.zone or "" if active is not None else "",
        reach=dict(system.reach(battle, active.id)) if active is not None else {},
    )
    places = {id: one.zone for id, one in battle.combatants.items() if id not in within}
    return with_people(looks, people, places, company)


def _ways(system: System, battle: Battle, people: Mapping[str, Look]) -> Iterator[Way]:
    for id, one in battle.combatants.items():
        found = system.progress(battle, id)
        if found is not None and one.zone is not None and one.zone != found[0]:
            yield Way(people[id], id, one.zone, *found)


class Pickable(Record):
    """What may be picked.

    Attributes:
        keys: ids of combatants and zones that are legal, each with its number key (0 none).
        refused: ids that can be chosen but would break rules.
        zones: a zone is asked for; zones that are not candidates are dimmed.
        combatants: a combatant is asked for; likewise.
    """

    keys: Mapping[str, int] = EMPTY
    refused: Mapping[str, tuple[Violation, ...]] = EMPTY
    zones: bool = False
    combatants: bool = False


NOTHING_PICKABLE = Pickable()


def pickable_in(controller: BattleController) -> Pickable:
    """Return what can be picked on the map for the controller's draft, or for the choice that is asked."""
    battle, draft, pending = controller.battle, controller.draft, controller.play.pending
    keys: dict[str, int] = {}
    refused: dict[str, tuple[Violation, ...]] = {}
    if draft is not None:
        numbers = {one.value: number for number, one in number_keys(draft, battle).items()}
        for one in draft.offered:
            id = subject(one)
            if not id or id in keys:
                continue
            if one.violations and not draft.command.overrule:
                refused[id] = one.violations
            else:
                keys[id] = numbers.get(one.value, 0)
                refused.pop(id, None)
        kind = draft.param.type
    elif isinstance(pending, Choose):
        for at, option in enumerate(pending.options, 1):
            id = option.about or option.value
            if isinstance(id, str):
                keys.setdefault(id, at)
        kind = "choice"
    else:
        return NOTHING_PICKABLE
    offered = (*keys, *refused)
    zones = kind != "combatant" and any(id in battle.zones for id in offered)
    people = kind != "zone" and any(id in battle.combatants for id in offered)
    if not zones and not people:
        return NOTHING_PICKABLE  # it is asked for elsewhere: a weapon, a number
    known = {id for id in offered if (zones and id in battle.zones) or (people and id in battle.combatants)}
    return Pickable(
        {id: key for id, key in keys.items() if id in known},
        {id: broken for id, broken in refused.items() if id in known},
        zones,
        people,
    )
