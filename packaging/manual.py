"""Writes the manual as one PDF and one HTML page: `dev.py manual [FOLDER]`. The same commit gives the same bytes, as it
does for packages: SOURCE_DATE_EPOCH is the time of both files.
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["QT_HASH_SEED"] = "0"  # by which Qt orders the fonts in the PDF

from exgui.gui.commands.table import COMMANDS  # noqa: E402
from exgui.gui.manual.files import default_names, write_manual_html, write_manual_pdf  # noqa: E402
from exgui.gui.offscreen import offscreen_app  # noqa: E402

NAME = "exgui-manual"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else ROOT / "dist"
    app = offscreen_app("light")
    folder.mkdir(parents=True, exist_ok=True)
    names = default_names(COMMANDS)
    write_manual_pdf(names, folder / f"{NAME}.pdf")
    write_manual_html(names, folder / f"{NAME}.html")
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        path = folder / f"{NAME}.pdf"
        path.write_bytes(timeless(path.read_bytes(), int(epoch)))
    print(folder / f"{NAME}.pdf", folder / f"{NAME}.html", sep="\n")
    del app
    return 0


def timeless(pdf: bytes, epoch: int) -> bytes:
    """A PDF of Qt's with another time and without its random ids. Nothing in it moves: its table stays right."""
    at = time.gmtime(epoch)
    for pattern, told in ((rb"\(D:(\d{14})", "%Y%m%d%H%M%S"), (rb'Date="([\dT:-]{19})', "%Y-%m-%dT%H:%M:%S")):
        now = time.strftime(told, at).encode()
        pdf = re.sub(pattern, lambda found, now=now: found[0].replace(found[1], now), pdf)  # type: ignore[misc]
    return re.sub(rb"(?<=uuid:)[\da-f-]{36}|(?<=<)[\da-f]{72}(?=>)", lambda found: b"0" * len(found[0]), pdf)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
