"""Rooms among walls: enclosed areas are found, and nonsense does no harm."""

from __future__ import annotations

import random
from itertools import pairwise
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.campaign.imports.rooms import Door, Line, Plan, find_rooms

HALL = [(1, 1), (13, 1), (13, 7), (1, 7), (1, 1)]


def lines(*points: list[tuple[float, float]]) -> list[Line]:
    return [pair for line in points for pair in pairwise(line)]


def areas(plan: Plan) -> list[int]:
    return [round(room.area) for room in plan.rooms]


def test_rooms_are_joined_by_a_closed_door() -> None:
    plan = find_rooms(20, 12, lines(HALL, [(7, 1), (7, 3)], [(7, 4), (7, 7)]), [Door(((7, 3), (7, 4)))])
    assert areas(plan) == [33, 33]  # six by six less half a cell along each wall: 5.75 by 5.75
    left, right = plan.rooms
    assert (left.x, left.y, left.width, left.height) == (1.125, 1.125, 5.75, 5.75)
    assert right.x == 7.125
    (opening,) = plan.openings
    assert opening.between == (0, 1)
    assert opening.door is not None
    assert opening.door.closed


def test_a_gap_in_the_wall_is_an_opening_without_a_door() -> None:
    plan = find_rooms(20, 12, lines(HALL, [(7, 1), (7, 3)], [(7, 4), (7, 7)]), [])
    assert len(plan.rooms) == 2
    assert [(one.between, one.door) for one in plan.openings] == [((0, 1), None)]


def test_a_wall_without_a_gap_joins_nothing() -> None:
    plan = find_rooms(20, 12, lines(HALL, [(7, 1), (7, 7)]), [])
    assert (len(plan.rooms), plan.openings) == (2, ())


def test_nearly_touching_walls_leave_no_opening() -> None:
    plan = find_rooms(20, 12, lines([(1, 1), (13, 1), (13, 7), (1, 7), (1, 1.2)], [(7, 1.1), (7, 6.9)]), [])
    assert (len(plan.rooms), plan.openings) == (2, ())


def test_a_passage_between_two_rooms_is_a_zone_of_its_own() -> None:
    left = [(6, 3), (6, 1), (1, 1), (1, 6), (6, 6), (6, 4)]
    right = [(12, 3), (12, 1), (17, 1), (17, 6), (12, 6), (12, 4)]
    plan = find_rooms(20, 12, lines(left, right, [(6, 3), (12, 3)], [(6, 4), (12, 4)]), [])
    assert [room.passage for room in plan.rooms] == [False, False, True]
    assert [one.between for one in plan.openings] == [(0, 2), (1, 2)]


def test_a_door_to_the_open_makes_the_outside_a_zone() -> None:
    plan = find_rooms(
        20, 12, lines([(13, 3), (13, 1), (1, 1), (1, 7), (13, 7), (13, 4)]), [Door(((13, 3), (13, 4)), False)]
    )
    assert [room.outside for room in plan.rooms] == [False, True]
    (opening,) = plan.openings
    assert opening.door is not None
    assert not opening.door.closed


def test_walls_enclosing_nothing_leave_only_the_ground() -> None:
    plan = find_rooms(20, 12, lines([(1, 1), (8, 8)], [(3, 9), (3, 9)], [(12, 2), (14, 2), (14, 5)]), [])
    assert [(room.outside, round(room.area) > 200) for room in plan.rooms] == [(True, True)]
    assert plan.openings == ()


def test_slanted_walls_are_solid() -> None:
    plan = find_rooms(20, 20, lines([(10, 1), (19, 10), (10, 19), (1, 10), (10, 1)], [(5.5, 5.5), (14.5, 14.5)]), [])
    assert len(plan.rooms) == 2
    assert plan.openings == ()


@pytest.mark.parametrize("size", [(0, 5), (-3, 5), (nan, 5), (inf, inf), (1e9, 1e9)])
def test_impossible_map_size_gives_no_rooms(size: tuple[float, float]) -> None:
    assert find_rooms(*size, lines(HALL), []) == Plan()


def test_nonsensical_lines_are_skipped() -> None:
    odd: list[Line] = [((nan, 1), (2, 2)), ((0, 0), (inf, 3)), ((1e308, -1e308), (-1e308, 1e308)), ((5, 5), (5, 5))]
    plan = find_rooms(20, 12, [*lines(HALL), *odd], [Door(((3, 3), (3, 3))), Door(((nan, nan), (1, 1)))])
    assert len([room for room in plan.rooms if not room.outside]) == 1


@pytest.mark.parametrize("length", [2, 300])
def test_thousands_of_crossing_walls_finish(length: float) -> None:
    draw = random.Random(5)

    def wall() -> Line:
        x, y = draw.uniform(0, 100), draw.uniform(0, 80)
        return (x, y), (x + draw.uniform(-length, length), y + draw.uniform(-length, length))

    plan = find_rooms(100, 80, [wall() for _ in range(5_000)], [])
    assert all(room.width > 0 and room.height > 0 for room in plan.rooms)


coordinate = st.floats(-5, 25) | st.integers(0, 20).map(float)
point = st.tuples(coordinate, coordinate)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(point, point), max_size=25), st.lists(st.tuples(point, point), max_size=5))
def test_rooms_never_overlap_and_stay_on_the_map(walls: list[Line], doors: list[Line]) -> None:
    plan = find_rooms(20, 15, walls, [Door(one) for one in doors])
    for n, room in enumerate(plan.rooms):
        assert room.x >= 0
        assert room.y >= 0
        assert room.x + room.width <= 20.5
        assert room.y + room.height <= 15.5
        assert room.width * room.height <= room.area + 0.5
        for other in plan.rooms[n + 1 :]:
            apart = (
                room.x + room.width <= other.x + 1e-9 or other.x + other.width <= room.x + 1e-9
                or room.y + room.height <= other.y + 1e-9 or other.y + other.height <= room.y + 1e-9
            )  # fmt: skip
            assert apart
    assert all(0 <= a < b < len(plan.rooms) for a, b in (one.between for one in plan.openings))
