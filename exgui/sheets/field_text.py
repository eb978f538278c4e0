"""A field of a sheet as text: its value as a user would type it, and the value of a typed text.

`read_text` decides only the meaning of the text ("2, 1 willpower" of a table of costs); the ruleset is asked afterwards
whether that is allowed (`rulebook.items.field_value`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from exgui.rulebook.rules import Field
from exgui.rulebook.unknown_words import words

MINUS = "\N{MINUS SIGN}"
_NUMBER = re.compile(r"[+-]?\d+")
_PAIR = re.compile(r"\s*(?:([+-]?\d+)\s+(.+?)|(.+?)\s*[:=]?\s*([+-]?\d+))\s*")
_YES = frozenset(("yes", "true", "on", "x", "1"))
_NO = frozenset(("no", "false", "off", "0", ""))


class NotRead(ValueError):
    """A text that is not a value of its field; the message describes a valid one."""


def text_of(field: Field, value: Any, labels: Mapping[str, str] | None = None) -> str:
    """Return a value as a user would type it; "" if there is none.

    Args:
        labels: the names of its choices, if they are more than the ids in words.
    """
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_label(key, labels)} {one}" for key, one in value.items())
    if isinstance(value, (list, tuple)):
        if field.type == "ints":
            numbers = [str(one) for one in value]
            return numbers[0] if len(set(numbers)) == 1 and field.length else " ".join(numbers)
        if field.type == "words":
            return ", ".join(str(one).replace("_", " ") for one in value)
        return ", ".join(str(one) for one in value)
    if field.type == "text" and field.choices and value in field.choices:
        return _label(str(value), labels)
    return str(value)


def read_text(field: Field, text: str, labels: Mapping[str, str] | None = None) -> Any:
    """Return the plain value of a text; None if it is empty, so that the field is left out.

    Raises:
        NotRead: the text has no meaning.
    """
    text = text.replace(MINUS, "-").replace("\N{EN DASH}", "-").strip()
    if not text and field.type != "flag":
        return None
    match field.type:
        case "int":
            return whole_number(text)
        case "flag":
            word = text.casefold()
            if word not in _YES | _NO:
                raise NotRead("must be yes or no")
            return word in _YES
        case "text":
            return _choice(field.choices, text, labels) if field.choices else text
        case "words":
            return [_word(field.choices, one, labels) for one in split(text)]
        case "ints":
            numbers = [whole_number(one) for one in re.split(r"[\s,;/]+", text) if one]
            return numbers[0] if len(numbers) == 1 and field.length else numbers
        case "modifiers":
            return split(text)
        case "formula":
            return text
    return dict(_pair(field.choices, one, labels) for one in split(text))


def split(text: str) -> list[str]:
    """Return the entries of a list that is written with commas, semicolons or on several lines."""
    return [part for part in (" ".join(one.split()) for one in re.split(r"[,;\n]", text)) if part]


def whole_number(text: str) -> int:
    """Return the whole number in a text.

    Raises:
        NotRead: it is not one.
    """
    if not _NUMBER.fullmatch(text) or len(text) > 12:
        raise NotRead(f"must be a whole number, not “{_short(text)}”")
    return int(text)


def _pair(choices: Sequence[str], text: str, labels: Mapping[str, str] | None) -> tuple[str, int]:
    found = _PAIR.fullmatch(text)
    if found is None:
        example = _label(choices[0], labels) if choices else "name"
        raise NotRead(f"must be a name and a number, such as {example} 2, not “{_short(text)}”")
    name, number = (found[2], found[1]) if found[1] else (found[3], found[4])
    return _word(choices, name, labels) if choices else _id(name), whole_number(number)


def _choice(choices: Iterable[str], text: str, labels: Mapping[str, str] | None) -> str:
    """Return the choice that a text names; the text itself if it names none, so that the ruleset refuses it."""
    for one in choices:
        if text.casefold() in (one.casefold(), words(one).casefold(), _label(one, labels).casefold()):
            return one
    return text


def _word(choices: Iterable[str], text: str, labels: Mapping[str, str] | None) -> str:
    found = _choice(choices, text, labels)
    return found if found in choices else _id(text)


def _id(text: str) -> str:
    return "_".join(text.casefold().split())


def _label(id: str, labels: Mapping[str, str] | None) -> str:
    return labels[id] if labels and id in labels else words(id) if id else ""


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:27] + "..."
