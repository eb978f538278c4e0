"""Draws the application icon from its two sources in resources/icon, at all sizes and in the formats of Windows and
macOS: `.venv/bin/python packaging/icons.py`.

`exgui.svg` is for 48 pixels and more; `exgui-small.svg`, with fewer and thicker strokes, for less.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "icon"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
SMALL = 32
ICO = (16, 24, 32, 48, 64, 128, 256)
ICNS = (("icp4", 16), ("icp5", 32), ("ic07", 128), ("ic08", 256), ("ic09", 512), ("ic11", 32), ("ic12", 64))
"""The parts of an .icns, and their pixels."""


def main() -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QGuiApplication([])
    drawn = {size: png(size) for size in SIZES}
    for size, content in drawn.items():
        (FOLDER / f"exgui-{size}.png").write_bytes(content)
    (FOLDER / "exgui.ico").write_bytes(ico({size: drawn[size] for size in ICO}))
    (FOLDER / "exgui.icns").write_bytes(icns([(kind, drawn[size]) for kind, size in ICNS]))
    app.quit()


def png(size: int) -> bytes:
    renderer = QSvgRenderer(str(FOLDER / ("exgui-small.svg" if size <= SMALL else "exgui.svg")))
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    entries = b""
    for size, content in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return head + entries + b"".join(pictures.values())


def icns(parts: list[tuple[str, bytes]]) -> bytes:
    body = b"".join(kind.encode() + struct.pack(">I", 8 + len(content)) + content for kind, content in parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


if __name__ == "__main__":
    main()
