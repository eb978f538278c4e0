"""The one family of icons: Material Design Icons, a font in `resources/fonts` with its table of names.

The file names carry its version. To take a newer one, replace font and table together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from exgui import shipped

PREFIX = "mdi6."
"""What a ruleset may put before the name of an icon."""
NAME = "materialdesignicons-6.9.96"


def icon_font() -> Path:
    return shipped.resources() / "fonts" / f"{NAME}.ttf"


@cache
def icon_letters() -> Mapping[str, str]:
    """The letter of the font that draws each icon, in hexadecimal, by the icon's name without the prefix."""
    table = shipped.resources() / "fonts" / f"{NAME}.json"
    letters: dict[str, str] = json.loads(table.read_text(encoding="utf-8"))
    return letters
