"""Installs exgui from the wheels in this folder, without network: `python3 install.py`, also over a newer version
`python3 install.py older`; `python3 install.py remove` removes it.

Python 3.11 or newer with its venv module is needed (on Debian and Ubuntu: python3-venv).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
HERE = Path(__file__).resolve().parent
PLACE = Path.home() / ".local" / "lib" / "exgui-wheels"
LINK = Path.home() / ".local" / "bin" / "exgui"
"""On Windows there is no link; the command is in the folder itself."""


def main(words: list[str]) -> int:
    if words == ["remove"]:
        return remove()
    if words not in ([], ["older"]):
        return complain("Type: python3 install.py, or python3 install.py remove.")
    if sys.version_info < OLDEST:
        return complain("exgui needs Python 3.11 or newer. Start this file with a newer one.")
    if not list(HERE.glob("exgui-*.whl")) or not (HERE / "requirements.txt").is_file():
        return complain("The wheels are not beside this file. Unpack the archive again, whole.")
    there, this = installed_version(), version_of(next(HERE.glob("exgui-*.whl")))
    if numbers(there) > numbers(this) and not words:
        return complain(
            f"exgui was not installed: version {there} is installed, which is newer than this one ({this}). To install "
            "it all the same: python3 install.py older. Nothing was changed."
        )
    trouble = install(PLACE.with_name(PLACE.name + ".new"))
    if trouble:
        return complain(trouble)
    print(f"exgui is installed. Start it by: {start_command()}")
    return 0


def installed_version() -> str:
    """ "" where none is installed."""
    places = [*PLACE.glob("lib/python*/site-packages/exgui-*.dist-info")]
    places += PLACE.glob("Lib/site-packages/exgui-*.dist-info")
    return version_of(places[0]) if places else ""


def version_of(named: Path) -> str:
    """The version in the name of a wheel, or of the folder that it leaves."""
    return named.name.removesuffix(".dist-info").split("-")[1]


def numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def install(fresh: Path) -> str:
    """Installs beside what is there, and puts it in its place when it is whole. Returns "" or a sentence."""
    shutil.rmtree(fresh, ignore_errors=True)
    old = PLACE.with_name(PLACE.name + ".old")
    try:
        fresh.parent.mkdir(parents=True, exist_ok=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(fresh)], capture_output=True, text=True)
        if made.returncode:
            return (
                "Python could not make an environment (on Debian and Ubuntu: install python3-venv, and look whether "
                f"the disk is full). Nothing was changed.\n{made.stderr or made.stdout}"
            )
        python = str(fresh / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        command = [python, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        command += ["--no-index", "--find-links", str(HERE), "--require-hashes", "--only-binary", ":all:"]
        done = subprocess.run([*command, "-r", str(HERE / "requirements.txt")], capture_output=True, text=True)
        if done.returncode:
            told = [line for line in (done.stderr or done.stdout).splitlines() if "Expected" not in line]
            return (
                "The wheels could not be installed: a file is missing or broken, or the disk is full. Nothing was "
                "changed. pip says:\n" + "\n".join(told)
            )
        point_to(fresh)
        shutil.rmtree(old, ignore_errors=True)
        if PLACE.exists():
            PLACE.rename(old)
        fresh.rename(PLACE)
        shutil.rmtree(old, ignore_errors=True)
        if os.name != "nt":
            LINK.parent.mkdir(parents=True, exist_ok=True)
            LINK.unlink(missing_ok=True)
            LINK.symlink_to(PLACE / "bin" / "exgui")
    except OSError as error:
        return f"exgui could not be installed ({error.strerror or error}: {error.filename}). Nothing was changed."
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return ""


def point_to(fresh: Path) -> None:
    """Makes the commands in an environment name the folder that it is going to have."""
    if os.name == "nt":
        return
    script = fresh / "bin" / "exgui"
    script.write_text(script.read_text("utf-8").replace(str(fresh), str(PLACE)), "utf-8")


def start_command() -> str:
    if os.name == "nt":
        return str(PLACE / "Scripts" / "exgui.exe")
    return "exgui" if str(LINK.parent) in os.environ.get("PATH", "").split(os.pathsep) else str(LINK)


def remove() -> int:
    """Removes the program; campaigns, settings and backups stay."""
    if not PLACE.exists():
        return complain("exgui is not installed from wheels for this user.")
    if LINK.is_symlink() and PLACE in Path(os.readlink(LINK)).parents:
        LINK.unlink()
    shutil.rmtree(PLACE)
    for folder in (PLACE.parent, LINK.parent):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    print("exgui is removed. Your campaigns are where they were.")
    return 0


def complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
