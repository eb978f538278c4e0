"""The whole map as a picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from exgui.gui import theme
from exgui.gui.map.view import MapView


def export_picture(view: MapView, zoom: float = 2.0) -> QImage:
    """The whole map as a picture, `zoom` pixels to a map unit; less where it would be larger than 8,000 pixels."""
    box = view.map.contents()
    zoom = min(zoom, 8000 / max(box.width(), box.height()))
    size = QSize(round(box.width() * zoom), round(box.height() * zoom))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(theme.color("background"))
    view.map.glide.finish()
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    view.map.render(painter, QRectF(0, 0, size.width(), size.height()), box)
    painter.end()
    return image


def export_png(view: MapView, path: Path, zoom: float = 2.0) -> None:
    """Writes the whole map to a PNG file.

    Raises:
        OSError: it cannot be written there; the message names the file.
    """
    if not export_picture(view, zoom).save(str(path), "PNG"):  # type: ignore[call-overload]
        raise OSError(f"{path}: the picture of the map could not be written; choose another folder or name")
