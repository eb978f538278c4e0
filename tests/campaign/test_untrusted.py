"""Opening any path gives a campaign or a sentence, and changes nothing."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from exgui.campaign import schema
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard import checks
from exgui.campaign.recover import recover
from exgui.engine.asks import command
from exgui.play.play import Play
from tests.campaign.pebble_game import standing

NOBODY = 65534


def spoil(path: Path, *statements: str) -> None:
    """Changes a file with SQLite alone."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def play_on_and_on(play: Play, seen: list[Any]) -> None:
    """Play until stopped; `seen` holds the state of the play before the last step."""
    for number in range(200):
        seen[:] = [standing(play)]
        play.dispatch(command("note", note=f"{number} " * 50))


def sentence(path: Path, kind: str) -> str:
    """Return the message of opening; the file must be unchanged afterwards."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(CampaignError) as caught:
        Campaign.open(path)
    assert caught.value.kind == kind, caught.value
    assert str(caught.value).startswith(str(path))
    assert before is None or path.read_bytes() == before
    return str(caught.value)


@contextmanager
def without_privileges(folder: Path) -> Iterator[None]:
    """For the superuser, whom permissions do not hold back: the rights of no one in particular, who owns the folder."""
    if os.geteuid() != 0:
        yield
        return
    for place in (folder, *folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY)
    parents = [parent for parent in folder.parents if parent.stat().st_mode & 0o005 != 0o005]
    modes = [parent.stat().st_mode for parent in parents]
    for parent in parents:
        parent.chmod(0o755)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        for parent, mode in zip(parents, modes, strict=True):
            parent.chmod(mode)


def test_text_file_is_rejected_as_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "notes.exgui"
    path.write_text("A long story.\n" * 500)
    assert "not an exgui campaign" in sentence(path, "foreign")


def test_empty_file_is_rejected_as_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "empty.exgui"
    path.touch()
    assert "empty (0 bytes)" in sentence(path, "foreign")


def test_another_programs_database_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "birds.exgui"
    spoil(path, "CREATE TABLE birds (name TEXT)")
    assert "another program’s database" in sentence(path, "foreign")


def test_folder_is_rejected_as_a_campaign(tmp_path: Path) -> None:
    assert "this is a folder" in sentence(tmp_path, "foreign")


def test_special_files_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.exgui")
    for path in (tmp_path / "pipe.exgui", Path("/dev/zero")):
        for do in (Campaign.open, lambda path: recover(path, tmp_path / "new.exgui")):
            with pytest.raises(CampaignError, match="not an ordinary file"):
                do(path)


def test_campaign_can_be_opened_by_any_path_to_it(path: Path, tmp_path: Path) -> None:
    strange = tmp_path / os.fsdecode(b"100% of #1? \xff ' \".exgui")
    os.rename(path, strange)
    (tmp_path / "link.exgui").symlink_to(strange)
    (tmp_path / "round.exgui").symlink_to(tmp_path / "round.exgui")
    for name in (strange, tmp_path / "link.exgui"):
        with Campaign.open(name) as campaign:
            campaign.begin_battle("pond")
            with pytest.raises(CampaignError, match="open in another exgui window"):
                Campaign.open(strange)
    with Campaign.open(strange) as campaign:
        assert len(campaign.battles()) == 2
    with pytest.raises(CampaignError):
        Campaign.open(tmp_path / "round.exgui")


def test_campaign_never_grows_too_large_to_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LARGEST_FILE", 40 * 4096)
    monkeypatch.setattr(checks, "MOST_ROWS", 30)
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        with pytest.raises(CampaignError, match="maximum size"):
            play_on_and_on(play, [])
        campaign.take_out("battles", 1)
        for _ in range(30):
            campaign.put_sheet({"name": "Ada"}, "pebbles")
        with pytest.raises(CampaignError, match="Delete some"):
            campaign.put_sheet({"name": "Ada"}, "pebbles")
        assert len(campaign.sheets()) == 30
    with Campaign.open(path) as campaign:
        assert len(campaign.sheets()) == 30
    monkeypatch.setattr(checks, "MOST_ROWS", 29)
    assert "more than 29 sheets" in sentence(path, "too_large")


def test_row_of_the_wrong_kind_is_damaged_even_with_a_valid_seal(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond")
        row = list(campaign._file.rows("SELECT * FROM battles")[0][:-1])
    for column, value in ((3, b"bytes"), (3, "x" * 5_000), (9, "nine"), (2, "two")):
        forged = [*row[:column], value, *row[column + 1 :]]
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute("DELETE FROM battles")
            marks = ", ".join("?" * 11)
            connection.execute(f"INSERT INTO battles VALUES ({marks})", (*forged, schema.seal("battles", *forged)))
        with Campaign.open(path) as campaign:
            (listed,) = campaign.battles()
            assert listed.damaged
            assert len(listed.title) <= 500
            with pytest.raises(CampaignError, match="was altered"):
                campaign.resume(1)


@pytest.mark.parametrize(
    "text", ['{"name": "A", "weapons": 3}', "[1]", '{"name": 3}', "{", "[" * 100_000, '{"name": "A", "x": 1e999}']
)
def test_sheet_with_a_forged_seal_gives_a_message(path: Path, text: str) -> None:
    row = ("forged", 1, "Forged", "pebbles", text)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO sheets VALUES (?, ?, ?, ?, ?, ?)", (*row, schema.seal("sheets", *row)))
    with Campaign.open(path) as campaign:
        assert [(sheet.name, sheet.damaged) for sheet in campaign.sheets()] == [("Forged", True)]
        with pytest.raises(CampaignError, match="cannot be read"):
            campaign.sheet("forged")


def test_moving_an_open_campaign_loses_nothing_silently(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        left = standing(play)
        path.rename(tmp_path / "elsewhere")
        for _ in range(2):
            with pytest.raises(CampaignError, match="Put it back") as caught:
                play.dispatch(command("pass"))
            assert caught.value.kind == "missing"
            assert standing(play) == left
            path.write_text("another file")
        path.unlink()
        (tmp_path / "elsewhere").rename(path)
        play.dispatch(command("pass"))
    with Campaign.open(path) as campaign:
        assert campaign.resume(1).battle.round == 2


def test_foreign_journal_mode_is_corrected(path: Path) -> None:
    spoil(path, "PRAGMA journal_mode = WAL")
    assert path.read_bytes()[18:20] == b"\2\2"
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond")
    assert path.read_bytes()[18:20] == b"\1\1"
    assert [file.name for file in path.parent.glob("pond.exgui*")] == ["pond.exgui"]


def test_missing_file_is_not_created(tmp_path: Path) -> None:
    assert "no such file" in sentence(tmp_path / "gone.exgui", "missing")
    assert list(tmp_path.iterdir()) == []


def test_impossible_path_gives_a_message(tmp_path: Path) -> None:
    for path in (tmp_path / ("x" * 300), tmp_path / "a\0b", tmp_path / "file" / "under"):
        (tmp_path / "file").touch()
        with pytest.raises(CampaignError):
            Campaign.open(path)
        with pytest.raises(CampaignError):
            Campaign.create(path)


def test_campaign_of_a_newer_version_is_not_changed(path: Path) -> None:
    spoil(path, f"PRAGMA user_version = {schema.newest() + 1}")
    assert "Install a newer exgui" in sentence(path, "newer")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE more (x)",
        "CREATE VIEW more AS SELECT * FROM sheets",
        "CREATE TRIGGER more AFTER INSERT ON journal BEGIN DELETE FROM sheets; END",
        "CREATE INDEX more ON sheets (name)",
        "ALTER TABLE sheets ADD COLUMN more TEXT",
    ],
)
def test_unknown_database_objects_are_refused(path: Path, statement: str) -> None:
    spoil(path, statement)
    assert "that no campaign has" in sentence(path, "foreign")


def test_missing_table_counts_as_damage(path: Path) -> None:
    spoil(path, "DROP TABLE pictures")
    assert "the table pictures is missing" in sentence(path, "damaged")


def test_version_zero_counts_as_damage(path: Path) -> None:
    spoil(path, "PRAGMA user_version = 0")
    assert "version is 0" in sentence(path, "damaged")


def test_too_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.exgui"
    with path.open("wb") as file:
        file.truncate(checks.LARGEST_FILE + 1)
    with pytest.raises(CampaignError, match="at most") as caught:
        Campaign.open(path)
    assert caught.value.kind == "too_large"


def test_altered_row_is_noticed_and_the_others_remain_usable(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.put_sheet({"name": "Ada"}, "pebbles")
        campaign.put_sheet({"name": "Bo"}, "pebbles")
    spoil(path, "UPDATE sheets SET data = replace(data, 'Ada', 'Eve')")
    with Campaign.open(path) as campaign:
        assert [(sheet.id, sheet.damaged) for sheet in campaign.sheets()] == [("ada", True), ("bo", False)]
        with pytest.raises(CampaignError, match="was altered"):
            campaign.sheet("ada")
        assert campaign.sheet("bo") == {"name": "Bo"}


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM journal WHERE seq = 2", "entry 2 of the journal of battle 1 is missing"),
        ("UPDATE journal SET entry = replace(entry, 'start', 'stop') WHERE seq = 1", "entry 1 .* was altered"),
        ("UPDATE journal SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM journal)", "is missing"),
        ("DELETE FROM journal", "does not match its rules"),
        ("UPDATE battles SET digest = digest, title = 'x'", "was altered"),
    ],
)
def test_faulty_journal_is_not_continued(path: Path, statement: str, message: str) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        play.dispatch(command("pass"))
    spoil(path, statement)
    with Campaign.open(path) as campaign, pytest.raises(CampaignError, match=message) as caught:
        campaign.resume(1)
    assert caught.value.kind == "damaged"


def test_journal_with_a_forged_seal_gives_a_message(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        (began,) = campaign._file.rows("SELECT entry FROM journal WHERE seq = 0")
    for text in (
        '{"kind": "finished", "events": [{"kind": "moved", "who": "nobody", "zone": null}]}',
        '{"kind": "answered", "answer": {"kind": "choice", "value": 1}}',
        '{"kind": "undone", "count": 99999999999999999999}',
        '{"kind": "commanded", "command": {"do": "throw", "by": "nobody", "args": {"target": "ada"}}}',
        "[" * 100_000,
        '{"kind": "weather"}',
        began[0],
    ):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("DELETE FROM journal WHERE seq > 0")
            row = (1, 1, text)
            sql = "INSERT INTO journal (battle, seq, entry, seal) VALUES (?, ?, ?, ?)"
            connection.execute(sql, (*row, schema.seal("journal", *row)))
        with Campaign.open(path) as campaign, pytest.raises(CampaignError):
            campaign.resume(1)


def test_second_window_is_sent_to_the_first(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        with pytest.raises(CampaignError, match="open in another exgui window") as caught:
            Campaign.open(path)
        assert caught.value.kind == "locked"
        play.dispatch(command("start"))
    with Campaign.open(path) as campaign:
        assert campaign.resume(1).battle.round == 1


OPEN_IT = """
import sys
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.recover import recover
try:
    Campaign.open(sys.argv[1])
except CampaignError as error:
    print(error.kind)
else:
    print("opened")
"""


def test_second_process_is_sent_to_the_first(path: Path) -> None:
    run = [sys.executable, "-c", OPEN_IT, str(path)]
    with Campaign.open(path) as campaign:
        for _ in range(2):  # also after it has written, and after a second window of this process was refused
            assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "locked\n"
            campaign.notes.write("Still here")
            with pytest.raises(CampaignError, match="open in another exgui window"):
                Campaign.open(path)
            with pytest.raises(CampaignError, match="open in another exgui window"):
                recover(path, path.with_name("new.exgui"))
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "opened\n"


@pytest.mark.parametrize("what", ["file", "folder"])
def test_read_only_campaign_can_be_viewed(tmp_path: Path, path: Path, what: str) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        left = standing(play)
    home = tmp_path / "home"
    home.mkdir()
    copy = Path(shutil.copy(path, home))
    (copy if what == "file" else home).chmod(0o444 if what == "file" else 0o555)
    before = copy.read_bytes()
    with without_privileges(home), Campaign.open(copy) as campaign:
        assert campaign.read_only
        play = campaign.resume(1)
        assert standing(play) == left
        for change in (lambda: play.dispatch(command("pass")), lambda: campaign.notes.write("x"), play.undo):
            with pytest.raises(CampaignError, match="is read-only") as caught:
                change()
            assert caught.value.kind == "read_only"
        with pytest.raises(CampaignError, match="is read-only"):
            campaign.begin_battle("pond")
        assert standing(play) == left
    home.chmod(0o755)
    assert copy.read_bytes() == before
    assert list(home.iterdir()) == [copy]


def test_unreadable_file_gives_a_message(tmp_path: Path, path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    copy = Path(shutil.copy(path, home))
    copy.chmod(0o000)
    with without_privileges(home), pytest.raises(CampaignError, match="permissions") as caught:
        Campaign.open(copy)
    assert caught.value.kind == "denied"


def test_read_only_folder_gives_a_message(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o555)
    with without_privileges(home), pytest.raises(CampaignError, match="permissions"):
        Campaign.create(home / "new.exgui")
    home.chmod(0o755)
    assert list(home.iterdir()) == []


def test_step_on_a_full_disk_has_not_happened(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        changes: list[Any] = []
        play.subscribe(changes.append)
        pages = campaign._file.rows("PRAGMA page_count")[0][0]
        campaign._file.rows(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CampaignError, match="disk is full") as caught:
            play_on_and_on(play, changes)
        left = changes.pop()
        assert caught.value.kind == "full"
        assert standing(play) == left
        assert changes == []
        campaign._file.rows("PRAGMA max_page_count = 100000")
        play.dispatch(command("pass"))
        left = standing(play)
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


def test_write_failure_takes_nothing_from_the_battle(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        seen: list[Any] = []
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
        try:
            with pytest.raises(CampaignError, match="was not made"):
                play_on_and_on(play, seen)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert standing(play) == seen.pop()
        play.dispatch(command("pass"))
        left = standing(play)
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


def test_older_campaign_is_migrated_and_backed_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = path.read_bytes()
    later = ("CREATE TABLE weather (day INTEGER PRIMARY KEY NOT NULL, word TEXT NOT NULL, seal INTEGER NOT NULL)",)
    monkeypatch.setattr(schema, "STEPS", [*schema.STEPS, later])
    with Campaign.open(path) as campaign:
        assert campaign.title == "The pond"
        assert campaign._file.rows("PRAGMA user_version") == [(2,)]
        assert campaign._file.rows("SELECT * FROM weather") == []
    with Campaign.open(path) as campaign:
        assert campaign.encounters()[0].name == "At the pond"
    monkeypatch.undo()
    backup = path.with_name("pond.exgui.v1-backup")
    with Campaign.open(backup) as campaign:
        assert campaign.title == "The pond"
    assert sorted(file.name for file in path.parent.glob("*exgui*")) == ["pond.exgui", "pond.exgui.v1-backup"]
    assert len(backup.read_bytes()) == len(old)


def test_failed_migration_leaves_the_campaign_unchanged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = ("CREATE TABLE weather (word TEXT)", "CREATE TABLE sheets (word TEXT)")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", [*schema.STEPS, later])
        with pytest.raises(CampaignError):
            Campaign.open(path)
    monkeypatch.undo()
    with Campaign.open(path) as campaign:
        assert campaign.title == "The pond"
        assert campaign._file.rows("PRAGMA user_version") == [(1,)]
    assert list(path.parent.glob("*backup*")) == []


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"name": "L" * 501}, "name"),
        ({"weapons": [{"id": "own", "name": "L" * 501}]}, "weapons[1].name"),
        ({"armor": {"id": "L" * 501, "name": "Own"}}, "armor.id"),
    ],
)
def test_overlong_name_is_refused_with_its_key(campaign: Campaign, more: dict[str, Any], key: str) -> None:
    with pytest.raises(CampaignError) as caught:
        campaign.put_sheet({"name": "Ada", **more}, "pebbles")
    assert f"{key}: has 501 characters: at most 500 are allowed" in str(caught.value)
    with pytest.raises(CampaignError, match="combatant"):
        campaign.put_encounter({"ruleset": "pebbles", "combatant": [{"id": "ada", "name": "Ada", **more}]})
