"""The meanings entered for fields of PDF forms, remembered on this computer for each form by the names of its
fields.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from exgui import user_places
from exgui.sheets.stat_block.corrections import Meaning

MOST_FORMS, MOST_FIELDS = 100, 1_000
LONGEST = 200
"""The most characters of a field's name, or of its meaning."""
LARGEST_FILE = 8 << 20

KnownForms = Mapping[str, Mapping[str, tuple[str, str]]]
"""By form, then by field name: kind and label of the `Meaning`."""


def known_forms() -> KnownForms:
    """Return all that is remembered; empty if it cannot be read."""
    try:
        with _path().open("rb") as file:
            tree = json.loads(file.read(LARGEST_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    forms = tree if isinstance(tree, dict) else {}
    return {
        form: {
            name: (meaning[0], meaning[1])
            for name, meaning in fields.items()
            if isinstance(meaning, list) and len(meaning) == 2 and all(isinstance(one, str) for one in meaning)
        }
        for form, fields in forms.items()
        if isinstance(fields, dict)
    }


def remember(form: str, field: str, meaning: Meaning) -> None:
    """Remember the meaning of a form's field; do nothing if it cannot be saved."""
    forms = {key: dict(fields) for key, fields in known_forms().items()}
    fields = forms.pop(form, {})
    fields.pop(field, None)
    if len(field) <= LONGEST:
        fields[field] = (meaning.kind, meaning.label)
    forms[form] = dict(list(fields.items())[-MOST_FIELDS:])
    kept = dict(list(forms.items())[-MOST_FORMS:])
    path = _path()
    aside = path.with_name(f".{path.name}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(json.dumps(kept), "utf-8")
        os.replace(aside, path)


def _path() -> Path:
    return user_places.state() / "forms.json"
