"""A combatant's numbers as chips: hover or `?` shows the parts, a double-click or Enter overrules the number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from exgui.gui.forms.fields import Problem, whole
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.explained_text import number_text, out_of, parts_tooltip
from exgui.gui.look.painting import smooth_painter
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine, clear
from exgui.gui.widgets.flow_layout import FlowLayout

if TYPE_CHECKING:  # the window's first picture does not wait for the engine
    from exgui.engine.explained import Explained
    from exgui.engine.system import Figure

HEIGHT = 28


@safe_events
class FigureChip(QAbstractButton):
    """One number: its label, muted, and its value."""

    edited = Signal(str, int)
    message = Signal(str)

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self.figure = figure
        self.title = figure.label
        self._editor: EnterLine | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # repainted when the pointer comes or goes
        self.put(figure)

    @property
    def explained(self) -> Explained:
        """The number with its parts, for `?`."""
        return self.figure.value

    @property
    def shown(self) -> str:
        return self.figure.text or number_text(self.figure.value.total)

    def put(self, figure: Figure) -> None:
        theme = current_theme()
        self.figure = figure
        self.title = figure.label
        tip = parts_tooltip(theme, figure.label, figure.value)
        if figure.path:
            tip += f"<p><font color='{theme.muted}'>Double-click to set it.</font></p>"
        self.setToolTip(tip)
        self.setText(f"{figure.label} {self.shown}")
        self.setAccessibleName(f"{figure.label} {out_of(self.shown)}")
        parts = f"{figure.value}. " if figure.value.parts else ""
        self.setAccessibleDescription(f"{parts}{'Enter sets it.' if figure.path else ''}".strip())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        small, big = QFontMetrics(fonts.font("muted")), QFontMetrics(fonts.font("strong"))
        width = small.horizontalAdvance(self.figure.label) + big.horizontalAdvance(self.shown) + 6 + 18
        return QSize(width, fonts.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.edit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit()
        else:
            super().keyPressEvent(event)

    def edit(self) -> None:
        """Open the number for the storyteller to set; Enter sets it, Escape cancels."""
        if not self.figure.path or self._editor is not None:
            return
        editor = EnterLine(str(self.figure.value.total), self)
        editor.setAccessibleName(f"Set {self.figure.label}")
        editor.setGeometry(self.rect())
        editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        editor.selectAll()
        editor.entered.connect(lambda _text: self._take())
        editor.left.connect(self._close)
        editor.editingFinished.connect(self._close)
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self._editor = editor

    def _take(self) -> None:
        editor = self._editor
        if editor is None:
            return
        try:
            value = whole(editor.text(), self.figure.label)
        except Problem as problem:
            editor.setProperty("wrong", "true")
            editor.setToolTip(str(problem))
            self.message.emit(str(problem))
            editor.style().polish(editor)
            return
        self._close()
        self.edited.emit(self.figure.path, value)

    def _close(self) -> None:
        editor, self._editor = self._editor, None
        if editor is not None:
            if editor.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            editor.hide()
            editor.deleteLater()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setPen(QPen(theme.color("muted" if self.underMouse() else "line"), 1))
        painter.setBrush(theme.color("raised"))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, 6, 6)
        if self.hasFocus():  # gold would say that it is chosen
            painter.setPen(QPen(theme.color("text"), 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), 4, 4)
        inner = self.rect().adjusted(9, 0, -9, 0)
        painter.setFont(fonts.font("muted"))
        painter.setPen(theme.color("muted"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.figure.label)
        painter.setFont(fonts.font("strong"))
        painter.setPen(theme.tone(self.figure.tone))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.shown)
        painter.end()


class Figures(QWidget):
    """All the numbers of a combatant, flowing."""

    edited = Signal(str, int)
    message = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._flow = FlowLayout(self, 6)
        self.chips: list[FigureChip] = []

    def put(self, figures: Sequence[Figure]) -> None:
        """Show these numbers; chips are used again where the same number is shown."""
        if [chip.figure.id for chip in self.chips] == [one.id for one in figures]:
            for chip, one in zip(self.chips, figures, strict=True):
                if chip.figure != one:
                    chip.put(one)
            return
        clear(self._flow)
        self.chips = [FigureChip(one) for one in figures]
        for chip in self.chips:
            chip.edited.connect(self.edited)
            chip.message.connect(self.message)
            self._flow.addWidget(chip)
            chip.show()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._flow.heightForWidth(width)
