"""Dice: the value of a die, exact distributions, dice as text ("2d6+1"), and the app's own dice, which are a pure
function of their place in the battle.

The app's dice depend on nothing but (seed of the battle, number of the step, who, name of the roll, number of earlier
rolls of that name in the step, index of the die). The hash is defined only here; it is the same on every machine and in
every version, a rule that adds another roll leaves the others as they were, and undoing can't fish for better dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import chain, count, islice
from math import lcm
from operator import attrgetter
from struct import unpack

from exgui.engine.memo import remembered
from exgui.engine.record import Record

MOST_DICE = 10_000
"""The most dice of one roll: several times the sum of the largest traits, weapons and modifiers."""
MOST_SPREAD = 150
"""The largest pool whose distribution is computed; no one asks for odds beyond it."""
RAREST_EXPLOSION = 10**14
"""An exploding die is followed while this is likelier than 1 in this number; the rest is spread over the faces of
the last step.
"""
DEEPEST_EXPLOSION = 24
"""The most explosions that are followed."""
MOST = 100
"""The most dice, and the most sides of one."""
LARGEST_BONUS = 1_000
MANGLED_DASH = "\N{LATIN SMALL LETTER A WITH CIRCUMFLEX}\N{EURO SIGN}\N{LEFT DOUBLE QUOTATION MARK}"
"""An en dash in a text that was read in a wrong encoding on its way."""
_WRITTEN = re.compile(r"(\d{0,3})\s*d\s*(\d{1,3})\s*(?:([+\-\N{MINUS SIGN}\N{EN DASH}])\s*(\d{1,4}))?", re.IGNORECASE)


class Die(Record):
    """One kind of die and the value of its faces.

    Attributes:
        sides: number of faces, showing 1 to `sides`.
        scores: the value of each face, `scores[0]` being that of the 1.
        explodes: the highest face is rolled again and added, as often as it falls.
        unit: the result that a table which counts for itself enters: "successes" or "total".
        label: the die's name ("d10").
        rerolls: faces that are rolled again, once. The faces of a roll then include both, the second right after the
            first; only the second counts.
        how: what has changed the die from its ordinary form, in words; "" for nothing.
    """

    sides: int
    scores: tuple[int, ...]
    explodes: bool = False
    unit: str = "successes"
    label: str = "d10"
    rerolls: tuple[int, ...] = ()
    how: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Die) and _what_counts(self) == _what_counts(other)

    def __hash__(self) -> int:
        return hash(_what_counts(self))

    def score(self, faces: tuple[int, ...]) -> int:
        """Return the sum of the scores of these faces.

        Raises:
            KeyError: the die does not have one of them.
        """
        worth = _worths(self.scores)
        return sum(map(worth.__getitem__, faces))

    def with_scores(self, face: int, worth: int) -> Die:
        """Return this die with `face` and those above worth at least `worth`."""
        scores = tuple(max(score, worth) if at >= face else score for at, score in enumerate(self.scores, 1))
        return self.but(scores=scores)

    def with_rerolls(self, faces: tuple[int, ...]) -> Die:
        """Return this die with these faces rolled again as well."""
        return self.but(rerolls=tuple(sorted({*self.rerolls, *faces})))

    def kept(self, faces: tuple[int, ...], count: int) -> tuple[int, ...]:
        """Return the faces that count, of a roll of `count` dice.

        If there are as many faces as dice, all of them count: the rerolls were already made at the table. With an
        exploding die the number of faces does not show this.
        """
        if not self.rerolls or (len(faces) == count and not self.explodes):
            return faces
        out = []
        again = False
        for face in faces:
            if face in self.rerolls and not again:
                again = True
                continue
            out.append(face)
            again = False
        return tuple(out)

    @property
    def highest(self) -> int:
        return max(self.scores)


_what_counts = attrgetter("sides", "scores", "explodes", "unit", "label", "rerolls")
"""All fields but `how`: a die changed in another way is still the same die."""


@remembered(256)
def _worths(scores: tuple[int, ...]) -> dict[int, int]:
    return dict(enumerate(scores, 1))


D10 = Die(10, (0, 0, 0, 0, 0, 0, 1, 1, 1, 2))
"""The Storyteller die: 7, 8, 9 one success, 10 two."""
D10_TENS_ONCE = Die(10, (0, 0, 0, 0, 0, 0, 1, 1, 1, 1))
"""The same, a 10 counting once."""


def summed(sides: int, explodes: bool = False) -> Die:
    return Die(sides, tuple(range(1, sides + 1)), explodes, "total", f"d{sides}")


def keyed_faces(seed: int, step: int, who: str, roll: str, nth: int, count: int, die: Die) -> tuple[int, ...]:
    """Return the faces of the app's own dice for one roll.

    Its place is "seed/step/who/roll/nth". Die `i` is the `i`-th number below the largest multiple of `sides` in the
    blocks blake2b("place/0"), blake2b("place/1") and so on, modulo sides, plus one: numbers of one byte, or of eight
    (the highest first) from 256 sides on. Exploding dice take further numbers. A face that is rolled again is
    followed by the `i`-th number of a place of its own, "place/again", so that all other dice fall as they would.

    Args:
        seed: the battle's seed.
        step: number of the step in the battle.
        nth: how many rolls of the same `who` and `roll` this step had before.
        count: dice in the pool.
    """
    place = f"{seed}/{step}/{who}/{roll}/{nth}"
    if die.rerolls or die.explodes:
        return tuple(_thrown_again(place, count, die))
    faces = _block(place, 0, die.sides)  # nearly always enough
    return tuple(faces[:count] if count <= len(faces) else islice(_stream(place, die.sides), count))


def _thrown_again(place: str, count: int, die: Die) -> Iterator[int]:
    """Return the faces of a roll in which some dice are rolled a second time."""
    thrown = zip(_stream(place, die.sides), _stream(f"{place}/again", die.sides), strict=True)
    left, most = count, count + 64 * die.sides
    for index, (face, second) in enumerate(thrown, 1):
        if not left:
            return
        last = face
        yield face
        if face in die.rerolls:
            last = second
            yield second
        if not (die.explodes and last == die.sides and index < most):
            left -= 1


def _stream(place: str, sides: int) -> Iterator[int]:
    return chain.from_iterable(_block(place, number, sides) for number in count())


def _block(place: str, number: int, sides: int) -> tuple[int, ...] | bytes:
    digest = blake2b(f"{place}/{number}".encode()).digest()
    if sides < 256:
        return digest.translate(*_faces_of_bytes(sides))
    limit = 2**64 - 2**64 % sides
    return tuple(word % sides + 1 for word in unpack(">8Q", digest) if word < limit)


@remembered(64)
def _faces_of_bytes(sides: int) -> tuple[bytes, bytes]:
    """Return the face for each byte, and the bytes that have no face."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


def facts_of(die: Die, faces: tuple[int, ...], names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the requested facts of a roll (besides its score).

    `ones`: 1 if any die showed a 1, else 0. `maxima`: number of dice that showed their highest face.
    """
    return tuple(_fact(die, faces, name) for name in names)


def _fact(die: Die, faces: tuple[int, ...], name: str) -> int:
    if name == "ones":
        return int(1 in faces)
    if name == "maxima":
        return faces.count(die.sides)
    raise ValueError(f"no fact of dice is called {name!r}")


Outcome = tuple[int, tuple[int, ...]]
"""An outcome of a roll of dice: a score, and the requested facts."""


@remembered(512)
def distribution(die: Die, count: int, facts: tuple[str, ...] = ()) -> tuple[tuple[Outcome, Fraction], ...]:
    """Return every outcome of `count` dice with its exact probability, lowest score first.

    Raises:
        ValueError: there are more than `MOST_SPREAD` dice.
    """
    if count > MOST_SPREAD:
        raise ValueError(f"the odds of {count:,} dice are too many to work out; the most is {MOST_SPREAD}")
    if count > 0 and not die.explodes and not facts:
        return _plain(die, count)
    one, whole = _single(die, facts)
    falls: dict[Outcome, int] = {(0, (0,) * len(facts)): 1}
    for _ in range(count):
        following: dict[Outcome, int] = {}
        for (score, seen), ways in falls.items():
            for (more, new), likely in one:
                together = tuple(
                    max(a, b) if name == "ones" else a + b for name, a, b in zip(facts, seen, new, strict=True)
                )
                key = (score + more, together)
                following[key] = following.get(key, 0) + ways * likely
        falls = following
    return tuple((outcome, Fraction(falls[outcome], whole**count)) for outcome in sorted(falls))


def _plain(die: Die, count: int) -> tuple[tuple[Outcome, Fraction], ...]:
    """Return the distribution of scores alone, counted in whole numbers (fast for large pools)."""
    ways = [0] * (die.highest + 1)
    weights, whole = _weights(die)
    for face, score in enumerate(die.scores, 1):
        ways[score] += weights[face]
    worth = [(score, number) for score, number in enumerate(ways) if number]
    counts = [1]
    for _ in range(count):
        following = [0] * (len(counts) + die.highest)
        for score, number in enumerate(counts):
            if number:
                for more, times in worth:
                    following[score + more] += number * times
        counts = following
    total = whole**count
    return tuple(((score, ()), Fraction(number, total)) for score, number in enumerate(counts) if number)


def _weights(die: Die) -> tuple[tuple[int, ...], int]:
    """Return the number of equally likely cases that end on each face, and the number of all cases. The first entry
    is for no face. A face that is rolled again stays only if the second roll shows it.
    """
    again = len(die.rerolls)
    if not again:
        return (0, *(1 for _ in die.scores)), die.sides
    kept = (again if face in die.rerolls else die.sides + again for face in range(1, die.sides + 1))
    return (0, *kept), die.sides**2


def _single(die: Die, facts: tuple[str, ...]) -> tuple[list[tuple[Outcome, int]], int]:
    """Return the outcomes of one die, explosions included, each with its number of equally likely cases; and the
    number of all cases.
    """
    out: dict[Outcome, Fraction] = {}
    reached = Fraction(1)
    carried: tuple[int, ...] = ()
    weights, whole = _weights(die)
    deepest = next((n for n in range(DEEPEST_EXPLOSION) if die.sides**n >= RAREST_EXPLOSION), DEEPEST_EXPLOSION)
    for depth in range(deepest + 1):
        ends = die.sides - 1 if die.explodes else die.sides
        ways = whole - weights[die.sides] if depth == deepest else whole
        for face in range(1, ends + 1):
            faces = (*carried, face)
            key = (die.score(faces), facts_of(die, faces, facts))
            out[key] = out.get(key, Fraction(0)) + reached * weights[face] / ways
        if not die.explodes:
            break
        carried = (*carried, die.sides)
        reached = reached * weights[die.sides] / whole
    cases = lcm(*(chance.denominator for chance in out.values()))
    return [(outcome, int(chance * cases)) for outcome, chance in out.items()], cases


def possible(die: Die, count: int, score: int, ones: int | None = None, maxima: int | None = None) -> bool:
    """Return whether `count` dice can have this `score`, with these facts if known (see `facts_of`)."""
    if ones not in (None, 0, 1):
        return False
    top = die.scores[-1]
    if maxima is None and not die.explodes:
        return _reaches(_worths_of(die, count, ones, whole=True), score)
    if maxima is not None:
        others = count if die.explodes else count - maxima
        return maxima >= 0 <= others and _reaches(_worths_of(die, others, ones), score - maxima * top)
    # The highest face may fall any number of times before all dice come to rest.
    worths = _worths_of(die, count, ones)
    if top <= 0:
        return _reaches(worths, score)
    low, reached = worths
    least = max(0, -(-(score - low - reached.bit_length() + 1) // top))
    return any(_reaches(worths, score - number * top) for number in range(least, (score - low) // top + 1))


Worths = tuple[int, int]
"""Possible scores: the lowest, and the others as bits counted from it."""


def _reaches(worths: Worths, score: int) -> bool:
    low, reached = worths
    return score >= low and bool(reached >> (score - low) & 1)


def _worths_of(die: Die, count: int, ones: int | None, whole: bool = False) -> Worths:
    """Return the scores that `count` dice can have, `ones` of which show a 1 (see `possible`).

    Args:
        whole: the highest face is among those they can show.
    """
    first = 1 if ones else 0
    faces = die.scores[1 if ones == 0 else 0 : None if whole else -1]
    fixed = die.scores[0] if ones else 0
    rest = count - first
    if rest == 0:
        return fixed, 1
    if rest < 0 or not faces:
        return 0, 0
    low, steps = min(faces), sorted({score - min(faces) for score in faces})
    if steps == list(range(len(steps))):  # no gaps in the scores of one die, so none in those of many
        return fixed + low * rest, (1 << (steps[-1] * rest + 1)) - 1
    reached = 1
    for _ in range(rest):
        reached = _either(reached << step for step in steps)
    return fixed + low * rest, reached


def _either(sets: Iterable[int]) -> int:
    together = 0
    for one in sets:
        together |= one
    return together


class WrittenDice(Record):
    """Dice of one kind, and a fixed number added to them.

    Attributes:
        count: number of dice.
        sides: of each die.
        plus: the number added; below 0 it is subtracted.
    """

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        sign = f"+{self.plus}" if self.plus > 0 else str(self.plus) if self.plus else ""
        return f"{self.count if self.count > 1 else ''}d{self.sides}{sign}"


def read_dice(text: str) -> WrittenDice | None:
    """Return the dice that a text describes; None for any other text."""
    found = _WRITTEN.fullmatch(text.strip().replace(MANGLED_DASH, "-"))
    if found is None:
        return None
    count, sides = int(found[1] or 1), int(found[2])
    plus = int(found[4] or 0) * (1 if found[3] in (None, "+") else -1)
    if not (1 <= count <= MOST and 2 <= sides <= MOST and abs(plus) <= LARGEST_BONUS):
        return None
    return WrittenDice(count, sides, plus)


def dice_count(number: int) -> str:
    """Return "1 die" or "2 dice"."""
    return f"{number} {'die' if number == 1 else 'dice'}"
