"""The rules index (Shift+F1), laid over the window: every rule of the game, found by typing, with what it says, its
rulings and where the source has it. It opens at a rule wherever a rule's id stands in the window.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTextBrowser,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from exgui.gui import fonts
from exgui.gui.appearance import appearance, fix_size, theme_of
from exgui.gui.safe_events import safe_events
from exgui.gui.theme import GRID, Theme
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.overlay import Overlay
from exgui.rulebook.catalogue import cited, find

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from exgui.rulebook.rules import Rule, Ruleset

SIZE = QSize(900, 580)
LIST_WIDTH = 340
ROW = 26
"""Pixels of a line in the list."""
ID, TITLE = 0, 1
NO_CATALOGUE = "This battle keeps the rules that it began with, from a time before they could be looked up here."
LINK = "rule:"
"""Before an id in a link of the text."""
NOTHING_FOUND = "No rule has all of these words."
Index = QModelIndex | QPersistentModelIndex


class RulesModel(QAbstractTableModel):
    """The rules that were found: their ids and titles."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rules: Sequence[Rule] = ()

    def put(self, rules: Sequence[Rule]) -> None:
        """Shows these rules."""
        self.beginResetModel()
        self.rules = rules
        self.endResetModel()

    def row_of(self, id: str) -> int | None:
        """The row of a rule, None where it is not among those shown."""
        return next((row for row, rule in enumerate(self.rules) if rule.id == id), None)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rules)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        theme = theme_of(self)
        if not index.isValid() or not 0 <= index.row() < len(self.rules):
            return None
        rule = self.rules[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return rule.id if index.column() == ID else rule.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{rule.id}, {rule.title}"
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, fonts.px(ROW))
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == ID:
            return theme.color("muted")
        return None


@safe_events
class _Search(QLineEdit):
    """The line to type in; the keys that walk lists walk the one below it.

    Signals:
        walked(int): so many rows down, or up if negative.
        left(): Escape was pressed.
    """

    walked = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in steps:
            self.walked.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


@safe_events
class RulesIndex(Overlay):
    """The rules of a game. Escape closes it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Rules")
        self._rules: Ruleset | None = None
        self.heading = label("Rules", "title")
        self.close_button = push("Close", "", "Escape")
        self.close_button.clicked.connect(self.close_overlay)
        self.search = _Search()
        self.search.setPlaceholderText("Type words, or a rule's number")
        self.search.setAccessibleName("Search the rules")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._seek)
        self.search.walked.connect(self._walk)
        self.search.left.connect(self.close_overlay)
        self.model = RulesModel(self)
        self.list = self._make_list()
        self.text = self._make_text()
        self._lay_out()
        appearance().changed.connect(self._write)

    @property
    def rule(self) -> Rule | None:
        """The rule that is shown, None for none."""
        index = self.list.currentIndex()
        return self.model.rules[index.row()] if index.isValid() else None

    def open(self, rules: Ruleset, id: str = "") -> None:
        """Shows the rules of a game, at one of them if its id is given; afterwards the keys go back to where they
        were."""
        self.remember_keys()
        self._rules = rules
        self.heading.setText(f"Rules of {rules.name}")
        self.search.clear()
        self._seek("")
        widest = max((self.fontMetrics().horizontalAdvance(each) for each in rules.catalogue), default=0)
        self.list.header().resizeSection(ID, widest + 3 * GRID)
        self.show_rule(id)
        window = self.parentWidget()
        if window is not None:
            self.setFixedSize(SIZE.boundedTo(window.size() - QSize(48, 48)))
        self.stand(in_middle=True)
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_rule(self, id: str) -> None:
        """Goes to a rule; stays where it is if there is none of that id."""
        if self._rules is None or id not in self._rules.catalogue:
            return
        if self.model.row_of(id) is None:
            self.search.clear()
        self._choose(self.model.row_of(id) or 0)

    # Building

    def _make_list(self) -> QTreeView:
        out = QTreeView()
        out.setModel(self.model)
        out.setAccessibleName("Rules found")
        out.setRootIsDecorated(False)
        out.setUniformRowHeights(True)
        out.setHeaderHidden(True)
        out.setAllColumnsShowFocus(True)
        out.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        out.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        out.setTextElideMode(Qt.TextElideMode.ElideRight)
        out.header().setStretchLastSection(True)
        out.header().setSectionResizeMode(ID, QHeaderView.ResizeMode.Fixed)
        out.selectionModel().currentChanged.connect(self._write)
        fix_size(out, width=LIST_WIDTH)
        out.setProperty("role", "rules")
        return out

    def _make_text(self) -> QTextBrowser:
        out = QTextBrowser()
        out.setFrameShape(QFrame.Shape.NoFrame)
        out.setAccessibleName("Rule")
        out.setOpenLinks(False)
        out.anchorClicked.connect(self._follow)
        out.document().setDocumentMargin(16)
        return out

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(self.close_button)
        below = QHBoxLayout()
        below.setSpacing(GRID)
        below.addWidget(self.list)
        below.addWidget(self.text, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 14, 14)
        column.setSpacing(GRID)
        column.addLayout(top)
        column.addWidget(self.search)
        column.addLayout(below, 1)

    # What is found, and which of it is shown

    def _seek(self, words: str) -> None:
        shown = self.rule
        self.model.put(find(self._rules.catalogue, words) if self._rules is not None else ())
        still = self.model.row_of(shown.id) if shown is not None and not words else None
        self._choose(still or 0)

    def _choose(self, row: int) -> None:
        index = self.model.index(row, TITLE)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.list.selectionModel().setCurrentIndex(index, flags)
            self.list.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self._write()

    def _walk(self, by: int) -> None:
        if self.model.rules:
            self._choose(max(0, min(self.list.currentIndex().row() + by, len(self.model.rules) - 1)))

    def _follow(self, link: QUrl) -> None:
        self.show_rule(link.toString().removeprefix(LINK))

    def _write(self) -> None:
        theme = theme_of(self)
        if self._rules is None:
            return
        rule = self.rule
        if rule is not None:
            self.text.setHtml(rule_html(theme, rule, self._rules))
        else:
            said = NOTHING_FOUND if self._rules.catalogue else NO_CATALOGUE
            self.text.setHtml(f"<p style='color:{theme.muted}'>{escape(said)}</p>")


def rule_html(theme: Theme, rule: Rule, rules: Ruleset) -> str:
    """A rule as it is read: id and source, title, what it says, its rulings, and the house rules that change it. Ids of
    other rules in it are links."""
    muted = theme.muted
    where = " \N{MIDDLE DOT} ".join(part for part in (rule.id, rule.source) if part)
    small, title = fonts.size("small"), fonts.size("title")
    out = [
        f"<p style='color:{muted};font-size:{small}px'>{escape(where)}</p>",
        f"<p style='font-size:{title}px;font-weight:600'>{escape(rule.title)}</p>",
        f"<p style='line-height:120%'>{_linked(rule.text, rules.catalogue)}</p>",
    ]
    if rule.storyteller:
        out.append(f"<p style='color:{muted}'>The storyteller applies this rule; the program does not.</p>")
    if rule.rulings:
        out.append(_heading(theme, "Rulings"))
        items = "".join(
            f"<li style='margin-bottom:4px;line-height:120%'>{_linked(one, rules.catalogue)}</li>"
            for one in rule.rulings
        )
        out.append(f"<ul style='margin-left:-22px'>{items}</ul>")
    options = [option for option in rules.options.values() if option.rule == rule.id]
    if options:
        out.append(_heading(theme, "House rules"))
        out.extend(
            f"<p>{escape(one.label)}<br><span style='color:{muted}'>{escape(one.help)}</span></p>" for one in options
        )
    return "".join(out)


def _heading(theme: Theme, text: str) -> str:
    small = fonts.size("small")
    return f"<p style='color:{theme.muted};font-size:{small}px;font-weight:600'>{text}</p>"


def _linked(text: str, catalogue: Mapping[str, Rule]) -> str:
    out = escape(text)
    for id in dict.fromkeys(cited(text)):
        if id in catalogue:
            out = out.replace(id, f"<a href='{LINK}{id}'>{id}</a>")
    return out
