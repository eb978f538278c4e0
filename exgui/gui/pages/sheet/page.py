"""The page of a sheet: every value is a field, with the rules' results beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from exgui.gui.models.sheet_document import SheetDocument, sheet_document
from exgui.gui.pages.common_keys import add_shortcuts
from exgui.gui.pages.page import Heading, PageBesideColumn
from exgui.gui.pages.page_context import PageContext
from exgui.gui.pages.sheet import picking
from exgui.gui.pages.sheet.edits import SheetEdits, change_kind, why_not_kinds
from exgui.gui.pages.sheet.keys import SheetKeys, hints
from exgui.gui.pages.sheet.lines import number_of
from exgui.gui.pages.sheet.parts import SheetParts
from exgui.gui.pages.sheet.portrait import Portrait
from exgui.gui.pages.sheet.sections import Section
from exgui.gui.widgets.basics import label, styled
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand
from exgui.rulebook.shelf import why_unusable
from exgui.rulebook.toml_writing import write_toml
from exgui.sheets import editing
from exgui.sheets.layout import Node

WIDEST = 1400
SAVED = {
    "saved": "Every edit is saved when you leave its field.",
    "not saved": "The last edits are not saved yet. Saving will be retried.",
    "read-only": "The file is read-only.",
}


def make_sheet_page(context: PageContext, id: str) -> SheetPage:
    """Return the page of a sheet of the campaign that is open.

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
        self._left_over: tuple[str, tuple[str, ...]] = ("", ())
        """The kind that the sheet was made last, and what did not fit, in sentences."""
        self.parts = SheetParts(self, document)
        self._lay_out()
        campaign = context.session.campaign
        assert campaign is not None
        self.portrait = Portrait(campaign, self._show_face, self._keep_face, context.show_message, self)
        self._keys = SheetKeys(context, self.parts, self.portrait, self._change_kind, self._show_whys)
        add_shortcuts(self, self._keys.commands())
        self._connect()
        if self.parts.edits is not None:
            self._connect_edits(self.parts.edits)
        self.show_sheet()

    # What the window knows of a page

    @property
    def heading(self) -> Heading:
        name = str(self.document.sheet.get("name", "")) or "Nameless"
        rules = self.document.rules
        return Heading(name, rules.name if rules is not None else self.document.ruleset, section="Sheets")

    @property
    def hints(self) -> tuple[str, ...]:
        return hints()

    @property
    def saved(self) -> tuple[str, str]:
        word = "read-only" if self.document.read_only else "saved" if not self.document.trouble else "not saved"
        return word, self.document.trouble or SAVED[word]

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return (self.parts.head.portrait,)

    def commands(self) -> Sequence[OwnCommand]:
        return self._keys.commands()

    def own_keys(self) -> KeyGroups:
        return self._keys.own_keys()

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Return what keys do here: only Escape while one writes."""
        return self._keys.keys_in(mode, focus)

    def take_keys(self) -> None:
        """Focus the name of a new character, else the first trait, item or number."""
        sheet, first = self.document.sheet, self.parts.first_line()
        untouched = not self.undo_target.can_undo() and not self.undo_target.can_redo()
        fresh = untouched and not (sheet.get("traits") or sheet.get("printed"))
        (self.parts.head.name if fresh or first is None else first).setFocus(Qt.FocusReason.TabFocusReason)

    def close_page(self) -> None:
        """Save what is being written, and follow the sheet no longer."""
        self.document.save()
        self._unwatch()
        self.parts.close()
        self.portrait.stop()
        self.document.changed.disconnect(self.show_sheet)
        self.document.saving_changed.disconnect(self.changed)
        self.document.message.disconnect(self.context.show_message)
        if self.document.in_battle is not None:
            self.document.in_battle.changed.disconnect(self._show_battle)
            self.document.in_battle.message.disconnect(self.context.show_message)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus)

    # Inside

    def _lay_out(self) -> None:
        parts = self.parts
        column = vbox(on=self, margins=0)
        middle = QWidget()
        view = parts.view
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setWidgetResizable(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = styled(QWidget(), surface="background", fills=True)
        body = QWidget()
        body.setMaximumWidth(WIDEST)
        hbox((body, 100), 1, on=inner, margins=(20, 16, 20, 24))
        self._banner = label("", "banner", wrap=True)
        self._banner.hide()
        parts.sections.setSpacing(16)
        vbox(parts.head, self._banner, parts.question, parts.sections, 1, on=body, margins=0, spacing=14)
        view.setWidget(inner)
        row = hbox((view, 1), on=middle, margins=0, spacing=0)
        if parts.column is not None:
            edge = styled(QFrame(), edge="left", surface="panel")
            hbox(parts.column, on=edge, margins=(1, 0, 0, 0))
            row.addWidget(edge)
        self.put_beside_column(middle)
        column.addWidget(self.column_place)

    def _connect(self) -> None:
        head, document = self.parts.head, self.document
        head.name.written.connect(lambda text, stay: document.type_in(("name",), text, stay))
        head.name.left.connect(self._leave_name)
        head.player.clicked.connect(
            lambda on: document.put(("player",), True if on else None, "Player’s" if on else "Not a player’s")
        )
        head.kind.chosen.connect(self._change_kind)
        head.portrait.editable = self.parts.editable
        head.portrait.file_requested.connect(lambda: self.portrait.ask_for_file(self))
        head.portrait.file_given.connect(self.portrait.take_file)
        head.portrait.image_given.connect(self.portrait.take_image)
        head.portrait.cleared.connect(lambda: document.put(("portrait",), None, "Portrait removed"))
        for part in (head.name, head.player, head.kind):
            part.setEnabled(self.parts.editable)
        document.changed.connect(self.show_sheet)
        document.saving_changed.connect(self.changed)
        document.message.connect(self.context.show_message)
        if document.in_battle is not None:
            document.in_battle.changed.connect(self._show_battle)
            document.in_battle.message.connect(self.context.show_message)
            self.parts.question.answered.connect(document.in_battle.answer)
            head.battles.clicked.connect(self._turn_battle)
        self._show_battle()
        self._unwatch: Callable[[], object] = document.watch_field(self._hand_on_all)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def _connect_edits(self, edits: SheetEdits) -> None:
        parts = self.parts
        edits.why_requested.connect(lambda node: self._show_why([node]))
        edits.add_requested.connect(lambda what: picking.go_to(parts, f"add:{what}"))
        edits.number_requested.connect(lambda node: picking.name_number(parts, node))
        edits.moved.connect(self._on_moved)

    def _change_kind(self, kind: str) -> None:
        left = change_kind(self.document, kind, self.context.show_message)
        if left is not None:
            self._left_over = (kind, left)
            self._show_remarks()
            self.parts.head.kind.buttons[kind].setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_why(self, nodes: Sequence[Node]) -> None:
        why = self.context.why
        if why.isVisible():
            why.hide()
            return
        lines = self.parts.column.line_of(nodes[0].id) if self.parts.column is not None and nodes else None
        if lines is not None:
            why.show_numbers([(node.label, number_of(node)) for node in nodes], lines, lines.area_of(nodes[0].id))

    def _show_whys(self) -> bool:
        """Show the parts of the value under the keys or the pointer, else of those that are marked, else of all."""
        values = self.parts.column.values if self.parts.column is not None else []
        nodes = [node for lines in values for node in lines.nodes]
        at = [node for lines in values for node in lines.nodes if lines.has_keys(node) or lines.hovered == node.id]
        lit = [node for lines in values for node in lines.nodes if node.id in lines.lit]
        self._show_why(at[:1] or lit or nodes)
        return bool(nodes)

    def _show_battle(self) -> None:
        """Say whether they fight, and ask whether edits go there."""
        link = self.document.in_battle
        fights = link is not None and bool(link.fighters)
        self.parts.head.battles.setVisible(fights)
        if link is None or not fights:
            self.parts.question.hide()
            return
        known = {True: "changes go there too", False: "changes stay here", None: "asks at the first change"}
        what = known[link.edits_battle]
        tip = "Click to choose whether changes to this sheet go to the battle"
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
        """Show the head, and the sections if the sheet has others; each part of them follows its own line."""
        sheet = self.document.sheet
        model = self.document.model
        typed_name = model.node("name") if model is not None else None
        name = str(sheet.get("name", ""))
        typed = editing.drafts(sheet).get("name")
        self.parts.head.put(
            name if typed is None else typed,
            typed_name.error if typed_name is not None else "",
            player=sheet.get("player") is True,
            kind=self.parts.kind,
            why_not=why_not_kinds(self.document.rules),
        )
        self.parts.head.portrait.put(name, self.parts.head.portrait.face)
        self.portrait.show(str(sheet.get("portrait", "")))
        if model is None:
            self._show_plain()
        else:
            self.parts.build()
            for lines in self.parts.lines:
                lines.executeDelayedItemsLayout()
        self._show_remarks()
        self.parts.refresh_marks()
        self.parts.order()
        self.changed.emit()

    def _show_remarks(self) -> None:
        self._banner.setText("\n".join(self._remarks()))
        self._banner.setVisible(bool(self._banner.text()))

    def _show_plain(self) -> None:
        """Show a sheet whose ruleset is not installed as text."""
        if self.parts.sections.count() == 0:
            section = Section("Raw text")
            self._plain = label("", "body", wrap=True)
            self._plain.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            section.body.addWidget(self._plain)
            self.parts.sections.addWidget(section)
        self._plain.setText(write_toml(self.document.sheet))

    def _remarks(self) -> list[str]:
        """Return the remarks at the top: a missing ruleset, what did not fit, what is shown nowhere."""
        out = []
        if self.document.rules is None:
            out.append(
                f"{why_unusable(self.document.ruleset)} This sheet is shown as text. "
                "Nothing is lost; it can be edited and played once the ruleset can be read."
            )
            return out
        if self._left_over[0] != self.parts.kind:
            self._left_over = ("", ())  # the change was undone
        if self._left_over[1]:
            out += [*self._left_over[1], "Anything that doesn’t fit this kind of sheet is kept in the notes."]
        model = self.document.model
        texts = editing.drafts(self.document.sheet)
        for key, error in model.root.more["errors"].items() if model is not None else ():
            if model is not None and model.node(key) is None and not key.startswith("state.health"):
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

    def _on_moved(self, lines: QWidget) -> None:
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self.parts.bring_into_view(lines)
        self.changed.emit()
