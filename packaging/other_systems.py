"""Installers for Windows and macOS; each is made on its own system."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NSIS = ("ProgramFiles(x86)", "ProgramFiles")
"""Variables of Windows that name the folders in which NSIS may be."""


def setup(root: Path, folder: Path, out: Path, version: str) -> Path:
    """Makes the installer for Windows of a frozen folder."""
    places = [shutil.which("makensis"), *(str(Path(os.environ.get(one, ""), "NSIS", "makensis.exe")) for one in NSIS)]
    found = next((place for place in places if place and Path(place).is_file()), None)
    if found is None:
        raise SystemExit("NSIS 3 is missing. Install it from nsis.sourceforge.io, then start this again.")
    values = {"VERSION": version, "FOLDER": folder, "ICON": root / "resources" / "icon" / "exgui.ico", "OUT": out}
    script = root / "packaging" / "windows" / "exgui.nsi"
    subprocess.run([found, "-V2", *(f"-D{name}={value}" for name, value in values.items()), str(script)], check=True)
    return out


def dmg(app: Path, work: Path, out: Path, version: str) -> Path:
    """Makes a disk image with the app in it, and beside it the folder that the app is dragged to."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(app, work / app.name, symlinks=True)
    (work / "Applications").symlink_to("/Applications")
    command = ["hdiutil", "create", "-volname", f"exgui {version}", "-srcfolder", str(work), "-format", "UDZO", "-ov"]
    subprocess.run([*command, str(out)], check=True)
    return out
