"""The folder that holds everything, frozen by PyInstaller; and what makes it installable for one user."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
PLATFORM = f"{SYSTEM}-{platform.machine().lower().replace('amd64', 'x86_64')}"
PROGRAM = "program"
"""The folder inside the folder that users need not look into."""
SYSTEM_LIBRARIES = (Path("/usr/lib/x86_64-linux-gnu"), Path("/usr/lib/aarch64-linux-gnu"), Path("/usr/lib"))
SIZES = ("16", "22", "24", "32", "48", "64", "128", "256", "512")
"""Pixels of the icons that a Linux desktop looks for."""


def freeze(root: Path, work: Path, version: str, epoch: int) -> Path:
    """Runs PyInstaller and returns the folder it made, slimmed, with the licenses of what came along."""
    shutil.rmtree(work, ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(work / "dist"), "--workpath", str(work / "build")]
    subprocess.run([*command, str(root / "packaging" / "exgui.spec")], cwd=root, check=True)
    if sys.platform == "darwin":
        return work / "dist" / "exgui.app"  # signed: nothing may be added
    folder = work / "dist" / "exgui"
    shorten_records(folder / PROGRAM)
    if sys.platform == "linux":
        remove_links(folder / PROGRAM)
        strip(folder / PROGRAM)
        add_system_licenses(folder / PROGRAM)
    (folder / "VERSION").write_text(f"{version}\n", "utf-8")
    subprocess.run([sys.executable, str(root / "packaging" / "manual.py"), str(folder / "manual")], check=True)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            os.utime(path, (epoch, epoch))
    return folder


def shorten_records(program: Path) -> None:
    """Leaves in the lists of packages' files what came along: all else names files of the environment, of which some
    differ from place to place."""
    for path in program.glob("*.dist-info/RECORD"):
        lines = [
            line for line in path.read_text("utf-8").splitlines(keepends=True) if line.startswith(path.parent.name)
        ]
        path.write_text("".join(lines), "utf-8")


def remove_links(program: Path) -> None:
    """Removes second names of Qt's libraries: they find each other without, and some sticks cannot hold links."""
    for path in program.iterdir():
        if path.is_symlink():
            path.unlink()


def strip(program: Path) -> None:
    """Leaves out what only debuggers read, in Python's own libraries and ICU's; Qt's come stripped."""
    libraries = [
        *program.glob("libpython*.so*"),
        *program.glob("python3*/lib-dynload/*.so"),
        *program.glob("PySide6/Qt/lib/libicu[iu]*.so*"),
    ]
    subprocess.run(["strip", "--strip-unneeded", *map(str, libraries)], check=True)


def add_system_licenses(program: Path) -> None:
    """Copies what Debian says of the copyright of each library that was taken from this system."""
    licenses = program / "licenses"
    for library in sorted(program.glob("*.so*")):
        there = [folder / library.name for folder in SYSTEM_LIBRARIES if (folder / library.name).exists()]
        if library.is_symlink() or not there:
            continue
        asked = subprocess.run(["dpkg", "-S", str(there[0])], capture_output=True, text=True, check=False)
        package = asked.stdout.split(":")[0]
        text = Path("/usr/share/doc", package, "copyright")
        if package and text.is_file():
            shutil.copyfile(text, licenses / f"{package}.txt")


def put(root: Path, frozen: Path, place: Path, version: str) -> Path:
    """Copies what was frozen to where it is packed from, on Linux with what installs it."""
    shutil.rmtree(place, ignore_errors=True)
    if sys.platform == "darwin":
        shutil.copytree(frozen, place / frozen.name, symlinks=True)
    else:
        shutil.copytree(frozen, place, symlinks=True)
    if sys.platform == "linux":
        add_installer(root, place, version)
    return place


def add_installer(root: Path, folder: Path, version: str) -> None:
    """Adds the scripts that install the folder for one user, and the checksums by which they know it whole."""
    source = root / "packaging" / "linux"
    for name in ("install.sh", "uninstall.sh"):
        shutil.copyfile(source / name, folder / name)
        (folder / name).chmod(0o755)
    text = (source / "README.txt").read_text("utf-8").replace("VERSION", version)
    (folder / "README.txt").write_text(text, "utf-8")
    add_shared(root, folder / "share")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    lines = []
    for path in files:
        with path.open("rb") as file:
            lines.append(
                f"{hashlib.file_digest(file, 'sha256').hexdigest()}  ./{path.relative_to(folder).as_posix()}\n"
            )
    (folder / PROGRAM / "SHA256SUMS").write_text("".join(lines), "utf-8")


def add_shared(root: Path, share: Path) -> None:
    """Writes what a desktop wants to know of an app, in the order of folders of /usr/share."""
    source = root / "packaging" / "linux"
    places = {
        source / "exgui.desktop": "applications/exgui.desktop",
        source / "exgui.xml": "mime/packages/exgui.xml",
        source / "org.exgui.exgui.metainfo.xml": "metainfo/org.exgui.exgui.metainfo.xml",
        root / "resources" / "icon" / "exgui.svg": "icons/hicolor/scalable/apps/exgui.svg",
        **{
            root / "resources" / "icon" / f"exgui-{size}.png": f"icons/hicolor/{size}x{size}/apps/exgui.png"
            for size in SIZES
        },
    }
    for path, name in places.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, share / name)
