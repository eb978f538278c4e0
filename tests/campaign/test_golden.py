"""Campaigns written by each released version open, and their battles read, forever, as on the day they were written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Roll
from exgui.engine.events import Noted
from exgui.play.journal import Amended, Commanded, Redone, Undone, WentBack
from tests.campaign.golden.make import plain, reading

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*/*.exgui"))
every_campaign = pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")


def differences(then: Any, now: Any, where: str = "") -> list[str]:
    """The differences between the reading then and now; fields added later don't count."""
    if isinstance(then, dict) and isinstance(now, dict):
        gone = [f"{where}.{key}: is gone" for key in then if key not in now]
        return gone + [one for key in then if key in now for one in differences(then[key], now[key], f"{where}.{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now, strict=True))
        return [one for index, (old, new) in pairs for one in differences(old, new, f"{where}.{index}")]
    return [] if then == now and type(then) is type(now) else [f"{where}: {then!r} became {now!r}"]


def test_golden_campaigns_cover_each_game_and_version() -> None:
    for folder in {path.parent for path in GOLDEN}:
        names = sorted(path.stem for path in folder.glob("*.exgui"))
        assert names == ["ex2_finished", "ex2_under_way", "ex3_finished", "ex3_under_way"]


@every_campaign
def test_battle_of_an_earlier_version_reads_the_same(golden: Path, tmp_path: Path) -> None:
    then = json.loads(golden.with_suffix(".json").read_text(encoding="utf-8"))
    with Campaign.open(shutil.copy(golden, tmp_path)) as campaign:
        play = campaign.resume(1)
        now = reading(play)
        if play.left_open:  # the rules have changed since: the step left open is asked for anew, its old answers shown
            answers = plain(play.left_open)
            assert answers == then["open"][0]["answers"]
            assert differences(then["open"][0]["command"], now["open"][0]["command"]) == []
            then, now = ({key: of[key] for key in ("steps", "battle")} for of in (then, now))
        assert differences(then, now) == []
        assert len(campaign.sheets()) == 5
        assert len(campaign.encounters()) == 3
        assert not any(one.damaged for one in (*campaign.sheets(), *campaign.encounters(), *campaign.battles()))


@every_campaign
def test_battle_of_an_earlier_version_can_continue(golden: Path, tmp_path: Path) -> None:
    with Campaign.open(shutil.copy(golden, tmp_path)) as campaign:
        play = campaign.resume(1)
        steps = len(play.steps)
        if golden.stem.endswith("under_way"):
            assert isinstance(play.pending, Roll)
            assert play.open_step is not None
            assert play.open_step.answers or play.left_open
            play.roll()
        else:
            assert play.battle.phase == "over"
            play.undo()
            assert len(play.steps) == steps - 1
            play.redo()
            assert play.battle.phase == "over"
        while play.can_undo():
            play.undo()
        assert play.battle.phase == "prepared"


@every_campaign
def test_golden_battles_contain_every_kind_of_step_edit(golden: Path, tmp_path: Path) -> None:
    from exgui.campaign.journals import read_journal

    with Campaign.open(shutil.copy(golden, tmp_path)) as campaign:
        entries = list(read_journal(campaign._file, 1))
        play = campaign.resume(1)
    assert any(isinstance(entry, Commanded) for entry in entries)
    if golden.stem.endswith("finished"):
        assert {Undone, Redone, Amended, WentBack} <= {type(entry) for entry in entries}
        assert any(step.command.do == "timer" for step in play.steps)
        allowed = [step for step in play.steps if step.command.overrule]
        assert any(isinstance(event, Noted) and "allows it" in event.text for one in allowed for event in one.events)


def test_differences_are_noticed_but_new_fields_are_not_differences() -> None:
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "new": 0}], "more": 1}) == []
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == [".a.1.b: 2 became 3"]
    assert differences({"a": 1}, {}) == [".a: is gone"]
    assert differences([1], [1, 2]) == [": [1] became [1, 2]"]
    assert differences(1, True) == [": 1 became True"]
