"""The shown combatant: portrait or initial in the ring of its side, name, current activity, and a strength bar for a
group."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from exgui.engine.battle import Battle
from exgui.engine.system import Strength
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.elided import TwoLines, elided
from exgui.gui.look.icons import icon, pixmap
from exgui.gui.look.painting import smooth_painter
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures, draw_ring
from exgui.gui.tokens.strength_drawing import bar_tone, paint_text, paint_track
from exgui.gui.tokens.token_look import Look, initials, sides
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.layouts import hbox, vbox

DISC = 48
LONGEST = 64
"""Letters of a summary that are shown."""
HEIGHT = 20
ICON = 14


@safe_events
class Disc(QWidget):
    """A portrait, or the letters, in the ring that the side has on the map too."""

    def __init__(self) -> None:
        super().__init__()
        self._look = Look("", "")
        self._now = False
        self._picture = QPixmap()
        self.setFixedSize(QSize(DISC, DISC))

    def put(self, look: Look, *, now: bool, picture: QPixmap | None = None) -> None:
        self._look, self._now = look, now
        self._picture = picture or QPixmap()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        inner = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("raised"))
        painter.drawEllipse(inner)
        if not self._picture.isNull():
            path = QPainterPath()
            path.addEllipse(inner.adjusted(2, 2, -2, -2))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setClipPath(path)
            painter.drawPixmap(inner.toRect(), self._picture)
            painter.setClipping(False)
        else:
            font = fonts.font("title")
            font.setPixelSize(self.height() * {1: 40, 2: 32}.get(len(self._look.initial), 26) // 100)
            painter.setFont(font)
            painter.setPen(theme.color("text"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, self._look.initial)
        painter.translate(inner.center())
        draw_ring(painter, self._look.pattern, theme.color(self._look.tone), inner.width() / 2 + 1)
        painter.resetTransform()
        if self._now:
            painter.setPen(QPen(theme.color("gold"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()


def short(summary: str) -> str:
    """Return a summary of about two lines: of many names in a row the first ones, and how many there are besides."""
    if len(summary) <= LONGEST:
        return summary
    kept = summary[:LONGEST].rpartition(", ")[0] or summary[:LONGEST]
    more = summary[len(kept) :].count(", ")
    return f"{kept} and {more} more" if more else f"{kept}\N{HORIZONTAL ELLIPSIS}"


class Head(QWidget):
    """The head of the turn panel."""

    def __init__(self, pictures: TokenPictures) -> None:
        super().__init__()
        self._pictures = pictures
        row = hbox(spacing=12)
        whole = vbox(row, on=self, margins=0, spacing=4)
        self.disc = Disc()
        row.addWidget(self.disc)
        self.name = TwoLines("title")
        self.summary = label("", "muted", wrap=True)
        self.use = push("", "chip")
        row.addLayout(vbox(1, self.name, self.summary, (self.use, 0, Qt.AlignmentFlag.AlignLeft), 1, spacing=1), 1)
        self.auto_roll = QToolButton()
        self.auto_roll.setCheckable(True)
        self.auto_roll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.auto_roll.setIconSize(QSize(20, 20))
        row.addWidget(self.auto_roll, 0, Qt.AlignmentFlag.AlignTop)
        self.strength = StrengthBar()
        whole.addWidget(self.strength)
        self.show_use("")

    def put(
        self, battle: Battle, who: str, summary: str, *, auto_roll: bool = False, strength: Strength | None = None
    ) -> None:
        """Show a combatant.

        Args:
            auto_roll: the app rolls for them without being asked.
            strength: how strong they still are, where they are many.
        """
        theme = current_theme()
        self.strength.put(strength)
        self.auto_roll.setChecked(auto_roll)
        shape, tone = ("dice-multiple", "gold") if auto_roll else ("dice-multiple-outline", "muted")
        self.auto_roll.setIcon(icon(theme, shape, tone))
        name = battle.combatants[who].name
        words = f"Auto-roll for {name}"
        self.auto_roll.setToolTip(f"{words}: {'on' if auto_roll else 'off'} (Ctrl+Shift+R)")
        self.auto_roll.setAccessibleName(words)
        one = battle.combatants[who]
        now = who in battle.up
        letters = initials(battle.combatants.values())[who]
        picture = self._pictures.portrait(one.portrait)
        self.disc.put(Look(one.name, letters, side=sides(battle).get(one.side, 0)), now=now, picture=picture)
        self.name.put(one.name)
        self.summary.setText(short(summary))
        self.summary.setToolTip(summary if self.summary.text() != summary else "")
        self.setAccessibleName(f"{one.name}, {summary}")

    def show_use(self, use: str) -> None:
        """Show in a word how effects are used during auto-roll; "" for nothing."""
        self.use.setVisible(bool(use))
        self.use.setText(f"Effects: {use}")
        self.use.setToolTip(f"How effects are used while the app rolls: {use}. Click to change.")
        self.use.setAccessibleName(f"How effects are used: {use}")


@safe_events
class StrengthBar(QWidget):
    """One bar with its words; hidden while a single fighter is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.strength: Strength | None = None
        self.setFixedHeight(fonts.px(HEIGHT) + 4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def put(self, strength: Strength | None) -> None:
        """Show a combatant; None for no one."""
        self.strength = strength
        self.setVisible(strength is not None)
        text = strength.text if strength is not None else ""
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.update()

    @property
    def words(self) -> str:
        one = self.strength
        if one is None:
            return ""
        words = (one.breaks, one.size, f"{one.label} {one.now}/{one.full}")
        return " \N{MIDDLE DOT} ".join(word for word in words if word)

    def sizeHint(self) -> QSize:
        return QSize(160, fonts.px(HEIGHT) + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        one = self.strength
        if one is None:
            return
        painter = smooth_painter(self)
        box = QRectF(0.5, 3.5, self.width() - 1, fonts.px(HEIGHT) - 1)
        paint_track(painter, theme, box, one, theme.color(bar_tone(one)))
        font = fonts.font("small")
        metrics = QFontMetricsF(font)
        mark = ICON + 5 if one.icon else 0
        text = elided(metrics, self.words, box.width() - 20 - mark)
        wide = metrics.horizontalAdvance(text) + mark
        left = box.center().x() - wide / 2
        if one.icon:
            picture = pixmap(theme, one.icon, "red", ICON, self.devicePixelRatioF())
            painter.drawPixmap(round(left), round(box.center().y() - ICON / 2), picture)
        paint_text(painter, theme, font, box.center().x() + mark / 2, box.center().y(), text)
        painter.end()
