"""Resolving attacks in ten steps (ex2-10), one function for each part of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from exgui.engine.asks import Option
from exgui.engine.battle import Battle
from exgui.engine.dice import D10_TENS_ONCE
from exgui.engine.effects import modify_pool, modify_successes
from exgui.engine.events import ConditionBegan, FactSet, Noted, TurnFact
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Record, Table
from exgui.systems.common.gear import lookup, rules_of, trait
from exgui.systems.common.health import after_damage, set_health
from exgui.systems.ex2 import called_shots, effects, stun_and_knockdown
from exgui.systems.ex2.attack import (
    Attack,
    attack_penalties,
    attack_pool,
    clinch_pool,
    defense_against,
    defenses_against,
    meeting,
    title,
    to_hit,
)
from exgui.systems.ex2.pools import botched, rolled
from exgui.systems.ex2.positions import can_act
from exgui.systems.ex2.values import hardness, soak

MOST_IMPROVED = 10
"""The most by which a defender's DV is improved after the roll."""


@dataclass(frozen=True)
class Blow(Record):
    """Damage that is about to be dealt (ex2-10, steps 7 and 8).

    Attributes:
        raw: raw damage.
        type: kind of damage.
        piercing: it halves what armour gives.
        overwhelming: dice that it has at least.
        sweep: it asks for a knockdown check whatever the damage, and stuns.
        spare: it may maim instead of killing.
    """

    by: str
    target: str
    raw: Explained
    type: str
    piercing: bool = False
    overwhelming: int = 0
    sweep: bool = False
    spare: bool = False


@dataclass(frozen=True)
class Defended(Record):
    """An attack as one of its targets meets it.

    Attributes:
        attack: as it is rolled.
        own: the same against this target alone.
        choice: "parry" or "dodge" as the target chose, None for the better.
    """

    attack: Attack
    own: Attack
    choice: str | None

    def number(self, battle: Battle) -> Explained:
        """What the attack roll must reach; distance and sight count for each target on their own."""
        name = battle.who(self.own.target).name
        needed = to_hit(defense_against(battle, self.own, self.choice), name)
        if self.own.target == self.attack.target:
            return needed
        farther = attack_penalties(battle, self.attack).total - attack_penalties(battle, self.own).total
        return needed.plus(f"distance and sight to {name}", farther, "ex2-11")


def strike(scene: Scene, attack: Attack, counter: Callable[[], Steps] | None = None) -> Steps:
    """An attack from the declared defence to its effects (steps 2 to 10): one roll, and an outcome of their own for
    each of its targets.

    Args:
        counter: the counterattack of step 9 to the one it is aimed at; it comes before the damage and after a miss.
    """
    met = yield from scene.for_each(attack.targets)
    yield FactSet("attack", Table(hit=False))
    result, defended, needed = yield from _attack_roll(
        scene, attack, met, "attack", lambda battle: attack_pool(battle, attack)
    )
    for nth, (one, least) in enumerate(zip(defended, needed, strict=True)):
        if nth:
            yield FactSet("attack", Table(hit=False))
        left = yield from _successes_left(scene, one, result, least, first=not nth)
        yield from _resolve_against(scene, one.own, left, None if nth else counter)
    yield from effects.ends(scene.battle, attack.by, *met)


def _resolve_against(scene: Scene, attack: Attack, left: int, counter: Callable[[], Steps] | None) -> Steps:
    """Steps 7 to 10 for one target, the dice of the attack having fallen.

    Args:
        left: the successes that are left against this target.
    """
    if left < 1:
        if counter is not None:
            yield from counter()
            yield FactSet("attack", Table(hit=False))
        return
    yield FactSet("attack", Table(hit=True))
    if attack.shot == "disarm":
        yield from called_shots.disarm(scene, attack.target, left)
        if counter is not None:
            yield from counter()
            yield FactSet("attack", Table(hit=True))
        return
    blow = Blow(
        attack.by,
        attack.target,
        raw_damage(scene.battle, attack, left),
        attack.damage_type,
        bool(attack.weapon.get("piercing")),
        int(attack.weapon.get("overwhelming")),
        attack.shot == "sweep",
        attack.shot == "coup_de_grace",
    )
    if counter is not None:
        yield from counter()
    ability = str(attack.weapon.get("ability"))
    if (yield from effects.declare(scene, attack.by, "damage", ability, attack.target)):
        blow = blow.but(raw=raw_damage(scene.battle, attack, left))
    yield from effects.declare(scene, attack.target, "damaged", ability, attack.by)
    yield from deal(scene, blow, attack.weapon.name)


def clinch(scene: Scene, attack: Attack, helped: int) -> Procedure[int]:
    """The attack roll of a clinch; gives the successes that are left (ex2-40).

    Args:
        helped: dice that helpers add.
    """

    def number(battle: Battle) -> Explained:
        return clinch_pool(battle, attack).plus("helpers", helped, "ex2-40")

    return (yield from hit_roll(scene, attack, "grapple", number))


def hit_roll(scene: Scene, attack: Attack, name: str, number: Callable[[Battle], Explained]) -> Procedure[int]:
    """Steps 2 to 6 against one target; gives the successes that are left, less than 1 for a miss."""
    result, defended, needed = yield from _attack_roll(scene, attack, (attack.target,), name, number)
    return (yield from _successes_left(scene, defended[0], result, needed[0], first=True))


def _attack_roll(
    scene: Scene, attack: Attack, met: tuple[str, ...], name: str, number: Callable[[Battle], Explained]
) -> Procedure[tuple[Result, tuple[Defended, ...], tuple[int, ...]]]:
    """Steps 2 to 5: everyone who is met declares their defence, the attack is rolled, perhaps again.

    Gives the roll, everyone's defence, and what was to be reached against each. Of several numbers the lowest is what
    the roll shows, since below it nobody is hit.
    """
    ability = str(attack.weapon.get("ability"))
    each = [meeting(scene.battle, attack, target) for target in met]
    yield from effects.declare(scene, attack.by, "attack", ability, attack.target)
    for one in each:
        yield from effects.declare(scene, one.target, "attacked", ability, attack.by)
    choices = []
    for one in each:
        choice = yield from _choose_defense(scene, one)
        choices.append(Defended(attack, one, choice))
    defended = tuple(choices)

    def roll() -> Procedure[Result]:
        return (
            yield from rolled(
                scene,
                attack.by,
                name,
                number,
                auto=lambda battle: attack_penalties(battle, attack),
                difficulty=lambda battle: _lowest(battle, defended),
                label=title(attack) if name == "attack" else "Clinch",
                against=attack.target,
                botch=True,
            )
        )

    result = yield from roll()
    declared = yield from effects.declare(scene, attack.by, "rolled", ability, attack.target)
    again = next((str(item.get("again")) for item in declared if item.get("again")), "")
    again = again or (yield from _reroll(scene, attack))
    if again != "no":
        second = yield from roll()
        result = second if again == "new" or second.successes > result.successes else result
    if not attack.reflexive and "aiming" in scene.battle.who(attack.by).conditions:
        aimed = scene.battle.who(attack.by).conditions["aiming"]["target"]
        if aimed == attack.target:
            yield TurnFact(attack.by, "aim_used", True, "ex2-21")
    if len(defended) == 1 and result.difficulty is not None:
        return result, defended, (result.difficulty,)
    return result, defended, tuple(one.number(scene.battle).total for one in defended)


def _lowest(battle: Battle, defended: tuple[Defended, ...]) -> Explained:
    """The lowest number among those that an attack is to reach against its targets."""
    return min((one.number(battle) for one in defended), key=lambda number: number.total, default=NOTHING)


def _successes_left(scene: Scene, defended: Defended, result: Result, needed: int, *, first: bool) -> Procedure[int]:
    """Step 6 for one target: what is left of the successes when their DV, improved or not, has come off.

    Args:
        needed: what was to be reached against this target when the dice fell.
        first: no other target has come before; a botch is told once.
    """
    attack = defended.own
    improved = int((yield from _improve(scene, attack)))
    left = result.successes - needed + 1 - improved
    ability = str(attack.weapon.get("ability"))
    if left > 0 and (yield from effects.declare(scene, attack.target, "hit", ability, attack.by)):
        more = defended.number(scene.battle).total - needed
        improved, left = improved + more, left - more
    if left < 1:
        yield from _missed(scene, attack, result, needed - 1 + improved, botch=first and botched(result))
    return left


def _choose_defense(scene: Scene, attack: Attack) -> Procedure[str | None]:
    """Step 2; play does not stop for it, since the better DV is nearly always meant. None means the better one."""
    other = scene.battle.who(attack.target)
    values = scene.work_out(lambda now: defenses_against(now, attack))
    labels = {"parry": "Parry", "dodge": "Dodge"}
    options = [Option(name, f"{labels[name]} {value.total}") for name, value in values.items()]
    better = max(values, key=lambda name: values[name].total, default=None)
    choice = yield from scene.choose(
        attack.target, "defense", f"How does {other.name} defend?", options, better, stop=False
    )
    return None if choice == better else str(choice)


def _reroll(scene: Scene, attack: Attack) -> Procedure[str]:
    """Step 4: a Charm may roll the attack again; then the better result counts, or the new one."""
    name = scene.battle.who(attack.by).name
    options = [Option("no", "no"), Option("better", "yes, the better counts"), Option("new", "yes, the new one counts")]
    choice = yield from scene.choose(attack.by, "reroll", f"Does {name} roll again?", options, "no", stop=False)
    return str(choice)


def _improve(scene: Scene, attack: Attack) -> Procedure[int]:
    """Step 6: a Charm may improve the defender's DV after the roll."""
    name = scene.battle.who(attack.target).name
    options = [Option(more, f"+{more}") for more in range(MOST_IMPROVED + 1)]
    prompt = f"By how much does {name} improve its DV?"
    choice = yield from scene.choose(attack.target, "improve", prompt, options, 0, stop=False)
    return int(choice)


def _missed(scene: Scene, attack: Attack, result: Result, against: int, *, botch: bool) -> Steps:
    name, target = scene.battle.who(attack.by).name, scene.battle.who(attack.target).name
    text = f"{name} misses {target} with {attack.weapon.name}: {result.successes} against DV {against}."
    yield Noted(text, attack.by, "ex2-10")
    if botch:
        yield ConditionBegan(attack.by, "botched", True, "ex2-01")
        yield Noted(f"{name} botches: DV -2 until the next action.", attack.by, "ex2-13")


def raw_damage(battle: Battle, attack: Attack, left: int) -> Explained:
    """Strength + weapon damage + the successes left (ex2-10, step 7); a fierce blow adds to it (ex2-15)."""
    one = battle.combatants[attack.by]
    formula = rules_of(battle).rolls["damage"].formula
    assert formula is not None
    base = formula.explain(lookup(battle, one, weapon=attack.weapon)).plus("successes left", left, "ex2-10")
    if attack.shot == "fierce_blow":
        base = base.plus("fierce blow", called_shots.FIERCE[attack.damage_type], "ex2-15")
    return modify_pool(base, one.effects, "damage")


def damage_pool(battle: Battle, blow: Blow) -> Explained:
    """Step 8: nothing where Hardness is not overcome; else soak comes off, and at least Essence or Overwhelming dice
    are left."""
    one, other = battle.combatants[blow.by], battle.combatants[blow.target]
    base = blow.raw
    hard = hardness(battle, other, blow.type)
    if base.total <= hard.total:
        text = f"{other.name}'s Hardness {hard.total} is not overcome" if hard.total else "no damage"
        return base.plus(text, -base.total, "ex2-10", hard.parts)
    less = soak(battle, other, blow.type, piercing=blow.piercing)
    base = base.plus(f"{other.name}'s soak", -less.total, "ex2-18", less.parts)
    essence = trait(battle, one, "essence")
    if blow.overwhelming > essence:
        base = base.at_least(blow.overwhelming, "at least Overwhelming", "ex2-10")
    else:
        base = base.at_least(essence, "at least Essence", "ex2-10")
    return modify_pool(base, one.effects, "post_soak")


def deal(scene: Scene, blow: Blow, what: str) -> Steps:
    """Step 10: damage is rolled, wounds taken, stun and knockdown checked."""
    result = yield from scene.roll(
        blow.by,
        "damage",
        lambda battle: damage_pool(battle, blow),
        auto=lambda battle: modify_successes(NOTHING, battle.combatants[blow.by].effects, "damage", "post_soak"),
        die=D10_TENS_ONCE,
        label="Damage",
        against=blow.target,
    )
    dealt = max(0, result.successes)
    if blow.spare:
        dealt = yield from called_shots.spare(scene, blow.by, blow.target, dealt)
    battle = scene.battle
    filled = after_damage(battle, battle.who(blow.target), dealt, blow.type)
    yield FactSet("attack", Table(hit=True))
    yield from set_health(battle, blow.target, filled, "ex2-10", "ex2-18")
    now = scene.battle.who(blow.target)
    down = not can_act(now) and can_act(battle.who(blow.target))
    yield Noted(
        f"{battle.who(blow.by).name} hits {now.name} with {what}: raw damage {blow.raw.total}, {result.dice} dice, "
        f"{dealt} {blow.type}{f'; {now.name} is incapacitated' if down else ''}.",
        blow.by,
        "ex2-10",
    )
    if not can_act(now):
        return
    yield from stun_and_knockdown.stun(scene, blow.target, dealt)
    if blow.sweep or stun_and_knockdown.knockdown_due(scene.battle, blow.target, blow.raw.total):
        if "prone" not in scene.battle.who(blow.target).conditions:
            yield from stun_and_knockdown.knockdown(scene, blow.target)
    if blow.sweep:
        yield from stun_and_knockdown.stunned(scene, blow.target, "ex2-15")
