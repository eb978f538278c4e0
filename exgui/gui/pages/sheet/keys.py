"""The keys of a sheet's page, their hints in the status line, and the page's commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.keyboard.focused_field import writes
from exgui.gui.pages.common_keys import go_back
from exgui.gui.pages.page_context import PageContext
from exgui.gui.pages.sheet import picking
from exgui.gui.pages.sheet.edits import why_not_kinds
from exgui.gui.pages.sheet.lines import ValueLines
from exgui.gui.pages.sheet.parts import SheetParts
from exgui.gui.pages.sheet.portrait import Portrait
from exgui.gui.pages.sheet.things import ThingLines
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.trait_row import TraitRow
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand, Press, by_name, listed_keys, never, own_key

DOTS = "\N{HORIZONTAL ELLIPSIS}"
HEARD_BY_ROWS = (
    ("Enter", "Type a number, open an item"),
    ("Delete", "Reset to default, or remove"),
    ("Space", "In hand or not"),
)


def hints() -> tuple[str, ...]:
    focus = QApplication.focusWidget()
    first: tuple[str, ...]
    if isinstance(focus, TraitRow):
        first = ("\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} or a digit", "Enter to type", "Delete resets")
    elif isinstance(focus, ValueLines):
        back = ("Delete resets",) if focus.node is not None and focus.node.by_hand else ()
        first = ("a digit sets it by hand", *back)
    elif isinstance(focus, ThingLines):
        hand = ("Space in hand",) if focus.has_hand else ()
        first = ("Enter all fields", *hand, "Delete removes it")
    elif writes(focus):
        return "Enter accepts", "Tab next", "Esc leaves the field"
    else:
        first = ("letter keys: add an item",)
    return (*first, "Tab next", "/ search this sheet", "? why", "Esc back")


class SheetKeys:
    """What keys and the command palette do on one page.

    Args:
        context: what is told, and by which one goes back.
        change_kind: makes it a sheet of another kind.
        show_why: shows the parts of the value that the keys or the pointer are on.
    """

    def __init__(
        self,
        context: PageContext,
        parts: SheetParts,
        portrait: Portrait,
        change_kind: Callable[[str], object],
        show_why: Callable[[], bool],
    ) -> None:
        self._context, self._parts, self._portrait = context, parts, portrait
        self._change_kind, self._show_why = change_kind, show_why
        self._keys = self._table()

    def commands(self) -> Sequence[OwnCommand]:
        parts = self._parts

        def command(id: str, title: str, keys: str, do: Callable[[], object], why_not: str = "") -> OwnCommand:
            return OwnCommand(f"sheet_{id}", title, keys, "Sheet", lambda _needs: do(), never(why_not), in_menu=False)

        out = [
            command("search", "Search this sheet", "/", partial(picking.search, parts)),
            command("all_abilities", "All traits, or the used ones", "Alt+A", parts.toggle_traits),
        ]
        if parts.editable:
            choose = partial(self._portrait.ask_for_file, parts.page)
            out += [
                command("portrait", f"Choose a portrait{DOTS}", "", choose),
                command("paste_portrait", "Paste a portrait", "", self._paste_portrait),
                command("no_portrait", "Remove the portrait", "", parts.head.portrait.cleared.emit),
            ]
        refused = why_not_kinds(parts.document.rules)
        for kind, word in (("full", "a full character"), ("quick", "a quick character"), ("group", "a battle group")):
            reason = "It is one already." if kind == parts.kind else refused.get(kind, "")
            make = partial(self._change_kind, kind)
            out.append(command(kind, f"Make it {word}", "", make, reason))
        for kind in parts.items:
            title = f"Add {kind.replace('_', ' ')}{DOTS}"
            pick = partial(picking.pick_item, parts, kind)
            out.append(command(f"add_{kind}", title, parts.thing_keys.get(kind, ""), pick))
        return out

    def own_keys(self) -> KeyGroups:
        """Return the page's keys for the list of keys: its own, the letters that add an item, and those of fields and
        rows."""
        things = [(key, f"Add {kind.replace('_', ' ')}") for kind, key in self._parts.thing_keys.items()]
        held = [one for one in self.commands() if one.keys.startswith(("Ctrl+", "Alt+"))]
        ((heading, lines),) = listed_keys((*self._keys, *held))
        return ((heading, [*lines, *HEARD_BY_ROWS, *things]),)

    def keys_in(self, _mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Return the page's keys; while typing only Escape counts."""
        keys = by_name(self._keys)
        return {"Escape": keys["Escape"]} if writes(focus) else keys

    def _table(self) -> tuple[OwnCommand, ...]:
        key = partial(own_key, group="Sheet")
        return (
            key(self._escape, "Escape"),
            key(partial(picking.search, self._parts), "/", "Search this sheet"),
            key(self._show_why, "?", "Explain a number"),
            key(self._add_thing, "letter", by_press=True),
            key(partial(self._scroll, 1), "PageDown", "Scroll", repeats=True),
            key(partial(self._scroll, -1), "PageUp", "Scroll", repeats=True),
        )

    def _paste_portrait(self) -> None:
        if not self._parts.head.portrait.take_data(QApplication.clipboard().mimeData()):
            self._context.show_message("There is no picture on the clipboard. Copy one, or its file.")

    def _add_thing(self, press: Press) -> bool:
        parts = self._parts
        kind = next((kind for kind, key in parts.thing_keys.items() if key == press.text.upper()), None)
        focus = QApplication.focusWidget()
        if kind is None or (focus is parts.column and parts.column is not None):
            return False
        if parts.column is not None and focus is parts.column.health and press.text.lower() in "bla":
            return False
        picking.pick_item(parts, kind)
        return True

    def _escape(self) -> bool:
        """Put a list away, leaves a field, or go back."""
        parts = self._parts
        if not parts.picker.isHidden():
            parts.picker.close_overlay()
            return True
        focus = QApplication.focusWidget()
        if isinstance(focus, FieldLine):
            return False  # it hands on what was written, and gives the keys up
        if isinstance(focus, NoteField):
            focus.commit_fields()
            parts.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return go_back(self._context)

    def _scroll(self, way: int) -> bool:
        view = self._parts.view
        bar = view.verticalScrollBar()
        bar.setValue(bar.value() + way * max(40, view.viewport().height() - 60))
        return True
