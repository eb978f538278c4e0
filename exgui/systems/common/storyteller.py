"""Storyteller steps that several games share: setting values, giving cover, moving a combatant, free rolls.

Each game passes in its own rules: what a condition may hold, what entering a zone does, which levels of cover there
are, what counts in a roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import D10, Die
from exgui.engine.effects import modify_pool
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Number, Scene, Steps
from exgui.engine.record import Record, Table, Value
from exgui.engine.sentences import Sentence, listed
from exgui.systems.common import sentences as say
from exgui.systems.common import set_values
from exgui.systems.common.close_groups import join_group
from exgui.systems.common.gear import rules_of
from exgui.systems.common.health import TYPES
from exgui.systems.common.steps import free_pool, unknown

EnterZone = Callable[[Scene, str, str | None, str], Steps]
"""A procedure that moves a combatant into a zone; its last argument is the id of the rule."""
SetOne = Callable[[Scene, str, str, Value], Steps]
"""A procedure that sets one path of a combatant to a value."""


def check_start(battle: Battle, on_field: Callable[[Combatant], bool], rule: str) -> list[Violation]:
    """Return the violations of starting: a battle starts once, with at least one combatant."""
    if battle.phase != "prepared":
        return [Violation(rule, say.STARTED_ALREADY, final=True)]
    if not any(on_field(one) for one in battle.combatants.values()):
        return [Violation(rule, say.NOBODY_YET, final=True)]
    return []


def check_join(battle: Battle, command: Command, rule: str, away: str = "") -> list[Violation]:
    """Return the violations of joining: only for combatants who are waiting, or left in a way that leads back.

    Args:
        away: the condition of a combatant who left that way.
    """
    out = unknown(battle, command.by)
    if out:
        return out
    one = battle.combatants[command.by]
    if battle.phase == "over":
        out.append(Violation(rule, say.OVER, final=True))
    if not one.waiting and away not in one.conditions:
        out.append(Violation(rule, say.IN_BATTLE_ALREADY(who=one), final=True))
    return out


class Adjusting(Record):
    """The step by which the storyteller sets values, as a game has it.

    Attributes:
        set_one: sets one value by its path.
        wrong_condition: returns what is wrong with the value of a condition, "" for nothing.
    """

    set_one: SetOne
    wrong_condition: Callable[[Battle, Combatant, str, Value], str]

    def check(self, battle: Battle, command: Command) -> list[Violation]:
        """Return the violations of setting values: unknown paths, wrong types, values a condition can't hold."""
        out = set_values.check_adjust(battle, command)
        if out:
            return out
        one = battle.combatants[str(command.get("who", command.by))]
        for path, value in command.get("set").items():
            wrong = self.wrong_condition(battle, one, str(path), value)
            if wrong:
                out.append(Violation("", wrong, final=True))
        return out

    def adjust(self, scene: Scene, command: Command) -> Steps:
        """Set values as the storyteller's ruling, one after another.

        During a fight the log reports changes to health as wounds or healing, before their consequences.
        """
        who = str(command.get("who", command.by))
        settings = command.get("set")
        others = []
        for path, value in settings.items():
            wounds = _wounds(scene.battle, who, str(path), value)
            for wound in wounds:
                yield Noted(wound, who, "", Table(for_players=""))
            if not wounds:
                others.append(path)
            yield from self.set_one(scene, who, str(path), value)
        if others:
            changes = "; ".join(set_values.set_text(scene.battle, str(path), settings[path]) for path in others)
            yield Noted(say.RULING(who=scene.battle.who(who), changes=changes), who, "", Table(for_players=""))


def _wounds(battle: Battle, who: str, path: str, value: Value) -> list[str]:
    """Return a sentence for each kind of damage that setting a path deals or heals.

    Empty before the fight, and if the path does not affect health.
    """
    one, tracks = battle.who(who), rules_of(battle).tracks
    given = (
        {f"{path}.{kind}": number for kind, number in value.items()} if isinstance(value, Mapping) else {path: value}
    )
    out = []
    for id, number in given.items():
        if battle.phase != "running" or id not in tracks or not tracks[id].secret:
            continue
        kind = id.partition(".")[2]  # filled levels; without a kind, the health left
        change = number - one.track(id) if kind else one.track(id) - number
        damage = (say.DAMAGE_OF_TYPE if kind else say.DAMAGE)(n=abs(change), type=tracks[id].label.lower())
        if change > 0:
            out.append(say.WOUNDED(who=one, damage=damage))
        elif change < 0 and kind:
            out.append(say.HEALED(who=one, damage=damage))
        elif change < 0:
            out.append(say.REGAINS(who=one, n=-change, track=tracks[id].label))
    return out


def levels_set(one: Combatant, path: str, value: Value) -> dict[str, int] | None:
    """Return the filled health levels after setting `health` or one kind of damage; None for any other path."""
    head, _, kind = path.partition(".")
    if head != "health":
        return None
    filled = {type: one.track(f"health.{type}") for type in TYPES}
    filled.update({kind: value} if kind else value)
    return {type: max(0, amount) for type, amount in filled.items()}


def set_anything(scene: Scene, who: str, path: str, value: Value, enter_zone: EnterZone) -> Steps:
    battle = scene.battle
    one = battle.who(who)
    rules = rules_of(battle)
    if path in rules.tracks:
        yield set_values.set_track(one, path, value)
    elif path in rules.conditions:
        yield from set_values.set_condition(one, path, value)
    elif path in rules.values or path == "defense":
        yield set_values.set_value(who, path, value)
    elif path == "zone":
        yield from enter_zone(scene, who, value, "")
    elif path == "close":
        yield from set_values.set_close(battle, who, value)
    elif path in set_values.PLACES:
        yield from set_values.set_place(one, path, value)
    else:
        yield set_values.set_plain(one, path, value)


class Cover(Record):
    """The levels of cover in a game.

    Attributes:
        levels: the lightest first, which is the default.
        described: the sentence for a combatant (`who`) who gets a level (`cover`).
        wrong: the message for an unknown level (`level`), with the known ones (`levels`).
    """

    levels: tuple[str, ...]
    described: Sentence
    wrong: Sentence
    rule: str

    def refusal(self, level: Value) -> str:
        """Return the message for an unknown level; "" for a known one."""
        if level == "none" or level in self.levels:
            return ""
        return self.wrong(levels=listed(("none", *self.levels), "or"), level=str(level))

    def check(self, battle: Battle, command: Command) -> list[Violation]:
        """Return the violations of giving cover: an unknown combatant or level."""
        out = unknown(battle, command.get("who", command.by))
        wrong = self.refusal(command.get("level", self.levels[0]))
        if wrong:
            out.append(Violation(self.rule, wrong, final=True))
        return out

    def give(self, scene: Scene, command: Command) -> Steps:
        who, level = str(command.get("who", command.by)), str(command.get("level", self.levels[0]))
        one = scene.battle.who(who)
        if level == "none":
            if "cover" in one.conditions:
                yield ConditionEnded(who, "cover", self.rule)
            yield Noted(say.OUT_OF_COVER(who=one), who, self.rule)
        else:
            yield ConditionBegan(who, "cover", level, self.rule)
            yield Noted(self.described(who=one, cover=level), who, self.rule)


def place(scene: Scene, command: Command, *, enter_zone: EnterZone, close: Sentence) -> Steps:
    """Move a combatant regardless of the rules, into a zone or close to another combatant.

    Args:
        close: the log's sentence for moving close, with `who` and `whom`.
    """
    who = str(command.get("who", command.by))
    one = scene.battle.who(who)
    close_to = command.get("close_to")
    if close_to is None:
        zone = str(command.get("zone"))
        yield from enter_zone(scene, who, zone, "")
        yield Noted(say.PUT_IN(who=one, where=scene.battle.zones[zone]), who)
        return
    other = scene.battle.who(str(close_to))
    yield from enter_zone(scene, who, other.zone, "")
    yield CloseChanged(join_group(scene.battle, who, other.id))
    yield Noted(close(who=one, whom=other), who)


def free_roll(
    scene: Scene,
    command: Command,
    wounds: Number,
    automatic: Number,
    rule: str,
    die: Die | Callable[[Battle], Die] = D10,
) -> Steps:
    """Make a roll that no rule names; wound penalties count.

    Args:
        wounds: the wound penalty, in dice.
        automatic: the automatic successes.
    """
    who, difficulty = command.by, command.get("difficulty")

    def pool(battle: Battle) -> Explained:
        base = free_pool(battle, command).plus_all(wounds(battle))
        return modify_pool(base, battle.combatants[who].effects, "free")

    result = yield from scene.roll(
        who,
        "free",
        pool,
        auto=automatic,
        difficulty=None if difficulty is None else lambda _battle: Explained(int(difficulty)),
        die=die,
        label=str(command.get("label") or say.ROLL),
    )
    sentence = say.ROLLS if difficulty is None else say.SUCCEEDS if result.met else say.FAILS
    one = scene.battle.who(who)
    yield Noted(sentence(who=one, n=result.dice, score=result.successes, difficulty=difficulty), who, rule)
