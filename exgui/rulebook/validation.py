"""Checks of plain data from TOML, JSON or a form: each returns the value, or raises a `SetupError` that names the key
and says what would be right.

`Problems` gathers the errors of several checks, so that all can be shown at once. The limits at the top apply to
everything that people write or import.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from exgui.engine.record import Record, Table, Value
from exgui.rulebook.unknown_words import names_its_kind, one_line, unknown

LONGEST_NAME = 500
"""The most characters of a name, which must fit a list or a token."""
LONGEST_NOTE = 200_000
LONGEST_ID = 64
LONGEST_LIST = 500
LARGEST = 1_000_000
MOST_PROBLEMS = 100
"""The number of problems after which no more are looked for."""

_ID = re.compile(r"\w[\w-]*")
_PLAIN_KEY = re.compile(r"[\w-]+")
_STEP = re.compile(r"""([^.\[\]"]+)|\[(\d+)\]|"([^"]*)\"""")
T = TypeVar("T")
F = TypeVar("F")


KeyPath = tuple[int | str, ...]
"""A place in data: keys of tables, and numbers of entries in lists, which count from 1."""


def dotted(path: KeyPath, first: int = 1) -> str:
    """Return a path as messages show it: `combatant[2].traits.melee`; a key that is not a plain word is in quotes.

    Args:
        first: the number in the path of the first entry of a list, which is shown as 1.
    """
    out = ""
    for step in path:
        if isinstance(step, int):
            out += f"[{step - first + 1}]"
        else:
            key = step if len(step) <= LONGEST_ID else f"{step[: LONGEST_ID - 3]}..."
            key = key if _PLAIN_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=not key.isprintable())
            out += f".{key}" if out else key
    return out


def path_of(text: str) -> KeyPath:
    """Return the path that `dotted` wrote."""
    return tuple(int(index) if index else plain or quoted for plain, index, quoted in _STEP.findall(text))


class Problem(Record):
    """One problem in data from outside: a ruleset, a sheet, an encounter, a scenario.

    Attributes:
        message: what is wrong and what would be right, to follow the field's name.
        kind, id: the entry of an encounter it concerns (the first two steps of the path): "zone" or "combatant" and its
            id, "link" and the ids of its zones separated by a space; "" for anything else.
    """

    path: KeyPath
    message: str
    kind: str = ""
    id: str = ""

    @property
    def key(self) -> str:
        return dotted(self.path)

    @property
    def sentence(self) -> str:
        """Return the problem as a sentence that begins with the entry's field, unless it names what is unknown."""
        if names_its_kind(self.message):
            return self.message.replace("there is no", "There is no", 1)
        field = dotted(self.path[2:] if self.kind else self.path).replace("_", " ").replace(".", ", ")
        return f"{field[:1].upper()}{field[1:]} {self.message}" if field else self.message

    def __str__(self) -> str:
        return f"{self.key}: {self.message}" if self.path else self.message


class SetupError(ValueError):
    """Raised for data that cannot be used.

    Attributes:
        where: the name of the file or other source, "" for none.
        problems: all problems, in the order of the data.
        path, key, message: of the first problem.
    """

    def __init__(self, where: str, *problems: Problem) -> None:
        self.where, self.problems = where, problems
        self.path, self.key, self.message = problems[0].path, problems[0].key, problems[0].message
        super().__init__(": ".join(part for part in (where, self.key, self.message) if part))


class Problems:
    """Gathers the problems of several parts of the data.

    Each part is read inside its own `with`, which collects its errors; `raise_any` raises them together:

        problems = Problems()
        for id, value in given.items():
            with problems:
                traits[id] = number(value, place.key(id))
        problems.raise_any()

    Args:
        where: the name of the file or other source, "" for that of the parts.
        patient: never raise inside a `with`, and collect no more than `MOST_PROBLEMS`; else the problems are raised as
            soon as that number is reached.
    """

    def __init__(self, where: str = "", patient: bool = False) -> None:
        self._where, self._patient = where, patient
        self._found: list[Problem] = []

    def __enter__(self) -> Problems:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, SetupError):
            return False
        self._where = self._where or error.where
        self.extend(error.problems)
        return True

    @property
    def found(self) -> tuple[Problem, ...]:
        return tuple(self._found)

    @property
    def full(self) -> bool:
        return len(self._found) >= MOST_PROBLEMS

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add problems found elsewhere, unless there are enough already."""
        for problem in problems if not self.full else ():
            self._found.append(problem)
            if self.full:
                break
        if self.full and not self._patient:
            self.raise_any()

    def __bool__(self) -> bool:
        return bool(self._found)

    def read(self, fallback: F, check: Callable[..., T], *args: Any) -> T | F:
        """Return the result of a check with these arguments, or the fallback if the check fails."""
        with self:
            return check(*args)
        return fallback

    def raise_any(self) -> None:
        """Raise one error with all problems found so far; do nothing if there are none.

        Raises:
            SetupError: there are problems.
        """
        if self._found:
            raise SetupError(self._where, *self._found)


class Place:
    """A place in data, with which a check reports where something is wrong.

    The path is built only when there is a problem: a crowd has a hundred thousand places.

    Args:
        where: the name of the file or other source, "" for none.
        step: the last step of the path; "" for the top.
    """

    __slots__ = ("_above", "_step", "where")

    def __init__(self, where: str = "", step: str | int = "", above: Place | None = None) -> None:
        self.where, self._step, self._above = where, step, above

    @property
    def path(self) -> KeyPath:
        if self._above is None:
            return (self._step,) if self._step else ()
        return (*self._above.path, self._step)

    def key(self, key: str) -> Place:
        return Place(self.where, key, self)

    def index(self, index: int) -> Place:
        """Return the place of one entry of a list, counted from 1."""
        return Place(self.where, index, self)

    def refuse(self, message: str) -> NoReturn:
        raise SetupError(self.where, Problem(self.path, one_line(message)))


def shown(value: object) -> str:
    """Return a value for a message, as TOML and shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = f'"{value}"' if isinstance(value, str) else repr(value)
    return text if len(text) <= 50 else text[:47] + "..."


def table(value: object, place: Place) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        place.refuse(f"must be a table, not {shown(value)}")
    for key in value:
        if not isinstance(key, str):
            place.refuse(f"has the key {shown(key)}: keys must be texts")
    return value


def entries(value: object, place: Place, most: int = LONGEST_LIST) -> Sequence[Any]:
    """Return a list of at most `most` entries."""
    if not isinstance(value, (list, tuple)):
        place.refuse(f"must be a list, not {shown(value)}")
    if len(value) > most:
        place.refuse(f"has {len(value)} entries: at most {most} are allowed")
    return value


def each(value: object, place: Place, most: int = LONGEST_LIST) -> Iterator[tuple[Any, Place]]:
    return ((one, place.index(n)) for n, one in enumerate(entries(value, place, most), 1))


def text(value: object, place: Place, longest: int = LONGEST_NAME) -> str:
    """Return a text of at most `longest` characters."""
    if not isinstance(value, str):
        place.refuse(f"must be text, not {shown(value)}")
    if len(value) > longest:
        place.refuse(f"has {len(value)} characters: at most {longest} are allowed")
    return value


def line(value: object, place: Place) -> str:
    name = text(value, place)
    if not name.isprintable():
        place.refuse(f"must be one line of plain text, not {shown(name)}")
    return name


def ident(value: object, place: Place) -> str:
    """Return an id: letters, digits, _ and -."""
    id = text(value, place, LONGEST_ID)
    if not _ID.fullmatch(id):
        place.refuse(f"must be an id of letters, digits, _ and -, not {shown(id)}")
    return id


def flag(value: object, place: Place) -> bool:
    if not isinstance(value, bool):
        place.refuse(f"must be true or false, not {shown(value)}")
    return value


def number(value: object, place: Place, low: int | None = -LARGEST, high: int | None = LARGEST) -> int:
    """Return a whole number from `low` to `high` (None: the widest bounds)."""
    if isinstance(value, bool) or not isinstance(value, int):
        place.refuse(f"must be a whole number, not {shown(value)}")
    if high is None and low is not None and value < low:
        place.refuse(f"must be at least {low}, not {shown(value)}")
    if low is None and high is not None and value > high:
        place.refuse(f"must be at most {high}, not {shown(value)}")
    low = -LARGEST if low is None else low
    high = LARGEST if high is None else high
    if not low <= value <= high:
        place.refuse(f"must be from {low} to {high}, not {shown(value)}")
    return value


def measure(value: object, place: Place, low: float, high: float) -> float:
    """Return a number, whole or not, from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        place.refuse(f"must be a number, not {shown(value)}")
    if not low <= value <= high:
        place.refuse(f"must be from {low:g} to {high:g}, not {shown(value)}")
    return float(value)


def texts(value: object, place: Place) -> tuple[str, ...]:
    return list_of(line, value, place)


def list_of(check: Callable[[Any, Place], T], value: object, place: Place, most: int = LONGEST_LIST) -> tuple[T, ...]:
    """Return a list of at most `most` entries, each read by a check."""
    problems = Problems()
    found = []
    for one, at in each(value, place, most):
        with problems:
            found.append(check(one, at))
    problems.raise_any()
    return tuple(found)


def table_of(check: Callable[[str, Any, Place], T], value: object, place: Place) -> Table[str, T]:
    """Return a table whose entries are each read by a check of key and value."""
    problems = Problems()
    found = {}
    for key, one in table(value, place).items():
        with problems:
            found[key] = check(key, one, place.key(key))
    problems.raise_any()
    return Table(found)


def one_of(value: object, known: Iterable[str], place: Place, what: str = "", owner: str = "") -> str:
    """Return one of the known words; for `what` and `owner` see `unknown`."""
    word = text(value, place)
    names = list(known)
    if word not in names:
        place.refuse(unknown(word, names, what, owner))
    return word


def known_keys(data: Mapping[str, Any], known: Iterable[str], place: Place, what: str = "", owner: str = "") -> None:
    """Reject unknown keys; for `what` and `owner` see `unknown`."""
    names = list(known)
    problems = Problems()
    for key in data:
        if key not in names:
            with problems:
                place.key(key).refuse(unknown(key, names, what, owner))
    problems.raise_any()


def plain(value: object, place: Place, depth: int = 0) -> Value:
    """Return any plain data, frozen: true or false, whole numbers, texts, lists and tables of these, not too large."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return number(value, place)
    if isinstance(value, str):
        return text(value, place, LONGEST_NOTE)
    if depth > 6:
        place.refuse("is nested too deep: at most 6 levels are allowed")
    if isinstance(value, Mapping):
        return Table((key, plain(one, place.key(key), depth + 1)) for key, one in table(value, place).items())
    if isinstance(value, (list, tuple)):
        return tuple(plain(one, place.index(n), depth + 1) for n, one in enumerate(entries(value, place), 1))
    place.refuse(f"must be a whole number, a text, true or false, a list or a table, not {shown(value)}")


def thawed(value: Value) -> Any:
    """Return frozen data as lists and dicts, for writing."""
    if isinstance(value, Mapping):
        return {key: thawed(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [thawed(one) for one in value]
    return value
