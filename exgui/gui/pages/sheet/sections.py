"""The sections of a sheet's page: traits, specialties, fields of the game's own, notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from exgui.gui.look import fonts
from exgui.gui.pages.sheet.edits import SheetEdits
from exgui.gui.pages.sheet.fields import FieldCell, FieldGrid
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, restyle, rule
from exgui.gui.widgets.field_line import NoteField
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import gridbox, hbox, vbox
from exgui.gui.widgets.trait_row import TraitRow
from exgui.sheets import editing
from exgui.sheets.layout import Node, used_first
from exgui.sheets.paths import path_text

COLUMNS = 3
LONG = 12
"""So many traits of one block are shown at once; of more, those that are used come first."""


class Section(QWidget):
    """A heading with a line below it, and its content."""

    def __init__(self, title: str, note: str = "") -> None:
        super().__init__()
        self.title = label(title, "section", "gold")
        self.note = label(note, "small")
        self.head = hbox(self.title, 1, self.note, spacing=8)
        self.body = vbox(margins=(0, 4, 0, 0), spacing=0)
        vbox(self.head, rule(), self.body, on=self, margins=0, spacing=2)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return []


class TraitSection(Section):
    """Traits of one group: blocks side by side, or one block in several columns.

    Signals:
        filled(): other lines are shown.

    Attributes:
        rows: the line of every trait that is shown, by its id.
    """

    filled = Signal()

    def __init__(self, blocks: tuple[Node, ...], edits: SheetEdits, *, sparse: bool, key: str = "") -> None:
        title = str(blocks[0].value) if len(blocks) > 1 or blocks[0].value != "Other" else blocks[0].label
        super().__init__(title)
        self._edits = edits
        self._ids = [block.id for block in blocks]
        self.rows: dict[str, TraitRow] = {}
        nodes = [node for block in blocks for node in block.children]
        used, _others = used_first(nodes)
        self.can_fold = (len(nodes) > LONG or sparse) and len(used) < len(nodes)
        self.all_shown = not self.can_fold or (not used and not sparse)
        self.key = key
        self._grid = gridbox(across=24, down=0)
        self.body.addLayout(self._grid)
        self.more = push("", "quiet", name=f"All of {title}", do=self.toggle_all)
        if self.can_fold:
            self.head.addWidget(self.more)
            if key:
                self.head.addWidget(label(key, "keycap"))
        else:
            self.more.hide()
        self._fill()
        for node in nodes:
            edits.binding.bind(node.id, self._show)

    @property
    def blocks(self) -> tuple[Node, ...]:
        return tuple(self._edits.node(id) for id in self._ids)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return [*([self.more] if self.can_fold else []), *self.rows.values()]

    def toggle_all(self) -> None:
        self.all_shown = not self.all_shown
        self._fill()
        self.filled.emit()
        if self.all_shown and self.rows:
            next(iter(self.rows.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, node: Node) -> None:
        """Show a trait as it is now. One that is not shown appears when it comes to be used."""
        row = self.rows.get(node.id)
        if row is not None:
            row.put(int(node.value), node.text, node.error, node.help)
        elif not self.all_shown and used_first((node,))[0]:
            self._fill()
            self.filled.emit()

    def _fill(self) -> None:
        clear(self._grid)
        self.rows = {}
        blocks = self.blocks
        if len(blocks) > 1 and self.all_shown:
            for column, block in enumerate(blocks):
                for place, node in enumerate(block.children):
                    self._grid.addWidget(self._row(node), place, column, Qt.AlignmentFlag.AlignTop)
            across = len(blocks)
        else:
            used, others = used_first(node for block in blocks for node in block.children)
            if len(used) + len(others) <= LONG and self.all_shown:
                shown = [node for block in blocks for node in block.children]
            else:
                shown = [*used, *others] if self.all_shown else used
            for place, node in enumerate(shown):
                self._grid.addWidget(self._row(node), place // COLUMNS, place % COLUMNS, Qt.AlignmentFlag.AlignTop)
            across = COLUMNS
        for column in range(max(across, COLUMNS)):
            self._grid.setColumnStretch(column, 1 if column < across else 0)
            if column < across and self._grid.itemAtPosition(0, column) is None:
                filler = QWidget()  # an empty column would have no gap beside it
                filler.setFixedHeight(0)
                self._grid.addWidget(filler, 0, column)
        for row in self.rows.values():
            row.show()
        total = sum(len(block.children) for block in blocks)
        self.more.setText("only the used ones" if self.all_shown else f"all {total}")
        self.note.setText("used ones first" if self.can_fold and self.all_shown else "")

    def _row(self, node: Node) -> TraitRow:
        dots = int(node.more["dots"])
        field = node.field
        row = TraitRow(node.label, dots, least=int(field.minimum or 0) if field is not None else 0)
        id, edits = node.id, self._edits
        row.editable = edits.editable
        row.set_to.connect(lambda value, gesture: edits.set_trait(id, value, gesture))
        row.typed.connect(lambda text, stay: edits.model.write(id, text, stay))
        row.cleared.connect(lambda: edits.reset(id, "reset"))
        row.left_for.connect(lambda step: edits.walked.emit(row, step))
        row.hovered.connect(lambda on: edits.looked_at.emit(id, on))
        self.rows[id] = row
        self._show(node)
        return row


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
        self.setToolTip("Click it or press Delete to remove it")
        self.clicked.connect(self.removed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class Specialties(QWidget):
    """The specialties as chips, and a button for one more."""

    def __init__(self, block: Node, edits: SheetEdits) -> None:
        super().__init__()
        self._edits = edits
        self._flow = FlowLayout(self, 8)
        self.chips: dict[str, SpecialtyChip] = {}
        self.add = push("+ specialty", "quiet", do=lambda: edits.add_requested.emit("specialty"))
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setEnabled(edits.editable)
        self._flow.addWidget(self.add)
        edits.binding.bind(block.id, self._show)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return [*self.chips.values(), self.add]

    def _show(self, block: Node) -> None:
        self._flow.removeWidget(self.add)
        for chip in self.chips.values():
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {}
        for node in block.children:
            chip = SpecialtyChip(node)
            chip.setEnabled(self._edits.editable)
            chip.removed.connect(lambda node=node: self._remove(node))
            self._flow.addWidget(chip)
            chip.show()
            self.chips[node.id] = chip
        self._flow.addWidget(self.add)
        self.updateGeometry()

    def _remove(self, node: Node) -> None:
        document = self._edits.document
        after = editing.remove_specialty(document.sheet, str(node.path[1]), str(node.value))
        document.edit(after, f"Without {node.label}")

    def light(self, paths: Iterable[str]) -> None:
        wanted = set(paths)
        for chip in self.chips.values():
            restyle(chip, lit="true" if path_text(chip.node.path) in wanted else "false")


class FieldSection(Section):
    """Fields of the game's own."""

    def __init__(self, block: Node, edits: SheetEdits) -> None:
        super().__init__(block.label)
        self._edits = edits
        self._grid: FieldGrid | None = None
        self.adds: list[QPushButton] = []
        self._foot = QHBoxLayout()
        self.body.addLayout(self._foot)
        self._news: tuple[str, ...] = ()
        edits.binding.bind(block.id, self._show)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return [*(cell.input for cell in self.cells.values()), *self.adds]

    @property
    def cells(self) -> Mapping[str, FieldCell]:
        return self._grid.cells if self._grid is not None else {}

    def _show(self, block: Node) -> None:
        """Show other fields, if there are others."""
        fields = tuple(node for node in block.children if node.kind != "new")
        if self._grid is None or [node.id for node in fields] != list(self.cells):
            if self._grid is not None:
                self._grid.close_cells()
                self._grid.hide()
                self._grid.deleteLater()
            self._grid = FieldGrid(fields, self._edits)
            self.body.insertWidget(0, self._grid)
            self._grid.show()
        news = tuple(node for node in block.children if node.kind == "new")
        if tuple(node.id for node in news) != self._news:
            self._news = tuple(node.id for node in news)
            clear(self._foot)
            self.adds.clear()
            for node in news:
                button = push(
                    f"+ {node.label.split(' ')[0].lower().removesuffix('s')}",
                    "quiet",
                    do=lambda _checked=False, node=node: self._edits.number_requested.emit(node),
                )
                button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                button.setEnabled(self._edits.editable)
                self._foot.addWidget(button)
                self.adds.append(button)
            self._foot.addStretch(1)


class NoteSection(Section):
    def __init__(self, block: Node, edits: SheetEdits) -> None:
        super().__init__(block.label)
        self.field = NoteField(block.label, "Notes")
        self.field.setReadOnly(not edits.editable)
        self.field.setFont(fonts.font("body"))
        self.field.written.connect(lambda text, stay: edits.model.write("notes", text, stay))
        self.body.addWidget(self.field)
        edits.binding.bind("notes", lambda node: self.field.put(str(node.value or "")))

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return [self.field]
