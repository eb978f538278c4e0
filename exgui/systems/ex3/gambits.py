"""Gambits: decisive attacks with effects other than wounds.

Rules: ex3-37, ex3-38, ex3-39, ex3-40, ex3-41, ex3-84.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, FactSet, Noted, ReadySet
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Table, Value
from exgui.systems.common.gear import is_natural, noun
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.grapple import hold
from exgui.systems.ex3.initiative import crashed, gain, initiative, set_initiative
from exgui.systems.ex3.level_damage import hurt
from exgui.systems.ex3.mounts import fall_off, mount_of
from exgui.systems.ex3.positions import can_act, on_field
from exgui.systems.ex3.turn_actions import fact


class Gambit(Record):
    """A gambit.

    Attributes:
        label: its name in the log and in questions.
        lowest, highest: the range of its difficulty.
        check: returns the rules it would break beyond those of the attack.
        complete: carries it out, before its cost is paid. Its arguments: the attacker, the target, the parameters of
            the attack, and the cost in Initiative without any loss for crashing by it.
        after_cost: carries out its consequences once the cost is paid.
        by_group: how a battle group does it, without a damage roll or a cost; None if a group cannot do it.
        weapons: the ready weapons for it, the likeliest first; None if any will do.
        plain: it needs no parameters besides the target, and so can be chosen as an answer in a Clash.
    """

    rule: str
    label: str
    lowest: int
    highest: int
    check: Callable[[Battle, Combatant, Combatant, Command], list[Violation]] | None = None
    complete: Callable[[Scene, str, str, Table[str, Value], int], Steps] | None = None
    after_cost: Callable[[Scene, str, str], Steps] | None = None
    by_group: Callable[[Scene, str, str, Item], Steps] | None = None
    weapons: Callable[[Battle, str], tuple[str, ...]] | None = None
    plain: bool = False

    @property
    def noun(self) -> str:
        """What the log calls it: "Disarm gambit", or "gambit" for one of the storyteller's own."""
        return say.GAMBIT_CALLED(label=self.label) if self.label != say.GAMBIT else say.ANY_GAMBIT


def open_to_groups(id: Value) -> bool:
    gambit = GAMBITS.get(id)
    return gambit is not None and gambit.by_group is not None


def weapons_for(battle: Battle, who: str, id: Value) -> tuple[str, ...]:
    """Return ids of the ready weapons for a gambit, the likeliest first; empty if any will do, or none does."""
    gambit = GAMBITS.get(id)
    return gambit.weapons(battle, who) if gambit is not None and gambit.weapons is not None else ()


def difficulty(command: Command) -> int:
    """Return the difficulty of the gambit, the lowest if none is named."""
    gambit = GAMBITS.get(str(command.get("gambit")), GAMBITS["special"])
    return int(command.get("difficulty", gambit.lowest))


def with_engage_as_grapple(battle: Battle, command: Command) -> Table[str, Value]:
    """Return the parameters of an attack with engage, a battle group's grapple, read as grapple (ex3-79), in the attack
    itself and in an answer in a Clash.
    """
    args = command.args
    clash = args.get("clash")
    if args.get("gambit") == "engage" and is_group(battle.combatants[command.by]):
        args = args.put("gambit", "grapple")
    if isinstance(clash, Mapping) and clash.get("gambit") == "engage":
        other = battle.combatants.get(str(args.get("target")))
        if other is not None and is_group(other):
            args = args.put("clash", Table({**clash, "gambit": "grapple"}))
    return args


def check_gambit(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that this gambit would break beyond those of the attack."""
    id, given = command.get("gambit"), command.get("difficulty")
    gambit = GAMBITS.get(id)
    if gambit is None:
        return [Violation("ex3-37", say.NO_GAMBIT(gambit=id, gambits=", ".join(GAMBITS)), final=True)]
    low, high = gambit.lowest, gambit.highest
    if given is not None and (isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high):
        span = str(low) if low == high else say.SPAN(low=low, high=high)
        return [Violation(gambit.rule, say.GAMBIT_DIFFICULTY(gambit=gambit.label, span=span, n=given), final=True)]
    if gambit.check is None:
        return []
    return gambit.check(battle, battle.combatants[command.by], battle.combatants[command.get("target")], command)


def disarmable(one: Combatant) -> tuple[Item, ...]:
    """Return the weapons in hand that can be struck away."""
    items = (one.gear.get(id) for id in one.ready)
    return tuple(item for item in items if item is not None and item.kind == "weapon" and not is_natural(item))


def _check_disarm(_battle: Battle, _one: Combatant, other: Combatant, command: Command) -> list[Violation]:
    weapons = disarmable(other)
    if not weapons:
        return [Violation("ex3-38", say.NOTHING_TO_DISARM(whom=other))]
    named = command.get("disarm")
    if named is not None and all(weapon.id != named for weapon in weapons):
        return [Violation("ex3-38", say.NOT_READY(whom=other, weapon=named), final=True)]
    return []


def _check_distract(battle: Battle, one: Combatant, _other: Combatant, command: Command) -> list[Violation]:
    ally, foe = command.get("ally"), command.get("opponent")
    if ally is None:
        if not any(c.side == one.side and c.id != one.id for c in battle.combatants.values()):
            return [Violation("ex3-39", say.NO_ALLY(who=one))]
        return [Violation("ex3-39", say.WHICH_ALLY, final=True)]
    if ally not in battle.combatants or ally == one.id:
        return [Violation("ex3-39", say.NO_ALLY_CALLED(ally=ally), final=True)]
    out = benefit_refusals(battle, one.id, ally)
    if foe is not None and foe not in battle.combatants:
        out.append(Violation("ex3-39", NOBODY_CALLED(who=foe), final=True))
    return out


def benefit_refusals(battle: Battle, who: str, ally: str) -> list[Violation]:
    """Return the rules that giving an ally the benefit of a Distract would break (ex3-39)."""
    out = []
    one, friend = battle.combatants[who], battle.combatants[ally]
    if friend.side != one.side or not can_act(friend):
        out.append(Violation("ex3-39", say.ALLY_NOT_HERE(whom=friend)))
    if is_group(friend):
        out.append(Violation("ex3-72", say.GROUP_INITIATIVE(whom=friend)))
    if crashed(friend):
        out.append(Violation("ex3-39", say.IN_CRASH(whom=friend)))
    if "distracted" in friend.conditions:
        out.append(Violation("ex3-39", say.DISTRACTED_FOR(whom=friend)))
    return out


def _check_unhorse(_battle: Battle, _one: Combatant, other: Combatant, _command: Command) -> list[Violation]:
    return [] if mount_of(other) is not None else [Violation("ex3-41", say.NOT_RIDING(whom=other))]


def _check_special(_battle: Battle, _one: Combatant, _other: Combatant, command: Command) -> list[Violation]:
    if command.get("difficulty") is None:
        return [Violation("ex3-84", say.GAMBIT_NEEDS_DIFFICULTY, final=True)]
    return []


def _unhorse(scene: Scene, by: str, target: str, _data: Table[str, Value], _cost: int) -> Steps:
    yield ConditionBegan(target, "prone", True, "ex3-41")
    yield from hurt(scene, by, target, 1, "bashing", "ex3-41")
    yield Noted(say.UNHORSED(whom=scene.battle.who(target)), by, "ex3-41")
    yield from fall_off(scene, target)


def _distract(scene: Scene, by: str, target: str, data: Table[str, Value], cost: int) -> Steps:
    ally = str(data["ally"])
    yield from gain(scene, ally, cost, "ex3-39")
    about = Table(opponent=data.get("opponent") or target, amount=cost)
    yield ConditionBegan(ally, "distracted", about, "ex3-39")
    yield Noted(
        say.DISTRACTS(who=scene.battle.who(ally), n=cost, whom=scene.battle.who(str(about["opponent"]))), by, "ex3-39"
    )


def _special(_scene: Scene, by: str, _target: str, data: Table[str, Value], _cost: int) -> Steps:
    what = str(data.get("note") or data.get("name") or say.GAMBIT_SUCCEEDS)
    yield Noted(say.GAMBIT_DONE(what=what), by, "ex3-84")


def _disarm(scene: Scene, by: str, target: str, data: Table[str, Value], _cost: int) -> Steps:
    other, named = scene.battle.who(target), data.get("disarm")
    weapons = disarmable(other)
    weapon = next((weapon for weapon in weapons if weapon.id == named), weapons[0] if weapons else None)
    if weapon is None:
        return
    yield ReadySet(target, tuple(id for id in other.ready if id != weapon.id), "ex3-38")
    other = scene.battle.who(target)
    yield CombatantSet(other.but(gear=other.gear.without(weapon.id)))
    lying = Table(id=weapon.id, name=weapon.name, fields=weapon.fields, zone=other.zone)
    yield FactSet("dropped", (*dropped(scene.battle), lying))
    thing = noun(scene.battle, weapon)
    unseen = Table(unseen=say.IS_DISARMED(whom=other, weapon=thing))
    yield Noted(say.DISARMS(who=scene.battle.who(by), whom=other, weapon=thing), by, "ex3-38", unseen)


GAMBITS: Mapping[str, Gambit] = {
    "disarm": Gambit("ex3-38", "Disarm", 3, 3, _check_disarm, _disarm, plain=True),
    "distract": Gambit("ex3-39", "Distract", 3, 5, _check_distract, _distract),
    "grapple": Gambit(
        "ex3-40",
        "Grapple",
        2,
        2,
        hold.check_grapple,
        after_cost=hold.take_hold,
        by_group=hold.engage,
        weapons=hold.weapons,
        plain=True,
    ),
    "unhorse": Gambit("ex3-41", "Unhorse", 4, 4, _check_unhorse, _unhorse, plain=True),
    "special": Gambit("ex3-84", say.GAMBIT, 0, 20, _check_special, _special),
}


def dropped(battle: Battle) -> tuple[Table[str, Value], ...]:
    """Return the weapons on the ground: id, name, fields and zone."""
    return tuple(battle.facts.get("dropped", ()))


def lying_here(battle: Battle, who: str) -> dict[str, Table[str, Value]]:
    """Return the weapons on the ground in the combatant's zone, by id."""
    zone = battle.combatants[who].zone
    return {str(item["id"]): item for item in dropped(battle) if item["zone"] == zone}


def pick_up(scene: Scene, who: str, id: str) -> Steps:
    """Pick up a weapon from the ground in the combatant's zone."""
    item = lying_here(scene.battle, who)[id]
    one = scene.battle.who(who)
    found = Item(id, str(item["name"]), "weapon", Table(item["fields"]))
    yield FactSet("dropped", tuple(other for other in dropped(scene.battle) if other is not item))
    yield CombatantSet(one.but(gear=one.gear.put(id, found)))


def end_turn(scene: Scene, who: str) -> Steps:
    """Remove the benefit of a Distract if the combatant did not attack the chosen opponent this turn (ex3-39)."""
    one = scene.battle.who(who)
    about = one.conditions.get("distracted")
    if about is None:
        return
    yield ConditionEnded(who, "distracted", "ex3-39")
    if about["opponent"] in fact(one, "attacked", ()):
        return
    if is_group(one):  # the group was formed, or the rules were overridden, since the check
        return
    amount = int(about["amount"])
    yield from set_initiative(scene.battle, who, initiative(one) - amount, "ex3-39")
    foe = scene.battle.who(str(about["opponent"]))
    name = foe.name if on_field(foe) else say.THE_OPPONENT
    yield Noted(say.DID_NOT_ATTACK(who=one, whom=name, n=amount), who, "ex3-39")
