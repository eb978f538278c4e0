"""Rulesets kept on disk as they were built."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from exgui.rulebook import build, kept_builds
from exgui.rulebook.reader import from_text, load
from exgui.rulebook.shelf import installed


@pytest.fixture
def folder(texts: list[str], tmp_path: Path) -> Iterator[Path]:
    kept_builds.keep_in(tmp_path / "kept")
    yield tmp_path / "kept"
    kept_builds.keep_in(None)


def unbuildable(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> object:
        raise AssertionError("it was built")

    monkeypatch.setattr(build, "build", fail)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The texts of all rulesets that come with the app."""
    return [load(one.id).text for one in installed() if not one.own]


def test_cached_ruleset_is_equal_and_is_not_rebuilt(
    texts: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = [from_text(text) for text in texts]
    unbuildable(monkeypatch)
    assert built
    for ruleset in built:
        kept = from_text(ruleset.text)
        assert kept is not ruleset
        assert kept == ruleset
        # equal tables may differ in their order, which sheets are laid out by
        assert [(id, list(table)) for id, table in kept.tables.items()] == [
            (id, list(table)) for id, table in ruleset.tables.items()
        ]
        assert list(kept.traits) == list(ruleset.traits)


def test_nothing_is_cached_without_a_folder(texts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = texts[0]
    kept_builds.keep_in(Path("relative"))
    from_text(text)
    assert not list(tmp_path.iterdir())
    assert kept_builds.find(text) is None


@pytest.mark.parametrize("content", [b"", b"x" * 10, b"x" * 1000, None])
def test_damaged_cache_file_is_rebuilt(texts: list[str], folder: Path, content: bytes | None) -> None:
    text = texts[0]
    ruleset = from_text(text)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    assert kept_builds.find(text) is None
    assert from_text(text) == ruleset
    assert path.read_bytes() == whole


def test_cache_of_other_code_is_ignored(texts: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = texts[0]
    from_text(text)
    assert kept_builds.find(text) is not None
    monkeypatch.setattr(kept_builds, "__version__", "another")
    assert kept_builds.find(text) is None


def test_cache_file_with_unknown_classes_is_rebuilt(texts: list[str], folder: Path) -> None:
    text = texts[0]
    ruleset = from_text(text)
    (path,) = folder.iterdir()
    unknown = b"cexgui.rulebook.rules\nNoSuchClass\n."
    path.write_bytes(sha256(unknown).digest() + unknown)
    assert kept_builds.find(text) is None
    assert from_text(text) == ruleset


def test_invalid_ruleset_is_not_cached(texts: list[str], folder: Path) -> None:
    text = texts[0]
    with pytest.raises(ValueError, match="system"):
        from_text(text.replace('"system":', '"sistem":', 1))
    assert not folder.exists()


def test_least_recently_used_ruleset_is_removed(folder: Path) -> None:
    ruleset = load("skirmish")
    for number in range(kept_builds.MOST):
        there = set(folder.iterdir()) if number else set()
        kept_builds.keep(ruleset.but(text=f"text {number}"))
        (path,) = set(folder.iterdir()) - there
        os.utime(path, (number, number))
    assert kept_builds.find("text 0") is not None
    for number in range(kept_builds.MOST, kept_builds.MOST + 2):
        kept_builds.keep(ruleset.but(text=f"text {number}"))
    assert len(list(folder.iterdir())) == kept_builds.MOST
    gone = [n for n in range(kept_builds.MOST + 2) if kept_builds.find(f"text {n}") is None]
    assert gone == [1, 2]


def test_unwritable_cache_folder_is_ignored_silently(texts: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept_builds.keep_in(tmp_path / "file" / "kept")
    try:
        assert from_text(texts[0]).traits
    finally:
        kept_builds.keep_in(None)
