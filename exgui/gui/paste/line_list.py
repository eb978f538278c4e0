"""The lines of a pasted text, each with what became of it: a model, how a line is drawn, and the card that corrects the
one that is chosen."""

from __future__ import annotations

from itertools import islice
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.icons import pixmap
from exgui.gui.paste.document import PasteDocument
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine, label, push, restyle
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.sheets.stat_block.corrections import Meaning, fits, meanings

MOST_SHOWN = 5_000
"""Lines of a text that are listed."""
LONGEST_SHOWN = 400
"""Characters of a line in the list; the field below shows all."""
ROW = 24
NARROW = 4
"""How many times as wide as a verdict's word a list must be to show it: icon and color say the same."""
LOOKS = {
    "understood": ("check-circle-outline", "jade"),
    "guessed": ("help-circle-outline", "gold"),
    "kept": ("note-text-outline", "blue"),
}
"""Icon and color of each verdict."""
NUMBER = Qt.ItemDataRole.UserRole
VERDICT = Qt.ItemDataRole.UserRole + 1
CHANGED = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
WHAT_CAME = {
    "understood": "All of it is in the sheet",
    "guessed": "Some of it is in the sheet; check that it is right",
    "kept": "Not understood; kept in the notes. Rewrite it, or choose what it is",
}
IN_NOTES = "also kept in the notes"
EMPTY = "An empty line."
LONGEST = 100_000


class LineModel(QAbstractListModel):
    """The lines. Roles: `NUMBER` from 1, `VERDICT` ("" for an empty line), `CHANGED`: it fills what is picked."""

    def __init__(self, document: PasteDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.only = ""
        self._shown: list[int] = []
        self._count = 0
        self._picked: frozenset[int] = frozenset()

    def refill(self) -> None:
        self.beginResetModel()
        wanted = (n for n in range(1, len(self.document.state.text.lines) + 1) if self._wanted(n))
        self._shown = list(islice(wanted, MOST_SHOWN))
        self._count = self.document.count(self.only) if self.only else len(self.document.state.text.lines)
        self.endResetModel()

    def show_only(self, verdict: str) -> None:
        """List only lines of a verdict; "" for all."""
        self.only = verdict
        self.refill()

    def pick(self, numbers: frozenset[int]) -> None:
        self._picked = numbers
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1), [CHANGED])

    def row_of(self, number: int) -> int:
        """Return the row of a line; -1 where it is not listed."""
        try:
            return self._shown.index(number)
        except ValueError:
            return -1

    def number(self, index: Index) -> int:
        """Return the number of a line, 0 for what is none."""
        return self._shown[index.row()] if 0 <= index.row() < len(self._shown) else 0

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown) + (self._count > len(self._shown))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        number = self.number(index)
        if not number:
            left = f"{self._count - len(self._shown):,} more lines not listed"
            return left if role == Qt.ItemDataRole.DisplayRole and index.isValid() else None
        text = self.document.state.text.lines[number - 1]
        verdict = self._verdict(number)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text[:LONGEST_SHOWN].replace("\t", "   ")
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{text[:LONGEST_SHOWN]}, {verdict}" if verdict else text[:LONGEST_SHOWN]
            case _ if role == NUMBER:
                return number
            case _ if role == VERDICT:
                return verdict
            case _ if role == CHANGED:
                return number in self._picked
        return None

    def _wanted(self, number: int) -> bool:
        return not self.only or self._verdict(number) == self.only

    def _verdict(self, number: int) -> str:
        line = self.document.line(number)
        return line.verdict if line is not None else ""


@safe_events
class LineDelegate(QStyledItemDelegate):
    """Draws a line: icon and color of its verdict, the text, and in a wide list the verdict as a word."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, fonts.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        painter.save()
        area = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or index.data(CHANGED):
            painter.fillRect(area, theme.color("selection"))
        verdict = str(index.data(VERDICT) or "")
        x = area.left() + 6
        if verdict:
            name, token = LOOKS[verdict]
            picture = pixmap(theme, name, token, 16, painter.device().devicePixelRatioF())
            painter.drawPixmap(x, area.top() + (fonts.px(ROW) - 16) // 2, picture)
        small = fonts.font("small")
        room = QFontMetrics(small).horizontalAdvance("understood") + 12 if verdict else 0
        if area.width() < NARROW * room:
            room = 0
        text = QRect(x + 24, area.top(), area.width() - 36 - room, fonts.px(ROW))
        font = fonts.font("muted")
        painter.setFont(font)
        painter.setPen(theme.color("text" if verdict else "muted"))
        shown = QFontMetrics(font).elidedText(str(index.data() or ""), Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        if room:
            painter.setFont(small)
            painter.setPen(theme.color(LOOKS[verdict][1]))
            right = QRect(area.right() - room - 4, area.top(), room, fonts.px(ROW))
            painter.drawText(right, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), verdict)
        painter.restore()


@safe_events
class LineCard(QFrame):
    """One line.

    Signals:
        rewritten(str): the line was rewritten.
        meant(Meaning): it was said what the line is.
        left(): Escape was pressed in the field.
    """

    rewritten = Signal(str)
    meant = Signal(object)
    left = Signal()

    def __init__(self, document: PasteDocument) -> None:
        super().__init__()
        self._document = document
        self.number = 0
        self.setProperty("role", "card")
        self.setAccessibleName("The line")
        self.title = label("", "strong")
        self.what = push("It is\N{HORIZONTAL ELLIPSIS}", "", "Choose what this line is")
        self.menu = QMenu(self)
        self.what.setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        top = hbox(self.title, 1, self.what)
        self.text = EnterLine()
        self.text.setMaxLength(LONGEST)
        self.text.setAccessibleName("The line’s text")
        self.text.setToolTip("Rewrite the line; Enter reads it again")
        self.text.entered.connect(self.rewritten.emit)
        self.text.left.connect(self.left.emit)
        self.came = label("", "small", "text", wrap=True)
        vbox(top, self.text, self.came, on=self, margins=(12, 8, 12, 8), spacing=6)

    def put(self, number: int, filled: str = "") -> None:
        """Show a line, by its number from 1; 0 for none.

        Args:
            filled: which fields it fills, in words.
        """
        self.number = number
        self.setEnabled(bool(number) and self._document.correctable)
        if not number:
            self.title.setText("Click a line to see what became of it")
            restyle(self.title, tone="muted")
            self.text.clear()
            self.came.setText("")
            return
        text = self._document.state.text.lines[number - 1]
        if self.text.text() != text:
            self.text.setText(text)
            self.text.setCursorPosition(0)
        line = self._document.line(number)
        verdict = line.verdict if line is not None else ""
        self.title.setText(f"Line {number}" + (f" \N{MIDDLE DOT} {verdict}" if verdict else ""))
        restyle(self.title, tone=LOOKS[verdict][1] if verdict else "muted")
        if line is None:
            self.came.setText("Reading…" if self._document.reading else EMPTY)
            return
        words = WHAT_CAME[line.verdict] + (f": {filled}" if filled else "")
        if "notes" in line.fields and line.verdict != "kept":
            words = f"{words}; {IN_NOTES}"
        self.came.setText(f"{words}.")

    def _fill_menu(self) -> None:
        """List what the line may be; greyed without a number, which most meanings need."""
        self.menu.clear()
        found = self._document.found
        if found is None or not self.number:
            return
        text = self._document.state.text.lines[self.number - 1]
        groups: dict[str, QMenu] = {}
        for meaning in meanings(found.rules):
            menu = self.menu
            if meaning.group:
                if meaning.group not in groups:
                    groups[meaning.group] = self.menu.addMenu(meaning.group)
                menu = groups[meaning.group]
            action = menu.addAction(meaning.label)
            action.setEnabled(fits(text, meaning))
            action.triggered.connect(lambda _checked=False, one=meaning: self._mean(one))

    def _mean(self, meaning: Meaning) -> None:
        self.meant.emit(meaning)
