"""Attacks: the step itself, the counterattack it may meet, and its resolution in ten steps (ex2-10), one function for
each part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exgui.engine.asks import Command, Option, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, FactSet, Noted, TurnFact
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Record, Table, Value
from exgui.systems.common.gear import noun, weapon_named
from exgui.systems.common.sentences import NO_WEAPON
from exgui.systems.ex2 import called_shots, effects
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.attack import (
    Attack,
    attack_penalties,
    attack_pool,
    best_weapon,
    check_against,
    clinch_pool,
    declared,
    defense_against,
    defenses_against,
    meeting,
    title,
    to_hit,
)
from exgui.systems.ex2.damage import Blow, deal, raw_damage
from exgui.systems.ex2.pools import botched, rolled
from exgui.systems.ex2.positions import able, as_counted, held

MOST_IMPROVED = 10
"""The most a Charm may add to a defender's DV after the roll."""


class Defended(Record):
    """An attack against one of its targets, with the defense they chose.

    Attributes:
        attack: the whole attack, as it is rolled.
        own: the attack with this target alone.
        choice: "parry" or "dodge" as the target chose, None for the better one.
    """

    attack: Attack
    own: Attack
    choice: str | None

    def number(self, battle: Battle) -> Explained:
        """Return the successes needed to hit this target; distance and sight count for each target separately."""
        other = battle.who(self.own.target)
        needed = to_hit(defense_against(battle, self.own, self.choice), other)
        if self.own.target == self.attack.target:
            return needed
        farther = attack_penalties(battle, self.attack).total - attack_penalties(battle, self.own).total
        return needed.plus(say.DISTANCE_AND_SIGHT(who=other), farther, "ex2-11")


def resolve_attack(scene: Scene, attack: Attack, counter: Callable[[], Steps] | None = None) -> Steps:
    """Resolve an attack from the declared defense to its effects (steps 2 to 10).

    There is one roll, and a separate outcome for each target.

    Args:
        counter: the main target's counterattack of step 9, made before the damage or after a miss.
    """
    met = yield from scene.for_each(attack.targets)
    yield FactSet("attack", Table(hit=False))
    result, defended, needed = yield from _attack_roll(
        scene,
        attack,
        met,
        "attack",
        lambda battle: attack_pool(battle, attack),
        memoryless=len(met) == 1 and not attack.reflexive,  # a counterattack is within another attack
    )
    for nth, (one, least) in enumerate(zip(defended, needed, strict=True)):
        if nth:
            yield FactSet("attack", Table(hit=False))
        left = yield from _successes_left(scene, one, result, least, first=not nth)
        yield from _resolve_against(scene, one.own, left, None if nth else counter)
    yield from effects.end_declared(scene.battle, attack.by, *met)


def _resolve_against(scene: Scene, attack: Attack, left: int, counter: Callable[[], Steps] | None) -> Steps:
    """Resolve steps 7 to 10 for one target, after the attack roll.

    Args:
        left: the successes left over against this target.
    """
    if left < 1:
        if counter is not None:
            yield from counter()
            yield FactSet("attack", Table(hit=False))
        return
    yield FactSet("attack", Table(hit=True))
    if attack.shot == "disarm":
        yield from called_shots.disarm(scene, attack.by, attack.target, left)
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
    yield from deal(scene, blow, noun(scene.battle, attack.weapon))


def clinch(scene: Scene, attack: Attack, helped: int) -> Procedure[int]:
    """Make the attack roll of a clinch; return the successes left over (ex2-40).

    Args:
        helped: the dice that helpers add.
    """

    def number(battle: Battle) -> Explained:
        return clinch_pool(battle, attack).plus(say.HELPERS, helped, "ex2-40")

    return (yield from hit_roll(scene, attack, "grapple", number))


def hit_roll(scene: Scene, attack: Attack, name: str, number: Callable[[Battle], Explained]) -> Procedure[int]:
    """Resolve steps 2 to 6 against one target; return the successes left over, less than 1 for a miss."""
    result, defended, needed = yield from _attack_roll(scene, attack, (attack.target,), name, number)
    return (yield from _successes_left(scene, defended[0], result, needed[0], first=True))


def _attack_roll(
    scene: Scene,
    attack: Attack,
    met: tuple[str, ...],
    name: str,
    number: Callable[[Battle], Explained],
    *,
    memoryless: bool = False,
) -> Procedure[tuple[Result, tuple[Defended, ...], tuple[int, ...]]]:
    """Resolve steps 2 to 5: every target declares a defense, the attack is rolled, perhaps again.

    Return the roll, every target's defense, and the successes needed against each. The roll shows the lowest of these
    numbers, since below it no one is hit.
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

    def roll(*, memoryless: bool) -> Procedure[Result]:
        return (
            yield from rolled(
                scene,
                attack.by,
                name,
                number,
                auto=lambda battle: attack_penalties(battle, attack),
                difficulty=lambda battle: _lowest(battle, defended),
                label=title(attack) if name == "attack" else say.CLINCH,
                against=attack.target,
                botch=True,
                memoryless=memoryless,
            )
        )

    result = yield from roll(memoryless=memoryless)
    declared = yield from effects.declare(scene, attack.by, "rolled", ability, attack.target)
    again = next((str(item.get("again")) for item in declared if item.get("again")), "")
    again = again or (yield from _reroll(scene, attack))
    if again != "no":
        second = yield from roll(memoryless=False)
        result = second if again == "new" or second.successes > result.successes else result
    if not attack.reflexive and "aiming" in scene.battle.who(attack.by).conditions:
        aimed = scene.battle.who(attack.by).conditions["aiming"]["target"]
        if aimed == attack.target:
            yield TurnFact(attack.by, "aim_used", True, "ex2-21")
    if len(defended) == 1 and result.difficulty is not None:
        return result, defended, (result.difficulty,)
    return result, defended, tuple(one.number(scene.battle).total for one in defended)


def _lowest(battle: Battle, defended: tuple[Defended, ...]) -> Explained:
    """Return the lowest number of successes that the attack needs against any of its targets."""
    return min((one.number(battle) for one in defended), key=lambda number: number.total, default=NOTHING)


def _successes_left(scene: Scene, defended: Defended, result: Result, needed: int, *, first: bool) -> Procedure[int]:
    """Resolve step 6 for one target; return the successes left after their DV, improved or not.

    Args:
        needed: the successes needed against this target when the dice were rolled.
        first: whether this is the first target; a botch is noted once.
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
    """Resolve step 2: return the target's choice of parry or dodge; None means the better DV.

    Play does not stop for it, since the better one is nearly always meant.
    """
    other = scene.battle.who(attack.target)
    values = scene.work_out(lambda now: defenses_against(now, attack))
    labels = {"parry": say.PARRY, "dodge": say.DODGE}
    options = [Option(name, labels[name](n=value.total)) for name, value in values.items()]
    better = max(values, key=lambda name: values[name].total, default=None)
    choice = yield from scene.choose(attack.target, "defense", say.HOW_DEFEND(whom=other), options, better, stop=False)
    return None if choice == better else str(choice)


def _reroll(scene: Scene, attack: Attack) -> Procedure[str]:
    """Resolve step 4: a Charm may roll the attack again. Either the better result counts, or the new one."""
    prompt = say.ROLL_AGAIN(who=scene.battle.who(attack.by))
    options = [Option("no", say.NO), Option("better", say.KEEP_BETTER), Option("new", say.KEEP_NEW)]
    choice = yield from scene.choose(attack.by, "reroll", prompt, options, "no", stop=False)
    return str(choice)


def _improve(scene: Scene, attack: Attack) -> Procedure[int]:
    """Resolve step 6: a Charm may improve the defender's DV after the roll."""
    options = [Option(more, say.MORE(n=more)) for more in range(MOST_IMPROVED + 1)]
    prompt = say.IMPROVE_DV(who=scene.battle.who(attack.target))
    choice = yield from scene.choose(attack.target, "improve", prompt, options, 0, stop=False)
    return int(choice)


def _missed(scene: Scene, attack: Attack, result: Result, against: int, *, botch: bool) -> Steps:
    one, weapon = scene.battle.who(attack.by), noun(scene.battle, attack.weapon)
    text = say.MISSES(
        who=one,
        whom=scene.battle.who(attack.target),
        weapon=weapon,
        n=result.successes,
        dv=against,
        needed=against + 1,
    )
    yield Noted(text, attack.by, "ex2-10")
    if botch:
        yield ConditionBegan(attack.by, "botched", True, "ex2-01")
        yield Noted(say.BOTCHES(who=one), attack.by, "ex2-13")


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that an attack would break, including those of its counterattack."""
    out = check_against(battle, command)
    if hopeless(out):
        return out
    counter = command.get("counter")
    if counter:
        out += _check_counter(battle, command, counter)
    return out


def _check_counter(battle: Battle, command: Command, described: Value) -> list[Violation]:
    """Return the rules that a counterattack would break.

    It is made by someone other than the attacker, with a weapon they have.
    """
    wrong = ""
    by = described.get("by", command.get("target")) if isinstance(described, Mapping) else None
    one = battle.combatants.get(by) if isinstance(by, str) else None
    if one is None:
        wrong = say.COUNTER_GIVEN()
    elif one.id == command.by:
        wrong = say.NO_COUNTER_OF_OWN(who=one)
    elif described.get("weapon") and weapon_named(one, str(described["weapon"])) is None:
        wrong = NO_WEAPON(who=one, weapon=str(described["weapon"]))
    return [Violation("ex2-10", wrong, final=True)] if wrong else []


def attack(scene: Scene, command: Command) -> Steps:
    """Carry out an attack from its declaration to its end."""
    one = declared(scene.battle, command)
    described = command.get("counter")
    if not described:
        yield from resolve_attack(scene, one)
        return
    yield from resolve_attack(scene, one, lambda: _counter(scene, one.by, one.target, described))


def _counter(scene: Scene, against: str, target: str, described: Mapping[str, Value]) -> Steps:
    """Carry out a counterattack: it costs no action and can't be countered."""
    battle = scene.battle
    by = str(described.get("by") or target)
    one = battle.who(by)
    weapon = str(described.get("weapon") or best_weapon(battle, by, against))
    command = Command("attack", by, Table(target=against, weapon=weapon))
    broken = check_against(battle, command)
    if broken or not able(battle, one) or held(as_counted(battle, one)):
        why = broken[0].text if broken else say.CANNOT_ACT(who=one)
        yield Noted(say.CANNOT_COUNTER(who=one, why=why), by, "ex2-10")
        return
    yield Noted(say.COUNTERATTACKS(who=one), by, "ex2-10")
    yield from resolve_attack(scene, declared(battle, command).but(reflexive=True))
