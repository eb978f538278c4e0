"""The mode in which the map of a battle is edited: a key begins it, a frame shows it, Escape leaves it. Outside it
gestures play. Gestures of the mode become steps of the battle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QSplitter, QWidget

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits import zones as zone_edits
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import STEP_IS_OPEN, reasons_text
from exgui.gui.battle_control.state import Update
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.selection import NOTHING, LinkEnds, Selected, only
from exgui.gui.map.editor.view import EditorView
from exgui.gui.map.view import MapView
from exgui.gui.pages.battle.map_editing.document import BattleDocument
from exgui.gui.pages.battle.map_editing.panel import MapPanel
from exgui.gui.pages.encounter.toolbar import Toolbar
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.layouts import hbox, vbox

GET_DOWN = "Mounting and dismounting are part of the fight. Escape stops editing the map."
LAST_ZONE = "It is the last zone, and it isn’t empty."


class BattleInProgress(Battlefield):
    """The battlefield of a battle. Each call is one step.

    Args:
        ask_where: called with the zones to be removed, the names of the people in them, and what to do when a zone has
            been chosen for these people.
    """

    document: BattleDocument

    def __init__(
        self,
        document: BattleDocument,
        ask_where: Callable[[tuple[str, ...], tuple[str, ...], Callable[[str], object]], object],
    ) -> None:
        super().__init__(document)
        self._ask_where = ask_where

    def delete(self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds]) -> None:
        """Remove things; ask where to put people whose zone is removed."""
        document, gone = self.document, set(zones)
        battle = document.battle
        inside = [one for one in battle.combatants.values() if one.zone in gone and one.id not in people]
        if not inside:
            self._delete(zones, people, links, None)
        elif gone.issuperset(battle.zones):
            document.refused.emit(LAST_ZONE)
        else:
            names = tuple(one.name for one in inside)
            self._ask_where(tuple(zones), names, lambda goal: self._delete(zones, people, links, goal))

    def _delete(
        self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds], goal: str | None
    ) -> None:
        def edit(data: Encounter) -> Edit:
            if links:
                data = zone_edits.delete_links(data, links).data
            if people:
                data = people_edits.remove_people(data, people).data
            if zones:
                data = zone_edits.delete_zones(data, zones).data
            return Edit(data, "removed")

        self.document.goal = goal
        try:
            self.document.do(edit)
        finally:
            self.document.goal = None

    def duplicate(self, zones: Collection[str], people: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Duplicate zones, or people if no zone is selected; their copies wait to join."""
        if zones:
            return super().duplicate(zones, ())
        before = set(self.document.battle.combatants)
        if people:
            self.document.do_steps(tuple(Command("copy", "", Table(who=who)) for who in people))
        return (), tuple(id for id in self.document.battle.combatants if id not in before)

    def put_close(self, people: Sequence[str], to: str) -> None:
        """Put people at close range of a combatant, as an override; in their zone if the rules have no close range."""
        if not self.document.controller.rules.has_close_range:
            self.place(people, self.document.battle.combatants[to].zone)
            return
        steps = tuple(Command("place", "", Table(who=who, close_to=to)) for who in people if who != to)
        if steps:
            self.document.do_steps(steps)

    def step_away(self, people: Sequence[str]) -> None:
        battle = self.document.battle
        apart = Table(close=())
        steps = (Command("adjust", "", Table(who=who, set=apart)) for who in people if battle.close_group(who))
        if found := tuple(steps):
            self.document.do_steps(found)

    def ride(self, who: str, mount: str) -> None:
        """Let a combatant mount or dismount, as by dragging them in a fight."""
        controller = self.document.controller
        known = controller.system.companions(controller.battle)
        found = next((one.id for one in known if one.owner == who and one.given == mount), None)
        if found is None or not mount:
            self.document.refused.emit(GET_DOWN)
            return
        broken = controller.dragging.drag(who, "companion", found, force=True)
        if broken:
            self.document.refused.emit(reasons_text(broken))


WIDTH = 3
"""Pixels of the frame."""


class EditingFrame(QFrame):
    """The frame around the map in editing mode, so that it is not mistaken for the game.

    Args:
        leave: leaves the mode.
    """

    def __init__(self, view: EditorView, leave: Callable[[], object]) -> None:
        super().__init__()
        styled(self, role="editing", fills=True)
        self.setAccessibleName("The map is being edited")
        self.title = label("Editing the battlefield: drags change the map, not the fight", "strong")
        self.done = push("Done (Esc)", "quiet", "Return to the fight (Escape)", "Stop editing the map", do=leave)
        self.done.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(
            hbox((self.title, 1), self.done, margins=(12, 3, 4, 3)),
            (view, 1),
            on=self,
            margins=(WIDTH, 0, WIDTH, WIDTH),
            spacing=0,
        )


class MapEditing(QObject):
    """The mode, of one battle.

    Signals:
        changed(): it has begun or ended, or something else is selected in it.
        menu_requested(object, QPoint): what can be done with what is selected (`Selected`) is to be shown there.
        opened(str): someone's token was double-clicked.

    Args:
        content: gives the bytes of the background picture, None where there is none.
        show_message: shows a sentence in the status line.
    """

    changed = Signal()
    menu_requested = Signal(object, QPoint)
    opened = Signal(str)

    def __init__(
        self,
        controller: BattleController,
        map: MapView,
        panel: QWidget,
        pictures: TokenPictures,
        content: Callable[[str], bytes | None],
        show_message: Callable[[str], None],
    ) -> None:
        super().__init__(map)
        self.controller, self._map, self._panel, self._show_message = controller, map, panel, show_message
        self.document = BattleDocument(controller)
        field = BattleInProgress(self.document, self._ask_where)
        self.view = EditorView(field, pictures, content)
        self.frame = EditingFrame(self.view, self.leave)
        self.panel = MapPanel(self.document)
        self.toolbar = Toolbar(self.view, controller.steps.undo)
        self.frame.hide()
        self.panel.hide()
        _beside(map).insertWidget(_beside(map).indexOf(map) + 1, self.frame)
        _beside(panel).insertWidget(_beside(panel).indexOf(panel) + 1, self.panel)
        self.document.refused.connect(self._on_refused)
        self.panel.left.connect(self.take_keys)
        self.view.hand.selection.changed.connect(self._on_selection)
        self.view.hand.tool_changed.connect(lambda _tool: self.changed.emit())
        self.view.hand.terrain_changed.connect(lambda terrain: show_message(f"New zones will be {terrain}."))
        self.view.menu_requested.connect(lambda at: self.menu_requested.emit(self.view.hand.selection.now, at))
        self.view.opened.connect(self.opened)
        controller.changed.connect(self._on_update)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    @property
    def active(self) -> bool:
        return not self.frame.isHidden()

    def begin(self, selected: Selected = NOTHING) -> bool:
        """Begin the mode with something selected; report why it can't begin."""
        if self.controller.pending is not None:
            self._show_message(STEP_IS_OPEN)
            return False
        if not self.active:
            self.controller.drafting.cancel()
            self._swap(self._map, self.frame)
            self._swap(self._panel, self.panel)
            self._show()
            self.view.setTransform(self._map.transform())
            self.view.fit()
        self.view.hand.selection.put(selected)
        self.take_keys()
        self.changed.emit()
        return True

    def leave(self) -> None:
        if not self.active:
            return
        self.write()
        self.panel.where.put_away()
        self.view.hand.take("select")
        self.view.hand.selection.put(NOTHING)
        self._swap(self.frame, self._map)
        self._swap(self.panel, self._panel)
        self._map.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def escape(self) -> None:
        """Cancel the gesture, put the tool away, clear the selection; else leave the mode."""
        if self.panel.where.isVisible():
            self.panel.where.put_away()
        elif not self.view.keys.escape():
            self.leave()

    def take_keys(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def write(self) -> None:
        """Hand on what is still being written in a field."""
        self.view.hand.names.finish()
        self.panel.card.commit_fields()

    def take_away(self, zone: str) -> None:
        """Take a zone away; ask where those go who are in it."""
        if self.begin(only("zone", zone)):
            self.view.keys.delete_selected()

    def close(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus)

    # Inside

    @staticmethod
    def _swap(old: QWidget, new: QWidget) -> None:
        splitter = _beside(old)
        sizes = splitter.sizes()
        at, goal = splitter.indexOf(old), splitter.indexOf(new)
        sizes[goal], sizes[at] = sizes[at], 0
        old.hide()
        new.show()
        splitter.setSizes(sizes)

    def _show(self) -> None:
        self.view.show_battle(self.controller.battle, self.controller.system)
        self.toolbar.follow()

    def _on_update(self, update: Update) -> None:
        if self.active and update.change is not None:
            self._show()
            self.panel.card.fill()

    def _on_selection(self) -> None:
        self.panel.show_selected(self.view.hand.selection.now)
        self.changed.emit()

    def _on_refused(self, sentence: str) -> None:
        if self.active:
            self.view.refuse(sentence)
        self._show_message(sentence)

    def _on_focus(self, _before: QWidget | None, _now: QWidget | None) -> None:
        self.document.leave_field()

    def _ask_where(self, zones: tuple[str, ...], people: tuple[str, ...], do: Callable[[str], object]) -> None:
        if not self.active and not self.begin(Selected(zones)):
            return
        self.panel.where.ask(zones, people, do)


def _beside(widget: QWidget) -> QSplitter:
    splitter = widget.parentWidget()
    assert isinstance(splitter, QSplitter)
    return splitter
