"""Formulas of the data: their results, explanations and refusals."""

import pickle
import re
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exgui.rulebook.formula import formula
from exgui.rulebook.formula_pieces import FormulaError, Piece

PARRY = "(dexterity + ability + specialty) / 2 + weapon.defense"
SHEET = {
    "dexterity": ("Dexterity", 4),
    "ability": ("Melee", 4),
    "specialty": ("specialty", 0),
    "weapon.defense": ("Straight sword", 1),
    "strength": ("Strength", 3),
    "nothing": ("Nothing", 0),
    "wounds": ("wounds", -2),
}


def parts(text: str, rounding: str = "down") -> list[tuple[str, int]]:
    return [(part.label, part.amount) for part in formula(text).explain(SHEET.__getitem__, rounding).parts]


def test_halved_sum_is_one_part_with_its_summands() -> None:
    value = formula(PARRY).explain(SHEET.__getitem__, "up")
    assert value.total == 5
    halved, weapon = value.parts
    assert (halved.label, halved.amount) == ("(Dexterity 4 + Melee 4) / 2", 4)
    assert [(part.label, part.amount) for part in halved.parts] == [("Dexterity", 4), ("Melee", 4)]
    assert (weapon.label, weapon.amount) == ("Straight sword", 1)


@pytest.mark.parametrize(("rounding", "total"), [("down", 3), ("up", 4)])
def test_half_is_rounded_once_and_the_parts_still_add_up(rounding: str, total: int) -> None:
    value = formula("(dexterity + strength) / 2").explain(SHEET.__getitem__, rounding)
    assert value.total == total
    assert [part.amount for part in value.parts] == [total]


def test_only_the_final_result_is_rounded() -> None:
    value = formula("strength / 2 + strength / 2").explain(SHEET.__getitem__)
    assert value.total == 3
    assert sorted(part.amount for part in value.parts) == [1, 2]


def test_zero_summands_are_left_out() -> None:
    assert parts("dexterity + nothing - wounds") == [("Dexterity", 4), ("wounds", 2)]


def test_literal_number_is_called_base() -> None:
    assert parts("strength + 3") == [("Strength", 3), ("base", 3)]


def test_taken_branch_explains_an_if() -> None:
    assert parts("dexterity + 1 if strength >= 3 else 0") == [("Dexterity", 4), ("base", 1)]
    assert parts("dexterity if strength > 3 else strength") == [("Strength", 3)]


def test_maximum_lists_its_candidates() -> None:
    assert parts("max(strength, dexterity)") == [("highest of (Strength 3, Dexterity 4)", 4)]


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("7 // 2 * 2", 6),
        ("7 / 2 * 2", 7),
        ("-strength - -dexterity", 1),
        ("min(7, dexterity, 9) - 10 * strength", -26),
        ("1 < strength < 4", 1),
        ("1 < strength < 3", 0),
        ("2 + (strength == 3) + (strength != 3)", 3),
        ("(7 - 10) // 2", -2),
        ("1 - 1", 0),
    ],
)
def test_arithmetic_is_exact(text: str, total: int) -> None:
    value = formula(text).explain(SHEET.__getitem__)
    assert value.total == total == formula(text).total(SHEET.__getitem__)


def test_formula_lists_its_names() -> None:
    assert formula(PARRY).names == {"dexterity", "ability", "specialty", "weapon.defense"}


def test_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        formula("courage").explain(SHEET.__getitem__)


@pytest.mark.parametrize("text", ["strength / nothing", "strength // nothing", "1 / (strength - 3)"])
def test_division_by_zero_is_reported_with_the_formula(text: str) -> None:
    with pytest.raises(FormulaError, match="divides by zero") as caught:
        formula(text).explain(SHEET.__getitem__)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("open(strength)", "a call is not allowed"),
        ("strength.real.imag", "one dot at most"),
        ("(strength + 1).real", "one dot at most"),
        ("min(1, 2).real", "one dot at most"),
        ("weapon.defense(1, 2)", "a call is not allowed"),
        ("min(strength)", "two or more"),
        ("max(1, 2, 3)(4)", "a call is not allowed"),
        ("strength ** 9", "powers are not allowed"),
        ("'strength'", 'has "\'" at character 1'),
        ("strength + [1]", "at character 12"),
        ("strength % 2", "'%' at character 10"),
        ("1.5", "whole numbers"),
        ("1e3", "whole numbers"),
        ("2j", "not allowed"),
        ("True", "not allowed"),
        ("strength and dexterity", "and, or and not"),
        ("not strength", "and, or and not"),
        ("strength is dexterity", "not allowed"),
        ("1000001", "too large"),
        ("9" * 250, "too large"),
        ("1 +", "cannot be read"),
        ("(1", "cannot be read"),
        ("1 2", "cannot be read"),
        ("", "is empty"),
        ("   ", "is empty"),
        ("1 + " * 100 + "1", "401 characters"),
        ("-" * 40 + "1", "nested more than"),
        ("max(1, " * 30 + "1" + ")" * 30, "nested more than"),
        ("stärke", "'ä' at character 3"),
        ("lambda: 1", "':'"),
        ("min(*a, 1)", "not allowed"),
        ("min(1, 2, key=a)", "two or more"),
        ("max(1, strength / 0)", "'strength / 0' at character 8: it always divides by zero"),
        ("1 // (2 - 2)", "divides by zero"),
        ("dexterity; strength", "';'"),
        ("a\nb", "cannot be read"),
    ],
)
def test_other_syntax_is_refused_with_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(FormulaError) as caught:
        formula(text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["__import__", "open", "(" * 140 + "x" + ")" * 140])
def test_odd_looking_names_are_accepted(text: str) -> None:
    compiled = formula(text)
    assert compiled.total(dict.fromkeys(compiled.names, ("It", 3)).__getitem__) == 3


def test_long_sum_is_not_deep() -> None:
    assert formula(" + ".join(["strength"] * 27)).total(SHEET.__getitem__) == 81


def test_formula_can_be_pickled() -> None:
    compiled = formula(PARRY)
    again = pickle.loads(pickle.dumps(compiled))
    assert again == compiled
    assert again.explain(SHEET.__getitem__, "up").total == 5


NAMES = ("a", "b", "c.d")
LEAVES = st.sampled_from(NAMES) | st.integers(0, 50).map(str)


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operator = st.sampled_from([" + ", " - ", " * ", " / ", " // "])
    return (
        st.tuples(inner, operator, inner).map(lambda one: f"({one[0]}{one[1]}{one[2]})")
        | inner.map(lambda one: f"-{one}")
        | st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda one: f"{one[0]}({one[1]}, {one[2]})")
        | st.tuples(inner, inner, inner, inner).map(lambda one: f"({one[0]} if {one[1]} < {one[2]} else {one[3]})")
    )


def refusal(text: str) -> str:
    """Why a formula is refused, "" where it is not."""
    try:
        formula(text)
    except FormulaError as error:
        return str(error)
    return ""


class _Exact:
    """What Python's own Fractions make of a formula: every number in it is one."""

    def __init__(self, **names: int) -> None:
        self.names = {name: Fraction(amount) for name, amount in names.items()}

    def of(self, text: str) -> Fraction:
        exact = re.sub(r"\b(\d+)\b", r"F(\1)", text.replace("c.d", "c"))
        return Fraction(eval(exact, {"F": Fraction, "min": min, "max": max, **self.names}))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 19 + "a" + "+1)*1" * 19,
        "(" * 9 + "a" + "+1)/1*1" * 9,
        "min(" * 19 + "a" + ",9)" * 19,
        "-(" * 19 + "a+1" + ")" * 19,
        "(" * 8 + "a" + " if a < 9 else 1)*1" * 8,
    ],
    ids=lambda text: text[18:32],
)
def test_each_subformula_is_computed_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If value, words and parts were computed separately, twenty levels would be 3 ** 20 pieces."""
    asked: list[object] = []
    for kind in Piece.__subclasses__():
        for name in ("value", "shown", "leaves"):
            monkeypatch.setattr(kind, name, _counted(getattr(kind, name), asked))
    assert formula(text).explain({"a": ("A", 2)}.__getitem__).total
    assert len(asked) <= 4 * len(text)


def _counted(method: Any, asked: list[object]) -> Any:
    def counting(node: object, *args: Any) -> Any:
        asked.append(node)
        return method(node, *args)

    return counting


@pytest.mark.parametrize("text", ["1000000 * 1000000 * a", "a * a * a", "1 / 999983 / 999979 / a", "-a * a * a"])
def test_absurd_numbers_are_refused(text: str) -> None:
    with pytest.raises(FormulaError, match="reaches a number beyond 1000000000000"):
        formula(text).explain({"a": ("A", 10_001)}.__getitem__)


@given(
    st.recursive(LEAVES, _grow, max_leaves=6),
    st.integers(-20, 20),
    st.integers(-20, 20),
    st.integers(-20, 20),
    st.sampled_from(["down", "up"]),
)
def test_values_equal_exact_fractions(text: str, a: int, b: int, c: int, rounding: str) -> None:
    lookup = {"a": ("A", a), "b": ("B", b), "c.d": ("D of C", c)}.__getitem__
    try:
        exact = _Exact(a=a, b=b, c=c).of(text)
    except ZeroDivisionError:
        with pytest.raises(FormulaError):
            formula(text).explain(lookup, rounding)
        return
    # A branch that is not taken here may still be one that never could be.
    assume("always divides by zero" not in refusal(text))
    compiled = formula(text)
    value = compiled.explain(lookup, rounding)
    assert value.total == (ceil(exact) if rounding == "up" else floor(exact))
    assert sum(part.amount for part in value.parts) == value.total
    assert all(part.amount for part in value.parts)
