"""What can be done with the folders of a campaign in its column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from exgui.gui.campaign_column.changes import CampaignChanges, named, short
from exgui.gui.campaign_column.entries import Entry, Kind, Section

if TYPE_CHECKING:
    from exgui.campaign.summaries import Prepared
    from exgui.gui.campaign_session import CampaignSession


class FolderActions:
    """Makes, renames and deletes folders, and puts entries into them."""

    def __init__(self, session: CampaignSession, changes: CampaignChanges) -> None:
        self._session, self._changes = session, changes

    def move(self, entries: Sequence[Entry], folder: str) -> bool:
        """Puts sheets or encounters into a folder, "" for none."""
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
        said = f"Moved {named(moved)} {into}"
        return bool(moved) and self._changes.do(said, put(True), put(False))

    def make(self, section: Section, entries: Sequence[Entry] = ()) -> str:
        """Makes a folder, and puts entries into it. Gives its name, "" where that cannot be."""
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

        return name if self._changes.do(f"Made the folder {name}", undo, redo, quiet=True) else ""

    def rename(self, section: Section, name: str, new: str) -> bool:
        """Gives a folder another name; where there is one of that name, the two become one."""
        return self._change(section, name, new, f"The folder {short(name)} is called {short(new)} now")

    def delete(self, section: Section, name: str) -> bool:
        """Deletes a folder; what stands in it stays in the campaign."""
        return self._change(section, name, "", f"Deleted the folder {short(name)}")

    def _change(self, section: Section, name: str, new: str, said: str) -> bool:
        """Another name for a folder, "" deletes it."""
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

        return self._changes.do(said, undo, redo, quiet=bool(new))
