"""Portraits: pictures of any size and kind, read with care, as a square of few pixels.

A campaign may come from anybody: only the usual kinds of pictures are read, none that would take a gigabyte to unfold,
and of files only those that lie in the campaign's own folder.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPixmap

from exgui.campaign.errors import CampaignError

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign

EDGE = 512
"""Pixels of the shorter side, at most."""
MOST_PIXELS = 64_000_000
LARGEST_FILE = 32 << 20
"""Bytes."""
KINDS = ((b"\x89PNG", b"png"), (b"\xff\xd8\xff", b"jpeg"), (b"RIFF", b"webp"), (b"GIF8", b"gif"), (b"BM", b"bmp"))
"""How the kinds that are read begin. Others are not even offered to Qt: a drawing may name other files."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


def read_portrait(content: bytes) -> QPixmap:
    """The middle of a picture, square; a null one where the bytes are none that is read here."""
    return QPixmap.fromImage(read_image(content))


def read_image(content: bytes) -> QImage:
    """The same as an image, which any thread may read."""
    if not 0 < len(content) <= LARGEST_FILE:
        return QImage()
    kind = next((kind for begins, kind in KINDS if content.startswith(begins)), b"")
    if not kind:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
        return QImage()
    if min(size.width(), size.height()) > EDGE:
        reader.setScaledSize(size.scaled(EDGE, EDGE, Qt.AspectRatioMode.KeepAspectRatioByExpanding))
    return square(reader.read())


def square(image: QImage) -> QImage:
    """The part of a picture that a round portrait shows, not larger than portraits are; null of a null one."""
    if image.isNull():
        return image
    side = min(image.width(), image.height())
    # Faces are above the middle of a tall picture.
    cut = image.copy((image.width() - side) // 2, (image.height() - side) // 4, side, side)
    edge = min(side, EDGE)
    how = Qt.TransformationMode.SmoothTransformation
    return cut.scaled(QSize(edge, edge), Qt.AspectRatioMode.IgnoreAspectRatio, how)


def portrait_file(folder: Path, name: str) -> Path | None:
    """The file of that name within a folder; None where it names none in there."""
    parts = PurePosixPath(name.replace("\\", "/"))
    if not name or parts.is_absolute() or ".." in parts.parts or ":" in name or "\0" in name:
        return None
    try:
        path = (folder / parts).resolve()
        inside = path.is_relative_to(folder.resolve()) and path.is_file()
        return path if inside and path.stat().st_size <= LARGEST_FILE else None
    except (OSError, ValueError):
        return None


def is_saved(name: str) -> bool:
    """The name is the id of a picture saved in the campaign, not that of a file."""
    return _DIGEST.fullmatch(name) is not None


def picture_of(campaign: Campaign, name: str) -> QPixmap:
    """A portrait that is saved in a campaign, or lies in a file of its folder; a null one where there is none."""
    from exgui.campaign.guard.open_here import read_other_file

    try:
        if is_saved(name):
            return read_portrait(campaign.picture(name))
        path = portrait_file(campaign.path.parent, name)
        return read_portrait(read_other_file(path, LARGEST_FILE)) if path is not None else QPixmap()
    except (CampaignError, OSError):
        return QPixmap()
