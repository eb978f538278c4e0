"""What keys do on the page of a battle: the functions that its table of keys names.

Each takes the page and the press, and gives False where the key is left to whatever has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from exgui.gui.keyboard.press import Press
from exgui.gui.pages.common_keys import click
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.figures import FigureChip
from exgui.gui.widgets.basics import EnterLine

if TYPE_CHECKING:
    from exgui.gui.battle_controller import BattleController
    from exgui.gui.log.view import LogView
    from exgui.gui.map.view import MapView
    from exgui.gui.panel.turn_panel import TurnPanel
    from exgui.gui.tick_bar.bar import TickBar
    from exgui.gui.tick_bar.wheel import BattleWheel
    from exgui.gui.widgets.why_popover import WhyPopover


ROLL = "R"
"""The letter by which the app rolls, all that a step still asks for with Shift."""


class KeyedPage(Protocol):
    """What keys work on: the page of a battle."""

    controller: BattleController
    panel: TurnPanel
    map: MapView
    ticks: TickBar
    wheel: BattleWheel | None
    log: LogView
    why: WhyPopover
    say: Callable[[str], None]

    def show_why(self, *places: QWidget | None) -> None: ...
    def take_keys(self) -> None: ...
    def action_keys(self) -> dict[str, str]: ...


# In every mode


def allow_refused(page: KeyedPage, _press: Press) -> bool:
    """Allows what was just refused, by the storyteller's word; reveals a hidden combatant who would be by it."""
    refusal = page.controller.refusal
    return refusal is not None and refusal.allowable and page.controller.drafting.allow()


def show_why(page: KeyedPage, _press: Press) -> bool:
    """Shows the parts of the number under the keys or the pointer."""
    page.show_why(QApplication.focusWidget(), QApplication.widgetAt(QCursor.pos()))
    return True


def scroll_up(page: KeyedPage, _press: Press) -> bool:
    """Scrolls a tool up by a page."""
    return _scroll(page, -1)


def scroll_down(page: KeyedPage, _press: Press) -> bool:
    """Scrolls a tool down by a page."""
    return _scroll(page, 1)


def _scroll(page: KeyedPage, pages: int) -> bool:
    if page.panel.tool is None:
        return False
    page.panel.scroll_pages(pages)
    return True


def move_up(page: KeyedPage, _press: Press) -> bool:
    """Moves the cursor to the candidate or option above."""
    return _move(page, -1)


def move_down(page: KeyedPage, _press: Press) -> bool:
    """Moves the cursor to the candidate or option below."""
    return _move(page, 1)


def _move(page: KeyedPage, by: int) -> bool:
    if _in_outline(QApplication.focusWidget()):
        return False
    return page.panel.draft.move_cursor(by) or page.panel.resolution.move_cursor(by)


# Enter and Space


def accept_asked(page: KeyedPage, press: Press) -> bool:
    """Goes on with what is asked."""
    return _enter_or_space(page, press, lambda page: page.panel.resolution.accept())


def accept_draft(page: KeyedPage, press: Press) -> bool:
    """Goes on with the command that is being put together; takes the likeliest candidate, but not by Space: who means
    the next turn with it shall not attack anybody."""

    def accept(page: KeyedPage) -> None:
        walks = page.panel.draft.walks
        if "Space" in press.names or walks or not page.controller.drafting.take_proposed():
            page.panel.draft.accept()

    return _enter_or_space(page, press, accept)


def take_proposed(page: KeyedPage, press: Press) -> bool:
    """Presses the button that has the focus; nothing else is to be accepted."""
    focus = QApplication.focusWidget()
    if _keeps(page, focus, press):
        return False
    if click(focus):
        return True
    drafting = page.controller.drafting
    return drafting.stay_hidden() or (not page.panel.draft.walks and drafting.take_proposed())


def end_turn(page: KeyedPage, press: Press) -> bool:
    """Goes on to the next turn, or begins the battle."""
    return _enter_or_space(page, press, lambda page: page.controller.steps.end_turn())


def _enter_or_space(page: KeyedPage, press: Press, do: Callable[[KeyedPage], object]) -> bool:
    focus = QApplication.focusWidget()
    if _keeps(page, focus, press):
        return False
    if "Enter" not in press.names or not click(focus):
        if not page.controller.drafting.stay_hidden():
            do(page)
    return True


def _keeps(page: KeyedPage, focus: QWidget | None, press: Press) -> bool:
    """The widget that has the focus hears Enter or Space itself: it chooses or presses what stands under the keys."""
    if "Space" in press.names:
        return isinstance(focus, QAbstractButton)
    places = (page.map, page.ticks, page.wheel)
    chooses = any(place is not None and focus is place and place.chooses for place in places)
    return isinstance(focus, FigureChip) or _in_outline(focus) or chooses


def _in_outline(focus: QWidget | None) -> bool:
    from exgui.gui.text_outline import (
        OutlineTree,  # not above: the window's first picture would wait for the whole engine
    )

    return isinstance(focus, OutlineTree)


# Characters


def pick_option(page: KeyedPage, press: Press) -> bool:
    """Chooses among the options that are asked."""
    return page.panel.resolution.pick_number(int(press.text))


def pick_candidate(page: KeyedPage, press: Press) -> bool:
    """Chooses among the candidates of a command, by number."""
    return page.controller.picking.pick_number(int(press.text))


def take_back_last(page: KeyedPage, _press: Press) -> bool:
    """Takes away the last of several actions put together."""
    if page.controller.draft is None or not page.controller.draft.repeats:
        return False
    page.controller.drafting.take_back_last()
    return True


def begin_modifier(page: KeyedPage, press: Press) -> bool:
    """Begins a modifier on the pending roll."""
    if page.panel.roll.pending is None:
        return False
    page.panel.roll.begin_modifier(press.text)
    return True


def toggle_impossible(page: KeyedPage, _press: Press) -> bool:
    """Shows the actions that are not possible now, or hides them."""
    if not page.panel.action_list.isVisible():
        return False
    page.panel.action_list.toggle()
    return True


def asked_letter(page: KeyedPage, press: Press) -> bool:
    """What a letter means for what is asked: the app's dice, a stunt, a modifier, another choice."""
    return page.panel.resolution.letter(press.text.upper(), press.shift)


def still_reads(page: KeyedPage, _press: Press) -> bool:
    """A sheet covers what is asked: nothing is answered unseen."""
    page.say("The sheet covers what is asked; Escape goes back to it.")
    return True


def begin_action(page: KeyedPage, press: Press) -> bool:
    """Begins the action of that letter, or chooses among the uses of actions that are put together. What is put
    together is not dropped for another action."""
    if press.text.upper() == ROLL and (press.shift or page.controller.refusal is not None):
        # Whoever means the dice of something that was refused shall not begin another action by it.
        refused = page.controller.refusal
        page.say(f"Nothing is to be rolled: {refused.label} is refused." if refused else "Nothing is to be rolled now.")
        return True
    id = next((id for id, key in page.action_keys().items() if key == press.text.upper()), None)
    if id is None:
        return False
    controller, draft = page.controller, page.controller.draft
    if controller.drafting.open_group(id):
        return True
    if draft is not None and draft.repeats and draft.chosen:
        label = controller.rules.actions[id].label
        page.say(f"{label} cannot be added here. Enter does what is put together, Escape cancels it.")
        return True
    controller.drafting.propose(id, overrule=press.shift)
    return True


# Escape


def cancel(page: KeyedPage, _press: Press) -> bool:
    """Puts away what is on top: the parts of a number, a search, a tool, a command, who was picked."""
    focus = QApplication.focusWidget()
    for put_away in (
        _hide_why,
        _leave_carried,
        _end_search,
        _close_tool,
        _cancel_command,
        _leave_field,
        _leave_step,
        _show_active,
    ):
        done = put_away(page, focus)
        if done is not None:
            return done
    cards = (page.panel.due, page.panel.checklist, page.panel.after_fight)
    if page.panel.due.texts or any(card.isVisible() for card in cards[1:]):
        for card in cards:
            card.dismiss()
        return True
    return False


def _hide_why(page: KeyedPage, _focus: QWidget | None) -> bool | None:
    if not page.why.isVisible():
        return None
    page.why.hide()
    return True


def _leave_carried(page: KeyedPage, focus: QWidget | None) -> bool | None:
    """A token that is carried along the tick bar is put down by the bar itself."""
    return False if any(focus is place and place.input.carries for place in (page.ticks, page.wheel) if place) else None


def _end_search(page: KeyedPage, focus: QWidget | None) -> bool | None:
    if focus is None or not page.log.isAncestorOf(focus) or not page.log.end_search():
        return None
    page.take_keys()
    return True


def _close_tool(page: KeyedPage, _focus: QWidget | None) -> bool | None:
    if page.panel.tool is None:
        return None
    page.panel.close_tool()
    page.take_keys()
    return True


def _cancel_command(page: KeyedPage, focus: QWidget | None) -> bool | None:
    controller = page.controller
    if isinstance(focus, EnterLine) and controller.draft is None:
        return False  # the line has its own meaning of it
    if controller.draft is None and controller.refusal is None:
        return None
    controller.drafting.cancel()
    page.map.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _leave_field(page: KeyedPage, focus: QWidget | None) -> bool | None:
    if not isinstance(focus, QLineEdit) or isinstance(focus, DiceField):
        return None
    page.map.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _leave_step(page: KeyedPage, _focus: QWidget | None) -> bool | None:
    """Of a roll first what is typed; then the step that is open, if nothing of it is decided yet."""
    if page.controller.pending is None:
        return None
    if not page.panel.roll.leave():
        page.controller.steps.leave()
    return True


def _show_active(page: KeyedPage, _focus: QWidget | None) -> bool | None:
    controller = page.controller
    if controller.shown == controller.battle.active or controller.pending is not None:
        return None
    controller.show(None)
    return True
