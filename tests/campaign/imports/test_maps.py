"""Maps of other programs: the import proposals and their results."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import pytest
from campaign.imports.samples import DUNGEON, HALL_AND_CELL, SCENE, box, png, portal, universal_vtt

from exgui.campaign.imports.found import Found
from exgui.campaign.imports.maps import MapProposal
from exgui.campaign.imports.reading import read_content
from exgui.rulebook.encounter_shape import check_encounter
from exgui.rulebook.validation import Place


def read(data: Any, name: str = "map.bin") -> Found:
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return read_content(content, name, ["ex3"])


def map_of(data: Any) -> MapProposal:
    found = read(data)
    assert found.map is not None, found.trouble
    return found.map


def test_universal_vtt_proposes_its_rooms_with_the_door_between_them() -> None:
    found = read(universal_vtt(HALL_AND_CELL, [portal(7, 3, 7, 4)]), "cells.dd2vtt")
    assert (found.kind, found.source) == ("map", "Universal VTT")
    proposal = found.map
    assert proposal is not None
    assert [zone.name for zone in proposal.zones] == ["Room 1", "Room 2"]
    (link,) = proposal.links
    assert (link.between, link.barrier, link.name) == (("room_1", "room_2"), "obstacle", "door")
    encounter = proposal.encounter("ex3")
    check_encounter(encounter, Place())
    assert encounter["title"] == "cells"
    assert encounter["zone"][0]["size"] == 10  # 5.75 squares of five feet
    verdicts = {line.text: line.verdict for line in proposal.lines}
    assert verdicts["Walls: 7 lines"] == "understood"
    assert verdicts["Room 1: enclosed by walls"] == "guessed"
    assert verdicts["Lights: 1, not used here"] == "kept"


def test_objects_that_block_sight_are_reported_and_make_no_rooms() -> None:
    pillar = [{"x": x, "y": y} for x, y in box(3, 3, 1, 1)]
    proposal = map_of(universal_vtt(HALL_AND_CELL, objects_line_of_sight=[pillar, pillar]))
    assert [zone.name for zone in proposal.zones] == ["Room 1", "Room 2"]
    verdicts = {line.text: line.verdict for line in proposal.lines}
    assert verdicts["Objects that block sight: 2, not used here"] == "kept"


def test_universal_vtt_picture_lies_under_its_zones_to_scale() -> None:
    proposal = map_of(universal_vtt([box(2, 2, 10, 5)]))
    picture, (room,) = proposal.picture, proposal.zones
    assert picture is not None
    assert picture.box is not None
    assert picture.content == png(200, 120)
    assert (picture.box.width, picture.box.height) == (20 * proposal.unit, 12 * proposal.unit)
    assert room.box.x == pytest.approx((2.125 + 0.1) * proposal.unit)


def test_rooms_beyond_the_most_are_left_out_and_counted() -> None:
    cells = [box(x * 4, y * 4, 3, 3) for x in range(20) for y in range(16)]
    data = universal_vtt(cells)
    data["resolution"]["map_size"] = {"x": 80, "y": 64}
    proposal = map_of(data)
    assert len(proposal.zones) == 300
    assert "20 smaller rooms left out: 300 zones are the most" in [line.text for line in proposal.lines]


def test_open_doors_and_the_map_origin_are_respected() -> None:
    moved = [[(x + 30, y - 5) for x, y in line] for line in HALL_AND_CELL]
    data = universal_vtt(moved, [portal(37, -2, 37, -1, closed=False)])
    data["resolution"]["map_origin"] = {"x": 30, "y": -5}
    proposal = map_of(data)
    assert [zone.id for zone in proposal.zones] == ["room_1", "room_2"]
    assert [(link.barrier, link.name) for link in proposal.links] == [("none", "")]


def test_one_page_dungeon_becomes_rooms_doors_and_notes() -> None:
    found = read(DUNGEON)
    assert found.source == "One Page Dungeon"
    proposal = found.map
    assert proposal is not None
    assert proposal.title == "Cistern of the Quiet Heron"
    assert [(zone.name, zone.shape, zone.terrain) for zone in proposal.zones[:3]] == [
        ("Room 1", "rectangle", "plain"), ("Passage 1", "rectangle", "plain"), ("Rotunda 1", "ellipse", "water"),
    ]  # fmt: skip
    assert [(link.between, link.barrier, link.name, link.hidden) for link in proposal.links] == [
        (("room_1", "passage_1"), "obstacle", "door", False),
        (("passage_1", "rotunda_1"), "obstacle", "secret door", True),
    ]
    assert proposal.zones[0].notes == "1. A lamp that will not go out."
    assert proposal.notes == DUNGEON["story"]
    kept = [line.text for line in proposal.lines if line.verdict == "kept"]
    assert kept == [
        "Opening at (0, 5): leads to no other room",
        "2. Far from everything.",
        "Columns: 1 square, not drawn",
    ]
    check_encounter(proposal.encounter("ex3"), Place())


def test_corridor_squares_are_links_not_zones() -> None:
    at = ((0, 0, 3), (3, 1, 1), (4, 1, 1), (5, 1, 1), (6, 0, 3), (4, 2, 1))
    rooms = [{"x": x, "y": y, "w": side, "h": side} for x, y, side in at]
    doors = [{"x": x, "y": 1, "dir": {"x": 1, "y": 0}, "type": type} for x, type in ((3, 0), (5, 4))]
    proposal = map_of({"rects": rooms[:5], "doors": doors})
    assert [zone.name for zone in proposal.zones] == ["Room 1", "Room 2"]
    assert [(link.between, link.barrier, link.name) for link in proposal.links] == [
        (("room_1", "room_2"), "obstacle", "portcullis")
    ]
    dead_end = map_of({"rects": rooms, "doors": doors})  # the last square leads nowhere: where the ways meet stays
    assert [zone.name for zone in dead_end.zones] == ["Room 1", "Passage 1", "Room 2"]
    only = map_of({"rects": [{"x": 0, "y": 0, "w": 1, "h": 1}], "doors": []})
    assert len(only.zones) == 1


def test_foundry_scene_has_zones_a_secret_door_and_people() -> None:
    found = read(SCENE)
    assert found.source == "Foundry VTT scene"
    proposal = found.map
    assert proposal is not None
    assert (proposal.title, proposal.notes) == ("Ferry house", "Who is there: Ferryman, Reed Stalker (2).")
    assert len(proposal.zones) == 2  # a wall that nobody minds in walking divides nothing
    assert [(link.name, link.hidden) for link in proposal.links] == [("secret door", True)]


def test_zones_can_be_merged_and_dropped() -> None:
    whole = map_of(DUNGEON)
    one = whole.merged({"room_1", "passage_1"})
    assert [zone.id for zone in one.zones] == ["room_1", "rotunda_1"]
    room, passage = whole.zones[:2]
    assert one.zones[0].box.x == room.box.x
    assert one.zones[0].box.width == pytest.approx(passage.box.x + passage.box.width - room.box.x)
    assert [link.between for link in one.links] == [("room_1", "rotunda_1")]
    rest = whole.without({"passage_1"})
    assert ([zone.id for zone in rest.zones], rest.links) == (["room_1", "rotunda_1"], ())
    assert whole.merged({"room_1"}) is whole


def test_picture_is_recognized_by_content() -> None:
    found = read(png(30, 20), "notes.txt")
    assert (found.kind, found.name) == ("picture", "notes.txt")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "This file is empty."),
        (b"SQLite format 3\x00" + bytes(100), "open it instead"),
        (bytes(range(256)) * 40, "neither a text"),
        (universal_vtt(HALL_AND_CELL, resolution={"map_size": {"x": 1e12, "y": 3}}), "10,000 squares"),
        (universal_vtt(HALL_AND_CELL, resolution={}), "its size"),
        ({**DUNGEON, "rects": [{"x": 1e300, "y": 0, "w": -1, "h": "a"}]}, "none of its rectangles"),
        ({**DUNGEON, "rects": [{}] * 3_000}, "3,000 rectangles"),
        ({**SCENE, "width": -5}, "This is a scene"),
        (json.dumps(universal_vtt(HALL_AND_CELL)).encode()[:-40], "its end is missing (line 1"),
        (b'{"resolution": ' + b"[" * 100_000, "nested deeper"),
        (b'{"resolution": {"map_size": NaN}}', "is not a number"),
        (b"Once upon a time there was nothing to be read here.", "Nothing in it looks like"),
        (b'{"a": 1}', "without an actor"),
    ],
)
def test_unreadable_map_is_explained(data: Any, message: str) -> None:
    found = read(data)
    assert found.kind == "unreadable"
    assert message in found.trouble
    assert not found.sheets


@pytest.mark.parametrize(
    "more",
    [
        {"image": "no base64 at all!"},
        {"image": 7},
        {"portals": [{}, 3, {"bounds": [{"x": "a"}, {"y": 2}]}, {"bounds": [{"x": 1, "y": 1}]}]},
        {"line_of_sight": [[{"x": 1}], 5, [[1, 2]], [{"x": 1, "y": 1}, {"x": None, "y": 3}]], "lights": 3},
        {"line_of_sight": {"x": 3}, "portals": "none"},
    ],
)
def test_nonsense_in_a_map_is_skipped(more: dict[str, Any]) -> None:
    proposal = map_of(universal_vtt([box(2, 2, 10, 5)], **more))
    check_encounter(proposal.encounter("ex3"), Place())
    assert all(line.text for line in proposal.lines)


def test_nonsensical_dungeon_is_still_a_map() -> None:
    odd: dict[str, Any] = {
        "rects": [{"x": 0, "y": 0, "w": 3, "h": 3}, 4, {"x": 0, "y": 0, "w": 3, "h": 3}],
        "doors": [3, {}, {"x": 1}, {"x": 1, "y": 1, "dir": 3, "type": "x"}, {"x": 9, "y": 9, "type": 10**30}],
        "notes": [3, {"text": 5}, {"text": "x", "pos": "y"}],
        "water": "wet",
        "columns": {},
        "title": 3,
    }
    check_encounter(map_of(odd).encounter("ex3"), Place())


def test_only_the_largest_rooms_are_proposed() -> None:
    walls = [box(2 * x, 2 * y, 1.8, 1.8) for x in range(30) for y in range(25)]
    data = universal_vtt(walls)
    data["resolution"]["map_size"] = {"x": 60, "y": 50}
    proposal = map_of(data)
    assert 0 < len(proposal.zones) <= 300
    check_encounter(proposal.encounter("ex3"), Place())


def test_samples_hold_their_declared_picture() -> None:
    assert b64decode(universal_vtt([])["image"]).startswith(b"\x89PNG")
