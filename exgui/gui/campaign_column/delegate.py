"""How a row of the campaign column is drawn: headings, folders, entries, and the lines that make something new."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from exgui.gui.campaign_column.model import LONGEST_NAME, NEW, NODE, Node
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.elided import elided
from exgui.gui.look.icons import pixmap
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events

Index = QModelIndex | QPersistentModelIndex
ROW = 28
LINE_BELOW = 15
"""Pixels that the row of a battle or an encounter is higher: its note is below its name."""
EDGE = 8
"""Pixels between the edge of the column and its text."""
INDENT = 14
ICON = 16
PLUS = 26
"""Width of the place at the right end of a heading that makes something new."""


@safe_events
class EntryDelegate(QStyledItemDelegate):
    """Draws the rows of one tree."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        node: Node | None = index.data(NODE)
        return QSize(80, fonts.px(ROW + LINE_BELOW if node is not None and _has_line_below(node) else ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        node: Node | None = index.data(NODE)
        if node is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            theme = current_theme()
            self._paint_ground(painter, theme, option, node)
            if node.what == "section":
                self._paint_heading(painter, theme, option, node)
            elif node.what == "folder":
                self._paint_folder(painter, theme, option, node)
            else:
                self._paint_entry(painter, theme, option, node)
        finally:
            painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = QLineEdit(parent)
        field.setMaxLength(LONGEST_NAME)
        field.setFrame(False)
        field.setProperty("role", "in_list")
        field.setAccessibleName("Name")
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        node: Node | None = index.data(NODE)
        left = option.rect.left() + (_indent(node) if node is not None else EDGE) - 5
        editor.setGeometry(QRect(left, option.rect.top() + 1, option.rect.right() - EDGE - left, fonts.px(ROW) - 2))

    # Inside

    def _paint_ground(self, painter: QPainter, theme: Theme, option: QStyleOptionViewItem, node: Node) -> None:
        area = QRectF(option.rect).adjusted(4.5, 0.5, -4.5, -0.5)
        state, view = option.state, option.widget
        hovered = bool(state & QStyle.StateFlag.State_MouseOver) and node.what != "hint"
        chosen = node.here
        picked = bool(state & QStyle.StateFlag.State_Selected)
        holds_keys = view is not None and view.hasFocus()
        ground = "selection" if chosen else "raised" if hovered or (picked and holds_keys) else ""
        target = getattr(view, "target", None) is node
        ring = target or (bool(state & QStyle.StateFlag.State_HasFocus) and holds_keys)
        if not ground and not ring:
            return
        painter.setPen(QPen(theme.color("gold"), 1) if ring else Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(ground) if ground else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 6, 6)

    def _paint_heading(self, painter: QPainter, theme: Theme, option: QStyleOptionViewItem, node: Node) -> None:
        area, font = option.rect, _heading_font()
        is_open = bool(option.state & QStyle.StateFlag.State_Open)
        count = _count(option, node)
        text = f"{node.title}  \N{MIDDLE DOT}  {count}" if count else node.title
        self._icon(painter, theme, option, "chevron-down" if is_open else "chevron-right", EDGE - 2)
        self._text(painter, theme, font, "muted", area.adjusted(EDGE + ICON, 4, -PLUS, 0), text)
        if option.state & QStyle.StateFlag.State_MouseOver and node.section in NEW and len(node.children) > 1:
            self._icon(painter, theme, option, "plus", area.width() - PLUS + 2, "text")

    def _paint_folder(self, painter: QPainter, theme: Theme, option: QStyleOptionViewItem, node: Node) -> None:
        is_open = bool(option.state & QStyle.StateFlag.State_Open)
        left = EDGE + INDENT - 8
        self._icon(painter, theme, option, "chevron-down" if is_open else "chevron-right", left)
        count = _count(option, node)
        self._name_and_note(painter, theme, option, node, left + ICON + 3, count, "text")

    def _paint_entry(self, painter: QPainter, theme: Theme, option: QStyleOptionViewItem, node: Node) -> None:
        entry, left = node.entry, _indent(node)
        if entry is None:
            self._name_and_note(painter, theme, option, node, left, "", "muted")
            return
        tone = "muted" if entry.damaged else "gold" if entry.running and not node.here else "text"
        if _has_line_below(node):
            self._name_above_note(painter, theme, option, node, tone)
            return
        behind = self._name_and_note(painter, theme, option, node, left, entry.note, tone)
        if entry.player:
            self._icon(painter, theme, option, "account", behind, "jade", 13)

    def _name_above_note(
        self, painter: QPainter, theme: Theme, option: QStyleOptionViewItem, node: Node, tone: str
    ) -> None:
        assert node.entry is not None
        name, note = lines_of(node.title, node.entry.note, option.rect.width() - _indent(node) - EDGE - 2)
        place = option.rect.adjusted(_indent(node), 0, 0, 0)
        place.setHeight(fonts.px(ROW - 2))
        self._text(painter, theme, fonts.font("body"), tone, place, name)
        below = place.translated(0, fonts.px(ROW - 5))
        below.setHeight(fonts.px(LINE_BELOW))
        self._text(painter, theme, fonts.font("small"), "muted", below, note)

    def _name_and_note(
        self,
        painter: QPainter,
        theme: Theme,
        option: QStyleOptionViewItem,
        node: Node,
        left: int,
        note: str,
        tone: str,
    ) -> int:
        """Draw both as there is room for them; return where what follows the name begins."""
        area = option.rect
        room = area.width() - left - EDGE - 2
        mark = 19 if node.entry is not None and node.entry.player else 0
        name = f"+ {node.title}" if node.what == "new" else node.title[:LONGEST_NAME]
        note_first = node.entry is not None and node.entry.damaged
        shown, wide, noted = _fitted(name, note, room - mark, note_first)
        place = QRect(area.left() + left, area.top(), room, area.height())
        self._text(painter, theme, fonts.font("body"), tone, place, shown)
        if noted:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, noted)
        return left + wide + 5

    def _text(self, painter: QPainter, theme: Theme, font: QFont, tone: str, area: QRect, text: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(theme.color(tone)))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)

    def _icon(
        self,
        painter: QPainter,
        theme: Theme,
        option: QStyleOptionViewItem,
        name: str,
        left: int,
        tone: str = "muted",
        size: int = ICON,
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        lower = 2 if option.rect.height() and name.startswith("chevron") and left < EDGE else 0
        at = QPoint(option.rect.left() + left, option.rect.top() + (fonts.px(ROW) - size) // 2 + lower)
        painter.drawPixmap(at, pixmap(theme, name, tone, size, ratio))


def _has_line_below(node: Node) -> bool:
    return node.entry is not None and node.entry.kind in ("battle", "encounter")


def _count(option: QStyleOptionViewItem, node: Node) -> str:
    """Return the number of entries under a heading; none during a search, when it would count hidden ones."""
    view = option.widget
    searches = isinstance(view, QTreeView) and getattr(view.model(), "searches", False)
    return f"{node.count:,}" if node.count and not searches else ""


def _indent(node: Node) -> int:
    """Return where the name of a row begins, in pixels from the left."""
    inside = node.parent is not None and node.parent.what == "folder"
    if node.what == "folder":
        return EDGE + INDENT - 8 + ICON + 3
    return EDGE + 6 + (INDENT + 5 if inside else 0)


def _heading_font() -> QFont:
    font = fonts.font("small")
    font.setWeight(QFont.Weight.DemiBold)
    return font


@fonts.measured(4096)
def _fitted(name: str, note: str, room: int, note_first: bool) -> tuple[str, int, str]:
    """Return the name and the note as there is room for them, and how wide the name is.

    Args:
        note_first: the name is shortened for the note, where that leaves it half of the room; else the note.
    """
    font, small = QFontMetricsF(fonts.font("body")), QFontMetricsF(fonts.font("small"))
    noted = small.horizontalAdvance(note) + 12 if note else 0
    whole = font.horizontalAdvance(name)
    if whole + noted <= room:
        return name, round(whole), note
    if note_first and noted <= room // 2:
        shown = elided(font, name, room - noted)
        return shown, round(font.horizontalAdvance(shown)), note
    shown = elided(font, name, room)
    taken = round(font.horizontalAdvance(shown))
    left = room - taken - 12
    return shown, taken, elided(small, note, left) if note and left >= 64 else ""


@fonts.measured(4096)
def lines_of(name: str, note: str, room: int) -> tuple[str, str]:
    """Return two lines: the name; the note, of an encounter the game alone if the note is too long."""
    small = QFontMetricsF(fonts.font("small"))
    if small.horizontalAdvance(note) > room:
        note = note.partition(" \N{MIDDLE DOT} ")[0]
    return elided(QFontMetricsF(fonts.font("body")), name[:LONGEST_NAME], room), elided(small, note, room)
