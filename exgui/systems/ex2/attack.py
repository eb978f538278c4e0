"""Attacks as declared: what may be attacked with what, the pool, and the DV. `attack_resolution` resolves them.

Rules: ex2-10, ex2-11, ex2-12, ex2-13, ex2-14, ex2-15, ex2-50, ex2-62.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.explained import NOTHING, Explained, Part, constant
from exgui.engine.record import Record
from exgui.systems.common.effects import granted
from exgui.systems.common.gear import is_natural, noun, ready_weapons, rules_of, weapon_named
from exgui.systems.common.printed_numbers import label_of, printed_dice
from exgui.systems.common.sentences import NO_WEAPON, NOT_READY, OFF_FIELD
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.called_shots import LABELS, check_shot, cost, points_of, shot_id
from exgui.systems.ex2.coordinated_attacks import coordinated
from exgui.systems.ex2.penalties import broken_aim, too_far, unseen
from exgui.systems.ex2.pools import base_pool, finish_pool
from exgui.systems.ex2.positions import as_counted, distance, now, on_field, wrong_target
from exgui.systems.ex2.turn_actions import UNKNOWN_SPEED, fact
from exgui.systems.ex2.values import defenses, is_close_combat, no_defense, shield_of


class Attack(Record):
    """An attack as declared (ex2-10, step 1), with one roll for all its targets.

    Attributes:
        target: id of the main target.
        yards: the distance, 0 within a zone.
        ranged: made with a weapon that has a range.
        shot, points: the called shot, and the points of showing off.
        attribute: of a clinch, Dexterity or Strength.
        parried, dodged: whether it can be parried, dodged.
        shield: the target's shield against it: "own", the id of one of the table, or "none".
        reflexive: a counterattack, or a helper's attack in a clinch: it uses no aim and can't be countered.
        others: ids of further targets of the same roll, each with their own DV and outcome.
    """

    by: str
    target: str
    weapon: Item
    yards: int = 0
    ranged: bool = False
    shot: str = ""
    points: int = 0
    attribute: str = "dexterity"
    parried: bool = True
    dodged: bool = True
    shield: str = "own"
    reflexive: bool = False
    others: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """Return ids of all targets, the main target first."""
        return (self.target, *self.others)

    @property
    def damage_type(self) -> str:
        """Return the kind of damage: bashing for a pulled blow, else the weapon's."""
        return "bashing" if self.shot == "pulling_blows" else str(self.weapon.get("damage_type"))


def meeting(battle: Battle, attack: Attack, target: str) -> Attack:
    """Return the attack with one of its targets as the only one."""
    if not attack.others:
        return attack
    yards = distance(battle, attack.by, target)
    return attack.but(target=target, yards=attack.yards if yards is None else yards, others=())


def best_weapon(battle: Battle, who: str, target: str) -> str:
    """Return the default weapon's id: the first ready one that reaches the target, else the first ready one.

    It is "" if no weapon is ready.
    """
    one = battle.combatants[who]
    first = ""
    for weapon in ready_weapons(one):
        first = first or weapon.id
        if target in battle.combatants and not check_reach(battle, one, target, weapon):
            return weapon.id
    return first


def completed(battle: Battle, command: Command) -> Command:
    """Return the attack's command with its defaults: a weapon that reaches, the called shot by its id."""
    args = command.args
    if not args.get("weapon"):
        args = args.put("weapon", best_weapon(battle, command.by, str(args.get("target"))))
    if args.get("shot"):
        args = args.put("shot", shot_id(args["shot"]))
    return command.but(args=args)


def check_against(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that this attack would break, apart from those on whose turn it is."""
    who, target = command.by, command.get("target")
    one = battle.combatants[who]
    wrong = wrong_target(battle, command, say.ATTACK_WHOM, say.NOT_THEMSELVES)
    if wrong:
        return [Violation("ex2-10", wrong, final=True)]
    other = battle.combatants[target]
    out: list[Violation] = []
    if not on_field(other):
        out.append(Violation("ex2-10", OFF_FIELD(who=other), final=True))
    weapon = weapon_named(one, str(command.get("weapon")))
    if weapon is None:
        out.append(Violation("ex2-10", NO_WEAPON(who=one, weapon=str(command.get("weapon"))), final=True))
        return out
    if not is_natural(weapon) and weapon.id not in one.ready:
        out.append(Violation("ex2-10", NOT_READY(weapon=noun(battle, weapon))))
    if not weapon.get("speed"):
        text = say.NO_SPEED(weapon=noun(battle, weapon))
        out += [Violation("ex2-05", text), Violation("ex2-10", text)]
    if int(weapon.get("rate")) < 1:
        out.append(Violation("ex2-23", say.NO_RATE(weapon=noun(battle, weapon))))
    return out + check_reach(battle, one, target, weapon) + check_shot(other, command) + _check_shield(battle, command)


def check_reach(battle: Battle, one: Combatant, target: str, weapon: Item) -> list[Violation]:
    """Return the rules that an attack with this weapon over this distance would break (ex2-11, ex2-50)."""
    other = battle.combatants[target]
    if is_close_combat(weapon):
        if target in battle.close_group(one.id):
            return []
        return [Violation("ex2-50", say.CLOSE_COMBAT_ONLY(weapon=noun(battle, weapon), who=one, whom=other))]
    yards = distance(battle, one.id, target)
    if yards is None:
        return [Violation("ex2-50", say.NO_WAY(who=one, whom=other))]
    range = int(weapon.get("range"))
    if yards > 3 * range:
        thing = noun(battle, weapon)
        text = say.OUT_OF_RANGE(whom=other, n=yards, weapon=thing, range=range, most=3 * range)
        return [Violation("ex2-11", text), Violation("ex2-50", text)]
    return []


def _check_shield(battle: Battle, command: Command) -> list[Violation]:
    named = shield_named(command)
    target = battle.combatants[str(command.get("target"))]
    if named in ("own", "none") or named in rules_of(battle).tables.get("shield", {}) or named in target.gear:
        return []
    return [Violation("ex2-14", say.NO_SHIELD(shield=named), final=True)]


def shield_named(command: Command) -> str:
    """Return the shield that counts: "own" for the target's, unless the step names one; "none" for none."""
    given = command.get("shield")
    if given is None or given is True:
        return "own"
    return str(given) if given else "none"


def declared(battle: Battle, command: Command) -> Attack:
    """Return the attack that a checked command declares.

    Beyond all ranges (if the storyteller allows it) the farthest range counts.
    """
    target = str(command.get("target"))
    weapon = weapon_named(battle.combatants[command.by], str(command.get("weapon")))
    assert weapon is not None
    yards = distance(battle, command.by, target)
    tags = weapon.get("tags")
    return Attack(
        command.by,
        target,
        weapon,
        3 * int(weapon.get("range")) if yards is None else yards,
        not is_close_combat(weapon),
        shot_id(command.get("shot")),
        points_of(command),
        parried=not (command.get("unblockable") or "unblockable" in tags),
        dodged=not (command.get("undodgeable") or "undodgeable" in tags),
        shield=shield_named(command),
    )


def weapon_speed(weapon: Item) -> int:
    """Return a weapon's Speed; 5 for a weapon without Speed (ex2-05)."""
    return int(weapon.get("speed")) or UNKNOWN_SPEED


def attack_pool(battle: Battle, attack: Attack) -> Explained:
    """Return the attack pool (ex2-10, step 3).

    It is Dexterity + Ability + specialty + accuracy + aim, less internal penalties.
    """
    one = as_counted(battle, battle.combatants[attack.by])
    weapon = attack.weapon
    whole = printed_dice(one, weapon)
    if whole:
        base = constant(label_of(one), whole, "ex2-62")
    else:
        base = base_pool(battle, one, "attack", weapon=weapon, ability=str(weapon.get("ability")))
        base = base.plus("accuracy", int(weapon.get("accuracy")), "ex2-10")
    return _finish(battle, one, base, attack, "attack")


def clinch_pool(battle: Battle, attack: Attack) -> Explained:
    """Return the pool of a clinch: Dexterity or Strength + Martial Arts (ex2-40)."""
    one = as_counted(battle, battle.combatants[attack.by])
    return _finish(battle, one, base_pool(battle, one, "grapple", attribute=attack.attribute), attack, "grapple")


def _finish(battle: Battle, one: Combatant, base: Explained, attack: Attack, roll: str) -> Explained:
    more = NOTHING
    weapon = attack.weapon
    named = (one.conditions.get("off_hand"), one.fields.get("off_hand"))
    if weapon.id in named or "off_hand" in weapon.get("tags"):
        more = more.plus(say.OFF_HAND, -1, "ex2-11")
    if not attack.reflexive:
        if steady(one, attack.target):
            base = base.plus("aim", aimed_ticks(battle, one), "ex2-21")
        else:
            more = more.plus_all(broken_aim(battle, one, attack.target))
    return finish_pool(battle, one, base, roll, more)


def aimed_ticks(battle: Battle, one: Combatant) -> int:
    """Return the ticks spent aiming, at most 3."""
    return max(0, min(3, now(battle) - int(one.conditions["aiming"]["since"])))


def steady(one: Combatant, target: str) -> bool:
    """Return whether the combatant has an aim at the target that no attack of this turn has used."""
    aiming = one.conditions.get("aiming")
    return aiming is not None and aiming["target"] == target and not fact(one, "aim_used")


def attack_penalties(battle: Battle, attack: Attack) -> Explained:
    """Return the external penalties of this attack: distance, sight, the called shot (ex2-11, ex2-15)."""
    one, other = as_counted(battle, battle.combatants[attack.by]), battle.combatants[attack.target]
    out = unseen(one, other)
    if attack.ranged:
        out = out.plus_all(too_far(attack.yards, int(attack.weapon.get("range"))))
    return out.plus_all(cost(attack.shot, attack.points, attack.ranged))


def defenses_against(battle: Battle, attack: Attack) -> dict[str, Explained]:
    """Return Parry and Dodge DV as they apply against this attack."""
    one, other = as_counted(battle, battle.combatants[attack.by]), as_counted(battle, battle.combatants[attack.target])
    shield = None if attack.shield == "none" else shield_of(other)
    if attack.shield not in ("own", "none"):
        shield = other.gear.get(attack.shield) or rules_of(battle).tables["shield"][attack.shield]
    found = defenses(
        battle,
        other,
        ranged=attack.ranged,
        against=one,
        weapon=attack.weapon,
        shield=shield,
        more=coordinated(battle, attack.by, attack.target),
    )
    possible = {
        "parry": attack.parried and not granted(one, "unblockable"),
        "dodge": attack.dodged and not granted(one, "undodgeable"),
    }
    return {name: value for name, value in found.items() if possible[name]}


def defense_against(battle: Battle, attack: Attack, choice: str | None) -> Explained:
    """Return the target's DV against this attack: the chosen one, else the better that applies; 0 if none does."""
    values = defenses_against(battle, attack)
    if not values:
        return no_defense(as_counted(battle, battle.combatants[attack.target]), "dv", "defense")
    return values[choice] if choice in values else max(values.values(), key=lambda value: value.total)


def to_hit(defense: Explained, other: Combatant) -> Explained:
    """Return the successes an attack needs to hit: DV is subtracted, and one must be left (ex2-02, ex2-10)."""
    return Explained(
        defense.total + 1,
        (Part(say.DV_OF(who=other), defense.total, "ex2-12", defense.parts), Part(say.ONE_MORE, 1, "ex2-02")),
    )


def title(attack: Attack) -> str:
    """Return the name of the attack in the log and in questions."""
    return say.ATTACK_WITH_SHOT(shot=LABELS[attack.shot]) if attack.shot else say.ATTACK
