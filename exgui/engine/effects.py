"""Effects in force on a combatant, and how their modifiers change rolls and values."""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.dice import Die
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Record, Table, Value


class Modifier(Record):
    """A change to one roll or value.

    Attributes:
        on: name of the roll ("attack") or value ("defense") it changes.
        dice: dice added to a pool.
        successes: automatic successes added to a roll.
        bonus: added to a value (or, on a roll, to the pool).
        set: what the value is set to, after all other changes.
        double: on a roll, this face and those above count two successes.
        reroll: on a roll, dice that show one of these faces are rolled again, once.
        target: on a roll, this face and those above count at least one success.
        turned: on a roll, how many dice of the final pool are not rolled but count as one success each.
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


class Effect(Record):
    """Something in force on a combatant for a while.

    Attributes:
        id: unique on its bearer.
        label: its name in the parts of a number.
        until: when it ends: "step" (with the step that began it), "turn_start" or "turn_end" (of its bearer), "round",
            "battle", or a word of the game's own.
        data: further data of the game's own code.
    """

    id: str
    label: str
    modifiers: tuple[Modifier, ...] = ()
    until: str = "step"
    rule: str = ""
    data: Table[str, Value] = EMPTY


def modify_pool(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    """Return a pool of dice as the effects change it; `names` are all the names of the roll."""
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
    """Return the automatic successes of a roll, including those that the effects add."""
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names:
                base = base.plus(effect.label, modifier.successes, effect.rule)
    return base


def modify_value(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names:
                base = base.plus(effect.label, modifier.bonus + modifier.dice + modifier.successes, effect.rule)
    return base


def value_set_by(base: Explained, effects: Iterable[Effect], *names: str) -> Explained:
    """Return the value set by the effects, if any sets it: the last one counts."""
    for effect in effects:
        for modifier in effect.modifiers:
            if modifier.on in names and modifier.set is not None:
                base = base.set_to(modifier.set, effect.label, effect.rule)
    return base


def modify_die(die: Die, effects: Iterable[Effect], name: str) -> Die:
    """Return the die of a roll as the effects change it: faces that count double, a lower target number, faces rolled
    again.

    A die that counts its face value has no target number and no faces that count double; effects leave those alone.
    """
    for effect in effects:
        for one in effect.modifiers:
            if one.on != name:
                continue
            changes = []
            if die.unit == "successes":
                if one.target is not None:
                    die = die.with_scores(one.target, 1)
                    changes.append(f"{one.target} and higher succeed")
                if one.double is not None:
                    die = die.with_scores(one.double, 2)
                    changes.append(f"{one.double} and higher count twice")
            if one.reroll:
                die = die.with_rerolls(one.reroll)
                changes.append(f"{', '.join(map(str, one.reroll))} rolled again")
            if changes:
                how = f"{effect.label}: {', '.join(changes)}"
                die = die.but(how=f"{die.how}; {how}" if die.how else how)
    return die


def turn_dice(pool: Explained, auto: Explained, effects: Iterable[Effect], name: str) -> tuple[Explained, Explained]:
    """Return a pool and its automatic successes after the effects have turned dice into successes, at most all of
    them."""
    for effect in effects:
        for one in effect.modifiers:
            if one.on == name and one.turned:
                dice = max(0, min(one.turned, pool.total))
                pool = pool.plus(effect.label, -dice, effect.rule)
                auto = auto.plus(effect.label, dice, effect.rule)
    return pool, auto
