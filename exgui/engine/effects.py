"""Effects in force on a combatant, and the modifiers they bring to its rolls and values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from exgui.engine.dice import Die
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Record, Table, Value


@dataclass(frozen=True)
class Modifier(Record):
    """A change to one roll or value.

    Attributes:
        on: name of the roll ("attack") or value ("defense") it changes.
        dice: dice added to a pool.
        successes: automatic successes added to a roll.
        bonus: added to a value (or, on a roll, to the pool).
        set: the value it is set to, after all else.
        double: on a roll, this face and those above count two successes.
        reroll: on a roll, dice that show one of these faces are rolled again, once.
        target: on a roll, this face and those above count at least one success.
        turned: on a roll, so many dice of the final pool are not rolled and count one success each.
    """

    on: str
    dice: int = 0
    successes: int = 0
    bonus: int = 0
    set: int | None = None
    double: int | None = None
    reroll: tuple[int, ...] = ()
    target: int | None = None
    turned: int = 0


@dataclass(frozen=True)
class Effect(Record):
    """Something in force on someone for a while.

    Attributes:
        id: unique on its bearer.
        label: what the parts of a number call it.
        until: when it ends: "step" (with the step that began it), "turn_start" or "turn_end" (of its bearer), "round",
            "battle", or a name of the game's own.
        data: what the game wants to know of it.
    """

    id: str
    label: str
    modifiers: tuple[Modifier, ...] = ()
    until: str = "step"
    rule: str = ""
    data: Table[str, Value] = EMPTY


def modify_pool(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    """A pool of dice with what the effects change in it; `names` are all the names the roll goes by."""
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names:
                base = base.plus(effect.label, modifier.dice + modifier.bonus, effect.rule)
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names and modifier.set is not None:
                base = base.set_to(modifier.set, effect.label, effect.rule)
    return base


def modify_successes(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    """The automatic successes of a roll with what the effects add."""
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names:
                base = base.plus(effect.label, modifier.successes, effect.rule)
    return base


def modify_value(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    """A value with the effects' bonuses; then whatever sets it."""
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names:
                base = base.plus(effect.label, modifier.bonus + modifier.dice + modifier.successes, effect.rule)
    return base


def value_set_by(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    """A value as the last effect that sets it says, if any does."""
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names and modifier.set is not None:
                base = base.set_to(modifier.set, effect.label, effect.rule)
    return base


def modify_die(die: Die, effects: Iterable[Effect], name: str) -> Die:
    """A roll's die as the effects make it: faces that count double, a lower target number, faces rolled again. Only a
    die that counts successes has such; one that is worth what it shows can be rolled again."""
    for effect in effects:
        for one in effect.modifiers:
            if one.on != name:
                continue
            said = []
            if die.unit == "successes":
                if one.target is not None:
                    die = die.with_scores(one.target, 1)
                    said.append(f"{one.target} and higher succeed")
                if one.double is not None:
                    die = die.with_scores(one.double, 2)
                    said.append(f"{one.double} and higher count twice")
            if one.reroll:
                die = die.with_rerolls(one.reroll)
                said.append(f"{', '.join(map(str, one.reroll))} rolled again")
            if said:
                how = f"{effect.label}: {', '.join(said)}"
                die = die.but(how=f"{die.how}; {how}" if die.how else how)
    return die


def turn_dice(pool: Explained, auto: Explained, effects: Iterable[Effect], name: str) -> tuple[Explained, Explained]:
    """A pool and its automatic successes, after the effects have turned dice into successes: no more dice than there
    are."""
    for effect in effects:
        for one in effect.modifiers:
            if one.on == name and one.turned:
                dice = max(0, min(one.turned, pool.total))
                pool = pool.plus(effect.label, -dice, effect.rule)
                auto = auto.plus(effect.label, dice, effect.rule)
    return pool, auto
