"""Finds formulas that cannot be worked out for some numbers: they may divide by 0, or reach numbers no game has."""

from __future__ import annotations

import ast
import math

LARGEST_NAME = 1_000
"""How large whatever a name stands for is taken to be, above or below 0."""
LARGEST_TOTAL = 10**12
Bounds = tuple[float, float]
"""The least and the greatest that something may be."""


class Unsafe(ValueError):
    """A formula that may fail in play; the message says why, and what to write instead."""


def check_bounds(text: str) -> None:
    """Refuses a formula that may fail in play, whatever its names stand for.

    Args:
        text: a formula; one that `formula` refuses is not looked at.

    Raises:
        Unsafe: it may divide by 0, or becomes too large.
    """
    line = " ".join(text.split())
    try:
        tree = ast.parse(line, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # `formula` says what is wrong with it
    _bounds(tree, line)


def _bounds(tree: ast.expr, text: str) -> Bounds:
    match tree:
        case ast.Constant(value=int(number)):
            return number, number
        case ast.UnaryOp(operand=inner):
            low, high = _bounds(inner, text)
            return -high, -low
        case ast.BinOp(left=left, op=operator, right=right):
            return _limited(_joined(operator, _bounds(left, text), _bounds(right, text), right, text), text)
        case ast.Call(func=ast.Name(id=word), args=args):
            pick = min if word == "min" else max
            found = [_bounds(one, text) for one in args]
            return pick(low for low, _high in found), pick(high for _low, high in found)
        case ast.Compare(left=left, comparators=others):
            for one in (left, *others):
                _bounds(one, text)
            return 0, 1
        case ast.IfExp(test=test, body=yes, orelse=no):
            _bounds(test, text)
            found = [_bounds(yes, text), _bounds(no, text)]
            return min(low for low, _high in found), max(high for _low, high in found)
    return -LARGEST_NAME, LARGEST_NAME


def _joined(operator: ast.operator, left: Bounds, right: Bounds, divisor: ast.expr, text: str) -> Bounds:
    if isinstance(operator, ast.Add):
        return left[0] + right[0], left[1] + right[1]
    if isinstance(operator, ast.Sub):
        return left[0] - right[1], left[1] - right[0]
    if isinstance(operator, ast.Mult):
        ends = [a * b for a in left for b in right]
        return min(ends), max(ends)
    if right[0] <= 0 <= right[1]:
        piece = (ast.get_source_segment(text, divisor) or "")[:60]
        raise Unsafe(f"the formula {text!r} divides by {piece}, which may be 0: write for example max(1, {piece})")
    ends = [a / b for a in left for b in right]
    return math.floor(min(ends)), math.ceil(max(ends))


def _limited(bounds: Bounds, text: str) -> Bounds:
    if max(map(abs, bounds)) > LARGEST_TOTAL:
        raise Unsafe(f"the formula {text!r} may reach a number beyond {LARGEST_TOTAL}: nothing in a game is so large")
    return bounds
