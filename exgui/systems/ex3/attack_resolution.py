"""Resolving an attack, from the effects and the dice before the roll to the outcome for each of its targets; `damage`
resolves the hits.

Rules: ex3-26, ex3-43, ex3-44, ex3-45, ex3-46.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exgui.engine.asks import Option
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import Event, Noted, TrackChanged
from exgui.engine.explained import NOTHING, Explained, Part, constant
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Record
from exgui.systems.common.gear import lookup, noun, rules_of, tagged
from exgui.systems.common.printed_numbers import label_of, printed_dice, printed_pool
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.aim import used_up, with_aim
from exgui.systems.ex3.attack import Attack, meeting
from exgui.systems.ex3.battle_groups import is_group, with_attack
from exgui.systems.ex3.damage import hit, outcome
from exgui.systems.ex3.declare_effects import before_the_roll, declare
from exgui.systems.ex3.defense_against import defense_against, defenses_against, guardian, higher
from exgui.systems.ex3.gambits import GAMBITS
from exgui.systems.ex3.grapple.state import lose_rounds
from exgui.systems.ex3.hindrances import with_hindrances
from exgui.systems.ex3.initiative import initiative, pay
from exgui.systems.ex3.mounts import attack_bonus
from exgui.systems.ex3.pools import automatic, finish_pool
from exgui.systems.ex3.positions import RANGES, can_act
from exgui.systems.ex3.surprise import is_surprise, revealed
from exgui.systems.ex3.values import ability_of, accuracy, defense

ATTACK_LABELS = {mode: say.ATTACK_ROLL(mode=mode.capitalize()) for mode in ("withering", "decisive")}


class Defended(Record):
    """An attack against one of its targets, with the defense they chose.

    Attributes:
        attack: the attack with this target alone.
        guard: id of the guardian who defends the target with their own Parry, None for no one (ex3-26).
        choice: "parry" or "evasion" as the target chose, "" for the higher.
    """

    attack: Attack
    guard: str | None
    choice: str

    def number(self, battle: Battle) -> Explained:
        """Return the successes the attack roll needs to hit this target."""
        if self.guard is not None:
            return defenses_against(battle, self.attack, self.guard)["parry"]
        return defense_against(battle, self.attack, self.choice)


def resolve_attack(scene: Scene, attack: Attack, apply_to: str = "", begun: Iterable[Event] = ()) -> Steps:
    """Resolve steps 2 to 8 of an attack: one roll, and a separate outcome for each of its targets.

    Args:
        apply_to: who suffers an attack that beats a guardian, "ward" or "defender"; "" to ask the attacker.
        begun: the events of declaring it, if they are still to come.
    """
    yield from begun
    met = yield from scene.for_each(attack.targets)
    each = [meeting(scene.battle, attack, target) for target in met]
    unseen = [one for one in each if is_surprise(scene.battle, one)]
    yield from before_the_roll(scene, attack, each)
    if attack.sure_against is not None and attack.decisive:
        for one in each:
            yield from hit(scene, one, 0, _attacked(scene.battle, one))
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
    """Step 4: decide whether a guardian defends the target, or the target uses Parry or Evasion."""
    guard = guardian(scene.battle, attack)
    if guard is not None:
        yield from declare(scene, attack, guard, "attacked")
    choice = "" if guard else (yield from _choose_defense(scene, attack))
    return Defended(attack, guard, choice)


def _resolve_against(scene: Scene, defended: Defended, successes: int, needed: int, apply_to: str) -> Steps:
    """Resolve steps 6 to 8 for one target, after the attack roll.

    Args:
        needed: the successes needed against this target.
    """
    attack, guard = defended.attack, defended.guard
    if guard is not None and successes >= needed:
        return _past_guard(scene, attack, guard, successes - needed, apply_to)
    attacked = _attacked(scene.battle, attack)
    if successes >= needed or attack.sure_against is not None:
        return hit(scene, attack, max(0, successes - needed), attacked)
    return _missed(scene, attack, successes, needed, attacked)


def defend_unmatched(scene: Scene, attack: Attack) -> Procedure[list[Defended]]:
    """Resolve steps 3 and 4, before the roll of a Clash, for the targets other than the one it clashes with."""
    each = [meeting(scene.battle, attack, target) for target in attack.others]
    for one in each:
        yield from declare(scene, one, one.target, "attacked")
    defended = []
    for one in each:
        own = yield from _defend(scene, one)
        defended.append(own)
    return defended


def resolve_unmatched(scene: Scene, attack: Attack, defended: Sequence[Defended], successes: int) -> Steps:
    """Resolve the roll of a Clash normally against the attack's other targets (ex3-56), unless the attacker has fallen
    in it (ex3-57).
    """
    for own in defended:
        if can_act(scene.battle.who(attack.by)):
            yield from _resolve_against(scene, own, successes, own.number(scene.battle).total, "")


def _attack_roll(scene: Scene, attack: Attack, defended: Sequence[Defended]) -> Procedure[Result]:
    """Step 5: roll against the target's Defense, or their guardian's Parry. With several targets the roll shows the
    lowest number, since below it no target is hit.
    """
    label = ATTACK_LABELS[attack.mode] if not attack.gambit else GAMBITS[attack.gambit].label
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
    """Return the lowest of the numbers that an attack needs against its targets, and show the others beside it."""
    if not defended[1:]:
        return defended[0].number(battle)
    numbers = [(own.number(battle), battle.combatants[own.guard or own.attack.target].name) for own in defended]
    lowest, name = min(numbers, key=lambda number: number[0].total, default=(NOTHING, ""))
    all_ = ", ".join(say.NAME_AND_NUMBER(name=other, n=number.total) for number, other in numbers)
    label = say.LOWEST_OF_ALL(name=name, all=all_) if all_ else ""
    return Explained(lowest.total, (Part(label, lowest.total, "ex3-72", lowest.parts),))


def _needed(battle: Battle, defended: Sequence[Defended], result: Result) -> tuple[int, ...]:
    """Return the successes that were needed against each target when the dice fell."""
    if result.difficulty is not None and not defended[1:]:
        return (result.difficulty,)
    return tuple(own.number(battle).total for own in defended)


def _attacked(battle: Battle, attack: Attack) -> list[Event]:
    """Step 6: return onslaught, hit or miss (ex3-45); an attack on a grappler costs a control round (ex3-40)."""
    aim = [] if attack.keep else used_up(battle, attack.by)
    return _onslaught(battle, attack.target) + aim


def _onslaught(battle: Battle, target: str) -> list[Event]:
    before = battle.combatants[target].track("onslaught")
    harder = TrackChanged(target, "onslaught", before + 1, 1, "ex3-45")
    return [harder, *lose_rounds(battle, target)]


def _choose_defense(scene: Scene, attack: Attack) -> Procedure[str]:
    """Ask the target for Parry or Evasion (step 4) without stopping play, since the higher is nearly always meant."""
    if scene.take_defaults:
        return ""
    prompt = say.HOW_DEFEND(whom=scene.battle.combatants[attack.target])
    options, higher = scene.work_out(lambda now: _ways_to_defend(now, attack))
    choice = yield from scene.choose(attack.target, "defense", prompt, options, higher, stop=False)
    return "" if choice == higher else str(choice)


def _ways_to_defend(battle: Battle, attack: Attack) -> tuple[list[Option], str]:
    """Return the defenses the target can choose from, and the highest of them ("" if there is none)."""
    if attack.sure_against is not None:
        return [], ""
    values = defenses_against(battle, attack, attack.target)
    return [
        Option(name, say.DEFENSE_OF(name=name.capitalize(), n=value.total)) for name, value in values.items()
    ], higher(values)


def _past_guard(scene: Scene, attack: Attack, guard: str, threshold: int, apply_to: str) -> Steps:
    """Let an attacker who has beaten a guardian's Parry choose whether the attack applies to guardian or ward
    (ex3-26).
    """
    ward, defender = scene.battle.combatants[attack.target], scene.battle.who(guard)
    if apply_to not in ("ward", "defender"):
        options = [Option("ward", ward.name), Option("defender", defender.name)]
        answer = yield from scene.choose(attack.by, "apply_to", say.WHO_IS_STRUCK, options, "ward")
        apply_to = str(answer)
    # The ward's Defense still decides whether the attack hits; onslaught comes only after that.
    needed = defense_against(scene.battle, attack).total
    less = defense(scene.battle, scene.battle.who(guard)).total // 2
    yield from _attacked(scene.battle, attack)
    if apply_to == "defender":
        yield from _onslaught(scene.battle, guard)
        yield from hit(scene, attack.but(target=guard, at_mount=False), threshold)
        return
    if threshold < needed:
        yield from _missed(scene, attack, threshold, needed)
        return
    if attack.decisive:
        attack = attack.but(extra=attack.extra.plus(say.IN_THE_WAY(who=defender), -less, "ex3-26"))
    yield from hit(scene, attack, threshold - needed)


def _missed(scene: Scene, attack: Attack, successes: int, needed: int, attacked: Iterable[Event] = ()) -> Steps:
    """Step 7: a missed decisive attack costs Initiative (ex3-46).

    Args:
        attacked: the events of step 6, if they are still to come.
    """
    yield from attacked
    yield outcome(attack, hit=False)
    text = say.MISSES(
        who=scene.battle.combatants[attack.by],
        whom=scene.battle.combatants[attack.target],
        weapon=noun(scene.battle, attack.weapon),
        n=successes if successes > 0 else 0,
        needed=needed,
    )
    yield Noted(text, attack.by, "ex3-44")
    if attack.decisive:
        cost = 3 if initiative(scene.battle.combatants[attack.by]) >= 11 else 2
        yield from pay(scene, attack.by, cost, "ex3-46")


@of_sheet
def _skill(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Return Dexterity + Ability (+ specialty), or the dice printed for these attacks (ex3-88)."""
    printed = printed_pool(battle, one, weapon.id, "ex3-88")
    if printed is not None:
        return printed
    formula = rules_of(battle).rolls["attack"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon, ability=ability_of(battle, one, weapon)))


def _unhindered(battle: Battle, one: Combatant, attack: Attack) -> Explained:
    """Return the pool before other changes, with accuracy if it counts."""
    weapon = attack.weapon
    whole = printed_dice(one, weapon)
    if not whole:
        base = _skill(battle, one, weapon)
        return base if attack.decisive else base.plus("accuracy", accuracy(weapon, attack.range), "ex3-44")
    if attack.decisive and weapon.get("decisive_dice", 0):
        return constant(label_of(one), int(weapon.get("decisive_dice")), "ex3-88")
    base = constant(label_of(one), whole, "ex3-88")
    best = max(accuracy(weapon, range) for range in RANGES)
    if attack.decisive:
        return base.plus("accuracy, withering only", -best, "ex3-88")
    return base.plus("accuracy at this range", accuracy(weapon, attack.range) - best, "ex3-44")


def attack_pool(battle: Battle, attack: Attack) -> Explained:
    """Return the attack pool: Dexterity + Ability (+ specialty), for a withering attack + accuracy (ex3-44, step 5)."""
    one = battle.combatants[attack.by]
    weapon = attack.weapon
    base = _unhindered(battle, one, attack)
    if is_group(one):
        base = with_attack(one, base, spread=attack.spread, accurate=not attack.decisive)
    base = _in_its_state(battle, attack, one, base)
    states = one.conditions if "off_hand" in one.conditions else one.fields
    if ("off_hand" in states and weapon.id == states["off_hand"]) or tagged(weapon, "off_hand"):
        base = base.plus("off hand", -int(battle.options.get("off_hand_penalty", 1)), "ex3-31")
    return finish_pool(battle, one, base, "attack", flurried=True)


def _in_its_state(battle: Battle, attack: Attack, one: Combatant, base: Explained) -> Explained:
    """Return the pool as modified by the attacker's state: an aim, a mount, hindrances."""
    base = with_aim(one, attack.target, base)
    if not attack.decisive:
        label, bonus = attack_bonus(one, battle.combatants[attack.target])
        base = base.plus(f"from {label}", bonus, "ex3-65") if bonus else base
    hands = "attack_two_handed" if tagged(attack.weapon, "two_handed") else "attack"
    return with_hindrances(one, base, hands)
