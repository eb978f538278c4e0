"""The pieces of a compiled formula: the value of each, its label, and its parts.

Arithmetic is exact; it is rounded once, at the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from exgui.engine.explained import Part

Lookup = Callable[[str], tuple[str, int]]
"""Returns a name's label and amount: `lookup("dexterity") == ("Dexterity", 4)`. Raises KeyError."""
LARGEST_RESULT = 10**12
"""The largest value of a formula or a piece of one; also the largest denominator of a fraction."""
Number = int | Fraction
Term = tuple[Number, str, tuple[Part, ...]]
"""A summand: its amount, its label, and its own parts."""


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated; the message is a sentence with the formula in it."""


class Evaluation:
    """One evaluation of a formula: looks names up, and computes every piece only once."""

    def __init__(self, text: str, lookup: Lookup) -> None:
        self.text, self.lookup = text, lookup
        self._values: dict[Piece, Number] = {}
        self._readings: dict[tuple[Piece, bool], str] = {}
        self._leaves: dict[Piece, tuple[Part, ...]] = {}

    def value(self, piece: Piece) -> Number:
        """Return the exact value of a piece.

        Raises:
            FormulaError: it divides by zero, or its value is too large.
        """
        if piece not in self._values:
            value = piece.value(self)
            if abs(value.numerator) > LARGEST_RESULT or value.denominator > LARGEST_RESULT:
                raise FormulaError(
                    f"the formula {self.text!r} reaches a number beyond {LARGEST_RESULT}: no game needs that"
                )
            self._values[piece] = value
        return self._values[piece]

    def shown(self, piece: Piece, inside: bool = False) -> str:
        """Return a piece as text, with numbers for names; a sum is in brackets if `inside` a larger expression."""
        if (piece, inside) not in self._readings:
            self._readings[piece, inside] = piece.shown(self, inside)
        return self._readings[piece, inside]

    def leaves(self, piece: Piece) -> tuple[Part, ...]:
        if piece not in self._leaves:
            self._leaves[piece] = piece.leaves(self)
        return self._leaves[piece]


class Piece:
    """A piece of a formula. It gets the values of its own pieces from the evaluation, which remembers them."""

    __slots__ = ()

    def value(self, work: Evaluation) -> Number:
        raise NotImplementedError

    def shown(self, work: Evaluation, inside: bool) -> str:
        raise NotImplementedError

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        return ()

    def terms(self, work: Evaluation, sign: int, out: list[Term]) -> None:
        """Yield the summands of the piece, each times `sign`."""
        out.append((work.value(self) * sign, work.shown(self), work.leaves(self)))


class Constant(Piece):
    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, work: Evaluation) -> Number:
        return self.number

    def shown(self, work: Evaluation, inside: bool) -> str:
        return str(self.number)

    def terms(self, work: Evaluation, sign: int, out: list[Term]) -> None:
        out.append((self.number * sign, "base", ()))


class Name(Piece):
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self, work: Evaluation) -> Number:
        return work.lookup(self.name)[1]

    def shown(self, work: Evaluation, inside: bool) -> str:
        label, amount = work.lookup(self.name)
        return f"{label} {amount}"

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        label, amount = work.lookup(self.name)
        return (Part(label, amount),) if amount else ()

    def terms(self, work: Evaluation, sign: int, out: list[Term]) -> None:
        label, amount = work.lookup(self.name)
        out.append((amount * sign, label, ()))


class Sum(Piece):
    """`left + right`, or with `sign` -1 `left - right`."""

    __slots__ = ("left", "right", "sign")

    def __init__(self, left: Piece, right: Piece, sign: int) -> None:
        self.left, self.right, self.sign = left, right, sign

    def value(self, work: Evaluation) -> Number:
        if self.sign > 0:
            return work.value(self.left) + work.value(self.right)
        return work.value(self.left) - work.value(self.right)

    def shown(self, work: Evaluation, inside: bool) -> str:
        terms: list[Term] = []
        self.terms(work, 1, terms)
        parts = [
            (amount, str(abs(amount)) if label == "base" else _reading(label, amount, own))
            for amount, label, own in terms
            if amount
        ]
        text = ""
        for amount, piece in parts:
            if text:
                text += (" - " if amount < 0 else " + ") + piece
            else:
                text = f"-{piece}" if amount < 0 else piece
        if not parts:
            return "0"
        return f"({text})" if inside and len(parts) > 1 else text

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        terms: list[Term] = []
        self.terms(work, 1, terms)
        return parts_of(terms, sum((term[0] for term in terms), 0), "down")[1]

    def terms(self, work: Evaluation, sign: int, out: list[Term]) -> None:
        self.left.terms(work, sign, out)
        self.right.terms(work, sign * self.sign, out)


class Minus(Piece):
    __slots__ = ("inner",)

    def __init__(self, inner: Piece) -> None:
        self.inner = inner

    def value(self, work: Evaluation) -> Number:
        return -work.value(self.inner)

    def shown(self, work: Evaluation, inside: bool) -> str:
        return f"-{work.shown(self.inner, True)}"

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        return work.leaves(self.inner)

    def terms(self, work: Evaluation, sign: int, out: list[Term]) -> None:
        self.inner.terms(work, -sign, out)


class Operation(Piece):
    """`*`, `/` or `//`."""

    __slots__ = ("left", "operate", "right", "symbol")

    def __init__(self, left: Piece, right: Piece, symbol: str) -> None:
        self.left, self.right, self.symbol = left, right, symbol
        self.operate = _OPERATIONS[symbol]

    def value(self, work: Evaluation) -> Number:
        try:
            return self.operate(work.value(self.left), work.value(self.right))
        except ZeroDivisionError:
            divisor = work.shown(self.right)
            raise FormulaError(
                f"the formula {work.text!r} divides by zero here ({divisor}): division by 0 is not possible"
            ) from None

    def shown(self, work: Evaluation, inside: bool) -> str:
        return f"{work.shown(self.left, True)} {self.symbol} {work.shown(self.right, True)}"

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        return work.leaves(self.left) + work.leaves(self.right)


class Extreme(Piece):
    """`min(...)` or `max(...)`."""

    __slots__ = ("inner", "word")

    def __init__(self, inner: tuple[Piece, ...], word: str) -> None:
        self.inner, self.word = inner, word

    def value(self, work: Evaluation) -> Number:
        values = [work.value(piece) for piece in self.inner]
        return min(values) if self.word == "min" else max(values)

    def shown(self, work: Evaluation, inside: bool) -> str:
        which = "lowest" if self.word == "min" else "highest"
        return f"{which} of ({', '.join(work.shown(piece) for piece in self.inner)})"

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        wanted = work.value(self)
        return next(work.leaves(piece) for piece in self.inner if work.value(piece) == wanted)


class Comparison(Piece):
    """A comparison: 1 if it holds, else 0; `a < b < c` as in mathematics."""

    __slots__ = ("inner", "symbols")

    def __init__(self, inner: tuple[Piece, ...], symbols: tuple[str, ...]) -> None:
        self.inner, self.symbols = inner, symbols

    def value(self, work: Evaluation) -> Number:
        left = work.value(self.inner[0])
        for symbol, piece in zip(self.symbols, self.inner[1:], strict=True):
            right = work.value(piece)
            if not _COMPARISONS[symbol](left, right):
                return 0
            left = right
        return 1

    def shown(self, work: Evaluation, inside: bool) -> str:
        text = work.shown(self.inner[0])
        for symbol, piece in zip(self.symbols, self.inner[1:], strict=True):
            text += f" {symbol} {work.shown(piece)}"
        return f"({text})"


class Either(Piece):
    """`yes if test else no`: explained by the branch that counts."""

    __slots__ = ("no", "test", "yes")

    def __init__(self, test: Piece, yes: Piece, no: Piece) -> None:
        self.test, self.yes, self.no = test, yes, no

    def _taken(self, work: Evaluation) -> Piece:
        return self.yes if work.value(self.test) else self.no

    def value(self, work: Evaluation) -> Number:
        return work.value(self._taken(work))

    def shown(self, work: Evaluation, inside: bool) -> str:
        return work.shown(self._taken(work), inside)

    def leaves(self, work: Evaluation) -> tuple[Part, ...]:
        return work.leaves(self._taken(work))

    def terms(self, work: Evaluation, sign: int, out: list[Term]) -> None:
        self._taken(work).terms(work, sign, out)


def _divide(left: Number, right: Number) -> Number:
    if type(left) is int and type(right) is int and right and left % right == 0:
        return left // right
    quotient = Fraction(left) / right
    return quotient.numerator if quotient.denominator == 1 else quotient


_OPERATIONS: dict[str, Callable[[Number, Number], Number]] = {
    "×": lambda left, right: left * right,
    "/": _divide,
    "//": lambda left, right: left // right,
}
_COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def _reading(label: str, amount: Number, own: tuple[Part, ...]) -> str:
    """Return a summand as text in the label of a sum; one that has parts shows them already."""
    return label if own else f"{label} {abs(amount)}"


def rounded(amount: Number, rounding: str) -> int:
    """Return an amount as a whole number: "up", or down."""
    return math.ceil(amount) if rounding == "up" else math.floor(amount)


def parts_of(terms: list[Term], exact: Number, rounding: str) -> tuple[int, tuple[Part, ...]]:
    """Return the rounded total, and parts that add up to it: whole summands are unchanged, while the rounding
    difference goes to the fractional ones.
    """
    total = exact if type(exact) is int else rounded(exact, rounding)
    whole = [amount if type(amount) is int else math.floor(amount) for amount, _label, _own in terms]
    spare = total - sum(whole)
    if spare:
        fractions = [index for index, (amount, _label, _own) in enumerate(terms) if amount != whole[index]]
        fractions.sort(key=lambda index: whole[index] - terms[index][0])
        for index in fractions[:spare]:
            whole[index] += 1
    return total, tuple(
        Part(label, amount, "", own) for amount, (_exact, label, own) in zip(whole, terms, strict=True) if amount
    )
