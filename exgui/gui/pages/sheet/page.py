"""The page of a sheet: everything on it is a field, and what the rules make of it stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
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

from exgui.campaign import rulesets
from exgui.engine.battle import Item
from exgui.engine.record import EMPTY
from exgui.gui.commands.command import WindowCommand, never
from exgui.gui.file_dialog import file_dialog
from exgui.gui.keyboard import page_keys
from exgui.gui.keyboard.battle_keys import writes
from exgui.gui.keyboard.press import Press
from exgui.gui.keyboard.table import Binding, ModeName
from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.models.sheet_in_battle import SheetInBattle
from exgui.gui.pages.page import Heading, UndoTarget
from exgui.gui.pages.sheet.battle_question import BattleQuestion
from exgui.gui.pages.sheet.heading import SheetHeading
from exgui.gui.pages.sheet.item_table import ItemRow
from exgui.gui.pages.sheet.portrait import Portrait
from exgui.gui.pages.sheet.sections import FieldSection, ItemSection, NoteSection, Section, Specialties, TraitSection
from exgui.gui.pages.sheet.undo import SheetUndo
from exgui.gui.pages.sheet.value_column import ValueColumn
from exgui.gui.pages.sheet.value_row import ValueRow
from exgui.gui.panel.widgets import clear, label
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.picker import Pick, Picker
from exgui.gui.widgets.trait_row import TraitRow
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.suggestions import words
from exgui.rulebook.validation import SetupError
from exgui.sheets import editing, kinds
from exgui.sheets.layout import Node
from exgui.sheets.paths import Path as FieldPath
from exgui.sheets.paths import path_text, value_at
from exgui.sheets.printed_numbers import KIND

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context

LOOK_AFTER = 60
"""Milliseconds after which the fields that a number comes from are marked."""
WIDEST = 1180
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
    session = context.session
    campaign = session.campaign
    assert campaign is not None
    ruleset = campaign.ruleset_of_sheet(id)
    try:
        rules: Ruleset | None = rulesets.find(ruleset)
    except rulesets.RulesetMissing:
        rules = None

    def make() -> SheetDocument:
        document = SheetDocument(campaign, id, ruleset, rules)
        document.in_battle = SheetInBattle(session, document)
        return document

    return SheetPage(context, session.documents.get("sheet", id, make))


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
        self._left: tuple[str, ...] = ()
        self._stops: list[QWidget] = []
        self._single: QHBoxLayout | None = None
        self._undo = SheetUndo(document, context.say)
        self._looked_at = ""
        self._look = QTimer(self)
        self._look.setSingleShot(True)
        self._look.setInterval(LOOK_AFTER)
        self._look.timeout.connect(self._light)
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
        focus = QApplication.focusWidget()
        first: tuple[str, ...]
        if isinstance(focus, TraitRow):
            first = ("\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} or a digit", "Enter types it", "Delete as usual")
        elif isinstance(focus, ValueRow):
            back = ("Delete: by the rules",) if focus.node.by_hand else ()
            first = ("a digit sets it by hand", *back, "? why")
        elif isinstance(focus, ItemRow):
            hand = ("Space in hand",) if focus.has_hand else ()
            first = ("Enter all fields", *hand, "Delete takes it off")
        elif writes(focus):
            return "Enter accepts", "Tab next", "Esc leaves the field"
        else:
            first = ("a letter adds a thing",)
        return (*first, "Tab next", "/ search this sheet", "? why", "Esc back")

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

    def commands(self) -> Sequence[WindowCommand]:
        """What can be done to a sheet, for the command palette."""
        command = partial(WindowCommand, group="Sheet", in_menu=False)
        out = [
            command("sheet_search", "Search this sheet", "/", do=lambda _context: self.search()),
            command("sheet_all_abilities", "All traits, or the used ones", "Alt+A", do=lambda _c: self.toggle_traits()),
        ]
        why_not = self._why_not_kinds()
        for kind, word in (("full", "a full character"), ("quick", "a quick character"), ("group", "a battle group")):
            reason = "It is one already." if kind == self._kind else why_not.get(kind)
            out.append(
                command(
                    f"sheet_{kind}",
                    f"Make it {word}",
                    "",
                    do=partial(self._make, kind),
                    why_not=never(reason or ""),
                )
            )
        for kind, section in self.items.items():
            name = kind.replace("_", " ")
            do = partial(self._pick_item_for, section)
            out.append(
                command(f"sheet_add_{kind}", f"Add {name}\N{HORIZONTAL ELLIPSIS}", self._keys.get(kind, ""), do=do)
            )
        return out

    def own_keys(self) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """Its own keys, for the list of keys."""
        things = [(key, f"Add {kind.replace('_', ' ')}") for kind, key in self._keys.items()]
        common = [
            ("/", "Search this sheet"),
            ("?", "Why a number is what it is"),
            ("Alt+A", "All traits, or the used ones"),
            ("Enter", "Type in place of dots, open a thing"),
            ("Delete", "As usual, by the rules, off the sheet"),
            ("Space", "In hand or not"),
        ]
        return (("Sheet", [*common, *things]),)

    def key_mode(self, focus: QWidget | None) -> ModeName:
        """It brings its own keys everywhere."""
        return "page"

    def bindings(self, focus: QWidget | None) -> Mapping[str, Binding]:
        """What keys do here: only Escape while one writes."""
        leave = {"Escape": Binding(self._escape)}
        if writes(focus):
            return leave
        return {
            **leave,
            "/": Binding(lambda _context, _press: self.search()),
            "?": Binding(lambda _context, _press: self.show_why_of(focus)),
            "letter": Binding(self._letter),
            "PageDown": Binding(lambda _context, _press: self._scroll(1), repeats=True),
            "PageUp": Binding(lambda _context, _press: self._scroll(-1), repeats=True),
        }

    def take_keys(self) -> None:
        """Puts the keys on the name of somebody new, else on the first trait."""
        rows = [row for section in self.traits for row in section.rows.values()]
        fresh = not self.document.sheet.get("traits") and not self.document.undo_stack.count()
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

    # What its parts may do (the protocols of `field_cell`, `sections` and `value_column`)

    def type_in(self, node: Node, text: str, gesture: object = None) -> None:
        """Puts a text into a field."""
        self.document.type_in(node.path, text, gesture)

    def label(self, id: str) -> str:
        """The ruleset's name of something."""
        rules = self.document.rules
        known = rules is not None and id in (*rules.traits, *rules.values, *rules.tracks)
        return rules.label(id) if rules is not None and known else words(id)

    def set_trait(self, node: Node, dots: int, gesture: object) -> None:
        """Sets a trait."""
        rules = self._rules
        after = editing.with_trait(self.document.sheet, rules, str(node.path[1]), dots)
        self.document.edit(after, f"{node.label} {dots}", gesture)

    def clear_trait(self, node: Node) -> None:
        """Puts a trait back to its default."""
        self.document.put(node.path, None, f"{node.label} as usual")

    def by_rules(self, node: Node) -> None:
        """Gives a value back to the rules."""
        self.document.put(node.path, None, f"{node.label} by the rules")

    def set_track(self, node: Node, value: int | None, gesture: object) -> None:
        """Sets how a track stands at the start."""
        full = node.more.get("full")
        if value is not None and isinstance(full, int):
            value = min(value, full) if full else value
        said = "full" if value is None or value == full else str(value)
        self.document.put(node.path, None if value == full else value, f"{node.label} {said}", gesture)

    def set_health(self, node: Node, counts: dict[str, int]) -> None:
        """Sets what fills the health levels at the start."""
        filled = {kind: count for kind, count in counts.items() if count}
        self.document.put(node.path, filled or None, "Health")

    def walk(self, row: QWidget, step: int) -> None:
        """Puts the keys on the line above or below, in its column."""
        lines = self._lines()
        here = row.mapTo(self, row.rect().center())
        best, least = None, 1 << 30
        for other in lines:
            there = other.mapTo(self, other.rect().center())
            down = (there.y() - here.y()) * step
            if other is row or down <= 4:
                continue
            away = down + abs(there.x() - here.x()) * 3
            same_side = self._is_in_column(other) == self._is_in_column(row)
            if same_side and away < least:
                best, least = other, away
        if best is not None:
            best.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_at(self, id: str, on: bool) -> None:
        """Marks what belongs to a field or a value, or nothing any more."""
        if on:
            self._looked_at = id
        elif self._looked_at == id:
            self._looked_at = ""
        self._look.start()

    def show_why(self, row: ValueRow) -> None:
        """Shows the parts of a value."""
        why = self.context.overlays.why
        if why.isVisible():
            why.hide()
        else:
            why.show_numbers([(row.node.label, row.number)], row)

    # What is done on it

    def show_why_of(self, focus: QWidget | None) -> bool:
        """Shows the parts of the value under the keys or the pointer, else of all values."""
        column = self.column
        if column is None or not column.values:
            return False
        rows = list(column.values.values())
        row = next((one for one in rows if one is focus or one.underMouse()), None)
        if row is not None:
            self.show_why(row)
            return True
        why = self.context.overlays.why
        if why.isVisible():
            why.hide()
        else:
            lit = [one for one in rows if one.lit] or rows
            why.show_numbers([(one.node.label, one.number) for one in lit], lit[0])
        return True

    def search(self) -> bool:
        """Lists everything on the sheet; what is picked gets the keys."""
        model = self.document.model
        if model is None:
            return False
        picks = []
        for block in model.root.children:
            for node in block.children:
                if node.kind in ("new", "specialty"):
                    continue
                note = block.label if node.kind != "trait" else str(block.value)
                said = f"{note} \N{MIDDLE DOT} {node.text}" if node.text and len(node.text) < 30 else note
                picks.append(Pick(node.id, node.label, said, f"{block.label} {node.text[:200]}"))
                if node.kind == "item":
                    picks += [
                        Pick(child.id, f"{node.label}: {child.label}", child.text[:40], child.text[:200])
                        for child in node.children
                    ]
        picks += [Pick(f"add:{kind}", section.add.text(), "add") for kind, section in self.items.items()]
        picks.append(Pick("add:specialty", "+ specialty", "add"))
        self.picker.open_list("Search this sheet", picks, self.head.name, lambda id: self.go_to(str(id)))
        return True

    def go_to(self, id: str) -> bool:
        """Puts the keys on a field, and shows it; for "add:" and a kind of thing, asks for one more of it."""
        if id == "add:specialty":
            self.add_specialty()
            return True
        if id.startswith("add:"):
            self.pick_item(id.removeprefix("add:"))
            return True
        for section in self.traits:
            if any(node.id == id for block in section.blocks for node in block.children):
                if id not in section.rows:
                    section.toggle_all()
                return self._focus(section.rows[id])
        for block in self.items.values():
            for item, row in block.table.rows.items():
                if id == item:
                    return self._focus(row)
                if id.startswith(f"{item}."):
                    grid = block.table.open_form(item)
                    return grid is not None and self._focus(grid.cells[id].input)
        for fields in self.fields.values():
            if id in fields.cells:
                return self._focus(fields.cells[id].input)
        column = self.column
        if column is not None:
            found = column.values.get(id) or column.tracks.get(id)
            if id == "state.health":
                return column.health is not None and self._focus(column.health)
            if found is not None:
                return self._focus(found)
        if id == "notes" and self.notes is not None:
            return self._focus(self.notes.field)
        return self._focus(self.head.player if id == "player" else self.head.name)

    def toggle_traits(self) -> None:
        """Shows all traits, or the used ones alone."""
        long = [section for section in self.traits if section.can_fold]
        for section in sorted(long, key=lambda one: -sum(len(block.children) for block in one.blocks))[:1]:
            section.toggle_all()

    def change_kind(self, kind: str) -> bool:
        """Makes it a sheet of another kind; says what does not fit."""
        sheet, rules = self.document.sheet, self._rules
        left: list[str] = []

        def take(changed: kinds.Changed) -> None:
            nonlocal sheet
            sheet = changed.data
            left.extend(changed.left)

        try:
            if self._kind == "group":
                take(kinds.to_single(sheet, rules))
            if kind == "group":
                take(kinds.to_group(sheet, rules))
            elif kind == "quick":
                take(kinds.to_quick(sheet, rules))
            elif kinds.kind_of(sheet) == "quick":
                take(kinds.to_full(sheet, rules))
        except kinds.NotPossible as error:
            self.context.say(str(error))
            return False
        except SetupError as error:
            self.context.say(f"First mend what is wrong on the sheet: {error}")
            return False
        self._left = tuple(left)
        words_of = {"full": "a full character", "quick": "a quick character", "group": "a battle group"}
        done = self.document.edit(sheet, f"Made {words_of[kind]}")
        self.head.kind.buttons[kind].setFocus(Qt.FocusReason.OtherFocusReason)
        return done

    def _make(self, kind: str, _context: object) -> None:
        self.change_kind(kind)

    def pick_item(self, kind: str) -> None:
        """Lists the things of a kind in the ruleset's tables, and one's own."""
        section = self.items.get(kind)
        if section is not None:
            self._ensure_visible(section.add)
        if section is not None:
            self._pick_item_for(section, None)

    def add_specialty(self) -> None:
        """Asks for what, then of which trait, and adds a specialty."""
        rules = self._rules
        assert self.specialties is not None
        traits = self.document.sheet.get("traits", {})
        order = sorted(rules.traits.values(), key=lambda one: (one.group == "attributes", -int(traits.get(one.id, 0))))
        picks = [Pick(one.id, one.label, str(traits.get(one.id, one.default))) for one in order if one.dots]
        self.picker.open_list("A specialty of which trait?", picks, self.specialties.add, self._name_specialty)

    # Inside

    @property
    def _rules(self) -> Ruleset:
        assert self.document.rules is not None
        return self.document.rules

    @property
    def _kind(self) -> str:
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
        self._sections = QVBoxLayout()
        self._sections.setSpacing(16)
        self._body.addLayout(self._sections)
        self._body.addStretch(1)
        self.view.setWidget(inner)
        row.addWidget(self.view, 1)
        if rules is not None:
            edge = QFrame()
            edge.setProperty("edge", "left")
            edge.setProperty("surface", "panel")
            beside = QHBoxLayout(edge)
            beside.setContentsMargins(1, 0, 0, 0)
            self.column = ValueColumn(self)
            beside.addWidget(self.column)
            row.addWidget(edge)
        self._splitter.addWidget(middle)
        self._splitter.setStretchFactor(0, 1)
        self.picker = Picker(self)
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
        head.kind.chosen.connect(self.change_kind)
        head.portrait.editable = self.editable
        head.portrait.file_wanted.connect(self._choose_portrait)
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
            kind=self._kind,
            why_not=self._why_not_kinds(),
        )
        self.head.portrait.put(name, self.head.portrait.face)
        self.portrait.show(str(sheet.get("portrait", "")))
        if model is None:
            self._show_plain()
        else:
            self._show_blocks(model.root)
        self._banner.setText("\n".join(self._remarks()))
        self._banner.setVisible(bool(self._banner.text()))
        if self._looked_at:
            self._look.start()
        self._order()
        self.changed.emit()

    def _order(self) -> None:
        """Tab walks what is shown from top to bottom, then the column beside it."""
        parts: list[Section | Specialties] = []
        for index in range(self._sections.count()):
            item = self._sections.itemAt(index)
            widget = item.widget() if item is not None else None
            if isinstance(widget, (Section, Specialties)):
                parts.append(widget)
            elif self._single is not None:
                parts += [one for one in self.items.values() if not one.several]
        stops: list[QWidget] = [self.head.portrait, self.head.name, self.head.player, *self.head.kind.buttons.values()]
        stops += [self.head.battles, self.question.yes, self.question.no]
        for part in parts:
            stops += part.stops()
        if self.column is not None:
            stops += self.column.stops()
        if stops != self._stops:
            self._stops = stops
            for first, second in pairwise(stops):
                QWidget.setTabOrder(first, second)

    def _show_blocks(self, root: Node) -> None:
        shape = (self._kind, *(block.id for block in root.children))
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
        clear(self._sections)
        self._single = None
        self.traits, self.items, self.fields = [], {}, {}
        self.specialties = self.notes = None
        self._keys: dict[str, str] = {}
        sparse = sheet_is_printed(self.document.sheet)
        group: list[Node] = []

        def end_group() -> None:
            if group:
                long = sum(len(block.children) for block in group) > 12
                section = TraitSection(tuple(group), self, sparse=sparse, key="Alt A" if long else "")
                section.filled.connect(self._order)
                self.traits.append(section)
                self._sections.addWidget(section)
                group.clear()

        later: list[QWidget] = []
        for block in root.children:
            if block.kind == "traits":
                if group and group[-1].value != block.value:
                    end_group()
                group.append(block)
                continue
            end_group()
            if block.kind == "specialties":
                self._add_specialties(block)
            elif block.kind == "items":
                self._add_items(block)
            elif block.kind == "fields":
                fields = FieldSection(block, self)
                fields.wanted.connect(self._name_number)
                self.fields[block.id] = fields
                if block.id == "block:other":
                    later.append(fields)
                else:
                    self._sections.addWidget(fields)
            elif block.kind == "notes":
                self.notes = NoteSection(block, self)
                self._sections.addWidget(self.notes)
        for widget in later:
            self._sections.addWidget(widget)

    def _add_specialties(self, block: Node) -> None:
        self.specialties = Specialties(self)
        self.specialties.removed.connect(
            lambda node: self.document.edit(
                editing.remove_specialty(self.document.sheet, str(node.path[1]), str(node.value)),
                f"Without {node.label}",
            )
        )
        self.specialties.add.clicked.connect(self.add_specialty)
        self.specialties.put(block.children)
        place = next(
            (index for index, section in enumerate(self.traits) if any("abilit" in b.id for b in section.blocks)), -1
        )
        self._sections.insertWidget(place + 1 if place >= 0 else self._sections.count(), self.specialties)

    def _add_items(self, block: Node) -> None:
        kind = str(block.value)
        taken = set(self._keys.values())
        key = next((sign.upper() for sign in kind if sign.isalpha() and sign.upper() not in taken), "")
        self._keys[kind] = key
        section = ItemSection(block, self, key)
        section.add.clicked.connect(lambda: self.pick_item(kind))
        section.table.opened.connect(self._order)
        section.table.removed.connect(self._remove_item)
        section.table.hand_turned.connect(
            lambda node: self.document.edit(
                editing.toggle_ready(self.document.sheet, self._rules, str(node.more["id"])), f"{node.label} in hand"
            )
        )
        section.table.hovered.connect(lambda node, on: self.look_at(node.id, on))
        section.table.left_for.connect(lambda step: self.walk(QApplication.focusWidget() or section, step))
        self.items[kind] = section
        if section.several:
            self._sections.addWidget(section)
            return
        if self._single is None:
            self._single = QHBoxLayout()
            self._single.setSpacing(24)
            self._sections.addLayout(self._single)
        self._single.addWidget(section, 1)

    def _show_plain(self) -> None:
        """A sheet whose ruleset is not installed: kept, and shown as text."""
        from exgui.campaign.toml import write_toml

        if self._sections.count() == 0:
            section = Section("As it is written")
            self._plain = label("", "body", wrap=True)
            self._plain.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            section.body.addWidget(self._plain)
            self._sections.addWidget(section)
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
        out.extend(self._left)
        if self._left:
            out.append("What does not fit this kind of sheet stands in the notes.")
        shown = {node.id for node in self.document.model.lines()} if self.document.model is not None else set()
        texts = editing.drafts(self.document.sheet)
        for key, error in editing.errors_of(self.document.sheet, self._rules).items():
            if key not in shown and not key.startswith("state.health"):
                typed = f" ({texts[key]})" if key in texts else ""
                out.append(f"{key}{typed}: {error}")
        return out

    def _why_not_kinds(self) -> dict[str, str]:
        rules = self.document.rules
        if rules is None:
            return dict.fromkeys(("full", "quick", "group"), "Its ruleset is not installed.")
        out = {}
        if "printed" not in rules.combatant_fields:
            out["quick"] = f"{rules.name} has no quick characters."
        if "group" not in rules.combatant_fields:
            out["group"] = f"{rules.name} has no battle groups."
        return out

    def _pick_item_for(self, section: ItemSection, _context: object) -> None:
        rules, kind = self._rules, section.kind
        table: Mapping[str, Item] = rules.tables.get(kind, EMPTY)
        natural = {id for id, item in table.items() if "natural" in (item.get("tags") or ())}
        picks = []
        for id, item in table.items():
            if id in natural:
                continue
            said = [
                f"{rules.fields[kind][key].label.split(' ')[0].lower()} {_short(value)}"
                for key, value in item.fields.items()
                if key in rules.fields[kind] and value not in (rules.fields[kind][key].default, None, "", ())
            ]
            picks.append(Pick(("table", id), item.name, ", ".join(said)[:70], " ".join(said)))
        own = f"Own {kind.replace('_', ' ')}"
        done = partial(self._add_item, kind)
        self.picker.open_list(
            f"{kind.replace('_', ' ').capitalize()}, or a name of your own", picks, section.add, done, own
        )

    def _add_item(self, kind: str, picked: object) -> None:
        item: Any = picked[1] if isinstance(picked, tuple) else {"name": str(picked) or f"New {kind}"}
        sheet, path = editing.add_item(self.document.sheet, self._rules, kind, item)
        name = item if isinstance(item, str) else item["name"]
        self.document.edit(sheet, f"{words(str(name))} added")
        section, id = self.items[kind], path_text(path)
        if isinstance(item, str):
            self._focus(section.table.rows[id])
            return
        grid = section.table.open_form(id)
        if grid is not None:
            cells = list(grid.cells.values())
            self._focus((cells[1] if len(cells) > 1 and str(picked) else cells[0]).input)

    def _remove_item(self, node: Node) -> None:
        index = node.path[-1]
        rows = self.items[str(node.more["kind"])].table.rows
        self.document.edit(
            editing.remove_item(self.document.sheet, self._rules, node.path), f"{node.label} off the sheet"
        )
        left = list(rows.values())
        if left and isinstance(index, int):
            self._focus(left[min(index, len(left) - 1)])
        else:
            self._focus(self.items[str(node.more["kind"])].add)

    def _name_specialty(self, trait: object) -> None:
        assert self.specialties is not None
        rules = self._rules
        weapons = rules.tables.get("weapon", {}).values()
        picks = [Pick(item.name, item.name) for item in weapons if item.get("ability") == trait]

        def done(text: object) -> None:
            after = editing.add_specialty(self.document.sheet, rules, str(trait), str(text))
            self.document.edit(after, f"Specialty: {text}")

        self.picker.open_list(
            f"{rules.label(str(trait))}: in what?", picks, self.specialties.add, done, own="Specialty"
        )

    def _name_number(self, node: Node) -> None:
        """Asks for the name of one more number of a table whose names are free, as pools of dice are."""
        rules, name = self._rules, str(node.path[0])
        held = value_at(self.document.sheet, node.path, {})
        known: dict[str, str] = {}
        for id in (*rules.constants.get("quick_pools", ()), *rules.constants.get("printed_pools", ())):
            known[id] = words(id)
        for roll in rules.rolls.values():
            known.setdefault(roll.id, roll.label)
        picks = [Pick(id, text) for id, text in known.items() if id not in held]

        def done(text: object) -> None:
            id = "_".join(str(text).casefold().split())
            if id:
                path: FieldPath = (name, id)
                self.document.put(path, 1, f"{words(id)} added")
                self.go_to(path_text(path))

        section = next((one for one in self.fields.values() if one.adds), None)
        near: QWidget = section.adds[-1] if section is not None else self.head
        self.picker.open_list("Dice for what?", picks, near, done, own="Pool")

    def _choose_portrait(self) -> None:
        kinds_of_pictures = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp)"
        dialog = file_dialog(self, "Choose a portrait", QFileDialog.AcceptMode.AcceptOpen, kinds_of_pictures, "png")
        dialog.fileSelected.connect(lambda name: self.portrait.take_file(Path(name)))
        dialog.open()

    def _show_face(self, face: Any) -> None:
        self.head.portrait.put(str(self.document.sheet.get("name", "")), face)

    def _keep_face(self, id: str) -> None:
        self.document.put(("portrait",), id, "Portrait")

    def _light(self) -> None:
        """Marks the fields that the value looked at comes from, or the values that the field goes into."""
        rules = self.document.rules
        if rules is None or self.column is None:
            return
        id = self._looked_at
        worked = self.document.worked
        fields: frozenset[str] = frozenset()
        values: set[str] = set()
        if id.startswith("value:"):
            fields = worked.sources_of(id.removeprefix("value:"))
            values = {id}
        elif id:
            values = {f"value:{value}" for value in worked.values_from(id)}
        for section in self.traits:
            for key, row in section.rows.items():
                row.light(key in fields)
        for items in self.items.values():
            items.table.light(dict.fromkeys(fields, True))
        if self.specialties is not None and self.specialties.chips:
            self.specialties.light(fields)
        for key, value in self.column.values.items():
            value.light(key in values)

    def _letter(self, _context: object, press: Press) -> bool:
        kind = next((kind for kind, key in self._keys.items() if key == press.text.upper()), None)
        focus = QApplication.focusWidget()
        if kind is None or (focus is self.column and self.column is not None):
            return False
        if self.column is not None and focus is self.column.health and press.text.lower() in "bla":
            return False
        self.pick_item(kind)
        return True

    def _escape(self, context: Context, press: Press) -> bool:
        if not self.picker.isHidden():
            self.picker.close_list()
            return True
        focus = QApplication.focusWidget()
        if isinstance(focus, FieldLine):
            return False  # it hands on what was written, and gives the keys up
        if isinstance(focus, NoteField):
            focus.hand_on()
            self.head.name.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return page_keys.go_back(context, press)

    def _leave_name(self) -> None:
        rows = [row for section in self.traits for row in section.rows.values()]
        (rows[0] if rows else self.view).setFocus(Qt.FocusReason.TabFocusReason)

    def _scroll(self, way: int) -> bool:
        bar = self.view.verticalScrollBar()
        bar.setValue(bar.value() + way * max(40, self.view.viewport().height() - 60))
        return True

    def _focus(self, widget: QWidget) -> bool:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.sendPostedEvents()
        self._ensure_visible(widget)
        return True

    def _ensure_visible(self, widget: QWidget) -> None:
        if self._is_in_column(widget) and self.column is not None:
            self.column.ensureWidgetVisible(widget, 0, 40)
        elif self.view.isAncestorOf(widget):
            self.view.ensureWidgetVisible(widget, 0, 60)

    def _is_in_column(self, widget: QWidget) -> bool:
        return self.column is not None and self.column.isAncestorOf(widget)

    def _lines(self) -> list[QWidget]:
        found: list[QWidget] = [row for section in self.traits for row in section.rows.values()]
        for items in self.items.values():
            found += items.table.rows.values()
            found.append(items.add)
        if self.column is not None:
            found += [*self.column.values.values(), *self.column.tracks.values()]
        return [one for one in found if one.isVisible()]

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isAncestorOf(now):
            return
        self._ensure_visible(now)
        self.changed.emit()

    def leave_field(self, node: Node) -> None:
        """Enter or Escape in a field: the keys go to the thing it belongs to, else to the page."""
        for items in self.items.values():
            for row in items.table.rows.values():
                if node.path[: len(row.node.path)] == row.node.path:
                    row.setFocus(Qt.FocusReason.OtherFocusReason)
                    return
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)


def sheet_is_printed(sheet: Mapping[str, Any]) -> bool:
    """Its numbers are as a stat block prints them."""
    return sheet.get("kind") == KIND


def _short(value: object) -> str:
    if isinstance(value, tuple):
        parts = [str(one) for one in value]
        return parts[0] if len(set(parts)) == 1 else "/".join(parts)
    if isinstance(value, Mapping):
        return " ".join(f"{key} {one}" for key, one in value.items())
    return "yes" if value is True else str(value).replace("_", " ")
