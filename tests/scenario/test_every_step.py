"""The scenario with an effect at every step of an attack: each of its effects makes a difference beyond its price."""

from __future__ import annotations

import re

import pytest
from examples import example_file

from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text

FILE = example_file("ex3", "effect_every_step_of_an_attack_has_its_effect")
TEXT = FILE.read_text(encoding="utf-8")
DECLARED = [
    (moment, id)
    for moment, listed in re.findall(r'^"(\w+\.\w+)" = \[(.*)\]$', TEXT, re.MULTILINE)
    for id in re.findall(r'"([\w:]+)"', listed)
]
PRICE = re.compile(r"\.(motes_peripheral|committed|anima)\b")


def failures(text: str) -> list[str]:
    return [str(failure) for failure in play_scenario(read_text(text)).failures]


def test_effects_are_declared_at_every_moment() -> None:
    moments = {moment.partition(".")[2] for moment, _id in DECLARED}
    assert moments == {"attack", "attacked", "damage", "damaged"}
    assert len(DECLARED) == 11
    assert TEXT.count('do = "effect"') == 2


@pytest.mark.parametrize(("moment", "id"), DECLARED, ids=[f"{moment} {id}" for moment, id in DECLARED])
def test_leaving_out_an_effect_changes_more_than_its_price(moment: str, id: str) -> None:
    line = next(line for line in TEXT.splitlines() if line.startswith(f'"{moment}" = '))
    without = re.sub(rf'"{id}"(, )?', "", line)
    assert without != line
    failed = failures(TEXT.replace(line, without))
    assert [one for one in failed if not PRICE.search(one)], failed


def test_earlier_reflexive_effects_matter_too() -> None:
    steps = re.split(r"(?=^\[\[step\]\]$)", TEXT, flags=re.MULTILINE)
    assert failures(TEXT) == []
    for step in (step for step in steps if 'do = "effect"' in step):
        failed = failures(TEXT.replace(step, ""))
        assert [one for one in failed if not PRICE.search(one)], failed
