"""Formulas of the data: `"(dexterity + ability + specialty) / 2 + weapon.defense"`, compiled through an allow-list.

Python's own parser reads the text, but Python never runs any of it: each allowed piece of the tree becomes a small
object of `formula_pieces`; everything else is rejected with a message.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping

from exgui.engine.explained import Explained
from exgui.engine.memo import remembered
from exgui.rulebook.formula_pieces import (
    Comparison,
    Constant,
    Either,
    Evaluation,
    Extreme,
    FormulaError,
    Lookup,
    Minus,
    Name,
    Number,
    Operation,
    Piece,
    Sum,
    Term,
    parts_of,
)

LONGEST_TEXT = 300
"""The most characters of a formula."""
DEEPEST = 20
"""The most levels of nesting in a formula."""
LARGEST_NUMBER = 1_000_000
MOST_REMEMBERED = 1_000
"""The most explanations that a formula keeps."""


_STRANGE = re.compile(r"[^A-Za-z0-9_.+\-*/()<>=!, \t\r\n]")


_BINARY: dict[type[ast.operator], str] = {ast.Mult: "×", ast.Div: "/", ast.FloorDiv: "//"}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


class Formula:
    """A formula, compiled. Two of the same text are equal; pickling keeps the text.

    Attributes:
        text: the formula as written.
        names: the names it uses ("dexterity", "weapon.defense").
    """

    __slots__ = ("_known", "_order", "_root", "names", "text")

    def __init__(self, text: str, root: Piece, names: frozenset[str]) -> None:
        self.text = text
        self.names = names
        self._root = root
        self._order = tuple(sorted(names))
        self._known: dict[tuple[str, tuple[tuple[str, int], ...]], Explained] = {}

    def total(self, lookup: Lookup, rounding: str = "down") -> int:
        """Return the formula's value without its parts; a fraction is rounded "down" or "up" at the end.

        Raises:
            FormulaError: it divides by zero.
            KeyError: `lookup` does not know a name.
        """
        return self.explain(lookup, rounding).total

    def explain(self, lookup: Lookup, rounding: str = "down") -> Explained:
        """Return the formula's value with its parts: each summand is one, a divided sum is one with its own parts;
        parts of 0 are left out. They add up to the total.

        Raises:
            FormulaError: it divides by zero.
            KeyError: `lookup` does not know a name.
        """
        # The same few fighters are evaluated again and again, so the explanation for the same numbers is kept.
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
        self._root.terms(Evaluation(self.text, amounts.__getitem__), 1, terms)
        exact: Number = 0
        for amount, _label, _own in terms:
            exact = exact + amount
        return Explained(*parts_of(terms, exact, rounding))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"formula({self.text!r})"

    def __reduce__(self) -> tuple[Callable[[str], Formula], tuple[str]]:
        return formula, (self.text,)


@remembered(1024)
def formula(text: str) -> Formula:
    """Compile a formula.

    Allowed: names, dotted names ("weapon.defense"), whole numbers, + - * / //, unary minus, min, max, comparisons,
    if-else.

    Raises:
        FormulaError: it contains anything else, or is too long or too deep; the message says what and where.
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
    return Formula(line, _compile(tree, line, names, 0), frozenset(names))


def _compile(tree: ast.expr, text: str, names: set[str], depth: int) -> Piece:
    if depth > DEEPEST:
        raise FormulaError(f"the formula {text!r} is nested more than {DEEPEST} deep: simplify it")

    def inner(child: ast.expr) -> Piece:
        return _compile(child, text, names, depth + 1)

    match tree:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            if number > LARGEST_NUMBER:
                raise _refusal(tree, text, f"the number {str(number)[:12]} is too large (at most {LARGEST_NUMBER})")
            return Constant(number)
        case ast.Constant(value=float()):
            raise _refusal(tree, text, "only whole numbers are allowed (for half, write / 2)")
        case ast.Name(id=name):
            names.add(name)
            return Name(name)
        case ast.Attribute(value=ast.Name(id=of), attr=field):
            names.add(f"{of}.{field}")
            return Name(f"{of}.{field}")
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            # A long sum is no deeper than a short one.
            first = _compile(left, text, names, depth if isinstance(left, ast.BinOp) else depth + 1)
            return Sum(first, inner(right), 1 if isinstance(operator, ast.Add) else -1)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
            divisor_names: set[str] = set()
            divisor = _compile(right, text, divisor_names, depth + 1)
            if (
                not isinstance(operator, ast.Mult)
                and not divisor_names
                and Evaluation(text, _no_names).value(divisor) == 0
            ):
                raise _refusal(tree, text, "it always divides by zero")
            names |= divisor_names
            return Operation(inner(left), divisor, _BINARY[type(operator)])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Minus(inner(operand))
        case ast.Call(func=ast.Name(id="min" | "max" as word), args=args, keywords=[]) if len(args) > 1:
            return Extreme(tuple(inner(arg) for arg in args), word)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARED for op in ops):
            return Comparison((inner(left), *map(inner, others)), tuple(_COMPARED[type(op)] for op in ops))
        case ast.IfExp(test=test, body=yes, orelse=no):
            return Either(inner(test), inner(yes), inner(no))
    raise _refusal(tree, text, _why(tree))


def _no_names(name: str) -> tuple[str, int]:
    raise KeyError(name)


def _why(tree: ast.expr) -> str:
    match tree:
        case ast.Call(func=ast.Name(id="min" | "max" as word)):
            return f"{word} needs two or more values in brackets"
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
