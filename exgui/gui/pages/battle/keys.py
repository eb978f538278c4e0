"""The keys of a battle's page: what each does in which mode, and how.

What a key does gives False where the key is left to whatever has the focus. The dice field takes digits alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from exgui.gui.action_keys import MARKS, MORE
from exgui.gui.log.text_outline import OutlineTree
from exgui.gui.pages.common_keys import click, leave_to_focus, open_menu, press_button
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.figures import FigureChip
from exgui.gui.widgets.basics import EnterLine
from exgui.gui.window_command import ModeName, Press, WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage

ROLL = "R"
"""The letter by which the app rolls, all that a step still asks for with Shift."""


# In every mode


def allow_refused(page: BattlePage) -> bool:
    """Allow what was just refused, by the storyteller's word; reveal a hidden combatant who would be by it."""
    refusal = page.controller.refusal
    return refusal is not None and refusal.allowable and page.controller.drafting.allow()


def show_why(page: BattlePage) -> bool:
    page.show_why(QApplication.focusWidget(), QApplication.widgetAt(QCursor.pos()))
    return True


def _scroll(page: BattlePage, pages: int) -> bool:
    if page.panel.tool is None:
        return False
    page.panel.scroll_pages(pages)
    return True


def _move(page: BattlePage, by: int) -> bool:
    if _in_outline(QApplication.focusWidget()):
        return False
    return page.panel.draft.move_cursor(by) or page.panel.resolution.move_cursor(by)


# Enter and Space


def accept_asked(page: BattlePage, press: Press) -> bool:
    return _enter_or_space(page, press, lambda page: page.panel.resolution.accept())


def accept_draft(page: BattlePage, press: Press) -> bool:
    """Continue the open command; take the likeliest candidate, except by Space, which could be meant for the next
    turn."""

    def accept(page: BattlePage) -> None:
        walks = page.panel.draft.walks
        if "Space" in press.names or walks or not page.controller.drafting.take_proposed():
            page.panel.draft.accept()

    return _enter_or_space(page, press, accept)


def take_proposed(page: BattlePage, press: Press) -> bool:
    """Press the button that has the focus; nothing else is to be accepted."""
    focus = QApplication.focusWidget()
    if _keeps(page, focus, press):
        return False
    if click(focus):
        return True
    drafting = page.controller.drafting
    return drafting.stay_hidden() or (not page.panel.draft.walks and drafting.take_proposed())


def end_turn(page: BattlePage, press: Press) -> bool:
    return _enter_or_space(page, press, lambda page: page.controller.steps.end_turn())


def _enter_or_space(page: BattlePage, press: Press, do: Callable[[BattlePage], object]) -> bool:
    focus = QApplication.focusWidget()
    if _keeps(page, focus, press):
        return False
    if "Enter" not in press.names or not click(focus):
        if not page.controller.drafting.stay_hidden():
            do(page)
    return True


def _keeps(page: BattlePage, focus: QWidget | None, press: Press) -> bool:
    """Return whether the focused widget handles Enter or Space itself."""
    if "Space" in press.names:
        return isinstance(focus, QAbstractButton)
    places = (page.map, page.ticks, page.wheel)
    chooses = any(place is not None and focus is place and place.chooses for place in places)
    return isinstance(focus, FigureChip) or _in_outline(focus) or chooses


def _in_outline(focus: QWidget | None) -> bool:
    return isinstance(focus, OutlineTree)


# Characters


def pick_option(page: BattlePage, press: Press) -> bool:
    return page.panel.resolution.pick_number(int(press.text))


def pick_candidate(page: BattlePage, press: Press) -> bool:
    """Choose by number; also who is next, where that question was put away."""
    if page.controller.draft is None:
        page.controller.drafting.ask_who_is_next()
    return page.controller.picking.pick_number(int(press.text))


def remove_last(page: BattlePage) -> bool:
    """Take away the last of several actions put together."""
    if page.controller.draft is None or not page.controller.draft.repeats:
        return False
    page.controller.drafting.remove_last()
    return True


def begin_modifier(page: BattlePage, press: Press) -> bool:
    if page.panel.roll.pending is None:
        return False
    page.panel.roll.begin_modifier(press.text)
    return True


def toggle_impossible(page: BattlePage) -> bool:
    if not page.panel.action_list.isVisible():
        return False
    page.panel.action_list.toggle()
    return True


def still_reads(page: BattlePage) -> bool:
    """Report that a sheet covers the question: nothing is answered unseen."""
    page.context.show_message("The sheet covers a question; Escape returns to it.")
    return True


def begin_action(page: BattlePage, press: Press) -> bool:
    """Begin the action of that letter, or choose among the uses of actions that are put together. What is put together
    is not dropped for another action."""
    if press.text.upper() == ROLL and (press.shift or page.controller.refusal is not None):
        # A key meant for the dice of a refused step must not begin another action.
        refused = page.controller.refusal
        page.context.show_message(
            f"Nothing to roll: {refused.label} is refused." if refused else "There is nothing to roll."
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
        page.context.show_message(f"{label} can’t be added. Enter does what you have so far, Escape cancels.")
        return True
    controller.drafting.propose(id, overrule=press.shift)
    return True


# Escape


def cancel(page: BattlePage) -> bool:
    """Put away what is on top: the parts of a number, a search, a tool, a command, who was picked."""
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
        if focus is not None and cards[2].isAncestorOf(focus):
            page.take_keys()
        for card in cards:
            card.dismiss()
        return True
    return False


def _hide_why(page: BattlePage, _focus: QWidget | None) -> bool | None:
    if not page.context.why.isVisible():
        return None
    page.context.why.hide()
    return True


def _leave_carried(page: BattlePage, focus: QWidget | None) -> bool | None:
    """Leave a carried token to the tick bar, which puts it down itself."""
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
    """Clear typed dice, else undo the open step if nothing of it is decided yet."""
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


# The table

_MODES: tuple[ModeName, ...] = ("writing", "dice", "fact", "reading", "asked", "draft", "idle")
TYPING, DICE, FACT, READING, ASKED, DRAFT, IDLE = (frozenset({mode}) for mode in _MODES)
ANSWERING, ACTING, ALL = FACT | ASKED, DRAFT | IDLE, frozenset(_MODES)
CHOOSE = "choose an option (0 1 2: number 12)"
ACCEPT = "accept what is shown"
MODIFY = "a modifier on the pending roll"
SCROLL = "scroll the panel"
WALK = "move through the options"


def _key(
    keys: str,
    title: str,
    do: Callable[..., object],
    modes: frozenset[ModeName],
    *,
    repeats: bool = False,
    by_press: bool = False,
) -> WindowCommand[BattlePage]:
    return WindowCommand(
        "",
        title,
        keys,
        "During a question",
        do,
        on=lambda context: context.battle,
        modes=modes,
        repeats=repeats,
        by_press=by_press,
    )


def _asked(keys: str, title: str, modes: frozenset[ModeName] = DICE | ANSWERING) -> WindowCommand[BattlePage]:
    """Return a letter for what is asked: the app's dice, a stunt, a modifier, another choice."""

    def do(page: BattlePage, press: Press) -> bool:
        return page.panel.resolution.letter(press.text.upper(), press.shift)

    return _key(keys, title, do, modes, by_press=True)


_MARKS = " ".join(MARKS)

KEYS: tuple[WindowCommand[BattlePage], ...] = (
    _key("digit", CHOOSE, pick_option, ANSWERING, by_press=True),
    _key("digit", CHOOSE, pick_candidate, ACTING, by_press=True),
    _key("Up", WALK, lambda page: _move(page, -1), ASKED | ACTING, repeats=True),
    _key("Down", WALK, lambda page: _move(page, 1), ASKED | ACTING, repeats=True),
    _key("Enter", ACCEPT, accept_asked, DICE | ANSWERING, by_press=True),
    _key("Enter", ACCEPT, accept_draft, DRAFT, by_press=True),
    _key("Enter", ACCEPT, take_proposed, IDLE, by_press=True),
    _key("Enter", ACCEPT, press_button, READING),
    _key("Space", "", accept_asked, ASKED, by_press=True),
    _key("Space", "", accept_draft, DRAFT, by_press=True),
    _key("Space", "", end_turn, IDLE, by_press=True),  # the window lists it, as R, ? and the key of menus
    _key("Space", "", leave_to_focus, DICE | FACT),
    _asked("R", ""),
    _asked("Shift+R", "roll until a choice"),
    _asked("S", "stunt; again for more"),
    _asked("N", "declare nothing more this turn"),
    _asked("M", MODIFY),
    _key("+ - =", MODIFY, begin_modifier, ANSWERING, by_press=True),
    _asked("letter", "", DICE),
    _asked(f"letter {_MARKS}", "", ANSWERING),
    _key(f"letter {_MARKS}", "", begin_action, ACTING, by_press=True),
    _key("Shift+letter", "an action, whatever the rules", begin_action, ACTING, by_press=True),
    _key(MORE, "show what isn’t possible, and why", toggle_impossible, ACTING),
    _key("Shift+Enter", "allow the refused action", allow_refused, ALL),
    _key("Backspace", "remove the last of several", remove_last, DRAFT),
    _key("Escape", "cancel, or undo", cancel, ALL),
    _key("?", "", show_why, ALL - TYPING),
    _key("PageUp", SCROLL, lambda page: _scroll(page, -1), ALL, repeats=True),
    _key("PageDown", SCROLL, lambda page: _scroll(page, 1), ALL, repeats=True),
    _key("Up", "", lambda page: _scroll(page, -1), READING, repeats=True),
    _key("Down", "", lambda page: _scroll(page, 1), READING, repeats=True),
    _key("Menu", "", open_menu, ALL),
    _key(f"Space letter digit + - = {MORE} {_MARKS}", "", still_reads, READING),
)
