"""What a command of the window is: an object with its title, its key, why it cannot be done now, and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Never, TypeVar

from exgui.engine.record import Record

Needs = TypeVar("Needs", contravariant=True)
"""What a command has to be given when it is done."""


def always(_needs: object) -> None:
    """Nothing ever stands against it."""


def never(reason: str) -> Callable[[object], str | None]:
    """This stands against it, whatever is given; nothing does where the reason is empty."""
    return lambda _needs: reason or None


class WindowCommand(Record, Generic[Needs]):
    """One thing the window can be told to do. It is given what it needs when it is done: the parts of the window.

    Attributes:
        id: what it is called in the settings, where the user's own key for it is saved.
        title: as menus show it; three dots at the end announce a question.
        keys: its key, as Qt writes it ("Ctrl+Z"), "" for none. A plain letter or Space is not a shortcut of its own:
            what it means is said mode by mode.
        group: the menu in which it stands, and its heading in the list of keys.
        do: does it. Call it by way of `CommandRunner.run`, which asks `why_not` first.
        why_not: a sentence that says why it cannot be done now, None where it can.
        synonyms: other words that people type when they look for it.
        in_menu: it stands in the menu.
        starts: a line stands above it there.
        checked: for what is on or off, whether it is on.
        note: what the command palette writes beside it, in place of its group.
        choices: for what is done in one of several ways, commands for these, found when the menu opens; `do` is done
            where no menu is at hand.
        shows_refusal: it is done all the same when something stands against it, since it shows itself what does, and
            lets the storyteller allow it.
    """

    id: str
    title: str
    keys: str
    group: str
    do: Callable[[Needs], object]
    why_not: Callable[[Needs], str | None] = always
    synonyms: tuple[str, ...] = ()
    in_menu: bool = True
    starts: bool = False
    checked: Callable[[Needs], bool] | None = None
    note: str = ""
    shows_refusal: bool = False
    choices: Callable[[Needs], Sequence[WindowCommand[Needs]]] | None = None

    @property
    def plain_title(self) -> str:
        """The title without the dots that announce a question."""
        return self.title.replace("\N{HORIZONTAL ELLIPSIS}", "")

    @property
    def fixed(self) -> bool:
        """Its key has one meaning together with what is asked, and cannot be changed."""
        return len(self.keys) == 1 or self.keys == "Space"


OwnCommand = WindowCommand[object]
"""A command that has all it needs, such as one of a page's own."""
ListedCommand = WindowCommand[Never]
"""Any command, whatever it needs: for those who only list it, with its title and its key."""
