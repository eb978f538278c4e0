"""Strikes: what may be struck with what, the roll against Defense, and the damage of a hit.

Rules: re-20, re-22, re-40, re-41, re-42, re-62.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation, hopeless
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_successes, modify_value, value_set_by
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, FactSet, Noted
from exgui.engine.explained import NOTHING, Explained, Part, constant, sentence
from exgui.engine.memo import remembered_by_identity
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.systems.common.gear import is_natural, noun, ready_weapons, rules_of, tagged, trait
from exgui.systems.common.printed_numbers import has_printed_damage, label_of, printed_dice, printed_pool
from exgui.systems.common.sentences import IN_ANOTHER_ZONE, NO_WEAPON, NOBODY_CALLED, OFF_FIELD
from exgui.systems.reincarnated import powers
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.damage import lose_health
from exgui.systems.reincarnated.pools import check_pool, named_pool, rolled
from exgui.systems.reincarnated.positions import boundaries, can_act, on_field, together
from exgui.systems.reincarnated.turn_actions import may_act, take_action
from exgui.systems.reincarnated.values import VALUES, block, find_in, magnitude, own_attribute, protection

SOURCES = ("strength", "dexterity", "essence")
"""Traits that base damage comes from unless a style says otherwise: the highest of them counts (re-42)."""
LEVELS = ("1", "2", "3", "4")


class Strike(Record):
    """A strike as declared.

    Attributes:
        against: "defense", "block" or "evasion".
        pool: the dice that a Power or a stunt names in place of Attribute + Ability.
    """

    by: str
    target: str
    weapon: Item
    against: str = "defense"
    pool: Value = None


def tag_level(weapon: Item, tag: str) -> int:
    """Return the level of a tag that comes in levels ("accurate"); 0 for a weapon without it (re-62)."""
    return next((int(level) for level in LEVELS if tagged(weapon, f"{tag}_{level}")), 0)


def reach_of(weapon: Item) -> int:
    """Return the number of zone boundaries a weapon reaches across (re-22)."""
    return 2 if tagged(weapon, "long_ranged") else 1 if tagged(weapon, "ranged") else 0


def weapon_of(one: Combatant, id: Value) -> Item | None:
    item = one.gear.get(id) if isinstance(id, str) else None
    return item if item is not None and item.kind == "weapon" else None


def in_hand(one: Combatant, weapon: Item) -> bool:
    return is_natural(weapon) or weapon.id in one.ready


def check_in_hand(battle: Battle, one: Combatant, weapon: Item, rule: str) -> list[Violation]:
    if in_hand(one, weapon):
        return []
    out = [Violation(rule, say.NOT_IN_THEIR_HAND(weapon=noun(battle, weapon), who=one))]
    if weapon.id in one.conditions.get("disarmed", EMPTY):
        out.insert(0, Violation("re-30", say.STRUCK_AWAY(weapon=noun(battle, weapon), who=one)))
    return out


def usable_weapons(battle: Battle, who: str, target: str) -> list[Item]:
    """Return the weapons in hand that reach the target, best first: the most dice, then the most damage."""
    one = battle.combatants[who]
    found = [weapon for weapon in ready_weapons(one) if not check_reach(battle, who, target, weapon)]
    return sorted(found, key=lambda weapon: _merit(battle, one, weapon), reverse=True)


@remembered_by_identity(32)  # asked for every target: in a crowd it was half of working out what is legal
def _merit(battle: Battle, one: Combatant, weapon: Item) -> tuple[int, int]:
    return strike_pool(battle, Strike(one.id, "", weapon)).total, base_damage(battle, one, weapon).total


def check_reach(battle: Battle, who: str, target: str, weapon: Item) -> list[Violation]:
    """Return the rules by which a weapon does not reach the target: in another zone, too far, or behind a wall."""
    one, other = battle.combatants[who], battle.combatants[target]
    if together(battle, who, target):
        return []
    if not reach_of(weapon):
        where = IN_ANOTHER_ZONE(who=other)
        return [
            Violation("re-20", where),
            Violation("re-22", say.SAME_ZONE_ONLY(weapon=noun(battle, weapon))),
        ]
    away = boundaries(battle, who, target)
    if away is None:
        return [Violation("re-22", say.WALL_BETWEEN_THEM(who=one, whom=other))]
    if away > reach_of(weapon):
        text = say.TOO_FAR(whom=other, n=away, weapon=noun(battle, weapon), reach=reach_of(weapon))
        return [Violation("re-22", text)]
    return []


def check_aim(battle: Battle, command: Command, rule: str = "re-40") -> list[Violation]:
    """Return the violations of a target: it must be another combatant on the field."""
    target = command.get("target")
    if target not in battle.combatants or target == command.by:
        wrong = NOBODY_CALLED(who=target) if target else say.STRIKE_WHOM
        return [Violation(rule, wrong, final=True)]
    other = battle.combatants[str(target)]
    return [] if on_field(other) else [Violation(rule, OFF_FIELD(who=other), final=True)]


def check_blow(battle: Battle, command: Command, *, pool: str = "pool", exposing: bool = False) -> list[Violation]:
    """Return the rules that a strike would break, apart from those on actions.

    Args:
        pool: the parameter that names other dice.
        exposing: the same step looks for a weakness of the target.
    """
    out = check_aim(battle, command)
    if out:
        return out
    one = battle.combatants[command.by]
    weapon = weapon_of(one, command.get("weapon"))
    if weapon is None:
        has = NO_WEAPON(who=one, weapon=command.get("weapon")) if command.get("weapon") else say.CHOOSE_WEAPON
        return [Violation("re-40", has, final=True)]
    if command.get("against", "defense") not in VALUES:
        return [Violation("re-40", say.STRIKE_AGAINST, final=True)]
    if wrong := check_pool(battle, one.id, command.get(pool), "re-40"):
        return wrong
    out += check_in_hand(battle, one, weapon, "re-40")
    if not exposing:
        out += _check_against(battle, command)
    return out + check_reach(battle, one.id, str(command.get("target")), weapon)


def _check_against(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules on what the strike goes against: Block or Evasion needs an exposed weakness (re-30, re-40)."""
    against, other = str(command.get("against") or "defense"), battle.combatants[str(command.get("target"))]
    if against == "defense" or command.by in other.conditions.get("exposed", EMPTY):
        return []
    one = battle.combatants[command.by]
    return [
        Violation("re-40", say.STRIKE_AGAINST_DEFENSE(value=rules_of(battle).label(against))),
        Violation("re-30", say.NO_WEAKNESS_KNOWN(who=one, whom=other)),
    ]


def check_strike(battle: Battle, command: Command) -> list[Violation]:
    own = check_blow(battle, command)
    if hopeless(own):
        return own
    return may_act(battle, command.by, strike=True) + own


def knows_weakness(battle: Battle, attack: Strike) -> bool:
    """Return whether a weakness of the target is exposed to the striker (re-30)."""
    return attack.by in battle.combatants[attack.target].conditions.get("exposed", EMPTY)


def declared(battle: Battle, command: Command, *, pool: str = "pool") -> Strike:
    weapon = weapon_of(battle.combatants[command.by], command.get("weapon"))
    assert weapon is not None
    against = str(command.get("against") or "defense")
    return Strike(command.by, str(command.get("target")), weapon, against, command.get(pool))


def strike(scene: Scene, command: Command) -> Steps:
    one = declared(scene.battle, command)
    yield from take_action(scene.battle, command.by, strike=True)
    yield from resolve(scene, one, chosen=command.get("against") is not None)


def strike_pool(battle: Battle, attack: Strike) -> Explained:
    """Return the dice of a strike before Magnitude and Advantages (re-40, re-62).

    They are Attribute + Ability, or the dice named by a Power or a stunt, and accuracy.
    """
    one, weapon = battle.combatants[attack.by], attack.weapon
    whole = printed_dice(one, weapon)
    if attack.pool is not None:
        base = named_pool(battle, one, attack.pool)
    elif whole:
        return constant(label_of(one), whole, "re-02")
    else:
        base = _own_pool(battle, one, weapon)
    return base.plus("accuracy", tag_level(weapon, "accurate"), "re-62")


def _own_pool(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    printed = printed_pool(battle, one, "strike", "re-02")
    if printed is not None:
        return printed
    known = rules_of(battle).rolls["strike"].formula
    find = find_in(battle, one, weapon, str(weapon.get("ability")))
    return known.explain(find) if known is not None else NOTHING


def base_damage(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Return the damage of a hit before Powers (re-42, re-60, re-62).

    It is the highest of Strength, Dexterity and Essence, or the source that the style names, never below Essence; plus
    the weapon's damage and a group's Magnitude.
    """
    rules = rules_of(battle)
    if has_printed_damage(weapon):
        out = constant(label_of(one), int(weapon.get("damage")), "re-02")
    else:
        named = str(weapon.get("damage_attribute")) or own_attribute(weapon)
        sources = (named,) if named else SOURCES
        source = max(sources, key=lambda id: trait(battle, one, id))
        out = constant(rules.label(source), trait(battle, one, source), "re-42")
        out = out.at_least(trait(battle, one, "essence"), say.AT_LEAST_ESSENCE, "re-42")
        out = out.plus(weapon.name, tag_level(weapon, "damaging") + int(weapon.get("damage", 0)), "re-62")
    return out.plus(say.MAGNITUDE, magnitude(one), "re-60")


def damage(battle: Battle, attack: Strike) -> Explained:
    """Return the Health lost to a hit: base damage and Powers, less the target's protection; never below 0 (re-42)."""
    one, other = battle.combatants[attack.by], battle.combatants[attack.target]
    out = modify_value(base_damage(battle, one, attack.weapon), one.effects, "damage")
    out = value_set_by(out, one.effects, "damage")
    out = out.plus(say.PROTECTION, -protection(other).total, "re-42", protection(other).parts)
    return out.at_least(0, say.NEVER_BELOW_0, "re-42")


def to_meet(battle: Battle, attack: Strike) -> Explained:
    """Return the number a strike has to exceed (re-30, re-40).

    It is the value the strike goes against, or the Block of a combatant who defends the target, if that is higher. Its
    one part says which it is.
    """
    other = battle.combatants[attack.target]
    best, whose, id, rule = VALUES[attack.against](battle, other), other, attack.against, "re-40"
    for one in battle.combatants.values():
        guards = one.conditions.get("defending") == attack.target
        if guards and can_act(one) and together(battle, one.id, attack.target) and one.id != attack.by:
            theirs = block(battle, one)
            if theirs.total > best.total:
                best, whose, id, rule = theirs, one, "block", "re-30"
    label = rules_of(battle).label(id)
    if whose is not other:
        label = say.VALUE_OF(who=whose, value=label)
    return Explained(best.total, (Part(label, best.total, rule, best.parts),))


def needed(battle: Battle, attack: Strike) -> Explained:
    """Return the successes that hit: one more than the number to exceed, or that number if ties hit (re-01)."""
    out = to_meet(battle, attack)
    return out if battle.options["strike_ties_hit"] else out.plus(say.ONE_MORE, 1, "re-01")


def resolve(scene: Scene, attack: Strike, *, chosen: bool = False) -> Steps:
    """Resolve a strike in the order of its declaring (re-41).

    The order is the attacker's roll with its Powers, the defender's answer, Excellencies, and whether it hits; only
    after that the Powers that change damage, the attacker's first.

    Args:
        chosen: whether the value it goes against was chosen beforehand.
    """
    by, target, ability = attack.by, attack.target, str(attack.weapon.get("ability"))
    one, other = scene.battle.who(by), scene.battle.who(target)
    yield FactSet("strike", Table(hit=False, damage=0))
    if knows_weakness(scene.battle, attack):
        attack = yield from _against_weakness(scene, attack, chosen)
    yield from powers.declare(scene, by, "strike", target, ability)
    later = powers.has_for(one, "excellency") or powers.has_for(other, "struck", "excellency")
    result = yield from rolled(
        scene,
        by,
        "strike",
        lambda battle: strike_pool(battle, attack),
        difficulty=lambda battle: needed(battle, attack),
        label=say.STRIKE,
        against=target,
        threshold_only=not later,
        adds_later=later,
    )
    successes = result.successes
    yield from powers.declare(scene, target, "struck", by, ability)
    before = modify_successes(NOTHING, scene.battle.who(by).effects, "strike").total
    yield from powers.declare(scene, by, "excellency", target, ability, powers.OF_STRUCK)
    yield from powers.declare(scene, target, "excellency", by, ability, powers.OF_STRIKER)
    successes += modify_successes(NOTHING, scene.battle.who(by).effects, "strike").total - before
    met = to_meet(scene.battle, attack)
    weapon, value = noun(scene.battle, attack.weapon), met.parts[0].label
    if successes < needed(scene.battle, attack).total:
        text = say.MISSES(who=one, whom=other, weapon=weapon, n=successes, value=value, goal=met.total)
        yield Noted(text, by, "re-40", Table(decides="strike", passed=False))
    else:
        yield from powers.declare(scene, by, "damage", target, ability)
        yield from powers.declare(scene, target, "damaged", by, ability)
        dealt = damage(scene.battle, attack)
        yield FactSet("strike", Table(hit=True, damage=dealt.total))
        text = say.HITS(
            who=one,
            whom=other,
            weapon=weapon,
            n=successes,
            value=value,
            goal=met.total,
            damage=dealt.total,
            parts=sentence(dealt.parts),
        )
        unseen = say.IS_HIT(whom=other, damage=dealt.total)
        yield Noted(text, by, "re-42", Table(damage=dealt.total, unseen=unseen, decides="strike", passed=True))
        yield from lose_health(scene, target, dealt.total)
    yield from powers.end_declared(scene.battle, by, target)


def _against_weakness(scene: Scene, attack: Strike, chosen: bool) -> Procedure[Strike]:
    """Use up an exposed weakness: the strike goes against Block or Evasion, as the striker chooses (re-30)."""
    other = scene.battle.who(attack.target)
    yield from used_up(other, attack.by)
    if chosen:
        return attack
    values = {id: VALUES[id](scene.battle, other).total for id in ("block", "evasion")}
    lower = min(values, key=lambda id: values[id])
    label = rules_of(scene.battle).label
    options = [Option(id, say.VALUE_AND_NUMBER(value=label(id), n=value)) for id, value in values.items()]
    prompt = say.AGAINST_WHICH(who=other)
    answer = yield from scene.choose(attack.by, "against", prompt, options, lower)
    return attack.but(against=str(answer))


def used_up(target: Combatant, by: str) -> list[Event]:
    """Return the events that use up what `by` knows of the target's weakness."""
    left = Table(target.conditions.get("exposed", EMPTY)).without(by)
    if left:
        return [ConditionBegan(target.id, "exposed", left, "re-30")]
    return [ConditionEnded(target.id, "exposed", "re-30")]
