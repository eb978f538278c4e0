"""Clinches: seizing somebody, renewing the hold at each action, and what the one in control does (ex2-40)."""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Event, FactSet, Noted, TurnFact
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Number, Procedure, Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.close_groups import leave_group
from exgui.systems.common.gear import trait
from exgui.systems.ex2 import damage
from exgui.systems.ex2.attack import Attack, attack_pool, clinch_pool
from exgui.systems.ex2.attack_resolution import clinch, hit_roll
from exgui.systems.ex2.damage import Blow, deal
from exgui.systems.ex2.pools import pool, rolled
from exgui.systems.ex2.positions import as_counted, can_act, held, on_field
from exgui.systems.ex2.turn_actions import action_of, actions_taken, fact, has_acted, take_actions

UNARMED = "unarmed"
ATTRIBUTES = ("dexterity", "strength")
MANEUVERS = ("hold", "crush", "break_hold")
THROWS = ("prone", "yards")


def victim_of(one: Combatant) -> str | None:
    """Id of the one whom somebody holds, if any."""
    target = one.conditions.get("grappling")
    return None if target is None else str(target)


def helpers(command: Command) -> tuple[str, ...]:
    """Ids of those who help, each once."""
    given = command.get("helpers", ())
    ids = (given,) if isinstance(given, str) else tuple(given or ())
    return tuple(dict.fromkeys(str(id) for id in ids))


def check_grapple(battle: Battle, command: Command) -> list[Violation]:
    """All rules that seizing somebody, or renewing the clinch, would break."""
    who, target = command.by, command.get("target")
    one = battle.combatants[who]
    if target not in battle.combatants or target == who:
        wrong = f"There is nobody called {target} to seize." if target else "Choose whom to seize."
        return [Violation("ex2-40", wrong, final=True)]
    attribute, maneuver = command.get("attribute", "dexterity"), command.get("maneuver", "hold")
    if attribute not in ATTRIBUTES:
        return [Violation("ex2-40", f"A clinch uses dexterity or strength, not {attribute}.", final=True)]
    if maneuver not in MANEUVERS:
        return [Violation("ex2-40", f"There is no maneuver {maneuver}; there are {', '.join(MANEUVERS)}.", final=True)]
    if command.get("throw", "prone") not in THROWS:
        return [Violation("ex2-40", f"A throw is prone or yards, not {command.get('throw')}.", final=True)]
    other = battle.combatants[target]
    out = []
    if not on_field(other):
        out.append(Violation("ex2-40", f"{other.name} is not on the battlefield.", final=True))
    if victim_of(one) not in (None, target):
        out.append(Violation("ex2-40", f"{one.name} holds somebody else."))
    elif held(other) and victim_of(one) != target:
        out.append(Violation("ex2-40", f"{other.name} is held by somebody already."))
    if target not in battle.close_group(who):
        out.append(Violation("ex2-50", f"{one.name} is not engaged with {other.name}."))
    return out + _check_helpers(battle, command, str(target))


def _check_helpers(battle: Battle, command: Command, target: str) -> list[Violation]:
    out = []
    for id in helpers(command):
        if id not in battle.combatants or id in (command.by, target):
            return [Violation("ex2-40", f"{id} cannot help.", final=True)]
        one = battle.combatants[id]
        if not can_act(one) or held(one):
            out.append(Violation("ex2-40", f"{one.name} cannot act and so cannot help."))
        elif id not in battle.up:
            out.append(Violation("ex2-40", f"{one.name} is not up on this tick, and helping is an action."))
        elif actions_taken(one):
            out.append(Violation("ex2-40", f"{one.name} has acted on this tick and so cannot help."))
        elif id not in battle.close_group(target):
            out.append(Violation("ex2-50", f"{one.name} is not engaged with {battle.combatants[target].name}."))
    return out


def grapple(scene: Scene, command: Command) -> Steps:
    """Seizes somebody, or renews the clinch."""
    who, target = command.by, str(command.get("target"))
    one = scene.battle.who(who)
    attack = Attack(who, target, one.gear[UNARMED], attribute=str(command.get("attribute", "dexterity")))
    helped = yield from _helped(scene, command, target)
    yield TurnFact(who, "grappled", True, "ex2-40")
    if victim_of(one) == target:
        yield from _renew(scene, command, attack, helped)
        return
    yield FactSet("attack", Table(hit=False))
    left = yield from clinch(scene, attack, helped)
    if left < 1:
        return
    yield FactSet("attack", Table(hit=True))
    yield from end(scene, target, f"{scene.battle.who(target).name} loses their hold.")
    yield from clasp(who, target)
    name = scene.battle.who(target).name
    yield Noted(f"{one.name} has {name} in a clinch.", who, "ex2-40", Table(unseen=f"{name} is held in a clinch."))
    yield from _maneuver(scene, command, who, left)


def _helped(scene: Scene, command: Command, target: str) -> Procedure[int]:
    """Each helper whose attack hits gives the leader a die; helping is the action of their turn (ex2-40)."""
    dice = 0
    action = action_of(scene.battle, "grapple")
    for id in helpers(command):
        assert action is not None  # it is the step that is taken
        before = as_counted(scene.battle, scene.battle.who(id))
        yield from take_actions(scene.battle, id, ("grapple",), int(action.fields["speed"]), action.defense, "ex2-40")
        own = Attack(id, target, scene.battle.who(id).gear[UNARMED])
        left = yield from hit_roll(scene, own, "attack", _pool_of(own))
        dice += int(left > 0)
        yield from has_acted(scene.battle, before)
    return dice


def _pool_of(attack: Attack) -> Number:
    return lambda battle: attack_pool(battle, attack)


def _renew(scene: Scene, command: Command, attack: Attack, helped: int) -> Steps:
    """Renews a clinch by an opposed roll: the winner has control (on a tie nothing changes) and does something with
    it."""
    who, target = attack.by, attack.target

    def own_pool(battle: Battle) -> Explained:
        return clinch_pool(battle, attack).plus("helpers", helped, "ex2-40")

    own = yield from rolled(scene, who, "grapple", own_pool, label="Renew the clinch", against=target)
    other = yield from rolled(
        scene, target, "oppose", lambda battle: pool(battle, target, "oppose"), label="Resist the clinch", against=who
    )
    net = own.successes - other.successes
    name, victim = scene.battle.who(who).name, scene.battle.who(target).name
    if net >= 0:
        score = f"{own.successes} against {other.successes}"
        said = Table(unseen=f"{victim} is kept in the clinch.")
        yield Noted(f"{name} keeps {victim} in the clinch, {score}.", who, "ex2-40", said)
        yield from _maneuver(scene, command, who, net)
        return
    yield ConditionEnded(who, "grappling", "ex2-40")
    yield ConditionEnded(target, "grappled_by", "ex2-40")
    yield from clasp(target, who)
    text = f"{victim} turns the clinch around, {other.successes} against {own.successes}, and holds {name}."
    yield Noted(text, target, "ex2-40", Table(unseen=f"{victim} turns the clinch around."))
    yield from _maneuver(scene, None, target, -net)


def _maneuver(scene: Scene, command: Command | None, who: str, left: int) -> Steps:
    """Carries out what the one in control does: as the step says, or as they choose.

    Args:
        command: the step, if it is taken by the one in control.
        left: the successes left over from the clinch roll.
    """
    kind = command.get("maneuver") if command is not None else None
    prone = command is None or command.get("throw", "prone") == "prone"
    if kind is None:
        options = [
            Option("hold", "Hold"),
            Option("crush", "Crush"),
            Option("break_hold", "Break the hold, throwing prone"),
            Option("throw", "Break the hold, throwing away"),
        ]
        name = scene.battle.who(who).name
        kind = yield from scene.choose(who, "maneuver", f"What does {name} do with the hold?", options, "hold")
        if kind == "throw":
            kind, prone = "break_hold", False
    one = scene.battle.who(who)
    target = str(victim_of(one))
    other = scene.battle.who(target)
    if kind == "crush":
        raw = NOTHING.plus("Strength", trait(scene.battle, one, "strength"), "ex2-40")
        raw = raw.plus("successes left", left, "ex2-40")
        yield from deal(scene, Blow(who, target, raw, "bashing", piercing=True), "a crushing hold")
    elif kind == "break_hold":
        yield from _throw(scene, who, target, prone)
    else:
        yield Noted(f"{one.name} holds {other.name} fast.", who, "ex2-40", Table(unseen=f"{other.name} is held fast."))


def _throw(scene: Scene, who: str, target: str, prone: bool) -> Steps:
    """Throws the victim: released and prone, or Strength yards away with a knockdown check."""
    one, other = scene.battle.who(who), scene.battle.who(target)
    yield from end(scene, who, f"{one.name} throws {other.name}.", f"{other.name} is thrown.")
    if prone:
        yield from damage.fall(scene, target, "ex2-40")
        return
    yield CloseChanged(leave_group(scene.battle, target), "ex2-40")
    yards = trait(scene.battle, one, "strength")
    yield Noted(f"{other.name} flies {yards} yards.", who, "ex2-40")
    if "prone" not in scene.battle.who(target).conditions:
        yield from damage.knockdown(scene, target)


def end(scene: Scene, who: str, text: str, unseen: str = "") -> Steps:
    """End a hold, if there is one.

    Args:
        unseen: what the players are told where the holder is hidden; "" for that the victim is free.
    """
    target = victim_of(scene.battle.who(who))
    if target is None:
        return
    yield ConditionEnded(who, "grappling", "ex2-40")
    yield ConditionEnded(target, "grappled_by", "ex2-40")
    said = Table(unseen=unseen or f"{scene.battle.who(target).name} is free.")
    yield Noted(text, who, "ex2-40", said)


def end_turn(scene: Scene, who: str) -> Steps:
    """Ends a clinch that was not renewed in the holder's turn."""
    one = scene.battle.who(who)
    target = victim_of(one)
    if target is not None and not fact(one, "grappled"):
        yield from end(scene, who, f"{one.name} lets go of {scene.battle.who(target).name}.")


def clasp(holder: str, victim: str) -> list[Event]:
    """The events by which one holds another: a hold has two ends."""
    return [
        ConditionBegan(holder, "grappling", victim, "ex2-40"),
        ConditionBegan(victim, "grappled_by", holder, "ex2-40"),
    ]


def drop_holds(scene: Scene) -> Steps:
    """Ends the holds of those who cannot act or are no longer engaged, and holds with only one end."""
    for id in tuple(scene.battle.combatants):
        one = scene.battle.who(id)
        if held(one) and _other_end(scene.battle, one, "grappled_by", "grappling") is None:
            yield ConditionEnded(id, "grappled_by", "ex2-40")
        one = scene.battle.who(id)
        if victim_of(one) is None:
            continue
        other = _other_end(scene.battle, one, "grappling", "grappled_by")
        if other is None:
            yield ConditionEnded(id, "grappling", "ex2-40")
        elif not can_act(one) or held(one) or not can_act(other) or other.id not in scene.battle.close_group(id):
            yield from end(scene, id, f"{one.name} holds {other.name} no longer.")


def _other_end(battle: Battle, one: Combatant, end: str, other_end: str) -> Combatant | None:
    """The combatant at the other end of somebody's hold, if that end is there."""
    other = battle.combatants.get(str(one.conditions[end]))
    return other if other is not None and other.conditions.get(other_end) == one.id else None
