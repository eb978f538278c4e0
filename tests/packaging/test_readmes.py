"""The READMEs name only files and folders that exist, and their lines are wrapped."""

import re
from fnmatch import filter as matching
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "exgui/README.md", "tests/README.md")
WIDTH = 120
FOLDERS = ("exgui", "packaging", "resources", "rulesets", "tests")
FILES = [path for folder in FOLDERS for path in (ROOT / folder, *(ROOT / folder).rglob("*"))]
THERE = [
    *(f"/{path.name}" for path in ROOT.glob("*.*")),
    *(f"/{path.relative_to(ROOT).as_posix()}" for path in FILES),
    *(f"/{path.relative_to(ROOT).as_posix()}/" for path in FILES if path.is_dir()),
]
NOT_OF_THE_CHECKOUT = {"mill.toml", "/dev/shm"}
"""Names of files that somebody may write, or that a computer has."""


def prose(page: str) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def paths_named(page: str) -> set[str]:
    """All that looks like a path: one word in backticks with a slash or the ending of a file."""
    words = {word.split(":")[0] for word in re.findall(r"`([^`\s]+)`", prose(page))}
    paths = {
        word for word in words if re.search(r"/|\.(py|toml|md|txt)$", word) and not word.startswith((".venv", "~/"))
    }
    return paths - NOT_OF_THE_CHECKOUT


@pytest.mark.parametrize("page", PAGES)
def test_every_path_named_in_a_readme_exists(page: str) -> None:
    patterns = {name: re.sub(r"<\w+>", "*", name) for name in paths_named(page)}
    gone = [
        name
        for name, pattern in patterns.items()
        if not any(matching(THERE, f"*/{pattern}{end}") for end in ("", ".py"))
    ]
    assert gone == []


@pytest.mark.parametrize("page", PAGES)
def test_every_readme_link_has_a_target(page: str) -> None:
    targets = {target for target in re.findall(r"\]\(([^)#]+)\)", prose(page)) if "://" not in target}
    assert [target for target in sorted(targets) if not ((ROOT / page).parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_lines_are_wrapped(page: str) -> None:
    wide = [line for line in prose(page).splitlines() if len(line) > WIDTH and not line.startswith(("|", "!["))]
    assert wide == []


@pytest.mark.parametrize("folder", ["exgui", "exgui/gui"])
def test_every_package_is_in_the_tables_of_rooms(folder: str) -> None:
    rows = [
        line.split("|")[1] for line in (ROOT / "exgui/README.md").read_text("utf-8").splitlines() if line[:1] == "|"
    ]
    named = {name for row in rows for name in re.findall(r"`(\w+)/`", row)}
    assert {package.parent.name for package in (ROOT / folder).glob("*/__init__.py")} <= named
