"""Battles change by events alone; zones are connected as their links define; numbers explain themselves."""

from typing import get_args

import pytest
from generality.lantern import battle
from hypothesis import given
from hypothesis import strategies as st

from exgui.engine import events as ev
from exgui.engine.battle import Battle, Hazard, Timer
from exgui.engine.effects import Effect, Modifier, modify_pool, modify_successes, modify_value, value_set_by
from exgui.engine.evolve import evolve, evolve_all
from exgui.engine.explained import Explained, Part, constant, sentence
from exgui.engine.record import Table
from exgui.engine.zones import Link, MapPicture, distances, link_between, neighbors

GLOW = Effect("glow", "a glow", (Modifier("guard", bonus=1),), "battle")
EVENTS: tuple[ev.Event, ...] = (
    ev.TrackChanged("ada", "wounds", 2, 2),
    ev.ConditionBegan("ada", "held", "dun"),
    ev.ConditionEnded("ada", "held"),
    ev.EffectBegan("bo", GLOW),
    ev.EffectEnded("bo", "glow"),
    ev.Moved("cai", "roof"),
    ev.CloseChanged((("ada", "dun"), ("bo", "cai", "eck"))),
    ev.ClockSet(2, 7, ("ada", "bo"), fresh=True),
    ev.TurnBegan("ada"),
    ev.TurnFact("ada", "slow", 3),
    ev.TurnRecalled("ada"),
    ev.TurnBegan("ada"),
    ev.TurnEnded("ada"),
    ev.ActedSet("ada", False),
    ev.FactSet("dark", True),
    ev.CombatantSet(battle().who("bo").but(name="Bob")),
    ev.ReadySet("ada", ("sling",)),
    ev.ZoneSet(battle().zones["roof"].but(x=9.0)),
    ev.LinksSet((Link(("hall", "roof")),)),
    ev.ZoneGone("roof"),
    ev.PictureSet(MapPicture("mill.png")),
    ev.TimersSet((Timer("flood", "The flood", round=3),)),
    ev.HazardsSet((Hazard("h1", "Fire", zone="roof", dice=3, type="burn"),)),
    ev.Rolled("ada", "strike", constant("Might", 3), (1, 2, 2), 2, 2),
    ev.Noted("A bell rings."),
    ev.CombatantGone("eck"),
)


def test_every_event_can_be_applied() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(ev.Event))


def test_applying_an_event_changes_neither_battle_nor_event() -> None:
    start, text = battle(), repr(battle())
    for event in EVENTS:
        before = repr(event)
        once, twice = evolve(start, event), evolve(start, event)
        assert once == twice
        assert repr(event) == before
    assert repr(start) == text


@given(st.lists(st.sampled_from(EVENTS[:-1]), max_size=30), st.integers(0, 30))
def test_fold_can_resume_anywhere(happened: list[ev.Event], cut: int) -> None:
    whole = evolve_all(battle(), happened)
    assert evolve_all(evolve_all(battle(), happened[:cut]), happened[cut:]) == whole


def changed(before: Battle, after: Battle) -> list[str]:
    """The combatants that are different objects now."""
    return [id for id, one in after.combatants.items() if before.combatants.get(id) is not one]


def test_unchanged_parts_stay_the_same_objects() -> None:
    start = battle()
    after = evolve(start, ev.TrackChanged("ada", "wounds", 1))
    assert changed(start, after) == ["ada"]
    assert after.zones is start.zones
    assert evolve(start, ev.Noted("Nothing")) is start


def test_events_set_zones_links_timers_hands_and_places() -> None:
    roof = battle().zones["roof"].but(x=9.0, difficult=True)
    links, timers = (Link(("hall", "roof"), "wall"),), (Timer("flood", "The flood", round=3),)
    changes = (ev.ZoneSet(roof), ev.LinksSet(links), ev.TimersSet(timers), ev.ReadySet("ada", ("sling",)))
    after = evolve_all(battle(), (*changes, ev.Moved("cai", None), ev.CloseChanged((("ada", "bo"),))))
    assert after.zones == {**battle().zones, "roof": roof}
    assert (after.links, after.timers, after.close) == (links, timers, (("ada", "bo"),))
    assert after.who("ada").ready == ("sling",)
    assert after.who("cai").zone is None


def test_clock_shows_all_its_settings() -> None:
    after = evolve(battle(), ev.ClockSet(3, 7, ("bo", "ada"), "over"))
    assert (after.round, after.tick, after.up, after.phase, after.active) == (3, 7, ("bo", "ada"), "over", "bo")
    assert evolve(after, ev.ClockSet(4, None, ())) == battle().but(round=4, tick=None, up=(), phase="running")


def test_removed_combatant_is_gone_and_others_stay() -> None:
    after = evolve(battle(), ev.CombatantGone("eck"))
    assert list(after.combatants) == [id for id in battle().combatants if id != "eck"]


def test_new_round_changes_only_combatants_who_had_acted() -> None:
    start = evolve(battle(), ev.ActedSet("ada", True))
    after = evolve(start, ev.ClockSet(2, None, (), fresh=True))
    assert changed(start, after) == ["ada"]
    assert after.who("ada") == battle().who("ada")
    assert not changed(start, evolve(start, ev.ClockSet(2, None, ())))


def test_state_before_a_turn_excludes_earlier_turns() -> None:
    after = evolve_all(battle(), (ev.TurnBegan("ada"), ev.TrackChanged("ada", "oil", 1), ev.TurnBegan("ada")))
    before = after.who("ada").before
    assert before is not None
    assert before.track("oil") == 1
    assert before.before is None


def test_turn_facts_exist_only_during_the_turn() -> None:
    begun = evolve_all(battle(), (ev.TurnBegan("ada"), ev.TurnFact("ada", "slow", 2)))
    ended = evolve(begun, ev.TurnEnded("ada", acted=False)).who("ada")
    assert (ended.turn, ended.before, ended.acted) == (None, None, False)
    assert evolve(begun, ev.TurnEnded("ada")).who("ada").acted
    unbegun = evolve(battle(), ev.TurnFact("ada", "slow", 2))
    assert unbegun.who("ada").turn == {"slow": 2}
    assert evolve(unbegun, ev.TurnRecalled("ada")) == battle()


def test_turn_facts_add_up_and_can_come_together() -> None:
    slow, loud = ev.TurnFact("ada", "slow", 2), ev.TurnFact("ada", "loud", True)
    begun = evolve_all(battle(), (ev.TurnBegan("ada"), slow, loud))
    assert begun.who("ada").turn == {"slow": 2, "loud": True}
    further = ev.TurnFact("ada", "slow", 3, "lan-1", (("far", ["roof"]), ("used", ("oil",))))
    assert evolve(begun, further).who("ada").turn == {"slow": 3, "loud": True, "far": ("roof",), "used": ("oil",)}


def test_effect_is_replaced_and_ended_by_its_id() -> None:
    brighter, other = GLOW.but(label="a bright glow"), GLOW.but(id="chill")
    begun = evolve_all(battle(), [ev.EffectBegan("bo", one) for one in (GLOW, other, brighter)])
    assert begun.who("bo").effects == (other, brighter)
    assert evolve(begun, ev.EffectEnded("bo", "glow")).who("bo").effects == (other,)


def test_empty_fact_is_dropped() -> None:
    known = evolve_all(battle(), (ev.FactSet("dark", False), ev.FactSet("bell", 2)))
    assert known.facts == {**battle().facts, "dark": False, "bell": 2}
    assert evolve(known, ev.FactSet("bell", None)).facts == {**battle().facts, "dark": False}


def test_removed_combatant_leaves_its_group_and_turn() -> None:
    start = evolve_all(battle(), EVENTS[6:8])
    after = evolve_all(start, (ev.CombatantGone("ada"), ev.CombatantGone("eck")))
    assert after.close == (("bo", "cai"),)
    assert after.up == ("bo",)


def test_recalled_turn_leaves_no_trace() -> None:
    start = battle()
    begun = evolve_all(start, (ev.TurnBegan("ada"), ev.TurnFact("ada", "slow", 2), ev.TrackChanged("ada", "oil", 1)))
    assert evolve(begun, ev.TurnRecalled("ada")) == start


def test_event_is_independent_of_its_sources() -> None:
    parts = ["hall", 1]
    made = (
        ev.ConditionBegan("ada", "underway", parts),
        ev.TurnFact("ada", "underway", parts),
        ev.FactSet("underway", parts),
    )
    note = ev.Noted("On the way", data={"way": parts})  # type: ignore[arg-type]
    parts.append(2)
    assert [event.value for event in made] == [("hall", 1)] * 3
    assert note.data == Table(way=("hall", 1))
    assert type(note.data) is Table


LINKS = (
    Link(("hall", "stair")),
    Link(("hall", "vault"), "obstacle"),
    Link(("stair", "roof")),
    Link(("vault", "roof"), "wall"),
    Link(("vault", "hall"), "wall"),
    Link(("hall", "hall")),
)


def test_distance_is_the_shortest_way_without_walls() -> None:
    assert distances(LINKS, "hall") == {"hall": 0, "stair": 1, "vault": 1, "roof": 2}
    assert distances(LINKS, "vault") == {"vault": 0, "hall": 1, "stair": 2, "roof": 3}
    assert distances(LINKS, "hall", through=("none",)) == {"hall": 0, "stair": 1, "roof": 2}
    assert distances(LINKS, "moon") == {"moon": 0}


def test_distances_depend_on_their_own_links() -> None:
    others = (Link(("hall", "roof")),)
    for _ in range(2):
        assert distances(LINKS, "hall")["roof"] == 2
        assert distances(others, "hall") == {"hall": 0, "roof": 1}


def test_link_with_the_lowest_barrier_counts() -> None:
    between = link_between(LINKS, "vault", "hall")
    assert between is not None
    assert between.barrier == "obstacle"
    assert link_between(LINKS, "hall", "roof") is None


def test_zone_is_not_its_own_neighbor() -> None:
    assert neighbors(LINKS, "hall") == ("stair", "vault")


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=14), st.integers(0, 6))
def test_distance_is_symmetric_and_grows_by_at_most_one_per_link(pairs: list[tuple[int, int]], at: int) -> None:
    links = tuple(Link((str(a), str(b))) for a, b in pairs)
    away = distances(links, str(at))
    for zone, far in away.items():
        assert distances(links, zone)[str(at)] == far
        for other in neighbors(links, zone):
            assert abs(away[other] - far) <= 1


def test_number_lists_its_parts() -> None:
    number = constant("Dexterity", 4).plus("Melee", 4).plus("nothing", 0).plus("wounds", -1)
    assert str(number) == "7 = Dexterity 4 + Melee 4 - wounds 1"
    assert str(Explained(0)) == "0"
    assert str(constant("wounds", -1).plus("luck", 3)) == "2 = -wounds 1 + luck 3"


def test_part_keeps_its_own_parts() -> None:
    whole = (Part("Wits", 5), Part("haste", 2))
    assert constant("Dexterity", 4).plus("half", 3, "x-1", whole).parts == (
        Part("Dexterity", 4),
        Part("half", 3, "x-1", whole),
    )


def test_a_sum_of_two_numbers_has_the_parts_of_both() -> None:
    luck, even = constant("luck", 2), constant("up", 1).plus("down", -1)
    assert luck.plus_all(constant("Wits", 3)) == Explained(5, (Part("luck", 2), Part("Wits", 3)))
    assert luck.plus_all(even) == Explained(2, (Part("luck", 2), Part("up", 1), Part("down", -1)))
    assert luck.plus_all(Explained(1)) == Explained(3, (Part("luck", 2),))
    assert luck.plus_all(Explained(-1)) == Explained(1, (Part("luck", 2),))


def test_floor_leaves_numbers_above_it_unchanged() -> None:
    luck = constant("luck", 4)
    assert luck.at_least(4, "floor") is luck
    assert luck.at_least(6, "floor", "x-1").parts[-1] == Part("floor", 2, "x-1")
    assert luck.set_to(1, "word", "x-1").parts[-1] == Part("word", -3, "x-1")
    word = luck.set_to(4, "word", "x-1")
    assert word.parts[-1] == Part("word", 0, "x-1")
    assert str(word) == "4 = luck 4 + word 0"
    assert sentence(()) == ""


def test_floor_is_a_separate_part() -> None:
    assert constant("wounds", -2).at_least(0, "never below 0") == Explained(
        0, (Part("wounds", -2), Part("never below 0", 2))
    )
    assert constant("luck", 4).set_to(4, "word").parts[-1] == Part("word", 0)


@given(st.lists(st.integers(-5, 5), max_size=8), st.integers(-9, 9), st.integers(-9, 9))
def test_the_parts_always_sum_to_the_total(amounts: list[int], floor: int, word: int) -> None:
    number = Explained(0)
    for amount in amounts:
        number = number.plus("part", amount)
    number = number.at_least(floor, "floor").set_to(word, "word")
    assert sum(part.amount for part in number.parts) == number.total == word


def test_effects_change_their_targets_and_sets_apply_last() -> None:
    effects = (
        Effect("word", "word", (Modifier("guard", set=9), Modifier("strike", set=1))),
        Effect("luck", "luck", (Modifier("guard", bonus=2), Modifier("strike", dice=1, successes=4))),
    )
    assert modify_pool(constant("Might", 3), effects, "strike").total == 1
    assert modify_successes(Explained(0), effects, "strike").total == 4
    assert modify_value(constant("Wits", 2), effects, "guard").total == 4
    assert value_set_by(constant("Wits", 2), effects, "guard").total == 9
    assert modify_pool(constant("Might", 3), effects, "bite").total == 3


def test_modifier_applies_under_every_name_of_a_number() -> None:
    gifts = (
        Effect(
            "gift", "gift", (Modifier("strike", dice=1, bonus=2, successes=4), Modifier("bite", dice=100)), rule="x-1"
        ),
        Effect("luck", "luck", (Modifier("fight", dice=10, bonus=20, successes=40),)),
    )
    assert modify_pool(constant("Might", 3), gifts, "strike", "fight") == Explained(
        36, (Part("Might", 3), Part("gift", 3, "x-1"), Part("luck", 30))
    )
    assert modify_successes(Explained(0), gifts, "strike", "fight") == Explained(
        44, (Part("gift", 4, "x-1"), Part("luck", 40))
    )
    assert modify_value(constant("Wits", 2), gifts, "strike", "fight") == Explained(
        79, (Part("Wits", 2), Part("gift", 7, "x-1"), Part("luck", 70))
    )


def test_last_of_several_set_modifiers_counts() -> None:
    words = (
        Effect("one", "one", (Modifier("guard", set=0), Modifier("strike", set=8)), rule="x-1"),
        Effect("two", "two", (Modifier("strike", set=5), Modifier("guard", bonus=1)), rule="x-2"),
    )
    assert modify_pool(constant("Might", 3), words, "strike").parts == (
        Part("Might", 3),
        Part("one", 5, "x-1"),
        Part("two", -3, "x-2"),
    )
    assert value_set_by(constant("Wits", 2), words, "guard").parts == (Part("Wits", 2), Part("one", -2, "x-1"))
    assert value_set_by(constant("Wits", 2), words, "strike").total == 5


def test_battle_knows_who_is_at_close_range() -> None:
    assert battle().but(close=(("ada", "bo", "dun"),)).close_group("bo") == ("ada", "dun")
    assert battle().close_group("bo") == ()


@pytest.mark.parametrize(
    ("a", "b", "close"),
    [("ada", "dun", True), ("dun", "ada", True), ("bo", "eck", True), ("ada", "bo", False), ("ada", "ada", False)],
)
def test_members_of_one_group_are_close(a: str, b: str, close: bool) -> None:
    grouped = battle().but(close=(("ada", "dun"), ("bo", "cai", "eck")))
    assert grouped.are_close(a, b) is close
    assert not grouped.but(close=()).are_close(a, b)


@pytest.mark.parametrize("field", [name for name in Battle.__struct_fields__ if name != "rules"])
def test_battle_is_immutable(field: str) -> None:
    value = getattr(battle(), field)
    assert isinstance(value, (str, int, tuple, Table, type(None)))
