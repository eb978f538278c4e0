"""Formulas of the data: `"(dexterity + ability + specialty) / 2 + weapon.defense"`, compiled through an allow-list.

Python's own parser reads the text, but Python never runs any of it: each allowed piece of the tree becomes a small
object of this module; everything else is refused with a message. Arithmetic is exact; it is rounded once, at the end.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction

from exgui.engine.explained import Explained, Part
from exgui.engine.memo import remembered
from exgui.rulebook.rules import Lookup

LONGEST_TEXT = 300
"""The most characters of a formula."""
DEEPEST = 20
"""The most levels of nesting in a formula."""
LARGEST_NUMBER = 1_000_000
LARGEST_RESULT = 10**12
"""The largest value of a formula or a piece of one; also the largest denominator of a fraction."""
MOST_REMEMBERED = 1_000
"""The most explanations that a formula keeps."""

Number = int | Fraction
Term = tuple[Number, str, tuple[Part, ...]]
"""A summand: its amount, its label, and its own parts."""

_STRANGE = re.compile(r"[^A-Za-z0-9_.+\-*/()<>=!, \t\r\n]")


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated; the message is a sentence with the formula in it."""


class _Evaluation:
    """One evaluation of a formula: looks names up, and works out every piece only once."""

    def __init__(self, text: str, lookup: Lookup) -> None:
        self.text, self.lookup = text, lookup
        self._values: dict[_Node, Number] = {}
        self._readings: dict[tuple[_Node, bool], str] = {}
        self._leaves: dict[_Node, tuple[Part, ...]] = {}

    def value(self, node: _Node) -> Number:
        """The exact value of a piece.

        Raises:
            FormulaError: it divides by zero, or its value is too large.
        """
        if node not in self._values:
            value = node.value(self)
            if abs(value.numerator) > LARGEST_RESULT or value.denominator > LARGEST_RESULT:
                raise FormulaError(
                    f"the formula {self.text!r} reaches a number beyond {LARGEST_RESULT}: nothing in a game is so large"
                )
            self._values[node] = value
        return self._values[node]

    def shown(self, node: _Node, inside: bool = False) -> str:
        """A piece as text, with numbers for names; `inside` a larger expression a sum is in brackets."""
        if (node, inside) not in self._readings:
            self._readings[node, inside] = node.shown(self, inside)
        return self._readings[node, inside]

    def leaves(self, node: _Node) -> tuple[Part, ...]:
        """The named numbers in a piece, which are the parts of its part."""
        if node not in self._leaves:
            self._leaves[node] = node.leaves(self)
        return self._leaves[node]


class _Node:
    """A piece of a formula. It gets the values of its own pieces from the evaluation, which remembers them."""

    __slots__ = ()

    def value(self, work: _Evaluation) -> Number:
        """The exact value of the piece."""
        raise NotImplementedError

    def shown(self, work: _Evaluation, inside: bool) -> str:
        """The piece as text, with numbers for names."""
        raise NotImplementedError

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        """The named numbers in it."""
        return ()

    def terms(self, work: _Evaluation, sign: int, out: list[Term]) -> None:
        """The summands of the piece, each times `sign`."""
        out.append((work.value(self) * sign, work.shown(self), work.leaves(self)))


class _Constant(_Node):
    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, work: _Evaluation) -> Number:
        return self.number

    def shown(self, work: _Evaluation, inside: bool) -> str:
        return str(self.number)

    def terms(self, work: _Evaluation, sign: int, out: list[Term]) -> None:
        out.append((self.number * sign, "base", ()))


class _Name(_Node):
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self, work: _Evaluation) -> Number:
        return work.lookup(self.name)[1]

    def shown(self, work: _Evaluation, inside: bool) -> str:
        label, amount = work.lookup(self.name)
        return f"{label} {amount}"

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        label, amount = work.lookup(self.name)
        return (Part(label, amount),) if amount else ()

    def terms(self, work: _Evaluation, sign: int, out: list[Term]) -> None:
        label, amount = work.lookup(self.name)
        out.append((amount * sign, label, ()))


class _Sum(_Node):
    """`left + right`, or with `sign` -1 `left - right`."""

    __slots__ = ("left", "right", "sign")

    def __init__(self, left: _Node, right: _Node, sign: int) -> None:
        self.left, self.right, self.sign = left, right, sign

    def value(self, work: _Evaluation) -> Number:
        if self.sign > 0:
            return work.value(self.left) + work.value(self.right)
        return work.value(self.left) - work.value(self.right)

    def shown(self, work: _Evaluation, inside: bool) -> str:
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

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        terms: list[Term] = []
        self.terms(work, 1, terms)
        return _parts_of(terms, sum((term[0] for term in terms), 0), "down")[1]

    def terms(self, work: _Evaluation, sign: int, out: list[Term]) -> None:
        self.left.terms(work, sign, out)
        self.right.terms(work, sign * self.sign, out)


class _Minus(_Node):
    __slots__ = ("inner",)

    def __init__(self, inner: _Node) -> None:
        self.inner = inner

    def value(self, work: _Evaluation) -> Number:
        return -work.value(self.inner)

    def shown(self, work: _Evaluation, inside: bool) -> str:
        return f"-{work.shown(self.inner, True)}"

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        return work.leaves(self.inner)

    def terms(self, work: _Evaluation, sign: int, out: list[Term]) -> None:
        self.inner.terms(work, -sign, out)


class _Binary(_Node):
    """`*`, `/` or `//`."""

    __slots__ = ("left", "operate", "right", "symbol")

    def __init__(self, left: _Node, right: _Node, symbol: str) -> None:
        self.left, self.right, self.symbol = left, right, symbol
        self.operate = _OPERATIONS[symbol]

    def value(self, work: _Evaluation) -> Number:
        try:
            return self.operate(work.value(self.left), work.value(self.right))
        except ZeroDivisionError:
            divisor = work.shown(self.right)
            raise FormulaError(
                f"the formula {work.text!r} divides by zero here ({divisor}): nothing can be divided by 0"
            ) from None

    def shown(self, work: _Evaluation, inside: bool) -> str:
        return f"{work.shown(self.left, True)} {self.symbol} {work.shown(self.right, True)}"

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        return work.leaves(self.left) + work.leaves(self.right)


class _Extreme(_Node):
    """`min(...)` or `max(...)`."""

    __slots__ = ("inner", "word")

    def __init__(self, inner: tuple[_Node, ...], word: str) -> None:
        self.inner, self.word = inner, word

    def value(self, work: _Evaluation) -> Number:
        values = [work.value(node) for node in self.inner]
        return min(values) if self.word == "min" else max(values)

    def shown(self, work: _Evaluation, inside: bool) -> str:
        which = "lowest" if self.word == "min" else "highest"
        return f"{which} of ({', '.join(work.shown(node) for node in self.inner)})"

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        wanted = work.value(self)
        return next(work.leaves(node) for node in self.inner if work.value(node) == wanted)


class _Compared(_Node):
    """A comparison, worth 1 where it holds and 0 where not; `a < b < c` as in mathematics."""

    __slots__ = ("inner", "symbols")

    def __init__(self, inner: tuple[_Node, ...], symbols: tuple[str, ...]) -> None:
        self.inner, self.symbols = inner, symbols

    def value(self, work: _Evaluation) -> Number:
        left = work.value(self.inner[0])
        for symbol, node in zip(self.symbols, self.inner[1:], strict=True):
            right = work.value(node)
            if not _COMPARISONS[symbol](left, right):
                return 0
            left = right
        return 1

    def shown(self, work: _Evaluation, inside: bool) -> str:
        text = work.shown(self.inner[0])
        for symbol, node in zip(self.symbols, self.inner[1:], strict=True):
            text += f" {symbol} {work.shown(node)}"
        return f"({text})"


class _Either(_Node):
    """`yes if test else no`: explained by the branch that counts."""

    __slots__ = ("no", "test", "yes")

    def __init__(self, test: _Node, yes: _Node, no: _Node) -> None:
        self.test, self.yes, self.no = test, yes, no

    def _taken(self, work: _Evaluation) -> _Node:
        return self.yes if work.value(self.test) else self.no

    def value(self, work: _Evaluation) -> Number:
        return work.value(self._taken(work))

    def shown(self, work: _Evaluation, inside: bool) -> str:
        return work.shown(self._taken(work), inside)

    def leaves(self, work: _Evaluation) -> tuple[Part, ...]:
        return work.leaves(self._taken(work))

    def terms(self, work: _Evaluation, sign: int, out: list[Term]) -> None:
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
_BINARY: dict[type[ast.operator], str] = {ast.Mult: "×", ast.Div: "/", ast.FloorDiv: "//"}
_COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def _reading(label: str, amount: Number, own: tuple[Part, ...]) -> str:
    """A summand as text in the label of a sum; one that has parts shows them already."""
    return label if own else f"{label} {abs(amount)}"


def _round(amount: Number, rounding: str) -> int:
    return math.ceil(amount) if rounding == "up" else math.floor(amount)


def _parts_of(terms: list[Term], exact: Number, rounding: str) -> tuple[int, tuple[Part, ...]]:
    """The rounded total, and parts that add up to it: whole summands as they are, while the difference by rounding goes
    to the summands that are fractions."""
    total = exact if type(exact) is int else _round(exact, rounding)
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


class Compiled:
    """A formula, compiled. Two of the same text are equal; pickling keeps the text.

    Attributes:
        text: the formula as written.
        names: the names it uses ("dexterity", "weapon.defense").
    """

    __slots__ = ("_known", "_order", "_root", "names", "text")

    def __init__(self, text: str, root: _Node, names: frozenset[str]) -> None:
        self.text = text
        self.names = names
        self._root = root
        self._order = tuple(sorted(names))
        self._known: dict[tuple[str, tuple[tuple[str, int], ...]], Explained] = {}

    def total(self, lookup: Lookup, rounding: str = "down") -> int:
        """The formula's value without its parts; a fraction is rounded "down" or "up" at the end.

        Raises:
            FormulaError: it divides by zero.
            KeyError: `lookup` does not know a name.
        """
        return self.explain(lookup, rounding).total

    def explain(self, lookup: Lookup, rounding: str = "down") -> Explained:
        """The formula's value with its parts: each summand is one, a divided sum one with parts of its own; those of
        0 are left out. They add up to the total.

        Raises:
            FormulaError: it divides by zero.
            KeyError: `lookup` does not know a name.
        """
        # The same few fighters are looked at again and again, so the explanation for the same numbers is kept.
        given = tuple(map(lookup, self._order))
        known = self._known.get((rounding, given))
        if known is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            known = self._explained(dict(zip(self._order, given, strict=True)), rounding)
            self._known[rounding, given] = known
        return known

    def _explained(self, amounts: Mapping[str, tuple[str, int]], rounding: str) -> Explained:
        terms: list[Term] = []
        self._root.terms(_Evaluation(self.text, amounts.__getitem__), 1, terms)
        exact: Number = 0
        for amount, _label, _own in terms:
            exact = exact + amount
        return Explained(*_parts_of(terms, exact, rounding))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compiled) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"formula({self.text!r})"

    def __reduce__(self) -> tuple[Callable[[str], Compiled], tuple[str]]:
        return formula, (self.text,)


@remembered(1024)
def formula(text: str) -> Compiled:
    """Compiles a formula.

    Allowed: names, dotted names ("weapon.defense"), whole numbers, + - * / //, unary minus, min, max, comparisons,
    if-else.

    Raises:
        FormulaError: anything else stands in it, or it is too long or too deep; says what and where.
    """
    if len(text) > LONGEST_TEXT:
        raise FormulaError(
            f"the formula {text[:40] + '...'!r} has {len(text)} characters: at most {LONGEST_TEXT} are allowed"
        )
    if not text.strip():
        raise FormulaError("the formula is empty: write for example 'wits + awareness'")
    if strange := _STRANGE.search(text):
        raise FormulaError(
            f"the formula {text!r} has {strange[0]!r} at character {strange.start() + 1}: only names, whole numbers, "
            "+ - * / //, brackets, comparisons, min, max and if-else are allowed"
        )
    line = " ".join(text.split())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(line, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = f" at character {error.offset}" if isinstance(error, SyntaxError) and error.offset else ""
        raise FormulaError(f"the formula {line!r} cannot be read{place}: look for a missing sign or bracket") from None
    names: set[str] = set()
    return Compiled(line, _compile(tree, line, names, 0), frozenset(names))


def _compile(tree: ast.expr, text: str, names: set[str], depth: int) -> _Node:
    if depth > DEEPEST:
        raise FormulaError(f"the formula {text!r} is nested more than {DEEPEST} deep: write it simpler")

    def inner(child: ast.expr) -> _Node:
        return _compile(child, text, names, depth + 1)

    match tree:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            if number > LARGEST_NUMBER:
                raise _refusal(tree, text, f"the number {str(number)[:12]} is too large (at most {LARGEST_NUMBER})")
            return _Constant(number)
        case ast.Constant(value=float()):
            raise _refusal(tree, text, "only whole numbers are allowed (for a half write / 2)")
        case ast.Name(id=name):
            names.add(name)
            return _Name(name)
        case ast.Attribute(value=ast.Name(id=of), attr=field):
            names.add(f"{of}.{field}")
            return _Name(f"{of}.{field}")
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            # A long sum is no deeper than a short one.
            first = _compile(left, text, names, depth if isinstance(left, ast.BinOp) else depth + 1)
            return _Sum(first, inner(right), 1 if isinstance(operator, ast.Add) else -1)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
            divisor_names: set[str] = set()
            divisor = _compile(right, text, divisor_names, depth + 1)
            if (
                not isinstance(operator, ast.Mult)
                and not divisor_names
                and _Evaluation(text, _no_names).value(divisor) == 0
            ):
                raise _refusal(tree, text, "it always divides by zero")
            names |= divisor_names
            return _Binary(inner(left), divisor, _BINARY[type(operator)])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _Minus(inner(operand))
        case ast.Call(func=ast.Name(id="min" | "max" as word), args=args, keywords=[]) if len(args) > 1:
            return _Extreme(tuple(inner(arg) for arg in args), word)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARED for op in ops):
            return _Compared((inner(left), *map(inner, others)), tuple(_COMPARED[type(op)] for op in ops))
        case ast.IfExp(test=test, body=yes, orelse=no):
            return _Either(inner(test), inner(yes), inner(no))
    raise _refusal(tree, text, _why(tree))


def _no_names(name: str) -> tuple[str, int]:
    raise KeyError(name)


def _why(tree: ast.expr) -> str:
    match tree:
        case ast.Call(func=ast.Name(id="min" | "max" as word)):
            return f"{word} wants two or more values in brackets"
        case ast.Call():
            return "a call is not allowed (only min and max are)"
        case ast.Attribute():
            return "a name may have one dot at most ('weapon.defense')"
        case ast.BinOp(op=ast.Pow()):
            return "powers are not allowed"
        case ast.Constant():
            return f"{tree.value!r} is not allowed, only names and whole numbers"
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return "and, or and not are not allowed (use min and max, or one if-else inside another)"
    return "this is not allowed, only names, whole numbers, + - * / //, min, max, comparisons and if-else"


def _refusal(tree: ast.expr, text: str, why: str) -> FormulaError:
    piece = ast.get_source_segment(text, tree) or text
    return FormulaError(f"the formula {text!r} has {piece[:40]!r} at character {tree.col_offset + 1}: {why}")
