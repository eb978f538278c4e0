"""What the top line and the status line say of a battle: when it is, its rules, and the keys that matter now."""

from __future__ import annotations

from exgui.engine.asks import Choose, Declare
from exgui.gui.battle_controller import BattleController
from exgui.gui.pages.page import Heading
from exgui.gui.panel.typed_modifier import stunts


def heading(controller: BattleController) -> Heading:
    """The battle's title, its rules, and when it is."""
    battle = controller.battle
    try:
        now = controller.queries.timeline().caption
    except Exception:
        now = f"Round {battle.round}"
    before = "not begun" if controller.pending is None else "beginning"
    now = {"prepared": before, "over": "over"}.get(battle.phase, now)
    return Heading(battle.title or "Battle", rules_caption(controller), now)


def hints(controller: BattleController, *, covered: bool = False) -> tuple[str, ...]:
    """Who declares nothing more in this turn, and the keys that matter most now.

    Args:
        covered: a sheet covers what is asked.
    """
    silent = ", ".join(controller.name(who) for who in controller.nothing_more.all)
    return (*((f"Nothing more this turn: {silent}",) if silent else ()), *_keys(controller, covered))


def _keys(controller: BattleController, covered: bool) -> tuple[str, ...]:
    back = "Esc takes it back" if controller.steps.is_fresh else "Ctrl+Z take back"
    if controller.refusal is not None and controller.refusal.warns:
        return f"Space: {controller.refusal.label.lower()} anyway", "? the rule", "Esc cancels"
    if controller.refusal is not None and controller.refusal.reveals:
        return f"Space: {controller.refusal.reveals.lower()}", "Shift+Enter reveals", "Esc cancels"
    if controller.refusal is not None:
        return "Shift+Enter allows it", "? the rule", "Esc cancels"
    if covered:
        return "Esc goes back to what is asked", "PgDn scrolls"
    if controller.draft is not None and controller.draft.param.type in ("number", "text"):
        return "Enter goes on", "Esc cancel"
    if controller.draft is not None:
        return "1\N{EN DASH}9 choose", "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW} Enter", "Esc cancel"
    if isinstance(controller.pending, Choose):
        return "1\N{EN DASH}9 choose", "Enter takes the marked one", back
    if isinstance(controller.pending, Declare):
        return "1\N{EN DASH}9 choose", "Enter goes on", "N nothing more this turn", back
    if controller.pending is not None:
        ready = stunts(controller.rules)[0].label.rstrip(" 1")  # "stunt" of "stunt 1", but "+1" of "+1"
        ready = ready if ready[-1:].isalpha() else stunts(controller.rules)[0].label
        return "Enter accept", "R the app rolls", f"S {ready}, again for more", "+ modifier", "? why", back
    if controller.battle.phase == "prepared":
        return "Space begins the battle", "Drag tokens into their zones"
    if controller.battle.phase == "over":
        return "The battle is over", "Ctrl+Z takes the last step back"
    return "Space next turn", "a letter acts", "? why", "Ctrl or Alt drag: storyteller's word"


def rules_caption(controller: BattleController) -> str:
    """The ruleset's name, and how many of its switches stand otherwise than it has them."""
    rules = controller.rules
    options = controller.battle.options
    changed = sum(1 for id, value in options.items() if id in rules.options and rules.options[id].default != value)
    return f"{rules.name} · house rules: {changed}" if changed else rules.name
