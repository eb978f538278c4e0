"""The page of an encounter: who is in it at the left, the battlefield in the middle, what is selected at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QSplitter, QVBoxLayout, QWidget

from exgui.campaign.battlefields import Battlefield, fitted
from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits.adding import Addable
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.encounter_edits.whole import begin_from, set_picture
from exgui.campaign.encounter_edits.zones import Box
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.open_here import read_other_file
from exgui.gui.background_job import BackgroundJob
from exgui.gui.commands.command import WindowCommand
from exgui.gui.commands.context import Context
from exgui.gui.file_dialog import file_dialog
from exgui.gui.keyboard import page_keys
from exgui.gui.keyboard.press import Press
from exgui.gui.keyboard.table import Binding, ModeName
from exgui.gui.map.editor.selection import Selected, only
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.commands import encounter_commands, key_groups
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.edits import EncounterField
from exgui.gui.pages.encounter.empty_field import EmptyField
from exgui.gui.pages.encounter.fields import Line
from exgui.gui.pages.encounter.map_menu import map_menu
from exgui.gui.pages.encounter.property_panel import PropertyPanel
from exgui.gui.pages.encounter.roster import Roster, addable
from exgui.gui.pages.encounter.toolbar import Toolbar
from exgui.gui.pages.page import Heading, UndoTarget
from exgui.gui.picture_reader import LARGEST_FILE, Bounded, bounded
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import TokenPictures

ROSTER, PANEL, WIDE_PANEL, WIDE = 236, 300, 340, 1600
PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"
PICTURE_WIDTH = 1_200.0
"""Map units of a background picture that is laid under nothing yet."""
PATIENCE = 0.05
"""Seconds that the window waits for a picture before it says that it is being read."""


def make_encounter_page(context: Context, id: str) -> EncounterPage:
    """The page of an encounter of the campaign that is open.

    Raises:
        CampaignError: there is none, or it cannot be read.
    """
    campaign = context.session.campaign
    assert campaign is not None
    document = context.session.documents.get("encounter", id, lambda: EncounterDocument(campaign, id))
    return EncounterPage(context, document)


class EncounterUndo:
    """What Ctrl+Z takes back: edits of this encounter; what it was is said."""

    def __init__(self, page: EncounterPage) -> None:
        self._page = page

    def can_undo(self) -> bool:
        """There is something to take back."""
        return self._page.document.can_undo()

    def can_redo(self) -> bool:
        """Something was taken back."""
        return self._page.document.can_redo()

    def undo(self) -> None:
        """Takes back the last edit."""
        self._page.write()
        self._said("Taken back", self._page.document.undo())

    def redo(self) -> None:
        """Does it again."""
        self._page.write()
        self._said("Done again", self._page.document.redo())

    def _said(self, what: str, sentence: str) -> None:
        if sentence:
            self._page.context.say(f"{what}: {sentence}.")


@safe_events
class EncounterPage(QWidget):
    """One encounter.

    Signals:
        changed(): the heading, the hints or what can be done are others.
    """

    changed = Signal()
    kind = "encounter"

    def __init__(self, context: Context, document: EncounterDocument) -> None:
        super().__init__()
        self.context, self.document = context, document
        self.subject = document.id
        pictures = TokenPictures(context.session.portrait)
        self.map = EditorView(EncounterField(document), pictures, context.session.picture_content)
        self.roster = Roster(document, pictures, self._addable)
        self.panel = PropertyPanel(document)
        self.toolbar = Toolbar(self.map, lambda: self._undo.undo())
        self.empty = EmptyField(self.map)
        self._undo = EncounterUndo(self)
        self._reading: BackgroundJob[Bounded] | None = None
        self._ghost = QLabel(self)
        self._ghost.setProperty("role", "keycap")
        self._ghost.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._ghost.hide()
        self._build()
        self._connect()
        self._show()

    # What the window knows of a page

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    @property
    def column_place(self) -> QSplitter:
        """Where the campaign column stands."""
        return self._outer

    @property
    def heading(self) -> Heading:
        """The encounter's title and its rules."""
        rules = self.document.rules
        detail = rules.name if rules is not None else "rules are missing"
        return Heading(self.document.title, detail, section="Encounter")

    @property
    def hints(self) -> tuple[str, ...]:
        """The keys that matter most now."""
        now = self.map.selection.now
        if self.map.tool in ("zone", "ellipse"):
            return ("Drag out a zone", "type its name", "1-8 terrain", "Ctrl or Alt free of the grid", "V select")
        if self.map.tool == "link":
            return ("Drag from one zone to another", "V select")
        if now.zones:
            return ("1-8 terrain", "Enter name", "Ctrl+D duplicate", "arrows nudge", "Delete")
        if now.people:
            return ("Drag onto a zone, or onto somebody to be close", "Delete")
        return ("Z zone", "L link", "A add anyone", "P the party", "Ctrl+Enter begin")

    @property
    def saved(self) -> tuple[str, str]:
        """Whether what is shown is saved."""
        if self.document.campaign.read_only:
            return "read only", "The file can only be read."
        return "saved", "Every change is on the disk before it is shown."

    @property
    def undo_target(self) -> UndoTarget | None:
        """The edits of this encounter."""
        return self._undo

    @property
    def tab_order(self) -> Sequence[QWidget]:
        """Its parts, as Tab walks them."""
        return self.roster.add.line, self.roster.list, self.map, self.panel

    def commands(self) -> Sequence[WindowCommand]:
        """What can be done on this page alone."""
        return encounter_commands(self)

    def own_keys(self) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """The keys of the map."""
        return key_groups()

    def key_mode(self, focus: QWidget | None) -> ModeName:
        """It brings its own bindings."""
        return "page"

    def bindings(self, focus: QWidget | None) -> Mapping[str, Binding]:
        """Letters on the map; Escape goes back from field to map, and from there to the page beneath."""
        if focus is self.map:
            return {"Escape": Binding(self._escape_map), "letter": Binding(self._letter)}
        if focus is None or not self.isAncestorOf(focus):
            return {}
        own = focus in (self.map.names, self.roster.add.line) or page_keys.stands_in_list(focus)
        if (
            own
            or (isinstance(focus, Line) and focus.is_written)
            or (focus is self.roster.list and self._ghost.isVisible())
        ):
            return {"Escape": Binding(_leave_to_focus)}
        return {"Escape": Binding(self._to_map)}

    def take_keys(self) -> None:
        """Puts the keys on the map."""
        self.map.setFocus(Qt.FocusReason.OtherFocusReason)

    def shape(self, column: int) -> None:
        """Shares the room by the size of the window, unless it was shared by hand."""
        width = self.window().width()
        self._outer.setSizes([column, max(400, width - column)])
        state = self.context.settings.state("sizes/encounter")
        if state is None or not self._inner.restoreState(state):
            panel = WIDE_PANEL if width >= WIDE else PANEL
            self._inner.setSizes([ROSTER, max(240, width - column - ROSTER - panel), panel])

    def close_page(self) -> None:
        """Saves what is still being written."""
        self.write()
        if self._reading is not None:
            self._reading.cancel()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus)
        self.document.changed.disconnect(self._on_changed)
        self.document.refused.disconnect(self._on_refused)
        self.document.checked.disconnect(self._on_checked)
        if self.write in self.document.before_saving:
            self.document.before_saving.remove(self.write)

    # What can be done here

    def write(self) -> None:
        """Saves what is still being written in a field."""
        self.map.names.finish()
        self.panel.hand_on()

    def add(self, one: Addable, count: int) -> None:
        """Adds copies of a sheet or opponent: into the zone that is selected, else not placed."""
        try:
            source = self.roster.source_of(one)
        except CampaignError as error:
            self.context.say(str(error).removeprefix(f"{error.path}: "))
            return
        sheet = one.id if one.kind == "sheet" else ""
        zone = self._goal_zone()
        if self._added(lambda data: people_edits.add_people(data, source, count, sheet=sheet, zone=zone)):
            self.roster.add.line.clear()

    def add_party(self) -> None:
        """Adds the sheets that are marked as players': into the zone that is selected, else not placed."""
        party = self.roster.party()
        zone = self._goal_zone()
        self._added(lambda data: people_edits.add_party(data, party, zone))

    def begin(self) -> None:
        """Begins the battle, or says what is missing; where there is a party, it is asked first who is here."""
        self.write()
        if not self.panel.begin.press():
            self.context.say(self.panel.begin.said.text())

    def _added(self, edit: Callable[[Encounter], Edit]) -> bool:
        done = self.document.do(edit)
        if done is not None:
            where = "" if self._goal_zone() else " Drag them onto the map."
            self.context.say(f"{done.sentence}.{where}")
        return done is not None

    def _goal_zone(self) -> str | None:
        zones = self.map.selection.now.zones
        return zones[0] if len(zones) == 1 else None

    def _begin_without(self, gone: Sequence[str]) -> None:
        data = people_edits.absent(self.document.data, gone)
        self.document.save()
        self.context.session.begin_encounter(self.document.id, data)

    def _reset(self, battle: int) -> None:
        self.context.session.run_again(battle)

    # Inside

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._inner = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.roster, self.map, self.panel):
            self._inner.addWidget(part)
        self._outer = QSplitter(Qt.Orientation.Horizontal)
        self._outer.addWidget(self._inner)
        for splitter in (self._inner, self._outer):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        self._inner.setStretchFactor(1, 1)
        self._outer.setStretchFactor(0, 1)
        column.addWidget(self._outer)
        self._inner.splitterMoved.connect(
            lambda _at, _index: self.context.settings.save("sizes/encounter", self._inner.saveState())
        )
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.begin)

    def _connect(self) -> None:
        document, view = self.document, self.map
        document.changed.connect(self._on_changed)
        document.refused.connect(self._on_refused)
        document.checked.connect(self._on_checked)
        document.before_saving.append(self.write)
        view.selection.changed.connect(self._on_selection)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        view.tool_changed.connect(lambda _tool: self.changed.emit())
        view.terrain_changed.connect(lambda terrain: self.context.say(f"The next zones are drawn as {terrain}."))
        view.opened.connect(self._open_sheet_of)
        view.menu_wanted.connect(self._show_menu)
        view.accepts = self._accepts
        view.dropped = self._dropped
        roster = self.roster
        roster.add.wanted.connect(self.add)
        roster.add.left.connect(self.take_keys)
        roster.party_wanted.connect(self.add_party)
        roster.dropped.connect(lambda data: self._dropped(data, None))
        roster.list.chosen.connect(self._choose_people)
        roster.list.opened.connect(self._open_sheet_of)
        roster.list.carried.connect(self._carry)
        roster.list.let_go.connect(self._let_go)
        panel = self.panel
        panel.left.connect(self.take_keys)
        panel.begin.begun.connect(self._begin_without)
        panel.sheet_wanted.connect(self.context.navigation.open_sheet)
        panel.battle_wanted.connect(self.context.navigation.open_battle)
        panel.reset_wanted.connect(self._reset)
        panel.concerned.connect(self._select)
        panel.picture_wanted.connect(self._ask_for_picture)
        self.empty.chosen.connect(self._begin_from)

    def _show(self) -> None:
        self.map.show_battle(self.document.battle, self.document.game)  # type: ignore[arg-type]
        self.empty.set_shown(not self.document.battle.zones)
        self.toolbar.follow()

    def _on_changed(self, renamed: Mapping[str, str]) -> None:
        view = self.map
        battle = self.document.battle
        self.panel.follow(renamed)
        view.selection.keep(battle.zones, battle.combatants, [link.between for link in battle.links], renamed)
        self._show()
        self.roster.refresh(view.selection.now.people)
        self.panel.fill()
        self.changed.emit()

    def _on_checked(self) -> None:
        self.roster.refresh(self.map.selection.now.people)
        self.panel.fill()

    def _on_refused(self, sentence: str) -> None:
        self.map.refuse(sentence)
        self.context.say(sentence)

    def _on_selection(self) -> None:
        now = self.map.selection.now
        self.roster.list.select_people(now.people)
        self.panel.show_selected(now)
        self.changed.emit()

    def _on_focus(self, _before: QWidget | None, _now: QWidget | None) -> None:
        self.document.leave_field()

    def _choose_people(self, people: tuple[str, ...]) -> None:
        self.map.selection.put(Selected(people=people))

    def _select(self, kind: str, id: str) -> None:
        if kind == "zone":
            self.map.selection.put(only("zone", id))
        elif kind == "combatant":
            self.map.selection.put(only("person", id))

    def _show_menu(self, at: QPoint) -> None:
        menu = map_menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.popup(at)

    def _open_sheet_of(self, who: str) -> None:
        one = self.document.battle.combatants.get(who)
        if one is None:
            return
        self.map.selection.put(only("person", who))
        if one.sheet:
            self.context.navigation.open_sheet(one.sheet)

    def _addable(self) -> Sequence[Addable]:
        return addable(self.document)

    def _begin_from(self, battlefield: Battlefield) -> None:
        drawn = fitted(battlefield, self.document.rules)
        self.document.do(lambda data: begin_from(data, drawn))
        self.map.fit()
        self.take_keys()

    # The background picture

    def _ask_for_picture(self) -> None:
        filter = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"
        dialog = file_dialog(
            self.context.window, "Background picture", QFileDialog.AcceptMode.AcceptOpen, filter, "png"
        )
        dialog.fileSelected.connect(lambda path: self.put_picture(Path(path)))
        dialog.show()

    def put_picture(self, path: Path) -> None:
        """Lays a picture of a file under the zones; it is read in a thread of its own."""
        try:
            content = read_other_file(path, LARGEST_FILE)
        except (OSError, ValueError) as error:
            self._on_refused(f"{path.name} cannot be read: {error}")
            return

        def done(picture: Bounded) -> None:
            self._reading = None
            try:
                id = self.document.campaign.put_picture(picture.content, path.name[-200:], f"image/{picture.kind}")
            except CampaignError as error:
                self._on_refused(str(error).removeprefix(f"{error.path}: "))
                return
            self._lay_picture(id, picture.width, picture.height)

        def failed(error: Exception) -> None:
            self._reading = None
            self._on_refused(f"{path.name}: {error}")

        self._reading = BackgroundJob(lambda _cancelled: bounded(content), done, failed)
        if not self._reading.start(PATIENCE):
            self.context.say(f"Reading {path.name} \N{HORIZONTAL ELLIPSIS}")

    def _lay_picture(self, id: str, width: int, height: int) -> None:
        zones = self.document.battle.zones
        field_ = self.map.map.contents() if zones else None
        wide = max(PICTURE_WIDTH, field_.width() if field_ is not None else 0.0)
        high = max(wide * height / max(width, 1), 20.0)
        middle = field_.center() if field_ is not None else QPointF()
        keys = Box(middle.x() - wide / 2, middle.y() - high / 2, wide, high).keys()
        self.document.do(lambda data: set_picture(data, "Background picture", id=id, **keys))
        self.map.take_tool("picture")
        if not self.map.zooming.by_hand:
            self.map.fit()

    # Dragging people out of the roster

    def _carry(self, people: tuple[str, ...], at: QPoint | None) -> None:
        if at is None:
            self._ghost.hide()
            self.map.hover_drop(None)
            return
        names = [self.document.battle.combatants[id].name for id in people if id in self.document.battle.combatants]
        self._ghost.setText(names[0] if len(names) == 1 else f"{len(names)} combatants")
        self._ghost.adjustSize()
        here = self.mapFromGlobal(at)
        self._ghost.move(here + QPoint(14, 8))
        self._ghost.show()
        self._ghost.raise_()
        over = self.map.viewport().mapFromGlobal(at)
        self.map.hover_drop(over if self.map.viewport().rect().contains(over) else None)

    def _let_go(self, people: tuple[str, ...], at: QPoint) -> None:
        over = self.map.viewport().mapFromGlobal(at)
        if not self.map.viewport().rect().contains(over):
            return
        other = self.map.map.token_at(self.map.mapToScene(over))
        if other is not None and other.id not in people and self.document.battle.combatants[other.id].zone:
            self.map.field.put_close(people, other.id)
            return
        zone = self.map.zone_at(over)
        if zone is not None:
            self.map.field.place(people, zone)

    # Dropped from the campaign column

    def _accepts(self, data: QMimeData) -> bool:
        return bool(self.roster.dragged(data))

    def _dropped(self, data: QMimeData, zone: str | None) -> None:
        def edit(encounter: Encounter) -> Edit:
            made: list[str] = []
            sentence = ""
            for one in self.roster.dragged(data):
                source = self.roster.source_of(one)
                sheet = one.id if one.kind == "sheet" else ""
                step = people_edits.add_people(encounter, source, sheet=sheet, zone=zone)
                encounter, sentence = step.data, step.sentence
                made += step.made
            return Edit(encounter, sentence if len(made) == 1 else f"{len(made)} combatants added", tuple(made))

        try:
            done = self.document.do(edit)
        except CampaignError as error:
            self.context.say(str(error).removeprefix(f"{error.path}: "))
            return
        if done is not None:
            self.map.selection.put(Selected(people=done.made))

    # Keys

    def _escape_map(self, context: Context, press: Press) -> bool:
        return self.map.keys.escape() or page_keys.go_back(context, press)

    def _to_map(self, _context: Context, _press: Press) -> bool:
        self.panel.begin.put_away()
        self.take_keys()
        return True

    def _letter(self, _context: Context, press: Press) -> bool:
        match press.text.lower():
            case "a":
                self.roster.add.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
            case "p":
                self.add_party()
            case _:
                return False
        return True


def _leave_to_focus(_context: Context, _press: Press) -> bool:
    return False
