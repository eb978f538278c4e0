"""Attacks: what may be attacked with what, with which pool and against which Defense.

`attack_resolution` resolves them.

Rules: ex3-42, ex3-43, ex3-44, ex3-58, ex3-59.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import value_set_by
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.systems.common.gear import is_natural, lookup, ready_weapons, rules_of, tagged
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3.effects import granted, told
from exgui.systems.ex3.gambits import difficulty as gambit_difficulty
from exgui.systems.ex3.mounts import attack_bonus, defense_bonus, mount_of, out_of_reach
from exgui.systems.ex3.pools import finish_pool
from exgui.systems.ex3.positions import can_act, on_field, range_between, reach_of, within
from exgui.systems.ex3.stealth import is_hidden_from
from exgui.systems.ex3.turn_actions import fact, may_use
from exgui.systems.ex3.values import (
    ability_of,
    accuracy,
    cover_bonus,
    crashed,
    defenses,
    initiative,
    is_close_combat,
)

MODES = ("withering", "decisive")


@dataclass(frozen=True)
class Attack(Record):
    """An attack as declared (ex3-44, step 1): what is rolled once, whomever it meets.

    Attributes:
        target: whom it is aimed at.
        range: the range band it is made at.
        gambit: which gambit it is, "" for none; `difficulty` and `data` belong to it.
        declared: the effects that are declared in it, known beforehand, by who declares them.
        sure: it hits against Defense 0, as against somebody held (ex3-40).
        ambush: it is an ambush whatever the round (ex3-43).
        extra_dice, extra_label: dice added to damage before soak, and what for.
        damage_successes: automatic successes on the damage roll.
        soft: the target's Hardness counts as 0.
        keep: it is reflexive, and an Aim is not used up by it.
        others: who else is met by the same roll, each with a Defense and an outcome of their own (ex3-72).
    """

    by: str
    target: str
    weapon: Item
    mode: str
    range: str
    gambit: str = ""
    difficulty: int = 0
    data: Table[str, Value] = EMPTY
    declared: Table[str, tuple[str, ...]] = EMPTY
    sure: bool = False
    ambush: bool = False
    extra_dice: int = 0
    extra_label: str = ""
    damage_successes: int = 0
    soft: bool = False
    keep: bool = False
    others: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """Everyone it meets, the one it is aimed at first."""
        return (self.target, *self.others)

    @property
    def decisive(self) -> bool:
        """It is made with Initiative and deals damage to health, or is a gambit."""
        return self.mode == "decisive"


def meeting(battle: Battle, attack: Attack, target: str) -> Attack:
    """An attack as it meets one of its targets, who defends and suffers it on their own."""
    if not attack.others:
        return attack
    range = range_between(battle, attack.by, target) or attack.range
    return attack.but(target=target, range=range, others=())


def weapon_named(one: Combatant, id: str) -> Item | None:
    """A weapon of its gear."""
    item = one.gear.get(id)
    return item if item is not None and item.kind == "weapon" else None


def best_weapon(battle: Battle, who: str, target: str) -> str:
    """The weapon an attack is made with when none is named: the first ready one that may be used against the target,
    or else the first."""
    one = battle.combatants[who]
    first = ""
    for weapon in ready_weapons(one):
        first = first or weapon.id
        if target in battle.combatants and not _reach(battle, one, target, weapon):
            return weapon.id
    return first


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    """All rules that an attack of one's turn would break, gambits and what else comes with it left aside."""
    out = may_use(battle, command.by, rules_of(battle).actions["attack"])
    if hopeless(out):
        return out
    against = check_against(battle, command)
    if hopeless(against):
        return against
    return out + check_shift(battle, command) + against


def check_shift(battle: Battle, command: Command) -> list[Violation]:
    """After a Shift one may attack only whom one crashed by it, for the rest of the turn (ex3-11)."""
    only = fact(battle.combatants[command.by], "only")
    if only in (None, command.get("target")):
        return []
    return [Violation("ex3-11", f"After the Shift only {battle.combatants[only].name} may be attacked in this turn.")]


def check_against(battle: Battle, command: Command) -> list[Violation]:
    """All rules that stand against attacking this target with this weapon in this manner, whoever's turn it is."""
    who, target = command.by, command.get("target")
    out: list[Violation] = []
    one = battle.combatants[who]
    mode = command.get("mode", "withering")
    if mode not in MODES:
        return [Violation("ex3-25", f"An attack is withering or decisive, not {mode}.", final=True)]
    if target not in battle.combatants:
        wrong = f"There is nobody called {target}." if target else "An attack wants a target."
        return [Violation("ex3-25", wrong, final=True)]
    other = battle.combatants[target]
    if target == who:
        return [Violation("ex3-25", "Nobody attacks themself.", final=True)]
    if not on_field(other):
        out.append(Violation("ex3-25", f"{other.name} is not on the battlefield.", final=True))
    weapon = weapon_named(one, str(command.get("weapon", "")))
    if weapon is None:
        out.append(Violation("ex3-42", f"{one.name} has no weapon {command.get('weapon')}.", final=True))
        return out
    if not is_natural(weapon) and weapon.id not in one.ready:
        out.append(Violation("ex3-42", f"{weapon.name} is not ready."))
    if mode == "decisive" and crashed(one):
        out.append(Violation("ex3-06", f"{one.name} is in Crash: no decisive attacks."))
    out += _reach(battle, one, target, weapon)
    if other.conditions.get("cover") == "total":
        out.append(Violation("ex3-34", f"{other.name} is in total cover."))
    mount, range = mount_of(other), range_between(battle, who, target)
    if mount is not None and out_of_reach(other, one, weapon, str(range)):
        out.append(Violation("ex3-67", f"On {mount.name}, {other.name} is out of reach of {weapon.name}."))
    return out


def _reach(battle: Battle, one: Combatant, target: str, weapon: Item) -> list[Violation]:
    """What the distance has against attacking with this weapon (ex3-13, ex3-42)."""
    name = battle.combatants[target].name
    range = range_between(battle, one.id, target)
    if range is None:
        return [Violation("ex3-13", f"No way leads from {one.name} to {name}.")]
    if is_close_combat(battle, weapon) and reach_of(weapon) == "close":
        if range != "close":
            return [Violation("ex3-42", f"{weapon.name} is for close range; {name} is at {range} range.")]
        return []
    out = []
    reach = reach_of(weapon)
    if not within(range, reach):
        out.append(Violation("ex3-42", f"{weapon.name} reaches to {reach} range; {name} is at {range} range."))
    if not within(range, "short") and not tagged(weapon, "no_aim"):
        aiming = one.conditions.get("aiming")
        if aiming is None or aiming["target"] != target or fact(one, "aimed"):
            text = f"{one.name} must aim first: {name} is at {range} range."
            out.append(Violation("ex3-42", text))
            out.append(Violation("ex3-24", text))
    return out


def declared(battle: Battle, command: Command) -> Attack:
    """The attack that a checked command declares. An overruled one may lie outside all ranges; it is then made as at
    the farthest one."""
    by, args = command.by, command.args
    target = args["target"]
    weapon = weapon_named(battle.combatants[by], str(args.get("weapon")))
    assert weapon is not None
    range = range_between(battle, by, target) or "extreme"
    gambit = args.get("gambit") or ""
    return Attack(
        by,
        target,
        weapon,
        "decisive" if gambit else args.get("mode", "withering"),
        range,
        gambit,
        gambit_difficulty(command) if gambit else 0,
        args,
        told(command),
    )


@of_sheet
def _skill(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Dexterity + Ability (+ specialty)."""
    formula = rules_of(battle).rolls["attack"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon, ability=ability_of(battle, one, weapon)))


def attack_pool(battle: Battle, attack: Attack) -> Explained:
    """Dexterity + Ability (+ specialty), withering adds accuracy (ex3-44, step 5)."""
    one = battle.combatants[attack.by]
    weapon = attack.weapon
    base = _skill(battle, one, weapon)
    if not attack.decisive:
        base = base.plus("accuracy", accuracy(weapon, attack.range), "ex3-44")
    if one.conditions:
        base = _in_its_state(battle, attack, one, base)
    if weapon.id == one.conditions.get("off_hand", one.fields.get("off_hand")) or tagged(weapon, "off_hand"):
        base = base.plus("off hand", -1, "ex3-31")
    return finish_pool(battle, one, base, "attack", flurried=True)


def _in_its_state(battle: Battle, attack: Attack, one: Combatant, base: Explained) -> Explained:
    """The attacker's pool with what its conditions make of it: an aim, a mount, prone, held."""
    if _steady(one, attack.target):
        base = base.plus("aim", 3, "ex3-24")
    if not attack.decisive:
        label, bonus = attack_bonus(one, battle.combatants[attack.target])
        base = base.plus(f"from {label}", bonus, "ex3-65")
    if "prone" in one.conditions:
        base = base.plus("prone", -3, "ex3-62")
    if "grappled_by" in one.conditions:
        hindered = -3 if tagged(attack.weapon, "two_handed") else -1
        base = base.plus("grappled", hindered, "ex3-40")
    return base


def _steady(one: Combatant, target: str) -> bool:
    """It aimed at the target on its last turn from short range, or on two in a row, and attacks on its own turn."""
    aiming = one.conditions.get("aiming")
    if aiming is None or aiming["target"] != target or one.turn is None or fact(one, "aimed"):
        return False
    return bool(aiming["short"]) or int(aiming["turns"]) >= 2


def is_surprise(battle: Battle, attack: Attack) -> bool:
    """The attacker is concealed from the target (ex3-43)."""
    return bool(battle.combatants[attack.by].conditions) and is_hidden_from(battle, attack.by, attack.target)


def is_ambush(battle: Battle, attack: Attack) -> bool:
    """A surprise attack in round 1 on somebody of lower Initiative (ex3-43)."""
    if attack.ambush:
        return True
    if battle.round != 1 or not is_surprise(battle, attack):
        return False
    return initiative(battle.combatants[attack.target]) < initiative(battle.combatants[attack.by])


def circumstances(battle: Battle, attack: Attack, defender: str) -> Explained:
    """What this attack's circumstances add to a defender's Parry and Evasion: surprise, cover that both share, a
    mount."""
    one, other = battle.combatants[attack.by], battle.combatants[defender]
    more = NOTHING
    if not one.conditions and not other.conditions:  # in which all of this is found
        return more
    if attack.range == "close":
        shared = cover_bonus(one) - cover_bonus(other)
        more = more.plus(f"{one.name}'s cover, shared", max(0, shared), "ex3-34")
    if is_hidden_from(battle, attack.by, defender):
        more = more.plus("surprised", -2, "ex3-43")
    label, bonus = defense_bonus(other, one, attack.weapon, attack.range)
    return more.plus(f"on {label}", bonus, "ex3-66")


def _is(one: Combatant, tags: tuple[str, ...], word: str) -> bool:
    """An attack cannot be parried, or dodged: by its weapon, or by something in force on the attacker."""
    return word in tags or (bool(one.effects) and granted(one, word))


_latest: tuple[Battle, Attack, str, Mapping[str, Explained]] | None = None
"""What `defenses_against` gave last, and for what."""


def defenses_against(battle: Battle, attack: Attack, defender: str) -> Mapping[str, Explained]:
    """Parry and Evasion, as far as they apply against this attack."""
    # Asked twice in a row for every attack, to choose between the two and for the roll; the largest part of an attack.
    global _latest
    known = _latest
    if known is not None and known[0] is battle and known[1] is attack and known[2] == defender:
        return known[3]
    one, tags = battle.combatants[attack.by], attack.weapon.get("tags", ())
    found = defenses(
        battle,
        battle.combatants[defender],
        parried=not _is(one, tags, "unblockable"),
        dodged=not _is(one, tags, "undodgeable"),
        more=circumstances(battle, attack, defender),
    )
    _latest = battle, attack, defender, found
    return found


def higher(values: Mapping[str, Explained]) -> str:
    """Which of a defender's values is the highest, the first of several; "" where there is none."""
    best = ""
    for name, value in values.items():
        if not best or value.total > values[best].total:
            best = name
    return best


def defense_against(battle: Battle, attack: Attack, choice: str = "") -> Explained:
    """The target's Defense against this attack: by `choice` parry or evasion, else the higher that applies; 0 where
    neither does, and against an ambush or a hold."""
    other = battle.combatants[attack.target]
    values: Mapping[str, Explained] = {}
    if attack.sure:
        nothing = constant("held fast", 0, "ex3-40")
    elif is_ambush(battle, attack):
        nothing = constant("ambushed", 0, "ex3-43")
    else:
        nothing = constant("neither parry nor evasion applies", 0, "ex3-44")
        values = defenses_against(battle, attack, attack.target)
    if not values:
        return value_set_by(nothing, other.effects, "defense")
    return values[choice if choice in values else higher(values)]


def guardian(battle: Battle, attack: Attack) -> str | None:
    """Who defends the target with its own Parry (ex3-26): of several the best. None where nobody does, or parrying does
    not help."""
    if attack.sure:
        return None
    parries: dict[str, int] = {}
    for id in battle.close_group(attack.target):
        one = battle.combatants[id]
        if one.conditions.get("defending") != attack.target or id == attack.by or not can_act(one):
            continue
        parry = defenses_against(battle, attack, id).get("parry")
        if parry is not None:
            parries[id] = parry.total
    return max(parries, key=parries.__getitem__, default=None)
