"""Resolving attacks step by step, Defend Other's choice, surprise, gambits, Clashes.

Rules: ex3-44, ex3-45, ex3-46, ex3-47, ex3-48, ex3-49, ex3-50, ex3-26, ex3-43, ex3-37, ex3-54, ex3-55, ex3-56, ex3-57.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from exgui.engine.asks import Command, Option
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import D10_TENS_ONCE
from exgui.engine.effects import Effect, Modifier, modify_pool, modify_successes, modify_value
from exgui.engine.events import ConditionEnded, EffectBegan, Event, FactSet, Noted, track_changed
from exgui.engine.explained import NOTHING, Explained, Part, constant
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Record, Table, Value
from exgui.systems.common.gear import lookup, rules_of
from exgui.systems.common.plurals import several
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3 import gambits, grapple
from exgui.systems.ex3.attack import (
    Attack,
    attack_pool,
    best_weapon,
    check_against,
    declared,
    defense_against,
    defenses_against,
    guardian,
    higher,
    is_surprise,
    meeting,
)
from exgui.systems.ex3.declare_effects import after_the_hit, before_the_roll, concerns, declare, in_turn
from exgui.systems.ex3.health import take_damage
from exgui.systems.ex3.initiative import break_and_shift, gain, lose_to, may_break, pay, reset, shift_due
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import can_act, waits
from exgui.systems.ex3.stealth import reveal
from exgui.systems.ex3.turn_actions import fact, used
from exgui.systems.ex3.values import crashed, defense, hardness, initiative, soak


@dataclass(frozen=True)
class Defended(Record):
    """An attack as one of its targets meets it.

    Attributes:
        attack: against this target alone.
        guard: who defends the target with their own Parry, None for nobody (ex3-26).
        choice: "parry" or "evasion" as the target chose, "" for the higher.
    """

    attack: Attack
    guard: str | None
    choice: str

    def number(self, battle: Battle) -> Explained:
        """What the attack roll must reach."""
        if self.guard is not None:
            return defenses_against(battle, self.attack, self.guard)["parry"]
        return defense_against(battle, self.attack, self.choice)


def strike(scene: Scene, attack: Attack, apply_to: str = "") -> Steps:
    """Steps 2 to 8 of an attack: one roll, and an outcome of their own for each of its targets.

    Args:
        apply_to: to whom an attack that beats a guardian is applied, "" to ask for it.
    """
    met = yield from scene.for_each(attack.targets)
    each = [meeting(scene.battle, attack, target) for target in met]
    unseen = [one for one in each if is_surprise(scene.battle, one)]
    if any(concerns(scene.battle, one) for one in each):
        yield from before_the_roll(scene, attack, each)
    if attack.sure and attack.decisive:
        for one in each:
            yield from _attacked(scene.battle, one)
            yield from _hits(scene, one, 0)
    else:
        defended = []
        for one in each:
            own = yield from _defend(scene, one)
            defended.append(own)
        result = yield from _attack_roll(scene, attack, defended)
        needed = _needed(scene.battle, defended, result)
        for own, least in zip(defended, needed, strict=True):
            yield from _resolve_against(scene, own, result.successes, least, apply_to)
    for one in unseen:
        if can_act(scene.battle.combatants[one.target]):
            yield from revealed(scene, one.by, one.target)


def _defend(scene: Scene, attack: Attack) -> Procedure[Defended]:
    """Step 4: somebody defends the target, or the target by Parry or Evasion."""
    guard = guardian(scene.battle, attack)
    if guard is not None:
        yield from declare(scene, attack, guard, "attacked")
    choice = "" if guard or scene.usual else (yield from _choose_defense(scene, attack))
    return Defended(attack, guard, choice)


def _resolve_against(scene: Scene, defended: Defended, successes: int, needed: int, apply_to: str) -> Steps:
    """Steps 6 to 8 for one target, the dice of the attack having fallen.

    Args:
        needed: what was to be reached against this target.
    """
    attack, guard = defended.attack, defended.guard
    if guard is not None and successes >= needed:
        yield from _past_guard(scene, attack, guard, successes - needed, apply_to)
        return
    yield from _attacked(scene.battle, attack)
    if successes >= needed or attack.sure:
        yield from _hits(scene, attack, max(0, successes - needed))
    else:
        yield from _missed(scene, attack, successes, needed)


def outcome(attack: Attack, *, hit: bool, damage: int = 0) -> FactSet:
    """How somebody's latest attack went, kept apart from whatever answers it: a Clash, a counterattack."""
    return _outcome(attack.by, hit, damage)


@lru_cache(maxsize=256)
def _outcome(by: str, hit: bool, damage: int) -> FactSet:
    return FactSet(f"attack.{by}", Table(hit=hit, damage=damage))


def revealed(scene: Scene, who: str, target: str) -> Steps:
    """After a surprise attack the target and its allies know of the attacker (ex3-43)."""
    side = scene.battle.who(target).side
    allies = [id for id, one in scene.battle.combatants.items() if one.side == side]
    yield from reveal(scene.battle, who, allies, "ex3-43")


def _attack_roll(scene: Scene, attack: Attack, defended: Sequence[Defended]) -> Procedure[Result]:
    """Step 5: against the target's Defense, or the Parry of who defends them; of several the lowest is what the roll
    shows, since below it nobody is hit."""
    label = f"{attack.mode.capitalize()} attack" if not attack.gambit else gambits.LABELS[attack.gambit]
    return scene.roll(
        attack.by,
        "attack",
        lambda battle: attack_pool(battle, attack),
        auto=lambda battle: automatic(battle, attack.by, "attack"),
        difficulty=lambda battle: _lowest(battle, defended),
        threshold_only=True,
        label=label,
        against=attack.target,
    )


def _lowest(battle: Battle, defended: Sequence[Defended]) -> Explained:
    """The lowest number among those that an attack is to reach against its targets."""
    if len(defended) == 1:
        return defended[0].number(battle)
    numbers = [(own.number(battle), battle.combatants[own.guard or own.attack.target].name) for own in defended]
    lowest, name = min(numbers, key=lambda number: number[0].total, default=(NOTHING, ""))
    return Explained(lowest.total, (Part(f"{name}, the lowest of all", lowest.total, "ex3-72", lowest.parts),))


def _needed(battle: Battle, defended: Sequence[Defended], result: Result) -> tuple[int, ...]:
    """What was to be reached against each target when the dice fell."""
    if len(defended) == 1 and result.difficulty is not None:
        return (result.difficulty,)
    return tuple(own.number(battle).total for own in defended)


def _attacked(battle: Battle, attack: Attack) -> list[Event]:
    """Step 6: onslaught, hit or miss (ex3-45); an attack on who holds somebody costs a control round (ex3-40)."""
    out = _onslaught(battle, attack.target)
    if "aiming" in battle.combatants[attack.by].conditions and not attack.keep:
        out.append(ConditionEnded(attack.by, "aiming", "ex3-24"))
    return out


def _onslaught(battle: Battle, target: str) -> list[Event]:
    before = battle.combatants[target].tracks.get("onslaught", 0)
    harder = track_changed(target, "onslaught", before + 1, 1, "ex3-45")
    return [harder, *grapple.lose_rounds(battle, target)]


def _choose_defense(scene: Scene, attack: Attack) -> Procedure[str]:
    """The target declares Parry or Evasion (step 4); play does not stop for it, since the higher is nearly always
    meant."""
    options, higher = scene.work_out(lambda now: _ways_to_defend(now, attack))
    prompt = f"How does {scene.battle.combatants[attack.target].name} defend?"
    choice = yield from scene.choose(attack.target, "defense", prompt, options, higher, stop=False)
    return "" if choice == higher else str(choice)


@lru_cache(maxsize=100)
def _way(name: str, total: int) -> Option:
    return Option(name, f"{name.capitalize()} {total}")


def _ways_to_defend(battle: Battle, attack: Attack) -> tuple[list[Option], str]:
    """What the target can choose between, and which of it is the highest, "" if nothing."""
    if attack.sure:
        return [], ""
    values = defenses_against(battle, attack, attack.target)
    return [_way(name, value.total) for name, value in values.items()], higher(values)


def _past_guard(scene: Scene, attack: Attack, guard: str, threshold: int, apply_to: str) -> Steps:
    """The Parry of who defends the target is beaten: the attacker chooses whom the attack is applied to (ex3-26)."""
    ward, defender = scene.battle.combatants[attack.target], scene.battle.who(guard)
    if apply_to not in ("ward", "defender"):
        options = [Option("ward", ward.name), Option("defender", defender.name)]
        answer = yield from scene.choose(attack.by, "apply_to", "Whom does the attack strike?", options, "ward")
        apply_to = str(answer)
    # Whether the ward's Defense is met is still part of whether the attack hits; onslaught comes only after that.
    needed = defense_against(scene.battle, attack).total
    less = defense(scene.battle, scene.battle.who(guard)).total // 2
    yield from _attacked(scene.battle, attack)
    if apply_to == "defender":
        yield from _onslaught(scene.battle, guard)
        yield from _hits(scene, attack.but(target=guard), threshold)
        return
    if threshold < needed:
        yield from _missed(scene, attack, threshold, needed)
        return
    if attack.decisive:
        attack = attack.but(extra_dice=attack.extra_dice - less, extra_label=f"{defender.name} in the way")
    yield from _hits(scene, attack, threshold - needed)


def _names(scene: Scene, attack: Attack) -> tuple[str, str]:
    combatants = scene.battle.combatants
    return combatants[attack.by].name, combatants[attack.target].name


def _missed(scene: Scene, attack: Attack, successes: int, needed: int) -> Steps:
    """Step 7: a missed decisive attack costs Initiative (ex3-46)."""
    yield outcome(attack, hit=False)
    name, target = _names(scene, attack)
    yield Noted(
        f"{name} misses {target} with {attack.weapon.name}: {max(0, successes)} against {needed}.",
        attack.by,
        "ex3-44",
    )
    if attack.decisive:
        cost = 3 if initiative(scene.battle.combatants[attack.by]) >= 11 else 2
        yield from pay(scene, attack.by, cost, "ex3-46")


def _hits(scene: Scene, attack: Attack, threshold: int) -> Steps:
    """Step 8."""
    if concerns(scene.battle, attack):
        return _hits_with_effects(scene, attack, threshold)
    return _struck(scene, attack, threshold)


def _hits_with_effects(scene: Scene, attack: Attack, threshold: int) -> Steps:
    yield from after_the_hit(scene, attack)
    yield from _struck(scene, attack, threshold)


def _struck(scene: Scene, attack: Attack, threshold: int) -> Steps:
    """Steps 8 b to f, by what kind of attack it is."""
    if attack.gambit:
        return _gambit(scene, attack)
    return _decisive(scene, attack) if attack.decisive else _withering(scene, attack, threshold)


@of_sheet
def _force(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Strength + weapon damage."""
    formula = rules_of(battle).rolls["damage"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon))


def withering_pool(battle: Battle, attack: Attack, threshold: int) -> Explained:
    """Strength + weapon damage + threshold - soak, at least the weapon's minimum; then what is added after soak
    (ex3-47)."""
    one, other = battle.combatants[attack.by], battle.combatants[attack.target]
    base = _force(battle, one, attack.weapon).plus("threshold", threshold, "ex3-47")
    base = base.plus(attack.extra_label, attack.extra_dice, "ex3-40")
    if one.effects:
        base = modify_pool(base, one.effects, "damage")
    less = soak(battle, other)
    base = base.plus(f"{other.name}'s soak", -less.total, "ex3-60", less.parts)
    minimum = int(attack.weapon.get("minimum"))
    base = base.at_least(minimum, "at least the weapon's minimum", "ex3-47")
    base = _flurried(battle, one, base)
    return modify_pool(base, one.effects, "post_soak") if one.effects else base


def _flurried(battle: Battle, one: Combatant, base: Explained) -> Explained:
    """A flurry touches damage rolls only where the table plays it so."""
    if one.turn and one.turn.get("flurry") and battle.options["flurry_damage"]:
        return base.plus("flurry", -3, "ex3-20")
    return base


def _damage_successes(battle: Battle, attack: Attack) -> Explained:
    base = NOTHING.plus("bonus", attack.damage_successes, "ex3-55")
    return modify_successes(base, battle.combatants[attack.by].effects, "damage", "post_soak")


def _withering(scene: Scene, attack: Attack, threshold: int) -> Steps:
    """Steps 8 b to f of a withering attack that hit (ex3-47, ex3-49, ex3-50)."""
    damage = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: withering_pool(battle, attack, threshold),
        auto=lambda battle: _damage_successes(battle, attack),
        memoryless=True,
        label="Withering damage",
        against=attack.target,
    )
    lost = max(0, damage.successes)
    yield outcome(attack, hit=True)
    name, target = _names(scene, attack)
    before = scene.battle
    can_break = may_break(before, before.combatants[attack.target])
    shift = shift_due(before, attack.by, attack.target)
    crash = yield from lose_to(scene, attack.by, attack.target, lost, "ex3-47")
    if lost:
        yield from grapple.lose_rounds(scene.battle, attack.target)
    yield from gain(scene, attack.by, lost + 1, "ex3-47")
    now = scene.battle
    yield Noted(
        f"{name} hits {target} with {attack.weapon.name}, withering {lost}: "
        f"{target} {initiative(before.combatants[attack.target])} → {initiative(now.combatants[attack.target])}"
        f"{', Crash' if crash else ''}; "
        f"{name} {initiative(before.combatants[attack.by])} → {initiative(now.combatants[attack.by])}.",
        attack.by,
        "ex3-47",
    )
    if crash:
        yield from break_and_shift(scene, attack.by, attack.target, can_break, shift)


def initiative_pool(battle: Battle, attack: Attack) -> Explained:
    """Initiative dice (ex3-48)."""
    one = battle.combatants[attack.by]
    base = constant("Initiative", initiative(one), "ex3-48")
    base = base.plus(attack.extra_label, attack.extra_dice, "ex3-26" if attack.extra_dice < 0 else "ex3-40")
    return modify_pool(_flurried(battle, one, base), one.effects, "damage", "post_soak")


def decisive_pool(battle: Battle, attack: Attack) -> Explained:
    """Initiative dice; none when the target's Hardness is at least as high (ex3-48)."""
    base = initiative_pool(battle, attack)
    other = battle.combatants[attack.target]
    hard = 0 if attack.soft else hardness(battle, other).total
    if hard >= base.total > 0:
        base = base.plus(f"{other.name}'s Hardness {hard} is not overcome", -base.total, "ex3-48")
    return base


def _decisive(scene: Scene, attack: Attack) -> Steps:
    """Steps 8 b to e of a decisive attack that hit (ex3-48)."""
    damage = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: decisive_pool(battle, attack),
        auto=lambda battle: _damage_successes(battle, attack),
        die=D10_TENS_ONCE,
        memoryless=True,
        label="Decisive damage",
        against=attack.target,
    )
    more = modify_value(NOTHING, scene.battle.combatants[attack.by].effects, "levels").total
    dealt = max(0, max(0, damage.successes) + more)
    name, target = _names(scene, attack)
    kind = str(attack.weapon.get("damage_type", "lethal"))
    yield outcome(attack, hit=True, damage=dealt)
    yield from take_damage(scene.battle, attack.target, dealt, kind, "ex3-48")
    if dealt:
        yield from grapple.lose_rounds(scene.battle, attack.target)
    yield from reset(scene, attack.by, "ex3-48")
    down = "incapacitated" in scene.battle.combatants[attack.target].conditions
    dice = several(damage.dice, "die", "dice")
    yield Noted(
        f"{name} hits {target} with {attack.weapon.name}, decisive: {dice}, {dealt} {kind}"
        f"{f'; {target} is incapacitated' if down else ''}. "
        f"{name} is back to {initiative(scene.battle.combatants[attack.by])}.",
        attack.by,
        "ex3-48",
    )


def _gambit(scene: Scene, attack: Attack) -> Steps:
    """Steps 8 b to e of a gambit that hit: Initiative dice against its difficulty; it costs one more than that,
    whether or not it succeeds (ex3-37)."""
    result = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: initiative_pool(battle, attack),
        auto=lambda battle: _damage_successes(battle, attack),
        difficulty=lambda _battle: constant(gambits.LABELS[attack.gambit], attack.difficulty, "ex3-37"),
        die=D10_TENS_ONCE,
        threshold_only=True,
        memoryless=True,
        label=gambits.LABELS[attack.gambit],
        against=attack.target,
    )
    yield outcome(attack, hit=True)
    name, target = _names(scene, attack)
    label = gambits.LABELS[attack.gambit]
    done = "succeeds" if result.met else "fails"
    yield Noted(
        f"{name} tries {label} on {target}: {max(0, result.successes)} against {attack.difficulty}, it {done}.",
        attack.by,
        "ex3-37",
    )
    cost = attack.difficulty + 1
    if result.met:
        yield from gambits.complete(scene, attack.gambit, attack.by, attack.target, attack.data, cost)
    yield from pay(scene, attack.by, cost, "ex3-37")
    if result.met and attack.gambit == "grapple":
        if crashed(scene.battle.combatants[attack.by]):
            yield Noted(f"{name} is in Crash and cannot hold {target}.", attack.by, "ex3-40")
            return
        yield from grapple.begin(scene, attack.by, attack.target)


ANSWERS = ("mode", "weapon", "gambit", "difficulty", "ally", "opponent", "disarm", "name", "note")
"""What may be said of the attack with which somebody answers in a Clash: what may be said of an attack."""
PLAIN_GAMBITS = ("disarm", "grapple", "unhorse")
"""The gambits that can be chosen as an answer without a further word."""


def clash_modes(battle: Battle, attack: Attack) -> tuple[str, ...]:
    """In which ways the target could answer the attack with its own, on the same tick (ex3-54); gambits are decisive
    attacks (ex3-37)."""
    ways = ({"mode": mode} for mode in ("withering", "decisive"))
    gambits_too = ({"gambit": gambit} for gambit in PLAIN_GAMBITS)
    return tuple(
        str(told.get("gambit") or told.get("mode"))
        for told in (*ways, *gambits_too)
        if not clash_refusal(battle, attack, answer_command(battle, attack, told))
    )


def may_answer(battle: Battle, attack: Attack) -> bool:
    """The target acts on the same tick, or waits for the moment, as whoever answers in a Clash does (ex3-54,
    ex3-05b)."""
    return attack.target in battle.up or waits(battle, battle.combatants[attack.target])


def answer_command(battle: Battle, attack: Attack, told: Mapping[str, Value]) -> Command:
    """The attack with which the target answers, as a step of its own."""
    mode = "decisive" if told.get("gambit") else str(told.get("mode", "withering"))
    weapon = str(told.get("weapon") or best_weapon(battle, attack.target, attack.by))
    args = Table({**told, "target": attack.by, "mode": mode, "weapon": weapon})
    return Command("attack", attack.target, args)


def clash_refusal(battle: Battle, attack: Attack, command: Command) -> str:
    """Why the target cannot answer so; "" if it can. Who waits for the moment may do so and acts on this tick
    (ex3-05b): who acts first there is no matter in a Clash."""
    other = battle.combatants[attack.target]
    steps_in = attack.target not in battle.up
    if (steps_in and (not waits(battle, other) or other.acted)) or not can_act(other):
        return f"{other.name} does not act on this tick."
    flurry = fact(other, "flurry", ())
    if "attack" in used(other) or (used(other) and "attack" not in flurry):
        return f"{other.name} has used the Simple action of this turn."
    if fact(other, "restrained") or (steps_in and "restrained" in other.conditions):
        return f"{other.name} is restrained."
    only = fact(other, "only")
    if only is not None and only != attack.by:
        return f"{other.name} may attack another only."
    broken = check_against(battle, command)
    if command.get("gambit"):
        broken += gambits.check_gambit(battle, command)
    return broken[0].text if broken else ""


def answered(scene: Scene, command: Command, attack: Attack) -> Procedure[Attack | None]:
    """Whether the target answers at once with an attack of its own: as the step says, or as it chooses (ex3-54)."""
    told = command.get("clash")
    if isinstance(told, Mapping):
        return answering(scene.battle, attack, told)
    name = scene.battle.combatants[attack.target].name
    labels = {mode: gambits.LABELS.get(mode) or f"{mode} attack" for mode in clash_modes(scene.battle, attack)}
    options = [Option("no", "no"), *(Option(mode, label) for mode, label in labels.items())]
    choice = yield from scene.choose(attack.target, "clash", f"Does {name} clash?", options, "no")
    if choice == "no":
        return None
    return answering(scene.battle, attack, {"gambit" if choice in PLAIN_GAMBITS else "mode": str(choice)})


def answering(battle: Battle, attack: Attack, told: Mapping[str, Value]) -> Attack:
    """The attack with which the target answers."""
    return declared(battle, answer_command(battle, attack, told)).but(declared=attack.declared)


def clash(scene: Scene, attack: Attack, answer: Attack) -> Steps:
    """Two attacks against each other (ex3-54, ex3-55); like any other, one out of hiding is a surprise attack
    (ex3-43)."""
    hidden = [own for own in (attack, answer) if is_surprise(scene.battle, own)]
    yield from _cross(scene, attack, answer)
    for own in hidden:
        if can_act(scene.battle.who(own.target)):
            yield from revealed(scene, own.by, own.target)


def _cross(scene: Scene, attack: Attack, answer: Attack) -> Steps:
    """A Clash from what both declare to what the winner does."""
    yield from in_turn(scene, attack, answer)
    rolled: list[Result] = []
    for own in (attack, answer):
        result = yield from scene.roll(
            own.by,
            "attack",
            lambda battle, own=own: attack_pool(battle, own),  # type: ignore[misc]
            auto=lambda battle, own=own: automatic(battle, own.by, "attack"),  # type: ignore[misc]
            label=f"Clash, {own.mode}",
            against=own.target,
        )
        rolled.append(result)
    for own in (attack, answer):
        if "aiming" in scene.battle.who(own.by).conditions and not own.keep:
            yield ConditionEnded(own.by, "aiming", "ex3-24")
        yield from grapple.lose_rounds(scene.battle, own.target)  # attacked, if without onslaught
    first, second = max(0, rolled[0].successes), max(0, rolled[1].successes)
    name, other = _names(scene, attack)
    yield outcome(attack, hit=False)
    if first == second:
        yield Noted(f"{name} and {other} clash, {first} each: neither hits.", attack.by, "ex3-54")
        return
    won, lost = (attack, answer) if first > second else (answer, attack)
    winner, _ = _names(scene, won)
    yield Noted(f"{name} and {other} clash, {first} against {second}: {winner} wins.", won.by, "ex3-54")
    beaten = Effect("clash", "lost a Clash", (Modifier("defense", bonus=-2),), "turn_start", "ex3-55")
    yield EffectBegan(lost.by, beaten, "ex3-55")
    bonus = 1 if won.decisive else 3
    yield from _hits(scene, won.but(damage_successes=won.damage_successes + bonus), abs(first - second))
