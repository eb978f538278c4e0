"""House rules are found in the user's folder, and kept in the campaigns that use them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.prepared_entries import PreparedTable
from exgui.campaign.rulesets import RulesetMissing, choices, find
from exgui.rulebook.shelf import own_folder

BONUS = "late_join_bonus"
SOMEBODY = {"name": "Ann", "traits": {"wits": 3}}


def write(id: str, bonus: int, name: str = "Coast rules") -> Path:
    folder = own_folder() / id
    folder.mkdir(parents=True, exist_ok=True)
    text = f'extends = "ex3"\nname = "{name}"\n[options]\n{BONUS}.default = {bonus}\n'
    (folder / "ruleset.toml").write_text(text, "utf-8")
    return folder


def fight(ruleset: str) -> dict[str, object]:
    zone = {"id": "yard", "name": "Yard", "x": 0, "y": 0, "width": 200, "height": 200}
    one = {"id": "ann", "name": "Ann", "side": "heroes", "zone": "yard", "traits": {"wits": 3}}
    return {"title": "Fight", "ruleset": ruleset, "zone": [zone], "combatant": [one]}


def bonus(where: str) -> object:
    return find(where).options[BONUS].default


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """House rules in the user's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return write("coast", 1)


@pytest.fixture
def campaign(coast: Path, tmp_path: Path) -> Iterator[Campaign]:
    """A campaign with an encounter by them."""
    with Campaign.create(tmp_path / "c.exgui") as campaign:
        campaign.put_encounter(fight("coast"))
        yield campaign


def rows(campaign: Campaign) -> int:
    return int(campaign._file.rows("SELECT count(*) FROM rulesets")[0][0])


def test_campaign_carries_its_house_rules_to_another_computer(campaign: Campaign, coast: Path) -> None:
    campaign.close()
    shutil.rmtree(coast)
    with pytest.raises(RulesetMissing):
        find("coast")
    with Campaign.open(campaign.path) as there:
        assert bonus("coast") == 1
        listed = {one.where: one for one in choices()}
        assert (listed["coast"].name, listed["coast"].origin, listed["coast"].depth) == ("Coast rules", "campaign", 1)
        play = there.begin_battle(there.encounters()[0].id)
        assert play.battle.options[BONUS] == 1
        there.put_sheet(SOMEBODY, "coast")
    with pytest.raises(RulesetMissing):
        find("coast")


def test_battle_keeps_its_original_rules(campaign: Campaign, coast: Path) -> None:
    first = campaign.begin_battle("fight")
    assert first.battle.options[BONUS] == 1
    write("coast", 4)
    second = campaign.begin_battle("fight")
    number = {one.id: one for one in campaign.battles()}
    campaign.close()
    shutil.rmtree(coast)
    with Campaign.open(campaign.path) as again:
        kept = [again.look_at(id).system.rules.options[BONUS].default for id in number]
        assert kept == [1, 4] == [first.battle.options[BONUS], second.battle.options[BONUS]]
        assert again.reset_battle(min(number)).battle.options[BONUS] == 1
        assert bonus("coast") == 4


def test_changes_made_meanwhile_are_kept_on_close(campaign: Campaign, coast: Path) -> None:
    write("coast", 2)
    assert bonus("coast") == 2
    assert campaign.house_rules.copies()["coast"].options[BONUS].default == 1
    campaign.close()
    shutil.rmtree(coast)
    with Campaign.open(campaign.path):
        assert bonus("coast") == 2


def test_copy_is_used_while_the_folder_has_an_error(campaign: Campaign, coast: Path) -> None:
    (coast / "weapons.toml").write_text("[knife", "utf-8")
    assert bonus("coast") == 1
    campaign.begin_battle("fight")
    campaign.close()
    with pytest.raises(RulesetMissing):
        find("coast")


def test_battles_share_one_copy_and_unused_copies_are_removed(campaign: Campaign) -> None:
    assert rows(campaign) == 1
    campaign.begin_battle("fight")
    assert rows(campaign) == 1
    write("coast", 3)
    campaign.begin_battle("fight")
    assert rows(campaign) == 2
    for one in campaign.battles():
        campaign.take_out("battles", one.id)
    assert rows(campaign) == 1


def test_a_folder_elsewhere_is_kept_by_its_path(coast: Path, tmp_path: Path) -> None:
    far = shutil.copytree(coast, tmp_path / "far")
    with Campaign.create(tmp_path / "c.exgui") as campaign:
        campaign.put_sheet(SOMEBODY, str(far))
        shutil.rmtree(far)
        assert bonus(str(far)) == 1


def test_withdrawn_copy_is_made_again(campaign: Campaign) -> None:
    write("hills", 2, "Hills")
    with pytest.raises(CampaignError), campaign.together():
        campaign.rename_sheet(campaign.put_sheet(SOMEBODY, "hills"), "")
    assert set(campaign.house_rules.copies()) >= {"coast"}
    campaign.put_sheet(SOMEBODY, "hills")
    campaign.close()
    shutil.rmtree(own_folder())
    with Campaign.open(campaign.path):
        assert bonus("hills") == 2


def test_shipped_games_are_not_copied(campaign: Campaign) -> None:
    campaign.put_sheet(SOMEBODY, "ex3")
    assert rows(campaign) == 1


def test_a_damaged_copy_is_left_out(campaign: Campaign, coast: Path) -> None:
    with campaign._file.transaction():
        digest = campaign.house_rules.copies()["coast"].digest
        campaign._file.put("rulesets", digest, "Coast", '{"nonsense": 1}')
        campaign._file.put("meta", "ruleset/gone", "no such digest")
    shutil.rmtree(coast)  # else closing would copy it again
    campaign.close()
    with Campaign.open(campaign.path) as there:
        assert there.house_rules.copies() == {}
        with pytest.raises(RulesetMissing):
            find("coast")
        listed = {one.where: one.origin for one in choices(also=["coast"])}
        assert listed["coast"] == "folder"


def test_oversized_copy_is_not_read(campaign: Campaign, coast: Path) -> None:
    digest = campaign.house_rules.copies()["coast"].digest
    with campaign._file.transaction():
        campaign._file.put("rulesets", digest, "Coast", find("coast").text + " " * 2_000_000)
    shutil.rmtree(coast)  # else closing would copy it again
    campaign.close()
    with Campaign.open(campaign.path) as there:
        assert there.house_rules.copies() == {}


@pytest.fixture
def other_computer(campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The campaign's file, closed, on a computer whose own rules of that name say something else."""
    campaign.close()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    write("coast", 7)
    return campaign.path


def test_same_named_folder_of_another_computer_is_ignored(other_computer: Path) -> None:
    with Campaign.open(other_computer) as there:
        assert bonus("coast") == 1
        assert there.house_rules.others_here() == ("Coast rules",)
        assert there.begin_battle("fight").battle.options[BONUS] == 1
        write("coast", 8)  # its own changes do not count either
        there.house_rules.bring_up_to_date()
        assert bonus("coast") == 1
    assert bonus("coast") == 8
    with Campaign.open(other_computer):
        assert bonus("coast") == 1


def test_folder_rules_apply_once_accepted_until_undone(other_computer: Path) -> None:
    with Campaign.open(other_computer) as there:
        both = there.house_rules.other_here("coast")
        assert both is not None
        assert [one.options[BONUS].default for one in both] == [1, 7]
        there.house_rules.take_from_here("coast")
        assert (bonus("coast"), there.house_rules.others_here()) == (7, ())
        there.house_rules.take_from_elsewhere("coast", both[0])
        assert (bonus("coast"), there.house_rules.others_here()) == (1, ("Coast rules",))
        there.house_rules.take_from_here("coast")
        write("coast", 9)
    with Campaign.open(other_computer) as there:
        assert bonus("coast") == 9
        assert there.house_rules.copies()["coast"].options[BONUS].default == 9


def test_same_folder_on_two_computers_counts_as_one(other_computer: Path) -> None:
    write("coast", 1)
    with Campaign.open(other_computer) as there:
        assert there.house_rules.others_here() == ()
        write("coast", 5)
        assert bonus("coast") == 5
    with Campaign.open(other_computer):
        assert bonus("coast") == 5


def test_unsaved_sheet_leaves_no_house_rules(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    write("moor", 2, "Moor rules")
    with monkeypatch.context() as full:
        full.setattr(PreparedTable, "put", lambda *_arguments: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            campaign.put_sheet(SOMEBODY, "moor")
    assert rows(campaign) == 1
    campaign.put_sheet(SOMEBODY, "moor")
    assert rows(campaign) == 2
    assert set(campaign.house_rules.copies()) == {"coast", "moor"}
