"""Reads the form of a PDF character sheet: its fields become lines of a stat block, "Strength: 3".

Every form names its fields differently: "attrStrength", "Str", "strength_3". A name is matched to the words of the
ruleset; a field without a match is kept as a note, unless its meaning was entered for this form before. Numbered boxes
("Melee1" to "Melee5") count as the number of dots that are ticked. Scripts in the file are never read.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any

from exgui.engine.record import EMPTY, Record
from exgui.sheets.stat_block.corrections import Meaning, fits, written_as
from exgui.sheets.stat_block.source_lines import plain_signs
from exgui.sheets.stat_block.vocabulary import Label, Vocabulary

MOST_FIELDS = 20_000
LONGEST_VALUE = 20_000
"""The most characters of a field."""
DEEPEST = 30
_MOST_BOXES = 10
"""The most numbered boxes of one name that are dots of a trait; more are numbered throughout the page."""
_OFF = ("", "off", "no", "0", "false")
_WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|[_.\-/\\#\[\]:]+")
_GENERIC_WORDS = """
    attr attribute attributes abil ability abilities txt text field fields char character sheet form page dots dot
    rating value val score box check total max current num number trait topmostsubform
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
_ATTACK = {
    "weapon": "name", "weapon name": "name", "attack": "name", "attack name": "name", "weapons": "name",
    "accuracy": "accuracy", "acc": "accuracy", "damage": "damage", "dmg": "damage", "dam": "damage",
    "defense": "defense", "def": "defense", "overwhelming": "overwhelming", "ovw": "overwhelming",
}  # fmt: skip
"""Columns of a table of weapons with numbered fields."""
_KINDS = ("value", "trait", "soak", "hardness", "health", "group", "drill", "name", "motes", "armor")
"""Kinds of labels that a field may have."""


class NoForm(ValueError):
    """A PDF without a form that can be read; the message is a sentence."""


class FormField(Record):
    """A field that is filled in. `box`: it is a checkbox, and its value is "1" or "0"."""

    name: str
    value: str
    tip: str = ""
    box: bool = False


class Form(Record):
    """The fields of a form.

    Attributes:
        key: identifies the form by the names of all its fields, whatever their values.
    """

    key: str
    fields: tuple[FormField, ...]

    def text(self, vocabulary: Vocabulary, known: Mapping[str, tuple[str, str]] = EMPTY) -> str:
        """Return the form as a stat block in the words of a ruleset.

        Args:
            known: meanings entered for fields, by the fields' names: kind and label of a `Meaning`.
        """
        return "\n".join(_lines(self, vocabulary, known))


def read_form(content: bytes) -> Form:
    """Return the fields of a PDF.

    Raises:
        NoForm: it has no form, is encrypted or damaged.
    """
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, LimitReachedError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise NoForm("This PDF has a password. Save a copy without one and import that.")
        fields = tuple(_fields(reader))
    except NoForm:
        raise
    except DependencyError:
        raise NoForm("This PDF is encrypted. Save a copy without encryption and import that.") from None
    except (LimitReachedError, MemoryError):
        raise NoForm("This PDF is too large for a character sheet: its form can’t be read.") from None
    except (PyPdfError, RecursionError):
        raise NoForm("This PDF is damaged: its form can’t be read.") from None
    except Exception as error:  # noqa: BLE001 - any error of the library about a damaged file
        raise NoForm(f"This PDF’s form can’t be read ({type(error).__name__}).") from None
    if not fields:
        raise NoForm("This PDF has no form. Copy its text and paste that (Ctrl+Shift+V).")
    names = "\n".join(sorted({field.name for field in fields}))
    filled = tuple(field for field in fields if field.value.strip())
    if not any(field.value != "0" or not field.box for field in filled):
        raise NoForm("This PDF’s form is empty.")
    return Form(sha256(names.encode("utf-8", "replace")).hexdigest()[:32], filled)


def _fields(reader: Any) -> Iterator[FormField]:
    form = _object(_object(reader.trailer.get("/Root", {})).get("/AcroForm"))
    listed = _object(form.get("/Fields")) if isinstance(form, dict) else []
    waiting: list[tuple[Any, str, str, Any, int]] = [(one, "", "", None, 0) for one in reversed(_list(listed))]
    seen: set[int] = set()
    count = 0
    while waiting:
        given, above, kind, flags, depth = waiting.pop()
        number = getattr(given, "idnum", None)
        if (number is not None and number in seen) or depth > DEEPEST:
            continue
        if number is not None:
            seen.add(number)
        field = _object(given)
        if not isinstance(field, dict):
            continue
        count += 1
        if count > MOST_FIELDS:
            raise NoForm(f"This PDF has more than {MOST_FIELDS:,} fields, too many for a character sheet.")
        own = field.get("/T")
        name = ".".join(part for part in (above, str(_object(own)) if own is not None else "") if part)
        kind = str(_object(field.get("/FT")) or kind)
        flags = _object(field.get("/Ff")) if "/Ff" in field else flags
        kids = _list(_object(field.get("/Kids")))
        named = [kid for kid in kids if isinstance(one := _object(kid), dict) and "/T" in one]
        if named:
            waiting.extend((kid, name, kind, flags, depth + 1) for kid in reversed(named))
            continue
        if kind in ("/Tx", "/Ch", "/Btn"):
            yield _field(name, kind, field)


def _field(name: str, kind: str, field: Mapping[str, Any]) -> FormField:
    value = _object(field.get("/V"))
    if value is None:
        value = _object(field.get("/AS")) if kind == "/Btn" else ""
    if isinstance(value, list):
        value = ", ".join(str(_object(one)) for one in value)
    text = str(value if value is not None else "").removeprefix("/")[:LONGEST_VALUE]
    if kind == "/Btn" and not (text.strip().isdecimal() and len(text.strip()) == 1 and text.strip() != "1"):
        text, box = str(int(text.strip().lower() not in _OFF)), True
    else:
        box = False
    return FormField(name, text, str(_object(field.get("/TU")) or "")[:200], box)


def _object(value: Any) -> Any:
    """Return the object that a reference in the file points to."""
    return value.get_object() if hasattr(value, "get_object") else value


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


# Fields as lines


def _lines(form: Form, vocabulary: Vocabulary, known: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    fields = _with_dots(form.fields)
    weapons, rest = _weapons(fields)
    lines: list[str] = []
    first: list[str] = []
    unmatched: list[str] = []
    for field in rest:
        value = " ".join(plain_signs(field.value).split())
        if not value or (field.box and value == "0"):
            continue
        line = f"{' '.join(field.name.split())}: {value}"
        if field.name in known:
            meaning = Meaning(*known[field.name])
            if fits(line, meaning):
                (first if meaning.kind == "name" else lines).append(written_as(line, meaning))
                continue
        words, label = _words(field, vocabulary)
        if label is None or field.box:
            unmatched.append(line)
        elif label.kind == "name":
            first.append(f"Name: {value}")
        else:
            lines.append(f"{words}: {value}")
    yield from first[:1]
    yield from lines
    if weapons:
        yield "Weapons"
        yield from weapons
    if unmatched or first[1:]:
        yield "Notes"
        yield from first[1:]
        yield from unmatched


def _with_dots(fields: Sequence[FormField]) -> list[FormField]:
    """Return numbered boxes as one field each: the number that are ticked."""
    groups: dict[str, list[FormField]] = {}
    for field in fields:
        if field.box:
            groups.setdefault(_stem(field.name), []).append(field)
    out: list[FormField] = []
    done: set[str] = set()
    for field in fields:
        stem = _stem(field.name)
        if not field.box or not 1 < len(groups[stem]) <= _MOST_BOXES:
            out.append(field)
        elif stem not in done:
            done.add(stem)
            out.append(FormField(stem, str(sum(one.value == "1" for one in groups[stem])), field.tip))
    return out


def _stem(name: str) -> str:
    return re.sub(r"[\W_]*\d+[\W_]*$", "", name) or name


def _weapons(fields: Sequence[FormField]) -> tuple[list[str], list[FormField]]:
    """Return rows of numbered fields of weapons as lines of a sheet, and the other fields."""
    rows: dict[str, dict[str, FormField]] = {}
    for field in fields:
        number = re.search(r"(\d+)[\W_]*$", field.name)
        column = _ATTACK.get(" ".join(_split(_stem(field.name))).lower())
        if number and column:
            rows.setdefault(number[1], {}).setdefault(column, field)
    found: list[str] = []
    used: set[int] = set()
    for row in rows.values():
        if "name" not in row or "accuracy" not in row:
            continue
        used.update(id(field) for field in row.values())
        name = " ".join(row["name"].value.split())
        values = {key: " ".join(field.value.split()) for key, field in row.items() if key != "name"}
        parts = [f"{_signed(values['accuracy'])} accuracy"]
        parts += [f"{values['damage']} damage"] if values.get("damage") else []
        parts += [f"Defense {_signed(values['defense'])}"] if values.get("defense") else []
        parts += [f"Overwhelming {values['overwhelming']}"] if values.get("overwhelming") else []
        if name:
            found.append(f"{name} ({', '.join(parts)})")
    return found, [field for field in fields if id(field) not in used]


def _signed(text: str) -> str:
    return f"+{text}" if text.isdecimal() else text


def _split(name: str) -> list[str]:
    return [word for word in _WORD_BEGINS.sub(" ", name).split() if word]


def _words(field: FormField, vocabulary: Vocabulary) -> tuple[str, Label | None]:
    """Return the words of a field that are a label of the ruleset, and that label; None if there are none."""
    for text in (field.name, field.tip):
        words = [word for word in _split(plain_signs(text)) if not word.isdecimal()]
        plain = [word for word in words if word.lower() not in _GENERIC]
        for some in (words, plain, plain[-2:], plain[-1:]):
            phrase = " ".join(some)
            label = vocabulary.label(phrase) if some else None
            if label is not None and label.kind in _KINDS:
                return phrase, label
    return "", None
