"""The tools that float over the map: what the mouse does, undo, and how much is seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.focus import paint_focus
from exgui.gui.look.icons import pixmap
from exgui.gui.look.painting import smooth_painter
from exgui.gui.map.editor import hand as tools
from exgui.gui.map.editor.view import EditorView
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import PaintedButton
from exgui.gui.widgets.layouts import hbox
from exgui.gui.widgets.row import draw_keycap

MARGIN = 12
CLOSE = 10
"""Pixels by which the empty edge of the map may reach under the tools when all of it is shown."""
TOOLS = (
    (
        tools.SELECT,
        "Select",
        "V",
        "cursor-default-outline",
        "Select, move, resize; drag over empty ground to select several",
    ),
    (tools.ZONE, "Zone", "Z", "square-rounded-outline", "Drag out a zone; Ctrl or Alt ignores the grid"),
    (tools.ELLIPSE, "Oval", "O", "ellipse-outline", "Drag out a round zone"),
    (tools.LINK, "Link", "L", "vector-line", "Drag from one zone to another"),
    (tools.PICTURE, "Picture", "", "image-outline", "Move and scale the background picture"),
)


@safe_events
class ToolButton(PaintedButton):
    """A tool: an icon, its name and its key."""

    def __init__(self, text: str, key: str = "", icon: str = "", tip: str = "") -> None:
        super().__init__()
        self.setText(text)
        self.key, self.icon_name = key, icon
        self.compact = self.bare = False
        self.setToolTip(f"{text}: {tip}" if tip else text)
        self.setAccessibleName(f"{text}, key {key}" if key else text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_compact(self, compact: bool, *, bare: bool = False) -> None:
        """Show only the icon and the key; the icon alone where it is `bare`."""
        if (compact, bare) != (self.compact, self.bare):
            self.compact, self.bare = compact, bare
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = 8 if self.bare else 16
        if self.icon_name:
            width += 18
        if self.text() and not (self.compact and self.icon_name):
            width += QFontMetrics(fonts.font("muted")).horizontalAdvance(self.text()) + (4 if self.icon_name else 0)
        if self.key and not self.bare:
            width += fonts.px(28)
        return QSize(width, fonts.px(30))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        on = self.isChecked()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if on or self.underMouse() or self.hasFocus():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("gold" if on else "panel"))
            painter.drawRoundedRect(box, 7, 7)
        if self.hasFocus():
            paint_focus(painter, theme, box, on_gold=on)
        ink = "on_gold" if on else "text" if self.isEnabled() else "muted"
        x, middle = 5 if self.bare else 8, self.height() // 2
        if self.icon_name:
            painter.drawPixmap(x, middle - 8, pixmap(theme, self.icon_name, ink, 16, self.devicePixelRatioF()))
            x += 20
        if self.text() and not (self.compact and self.icon_name):
            painter.setFont(fonts.font("muted"))
            painter.setPen(theme.color(ink))
            width = QFontMetrics(fonts.font("muted")).horizontalAdvance(self.text())
            painter.drawText(QRect(x, 0, width + 4, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())
            x += width + 6
        if self.key and not self.bare:
            draw_keycap(painter, theme, x, middle, self.key)
        painter.end()


@safe_events
class Toolbar(QFrame):
    """Floats over the upper left of the map.

    Args:
        undo: undoes what was done last.
    """

    def __init__(self, view: EditorView, undo: Callable[[], object]) -> None:
        super().__init__()
        view.float_over(self)
        self._view = view
        self.setAccessibleName("Tools")
        row = hbox(on=self, margins=(5, 4, 5, 4), spacing=2)
        self.tools: dict[str, ToolButton] = {}
        for id, name, key, icon, tip in TOOLS:
            button = ToolButton(name, key, icon, tip)
            button.setCheckable(True)
            button.clicked.connect(lambda _on=False, id=id: self._take(id))
            row.addWidget(button)
            self.tools[id] = button
        row.addSpacing(6)
        self.undo = ToolButton("Undo", "", "undo-variant", "Ctrl+Z")
        self.undo.clicked.connect(lambda: undo())
        row.addWidget(self.undo)
        self.zoom = ToolButton("100%", "", "", "Show the whole map (Home); the wheel zooms")
        self.zoom.clicked.connect(view.fit)
        row.addWidget(self.zoom)
        view.hand.tool_changed.connect(lambda _tool: self.follow())
        view.zoomed.connect(self.follow)
        view.moved.connect(lambda _on: self.follow())
        view.installEventFilter(self)
        self.follow()
        self._place()

    def follow(self) -> None:
        for id, button in self.tools.items():
            button.setChecked(id == self._view.hand.tool)
        self.tools[tools.PICTURE].setVisible(self._view.hand.marks.picture_box() is not None)
        percent = f"{round(self._view.zoom * 100)}%"
        moved = self._view.zooming.by_hand
        text = f"Fit \N{MIDDLE DOT} {percent}" if moved else percent
        if text != self.zoom.text():
            self.zoom.setText(text)
            self.zoom.icon_name = "fit-to-page-outline" if moved else ""
            self.zoom.setAccessibleName(f"Show the whole map, now {percent}")
            self.zoom.updateGeometry()
            self.zoom.update()
        self._place()

    def _take(self, tool: str) -> None:
        self._view.hand.take(tool)
        self.follow()

    def _place(self) -> None:
        for compact, bare, fits in ((False, False, True), (True, False, True), (True, True, True), (True, True, False)):
            for button in (*self.tools.values(), self.undo):
                button.set_compact(compact, bare=bare)
            self.undo.setVisible(not bare)  # it is in the top line, too
            self.zoom.setVisible(fits)  # Home does the same
            if self.sizeHint().width() <= self._view.width() - 2 * MARGIN:
                break
        self.resize(self.sizeHint())
        self.move(MARGIN, MARGIN)
        self._view.zooming.covered = self.geometry().bottom() - CLOSE
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
        painter.end()
