"""Records and tables cannot be changed, and share what has not changed."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from typing import Any

import pytest
from generality.lantern import battle
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from exgui.engine.frozen import frozen
from exgui.engine.record import EMPTY, Record, Table, freeze, index_by_id


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
    assert copy.copy(table) is table
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


def test_what_is_frozen_on_the_outside_is_frozen_within() -> None:
    table = freeze(Table(a=[1], b=2))
    assert table == Table(a=(1,), b=2)
    assert type(table["a"]) is tuple
    assert freeze((1, [2])) == (1, (2,))
    assert type(freeze(({"a": 1},))[0]) is Table
    assert freeze(set("hgfedcba")) == freeze(frozenset("abcdefgh")) == tuple("abcdefgh")
    assert freeze({None, "a", 1}) == ("a", 1, None)  # in the order of how they are written
    record = battle()
    assert freeze(record) is record


def test_a_record_is_made_as_any_dataclass() -> None:
    @frozen
    class Lamp(Record):
        name: str
        oil: int = 3
        wicks: list[int] = field(default_factory=list)

    lamp = Lamp("green")
    assert vars(lamp) == {"name": "green", "oil": 3, "wicks": []}
    assert vars(Lamp("red", wicks=[1], oil=0)) == {"name": "red", "oil": 0, "wicks": [1]}
    assert Lamp("green") == lamp
    assert Lamp("green").wicks is not lamp.wicks
    assert Lamp.__init__.__qualname__.endswith(".Lamp.__init__")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Lamp(oil=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        Lamp("green", colour=1)  # type: ignore[call-arg]


def test_a_record_has_its_own_way_of_being_made_or_finished() -> None:
    @frozen
    class Shouted(Record):
        text: str

        def __post_init__(self) -> None:
            object.__setattr__(self, "text", self.text.upper())

    @frozen
    class Bell(Record):
        text: str

        def __init__(self) -> None:
            object.__setattr__(self, "text", "ding")

    assert Shouted("no").text == "NO"
    assert Bell().text == "ding"


@frozen
class Lamp:
    """A lamp."""

    name: str
    fields: tuple[str, ...] = ()
    made: int = field(default=0, compare=False)
    maker: Any = field(default=None, compare=False, repr=False)


@frozen
class Lantern(Lamp):
    """A lamp to carry."""

    handle: bool = True


@frozen
class Dark:
    pass


def test_a_frozen_class_is_a_dataclass_for_whoever_asks() -> None:
    lamp = Lamp("green", ("oil",), 3, object())
    assert [one.name for one in fields(lamp)] == ["name", "fields", "made", "maker"]  # type: ignore[arg-type]
    assert replace(lamp, name="red") == Lamp("red", ("oil",))  # type: ignore[type-var]
    assert asdict(Dark()) == {}  # type: ignore[call-overload]
    assert TypeAdapter(Lamp).validate_json(b'{"name": "green", "fields": ["oil"]}', strict=True) == lamp
    match lamp:
        case Lamp(name, kinds):
            assert (name, kinds) == ("green", ("oil",))


def test_frozen_things_are_compared_by_their_class_and_the_fields_that_count() -> None:
    lamp = Lamp("green", made=1)
    assert (lamp == Lamp("green", made=2), hash(lamp) == hash(Lamp("green", made=2))) == (True, True)
    assert lamp != Lamp("red", made=1)
    assert lamp != Lantern("green", made=1)
    assert Lantern("green") != Lantern("green", handle=False)
    assert len({Dark(), Dark()}) == 1
    assert lamp != "green"


def test_a_frozen_thing_shows_its_fields() -> None:
    assert repr(Lantern("green", maker=object())) == "Lantern(name='green', fields=(), made=0, handle=True)"
    assert repr(Dark()) == "Dark()"


def test_a_frozen_thing_is_copied_and_pickled() -> None:
    lantern = Lantern("green", ("oil",))
    for again in (copy.copy(lantern), copy.deepcopy(lantern), pickle.loads(pickle.dumps(lantern))):
        assert again == lantern
        assert type(again) is Lantern


def test_a_frozen_class_keeps_the_methods_it_writes_itself() -> None:
    @frozen
    class Any_:
        name: str

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "any"

    assert Any_("a") == Any_("b")
    assert repr(Any_("a")) == "any"


@pytest.mark.parametrize("how", [{"init": False}, {"kw_only": True}])
def test_a_field_that_is_no_parameter_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"Odd\.name: a frozen class has every field as a parameter"):

        @frozen
        class Odd:
            name: str = field(default="", **how)


@pytest.mark.parametrize("kind", [Table, Table[str, Any], Table[str, list[int]]])
def test_a_table_that_is_read_is_frozen(kind: Any) -> None:
    read = TypeAdapter(kind).validate_python({"b": [2], "a": [1]})
    assert read == Table(b=(2,), a=(1,))
    assert type(read) is Table
    assert list(read) == ["b", "a"]


def test_a_table_that_is_read_holds_what_it_is_said_to_hold() -> None:
    assert TypeAdapter(Table[str, int]).validate_python({"a": "1"}) == Table(a=1)
    with pytest.raises(ValidationError):
        TypeAdapter(Table[str, int]).validate_python({"a": "one"})


def test_what_has_an_id_is_found_by_it() -> None:
    ada, bo = battle().who("ada"), battle().who("bo")
    assert list(index_by_id([bo, ada]).items()) == [("bo", bo), ("ada", ada)]


def test_less_some_entries_is_without_all_of_them() -> None:
    assert Table(a=1, b=2, c=3).without("a", "c", "d") == Table(b=2)
