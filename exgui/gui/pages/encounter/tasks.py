"""What can be done with an encounter as a whole: bring people in, begin the battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits.adding import Addable
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_session import CampaignSession
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.property_panel import PropertyPanel
from exgui.gui.pages.encounter.roster import Roster


class EncounterTasks:
    """What keys, menus, the palette and buttons of one page do.

    Args:
        open_sheet: shows a sheet of the campaign, by its id.
        say: shows a sentence in the status line.
    """

    def __init__(
        self,
        document: EncounterDocument,
        view: EditorView,
        roster: Roster,
        panel: PropertyPanel,
        session: CampaignSession,
        open_sheet: Callable[[str], object],
        say: Callable[[str], object],
    ) -> None:
        self.document, self.map, self._roster, self._panel = document, view, roster, panel
        self.open_sheet = open_sheet
        self._session, self._say = session, say

    def ask_for_anyone(self) -> None:
        """Puts the keys where one types who is to be added."""
        self._roster.add.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def write(self) -> None:
        """Saves what is still being written in a field."""
        self.map.names.finish()
        self._panel.commit_fields()

    def add(self, one: Addable, count: int) -> None:
        """Adds copies of a sheet or opponent: into the zone that is selected, else not placed."""
        try:
            source = self._roster.source_of(one)
        except CampaignError as error:
            self._say(str(error).removeprefix(f"{error.path}: "))
            return
        sheet = one.id if one.kind == "sheet" else ""
        zone = self._goal_zone()
        if self._added(lambda data: people_edits.add_people(data, source, count, sheet=sheet, zone=zone)):
            self._roster.add.clear()

    def add_party(self) -> None:
        """Adds the sheets that are marked as players': into the zone that is selected, else not placed."""
        party = self._roster.party()
        zone = self._goal_zone()
        self._added(lambda data: people_edits.add_party(data, party, zone))

    def begin(self) -> None:
        """Begins the battle, or says what is missing; where there is a party, it is asked first who is here."""
        self.write()
        if not self._panel.begin.press():
            self._say(self._panel.begin.said.text())

    def _added(self, edit: Callable[[Encounter], Edit]) -> bool:
        done = self.document.do(edit)
        if done is not None:
            where = "" if self._goal_zone() else " Drag them onto the map."
            self._say(f"{done.sentence}.{where}")
        return done is not None

    def _goal_zone(self) -> str | None:
        zones = self.map.selection.now.zones
        return zones[0] if len(zones) == 1 else None

    def begin_without(self, gone: Sequence[str]) -> None:
        """Begins the battle, without these combatants."""
        data = people_edits.absent(self.document.data, gone)
        self.document.save()
        self._session.begin_encounter(self.document.id, data)
