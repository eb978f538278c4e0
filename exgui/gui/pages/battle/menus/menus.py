"""The menus of the right mouse button on the page of a battle, and the same by the menu key: on the map, the tick bar,
the outline and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QTreeView, QWidget

from exgui.gui.log.text_outline import ID, KIND
from exgui.gui.menu_entries import MenuEntry, menu_of
from exgui.gui.pages.battle.menus.menu_actions import MenuActions
from exgui.gui.panel.turn_panel import TurnPanel
from exgui.gui.safe_events import safe_events
from exgui.gui.tick_bar.timeline_form import TimelineForm
from exgui.gui.tick_bar.timeline_input import TimelineInput

if TYPE_CHECKING:
    from exgui.gui.map.editor.selection import Selected

# What the menus hold is imported when the first is opened; the first picture of the battle does not wait.


class BattleMenus(QObject):
    """Opens them.

    Args:
        over: the page.
    """

    def __init__(self, over: QWidget, actions: MenuActions) -> None:
        super().__init__(over)
        self._over, self.actions = over, actions

    def entries(self, kind: str, id: str) -> tuple[MenuEntry, ...]:
        """Return the lines for something.

        Args:
            kind: "token", "zone", "link" (its id has both zones), or "" for bare ground.
        """
        from exgui.gui.pages.battle.menus.people import person_menu
        from exgui.gui.pages.battle.menus.places import ground_menu, link_menu, zone_menu

        if kind == "token":
            return person_menu(self.actions, id)
        if kind == "zone":
            return zone_menu(self.actions, id)
        if kind == "link":
            return link_menu(self.actions, id)
        return ground_menu(self.actions)

    def menu(self, kind: str, id: str) -> QMenu:
        """Return the menu of something; greyed, with the reason, what cannot be done now."""
        return menu_of(self.entries(kind, id), self._over)

    def open(self, kind: str, id: str, at: QPoint) -> None:
        """Open it at a point of the screen, unless there is nothing in it."""
        self.pop_up(self.entries(kind, id), at)

    def open_selected(self, now: Selected, at: QPoint) -> None:
        from exgui.gui.pages.battle.menus.places import menu_target

        self.open(*menu_target(now), at)

    def open_moment(self, number: int | None, at: QPoint) -> None:
        """Open the menu of a moment of the tick bar, or of the present one."""
        from exgui.gui.pages.battle.menus.places import moment_menu

        self.pop_up(moment_menu(self.actions, number), at)

    def pop_up(self, entries: tuple[MenuEntry, ...], at: QPoint) -> None:
        if entries:
            menu_of(entries, self._over).popup(at)


@safe_events
class TickMenu(QObject):
    """Hears the right mouse button and the menu key on a form of the tick bar."""

    def __init__(self, widget: QWidget, form: TimelineForm, input: TimelineInput, menus: BattleMenus) -> None:
        super().__init__(widget)
        self._widget, self._form, self._input, self._menus = widget, form, input, menus
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent):
            return False
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            here = self._form.here(QPointF(event.pos()))
            who, at = self._form.token_at(here), event.globalPos()
            number = self._form.timed_at(here)[1]
        else:
            who, number = self._input.cursor or self._form.controller.battle.active, None
            at = self._widget.mapToGlobal(self._widget.rect().center())
        if who is not None:
            self._menus.open("token", who, at)
        else:
            self._menus.open_moment(number, at)
        return True


@safe_events
class OutlineMenu(QObject):
    """Hears the right mouse button and the menu key on a tree of the outline."""

    def __init__(self, tree: QTreeView, menus: BattleMenus) -> None:
        super().__init__(tree)
        self._tree, self._menus = tree, menus
        tree.viewport().installEventFilter(self)
        tree.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent):
            return False
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self._tree.indexAt(event.pos()) if by_mouse else self._tree.currentIndex()
        kind, id = index.data(KIND), index.data(ID)
        if not id:
            return False
        at = event.globalPos()
        if not by_mouse:
            at = self._tree.viewport().mapToGlobal(self._tree.visualRect(index).bottomLeft())
        self._menus.open("token" if kind == "combatant" else "zone", str(id), at)
        return True


@safe_events
class PanelMenu(QObject):
    """Opens the shown combatant's menu on a right click or the menu key in the turn panel."""

    def __init__(self, panel: TurnPanel, menus: BattleMenus) -> None:
        super().__init__(panel)
        self._panel, self._menus = panel, menus
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = self._panel.controller.shown
        if not isinstance(event, QContextMenuEvent) or shown is None:
            return False
        self._menus.open("token", shown, event.globalPos())
        return True
