"""Clinches: seizing a target, renewing the hold at each action, and what the combatant in control does (ex2-40)."""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Event, FactSet, Noted, TurnFact
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Number, Procedure, Scene, Steps
from exgui.engine.record import Table
from exgui.engine.sentences import Noun
from exgui.systems.common.close_groups import leave_group
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.sentences import NOBODY_CALLED, OFF_FIELD
from exgui.systems.ex2 import damage
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.attack import Attack, attack_pool, clinch_pool
from exgui.systems.ex2.attack_resolution import clinch, hit_roll
from exgui.systems.ex2.damage import Blow, deal
from exgui.systems.ex2.pools import pool, rolled
from exgui.systems.ex2.positions import as_counted, can_act, held, on_field, wrong_target
from exgui.systems.ex2.turn_actions import action_of, actions_taken, fact, has_acted, take_actions

UNARMED = "unarmed"
ATTRIBUTES = ("dexterity", "strength")
MANEUVERS = ("hold", "crush", "break_hold")
THROWS = ("prone", "yards")


def victim_of(one: Combatant) -> str | None:
    """Return the id of the combatant they hold, if any."""
    target = one.conditions.get("grappling")
    return None if target is None else str(target)


def helpers(command: Command) -> tuple[str, ...]:
    """Return ids of the helpers, each once."""
    given = command.get("helpers", ())
    ids = (given,) if isinstance(given, str) else tuple(given or ())
    return tuple(dict.fromkeys(str(id) for id in ids))


def check_grapple(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that seizing a target, or renewing the clinch, would break."""
    who, target = command.by, command.get("target")
    one = battle.combatants[who]
    wrong = wrong_target(battle, command, say.SEIZE_WHOM, say.NOT_SEIZE_THEMSELVES)
    if wrong:
        return [Violation("ex2-40", wrong, final=True)]
    attribute, maneuver = command.get("attribute", "dexterity"), command.get("maneuver", "hold")
    if attribute not in ATTRIBUTES:
        return [Violation("ex2-40", say.CLINCH_ATTRIBUTE(attribute=str(attribute)), final=True)]
    if maneuver not in MANEUVERS:
        wrong = say.NO_MANEUVER(maneuver=str(maneuver), maneuvers=", ".join(MANEUVERS))
        return [Violation("ex2-40", wrong, final=True)]
    if command.get("throw", "prone") not in THROWS:
        return [Violation("ex2-40", say.WRONG_THROW(throw=str(command.get("throw"))), final=True)]
    other = battle.combatants[target]
    out = []
    if not on_field(other):
        out.append(Violation("ex2-40", OFF_FIELD(who=other), final=True))
    if victim_of(one) not in (None, target):
        out.append(Violation("ex2-40", say.HOLDS_ANOTHER(who=one)))
    elif held(other) and victim_of(one) != target:
        out.append(Violation("ex2-40", say.HELD_ALREADY(who=other)))
    if target not in battle.close_group(who):
        out.append(Violation("ex2-50", say.NOT_ENGAGED(who=one, whom=other)))
    return out + _check_helpers(battle, command, str(target))


def _check_helpers(battle: Battle, command: Command, target: str) -> list[Violation]:
    out = []
    for id in helpers(command):
        if id not in battle.combatants:
            return [Violation("ex2-40", NOBODY_CALLED(who=id), final=True)]
        if id in (command.by, target):
            return [Violation("ex2-40", say.CANNOT_HELP(who=battle.combatants[id]), final=True)]
        one = battle.combatants[id]
        if not can_act(one) or held(one):
            out.append(Violation("ex2-40", say.HELPER_CANNOT_ACT(who=one)))
        elif id not in battle.up:
            out.append(Violation("ex2-40", say.HELPER_NOT_UP(who=one)))
        elif actions_taken(one):
            out.append(Violation("ex2-40", say.HELPER_HAS_ACTED(who=one)))
        elif id not in battle.close_group(target):
            out.append(Violation("ex2-50", say.NOT_ENGAGED(who=one, whom=battle.combatants[target])))
    return out


def grapple(scene: Scene, command: Command) -> Steps:
    """Seize the target, or renew the clinch."""
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
    yield from end(scene, target, say.LOSES_HOLD(who=scene.battle.who(target)))
    yield from clasp(who, target)
    other = scene.battle.who(target)
    versions = Table(unseen=say.IS_CLINCHED(whom=other))
    yield Noted(say.CLINCHES(who=one, whom=other), who, "ex2-40", versions)
    yield from _maneuver(scene, command, who, left)


def _helped(scene: Scene, command: Command, target: str) -> Procedure[int]:
    """Return the dice that helpers add: one for each whose attack hits.

    Helping is the action of their turn (ex2-40).
    """
    dice = 0
    action = action_of(scene.battle, "grapple")
    for id in helpers(command):
        assert action is not None  # it is the current step
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
    """Renew a clinch by an opposed roll. The winner takes control and chooses a maneuver; a tie changes nothing."""
    who, target = attack.by, attack.target

    def own_pool(battle: Battle) -> Explained:
        return clinch_pool(battle, attack).plus(say.HELPERS, helped, "ex2-40")

    own = yield from rolled(scene, who, "grapple", own_pool, label=say.RENEW, against=target)
    other = yield from rolled(
        scene, target, "oppose", lambda battle: pool(battle, target, "oppose"), label=say.RESIST, against=who
    )
    net = own.successes - other.successes
    one, victim = scene.battle.who(who), scene.battle.who(target)
    if net >= 0:
        text = say.KEEPS(who=one, whom=victim, n=own.successes, other=other.successes)
        yield Noted(text, who, "ex2-40", Table(unseen=say.IS_KEPT(whom=victim)))
        yield from _maneuver(scene, command, who, net)
        return
    yield ConditionEnded(who, "grappling", "ex2-40")
    yield ConditionEnded(target, "grappled_by", "ex2-40")
    yield from clasp(target, who)
    text = say.TURNS_AROUND(whom=victim, n=other.successes, other=own.successes, who=one)
    yield Noted(text, target, "ex2-40", Table(unseen=say.IS_TURNED_AROUND(whom=victim)))
    yield from _maneuver(scene, None, target, -net)


def _maneuver(scene: Scene, command: Command | None, who: str, left: int) -> Steps:
    """Carry out the maneuver of the combatant in control, as the step says or as they choose.

    Args:
        command: the step, if it is taken by the combatant in control.
        left: the successes left over from the clinch roll.
    """
    kind = command.get("maneuver") if command is not None else None
    prone = command is None or command.get("throw", "prone") == "prone"
    if kind is None:
        options = [
            Option("hold", say.HOLD),
            Option("crush", say.CRUSH),
            Option("break_hold", say.BREAK_PRONE),
            Option("throw", say.BREAK_AWAY),
        ]
        prompt = say.WHAT_WITH_HOLD(who=scene.battle.who(who))
        kind = yield from scene.choose(who, "maneuver", prompt, options, "hold")
        if kind == "throw":
            kind, prone = "break_hold", False
    one = scene.battle.who(who)
    target = str(victim_of(one))
    other = scene.battle.who(target)
    if kind == "crush":
        raw = NOTHING.plus(rules_of(scene.battle).label("strength"), trait(scene.battle, one, "strength"), "ex2-40")
        raw = raw.plus(say.SUCCESSES_LEFT, left, "ex2-40")
        yield from deal(scene, Blow(who, target, raw, "bashing", piercing=True), Noun(say.CRUSHING_HOLD))
    elif kind == "break_hold":
        yield from _throw(scene, who, target, prone)
    else:
        versions = Table(unseen=say.IS_HELD_FAST(whom=other))
        yield Noted(say.HOLDS_FAST(who=one, whom=other), who, "ex2-40", versions)


def _throw(scene: Scene, who: str, target: str, prone: bool) -> Steps:
    """Throw the victim: released and prone, or Strength yards away with a knockdown check."""
    one, other = scene.battle.who(who), scene.battle.who(target)
    yield from end(scene, who, say.THROWS(who=one, whom=other), say.IS_THROWN(whom=other))
    if prone:
        yield from damage.fall(scene, target, "ex2-40")
        return
    yield CloseChanged(leave_group(scene.battle, target), "ex2-40")
    yards = trait(scene.battle, one, "strength")
    yield Noted(say.FLIES(who=other, n=yards), who, "ex2-40")
    if "prone" not in scene.battle.who(target).conditions:
        yield from damage.knockdown(scene, target)


def end(scene: Scene, who: str, text: str, unseen: str = "") -> Steps:
    """End a hold, if there is one.

    Args:
        unseen: what the players are shown if the holder is hidden; "" for a note that the victim is free.
    """
    target = victim_of(scene.battle.who(who))
    if target is None:
        return
    yield ConditionEnded(who, "grappling", "ex2-40")
    yield ConditionEnded(target, "grappled_by", "ex2-40")
    versions = Table(unseen=unseen or say.IS_FREE(whom=scene.battle.who(target)))
    yield Noted(text, who, "ex2-40", versions)


def end_turn(scene: Scene, who: str) -> Steps:
    """End a clinch that was not renewed in the holder's turn."""
    one = scene.battle.who(who)
    target = victim_of(one)
    if target is not None and not fact(one, "grappled"):
        yield from end(scene, who, say.LETS_GO(who=one, whom=scene.battle.who(target)))


def clasp(holder: str, victim: str) -> list[Event]:
    """Return the events that begin a hold, one for each of its two ends."""
    return [
        ConditionBegan(holder, "grappling", victim, "ex2-40"),
        ConditionBegan(victim, "grappled_by", holder, "ex2-40"),
    ]


def drop_holds(scene: Scene) -> Steps:
    """End holds with only one end, and holds of combatants who cannot act or are no longer engaged."""
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
            yield from end(scene, id, say.HOLDS_NO_LONGER(who=one, whom=other))


def _other_end(battle: Battle, one: Combatant, end: str, other_end: str) -> Combatant | None:
    """Return the combatant at the other end of this hold, if that end exists."""
    other = battle.combatants.get(str(one.conditions[end]))
    return other if other is not None and other.conditions.get(other_end) == one.id else None
