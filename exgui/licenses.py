"""The licenses of everything that runs when exgui does, read from what is installed."""

from __future__ import annotations

import platform
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from exgui import __version__, shipped
from exgui.engine.record import Record

NEEDED = ("PySide6-Essentials", "msgspec", "pydantic", "platformdirs", "pypdf")
"""What exgui itself asks for; what these ask for is found."""
TEXTS = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)
QT_SOURCE = "https://download.qt.io/official_releases/qt/ and https://download.qt.io/official_releases/QtForPython/"
QT_NOTICE = (
    "Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public License, version 3. They "
    "are libraries of their own, in files of their own, which you may replace by other versions. Their source is at "
    f"{QT_SOURCE} (version {{version}})."
)


class Part(Record):
    """Something that comes with exgui, or that it runs on.

    Attributes:
        license: in a word or two, "" where only the text says it.
        text: the license, "" where it stands with another part.
    """

    name: str
    version: str
    license: str
    text: str


def parts() -> tuple[Part, ...]:
    """Every part, exgui itself first."""
    return (
        Part("exgui", __version__, "MIT", _own()),
        *(_of_package(name) for name in packages()),
        Part("Python", platform.python_version(), "PSF License", ""),
        Part("Alegreya, the display font", "", "OFL 1.1", _read(shipped.resources() / "fonts" / "OFL.txt")),
        Part(
            "Material Design Icons, the font of icons",
            "",
            "Apache 2.0",
            _read(shipped.resources() / "fonts" / "materialdesignicons-LICENSE.txt"),
        ),
        *_of_system(),
    )


def packages() -> tuple[str, ...]:
    """The Python packages that exgui needs, and those that these need; those that are not installed are left out."""
    found: dict[str, None] = {}
    ahead = list(NEEDED)
    while ahead:
        name = ahead.pop(0)
        key = re.sub(r"[-_.]+", "-", name).lower()
        known = _distribution(key)
        if key in found or known is None:
            continue
        found[key] = None
        ahead += [re.split(r"[^\w.-]", one)[0] for one in known.requires or () if "extra ==" not in one]
    return tuple(found)


def in_words() -> str:
    """All of it as one text: a list of the parts, a notice on Qt, then each license."""
    every = parts()
    lines = [" ".join(word for word in (one.name, one.version) if word).ljust(48) + one.license for one in every]
    qt = next((one.version for one in every if one.name.startswith("pyside6")), "")
    texts = [f"{'=' * 72}\n{one.name}\n{'=' * 72}\n\n{one.text.strip()}" for one in every if one.text.strip()]
    lesser = [_read(shipped.resources() / "licenses" / name) for name in ("LGPL-3.0.txt", "GPL-3.0.txt")]
    texts += [f"{'=' * 72}\n\n{text.strip()}" for text in lesser]
    return "\n".join([*lines, "", QT_NOTICE.format(version=qt), "", "\n\n".join(texts)])


def _own() -> str:
    """The license of exgui: in a checkout at its root, in a wheel among its records, packed beside the others."""
    beside = Path(__file__).resolve().parent.parent
    for place in (beside / "LICENSE", beside / "licenses" / "LICENSE"):
        if text := _read(place):
            return text
    own = _distribution("exgui")
    return _text_of(own) if own is not None else ""


def _of_package(name: str) -> Part:
    known = distribution(name)
    details = known.metadata
    short = "".join((details.get_all("License-Expression") or details.get_all("License") or [""])[:1])
    if not short or "\n" in short:
        classes = [one.split(" :: ")[-1] for one in details.get_all("Classifier") or () if one.startswith("License")]
        short = ", ".join(classes)
    return Part(name, known.version, short, _text_of(known))


def _text_of(known: Distribution) -> str:
    files = [one for one in known.files or () if ".dist-info/" in str(one) and TEXTS.search(str(one))]
    return "\n\n".join(_read(Path(str(one.locate()))) for one in sorted(files))


def _of_system() -> tuple[Part, ...]:
    """The libraries that a packed program brings along, and Python's license there."""
    folder = getattr(sys, "_MEIPASS", None)
    if folder is None:
        return ()
    found = sorted(Path(folder, "licenses").glob("*.txt"))
    return tuple(Part(path.stem, "", "", _read(path)) for path in found)


def _distribution(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""
