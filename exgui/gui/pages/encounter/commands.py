"""What can be done with an encounter as a whole, and the commands of its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits.adding import Addable
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.errors import CampaignError
from exgui.engine.zones import TERRAINS
from exgui.gui.map.editor.keys import TOOLS
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.begin_card import missing
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.property_panel import PropertyPanel
from exgui.gui.pages.encounter.roster import Roster
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.window_command import OwnCommand

GROUP = "Combatants"


class EncounterTasks:
    """What keys, menus, the palette and buttons of one page do.

    Args:
        open_sheet: shows a sheet of the campaign, by its id.
        show_message: shows a sentence in the status line.
        show_roster: makes room for the roster where it is hidden.
    """

    def __init__(
        self,
        document: EncounterDocument,
        view: EditorView,
        roster: Roster,
        panel: PropertyPanel,
        session: CampaignSession,
        open_sheet: Callable[[str], object],
        show_message: Callable[[str], object],
        show_roster: Callable[[], object],
    ) -> None:
        self.document, self.map, self._roster, self._panel = document, view, roster, panel
        self._show_roster = show_roster
        self.open_sheet = open_sheet
        self._session, self._show_message = session, show_message
        self.show_hardness: Callable[[], object] | None = None

    def ask_for_anyone(self) -> None:
        self._show_roster()
        self._roster.add.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def write(self) -> None:
        """Save what is still being written in a field."""
        self.map.hand.names.finish()
        self._panel.commit_fields()

    def add(self, one: Addable, count: int) -> None:
        """Add copies of a sheet or opponent: into the zone that is selected, else not placed."""
        try:
            source = self._roster.source_of(one)
        except CampaignError as error:
            self._show_message(str(error).removeprefix(f"{error.path}: "))
            return
        sheet = one.id if one.kind == "sheet" else ""
        zone = self._goal_zone()
        if self._added(lambda data: people_edits.add_people(data, source, count, sheet=sheet, zone=zone)):
            self._roster.add.clear()

    def add_party(self) -> None:
        """Add the sheets that are marked as players': into the zone that is selected, else not placed."""
        party = self._roster.party()
        zone = self._goal_zone()
        self._added(lambda data: people_edits.add_party(data, party, zone))

    def begin(self) -> None:
        """Begin the battle, or report what is missing; with a party, first ask who is here."""
        self.write()
        if not self._panel.begin.press():
            self._show_message(self._panel.begin.message.text())

    def _added(self, edit: Callable[[Encounter], Edit]) -> bool:
        done = self.document.do(edit)
        if done is not None:
            where = "" if self._goal_zone() else " Drag them onto the map."
            self._show_message(f"{done.sentence}.{where}")
        return done is not None

    def _goal_zone(self) -> str | None:
        zones = self.map.hand.selection.now.zones
        return zones[0] if len(zones) == 1 else None

    def begin_without(self, gone: Sequence[str]) -> None:
        data = people_edits.absent(self.document.data, gone)
        self.document.save()
        self._session.begin_encounter(self.document.id, data)


def encounter_commands(tasks: EncounterTasks) -> Sequence[OwnCommand]:
    view, document = tasks.map, tasks.document

    def command(
        id: str,
        title: str,
        do: Callable[[], object],
        *more: str,
        keys: str = "",
        why_not: Callable[[], str] = lambda: "",
    ) -> OwnCommand:
        return OwnCommand(
            f"encounter/{id}",
            title,
            keys,
            GROUP,
            lambda _context: do(),
            lambda _context: why_not() or None,
            more,
            note="this encounter",
        )

    def none_selected() -> str:
        return "" if view.hand.selection.now.zones else "Select a zone first."

    return (
        command("add", "Add anyone", tasks.ask_for_anyone, "opponent", "sheet", "combatant", keys="A"),
        command("party", "Bring the party", tasks.add_party, "heroes", "players", keys="P"),
        command(
            "begin",
            "Begin the battle",
            tasks.begin,
            "fight",
            "start",
            keys="Ctrl+Enter",
            why_not=lambda: missing(document),
        ),
        command(
            "how_hard",
            "How hard is it?",
            lambda: tasks.show_hardness() if tasks.show_hardness is not None else None,
            "simulate",
            "difficulty",
            "balance",
            keys="H",
            why_not=lambda: "" if tasks.show_hardness is not None else "Fights can’t be simulated here.",
        ),
        *(command(id, name, partial(view.hand.take, id), "tool") for _key, id, name in TOOLS),
        *(
            command(
                f"terrain_{terrain}",
                f"Terrain: {terrain}",
                partial(view.hand.choose_terrain, terrain),
                why_not=none_selected,
            )
            for terrain in TERRAINS
        ),
        command("fit", "Show the whole battlefield", view.fit, "zoom", "fit"),
    )
