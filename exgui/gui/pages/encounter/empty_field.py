"""What stands on the map while there are no zones: how to draw one, and the battlefields to begin from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from exgui.gui.map.editor.view import EditorView
from exgui.gui.panel.flow_layout import FlowLayout
from exgui.gui.panel.widgets import label
from exgui.gui.safe_events import safe_events

WIDTH = 420


@safe_events
class EmptyField(QFrame):
    """Floats in the middle of the map; one can draw beside it.

    Signals:
        chosen(object): that battlefield is to be drawn.
    """

    chosen = Signal(object)

    def __init__(self, view: EditorView) -> None:
        super().__init__(view)
        self._view = view
        self.setProperty("surface", "clear")
        column = QVBoxLayout(self)
        column.setSpacing(8)
        title = label("Draw the battlefield", "title")
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(title)
        text = label(
            "Press Z and drag out a zone; type its name. L draws links from one zone to another, "
            "1 to 8 choose the terrain.",
            "body",
            "muted",
            wrap=True,
        )
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(text)
        self.ready = FlowLayout(None, 8)
        column.addLayout(self.ready)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        self._place()

    def _place(self) -> None:
        width = min(WIDTH, self._view.width() - 40)
        self.setFixedWidth(max(width, 120))
        self.adjustSize()
        self.move((self._view.width() - self.width()) // 2, max(70, (self._view.height() - self.height()) // 2))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False
