"""Commanding a battle group: Order, Rally, Rally for Numbers.

Rules: ex3-81, ex3-82, ex3-83.
"""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted, TrackChanged, TurnFact
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Record
from exgui.engine.sentences import listed
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.sentences import OFF_FIELD
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import COMMAND_DRILL, full_magnitude, group_of, groups_of_side, is_group
from exgui.systems.ex3.pools import automatic, dice_of, finish_pool
from exgui.systems.ex3.positions import on_field
from exgui.systems.ex3.rout import failed_check, recover, restored
from exgui.systems.ex3.turn_actions import may_use, use_action


class GroupCommand(Record):
    """One of the three commands to a battle group.

    Attributes:
        id: the id of its action.
        attributes: the Attributes that may be rolled with War.
        drills: the Drills that change the roll.
    """

    id: str
    roll: str
    rule: str
    attributes: tuple[str, ...]
    drills: tuple[str, ...]

    def check(self, battle: Battle, command: Command) -> list[Violation]:
        """Return the rules that giving this command would break."""
        out = may_use(battle, command.by, rules_of(battle).actions[self.id])
        if hopeless(out):
            return out
        one = battle.combatants[command.by]
        group = battle.combatants.get(str(command.get("group")))
        if group is None or not is_group(group):
            named = group.name if group is not None else command.get("group")
            wrong = say.NO_GROUP(what=named) if named else say.WHICH_GROUP
            return [*out, Violation(self.rule, wrong, final=True)]
        if group.id == one.id or group.side != one.side:
            out.append(Violation(self.rule, say.DOES_NOT_FOLLOW(whom=group, who=one)))
        if not on_field(group):
            out.append(Violation(self.rule, OFF_FIELD(who=group), final=True))
        attribute = command.get("attribute")
        if attribute is not None and attribute not in self.attributes:
            names = listed((rules_of(battle).label(id) for id in self.attributes), "or")
            out.append(Violation(self.rule, say.ROLLED_WITH(traits=names, trait=attribute), final=True))
        return out + _WHEN[self.id](group)

    def pool(self, battle: Battle, command: Command) -> Explained:
        """Return the pool of the command: Attribute + War, with the bonus of the group's Drill."""
        one = battle.combatants[command.by]
        base = dice_of(battle, one, self.roll, self.attribute(battle, command), "war")
        drill = str(group_of(battle.combatants[str(command.get("group"))])["drill"])
        if drill in self.drills:
            base = base.plus(say.DRILL(drill=drill), COMMAND_DRILL[drill], "ex3-83")
        return finish_pool(battle, one, base, self.roll, flurried=True)

    def attribute(self, battle: Battle, command: Command) -> str:
        """Return the Attribute to roll: the one named, else the highest."""
        one = battle.combatants[command.by]
        best = max(self.attributes, key=lambda id: trait(battle, one, id))
        return str(command.get("attribute") or best)

    def rolled(self, scene: Scene, command: Command, difficulty: int) -> Procedure[Result]:
        who = command.by
        yield from use_action(scene.battle, who, rules_of(scene.battle).actions[self.id])
        label = rules_of(scene.battle).actions[self.id].label
        return (
            yield from scene.roll(
                who,
                self.roll,
                lambda battle: self.pool(battle, command),
                auto=lambda battle: automatic(battle, who, self.roll),
                difficulty=lambda _battle: constant(label, difficulty, self.rule),
                threshold_only=True,
                label=label,
                against=str(command.get("group")),
            )
        )


ORDER = GroupCommand("order", "order", "ex3-81", ("charisma", "appearance", "intelligence"), ("poor", "elite"))
RALLY = GroupCommand("rally", "rally", "ex3-82", ("charisma", "appearance"), ("elite",))
RALLY_NUMBERS = GroupCommand("rally_numbers", "rally", "ex3-83", ("charisma", "appearance"), ("poor", "elite"))
COMMANDS = {command.id: command for command in (ORDER, RALLY, RALLY_NUMBERS)}


def _can_be_ordered(group: Combatant) -> list[Violation]:
    if "routed" in group.conditions:
        return [Violation("ex3-76", say.ROUTED_NO_ACTIONS(who=group))]
    return []


def _can_be_rallied(group: Combatant) -> list[Violation]:
    if "routed" not in group.conditions:
        return [Violation("ex3-82", say.NO_FAILED_CHECK(who=group))]
    return []


def _can_be_filled_up(group: Combatant) -> list[Violation]:
    out = []
    if group_of(group)["perfect_morale"]:
        out.append(Violation("ex3-78", say.PERFECT_MORALE_NO_RALLY(who=group)))
    if "routed" in group.conditions:
        out.append(Violation("ex3-82", say.RALLY_FIRST(who=group)))
    elif group.track("magnitude") >= full_magnitude(group):
        out.append(Violation("ex3-83", say.NO_MAGNITUDE_LOST(who=group)))
    if group.track("rallied_numbers") > group.track("size_lost"):
        out.append(Violation("ex3-83", say.RALLIED_ALREADY(who=group)))
    return out


_WHEN: dict[str, Callable[[Combatant], list[Violation]]] = {
    "order": _can_be_ordered,
    "rally": _can_be_rallied,
    "rally_numbers": _can_be_filled_up,
}


def order(scene: Scene, command: Command) -> Steps:
    """Order: the group adds the successes to its pools on its next turn (ex3-81). A later order replaces an earlier
    one.
    """
    result = yield from ORDER.rolled(scene, command, 1)
    one, group = _both(scene, command)
    if not result.met:
        yield Noted(say.ORDER_LOST(who=one, whom=group), command.by, "ex3-81")
        return
    yield ConditionBegan(str(command.get("group")), "ordered", result.successes, "ex3-81")
    yield Noted(say.ORDERS(who=one, whom=group, n=result.successes), command.by, "ex3-81")


def begin_turn(scene: Scene, who: str) -> Steps:
    """Put a group's order into force for the turn that begins (ex3-81)."""
    ordered = scene.battle.who(who).conditions.get("ordered")
    if ordered is not None:
        yield TurnFact(who, "ordered", ordered, "ex3-81")
        yield ConditionEnded(who, "ordered", "ex3-81")


def rally(scene: Scene, command: Command) -> Steps:
    """Rally: a routed group recovers as if it had passed its check (ex3-82)."""
    group = scene.battle.who(str(command.get("group")))
    difficulty = int(failed_check(group).get("difficulty", 1))
    result = yield from RALLY.rolled(scene, command, difficulty)
    if not result.met:
        text = say.CANNOT_RALLY(
            who=scene.battle.who(command.by), whom=group, n=max(0, result.successes), difficulty=difficulty
        )
        yield Noted(text, command.by, "ex3-82")
        return
    yield Noted(say.RALLIES(who=scene.battle.who(command.by), whom=group), command.by, "ex3-82")
    yield from recover(scene, group.id)


def rally_numbers(scene: Scene, command: Command) -> Steps:
    """Rally for Numbers: restore half the successes as Magnitude (ex3-83)."""
    result = yield from RALLY_NUMBERS.rolled(scene, command, 1)
    one, group = _both(scene, command)
    who = str(command.get("group"))
    back = result.successes // 2 if result.met else 0
    if not back:
        yield Noted(say.BRINGS_NOBODY_BACK(who=one, whom=group), command.by, "ex3-83")
        return
    uses = scene.battle.who(who).track("rallied_numbers")
    yield from restored(scene.battle.who(who), back, "ex3-83")
    yield TrackChanged(who, "rallied_numbers", uses + 1, 1, "ex3-83")
    yield Noted(say.RALLIES_TO(who=one, whom=group, n=scene.battle.who(who).track("magnitude")), command.by, "ex3-83")


def _both(scene: Scene, command: Command) -> tuple[Combatant, Combatant]:
    """Return the leader and the battle group."""
    return scene.battle.who(command.by), scene.battle.who(str(command.get("group")))


def possible(battle: Battle, who: str) -> tuple[str, ...]:
    """Return the groups that the combatant could command."""
    return groups_of_side(battle, who)


def open_to(battle: Battle, who: str, id: str) -> tuple[str, ...]:
    """Return the groups that fit this command: routed ones for rallying, others for orders. If none fit, return all
    that the combatant could command.
    """
    groups = possible(battle, who)
    return tuple(group for group in groups if not _WHEN[id](battle.combatants[group])) or groups
