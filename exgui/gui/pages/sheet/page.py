"""The page of a sheet: everything on it is a field, and what the rules make of it stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from exgui.gui.commands.command import OwnCommand
from exgui.gui.file_dialog import file_dialog
from exgui.gui.keyboard.binding import ModeName, OwnBinding
from exgui.gui.models.open_sheet import sheet_document
from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.pages.page import Heading, UndoTarget
from exgui.gui.pages.sheet import adding, keys, kind_change, marks, walking
from exgui.gui.pages.sheet.battle_question import BattleQuestion
from exgui.gui.pages.sheet.hands import PageHands
from exgui.gui.pages.sheet.heading import SheetHeading
from exgui.gui.pages.sheet.portrait import Portrait
from exgui.gui.pages.sheet.sections import (
    LONG,
    FieldSection,
    ItemSection,
    NoteSection,
    Section,
    Specialties,
    TraitSection,
)
from exgui.gui.pages.sheet.undo import SheetUndo
from exgui.gui.pages.sheet.value_column import ValueColumn
from exgui.gui.panel.widgets import clear, label
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.picker import Picker
from exgui.rulebook.rules import Ruleset
from exgui.sheets import editing, kinds
from exgui.sheets.layout import Node
from exgui.sheets.printed_numbers import KIND

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context

LOOK_AFTER = 60
"""Milliseconds after which the fields that a number comes from are marked."""
WIDEST = 1400
GROUP, TRAITS, THINGS, TRAITS_LATE, NOTES, OTHER = range(6)
"""In which order the sections stand. What somebody is who fights by printed numbers comes after what they have."""
SAVED = {
    "saved": "Every edit is in the file when its field is left.",
    "not saved": "The last edits are not in the file yet. It is tried again.",
    "read only": "The file can only be read.",
}


def make_sheet_page(context: Context, id: str) -> SheetPage:
    """The page of a sheet of the campaign that is open.

    Raises:
        CampaignError: there is no such sheet, or it is damaged.
    """
    return SheetPage(context, sheet_document(context.session, id))


class SheetPage(QWidget):
    """One sheet.

    Signals:
        changed(): the heading, the hints or what can be done are others.
    """

    changed = Signal()
    kind = "sheet"

    def __init__(self, context: Context, document: SheetDocument) -> None:
        super().__init__()
        self.context, self.document = context, document
        self.subject = document.id
        self.editable = not document.read_only
        self.traits: list[TraitSection] = []
        self.items: dict[str, ItemSection] = {}
        self.fields: dict[str, FieldSection] = {}
        self.specialties: Specialties | None = None
        self.notes: NoteSection | None = None
        self.column: ValueColumn | None = None
        self._shape: tuple[object, ...] = ()
        self.left_over: tuple[str, ...] = ()
        self.left_over_kind = ""
        self.stops: list[QWidget] = []
        self.single: QWidget | None = None
        self._undo = SheetUndo(document, context.say)
        self.looked_at = ""
        self._look = QTimer(self)
        self._look.setSingleShot(True)
        self._look.setInterval(LOOK_AFTER)
        self._look.timeout.connect(lambda: marks.light(self))
        self.picker = Picker(self)
        self.hands = PageHands(self, self.picker)
        self._lay_out()
        campaign = context.session.campaign
        assert campaign is not None
        self.portrait = Portrait(campaign, self._show_face, self._keep_face, context.say, self)
        self._connect()
        self.show_sheet()

    # What the window knows of a page

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    @property
    def column_place(self) -> QSplitter:
        """Where the campaign column stands."""
        return self._splitter

    @property
    def heading(self) -> Heading:
        """Whose sheet it is."""
        name = str(self.document.sheet.get("name", "")) or "Nameless"
        rules = self.document.rules
        return Heading(name, rules.name if rules is not None else self.document.ruleset, section="Sheets")

    @property
    def hints(self) -> tuple[str, ...]:
        """The keys that matter most where the keys are now."""
        return keys.hints()

    @property
    def saved(self) -> tuple[str, str]:
        """Whether all of it is in the file."""
        word = "read only" if self.document.read_only else "saved" if not self.document.trouble else "not saved"
        return word, self.document.trouble or SAVED[word]

    @property
    def undo_target(self) -> UndoTarget | None:
        """The edits of this sheet."""
        return self._undo

    @property
    def tab_order(self) -> Sequence[QWidget]:
        """Its parts, as Tab walks them."""
        return (self.head.portrait,)

    def commands(self) -> Sequence[OwnCommand]:
        """What can be done to a sheet, for the command palette."""
        return keys.commands(self)

    def own_keys(self) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """Its own keys, for the list of keys."""
        return keys.own_keys(self)

    def bindings(self, focus: QWidget | None) -> Mapping[str, OwnBinding]:
        """What keys do here: only Escape while one writes."""
        return keys.bindings(self, focus)

    def key_mode(self, focus: QWidget | None) -> ModeName:
        """It brings its own keys everywhere."""
        return "page"

    def take_keys(self) -> None:
        """Puts the keys on the name of somebody new, else on the first trait, or, where traits stand further down, on
        the first thing or number."""
        rows: list[QWidget] = [row for section in self.traits for row in section.rows.values()]
        if self.sheet_kind != "full":
            things = [row for section in self.items.values() for row in section.table.rows.values()]
            rows = [*things, *(self.column.values.values() if self.column is not None else ())]
        sheet = self.document.sheet
        fresh = not (sheet.get("traits") or sheet.get("printed")) and not self.document.undo_stack.count()
        first: QWidget = self.head.name if fresh or not rows else rows[0]
        first.setFocus(Qt.FocusReason.TabFocusReason)

    def shape(self, column: int) -> None:
        """Shares the room with the campaign column."""
        self._splitter.setSizes([column, max(200, self.window().width() - column)])

    def close_page(self) -> None:
        """Saves what is being written, and follows the sheet no longer."""
        self.document.save()
        self._unwatch()
        self.portrait.stop()
        self.document.changed.disconnect(self.show_sheet)
        self.document.saving_changed.disconnect(self.changed)
        self.document.message.disconnect(self.context.say)
        if self.document.in_battle is not None:
            self.document.in_battle.changed.disconnect(self._show_battle)
            self.document.in_battle.message.disconnect(self.context.say)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus)

    # What is done on it

    def look_soon(self) -> None:
        """Marks what belongs to the field or value that is looked at, in a moment."""
        self._look.start()

    def toggle_traits(self) -> None:
        """Shows all traits, or the used ones alone."""
        long = [section for section in self.traits if section.can_fold]
        for section in sorted(long, key=lambda one: -sum(len(block.children) for block in one.blocks))[:1]:
            section.toggle_all()

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the sheet, which must be installed."""
        assert self.document.rules is not None
        return self.document.rules

    @property
    def sheet_kind(self) -> str:
        """What sort of sheet it is: full, quick or group."""
        return kinds.kind_of(self.document.sheet)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        column.addWidget(self._splitter)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.view = QScrollArea()
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setWidgetResizable(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setProperty("surface", "background")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        wide = QHBoxLayout(inner)
        wide.setContentsMargins(20, 16, 20, 24)
        body = QWidget()
        body.setMaximumWidth(WIDEST)
        wide.addWidget(body, 100)
        wide.addStretch(1)
        self._body = QVBoxLayout(body)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(14)
        rules = self.document.rules
        self.head = SheetHeading(rules.name if rules is not None else f"{self.document.ruleset} (not installed)")
        self._body.addWidget(self.head)
        self._banner = label("", "banner", wrap=True)
        self._banner.hide()
        self._body.addWidget(self._banner)
        self.question = BattleQuestion()
        self._body.addWidget(self.question)
        self.sections = QVBoxLayout()
        self.sections.setSpacing(16)
        self._body.addLayout(self.sections)
        self._body.addStretch(1)
        self.view.setWidget(inner)
        row.addWidget(self.view, 1)
        if rules is not None:
            edge = QFrame()
            edge.setProperty("edge", "left")
            edge.setProperty("surface", "panel")
            beside = QHBoxLayout(edge)
            beside.setContentsMargins(1, 0, 0, 0)
            self.column = ValueColumn(self.hands)
            beside.addWidget(self.column)
            row.addWidget(edge)
        self._splitter.addWidget(middle)
        self._splitter.setStretchFactor(0, 1)
        all_traits = QShortcut(QKeySequence("Alt+A"), self)
        all_traits.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        all_traits.activated.connect(self.toggle_traits)

    def _connect(self) -> None:
        head, document = self.head, self.document
        head.name.written.connect(lambda text, stay: document.type_in(("name",), text, stay))
        head.name.left.connect(self._leave_name)
        head.player.clicked.connect(
            lambda on: document.put(("player",), True if on else None, "A player's" if on else "No player's")
        )
        head.kind.chosen.connect(lambda kind: kind_change.change_kind(self, kind))
        head.portrait.editable = self.editable
        head.portrait.file_wanted.connect(self.choose_portrait)
        head.portrait.file_given.connect(self.portrait.take_file)
        head.portrait.image_given.connect(self.portrait.take_image)
        head.portrait.cleared.connect(lambda: document.put(("portrait",), None, "No portrait"))
        for part in (head.name, head.player, head.kind):
            part.setEnabled(self.editable)
        document.changed.connect(self.show_sheet)
        document.saving_changed.connect(self.changed)
        document.message.connect(self.context.say)
        if document.in_battle is not None:
            document.in_battle.changed.connect(self._show_battle)
            document.in_battle.message.connect(self.context.say)
            self.question.answered.connect(document.in_battle.answer)
            head.battles.clicked.connect(self._turn_battle)
        self._show_battle()
        self._unwatch: Callable[[], object] = document.watch_field(self._hand_on_all)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def _show_battle(self) -> None:
        """Says whether they fight, and asks whether edits go there."""
        link = self.document.in_battle
        fights = link is not None and bool(link.fighters)
        self.head.battles.setVisible(fights)
        if link is None or not fights:
            self.question.hide()
            return
        what = {True: "changes go there too", False: "changes stay here", None: "asks at the first change"}[link.wanted]
        self.head.battles.setText(f"fights in {link.title} \N{MIDDLE DOT} {what}")
        self.head.battles.setToolTip("A click: whether changes of this sheet go to the battle")
        self.question.ask(str(self.document.sheet.get("name", "")), link.title, on=link.is_asking)

    def _turn_battle(self) -> None:
        link = self.document.in_battle
        if link is not None:
            link.answer(not link.wanted)

    def _hand_on_all(self) -> None:
        for field in self.findChildren(FieldLine):
            field.hand_on()
        for note in self.findChildren(NoteField):
            note.hand_on()

    def show_sheet(self) -> None:
        """Shows the sheet as it is now; parts that are still there stay."""
        sheet = self.document.sheet
        model = self.document.model
        errors = {node.id: node.error for node in model.lines()} if model is not None else {}
        name = str(sheet.get("name", ""))
        typed = editing.drafts(sheet).get("name")
        self.head.put(
            name if typed is None else typed,
            errors.get("name", ""),
            player=sheet.get("player") is True,
            kind=self.sheet_kind,
            why_not=kind_change.why_not_kinds(self.document.rules),
        )
        self.head.portrait.put(name, self.head.portrait.face)
        self.portrait.show(str(sheet.get("portrait", "")))
        if model is None:
            self._show_plain()
        else:
            self._show_blocks(model.root)
        self._banner.setText("\n".join(self._remarks()))
        self._banner.setVisible(bool(self._banner.text()))
        if self.looked_at:
            self._look.start()
        walking.order(self)
        self.changed.emit()

    def _show_blocks(self, root: Node) -> None:
        shape = (self.sheet_kind, *(block.id for block in root.children))
        if shape != self._shape:
            self._shape = shape
            self._build(root)
        by_id = {block.id: block for block in root.children}
        for section in self.traits:
            section.show_blocks(tuple(by_id[block.id] for block in section.blocks))
        if self.specialties is not None:
            self.specialties.put(by_id["block:specialties"].children)
        for kind, items in self.items.items():
            items.put(by_id[f"block:{kind}"])
        for id, fields in self.fields.items():
            fields.put(by_id[id])
        if self.notes is not None:
            self.notes.put(by_id["block:notes"])
        if self.column is not None:
            beside = tuple(block for block in root.children if block.kind in ("values", "tracks"))
            self.column.put(beside, printed=sheet_is_printed(self.document.sheet))

    def _build(self, root: Node) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self.view.isAncestorOf(focus) and not self.head.isAncestorOf(focus):
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)  # what had the keys is about to go
        clear(self.sections)
        self.single = None
        self.traits, self.items, self.fields = [], {}, {}
        self.specialties = self.notes = None
        self.thing_keys: dict[str, str] = {}
        sparse = sheet_is_printed(self.document.sheet)
        parts: list[tuple[int, QWidget]] = []
        group: list[Node] = []

        def end_group() -> None:
            if group:
                long = sum(len(block.children) for block in group) > LONG
                section = TraitSection(tuple(group), self.hands, sparse=sparse, key="Alt A" if long else "")
                section.filled.connect(lambda: walking.order(self))
                self.traits.append(section)
                parts.append((TRAITS_LATE if sparse else TRAITS, section))
                group.clear()

        for block in root.children:
            if block.kind == "traits":
                if group and group[-1].value != block.value:
                    end_group()
                group.append(block)
                continue
            end_group()
            if block.kind == "specialties":
                longest = max(self.traits, key=lambda one: sum(len(b.children) for b in one.blocks), default=None)
                at = next((index for index, (_, part) in enumerate(parts) if part is longest), len(parts) - 1)
                parts.insert(at + 1, (TRAITS_LATE if sparse else TRAITS, self._make_specialties(block)))
            elif block.kind == "items":
                widget = self._make_items(block)
                if widget is not None:
                    parts.append((THINGS, widget))
            elif block.kind == "fields":
                fields = FieldSection(block, self.hands)
                fields.wanted.connect(lambda node: adding.name_number(self, node))
                self.fields[block.id] = fields
                first = any(node.path[0] == "group" for node in block.children)
                late = block.id in ("block:other", "block:battle")
                parts.append((GROUP if first else OTHER if late else THINGS, fields))
            elif block.kind == "notes":
                self.notes = NoteSection(block, self.hands)
                parts.append((NOTES, self.notes))
        end_group()
        for _, part in sorted(parts, key=lambda one: one[0]):
            self.sections.addWidget(part)

    def _make_specialties(self, block: Node) -> Specialties:
        self.specialties = Specialties(self.hands)
        self.specialties.removed.connect(
            lambda node: self.document.edit(
                editing.remove_specialty(self.document.sheet, str(node.path[1]), str(node.value)),
                f"Without {node.label}",
            )
        )
        self.specialties.add.clicked.connect(lambda: adding.add_specialty(self))
        self.specialties.put(block.children)
        return self.specialties

    def _make_items(self, block: Node) -> QWidget | None:
        """The section of a kind of things. Those of which one may have one stand side by side: only the first of
        them gives the widget for all."""
        kind = str(block.value)
        taken = set(self.thing_keys.values())
        key = next((sign.upper() for sign in kind if sign.isalpha() and sign.upper() not in taken), "")
        self.thing_keys[kind] = key
        section = ItemSection(block, self.hands, key)
        section.add.clicked.connect(lambda: adding.pick_item(self, kind))
        section.table.opened.connect(lambda: walking.order(self))
        section.table.removed.connect(lambda node: adding.remove_item(self, node))
        section.table.hand_turned.connect(
            lambda node: self.document.edit(
                editing.toggle_ready(self.document.sheet, self.rules, str(node.more["id"])), f"{node.label} in hand"
            )
        )
        section.table.hovered.connect(lambda node, on: self.hands.look_at(node.id, on))
        section.table.left_for.connect(lambda step: self.hands.walk(QApplication.focusWidget() or section, step))
        self.items[kind] = section
        if section.several:
            return section
        first = self.single is None
        if self.single is None:
            self.single = QWidget()
            side_by_side = QHBoxLayout(self.single)
            side_by_side.setContentsMargins(0, 0, 0, 0)
            side_by_side.setSpacing(24)
        beside = self.single.layout()
        assert isinstance(beside, QHBoxLayout)
        beside.addWidget(section, 1)
        return self.single if first else None

    def _show_plain(self) -> None:
        """A sheet whose ruleset is not installed: kept, and shown as text."""
        from exgui.campaign.toml import write_toml

        if self.sections.count() == 0:
            section = Section("As it is written")
            self._plain = label("", "body", wrap=True)
            self._plain.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            section.body.addWidget(self._plain)
            self.sections.addWidget(section)
        self._plain.setText(write_toml(self.document.sheet))

    def _remarks(self) -> list[str]:
        """What is to be said above everything: a ruleset that is missing, what did not fit, what stands nowhere."""
        out = []
        if self.document.rules is None:
            out.append(
                f"The ruleset {self.document.ruleset} is not installed here, so this sheet is shown as text. "
                "Nothing of it is lost; it can be edited and played once the ruleset is there."
            )
            return out
        if self.left_over_kind != self.sheet_kind:
            self.left_over = ()  # the change was taken back
        if self.left_over:
            out += [*self.left_over, "What does not fit this kind of sheet stands in the notes."]
        shown = {node.id for node in self.document.model.lines()} if self.document.model is not None else set()
        texts = editing.drafts(self.document.sheet)
        for key, error in editing.errors_of(self.document.sheet, self.rules).items():
            if key not in shown and not key.startswith("state.health"):
                typed = f" ({texts[key]})" if key in texts else ""
                out.append(f"{key}{typed}: {error}")
        return out

    def choose_portrait(self) -> None:
        """Asks for the file of a portrait."""
        kinds_of_pictures = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp)"
        dialog = file_dialog(self, "Choose a portrait", QFileDialog.AcceptMode.AcceptOpen, kinds_of_pictures, "png")
        dialog.fileSelected.connect(lambda name: self.portrait.take_file(Path(name)))
        dialog.open()

    def _show_face(self, face: Any) -> None:
        self.head.portrait.put(str(self.document.sheet.get("name", "")), face)

    def _keep_face(self, id: str) -> None:
        self.document.portraits.add(id)
        self.document.put(("portrait",), id, "Portrait")

    def _leave_name(self) -> None:
        rows = [row for section in self.traits for row in section.rows.values()]
        (rows[0] if rows else self.view).setFocus(Qt.FocusReason.TabFocusReason)

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

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isAncestorOf(now):
            return
        self.bring_into_view(now)
        self.changed.emit()


def sheet_is_printed(sheet: Mapping[str, Any]) -> bool:
    """Its numbers are as a stat block prints them."""
    return sheet.get("kind") == KIND
