"""The page of an encounter: combatants on the left, battlefield in the middle, properties on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QSplitter, QWidget

from exgui.campaign.battlefields import Battlefield, fitted
from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits import zones as zone_edits
from exgui.campaign.encounter_edits.adding import Addable
from exgui.campaign.encounter_edits.general import begin_from, set_picture
from exgui.campaign.encounter_edits.zones import Box
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.open_in_process import read_other_file
from exgui.engine.zones import BARRIERS, TERRAINS
from exgui.gui.background_job import BackgroundJob
from exgui.gui.forms.editors import Line
from exgui.gui.keyboard.focused_field import is_edited_in_list
from exgui.gui.look import fonts
from exgui.gui.map.editor import battlefield as drawn
from exgui.gui.map.editor import hand as tools
from exgui.gui.map.editor.selection import Selected, only
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.common_keys import add_shortcuts, go_back, leave_to_focus
from exgui.gui.pages.encounter.commands import EncounterTasks, encounter_commands
from exgui.gui.pages.encounter.document import EncounterDocument, encounter_document
from exgui.gui.pages.encounter.empty_field import EmptyField
from exgui.gui.pages.encounter.hardness import Hardness
from exgui.gui.pages.encounter.property_panel import PropertyPanel
from exgui.gui.pages.encounter.roster import DraggedPeople, Roster, addable
from exgui.gui.pages.encounter.toolbar import Toolbar
from exgui.gui.pages.house_rules.page import open_house_rules
from exgui.gui.pages.page import Heading, PageBesideColumn
from exgui.gui.pages.page_context import PageContext
from exgui.gui.safe_events import safe_events
from exgui.gui.session.file_dialog import ask_for_file
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.picture_reader import LARGEST_FILE, Bounded, bounded
from exgui.gui.widgets.layouts import vbox
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand, by_name, listed_keys, own_key

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
        _add_people_commands(menu, tasks)
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
    change = partial(_do, document, zone_edits.change_zones, ids)
    difficult = not all(zone.difficult for zone in zones)
    difficulty = "Make it difficult to cross" if difficult else "Make it easy to cross"
    _add(menu, difficulty, partial(change, "difficult terrain", difficult=difficult or None))
    _add_secrecy(menu, all(zone.hidden for zone in zones), change)
    if len(ids) > 1:
        align = menu.addMenu("Line up")
        for how in zone_edits.ALIGNMENTS:
            _add(align, how.capitalize(), partial(_do, document, zone_edits.align_zones, ids, how))
    menu.addSeparator()
    _add(menu, "Cut", partial(view.keys.use_clipboard, "X"), "Ctrl+X")
    _add(menu, "Copy", partial(view.keys.use_clipboard, "C"), "Ctrl+C")
    _add(menu, "Duplicate", partial(view.keys.use_clipboard, "D"), "Ctrl+D")
    _add(menu, "Delete", view.keys.delete_selected, "Delete")


def _add_secrecy(menu: QMenu, hidden: bool, change: Callable[..., object]) -> None:
    text = "Show to the players" if hidden else "Hide from the players"
    _add(menu, text, partial(change, "what players see", hidden=None if hidden else True))


def _add_people_commands(menu: QMenu, tasks: EncounterTasks) -> None:
    document, view, ids = tasks.document, tasks.map, tasks.map.hand.selection.now.people
    people = [document.battle.combatants[id] for id in ids]
    if len(ids) == 1:
        why_not = "" if people[0].sheet else "Not made from a sheet in this campaign."
        _add(menu, "Open the sheet", partial(tasks.open_sheet, people[0].sheet), "Enter", why_not)
    change = partial(_do, document, people_edits.change_people, ids)
    sides = menu.addMenu("Side")
    for side in people_edits.sides_to_choose(document.data):
        _add(sides, side, partial(change, "side", side=side))
    place = menu.addMenu("Place in")
    for zone in tuple(document.battle.zones.values())[:30]:
        _add(place, zone.name, partial(view.hand.field.place, ids, zone.id))
    off = "" if any(one.zone for one in people) else "They are not placed."
    _add(menu, "Take off the map", partial(view.hand.field.place, ids, None), "", off)
    close = any(people_edits.close_to(document.data, id) for id in ids)
    if close or document.rules is None or document.rules.has_close_range:
        alone = "" if close else "They are close to no one."
        _add(menu, "Break away", lambda: view.hand.field.step_away(ids), "", alone)
    _add_secrecy(menu, all(one.hidden for one in people), change)
    waits = not all(one.waiting for one in people)
    arrival = "Comes in later" if waits else "There from the start"
    _add(menu, arrival, partial(_do, document, people_edits.set_arrival, ids, None, waits=waits))
    menu.addSeparator()
    _add(menu, "Duplicate", partial(view.keys.use_clipboard, "D"), "Ctrl+D")
    _add(menu, "Remove", view.keys.delete_selected, "Delete")


def _links(menu: QMenu, tasks: EncounterTasks) -> None:
    document, ids = tasks.document, tasks.map.hand.selection.now.links
    for barrier in BARRIERS:
        words = "No barrier" if barrier == "none" else barrier.capitalize()
        kept = None if barrier == "none" else barrier
        _add(menu, words, partial(_do, document, zone_edits.change_links, ids, "barrier", barrier=kept))
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


ROSTER, PANEL, WIDE_PANEL, WIDE = 236, 300, 340, 1600
ROOM_FOR_ROSTER = 560
"""With fewer pixels, beside the unfolded campaign in a narrow window, the roster is hidden."""
PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"
PICTURE_WIDTH = 1_200.0
"""Map units of a background picture that is laid under nothing yet."""
PATIENCE = 0.05
"""Seconds to wait for a picture before reporting that it is being read."""


def make_encounter_page(context: PageContext, id: str) -> EncounterPage:
    """Return the page of an encounter of the campaign that is open.

    Raises:
        CampaignError: there is none, or it cannot be read.
    """
    return EncounterPage(context, encounter_document(context.session, id))


@safe_events
class EncounterPage(PageBesideColumn, QWidget):
    """One encounter.

    Signals:
        changed(): the heading, the hints or what can be done are others.
    """

    changed = Signal()
    kind = "encounter"

    def __init__(self, context: PageContext, document: EncounterDocument) -> None:
        super().__init__()
        self.context, self.document = context, document
        self.subject = document.id
        self.undo_target = document.history
        pictures = TokenPictures(context.session.portrait)
        self.map = EditorView(drawn.Battlefield(document), pictures, context.session.picture_content)
        self.roster = Roster(document, pictures, self._addable)
        self.hardness = Hardness(self, context, document) if context.workers is not None else None
        if self.hardness is not None:
            self.roster.put_below(self.hardness.card)
        self.panel = PropertyPanel(document)
        self.toolbar = Toolbar(self.map, lambda: context.run("undo"))
        self.panel.follow_in_tab_order(self.toolbar.zoom)
        self.empty = EmptyField(self.map)
        open_sheet, show_message = context.navigation.open_sheet, context.show_message
        self.tasks = EncounterTasks(
            document, self.map, self.roster, self.panel, context.session, open_sheet, show_message, self._show_roster
        )
        self.picture = BackgroundPicture(document, self.map, self._on_refused, context.show_message)
        self._dragged = DraggedPeople(self, document, self.map, self.roster, context.show_message)
        self._shared_by_hand = False
        self._build()
        self._connect()
        self._show()

    # What the window knows of a page

    @property
    def heading(self) -> Heading:
        rules = self.document.rules
        detail = rules.name if rules is not None else "rules are missing"
        return Heading(self.document.title, detail, section="Encounter")

    @property
    def hints(self) -> tuple[str, ...]:
        now = self.map.hand.selection.now
        if self.map.hand.tool in ("zone", "ellipse"):
            return ("Drag out a zone", "type its name", "1-8 terrain", "Ctrl or Alt ignores the grid", "V select")
        if self.map.hand.tool == "link":
            return ("Drag from one zone to another", "V select")
        if now.zones:
            return ("1-8 terrain", "Enter name", "Ctrl+D duplicate", "arrows nudge", "Delete")
        if now.people:
            return ("Drag onto a zone, or onto a combatant to be close", "Delete")
        return ("Z zone", "L link", "A add anyone", "P the party", "Ctrl+Enter begin")

    @property
    def saved(self) -> tuple[str, str]:
        if self.document.campaign.read_only:
            return "read-only", "The file is read-only."
        return "saved", "Every change is saved before it is shown."

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return self.roster.add, self.roster.list, self.map, self.panel

    def commands(self) -> Sequence[OwnCommand]:
        return self._commands

    def own_keys(self) -> KeyGroups:
        return (*self.map.keys.listed(), *listed_keys(self._commands))

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Return the letters on the map; Escape returns from a field to the map, and from there to the page beneath."""
        if focus is self.map:
            return {"Escape": own_key(self._escape_map), **by_name(self._commands)}
        if focus is None or not self.isAncestorOf(focus):
            return {}
        own = focus in (self.map.hand.names, self.roster.add) or is_edited_in_list(focus)
        if (
            own
            or (isinstance(focus, Line) and focus.is_written)
            or (focus is self.roster.list and self._dragged.are_under_way)
        ):
            return {"Escape": own_key(leave_to_focus)}
        return {"Escape": own_key(self._to_map)}

    def take_keys(self) -> None:
        self.map.setFocus(Qt.FocusReason.OtherFocusReason)

    def shape(self, column: int) -> None:
        """Share the room by the size of the window, unless it was shared by hand."""
        super().shape(column)
        state = self.context.settings.state("sizes/encounter")
        self._shared_by_hand = state is not None and self._inner.restoreState(state)
        self._share(self.window().width() - column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share(self._inner.width())

    def _hide_roster_in_narrow_room(self) -> None:
        room = self.window().width() - self.context.pages.column_width()
        self.roster.setVisible(room >= fonts.px(ROOM_FOR_ROSTER))

    def _show_roster(self) -> None:
        if self.roster.isHidden():
            self.context.pages.column.set_folded(True)
            self.roster.show()

    def _share(self, room: int) -> None:
        self._hide_roster_in_narrow_room()
        if self._shared_by_hand:
            return
        width = self.window().width()
        panel = min(fonts.px(WIDE_PANEL if width >= WIDE else PANEL), round(room * 0.435))
        roster = min(fonts.px(ROSTER), round(room * 0.26))
        self._inner.setSizes([roster, max(200, room - roster - panel), panel])

    def _keep_share(self) -> None:
        self._shared_by_hand = True
        self.context.settings.save("sizes/encounter", self._inner.saveState())

    def close_page(self) -> None:
        self.tasks.write()
        self.picture.stop()
        if self.hardness is not None:
            self.hardness.close()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus)
        self.context.pages.column.folded.disconnect(self._hide_roster_in_narrow_room)
        self.document.changed.disconnect(self._on_changed)
        self.document.refused.disconnect(self._on_refused)
        if self.tasks.write in self.document.before_saving:
            self.document.before_saving.remove(self.tasks.write)

    # Inside

    def _build(self) -> None:
        column = vbox(on=self, margins=0, spacing=0)
        self._inner = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.roster, self.map, self.panel):
            self._inner.addWidget(part)
        self.map.setMinimumWidth(160)
        self._inner.setChildrenCollapsible(False)
        self._inner.setHandleWidth(1)
        self._inner.setStretchFactor(1, 1)
        self.put_beside_column(self._inner)
        column.addWidget(self.column_place)
        self._inner.splitterMoved.connect(self._keep_share)
        if self.hardness is not None:
            self.tasks.show_hardness = self.hardness.show_report
        self._commands = encounter_commands(self.tasks)
        add_shortcuts(self, self._commands)

    def _connect(self) -> None:
        document, view = self.document, self.map
        document.changed.connect(self._on_changed)
        document.refused.connect(self._on_refused)
        document.before_saving.append(self.tasks.write)
        view.hand.selection.changed.connect(self._on_selection)
        self.context.pages.column.folded.connect(self._hide_roster_in_narrow_room)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        view.hand.tool_changed.connect(lambda _tool: self.changed.emit())
        view.hand.terrain_changed.connect(lambda terrain: self.context.show_message(f"New zones will be {terrain}."))
        view.opened.connect(self._open_sheet_of)
        view.menu_requested.connect(self._show_menu)
        roster = self.roster
        roster.add.wanted.connect(self.tasks.add)
        roster.add.left.connect(self.take_keys)
        roster.party_requested.connect(self.tasks.add_party)
        roster.list.chosen.connect(self._choose_people)
        roster.list.opened.connect(self._open_sheet_of)
        roster.list.add_commands = lambda menu: _add_people_commands(menu, self.tasks)
        panel = self.panel
        panel.left.connect(self.take_keys)
        panel.begin.begun.connect(self.tasks.begin_without)
        panel.sheet_requested.connect(self.context.navigation.open_sheet)
        panel.battle_requested.connect(self.context.navigation.open_battle)
        panel.reset_requested.connect(self.context.session.run_again)
        panel.concerned.connect(self._select)
        panel.picture_requested.connect(lambda: self.picture.ask(self.context.window))
        panel.rules_requested.connect(lambda ruleset: open_house_rules(self.context, ruleset))
        self.empty.chosen.connect(self._begin_from)

    def _show(self) -> None:
        self.map.show_battle(self.document.battle, self.document.game)  # type: ignore[arg-type]
        self.empty.set_shown(not self.document.battle.zones)
        self.toolbar.follow()

    def _on_changed(self, renamed: Mapping[str, str]) -> None:
        view = self.map
        battle = self.document.battle
        self.panel.follow(renamed)
        view.hand.selection.keep(battle.zones, battle.combatants, [link.between for link in battle.links], renamed)
        self._show()
        self.roster.refresh(view.hand.selection.now.people)
        self.panel.fill()
        if self.hardness is not None:
            self.hardness.restart()
        self.changed.emit()

    def _on_refused(self, sentence: str) -> None:
        self.map.refuse(sentence)
        self.context.show_message(sentence)

    def _on_selection(self) -> None:
        now = self.map.hand.selection.now
        self.roster.list.select_people(now.people)
        self.panel.show_selected(now)
        self.changed.emit()

    def _on_focus(self, _before: QWidget | None, _now: QWidget | None) -> None:
        self.document.history.end_gesture()

    def _choose_people(self, people: tuple[str, ...]) -> None:
        self.map.hand.selection.put(Selected(people=people))

    def _select(self, kind: str, id: str) -> None:
        if kind == "zone":
            self.map.hand.selection.put(only("zone", id))
        elif kind == "combatant":
            self.map.hand.selection.put(only("person", id))

    def _show_menu(self, at: QPoint) -> None:
        menu = map_menu(self, self.tasks)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.popup(at)

    def _open_sheet_of(self, who: str) -> None:
        one = self.document.battle.combatants.get(who)
        if one is None:
            return
        self.map.hand.selection.put(only("person", who))
        if one.sheet:
            self.context.navigation.open_sheet(one.sheet)

    def _addable(self) -> Sequence[Addable]:
        return addable(self.document)

    def _begin_from(self, battlefield: Battlefield) -> None:
        drawn = fitted(battlefield, self.document.rules)
        self.document.do(lambda data: begin_from(data, drawn))
        self.map.fit()
        self.take_keys()

    # Keys

    def _escape_map(self) -> bool:
        return self.map.keys.escape() or go_back(self.context)

    def _to_map(self) -> bool:
        self.panel.begin.put_away()
        self.take_keys()
        return True


class BackgroundPicture:
    """Asks for a file, reads it in a thread of its own, and lays it under the zones.

    Args:
        refuse: says why a picture cannot be laid there.
        show_message: says that it is being read.
    """

    def __init__(
        self,
        document: EncounterDocument,
        view: EditorView,
        refuse: Callable[[str], object],
        show_message: Callable[[str], object],
    ) -> None:
        self._document, self._view = document, view
        self._refuse, self._show_message = refuse, show_message
        self._reading: BackgroundJob[Bounded] | None = None

    def ask(self, window: QWidget) -> None:
        ask_for_file(window, "Background picture", QFileDialog.AcceptMode.AcceptOpen, self.put, PICTURES, "png")

    def put(self, path: Path) -> None:
        try:
            content = read_other_file(path, LARGEST_FILE)
        except (OSError, ValueError) as error:
            self._refuse(f"{path.name} can’t be read: {error}")
            return

        waited: list[str] = []

        def done(picture: Bounded) -> None:
            self._reading = None
            if waited:
                self._show_message(f"{path.name} has been read.")
            try:
                id = self._document.campaign.pictures.put(picture.content, path.name[-200:], f"image/{picture.kind}")
            except CampaignError as error:
                self._refuse(str(error).removeprefix(f"{error.path}: "))
                return
            self._lay(id, picture.width, picture.height)

        def failed(error: Exception) -> None:
            self._reading = None
            if waited:
                self._show_message(f"{path.name} can’t be read.")
            self._refuse(f"{path.name}: {error}")

        self._reading = BackgroundJob(lambda _cancelled: bounded(content), done, failed)
        if not self._reading.start(PATIENCE):
            waited.append(path.name)
            self._show_message(f"Reading {path.name} \N{HORIZONTAL ELLIPSIS}")

    def stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    def _lay(self, id: str, width: int, height: int) -> None:
        zones = self._document.battle.zones
        field = self._view.map.contents() if zones else None
        shape = width / max(height, 1)
        wide = max(PICTURE_WIDTH, field.width(), field.height() * shape) if field is not None else PICTURE_WIDTH
        high = max(wide / max(shape, 0.001), 20.0)
        middle = field.center() if field is not None else QPointF()
        keys = Box(middle.x() - wide / 2, middle.y() - high / 2, wide, high).keys()
        self._document.do(lambda data: set_picture(data, "Background picture", id=id, **keys))
        self._view.hand.take("picture")
        if not self._view.zooming.by_hand:
            self._view.fit()
