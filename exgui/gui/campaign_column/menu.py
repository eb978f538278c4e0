"""What can be done with the entries that are picked in the campaign column: the same by the right button, by keys, and
in the command palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from exgui.engine.record import Record
from exgui.gui.campaign_column.entries import Entry, Kind, Section
from exgui.gui.campaign_column.model import NEW, Node
from exgui.gui.campaign_column.tasks import READ_ONLY, ColumnTasks
from exgui.gui.window_command import KeyGroups, OwnCommand, WindowCommand, listed_keys, shown_key

DOTS = "\N{HORIZONTAL ELLIPSIS}"
LONGEST_FOLDER_SHOWN = 40
GROUP = "Campaign column"
OWN: tuple[Kind, ...] = ("battle", "encounter", "sheet")
PREPARED: tuple[Kind, ...] = ("encounter", "sheet")
Do = Callable[[ColumnTasks, list[Entry]], object]
WhyNot = Callable[[ColumnTasks, list[Entry]], str]


class Picked(Record):
    """What commands of the column work on: the entries that are picked, and the row under the cursor."""

    tasks: ColumnTasks
    entries: list[Entry]
    row: Node | None


def _nothing(_tasks: ColumnTasks, _entries: list[Entry]) -> str:
    return ""


def entry_command(
    id: str,
    title: str,
    keys: str,
    kinds: tuple[Kind, ...],
    do: Do,
    why_not: WhyNot = _nothing,
    *,
    several: bool = False,
    changes: bool = True,
    whole: bool = True,
    starts: bool = False,
) -> WindowCommand[Picked]:
    """Return a command for entries.

    Args:
        kinds: of entries that it is for; all that are picked must be of them.
        several: it can be done with several at once.
        changes: it changes the campaign.
        whole: it needs entries that are not damaged.
        starts: a separator is above it in the menu.
    """

    def fitting(picked: Picked) -> Picked | None:
        entries = picked.entries
        fits = entries and all(one.kind in kinds for one in entries) and (several or len(entries) == 1)
        return picked if fits else None

    def reason(picked: Picked) -> str:
        if changes and picked.tasks.reads_only:
            return READ_ONLY
        if whole and any(one.damaged for one in picked.entries):
            return "Damaged entries can only be deleted."
        return why_not(picked.tasks, picked.entries)

    return WindowCommand(
        f"entry/{id}", title, keys, GROUP, lambda to: do(to.tasks, to.entries), reason, starts=starts, on=fitting
    )


def _folder(picked: Picked) -> Picked | None:
    """Return the row under the cursor is a folder of the campaign, and no entry is picked."""
    row = picked.row
    is_folder = not picked.entries and row is not None and row.what == "folder" and row.section in NEW
    return picked if is_folder else None


def _delete_folder(picked: Picked) -> None:
    assert picked.row is not None
    picked.tasks.entry_actions.folders.delete(picked.row.section, picked.row.name)


def _why_only_read(picked: Picked) -> str:
    return picked.tasks.only_read


def _no_battle(tasks: ColumnTasks, entries: list[Entry]) -> str:
    return "" if tasks.entry_actions.battle_of(entries[0]) is not None else "No battle from it yet."


def _no_encounter(tasks: ColumnTasks, entries: list[Entry]) -> str:
    return "" if tasks.entry_actions.encounter_of(entries[0]) else "Its encounter is gone."


def _copy(tasks: ColumnTasks, entries: list[Entry]) -> None:
    tasks.pick_made(tasks.entry_actions.duplicate(entries))


COMMANDS = (
    entry_command("open", "Open", "Enter", (*OWN,), lambda t, e: t.entry_actions.open(e[0]), changes=False),
    entry_command("begin", "Begin a battle", "", ("encounter",), lambda t, e: t.entry_actions.begin(e[0])),
    entry_command(
        "show_battle",
        "Show its battle",
        "",
        ("encounter",),
        lambda t, e: t.entry_actions.show_battle(e[0]),
        _no_battle,
        changes=False,
    ),
    entry_command(
        "reset",
        "Restart from the prepared encounter",
        "",
        ("battle",),
        lambda t, e: t.entry_actions.reset(e[0]),
    ),
    entry_command(
        "run_again",
        "Run its encounter again",
        "",
        ("battle",),
        lambda t, e: t.entry_actions.run_again(e[0]),
        _no_encounter,
    ),
    entry_command("rename", "Rename", "F2", OWN, lambda t, e: t.edit_name(), starts=True),
    entry_command("duplicate", "Duplicate", "Ctrl+D", OWN, _copy, several=True),
    entry_command("copy", "Copy into the campaign", "Ctrl+D", ("opponent",), _copy, several=True),
    entry_command(
        "export",
        f"Export as text{DOTS}",
        "",
        OWN,
        lambda t, e: t.ask_to_export(e[0]),
        changes=False,
        starts=True,
    ),
    entry_command(
        "print",
        f"Print{DOTS}",
        "Ctrl+P",
        ("sheet",),
        lambda t, e: t.ask_to_print(),
        several=True,
        changes=False,
    ),
    entry_command("delete", "Delete", "Delete", OWN, lambda t, e: t.delete(e), several=True, whole=False, starts=True),
)


OF_FOLDERS = (
    WindowCommand("folder/rename", "Rename", "F2", GROUP, lambda to: to.tasks.edit_name(), _why_only_read, on=_folder),
    WindowCommand("folder/delete", "Delete the folder", "Delete", GROUP, _delete_folder, _why_only_read, on=_folder),
)
PASTE = WindowCommand[Picked](
    "column/paste", "Paste a stat block", "Ctrl+V", GROUP, lambda to: to.tasks.paste_requested.emit()
)
HEARD_BY_TREE = ((shown_key("Menu"), "Open the menu"),)


def own_keys() -> KeyGroups:
    """Return the column's keys for the list of keys; printing is listed as a command of the window."""
    ((heading, lines),) = listed_keys([*(one for one in COMMANDS if one.id != "entry/print"), PASTE])
    return ((heading, [*lines, *HEARD_BY_TREE]),)


def command_of_key(name: str, picked: Picked) -> WindowCommand[Picked] | None:
    """Return what a key means for what is picked; None if nothing."""
    known = (PASTE, *COMMANDS, *OF_FOLDERS)
    return next((one for one in known if name in one.keys.split() and one.on(picked) is not None), None)


def window_commands(picked: Picked) -> tuple[OwnCommand, ...]:
    """Return the palette's commands for the picked entries."""
    entries = picked.entries
    names = entries[0].name[:40] if len(entries) == 1 else f"{len(entries)} selected"
    return tuple(
        one.but(title=f"{one.title}: {names}", keys="", on=lambda _context: picked, note="campaign column")
        for one in COMMANDS
        if one.on(picked) is not None
    )


def menu_of(parent: QWidget, picked: Picked) -> QMenu:
    """Return the menu for the picked entries, else for the row under the cursor, and for the whole column; what can't
    be done is greyed, with the reason."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    tasks, entries, row = picked.tasks, picked.entries, picked.row
    for one in (*COMMANDS, *OF_FOLDERS):
        if one.on(picked) is None:
            continue
        if one.starts:
            menu.addSeparator()
        _add_command(menu, one, picked)
        if one.id == "entry/duplicate" and all(entry.kind in PREPARED for entry in entries):
            _add_folders(menu, tasks, entries)
            if all(entry.kind == "sheet" for entry in entries):
                _add_player(menu, tasks, entries)
    menu.addSeparator()
    for section in (row.section,) if row is not None and row.section in NEW else tuple(NEW):
        _add_new(menu, tasks, section)
    if row is None or row.section == "sheets":
        _add_command(menu, PASTE.but(why_not=_why_only_read), picked)
    return menu


def _add_command(menu: QMenu, command: WindowCommand[Picked], picked: Picked) -> None:
    text = f"{command.title}\t{command.keys}" if command.keys else command.title
    _add(menu, text, partial(command.run, picked), command.refusal(picked))


def _add_folders(menu: QMenu, tasks: ColumnTasks, entries: list[Entry]) -> None:
    section: Section = "sheets" if entries[0].kind == "sheet" else "encounters"
    if any(entry.kind != entries[0].kind for entry in entries):
        return
    into = menu.addMenu("Move to folder")
    into.setEnabled(not tasks.only_read)
    here = {entry.folder for entry in entries}
    for name in ("", *tasks.folders(section)):
        shown = name.replace("&", "&&") or "No folder"
        if len(shown) > LONGEST_FOLDER_SHOWN:
            shown = f"{shown[:LONGEST_FOLDER_SHOWN]}{DOTS}"
        move = partial(tasks.entry_actions.folders.move, entries, name)
        _add(into, shown, move, "Already there." if here == {name} else "")
    into.addSeparator()
    _add(into, "New folder", partial(tasks.make_folder, section, entries))


def _add_player(menu: QMenu, tasks: ColumnTasks, entries: list[Entry]) -> None:
    belong = all(entry.player for entry in entries)
    action = _add(
        menu, "A player’s character", partial(tasks.entry_actions.set_player, entries, not belong), tasks.only_read
    )
    action.setCheckable(True)
    action.setChecked(belong)


def _add_new(menu: QMenu, tasks: ColumnTasks, section: Section) -> None:
    title, likely = NEW[section], tasks.entry_actions.likely_ruleset()
    if likely:
        _add(menu, title, partial(tasks.make_new, section, likely), tasks.only_read)
    others = menu.addMenu(f"{title} for" if likely else title)
    others.setEnabled(not tasks.only_read)
    for id, name in tasks.rulesets():
        _add(others, name, partial(tasks.make_new, section, id))
    _add(menu, "New folder", partial(tasks.make_folder, section, ()), tasks.only_read)


def _add(menu: QMenu, text: str, do: Callable[[], object], reason: str = "") -> QAction:
    action = menu.addAction(text)
    # When the menu is gone: a name that is to be written then keeps the keys.
    action.triggered.connect(lambda _checked=False: QTimer.singleShot(0, do))
    action.setEnabled(not reason)
    action.setToolTip(reason or text.partition("\t")[0])
    return action
