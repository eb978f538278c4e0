"""The battlefields that come with the app: whole, playable in every game, every zone within reach of the others."""

from itertools import combinations
from pathlib import Path

import pytest

from exgui.campaign.errors import CampaignError
from exgui.campaign.ready_battlefields import ReadyBattlefield, read_battlefield, ready_battlefields
from exgui.engine.zones import TERRAINS, distances
from exgui.rulebook.reader import available, load
from exgui.rulebook.setup import battle_from

TITLES = [
    "Battlements",
    "Bridge",
    "City block",
    "Forest road",
    "Manse",
    "Market",
    "River ford",
    "Ruins",
    "Ship's deck",
    "Teahouse",
]
each = pytest.mark.parametrize("field", ready_battlefields(), ids=lambda field: field.id)


def test_there_are_ten_by_title() -> None:
    assert [field.title for field in ready_battlefields()] == TITLES


@each
@pytest.mark.parametrize("ruleset", available())
def test_it_can_be_played_in_every_game(field: ReadyBattlefield, ruleset: str) -> None:
    rules = load(ruleset)
    battle = battle_from(rules, field.data_for(rules))
    assert set(distances(battle.links, next(iter(battle.zones)))) == set(battle.zones)
    levels = rules.constants.get("cover_levels")
    assert levels is None or all(set(zone.cover) <= set(levels) for zone in battle.zones.values())


@each
def test_its_zones_leave_room_for_the_links_between_them(field: ReadyBattlefield) -> None:
    assert 6 <= len(field.data["zone"]) <= 9
    assert field.about
    for a, b in combinations(field.data["zone"], 2):
        apart = max(
            b["x"] - a["x"] - a["width"], a["x"] - b["x"] - b["width"], b["y"] - a["y"] - a["height"],
            a["y"] - b["y"] - b["height"],
        )  # fmt: skip
        assert apart >= 38, (a["id"], b["id"])


def test_together_they_show_every_terrain() -> None:
    assert {zone.get("terrain", "plain") for one in ready_battlefields() for zone in one.data["zone"]} == set(TERRAINS)


def test_a_changed_copy_leaves_the_battlefield_as_it_is() -> None:
    field, rules = ready_battlefields()[0], load("ex3")
    field.data_for(rules)["zone"][0]["name"] = "Another"
    assert field.data_for(rules)["zone"][0]["name"] != "Another"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("zone = ", "is not valid TOML"),
        ('format = "exgui-scenario/1"', 'format: must be "exgui-battlefield/1"'),
        ('format = "exgui-battlefield/1"\n[[combatant]]\nid = "a"', "combatant"),
        ('format = "exgui-battlefield/1"\n[[zone]]\nid = "a"\nterrain = "lava"', "zone[1].terrain"),
    ],
)
def test_what_is_no_battlefield_says_why(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(CampaignError) as refused:
        read_battlefield(file)
    assert sentence in str(refused.value)
