"""Lines of a menu, and the menu made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from exgui.engine.record import Record

LONGEST = 64
"""Characters of a reason shown beside a line; the full text is shown on hover."""
LONGEST_NAME = 40
"""Letters of a name in a line."""


class MenuEntry(Record):
    """One line.

    Attributes:
        do: does it.
        keys: the key that does the same, "" for none.
        reason: why it cannot be done now, "" where it can.
        anyway: it can be picked all the same: it shows itself what forbids it, and can be allowed there.
        within: lines of a menu of its own that it opens.
        starts: a line is drawn above it.
        on: for what is so or not, whether it is; None for anything else.
    """

    text: str
    do: Callable[[], object] = lambda: None
    keys: str = ""
    reason: str = ""
    anyway: bool = False
    within: tuple[MenuEntry, ...] = ()
    starts: bool = False
    on: bool | None = None


def short(name: str, most: int = LONGEST_NAME) -> str:
    """Return a name or a sentence as long as a menu has room for."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def menu_of(entries: Iterable[MenuEntry], over: QWidget, title: str = "") -> QMenu:
    """Return the menu of these lines. It is gone when it closes.

    Args:
        title: as which it stands in another menu.
    """
    menu = QMenu(title.replace("&", "&&"), over)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    _fill(menu, entries)
    return menu


def _fill(menu: QMenu, entries: Iterable[MenuEntry]) -> None:
    for entry in entries:
        if entry.starts and menu.actions():
            menu.addSeparator()
        text = entry.text.replace("&", "&&").replace("\t", " ")
        if entry.within and not entry.reason:
            below = menu.addMenu(text)
            below.setToolTipsVisible(True)
            _fill(below, entry.within)
            continue
        if entry.reason:
            reason = short(entry.reason, LONGEST).replace("&", "&&").replace("\t", " ")
            text = f"{text}  \N{EN DASH}  {reason}"
        action = QAction(f"{text}\t{entry.keys}" if entry.keys else text, menu)
        action.setEnabled(not entry.reason or entry.anyway)
        action.setToolTip(entry.reason or entry.text)
        action.setData(entry.text)
        if entry.on is not None:
            action.setCheckable(True)
            action.setChecked(entry.on)
        action.triggered.connect(lambda _on=False, entry=entry: entry.do())
        menu.addAction(action)
