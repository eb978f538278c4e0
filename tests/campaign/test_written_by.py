"""A campaign records which version wrote in it, and an older program leaves a newer one's campaign alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui import __version__, versions
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.gui.session.opening import open_campaign

NEXT = "999.0"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.exgui"
    Campaign.create(path, "Mine").close()
    return path


def written_by(path: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets another version open the campaign to write."""
    with monkeypatch.context() as patch:
        patch.setattr("exgui.campaign.storage.__version__", version)
        patch.setattr("exgui.versions.__version__", version)
        Campaign.open(path).close()


def test_writing_version_is_recorded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr("exgui.campaign.storage.__version__", "0.0.9")
        Campaign.create(path, "Mine").close()
    with Campaign.open_to_read(path) as campaign:
        assert campaign.written_by == "0.0.9"
    with Campaign.open(path) as campaign:
        assert campaign.written_by == __version__


def test_campaign_of_a_newer_version_is_opened_read_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written_by(path, NEXT, monkeypatch)
    before = path.read_bytes()
    with pytest.raises(CampaignError, match=f"written by exgui {NEXT}. To change it, install that version") as error:
        Campaign.open(path)
    assert error.value.kind == "newer_program"
    opened = open_campaign(path, "", None)
    assert opened.campaign.read_only
    assert opened.campaign.title == "Mine"
    assert opened.notice == (
        f"Opened read-only. The campaign was written by exgui {NEXT}. "
        "To change it, install that version or a newer one."
    )
    opened.campaign.close()
    assert path.read_bytes() == before


def test_compatible_versions_do_not_wait_for_each_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written_by(path, f"{__version__.rpartition('.')[0]}.999", monkeypatch)
    Campaign.open(path).close()


def test_newer_format_names_the_required_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weather = "CREATE TABLE weather (day INTEGER PRIMARY KEY NOT NULL, seal INTEGER NOT NULL)"
    with monkeypatch.context() as patch:
        from exgui.campaign import schema

        patch.setattr(schema, "STEPS", [*schema.STEPS, (weather,)])
        written_by(path, NEXT, patch)
    with pytest.raises(CampaignError, match=f"Install exgui {NEXT} or newer; nothing was changed") as error:
        open_campaign(path, "", None)
    assert error.value.kind == "newer"


def test_unreadable_newer_battle_is_not_reported_as_damaged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written_by(path, NEXT, monkeypatch)

    def cannot(*_whatever: object) -> None:
        raise CampaignError(path, "the battle is damaged", "damaged")

    monkeypatch.setattr("exgui.gui.session.opening._left_in", cannot)
    opened = open_campaign(path, "", None)
    assert opened.trouble is not None
    assert opened.trouble.kind == "newer"
    assert f"exgui {NEXT}" in str(opened.trouble)
    opened.campaign.close()


@pytest.mark.parametrize("text", ["", "1", "newest", "1.2.3.4.5", "1.99999", "1.2 and more", "\u0661.\u0662"])
def test_invalid_version_is_ignored(text: str) -> None:
    assert versions.numbers(text) == ()
    assert not versions.writes_more(text)
