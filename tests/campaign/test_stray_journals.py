"""A journal left beside a campaign by another program is never rolled into it, and deletes nothing."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import process_time

import platformdirs
import pytest

from exgui.campaign import schema
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.open_records import record_of
from exgui.campaign.guard.stray_journal import open_as_copy
from exgui.campaign.recover import recover
from exgui.engine.asks import command
from tests.campaign.pebble_game import standing
from tests.campaign.test_killed import ROOT, copy_of

MAGIC = bytes.fromhex("d9d505f920a163d7")

DIE_WRITING = """
import os, signal, sys
from exgui.campaign.campaign import Campaign
campaign = Campaign.open(sys.argv[1])
connection = campaign._file.connection
connection.execute("PRAGMA cache_size = 2")
connection.execute("PRAGMA cache_spill = 1")
with campaign._file.transaction():
    for number in range(300):
        campaign._file.put("sheets", f"s{number}", number, "x" * 400, "pebbles", "{}")
    connection.execute("UPDATE encounters SET data = 'gone'")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_while_writing(path: Path) -> Path:
    """A process that has the campaign open dies in the middle of a long transaction. Return the journal it leaves."""
    run = [sys.executable, "-c", DIE_WRITING, str(path)]
    subprocess.run(run, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False, capture_output=True)
    journal = path.with_name(path.name + "-journal")
    assert journal.read_bytes()[:8] == MAGIC
    return journal


def everything(folder: Path) -> dict[str, bytes]:
    """All files of a folder with their contents."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def add_super_journal(journal: Path, victim: Path) -> None:
    """Makes the journal name another file as its super-journal, as SQLite writes it: page number, name, length,
    checksum, magic."""
    name = os.fsencode(victim)
    checksum = sum(byte if byte < 128 else byte - 256 for byte in name) & 0xFFFFFFFF
    lock_page = (1 << 30) // 4096 + 1
    tail = struct.pack(">I", lock_page) + name + struct.pack(">II", len(name), checksum) + MAGIC
    with journal.open("ab") as file:
        file.write(tail)


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file of the user's that has nothing to do with campaigns."""
    path = tmp_path / "thesis.txt"
    path.write_text("ten years of work")
    return path


@pytest.fixture
def gift(path: Path, tmp_path: Path) -> Path:
    """A campaign from someone else, left in the middle of writing."""
    kill_while_writing(path)
    return copy_of(path, tmp_path / "gift")


def test_crafted_journal_makes_plain_sqlite_delete_a_file(gift: Path, victim: Path) -> None:
    """That the attack is made rightly: plain SQLite falls for it."""
    add_super_journal(gift.with_name(gift.name + "-journal"), victim)
    with closing(sqlite3.connect(gift)) as connection:
        connection.execute("SELECT count(*) FROM sheets").fetchone()
    assert not victim.exists()


@pytest.mark.parametrize("how", ["open", "recover", "copy"])
def test_files_named_by_a_journal_are_not_deleted(gift: Path, victim: Path, tmp_path: Path, how: str) -> None:
    add_super_journal(gift.with_name(gift.name + "-journal"), victim)
    before = everything(gift.parent)
    if how == "open":
        with pytest.raises(CampaignError, match="is beside it") as caught:
            Campaign.open(gift)
        assert caught.value.kind == "unfinished"
    elif how == "recover":
        recover(gift, tmp_path / "new.exgui")
    else:
        copy, sentence = open_as_copy(gift)
        assert "were undone" in sentence
        with Campaign.open(copy) as campaign:
            assert campaign.encounters()[0].name == "At the pond"
            assert campaign.sheets() == ()
        copy.unlink()
    assert victim.read_text() == "ten years of work"
    assert everything(gift.parent) == before


def test_own_journal_naming_another_file_is_not_trusted(path: Path, victim: Path) -> None:
    add_super_journal(kill_while_writing(path), victim)
    with pytest.raises(CampaignError, match="is beside it"):
        Campaign.open(path)
    assert victim.exists()
    with Campaign.open(open_as_copy(path)[0]) as campaign:
        assert campaign.encounters()[0].name == "At the pond"


def test_killed_campaign_continues_in_its_own_file(path: Path) -> None:
    kill_while_writing(path)
    with Campaign.open(path) as campaign:
        assert campaign.encounters()[0].name == "At the pond"
        assert campaign.sheets() == ()
    assert record_of(path) is None
    assert [one.name for one in path.parent.glob("*pond*")] == ["pond.exgui"]


DIE_OPENING = """
import os, signal, sys
from exgui.campaign import storage
from exgui.campaign.campaign import Campaign
write, left = storage.write_record, 1
def write_record(*arguments):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    write(*arguments)
storage.write_record = write_record
Campaign.open(sys.argv[1])
"""


def test_campaign_killed_while_opening_continues_in_its_own_file(path: Path) -> None:
    """After the first transaction, before its journal could be recorded."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = [sys.executable, "-c", DIE_OPENING, str(path)]
    assert subprocess.run(run, cwd=ROOT, env=environment, check=False).returncode == -signal.SIGKILL
    assert path.with_name("pond.exgui-journal").exists()
    with Campaign.open(path) as campaign:
        assert campaign.title == "The pond"


def test_backup_restored_over_a_crashed_file_is_not_destroyed(path: Path, tmp_path: Path) -> None:
    backup = Path(shutil.copy(path, tmp_path / "backup"))
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond").dispatch(command("start"))
        campaign.put_sheet({"name": "Ada", "notes": "x" * 20_000}, "pebbles")
    kill_while_writing(path)
    shutil.copyfile(backup, path)
    good = path.read_bytes()
    with pytest.raises(CampaignError, match="is beside it") as caught:
        Campaign.open(path)
    assert caught.value.kind == "unfinished"
    assert path.read_bytes() == good
    copy, sentence = open_as_copy(path)
    assert "did not belong to it" in sentence
    with Campaign.open(copy) as campaign:
        assert campaign.encounters()[0].name == "At the pond"
    assert path.read_bytes() == good


def test_journal_beside_a_closed_campaign_is_foreign(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.notes.write("Before")
    other = Path(shutil.copy(path, tmp_path / "other.exgui"))
    shutil.copy(kill_while_writing(other), path.with_name("pond.exgui-journal"))
    before = everything(tmp_path)
    with pytest.raises(CampaignError, match="is beside it"):
        Campaign.open(path)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("link", ["symbolic", "hard"])
def test_link_beside_a_campaign_is_not_followed_for_writing(path: Path, victim: Path, suffix: str, link: str) -> None:
    beside = path.with_name(path.name + suffix)
    if link == "symbolic":
        beside.symlink_to(victim)
    else:
        beside.hardlink_to(victim)
    with pytest.raises(CampaignError, match="is beside it"):
        Campaign.open(path)
    with Campaign.open(open_as_copy(path)[0]) as campaign:
        campaign.notes.write("Mine")
    assert victim.read_text() == "ten years of work"


def test_copy_includes_another_programs_write_ahead_log(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "gift"
    folder.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        row = ("title", "Written ahead")
        connection.execute(
            "UPDATE meta SET value = ?, seal = ? WHERE key = 'title'", (row[1], schema.seal("meta", *row))
        )
        for file in path.parent.glob("pond.exgui*"):
            shutil.copy(file, folder)
    gift = folder / path.name
    before = everything(folder)
    with pytest.raises(CampaignError, match=r"pond\.exgui-wal .*beside it"):
        Campaign.open(gift)
    assert everything(folder) == before
    with Campaign.open(open_as_copy(gift)[0]) as campaign:
        assert campaign.title == "Written ahead"


@pytest.mark.parametrize("pages", [5_000, 200_000, 500_000, 0xFFFFFFF0])
def test_journal_that_would_make_the_file_huge_is_ignored(path: Path, tmp_path: Path, pages: int) -> None:
    """Up to 16 terabytes of nothing, by a journal of half a kilobyte."""
    journal = struct.pack(">8sIIIII", MAGIC, 0, 1, pages, 512, 4096).ljust(512, b"\0")
    path.with_name("pond.exgui-journal").write_bytes(journal)
    began = process_time()
    copy, _sentence = open_as_copy(path)
    with Campaign.open(copy) as campaign:
        assert campaign.title == "The pond"
    assert copy.stat().st_size == path.stat().st_size
    content = bytearray(path.read_bytes())
    content[4096:8192] = bytes(4096)
    path.write_bytes(content)
    recover(path, tmp_path / "new.exgui")
    assert process_time() - began < 60  # it would take hours


def test_file_unreadable_with_and_without_its_journal_is_damaged(gift: Path) -> None:
    content = bytearray(gift.read_bytes())
    content[4096 : 4096 * 6] = bytes(4096 * 5)
    gift.write_bytes(content)
    journal = gift.with_name(gift.name + "-journal")
    journal.write_bytes(journal.read_bytes()[:600])
    with pytest.raises(CampaignError, match="inconsistent both with and without") as caught:
        open_as_copy(gift)
    assert caught.value.kind == "damaged"
    assert sorted(one.name for one in gift.parent.iterdir()) == ["pond.exgui", "pond.exgui-journal"]


def test_second_copy_gets_a_number(gift: Path) -> None:
    assert [open_as_copy(gift)[0].name for _ in range(3)] == [
        "pond copy.exgui",
        "pond copy 2.exgui",
        "pond copy 3.exgui",
    ]


def test_each_opening_and_copy_gets_a_new_random_id(gift: Path, path: Path) -> None:
    def id_of(file: Path) -> str:
        with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as connection:
            return str(connection.execute("SELECT value FROM meta WHERE key = 'opening'").fetchone()[0])

    ids = [id_of(open_as_copy(gift)[0]) for _ in range(2)]
    for _ in range(3):
        Campaign.open(path).close()
        ids.append(id_of(path))
    assert len(set(ids)) == 5


def test_without_a_state_folder_a_killed_campaign_is_offered_as_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user without a home folder: nothing can be recorded, so nothing is believed; but nothing is lost either."""
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/no/such")
    with Campaign.open(path) as campaign:
        left = standing(campaign.begin_battle("pond"))
    kill_while_writing(path)
    with pytest.raises(CampaignError, match="is beside it"):
        Campaign.open(path)
    with Campaign.open(open_as_copy(path)[0]) as campaign:
        assert standing(campaign.resume(1)) == left


@pytest.mark.parametrize("content", [b"", b"{}", b'{"ids": 3}', b"[" * 100_000, b"\xff"])
def test_damaged_record_is_ignored(path: Path, content: bytes) -> None:
    kill_while_writing(path)
    folder = Path(platformdirs.user_state_dir("exgui", appauthor=False), "open")
    (record,) = folder.glob(f"{path.stat().st_ino}-*.json")
    record.write_bytes(content)
    with pytest.raises(CampaignError, match="is beside it"):
        Campaign.open(path)
    record.unlink()
