"""The picture that lies under the zones of a map: read in a thread of its own, scaled to its place, and dimmed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.zones import MapPicture
from exgui.gui.background_job import BackgroundJob
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.painting import faded
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.picture_reader import LARGEST_EDGE, read_picture

PATIENCE = 0.03
"""Seconds for which the window waits, so that a small picture does not flicker."""


@safe_events
class Underlay(QGraphicsRectItem):
    """A map's picture.

    Attributes:
        content: gives the bytes of a picture by its id, None where there is none; in the window's thread.
        trouble: why the picture cannot be shown, as a sentence; "" where it can.
        on_change: called when a picture has been read, or could not be.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(-1)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, False)
        self.content: Callable[[str], bytes | None] = lambda _id: None
        self.on_change: Callable[[], object] = lambda: None
        self.trouble = ""
        self.picture: MapPicture | None = None
        self._id = ""
        self._pixmap = QPixmap()
        self._job: BackgroundJob[QImage] | None = None
        self.setVisible(False)

    @property
    def is_ready(self) -> bool:
        return self._job is None

    def show_picture(self, picture: MapPicture | None) -> None:
        """Show a picture at its place, or none."""
        self.picture = picture
        self.setVisible(picture is not None)
        if picture is None:
            self._forget()
            return
        self.setRect(QRectF(picture.x, picture.y, picture.width, picture.height))
        if picture.id != self._id:
            self._read(picture.id)
        self.update()

    def _read(self, id: str) -> None:
        self._forget()
        self._id = id
        content = self.content(id)
        if content is None:
            self.trouble = "The background picture is missing from the campaign. Choose another."
            return
        self._job = BackgroundJob(lambda _cancelled: read_picture(content, LARGEST_EDGE), self._show, self._fail)
        self._job.start(PATIENCE)

    def _show(self, image: QImage) -> None:
        self._job = None
        opaque = QImage.Format.Format_RGB32  # drawn three times as fast
        self._pixmap = QPixmap.fromImage(image if image.hasAlphaChannel() else image.convertToFormat(opaque))
        self.update()
        self.on_change()

    def _fail(self, error: Exception) -> None:
        self._job = None
        self.trouble = str(error)
        self.on_change()

    def _forget(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._id, self.trouble, self._pixmap = "", "", QPixmap()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.draw(painter, current_theme())

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self.picture is not None and not self._pixmap.isNull():
            paint_underlay(painter, theme, self.picture.dim, self._pixmap, self.rect())


def paint_underlay(painter: QPainter, theme: Theme, dim: int, picture: QPixmap | QImage, box: QRectF) -> None:
    """Paint the picture under the zones into a box, dimmed by this many percent."""
    if isinstance(picture, QPixmap):
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
    else:
        painter.drawImage(box, picture)
    if dim:
        shade = faded(theme.color("background"), dim / 100)
        painter.fillRect(box, shade)
