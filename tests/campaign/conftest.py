"""A campaign with one encounter of the invented game."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from tests.campaign.pebble_game import ENCOUNTER


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A copy of the invented game's ruleset, which may be damaged."""
    folder = tmp_path / "pebbles"
    shutil.copytree(Path(__file__).parent / "pebbles", folder)
    return folder


@pytest.fixture
def path(tmp_path: Path, rules: Path) -> Path:
    """The file of a campaign with one encounter, closed."""
    path = tmp_path / "pond.exgui"
    with Campaign.create(path, "The pond") as campaign:
        campaign.put_encounter({**ENCOUNTER, "ruleset": str(rules)}, "pond")
    return path


@pytest.fixture
def campaign(path: Path) -> Iterator[Campaign]:
    """The same, open."""
    with Campaign.open(path) as campaign:
        yield campaign
