"""The battlefields that come with the app: whole, playable in every game, every zone within reach of the others."""

from itertools import combinations

import pytest

from exgui.campaign.battlefields import Battlefield, fitted, ready_battlefields
from exgui.engine.zones import TERRAINS, distances
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.shelf import available

TITLES = [
    "Battlements",
    "Bridge",
    "City block",
    "Forest road",
    "Manse",
    "Market",
    "River ford",
    "Ruins",
    "Ship’s deck",
    "Teahouse",
]
each = pytest.mark.parametrize("field", ready_battlefields(), ids=lambda field: field.id)


def test_ten_battlefields_are_sorted_by_title() -> None:
    assert [field.title for field in ready_battlefields()] == TITLES


@each
@pytest.mark.parametrize("ruleset", available())
def test_battlefield_can_be_played_in_every_game(field: Battlefield, ruleset: str) -> None:
    rules = load(ruleset)
    data = fitted(field, rules)
    battle = battle_from(rules, {"zone": data["zone"], "link": data["link"]})
    assert set(distances(battle.links, next(iter(battle.zones)))) == set(battle.zones)
    levels = rules.constants.get("cover_levels")
    assert levels is None or all(set(zone.cover) <= set(levels) for zone in battle.zones.values())


@each
def test_zones_leave_room_for_links(field: Battlefield) -> None:
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
