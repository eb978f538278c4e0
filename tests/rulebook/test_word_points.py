"""Words that cost points: counted, and all their problems reported at once. The things are invented."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.record import Table
from exgui.rulebook.items import item_from
from exgui.rulebook.rules import Field
from exgui.rulebook.validation import Place, SetupError
from exgui.rulebook.word_points import WordFamily, count_words, word_families

KNOTS = Field(
    "knots",
    "Knots",
    "words",
    (),
    ("tight_1", "tight_2", "long", "hooked", "blessed"),
    needs=Table(hooked=Table(metal=())),
    apart=(("long", "hooked"),),
    levels=(("tight_1", "tight_2"),),
    points=Table(tight_1=1, tight_2=2, long=2, hooked=1, blessed=1),
    spends="cords",
)
FIELDS = {
    "knots": KNOTS,
    "cords": Field("cords", "Cords", "int", 3),
    "metal": Field("metal", "Metal", "text", ""),
}


def counted(*knots: str, **more: Any) -> Any:
    return count_words(KNOTS, {"knots": knots, **more}, FIELDS)


def test_points_of_each_tag_are_parts_of_the_total() -> None:
    found = counted("tight_1", "long")
    assert (found.spent.total, found.available, found.left) == (3, 3, 0)
    assert [(part.label, part.amount) for part in found.spent.parts] == [("tight 1", 1), ("long", 2)]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("knots", "problem"),
    [
        (("tight_2", "long"), "costs 4 points (tight 2 for 2, long for 2), but there are only 3"),
        (("tight_1", "tight_1"), "has tight 1 2 times: it can be there only once"),
        (("tight_1", "tight_2"), "has tight 1 and tight 2, which are levels of the same tag: choose one"),
        (("hooked",), '"hooked" needs metal'),
    ],
)
def test_problem_is_reported_in_a_sentence(knots: tuple[str, ...], problem: str) -> None:
    assert counted(*knots).problems == (problem,)


def test_all_problems_are_reported_together() -> None:
    assert len(counted("tight_1", "tight_2", "long", "hooked").problems) == 4


def test_more_points_allow_more() -> None:
    assert counted("tight_2", "long", cords=4).problems == ()


def test_reserved_value_needs_its_tag() -> None:
    only = KNOTS.but(needs=Table(blessed=Table(metal=("silver",))), reserves=("blessed",))

    def problems(*knots: str, metal: str) -> tuple[str, ...]:
        return count_words(only, {"knots": knots, "metal": metal}, FIELDS).problems

    assert problems("long", metal="silver") == ('metal = "silver" needs "blessed"',)
    assert problems("blessed", metal="silver") == problems("long", metal="iron") == ()
    assert problems("blessed", metal="iron") == ('"blessed" requires metal = "silver", not "iron"',)


def test_file_with_a_bad_item_lists_every_problem() -> None:
    with pytest.raises(SetupError, match="costs 4 points") as caught:
        item_from(FIELDS, "rope", {"name": "Rope", "knots": ["long", "hooked", "tight_1"]}, Place("here"))
    assert "contradict each other" in str(caught.value)


def families(*knots: str, **more: Any) -> dict[str, WordFamily]:
    return {one.label: one for one in word_families(KNOTS, {"knots": knots, **more}, FIELDS)}


def test_levels_are_one_family_to_choose_from() -> None:
    found = families("tight_2")
    assert list(found) == ["tight", "long", "hooked", "blessed"]
    assert (found["tight"].words, found["tight"].taken) == (Table(tight_1="1", tight_2="2"), "tight_2")
    assert found["long"].taken == ""


def test_unavailable_tag_is_explained() -> None:
    """Two of three points are spent: another two are too many, and a hook needs a metal."""
    found = families("tight_2")
    assert found["long"].why_not == Table(long="4 points of 3")
    assert found["hooked"].why_not == Table(hooked='"hooked" needs metal')
    assert not found["blessed"].why_not
    assert not families("tight_2", metal="iron")["hooked"].why_not
    apart = families("long", metal="iron")["hooked"].why_not["hooked"]
    assert apart == "long and hooked contradict each other: it could never be used"


def test_overspending_allows_going_down_a_level() -> None:
    found = families("tight_2", "long", "blessed")  # 5 points of 3
    assert not found["tight"].why_not
    assert families("tight_1", "long", "blessed")["tight"].why_not == Table(tight_2="5 points of 3")
