"""Notes of a campaign: kept, linked, and their parts for the players."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.notes import Handout, handouts, linked
from exgui.campaign.recover import recover
from exgui.rulebook.validation import LONGEST_NOTE

LETTER = """The tea is poisoned; see [[Mistress Vey]].

## Handout: The letter
Come to the **Lantern Teahouse** at dusk. Ask for [[Mistress Vey|the mistress]].

### P.S.
Burn this.

## Secrets
She is a spirit.

# handout: The map
![[Old map.png]]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.exgui"
    with Campaign.create(path, "Creation") as campaign:
        campaign.put_sheet({"name": "Volfer", "notes": "Hates boats."}, "ex3")
        campaign.put_sheet({"name": "Tam"}, "ex3")
        yard = {"id": "yard", "name": "Yard", "notes": "A trapdoor."}
        campaign.put_encounter(
            {"title": "Ambush", "ruleset": "ex3", "notes": LETTER, "zone": [yard, {"id": "gate", "notes": " "}]}
        )
    return path


def test_every_note_is_listed_with_its_place(path: Path) -> None:
    with Campaign.open(path) as campaign:
        assert [one.title for one in campaign.all_notes()] == ["Ambush", "Ambush: Yard", "Volfer"]
        campaign.notes.write("Session 1: rain.")
        first = campaign.all_notes()[0]
        assert (first.kind, first.title, first.text) == ("campaign", "Creation", "Session 1: rain.")


@pytest.mark.parametrize("text", ["", "a", "Ä" * 3_501, "x\n" * 50_000])
def test_campaign_notes_survive_a_round_trip(path: Path, tmp_path: Path, text: str) -> None:
    with Campaign.open(path) as campaign:
        campaign.notes.write("something longer, " * 500)
        campaign.notes.write(text)
    with Campaign.open(path) as campaign:
        assert campaign.notes.text() == text
        copy = campaign.save_copy(tmp_path / "copy.exgui")
    recover(copy, tmp_path / "saved.exgui")
    with Campaign.open(tmp_path / "saved.exgui") as campaign:
        assert campaign.notes.text() == text


def test_too_long_notes_change_nothing(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.notes.write("kept")
        with pytest.raises(CampaignError, match="200,000 characters"):
            campaign.notes.write("x" * (LONGEST_NOTE + 1))
        assert campaign.notes.text() == "kept"


def test_a_handout_is_remembered_with_the_time_it_was_shown(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.notes.remember_shown("The letter")
    with Campaign.open(path) as campaign:
        assert list(campaign.notes.shown()) == ["The letter"]
        assert campaign.notes.shown()["The letter"].endswith("+00:00")


def test_a_handout_ends_at_the_next_heading_of_its_level_or_above() -> None:
    letter, plan = handouts(LETTER)
    assert letter == Handout(
        "The letter", "Come to the **Lantern Teahouse** at dusk. Ask for the mistress.\n\n### P.S.\nBurn this.", ""
    )
    assert plan == Handout("The map", "", "Old map.png")
    assert handouts("No handout: here\n#Handout: nor here") == ()


def test_links_lead_to_existing_entries_and_strike_out_others() -> None:
    text = "[[Volfer]] and [[volfer|the smith]], [[Nobody]], ![[map.png]], [not](one) [[ ]]"
    shown = linked(text, lambda name: "exgui:sheet/volfer" if name.casefold() == "volfer" else "")
    assert shown == (
        "[Volfer](exgui:sheet/volfer) and [the smith](exgui:sheet/volfer), ~~Nobody~~, *map.png*, [not](one) [[ ]]"
    )
