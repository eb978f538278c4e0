"""What stands on a sheet's page now, and how the keys come to a part of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.pages.sheet.battle_question import BattleQuestion
from exgui.gui.pages.sheet.heading import SheetHeading
from exgui.gui.pages.sheet.sections import FieldSection, ItemSection, NoteSection, Specialties, TraitSection
from exgui.gui.pages.sheet.value_column import ValueColumn
from exgui.gui.widgets.finder import Picker
from exgui.rulebook.rules import Ruleset
from exgui.sheets import kinds


class SheetParts:
    """The parts of one sheet's page.

    Attributes:
        head, question, sections: what is above all else, what is asked below it, and where the sections stand.
        view: what scrolls them.
        picker: the list from which one picks, one for all fields.
        column: the column at the right; None where the ruleset is not installed.
        traits, items, fields, specialties, notes: the sections of the kind of sheet that is shown: `items` by their
            kind, `fields` by the ids of their blocks.
        thing_keys: the letter by which a thing of a kind is added, by the kind.
        side_by_side: what holds the things of which one may have one; None where there are none.
        stops: its parts as Tab walks them.
        left_over: what did not fit when the sheet was last made one of the kind `left_over_kind`, in sentences.

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
        self.column: ValueColumn | None = None
        self.traits: list[TraitSection] = []
        self.items: dict[str, ItemSection] = {}
        self.fields: dict[str, FieldSection] = {}
        self.specialties: Specialties | None = None
        self.notes: NoteSection | None = None
        self.thing_keys: dict[str, str] = {}
        self.side_by_side: QWidget | None = None
        self.stops: list[QWidget] = []
        self.left_over: tuple[str, ...] = ()
        self.left_over_kind = ""

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the sheet, which must be installed."""
        assert self.document.rules is not None
        return self.document.rules

    @property
    def kind(self) -> str:
        """What sort of sheet it is: full, quick or group."""
        return kinds.kind_of(self.document.sheet)

    def first_row(self) -> QWidget | None:
        """Where one begins to fill it in: the first trait, or, where traits stand further down, the first thing or
        number."""
        rows: list[QWidget] = [row for section in self.traits for row in section.rows.values()]
        if self.kind != "full":
            things = [row for section in self.items.values() for row in section.table.rows.values()]
            rows = [*things, *(self.column.values.values() if self.column is not None else ())]
        return rows[0] if rows else None

    def toggle_traits(self) -> None:
        """Shows all traits, or the used ones alone."""
        long = [section for section in self.traits if section.can_fold]
        for section in sorted(long, key=lambda one: -sum(len(block.children) for block in one.blocks))[:1]:
            section.toggle_all()

    def give_keys(self, widget: QWidget) -> bool:
        """Puts the keys on a part of the page, and shows it."""
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.sendPostedEvents()
        self.bring_into_view(widget)
        return True

    def bring_into_view(self, widget: QWidget) -> None:
        """Scrolls so that a part of the page is seen."""
        if self.is_in_column(widget) and self.column is not None:
            self.column.ensureWidgetVisible(widget, 0, 40)
        elif self.view.isAncestorOf(widget):
            self.view.ensureWidgetVisible(widget, 0, 60)

    def is_in_column(self, widget: QWidget) -> bool:
        """A part stands in the column at the right."""
        return self.column is not None and self.column.isAncestorOf(widget)
