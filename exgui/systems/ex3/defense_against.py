"""Defense against an attack: which values apply, the modifiers of the circumstances, and Defend Other.

Rules: ex3-26, ex3-43, ex3-44, ex3-66.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import value_set_by
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.memo import remembered_by_identity
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.cover import shared
from exgui.systems.ex3.effects import granted
from exgui.systems.ex3.mounts import defense_bonus
from exgui.systems.ex3.positions import can_act, on_field, why_not
from exgui.systems.ex3.stealth import is_hidden_from
from exgui.systems.ex3.surprise import is_ambush
from exgui.systems.ex3.turn_actions import may_use, use_action
from exgui.systems.ex3.values import defenses


def circumstances(battle: Battle, attack: Attack, defender: str) -> Explained:
    """Return the modifiers of a defender's Parry and Evasion from the attack's circumstances: surprise, shared cover, a
    mount.
    """
    one, other = battle.combatants[attack.by], battle.combatants[defender]
    more = NOTHING
    if attack.range == "close":
        more = shared(one, other)
    if is_hidden_from(battle, attack.by, defender):
        more = more.plus("surprised", -2, "ex3-43")
    if attack.at_mount:  # it is below its rider
        return more
    label, bonus = defense_bonus(other, one, attack.weapon, attack.range)
    return more.plus(say.ON(label=label), bonus, "ex3-66") if bonus else more


def _is(one: Combatant, tags: tuple[str, ...], word: str) -> bool:
    """Return whether an attack cannot be parried, or dodged, because of its weapon or an effect on the attacker."""
    return word in tags or (bool(one.effects) and granted(one, word))


@remembered_by_identity(8)  # asked for the choice of a defense, and again for the roll against it
def defenses_against(battle: Battle, attack: Attack, defender: str) -> Mapping[str, Explained]:
    """Return Parry and Evasion as they apply against this attack."""
    one, tags = battle.combatants[attack.by], attack.weapon.get("tags", ())
    return defenses(
        battle,
        battle.combatants[defender],
        parried=not _is(one, tags, "unblockable"),
        dodged=not _is(one, tags, "undodgeable"),
        more=circumstances(battle, attack, defender),
    )


def higher(values: Mapping[str, Explained]) -> str:
    """Return the name of a defender's highest value, the first of several; "" if there is none."""
    best = ""
    for name, value in values.items():
        if not best or value.total > values[best].total:
            best = name
    return best


def defense_against(battle: Battle, attack: Attack, choice: str = "") -> Explained:
    """Return the target's Defense against this attack: parry or evasion if `choice` names one, else the higher that
    applies; 0 if neither does, and against an ambush or a hold.
    """
    other = battle.combatants[attack.target]
    values: Mapping[str, Explained] = {}
    if attack.sure_against is not None:
        nothing = attack.sure_against
    elif is_ambush(battle, attack):
        nothing = constant("ambushed", 0, "ex3-43")
    else:
        nothing = constant(say.NO_DEFENSE, 0, "ex3-44")
        values = defenses_against(battle, attack, attack.target)
    if not values:
        return value_set_by(nothing, other.effects, "defense")
    return values[choice if choice in values else higher(values)]


def check_defend_other(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that defending this ally would break (ex3-26)."""
    who, ward = command.by, command.get("ward")
    out = may_use(battle, who, rules_of(battle).actions["defend_other"])
    if hopeless(out):
        return out
    if ward not in battle.combatants or ward == who:
        wrong = NOBODY_CALLED(who=ward) if ward else say.DEFEND_WHOM
        return [Violation("ex3-26", wrong, final=True)]
    one, other = battle.combatants[who], battle.combatants[ward]
    if other.side != one.side:
        out.append(Violation("ex3-26", say.NOT_ALLY(whom=other)))
    if not can_act(other):
        out.append(Violation("ex3-26", why_not(other)))
    elif ward not in battle.close_group(who):
        out.append(Violation("ex3-26", say.NOT_CLOSE(whom=other)))
    return out


def defend_other(scene: Scene, command: Command) -> Steps:
    """Defend Other: until the start of the guardian's next turn, their Parry counts against every attack on the ward
    (ex3-26).
    """
    who, ward = command.by, str(command.get("ward"))
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["defend_other"])
    yield ConditionBegan(who, "defending", ward, "ex3-26")
    yield Noted(say.DEFENDS(who=scene.battle.who(who), whom=scene.battle.who(ward)), who, "ex3-26")


def drop_guards(scene: Scene) -> Steps:
    """End defending if the ward has left close range or the field or changed sides, or the guardian cannot act (ex3-26,
    as ruled).
    """
    for id, one in scene.battle.combatants.items():
        ward = one.conditions.get("defending")
        if ward is None:
            continue
        other = scene.battle.who(ward)
        near = ward in scene.battle.close_group(id)
        if not near or other.side != one.side or not on_field(other) or not can_act(one):
            yield ConditionEnded(id, "defending", "ex3-26")
            yield Noted(say.DEFENDS_NO_LONGER(who=one, whom=other), id, "ex3-26")


def guardian(battle: Battle, attack: Attack) -> str | None:
    """Return the id of the guardian who defends the target with their own Parry (ex3-26), the best of several. None if
    no one does, or parrying does not help.
    """
    if attack.sure_against is not None:
        return None
    parries: dict[str, int] = {}
    for id in battle.close_group(attack.target):
        one = battle.combatants[id]
        if not one.conditions or one.conditions.get("defending") != attack.target:
            continue
        if id == attack.by or not can_act(one):
            continue
        parry = defenses_against(battle, attack, id).get("parry")
        if parry is not None:
            parries[id] = parry.total
    return max(parries, key=parries.__getitem__, default=None)
