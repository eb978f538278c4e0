"""The layout of the tick bar: the scale, and the arrangement for every axis."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from exgui.engine.timeline import Flag, Mark, Shade, Timeline
from exgui.gui.tick_bar.layout import Arrangement, Pennant, arrange
from exgui.gui.tick_bar.scale import scale_for
from exgui.gui.tokens.drawing import name_font, name_shown
from exgui.gui.tokens.token_look import Look

WIDTH = 1366.0
CRASH = Shade("Crash", None, 0)


def measure(text: str) -> float:
    """Letters 8 pixels wide, for sums by hand."""
    return 8.0 * len(text)


def marks(*places: int, state: str = "coming") -> tuple[Mark, ...]:
    return tuple(Mark(f"c{index}", place, state) for index, place in enumerate(places))  # type: ignore[arg-type]


def text_box(pennant: Pennant) -> tuple[float, float]:
    return pennant.text_x, pennant.text_x + measure(pennant.text)


# The scale


def test_falling_numbers_decrease_to_the_right() -> None:
    scale = scale_for([14, 9, -2], 0, 1000, True)
    assert scale.x(14) < scale.x(9) < scale.x(-2)


def test_rising_numbers_increase_to_the_right() -> None:
    scale = scale_for([14, 9, 3], 0, 1000, False)
    assert scale.x(3) < scale.x(9) < scale.x(14)


def test_the_scale_leaves_a_margin_and_is_never_short() -> None:
    assert scale_for([9], 0, 1000, True).pieces == ((2, 16),)
    assert scale_for([20, 0], 0, 1000, True).pieces == ((-2, 22),)


def test_distant_outlier_is_moved_closer() -> None:
    scale = scale_for([58, 6, 5, 3, -3], 0, 1300, True)
    # 65 numbers would stand 20 pixels apart; the longest gap, 6 to 58, is folded but for one number on each side
    assert scale.pieces == ((-4, 7), (57, 59))
    assert len(scale.folds()) == 1
    assert scale.spacing > 70


def test_scale_is_not_folded_if_everything_fits() -> None:
    assert len(scale_for([30, 3], 0, 1300, True).pieces) == 1


@given(st.lists(st.integers(-40, 120), min_size=1, max_size=40), st.booleans())
def test_every_number_is_found_at_its_place(places: list[int], falling: bool) -> None:
    scale = scale_for(places, 14, 1352, falling)
    order = sorted(set(places), reverse=falling)
    for number in order:
        assert 14 <= scale.x(number) <= 1352
        assert scale.number_at(scale.x(number)) == number
    assert all(scale.x(a) < scale.x(b) for a, b in pairwise(order))


def test_scale_continues_beyond_its_ends() -> None:
    scale = scale_for([9], 0, 1500, True)  # 2 to 16, a hundred pixels each; 16 stands at 50
    assert scale.number_at(-150) == 18
    assert scale.number_at(1650) == 0


# The arrangement on numbers


@given(st.lists(st.integers(-20, 40), min_size=2, max_size=40), st.sampled_from((1022.0, 1366.0, 1920.0)))
def test_everyone_has_a_place_inside_the_bar(places: list[int], width: float) -> None:
    shown = arrange(Timeline("down", max(places), "", marks(*places), (CRASH,)), width, measure)
    assert len(shown.places) == len(places)
    for place in shown.places.values():
        assert place.radius <= place.x <= width - place.radius
        assert place.y - place.radius >= 20
        assert place.y + place.radius <= 77


def test_two_on_one_tick_are_side_by_side_if_there_is_room() -> None:
    shown = arrange(Timeline("down", None, "", marks(6, 6, 14)), WIDTH, measure)
    assert shown.places["c1"].x - shown.places["c0"].x >= 2 * shown.places["c0"].radius


def test_lone_neighbor_makes_room_for_three() -> None:
    shown = arrange(Timeline("down", None, "", marks(6, 5, 5, 5)), WIDTH, measure)
    places = shown.places
    assert places["c2"].x - places["c1"].x >= 2 * places["c1"].radius
    assert places["c1"].x - places["c0"].x >= 2 * places["c1"].radius


def test_crowded_number_gets_more_room() -> None:
    shown = arrange(Timeline("down", None, "", marks(7, 5, 5, 5, 5, 4)), WIDTH, measure)
    assert shown.scale is not None
    assert shown.stacks == ()
    assert shown.scale.room(5) > 1.5 * shown.scale.room(7)
    row = sorted(place.x for place in shown.places.values())
    assert all(b - a >= 2 * 17 for a, b in pairwise(row))


def test_more_than_six_on_one_tick_are_counted() -> None:
    shown = arrange(Timeline("down", None, "", marks(*[5] * 10)), WIDTH, measure)
    assert [stack.count for stack in shown.stacks] == [4]
    assert len({(p.x, p.y) for p in shown.places.values()}) == 6


def test_crowded_number_leaves_other_numbers_legible() -> None:
    shown = arrange(Timeline("down", None, "", marks(20, *[9] * 9, *[5] * 9, 0)), 900.0, measure)
    assert shown.scale is not None
    assert all(shown.scale.room(number) >= 25 for number in shown.scale.numbers)


def test_active_combatant_is_on_top_of_its_tick() -> None:
    here = (Mark("first", 5, "coming"), Mark("second", 5, "up"))
    shown = arrange(Timeline("down", 5, "", here), WIDTH, measure)
    assert shown.places["second"].layer > shown.places["first"].layer


def test_frame_contains_all_active_combatants() -> None:
    here = tuple(Mark(f"c{i}", 7, "up") for i in range(3))
    shown = arrange(Timeline("down", 7, "", here), WIDTH, measure)
    assert shown.frame is not None
    for place in shown.places.values():
        assert shown.frame[0] < place.x - place.radius
        assert place.x + place.radius < shown.frame[1]


def test_acting_combatant_keeps_place_and_name_in_a_roomy_lane() -> None:
    """The frame holds the name too, and the lane's heading says that it is now."""
    waiting = tuple(Mark(f"c{i}", None, "coming", "reds") for i in range(2))
    acting = (waiting[0].but(state="up"), waiting[1])
    before = arrange(Timeline("sides", None, "", waiting), WIDTH, measure)
    shown = arrange(Timeline("sides", None, "", acting), WIDTH, measure)
    assert shown.places == before.places
    assert shown.now_lane == "reds"
    assert shown.frame is not None
    place = shown.places["c0"]
    assert shown.frame[0] <= place.x - place.name / 2
    assert place.x + place.name / 2 <= shown.frame[1]


LANE = tuple(Mark(id, None, "coming", "reds") for id in ("marit", "joss", "mule"))


def test_long_names_use_the_room_of_short_ones() -> None:
    """272 pixels for three: 90 for each is too little for the first, but together they need 240."""
    names = {"marit": 110.0, "joss": 84.0, "mule": 28.0}  # and 6 between two names
    shown = arrange(Timeline("sides", None, "", LANE), 300.0, measure, names).places
    assert all(shown[id].name >= wide for id, wide in names.items())
    boxes = [(place.x - place.name / 2, place.x + place.name / 2) for place in shown.values()]
    assert boxes[0][0] >= 14
    assert boxes[2][1] <= 286
    assert all(before[1] < after[0] for before, after in pairwise(boxes))


def test_only_the_longest_name_of_a_lane_is_shortened() -> None:
    names = {"marit": 190.0, "joss": 80.0, "mule": 28.0}
    shown = arrange(Timeline("sides", None, "", LANE), 300.0, measure, names).places
    assert [shown[id].name for id in names] == [272 - 86 - 34 - 6, 80, 28]


def test_lane_of_long_names_takes_space_from_a_lane_of_short_ones() -> None:
    """250 of 500 pixels are too little for three names of 80 with 6 between two and 14 beside them."""
    here = (*LANE, *(Mark(f"wolf_{n}", None, "coming", "wild") for n in range(3)))
    names = {mark.id: 80.0 if mark.lane == "reds" else 40.0 for mark in here}
    shown = arrange(Timeline("sides", None, "", here), 500.0, measure, names)
    assert all(shown.places[id].name >= wide for id, wide in names.items())
    assert [round(section.right - section.left) for section in shown.sections] == [310, 190]
    roomy = arrange(Timeline("sides", None, "", here), 900.0, measure, names)
    assert [section.right - section.left for section in roomy.sections] == [450, 450]


def test_short_names_are_shown_in_a_narrow_lane() -> None:
    names = {mark.id: 40.0 for mark in LANE}
    shown = arrange(Timeline("sides", None, "", LANE), 180.0, measure, names).places
    assert all(place.name >= 40 for place in shown.values())
    unknown = arrange(Timeline("sides", None, "", LANE), 180.0, measure).places
    assert all(place.name == 0 for place in unknown.values())


def test_frame_shows_now_in_a_crowded_lane() -> None:
    crowd = (Mark("c0", None, "up", "reds"), *(Mark(f"c{i}", None, "coming", "reds") for i in range(1, 20)))
    shown = arrange(Timeline("sides", None, "", crowd), WIDTH, measure)
    assert shown.frame is not None
    assert shown.now_lane == ""


def test_no_frame_before_the_start() -> None:
    assert arrange(Timeline("down", None, "", marks(3, 9)), WIDTH, measure).frame is None


def test_stretch_begins_halfway_past_the_last_number_outside_it() -> None:
    shown = arrange(Timeline("down", 9, "", marks(9, -2), (CRASH,)), WIDTH, measure)
    assert shown.scale is not None
    assert [s.label for s in shown.stretches] == ["Crash"]
    assert shown.stretches[0].left == shown.scale.x(0.5)
    assert shown.stretches[0].right == WIDTH


def test_waiting_delayed_and_fallen_are_off_the_axis() -> None:
    here = (
        Mark("a", 9, "up"),
        Mark("late", None, "waiting"),
        Mark("slow", None, "delayed"),
        Mark("gone", None, "out"),
    )
    shown = arrange(Timeline("down", 9, "", here), WIDTH, measure)
    assert shown.scale is not None
    assert [section.id for section in sorted(shown.sections, key=lambda s: s.left)] == ["delayed", "waiting", "out"]
    for id in ("late", "slow", "gone"):
        assert shown.places[id].x > shown.scale.right


def test_combatant_without_a_number_is_off_the_axis() -> None:
    shown = arrange(Timeline("down", 9, "", (Mark("a", 9, "up"), Mark("new", None, "coming"))), WIDTH, measure)
    assert [section.id for section in shown.sections] == ["unplaced"]


def test_sides_are_side_by_side_before_the_battle() -> None:
    here = (Mark("a", None, "coming", "own"), Mark("b", None, "coming", "foe"))
    shown = arrange(Timeline("down", None, "", here, (CRASH,)), WIDTH, measure)
    assert shown.scale is None
    assert [section.id for section in shown.sections] == ["own", "foe"]


def test_combatant_delaying_to_a_tick_is_on_it() -> None:
    shown = arrange(Timeline("down", 9, "", (Mark("a", 9, "up"), Mark("b", 4, "delayed"))), WIDTH, measure)
    assert shown.scale is not None
    assert shown.places["b"].x == shown.scale.x(4)


def clear(shown: Arrangement) -> bool:
    """Return whether no flag's text touches the frame, another text, a pole or a stretch's label, or leaves the bar."""
    boxes = [text_box(p) for p in shown.pennants if p.text]
    others = [] if shown.frame is None else [shown.frame]
    others += [(s.label_right - measure(s.label), s.label_right) for s in shown.stretches if s.label]
    for index, (left, right) in enumerate(boxes):
        if left < 0 or right > shown.width:
            return False
        for a, b in (*others, *boxes[:index], *((p.x - 1, p.x + 12) for p in shown.pennants)):
            if left < b and a < right:
                return False
    return True


def test_flag_text_is_placed_where_it_fits() -> None:
    flags = (Flag("a", "bridge falls, round 5", 12), Flag("b", "riders arrive", 10))
    shown = arrange(Timeline("down", 9, "", marks(14, 9, -2), (CRASH,), flags), WIDTH, measure)
    assert {p.text for p in shown.pennants} == {"bridge falls, round 5", "riders arrive"}
    assert clear(shown)


@given(
    st.lists(st.tuples(st.integers(-8, 18), st.text("abc ", min_size=1, max_size=30)), min_size=1, max_size=7),
    st.integers(-8, 18),
    st.sampled_from((800.0, 1366.0, 1920.0)),
)
def test_a_flags_text_never_runs_into_anything(flags: list[tuple[int, str]], now: int, width: float) -> None:
    flagged = tuple(Flag(str(index), label, place) for index, (place, label) in enumerate(flags))
    shown = arrange(Timeline("down", now, "", marks(18, now, -8), (CRASH,), flagged), width, measure)
    assert len(shown.pennants) == len(flags)
    assert clear(shown)


def test_timer_with_only_a_round_is_off_the_axis() -> None:
    shown = arrange(Timeline("down", 9, "", marks(9), flags=(Flag("a", "riders", None, 7),)), WIDTH, measure)
    assert [section.lines for section in shown.sections] == [("riders · round 7",)]


# Sides and pools


def test_sides_are_in_lanes_with_acted_combatants_last() -> None:
    here = (
        Mark("a", None, "acted", "own"),
        Mark("b", None, "up", "own"),
        Mark("c", None, "coming", "own"),
        Mark("d", None, "coming", "foe"),
    )
    shown = arrange(Timeline("pool", None, "", here), WIDTH, measure)
    assert shown.scale is None
    assert [section.id for section in shown.sections if section.kind == "lane"] == ["own", "foe"]
    assert shown.order() == ["b", "c", "a", "d"]
    assert shown.frame is not None
    assert shown.frame[0] < shown.places["b"].x < shown.frame[1] < shown.places["c"].x


@given(st.lists(st.sampled_from(("own", "foe", "wild")), min_size=2, max_size=40))
def test_lanes_keep_their_tokens(lanes: list[str]) -> None:
    here = tuple(Mark(f"c{i}", None, "coming", lane) for i, lane in enumerate(lanes))
    shown = arrange(Timeline("sides", None, "", here), WIDTH, measure)
    sections = {section.id: section for section in shown.sections}
    for mark in here:
        place, lane = shown.places[mark.id], sections[mark.lane]
        assert lane.left + place.radius <= place.x <= lane.right - place.radius


def test_scale_starting_at_zero_has_no_lower_numbers() -> None:
    scale = scale_for([0, 3, 5], 0.0, 900.0, False, None, 0)
    assert scale.numbers[0] == 0
    assert scale.numbers[-1] >= 7
    assert scale.number_at(-300.0) == 0
    later = scale_for([20, 25], 0.0, 900.0, False, None, 0)
    assert later.numbers[0] == 18
    folded = scale_for([1, 90], 0.0, 300.0, False, None, 0)
    assert folded.numbers[0] == 0
    assert folded.folds()


def test_active_name_loses_bold_before_it_is_cut(qapp: QApplication) -> None:
    look = Look("Anjali of the Embers", "A", active=True)
    bold = QFontMetricsF(name_shown(look, 14.0, 1000.0)[0]).horizontalAdvance(look.name)
    font, shown = name_shown(look, 14.0, bold - 1)
    assert shown == look.name
    plain = QFontMetricsF(name_font(14.0)).horizontalAdvance(look.name)
    font, shown = name_shown(look, 14.0, plain)
    assert (shown, font.bold()) == (look.name, False)
    assert name_shown(look, 14.0, 40.0)[1].endswith("…")
