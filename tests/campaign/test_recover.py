"""Every intact part of a damaged campaign is read into a new file; the damaged one is left alone."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.campaign import page_reader
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.journals import read_journal
from exgui.campaign.recover import Report, recognise, recover
from exgui.engine.asks import command
from exgui.play.journal import Entry
from tests.campaign.pebble_game import ENCOUNTER, MOVES, move, standing


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Entry]]:
    """A campaign of some pages, and the journal of its battle: written once, since each of its steps goes to disk."""
    folder = tmp_path_factory.mktemp("whole")
    rules = folder / "pebbles"
    shutil.copytree(Path(__file__).parent / "pebbles", rules)
    path = folder / "pond.exgui"
    with Campaign.create(path, "The pond") as campaign:
        campaign.put_encounter({**ENCOUNTER, "ruleset": str(rules)}, "pond")
        for number in range(12):
            campaign.put_sheet({"name": f"Sheet {number}", "notes": "n" * 300 * number}, "pebbles")
        campaign.pictures.put(bytes(range(256)) * 40, "Ada", "image/png")
        play = campaign.begin_battle("pond")
        for _ in range(8):
            for what in MOVES:
                if play.pending is None or not hasattr(what, "do"):
                    move(play, what)
                else:
                    play.answer(type(MOVES[3])("left"))  # type: ignore[arg-type, call-arg]
                    move(play, what)
        entries = list(read_journal(campaign._file, 1))
    return path, entries


@pytest.fixture
def whole(once: tuple[Path, list[Entry]], tmp_path: Path) -> tuple[Path, list[Entry]]:
    """A copy of it, which may be damaged."""
    path, entries = once
    return Path(shutil.copy(path, tmp_path)), entries


def journal_of(path: Path) -> list[Entry]:
    with Campaign.open(path) as campaign:
        return list(read_journal(campaign._file, 1)) if campaign.battles() else []


def test_undamaged_campaign_is_recovered_completely(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, entries = whole
    before = path.read_bytes()
    report = recover(path, tmp_path / "new.exgui")
    assert report.lost == ()
    assert "Saved: 12 sheets." in report.saved
    assert f"Saved: {len(entries)} entries in the journals of the battles." in report.saved
    assert path.read_bytes() == before
    with Campaign.open(path) as old, Campaign.open(tmp_path / "new.exgui") as new:
        for look in (Campaign.sheets, Campaign.encounters, Campaign.battles):
            assert look(new) == look(old)
        assert new.pictures.all() == old.pictures.all()
        assert new.title == old.title
        assert [new.sheet(sheet.id) for sheet in new.sheets()] == [old.sheet(sheet.id) for sheet in old.sheets()]
        assert new.pictures.content(new.pictures.all()[0].id) == old.pictures.content(old.pictures.all()[0].id)
        assert standing(new.resume(1)) == standing(old.resume(1))


def test_rows_of_every_length_are_recovered(path: Path, tmp_path: Path) -> None:
    """Long rows go on in further pages, and how much of one stays on its own page depends on its length."""
    with Campaign.open(path) as campaign:
        for size in (*range(1, 1000, 111), *range(3900, 9000, 50)):
            campaign.pictures.put(random.Random(size).randbytes(size), f"{size}", "image/png")
        before = {one.id: campaign.pictures.content(one.id) for one in campaign.pictures.all()}
    assert recover(path, tmp_path / "new.exgui").lost == ()
    with Campaign.open(tmp_path / "new.exgui") as campaign:
        assert {one.id: campaign.pictures.content(one.id) for one in campaign.pictures.all()} == before
    assert len(before) == 111


def test_truncated_file_gives_a_message_and_its_steps_so_far(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, entries = whole
    content = path.read_bytes()
    kept: list[int] = []
    for number in range(len(content) // 4096):
        cut, new = tmp_path / f"cut{number}.exgui", tmp_path / f"new{number}.exgui"
        cut.write_bytes(content[: number * 4096])
        with pytest.raises(CampaignError) as caught:
            Campaign.open(cut)
        assert caught.value.kind == ("damaged" if number else "foreign")
        report = quietly(lambda cut=cut, new=new: recover(cut, new))  # type: ignore[misc]
        assert new.exists() == isinstance(report, Report)
        if isinstance(report, Report):
            assert "cut off" in report.lost[0]
            there = journal_of(new)
            assert there == entries[: len(there)]
            kept.append(len(there))
            if there:
                with Campaign.open(new) as campaign:
                    play = campaign.resume(1)
                    if play.pending is None:
                        play.dispatch(command("pass"))
        assert cut.read_bytes() == content[: number * 4096]
    assert kept == sorted(kept), "a longer piece never holds less"
    assert len(set(kept)) > 5
    assert len(kept) > number - 3, "only pieces without any whole row give nothing"
    assert kept[-1] > 0.9 * len(entries)


def test_journal_with_a_gap_is_kept_up_to_the_gap(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, entries = whole
    content = bytearray(path.read_bytes())
    place = content.index(b'"do":"pass"')
    content[place + 6] ^= 1
    path.write_bytes(content)
    with Campaign.open(path) as campaign, pytest.raises(CampaignError, match="was altered"):
        campaign.resume(1)
    report = recover(path, tmp_path / "new.exgui")
    there = journal_of(tmp_path / "new.exgui")
    hole = next(i for i, entry in enumerate(entries) if getattr(getattr(entry, "command", None), "do", "") == "pass")
    assert there == entries[: len(there)]
    assert len(there) >= hole
    assert any("gap after entry" in one for one in report.lost)


def test_without_its_first_page_a_campaign_is_still_recovered(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, entries = whole
    content = bytearray(path.read_bytes())
    content[:4096] = random.Random(3).randbytes(4096)
    path.write_bytes(content)
    report = recover(path, tmp_path / "new.exgui")
    assert "The beginning of the file is damaged." in report.lost
    assert journal_of(tmp_path / "new.exgui") == entries


def test_battle_without_its_beginning_becomes_an_encounter(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, _ = whole
    with Campaign.open(path) as campaign:
        campaign.take_out("encounters", "pond")
        with campaign._file.transaction() as connection:
            connection.execute("UPDATE journal SET seal = seal + 1 WHERE seq = 0")
    report = recover(path, tmp_path / "new.exgui")
    assert any("lost from the start" in one for one in report.lost)
    with Campaign.open(tmp_path / "new.exgui") as campaign:
        assert campaign.battles() == ()
        assert campaign.begin_battle("pond").battle.title == "At the pond"


def test_battle_continues_if_its_row_is_missing(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, _ = whole
    with Campaign.open(path) as campaign:
        left = standing(campaign.resume(1))
        with campaign._file.transaction() as connection:
            connection.execute("UPDATE battles SET seal = seal + 1")
    report = recover(path, tmp_path / "new.exgui")
    assert any("can’t be restarted" in one for one in report.lost)
    with Campaign.open(tmp_path / "new.exgui") as campaign:
        assert standing(campaign.resume(1)) == left


def test_deleted_content_does_not_reappear(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, _ = whole
    with Campaign.open(path) as campaign:
        for sheet in campaign.sheets():
            campaign.take_out("sheets", sheet.id)
        campaign.take_out("battles", 1)
    recover(path, tmp_path / "new.exgui")
    with Campaign.open(tmp_path / "new.exgui") as campaign:
        assert campaign.sheets() == campaign.battles() == ()


def test_recovery_overwrites_no_file(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, _ = whole
    (tmp_path / "there.exgui").write_text("mine")
    for into in (tmp_path / "there.exgui", path):
        with pytest.raises(CampaignError, match="a file with that name already"):
            recover(path, into)
    assert (tmp_path / "there.exgui").read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 5000, b"SQLite format 3\0", bytes([13]) * 20_000])
def test_foreign_file_cannot_be_recovered(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "what.exgui"
    path.write_bytes(content)
    with pytest.raises(CampaignError, match="nothing could be read"):
        recover(path, tmp_path / "new.exgui")
    assert list(tmp_path.iterdir()) == [path]


def test_open_campaign_is_not_recovered(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path), pytest.raises(CampaignError, match="open in another exgui window"):
        recover(path, tmp_path / "new.exgui")


def test_entry_missing_from_the_index_is_noticed(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    """A journal is read by its index; were one entry less in it than in the table, a step would be gone unnoticed."""
    path, entries = whole
    master = "type, name, tbl_name, rootpage, sql"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (row,) = connection.execute(f"SELECT {master} FROM sqlite_master WHERE name = 'journal_order'").fetchall()
        last = connection.execute("SELECT * FROM journal ORDER BY id DESC LIMIT 1").fetchone()
        connection.execute("DELETE FROM journal WHERE id = ?", last[:1])
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'journal_order'")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", last)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"INSERT INTO sqlite_master ({master}) VALUES (?, ?, ?, ?, ?)", row)
    with pytest.raises(CampaignError, match="index journal_order"):
        Campaign.open(path)
    assert recover(path, tmp_path / "new.exgui").lost == ()
    assert journal_of(tmp_path / "new.exgui") == entries


@settings(max_examples=150)
@given(st.binary(max_size=400), st.integers(0, 4095), st.binary(max_size=100))
def test_any_page_gives_rows_or_none(start: bytes, place: int, more: bytes) -> None:
    page = bytearray(b"\r" + start.ljust(4095, b"\1"))
    page[place : place + len(more)] = more
    content = bytes(4096) + bytes(page[:4096]).ljust(4096, b"\0") * 2
    for number, columns in page_reader.rows(content):
        assert recognise(number, columns) is None


def test_rows_sharing_a_long_page_chain_are_read_quickly() -> None:
    """Ten megabytes in which 500,000 rows each claim to be ten megabytes long would be five terabytes to read."""
    size, pages = 4096, 2_500
    leaf = bytearray(size)
    leaf[0] = 13
    leaf[3:5] = (200).to_bytes(2, "big")
    length = 9_000_000
    varint = bytes((0x80 | length >> 21 & 0x7F, 0x80 | length >> 14 & 0x7F, 0x80 | length >> 7 & 0x7F, length & 0x7F))
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    local = least if local > size - 35 else local
    leaf[1000 : 1000 + len(varint) + 1] = varint + b"\1"
    end = 1000 + len(varint) + 1 + local
    leaf[end : end + 4] = (3).to_bytes(4, "big")
    for index in range(200):
        leaf[8 + 2 * index : 10 + 2 * index] = (1000).to_bytes(2, "big")
    chain = b"".join((number + 1).to_bytes(4, "big").ljust(size, b"\0") for number in range(3, pages))
    content = bytes(size) + bytes(leaf) + chain + bytes(leaf) * 200
    began = monotonic()
    assert 0 < len(list(page_reader.rows(content))) < 10
    assert monotonic() - began < 60  # it would take hours


FLIPS = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1, max_size=40)


def quietly(do: Callable[[], object]) -> object:
    """Do something that may only fail with a message for the user."""
    try:
        return do()
    except CampaignError:
        return None


def test_flipped_bytes_give_at_most_an_error_message(whole: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    path, entries = whole
    content = path.read_bytes()
    broken, new = tmp_path / "broken.exgui", tmp_path / "new.exgui"

    @settings(max_examples=80)
    @given(FLIPS)
    def check(flips: list[tuple[float, int]]) -> None:
        spoilt = bytearray(content)
        for place, mask in flips:
            spoilt[int(place * len(spoilt))] ^= mask
        broken.write_bytes(spoilt)
        new.unlink(missing_ok=True)
        campaign = quietly(lambda: Campaign.open(broken))
        if isinstance(campaign, Campaign):
            with campaign:
                for look in (campaign.sheets, campaign.encounters, campaign.battles, campaign.pictures.all):
                    quietly(look)
                quietly(lambda: [campaign.sheet(sheet.id) for sheet in campaign.sheets()])
                quietly(lambda: [campaign.pictures.content(picture.id) for picture in campaign.pictures.all()])
                play = quietly(lambda: campaign.resume(1))
                if play is not None:
                    assert list(read_journal(campaign._file, 1))[: len(entries)] == entries
        broken.write_bytes(spoilt)
        report = quietly(lambda: recover(broken, new))
        if isinstance(report, Report):
            there = journal_of(new)
            assert there == entries[: len(there)]

    check()
