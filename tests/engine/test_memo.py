"""Results are remembered, and never mistaken for others."""

from __future__ import annotations

from exgui.engine.events import TurnFact
from exgui.engine.memo import remembered, remembered_by_identity, remembered_for


def test_repeated_calls_are_not_recomputed() -> None:
    asked = []

    @remembered(10)
    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [doubled(2), doubled(3), doubled(2)] == [4, 6, 4]
    assert asked == [2, 3]


def test_true_and_1_are_distinct_keys() -> None:
    @remembered(10)
    def shown(value: object) -> str:
        return repr(value)

    assert [shown(1), shown(True), shown(1.0)] == ["1", "True", "1.0"]


def test_stored_results_are_independent_of_earlier_calls() -> None:
    assert TurnFact("anna", "aimed", 1).value == 1
    after = TurnFact("anna", "aimed", True, also=(("drag", False),))
    assert after.value is True
    assert TurnFact("anna", "aimed", 1, also=(("drag", 0),)).also[0][1] is not False


def test_identity_memo_recomputes_equal_but_distinct_objects() -> None:
    asked = []

    @remembered_by_identity(10)
    def length(things: list[int], more: int = 0) -> int:
        asked.append(things)
        return len(things) + more

    first, equal = [1, 2], [1, 2]
    assert [length(first), length(first), length(equal), length(first, more=1)] == [2, 2, 2, 3]
    assert [things is first for things in asked] == [True, False, True]


def test_freed_objects_are_not_confused_with_new_ones() -> None:
    @remembered_by_identity(100)
    def first(things: list[int]) -> int:
        return things[0]

    assert [first([number]) for number in range(1000)] == list(range(1000))


def test_memo_keeps_at_most_its_limit() -> None:
    asked = []

    @remembered_by_identity(2)
    def named(thing: str) -> str:
        asked.append(thing)
        return thing

    for thing in ("a", "b", "a", "c", "a"):
        named(thing)
    assert asked == ["a", "b", "c", "a"]


def test_memo_can_use_a_custom_key() -> None:
    asked = []
    shared = ("a", "b")

    @remembered_for(10, of=lambda named, _rest: (named,))
    def count(named: tuple[str, ...], rest: str) -> int:
        asked.append(rest)
        return len(named)

    assert [count(shared, "one"), count(shared, "two")] == [2, 2]
    assert asked == ["one"]


def test_rules_code_has_no_other_caches() -> None:
    from pathlib import Path

    import exgui

    rooms = ("engine", "systems", "rulebook", "forecast")
    found = [
        file.name
        for room in rooms
        for file in (Path(exgui.__file__).parent / room).rglob("*.py")
        if file.name != "memo.py" and any(word in file.read_text() for word in ("lru_cache", "import cache", "global "))
    ]
    assert found == []
