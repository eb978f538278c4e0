"""Things counted in words."""

from exgui.engine.counted import counted


def test_one_thing_has_no_s() -> None:
    assert [counted(count, "zone") for count in (0, 1, 2, 12_000)] == ["0 zones", "1 zone", "2 zones", "12,000 zones"]
