"""Everything put into a campaign is there when it is reopened; battles continue where they were left."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from exgui.campaign import prepared_entries, stored_text
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.pictures import LARGEST_PICTURE
from exgui.engine.asks import Choice, Choose, Fall, command
from tests.campaign.pebble_game import ENCOUNTER, MOVES, move, standing

ADA: dict[str, Any] = {"name": "Ada", "traits": {"arm": 2}, "weapons": ["round_stone", {"id": "x", "name": "Slate"}]}


def test_new_campaign_has_only_its_title(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "new folder" / "ä.exgui", "Hundred ponds") as campaign:
        assert (campaign.title, campaign.sheets(), campaign.encounters(), campaign.battles()) == (
            "Hundred ponds",
            (),
            (),
            (),
        )
    assert [file.name for file in (tmp_path / "new folder").iterdir()] == ["ä.exgui"]


def test_new_campaign_never_overwrites_a_file(tmp_path: Path) -> None:
    there = tmp_path / "letter.exgui"
    there.write_text("dear diary")
    with pytest.raises(CampaignError, match="a file with that name already") as caught:
        Campaign.create(there)
    assert caught.value.kind == "exists"
    assert there.read_text() == "dear diary"
    assert list(tmp_path.iterdir()) == [there]


@pytest.mark.parametrize("title", [" ", "x" * 501, "\ud800"])
def test_invalid_title_leaves_no_file(tmp_path: Path, title: str) -> None:
    with pytest.raises(CampaignError):
        Campaign.create(tmp_path / "new.exgui", title)
    assert list(tmp_path.iterdir()) == []


def test_campaign_without_a_title_is_named_after_its_file(tmp_path: Path) -> None:
    for name, title in ((b"Ponds.exgui", "Ponds"), (b"\xff.exgui", "?")):
        with Campaign.create(tmp_path / os.fsdecode(name)) as campaign:
            assert campaign.title == title


def test_sheet_survives_a_round_trip(path: Path) -> None:
    with Campaign.open(path) as campaign:
        id = campaign.put_sheet(ADA, "pebbles")
    with Campaign.open(path) as campaign:
        assert campaign.sheet(id) == ADA
        assert campaign.ruleset_of_sheet(id) == "pebbles"
        (listed,) = campaign.sheets()
        assert (listed.id, listed.name, listed.ruleset, listed.summary) == (
            "ada",
            "Ada",
            "pebbles",
            "round stone, Slate",
        )


def test_namesakes_get_their_own_ids_and_keep_their_order(campaign: Campaign) -> None:
    assert [campaign.put_sheet(ADA, "pebbles") for _ in range(3)] == ["ada", "ada_2", "ada_3"]
    campaign.rename_sheet("ada", "Zoe")
    campaign.take_out("sheets", "ada_2")
    assert [(sheet.id, sheet.name) for sheet in campaign.sheets()] == [("ada", "Zoe"), ("ada_3", "Ada")]
    assert campaign.sheet("ada")["name"] == "Zoe"


def test_encounter_is_checked_again_only_if_its_text_has_changed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = []

    def check(data: Mapping[str, Any]) -> dict[str, Any]:
        checked.append(data["title"])
        return stored_text.check_encounter(data)

    monkeypatch.setitem(prepared_entries.CHECKS, "encounters", check)
    with Campaign.open(path) as campaign:
        campaign.encounters()
        title = campaign.encounter("pond")["title"]
        campaign.begin_battle("pond")
        assert checked.count(title) == 1
        campaign.put_encounter({**campaign.encounter("pond"), "title": "Lake"}, "pond")
        assert campaign.encounter("pond")["title"] == "Lake"
        campaign.begin_battle("pond")
        assert (checked.count(title), checked.count("Lake")) == (1, 1)


def test_encounter_survives_a_round_trip_and_can_be_renamed_and_deleted(campaign: Campaign) -> None:
    again = {**ENCOUNTER, "ruleset": campaign.encounter("pond")["ruleset"]}
    assert campaign.encounter("pond") == again
    assert campaign.encounters()[0].summary == "2 zones, 2 combatants"
    campaign.rename_encounter("pond", "At night")
    assert campaign.encounters()[0].name == "At night"
    campaign.take_out("encounters", "pond")
    assert campaign.encounters() == ()
    with pytest.raises(CampaignError, match="there is no encounter 'pond'"):
        campaign.encounter("pond")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"zone": [{"id": "shore"}, {"id": "shore"}]}, "there is already a zone 'shore'"),
        ({"link": [{"between": ["shore", "moon"]}]}, "link.1..between.2.: there is no zone “moon”"),
        ({"combatant": [{"name": "Nobody"}]}, "combatant.1..id: is missing"),
        ({"combatant": "ada"}, "combatant"),
        ({"options": {"far": {1: 2}}}, "options.far: has the key 1"),
        ({"title": "x" * 501}, "title"),
        ({"title": "\ud800"}, "characters that cannot be stored"),
        ({"options": {"size": float("nan")}}, "is not a usable number"),
        ({"options": {"size": 2**70}}, "too large a number"),
        ({"options": {"who": object()}}, "object cannot be stored"),
    ],
)
def test_invalid_encounter_is_refused_with_its_key(campaign: Campaign, change: dict[str, Any], sentence: str) -> None:
    before = campaign.encounter("pond")
    with pytest.raises(CampaignError, match=sentence):
        campaign.put_encounter({**before, **change}, "pond")
    assert campaign.encounter("pond") == before


def test_endlessly_nested_data_is_refused(campaign: Campaign) -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless
    with pytest.raises(CampaignError, match="nested deeper"):
        campaign.put_sheet({"name": "Ada", "notes": endless}, "pebbles")


def test_battle_resumes_at_any_point(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        left = standing(play)
    for what in MOVES:
        with Campaign.open(path) as campaign:
            play = campaign.resume(1)
            assert standing(play) == left
            move(play, what)
            left = standing(play)
    with Campaign.open(path) as campaign:
        play = campaign.resume(1)
        assert standing(play) == left
        assert isinstance(play.pending, Choose)
        play.answer(Choice("left"))
        assert play.pending is None


def test_app_dice_stay_the_same_after_resuming(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        for what in (command("start"), command("throw", "ada", target="bo"), "roll"):
            move(play, what)
        (fallen,) = play.open_step.answers if play.open_step else ()
        play.undo()
    with Campaign.open(path) as campaign:
        play = campaign.resume(1)
        play.roll()
        assert play.open_step is not None
        assert play.open_step.answers == (fallen,)


def test_every_battle_has_its_own_seed(campaign: Campaign) -> None:
    seeds = {campaign.begin_battle("pond").battle.seed for _ in range(8)}
    assert len(seeds) == 8
    assert 0 not in seeds


def test_list_of_battles_shows_their_progress(campaign: Campaign) -> None:
    plays = [campaign.begin_battle("pond") for _ in range(3)]
    for play in plays[1:]:
        play.dispatch(command("start"))
    plays[1].dispatch(command("pass"))
    plays[2].dispatch(command("end"))
    campaign.rename_battle(3, "The last one")
    listed = campaign.battles()
    assert [one.summary for one in listed] == ["not begun", "round 2", "over"]
    assert [one.title for one in listed] == ["At the pond", "At the pond", "The last one"]
    assert {one.encounter for one in listed} == {"pond"}
    plays[2].undo()
    assert campaign.battles()[2].summary == "round 1"
    campaign.take_out("battles", 2)
    assert [one.id for one in campaign.battles()] == [1, 3]


def test_battle_of_ticks_is_not_listed_by_rounds(campaign: Campaign) -> None:
    people = [{"id": id, "name": id, "side": id, "zone": "yard"} for id in ("ann", "bo")]
    campaign.put_encounter({"title": "Duel", "ruleset": "ex2", "zone": [{"id": "yard"}], "combatant": people}, "duel")
    play = campaign.begin_battle("duel")
    play.dispatch(command("start"))
    while play.pending is not None:
        play.roll()
    assert play.battle.phase == "running"
    assert campaign.battles()[0].summary == "under way"


def test_step_and_list_of_battles_change_in_one_transaction(campaign: Campaign) -> None:
    play = campaign.begin_battle("pond")
    messages: list[str] = []
    campaign._file.connection.set_trace_callback(messages.append)
    for what in ("start", "pass", "end"):
        play.dispatch(command(what))
    assert messages.count("COMMIT") == 3
    assert campaign.battles()[0].summary == "over"


def test_unsaved_step_is_not_in_the_list_of_battles(campaign: Campaign) -> None:
    play = campaign.begin_battle("pond")
    campaign._file.connection.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    with pytest.raises(CampaignError):
        play.dispatch(command("start"))
    assert campaign.battles()[0].summary == "not begun"
    campaign._file.connection.execute("DROP TRIGGER full")
    play.dispatch(command("start"))
    assert campaign.battles()[0].summary == "round 1"


def test_restarted_battle_begins_again_and_the_old_one_stays(campaign: Campaign) -> None:
    old = campaign.begin_battle("pond")
    for what in MOVES:
        move(old, what)
    campaign.take_out("encounters", "pond")
    fresh = campaign.reset_battle(1)
    assert (fresh.battle.round, fresh.step_number, fresh.battle.phase) == (0, 0, "prepared")
    assert fresh.battle.seed != old.battle.seed
    assert fresh.battle.but(seed=0) == old.battle_at(0).but(seed=0)
    assert [(one.id, one.follows) for one in campaign.battles()] == [(1, None), (2, 1)]
    fresh.dispatch(command("start"))
    assert standing(campaign.resume(1)) == standing(old)


def test_battle_keeps_its_original_rules(path: Path, rules: Path) -> None:
    with Campaign.open(path) as campaign:
        move(campaign.begin_battle("pond"), command("start"))
    file = rules / "ruleset.toml"
    file.write_text(file.read_text().replace("Pebbles", "Rocks"))
    with Campaign.open(path) as campaign:
        assert campaign.resume(1).system.rules.name == "Pebbles"
        assert campaign.reset_battle(1).system.rules.name == "Pebbles"
        assert campaign.begin_battle("pond").system.rules.name == "Rocks"
    file.unlink()
    with Campaign.open(path) as campaign:
        play = campaign.resume(1)
        assert play.system.rules.name == "Pebbles"
        play.dispatch(command("pass"))
        assert campaign.begin_battle("pond").system.rules.name == "Rocks"  # by the copy in the campaign
        assert len(campaign.battles()) == 4


def test_two_plays_of_a_battle_never_mix_entries(campaign: Campaign) -> None:
    first = campaign.begin_battle("pond")
    second = campaign.resume(1)
    second.dispatch(command("start"))
    before = standing(first)
    with pytest.raises(CampaignError, match="reopened"):
        first.dispatch(command("start"))
    assert standing(first) == before
    assert standing(campaign.resume(1)) == standing(second)


def test_battle_cannot_continue_once_the_campaign_is_closed(path: Path) -> None:
    campaign = Campaign.open(path)
    play = campaign.begin_battle("pond")
    campaign.close()
    campaign.close()
    with pytest.raises(CampaignError, match="was closed"):
        play.dispatch(command("start"))
    assert play.battle.round == 0
    with pytest.raises(CampaignError, match="was closed"):
        campaign.sheets()


def test_unplayable_encounter_leaves_no_battle(campaign: Campaign) -> None:
    data = campaign.encounter("pond")
    data["combatant"][0]["traits"] = {"armm": 2}
    campaign.put_encounter(data, "pond")
    with pytest.raises(CampaignError, match="arm"):
        campaign.begin_battle("pond")
    assert campaign.battles() == ()


def test_picture_is_stored_once_and_limited_in_size(path: Path) -> None:
    with Campaign.open(path) as campaign:
        id = campaign.pictures.put(b"\x89PNG...", "Ada's face", "image/png")
        assert campaign.pictures.put(b"\x89PNG...", "Ada", "image/png") == id
        with pytest.raises(CampaignError, match="Make it smaller"):
            campaign.pictures.put(b"x" * (LARGEST_PICTURE + 1), "Big", "image/png")
    with Campaign.open(path) as campaign:
        assert campaign.pictures.content(id) == b"\x89PNG..."
        assert [(one.name, one.size) for one in campaign.pictures.all()] == [("Ada", 7)]
        assert campaign.pictures.delete_unused(id)
        assert campaign.pictures.all() == ()


def test_a_refused_answer_writes_nothing(campaign: Campaign) -> None:
    play = campaign.begin_battle("pond")
    play.dispatch(command("throw", "ada", target="bo"))
    with pytest.raises(ValueError, match="the pool is 2"):
        play.answer(Fall(faces=(7, 7, 7)))
    assert standing(campaign.resume(1)) == standing(play)
