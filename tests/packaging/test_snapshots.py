"""The snapshots: each is read by a test; one that differs, is missing or is read by no test fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from snapshots import HEAD, Snapshots, as_text, snapshots_named_below, snapshots_named_in, unused

TESTS = Path(__file__).parent.parent


def test_every_snapshot_is_read_by_a_test() -> None:
    assert unused(TESTS) == []


def test_a_snapshot_belongs_to_one_test() -> None:
    named = list(snapshots_named_below(TESTS))
    assert len(named) > 10
    assert len(named) == len(set(named))


def test_matching_snapshot_passes(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(HEAD + "\nfirst\n    One hits.\n    Two\n    lines.\n\nempty\n", "utf-8")
    Snapshots(tmp_path, write=False)("log", {"first": ["One hits.", "Two\nlines."], "empty": []})


@pytest.mark.parametrize("found", [{"first": ["One misses."]}, {"first": []}, {}, {"other": ["One hits."]}])
def test_differing_snapshot_fails_with_a_diff(tmp_path: Path, found: dict[str, list[str]]) -> None:
    (tmp_path / "log.txt").write_text(as_text({"first": ["One hits."]}), "utf-8")
    with pytest.raises(pytest.fail.Exception, match=r"-    One hits\.|-first"):
        Snapshots(tmp_path, write=False)("log", found)


def test_missing_snapshot_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"There is no snapshot log\.txt"):
        Snapshots(tmp_path, write=False)("log", {})
    assert list(tmp_path.iterdir()) == []


def test_rewritten_snapshot_matches(tmp_path: Path) -> None:
    folder = tmp_path / "snapshots"
    Snapshots(folder, write=True)("log", {"first": ["One misses."]})
    Snapshots(folder, write=False)("log", {"first": ["One misses."]})


def test_unused_snapshot_is_found(tmp_path: Path) -> None:
    (tmp_path / "snapshots").mkdir()
    for name in ("log", "old"):
        (tmp_path / "snapshots" / f"{name}.txt").touch()
    (tmp_path / "test_log.py").write_text('def test_log(snapshot):\n    snapshot("log", {})\n', "utf-8")
    assert unused(tmp_path) == [tmp_path / "snapshots" / "old.txt"]


def test_snapshot_name_must_be_a_literal() -> None:
    with pytest.raises(ValueError, match="line 2"):
        list(snapshots_named_in("def test_log(snapshot, name):\n    snapshot(name, {})\n"))
