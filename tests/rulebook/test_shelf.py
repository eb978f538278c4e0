"""The places where rulesets are found: those of the app, then the user's own, parents first."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from exgui.rulebook import reader
from exgui.rulebook.reader import RulesetError, load, problems
from exgui.rulebook.shelf import Shelved, available, folder_of, in_order, installed, own_folder


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    own_folder().mkdir(parents=True)
    return own_folder()


def put(folder: Path, text: str, file: str = "ruleset.toml") -> Path:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(text, "utf-8")
    return folder


def problems_of(folder: Path) -> list[str]:
    return [str(one) for one in problems(folder, lambda _rules: ())]


def test_rules_in_the_users_folder_are_found_by_their_id(own: Path) -> None:
    put(own / "coast", 'extends = "ex3"\nname = "Coast"\n[options]\nlate_join_bonus.default = 1\n')
    assert load("coast").options["late_join_bonus"].default == 1
    assert folder_of("coast") == (own / "coast").resolve()
    listed = [(one.id, one.name, one.own, one.depth) for one in installed()]
    assert ("coast", "Coast", True, 1) in listed
    assert listed.index(("coast", "Coast", True, 1)) > [one[0] for one in listed].index("ex3")
    assert "coast" not in available()


def test_own_rules_can_extend_own_rules_anywhere(own: Path, tmp_path: Path) -> None:
    put(own / "coast", 'extends = "ex3"\n[options]\nlate_join_bonus.default = 1\n')
    put(tmp_path / "far", 'extends = "coast"\n')
    assert load(tmp_path / "far").lineage == ("far", "coast", "ex3")


def test_shipped_ruleset_takes_precedence_over_its_namesake(own: Path) -> None:
    put(own / "ex3", "nonsense = 1\n")
    assert load("ex3").id == "ex3"
    assert [one.own for one in installed() if one.id == "ex3"] == [False]


def test_names_are_read_from_the_head_of_the_file(own: Path) -> None:
    put(own / "one", "extends = 'ex3' # comment\nname = 'One \"x\"'\n[values]\n")
    put(own / "two", 'extends = "ex3"\n[groups]\nname = "No"\n')
    (own / "three").mkdir()
    named = {one.id: (one.name, one.extends) for one in installed() if one.own}
    assert named == {"one": ('One "x"', "ex3"), "two": ("Two", "ex3")}


def test_house_rules_follow_their_parent_and_circles_end() -> None:
    def one(id: str, extends: str = "") -> Shelved:
        return Shelved(id, id, extends)

    shown = in_order([one("b", "a"), one("a"), one("d", "c"), one("c", "d"), one("x", "gone"), one("e", "b")])
    assert [(found.id, found.depth) for found in shown] == [("a", 0), ("b", 1), ("e", 2), ("x", 0), ("c", 0), ("d", 0)]


def test_folder_with_too_many_files_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = put(tmp_path / "much", 'extends = "ex3"\n')
    for number in range(1_000):
        os.close(os.open(folder / f"{number}.toml", os.O_CREAT))
    seen, read = [], []
    entries, content = os.scandir, reader._content

    @contextmanager
    def counted(place: Path) -> Iterator[Iterator[os.DirEntry[str]]]:
        with entries(place) as all_of_them:
            yield (seen.append(entry.name) or entry for entry in all_of_them)

    monkeypatch.setattr(os, "scandir", counted)
    monkeypatch.setattr(reader, "_content", lambda path: read.append(path) or content(path))
    assert problems_of(folder) == ["much: has more than 500 files. Name the folder that contains ruleset.toml"]
    assert len(seen) == 501
    assert read == []


def test_oversized_file_is_refused_along_with_other_problems(tmp_path: Path) -> None:
    folder = put(tmp_path / "big", 'extends = "ex3"\nnonsense = 1\n')
    put(folder, "#" * 10_000_000, "weapons.toml")
    (folder / "armor.toml").write_bytes(b"\x7fELF\x00\xff\xfe\x00")
    problems = problems_of(folder)
    assert problems[0] == (
        "big/weapons.toml: is larger than 1,000,000 bytes: too large for a ruleset’s file. Remove it from the folder"
    )
    assert problems[1].startswith("big/armor.toml: line 1: is not text in UTF-8")
    assert problems[2].startswith("big/ruleset.toml: nonsense")
    with pytest.raises(RulesetError, match="is larger than"):
        load(folder)


def test_many_large_files_are_refused_together(tmp_path: Path) -> None:
    folder = put(tmp_path / "big", 'extends = "ex3"\n')
    for number in range(8):
        put(folder, "#" * 900_000, f"opponents/o{number}.toml")
    assert "has more than 6,000,000 bytes of rules in all" in problems_of(folder)[0]


def test_circular_links_and_pipes_are_refused_with_a_message(tmp_path: Path) -> None:
    folder = put(tmp_path / "links", 'extends = "ex3"\n')
    (folder / "a.toml").symlink_to(folder / "b.toml")
    (folder / "b.toml").symlink_to(folder / "a.toml")
    (folder / "weapons.toml").symlink_to(tmp_path / "nowhere")
    (folder / ".#ruleset.toml").symlink_to("somebody@editing")
    (folder / "armor.toml").mkdir()
    os.mkfifo(folder / "mounts.toml")
    (folder / "opponents").symlink_to(folder / "opponents")
    assert [one.split(": ", 1)[1] for one in problems_of(folder)] == [
        "cannot be read: it is a link that leads back to itself. Remove it"
    ]
    (folder / "opponents").unlink()
    problems = dict(one.split(": ", 1) for one in problems_of(folder))
    circle = "cannot be read: it is a link that leads back to itself. Remove it"
    assert problems == {
        "links/a.toml": circle,
        "links/b.toml": circle,
        "links/weapons.toml": "cannot be read: it is a link that leads nowhere. Remove it",
        "links/armor.toml": "cannot be read: it is a folder or a device, not a file",
        "links/mounts.toml": "cannot be read: it is a folder or a device, not a file",
    }
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert "is not a folder" in problems_of(tmp_path / "round")[0]
    put(folder, 'extends = "../round"\n')
    assert "there is no ruleset “../round”" in problems_of(folder)[0]


def test_missing_parent_does_not_hide_problems_in_other_files(tmp_path: Path) -> None:
    folder = put(tmp_path / "ours", 'extends = "ex33"\n')
    put(folder, "[knife", "weapons.toml")
    problems = problems_of(folder)
    assert "there is no ruleset “ex33”. Did you mean ex3?" in problems[0]
    assert problems[1].startswith("ours/weapons.toml: line 1")
