"""The keys of a battle's page: which of its modes is in force, and what each key does in it. The dice field takes
digits alone."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from exgui.gui.action_keys import MARKS, MORE
from exgui.gui.battle_controller import BattleController
from exgui.gui.keyboard.binding import Binding, ModeName
from exgui.gui.keyboard.focused_field import writes
from exgui.gui.pages.battle import key_actions
from exgui.gui.pages.battle.key_actions import KeyedPage
from exgui.gui.pages.common_keys import leave_to_focus, open_menu, press_button
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.turn_panel import TurnPanel

ALWAYS: Mapping[str, Binding[KeyedPage]] = {
    "Shift+Enter": Binding(key_actions.allow_refused),
    "Escape": Binding(key_actions.cancel),
    "PageUp": Binding(key_actions.scroll_up, repeats=True),
    "PageDown": Binding(key_actions.scroll_down, repeats=True),
    "Menu": Binding(open_menu),
}
WHY = {"?": Binding(key_actions.show_why)}
MODIFIER = {sign: Binding(key_actions.begin_modifier) for sign in "+-="}
CURSOR = {"Up": Binding(key_actions.move_up, repeats=True), "Down": Binding(key_actions.move_down, repeats=True)}
ASKED_LETTERS = {name: Binding(key_actions.asked_letter) for name in ("letter", *MARKS)}
ACTION_LETTERS = {name: Binding(key_actions.begin_action) for name in ("letter", *MARKS)}

TABLE: Mapping[ModeName, Mapping[str, Binding[KeyedPage]]] = {
    "writing": ALWAYS,
    "dice": {
        **ALWAYS,
        **WHY,
        "Enter": Binding(key_actions.accept_asked),
        "Space": Binding(leave_to_focus),
        "letter": Binding(key_actions.asked_letter),
    },
    "fact": {
        **ALWAYS,
        **WHY,
        **MODIFIER,
        **ASKED_LETTERS,
        "Enter": Binding(key_actions.accept_asked),
        "Space": Binding(leave_to_focus),
        "digit": Binding(key_actions.pick_option),
    },
    "reading": {
        **ALWAYS,
        **WHY,
        "Up": Binding(key_actions.scroll_up, repeats=True),
        "Down": Binding(key_actions.scroll_down, repeats=True),
        "Enter": Binding(press_button),
        "Space": Binding(key_actions.still_reads),
        **{name: Binding(key_actions.still_reads) for name in ("letter", "digit", *"+-=", *MARKS, MORE)},
    },
    "asked": {
        **ALWAYS,
        **WHY,
        **MODIFIER,
        **CURSOR,
        **ASKED_LETTERS,
        "Enter": Binding(key_actions.accept_asked),
        "Space": Binding(key_actions.accept_asked),
        "digit": Binding(key_actions.pick_option),
    },
    "draft": {
        **ALWAYS,
        **WHY,
        **CURSOR,
        **ACTION_LETTERS,
        "Enter": Binding(key_actions.accept_draft),
        "Space": Binding(key_actions.accept_draft),
        "Backspace": Binding(key_actions.take_back_last),
        "digit": Binding(key_actions.pick_candidate),
        MORE: Binding(key_actions.toggle_impossible),
    },
    "idle": {
        **ALWAYS,
        **WHY,
        **CURSOR,
        **ACTION_LETTERS,
        "Enter": Binding(key_actions.take_proposed),
        "Space": Binding(key_actions.end_turn),
        "digit": Binding(key_actions.pick_candidate),
        MORE: Binding(key_actions.toggle_impossible),
    },
}


def key_mode(controller: BattleController, panel: TurnPanel, focus: QWidget | None) -> ModeName:
    """Which mode is in force while the keys go to that widget."""
    if isinstance(focus, DiceField):
        return "fact" if panel.roll.asks_fact() else "dice"
    if writes(focus):
        return "writing"
    if panel.only_reads:
        return "reading"
    if controller.draft is not None:
        return "draft"
    return "asked" if controller.pending is not None else "idle"
