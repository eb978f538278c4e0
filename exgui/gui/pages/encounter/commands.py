"""What can be done on the page of an encounter, for the command palette and the list of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from exgui.engine.zones import TERRAINS
from exgui.gui.map.editor import gesture_picker as tools
from exgui.gui.pages.encounter.begin_card import missing
from exgui.gui.pages.encounter.tasks import EncounterTasks
from exgui.gui.window_command import KeyGroups, OwnCommand, never

GROUP = "Encounter"
TOOL_NAMES = {
    tools.SELECT: "Select",
    tools.ZONE: "Draw a zone",
    tools.ELLIPSE: "Draw an oval",
    tools.LINK: "Draw a link",
}


def encounter_commands(tasks: EncounterTasks) -> Sequence[OwnCommand]:
    """Everything that can be done here now."""

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
    """The keys of this page, for the list of keys."""
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
