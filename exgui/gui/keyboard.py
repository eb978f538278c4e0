"""What the keys mean in the storyteller's window, wherever the focus is.

Letters, digits, Space and Enter work from anywhere but a field in which one writes; the dice field takes digits
alone. A button that was walked to with Tab is pressed by Space and Enter as everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from exgui.gui.actions import MARKS, MORE
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.figures import FigureChip
from exgui.gui.panel.widgets import EnterLine

if TYPE_CHECKING:
    from exgui.gui.battle_controller import BattleController
    from exgui.gui.desk import Desk
    from exgui.gui.main_window import MainWindow


class Keyboard(QObject):
    """Hears the keys of one window before its widgets do.

    It listens at the window and at whatever has the focus, where all keys come first, not at the whole app: each of the
    hundreds of events of a step of the battle would come by here.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._hears = True
        window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)
            self._follow(None, app.focusWidget())

    def stop(self) -> None:
        """Hears nothing any more."""
        self._hears = False

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """The keys go elsewhere. (Where they went before may be on its way out, and is not asked any more.)"""
        if now is not None and self._hears:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Its class is asked first: it takes a tenth of the time that its type takes to tell.
        if isinstance(event, QKeyEvent) and self._hears and event.type() == QEvent.Type.KeyPress:
            window = self._window
            # A key that its widget does not want is offered to the parents; here it was heard already.
            first = watched is (QApplication.focusWidget() or window)
            if first and isinstance(watched, QWidget) and watched.window() is window and _free() and self._key(event):
                return True
        return False  # not by way of Qt's own filter, which says so too and takes its time

    def _key(self, event: QKeyEvent) -> bool:
        """A key that means something here and now. False leaves it to whatever has the focus."""
        window, key = self._window, event.key()
        if window.keys_list.isVisible():
            window.keys_list.hide()
            return key in (Qt.Key.Key_Escape, Qt.Key.Key_F1)
        if window.palette_.isVisible() or window.keys_page.isVisible():
            return False
        if window.bridge is None or window.desk is None:
            button = QApplication.focusWidget()
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(button, QAbstractButton):
                button.click()
                return True
            return False
        bridge, desk = window.bridge, window.desk
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        focus = QApplication.focusWidget()
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and shift and bridge.refusal is not None and bridge.refusal.allowable:
            return bridge.drafting.allow()
        if key == Qt.Key.Key_Escape:
            return self._escape(bridge, desk, focus)
        if desk.panel.tool is not None and key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            desk.panel.scroll_pages(1 if key == Qt.Key.Key_PageDown else -1)
            return True
        if _writes(focus) or modifiers & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        if enter:
            return _enter(bridge, desk, focus)
        if key == Qt.Key.Key_Backspace and bridge.draft is not None and bridge.draft.repeats:
            bridge.drafting.take_back_last()
            return True
        dice = isinstance(focus, DiceField)
        if event.text() == "?":
            window.show_why()
            return True
        if key == Qt.Key.Key_Space and not dice:
            return _space(bridge, desk, focus)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            by = 1 if key == Qt.Key.Key_Down else -1
            if dice or _in_outline(focus):
                return False
            return desk.panel.draft.move_cursor(by) or desk.panel.resolution.move_cursor(by)
        if dice and not desk.panel.roll.asks_fact() and not event.text().isalpha():
            return False
        return self._character(bridge, desk, event.text(), shift)

    def _escape(self, bridge: BattleController, desk: Desk, focus: QWidget | None) -> bool:
        if self._window.why.isVisible():
            self._window.why.hide()
            return True
        if any(focus is form and form.carries for form in (desk.ticks, desk.wheel) if form is not None):
            return False
        if focus is not None and desk.log.isAncestorOf(focus) and desk.log.end_search():
            desk.map.setFocus(Qt.FocusReason.OtherFocusReason)
            desk.panel.focus_asked()
            return True
        if desk.panel.tool is not None:
            desk.panel.close_tool()
            desk.map.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        if isinstance(focus, EnterLine) and bridge.draft is None:
            return False
        if bridge.draft is not None or bridge.refusal is not None:
            bridge.drafting.cancel()
            desk.map.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        if isinstance(focus, QLineEdit) and not isinstance(focus, DiceField):
            desk.map.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        if bridge.shown != bridge.battle.active and bridge.pending is None:
            bridge.show(None)
            return True
        if desk.panel.due.isVisible() or desk.panel.checklist.isVisible():
            desk.panel.due.dismiss()
            desk.panel.checklist.dismiss()
            return True
        return False

    def _character(self, bridge: BattleController, desk: Desk, text: str, shift: bool) -> bool:
        """A letter, a digit, or the beginning of a modifier."""
        if len(text) != 1:
            return False
        if text.isdecimal():
            if bridge.pending is not None:
                return desk.panel.resolution.pick_number(int(text))
            return bridge.picking.pick_number(int(text))
        if text in "+-=" and desk.panel.roll.pending is not None:
            desk.panel.roll.begin_modifier(text)
            return True
        if text == MORE and desk.panel.action_list.isVisible():
            desk.panel.action_list.toggle()
            return True
        if not text.isalpha() and text not in MARKS:
            return False
        letter = text.upper()
        if bridge.pending is not None:
            return desk.panel.resolution.letter(letter, shift)
        for id, key in self._window.action_keys().items():
            if key == letter:
                _act(bridge, id, shift)
                return True
        return False


def _act(bridge: BattleController, id: str, overrule: bool) -> None:
    """The letter of an action: begins it, or chooses among the uses of actions that are put together. What is put
    together is not dropped for another action."""
    if bridge.drafting.open_group(id):
        return
    draft = bridge.draft
    if draft is not None and draft.repeats and draft.chosen:
        label = bridge.rules.actions[id].label
        bridge.message.emit(f"{label} cannot be added here. Enter does what is put together, Escape leaves it.")
        return
    bridge.drafting.propose(id, overrule=overrule)


def _enter(bridge: BattleController, desk: Desk, focus: QWidget | None) -> bool:
    forms = (desk.map, desk.ticks, desk.wheel)
    chooses = any(form is not None and focus is form and form.chooses for form in forms)
    if isinstance(focus, FigureChip) or _in_outline(focus) or chooses:
        return False  # what stands under the keys there is chosen
    if isinstance(focus, QAbstractButton):
        focus.click()
        return True
    # Not by Space: who means the next turn with it shall not attack anybody.
    return (not desk.panel.draft.walks and bridge.drafting.take_only()) or _accept(bridge, desk)


def _space(bridge: BattleController, desk: Desk, focus: QWidget | None) -> bool:
    if isinstance(focus, QAbstractButton):
        return False
    if not _accept(bridge, desk):
        bridge.steps.end_turn()
    return True


def _accept(bridge: BattleController, desk: Desk) -> bool:
    """Goes on with what is asked. False where nothing is."""
    if bridge.draft is not None:
        desk.panel.draft.accept()
        return True
    if bridge.pending is not None:
        desk.panel.resolution.accept()
        return True
    return False


def _in_outline(focus: QWidget | None) -> bool:
    from exgui.gui.outline import OutlineTree  # not above: the window's first picture would wait for the whole engine

    return isinstance(focus, OutlineTree)


def _free() -> bool:
    """No menu or dialog has the keys."""
    return QApplication.activeModalWidget() is None and QApplication.activePopupWidget() is None


def _writes(focus: QWidget | None) -> bool:
    """Letters are written there."""
    if isinstance(focus, DiceField):
        return False
    if focus is not None and focus.property("takes_keys"):
        return True
    return isinstance(focus, (QLineEdit, QPlainTextEdit, QAbstractSpinBox)) or (
        isinstance(focus, QAbstractItemView) and focus.state() == QAbstractItemView.State.EditingState
    )
