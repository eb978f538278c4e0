"""Finding by typing: a line, and the list of what fits it.

The list floats below its line (suggestions, whom to add), is laid over a page or the window together with its line
(`Picker`), or has a place of its own (the rules index).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetrics, QHideEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from exgui.engine.record import Record
from exgui.gui.announcements import announce
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine
from exgui.gui.widgets.layouts import fill_box, vbox
from exgui.gui.widgets.overlay import TOP, Overlay
from exgui.rulebook.finding import ranked

ROW = 28
MOST_ROWS = 9
WIDTH, WIDEST, OVER_WINDOW = 420, 760, 560
FLOATING = 340
"""Pixels that a floating list is wide at most, unless its line is wider."""
LONGEST = 20_000
"""Letters that a line takes; a pasted book is cut off."""
NOTHING = "Nothing matches"
Index = QModelIndex | QPersistentModelIndex


class Pick(Record):
    """Something that can be picked: by a chip, or by typing.

    Attributes:
        note: small, at the end of its line.
        words: other words by which it is found.
        off: greyed, and found after all others; picking it says why.
        late: found after all others that are not off.
    """

    value: Any
    label: str
    note: str = ""
    words: str = ""
    off: bool = False
    late: bool = False


class PickModel(QAbstractListModel):
    """The picks of a list; one disabled row with a message if there are none."""

    def __init__(self) -> None:
        super().__init__()
        self.picks: Sequence[Pick] = ()
        self.message = ""

    def put(self, picks: Sequence[Pick], message: str) -> None:
        self.beginResetModel()
        self.picks, self.message = picks, "" if picks else message
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.picks) or bool(self.message)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) if self.picks else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        pick = self.picks[index.row()] if self.picks else Pick(None, self.message, off=True)
        if role == Qt.ItemDataRole.DisplayRole:
            return pick.label
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(word for word in (pick.label, pick.off and "not possible", pick.note) if word)
        if role == Qt.ItemDataRole.ToolTipRole:
            return pick.note
        return pick if role == Qt.ItemDataRole.UserRole else None


@safe_events
class _PickDelegate(QStyledItemDelegate):
    """Draws the label, and the note at the end of the row. A short note is always whole; a long one is shortened."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, fonts.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        pick: Pick = index.data(Qt.ItemDataRole.UserRole)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = state & QStyle.StateFlag.State_Selected
        painter.save()
        if chosen or (state & QStyle.StateFlag.State_MouseOver and not pick.off):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("selection" if chosen else "raised"))
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), 6, 6)
        room = area.adjusted(10, 0, -10, 0)
        body, small = QFontMetrics(fonts.font("body")), QFontMetrics(fonts.font("small"))
        noted = small.horizontalAdvance(pick.note) + 16 if pick.note else 0
        kept = noted if noted <= room.width() // 3 else 0
        label = body.elidedText(pick.label, Qt.TextElideMode.ElideRight, room.width() - kept)
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("muted" if pick.off else "text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, label)
        rest = room.adjusted(body.horizontalAdvance(label) + 16, 0, 0, 0)
        if pick.note and (kept or rest.width() > 40):
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            note = small.elidedText(pick.note, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)
        painter.restore()


class FoundList(QListView):
    """What fits a line, with a cursor that the keys of the line move.

    Signals:
        picked(Pick): a row was clicked.

    Args:
        name: for screen readers.
        most: the list is as high as its rows, up to this number; 0 where a layout says how high it is.
        optional: no row is under the cursor at first, nor beyond the ends; else the first is, and it goes round.
    """

    picked = Signal(object)

    def __init__(self, name: str, most: int = MOST_ROWS, *, optional: bool = False) -> None:
        super().__init__()
        self.found = PickModel()
        self._most, self._optional = most, optional
        self.setModel(self.found)
        self.setItemDelegate(_PickDelegate(self))
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.clicked.connect(lambda index: self.picked.emit(self.found.picks[index.row()]))

    @property
    def picks(self) -> Sequence[Pick]:
        return self.found.picks

    @property
    def chosen(self) -> Pick | None:
        row = self.currentIndex().row()
        return self.picks[row] if 0 <= row < len(self.picks) else None

    def put(self, picks: Sequence[Pick], message: str = "") -> None:
        """List picks; the message where there are none."""
        self.found.put(picks, message)
        self._go_to(-1 if self._optional else 0)
        self.fit_rows()

    def fit_rows(self) -> None:
        """Be as high as the rows found, up to the most that are shown."""
        if self._most:
            rows = max(1, min(self._most, self.found.rowCount()))
            self.setFixedHeight(rows * fonts.px(ROW) + 2 + 2 * self.frameWidth())

    def walk(self, by: int) -> None:
        """Move the cursor: by one it goes round at the ends, by more it stops there."""
        count, row = len(self.picks), self.currentIndex().row() + by
        if count and abs(by) > 1:
            self._go_to(max(0, min(row, count - 1)))
        elif count and self._optional:
            self._go_to(count - 1 if row < -1 else -1 if row >= count else row)
        elif count:
            self._go_to(row % count)
        if self.chosen is not None:
            announce(self, self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) or self.chosen.label)

    def go_to(self, value: object) -> bool:
        """Move the cursor to a value; return False if it is not listed."""
        row = next((row for row, pick in enumerate(self.picks) if pick.value == value), -1)
        if row >= 0:
            self._go_to(row)
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)
        return row >= 0

    def _go_to(self, row: int) -> None:
        self.setCurrentIndex(self.found.index(row) if 0 <= row < len(self.picks) else QModelIndex())


@safe_events
class FindLine(EnterLine):
    """A line to type in, whose arrow keys walk the list of what fits; Enter or a click picks.

    Signals:
        picked(object): the value of what was picked.
        unfocused(): the keys went to another part of the window.

    Args:
        find: what fits a text, the likeliest first.
        message: in the list where nothing fits; "" where the list is empty then, and goes if it floats.
        floats: the list is laid over the window below the line while there is something in it. Else it is given a place
            by its owner.
    """

    picked = Signal(object)
    unfocused = Signal()

    def __init__(
        self,
        name: str,
        find: Callable[[str], Sequence[Pick]],
        *,
        message: str = "",
        floats: bool = False,
        optional: bool = False,
        most: int = MOST_ROWS,
    ) -> None:
        super().__init__()
        self._find, self._message, self._floats, self._optional = find, message, floats, optional
        self.list = FoundList(f"{name}: found" if name else "", most, optional=optional)
        self.list.picked.connect(self.pick)
        self.setAccessibleName(name)
        self._announced = ""
        self.setMaxLength(LONGEST)
        self.textChanged.connect(self._typed)
        if floats:
            self.list.setParent(self)
            self.list.setProperty("role", "card")
            self.list.hide()
            self.destroyed.connect(self.list.deleteLater)  # it is a child of the window as soon as it is shown

    def show_found(self, picks: Sequence[Pick], message: str = "") -> None:
        self.list.put(picks, message)
        if not self._floats:
            return
        if not self.list.found.rowCount() or not self.hasFocus():
            self.list.hide()
            return
        if self.list.parentWidget() is not self.window():
            self.list.setParent(self.window())
        widest = max(map(_width_of, picks or (Pick(None, message),)))
        self.list.setFixedWidth(max(self.width(), min(FLOATING, widest + 40)))
        self._place_list()
        QTimer.singleShot(0, self, self._place_list)  # what is around the line may just have been laid out
        self.list.raise_()
        self.list.show()

    def _place_list(self) -> None:
        window, width = self.window(), self.list.width()
        at = self.mapTo(window, QPoint(0, self.height() + 2))
        if at.y() + self.list.height() > window.height():
            at = self.mapTo(window, QPoint(0, -self.list.height() - 2))
        self.list.move(max(0, min(at.x(), window.width() - width - 4)), max(0, at.y()))

    def pick(self, pick: Pick) -> None:
        """Handle a row picked by Enter or a click."""
        self.picked.emit(pick.value)

    def pick_first(self) -> None:
        if self.list.picks:
            self.pick(self.list.picks[0])

    def everything(self) -> Sequence[Pick]:
        """Return what an arrow key lists while the list is away."""
        return self._find(self.text())

    def _typed(self, text: str) -> None:
        if self._floats and not self.isModified():  # it was set, not typed
            self.list.hide()
        else:
            self.show_found(self._find(text), self._message if text.strip() or not self._floats else "")
            if self.list.isVisible() and self.hasFocus():
                self._announce_found()

    def _announce_found(self) -> None:
        count = len(self.list.picks)
        first = self.list.picks[0].label if count else self._message
        text = f"{first}, {count} found" if count > 1 else first
        if text != self._announced:
            self._announced = text
            announce(self, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._take_key(Qt.Key(event.key())):
            return
        super().keyPressEvent(event)
        if self._floats and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.list.hide()

    def _take_key(self, key: Qt.Key) -> bool:
        page = MOST_ROWS
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: page, Qt.Key.Key_PageUp: -page}
        shown = self.list.isVisible()
        if key in steps and not shown and abs(steps[key]) == 1:
            self.show_found(self.everything())
            if self.list.isVisible() and self.list.chosen is not None:
                return True  # the first is under the cursor
            shown = self.list.isVisible()
        if key in steps and shown:
            self.list.walk(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and shown and self.list.chosen is not None:
            self.pick(self.list.chosen)
        elif key == Qt.Key.Key_Escape and shown and self._floats and self._optional:
            self.list.hide()
        else:
            return False
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._floats and not self._optional and self.text().strip():
            self.show_found(self._find(self.text()), self._message)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.PopupFocusReason:  # its menu
            return
        if self._floats:
            self.list.hide()
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.unfocused.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._floats:
            self.list.hide()


def matching_word(words: Sequence[Pick], text: str, *, anywhere: bool = False) -> Pick | None:
    """Return the word of that name or, if only one begins like that, the one that does.

    Args:
        anywhere: a part of a name that only one has means it, wherever in the name it is.
    """
    wanted = text.strip().casefold()
    if not wanted:
        return None
    exact = [word for word in words if wanted in (word.label.casefold(), str(word.value).casefold())]
    begun = [word for word in words if word.label.casefold().startswith(wanted)]
    within = [word for word in words if wanted in word.label.casefold()] if anywhere else []
    found = exact[:1] or next((some for some in (begun, within) if some), [])
    return found[0] if len(found) == 1 else None


class SuggestLine(FindLine):
    """A line of free text with suggestions; picking one writes it into the line. Without one under the cursor, Enter
    enters what was typed.

    Args:
        words: what is suggested: these, or what a function gives for the text as whole lines.
        parted: the line holds several words parted by + or a comma; only the last one is completed.
    """

    def __init__(
        self,
        name: str,
        words: Sequence[Pick] | Callable[[str], Sequence[str]],
        placeholder: str = "",
        *,
        parted: bool = False,
    ) -> None:
        self.words = () if callable(words) else tuple(words)
        self.parted = parted
        find = (lambda text: [Pick(line, line) for line in words(text)]) if callable(words) else self._fitting
        super().__init__(name, find, floats=True, optional=True, most=6)
        self.setPlaceholderText(placeholder)

    def pick(self, pick: Pick) -> None:
        self._write(pick)
        super().pick(pick)

    def complete(self) -> bool:
        """Write the word under the cursor, else the first suggestion; return False if there is none."""
        chosen = self.list.chosen or (self.list.picks[0] if self.words and self.list.picks else None)
        if chosen is None or not self.list.isVisible():
            return False
        self._write(chosen)
        return True

    def focusNextPrevChild(self, next: bool) -> bool:
        return (next and self.complete()) or super().focusNextPrevChild(next)

    def everything(self) -> Sequence[Pick]:
        return ranked(self._last(), self.words, _words_of) or super().everything()

    def _fitting(self, _text: str) -> Sequence[Pick]:
        wanted = self._last()
        found = ranked(wanted, self.words, _words_of) if wanted else []
        return () if len(found) == 1 and found[0].label.casefold() == wanted.casefold() else found

    def _last(self) -> str:
        return re.split(r"[+,]", self.text())[-1].strip() if self.parted else self.text().strip()

    def _write(self, pick: Pick) -> None:
        before = [part.strip() for part in re.split(r"[+,]", self.text())[:-1]] if self.parted else []
        self.setText(" + ".join([*(part for part in before if part), pick.label]))
        self.textEdited.emit(self.text())
        self.setFocus(Qt.FocusReason.OtherFocusReason)


class Picker(Overlay):
    """A line and its list, laid over a page beside the field that asks, or over the window."""

    def __init__(self, parent: QWidget, most: int = MOST_ROWS) -> None:
        super().__init__(parent, "")
        self._all: tuple[Pick, ...] = ()
        self._own = ""
        self._done: Callable[[Any], object] = lambda _value: None
        self._near: QWidget | None = None
        self._width = WIDTH
        column = vbox(on=self, margins=8, spacing=6)
        self.line = FindLine("", self._find, message=NOTHING, most=most)
        self.line.picked.connect(self._pick)
        self.line.left.connect(self.close_overlay)
        self.line.unfocused.connect(self._abandon)
        self.line.textChanged.connect(lambda _text: self._place() if self.isVisible() else None)
        self.list = self.line.list
        fill_box(column, self.line, self.list)

    def open_list(
        self,
        title: str,
        picks: Iterable[Pick],
        near: QWidget | None,
        done: Callable[[Any], object],
        own: str = "",
    ) -> None:
        """Open the list.

        Args:
            title: what is to be picked, as the line says while it is empty.
            near: the list is laid beside it; None for the middle of the window.
            done: is given the value that was picked; for one's own thing the text that was typed.
            own: how one's own thing is called ("Own weapon"); "" where only what is listed can be picked.
        """
        self._all, self._done, self._own, self._near = tuple(picks), done, own, near
        self.remember_keys()
        self._back = self._back or near
        widest = max(map(_width_of, self._all), default=0)
        self._width = max(WIDTH, min(WIDEST, widest + 60)) if near is not None else OVER_WINDOW
        self.line.setPlaceholderText(title)
        for part in (self, self.line, self.list):
            part.setAccessibleName(title)
        self.line.clear()
        self.line.show_found(self._find(""), NOTHING)
        self._place()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    def follow_window(self) -> None:
        self.list.fit_rows()
        self._place()

    def _find(self, text: str) -> Sequence[Pick]:
        found = ranked(text, self._all, _words_of, last=lambda pick: (pick.off, pick.late), scattered=not self._own)
        if self._own:
            name = " ".join(text.split())
            found.append(Pick(name, f"{self._own}: {name}" if name else self._own, "with your own values"))
        return found

    def _pick(self, value: Any) -> None:
        done = self._done
        self.close_overlay()
        done(value)

    def _abandon(self) -> None:
        self._back = None
        self.close_overlay()

    def _place(self) -> None:
        page = self.parentWidget()
        if page is None:
            return
        high = self.sizeHint().height()
        if (over := high - (page.height() - 8 - (TOP if self._near is None else 8))) > 0:
            frame = 2 + 2 * self.list.frameWidth()
            rows = (self.list.height() - frame - over) // fonts.px(ROW)
            self.list.setFixedHeight(max(rows, 1) * fonts.px(ROW) + frame)
            high = self.sizeHint().height()
        self.resize(min(self._width, page.width() - 16), high)
        self.setFixedHeight(high)
        if self._near is None:
            self.present()
            return
        corner = self._near.mapTo(page, QPoint(0, self._near.height() + 4))
        if corner.y() + self.height() > page.height() - 8:
            above = self._near.mapTo(page, QPoint(0, 0)).y() - self.height() - 4
            lowest = page.height() - self.height() - 8
            corner.setY(max(8, min(lowest, above if above > 8 else lowest)))
        corner.setY(max(8, corner.y()))
        self.move(max(8, min(corner.x(), page.width() - self.width() - 8)), corner.y())
        self.raise_()
        self.show()


def _words_of(pick: Pick) -> tuple[str, str]:
    return pick.label, pick.words


def _width_of(pick: Pick) -> int:
    """Return pixels of its label and note side by side."""
    label = QFontMetrics(fonts.font("body")).horizontalAdvance(pick.label)
    return label + (QFontMetrics(fonts.font("small")).horizontalAdvance(pick.note) + 16 if pick.note else 0)
