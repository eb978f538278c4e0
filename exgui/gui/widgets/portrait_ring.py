"""A portrait in a ring: chosen from a file, pasted, or dropped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QDragEnterEvent,
    QDropEvent,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QPen,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.painting import smooth_painter
from exgui.gui.safe_events import safe_events

SIDE = 68


@safe_events
class PortraitRing(QWidget):
    """A portrait, or the first letter of the name.

    Signals:
        file_requested(): a file is to be chosen.
        file_given(Path): this file is to be the portrait.
        image_given(QImage): this picture is to be it.
        cleared(): it is to be taken away.
    """

    file_requested = Signal()
    file_given = Signal(object)
    image_given = Signal(object)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._face = QPixmap()
        self._letter = "?"
        self.editable = True
        self.tone = "jade"
        self.setFixedSize(QSize(SIDE, SIDE))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Portrait: click or Enter for a file, Ctrl+V pastes one, or drop one here; Delete removes it")

    def put(self, name: str, face: QPixmap) -> None:
        """Show a face, or the first letter of a name if there is none."""
        self._face = face
        self._letter = next((sign.upper() for sign in name if sign.isalnum()), "?")
        self.setAccessibleName(f"Portrait of {name}" + ("" if not face.isNull() else ", none yet"))
        self.update()

    @property
    def face(self) -> QPixmap:
        """The portrait that is shown; a null picture for none."""
        return self._face

    def take_data(self, data: QMimeData) -> bool:
        """Take a file or a picture of the clipboard or of a drop. False where there is neither."""
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if files:
            self.file_given.emit(files[0])
            return True
        if data.hasImage():
            image = data.imageData()
            if isinstance(image, QImage):
                self.image_given.emit(image)
                return True
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.editable:
            self.file_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.editable:
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.take_data(QGuiApplication.clipboard().mimeData())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.file_requested.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.cleared.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.editable and (event.mimeData().hasUrls() or event.mimeData().hasImage()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if self.editable and self.take_data(event.mimeData()):
            event.acceptProposedAction()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self, pictures=True)
        radius = SIDE / 2 - 3
        painter.translate(SIDE / 2, SIDE / 2)
        if self.hasFocus():  # beside the ring, from which gold may not stand out
            painter.setPen(QPen(theme.color("gold"), 2))
            painter.drawEllipse(QPointF(), radius + 1.5, radius + 1.5)
            radius -= 4
        painter.setPen(QPen(theme.color(self.tone), 3))
        if self._face.isNull():
            painter.setBrush(theme.color("panel" if theme.dark else "raised"))
            painter.drawEllipse(QPointF(), radius, radius)
            font = fonts.font("title")
            font.setPixelSize(round(SIDE * 0.38))
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            painter.setPen(theme.color("text"))
            painter.drawText(
                QPointF(-metrics.horizontalAdvance(self._letter) / 2, metrics.capHeight() / 2), self._letter
            )
        else:
            brush = QBrush(self._face)
            size = self._face.width()
            brush.setTransform(QTransform().translate(-radius, -radius).scale(2 * radius / size, 2 * radius / size))
            painter.setBrush(brush)
            painter.drawEllipse(QPointF(), radius, radius)
        painter.end()
