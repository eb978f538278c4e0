"""The tree of the campaign column on the screen: a click opens, keys walk, the right button asks what can be done. What
is searched for filters it, and the row that was clicked stays under the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeView

from exgui.gui.campaign_column.delegate import EDGE, PLUS, ROW, EntryDelegate
from exgui.gui.campaign_column.entries import Entry
from exgui.gui.campaign_column.model import NEW, NODE, CampaignModel, Node
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.safe_events import safe_events
from exgui.gui.window_command import key_name

Index = QModelIndex | QPersistentModelIndex
FOLDED_AT_FIRST = frozenset({"opponents"})
"""Sections closed until the user opens them."""
LONGEST_SEARCHED = 600
"""Letters of an entry that are searched."""


@safe_events
class CampaignTree(QTreeView):
    """The tree.

    Signals:
        wanted(Entry): an entry is to be opened.
        new_requested(str, QPoint): something is to be made in that section; where, on the screen.
        menu_requested(QPoint): what can be done is asked for; where, on the screen.
        looked_at(str): a section was opened, by its id.
        folded(): a section or a folder was opened or closed by hand.
        typed(str): a letter was typed: what is searched begins with it.
        left_upward(): Up was pressed in the first row.
        focus_moved(): the keys go to it, or go to it no longer.

    Attributes:
        target: the folder or section into which something is about to be dropped.

    Args:
        pressed: does what a key means for the picked entries; says whether it means anything.
    """

    wanted = Signal(object)
    new_requested = Signal(str, QPoint)
    menu_requested = Signal(QPoint)
    looked_at = Signal(str)
    folded = Signal()
    typed = Signal(str)
    left_upward = Signal()
    focus_moved = Signal()

    def __init__(self, model: CampaignModel, pressed: Callable[[str], bool]) -> None:
        super().__init__()
        self.entries = model
        self.filter = CampaignFilter(model)
        self._pressed = pressed
        self._clicked_at: QPersistentModelIndex | None = None
        self._held = HeldRow(self)
        self._open: dict[str, bool] = {}
        self._restores = False
        self.target: Node | None = None
        self.setAccessibleName("Campaign")
        self.setModel(self.filter)
        self.setItemDelegate(EntryDelegate(self))
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.setDropIndicatorShown(False)
        self.setAutoExpandDelay(700)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.expanded.connect(lambda index: self._note_folding(index, True))
        self.collapsed.connect(lambda index: self._note_folding(index, False))
        self.filter.rowsInserted.connect(self._unfold_new)
        self.verticalScrollBar().setSingleStep(fonts.px(ROW))

    # What is picked

    def node_at(self, index: Index) -> Node | None:
        node = index.data(NODE) if index.isValid() else None
        return node if isinstance(node, Node) else None

    @property
    def current_node(self) -> Node | None:
        return self.node_at(self.currentIndex())

    def picked(self) -> list[Entry]:
        nodes = (self.node_at(index) for index in self.selectedIndexes())
        order = {id(node): place for place, node in enumerate(self.entries.nodes())}
        found = [node for node in nodes if node is not None and node.entry is not None]
        return [node.entry for node in sorted(found, key=lambda one: order.get(id(one), 0)) if node.entry is not None]

    def pick(self, index: QModelIndex, *, edit: bool = False) -> None:
        """Pick a row of the model, unfold its parents, and edit its name if wanted."""
        shown = self.filter.mapFromSource(index)
        if not shown.isValid():
            return
        above = shown.parent()
        while above.isValid():
            self.expand(above)
            above = above.parent()
        self.put_cursor(shown)
        self.scrollTo(shown)
        if edit:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.edit(shown)

    def put_cursor(self, index: QModelIndex) -> None:
        """Pick only this row, whatever keys are held."""
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    # What is folded

    def folding(self) -> dict[str, bool]:
        """Return which sections and folders were opened or closed by hand."""
        return dict(self._open)

    def restore_folding(self, folding: dict[str, bool]) -> None:
        """Open and close sections and folders as they were left."""
        self._open = dict(folding)
        self._apply_folding()

    def search(self, text: str) -> None:
        """Show what is searched for, "" for everything; all that is left is unfolded."""
        searched = self.filter.searches
        self._restores = True
        self.filter.search(text)
        if self.filter.searches:
            if not searched:
                self.expandAll()  # what is found later is unfolded as it comes
            self._pick_first()
        self._restores = False
        if searched and not self.filter.searches:
            self._apply_folding()
            if self.currentIndex().isValid():
                self.scrollTo(self.currentIndex())
        self.viewport().update()

    def _apply_folding(self) -> None:
        self._restores = True
        for node in self.entries.nodes():
            if node.what in ("section", "folder"):
                index = self.filter.mapFromSource(self.entries.index_of_row(node))
                if index.isValid():
                    self.setExpanded(index, self._is_open(node))
        self._restores = False

    def _is_open(self, node: Node) -> bool:
        return self._open.get(_folding_key(node), node.section not in FOLDED_AT_FIRST)

    def _unfold_new(self, parent: QModelIndex, first: int, last: int) -> None:
        before, self._restores = self._restores, True
        for row in range(first, last + 1):
            index = self.filter.index(row, 0, parent)
            node = self.node_at(index)
            if node is not None and node.what in ("section", "folder"):
                self.setExpanded(index, self.filter.searches or self._is_open(node))
                self._unfold_new(index, 0, self.filter.rowCount(index) - 1)
        self._restores = before

    def _note_folding(self, index: QModelIndex, is_open: bool) -> None:
        node = self.node_at(index)
        if node is not None and is_open and node.what == "section" and not self._restores:
            self.looked_at.emit(node.section)
        if node is not None and not self._restores and not self.filter.searches:
            self._open[_folding_key(node)] = is_open
            self.folded.emit()

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._clicked_at = None
        if event.button() == Qt.MouseButton.LeftButton:
            index = self.indexAt(event.position().toPoint())
            if not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
                self._clicked_at = QPersistentModelIndex(index)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._clicked_at = self._clicked_at, None
        dragged = self.state() != QAbstractItemView.State.NoState
        super().mouseReleaseEvent(event)
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or pressed is None or dragged:
            return
        index = self.indexAt(at)
        if index.isValid() and QPersistentModelIndex(index) == pressed:
            self._click(index, at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click: the first has acted, and another row may be under the pointer by now."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._held.drop()
        super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._held.let_go()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._held.keep()

    def _click(self, index: QModelIndex, at: QPoint) -> None:
        node = self.node_at(index)
        if node is None:
            return
        on_plus = at.x() >= self.viewport().width() - PLUS
        if node.what == "section" and node.section in NEW and on_plus and self.entries.may_change:
            self.new_requested.emit(node.section, self.viewport().mapToGlobal(at))
        elif node.what in ("section", "folder"):
            self.setExpanded(index, not self.isExpanded(index))
        elif node.entry is None or node.entry.kind != "opponent":  # that would copy it: Enter does, and its menu
            self._held.hold(index)
            self.open_row(index)
            self._held.keep()

    def open_row(self, index: QModelIndex) -> None:
        """Do what Enter means in a row: open an entry, fold a section or folder, make something new."""
        node = self.node_at(index)
        if node is None:
            return
        if node.entry is not None:
            self.wanted.emit(node.entry)
        elif node.what == "new":
            place = self.visualRect(index)
            self.new_requested.emit(node.section, self.viewport().mapToGlobal(place.bottomLeft() + QPoint(EDGE, 0)))
        elif node.what != "hint":
            self.setExpanded(index, not self.isExpanded(index))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
            if index.isValid() and not self.selectionModel().isSelected(index):
                self.put_cursor(index)
            elif not index.isValid():
                self.clearSelection()
            self.menu_requested.emit(event.globalPos())
        else:
            self.ask_for_menu()

    def ask_for_menu(self) -> None:
        """Open the menu of the row under the cursor, beside it."""
        place = self.visualRect(self.currentIndex())
        self.menu_requested.emit(self.viewport().mapToGlobal(place.bottomLeft() + QPoint(4 * EDGE, 0)))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_own(event):
            event.accept()  # else a shortcut of the window would have it
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = event.key(), self.currentIndex()
        self._held.drop()
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat() and index.isValid():
                self.open_row(index)
        elif key == Qt.Key.Key_Menu or (
            key == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.ask_for_menu()
        elif key == Qt.Key.Key_Up and not self.indexAbove(index).isValid():
            self.left_upward.emit()
        elif self._pressed(key_name(event)):
            pass
        elif event.text().isprintable() and event.text().strip() and not _is_shortcut(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        own = (Qt.Key.Key_Delete, Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Menu)
        held = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        return event.key() in own or (held and event.key() in (Qt.Key.Key_D, Qt.Key.Key_V))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_moved.emit()

    # What is dragged here

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        # Without Qt's own mark of the place, the view would accept nothing.
        if index.isValid() and self.filter.canDropMimeData(event.mimeData(), event.dropAction(), -1, -1, index):
            event.acceptProposedAction()
            self._show_target(index)
        else:
            event.ignore()
            self._show_target(QModelIndex())

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._show_target(QModelIndex())

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._show_target(QModelIndex())

    def _show_target(self, index: QModelIndex) -> None:
        """Mark the folder or section into which it would be dropped."""
        node = self.node_at(index)
        while node is not None and node.what not in ("folder", "section"):
            node = node.parent
        if node is not self.target:
            self.target = node
            self.viewport().update()

    # Looks

    def sizeHint(self) -> QSize:
        return QSize(160, 200)

    def drawBranches(self, painter: QPainter, rect: object, index: Index) -> None:
        """Draw nothing: the rows draw their own arrows."""

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        super().paintEvent(event)
        if self.filter.rowCount() or not self.entries.rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setFont(fonts.font("small"))
        painter.setPen(theme.color("muted"))
        area = self.viewport().rect().adjusted(2 * EDGE, EDGE, -EDGE, 0)
        painter.drawText(area, Qt.TextFlag.TextWordWrap, "Nothing matches. Escape shows everything again.")
        painter.end()

    def _pick_first(self) -> None:
        """Put the cursor on the first entry."""
        index = self.filter.index(0, 0)
        while index.isValid():
            node = self.node_at(index)
            if node is not None and node.entry is not None:
                self.put_cursor(index)
                return
            index = self.indexBelow(index)


def _folding_key(node: Node) -> str:
    return node.section if node.what == "section" else f"{node.section}/{node.name}"


def _is_shortcut(event: QKeyEvent) -> bool:
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.modifiers() & held)


class CampaignFilter(QSortFilterProxyModel):
    """Shows the entries that contain every searched word, with their folders and sections."""

    def __init__(self, model: CampaignModel) -> None:
        super().__init__(model)
        self._model = model
        self._words: tuple[str, ...] = ()
        self.setRecursiveFilteringEnabled(True)
        self.setAutoAcceptChildRows(True)
        self.setSourceModel(model)

    @property
    def searches(self) -> bool:
        return bool(self._words)

    def search(self, text: str) -> None:
        """Search for words, in any order; "" shows everything."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self.beginFilterChange()
            self._words = words
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        if not self._words:
            return True
        node = self._model.child(parent, row)
        if node.what in ("section", "new", "hint"):
            return False
        if node.entry is None:
            return all(word in node.title.casefold() for word in self._words)
        entry = node.entry
        text = f"{entry.name} {entry.note}"[:LONGEST_SEARCHED].casefold() + " " + entry.notes
        return all(word in text or (entry.player and word == "player") for word in self._words)


class HeldRow:
    """The row that was clicked, until the mouse goes away from the list or moves it."""

    def __init__(self, view: QTreeView) -> None:
        self._view = view
        self._row: QPersistentModelIndex | None = None
        self._y = 0

    def hold(self, index: QModelIndex) -> None:
        self._row, self._y = QPersistentModelIndex(index), self._place(index)

    def keep(self) -> None:
        """Move the field to its row, since the list may have changed."""
        if self._row is None or not self._row.isValid():
            return
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + self._place(self._row) - self._y)

    def let_go(self) -> None:
        """Hold the row no longer, if the mouse has left the list."""
        if self._row is not None and not self._view.rect().contains(self._view.mapFromGlobal(QCursor.pos())):
            self.drop()

    def drop(self) -> None:
        self._row = None

    def _place(self, index: QModelIndex | QPersistentModelIndex) -> int:
        row = self._view.visualRect(index)
        return self._view.viewport().mapToGlobal(row.topLeft()).y()
