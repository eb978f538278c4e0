"""What keys do on the page of a battle: the functions that the keyboard's table names.

Each takes the window's context and the press, and gives False where the key is left to whatever has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QWidget,
)

from exgui.gui.keyboard.press import Press
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.figures import FigureChip
from exgui.gui.widgets.basics import EnterLine

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context
    from exgui.gui.pages.battle.page import BattlePage


ROLL = "R"
"""The letter by which the app rolls, all that a step still asks for with Shift."""


# In every mode


def leave_to_focus(_context: Context, _press: Press) -> bool:
    """The widget that has the focus hears the key itself."""
    return False


def allow_refused(context: Context, _press: Press) -> bool:
    """Allows what was just refused, by the storyteller's word."""
    page = context.battle
    if page is None or page.controller.refusal is None or not page.controller.refusal.allowable:
        return False
    return page.controller.drafting.allow()


def show_why(context: Context, _press: Press) -> bool:
    """Shows the parts of the number under the keys or the pointer."""
    if context.battle is not None:
        context.battle.show_why(QApplication.focusWidget(), QApplication.widgetAt(context.window.cursor().pos()))
    return True


def scroll_up(context: Context, _press: Press) -> bool:
    """Scrolls a tool up by a page."""
    return _scroll(context, -1)


def scroll_down(context: Context, _press: Press) -> bool:
    """Scrolls a tool down by a page."""
    return _scroll(context, 1)


def _scroll(context: Context, pages: int) -> bool:
    page = context.battle
    if page is None or page.panel.tool is None:
        return False
    page.panel.scroll_pages(pages)
    return True


def move_up(context: Context, _press: Press) -> bool:
    """Moves the cursor to the candidate or option above."""
    return _move(context, -1)


def move_down(context: Context, _press: Press) -> bool:
    """Moves the cursor to the candidate or option below."""
    return _move(context, 1)


def _move(context: Context, by: int) -> bool:
    page = context.battle
    if page is None or _in_outline(QApplication.focusWidget()):
        return False
    return page.panel.draft.move_cursor(by) or page.panel.resolution.move_cursor(by)


# Enter and Space


def accept_asked(context: Context, press: Press) -> bool:
    """Goes on with what is asked."""
    return _enter_or_space(context, press, lambda page: page.panel.resolution.accept())


def accept_draft(context: Context, press: Press) -> bool:
    """Goes on with the command that is being put together; takes the likeliest candidate, but not by Space: who means
    the next turn with it shall not attack anybody."""

    def accept(page: BattlePage) -> None:
        walks = page.panel.draft.walks
        if "Space" in press.names or walks or not page.controller.drafting.take_proposed():
            page.panel.draft.accept()

    return _enter_or_space(context, press, accept)


def take_proposed(context: Context, press: Press) -> bool:
    """Presses the button that has the focus; nothing else is to be accepted."""
    page = context.battle
    if page is None or _keeps(page, QApplication.focusWidget(), press):
        return False
    if _click(QApplication.focusWidget()):
        return True
    return not page.panel.draft.walks and page.controller.drafting.take_proposed()


def end_turn(context: Context, press: Press) -> bool:
    """Goes on to the next turn, or begins the battle."""
    return _enter_or_space(context, press, lambda page: page.controller.steps.end_turn())


def _enter_or_space(context: Context, press: Press, do: Callable[[BattlePage], object]) -> bool:
    page, focus = context.battle, QApplication.focusWidget()
    if page is None or _keeps(page, focus, press):
        return False
    if "Enter" not in press.names or not _click(focus):
        do(page)
    return True


def _keeps(page: BattlePage, focus: QWidget | None, press: Press) -> bool:
    """The widget that has the focus hears Enter or Space itself: it chooses or presses what stands under the keys."""
    if "Space" in press.names:
        return isinstance(focus, QAbstractButton)
    places = (page.map, page.ticks, page.wheel)
    chooses = any(place is not None and focus is place and place.chooses for place in places)
    return isinstance(focus, FigureChip) or _in_outline(focus) or chooses


def _click(focus: QWidget | None) -> bool:
    """Presses a button, where it is one."""
    if isinstance(focus, QAbstractButton):
        focus.click()
        return True
    return False


def _in_outline(focus: QWidget | None) -> bool:
    from exgui.gui.outline import OutlineTree  # not above: the window's first picture would wait for the whole engine

    return isinstance(focus, OutlineTree)


# Characters


def pick_option(context: Context, press: Press) -> bool:
    """Chooses among the options that are asked."""
    return context.battle is not None and context.battle.panel.resolution.pick_number(int(press.text))


def pick_candidate(context: Context, press: Press) -> bool:
    """Chooses among the candidates of a command, by number."""
    return context.battle is not None and context.battle.controller.picking.pick_number(int(press.text))


def take_back_last(context: Context, _press: Press) -> bool:
    """Takes away the last of several actions put together."""
    page = context.battle
    if page is None or page.controller.draft is None or not page.controller.draft.repeats:
        return False
    page.controller.drafting.take_back_last()
    return True


def begin_modifier(context: Context, press: Press) -> bool:
    """Begins a modifier on the pending roll."""
    page = context.battle
    if page is None or page.panel.roll.pending is None:
        return False
    page.panel.roll.begin_modifier(press.text)
    return True


def toggle_impossible(context: Context, _press: Press) -> bool:
    """Shows the actions that are not possible now, or hides them."""
    page = context.battle
    if page is None or not page.panel.action_list.isVisible():
        return False
    page.panel.action_list.toggle()
    return True


def asked_letter(context: Context, press: Press) -> bool:
    """What a letter means for what is asked: the app's dice, a stunt, a modifier, another choice."""
    return context.battle is not None and context.battle.panel.resolution.letter(press.text.upper(), press.shift)


def still_reads(context: Context, _press: Press) -> bool:
    """A sheet covers what is asked: nothing is answered unseen."""
    context.say("The sheet covers what is asked; Escape goes back to it.")
    return True


def begin_action(context: Context, press: Press) -> bool:
    """Begins the action of that letter, or chooses among the uses of actions that are put together. What is put
    together is not dropped for another action."""
    page = context.battle
    if page is None:
        return False
    if press.text.upper() == ROLL and (press.shift or page.controller.refusal is not None):
        # Whoever means the dice of something that was refused shall not begin another action by it.
        refused = page.controller.refusal
        context.say(
            f"Nothing is to be rolled: {refused.label} is refused." if refused else "Nothing is to be rolled now."
        )
        return True
    id = next((id for id, key in page.action_keys().items() if key == press.text.upper()), None)
    if id is None:
        return False
    controller, draft = page.controller, page.controller.draft
    if controller.drafting.open_group(id):
        return True
    if draft is not None and draft.repeats and draft.chosen:
        label = controller.rules.actions[id].label
        context.say(f"{label} cannot be added here. Enter does what is put together, Escape cancels it.")
        return True
    controller.drafting.propose(id, overrule=press.shift)
    return True


# Escape


def cancel(context: Context, _press: Press) -> bool:
    """Puts away what is on top: the parts of a number, a search, a tool, a command, who was picked."""
    page, focus = context.battle, QApplication.focusWidget()
    if page is None:
        return False
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
    if any(card.isVisible() for card in cards):
        for card in cards:
            card.dismiss()
        return True
    return False


def _hide_why(page: BattlePage, _focus: QWidget | None) -> bool | None:
    if not page.why.isVisible():
        return None
    page.why.hide()
    return True


def _leave_carried(page: BattlePage, focus: QWidget | None) -> bool | None:
    """A token that is carried along the tick bar is put down by the bar itself."""
    return False if any(focus is place and place.input.carries for place in (page.ticks, page.wheel) if place) else None


def _end_search(page: BattlePage, focus: QWidget | None) -> bool | None:
    if focus is None or not page.log.isAncestorOf(focus) or not page.log.end_search():
        return None
    page.take_keys()
    return True


def _close_tool(page: BattlePage, _focus: QWidget | None) -> bool | None:
    if page.panel.tool is None:
        return None
    page.panel.close_tool()
    page.take_keys()
    return True


def _cancel_command(page: BattlePage, focus: QWidget | None) -> bool | None:
    controller = page.controller
    if isinstance(focus, EnterLine) and controller.draft is None:
        return False  # the line has its own meaning of it
    if controller.draft is None and controller.refusal is None:
        return None
    controller.drafting.cancel()
    page.map.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _leave_field(page: BattlePage, focus: QWidget | None) -> bool | None:
    if not isinstance(focus, QLineEdit) or isinstance(focus, DiceField):
        return None
    page.map.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _leave_step(page: BattlePage, _focus: QWidget | None) -> bool | None:
    """Of a roll first what is typed; then the step that is open, if nothing of it is decided yet."""
    if page.controller.pending is None:
        return None
    if not page.panel.roll.leave():
        page.controller.steps.leave()
    return True


def _show_active(page: BattlePage, _focus: QWidget | None) -> bool | None:
    controller = page.controller
    if controller.shown == controller.battle.active or controller.pending is not None:
        return None
    controller.show(None)
    return True
