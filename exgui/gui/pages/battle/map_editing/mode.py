"""The mode in which the map of a battle is edited: a key begins it, a frame shows it, Escape leaves it. Outside it
gestures play."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QSplitter, QWidget

from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import STEP_IS_OPEN
from exgui.gui.battle_control.state import Update
from exgui.gui.map.editor.selection import NOTHING, Selected, only
from exgui.gui.map.editor.view import EditorView
from exgui.gui.map.view import MapView
from exgui.gui.pages.battle.map_editing.battle_edits import BattleEdits
from exgui.gui.pages.battle.map_editing.document import BattleDocument
from exgui.gui.pages.battle.map_editing.panel import MapPanel
from exgui.gui.pages.encounter.toolbar import Toolbar
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.layouts import hbox, vbox

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
        menu_wanted(object, QPoint): what can be done with what is selected (`Selected`) is to be shown there.
        opened(str): someone's token was double-clicked.

    Args:
        content: gives the bytes of the background picture, None where there is none.
        say: shows a sentence in the status line.
    """

    changed = Signal()
    menu_wanted = Signal(object, QPoint)
    opened = Signal(str)

    def __init__(
        self,
        controller: BattleController,
        map: MapView,
        panel: QWidget,
        pictures: TokenPictures,
        content: Callable[[str], bytes | None],
        say: Callable[[str], None],
    ) -> None:
        super().__init__(map)
        self.controller, self._map, self._panel, self._say = controller, map, panel, say
        self.document = BattleDocument(controller)
        field = BattleEdits(self.document, self._ask_where)
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
        self.view.hand.terrain_changed.connect(lambda terrain: say(f"New zones will be {terrain}."))
        self.view.menu_wanted.connect(lambda at: self.menu_wanted.emit(self.view.hand.selection.now, at))
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
            self._say(STEP_IS_OPEN)
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
        self._say(sentence)

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
