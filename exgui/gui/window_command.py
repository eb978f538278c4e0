"""What a command of the window is: its title, its key and the modes of the keyboard in which that counts, what it works
on, why it cannot be done now, and how it is done. And what one press of a key is.

Menus, the command palette, the list of keys and the keyboard read the same commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from exgui.engine.record import Record

ModeName = Literal[
    "key list", "overlay", "column", "page", "writing", "dice", "fact", "reading", "draft", "asked", "idle"
]
"""The modes of the keyboard: the list of keys is open; the palette or another list has the keys; the campaign column
has them; a page that is not a battle, which brings its own keys; one writes in a field of a battle's page; the dice
field has the keys; it has them while a fact of the dice is asked; a sheet covers what is asked; a command is being put
together; something is asked; nothing is."""

NAMES = {
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Backspace: "Backspace",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_F1: "F1",
    Qt.Key.Key_F2: "F2",
}
SHOWN_AS = {
    "digit": "1\N{EN DASH}9",
    "letter": "letter",
    "-": "\N{MINUS SIGN}",
    "Menu": "Shift F10",
    "Left": "\N{LEFTWARDS ARROW}",
    "Right": "\N{RIGHTWARDS ARROW}",
    "Up": "\N{UPWARDS ARROW}",
    "Down": "\N{DOWNWARDS ARROW}",
    "PageUp": "PgUp",
    "PageDown": "PgDn",
}
"""How the list of keys writes the names of some keys."""

P = TypeVar("P")
"""What a command works on: the parts of the window, or the page that is shown."""
KeyGroups = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Of the list of keys: by heading, pairs of a key and what it does."""


class Press(Record):
    """A key that was pressed.

    Attributes:
        names: from the most special to the most general: ("Shift+Enter", "Enter"), ("+",), ("digit",), ("R", "letter"),
            ("Shift+R", "R", "Shift+letter", "letter"). Empty where Ctrl, Alt or Meta is held: those are shortcuts of
            commands.
        text: the character typed, "" for none.
        shift: Shift was held.
        repeated: the key is held down; it was pressed before.
    """

    names: tuple[str, ...]
    text: str = ""
    shift: bool = False
    repeated: bool = False


def press_of(event: QKeyEvent) -> Press:
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
    text = event.text() if len(event.text()) == 1 else ""
    if modifiers & ~Qt.KeyboardModifier.ShiftModifier:
        return Press((), text, shift, event.isAutoRepeat())
    name = NAMES.get(Qt.Key(event.key()), "")
    if event.key() == Qt.Key.Key_Menu or (event.key() == Qt.Key.Key_F10 and shift):
        return Press(("Menu",), "", shift, event.isAutoRepeat())
    if name == "Enter" and shift:
        names: tuple[str, ...] = ("Shift+Enter", "Enter")
    elif name:
        names = (name,)
    elif text.isdecimal():
        names = ("digit",)
    elif text.isalpha():
        names = (f"Shift+{text.upper()}", text.upper(), "Shift+letter", "letter") if shift else (text.upper(), "letter")
    else:
        names = (text,) if text else ()
    return Press(names, text, shift, event.isAutoRepeat())


def key_name(event: QKeyEvent) -> str:
    """Return a key with what is held, as commands have it: "Ctrl+C", "Shift+Left", "Delete", "Enter"."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    alone = NAMES.get(Qt.Key(event.key()))
    if alone is None:
        return QKeySequence(QKeyCombination(held, Qt.Key(event.key()))).toString()
    return QKeySequence(QKeyCombination(held, Qt.Key.Key_A)).toString()[:-1] + alone


def always(_subject: object) -> None:
    """Return no reason: always possible."""


def never(reason: str) -> Callable[[object], str | None]:
    """Return a function that always gives this reason."""
    return lambda _subject: reason or None


def itself(context: Any) -> Any:
    """Return the argument: for commands that work on all of the window."""
    return context


class WindowCommand(Record, Generic[P]):
    """One command of the window.

    Attributes:
        id: what it is called in the settings, where the user's own key for it is saved.
        title: as menus and the list of keys show it; three dots at the end announce a question. "" for a key that only
            leaves something alone, which no list names.
        keys: its key, as Qt writes it ("Ctrl+Z"), "" for none. In a mode of the keyboard the names of a `Press`, with
            spaces between several. A plain letter or Space of a command without modes is no shortcut of its own: what
            it means is said mode by mode.
        group: the menu in which it stands, and its heading in the list of keys.
        do: does it. What it gives counts for a key alone: False leaves the key to whatever has the focus.
        why_not: a sentence that says why it cannot be done now, None where it can.
        synonyms: other words that people type when they look for it.
        in_menu: whether it is in the menu.
        starts: a separator is above it there.
        checked: for what is on or off, whether it is on.
        note: what the command palette writes beside it, in place of its group.
        choices: for what is done in one of several ways, commands for these, found when the menu opens; `do` is done
            where no menu is at hand.
        shows_refusal: it is done all the same when something forbids it, since it shows itself what does, and
            lets the storyteller allow it.
        on: finds what it works on among the parts of the window; None where there is none now.
        missing: what is said then.
        modes: of the keyboard, in which its keys count; empty for a shortcut that counts everywhere.
        repeats: it is done again and again while the key is held down. Only what moves a cursor may: a key that is held
            starts, accepts and ends nothing.
        by_press: `do` is given the press too: which digit or letter it was.
        late: the palette finds it after all others that can be done.
    """

    id: str
    title: str
    keys: str
    group: str
    do: Callable[..., object]
    why_not: Callable[[P], str | None] = always
    synonyms: tuple[str, ...] = ()
    in_menu: bool = True
    starts: bool = False
    checked: Callable[[P], bool] | None = None
    note: str = ""
    shows_refusal: bool = False
    choices: Callable[[Any], Sequence[WindowCommand[Any]]] | None = None
    on: Callable[[Any], P | None] = itself
    missing: str = ""
    modes: frozenset[ModeName] = frozenset()
    repeats: bool = False
    by_press: bool = False
    late: bool = False

    @property
    def plain_title(self) -> str:
        return self.title.replace("\N{HORIZONTAL ELLIPSIS}", "")

    @property
    def fixed(self) -> bool:
        """Its key has one meaning together with what is asked, and cannot be changed."""
        return len(self.keys) == 1 or self.keys == "Space"

    def refusal(self, context: object) -> str:
        """Return why it cannot be done now, "" where it can."""
        subject = self.on(context)
        return self.missing if subject is None else self.why_not(subject) or ""

    def is_on(self, context: object) -> bool:
        subject = self.on(context)
        return subject is not None and self.checked is not None and self.checked(subject)

    def run(self, context: object, press: Press | None = None) -> bool:
        """Do it, where there is something that it works on. False leaves the key that was pressed to others."""
        subject = self.on(context)
        if subject is None:
            return False
        return (self.do(subject, press) if self.by_press else self.do(subject)) is not False


def own_key(
    do: Callable[..., object],
    keys: str = "",
    title: str = "",
    group: str = "",
    *,
    repeats: bool = False,
    by_press: bool = False,
) -> WindowCommand[Any]:
    """Return a key of a page's own, whose `do` is given nothing, or the press alone."""
    return WindowCommand(
        "", title, keys, group, lambda _context, *press: do(*press), repeats=repeats, by_press=by_press
    )


def by_name(keys: Iterable[WindowCommand[Any]], mode: ModeName | None = None) -> Mapping[str, WindowCommand[Any]]:
    """Return the commands that keys do, by the names of the keys.

    Args:
        mode: in which they do; None for all.
    """
    return {name: one for one in keys if mode is None or mode in one.modes for name in one.keys.split()}


def shown_key(name: str) -> str:
    *held, key = re.split(r"\+(?=.)", name)  # "Ctrl++" has a plus of its own
    return " ".join((*held, SHOWN_AS.get(key, key)))


def _shown_keys(names: Sequence[str]) -> str:
    """Return keys of one line for the list: of many digits the first and last, and arrows in a word."""
    kept = list(names)
    for held in ("", "Shift+"):
        arrows = [f"{held}{way}" for way in ("Left", "Right", "Up", "Down")]
        if set(arrows) <= set(kept):
            kept = [f"{held}arrows", *(name for name in kept if name not in arrows)]
    digits = [name for name in kept if name.isdecimal()]
    if len(digits) > 2:
        kept = [f"{digits[0]}\N{EN DASH}{digits[-1]}", *(name for name in kept if name not in digits)]
    return ", ".join(dict.fromkeys(map(shown_key, kept)))


def listed_keys(keys: Iterable[WindowCommand[Any]]) -> KeyGroups:
    """Return commands for the list of keys: by group; those with one title on one line."""
    groups: dict[str, dict[str, list[str]]] = {}
    for one in keys:
        if one.title and one.keys:
            groups.setdefault(one.group, {}).setdefault(one.plain_title, []).extend(one.keys.split())
    return [(group, [(_shown_keys(names), title) for title, names in lines.items()]) for group, lines in groups.items()]


OwnCommand = WindowCommand[Any]
"""Any command: one of a page's own, which has all it needs, or one that is only listed."""
