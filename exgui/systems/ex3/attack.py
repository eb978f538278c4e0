"""Attacks as declared: the attack's data, and the rules for which target may be attacked with which weapon.

`attack_pool` has their dice, `defense_against` the target's defense, `attack_resolution` resolves them.

Rules: ex3-42, ex3-44.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.systems.common.gear import is_natural, noun, ready_weapons, rules_of, tagged, weapon_named
from exgui.systems.common.sentences import NO_WEAPON, NOBODY_CALLED, OFF_FIELD
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.aim import has_aimed
from exgui.systems.ex3.battle_groups import also_met, attack_range, check_spread, is_group
from exgui.systems.ex3.cover import check_total_cover, in_total_cover
from exgui.systems.ex3.effects import declared_beforehand
from exgui.systems.ex3.gambits import difficulty as gambit_difficulty
from exgui.systems.ex3.gambits import open_to_groups, weapons_for
from exgui.systems.ex3.initiative import crashed
from exgui.systems.ex3.mounts import aimed_at_mount, check_aimed, mount_of, out_of_reach
from exgui.systems.ex3.positions import on_field, range_between, reach_of, within
from exgui.systems.ex3.stealth import is_hidden_from
from exgui.systems.ex3.turn_actions import fact, may_use
from exgui.systems.ex3.values import is_close_combat

MODES = ("withering", "decisive")


class Attack(Record):
    """An attack as declared (ex3-44, step 1), with one roll for all its targets.

    Attributes:
        target: id of the main target.
        range: the range band of the attack.
        gambit: id of the gambit, "" for none; `difficulty` and `data` belong to it.
        declared: the effects declared for it in advance, by the id of the combatant who declares them.
        sure_against: the Defense of a target it is certain to hit, None if it may miss.
        ambush: it is an ambush in any round (ex3-43).
        extra: dice added to damage before soak.
        damage_successes: automatic successes on the damage roll.
        soft: the target's Hardness counts as 0.
        keep: it is reflexive, and does not use up an Aim.
        others: further targets of the same roll, each with a separate Defense and outcome (ex3-72).
        spread: the attacker is a battle group spread thin (ex3-72).
        at_mount: it is aimed at the target's mount (ex3-67).
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
    sure_against: Explained | None = None
    ambush: bool = False
    extra: Explained = NOTHING
    damage_successes: int = 0
    soft: bool = False
    keep: bool = False
    others: tuple[str, ...] = ()
    spread: bool = False
    at_mount: bool = False

    @property
    def targets(self) -> tuple[str, ...]:
        """Return ids of all targets, the main one first."""
        return (self.target, *self.others)

    @property
    def decisive(self) -> bool:
        """Return whether the attack is decisive: made with Initiative to damage health, or a gambit."""
        return self.mode == "decisive"


def meeting(battle: Battle, attack: Attack, target: str) -> Attack:
    """Return the attack with one of its targets as the only one."""
    if not attack.others:
        return attack
    range = range_between(battle, attack.by, target) or attack.range
    if attack.spread and attack.range == "close":
        range = "close"
    return attack.but(target=target, range=range, others=())


# Called for every combatant and every kind of attack and gambit when the possible steps are listed.
@remembered_by_identity(500)
def best_weapon(battle: Battle, who: str, target: str) -> str:
    """Return the default weapon of an attack: the first ready weapon usable against the target, else the first ready
    one.
    """
    one = battle.combatants[who]
    first = ""
    for weapon in ready_weapons(one):
        first = first or weapon.id
        if target not in battle.combatants:
            continue
        if not _reach(battle, one, target, weapon, range_between(battle, who, target)):
            return weapon.id
    return first


@remembered_by_identity(4)  # the same for every kind of attack and gambit
def too_far(battle: Battle, who: str) -> Table[str, int]:
    """Return, by the id of each other combatant, how many distance rules an attack with the default weapon would break;
    0 if a ready weapon reaches them.
    """
    one = battle.combatants[who]
    out: dict[str, int] = {}
    for id in battle.combatants:
        if id != who:
            weapon = weapon_named(one, best_weapon(battle, who, id))
            range = range_between(battle, who, id)
            out[id] = len(_reach(battle, one, id, weapon, range)) if weapon is not None else 1
    return Table(out)


def default_weapon(battle: Battle, who: str, target: str, gambit: str = "") -> str:
    fitting = weapons_for(battle, who, gambit)
    return fitting[0] if fitting else best_weapon(battle, who, target)


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that an attack on one's own turn would break, apart from those of gambits and other
    additions.
    """
    own = may_use(battle, command.by, rules_of(battle).actions["attack"])
    if hopeless(own):
        return own
    against = check_against(battle, command)
    if hopeless(against):
        return against
    return [*own, *check_shift(battle, command), *against]


def check_shift(battle: Battle, command: Command) -> list[Violation]:
    """Return the rule that an attack after a Shift would break: for the rest of the turn, only the opponent crashed by
    it may be attacked (ex3-11).
    """
    only = fact(battle.combatants[command.by], "only")
    if only is None or only == command.get("target"):
        return []
    return [Violation("ex3-11", say.ONLY_AFTER_SHIFT(whom=battle.combatants[only]))]


def check_against(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that this attack with this weapon on this target would break, on anyone's turn."""
    who, given = command.by, command.args
    target: Value = given.get("target")
    out: list[Violation] = []
    one = battle.combatants[who]
    mode = given.get("mode", "withering")
    if mode not in MODES:
        return [Violation("ex3-25", say.WRONG_MODE(mode=mode), final=True)]
    if target not in battle.combatants:
        wrong = NOBODY_CALLED(who=target) if target else say.ATTACK_WHOM
        return [Violation("ex3-25", wrong, final=True)]
    other = battle.combatants[target]
    if target == who:
        return [Violation("ex3-25", say.NOT_THEMSELVES, final=True)]
    if "at" in given and (wrongly_aimed := check_aimed(command, one, other)):
        return wrongly_aimed
    if not on_field(other):
        out.append(Violation("ex3-25", OFF_FIELD(who=other), final=True))
    weapon = weapon_named(one, str(given.get("weapon", "")))
    if weapon is None:
        out.append(Violation("ex3-42", NO_WEAPON(who=one, weapon=given.get("weapon")), final=True))
        return out
    if weapon.id not in one.ready and not is_natural(weapon):
        out.append(Violation("ex3-42", say.WEAPON_NOT_READY(weapon=noun(battle, weapon))))
    if mode == "decisive" and crashed(one):
        out.append(Violation("ex3-06", say.CRASH_NO_DECISIVE(who=one)))
    gambit = given.get("gambit")
    if (mode == "decisive" or gambit) and is_group(one) and not open_to_groups(gambit):
        out.append(Violation("ex3-72", say.GROUP_WITHERING(who=one)))
    range = attack_range(battle, command, ranged=not is_close_combat(battle, weapon))
    if "spread" in given or "also" in given:  # options of battle groups
        out += check_spread(battle, command)
    out += _reach(battle, one, target, weapon, range)
    if is_hidden_from(battle, target, who):
        out.append(Violation("ex3-18", say.CONCEALED(whom=other, who=one)))
    if range != "close":
        out += check_total_cover(one, other)
    mount = mount_of(other)
    if mount is not None and not aimed_at_mount(command) and out_of_reach(other, one, weapon, str(range)):
        high = say.OUT_OF_REACH_MOUNTED(mount=noun(battle, mount), whom=other, weapon=noun(battle, weapon))
        out.append(Violation("ex3-67", high))
    return out


def _reach(battle: Battle, one: Combatant, target: str, weapon: Item, range: str | None) -> list[Violation]:
    """Return the rules that an attack with this weapon at this distance would break (ex3-13, ex3-42)."""
    if range is None:
        return [Violation("ex3-13", say.NO_WAY(who=one, whom=battle.combatants[target]))]
    if is_close_combat(battle, weapon) and reach_of(weapon) == "close":
        if range != "close":
            return [
                Violation(
                    "ex3-42",
                    say.CLOSE_RANGE_ONLY(weapon=noun(battle, weapon), whom=battle.combatants[target], range=range),
                )
            ]
        return []
    out = []
    reach = reach_of(weapon)
    if not within(range, reach):
        out.append(
            Violation(
                "ex3-42",
                say.OUT_OF_RANGE(weapon=noun(battle, weapon), reach=reach, whom=battle.combatants[target], range=range),
            )
        )
    if not within(range, "short") and not tagged(weapon, "no_aim") and not has_aimed(one, target):
        text = say.MUST_AIM(who=one, whom=battle.combatants[target], range=range)
        out += [Violation("ex3-42", text), Violation("ex3-24", text)]
    return out


def is_table_of(given: Value, keys: tuple[str, ...]) -> bool:
    """Return whether a value is a table with only these keys, each a word or a number."""
    return isinstance(given, Mapping) and all(key in keys and isinstance(given[key], str | int) for key in given)


def declared(battle: Battle, command: Command) -> Attack:
    """Return the attack that a checked command declares. Beyond all ranges (if the storyteller allows it) the farthest
    band counts.
    """
    by, args = command.by, command.args
    target = args["target"]
    weapon = weapon_named(battle.combatants[by], str(args["weapon"]))
    assert weapon is not None
    range = attack_range(battle, command, ranged=not is_close_combat(battle, weapon)) or "extreme"
    gambit = args["gambit"] or "" if "gambit" in args else ""
    if is_group(battle.combatants[by]) and not gambit:
        return _of_group(battle, command, weapon, range)
    return Attack(
        by,
        target,
        weapon,
        "decisive" if gambit else args.get("mode", "withering"),
        range,
        gambit,
        gambit_difficulty(command) if gambit else 0,
        args,
        declared_beforehand(command),
        at_mount=aimed_at_mount(command),
    )


def _of_group(battle: Battle, command: Command, weapon: Item, range: str) -> Attack:
    """Return the attack of a battle group, which makes one roll against several targets (ex3-72)."""
    target, mode = str(command.get("target")), str(command.get("mode", "withering"))
    ranged = not is_close_combat(battle, weapon)
    one, people = battle.combatants[command.by], battle.combatants
    met = (people[id] for id in also_met(battle, command, ranged=ranged))
    exposed = (other for other in met if not (ranged and in_total_cover(other)))
    others = tuple(other.id for other in exposed if not out_of_reach(other, one, weapon, range))
    spread = bool(command.get("spread"))
    effects = declared_beforehand(command)
    return Attack(command.by, target, weapon, mode, range, declared=effects, others=others, spread=spread)
