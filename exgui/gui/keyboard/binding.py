"""What a key does, and in which mode of the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar

from exgui.engine.record import Record
from exgui.gui.keyboard.press import Press

ModeName = Literal[
    "key list", "overlay", "column", "page", "writing", "dice", "fact", "reading", "draft", "asked", "idle"
]
"""The modes: the list of keys is open; the palette or another list has the keys; the campaign column
has them; a page that is not a battle, which
brings its own bindings; one writes in a field of a battle's page; the dice field has the keys; the dice field has the
keys while a fact of the dice is asked; a sheet covers what is asked; a command is being put together; something is
asked; nothing is."""


Needs = TypeVar("Needs", contravariant=True)
"""What a binding has to be given when its key is pressed."""


class Binding(Record, Generic[Needs]):
    """What a key does in a mode. When the key is pressed it is given what it needs: the page, or parts of the window.

    Attributes:
        do: does it. False leaves the key to whatever has the focus.
        repeats: it does so again and again while the key is held down. Only what moves a cursor may: a key that is held
            starts, accepts and ends nothing.
    """

    do: Callable[[Needs, Press], bool]
    repeats: bool = False


OwnBinding = Binding[Any]
"""A page's own: it is given the page."""
