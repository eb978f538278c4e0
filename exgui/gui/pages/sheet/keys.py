"""What keys do on a sheet's page, what the status line says of them, and what the command palette offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.commands.command import OwnCommand, never
from exgui.gui.keyboard import page_keys
from exgui.gui.keyboard.binding import OwnBinding
from exgui.gui.keyboard.fields import writes
from exgui.gui.keyboard.press import Press
from exgui.gui.pages.sheet import adding, kind_change, marks, search
from exgui.gui.pages.sheet.item_table import ItemRow
from exgui.gui.pages.sheet.value_row import ValueRow
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.trait_row import TraitRow

if TYPE_CHECKING:
    from exgui.gui.pages.sheet.page import SheetPage


def hints() -> tuple[str, ...]:
    """The keys that matter most where the keys are now."""
    focus = QApplication.focusWidget()
    first: tuple[str, ...]
    if isinstance(focus, TraitRow):
        first = ("\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} or a digit", "Enter types it", "Delete as usual")
    elif isinstance(focus, ValueRow):
        back = ("Delete: by the rules",) if focus.node.by_hand else ()
        first = ("a digit sets it by hand", *back)
    elif isinstance(focus, ItemRow):
        hand = ("Space in hand",) if focus.has_hand else ()
        first = ("Enter all fields", *hand, "Delete takes it off")
    elif writes(focus):
        return "Enter accepts", "Tab next", "Esc leaves the field"
    else:
        first = ("a letter adds a thing",)
    return (*first, "Tab next", "/ search this sheet", "? why", "Esc back")


def commands(page: SheetPage) -> Sequence[OwnCommand]:
    """What can be done to a sheet, for the command palette."""
    command = partial(OwnCommand, group="Sheet", in_menu=False)
    out = [
        command("sheet_search", "Search this sheet", "/", do=lambda _needs: search.search(page)),
        command("sheet_all_abilities", "All traits, or the used ones", "Alt+A", do=lambda _needs: page.toggle_traits()),
    ]
    if page.editable:
        portrait = page.head.portrait
        out += [
            command(
                "sheet_portrait",
                "Choose a portrait\N{HORIZONTAL ELLIPSIS}",
                "",
                do=lambda _needs: page.choose_portrait(),
            ),
            command("sheet_paste_portrait", "Paste a portrait", "", do=partial(_paste_portrait, page)),
            command("sheet_no_portrait", "Take the portrait away", "", do=lambda _needs: portrait.cleared.emit()),
        ]
    why_not = kind_change.why_not_kinds(page.document.rules)
    for kind, word in (("full", "a full character"), ("quick", "a quick character"), ("group", "a battle group")):
        reason = "It is one already." if kind == page.sheet_kind else why_not.get(kind)
        out.append(
            command(
                f"sheet_{kind}",
                f"Make it {word}",
                "",
                do=partial(_make, page, kind),
                why_not=never(reason or ""),
            )
        )
    for kind in page.items:
        name = kind.replace("_", " ")
        do = partial(_pick, page, kind)
        out.append(
            command(f"sheet_add_{kind}", f"Add {name}\N{HORIZONTAL ELLIPSIS}", page.thing_keys.get(kind, ""), do=do)
        )
    return out


def _paste_portrait(page: SheetPage, _needs: object) -> None:
    if not page.head.portrait.take_data(QApplication.clipboard().mimeData()):
        page.context.say("There is no picture on the clipboard. Copy one, or the file that it is in.")


def _make(page: SheetPage, kind: str, _needs: object) -> None:
    kind_change.change_kind(page, kind)


def _pick(page: SheetPage, kind: str, _needs: object) -> None:
    adding.pick_item(page, kind)


def own_keys(page: SheetPage) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    """Its own keys, for the list of keys."""
    things = [(key, f"Add {kind.replace('_', ' ')}") for kind, key in page.thing_keys.items()]
    common = [
        ("/", "Search this sheet"),
        ("?", "Why a number is what it is"),
        ("Alt+A", "All traits, or the used ones"),
        ("Enter", "Type in place of dots, open a thing"),
        ("Delete", "As usual, by the rules, off the sheet"),
        ("Space", "In hand or not"),
    ]
    return (("Sheet", [*common, *things]),)


def bindings(page: SheetPage, focus: QWidget | None) -> Mapping[str, OwnBinding]:
    """What keys do here: only Escape while one writes."""
    leave = {"Escape": OwnBinding(partial(_escape, page))}
    if writes(focus):
        return leave
    return {
        **leave,
        "/": OwnBinding(lambda _needs, _press: search.search(page)),
        "?": OwnBinding(lambda _needs, _press: marks.show_why_of(page, focus)),
        "letter": OwnBinding(partial(_add_thing, page)),
        "PageDown": OwnBinding(lambda _needs, _press: _scroll(page, 1), repeats=True),
        "PageUp": OwnBinding(lambda _needs, _press: _scroll(page, -1), repeats=True),
    }


def _add_thing(page: SheetPage, _needs: object, press: Press) -> bool:
    """A letter lists the things of a kind, to add one."""
    kind = next((kind for kind, key in page.thing_keys.items() if key == press.text.upper()), None)
    focus = QApplication.focusWidget()
    if kind is None or (focus is page.column and page.column is not None):
        return False
    if page.column is not None and focus is page.column.health and press.text.lower() in "bla":
        return False
    adding.pick_item(page, kind)
    return True


def _escape(page: SheetPage, _needs: object, press: Press) -> bool:
    """Puts a list away, leaves a field, or goes back."""
    if not page.picker.isHidden():
        page.picker.close_list()
        return True
    focus = QApplication.focusWidget()
    if isinstance(focus, FieldLine):
        return False  # it hands on what was written, and gives the keys up
    if isinstance(focus, NoteField):
        focus.hand_on()
        page.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return True
    return page_keys.go_back(page.context, press)


def _scroll(page: SheetPage, way: int) -> bool:
    bar = page.view.verticalScrollBar()
    bar.setValue(bar.value() + way * max(40, page.view.viewport().height() - 60))
    return True
