"""The wheel of the project, and a folder with all wheels that it needs, to be installed without network."""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import archives
from frozen_folder import PLATFORM

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The Pythons for which there are wheels in the folder."""
SYSTEM_TAGS = {
    "linux": [f"manylinux_2_{minor}_{platform.machine()}" for minor in range(34, 16, -1)]
    + [f"manylinux2014_{platform.machine()}"],
    "win32": ["win_amd64"],
    "darwin": ["macosx_13_0_universal2", "macosx_13_0_arm64"],
}


def make(root: Path, out: Path, version: str, epoch: int) -> list[Path]:
    """Makes both; returns what was made."""
    name = f"exgui-{version}-wheels-{PLATFORM}"
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    wheel = build(root, out, version)
    shutil.copyfile(wheel, folder / wheel.name)
    lock = root / "packaging" / "requirements-run.txt"
    needed = without_build_tools(lock.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        listed = Path(scratch, "requirements.txt")
        listed.write_text(needed, "utf-8")
        for python in PYTHONS:
            download(listed, python, folder)
    write_requirements(folder, needed, wheel)
    shutil.copyfile(root / "packaging" / "install_wheels.py", folder / "install.py")
    made = [wheel, folder]
    made.append(archives.tar(folder, out / f"{name}.tar", epoch))
    return made


def build(root: Path, out: Path, version: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    return out / f"exgui-{version}-py3-none-any.whl"


def without_build_tools(lock: str) -> str:
    """The list of what exgui itself needs: what only builds a wheel of it goes."""
    tools = ("editables", "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers")
    entries = re.split(r"\n(?=[a-z])", lock)
    return "\n".join(entry for entry in entries if entry.split("==")[0] not in tools) + "\n"


def download(listed: Path, python: str, folder: Path) -> None:
    """Fetches the wheels for a Python, each checked against the list."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(listed)]
    command += ["--python-version", python, "--implementation", "cp", "--abi", f"cp{python.replace('.', '')}"]
    command += ["--abi", "abi3", "--abi", "none", "--dest", str(folder)]
    for tag in SYSTEM_TAGS[sys.platform]:
        command += ["--platform", tag]
    subprocess.run(command, check=True)


def write_requirements(folder: Path, needed: str, wheel: Path) -> None:
    """Lists what is in the folder, with the hash of each file, for every Python."""
    total = hashlib.sha256(wheel.read_bytes()).hexdigest()
    text = f"exgui=={wheel.name.split('-')[1]} \\\n    --hash=sha256:{total}\n" + needed
    (folder / "requirements.txt").write_text(text, "utf-8")
