"""Reading any file ends with something that can be imported or with a sentence."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from campaign.imports.samples import DUNGEON, HALL_AND_CELL, SCENE, portal, universal_vtt
from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.campaign.campaign import Campaign
from exgui.campaign.exchange import put_all
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.into_campaign import contents_of
from exgui.campaign.imports.reading import read_content

BLOCKS = Path(__file__).parents[2] / "sheets" / "blocks"
SAMPLES: dict[str, Any] = {
    "universal vtt": universal_vtt(HALL_AND_CELL, [portal(7, 3, 7, 4)]),
    "dungeon": DUNGEON,
    "scene": SCENE,
    **{
        name: json.loads((BLOCKS / f"{name}.json").read_text("utf-8"))
        for name in ("atemi_character", "atemi_quick_and_group", "foundry_whole", "foundry_npcs")
    },
}
ODD: list[Any] = [
    None,
    True,
    -1,
    10**20,
    1e308,
    -0.5,
    "",
    "x" * 300,
    "\ud800",
    [],
    {},
    [[]],
    {"value": []},
    [None, 3],
    "9" * 30,
]


def spoiled(sample: Any, draw: random.Random) -> Any:
    """A sample with some of its values changed."""
    if draw.random() < 0.04:
        return draw.choice(ODD)
    if isinstance(sample, dict):
        return {key: spoiled(value, draw) for key, value in sample.items() if draw.random() > 0.02}
    if isinstance(sample, list):
        return [spoiled(value, draw) for value in sample]
    return sample


def check(found: Found) -> None:
    assert found.sentence
    if found.trouble:
        assert found.kind == "unreadable"
        assert found.trouble.endswith((".", "…"))
    json.dumps(found.as_plain())


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.integers(0, 10**6))
def test_spoiled_samples_are_read_or_refused(name: str, seed: int) -> None:
    data = spoiled(SAMPLES[name], random.Random(seed))
    check(read_content(json.dumps(data).encode(), "any.json", ["ex3"]))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.floats(0, 1))
def test_truncated_samples_are_refused(name: str, share: float) -> None:
    content = json.dumps(SAMPLES[name], indent=1).encode()
    check(read_content(content[: int(len(content) * share)], "cut.json", ["ex3"]))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    check(read_content(content, "any", ["ex3"]))


@pytest.mark.parametrize("seed", range(12))
def test_imported_content_is_saved_or_refused_with_a_reason(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    with Campaign.create(tmp_path / "any.exgui") as campaign:
        for name in sorted(SAMPLES):
            found = read_content(json.dumps(spoiled(SAMPLES[name], draw)).encode(), name, ["ex3"])
            if not found.trouble:
                assert put_all(campaign, [contents_of(campaign, found, "ex3")]).made


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_of_characters_is_called_a_table(sign: str) -> None:
    rows = [["Name", "Parry", "Evasion", "Soak"], ["Kesh", "4", "3", "5"], ["Tam", "3", "4", "2"]]
    found = read_content("\n".join(sign.join(row) for row in rows).encode(), "people.csv", ["ex3"])
    assert (found.kind, found.source) == ("characters", "Table")
    assert [sheet.name for sheet in found.sheets] == ["Kesh", "Tam"]


@pytest.mark.parametrize(
    "text", ["Kesh\nParry 4, Evasion 3, Soak 5\n", "Kesh, Tam, Vey\nall have Parry 4, Evasion 3\n"]
)
def test_a_text_with_commas_is_not_called_a_table(text: str) -> None:
    assert read_content(text.encode(), "kesh.txt", ["ex3"]).source == "Text"
