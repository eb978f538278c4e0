"""A program that ends with zones on its clipboard ends without a fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
from exgui.campaign.encounter_edits.zones import Copied
from exgui.gui.application import application
from exgui.gui.map.editor.battlefield import put_zones, zones_there
app = application()
put_zones(Copied(({"id": "mill"},), ()))
print(zones_there().zones[0]["id"])
"""


def test_program_with_zones_on_the_clipboard_exits_cleanly() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("mill\n", 0), done.stderr
