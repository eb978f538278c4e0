"""What can be done with what lies under the right mouse button on the battlefield: with keys, and by keyboard too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits import zones as zone_edits
from exgui.engine.zones import BARRIERS, TERRAINS
from exgui.gui.map.editor import hand as tools

if TYPE_CHECKING:
    from exgui.campaign.encounter_edits.edit import Edit
    from exgui.gui.pages.encounter.commands import EncounterTasks
    from exgui.gui.pages.encounter.document import EncounterDocument


def map_menu(parent: QWidget, tasks: EncounterTasks) -> QMenu:
    """Return the menu for what is selected; for the whole battlefield where nothing is."""
    menu = QMenu(parent)
    now = tasks.map.hand.selection.now
    if now.zones:
        _zones(menu, tasks)
    elif now.people:
        _people(menu, tasks)
    elif now.links:
        _links(menu, tasks)
    else:
        _ground(menu, tasks)
    return menu


def _add(menu: QMenu, text: str, do: Callable[[], object], keys: str = "", why_not: str = "") -> None:
    action = QAction(f"{text}\t{keys}" if keys else text, menu)
    action.triggered.connect(lambda _on=False: do())
    action.setEnabled(not why_not)
    action.setToolTip(why_not)
    menu.addAction(action)


def _do(document: EncounterDocument, edit: Callable[..., Edit], *args: object, **keys: object) -> None:
    document.do(lambda data: edit(data, *args, **keys))


def _zones(menu: QMenu, tasks: EncounterTasks) -> None:
    document, view, ids = tasks.document, tasks.map, tasks.map.hand.selection.now.zones
    zones = [document.battle.zones[id] for id in ids]
    if len(ids) == 1:
        _add(menu, "Name", partial(view.hand.begin_name, ids[0]), "Enter")
    terrain = menu.addMenu("Terrain")
    for number, one in enumerate(TERRAINS, 1):
        _add(terrain, one.capitalize(), partial(view.hand.choose_terrain, one), str(number))
    difficult = not all(zone.difficult for zone in zones)
    _add(
        menu,
        "Make it difficult to cross" if difficult else "Make it easy to cross",
        partial(_do, document, zone_edits.change_zones, ids, "difficult terrain", difficult=difficult or None),
    )
    hidden = not all(zone.hidden for zone in zones)
    _add(
        menu,
        "Hide from the players" if hidden else "Show to the players",
        partial(_do, document, zone_edits.change_zones, ids, "what players see", hidden=hidden or None),
    )
    if len(ids) > 1:
        align = menu.addMenu("Line up")
        for how in zone_edits.ALIGNMENTS:
            _add(
                align,
                how.capitalize(),
                partial(_do, document, zone_edits.align_zones, ids, how),
            )
    menu.addSeparator()
    _add(menu, "Cut", partial(view.keys.use_clipboard, "X"), "Ctrl+X")
    _add(menu, "Copy", partial(view.keys.use_clipboard, "C"), "Ctrl+C")
    _add(menu, "Duplicate", partial(view.keys.use_clipboard, "D"), "Ctrl+D")
    _add(menu, "Delete", view.keys.delete_selected, "Delete")


def _people(menu: QMenu, tasks: EncounterTasks) -> None:
    document, view, ids = tasks.document, tasks.map, tasks.map.hand.selection.now.people
    people = [document.battle.combatants[id] for id in ids]
    if len(ids) == 1:
        why_not = "" if people[0].sheet else "Not made from a sheet in this campaign."
        _add(menu, "Open the sheet", partial(tasks.open_sheet, people[0].sheet), "Enter", why_not)
    sides = menu.addMenu("Side")
    for side in people_edits.sides(document.data):
        _add(
            sides,
            side,
            partial(_do, document, people_edits.change_people, ids, "side", side=side),
        )
    place = menu.addMenu("Place in")
    for zone in tuple(document.battle.zones.values())[:30]:
        _add(place, zone.name, partial(view.hand.field.place, ids, zone.id))
    off = "" if any(one.zone for one in people) else "They are not placed."
    _add(menu, "Take off the map", partial(view.hand.field.place, ids, None), "", off)
    close = any(people_edits.close_to(document.data, id) for id in ids)
    if close or document.rules is None or document.rules.has_close_range:
        alone = "" if close else "They are close to no one."
        _add(menu, "Break away", lambda: view.hand.field.step_away(ids), "", alone)
    hidden = not all(one.hidden for one in people)
    _add(
        menu,
        "Hide from the players" if hidden else "Show to the players",
        partial(_do, document, people_edits.change_people, ids, "what players see", hidden=hidden or None),
    )
    waits = not all(one.waiting for one in people)
    _add(
        menu,
        "Comes in later" if waits else "There from the start",
        partial(_do, document, people_edits.set_arrival, ids, None, waits=waits),
    )
    menu.addSeparator()
    _add(menu, "Duplicate", partial(view.keys.use_clipboard, "D"), "Ctrl+D")
    _add(menu, "Remove", view.keys.delete_selected, "Delete")


def _links(menu: QMenu, tasks: EncounterTasks) -> None:
    document, ids = tasks.document, tasks.map.hand.selection.now.links
    for barrier in BARRIERS:
        words = "No barrier" if barrier == "none" else barrier.capitalize()
        kept = None if barrier == "none" else barrier
        _add(
            menu,
            words,
            partial(_do, document, zone_edits.change_links, ids, "barrier", barrier=kept),
        )
    menu.addSeparator()
    _add(menu, "Delete", tasks.map.keys.delete_selected, "Delete")


def _ground(menu: QMenu, tasks: EncounterTasks) -> None:
    view = tasks.map
    _add(menu, "Draw a zone", partial(view.hand.take, tools.ZONE), "Z")
    _add(menu, "Draw an oval", partial(view.hand.take, tools.ELLIPSE), "O")
    _add(menu, "Draw a link", partial(view.hand.take, tools.LINK), "L")
    _add(menu, "Paste", partial(view.keys.use_clipboard, "V"), "Ctrl+V")
    _add(menu, "Select all zones", partial(view.keys.use_clipboard, "A"), "Ctrl+A")
    menu.addSeparator()
    _add(menu, "Add anyone", tasks.ask_for_anyone, "A")
    _add(menu, "Bring the party", tasks.add_party, "P")
    _add(menu, "Begin the battle", tasks.begin, "Ctrl+Enter")
    menu.addSeparator()
    _add(menu, "Show the whole map", view.fit, "Home")
