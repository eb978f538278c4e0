"""A text that is not UTF-8 damages its row and nothing else."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from zlib import crc32

import pytest

from exgui.campaign import schema
from exgui.campaign.backup import Backup, backups, look_into, restore
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.lock import lock_file
from exgui.campaign.kept_rulesets import KeptRulesets
from exgui.campaign.recover import recover
from exgui.campaign.storage import CampaignFile
from tests.campaign.pebble_game import ENCOUNTER, MOVES, move
from tests.campaign.test_house_rules_kept import campaign, coast, fight

__all__ = ["campaign", "coast"]

TEXTS = {
    "meta": ("key", "value"),
    "rulesets": ("name", "files"),
    "sheets": ("id", "name", "ruleset", "data"),
    "encounters": ("id", "name", "ruleset", "data"),
    "battles": ("encounter", "title", "ruleset", "prepared", "created", "phase"),
    "journal": ("entry",),
    "pictures": ("id", "name", "kind"),
}
"""The columns with text. A digest that is wrong leaves a battle without its ruleset, which no file can hold."""
ROWS = [(table, column, sealed) for table, columns in TEXTS.items() for column in columns for sealed in (False, True)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with two rows of every kind that people make, and a battle in play."""
    path = tmp_path_factory.mktemp("built") / "pond.exgui"
    ruleset = str(Path(__file__).parent / "pebbles")
    with Campaign.create(path, "The pond") as campaign:
        for title in ("Pond", "Mill"):
            campaign.put_encounter({**ENCOUNTER, "title": title, "ruleset": ruleset})
        for name in ("Ada", "Bo"):
            campaign.put_sheet({"name": name}, ruleset)
            campaign.pictures.put(name.encode() * 9, name, "image/png")
        for _ in range(2):
            play = campaign.begin_battle("pond")
        for what in MOVES:
            move(play, what)
    return path


@pytest.fixture
def full(built: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(built, tmp_path))


def spoil(path: Path, table: str, column: str, sealed: bool) -> None:
    """Puts a byte that is no text into a column of a table's last row, also with the seal that a forger would write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        where = f"rowid = (SELECT max(rowid) FROM {table})"
        if table == "meta":
            where = "key = 'title'"
        value = f"CAST(CAST({column} AS BLOB) || x'ff' AS TEXT)"
        connection.execute(f"UPDATE {table} SET {column} = {value} WHERE {where}")
        if sealed:
            connection.text_factory = lambda content: content.decode("utf-8", "surrogateescape")
            columns = ", ".join(schema.TABLES[table])
            where = where.replace("key = 'title'", "substr(key, 1, 5) = 'title'")
            row = connection.execute(f"SELECT {columns} FROM {table} WHERE {where}").fetchone()
            plain = [crc32(one) if isinstance(one, bytes) else one for one in row]
            text = json.dumps([table, *plain], ensure_ascii=False).encode("utf-8", "surrogatepass")
            connection.execute(f"UPDATE {table} SET seal = ? WHERE {where}", (crc32(text),))


@pytest.mark.parametrize(("table", "column", "sealed"), ROWS)
def test_text_that_is_not_utf8_damages_only_its_row(
    full: Path, tmp_path: Path, table: str, column: str, sealed: bool
) -> None:
    spoil(full, table, column, sealed)
    before = full.read_bytes()
    with Campaign.open(full) as campaign:
        for kind in ("sheets", "encounters", "battles"):
            listed = getattr(campaign, kind)()
            assert [one.damaged for one in listed] == [False, kind == table]
            for one in listed:
                (one.name if kind != "battles" else one.title).encode()
        assert len(campaign.pictures.all()) == 2
        campaign.title.encode()
        campaign.folders.make("sheets", "Town")
        campaign.put_sheet(campaign.sheet("ada"), "pebbles", "ada")
        campaign.put_sheet({"name": "Cy"}, "pebbles")
        campaign.begin_battle("pond").dispatch(MOVES[0])  # type: ignore[arg-type]
        campaign.resume(1)
        good = [one for one in campaign.pictures.all() if one.name == "Ada"]
        assert campaign.pictures.content(good[0].id) == b"Ada" * 9
        if table in ("journal", "battles"):
            with pytest.raises(CampaignError) as caught:
                campaign.resume(2)
            assert caught.value.kind == "damaged"
        campaign.back_up()
    full.write_bytes(before)
    report = recover(full, tmp_path / "recovered.exgui")
    assert report.lost, "it was not said that a row is lost"
    with Campaign.open(tmp_path / "recovered.exgui") as campaign:
        assert "ada" in [one.id for one in campaign.sheets()]
        assert "pond" in [one.id for one in campaign.encounters()]
        if table != "rulesets":  # else the rules that both battles began with are what is lost
            campaign.resume(1)
    assert full.read_bytes() == before
    assert not lock_file(full).exists()


@pytest.mark.parametrize(
    ("table", "column"), [(one, column) for one in ("sheets", "encounters") for column in TEXTS[one]]
)
def test_damaged_row_can_be_deleted_and_restored_byte_for_byte(full: Path, table: str, column: str) -> None:
    spoil(full, table, column, sealed=False)
    query = f"SELECT id, CAST(id AS BLOB), CAST(name AS BLOB), CAST(ruleset AS BLOB), CAST(data AS BLOB) FROM {table}"
    with Campaign.open(full) as campaign:
        before = campaign._file.rows(query)
        damaged = next(one for one in getattr(campaign, table)() if one.damaged)
        taken = campaign.take_out(table, damaged.id)  # type: ignore[arg-type]
        assert len(getattr(campaign, table)()) == 1
        assert campaign.put_back(taken) == damaged.id
        assert sorted(campaign._file.rows(query)) == sorted(before)


def test_non_numeric_place_does_not_prevent_saving(full: Path) -> None:
    for place in ("'here'", "x'ff'", "9223372036854775807", "1e400"):
        with closing(sqlite3.connect(full, isolation_level=None)) as connection:
            connection.execute(f"UPDATE sheets SET place = {place} WHERE id = 'bo'")
        with Campaign.open(full) as campaign:
            campaign.put_sheet({"name": "Cy"}, "pebbles")
            assert len(campaign.sheets()) > 2


def test_house_rules_with_an_invalid_byte_leave_the_campaign_usable(campaign: Campaign) -> None:
    path = campaign.path
    campaign.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET value = CAST(value || x'ff' AS TEXT) WHERE substr(key, 1, 8) = 'ruleset/'")
        connection.execute("UPDATE rulesets SET files = CAST(files || x'ff' AS TEXT), name = CAST(x'ff' AS TEXT)")
    with Campaign.open(path) as opened:
        assert [one.damaged for one in opened.encounters()] == [False]
        opened.put_encounter(fight("coast"))
    with Campaign.open(path) as opened:
        assert len(opened.encounters()) == 2


@pytest.mark.parametrize("error", [CampaignError("c.exgui", "no"), MemoryError(), KeyboardInterrupt()])
def test_failure_at_the_end_of_opening_releases_file_and_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*_arguments: object) -> None:
        raise error

    for owner, name in ((KeptRulesets, "__init__"), (CampaignFile, "_renew_id")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, fail)
            with pytest.raises(type(error)):
                Campaign.open(path)
            assert not lock_file(path).exists()
        Campaign.open(path).close()


def test_refused_campaign_with_house_rules_is_unchanged_byte_for_byte(campaign: Campaign) -> None:
    path = campaign.path
    campaign.close()
    whole = path.read_bytes()
    for spoilt in (whole[: len(whole) // 2], whole[:5000] + b"\xff" * 3000 + whole[8000:]):
        path.write_bytes(spoilt)
        with pytest.raises(CampaignError, match="Nothing was changed"):
            Campaign.open(path)
        assert path.read_bytes() == spoilt
        assert not lock_file(path).exists()
    path.write_bytes(whole)
    Campaign.open(path).close()


def test_closing_releases_the_file_even_with_broken_house_rules(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: object) -> None:
        raise RecursionError

    with monkeypatch.context() as patch:
        patch.setattr(KeptRulesets, "bring_up_to_date", fail)
        with pytest.raises(RecursionError):
            campaign.close()
    Campaign.open(campaign.path).close()


def test_backup_with_a_non_text_schema_is_reported(full: Path) -> None:
    with Campaign.open(full) as campaign:
        campaign.notes.write("Another")
        campaign.back_up()
    (one,) = backups(full)
    with closing(sqlite3.connect(one.file, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for column, value in (("name", "CAST(x'ff' AS TEXT)"), ("sql", "CAST(x'43ff' AS TEXT)")):
            connection.execute(f"UPDATE sqlite_master SET {column} = {value} WHERE name = 'journal_order'")
    backup = Backup(one.file, one.number, one.day)
    assert look_into(backup) is None
    with pytest.raises(CampaignError):
        restore(full, backup)
    with suppress(CampaignError):
        recover(one.file, full.with_name("recovered.exgui"))
