"""Shown on the map while there are no zones: how to draw one, and battlefields to start from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QWidget

from exgui.campaign.battlefields import Battlefield, ready_battlefields
from exgui.campaign.encounter_edits.zones import box_of
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.elided import elided
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.map.editor.snapping import around
from exgui.gui.map.editor.view import EditorView
from exgui.gui.map.terrain import palette_for, terrain_seed, zone_outline
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.token_look import PixmapCache
from exgui.gui.widgets.basics import PaintedButton, label
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import fill_box, vbox

WIDTH = 700
PICTURE = QSize(126, 84)
TOP = 60
"""Pixels that the tools take."""

_pictures = PixmapCache()


@safe_events
class BattlefieldButton(PaintedButton):
    """A battlefield as a small picture with its title."""

    def __init__(self, battlefield: Battlefield) -> None:
        super().__init__()
        self.battlefield = battlefield
        self.setText(battlefield.title)
        self.setToolTip(battlefield.about)
        self.setAccessibleName(f"Begin from {battlefield.title}")
        self.setAccessibleDescription(battlefield.about)

    def sizeHint(self) -> QSize:
        return PICTURE + QSize(0, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        lit = self.underMouse() or self.hasFocus()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("gold" if lit else "line"), 1.4))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(box, 8, 8)
        painter.drawPixmap(0, 0, thumbnail(theme, self.battlefield, self.devicePixelRatioF()))
        font = fonts.font("small")
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        strip = QRect(6, PICTURE.height() - 2, self.width() - 12, 24)
        painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, elided(QFontMetricsF(font), self.text(), strip.width()))
        painter.end()


def thumbnail(theme: Theme, battlefield: Battlefield, ratio: float) -> QPixmap:
    """Return a battlefield, small; drawn once for each look of the window."""
    return _pictures.get((battlefield.id, ratio, theme.name), lambda: _draw(theme, battlefield, ratio))


def _draw(theme: Theme, battlefield: Battlefield, ratio: float) -> QPixmap:
    out = QPixmap(PICTURE * ratio)
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    zones = battlefield.data.get("zone", ())
    if not zones:
        return out
    boxes = {zone["id"]: box_of(zone) for zone in zones}
    whole = around(boxes.values())
    scale = min((PICTURE.width() - 20) / whole.width, (PICTURE.height() - 18) / whole.height)
    painter = smooth_painter(out)
    painter.translate(PICTURE.width() / 2, PICTURE.height() / 2 + 1)
    painter.scale(scale, scale)
    painter.translate(-whole.x - whole.width / 2, -whole.y - whole.height / 2)
    painter.setPen(QPen(theme.color("link"), 1.6 / scale))
    for link in battlefield.data.get("link", ()):
        a, b = (boxes[end] for end in link["between"])
        painter.drawLine(QPointF(a.x + a.width / 2, a.y + a.height / 2), QPointF(b.x + b.width / 2, b.y + b.height / 2))
    palette = palette_for(theme)
    for zone in zones:
        box, terrain = boxes[zone["id"]], str(zone.get("terrain", "plain"))
        shape = str(zone.get("shape", "rectangle"))
        outline = zone_outline(QRectF(0, 0, box.width, box.height), shape, terrain, terrain_seed(zone["id"]))
        ground = palette[terrain]
        painter.setPen(QPen(ground.color("edge"), 1.4 / scale))
        painter.setBrush(ground.color("soft" if terrain != "plain" else "fill"))
        painter.drawPath(outline.translated(box.x, box.y))
    painter.end()
    return out


@safe_events
class EmptyField(QFrame):
    """Floats in the middle of the map; one can draw beside it.

    Signals:
        chosen(object): that battlefield is to be drawn.
    """

    chosen = Signal(object)

    def __init__(self, view: EditorView) -> None:
        super().__init__()
        view.float_over(self)
        self._view = view
        self.setProperty("surface", "clear")
        title = label("Draw the battlefield", "title")
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        text = label(
            "Press Z and drag out a zone, or press Enter; type its name.\n"
            "L draws links between zones, 1 to 8 choose the terrain.",
            "body",
            "muted",
        )
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = vbox(title, text, on=self, margins=0, spacing=6)
        self.buttons: list[BattlefieldButton] = []
        self._built = False
        self._ready = QWidget()
        self._flow = FlowLayout(self._ready, 10)
        self._or = label("or begin from one of these", "small")
        self._or.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(10)
        fill_box(column, self._or, self._ready)
        view.installEventFilter(self)

    def set_shown(self, on: bool) -> None:
        if on and not self._built:
            self._built = True
            for one in ready_battlefields():
                button = BattlefieldButton(one)
                button.clicked.connect(lambda _on=False, one=one: self.chosen.emit(one))
                self._flow.addWidget(button)
                self.buttons.append(button)
            self._or.setVisible(bool(self.buttons))
        self.setVisible(on)
        if on:
            self._place()

    def _place(self) -> None:
        width = max(min(WIDTH, self._view.width() - 40), 160)
        self.setFixedWidth(width)
        layout = self.layout()
        assert layout is not None
        high = layout.heightForWidth(width) if layout.hasHeightForWidth() else self.sizeHint().height()
        self.setFixedHeight(max(high, 40))
        room = self._view.height()
        self.move((self._view.width() - width) // 2, max(TOP, (room - high) // 2))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._built and event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False
