"""Where the one family of icons lies: a font (Material Design Icons 6) that comes with qtawesome."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PREFIX = "mdi6."
"""How a ruleset begins the name of an icon."""


def icon_file(pattern: str) -> Path:
    """The newest file of the family whose name fits.

    Raises:
        FileNotFoundError: there is none.
    """
    spec = find_spec("qtawesome")
    folder = Path(spec.origin).parent / "fonts" if spec is not None and spec.origin else Path()
    found = sorted(folder.glob(pattern))
    if not found:
        raise FileNotFoundError(f"qtawesome came without {pattern}. Please install exgui anew.")
    return found[-1]


@cache
def icon_letters() -> Mapping[str, str]:
    """By the name of each icon, without the prefix, the letter of the font that draws it, in hexadecimal."""
    letters: dict[str, str] = json.loads(icon_file("materialdesignicons6-*.json").read_text(encoding="utf-8"))
    return letters
