"""Attack: which attacks are allowed, and the step itself (sk-03, sk-08, sk-10)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import ConditionBegan, TurnFact
from exgui.engine.procedure import Scene, Steps
from exgui.systems.skirmish import blast, non_lethal
from exgui.systems.skirmish.activation import may_take_round_action
from exgui.systems.skirmish.attack_resolution import Attack, against_one
from exgui.systems.skirmish.loud_noise import be_heard
from exgui.systems.skirmish.positions import is_object, nearby, on_field
from exgui.systems.skirmish.reactions import unfit_reaction
from exgui.systems.skirmish.targets import cannot_target, cannot_target_zone
from exgui.systems.skirmish.turn_order import used_up
from exgui.systems.skirmish.weapons import SPENT, UNLOADED, cannot_use, has, usable

KINDS = ("damage", "disarm", "shove", "grab")


def weapon_of(one: Combatant, command: Command) -> Item | None:
    """The weapon of an attack: the one named, else the first in hand."""
    named = command.get("weapon")
    if named is None:
        return next(usable(one), None)
    item = one.gear.get(str(named))
    return item if item is not None and item.kind == "weapon" else None


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    """All rules that an attack would break."""
    one = battle.combatants[command.by]
    out = may_take_round_action(battle, command.by)
    weapon, kind = weapon_of(one, command), command.get("kind", "damage")
    if kind not in KINDS:
        return [*out, Violation("sk-08", f"An attack is one of {', '.join(KINDS)}, not {kind}.", final=True)]
    if command.get("hand", "main") not in ("main", "off"):
        return [*out, Violation("sk-03", "A hand is main or off.", final=True)]
    if weapon is None:
        text = f"{one.name} has no weapon {command.get('weapon')}." if command.get("weapon") else "With what?"
        return [*out, Violation("sk-03", text, final=True)]
    if kind == "damage":
        out += cannot_use(battle, one, weapon, str(command.get("hand", "")))
    zone, target = command.get("target_zone"), command.get("target")
    if zone is not None:
        return out + _check_zone(battle, command, weapon, zone, kind)
    if has(weapon, "blast") and kind == "damage" and target is None:
        return [*out, Violation("sk-10", f"{weapon.name} hits a zone: which one?", final=True)]
    if target not in battle.combatants:
        text = f"There is nobody called {target}." if target else "Who is attacked?"
        return [*out, Violation("sk-03", text, final=True)]
    return out + _check_target(battle, command, weapon, str(target), kind)


def _check_zone(battle: Battle, command: Command, weapon: Item, zone: object, kind: str) -> list[Violation]:
    if zone not in battle.zones:
        return [Violation("sk-10", f"There is no zone {zone}.", final=True)]
    if kind != "damage" or not has(weapon, "blast"):
        return [Violation("sk-10", f"Only an attack with blast is aimed at a zone, and {weapon.name} has none.")]
    return cannot_target_zone(battle, command.by, str(zone), weapon)


def _check_target(battle: Battle, command: Command, weapon: Item, target: str, kind: str) -> list[Violation]:
    one, other = battle.combatants[command.by], battle.combatants[target]
    out: list[Violation] = []
    if target == command.by:
        out.append(Violation("sk-03", "Nobody attacks themselves.", final=True))
    if not on_field(other) or "destroyed" in other.conditions:
        out.append(Violation("sk-03", f"{other.name} is not there any more."))
    if kind == "damage":
        if has(weapon, "blast") and other.zone is not None:
            return [*out, *cannot_target_zone(battle, command.by, other.zone, weapon)]
        return [*out, *cannot_target(battle, command.by, target, weapon), *unfit_reaction(battle, command, target)]
    if is_object(other):
        out.append(Violation("sk-08", f"{other.name} is a thing: it can only be damaged."))
    elif not nearby(battle, command.by, target):
        out.append(Violation("sk-08", f"{other.name} is not nearby {one.name}."))
    else:
        out += non_lethal.check(battle, command, kind, target)
        out += unfit_reaction(battle, command, target)
    return out


def attack(scene: Scene, command: Command) -> Steps:
    """Carries an attack out: it uses up the activation, then hits a zone or one target."""
    one = scene.battle.who(command.by)
    weapon = weapon_of(one, command)
    if weapon is None:
        return
    yield TurnFact(command.by, "round_action", True, "sk-02")
    yield from used_up(scene, command.by)
    kind = str(command.get("kind", "damage"))
    made = Attack(command.by, weapon, kind, str(command.get("hand", "")), command)
    zone, target = command.get("target_zone"), command.get("target")
    if kind == "damage" and has(weapon, "blast"):
        where = zone if zone is not None else scene.battle.who(str(target)).zone
        yield from blast.blast(scene, made, str(where))
    else:
        yield from against_one(scene, made, str(target))
    if kind == "damage":
        yield from _used(scene, command.by, weapon)
        if has(weapon, "loud"):
            yield from be_heard(scene, command.by)


def _used(scene: Scene, who: str, weapon: Item) -> Steps:
    """What a weapon is like after it was used: unloaded, or used up for the stretch (sk-10)."""
    for property, state in (("reload", UNLOADED), ("one_shot", SPENT)):
        if has(weapon, property):
            known: tuple[str, ...] = scene.battle.who(who).conditions.get(state, ())
            if weapon.id not in known:
                yield ConditionBegan(who, state, (*known, weapon.id), "sk-10")
