"""A battlefield as Universal VTT: its picture, walls and doors from barriers; imported again, it is the same."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exgui.campaign.imports.maps import MapProposal
from exgui.campaign.imports.reading import read_content
from exgui.campaign.set_up_encounter import set_up
from exgui.gui.look.theme import THEMES
from exgui.gui.map.export.files import drawing_of, prepared_looks, write_map
from exgui.gui.paste.read_files import with_picture

GATE: dict[str, Any] = {
    "title": "Gate",
    "ruleset": "ex3",
    "zone": [
        {"id": "yard", "name": "Yard", "x": 100.0, "y": 50.0, "width": 300.0, "height": 240.0, "notes": "Two dogs."},
        {"id": "hall", "name": "Hall", "x": 600.0, "y": 50.0, "width": 300.0, "height": 240.0, "terrain": "building"},
        {"id": "vault", "name": "Vault", "x": 600.0, "y": 500.0, "width": 300.0, "height": 240.0, "hidden": True},
    ],
    "link": [
        {"between": ["yard", "hall"], "barrier": "obstacle", "name": "gate", "difficulty": 3},
        {"between": ["hall", "vault"], "barrier": "wall", "name": "false wall", "hidden": True},
    ],
}


@pytest.fixture(autouse=True)
def painting(qapp: object) -> None:
    """Pictures need an application."""


def exported(encounter: dict[str, Any], path: Path, for_players: bool = False) -> dict[str, Any]:
    system, battle = set_up(encounter)
    looks = prepared_looks(system, battle, for_players)
    write_map(THEMES["light"], drawing_of(None, looks), path, looks.title)
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def read_back(data: dict[str, Any]) -> MapProposal:
    found = with_picture(read_content(json.dumps(data).encode(), "gate.dd2vtt", ["ex3"]))
    assert found.map is not None, found.trouble
    return found.map


def test_barriers_become_walls_and_doors_on_a_grid(tmp_path: Path) -> None:
    map = exported(GATE, tmp_path / "gate.dd2vtt")
    (wall,) = map["line_of_sight"]
    (door,) = map["portals"]
    assert wall[0]["y"] == wall[1]["y"]  # Hall and Vault are one above the other
    assert abs(wall[0]["x"] - wall[1]["x"]) == 2
    assert door["closed"]
    assert door["bounds"][0]["x"] == door["bounds"][1]["x"]  # Yard and Hall are side by side
    size, pixels = map["resolution"]["map_size"], map["resolution"]["pixels_per_grid"]
    picture = b64decode(map["image"])
    assert picture.startswith(b"\x89PNG")
    assert [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)] == [size["x"] * pixels, size["y"] * pixels]


def test_players_map_omits_hidden_things(tmp_path: Path) -> None:
    text = json.dumps({**exported(GATE, tmp_path / "gate.dd2vtt", for_players=True), "image": ""})
    assert "Hall" in text
    assert not any(secret in text for secret in ("Vault", "vault", "false wall", "Two dogs"))


def places(zones: list[dict[str, Any]]) -> list[tuple[float, ...]]:
    """Where zones are, from the first one."""
    keys = ("x", "y", "width", "height")
    first = zones[0]
    return [tuple(round(one[key] - (first[key] if key in "xy" else 0), 1) for key in keys) for one in zones]


def test_reimported_data_is_unchanged(tmp_path: Path) -> None:
    again = read_back(exported(GATE, tmp_path / "gate.dd2vtt")).encounter("ex3")
    assert places(again["zone"]) == places(GATE["zone"])
    assert [{key: value for key, value in one.items() if key not in "xywidthheight"} for one in again["zone"]] == [
        {key: value for key, value in one.items() if key not in "xywidthheight"} for one in GATE["zone"]
    ]
    assert again["link"] == GATE["link"]
    assert again["picture"]["width"] % 60 == 0


def test_walls_changed_in_other_programs_are_imported(tmp_path: Path) -> None:
    map = exported(GATE, tmp_path / "gate.dd2vtt")
    square = [{"x": x, "y": y} for x, y in ((1, 1), (9, 1), (9, 7), (1, 7), (1, 1))]
    map["line_of_sight"].append(square)
    assert [zone.name for zone in read_back(map).zones] == ["Room 1"]


@pytest.mark.parametrize(
    "own",
    [3, {"zones": [], "links": []}, {"zones": [3], "links": []}, {"zones": [{"id": 3}], "links": []},
     {"zones": [{"id": "a"}], "links": [{"between": ["a", "b"]}]}],
)  # fmt: skip
def test_errors_in_our_own_map_are_skipped(own: Any, tmp_path: Path) -> None:
    map = exported(GATE, tmp_path / "gate.dd2vtt")
    digest = map["exgui"]["digest"]
    map["exgui"] = {**own, "digest": digest} if isinstance(own, dict) else own
    assert all(zone.name != "Yard" for zone in read_back(map).zones)


names = st.text("abcdefgh '-", min_size=1, max_size=10).map(lambda text: " ".join(f"Z{text}".split()))
cells = st.tuples(st.integers(0, 4), st.integers(0, 4))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(cells, names, st.sampled_from(("plain", "forest", "water"))), min_size=1, max_size=6,
             unique_by=lambda one: one[0]),
    st.lists(st.sampled_from(("none", "obstacle", "wall")), max_size=5),
)  # fmt: skip
def test_every_battlefield_comes_back_as_it_was(
    tmp_path: Path, drawn: list[tuple[tuple[int, int], str, str]], barriers: list[str]
) -> None:
    zones: list[dict[str, Any]] = [
        {"id": f"z{n}", "name": name, "x": x * 300.0, "y": y * 260.0, "width": 200.0, "height": 160.0,
         **({"terrain": terrain} if terrain != "plain" else {})}
        for n, ((x, y), name, terrain) in enumerate(drawn)
    ]  # fmt: skip
    links: list[dict[str, Any]] = [
        {"between": [f"z{n}", f"z{n + 1}"], **({"barrier": one} if one != "none" else {})}
        for n, one in enumerate(barriers[: len(zones) - 1])
    ]
    encounter = {"title": "Any", "ruleset": "ex3", "zone": zones, **({"link": links} if links else {})}
    again = read_back(exported(encounter, tmp_path / "any.dd2vtt")).encounter("ex3")
    assert places(again["zone"]) == places(zones)
    assert [(one["id"], one["name"], one.get("terrain")) for one in again["zone"]] == [
        (one["id"], one["name"], one.get("terrain")) for one in zones
    ]
    assert again.get("link", []) == links
