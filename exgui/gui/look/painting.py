"""Small helpers for painting by hand: a painter with smooth edges, a color that lets the ground through, a picture as
bytes."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter

EDGES = QPainter.RenderHint.Antialiasing
PICTURES = EDGES | QPainter.RenderHint.SmoothPixmapTransform


def smooth_painter(device: QPaintDevice, *, pictures: bool = False) -> QPainter:
    """Return a painter whose edges are smooth; with `pictures` also pictures that are drawn larger or smaller."""
    out = QPainter(device)
    out.setRenderHints(PICTURES if pictures else EDGES)
    return out


def faded(color: QColor, share: float) -> QColor:
    """Return a color that covers only a share of the ground, 0 to 1."""
    out = QColor(color)
    out.setAlphaF(share)
    return out


def png_of(image: QImage) -> bytes:
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(held, "PNG")  # type: ignore[call-overload]
    return bytes(held.data().data())
