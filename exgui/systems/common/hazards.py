"""Hazards: anything that harms combatants by itself, such as fire, poison or a fall.

The rulebooks have no rules for them, so the storyteller sets and removes them in a step, and they strike at their time.
A zone can bring its own hazard, in its fields `hazard_dice` and `hazard_type`. A game defines in a `Harm` what damage
means in it.
"""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import HAZARD_TIMES, Battle, Combatant, Hazard, Timer
from exgui.engine.dice import Die
from exgui.engine.effects import modify_pool
from exgui.engine.events import HazardsSet, Noted
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Number, Procedure, Scene, Steps
from exgui.engine.record import Record, Table, Value
from exgui.engine.sentences import listed
from exgui.engine.zones import Zone
from exgui.systems.common import sentences as say
from exgui.systems.common import steps
from exgui.systems.common.timers import is_due

LARGEST = 1_000
"""The most dice, or fixed damage, of one hazard; also the highest difficulty to resist it."""
MOST = 50
"""The most hazards that can be set in one battle."""
LONGEST_LABEL = 200
ZONE_DICE, ZONE_TYPE = "hazard_dice", "hazard_type"
"""The fields of a zone with its own hazard: the dice of damage each round (or turn, in a game without rounds), and the
kind of damage."""


class Harm(Record):
    """What damage means in a game.

    Attributes:
        types: the kinds of damage, the default first.
        die: the dice of a damage roll.
        rounds: whether the game counts rounds, so that a hazard can strike each round.
        falling: whether its clock counts down within a round, as for timers.
        on_field: whether a combatant is on the battlefield and can be harmed.
        soak: a combatant's protection from a kind of damage.
        take: the procedure that deals a combatant an amount of damage of a kind.
        wounds, automatic: the wound penalty and the automatic successes on the roll to resist a hazard.
    """

    types: tuple[str, ...]
    die: Die
    rounds: bool
    falling: bool
    on_field: Callable[[Combatant], bool]
    soak: Callable[[Battle, Combatant, str], Explained]
    take: Callable[[Scene, str, int, str], Steps]
    wounds: Callable[[Battle, str], Explained]
    automatic: Callable[[Battle, str], Explained]

    def check(self, battle: Battle, command: Command) -> list[Violation]:
        """Return all rules that setting or removing this hazard would break."""
        if command.get("remove") is not None:
            if all(hazard.id != command.get("remove") for hazard in battle.hazards):
                return [_wrong(say.NO_HAZARD)]
            return []
        out = [_wrong(text) for text in (*_wrong_aim(battle, command), *self._wrong_time(battle, command))]
        out += [_wrong(text) for text in (*self._wrong_damage(command), *_wrong_resistance(battle, command))]
        if not str(command.get("label") or "").strip():
            out.append(_wrong(say.HAZARD_NEEDS_LABEL))
        if len(battle.hazards) >= MOST:
            out.append(_wrong(say.HAZARDS_AT_MOST(n=MOST)))
        return out

    def set(self, scene: Scene, command: Command) -> Steps:
        hazards = scene.battle.hazards
        remove = command.get("remove")
        if remove is not None:
            gone = next(hazard for hazard in hazards if hazard.id == remove)
            yield HazardsSet(tuple(hazard for hazard in hazards if hazard is not gone))
            yield Noted(say.HAZARD_OVER(hazard=gone.label))
            return
        number = 1 + max((int(hazard.id[1:]) for hazard in hazards), default=0)
        hazard = self._declared(command, f"h{number}")
        yield HazardsSet((*hazards, hazard))
        yield Noted(say.HAZARD_SET(hazard=hazard.label, described=described(scene.battle, hazard)))

    def new_round(self, scene: Scene) -> Steps:
        """Let the hazards of every round strike."""
        yield from self._all(scene, [hazard for hazard in self._in_force(scene.battle) if hazard.when == "round"])

    def end_of_turn(self, scene: Scene, who: str) -> Steps:
        """Let the hazards of every turn strike the combatant whose turn ends."""
        for hazard in self._in_force(scene.battle):
            if hazard.when == "turn" and who in self.harmed(scene.battle, hazard):
                yield from self._strike(scene, hazard, who)

    def due(self, scene: Scene) -> Steps:
        """Let the one-time hazards that are due strike, and remove them."""
        battle = scene.battle
        if not battle.hazards:
            return
        due = [hazard for hazard in battle.hazards if hazard.when == "once" and self._is_due(battle, hazard)]
        if due:
            yield HazardsSet(tuple(hazard for hazard in battle.hazards if hazard not in due))
            yield from self._all(scene, due)

    def harmed(self, battle: Battle, hazard: Hazard) -> tuple[str, ...]:
        """Return the ids of the combatants that a hazard harms, in the battle's order."""
        return tuple(
            id
            for id, one in battle.combatants.items()
            if self.on_field(one) and (id in hazard.who if hazard.who else one.zone == hazard.zone)
        )

    def _in_force(self, battle: Battle) -> tuple[Hazard, ...]:
        """Return the hazards that were set, and those of zones."""
        found = battle.hazards
        for zone in battle.zones.values():
            if zone.fields and zone.fields.get(ZONE_DICE):
                found = (*found, self._of_zone(zone))
        return found

    def _of_zone(self, zone: Zone) -> Hazard:
        what = zone.hazard.replace("_", " ") if zone.hazard not in ("", "none") else "hazard"
        return Hazard(
            zone.id,
            say.HAZARD_IN(what=f"{what[:1].upper()}{what[1:]}", where=zone.name or zone.id)[:LONGEST_LABEL],
            zone=zone.id,
            when=self._usual_time,
            dice=int(zone.fields.get(ZONE_DICE, 0)),
            type=str(zone.fields.get(ZONE_TYPE) or self.types[0]),
            soaked=True,
        )

    def _is_due(self, battle: Battle, hazard: Hazard) -> bool:
        return is_due(battle, Timer(hazard.id, hazard.label, hazard.round, hazard.tick), falling=self.falling)

    def _all(self, scene: Scene, hazards: list[Hazard]) -> Steps:
        for hazard in hazards:
            for who in self.harmed(scene.battle, hazard):
                yield from self._strike(scene, hazard, who)

    def _strike(self, scene: Scene, hazard: Hazard, who: str) -> Steps:
        one = scene.battle.who(who)
        if hazard.resist is not None and (yield from self._resisted(scene, hazard, who)):
            yield Noted(say.HAZARD_AVOIDED(hazard=hazard.label, who=one), who)
            return
        damage = yield from self._damage(scene, hazard, who)
        if damage:
            yield from self.take(scene, who, damage, hazard.type)
        dealt = _fixed(hazard, damage) if damage else say.NO_DAMAGE
        yield Noted(say.HAZARD_HARMS(hazard=hazard.label, who=one, damage=dealt), who)

    def _resisted(self, scene: Scene, hazard: Hazard, who: str) -> Procedure[bool]:
        def pool(battle: Battle) -> Explained:
            base = _resist_pool(battle, hazard, who).plus_all(self.wounds(battle, who))
            return modify_pool(base, battle.combatants[who].effects, "resist")

        automatic: Number = lambda battle: self.automatic(battle, who)  # noqa: E731 -- a number, not a function
        result = yield from scene.roll(
            who,
            "resist",
            pool,
            auto=automatic,
            difficulty=lambda _battle: constant(hazard.label, hazard.difficulty),
            threshold_only=True,
            label=say.RESIST(hazard=hazard.label),
        )
        return result.met

    def _damage(self, scene: Scene, hazard: Hazard, who: str) -> Procedure[int]:
        """Return the damage that a hazard deals to a combatant: rolled, or the fixed amount."""

        def pool(battle: Battle) -> Explained:
            one = battle.combatants[who]
            base = constant(hazard.label, hazard.dice or hazard.damage)
            if hazard.soaked:
                soak = self.soak(battle, one, hazard.type)
                base = base.plus("soak", -soak.total, "", soak.parts)
            return modify_pool(base, one.effects, "hazard") if hazard.dice else base

        if not hazard.dice:
            return max(0, pool(scene.battle).total)
        result = yield from scene.roll(who, "hazard", pool, die=self.die, memoryless=True, label=hazard.label)
        return max(0, result.successes)

    def _declared(self, command: Command, id: str) -> Hazard:
        resist = command.get("resist")
        dice, damage = int(command.get("dice", 0) or 0), int(command.get("damage", 0) or 0)
        return Hazard(
            id,
            str(command.get("label")).strip()[:LONGEST_LABEL],
            steps.ids_of(command, "who"),
            str(command.get("zone") or ""),
            str(command.get("when", self._usual_time)),
            command.get("at_round"),
            command.get("at_tick"),
            dice,
            damage,
            str(command.get("type", self.types[0])),
            bool(command.get("soaked", True)),
            (resist,) if isinstance(resist, str) else resist,
            int(command.get("difficulty", 1)),
            command.get("announced") is True,
        )

    @property
    def _usual_time(self) -> str:
        return "round" if self.rounds else "turn"

    def _wrong_time(self, battle: Battle, command: Command) -> list[str]:
        when = command.get("when", self._usual_time)
        if when not in HAZARD_TIMES:
            return [say.HAZARD_TIME(when=str(when))]
        if when == "round" and not self.rounds:
            return [say.NO_ROUNDS]
        if when != "once":
            return []
        out = [
            say.WHOLE_NUMBER(name=name, n=str(command.get(name)))
            for name in ("at_round", "at_tick")
            if command.get(name) is not None and not _is_number(command.get(name), -100_000, 100_000)
        ]
        if command.get("at_round") is None and command.get("at_tick") is None:
            out.append(say.ONCE_NEEDS_MOMENT)
        elif not out and self._is_due(
            battle, Hazard("", "", round=command.get("at_round"), tick=command.get("at_tick"))
        ):
            out.append(say.TOO_LATE)
        return out

    def _wrong_damage(self, command: Command) -> list[str]:
        out = [
            say.HAZARD_NUMBER(name=name, most=LARGEST, n=str(command.get(name)))
            for name in ("dice", "damage")
            if not _is_number(command.get(name, 0), 0, LARGEST)
        ]
        given = [name for name in ("dice", "damage") if command.get(name)]
        if not out and len(given) != 1:
            out.append(say.DICE_OR_DAMAGE)
        type = command.get("type", self.types[0])
        if type not in self.types:
            out.append(say.DAMAGE_TYPE(types=listed(self.types, "or"), type=str(type)))
        return out


def described(battle: Battle, hazard: Hazard) -> str:
    """Return in a few words who is harmed by a hazard, when and how much."""
    zone = battle.zones.get(hazard.zone)
    names = [battle.combatants[id].name for id in hazard.who if id in battle.combatants]
    everyone = say.EVERYONE_IN(where=zone.name or zone.id) if zone else say.NO_ONE
    sentence = {"round": say.EACH_ROUND, "turn": say.EACH_TURN, "once": say.ONCE}[hazard.when]
    damage = _rolled(hazard) if hazard.dice else _fixed(hazard, hazard.damage)
    return sentence(whom=listed(names) if hazard.who else everyone, damage=damage)


def _fixed(hazard: Hazard, damage: int) -> str:
    """Return a hazard's damage in words; a game's only kind of damage is not named."""
    return say.DAMAGE(n=damage) if hazard.type == "health" else say.DAMAGE_OF_TYPE(n=damage, type=hazard.type)


def _rolled(hazard: Hazard) -> str:
    if hazard.type == "health":
        return say.DICE_OF_DAMAGE(n=hazard.dice)
    return say.DICE_OF_DAMAGE_TYPE(n=hazard.dice, type=hazard.type)


def _wrong(text: str) -> Violation:
    return Violation("", text, final=True)


def _is_number(value: Value, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _wrong_aim(battle: Battle, command: Command) -> list[str]:
    who, zone = steps.ids_of(command, "who"), command.get("zone")
    if bool(who) == bool(zone):
        return [say.PEOPLE_OR_ZONE]
    if zone and zone not in battle.zones:
        return [say.NO_ZONE(zone=str(zone))]
    return [say.NOBODY_CALLED(who=id) for id in who if id not in battle.combatants]


def _wrong_resistance(battle: Battle, command: Command) -> list[str]:
    resist, difficulty = command.get("resist"), command.get("difficulty", 1)
    out = []
    if not _is_number(difficulty, 0, LARGEST):
        out.append(say.HAZARD_DIFFICULTY(most=LARGEST, n=str(difficulty)))
    if resist is not None:
        asked = Command("roll", next(iter(battle.combatants), ""), Table(pool=resist))
        out += [violation.text for violation in steps.check_roll(battle, asked)]
    return out


def _resist_pool(battle: Battle, hazard: Hazard, who: str) -> Explained:
    if hazard.resist is None:
        return NOTHING
    return steps.free_pool(battle, Command("roll", who, Table(pool=hazard.resist)))
