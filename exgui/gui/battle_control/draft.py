"""A command being put together: the chosen action, the arguments so far, what is asked next, and its likely targets.

Pure data and functions of a battle; `BattleState` holds the one draft of the window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Value
from exgui.engine.system import Candidate, System
from exgui.rulebook.rules import Action, Param

FREE_TYPES = ("number", "text")
"""Parameters that may be typed."""
SEVERAL_TYPES = ("items", "data")
"""Parameters of which several values may be chosen."""


class Targets(Record):
    """How a parameter's candidates are offered.

    Attributes:
        proposed: the likeliest candidate of a required parameter; None if none is likely.
        aside: unlikely candidates, listed below the others.
        unlisted: the fallen. They can be given, by their number or their token, but are not offered.
    """

    proposed: Value = None
    aside: tuple[Value, ...] = ()
    unlisted: tuple[Value, ...] = ()


def targets(
    system: System,
    battle: Battle,
    by: str,
    param: Param,
    candidates: Sequence[tuple[Candidate, str]],
) -> Targets:
    """Sort a parameter's candidates by how likely they are meant.

    Args:
        by: who does it.
        candidates: each with the id of the combatant that it is, or is about; "" for no one.
    """
    actions: Mapping[str, Action] = system.rules.actions
    doer = battle.combatants.get(by)
    if doer is None:
        return Targets()
    likely: list[tuple[Candidate, Combatant]] = []
    aside: list[Value] = []
    fallen: list[Value] = []
    for one, about in candidates:
        other, whom = battle.combatants.get(about), target_side(one, param, actions)
        if other is None or not whom:
            continue
        if not system.standing(battle, other.id):
            fallen.append(one.value)
        elif (other.side == doer.side) == (whom == "friend"):
            likely.append((one, other))
        else:
            aside.append(one.value)
    if not likely and not aside:
        fallen = []  # no one else is there to be meant
    near = set(battle.close_group(by))
    possible = [(one, other) for one, other in likely if not one.violations]
    possible.sort(key=lambda pair: (pair[1].id not in near, pair[1].zone != doer.zone, pair[1].number))
    proposed = possible[0][0].value if possible and param.whom and param.required else None
    return Targets(proposed, tuple(aside), tuple(fallen))


def target_side(one: Candidate, param: Param, actions: Mapping[str, Action]) -> str:
    """Return whether a candidate is meant for an "opponent" or a "friend", by its parameter or the action it is a use
    of; "" for either."""
    if param.whom or one.action not in actions:
        return param.whom
    return next((other.whom for other in actions[one.action].params if other.whom), "")


NO_TARGETS = Targets()
EITHER_TYPES = ("combatant", "zone")
"""Optional parameters that are asked for together: a destination or a target."""
MOST_NUMBERS = 99
MILD_TYPES = ("choice", "weapon", "flag")
"""Parameters that are not asked for where the game has a default and the step asks something else before it is done:
they are shown there, each with a key that changes it."""


class Draft(Record):
    """A command that wants something more before it can be done.

    Attributes:
        command: what is given so far.
        param: what is asked next; where one of several may be given, all of them in one.
        candidates: what could be given for it.
        belongs: for each candidate the parameter it would be given for.
        default: what the game would take for it, None where it has no default.
        chosen: for a parameter of several values, those chosen so far.
        skipped: parameters that were passed over.
        opened: of several uses of actions, the action whose uses are shown; "" for the first that is possible.
        typed: digits of a number of two that were typed so far.
        targets: which of the candidates are likely, of those that are combatants or about one.
        offered_first: the action was not picked but comes next by itself; undo passes it by.
    """

    action: Action
    command: Command
    param: Param
    candidates: tuple[Candidate, ...] = ()
    belongs: tuple[str, ...] = ()
    default: Value = None
    chosen: tuple[Value, ...] = ()
    skipped: tuple[str, ...] = ()
    opened: str = ""
    typed: str = ""
    targets: Targets = NO_TARGETS
    offered_first: bool = False

    @property
    def several(self) -> bool:
        return self.param.type in SEVERAL_TYPES

    @property
    def repeats(self) -> bool:
        return self.several and self.param.repeat

    @property
    def gathered(self) -> tuple[Value, ...]:
        return tuple(one for value in self.chosen for one in (value if isinstance(value, tuple) else (value,)))

    @property
    def meant(self) -> Command:
        if not self.chosen:
            return self.command
        return self.command.but(args=self.command.args.put(self.param.id, self.gathered))

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.belongs)) or (self.param.id,)

    def candidate(self, value: Value) -> Candidate | None:
        return next((one for one in self.candidates if one.value == value), None)

    @property
    def proposed(self) -> Candidate | None:
        """What Enter gives if a value is required and the game has no default: the likeliest target, else the only
        legal candidate."""
        if self.param.whom:
            return self.candidate(self.targets.proposed) if self.targets.proposed is not None else None
        possible = [one for one in self.candidates if not one.violations]
        wanted = self.param.required and not self.several and self.default is None
        return possible[0] if wanted and len(possible) == 1 else None

    @property
    def groups(self) -> dict[str, tuple[Candidate, ...]]:
        """The candidates by the action that each is a use of, in their order; empty where they are of one or none."""
        found: dict[str, list[Candidate]] = {}
        for one in self.candidates:
            if one.action:
                found.setdefault(one.action, []).append(one)
        return {id: tuple(uses) for id, uses in found.items()} if len(found) > 1 else {}

    @property
    def open_group(self) -> str:
        """The group whose candidates are shown, and have the numbers; "" where there are no groups."""
        groups = self.groups
        if self.opened in groups:
            return self.opened
        return next(
            (id for id, uses in groups.items() if not all(one.violations for one in uses)), next(iter(groups), "")
        )

    @property
    def offered(self) -> tuple[Candidate, ...]:
        """Those of the listed that are shown: the fallen are only given by their number or their token."""
        return tuple(one for one in self.listed if one.value not in self.targets.unlisted)

    @property
    def listed(self) -> tuple[Candidate, ...]:
        """The candidates that have the numbers: those of the open group, or all."""
        return self.groups.get(self.open_group, self.candidates)

    def picked_by(self, id: str) -> Candidate | None:
        """Return the candidate that picking a token or zone gives: itself, else one about it, listed and legal ones
        first."""
        plain = self.candidate(id)
        if plain is not None:
            return plain
        for among in (self.listed, self.candidates):
            about = [one for one in among if subject(one) == id]
            if about:
                return next((one for one in about if not one.violations), about[0])
        return None

    def belonging(self, value: Value) -> str:
        for one, id in zip(self.candidates, self.belongs, strict=False):
            if one.value == value:
                return id
        return self.param.id


def subject(one: Candidate) -> str:
    """Return the id of what a candidate is, or is about, on the map; "" where it is nothing there."""
    if isinstance(one.value, str):
        return one.value
    if isinstance(one.value, tuple) and len(one.value) == 1 and isinstance(one.value[0], str):
        return str(one.value[0])
    return one.about


def opening(action: Action, by: str, overrule: bool = False) -> Command:
    """Return the command with which an action begins: its step, with what the action itself sets."""
    return Command(action.step or action.id, by, action.preset, overrule=overrule)


def next_draft(
    system: System,
    battle: Battle,
    action: Action,
    command: Command,
    skipped: tuple[str, ...] = (),
    *,
    mild: bool = False,
) -> Draft | None:
    """Return what the window still has to ask before the command can be done, None when nothing.

    What has only one legal answer is not asked; `settled` gives it.

    Args:
        mild: also ask for what has a default and could be changed later.
    """
    known = system.complete(battle, command)
    wanted = [one for one in action.params if one.ask and one.id not in command.args and one.id not in skipped]
    for index, param in enumerate(wanted):
        default = known.args.get(param.id)
        if default is not None and param.type in MILD_TYPES and not mild:
            continue
        offered = offers(system, battle, command, param)
        if param.type not in FREE_TYPES:
            if not offered:
                continue
            legal = [one for one in offered if not one.violations]
            if not param.required and not legal and not command.overrule:
                continue
            if (
                len(offered) == 1
                and legal
                and not param.whom
                and not param.repeat
                and (param.required or default is not None)
            ):
                continue
            if default is not None and len(legal) == 1 and legal[0].value == default:
                continue
        group = _either(system, battle, command, known, wanted[index:])
        if len(group) > 1:
            return _together(action, command, group, skipped)
        likely = targets(system, battle, command.by, param, [(one, subject(one)) for one in offered])
        belongs = (param.id,) * len(offered)
        return Draft(action, command, param, offered, belongs, default, skipped=skipped, targets=likely)
    return None


def _either(
    system: System, battle: Battle, command: Command, known: Command, wanted: list[Param]
) -> list[tuple[Param, tuple[Candidate, ...]]]:
    """Return the parameters at the beginning of those wanted of which one may be given, none must, and the game has no
    default."""
    group: list[tuple[Param, tuple[Candidate, ...]]] = []
    for param in wanted:
        if param.required or param.type not in EITHER_TYPES or known.args.get(param.id) is not None:
            break
        group.append((param, offers(system, battle, command, param)))
    return group


def _together(
    action: Action, command: Command, group: list[tuple[Param, tuple[Candidate, ...]]], skipped: tuple[str, ...]
) -> Draft:
    candidates = tuple(one for _param, offered in group for one in offered)
    belongs = tuple(param.id for param, offered in group for _one in offered)
    types = {param.type for param, _offered in group}
    first = group[0][0]
    label = ", or ".join([first.label, *(param.label.lower() for param, _offered in group[1:])])
    param = Param(first.id, label, types.pop() if len(types) == 1 else "choice")
    return Draft(action, command, param, candidates, belongs, skipped=skipped)


def settled(system: System, battle: Battle, action: Action, command: Command) -> Command:
    """Return the command with what can only be one thing filled in."""
    known = system.complete(battle, command)
    for param in action.params:
        if param.id in known.args or not param.required or param.repeat or param.type in FREE_TYPES:
            continue
        offered = offers(system, battle, command, param)
        if len(offered) == 1 and not offered[0].violations:
            command = command.but(args=command.args.put(param.id, offered[0].value))
    return command


def offers(system: System, battle: Battle, command: Command, param: Param) -> tuple[Candidate, ...]:
    """Return what could be given for a parameter: the game's candidates, or the choices that the rule data lists."""
    found = tuple(system.candidates(battle, command, param.id))
    if found or param.type in FREE_TYPES:
        return found
    if param.type == "flag":
        return (Candidate(True, "yes"), Candidate(False, "no"))
    return tuple(Candidate(value, label) for value, label in param.choices.items())


def number_keys(draft: Draft, battle: Battle) -> dict[int, Candidate]:
    """Return the numbers of the candidates that are listed, 1 to 99: a combatant, or what is about one, keeps the
    number on its token, the others take what is free."""
    keys: dict[int, Candidate] = {}
    rest: list[Candidate] = []
    for one in draft.listed:
        who = battle.combatants.get(subject(one)) if draft.param.type != "zone" else None
        if who is not None and 1 <= who.number <= MOST_NUMBERS and who.number not in keys:
            keys[who.number] = one
        else:
            rest.append(one)
    free = [number for number in range(1, MOST_NUMBERS + 1) if number not in keys]
    taken = {who.number for who in battle.combatants.values()}
    for one in rest:
        # What is about someone has no number that is on another token.
        about = subject(one) in battle.combatants
        number = next((number for number in free if not (about and number in taken)), None)
        if number is not None:
            free.remove(number)
            keys[number] = one
    return dict(sorted(keys.items()))


def typed_keys(number: int) -> str:
    """Return what is typed for a number: its digit, and for one of two digits a 0 before them, so that no digit waits
    for another."""
    return shown_keys(number).replace(" ", "")


def shown_keys(number: int) -> str:
    """Return how `typed_keys` are shown: the number as it is on the token, a leading 0 apart from it."""
    return str(number) if number < 10 else f"0 {number}"
