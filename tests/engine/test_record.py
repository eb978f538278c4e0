"""Records and tables cannot be changed, and share what has not changed."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from generality.lantern import battle
from hypothesis import given
from hypothesis import strategies as st

from exgui.engine.record import EMPTY, Table, freeze


def test_a_changed_record_shares_what_is_unchanged() -> None:
    before = battle()
    after = before.but(title="Another")
    assert (before.title, after.title) == ("The lantern room", "Another")
    assert after.combatants is before.combatants
    assert type(after) is type(before)


def test_a_record_has_no_field_that_it_does_not_know() -> None:
    with pytest.raises(TypeError, match="Battle has no field colour, tilte"):
        battle().but(tilte="Another", colour="red")


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        battle().title = "Another"  # type: ignore[misc]


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.__setitem__("a", 2),
        lambda table: table.__delitem__("a"),
        lambda table: table.clear(),
        lambda table: table.pop("a"),
        lambda table: table.popitem(),
        lambda table: table.setdefault("b", 1),
        lambda table: table.update(a=2),
        lambda table: table.__ior__({"a": 2}),
    ],
)
def test_a_table_cannot_be_changed(change: object) -> None:
    table = Table(a=1)
    with pytest.raises(TypeError, match="cannot be changed"):
        change(table)  # type: ignore[operator]
    assert table == {"a": 1}


@given(st.dictionaries(st.text(), st.integers()), st.text(), st.integers())
def test_putting_and_taking_leave_the_table_as_it_was(content: dict[str, int], key: str, value: int) -> None:
    table = Table(content)
    assert table.put(key, value) == {**content, key: value}
    assert table.without(key) == {k: v for k, v in content.items() if k != key}
    assert table == content
    assert isinstance(table.put(key, value), Table)
    assert isinstance(table.without(key), Table)


def test_a_table_keeps_the_order_of_insertion() -> None:
    assert list(Table(b=1, a=2).put("c", 3).put("b", 4)) == ["b", "a", "c"]


def test_equal_tables_have_equal_hashes_in_any_order() -> None:
    assert hash(Table(a=1, b=2)) == hash(Table(b=2, a=1))


def test_a_table_is_copied_and_pickled_as_one() -> None:
    table = Table(a=Table(b=1))
    assert copy.deepcopy(table) is table
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert type(again["a"]) is Table


def test_a_frozen_value_holds_nothing_that_can_be_changed() -> None:
    frozen = freeze({"list": [1, {"deep": [2]}], "set": {3}})
    assert frozen == Table(list=(1, Table(deep=(2,))), set=(3,))
    assert type(frozen["list"][1]) is Table
    assert hash(frozen)
    assert freeze({}) == EMPTY
