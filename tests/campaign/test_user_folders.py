"""The folders of campaigns, and which campaign was open last."""

from pathlib import Path

import pytest

from exgui.campaign import user_folders
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.sample import sample_copy


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user who has never used the app."""
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


def test_missing_data_folder_is_created(home: Path) -> None:
    assert user_folders.data_folder() == home / "data" / "exgui"
    assert user_folders.data_folder().is_dir()
    assert list(user_folders.data_folder().iterdir()) == []


def test_data_folder_that_cannot_be_created_is_reported(home: Path) -> None:
    (home / "data").write_text("in the way")
    with pytest.raises(CampaignError, match="save campaigns") as caught:
        user_folders.data_folder()
    assert caught.value.kind == "denied"


def test_file_in_place_of_the_data_folder_is_reported(home: Path) -> None:
    (home / "data").mkdir()
    (home / "data" / "exgui").write_text("in the way")
    with pytest.raises(CampaignError, match="Move it, or save"):
        sample_copy()


def test_sample_is_copied_once_and_then_belongs_to_the_user() -> None:
    path = sample_copy()
    with Campaign.open(path) as campaign:
        campaign.notes.write("Mine now")
    assert sample_copy() == path
    with Campaign.open(path) as campaign:
        assert campaign.notes.text() == "Mine now"


def test_last_campaign_is_remembered_while_it_exists(path: Path) -> None:
    assert user_folders.last_opened() is None
    user_folders.remember(path)
    assert user_folders.last_opened() == path
    path.unlink()
    assert user_folders.last_opened() is None


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'{"campaign": 3}', b"\xff", b"[" * 100_000, b'{"campaign": "a\\u0000"}']
)
def test_damaged_memory_is_ignored(home: Path, path: Path, content: bytes) -> None:
    user_folders.remember(path)
    memory = home / "state" / "exgui" / "last.json"
    memory.write_bytes(content)
    assert user_folders.last_opened() is None


def test_unsaved_memory_is_reported(home: Path, path: Path) -> None:
    (home / "state" / "exgui" / "last.json").mkdir(parents=True)
    with pytest.raises(CampaignError):
        user_folders.remember(path)
