"""The .deb: the frozen folder with Debian's own libraries where every desktop of Debian 12 and 13 has them, so that it
can be installed without a network."""

from __future__ import annotations

import gzip
import hashlib
import platform
import shutil
from pathlib import Path

import dev
from archives import ar, packed
from frozen_folder import PROGRAM, add_shared

DEBIAN_HAS = (
    "libxcb-", "libxkbcommon", "libgssapi", "libkrb5", "libk5crypto", "libcom_err", "libkeyutils", "libbrotli",
    "libzstd", "libexpat", "libffi", "liblzma", "libuuid", "libsqlite3",
)  # fmt: skip
DESKTOPS_LACK = (
    "libxcb-cursor", "libxcb-icccm", "libxcb-image", "libxcb-keysyms", "libxcb-render-util", "libxcb-util",
)  # fmt: skip
"""Debian has these too, but only some desktops do."""
BESIDE_QT = (
    "libc6 (>= 2.36)", "libstdc++6", "libgcc-s1", "zlib1g", "libzstd1", "libbrotli1", "libgssapi-krb5-2",
    "libsqlite3-0", "libffi8", "libexpat1", "liblzma5", "libuuid1", "libwayland-client0",
    "libwayland-cursor0", "libwayland-egl1", "fonts-dejavu-core | fonts-liberation | fonts-noto-core",
    "hicolor-icon-theme",
)  # fmt: skip
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL = """\
Package: exgui
Version: {version}
Architecture: {architecture}
Maintainer: the exgui authors <exgui@localhost>
Installed-Size: {kilobytes}
Depends: {depends}
Suggests: libcups2 | libcups2t64, xdg-utils
Section: misc
Priority: optional
Description: run Exalted battles at the storyteller's table
 exgui keeps the zone map and the tick bar of a battle played with real dice,
 knows the rules, explains every number, works out the odds before a roll, and
 undoes anything. It needs no network.
"""


def make(root: Path, frozen: Path, work: Path, out: Path, version: str, epoch: int, weakly: bool) -> Path:
    """Writes the package and returns its file."""
    shutil.rmtree(work, ignore_errors=True)
    data = work / "data"
    place = data / "usr" / "lib" / "exgui"
    shutil.copytree(frozen, place, symlinks=True)
    for library in (place / PROGRAM).glob("*.so*"):
        if library.name.startswith(DEBIAN_HAS) and not library.name.startswith(DESKTOPS_LACK):
            library.unlink()
    share = data / "usr" / "share"
    add_shared(root, share)
    (data / "usr" / "bin").mkdir()
    (data / "usr" / "bin" / "exgui").symlink_to("../lib/exgui/exgui")
    manual = (root / "packaging" / "linux" / "exgui.1").read_bytes()
    (share / "man" / "man1").mkdir(parents=True)
    (share / "man" / "man1" / "exgui.1.gz").write_bytes(gzip.compress(manual, mtime=0))
    documents = share / "doc" / "exgui"
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(copyright(root), "utf-8")
    changes = (root / "resources" / "CHANGELOG.md").read_bytes()
    (documents / "NEWS.gz").write_bytes(gzip.compress(changes, mtime=0))
    files = sorted(path for path in data.rglob("*") if path.is_file() and not path.is_symlink())
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(data).as_posix()}\n" for path in files]
    control = work / "control"
    control.mkdir()
    (control / "md5sums").write_text("".join(sums), "utf-8")
    architecture = ARCHITECTURES[platform.machine()]
    kilobytes = sum(path.stat().st_size for path in files) // 1024
    text = CONTROL.format(version=version, architecture=architecture, kilobytes=kilobytes, depends=", ".join(depends()))
    (control / "control").write_text(text, "utf-8")
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", packed(control, epoch, weakly, "")),
        ("data.tar.xz", packed(data, epoch, weakly, "")),
    ]
    path = out / f"exgui_{version}_{architecture}.deb"
    path.write_bytes(ar(members, epoch))
    return path


def depends() -> list[str]:
    """The packages that hold all that Qt and Python want of the system."""
    of_qt = dev.apt_packages(dev.QT_LIBRARIES + dev.X11_LIBRARIES)
    return sorted({*(name for name in of_qt if not name.startswith(DESKTOPS_LACK)), *BESIDE_QT})


def copyright(root: Path) -> str:
    """The license of exgui, and where those of all that comes with it are."""
    text = (root / "LICENSE").read_text("utf-8")
    others = f"in /usr/lib/exgui/{PROGRAM}/licenses, in the folders *.dist-info beside it, and in About in the program"
    return f"exgui\n\n{text}\n\nThe licenses of everything that comes with it are\n{others}.\n"
