"""What can be done with an encounter as a whole, and the commands of its page for the palette and the list of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits.adding import Addable
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.errors import CampaignError
from exgui.engine.zones import TERRAINS
from exgui.gui.campaign_session import CampaignSession
from exgui.gui.map.editor import gesture_picker as tools
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.begin_card import missing
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.property_panel import PropertyPanel
from exgui.gui.pages.encounter.roster import Roster
from exgui.gui.window_command import KeyGroups, OwnCommand, never

GROUP = "Encounter"
TOOL_NAMES = {
    tools.SELECT: "Select",
    tools.ZONE: "Draw a zone",
    tools.ELLIPSE: "Draw an oval",
    tools.LINK: "Draw a link",
}


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
        data = people_edits.absent(self.document.data, gone)
        self.document.save()
        self._session.begin_encounter(self.document.id, data)


def encounter_commands(tasks: EncounterTasks) -> Sequence[OwnCommand]:
    def command(id: str, title: str, do: Callable[[], object], why_not: str = "", *more: str) -> OwnCommand:
        return OwnCommand(
            f"encounter/{id}", title, "", GROUP, lambda _context: do(), never(why_not), more, note="this encounter"
        )

    view = tasks.map
    selected = view.selection.now
    return (
        command("begin", "Begin the battle", tasks.begin, missing(tasks.document), "fight", "start"),
        command("party", "Bring the party", tasks.add_party, "", "heroes", "players"),
        command("add", "Add anyone", tasks.ask_for_anyone, "", "opponent", "sheet", "combatant"),
        *(command(id, name, partial(view.take_tool, id), "", "tool") for id, name in TOOL_NAMES.items()),
        *(
            command(
                f"terrain_{terrain}",
                f"Terrain: {terrain}",
                partial(view.choose_terrain, terrain),
                "" if selected.zones else "Select a zone first.",
            )
            for terrain in TERRAINS
        ),
        command("fit", "Show the whole battlefield", view.fit, "", "zoom", "fit"),
    )


def key_groups() -> KeyGroups:
    return (
        (
            "Battlefield",
            (
                ("V", "Select"),
                ("Z", "Draw a zone"),
                ("O", "Draw an oval"),
                ("L", "Draw a link"),
                ("1-8", "Terrain of what is selected, or of what is drawn next"),
                ("Enter", "Name of the zone"),
                ("Arrows", "Nudge; Shift: by one"),
                ("Tab", "The next zone or combatant"),
                ("Ctrl+C, X, V", "Copy, cut, paste"),
                ("Ctrl+D", "Duplicate"),
                ("Ctrl+A", "Select all zones"),
                ("Delete", "Delete"),
                ("Home", "Show all of it"),
                ("+  \N{MINUS SIGN}", "Zoom"),
                ("Ctrl or Alt", "Free of the grid, while dragging"),
                ("Space", "Move the map, while dragging"),
            ),
        ),
        ("Who is in it", (("A", "Add anyone"), ("P", "Bring the party"), ("Ctrl+Enter", "Begin the battle"))),
    )
