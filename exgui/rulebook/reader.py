"""Reads and checks a ruleset's folder, with the rulesets it extends, and builds one frozen `Ruleset`.

`extends = "ex3"` inherits everything: the folder states only what differs, table by table; `remove = true` in a table
removes it. Errors name file and key; `RulesetError.all` has every error, and `problems` returns them without raising.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from exgui import shipped
from exgui.engine.record import Record
from exgui.rulebook import kept_builds
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import folder_of, installed, is_id, own_folder
from exgui.rulebook.toml_text import TomlError, line_at, read_toml
from exgui.rulebook.unknown_words import nearest, one_line, unknown, words
from exgui.rulebook.validation import LARGEST, KeyPath, Problem, dotted, shown

LARGEST_FILE = 1_000_000
"""The most bytes of one file."""
LARGEST_FOLDER = 6_000_000
"""The most bytes of all files together."""
MOST_ENTRIES = 1_000
"""The most entries of one table or list."""
MOST_FILES = 500
"""The most files in a folder, of any kind."""
LONGEST_LINEAGE = 16
LONGEST_LABEL = 100
OF_ONE_ACTION = ("label", "help", "key", "hidden")
"""Keys of an action that are not taken from the action it names as its step."""
ONE_LINE = ("name", "label", "short")
"""Keys whose value is shown as a word or a line."""

_SECTIONS = ("ruleset", "actions", "conditions", "rules")
"""Files that are a section by themselves; every other file is a table of items, and opponents have a folder."""

_ALL = (*_SECTIONS, "tables", "opponents")


class RulesetError(ValueError):
    """A ruleset that cannot be used.

    Attributes:
        file: the file, below the folder's name ("ex3/actions.toml").
        key: path of the key in it, or line and column.
        message: what is wrong, and what would be right.
        all: every error found, this one first.
        path: the key's path, empty if there is none.
    """

    def __init__(
        self, file: str, key: str, message: str, others: tuple[RulesetError, ...] = (), path: KeyPath = ()
    ) -> None:
        self.file, self.key, self.message, self.path = one_line(file), key, one_line(message), path
        self.all = (self, *others)
        super().__init__(": ".join(part for part in (self.file, key, self.message) if part))

    def with_line(self, folder: Path) -> str:
        """Return the message, with the line in the file if known.

        Args:
            folder: the parent of the ruleset's folder.
        """
        try:
            text = (folder / self.file).read_text("utf-8") if self.path else ""
        except (OSError, ValueError):
            text = ""
        line = line_at(text, self.path)
        return str(self).replace(self.file, f"{self.file}:{line}", 1) if line else str(self)


class Source(Record):
    """The parsed files of one folder, by section."""

    folder: Path
    content: Mapping[str, Any]
    raw: str
    wrong: tuple[RulesetError, ...] = ()
    """Errors of files that could not be read; the content has nothing of these files."""

    @property
    def label(self) -> str:
        return self.folder.name


_cache: dict[Path, tuple[str, Ruleset]] = {}


def load(where: str | Path) -> Ruleset:
    """Return a ruleset: the id of one that comes with the app, or the path of a folder.

    Read again only when one of its files, or of a ruleset it extends, has changed.

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


def problems(where: str | Path, further: Callable[[Ruleset], Iterable[Problem]]) -> tuple[RulesetError, ...]:
    """Return everything that is wrong with a ruleset, or with what it extends.

    Args:
        where: as for `load`.
        further: returns more errors of the ruleset, after the reader has replaced what it found wrong.
    """
    sources: list[Source] = []
    try:
        for source in _lineage(_find(where)):
            sources.append(source)  # noqa: PERF402 - what was read before it fails stays in the list
    except RulesetError as error:
        unread = [one for source in sources for one in source.wrong]
        return *error.all, *(one for one in unread if one not in error.all)
    lineage = tuple(sources)
    ruleset, wrong = _resolve(lineage)
    known = {(error.file, error.key) for error in wrong}
    found = (_error(lineage, one.path, one.message) for one in further(ruleset))
    return tuple(_without_followers([*wrong, *(error for error in found if (error.file, error.key) not in known)]))


def _without_followers(errors: list[RulesetError]) -> list[RulesetError]:
    """Return the errors without those of keys in an entry that is itself wrong."""
    whole = {(one.file, one.path) for one in errors if one.path}

    def follows(one: RulesetError) -> bool:
        ends = (end for end in range(1, len(one.path)) if isinstance(one.path[end], str))
        return any((one.file, one.path[:end]) in whole for end in ends)

    return [one for one in errors if not follows(one)]


def from_text(text: str) -> Ruleset:
    """Return a ruleset from `Ruleset.text`, as a battle's journal keeps it.

    Raises:
        RulesetError: the text is not a ruleset.
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


def from_lines(id: str, extends: str, files: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset from its differences from the one it extends, without a folder.

    Args:
        extends: as for `load`.
        files: the data of its files by their names without ".toml"; opponents by their ids under "opponents".

    Raises:
        RulesetError: something in it is wrong.
    """
    content: dict[str, Any] = {section: {} for section in _ALL}
    wrong: list[RulesetError] = []
    for name, data in files.items():
        if not isinstance(data, dict):
            wrong.append(RulesetError(f"{id}/{name}", "", f"must be a table, not {shown(data)}"))
            continue
        mended = _mended(f"{id}/{name}.toml", data, (), wrong)
        if name in (*_SECTIONS, "opponents"):
            content[name] = mended
        else:
            content["tables"][name] = mended
    source = Source(Path(id), content, "", tuple(wrong))
    ruleset, found = _resolve((source, *_lineage(_find(extends))))
    _raise(found)
    return ruleset


def _find(where: str | Path) -> Path:
    if isinstance(where, str) and (named := folder_of(where)) is not None:
        return named
    try:
        folder = Path(where)
        if folder.is_dir():
            return folder.resolve()
        is_file = folder.is_file()
    except (OSError, ValueError):
        is_file = False
    if is_file:
        raise RulesetError(str(where), "", "is a file: a ruleset is the folder that contains ruleset.toml")
    known = [one.id for one in installed()]
    raise RulesetError(str(where), "", f"is not a folder; {unknown(str(where), known, 'ruleset', 'the app')}")


def _lineage(folder: Path) -> Iterator[Source]:
    """Yield the folder, then the folders it extends, nearest first."""
    seen: list[Path] = []
    while True:
        source = _read(folder)
        if not source.content["ruleset"] and any(one.file == f"{source.label}/ruleset.toml" for one in source.wrong):
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
            known = dict.fromkeys((*(one.id for one in installed()), *_beside(folder)))
            message = unknown(parent, [id for id in known if id != folder.name], "ruleset")
            raise RulesetError(
                file, "extends", f'{message} (or give the path of a folder from this one, such as "../base")'
            )
        if following in seen or len(seen) >= LONGEST_LINEAGE:
            names = " -> ".join((*(path.name for path in seen), following.name))
            raise RulesetError(file, "extends", f"extends itself: {names}")
        folder = following


def _parent(folder: Path, parent: str) -> Path | None:
    """Return the folder that `extends` means: a plain word is a ruleset of the app, a folder beside this one or one
    of the user's own, anything else a path from this folder. None if there is no ruleset.
    """
    if is_id(parent):
        candidates = [shipped.rulesets() / parent, folder.parent / parent, own_folder() / parent]
    else:
        candidates = [folder / parent]
    own = False
    for candidate in candidates:
        try:
            found = candidate.resolve()
            if found != folder and (found / "ruleset.toml").is_file():
                return found
        except (OSError, ValueError, RuntimeError):  # a RuntimeError: links in a circle
            continue
        own = own or found == folder
    return folder if own else None


def _beside(folder: Path) -> list[str]:
    """Return the names of the rulesets among the first `MOST_FILES` files beside a folder."""
    try:
        with os.scandir(folder.parent) as entries:
            names = sorted(entry.name for _, entry in zip(range(MOST_FILES), entries, strict=False))
    except OSError:
        return []
    return [name for name in names if name != folder.name and (folder.parent / name / "ruleset.toml").is_file()]


def _read(folder: Path) -> Source:
    """Return a folder's files. Files that have not changed since they were last read are not parsed again."""
    label = folder.name
    names = _names(folder)
    if "ruleset.toml" not in names:
        near = nearest("ruleset.toml", [name.rpartition("/")[2] for name in names])
        hint = f": is it {near}?" if near else ""
        raise RulesetError(f"{label}/ruleset.toml", "", f"is missing: every ruleset’s folder needs one{hint}")
    files: list[tuple[str, bytes]] = []
    unread: list[RulesetError] = []
    left = LARGEST_FOLDER
    for name in names:
        try:
            content = _content(f"{folder}/{name}")
        except OSError as error:
            unread.append(RulesetError(f"{label}/{name}", "", f"cannot be read: {_why(error)}"))
            continue
        left -= len(content)
        if len(content) > LARGEST_FILE:
            message = (
                f"is larger than {LARGEST_FILE:,} bytes: too large for a ruleset’s file. Remove it from the folder"
            )
            unread.append(RulesetError(f"{label}/{name}", "", message))
        elif left < 0:
            message = f"has more than {LARGEST_FOLDER:,} bytes of rules in all: remove what does not belong there"
            raise RulesetError(label, "", message)
        else:
            files.append((name, content))
    stamp = sha256()
    for name, content in files:
        stamp.update(os.fsencode(f"{name}\0{len(content)}\0"))
        stamp.update(content)
    for one in unread:
        stamp.update(f"{one}\0".encode("utf-8", "surrogateescape"))
    raw = stamp.hexdigest()
    known = _parsed.get(folder)
    if known is not None and known.raw == raw:
        return known
    sections, wrong = _sections(label, files)
    source = Source(folder, sections, raw, (*unread, *wrong))
    _parsed[folder] = source
    return source


def _names(folder: Path) -> list[str]:
    """Return the ruleset's files in a folder, relative to it: those that end in .toml, and the opponents.

    Raises:
        RulesetError: there are too many files in the folder; not all were read.
    """
    found: list[str] = []
    count = 0
    for place, prefix in ((folder, ""), (folder / "opponents", "opponents/")):
        names = []
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    count += 1
                    if count > MOST_FILES:
                        message = f"has more than {MOST_FILES} files. Name the folder that contains ruleset.toml"
                        raise RulesetError(folder.name, "", message)
                    if entry.name.lower().endswith(".toml") and not entry.name.startswith("."):
                        names.append(prefix + entry.name)
        except FileNotFoundError:
            continue
        except NotADirectoryError:
            raise RulesetError(f"{folder.name}/{place.name}", "", "is a file: opponents are kept in a folder") from None
        except OSError as error:
            where = folder.name if place == folder else f"{folder.name}/{place.name}"
            raise RulesetError(where, "", f"cannot be read: {_why(error)}") from None
        found += sorted(names)
    return found


def _content(path: str) -> bytes:
    there = os.stat(path)
    if not stat.S_ISREG(there.st_mode):
        raise OSError(0, "it is a folder or a device, not a file")
    with open(path, "rb", buffering=0) as stream:  # `read` allocates as much as it is asked for
        return stream.read(min(there.st_size, LARGEST_FILE) + 1)


def _why(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "it is a link that leads back to itself. Remove it"
    if error.errno == errno.ENOENT:
        return "it is a link that leads nowhere. Remove it"
    if error.errno == errno.EACCES:
        return "you don’t have permission to open it. Change its permissions"
    return error.strerror or str(error)


_parsed: dict[Path, Source] = {}


def _sections(label: str, files: list[tuple[str, bytes]]) -> tuple[dict[str, Any], list[RulesetError]]:
    """Return the content of the readable files, and the errors of the others."""
    content: dict[str, Any] = {section: {} for section in _ALL}
    wrong: list[RulesetError] = []
    for name, raw in files:
        try:
            data = _toml(f"{label}/{name}", raw, wrong)
        except RulesetError as error:
            wrong.append(error)
            continue
        stem = name[: -len(".toml")]
        if stem in _SECTIONS:
            content[stem] = data
        elif stem.startswith("opponents/"):
            content["opponents"][stem.removeprefix("opponents/")] = data
        else:
            content["tables"][stem] = data
    return content, wrong


def _toml(file: str, raw: bytes, wrong: list[RulesetError]) -> dict[str, Any]:
    """Return a file's data, in which every number is whole; report other numbers."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RulesetError(file, f"line {line}", "is not text in UTF-8: save the file in that encoding") from None
    try:
        data = read_toml(text)
    except TomlError as error:
        raise RulesetError(file, error.place, error.message) from None
    found: dict[str, Any] = _mended(file, data, (), wrong)
    return found


def _mended(file: str, value: Any, path: KeyPath, wrong: list[RulesetError]) -> Any:
    """Return a value without anything that no ruleset may have: numbers that are not whole or too large for any
    game, names of several lines, thousands of entries. Each is replaced by something similar, so that the rest can
    be checked.
    """
    if isinstance(value, (dict, list)) and len(value) > MOST_ENTRIES:
        message = f"has {len(value):,} entries: at most {MOST_ENTRIES:,} are allowed"
        wrong.append(RulesetError(file, dotted(path), message))
        return type(value)()
    if isinstance(value, dict):
        return {key: _mended(file, one, (*path, key), wrong) for key, one in value.items()}
    if isinstance(value, list):
        return [_mended(file, one, (*path, n), wrong) for n, one in enumerate(value, 1)]
    if isinstance(value, str) and path[-1] in ONE_LINE and not (value.isprintable() and len(value) <= LONGEST_LABEL):
        message = f"must be one line of plain text, of at most {LONGEST_LABEL} characters"
        wrong.append(RulesetError(file, dotted(path), message))
        return value[:1] if value.isprintable() else "-"
    if isinstance(value, float):
        message = f"must be a whole number, a text or true or false, not {value}"
    elif isinstance(value, int) and abs(value) > LARGEST:
        message = f"must be from -{LARGEST:,} to {LARGEST:,}, not {value}"
    else:
        return value
    wrong.append(RulesetError(file, dotted(path), message))
    return int(max(-LARGEST, min(value, LARGEST)))


def _resolve(sources: tuple[Source, ...]) -> tuple[Ruleset, list[RulesetError]]:
    """Return the ruleset of a folder with everything it extends, and all its errors."""
    wrong = [error for source in sources for error in source.wrong]
    unread = bool(wrong)
    content: dict[str, Any] = {}
    for source in reversed(sources):
        before = content.get("actions", {})
        content = _merged(content, source.content, (), source, wrong)
        content["actions"] = _with_likeness(content["actions"], before)
    content["ruleset"].pop("extends", None)
    if "name" not in sources[0].content["ruleset"]:  # else it would take the name of what it extends
        content["ruleset"]["name"] = words(sources[0].folder.name)
    wrong += _other_system(content["ruleset"], sources)
    if unread:
        content["opponents"] = {}  # they may name things in a file that could not be read
    ruleset, more = _build(sources[0].folder.name, tuple(source.label for source in sources), content, sources)
    known = {(error.file, error.key) for error in more}
    further = [error for error in _wrong_for_the_game(content, sources) if (error.file, error.key) not in known]
    more = [_with_its_cause(error, sources) for error in more]
    return ruleset, [*wrong, *further, *more]  # those may have caused much of what follows


def _other_system(main: dict[str, Any], sources: tuple[Source, ...]) -> list[RulesetError]:
    """Report a system that differs from the extended ruleset's, and restore that one, so that the rest can be
    checked.
    """
    root = sources[-1].content["ruleset"].get("system")
    if root == main.get("system") or not isinstance(root, str):
        return []
    main["system"] = root
    return [_error(sources, ("ruleset", "system"), f"must stay {shown(root)}, the system of the ruleset it extends")]


def _with_its_cause(error: RulesetError, sources: tuple[Source, ...]) -> RulesetError:
    """Add the cause to an error in a file of the app: what the house rules changed."""
    ours = sources[0].label
    label, _slash, file = error.file.partition("/")
    if label == ours or not any(one.label == label and one.folder.parent == shipped.rulesets() for one in sources):
        return error
    cause = f"the changes in {ours} do not fit this: add {ours}/{file}, or leave that as it was"
    return RulesetError(error.file, error.key, f"{error.message} ({cause})", path=error.path)


def _with_likeness(actions: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the actions; a new one that names another action as its step takes its missing keys from that action."""
    out = dict(actions)
    for id, one in actions.items():
        step = one.get("step") if isinstance(one, dict) else None
        like = actions.get(step) if isinstance(step, str) and step in before and id not in before else None
        if isinstance(like, dict):
            inherited = {key: value for key, value in like.items() if key not in OF_ONE_ACTION}
            out[id] = {**inherited, **one, "step": like.get("step", step)}
    return out


def _game(content: Mapping[str, Any], sources: tuple[Source, ...]) -> Mapping[str, Any] | None:
    """Return the content of the game whose code plays a ruleset: the app's own ruleset at the end of its lineage;
    None for a game itself.
    """
    system = content["ruleset"].get("system")
    folder = shipped.rulesets() / system if isinstance(system, str) and is_id(system) else None
    root = sources[-1]
    if folder is not None and folder.is_dir() and folder.resolve() != root.folder:
        return _read(folder.resolve()).content
    return root.content if len(sources) > 1 else None


def _wrong_for_the_game(content: Mapping[str, Any], sources: tuple[Source, ...]) -> list[RulesetError]:
    """Return everything in a ruleset that its game's code cannot read."""
    game = _game(content, sources)
    if game is None:
        return []
    from exgui.rulebook.game_needs import departures  # imported here: a game itself does without

    return [_error(sources, one.path, one.message) for one in departures(content, game)]


def _merged(
    base: Mapping[str, Any], top: Mapping[str, Any], path: KeyPath, source: Source, wrong: list[RulesetError]
) -> dict[str, Any]:
    """Return `base` overridden by `top`: tables are merged, everything else is replaced."""
    out = dict(base)
    for key, value in top.items():
        here = (*path, key)
        if isinstance(value, dict) and value.get("remove") is True:
            if key not in base:
                message = f"cannot be removed: {unknown(key, base, 'entry', 'what this extends')}"
            elif len(value) > 1:
                message = "has remove = true and other keys: either remove it or change it"
            else:
                del out[key]
                continue
            wrong.append(_error((source,), here, message))
        elif isinstance(value, dict):
            if value.get("remove") is False:
                wrong.append(_error((source,), (*here, "remove"), "must be true, or be left out, not false"))
                value = {key: one for key, one in value.items() if key != "remove"}
            old = base.get(key)
            out[key] = _merged(old if isinstance(old, dict) else {}, value, here, source, wrong)
        else:
            out[key] = value
    return out


def _build(
    id: str, lineage: tuple[str, ...], content: Mapping[str, Any], sources: tuple[Source, ...]
) -> tuple[Ruleset, list[RulesetError]]:
    resolved = {"id": id, "lineage": lineage, "content": content}
    text = json.dumps(resolved, ensure_ascii=False, separators=(",", ":"))
    kept = kept_builds.find(text)
    if kept is not None:
        return kept.but(source=sources[0].label), []
    from exgui.rulebook.build import build  # imports pydantic, which a kept ruleset does not need

    canonical = json.dumps(resolved, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
    ruleset, complaints = build(id, lineage, content)
    ruleset = ruleset.but(digest=digest, text=text, source=sources[0].label)
    if not complaints:
        kept_builds.keep(ruleset)
    return ruleset, [_error(sources, one.path, one.message) for one in complaints]


def _error(sources: tuple[Source, ...], path: KeyPath, message: str) -> RulesetError:
    """Return an error at a path of the resolved content: in the file of the nearest ruleset that defines something
    at this path.
    """
    depths = [_depth(source.content, path) for source in sources]
    source = sources[depths.index(max(depths))]
    if path[0] in ("tables", "opponents"):
        name = f"{path[1]}.toml" if path[0] == "tables" else f"opponents/{path[1]}.toml"
        rest = path[2:]
    else:
        name, rest = f"{path[0]}.toml", path[1:]
    return RulesetError(f"{source.label}/{name}", dotted(rest), message, path=rest)


def _depth(content: object, path: KeyPath) -> int:
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
