"""Places of tokens in a zone."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from exgui.engine.zones import Zone
from exgui.gui.map.layout import RADIUS, Placing, Ring, Spot, place
from exgui.gui.map.zone_look import default_places

YARD = (328.0, 216.0, 46.0)


def ids(count: int) -> list[str]:
    return [f"c{number}" for number in range(count)]


def overlapping(placing: Placing) -> list[tuple[str, str]]:
    return [
        (a, b)
        for (a, one), (b, other) in combinations(placing.spots.items(), 2)
        if hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - 1e-6
    ]


def outside(placing: Placing, width: float, height: float) -> list[str]:
    return [
        id
        for id, spot in placing.spots.items()
        if not (spot.radius <= spot.x <= width - spot.radius and spot.radius <= spot.y <= height - spot.radius)
    ]


def name_box(spot: Spot) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the widest name a token may have."""
    half = max(spot.room / 2, spot.radius)
    below = 1.2 * spot.radius + 18 if spot.room else spot.radius
    return (spot.x - half, spot.y + spot.radius, spot.x + half, spot.y + below)


def within(ring: Ring, spot: Spot) -> bool:
    left, _top, right, bottom = name_box(spot)
    return (
        ring.x < left
        and right < ring.x + ring.width
        and ring.y < spot.y - spot.radius
        and bottom < ring.y + ring.height
    )


@st.composite
def crowds(draw: st.DrawFn) -> tuple[float, float, float, list[str], list[list[str]], list[str]]:
    """A zone of any likely size with 1 to 40 in it, some at close range, some who cannot stand."""
    everyone = ids(draw(st.integers(1, 40)))
    width, height = draw(st.floats(120, 700)), draw(st.floats(96, 600))
    top = draw(st.sampled_from((46.0, 64.0)))
    cuts = sorted(draw(st.sets(st.integers(0, len(everyone)), max_size=6)))
    groups = [everyone[a:b] for a, b in pairwise(cuts) if 1 < b - a < 9]
    aside = draw(st.lists(st.sampled_from(everyone), max_size=5, unique=True))
    return width, height, top, everyone, groups, aside


@given(crowds())
def test_tokens_do_not_overlap_and_are_inside(
    crowd: tuple[float, float, float, list[str], list[list[str]], list[str]],
) -> None:
    width, height, top, everyone, groups, aside = crowd
    placing = place(width, height, top, everyone, groups, aside)
    assert set(placing.spots) == set(everyone)
    assert overlapping(placing) == []
    assert outside(placing, width, height) == []


@given(crowds())
def test_names_keep_clear_of_each_other_and_of_the_heading(
    crowd: tuple[float, float, float, list[str], list[list[str]], list[str]],
) -> None:
    width, height, top, everyone, groups, aside = crowd
    spots = place(width, height, top, everyone, groups, aside).spots
    boxes = [name_box(spot) for spot in spots.values() if spot.room]
    for (al, at, ar, ab), (bl, bt, br, bb) in combinations(boxes, 2):
        assert al >= br or bl >= ar or at >= bb or bt >= ab
    for spot in spots.values():
        assert spot.y - spot.radius >= min(top, height * 0.45) - 1e-6


@given(crowds())
def test_rings_hold_only_their_members(
    crowd: tuple[float, float, float, list[str], list[list[str]], list[str]],
) -> None:
    width, height, top, everyone, groups, aside = crowd
    placing = place(width, height, top, everyone, groups, aside)
    for ring in placing.rings:
        assert ring.label_y is None or ring.label_y > ring.y + ring.height
        for id, spot in placing.spots.items():
            if id in ring.members:
                assert within(ring, spot)
            else:
                clear_x = max(ring.x - spot.x, 0.0, spot.x - ring.x - ring.width)
                clear_y = max(ring.y - spot.y, 0.0, spot.y - ring.y - ring.height)
                assert hypot(clear_x, clear_y) >= spot.radius


@given(crowds())
def test_the_same_zone_always_looks_the_same(
    crowd: tuple[float, float, float, list[str], list[list[str]], list[str]],
) -> None:
    assert place(*crowd) == place(*crowd)


def test_single_token_is_full_size_in_the_middle() -> None:
    spot = place(*YARD, ["volfer"]).spots["volfer"]
    assert spot.radius == RADIUS
    assert spot.x == 164


def test_forty_in_a_small_zone_are_drawn_smaller_and_without_names() -> None:
    spots = place(260, 180, 46, ids(40)).spots
    assert len(spots) == 40
    assert all(spot.radius < 14 and spot.room == 0 for spot in spots.values())


def test_close_group_is_in_one_ring() -> None:
    placing = place(*YARD, ["volfer", "kesh", "reed"], [["volfer", "kesh"]])
    assert [ring.members for ring in placing.rings] == [("volfer", "kesh")]


def test_fallen_combatant_is_smaller_and_outside_rings() -> None:
    placing = place(*YARD, ["volfer", "kesh", "reed"], [["volfer", "kesh"]], ["kesh"])
    assert placing.rings == ()
    assert placing.spots["kesh"].radius < placing.spots["volfer"].radius


def test_members_in_another_zone_do_not_count() -> None:
    assert place(*YARD, ["volfer"], [["volfer", "kesh"]]).rings == ()


def test_unplaced_zones_lie_side_by_side() -> None:
    corners = default_places([Zone("a"), Zone("b"), Zone("c"), Zone("d", x=900, y=40)])
    assert corners["d"] == (900, 40)
    assert corners["a"] == (0, 0)
    assert corners["b"] == (352, 0)
    assert len(set(corners.values())) == 4


def test_names_are_not_cut_if_their_zone_has_space() -> None:
    """Two who stand alone, with names of 240, in a zone of 600."""
    spots = place(600, 220, 50, ("a", "b"), names={"a": 240.0, "b": 240.0}).spots
    assert [spot.room >= 240 for spot in spots.values()] == [True, True]
    left, right = sorted(spots.values(), key=lambda spot: spot.x)
    assert left.x + left.room / 2 <= right.x - right.room / 2
    assert left.x - left.room / 2 >= 0
    assert right.x + right.room / 2 <= 600


def test_long_name_uses_space_left_by_a_short_one() -> None:
    spots = place(400, 220, 50, ("a", "b"), names={"a": 60.0, "b": 230.0}).spots
    assert spots["b"].room >= 230


def test_close_group_shares_its_row_by_name_length() -> None:
    """292 pixels inside: three equal shares are too little for the second, all names together take 264."""
    names = {"volfer": 64.0, "ilsa": 124.0, "tam": 76.0}
    placing = place(334, 160, 46, tuple(names), [tuple(names)], names=names)
    assert len({spot.y for spot in placing.spots.values()}) == 1
    for id, wide in names.items():
        assert placing.spots[id].room >= wide - 2, id  # two pixels between neighbors
    (ring,) = placing.rings
    assert all(within(ring, spot) for spot in placing.spots.values())


def test_tokens_shrink_before_names_are_cut() -> None:
    """Four names of 125 in a zone with 272 pixels inside and 132 below its heading: two rows of tokens at full size
    would not fit."""
    names = dict.fromkeys(ids(4), 125.0)
    spots = place(300, 190, 46, ids(4), names=names).spots
    assert all(spot.room >= 0.8 * 125 - 2 for spot in spots.values())
    assert all(16 <= spot.radius < RADIUS for spot in spots.values())


def test_spare_space_goes_to_long_names() -> None:
    names = {"mule": 60.0, "marit": 170.0, "joss": 150.0}
    spots = place(430, 110, 30, tuple(names), names=names).spots
    assert all(spots[id].room >= wide - 2 for id, wide in names.items())
