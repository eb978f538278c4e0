"""What can be done with a campaign's entries and folders in its column. Changes are saved when the call returns, and
can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exgui.campaign.errors import CampaignError
from exgui.engine.counted import counted
from exgui.gui.campaign_column.changes import CampaignChanges, Pages, ShowMessage, named, own_id, short
from exgui.gui.campaign_column.entries import TABLES, Entry, Kind, Section

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.campaign.exchange import Imported
    from exgui.campaign.summaries import Prepared
    from exgui.campaign.whole_entries import ListName, TakenOut
    from exgui.gui.session.campaign_session import CampaignSession
MOST_NAMED = 5
"""Imported sheets whose names the message has room for."""


class ColumnActions:
    """The actions of one column.

    Attributes:
        history: its undo.
        folders: what can be done with folders.
    """

    def __init__(self, session: CampaignSession, pages: Pages, show_message: ShowMessage) -> None:
        self._session, self._pages, self._show_message = session, pages, show_message
        self._changes = CampaignChanges(session, pages, show_message)
        self.history = self._changes.history
        self.folders = FolderActions(session, self._changes)

    # What an entry is there for

    def open(self, entry: Entry) -> bool:
        """Show an entry: its page, or the battle. An opponent is copied into the campaign first."""
        if entry.damaged:
            self._show_message(f"{short(entry.name)} is damaged and can’t be opened. You can delete it.", None)
            return False
        if entry.kind == "battle":
            return self._pages.open_battle(int(entry.id))
        if entry.kind == "encounter":
            return self._pages.open_encounter(entry.id)
        if entry.kind == "sheet":
            return self._pages.open_sheet(entry.id)
        return bool(self.copy_opponents([entry]))

    def open_new(self, kind: Kind, id: str) -> bool:
        """Open the page of what was just made. False where that cannot be shown."""
        return self._pages.open_sheet(id) if kind == "sheet" else self._pages.open_encounter(id)

    def show_message(self, text: str) -> None:
        self._show_message(text, None)

    def begin(self, entry: Entry) -> bool:
        return self._session.begin_encounter(entry.id)

    def reset(self, entry: Entry) -> bool:
        """Restart a battle from its prepared encounter; the old battle stays in the list."""
        return self._session.run_again(int(entry.id))

    def encounter_of(self, entry: Entry) -> str:
        """Return the encounter that a battle came from, "" where that is gone."""
        campaign = self._session.campaign
        if campaign is None:
            return ""
        with suppress(CampaignError):
            came_from = next((one.encounter for one in campaign.battles() if str(one.id) == entry.id), "")
            if any(one.id == came_from for one in campaign.encounters()):
                return came_from
        return ""

    def run_again(self, entry: Entry) -> bool:
        return self._session.begin_encounter(self.encounter_of(entry))

    def battle_of(self, entry: Entry) -> int | None:
        """Return the newest battle of an encounter, one under way first; None for none."""
        campaign = self._session.campaign
        battles = campaign.battles() if campaign is not None else ()
        own = [one for one in battles if one.encounter == entry.id and not one.damaged]
        going = [one for one in own if one.phase != "over"] or own
        return going[-1].id if going else None

    def show_battle(self, entry: Entry) -> bool:
        """Show the newest battle of an encounter."""
        id = self.battle_of(entry)
        return id is not None and self._pages.open_battle(id)

    def export(self, entry: Entry, path: Path) -> bool:
        from exgui.campaign import exchange

        def write(campaign: Campaign) -> None:
            if entry.kind == "battle":
                exchange.export_battle(campaign, int(entry.id), path)
            elif entry.kind == "encounter":
                exchange.export_encounter(campaign, entry.id, path)
            else:
                exchange.export_sheet(campaign, entry.id, path)

        return self._changes.attempt(write, f"{short(entry.name)} exported to {path.name}.")

    # What changes the campaign

    def rename(self, entry: Entry, name: str) -> bool:
        def put(name: str) -> Callable[[], None]:
            def do() -> None:
                campaign = self._changes.campaign()
                with self._changes.changing(entry):
                    if entry.kind == "battle":
                        campaign.rename_battle(int(entry.id), name)
                    elif entry.kind == "encounter":
                        campaign.rename_encounter(entry.id, name)
                    else:
                        campaign.rename_sheet(entry.id, name)

            return do

        text = f"Renamed {short(entry.name)} to {short(name)}"
        return self._changes.do(text, put(entry.name), put(name), quiet=True)

    def delete(self, entries: Sequence[Entry]) -> bool:
        """Delete entries, damaged ones too. What a battle or an encounter copied from them stays there."""
        entries = [one for one in entries if one.kind in TABLES]
        taken: list[TakenOut] = []

        def redo() -> None:
            if taken:
                gone, taken[:] = list(taken), []
                taken[:] = [self._changes.take_out(_kind_of(one), str(one.id)) for one in gone]
            else:
                taken[:] = [self._changes.take_out(one.kind, one.id) for one in entries]

        def undo() -> None:
            back = [one.but(id=self._changes.campaign().put_back(one)) for one in reversed(taken)]
            taken[:] = back[::-1]

        return bool(entries) and self._changes.do(f"Deleted {named(entries)}", undo, redo)

    def duplicate(self, entries: Sequence[Entry]) -> tuple[tuple[Kind, str], ...]:
        """Put copies of entries at the end of their lists. Return their kinds and ids."""
        opponents = [one for one in entries if one.kind == "opponent"]
        own = [one for one in entries if one.kind in TABLES and not one.damaged]

        def make(campaign: Campaign) -> list[tuple[Kind, str]]:
            for one in own:
                self._changes.save(one)
            return [(one.kind, str(campaign.duplicate(TABLES[one.kind], own_id(one.kind, one.id)))) for one in own]

        made = self._make(make, f"Duplicated {named(own)}") if own else ()
        return (*made, *self.copy_opponents(opponents)) if opponents else made

    def copy_opponents(self, opponents: Sequence[Entry]) -> tuple[tuple[Kind, str], ...]:
        """Put ready-made opponents among the campaign's sheets, and open the only one. Return their kinds and ids."""

        def make(campaign: Campaign) -> list[tuple[Kind, str]]:
            from exgui.campaign.rulesets import RulesetMissing, find

            made: list[tuple[Kind, str]] = []
            for one in opponents:
                try:
                    found = find(one.ruleset).opponents[one.id]
                except (RulesetMissing, KeyError) as error:
                    raise CampaignError(campaign.path, f"{one.name} can no longer be read ({error}).") from None
                data: dict[str, Any] = {"name": found.name, "notes": found.text, **found.fields}
                made.append(("sheet", campaign.put_sheet(data, one.ruleset)))
            return made

        made = self._make(make, f"Copied {named(opponents)} into the campaign") if opponents else ()
        if len(made) == 1:
            self._pages.open_sheet(made[0][1])
        return made

    def new_sheet(self, ruleset: str) -> str:
        """Make a sheet. Return its id, "" where that cannot be."""
        name = self._free_name("sheets", "New character")
        return self._one_made(
            lambda campaign: [("sheet", campaign.put_sheet({"name": name}, ruleset))], f"Created the sheet {name}"
        )

    def new_encounter(self, ruleset: str) -> str:
        """Make an encounter with nothing in it. Return its id, "" where that cannot be."""
        title = self._free_name("encounters", "New encounter")
        data = {"title": title, "ruleset": ruleset}
        return self._one_made(
            lambda campaign: [("encounter", campaign.put_encounter(data))], f"Created the encounter {title}"
        )

    def note_import(self, imported: Imported) -> None:
        """Let the import of a text file be undone here."""
        made: list[tuple[Kind, str]] = [(_kind_in(table), id) for table, id in imported.made]
        taken: list[TakenOut] = []

        def undo() -> None:
            taken[:] = [self._changes.take_out(*one) for one in made]
            for one in imported.replaced:
                self._changes.campaign().put_back(one)

        def redo() -> None:
            for one in imported.replaced:
                self._changes.take_out(_kind_of(one), str(one.id))
            made[:] = [(_kind_of(one), str(self._changes.campaign().put_back(one))) for one in taken]

        encounters = sum(table == "encounters" for table, _id in imported.made)
        sheets = len(imported.made) - encounters
        parts = [counted(sheets, "sheet")] if sheets else []
        parts += ["an encounter" if encounters == 1 else counted(encounters, "encounter")] if encounters else []
        what = " and ".join(parts)
        step = self._changes.note(f"Imported {what}", undo, redo)
        if imported.sheets and not encounters and sheets <= MOST_NAMED:
            self._show_message(f"Added to Sheets: {imported.sheets}", self._changes.offer(step))
        elif len(imported.made) > 1:
            self._show_message(f"Imported {what}.", self._changes.offer(step))

    def set_player(self, entries: Sequence[Entry], player: bool) -> bool:
        """Say of sheets whether they are players' characters: the party."""
        sheets = [one for one in entries if one.kind == "sheet" and not one.damaged and one.player != player]

        def put(player: bool) -> Callable[[], None]:
            def do() -> None:
                for one in sheets:
                    with self._changes.changing(one):
                        self._changes.campaign().set_player(one.id, player)

            return do

        party = "belong to the party" if len(sheets) > 1 else "belongs to the party"
        gone = "no longer belong to the party" if len(sheets) > 1 else "no longer belongs to the party"
        text = f"{named(sheets)} {party if player else gone}"
        return bool(sheets) and self._changes.do(text, put(not player), put(player))

    def likely_ruleset(self) -> str:
        """Return the ruleset that something new is made for; "" where none is likelier than others."""
        return likely_ruleset(self._session)

    # Inside

    def _make(self, make: Callable[[Campaign], list[tuple[Kind, str]]], text: str) -> tuple[tuple[Kind, str], ...]:
        """Make entries; undo deletes them."""
        made: list[tuple[Kind, str]] = []
        taken: list[TakenOut] = []

        def redo() -> None:
            if taken:
                made[:] = [(_kind_of(one), str(self._changes.campaign().put_back(one))) for one in taken]
            else:
                made[:] = make(self._changes.campaign())

        def undo() -> None:
            taken[:] = [self._changes.take_out(*one) for one in made]

        return tuple(made) if self._changes.do(text, undo, redo) else ()

    def _one_made(self, make: Callable[[Campaign], list[tuple[Kind, str]]], text: str) -> str:
        made = self._make(make, text)
        return made[0][1] if made else ""

    def _free_name(self, table: Prepared, name: str) -> str:
        from exgui.rulebook.new_names import free_name

        campaign = self._session.campaign
        if campaign is None:
            return name
        taken = {one.name for one in (campaign.sheets() if table == "sheets" else campaign.encounters())}
        return free_name(name, taken)


def _kind_of(taken: TakenOut) -> Kind:
    return _kind_in(taken.table)


def _kind_in(table: ListName) -> Kind:
    return next(kind for kind, name in TABLES.items() if name == table)


class FolderActions:
    """Makes, renames and deletes folders, and puts entries into them."""

    def __init__(self, session: CampaignSession, changes: CampaignChanges) -> None:
        self._session, self._changes = session, changes

    def move(self, entries: Sequence[Entry], folder: str) -> bool:
        """Put sheets or encounters into a folder, "" for none."""
        moved = [one for one in entries if one.kind in ("sheet", "encounter") and not one.damaged]
        moved = [one for one in moved if one.folder != folder]

        def put(back: bool) -> Callable[[], None]:
            def do() -> None:
                for one in moved:
                    table: Prepared = "sheets" if one.kind == "sheet" else "encounters"
                    with self._changes.changing(one):
                        self._changes.campaign().folders.put(table, one.id, one.folder if back else folder)

            return do

        into = f"into {short(folder)}" if folder else "out of the folder"
        text = f"Moved {named(moved)} {into}"
        return bool(moved) and self._changes.do(text, put(True), put(False))

    def make(self, section: Section, entries: Sequence[Entry] = ()) -> str:
        """Make a folder, and put entries into it. Return its name, "" where that cannot be."""
        from exgui.rulebook.new_names import free_name

        table: Prepared = "sheets" if section == "sheets" else "encounters"
        campaign = self._session.campaign
        if campaign is None:
            return ""
        name = free_name("New folder", campaign.folders.all(table))
        moved = [one for one in entries if not one.damaged]

        def redo() -> None:
            self._changes.campaign().folders.make(table, name)
            for one in moved:
                with self._changes.changing(one):
                    self._changes.campaign().folders.put(table, one.id, name)

        def undo() -> None:
            for one in moved:
                with self._changes.changing(one):
                    self._changes.campaign().folders.put(table, one.id, one.folder)
            self._changes.campaign().folders.delete(table, name)

        return name if self._changes.do(f"Created the folder {name}", undo, redo, quiet=True) else ""

    def rename(self, section: Section, name: str, new: str) -> bool:
        """Rename a folder; if the name is taken, merge the two."""
        return self._change(section, name, new, f"Renamed the folder {short(name)} to {short(new)}")

    def delete(self, section: Section, name: str) -> bool:
        """Delete a folder; its contents stay in the campaign."""
        return self._change(section, name, "", f"Deleted the folder {short(name)}")

    def _change(self, section: Section, name: str, new: str, text: str) -> bool:
        """Rename a folder; "" deletes it."""
        table: Prepared = "sheets" if section == "sheets" else "encounters"
        kind: Kind = "sheet" if section == "sheets" else "encounter"
        campaign = self._session.campaign
        if campaign is None:
            return False
        listed = campaign.sheets() if table == "sheets" else campaign.encounters()
        inside = [one.id for one in listed if one.folder == name and not one.damaged]
        was_there = new in campaign.folders.all(table)

        def redo() -> None:
            self._session.documents.save()
            if new:
                self._changes.campaign().folders.rename(table, name, new)
            else:
                self._changes.campaign().folders.delete(table, name)
            reload()

        def undo() -> None:
            self._session.documents.save()
            self._changes.campaign().folders.make(table, name)
            for id in inside:
                self._changes.campaign().folders.put(table, id, name)
            if new and not was_there:
                self._changes.campaign().folders.delete(table, new)
            reload()

        def reload() -> None:
            for id in inside:
                self._session.documents.reload(kind, id)

        return self._changes.do(text, undo, redo, quiet=bool(new))


def likely_ruleset(session: CampaignSession) -> str:
    """Return the ruleset that something new is made for: that of the battle which is shown, else the one that most in
    the campaign is made for, else the only one that is installed. "" where none is likelier than others."""
    from exgui.campaign.rulesets import choices

    listed = choices()
    known = [one.where for one in listed]
    play, campaign = session.play, session.campaign
    if play is not None and play.battle.ruleset in known:
        return play.battle.ruleset
    if campaign is not None:
        with suppress(CampaignError):
            entries = (*campaign.sheets(), *campaign.encounters())
            used = Counter(one.ruleset for one in entries if one.ruleset in known or _is_folder(one.ruleset))
            if used:
                return used.most_common(1)[0][0]
    games = [one.where for one in listed if not one.depth]
    return games[0] if len(games) == 1 else ""


def _is_folder(ruleset: str) -> bool:
    """Return whether a ruleset of the storyteller's own, named by its folder."""
    return not ruleset.isidentifier() and bool(ruleset)
