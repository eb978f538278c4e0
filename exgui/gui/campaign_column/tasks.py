"""What can be done in the campaign column: with the entries that are picked, and with its sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from exgui.gui.campaign_column.entries import Entry, Kind, Listing, Section
from exgui.gui.campaign_column.model import CampaignModel
from exgui.gui.campaign_column.ready_made import ReadyMade
from exgui.gui.campaign_column.tree import CampaignTree

if TYPE_CHECKING:
    from exgui.gui.campaign_column.actions import ColumnActions

READ_ONLY = "This campaign is read-only."


class ColumnTasks(QObject):
    """What menu, keys and palette do; anything new gets the cursor.

    Signals:
        export_requested(Entry): an entry is to be written as text; where is to be asked.
        paste_requested(): what was copied is to be read as stat blocks.
        print_requested(): the sheets that are picked are for printing.

    Attributes:
        entry_actions: what changes the campaign.
        reads_only: nothing in the campaign can be changed.
        listing: what the column lists; None without a campaign.

    Args:
        column: the column itself, for what is asked in it.
    """

    export_requested = Signal(object)
    paste_requested = Signal()
    print_requested = Signal()

    def __init__(
        self, actions: ColumnActions, model: CampaignModel, tree: CampaignTree, ready_made: ReadyMade, column: QWidget
    ) -> None:
        super().__init__(column)
        self._column = column
        self.entry_actions = actions
        self._model, self._tree, self._ready_made = model, tree, ready_made
        self.reads_only = True
        self.listing: Listing | None = None

    @property
    def only_read(self) -> str:
        """Why nothing in the campaign can be changed, "" where it can."""
        return READ_ONLY if self.reads_only else ""

    def edit_name(self) -> None:
        """Let the name of the row under the cursor be changed in its place."""
        index = self._tree.currentIndex()
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self._tree.setFocus(Qt.FocusReason.OtherFocusReason)
            self._tree.edit(index)

    def ask_to_export(self, entry: Entry) -> None:
        self.export_requested.emit(entry)

    def ask_to_print(self) -> None:
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.print_requested.emit()

    def delete(self, entries: Sequence[Entry]) -> None:
        """Delete entries. The keys are here afterwards, also where a page was closed by it: Ctrl+Z brings it back."""
        self.entry_actions.delete(entries)
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def pick_made(self, made: Sequence[tuple[Kind, str]]) -> None:
        if made:
            self._tree.pick(self._model.find(*made[-1]))

    def make_new(self, section: Section, ruleset: str) -> None:
        """Make a sheet or encounter and open its page; if it has no page, ask for its name."""
        sheet = section == "sheets"
        id = (self.entry_actions.new_sheet if sheet else self.entry_actions.new_encounter)(ruleset)
        if not id:
            return
        kind: Kind = "sheet" if sheet else "encounter"
        opened = self.entry_actions.open_new(kind, id)
        self._tree.pick(self._model.find(kind, id), edit=not opened)

    def ask_for_new(self, section: Section, at: QPoint | None = None) -> None:
        """Make something new; where no ruleset is likelier than others, asks for which."""
        if self.reads_only:
            return
        likely = self.entry_actions.likely_ruleset()
        if likely:
            self.make_new(section, likely)
            return
        menu = QMenu(self._column)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for id, name in self.rulesets():
            menu.addAction(name).triggered.connect(lambda _checked=False, id=id: self.make_new(section, id))
        menu.popup(at if at is not None else self._column.mapToGlobal(QPoint(16, 64)))

    def make_folder(self, section: Section, entries: Sequence[Entry] = ()) -> None:
        """Make a folder whose name is to be written, and put entries into it."""
        name = self.entry_actions.folders.make(section, entries)
        if name:
            self._tree.pick(self._model.find_folder(section, name), edit=True)

    def folders(self, section: Section) -> tuple[str, ...]:
        if self.listing is None:
            return ()
        return self.listing.sheet_folders if section == "sheets" else self.listing.encounter_folders

    def rulesets(self) -> tuple[tuple[str, str], ...]:
        """Return the installed rulesets, by id and name."""
        return self._ready_made.rulesets()
