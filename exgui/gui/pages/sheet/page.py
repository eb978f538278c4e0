"""The page of a sheet: everything on it is a field, and what the rules make of it stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from exgui.gui.models.open_sheet import sheet_document
from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.pages.page import Heading
from exgui.gui.pages.page_beside_column import PageBesideColumn
from exgui.gui.pages.page_context import PageContext
from exgui.gui.pages.sheet import arrow_keys, kind_change
from exgui.gui.pages.sheet.field_marks import SheetMarks
from exgui.gui.pages.sheet.keys import SheetKeys, hints
from exgui.gui.pages.sheet.page_actions import PageActions
from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.gui.pages.sheet.portrait import Portrait
from exgui.gui.pages.sheet.section_building import SheetBuilder
from exgui.gui.pages.sheet.sections import Section
from exgui.gui.pages.sheet.value_column import ValueColumn
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand
from exgui.rulebook.shelf import why_unusable
from exgui.sheets import editing

WIDEST = 1400
SAVED = {
    "saved": "Every edit is in the file when its field is left.",
    "not saved": "The last edits are not in the file yet. It is tried again.",
    "read only": "The file can only be read.",
}


def make_sheet_page(context: PageContext, id: str) -> SheetPage:
    """The page of a sheet of the campaign that is open.

    Raises:
        CampaignError: there is no such sheet, or it is damaged.
    """
    return SheetPage(context, sheet_document(context.session, id))


class SheetPage(PageBesideColumn, QWidget):
    """One sheet.

    Signals:
        changed(): the heading, the hints or what can be done are others.
    """

    changed = Signal()
    kind = "sheet"
    least_width = 200

    def __init__(self, context: PageContext, document: SheetDocument) -> None:
        super().__init__()
        self.context, self.document = context, document
        self.subject = document.id
        self.undo_target = document.history
        self._shown: QWidget | None = None
        """The part that had the keys last."""
        self.parts = SheetParts(self, document)
        self._marks = SheetMarks(self.parts, context.why)
        actions = PageActions(self.parts, self._marks)
        self._builder = SheetBuilder(self.parts, actions, lambda: arrow_keys.order(self.parts))
        self._lay_out(actions)
        campaign = context.session.campaign
        assert campaign is not None
        self.portrait = Portrait(campaign, self._show_face, self._keep_face, context.say, self)
        self._keys = SheetKeys(context, self.parts, self._marks, self.portrait)
        self._connect()
        self.show_sheet()

    # What the window knows of a page

    @property
    def heading(self) -> Heading:
        """Whose sheet it is."""
        name = str(self.document.sheet.get("name", "")) or "Nameless"
        rules = self.document.rules
        return Heading(name, rules.name if rules is not None else self.document.ruleset, section="Sheets")

    @property
    def hints(self) -> tuple[str, ...]:
        """The keys that matter most where the keys are now."""
        return hints()

    @property
    def saved(self) -> tuple[str, str]:
        """Whether all of it is in the file."""
        word = "read only" if self.document.read_only else "saved" if not self.document.trouble else "not saved"
        return word, self.document.trouble or SAVED[word]

    @property
    def tab_order(self) -> Sequence[QWidget]:
        """Its parts, as Tab walks them."""
        return (self.parts.head.portrait,)

    def commands(self) -> Sequence[OwnCommand]:
        """What can be done to a sheet, for the command palette."""
        return self._keys.commands()

    def own_keys(self) -> KeyGroups:
        """Its own keys, for the list of keys."""
        return self._keys.own_keys()

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """What keys do here: only Escape while one writes."""
        return self._keys.keys_in(mode, focus)

    def take_keys(self) -> None:
        """Puts the keys on the name of somebody new, else on the first trait, or, where traits stand further down, on
        the first thing or number."""
        sheet, first = self.document.sheet, self.parts.first_row()
        untouched = not self.undo_target.can_undo() and not self.undo_target.can_redo()
        fresh = untouched and not (sheet.get("traits") or sheet.get("printed"))
        (self.parts.head.name if fresh or first is None else first).setFocus(Qt.FocusReason.TabFocusReason)

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

    # Inside

    def _lay_out(self, actions: PageActions) -> None:
        parts = self.parts
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        view = parts.view
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setWidgetResizable(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setProperty("surface", "background")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        wide = QHBoxLayout(inner)
        wide.setContentsMargins(20, 16, 20, 24)
        body = QWidget()
        body.setMaximumWidth(WIDEST)
        wide.addWidget(body, 100)
        wide.addStretch(1)
        above = QVBoxLayout(body)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(14)
        above.addWidget(parts.head)
        self._banner = label("", "banner", wrap=True)
        self._banner.hide()
        above.addWidget(self._banner)
        above.addWidget(parts.question)
        parts.sections.setSpacing(16)
        above.addLayout(parts.sections)
        above.addStretch(1)
        view.setWidget(inner)
        row.addWidget(view, 1)
        if self.document.rules is not None:
            edge = QFrame()
            edge.setProperty("edge", "left")
            edge.setProperty("surface", "panel")
            beside = QHBoxLayout(edge)
            beside.setContentsMargins(1, 0, 0, 0)
            parts.column = ValueColumn(actions)
            beside.addWidget(parts.column)
            row.addWidget(edge)
        self.put_beside_column(middle)
        column.addWidget(self.column_place)
        all_traits = QShortcut(QKeySequence("Alt+A"), self)
        all_traits.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        all_traits.activated.connect(parts.toggle_traits)

    def _connect(self) -> None:
        head, document = self.parts.head, self.document
        head.name.written.connect(lambda text, stay: document.type_in(("name",), text, stay))
        head.name.left.connect(self._leave_name)
        head.player.clicked.connect(
            lambda on: document.put(("player",), True if on else None, "A player's" if on else "No player's")
        )
        head.kind.chosen.connect(lambda kind: kind_change.change_kind(self.parts, kind, self.context.say))
        head.portrait.editable = self.parts.editable
        head.portrait.file_wanted.connect(lambda: self.portrait.ask_for_file(self))
        head.portrait.file_given.connect(self.portrait.take_file)
        head.portrait.image_given.connect(self.portrait.take_image)
        head.portrait.cleared.connect(lambda: document.put(("portrait",), None, "No portrait"))
        for part in (head.name, head.player, head.kind):
            part.setEnabled(self.parts.editable)
        document.changed.connect(self.show_sheet)
        document.saving_changed.connect(self.changed)
        document.message.connect(self.context.say)
        if document.in_battle is not None:
            document.in_battle.changed.connect(self._show_battle)
            document.in_battle.message.connect(self.context.say)
            self.parts.question.answered.connect(document.in_battle.answer)
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
        self.parts.head.battles.setVisible(fights)
        if link is None or not fights:
            self.parts.question.hide()
            return
        known = {True: "changes go there too", False: "changes stay here", None: "asks at the first change"}
        what = known[link.edits_battle]
        tip = "A click: whether changes of this sheet go to the battle"
        self.parts.head.battles.put("fights in ", link.title, f" \N{MIDDLE DOT} {what}", tip)
        self.parts.question.ask(str(self.document.sheet.get("name", "")), link.title, on=link.is_asking)

    def _turn_battle(self) -> None:
        link = self.document.in_battle
        if link is not None:
            link.answer(not link.edits_battle)

    def _hand_on_all(self) -> None:
        for field in self.findChildren(FieldLine):
            field.commit_fields()
        for note in self.findChildren(NoteField):
            note.commit_fields()

    def show_sheet(self) -> None:
        """Shows the sheet as it is now; parts that are still there stay."""
        sheet = self.document.sheet
        model = self.document.model
        errors = {node.id: node.error for node in model.lines()} if model is not None else {}
        name = str(sheet.get("name", ""))
        typed = editing.drafts(sheet).get("name")
        self.parts.head.put(
            name if typed is None else typed,
            errors.get("name", ""),
            player=sheet.get("player") is True,
            kind=self.parts.kind,
            why_not=kind_change.why_not_kinds(self.document.rules),
        )
        self.parts.head.portrait.put(name, self.parts.head.portrait.face)
        self.portrait.show(str(sheet.get("portrait", "")))
        if model is None:
            self._show_plain()
        else:
            self._builder.show(model.root)
        self._banner.setText("\n".join(self._remarks()))
        self._banner.setVisible(bool(self._banner.text()))
        self._marks.refresh()
        arrow_keys.order(self.parts)
        self.changed.emit()

    def _show_plain(self) -> None:
        """A sheet whose ruleset is not installed: kept, and shown as text."""
        from exgui.rulebook.toml_writing import write_toml

        if self.parts.sections.count() == 0:
            section = Section("As it is written")
            self._plain = label("", "body", wrap=True)
            self._plain.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            section.body.addWidget(self._plain)
            self.parts.sections.addWidget(section)
        self._plain.setText(write_toml(self.document.sheet))

    def _remarks(self) -> list[str]:
        """What is to be said above everything: a ruleset that is missing, what did not fit, what stands nowhere."""
        out = []
        if self.document.rules is None:
            out.append(
                f"{why_unusable(self.document.ruleset)} So this sheet is shown as text. "
                "Nothing of it is lost; it can be edited and played once the ruleset can be read."
            )
            return out
        if self.parts.left_over_kind != self.parts.kind:
            self.parts.left_over = ()  # the change was taken back
        if self.parts.left_over:
            out += [*self.parts.left_over, "What does not fit this kind of sheet stands in the notes."]
        shown = {node.id for node in self.document.model.lines()} if self.document.model is not None else set()
        texts = editing.drafts(self.document.sheet)
        for key, error in editing.errors_of(self.document.sheet, self.parts.rules).items():
            if key not in shown and not key.startswith("state.health"):
                typed = f" ({texts[key]})" if key in texts else ""
                out.append(f"{key}{typed}: {error}")
        return out

    def _show_face(self, face: Any) -> None:
        self.parts.head.portrait.put(str(self.document.sheet.get("name", "")), face)

    def _keep_face(self, id: str) -> None:
        self.document.portraits.add(id)
        self.document.put(("portrait",), id, "Portrait")

    def _leave_name(self) -> None:
        rows = [row for section in self.parts.traits for row in section.rows.values()]
        (rows[0] if rows else self.parts.view).setFocus(Qt.FocusReason.TabFocusReason)

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isAncestorOf(now):
            return
        by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if now is not self._shown and not by_mouse:  # else it is where it was, though one may have looked elsewhere
            self.parts.bring_into_view(now)
        self._shown = now
        self.changed.emit()
