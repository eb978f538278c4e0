"""Reads and checks a ruleset's folder, with the rulesets it extends, into one frozen `Ruleset`.

`extends = "ex3"` inherits everything: the folder states only what differs, table by table; `remove = true` in a table
removes it. Errors name file and key; `RulesetError.all` has everything that is wrong, and `problems` returns it without
raising.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from exgui import shipped
from exgui.rulebook.content import Complaint, ContentPath, dotted
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.suggestions import nearest, one_line, unknown
from exgui.rulebook.toml_text import TomlError, read_toml

LARGEST_FILE = 1_000_000
"""The most bytes of one file."""
MOST_FILES = 500
LONGEST_LINEAGE = 16

_SHIPPED_ID = re.compile(r"[\w-]+")
_SECTIONS = ("ruleset", "actions", "conditions", "rules")
"""Files that are a section by themselves; every other one is a table of items, and opponents have a folder."""

_ALL = (*_SECTIONS, "tables", "opponents")


class RulesetError(ValueError):
    """A ruleset that cannot be used.

    Attributes:
        file: the file, below the folder's name ("ex3/actions.toml").
        key: path of the key in it, or line and column.
        message: what is wrong, and what would be right.
        all: everything that was found wrong, this first.
    """

    def __init__(self, file: str, key: str, message: str, others: tuple[RulesetError, ...] = ()) -> None:
        self.file, self.key, self.message = one_line(file), key, one_line(message)
        self.all = (self, *others)
        super().__init__(": ".join(part for part in (self.file, key, self.message) if part))


@dataclass(frozen=True)
class Source:
    """One folder's files as they were read, parsed; by section."""

    folder: Path
    content: Mapping[str, Any]
    raw: str
    wrong: tuple[RulesetError, ...] = ()
    """Errors of files that could not be read; nothing of them is in the content."""

    @property
    def label(self) -> str:
        """The folder's name, for messages."""
        return self.folder.name


_cache: dict[Path, tuple[str, Ruleset]] = {}


def load(where: str | Path) -> Ruleset:
    """A ruleset: the id of one that comes with the app, or the path of a folder.

    Read again only when a file of it, or of a ruleset that it extends, has changed.

    Raises:
        RulesetError: there is no such ruleset, or something in it is wrong.
    """
    folder = _find(where)
    sources = tuple(_lineage(folder))
    stamp = "/".join(source.raw for source in sources)
    known = _cache.get(folder)
    if known is not None and known[0] == stamp:
        return known[1]
    ruleset, wrong = _resolve(sources)
    _raise(wrong)
    _cache[folder] = stamp, ruleset
    return ruleset


def problems(where: str | Path, further: Callable[[Ruleset], Iterable[Complaint]]) -> tuple[RulesetError, ...]:
    """Everything that is wrong with a ruleset, or with what it extends.

    Args:
        where: as for `load`.
        further: finds what else is wrong with the ruleset, in which the reader has mended what it found wrong.
    """
    try:
        sources = tuple(_lineage(_find(where)))
    except RulesetError as error:
        return error.all
    ruleset, wrong = _resolve(sources)
    return *wrong, *(_error(sources, path, message) for path, message in further(ruleset))


def available() -> tuple[str, ...]:
    """The ids of the rulesets that come with the app."""
    return tuple(sorted(path.parent.name for path in shipped.rulesets().glob("*/ruleset.toml")))


def names_of_rulesets() -> dict[str, str]:
    """The names of the rulesets that come with the app, by id: without reading more than the first lines of each."""
    found = {}
    for id in available():
        text = (shipped.rulesets() / id / "ruleset.toml").read_text(encoding="utf-8", errors="replace")[:4_000]
        name = re.search(r'^name = "([^"\n]+)"', text, re.MULTILINE)
        found[id] = name[1] if name is not None else id
    return found


def from_text(text: str) -> Ruleset:
    """A ruleset from `Ruleset.text`, as a battle's journal keeps it.

    Raises:
        RulesetError: the text is no ruleset.
    """
    try:
        data = json.loads(text)
        id, lineage, content = str(data["id"]), tuple(map(str, data["lineage"])), data["content"]
        # Battles begun before rulesets had a catalogue were saved without one.
        contents = [*(content[section] for section in _ALL if section != "rules"), content.get("rules", {})]
        contents += content["tables"].values()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        contents, id, lineage, content = [None], "", (), {}
    if not all(isinstance(one, dict) for one in contents):
        raise RulesetError("a ruleset kept with a battle", "", "is damaged: it is not the text that was written")
    ruleset, wrong = _build(id, lineage, content, (Source(Path(id), content, ""),))
    _raise(wrong)
    return ruleset


def _find(where: str | Path) -> Path:
    if isinstance(where, str) and _SHIPPED_ID.fullmatch(where):
        folder = shipped.rulesets() / where
        if folder.is_dir():
            return folder.resolve()
    try:
        folder = Path(where)
        if folder.is_dir():
            return folder.resolve()
        is_file = folder.is_file()
    except (OSError, ValueError):
        is_file = False
    if is_file:
        raise RulesetError(str(where), "", "is a file: a ruleset is the folder in which ruleset.toml lies")
    raise RulesetError(str(where), "", f"is not a folder; {unknown(str(where), available(), 'ruleset', 'the app')}")


def _lineage(folder: Path) -> Iterator[Source]:
    """The folder, then what it extends, nearest first."""
    seen: list[Path] = []
    while True:
        source = _read(folder)
        if any(error.file == f"{source.label}/ruleset.toml" for error in source.wrong):
            _raise(list(source.wrong))  # so what it extends is unknown
        yield source
        seen.append(folder)
        parent = source.content["ruleset"].get("extends", "")
        if not parent:
            return
        file = f"{source.label}/ruleset.toml"
        if not isinstance(parent, str):
            raise RulesetError(file, "extends", 'must be text, such as extends = "ex3"')
        following = _parent(folder, parent)
        if following is None:
            siblings = [path.parent.name for path in folder.parent.glob("*/ruleset.toml") if path.parent != folder]
            message = unknown(parent, [*available(), *siblings], "ruleset")
            raise RulesetError(
                file, "extends", f'{message} (or give the path of a folder from this one, such as "../base")'
            )
        if following in seen or len(seen) >= LONGEST_LINEAGE:
            names = " -> ".join((*(path.name for path in seen), following.name))
            raise RulesetError(file, "extends", f"goes round in a circle: {names}")
        folder = following


def _parent(folder: Path, parent: str) -> Path | None:
    """The folder that `extends` means: a plain word is a ruleset of the app or a folder beside this one, anything else
    a path from this folder. None where there is no ruleset."""
    if _SHIPPED_ID.fullmatch(parent):
        candidates = [shipped.rulesets() / parent, folder.parent / parent]
    else:
        candidates = [folder / parent]
    own = False
    for candidate in candidates:
        try:
            found = candidate.resolve()
            if found != folder and (found / "ruleset.toml").is_file():
                return found
        except (OSError, ValueError):
            continue
        own = own or found == folder
    return folder if own else None


def _read(folder: Path) -> Source:
    """A folder's files. Files that have not changed since they were last read are not parsed again."""
    label = folder.name
    paths = [*sorted(folder.glob("*.toml")), *sorted((folder / "opponents").glob("*.toml"))]
    if folder / "ruleset.toml" not in paths:
        others = [path.name for path in folder.iterdir()][:200]
        hint = f": is it {near}?" if (near := nearest("ruleset.toml", others)) else ""
        raise RulesetError(f"{label}/ruleset.toml", "", f"is missing: every ruleset's folder has one{hint}")
    if len(paths) > MOST_FILES:
        raise RulesetError(label, "", f"has {len(paths)} files: at most {MOST_FILES} are read")
    files: list[tuple[str, bytes]] = []
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            with path.open("rb") as stream:
                content = stream.read(LARGEST_FILE + 1)
        except OSError as error:
            raise RulesetError(f"{label}/{name}", "", f"cannot be read: {error.strerror or error}") from None
        if len(content) > LARGEST_FILE:
            raise RulesetError(f"{label}/{name}", "", f"is larger than {LARGEST_FILE} bytes")
        files.append((name, content))
    stamp = sha256()
    for name, content in files:
        stamp.update(os.fsencode(f"{name}\0{len(content)}\0"))
        stamp.update(content)
    raw = stamp.hexdigest()
    known = _parsed.get(folder)
    if known is not None and known.raw == raw:
        return known
    sections, wrong = _sections(label, files)
    source = Source(folder, sections, raw, tuple(wrong))
    _parsed[folder] = source
    return source


_parsed: dict[Path, Source] = {}


def _sections(label: str, files: list[tuple[str, bytes]]) -> tuple[dict[str, Any], list[RulesetError]]:
    """The content of the files that can be read, and what is wrong with the others."""
    content: dict[str, Any] = {section: {} for section in _ALL}
    wrong: list[RulesetError] = []
    for name, raw in files:
        try:
            data = _toml(f"{label}/{name}", raw)
        except RulesetError as error:
            wrong.append(error)
            continue
        stem = name.removesuffix(".toml")
        if stem in _SECTIONS:
            content[stem] = data
        elif stem.startswith("opponents/"):
            content["opponents"][stem.removeprefix("opponents/")] = data
        else:
            content["tables"][stem] = data
    return content, wrong


def _toml(file: str, raw: bytes) -> dict[str, Any]:
    """A file's data, in which every number is a whole one."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RulesetError(file, f"line {line}", "is not text in UTF-8: save the file in that encoding") from None
    try:
        data = read_toml(text)
    except TomlError as error:
        raise RulesetError(file, error.place, error.message) from None
    _check_kinds(file, data, ())
    return data


def _check_kinds(file: str, value: object, path: ContentPath) -> None:
    """Refuses values that no ruleset may have: numbers that are not whole."""
    if isinstance(value, dict):
        for key, one in value.items():
            _check_kinds(file, one, (*path, key))
    elif isinstance(value, list):
        for n, one in enumerate(value, 1):
            _check_kinds(file, one, (*path, n))
    elif isinstance(value, float):
        raise RulesetError(file, dotted(path), f"must be a whole number, a text or true or false, not {value}")


def _resolve(sources: tuple[Source, ...]) -> tuple[Ruleset, list[RulesetError]]:
    """The ruleset of a folder with all that it extends, and everything that is wrong with it."""
    wrong = [error for source in sources for error in source.wrong]
    unread = bool(wrong)
    content: dict[str, Any] = {}
    for source in reversed(sources):
        content = _merged(content, source.content, (), source, wrong)
    content["ruleset"].pop("extends", None)
    if unread:
        content["opponents"] = {}  # they may name things that stand in a file that could not be read
    ruleset, more = _build(sources[0].folder.name, tuple(source.label for source in sources), content, sources)
    return ruleset, [*wrong, *more]


def _merged(
    base: Mapping[str, Any], top: Mapping[str, Any], path: ContentPath, source: Source, wrong: list[RulesetError]
) -> dict[str, Any]:
    """`base` overridden by `top`: tables are merged, everything else is replaced."""
    out = dict(base)
    for key, value in top.items():
        here = (*path, key)
        if isinstance(value, dict) and value.get("remove") is True:
            if key not in base:
                message = f"cannot be removed: {unknown(key, base, 'entry', 'what this extends')}"
            elif len(value) > 1:
                message = "has remove = true and other keys: remove it, or change it"
            else:
                del out[key]
                continue
            wrong.append(_error((source,), here, message))
        elif isinstance(value, dict):
            old = base.get(key)
            out[key] = _merged(old if isinstance(old, dict) else {}, value, here, source, wrong)
        else:
            out[key] = value
    return out


def _build(
    id: str, lineage: tuple[str, ...], content: Mapping[str, Any], sources: tuple[Source, ...]
) -> tuple[Ruleset, list[RulesetError]]:
    # Imported here, so that loading a ruleset that is known already never waits for pydantic.
    from exgui.rulebook.build import build

    resolved = {"id": id, "lineage": lineage, "content": content}
    canonical = json.dumps(resolved, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
    ruleset, complaints = build(id, lineage, content)
    text = json.dumps(resolved, ensure_ascii=False, separators=(",", ":"))
    ruleset = ruleset.but(digest=digest, text=text, source=sources[0].label)
    return ruleset, [_error(sources, path, message) for path, message in complaints]


def _error(sources: tuple[Source, ...], path: ContentPath, message: str) -> RulesetError:
    """An error at a path of the resolved content: in the file of the nearest ruleset that says something there."""
    depths = [_depth(source.content, path) for source in sources]
    source = sources[depths.index(max(depths))]
    if path[0] in ("tables", "opponents"):
        name = f"{path[1]}.toml" if path[0] == "tables" else f"opponents/{path[1]}.toml"
        rest = path[2:]
    else:
        name, rest = f"{path[0]}.toml", path[1:]
    return RulesetError(f"{source.label}/{name}", dotted(rest), message)


def _depth(content: object, path: ContentPath) -> int:
    """How many keys of a path exist in the content."""
    for depth, step in enumerate(path):
        if isinstance(content, Mapping) and step in content:
            content = content[step]
        elif isinstance(content, list) and isinstance(step, int) and 0 < step <= len(content):
            content = content[step - 1]
        else:
            return depth
    return len(path)


def _raise(wrong: list[RulesetError]) -> None:
    if wrong:
        first = wrong[0]
        raise RulesetError(first.file, first.key, first.message, tuple(wrong[1:]))
