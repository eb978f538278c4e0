"""The sample campaign is complete, well laid out, and can be played."""

import secrets
import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from exgui import shipped
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.sample import build_sample
from exgui.engine.asks import Choice, Choose, Declare, Declared, Roll, command
from exgui.engine.zones import SHAPES, TERRAINS, distances
from exgui.play.play import Play
from tests.campaign.pebble_game import standing
from tests.campaign.test_killed import copy_of, open_copy


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.exgui"
    build_sample(path)
    return path


def test_sample_contains_heroes_foes_and_encounters(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        assert [sheet.id for sheet in campaign.sheets()] == [
            *("volfer", "ilsa", "tam", "vey", "bandit"),
            *("anjali", "sorin", "mother_ash", "cultists", "bell_ringer"),
            *("marit", "joss", "toll_captain", "ned", "hob"),
        ]
        assert [one.id for one in campaign.encounters()] == ["teahouse", "duel", "ferry", "causeway", "temple", "kiln"]
        battle = campaign.begin_battle("teahouse").battle
        sides = [one.side for one in battle.combatants.values()]
        assert (sides.count("heroes"), sides.count("foes")) == (3, 3)
        for one in battle.combatants.values():
            assert one.zone in battle.zones
            assert one.ready
            assert campaign.sheet(one.sheet)["traits"] == dict(one.traits)


def test_results_of_fights_in_newer_games_can_be_saved_to_sheets(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        for encounter in ("temple", "kiln"):
            battle = campaign.begin_battle(encounter).battle
            bare = {one.id for one in battle.combatants.values() if not one.sheet}
            assert bare <= {"mule", "wolf1", "wolf2", "wolf3", "cart"}
            for one in battle.combatants.values():
                if one.sheet:
                    assert campaign.sheet(one.sheet)["traits"] == dict(one.traits)
                    assert campaign.sheet(one.sheet)["notes"]


def test_sample_shows_every_terrain_and_everyones_portrait(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        encounters = [campaign.encounter(one.id) for one in campaign.encounters()]
        everyone = [one for encounter in encounters for one in encounter["combatant"]]
        people = [one for one in everyone if one.get("kind") != "object"]
        bare = [one["name"] for one in people if not one.get("portrait")]
        assert not bare, "draw them in packaging/portraits.py"
        portraits = {one["portrait"] for one in people}
        assert portraits == {one.id for one in campaign.pictures.all()}
        assert all(
            campaign.pictures.content(id).startswith(b"RIFF") and len(campaign.pictures.content(id)) < 20_000
            for id in portraits
        )
        assert len(portraits) == len({one["name"].rstrip(" 123") for one in people})
    zones = [zone for encounter in encounters for zone in encounter["zone"]]
    assert {zone.get("terrain", "plain") for zone in zones} == set(TERRAINS)
    assert {zone.get("shape", "rectangle") for zone in zones} == set(SHAPES)


def test_sample_zones_do_not_overlap_and_are_all_linked(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        battle = campaign.begin_battle("teahouse").battle
    zones = battle.zones
    assert len(zones) == 6
    for zone in zones.values():
        assert 200 <= zone.width <= 330
        assert 140 <= zone.height <= 230
        assert 0 <= zone.x <= zone.x + zone.width <= 980
        assert 0 <= zone.y <= zone.y + zone.height <= 520
    for a, b in combinations(zones.values(), 2):
        beside = max(a.x, b.x) - min(a.x + a.width, b.x + b.width)
        above = max(a.y, b.y) - min(a.y + a.height, b.y + b.height)
        assert max(beside, above) >= 60, (a.id, b.id)
    assert set(distances(battle.links, "road")) == set(zones)
    assert [zone.id for zone in zones.values() if zone.difficult] == ["grove"]
    assert [dict(zone.cover) for zone in zones.values() if zone.cover] == [{"light": 1, "heavy": 3}]
    assert [link.barrier for link in battle.links].count("obstacle") == 1


def test_sample_ferry_uses_ticks_and_yards(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        play = campaign.begin_battle("ferry")
        battle = play.battle
        assert play.system.timeline(battle).axis == "up"
        assert len(battle.combatants) == 5
        assert set(distances(battle.links, "ferry")) == set(battle.zones) == {"reeds", "landing", "ferry", "path"}
        assert all(one.ready and one.zone in battle.zones for one in battle.combatants.values())
        for a, b in combinations(battle.zones.values(), 2):
            beside = max(a.x, b.x) - min(a.x + a.width, b.x + b.width)
            above = max(a.y, b.y) - min(a.y + a.height, b.y + b.height)
            assert max(beside, above) >= 60, (a.id, b.id)
        play.dispatch(command("start"))
        while isinstance(play.pending, Roll):
            play.roll()
        assert play.battle.active is not None
        assert play.battle.phase == "running"


def go_on(play: Play) -> None:
    """The next thing that someone at a table would do."""
    asked = play.pending
    if isinstance(asked, Roll):
        play.roll()
    elif isinstance(asked, Choose):
        play.answer(Choice(asked.default if asked.default is not None else asked.options[0].value))
    elif isinstance(asked, Declare):
        play.answer(Declared())
    elif play.battle.phase == "prepared":
        play.dispatch(command("start"))
    elif (by := play.battle.active) is not None:
        here = play.battle.who(by)
        for foe in play.battle.combatants.values():
            step = command("attack", by, target=foe.id, mode="withering")
            if foe.side != here.side and not here.turn and not play.check(step):
                play.dispatch(step)
                return
        play.dispatch(command("end_turn", by))


def test_interrupted_sample_battle_continues(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _bits: 7)
    left_behind: list[tuple[Path, int]] = []
    expected: list[Any] = []

    def watch(_statement: str) -> None:
        left_behind.append((copy_of(sample, tmp_path / f"at{len(left_behind)}"), len(expected) - 1))

    with Campaign.open(sample) as campaign:
        play = campaign.begin_battle("teahouse")
        expected.append(standing(play))
        campaign._file.connection.set_trace_callback(watch)
        for _ in range(14):
            go_on(play)
            expected.append(standing(play))
        campaign._file.connection.set_trace_callback(None)
    for copy, done in left_behind:
        with open_copy(copy) as campaign:
            play = campaign.resume(1)
            now = standing(play)
            assert now in expected[done : done + 2]
            if expected.index(now, done) < len(expected) - 1:
                go_on(play)
                assert standing(play) == expected[expected.index(now, done) + 1]
    assert play.battle.round >= 1


def test_error_in_the_sample_texts_leaves_no_file(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    shutil.copytree(shipped.resources() / "sample", texts)
    (texts / "sheets" / "vey.toml").write_text('format = "exgui-sheet/1"')
    with pytest.raises(CampaignError, match=r"vey\.toml: ruleset"):
        build_sample(tmp_path / "new.exgui", texts)
    (texts / "campaign.toml").write_text("title = 3")
    with pytest.raises(CampaignError, match=r"campaign\.toml: title"):
        build_sample(tmp_path / "new.exgui", texts)
    assert not (tmp_path / "new.exgui").exists()
