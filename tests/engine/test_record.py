"""Records and tables cannot be changed, and share what has not changed."""

import copy
import pickle

import pytest
from generality.lantern import battle
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import force_setattr

from exgui.engine.record import EMPTY, Record, Table, freeze, index_by_id


def test_changed_record_shares_unchanged_values() -> None:
    before = battle()
    after = before.but(title="Another")
    assert (before.title, after.title) == ("The lantern room", "Another")
    assert after.combatants is before.combatants
    assert type(after) is type(before)


def test_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="`Battle` has no field 'tilte'"):
        battle().but(tilte="Another")


def test_record_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
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
def test_put_and_without_leave_the_table_unchanged(content: dict[str, int], key: str, value: int) -> None:
    table = Table(content)
    assert table.put(key, value) == {**content, key: value}
    assert table.without(key) == {k: v for k, v in content.items() if k != key}
    assert table == content
    assert isinstance(table.put(key, value), Table)
    assert isinstance(table.without(key), Table)


def test_table_keeps_insertion_order() -> None:
    assert list(Table(b=1, a=2).put("c", 3).put("b", 4)) == ["b", "a", "c"]


def test_equal_tables_have_equal_hashes_in_any_order() -> None:
    assert hash(Table(a=1, b=2)) == hash(Table(b=2, a=1))


def test_table_is_copied_and_pickled() -> None:
    table = Table(a=Table(b=1))
    assert copy.copy(table) is table
    assert copy.deepcopy(table) is table
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert type(again["a"]) is Table


def test_frozen_value_is_deeply_immutable() -> None:
    frozen = freeze({"list": [1, {"deep": [2]}], "set": {3}})
    assert frozen == Table(list=(1, Table(deep=(2,))), set=(3,))
    assert type(frozen["list"][1]) is Table
    assert hash(frozen)
    assert freeze({}) == EMPTY


def test_freezing_is_deep() -> None:
    table = freeze(Table(a=[1], b=2))
    assert table == Table(a=(1,), b=2)
    assert type(table["a"]) is tuple
    assert freeze((1, [2])) == (1, (2,))
    assert type(freeze(({"a": 1},))[0]) is Table
    assert freeze(set("hgfedcba")) == freeze(frozenset("abcdefgh")) == tuple("abcdefgh")
    assert freeze({None, "a", 1}) == ("a", 1, None)  # in the order of how they are written
    record = battle()
    assert freeze(record) is record


class Lamp(Record):
    name: str
    wicks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "wicks", freeze(self.wicks))


class Lantern(Lamp):
    handle: bool = True


def test_post_init_runs_for_changed_records() -> None:
    assert Lamp("green", [1]).wicks == (1,)  # type: ignore[arg-type]
    assert Lamp("green").but(wicks=[1]).wicks == (1,)


def test_records_are_compared_by_class_and_fields() -> None:
    lamp = Lamp("green", (1,))
    assert (lamp == Lamp("green", (1,)), hash(lamp) == hash(Lamp("green", (1,)))) == (True, True)
    assert lamp != Lamp("red", (1,))
    assert lamp != Lantern("green", (1,))
    assert lamp != "green"
    assert Lantern("green") != Lantern("green", handle=False)


def test_a_record_is_copied_and_pickled() -> None:
    lantern = Lantern("green", (1,))
    for again in (copy.copy(lantern), copy.deepcopy(lantern), pickle.loads(pickle.dumps(lantern))):
        assert again == lantern
        assert type(again) is Lantern


def test_entries_are_found_by_id() -> None:
    ada, bo = battle().who("ada"), battle().who("bo")
    assert list(index_by_id([bo, ada]).items()) == [("bo", bo), ("ada", ada)]


def test_several_entries_are_removed_together() -> None:
    assert Table(a=1, b=2, c=3).without("a", "c", "d") == Table(b=2)
