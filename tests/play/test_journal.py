"""Everything in a journal is read back as it was written; anything else is reported in a sentence."""

import json
from typing import get_args

import pytest
from generality.lantern import battle
from hypothesis import given
from hypothesis import strategies as st

from exgui.engine import events as ev
from exgui.engine.asks import Choice, Command, Declared, Each, Fall, Mod, Modify
from exgui.engine.battle import Hazard, Timer
from exgui.engine.effects import Effect, Modifier
from exgui.engine.explained import Part, constant
from exgui.engine.record import Table
from exgui.engine.zones import Link, MapPicture
from exgui.play.history import Step
from exgui.play.journal import (
    Amended,
    Answered,
    Began,
    Commanded,
    Entry,
    Finished,
    JournalError,
    Redone,
    Snapshot,
    Undone,
    WentBack,
    read_entry,
    write_entry,
)

LUCK = Effect(
    "luck", "luck", (Modifier("strike", 1, 2, 3, 4),), "battle", "lan-14", Table(of=("ada", Table(deep=(1,))))
)
ANSWERS = (
    Fall(faces=(1, 10), facts=(1, 0), by_app=True),
    Fall(score=3),
    Choice(("hall", 2)),
    Choice(None),
    Declared(("kindle", "dim")),
    Each(("ada", "dun")),
    Modify("ada", LUCK),
)
IN_TURN = battle().who("bo").but(turn=Table(slow=2), before=battle().who("bo"), effects=(LUCK,))
EVENTS = (
    ev.TrackChanged("ada", "wounds", 2, 2, "lan-13"),
    ev.ConditionBegan("ada", "underway", ("vault", 1, 2)),
    ev.ConditionBegan("ada", "aim", {"at": "dun", "times": [1, 2]}),
    ev.ConditionEnded("ada", "held"),
    ev.EffectBegan("bo", LUCK),
    ev.EffectEnded("bo", "luck"),
    ev.Moved("cai", None),
    ev.CloseChanged((("ada", "dun"), ("bo", "cai", "eck"))),
    ev.ClockSet(2, -7, ("ada", "bo"), fresh=True),
    ev.TurnBegan("ada"),
    ev.TurnFact("ada", "slow", 3),
    ev.TurnFact("ada", "slow", 3, "lan-7", (("far", ("roof", 2)), ("used", ("oil",)))),
    ev.TurnEnded("ada", acted=False),
    ev.TurnRecalled("ada"),
    ev.ActedSet("ada", False),
    ev.FactSet("dark", None),
    ev.CombatantSet(IN_TURN),
    ev.CombatantGone("eck"),
    ev.ReadySet("ada", ("sling",)),
    ev.ZoneSet(battle().zones["roof"].but(x=9.5, cover=Table(light=1))),
    ev.LinksSet((Link(("hall", "roof"), "wall"),)),
    ev.ZoneGone("roof"),
    ev.PictureSet(MapPicture("mill.png", 1.0, 2.0, 300.0, 200.0, 25, True)),
    ev.TimersSet((Timer("flood", "The flood", round=3),)),
    ev.HazardsSet((Hazard("h1", "Fire", ("ada",), "roof", "once", 3, 1, 2, 0, "burn", False, ("might",), 2),)),
    ev.Rolled("ada", "strike", constant("Might", 3), None, 2, 4, 3, True, (Part("skill", 2, "", (Part("x", 2),)),)),
    ev.Noted("Räuber — “hit”", "ada", "lan-13", {"wounds": 2, "list": [1]}),
)
STEP = Command(
    "strike", "ada", Table(target="dun", list=(1, Table(a=2))), (Mod("ada.strike", 1, 2, 3, 0, "stunt"),), True, -3
)
DONE = Step(STEP, ANSWERS, EVENTS)
ENTRIES: tuple[Entry, ...] = (
    Began(battle(), "lantern-1", 3),
    Commanded(STEP.but(choose=Table(where="flame")), 2),
    *(Answered(answer) for answer in ANSWERS),
    *(Finished((event,)) for event in EVENTS),
    Finished(),
    Amended(2, (DONE, DONE), Step(STEP, ANSWERS)),
    Snapshot(battle().but(facts=Table(last=(1, "a")), combatants=battle().combatants.put("bo", IN_TURN))),
    Undone(3),
    WentBack(4),
    Redone(),
)


def test_samples_cover_every_kind_of_entry_and_event() -> None:
    assert {type(entry) for entry in ENTRIES} == set(get_args(Entry))
    assert {type(event) for event in EVENTS} == set(get_args(ev.Event))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_entry_survives_a_round_trip(entry: Entry) -> None:
    line = write_entry(entry)
    assert "\n" not in line
    again = read_entry(line)
    assert again == entry
    assert repr(again) == repr(entry)
    assert write_entry(again) == line


def test_rule_data_is_not_stored() -> None:
    with_rules = battle().but(rules={"secret": 1})
    for line in (write_entry(Began(with_rules, "")), write_entry(Snapshot(with_rules))):
        assert "secret" not in line


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_any_choice_value_survives_a_round_trip(value: object) -> None:
    entry = Answered(Choice(value))
    again = read_entry(write_entry(entry))
    assert repr(again) == repr(entry)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "null",
        "[]",
        '"undone"',
        "{}",
        '{"kind": "rewound"}',
        '{"kind": "undone", "count": "many"}',
        '{"kind": "answered"}',
        '{"kind": "answered", "answer": {"kind": "shout"}}',
        '{"kind": "finished", "events": [{"kind": "track", "who": "ada"}]}',
        '{"kind": "began", "battle": {"combatants": [1]}, "digest": ""}',
        b"\xff\xfe{}",
        "[" * 5000,
    ],
)
def test_damaged_line_is_reported_in_a_sentence(line: str | bytes) -> None:
    with pytest.raises(JournalError, match="a journal entry can’t be read: "):
        read_entry(line)


@given(st.sampled_from(ENTRIES), st.integers(0, 10_000), st.characters(codec="ascii"))
def test_one_wrong_letter_gives_another_entry_or_an_error(entry: Entry, at: int, letter: str) -> None:
    line = write_entry(entry)
    at %= len(line)
    try:
        again = read_entry(line[:at] + letter + line[at + 1 :])
    except JournalError:
        return
    assert type(again) in get_args(Entry)


@given(st.sampled_from(ENTRIES), st.integers(0, 10_000))
def test_partial_line_is_not_an_entry(entry: Entry, at: int) -> None:
    line = write_entry(entry)
    with pytest.raises(JournalError):
        read_entry(line[: at % len(line)])


def test_damaged_battle_is_reported_in_a_sentence() -> None:
    damaged = json.loads(write_entry(Snapshot(battle())))
    damaged["battle"]["round"] = "three"
    with pytest.raises(JournalError, match=r"a journal entry can’t be read: .*battle\.round"):
        read_entry(json.dumps(damaged))
