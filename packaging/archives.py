"""Archives whose bytes depend only on what is in them: steady order, one time, no owner."""

from __future__ import annotations

import io
import lzma
import tarfile
from pathlib import Path


def tar_xz(folder: Path, out: Path, epoch: int, weakly: bool = False, inside: str | None = None) -> Path:
    """Packs a folder.

    Args:
        weakly: in a fifth of the time.
        inside: what the folder is called in the archive; its own name where it is None, "" for none.
    """
    out.write_bytes(packed(folder, epoch, weakly, folder.name if inside is None else inside))
    return out


def packed(folder: Path, epoch: int, weakly: bool, inside: str) -> bytes:
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w", format=tarfile.GNU_FORMAT) as tar:
        add(tar, folder, inside or "./", epoch)
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            add(tar, path, f"{inside}/{name}" if inside else f"./{name}", epoch)
    return lzma.compress(memory.getbuffer(), preset=1 if weakly else 6)


def add(tar: tarfile.TarFile, path: Path, name: str, epoch: int) -> None:
    entry = tar.gettarinfo(path, name)
    if entry.islnk():  # two names of one file, as copies may be: each is packed whole
        entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", path.stat().st_size
    entry.mtime = epoch
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    if entry.isreg():
        with path.open("rb") as file:
            tar.addfile(entry, file)
    else:
        tar.addfile(entry)


def ar(members: list[tuple[str, bytes]], epoch: int) -> bytes:
    """An archive of the kind that a .deb is."""
    parts = [b"!<arch>\n"]
    for name, content in members:
        parts.append(f"{name:<16}{epoch:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode())
        parts.append(content + b"\n" * (len(content) % 2))
    return b"".join(parts)


def tar(folder: Path, out: Path, epoch: int) -> Path:
    """Puts a folder together without making it smaller: what is in it is compressed already."""
    with tarfile.open(out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in (folder, *sorted(folder.rglob("*"))):
            add(archive, path, path.relative_to(folder.parent).as_posix(), epoch)
    return out


def size_of(path: Path) -> int:
    """Bytes of a file, or of all files in a folder."""
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file() and not one.is_symlink()]
    return sum(one.stat().st_size for one in files)
