"""Portraits: pictures of any size and kind, read with care, as a square of few pixels.

A campaign may come from anyone: only what `picture_reader` reads is read, and of files only those that lie in the
campaign's own folder.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap

from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.open_in_process import read_other_file
from exgui.gui.tokens.picture_reader import LARGEST_FILE, PictureRefused, read_picture

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign

EDGE = 512
"""Pixels of the shorter side, at most."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


def read_portrait(content: bytes) -> QPixmap:
    """Return the middle of a picture, square; a null one where the bytes are none that is read here."""
    return QPixmap.fromImage(read_image(content))


def read_image(content: bytes) -> QImage:
    """Return the same as an image, which any thread may read."""
    try:
        return square(read_picture(content, EDGE, shorter=True))
    except PictureRefused:
        return QImage()


def square(image: QImage) -> QImage:
    """Return the part of a picture that a round portrait shows, not larger than portraits are; null of a null one."""
    if image.isNull():
        return image
    side = min(image.width(), image.height())
    # Faces are above the middle of a tall picture.
    cut = image.copy((image.width() - side) // 2, (image.height() - side) // 4, side, side)
    edge = min(side, EDGE)
    how = Qt.TransformationMode.SmoothTransformation
    return cut.scaled(QSize(edge, edge), Qt.AspectRatioMode.IgnoreAspectRatio, how)


def portrait_file(folder: Path, name: str) -> Path | None:
    """Return the file of that name within a folder; None where it names none in there."""
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
    """Return whether the name is the id of a picture saved in the campaign, not that of a file."""
    return _DIGEST.fullmatch(name) is not None


def picture_content(campaign: Campaign, name: str) -> bytes | None:
    """Return the bytes of a picture that is saved in a campaign, or lies in a file of its folder; None where there is
    none."""
    try:
        if is_saved(name):
            return campaign.pictures.content(name)
        path = portrait_file(campaign.path.parent, name)
        return read_other_file(path, LARGEST_FILE) if path is not None else None
    except (CampaignError, OSError):
        return None


def picture_of(campaign: Campaign, name: str) -> QPixmap:
    """Return a portrait that is saved in a campaign, or lies in a file of its folder; a null one where there is
    none."""
    content = picture_content(campaign, name)
    return read_portrait(content) if content is not None else QPixmap()
