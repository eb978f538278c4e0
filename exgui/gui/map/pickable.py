"""What may be picked on the map for the command that is put together, or for a choice that is asked."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from exgui.engine.asks import Choose, Violation
from exgui.engine.record import Record
from exgui.gui.battle_control.draft import number_keys, subject
from exgui.gui.battle_controller import BattleController


class Pickable(Record):
    """What may be picked now.

    Attributes:
        keys: ids of combatants and zones that are legal, each with its number key (0 none).
        refused: ids that stand to choice but would break rules.
        zones: zones are asked for; those that are no candidates are dimmed.
        combatants: the same for combatants.
    """

    keys: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, tuple[Violation, ...]] = field(default_factory=dict)
    zones: bool = False
    combatants: bool = False


NOTHING_PICKABLE = Pickable()


def pickable_in(controller: BattleController) -> Pickable:
    """What the controller's draft, or the choice that is asked, would have picked on the map."""
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
