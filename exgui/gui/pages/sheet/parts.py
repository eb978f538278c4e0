"""The heading and the parts of a sheet's page: built by the tree that the ruleset's layout makes of the sheet, walked
by Tab and the arrow keys, and marked where they belong to each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from exgui.gui.look import fonts
from exgui.gui.look.elided import ElidedLabel
from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.pages.sheet.edits import SheetEdits
from exgui.gui.pages.sheet.lines import SheetLines, ValueColumn
from exgui.gui.pages.sheet.sections import LONG, FieldSection, NoteSection, Section, Specialties, TraitSection
from exgui.gui.pages.sheet.things import ItemSection
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import ElidedButton, clear, label, push, styled
from exgui.gui.widgets.field_line import FieldLine, flag_button
from exgui.gui.widgets.finder import Picker
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.portrait_ring import PortraitRing
from exgui.gui.widgets.word_switch import Segments
from exgui.rulebook.rules import Ruleset
from exgui.sheets import kinds
from exgui.sheets.layout import Node
from exgui.sheets.stat_block.to_sheet import KIND

NARROW = 480
"""Below this width the name has a line of its own, in pixels at a text size of 100 %."""
KINDS = {"full": "Full", "quick": "Quick", "group": "Group"}


@safe_events
class SheetHeading(QWidget):
    """The portrait and the name, which has a line of its own where there is little room."""

    def __init__(self, rules: str) -> None:
        super().__init__()
        self.portrait = PortraitRing()
        row = hbox(self.portrait, on=self, margins=0, spacing=14)
        self.name = FieldLine("Name")
        self.name.setProperty("role", "name")
        self.name.setPlaceholderText("Name")
        first = self._first = QHBoxLayout()
        first.setSpacing(14)
        first.addWidget(self.name, 1)
        self.kind = Segments("Kind of sheet", KINDS)
        self.kind.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        first.addWidget(self.kind)
        self.error = label("", "small", "red")
        self.error.setContentsMargins(8, 0, 0, 0)
        names = vbox(1, first, self.error, spacing=2)
        self.player: QPushButton = flag_button("Player’s character", "Played by a player")
        below = hbox(self.player, margins=(6, 0, 0, 0), spacing=8)
        self.rules = ElidedLabel("muted", least=10)
        self.rules.put(rules)
        fill_box(below, self.rules, 1)
        self.battles = ElidedButton()
        self.battles.hide()
        below.addWidget(self.battles)
        names.addLayout(below)
        self._third = hbox(1, margins=(6, 0, 0, 0))
        fill_box(names, self._third, 1)
        row.addLayout(names, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < fonts.px(NARROW)
        self.rules.setVisible(not narrow)  # the top line names them too
        row = self._third if narrow else self._first
        if row.indexOf(self.kind) < 0:
            row.insertWidget(0 if narrow else 1, self.kind)

    def put(self, name: str, error: str, *, player: bool, kind: str, why_not: Mapping[str, str]) -> None:
        self.name.put(name, error)
        self.error.setText(error)
        self.error.setVisible(bool(error))
        self.player.setChecked(player)
        self.kind.put(kind, why_not)
        # Of one kind alone there is nothing to choose.
        self.kind.setVisible(any(id not in why_not for id in KINDS if id != kind))


class BattleQuestion(QFrame):
    """The question, between the heading and the sheet; nothing waits for its answer.

    Signals:
        answered(bool): edits go to the battle, or stay on the sheet.
    """

    answered = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        styled(self, role="card", tone="now")
        self._text = label("", "body", wrap=True)
        row = hbox((self._text, 1), on=self, margins=(12, 8, 12, 8), spacing=8)
        self.yes = push("&Yes, there too", "primary", "Alt+Y")
        self.no = push("&No, only here", "", "Alt+N")
        for button, wanted in ((self.yes, True), (self.no, False)):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, wanted=wanted: self.answered.emit(wanted))
            row.addWidget(button)
        self.hide()

    def ask(self, name: str, battle: str, *, on: bool) -> None:
        self._text.setText(
            f"{name} is fighting in {battle}. Apply changes to this sheet there too, as steps in the log?"
        )
        self.setAccessibleName(self._text.text())
        self.setVisible(on)


GROUP, TRAITS, THINGS, TRAITS_LATE, NOTES, OTHER = range(6)
"""The order of the sections; printed numbers of a combatant come after their possessions."""
LOOK_AFTER = 60
"""Milliseconds after which the fields that a number comes from are marked."""


class SheetParts:
    """The parts of one sheet's page.

    Attributes:
        edits: what they do to the sheet; None where its ruleset is not installed.
        head, question, sections: what is above all else, what is asked below it, and the layout of the sections.
        view: what scrolls them.
        picker: the list from which one picks, one for all fields.
        column: the column at the right; None where the ruleset is not installed.
        traits, items, fields, specialties, notes: the sections of the kind of sheet that is shown: `items` by their
            kind, `fields` by the ids of their blocks.
        thing_keys: the letter by which a thing of a kind is added, by the kind.
        stops: its parts as Tab walks them.

    Args:
        page: the page itself.
    """

    def __init__(self, page: QWidget, document: SheetDocument) -> None:
        self.page, self.document = page, document
        self.editable = not document.read_only
        rules = document.rules
        self.head = SheetHeading(rules.name if rules is not None else f"{document.ruleset} (not installed)")
        self.question = BattleQuestion()
        self.sections = QVBoxLayout()
        self.view = QScrollArea()
        self.picker = Picker(page)
        self.edits: SheetEdits | None = None
        self.column: ValueColumn | None = None
        if document.model is not None:
            self.edits = SheetEdits(document, self.picker, page)
            self.edits.walked.connect(self.walk)
            self.edits.looked_at.connect(self._look_at)
            self.edits.field_left.connect(self._leave_field)
            self.column = ValueColumn(self.edits)
        self.traits: list[TraitSection] = []
        self.items: dict[str, ItemSection] = {}
        self.fields: dict[str, FieldSection] = {}
        self.specialties: Specialties | None = None
        self.notes: NoteSection | None = None
        self.thing_keys: dict[str, str] = {}
        self.stops: list[QWidget] = []
        self._shape: tuple[str, ...] = ()
        self._looked_at = ""
        self._timer = QTimer(page, singleShot=True, interval=LOOK_AFTER)
        self._timer.timeout.connect(self.light)

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the sheet, which must be installed."""
        assert self.document.rules is not None
        return self.document.rules

    @property
    def kind(self) -> str:
        """What sort of sheet it is: full, quick or group."""
        return kinds.kind_of(self.document.sheet)

    # Building

    def build(self) -> None:
        """Make the sections that the sheet's kind has, unless they are there."""
        edits = self.edits
        assert edits is not None
        shape = (self.kind, *(block.id for block in edits.model.root.children))
        if shape != self._shape:
            self._shape = shape
            self._build(edits)

    def _build(self, edits: SheetEdits) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self.view.isAncestorOf(focus) and not self.head.isAncestorOf(focus):
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)  # what had the keys is about to go
        clear(self.sections)
        edits.binding.clear()
        self.traits, self.items, self.fields, self.thing_keys = [], {}, {}, {}
        self.specialties = self.notes = None
        sparse = self.document.sheet.get("kind") == KIND
        placed: list[tuple[int, QWidget]] = []
        group: list[Node] = []
        single: QHBoxLayout | None = None

        def end_group() -> None:
            if group:
                long = sum(len(block.children) for block in group) > LONG
                section = TraitSection(tuple(group), edits, sparse=sparse, key="Alt A" if long else "")
                section.filled.connect(self.order)
                self.traits.append(section)
                placed.append((TRAITS_LATE if sparse else TRAITS, section))
                group.clear()

        for block in edits.model.root.children:
            if block.kind == "traits":
                if group and group[-1].value != block.value:
                    end_group()
                group.append(block)
                continue
            end_group()
            if block.kind == "specialties":
                longest = max(self.traits, key=_lines, default=None)
                at = next((index for index, (_, part) in enumerate(placed) if part is longest), len(placed) - 1)
                self.specialties = Specialties(block, edits)
                placed.insert(at + 1, (TRAITS_LATE if sparse else TRAITS, self.specialties))
            elif block.kind == "items":
                section = self._make_items(block, edits)
                if section.several:
                    placed.append((THINGS, section))
                    continue
                if single is None:  # those of which one may have one are side by side
                    beside = QWidget()
                    single = hbox(on=beside, margins=0, spacing=24)
                    placed.append((THINGS, beside))
                single.addWidget(section, 1)
            elif block.kind == "fields":
                self.fields[block.id] = fields = FieldSection(block, edits)
                first = any(node.path[0] == "group" for node in block.children)
                late = block.id in ("block:other", "block:battle")
                placed.append((GROUP if first else OTHER if late else THINGS, fields))
            elif block.kind == "notes":
                self.notes = NoteSection(block, edits)
                placed.append((NOTES, self.notes))
        end_group()
        fill_box(self.sections, *(part for _, part in sorted(placed, key=lambda one: one[0])))
        if self.column is not None:
            self.column.bind()

    def _make_items(self, block: Node, edits: SheetEdits) -> ItemSection:
        kind = str(block.value)
        taken = set(self.thing_keys.values())
        key = next((sign.upper() for sign in kind if sign.isalpha() and sign.upper() not in taken), "")
        self.thing_keys[kind] = key
        self.items[kind] = section = ItemSection(block, edits, key)
        section.lines.opened.connect(self.order)
        section.lines.fields_requested.connect(self._go_to_fields)
        return section

    def close(self) -> None:
        if self.edits is not None:
            self.edits.binding.close()
        for lines in self.lines:
            lines.setModel(None)

    # Keys

    @property
    def lines(self) -> list[SheetLines]:
        """The item views, those of the things first."""
        values = self.column.values if self.column is not None else []
        return [*(section.lines for section in self.items.values()), *values]

    def first_line(self) -> QWidget | None:
        """Return where one begins to fill it in: the first trait, or, where traits come later, the first thing or
        number."""
        rows: list[QWidget] = [row for section in self.traits for row in section.rows.values()]
        if self.kind != "full":
            rows = [one for one in self.lines if one.nodes]
        return rows[0] if rows else None

    def toggle_traits(self) -> None:
        long = [section for section in self.traits if section.can_fold]
        for section in sorted(long, key=lambda one: -_lines(one))[:1]:
            section.toggle_all()

    def give_keys(self, widget: QWidget) -> bool:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.sendPostedEvents()
        self.bring_into_view(widget)
        return True

    def go_to_line(self, id: str) -> bool:
        """Put the keys on a thing or a value, and show it; False if it isn't on the page."""
        for lines in self.lines:
            if lines.go_to(id, Qt.FocusReason.TabFocusReason):
                return self.give_keys(lines)
        return False

    def _go_to_fields(self, id: str) -> None:
        for section in self.items.values():
            if id in section.lines.forms:
                self.give_keys(section.lines.forms[id].stops()[0])

    def _leave_field(self, node: Node) -> None:
        """Focus the item that a field belongs to, else the page."""
        for section in self.items.values():
            for thing in section.lines.nodes:
                if node.path[: len(thing.path)] == thing.path and section.lines.go_to(thing.id):
                    return
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def bring_into_view(self, widget: QWidget) -> None:
        """Scroll so that a part of the page is seen; of lines, the one that has the keys."""
        beside = self.column is not None and self.column.isAncestorOf(widget)
        view = self.column if beside and self.column is not None else self.view
        if isinstance(widget, SheetLines) and view.isAncestorOf(widget):
            inner, area = view.widget(), widget.area_of_keys()
            top = widget.mapTo(inner, area.topLeft()) if inner is not None else QPoint()
            view.ensureVisible(top.x(), top.y() + area.height() // 2, 0, area.height() // 2 + (40 if beside else 60))
        elif view.isAncestorOf(widget):
            view.ensureWidgetVisible(widget, 0, 40 if beside else 60)

    def walk(self, here: QWidget, step: int) -> None:
        """Put the keys on the nearest line above (-1) or below (1), on the same side of the page."""
        area = here.area_of_keys() if isinstance(here, SheetLines) else here.rect()
        start = here.mapTo(self.page, area.center())
        best: tuple[QWidget, str] | None = None
        least = 1 << 30
        for widget, id, center in self._spots():
            down = (center.y() - start.y()) * step
            if widget is here or down <= 4:
                continue
            away = down + abs(center.x() - start.x()) * 3
            if self._is_beside(widget) == self._is_beside(here) and away < least:
                best, least = (widget, id), away
        if best is not None:
            widget, id = best
            if not (isinstance(widget, SheetLines) and widget.go_to(id)):
                widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_beside(self, widget: QWidget) -> bool:
        return self.column is not None and self.column.isAncestorOf(widget)

    def _spots(self) -> list[tuple[QWidget, str, QPoint]]:
        """Return what the arrow keys go to: widgets, of lines with the id of one, and where its middle is on the
        page."""
        rows: list[QWidget] = [row for section in self.traits for row in section.rows.values()]
        rows += [section.add for section in self.items.values()]
        rows += self.column.tracks.values() if self.column is not None else ()
        found = [(row, "", row.mapTo(self.page, row.rect().center())) for row in rows if row.isVisible()]
        for lines in self.lines:
            if lines.isVisible():
                centers = ((node.id, lines.area_of(node.id).center()) for node in lines.nodes)
                found += [(lines, id, lines.mapTo(self.page, center)) for id, center in centers]
        return found

    def order(self) -> None:
        """Have Tab walk what is shown from top to bottom, then the column beside it."""
        head = self.head
        stops: list[QWidget] = [head.portrait, head.name, head.player, *head.kind.buttons.values()]
        stops += [head.battles, self.question.yes, self.question.no]
        for index in range(self.sections.count()):
            item = self.sections.itemAt(index)
            widget = item.widget() if item is not None else None
            if isinstance(widget, (Section, Specialties)):
                stops += widget.stops()
            elif widget is not None:
                stops += [stop for one in widget.findChildren(ItemSection) for stop in one.stops()]
        if self.column is not None:
            stops += self.column.stops()
        if stops != self.stops:
            self.stops = stops
            for first, second in pairwise(stops):
                QWidget.setTabOrder(first, second)

    # Marks

    def _look_at(self, id: str, on: bool) -> None:
        """Mark, after a moment, what belongs to a line, or nothing."""
        if on:
            self._looked_at = id
        elif self._looked_at == id:
            self._looked_at = ""
        self._timer.start()

    def refresh_marks(self) -> None:
        if self._looked_at:
            self._timer.start()

    def light(self) -> None:
        """Mark the fields that the value looked at comes from, or the values that the field goes into."""
        if self.edits is None:
            return
        id, worked = self._looked_at, self.document.worked
        lit: frozenset[str] = frozenset()
        if id.startswith("value:"):
            lit = worked.sources_of(id.removeprefix("value:")) | {id}
        elif id:
            lit = frozenset(f"value:{value}" for value in worked.values_from(id))
        for section in self.traits:
            for key, row in section.rows.items():
                row.light(key in lit)
        for lines in self.lines:
            lines.light(lit)
        if self.specialties is not None and self.specialties.chips:
            self.specialties.light(lit)


def _lines(section: TraitSection) -> int:
    return sum(len(block.children) for block in section.blocks)
