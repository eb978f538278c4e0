"""Records of the games are as those of the engine: nothing of a step can be changed once it is reported."""

import importlib
import pkgutil

import pytest

import exgui.systems
from exgui.engine.record import Record


def records() -> list[type[Record]]:
    """Every record that a module of a game defines."""
    found: dict[type[Record], None] = {}
    for module in pkgutil.walk_packages(exgui.systems.__path__, "exgui.systems."):
        known = vars(importlib.import_module(module.name)).values()
        own = (one for one in known if isinstance(one, type) and issubclass(one, Record))
        found.update(dict.fromkeys(one for one in own if one.__module__ == module.name))
    return list(found)


RECORDS = records()


def test_there_are_records() -> None:
    assert len(RECORDS) > 5


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_no_record_can_be_changed(record: type[Record]) -> None:
    one = record(*(None for _ in record.__struct_fields__))
    for name in record.__struct_fields__:
        with pytest.raises(AttributeError, match="immutable"):
            setattr(one, name, None)
