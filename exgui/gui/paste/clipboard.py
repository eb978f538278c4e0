"""What is on the clipboard or dragged into the window that is no text of a stat block: files, a picture, a map."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

from exgui.campaign.imports.found import Found
from exgui.campaign.imports.reading import looks_like_map, read_content, read_text
from exgui.gui.look.painting import png_of
from exgui.gui.paste.read_files import with_picture
from exgui.sheets.stat_block.own_export import is_own_export

NAME = "Clipboard"


def paths_in(data: QMimeData) -> list[Path]:
    """Return the files on this computer that data names."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


def found_on(data: QMimeData) -> Found | None:
    """Return a picture, a map or an encounter; None for anything else."""
    if data.hasImage() and not data.hasText():
        image = QImage(data.imageData())
        return with_picture(read_content(png_of(image), f"{NAME}.png", ()))
    text = data.text() if data.hasText() else ""
    if not looks_like_map(text) and not is_own_export(text):
        return None
    found = read_text(text, NAME, ())
    return with_picture(found) if found.map is not None else None
