"""Reading a file from elsewhere takes no longer than its size allows, and can be canceled."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard import time_limit
from exgui.campaign.recover import recover


def test_schema_expressions_are_never_evaluated(path: Path) -> None:
    """SQLite evaluates the file's own CHECK expressions when it checks a file; this one would take hours."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        slow = "x GLOB replace(hex(zeroblob(25)), '0', '*a') || 'b'"
        connection.execute(f"CREATE TABLE slow (x TEXT, CHECK ({slow} OR 1))")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("INSERT INTO slow VALUES (?)", ("a" * 90_000,))
    assert path.stat().st_size < 300_000
    began = monotonic()
    with pytest.raises(CampaignError, match="that no campaign has"):
        Campaign.open(path)
    assert monotonic() - began < 60  # it would take hours


def test_check_added_to_our_table_is_noticed_before_it_runs(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        slow = "CHECK (name GLOB replace(hex(zeroblob(25)), '0', '*a') || 'b' OR 1), seal"
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'seal', ?) WHERE name = 'sheets'", (slow,))
    began = monotonic()
    with pytest.raises(CampaignError):
        Campaign.open(path)
    assert monotonic() - began < 60  # it would take hours


def tree_without_end(path: Path) -> None:
    """Makes the schema's own tree a bush: 16 floors of pages, each of whose many entries lead to the same page of the
    floor below. Walked to its end it has more leaves than there are atoms."""
    content = bytearray(path.read_bytes())
    pages, size, floors, fan = len(content) // 4096, 4096, 16, 300

    def interior(child: int, head: int) -> bytes:
        page = bytearray(size)
        page[head] = 5
        for index in range(fan):
            place = size - 6 * (index + 1)
            page[place : place + 6] = struct.pack(">I", child) + b"\x81\x00"
            page[head + 12 + 2 * index : head + 14 + 2 * index] = struct.pack(">H", place)
        page[head + 3 : head + 5] = struct.pack(">H", fan)
        page[head + 5 : head + 7] = struct.pack(">H", size - 6 * fan)
        page[head + 8 : head + 12] = struct.pack(">I", child)
        return bytes(page)

    leaf = bytearray(size)
    leaf[0] = 13
    leaf[5:7] = struct.pack(">H", size)
    for floor in range(floors):
        content += interior(pages + 2 + floor, 0)
    content += leaf
    head = bytes(content[:100])
    content[:size] = interior(pages + 1, 100)
    content[:100] = head
    content[28:32] = struct.pack(">I", len(content) // size)
    path.write_bytes(content)


def test_endless_tree_is_abandoned(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "BASE", 0.3)
    tree_without_end(path)
    began = monotonic()
    with pytest.raises(CampaignError):
        Campaign.open(path)
    shutil.copy(path, tmp_path / "with.exgui")
    (tmp_path / "with.exgui-journal").write_bytes(b"\0" * 600)
    with pytest.raises(CampaignError, match="is beside it"):
        Campaign.open(tmp_path / "with.exgui")
    recover(tmp_path / "with.exgui", tmp_path / "new.exgui")
    assert monotonic() - began < 60  # it would take hours
    with Campaign.open(tmp_path / "new.exgui") as campaign:
        assert campaign.encounters()[0].name == "At the pond"


def test_exceeded_time_limit_gives_a_message(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "BASE", -1.0)
    before = path.read_bytes()
    with pytest.raises(CampaignError, match="far too long for its size") as caught:
        Campaign.open(path)
    assert caught.value.kind == "too_slow"
    assert path.read_bytes() == before


def test_time_used_by_other_programs_does_not_count(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "BASE", 0.5)

    def wait() -> bool:
        sleep(0.6)
        return False

    with Campaign.open(path, cancelled=wait) as campaign:
        assert campaign.title == "The pond"


def test_opening_can_be_canceled(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(CampaignError, match="was canceled") as caught:
        Campaign.open(path, cancelled=lambda: True)
    assert caught.value.kind == "cancelled"
    assert path.read_bytes() == before
    with Campaign.open(path, cancelled=lambda: False) as campaign:
        assert campaign.title == "The pond"


def test_the_limit_grows_with_the_file(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(100_000_000)
    assert time_limit.allowed(path) == pytest.approx(12.0)  # 2 s, and 0.1 s for each of 100 MB
