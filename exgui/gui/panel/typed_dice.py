"""The dice of the table: what is typed into the dice field, understood.

One number is the successes (or the total), two or more are the faces.
"""

from __future__ import annotations

import re

from exgui.engine.asks import Fall, Roll
from exgui.engine.dice import Die, dice_count
from exgui.engine.procedure import BadAnswer, settle
from exgui.engine.record import Record

SEPARATORS = re.compile(r"[\s,;]+")


class Typed(Record):
    """The dice field's content.

    Attributes:
        fall: how the dice fell, None where it is not understood or not complete.
        sentence: what is understood, or what is missing or wrong.
        wrong: it cannot become right by typing on.
    """

    fall: Fall | None
    sentence: str
    wrong: bool = False


def read_dice(text: str, roll: Roll) -> Typed:
    words = [word for word in SEPARATORS.split(text.strip()) if word]
    if not words:
        return Typed(None, hint(roll))
    numbers: list[int] = []
    for word in words:
        if not word.isdecimal():
            return Typed(None, f"“{word}” is not a number.", True)
        numbers.append(int(word))
    if len(numbers) == 1:
        return _score(numbers[0], roll)
    return _faces(tuple(numbers), roll)


def hint(roll: Roll) -> str:
    if roll.dice > 1:
        faces = roll.die.sides == 10 and not roll.die.explodes
        return f"6 = {unit_of(roll)} · 7 7 10 2 = faces" if faces else f"One number = {unit_of(roll)}"
    again = f" · {roll.die.sides} 3 = faces, {_highest(roll.die)} is rolled again" if roll.die.explodes else ""
    return f"Type the {unit_of(roll)}{again}"


def _highest(die: Die) -> str:
    return f"{'an' if die.sides in (8, 11, 18) or 80 <= die.sides < 90 else 'a'} {die.sides}"


def unit_of(roll: Roll, count: int = 0) -> str:
    if roll.die.unit == "successes":
        return "success" if count == 1 else "successes"
    return roll.die.unit


def outcome(score: int, roll: Roll) -> str:
    """Return what a result comes to: with automatic successes, against the difficulty."""
    total = score + roll.auto.total
    unit = unit_of(roll, score)
    out = f"{score} {unit}" if roll.die.unit == "successes" else f"{unit} {score}"
    if roll.auto.total:
        sign = "+" if roll.auto.total > 0 else "\N{MINUS SIGN}"
        out += f" {sign} {abs(roll.auto.total)} = {total}"
    if roll.difficulty is not None:
        above = total - roll.difficulty.total
        goal = roll.difficulty.total
        if above >= 0:
            out += f" against {goal}: made" + (f", {above} over" if above else "")
        else:
            out += f" against {goal}: {-above} short"
    elif roll.pass_at is not None:
        limit = roll.pass_at.total
        out += f", {limit} or less: {'passed' if total <= limit else 'failed'}"
    return out


def _score(score: int, roll: Roll) -> Typed:
    try:
        settle(roll, Fall(score=score))
    except BadAnswer:
        highest = roll.die.highest * roll.dice
        lowest = min(roll.die.scores) * roll.dice
        dice = "1 die gives" if roll.dice == 1 else f"{roll.dice} dice give"
        unit = unit_of(roll)
        if roll.die.explodes and score >= lowest:
            again = f"{_highest(roll.die)} is rolled again and added"
            return Typed(None, f"{roll.dice} {roll.die.label} can’t give {score}: {again}.")
        most = f"{lowest} to {highest}" if not roll.die.explodes else f"at least {lowest}"
        return Typed(None, f"{dice} {most} {unit}, not {score}.", score > highest)
    return Typed(Fall(score=score), outcome(score, roll))


def _faces(numbers: tuple[int, ...], roll: Roll) -> Typed:
    sides = roll.die.sides
    if sides == 10:
        numbers = tuple(10 if number == 0 else number for number in numbers)
    for number in numbers:
        if not 1 <= number <= sides:
            return Typed(None, f"A {roll.die.label} shows 1 to {sides}, not {number}.", True)
    kept = roll.die.kept(numbers, roll.dice)
    count = len(kept)
    if roll.die.explodes:
        count -= kept.count(sides)
    if count < roll.dice or (roll.die.explodes and numbers[-1] == sides):
        return Typed(None, f"{len(numbers)} of {dice_count(roll.dice)} so far, {roll.die.score(kept)} {unit_of(roll)}")
    if count > roll.dice:
        return Typed(None, f"{dice_count(count)}, but the pool is {roll.dice}.", True)
    fall = Fall(faces=numbers)
    return Typed(fall, outcome(roll.die.score(kept), roll))
