"""Commands for campaign files, and for text files that come in and go out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication, QFileDialog

from exgui.campaign import user_folders
from exgui.campaign.errors import CampaignError
from exgui.engine.record import EMPTY
from exgui.gui.campaign_column.entries import Entry
from exgui.gui.commands.context import Context
from exgui.gui.session.file_dialog import ask_for_file, file_dialog
from exgui.gui.window_command import WindowCommand

GROUP = "Campaign"
LONGEST_TITLE = 60
WHY_NOT_FOR_PLAYERS = "not as text, which contains every secret: export the log or the map"
AS_ACTOR = {"json": ("Actor (JSON)", "for Foundry VTT, system Exalted Third Edition")}
OPEN, SAVE = QFileDialog.AcceptMode.AcceptOpen, QFileDialog.AcceptMode.AcceptSave


def new_campaign(context: Context) -> None:
    ask_for_file(context.window, "New campaign", SAVE, context.session.create)


def open_campaign(context: Context) -> None:
    ask_for_file(context.window, "Open campaign", OPEN, context.session.open_and_remember)


def recent_campaigns(context: Context) -> tuple[WindowCommand[Context], ...]:
    """Return commands that open recent campaigns, newest first, without the open one."""
    there = context.session.campaign
    paths = [path for path in user_folders.recent() if there is None or path != there.source]
    return tuple(
        WindowCommand(
            f"open_recent/{number}",
            f"Open {path.stem[:LONGEST_TITLE]}",
            "",
            GROUP,
            partial(_open_recent, path),
            synonyms=("recent", "campaign", "last"),
            note=str(path.parent)[-LONGEST_TITLE:],
        )
        for number, path in enumerate(paths)
    )


def _open_recent(path: Path, context: Context) -> None:
    context.session.open_and_remember(path)


def open_recent(context: Context) -> None:
    """List the campaigns that were open last."""
    context.offer(recent_campaigns(context))


def why_not_recent(context: Context) -> str | None:
    return None if recent_campaigns(context) else "No other recent campaigns."


def open_notes(context: Context) -> None:
    """Show the campaign's notes, at those of the page that is shown."""
    from exgui.gui.notes_card import NotesCard

    def open_entry(kind: str, id: str) -> object:
        go = context.navigation
        return go.open_sheet(id) if kind == "sheet" else go.open_encounter(id)

    page = context.page
    notes = context.overlays.the(
        NotesCard, lambda window: NotesCard(window, context.session, open_entry, context.show_message)
    )
    notes.open(page.kind, page.subject)


def why_not_notes(context: Context) -> str | None:
    return None if context.session.campaign is not None else "Open a campaign first: it keeps the notes."


def save_copy(context: Context) -> None:
    dialog = file_dialog(context.window, "Save a copy of the campaign", SAVE)
    if context.session.campaign is not None:
        source = context.session.campaign.source
        dialog.setDirectory(str(source.parent))
        dialog.selectFile(f"{source.stem} copy.exgui")
    dialog.fileSelected.connect(lambda path: context.session.save_copy(Path(path)))
    dialog.show()


def why_not_save_copy(context: Context) -> str | None:
    return None if context.session.campaign is not None else "No campaign is open. Open the one you want to copy."


def new_sheet(context: Context) -> None:
    context.column.tasks.ask_for_new("sheets")


def new_encounter(context: Context) -> None:
    context.column.tasks.ask_for_new("encounters")


def why_not_new(context: Context) -> str | None:
    if context.session.campaign is not None and context.session.campaign.read_only:
        return "This campaign is read-only."
    return needs_campaign(context)


def restore_backup(context: Context) -> None:
    """List the backups of the campaign that is open; where none is, asks of which one."""
    if context.session.campaign is not None:
        list_backups(context, context.session.campaign.path)
    else:
        choose_for_backups(context)


def choose_for_backups(context: Context) -> None:
    ask_for_file(context.window, "Backups of which campaign?", OPEN, lambda path: list_backups(context, path))


def list_backups(context: Context, path: Path) -> None:
    """List the backups of the campaign at this path; one that is chosen there is restored."""
    from exgui.gui.backup_list import BackupList

    listed = context.overlays.the(
        BackupList,
        lambda window: BackupList(window, context.session.restore_backup, lambda: choose_for_backups(context)),
    )
    listed.open(path, context.session.backups_of(path))


def import_files(context: Context) -> None:
    """Ask for files and preview them."""
    from exgui.gui.paste.import_page import ask_for_files, open_import

    ask_for_files(context, lambda paths: open_import(context, paths))


def house_rules(context: Context) -> None:
    from exgui.gui.pages.house_rules.page import open_house_rules

    open_house_rules(context)


def paste_from_clipboard(context: Context) -> None:
    """Show what is on the clipboard: files, a picture or a map as what is to be imported, any other text beside the
    sheets read from it."""
    from exgui.gui.paste.clipboard import found_on, paths_in
    from exgui.gui.paste.import_page import open_import
    from exgui.gui.paste.page import open_paste

    data = QApplication.clipboard().mimeData() or QMimeData()  # some platforms have none while it is empty
    if paths := paths_in(data):
        open_import(context, paths)
    elif (found := found_on(data)) is not None:
        open_import(context, found=found)
    else:
        open_paste(context, QApplication.clipboard().text())


def needs_campaign(context: Context) -> str | None:
    if context.session.campaign is None:
        return "Open or create a campaign first: it holds your encounters and sheets."
    return None


def export_battle(context: Context) -> None:
    """Ask where the battle that is shown is to be written, as text."""
    _ask_text(context, "Export battle as text", lambda path: _write_battle(context, path))


def _write_battle(context: Context, path: Path) -> None:
    """Write the battle that is open as a scenario: its set-up, and every finished step with its dice."""
    from exgui.campaign.exchange import export_battle as write

    campaign, battle = context.session.campaign, context.session.battle_id
    if campaign is None or battle is None:
        return
    try:
        write(campaign, battle, path)
    except CampaignError as error:
        context.show_message(error.sentence)
    else:
        context.show_message(f"Exported to {path.name}.")


def export_entry(context: Context, entry: Entry) -> None:
    """Ask where an entry of the campaign column is to be written, as text."""
    _ask_text(
        context,
        f"Export {entry.name[:60]} as text",
        lambda path: context.column.entry_actions.export(entry, path),
        AS_ACTOR if entry.kind == "sheet" else {},
    )


def _ask_text(
    context: Context, title: str, write: Callable[[Path], object], more: Mapping[str, tuple[str, str]] = EMPTY
) -> None:
    """Say that a text with which the app can work again is for the storyteller alone, and ask where to.

    Args:
        more: further formats, as of `AskExport`.
    """
    from exgui.gui.map.export.ask import AskExport

    formats = {"toml": ("Text file (TOML)", "can be imported again on any computer"), **more}
    AskExport(context.window, lambda _players, path: write(path), title, formats, WHY_NOT_FOR_PLAYERS).show()


def needs_saved_battle(context: Context) -> str | None:
    return None if context.session.battle_id is not None else "No battle to export. Open one first."


def _begin(id: str, context: Context) -> None:
    context.session.begin_encounter(id)


def encounter_commands(context: Context) -> tuple[WindowCommand[Context], ...]:
    listed = {one.id: one for one in context.column.listed() if one.kind == "encounter"}
    return tuple(
        WindowCommand(
            f"begin/{one.id}",
            f"Begin {one.name}",
            "",
            GROUP,
            partial(_begin, one.id),
            synonyms=("battle", "fight"),
            note=_kind_of(listed[one.id]) if one.id in listed else "encounter",
        )
        for one in context.session.encounters()
    )


def open_commands(context: Context) -> tuple[WindowCommand[Context], ...]:
    """Return commands that open each battle, encounter and sheet of the column."""
    return tuple(
        WindowCommand(
            f"open/{one.kind}/{one.id}",
            f"Open {one.name[:LONGEST_TITLE]}",
            "",
            GROUP,
            partial(_open_entry, one),
            synonyms=(one.kind, "show", "edit"),
            note=_kind_of(one),
        )
        for one in context.column.listed()
        if not one.damaged
    )


def _kind_of(entry: Entry) -> str:
    return " \N{MIDDLE DOT} ".join(filter(None, (entry.kind, entry.game)))


def _open_entry(entry: Entry, context: Context) -> None:
    context.column.entry_actions.open(entry)


Command = partial(WindowCommand[Context], group=GROUP)
COMMANDS = (
    Command("new_campaign", "New campaign\N{HORIZONTAL ELLIPSIS}", "Ctrl+N", do=new_campaign, synonyms=("file", "add")),
    Command("open_campaign", "Open campaign\N{HORIZONTAL ELLIPSIS}", "Ctrl+O", do=open_campaign, synonyms=("file",)),
    Command(
        "open_recent",
        "Open recent",
        "",
        do=open_recent,
        why_not=why_not_recent,
        synonyms=("last", "before", "file"),
        choices=recent_campaigns,
    ),
    Command(
        "open_sample",
        "Open the sample campaign",
        "",
        do=lambda context: context.session.open_sample(),
        synonyms=("example", "tutorial", "try"),
    ),
    Command(
        "notes",
        "Notes",
        "Ctrl+Shift+N",
        do=open_notes,
        why_not=why_not_notes,
        synonyms=("session", "journal", "diary", "secrets", "handout", "links", "wiki", "markdown"),
    ),
    Command(
        "save_copy",
        "Save a copy\N{HORIZONTAL ELLIPSIS}",
        "",
        starts=True,
        do=save_copy,
        why_not=why_not_save_copy,
        synonyms=("save as", "duplicate", "campaign", "file", "share"),
    ),
    Command(
        "restore_backup",
        "Restore a backup\N{HORIZONTAL ELLIPSIS}",
        "",
        do=restore_backup,
        synonyms=("earlier", "older version", "recover", "undo", "copy", "go back", "yesterday"),
    ),
    Command(
        "new_sheet", "New sheet", "", starts=True, do=new_sheet, why_not=why_not_new, synonyms=("character", "create")
    ),
    Command(
        "new_encounter",
        "New encounter",
        "",
        do=new_encounter,
        why_not=why_not_new,
        synonyms=("fight", "prepare", "create"),
    ),
    Command(
        "house_rules",
        "House rules\N{HORIZONTAL ELLIPSIS}",
        "",
        do=house_rules,
        synonyms=("ruleset", "options", "switches", "variant", "own rules", "edit rules"),
    ),
    Command(
        "import",
        "Import\N{HORIZONTAL ELLIPSIS}",
        "Ctrl+Shift+O",
        starts=True,
        do=import_files,
        why_not=needs_campaign,
        synonyms=(
            "text file",
            "toml",
            "sheet",
            "stat block",
            "encounter",
            "add",
            "load",
            "foundry",
            "pdf",
            "csv",
        ),
    ),
    Command(
        "paste_stat_block",
        "Paste stat block\N{HORIZONTAL ELLIPSIS}",
        "Ctrl+Shift+V",
        do=paste_from_clipboard,
        why_not=needs_campaign,
        synonyms=("clipboard", "character", "text", "npc", "import", "foundry"),
    ),
    Command(
        "export",
        "Export battle as text\N{HORIZONTAL ELLIPSIS}",
        "",
        do=export_battle,
        why_not=needs_saved_battle,
        synonyms=("write", "save", "scenario", "toml", "report"),
    ),
)
QUIT = Command(
    "quit", "Quit", "Ctrl+Q", starts=True, do=lambda context: context.window.close(), synonyms=("exit", "close")
)
"""The last one of the menu."""
