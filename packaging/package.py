"""Makes of a checkout what players install; started by `dev.py package`, with the Python of its environment.

  --format NAME   what to make: folder, wheels; on Linux tar, deb; on Windows setup; on macOS dmg (default: all)
  --quick         pack weakly, for a trial
  --check         afterwards, try each in bare Debian roots without network (as root, on Debian)
  --made          make nothing: try what is in dist/

Everything is written to dist/, with SHA256SUMS beside it. The same commit gives the same bytes, as long as Python and
the system libraries that come along are the same.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import archives
import debian_package
import frozen_folder
import other_systems
import wheel_folder

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build" / "package"
FORMATS = {
    "linux": ("folder", "tar", "deb", "wheels"),
    "win32": ("folder", "setup", "wheels"),
    "darwin": ("folder", "dmg", "wheels"),
}.get(sys.platform, ("folder", "wheels"))
SUMS = "SHA256SUMS"


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(prog="dev.py package", description="Makes what players install.")
    parser.add_argument("--format", choices=(*FORMATS, "all"), default="all")
    parser.add_argument("--quick", action="store_true", help="pack weakly, for a trial")
    parser.add_argument("--check", action="store_true", help="try what was made in bare Debian roots")
    parser.add_argument("--made", action="store_true", help="make nothing: try what is in dist/")
    args = parser.parse_args(arguments)
    formats = FORMATS if args.format == "all" else (args.format,)
    epoch = commit_time()
    os.environ |= {"SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "1"}
    os.umask(0o022)
    if not args.made:
        made = make(formats, epoch, weakly=args.quick)
        write_sums([path for path in made if path.is_file()])
        for path in made:
            print(f"{path.relative_to(ROOT)}  {archives.size_of(path) / 1e6:.1f} MB", flush=True)
    if args.check or args.made:
        import check_packages

        return check_packages.check(DIST, version(), formats, sizes=not args.quick)
    return 0


def make(formats: Sequence[str], epoch: int, weakly: bool) -> list[Path]:
    """Makes the formats; returns what was made."""
    DIST.mkdir(exist_ok=True)
    made = []
    name = f"exgui-{version()}-{frozen_folder.PLATFORM}"
    if set(formats) - {"wheels"}:
        frozen = frozen_folder.freeze(ROOT, WORK, version(), epoch)
        if set(formats) - {"wheels", "deb"}:
            made.append(frozen_folder.put(ROOT, frozen, DIST / name, version()))
        if "tar" in formats:
            made.append(archives.tar_xz(DIST / name, DIST / f"{name}.tar.xz", epoch, weakly))
        if "deb" in formats:
            made.append(debian_package.make(ROOT, frozen, WORK / "deb", DIST, version(), epoch, weakly))
        if "setup" in formats:
            made.append(other_systems.setup(ROOT, DIST / name, DIST / f"{name}-setup.exe", version()))
        if "dmg" in formats:
            made.append(other_systems.dmg(frozen, WORK / "dmg", DIST / f"{name}.dmg", version()))
    if "wheels" in formats:
        made += wheel_folder.make(ROOT, DIST, version(), epoch)
    return made


def version() -> str:
    """The one version number, which is in `exgui/__init__.py`."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "exgui" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit("exgui/__init__.py names no version.")
    return found[1]


def commit_time() -> int:
    """Seconds since 1970 of the commit, which all files in the packages have as their time."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    try:
        return int(subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True))
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 1735689600  # a checkout without its history


def write_sums(files: Sequence[Path]) -> None:
    """Writes the checksums of these files; those of other files that are there still stay."""
    path = DIST / SUMS
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    sums = {name: total for total, name in (line.split("  ", 1) for line in lines) if (DIST / name).is_file()}
    sums |= {file.name: sha256(file) for file in files}
    path.write_text("".join(f"{sums[name]}  {name}\n" for name in sorted(sums)), "utf-8")


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
