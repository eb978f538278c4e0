"""What can be done with the entries that are picked in the campaign column: the same by the right button, by keys, and
in the command palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from exgui.engine.record import Record
from exgui.gui.campaign_column.entries import Entry, Kind, Section
from exgui.gui.campaign_column.model import NEW, Node
from exgui.gui.campaign_column.tasks import READ_ONLY, ColumnTasks
from exgui.gui.window_command import OwnCommand

DOTS = "\N{HORIZONTAL ELLIPSIS}"
LONGEST_FOLDER_SHOWN = 40
OWN: tuple[Kind, ...] = ("battle", "encounter", "sheet")
PREPARED: tuple[Kind, ...] = ("encounter", "sheet")
Do = Callable[[ColumnTasks, list[Entry]], object]
WhyNot = Callable[[ColumnTasks, list[Entry]], str]


def _nothing(_tasks: ColumnTasks, _entries: list[Entry]) -> str:
    return ""


class EntryCommand(Record):
    """Something that can be done with entries.

    Attributes:
        title: as the menu shows it.
        keys: its key in the column, "" for none.
        kinds: of entries that it is for; all that are picked must be of them.
        do: does it.
        why_not: why it cannot be done with these, "" where it can.
        several: it can be done with several at once.
        changes: it changes the campaign.
        whole: it needs entries that are not damaged.
        starts: a line stands above it in the menu.
    """

    id: str
    title: str
    keys: str
    kinds: tuple[Kind, ...]
    do: Do
    why_not: WhyNot = _nothing
    several: bool = False
    changes: bool = True
    whole: bool = True
    starts: bool = False

    def is_for(self, entries: Sequence[Entry]) -> bool:
        return bool(entries) and all(one.kind in self.kinds for one in entries) and (self.several or len(entries) == 1)

    def reason(self, tasks: ColumnTasks, entries: list[Entry]) -> str:
        """Why it cannot be done with these now, "" where it can."""
        if self.changes and tasks.reads_only:
            return READ_ONLY
        if self.whole and any(one.damaged for one in entries):
            return "What is damaged can only be deleted."
        return self.why_not(tasks, entries)


def _no_battle(tasks: ColumnTasks, entries: list[Entry]) -> str:
    return "" if tasks.entry_actions.battle_of(entries[0]) is not None else "No battle was begun from it yet."


def _no_encounter(tasks: ColumnTasks, entries: list[Entry]) -> str:
    return "" if tasks.entry_actions.encounter_of(entries[0]) else "The encounter that it came from is gone."


def _copy(tasks: ColumnTasks, entries: list[Entry]) -> None:
    tasks.pick_made(tasks.entry_actions.duplicate(entries))


COMMANDS = (
    EntryCommand("open", "Open", "Return", (*OWN,), lambda t, e: t.entry_actions.open(e[0]), changes=False),
    EntryCommand("begin", "Begin a battle", "", ("encounter",), lambda t, e: t.entry_actions.begin(e[0])),
    EntryCommand(
        "show_battle",
        "Show its battle",
        "",
        ("encounter",),
        lambda t, e: t.entry_actions.show_battle(e[0]),
        _no_battle,
        changes=False,
    ),
    EntryCommand("reset", "Begin anew as it was prepared", "", ("battle",), lambda t, e: t.entry_actions.reset(e[0])),
    EntryCommand(
        "run_again",
        "Begin its encounter again",
        "",
        ("battle",),
        lambda t, e: t.entry_actions.run_again(e[0]),
        _no_encounter,
    ),
    EntryCommand("rename", "Rename", "F2", OWN, lambda t, e: t.edit_name(), starts=True),
    EntryCommand("duplicate", "Duplicate", "Ctrl+D", OWN, _copy, several=True),
    EntryCommand("copy", "Copy into the campaign", "Ctrl+D", ("opponent",), _copy, several=True),
    EntryCommand(
        "export",
        f"Export as text{DOTS}",
        "",
        OWN,
        lambda t, e: t.ask_to_export(e[0]),
        changes=False,
        starts=True,
    ),
    EntryCommand(
        "print",
        f"Print{DOTS}",
        "Ctrl+P",
        ("sheet",),
        lambda t, e: t.ask_to_print(),
        several=True,
        changes=False,
    ),
    EntryCommand("delete", "Delete", "Del", OWN, lambda t, e: t.delete(e), several=True, whole=False, starts=True),
)


def command_of_key(keys: QKeySequence, entries: Sequence[Entry]) -> EntryCommand | None:
    """What a key means for these entries; None where it means nothing."""
    return next((one for one in COMMANDS if one.keys and one.is_for(entries) and QKeySequence(one.keys) == keys), None)


def window_commands(tasks: ColumnTasks, entries: list[Entry]) -> tuple[OwnCommand, ...]:
    def command(one: EntryCommand) -> OwnCommand:
        return OwnCommand(
            f"entry/{one.id}",
            f"{one.title}: {entries[0].name[:40] if len(entries) == 1 else f'{len(entries)} picked'}",
            "",
            "Campaign column",
            lambda _context: one.do(tasks, entries),
            lambda _context: one.reason(tasks, entries) or None,
            note="campaign column",
        )

    return tuple(command(one) for one in COMMANDS if one.is_for(entries))


def menu_of(parent: QWidget, tasks: ColumnTasks, node: Node | None, entries: list[Entry]) -> QMenu:
    """What can be done with the entries that are picked, else with the row under the cursor, and with the whole column;
    what cannot be done is grey and says why."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    if entries:
        _add_entry_commands(menu, tasks, entries)
    elif node is not None and node.what == "folder" and node.section in NEW:
        _add(menu, "Rename\tF2", tasks.edit_name, tasks.only_read)
        delete = partial(tasks.entry_actions.folders.delete, node.section, node.name)
        _add(menu, "Delete the folder\tDel", delete, tasks.only_read)
    menu.addSeparator()
    for section in (node.section,) if node is not None and node.section in NEW else tuple(NEW):
        _add_new(menu, tasks, section)
    if node is None or node.section == "sheets":
        _add(menu, "Paste a stat block\tCtrl+V", tasks.paste_wanted.emit, tasks.only_read)
    return menu


def _add_entry_commands(menu: QMenu, tasks: ColumnTasks, entries: list[Entry]) -> None:
    for one in COMMANDS:
        if not one.is_for(entries):
            continue
        if one.starts:
            menu.addSeparator()
        key = "Enter" if one.keys == "Return" else one.keys
        do = partial(one.do, tasks, entries)
        _add(menu, f"{one.title}\t{key}" if key else one.title, do, one.reason(tasks, entries))
        if one.id == "duplicate" and all(entry.kind in PREPARED for entry in entries):
            _add_folders(menu, tasks, entries)
            if all(entry.kind == "sheet" for entry in entries):
                _add_player(menu, tasks, entries)


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
        _add(into, shown, move, "They are there." if here == {name} else "")
    into.addSeparator()
    _add(into, "New folder", partial(tasks.make_folder, section, entries))


def _add_player(menu: QMenu, tasks: ColumnTasks, entries: list[Entry]) -> None:
    belong = all(entry.player for entry in entries)
    action = _add(
        menu, "A player's character", partial(tasks.entry_actions.set_player, entries, not belong), tasks.only_read
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
