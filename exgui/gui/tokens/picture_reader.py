"""The one reader of pictures that people bring along: portraits, and what lies under a map.

A campaign may come from anyone: only the usual kinds of pictures are read, and none that would take a gigabyte to
unfold. Nothing here touches the window, so that it can be done in a thread of its own.
"""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from exgui.campaign.pictures import LARGEST_PICTURE, picture_kind
from exgui.engine.record import Record

MOST_PIXELS = 64_000_000
LARGEST_FILE = 32 << 20
"""Bytes."""
LARGEST_EDGE = 3_072
"""Pixels of the longer side of a picture under a map."""
_DRAWINGS = (b"<svg", b"<?xml", b"\xef\xbb\xbf<", b"<!DOCTYPE svg", b"\x1f\x8b")


class PictureRefused(ValueError):
    """Bytes that are no picture which is read here; the message is a sentence for people."""


def read_picture(content: bytes, edge: int, *, shorter: bool = False) -> QImage:
    """Return a picture, made smaller where it is too large.

    Args:
        edge: pixels of its longer side, at most.
        shorter: of its shorter side instead.

    Raises:
        PictureRefused: it is too large, of another kind, or damaged.
    """
    kind = kind_of(content)
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        raise PictureRefused("The picture is damaged and can’t be read. Choose another one.")
    if size.width() * size.height() > MOST_PIXELS:
        raise PictureRefused(
            f"The picture is {size.width():,} x {size.height():,} pixels large; the limit is {MOST_PIXELS:,} in all. "
            "Make it smaller."
        )
    side = min(size.width(), size.height()) if shorter else max(size.width(), size.height())
    if side > edge:
        how = Qt.AspectRatioMode.KeepAspectRatioByExpanding if shorter else Qt.AspectRatioMode.KeepAspectRatio
        reader.setScaledSize(size.scaled(edge, edge, how).expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        raise PictureRefused("The picture is damaged and can’t be read completely. Choose another one.")
    return image


def kind_of(content: bytes) -> str:
    """Return what kind of picture it is, by how it begins. Others are not even offered to Qt: a drawing may name other
    files.

    Raises:
        PictureRefused: it is none that is read, or has too many bytes.
    """
    if len(content) > LARGEST_FILE:
        raise PictureRefused(f"The picture has {len(content):,} bytes; the limit is {LARGEST_FILE:,}. Make it smaller.")
    if kind := picture_kind(content):
        return kind
    if content.lstrip()[:200].startswith(_DRAWINGS):
        raise PictureRefused("SVG is not supported, since it may load other files. Save it as PNG and use that.")
    raise PictureRefused("This is not a PNG, JPEG, WebP, GIF or BMP. Choose another picture.")


class Bounded(Record):
    """A picture as a campaign keeps it.

    Attributes:
        kind: "png", "jpeg", "webp", "gif" or "bmp".
        width, height: in pixels.
    """

    content: bytes
    kind: str
    width: int
    height: int


def bounded(content: bytes, edge: int = LARGEST_EDGE, most: int = LARGEST_PICTURE) -> Bounded:
    """Return a picture as it may be saved in a campaign: as it is where it is small enough, else made smaller.

    Args:
        edge: pixels of its longer side, at most.
        most: bytes, at most.

    Raises:
        PictureRefused: it cannot be read.
    """
    image = read_picture(content, edge)
    whole = QBuffer()
    whole.setData(QByteArray(content))
    whole.open(QIODevice.OpenModeFlag.ReadOnly)
    size = QImageReader(whole, QByteArray(kind_of(content).encode())).size()
    if max(size.width(), size.height()) <= edge and len(content) <= most:
        return Bounded(content, kind_of(content), image.width(), image.height())
    kind = "webp" if image.hasAlphaChannel() else "jpeg"
    for quality in (88, 70, 40):
        written = QBuffer()
        written.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(written, kind, quality)  # type: ignore[call-overload]
        found = bytes(written.data().data())
        if 0 < len(found) <= most:
            return Bounded(found, kind, image.width(), image.height())
    raise PictureRefused("The picture can’t be made small enough to keep. Make it smaller.")
