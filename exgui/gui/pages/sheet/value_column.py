"""The column at the right of a sheet: derived values with their parts, health, and the tracks as a fight begins."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from exgui.gui.appearance import fix_size
from exgui.gui.pages.sheet.field_cell import FieldActions
from exgui.gui.pages.sheet.value_row import ValueRow
from exgui.gui.widgets.basics import clear, label, rule
from exgui.gui.widgets.health_boxes import HealthBoxes
from exgui.gui.widgets.trait_row import MOST_DOTS, TraitRow
from exgui.sheets.layout import Node

WIDTH = 290


class ValueActions(FieldActions, Protocol):
    """What the column may do besides."""

    def by_rules(self, node: Node) -> None:
        """Gives a value back to the rules."""
        ...

    def show_why(self, row: ValueRow) -> None:
        """Shows the parts of a value."""
        ...

    def set_track(self, node: Node, value: int | None, gesture: object) -> None:
        """Sets how a track stands at the start; None for full."""
        ...

    def set_health(self, node: Node, counts: dict[str, int]) -> None:
        """Sets what fills the health levels at the start."""
        ...

    def walk(self, row: QWidget, step: int) -> None:
        """Puts the keys on the line above or below."""
        ...

    def look_at(self, id: str, on: bool) -> None:
        """The pointer or the keys are on a value, or leave it."""
        ...


class ValueColumn(QScrollArea):
    """The column.

    Attributes:
        values, tracks: the lines by their ids.
        health: the boxes; None where the game has none.
    """

    def __init__(self, actions: ValueActions) -> None:
        super().__init__()
        self._actions = actions
        self.values: dict[str, ValueRow] = {}
        self.tracks: dict[str, TraitRow] = {}
        self.health: HealthBoxes | None = None
        self._health_error = label("", "small", "red", wrap=True)
        self._nodes: dict[str, Node] = {}
        self._shape: tuple[str, ...] = ()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("surface", "panel")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        fix_size(self, width=WIDTH, most=0.24)
        self.setAccessibleName("Derived values")
        inner = QWidget()
        inner.setProperty("surface", "panel")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(8, 14, 8, 16)
        self._column.setSpacing(0)
        self.setWidget(inner)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        boxes = [self.health] if self.health is not None else []
        return [*self.values.values(), *boxes, *self.tracks.values()]

    def put(self, blocks: tuple[Node, ...], *, printed: bool) -> None:
        """Shows the blocks of values and tracks.

        Args:
            printed: numbers set by hand are as printed.
        """
        shape = tuple(node.id for block in blocks for node in (block, *block.children))
        self._nodes = {node.id: node for block in blocks for node in block.children}
        if shape != self._shape:
            self._shape = shape
            self._build(blocks)
        for id, row in self.values.items():
            row.put(self._nodes[id], printed=printed)
        for id, track in self.tracks.items():
            self._show_track(track, self._nodes[id])
        if self.health is not None:
            node = self._nodes["state.health"]
            self.health.put(node.more["levels"], node.value)
            self._health_error.setText(node.error)
            self._health_error.setVisible(bool(node.error))

    def _build(self, blocks: tuple[Node, ...]) -> None:
        clear(self._column)
        self.values, self.tracks, self.health = {}, {}, None
        self._health_error = label("", "small", "red", wrap=True)
        first = True
        for block in blocks:
            if not block.children:
                continue
            title = "Derived values" if block.kind == "values" and first else block.label
            heading = label(title, "section", "muted" if first else "gold", wrap=True)
            heading.setContentsMargins(8, 0 if first else 14, 8, 4)
            self._column.addWidget(heading)
            if not first:
                line = rule()
                self._column.addWidget(line)
                self._column.addSpacing(6)
            first = False
            for node in block.children:
                self._column.addWidget(self._line(node))
                if node.kind == "health":
                    self._column.addWidget(self._health_error)
        self._column.addStretch(1)

    def _line(self, node: Node) -> QWidget:
        if node.kind == "value":
            return self._value(node.id)
        if node.kind == "health":
            return self._boxes()
        return self._track(node.id, node)

    def _value(self, id: str) -> ValueRow:
        row = ValueRow()
        row.editable = self._actions.editable
        actions = self._actions
        row.typed.connect(lambda text, stay: actions.type_in(self._nodes[id], text, stay))
        row.by_rules.connect(lambda: actions.by_rules(self._nodes[id]))
        row.why_wanted.connect(lambda: actions.show_why(row))
        row.hovered.connect(lambda on: actions.look_at(id, on))
        row.left_for.connect(lambda step: actions.walk(row, step))
        self.values[id] = row
        return row

    def _boxes(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(8, 2, 8, 2)
        column.setSpacing(4)
        boxes = HealthBoxes()
        boxes.editable = self._actions.editable
        boxes.filled.connect(lambda counts: self._actions.set_health(self._nodes["state.health"], counts))
        column.addWidget(boxes)
        hint = "click: bashing / lethal \N{MULTIPLICATION SIGN} aggravated \N{HEAVY ASTERISK}"
        column.addWidget(label(hint, "small", wrap=True))
        self.health = boxes
        return box

    def _track(self, id: str, node: Node) -> TraitRow:
        full = node.more.get("full")
        dots = full if isinstance(full, int) and 0 < full <= MOST_DOTS else 0
        field = node.field
        row = TraitRow(node.label, dots, least=int(field.minimum or 0) if field is not None else 0)
        row.editable = self._actions.editable
        actions = self._actions
        row.set_to.connect(lambda value, gesture: actions.set_track(self._nodes[id], value, gesture))
        row.typed.connect(lambda text, stay: actions.type_in(self._nodes[id], text, stay))
        row.cleared.connect(lambda: actions.set_track(self._nodes[id], None, None))
        row.left_for.connect(lambda step: actions.walk(row, step))
        self.tracks[id] = row
        return row

    def _show_track(self, row: TraitRow, node: Node) -> None:
        full = node.more.get("full")
        value = node.value if isinstance(node.value, int) else full or 0
        row.dots = full if isinstance(full, int) and 0 < full <= MOST_DOTS else 0
        suffix = f"/ {full}" if isinstance(full, int) and full and not row.dots else ""
        row.put(int(value), node.text, node.error, "How it stands when a fight begins; Delete makes it full", suffix)
