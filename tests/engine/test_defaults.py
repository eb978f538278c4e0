"""The meaning of a field left out of an engine record: nothing, with the exceptions listed here; and no record
changes."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

import exgui.engine
from exgui.engine.asks import Roll
from exgui.engine.battle import Battle
from exgui.engine.dice import D10, DEEPEST_EXPLOSION, Die
from exgui.engine.explained import NOTHING
from exgui.engine.procedure import LONGEST_STEP
from exgui.engine.record import Record
from exgui.engine.zones import BARRIERS


def _records() -> Iterator[type[Record]]:
    for module in pkgutil.iter_modules(exgui.engine.__path__):
        found = importlib.import_module(f"exgui.engine.{module.name}")
        for one in vars(found).values():
            if isinstance(one, type) and issubclass(one, Record) and one.__module__ == found.__name__:
                if one.__struct_fields__:
                    yield one


RECORDS = sorted(_records(), key=lambda one: one.__name__)
MEANS_SOMETHING = {
    "Choose.stop": True,
    "Mod.label": "modifier",
    "ForEach.name": "targets",
    "Combatant.kind": "character",
    "Combatant.revealed": True,
    "Battle.phase": "prepared",
    "Die.unit": "successes",
    "Die.label": "d10",
    "Effect.until": "step",
    "ConditionBegan.value": True,
    "ClockSet.phase": "running",
    "TurnEnded.acted": True,
    "Rolled.unit": "successes",
    "Badge.tone": "state",
    "Shade.tone": "danger",
    "Zone.size": 20,
    "Zone.hazard": "none",
    "Zone.width": 260.0,
    "Zone.height": 180.0,
    "Zone.shape": "rectangle",
    "Zone.terrain": "plain",
    "Zone.reveal_when": "entered",
    "Link.barrier": "none",
    "MapPicture.width": 1200.0,
    "MapPicture.height": 800.0,
    "MapPicture.dim": 40,
    "Hazard.when": "round",
    "Flag.kind": "timer",
    "Combatant.auto_reveal": True,
    "Zone.auto_reveal": True,
    "Hazard.difficulty": 1,
}


def test_records_are_found() -> None:
    assert len(RECORDS) > 45


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_records_are_immutable(record: type[Record]) -> None:
    one = record(*(None for _ in record.__struct_fields__))
    for name in record.__struct_fields__:
        with pytest.raises(AttributeError, match="immutable"):
            setattr(one, name, None)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(one, name)


def test_every_immutable_class_is_a_record() -> None:
    package = Path(exgui.engine.__path__[0]).parent
    other = [path.name for path in package.rglob("*.py") if "@dataclass(frozen" in path.read_text(encoding="utf-8")]
    assert other == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_omitted_fields_are_neutral(record: type[Record]) -> None:
    for field in fields(record):
        name = f"{record.__name__}.{field.name}"
        if name in MEANS_SOMETHING:
            assert field.default == MEANS_SOMETHING[name], name
        elif name not in ("Roll.auto", "Roll.die"):
            assert field.default is NODEFAULT or not field.default, name


def test_roll_defaults_to_the_usual_die_without_bonus() -> None:
    roll = Roll("ada", "strike", NOTHING)
    assert roll.auto == NOTHING
    assert roll.auto.total == 0
    assert roll.die == D10 == Die(10, (0, 0, 0, 0, 0, 0, 1, 1, 1, 2))


def test_rules_are_not_compared_or_shown_with_a_battle() -> None:
    assert Battle(rules=1) == Battle(rules=2)
    assert "rules" not in repr(Battle(rules=1)).replace("ruleset", "")


def test_dice_are_compared_without_their_history() -> None:
    assert Die(6, (1, 2, 3, 4, 5, 6), how="luck") == Die(6, (1, 2, 3, 4, 5, 6))


def test_barriers_rank_from_none_to_wall() -> None:
    assert BARRIERS == ("none", "obstacle", "wall")


def test_recursion_limits_match_the_documentation() -> None:
    assert DEEPEST_EXPLOSION == 24  # a d4 explodes so far once in 4^24, less than 1 in 10^14
    assert 4**DEEPEST_EXPLOSION > 10**14
    assert LONGEST_STEP == 20_000
