"""Folders of house rules: made, changed line by line, deleted and restored."""

import os
import time
from pathlib import Path

import pytest

from exgui.campaign import house_rules
from exgui.campaign.house_rules import HouseRulesError, with_name, with_option
from exgui.campaign.rulesets import choices, find
from exgui.campaign.toml_edit import with_value
from exgui.rulebook.differences import Difference, differences, lines_that_differ
from exgui.rulebook.reader import load
from exgui.rulebook.shelf import installed, own_folder
from exgui.rulebook.toml_text import read_toml
from exgui.systems.check_ruleset import problems_of


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, which is not there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return own_folder()


def test_new_folder_only_extends_its_parent() -> None:
    id = house_rules.make('Our "coast"', "ex3")
    assert id == "our_coast"
    assert (load(id).name, load(id).options) == ('Our "coast"', load("ex3").options)
    assert problems_of(own_folder() / id) == ()
    assert house_rules.make('Our "coast"', "our_coast") == "our_coast_2"
    assert [(one.id, one.depth) for one in installed() if one.own] == [("our_coast", 1), ("our_coast_2", 2)]
    assert house_rules.make("Λ", "ex3") == "house_rules"


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_name_is_required(name: str) -> None:
    with pytest.raises(HouseRulesError, match="A name must have 1 to 80"):
        house_rules.make(name, "ex3")


def test_only_changed_options_are_written() -> None:
    id = house_rules.make("Coast", "ex3")
    start = house_rules.text_of(id)
    one = with_option(start, "late_join_bonus", 1)
    two = with_option(one, "round_defense", "down")
    assert two.removeprefix(start) == (
        '\n[options.late_join_bonus]\ndefault = 1\n\n[options.round_defense]\ndefault = "down"\n'
    )
    house_rules.put_text(id, two)
    assert load(id).options["late_join_bonus"].default == 1
    back = with_option(with_option(two, "round_defense", None), "late_join_bonus", None)
    assert read_toml(back) == read_toml(start)
    assert back.startswith("# House rules.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[options.a]\ndefault = 3 # as ever\n", "[options.a]\ndefault = 7 # as ever\n"),
        ("[options]\na.default = 3\nb.default = 1\n", "[options]\na.default = 7\nb.default = 1\n"),
        ("options.a.default = 3\n", "options.a.default = 7\n"),
        ("[options.a]\nlabel = '[x]'\n\n# next\n[x]\n", "[options.a]\nlabel = '[x]'\ndefault = 7\n\n# next\n[x]\n"),
        ("options = { a = { default = 3 } }\n", "[options]\na = { default = 7 }\n"),
        ('note = """\n[options.a]\ndefault = 3\n"""\n', None),
    ],
)
def test_rest_of_the_file_is_unchanged(before: str, after: str | None) -> None:
    changed = with_value(before, ("options", "a", "default"), 7)
    assert read_toml(changed)["options"]["a"]["default"] == 7
    assert after is None or changed.strip() == after.strip()


def test_name_is_changed_in_place() -> None:
    assert with_name('# ours\nextends = "ex3"\nname = "A" # b\n[x]\n', "C") == (
        '# ours\nextends = "ex3"\nname = "C" # b\n[x]\n'
    )
    assert read_toml(with_name("[x]\na = 1\n", "C")) == {"name": "C", "x": {"a": 1}}
    with pytest.raises(HouseRulesError, match="Fix it"):
        with_name("[x", "C")


def test_deleted_rules_can_be_put_back() -> None:
    id = house_rules.make("Coast", "ex3")
    (own_folder() / id / "notes.txt").write_text("ours", "utf-8")
    deleted = house_rules.delete(id)
    assert [one.id for one in installed() if one.own] == []
    house_rules.put_back(deleted)
    assert (own_folder() / id / "notes.txt").read_text("utf-8") == "ours"
    deleted = house_rules.delete(id)
    house_rules.make("Coast", "ex3")
    with pytest.raises(HouseRulesError, match="already exists again"):
        house_rules.put_back(deleted)
    with pytest.raises(HouseRulesError, match="No house rules"):
        house_rules.delete("../coast")


def test_differences_are_described_in_plain_words() -> None:
    found = differences(load("house_rules_template"), load("ex3"))
    off_hand = Difference(
        "Switches", "off_hand_penalty", "Dice lost with the off hand", "changed", ("0, not 1",), "ex3-31"
    )
    assert off_hand in found
    assert Difference("Weapons", "knife", "Knife", "changed", ("Damage: 6, not 7",)) in found
    assert Difference("Weapons", "whip", "Whip", "removed") in found
    kinds = {(one.group, one.id): one.kind for one in found}
    assert kinds["Weapons", "boathook"] == kinds["Rules", "coast-1"] == kinds["Opponents", "wrecker"] == "new"
    assert kinds["Values", "evasion"] == kinds["Traits", "sail"] == kinds["Actions", "take_cover"] == "changed"
    lines = {one.id: one.lines for one in found}
    assert lines["sea_lore"] == ("among abilities",)
    assert lines["evasion"] == (
        "(Dexterity + the higher of (Dodge, Seamanship) + specialty) / 2 + mobility penalty of the armor, "
        "not (Dexterity + Dodge + specialty) / 2 + mobility penalty of the armor",
    )
    assert lines["coast-1"][1:] == ("Our table", "left to the storyteller")
    assert differences(load("ex3"), load("ex3")) == ()


def test_changed_lists_show_only_additions_and_removals(tmp_path: Path) -> None:
    cursed = '[fields.weapon.properties]\nchoices = ["blast", "direct", "fire", "lightning", "heat", "grab", '
    rest = '"loud", "piercing", "poison", "one_shot", "reload", "cursed"]\n'
    (tmp_path / "ruleset.toml").write_text(f'extends = "skirmish"\n{cursed}{rest}', "utf-8")
    (found,) = differences(load(tmp_path), load("skirmish"))
    assert found.lines == ("Properties, choices: also cursed, without cold",)


def test_actions_are_described_by_their_step_not_their_parameters(tmp_path: Path) -> None:
    (tmp_path / "ruleset.toml").write_text('extends = "skirmish"\n', "utf-8")
    (tmp_path / "actions.toml").write_text(
        '[trip]\nlabel = "Trip"\nstep = "shove"\nhelp = "A leg."\n[blast.params]\nhand.ask = true\n', "utf-8"
    )
    found = {one.id: one.lines for one in differences(load(tmp_path), load("skirmish"))}
    assert found == {"trip": ("works like Shove", "A leg."), "blast": ("has different parameters",)}


@pytest.mark.parametrize("id", ["house_rules_template", "ex3_original_text"])
def test_copy_from_a_campaign_becomes_an_equal_folder(id: str) -> None:
    rules = load(id).but(id="from_afar")
    made = house_rules.make_from_copy(rules, load("ex3"))
    assert made == "from_afar"
    assert problems_of(own_folder() / made) == ()
    assert lines_that_differ(load(made), load(id)) == {"ruleset.toml": {}}
    assert load(made).lineage == ("from_afar", "ex3")


def test_deleted_rules_are_gone_after_thirty_days() -> None:
    old, new = house_rules.delete(house_rules.make("Old", "ex3")), house_rules.delete(house_rules.make("New", "ex3"))
    long_ago = time.time() - 31 * 86_400
    os.utime(old.aside, (long_ago, long_ago))
    house_rules.clear_deleted()
    assert not Path(old.aside).exists()
    house_rules.put_back(new)
    assert house_rules.folder_of_own(new.id).is_dir()


def test_variant_has_its_own_name_in_every_list() -> None:
    shelf = own_folder()
    for id, text in (
        ("salt_road", 'extends = "ex3"\n'),
        ("first", 'extends = "ex3"\nname = "Ours"\n'),
        ("second", 'extends = "ex3"\nname = "Ours"\n'),
    ):
        (shelf / id).mkdir(parents=True)
        (shelf / id / "ruleset.toml").write_text(text)
    names = {one.where: one.name for one in choices()}
    assert len(set(names.values())) == len(names)
    assert names["salt_road"] == find("salt_road").name == "Salt road"
    assert (names["first"], names["second"]) == ("Ours (first)", "Ours (second)")
