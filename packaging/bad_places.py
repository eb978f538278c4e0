"""Places where an installation goes wrong, each tried in a bare root: a sentence must come, and nothing half made."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from bare_root import HOME, BareRoot

SMALL_DISK = 'mkdir -p "$ROOT/media" && mount -t tmpfs -o size=60m,mode=1777 tmpfs "$ROOT/media"'
Tried = Callable[[str], AbstractContextManager[object]]


def try_all(root: BareRoot, unpacked: str, version: str, tried: Tried) -> None:
    """Tries them all, with exgui installed in the home folder.

    Args:
        unpacked: the folder that install.sh is in.
    """
    with tried("read-only medium: it runs there, and installs from there"):
        mounted = f'mount --bind "$ROOT{unpacked}" "$ROOT/media" && mount -o remount,ro,bind "$ROOT/media"'
        root.run(
            f"mkdir -p check; /media/exgui demo check/media.png; "
            f"HOME=$HOME/check; sh /media/install.sh; {HOME}/check/.local/bin/exgui --version; "
            "sh .local/lib/exgui/uninstall.sh 2>/dev/null || sh check/.local/lib/exgui/uninstall.sh",
            before=mounted,
        )
    with tried("a folder name with spaces and accents: it runs there, and installs from there"):
        odd = f"{HOME}/check/Spiele für Zoë"
        root.run(f'mkdir -p "{odd}"; mv {unpacked} "{odd}/das Spiel"')
        try:
            root.run(f'"{odd}/das Spiel/exgui" demo "{odd}/Bild.png"; test -s "{odd}/Bild.png"')
            root.run(f'export HOME="{odd}"; sh "$HOME/das Spiel/install.sh"; "$HOME/.local/bin/exgui" --version; '
                     'desktop-file-validate "$HOME/.local/share/applications/exgui.desktop"; '
                     'sh "$HOME/.local/lib/exgui/uninstall.sh"')  # fmt: skip
        finally:
            root.run(f'mv "{odd}/das Spiel" {unpacked}')
    with tried("no fonts on the system: letters are drawn all the same"):
        hidden = 'mount -t tmpfs tmpfs "$ROOT/usr/share/fonts"'
        root.run(f"rm -rf .cache; {unpacked}/exgui demo check/no-fonts.png", before=hidden)
        assert has_letters(root.get(f"{HOME}/check/no-fonts.png")), "the title is empty"
    with tried("no graphics card: it draws without one"):
        root.run(f"{unpacked}/exgui demo check/no-gpu.png; test ! -e /dev/dri")
    with tried("a second user on the same computer has campaigns of their own"):
        root.run(f"chmod -R a+rX {HOME}", user="root")
        root.run(f"umask 077; {unpacked}/exgui demo $HOME/mine.png", user="guest")
        root.run(
            f"sh {unpacked}/install.sh; .local/bin/exgui --version; sh .local/lib/exgui/uninstall.sh", user="guest"
        )
    with tried("a disk that fills while installing: a sentence, and nothing half made"):
        told = root.run(
            f"export HOME=/media; sh {unpacked}/install.sh && echo wrong; find /media -mindepth 1 -type f",
            before=SMALL_DISK,
        )
        assert "there is no room left on the disk" in told, told
        assert "wrong" not in told, told
        assert "/media/" not in told, told
    with tried("an older version beside a newer one: it asks before it takes its place"):
        root.run("echo 99.0 >.local/lib/exgui/VERSION")
        told = root.run(f"sh {unpacked}/install.sh || true")
        assert "version 99.0 is installed, which is newer" in told, told
        root.run(f"sh {unpacked}/install.sh --older; test $(cat .local/lib/exgui/VERSION) = {version}")
    with tried("a broken archive: tar or install.sh says so, and nothing is changed"):
        archive = f"{unpacked}.tar.xz"
        told = root.run(
            f"mkdir -p check/broken; cd check/broken; head -c 30000000 {archive} >half.tar.xz; "
            "tar xJf half.tar.xz 2>&1 && echo whole; sh exgui-*/install.sh 2>&1 || true; rm -rf ../broken"
        )
        assert "whole" not in told.replace("not whole", ""), told
        assert "exgui was not installed" in told or "No such file" in told, told
        root.run(f"test $(cat .local/lib/exgui/VERSION) = {version}")


def has_letters(picture: bytes) -> bool:
    """Return whether the window in a picture has a title: its middle row is of more than one color."""
    from PySide6.QtGui import QImage

    image = QImage.fromData(picture)
    return len({image.pixel(x, 20) for x in range(60, 400)}) > 1
