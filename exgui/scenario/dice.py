"""How a scenario answers rolls: by the name of the roll, first in, first out."""

from __future__ import annotations

from collections.abc import Sequence

from exgui.engine.asks import Fall, Roll
from exgui.engine.procedure import BadAnswer, settle
from exgui.engine.record import Record
from exgui.rulebook.validation import KeyPath

MOST_DICE = 200
"""The largest pool; a larger one is a typing error."""


class WrongDice(ValueError):
    """A roll and its answer do not fit. The message is a sentence; `path` leads to the answer, if there is one."""

    def __init__(self, text: str, path: KeyPath = ()) -> None:
        super().__init__(text)
        self.path = path


class NoSuchFace(WrongDice):
    """A die shows a face it does not have: the file is wrong, under any rules."""


class GivenRoll(Record):
    """One entry of a step's `rolls`.

    Attributes:
        of: `<combatant>.<roll>`.
        faces: in order, None if only the result is given.
        score: the result, in `unit` ("successes" or "total").
        facts: other facts of the dice, by name.
        path: of its result in the file.
    """

    of: str
    faces: tuple[int, ...] | None = None
    score: int | None = None
    unit: str = ""
    facts: tuple[tuple[str, int], ...] = ()
    path: KeyPath = ()


class GivenDice:
    """The dice given to one step, used one by one."""

    def __init__(self, given: Sequence[GivenRoll]) -> None:
        self._left = list(given)

    def take(self, roll: Roll) -> Fall | None:
        """Return the next answer to this roll, None if there is none.

        Raises:
            WrongDice: the answer does not fit the roll.
        """
        if roll.dice > MOST_DICE:
            raise WrongDice(
                f"{roll.key} is a roll of {roll.dice} dice ({roll.pool}); at most {MOST_DICE} can be rolled"
            )
        for key in (roll.key, *(f"{id}.{roll.name}" for id in roll.rolled_for)):
            for index, given in enumerate(self._left):
                if given.of == key:
                    del self._left[index]
                    return _fall(roll, given)
        return None

    @property
    def left(self) -> tuple[GivenRoll, ...]:
        return tuple(self._left)


def _fall(roll: Roll, given: GivenRoll) -> Fall:
    if given.faces is not None:
        _real(roll, given)
        _count(roll, given)
        fall = Fall(faces=given.faces)
    else:
        if given.unit != roll.die.unit:
            raise WrongDice(
                f"{roll.key} is a roll of {roll.die.label}: give {roll.die.unit} (or faces), not {given.unit}",
                given.path,
            )
        facts = dict(given.facts)
        fall = Fall(score=given.score, facts=tuple(_fact(name, facts) for name in roll.facts))
    try:
        return settle(roll, fall)
    except BadAnswer as error:
        raise WrongDice(str(error), given.path) from None


def _fact(name: str, facts: dict[str, int]) -> int:
    return min(1, facts.get(name, 0)) if name == "ones" else facts.get(name, 0)


def _real(roll: Roll, given: GivenRoll) -> None:
    for index, face in enumerate(given.faces or (), 1):
        if face > roll.die.sides:
            raise NoSuchFace(f"a {roll.die.label} shows 1 to {roll.die.sides}, not {face}", (*given.path, index))


def _count(roll: Roll, given: GivenRoll) -> None:
    """Check that the number of dice is the pool's; the extra die after an exploding one does not count, nor does a
    die that is rolled again.
    """
    faces = roll.die.kept(given.faces or (), roll.dice)
    count = len(faces)
    if roll.die.explodes:
        if faces and faces[-1] == roll.die.sides:
            text = f"{roll.key}: the last die shows {roll.die.sides} and is rolled again; add the next result"
            raise WrongDice(text, given.path)
        count -= faces.count(roll.die.sides)
    if count != roll.dice:
        raise WrongDice(
            f"{count} dice are given for {roll.key}, but its pool is {roll.dice} dice ({roll.pool})"
            + (f"; {roll.die.how}" if roll.die.rerolls else ""),
            given.path,
        )


def not_answered(roll: Roll) -> str:
    example = "faces = [...]" if roll.dice > 1 else "faces = [5]"
    return (
        f"no one answered the roll {roll.key} of {roll.dice} {roll.die.label} ({roll.pool}); "
        f'give rolls = [ {{ of = "{roll.key}", {example} }} ], or {roll.die.unit}, or a seed at the top of the file'
    )


def not_asked_for(given: GivenRoll, asked: Sequence[str]) -> str:
    """Return the sentence for an answer to a roll that was never asked for. `asked`: the rolls the step did ask for."""
    rolls = f"it asked for {', '.join(asked)}" if asked else "it asked for no roll"
    return f"nothing in this step asked for the roll {given.of} (or not that often); {rolls}"
