"""The sections of a sheet's page: traits, specialties, things, fields of the game's own, notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from exgui.gui import fonts
from exgui.gui.pages.sheet.field_cell import ACROSS, FieldActions, FieldCell, FieldGrid
from exgui.gui.pages.sheet.item_table import ItemTable
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, rule
from exgui.gui.widgets.field_line import NoteField
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.trait_row import TraitRow
from exgui.sheets.layout import Node, used_first
from exgui.sheets.paths import path_text
from exgui.systems.common.effects import KIND as EFFECT

COLUMNS = 3
LONG = 12
"""So many traits of one block are shown at once; of more, those that are used come first."""


class Section(QWidget):
    """A heading with a line below it, and what stands there."""

    def __init__(self, title: str, note: str = "") -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.head = QHBoxLayout()
        self.head.setSpacing(8)
        self.title = label(title, "section", "gold")
        self.head.addWidget(self.title)
        self.head.addStretch(1)
        self.note = label(note, "small")
        self.head.addWidget(self.note)
        column.addLayout(self.head)
        column.addWidget(rule())
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 4, 0, 0)
        self.body.setSpacing(0)
        column.addLayout(self.body)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return []


class TraitActions(FieldActions, Protocol):
    """What a section of traits may do besides."""

    def set_trait(self, node: Node, dots: int, gesture: object) -> None:
        """Sets a trait."""
        ...

    def clear_trait(self, node: Node) -> None:
        """Puts a trait back to its default."""
        ...

    def walk(self, row: QWidget, step: int) -> None:
        """Puts the keys on the line above or below."""
        ...

    def look_at(self, id: str, on: bool) -> None:
        """The pointer or the keys are on a field, or leave it."""
        ...


class TraitSection(Section):
    """Traits of one group: blocks side by side, or one block in several columns.

    Signals:
        filled(): other lines are shown.

    Attributes:
        rows: the line of every trait that is shown, by its id.
    """

    filled = Signal()

    def __init__(self, blocks: tuple[Node, ...], actions: TraitActions, *, sparse: bool, key: str = "") -> None:
        title = str(blocks[0].value) if len(blocks) > 1 or blocks[0].value != "Other" else blocks[0].label
        super().__init__(title)
        self._actions = actions
        self.blocks = blocks
        self.rows: dict[str, TraitRow] = {}
        nodes = [node for block in blocks for node in block.children]
        used, _others = used_first(nodes)
        self.can_fold = (len(nodes) > LONG or sparse) and len(used) < len(nodes)
        self.all_shown = not self.can_fold or (not used and not sparse)
        self.key = key
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(0)
        self.body.addLayout(self._grid)
        self.more = push("", "quiet", name=f"All of {title}")
        self.more.clicked.connect(self.toggle_all)
        if self.can_fold:
            self.head.addWidget(self.more)
            if key:
                self.head.addWidget(label(key, "keycap"))
        else:
            self.more.hide()
        self._fill()

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return [*([self.more] if self.can_fold else []), *self.rows.values()]

    def toggle_all(self) -> None:
        """Shows all traits, or the used ones alone."""
        self.all_shown = not self.all_shown
        self._fill()
        self.filled.emit()
        if self.all_shown and self.rows:
            next(iter(self.rows.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_blocks(self, blocks: tuple[Node, ...]) -> None:
        """Shows the traits as they are now; which of them are shown stays the same."""
        self.blocks = blocks
        for block in blocks:
            for node in block.children:
                row = self.rows.get(node.id)
                if row is not None:
                    self._show(row, node)
                elif not self.all_shown and used_first((node,))[0]:
                    self._fill()
                    self.filled.emit()
                    return

    def _show(self, row: TraitRow, node: Node) -> None:
        row.put(int(node.value), node.text, node.error, node.help)

    def _fill(self) -> None:
        clear(self._grid)
        self.rows = {}
        if len(self.blocks) > 1 and self.all_shown:
            for column, block in enumerate(self.blocks):
                for place, node in enumerate(block.children):
                    self._grid.addWidget(self._row(node), place, column, Qt.AlignmentFlag.AlignTop)
            across = len(self.blocks)
        else:
            used, others = used_first(node for block in self.blocks for node in block.children)
            if len(used) + len(others) <= LONG and self.all_shown:
                shown = [node for block in self.blocks for node in block.children]
            else:
                shown = [*used, *others] if self.all_shown else used
            for place, node in enumerate(shown):
                self._grid.addWidget(self._row(node), place // COLUMNS, place % COLUMNS, Qt.AlignmentFlag.AlignTop)
            across = COLUMNS
        for column in range(max(across, COLUMNS)):
            self._grid.setColumnStretch(column, 1 if column < across else 0)
            if column < across and self._grid.itemAtPosition(0, column) is None:
                nobody = QWidget()  # an empty column would have no gap beside it
                nobody.setFixedHeight(0)
                self._grid.addWidget(nobody, 0, column)
        for row in self.rows.values():
            row.show()
        total = sum(len(block.children) for block in self.blocks)
        self.more.setText("only the used ones" if self.all_shown else f"all {total}")
        self.note.setText("used ones first" if self.can_fold and self.all_shown else "")

    def _row(self, node: Node) -> TraitRow:
        dots = int(node.more["dots"])
        field = node.field
        row = TraitRow(node.label, dots, least=int(field.minimum or 0) if field is not None else 0)
        row.editable = self._actions.editable
        actions = self._actions
        row.set_to.connect(lambda value, gesture: actions.set_trait(self._node(node.id), value, gesture))
        row.typed.connect(lambda text, stay: actions.type_in(self._node(node.id), text, stay))
        row.cleared.connect(lambda: actions.clear_trait(self._node(node.id)))
        row.left_for.connect(lambda step: actions.walk(row, step))
        row.hovered.connect(lambda on: actions.look_at(node.id, on))
        self._show(row, node)
        self.rows[node.id] = row
        return row

    def _node(self, id: str) -> Node:
        return next(node for block in self.blocks for node in block.children if node.id == id)


@safe_events
class SpecialtyChip(QPushButton):
    """A specialty; a click or Delete takes it away.

    Signals:
        removed(): it is to be taken away.
    """

    removed = Signal()

    def __init__(self, node: Node) -> None:
        super().__init__(node.label)
        self.node = node
        self.setProperty("kind", "chip")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"Specialty, {node.label}")
        self.setToolTip("A click or Delete takes it away")
        self.clicked.connect(self.removed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class Specialties(QWidget):
    """The specialties as chips, and a button for one more.

    Signals:
        removed(Node): this one is to be taken away.
    """

    removed = Signal(object)

    def __init__(self, actions: FieldActions) -> None:
        super().__init__()
        self._actions = actions
        self._flow = FlowLayout(self, 8)
        self.chips: dict[str, SpecialtyChip] = {}
        self.add = push("+ specialty", "quiet")
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setEnabled(actions.editable)
        self._flow.addWidget(self.add)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return [*self.chips.values(), self.add]

    def put(self, nodes: tuple[Node, ...]) -> None:
        """Shows specialties."""
        if [node.id for node in nodes] == list(self.chips):
            return
        self._flow.removeWidget(self.add)
        for chip in self.chips.values():
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {}
        for node in nodes:
            chip = SpecialtyChip(node)
            chip.setEnabled(self._actions.editable)
            chip.removed.connect(lambda node=node: self.removed.emit(node))
            self._flow.addWidget(chip)
            chip.show()
            self.chips[node.id] = chip
        self._flow.addWidget(self.add)
        self.updateGeometry()

    def light(self, paths: Iterable[str]) -> None:
        """Marks the specialties from which a number comes."""
        wanted = set(paths)
        for chip in self.chips.values():
            chip.setProperty("lit", "true" if path_text(chip.node.path) in wanted else "false")
            chip.style().unpolish(chip)
            chip.style().polish(chip)


class ItemSection(Section):
    """The things of one kind, and a button for one more."""

    def __init__(self, block: Node, actions: FieldActions, key: str) -> None:
        super().__init__(block.label)
        self.kind = str(block.value)
        self.several = bool(block.more["several"])
        self._word = self.kind.replace("_", " ") if self.several else block.label.lower()
        self.table = ItemTable(
            actions,
            has_hand=self.kind == "weapon",
            in_columns=self.several and self.kind != EFFECT,
            across=ACROSS if self.several else 2,
        )
        self.body.addWidget(self.table)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 2, 0, 0)
        foot.setSpacing(4)
        self.add = push(f"+ {self._word}", "quiet", "From the tables, or your own line")
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setEnabled(actions.editable)
        foot.addWidget(self.add)
        foot.addWidget(label(key, "keycap"))
        foot.addStretch(1)
        self.body.addLayout(foot)
        self.body.addStretch(1)
        self.put(block)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return [*self.table.stops(), self.add]

    def put(self, block: Node) -> None:
        """Shows the things as they are now."""
        self.table.put(block.children)
        self.add.setText(f"{'+' if self.several or not block.children else 'another'} {self._word}")
        self.table.setVisible(bool(block.children))


class FieldSection(Section):
    """Fields of the game's own.

    Signals:
        wanted(Node): one more is to be named, below this one.
    """

    wanted = Signal(object)

    def __init__(self, block: Node, actions: FieldActions) -> None:
        super().__init__(block.label)
        self._actions = actions
        self._grid: FieldGrid | None = None
        self.adds: list[QPushButton] = []
        self._foot = QHBoxLayout()
        self.body.addLayout(self._foot)
        self._news: tuple[str, ...] = ()
        self.put(block)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return [*(cell.input for cell in self.cells.values()), *self.adds]

    @property
    def cells(self) -> Mapping[str, FieldCell]:
        """The fields by their ids."""
        return self._grid.cells if self._grid is not None else {}

    def put(self, block: Node) -> None:
        """Shows the fields as they are now."""
        fields = tuple(node for node in block.children if node.kind != "new")
        if self._grid is None or not self._grid.show_nodes(fields):
            if self._grid is not None:
                self._grid.hide()
                self._grid.deleteLater()
            self._grid = FieldGrid(fields, self._actions)
            self.body.insertWidget(0, self._grid)
            self._grid.show()
        news = tuple(node for node in block.children if node.kind == "new")
        if tuple(node.id for node in news) != self._news:
            self._news = tuple(node.id for node in news)
            clear(self._foot)
            self.adds.clear()
            for node in news:
                button = push(f"+ {node.label.split(' ')[0].lower().removesuffix('s')}", "quiet")
                button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                button.setEnabled(self._actions.editable)
                button.clicked.connect(lambda _checked=False, node=node: self.wanted.emit(node))
                self._foot.addWidget(button)
                self.adds.append(button)
            self._foot.addStretch(1)


class NoteSection(Section):
    """The notes."""

    def __init__(self, block: Node, actions: FieldActions) -> None:
        super().__init__(block.label)
        self.node = block.children[0]
        self.field = NoteField(block.label, "What else is to be known of them")
        self.field.setReadOnly(not actions.editable)
        self.field.setFont(fonts.font("body"))
        self.field.written.connect(lambda text, stay: actions.type_in(self.node, text, stay))
        self.body.addWidget(self.field)
        self.put(block)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return [self.field]

    def put(self, block: Node) -> None:
        """Shows the notes as they are now."""
        self.node = block.children[0]
        self.field.put(str(self.node.value or ""))
