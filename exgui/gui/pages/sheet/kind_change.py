"""Changes the kind of a sheet in the window: full, quick, group."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import SetupError
from exgui.sheets import kinds


def change_kind(parts: SheetParts, kind: str, say: Callable[[str], object]) -> bool:
    """Makes it a sheet of another kind; says what does not fit."""
    sheet, rules = parts.document.sheet, parts.rules
    left: list[str] = []

    def take(changed: kinds.Changed) -> None:
        nonlocal sheet
        sheet = changed.data
        left.extend(changed.left)

    try:
        if parts.kind == "group":
            take(kinds.to_single(sheet, rules))
        if kind == "group":
            take(kinds.to_group(sheet, rules))
        elif kind == "quick":
            take(kinds.to_quick(sheet, rules))
        elif kinds.kind_of(sheet) == "quick":
            take(kinds.to_full(sheet, rules))
    except kinds.NotPossible as error:
        say(str(error))
        return False
    except SetupError as error:
        say(f"First mend what is wrong on the sheet: {error}")
        return False
    parts.left_over, parts.left_over_kind = tuple(left), kind
    words_of = {"full": "a full character", "quick": "a quick character", "group": "a battle group"}
    done = parts.document.edit(sheet, f"Made {words_of[kind]}")
    parts.head.kind.buttons[kind].setFocus(Qt.FocusReason.OtherFocusReason)
    return done


def why_not_kinds(rules: Ruleset | None) -> dict[str, str]:
    """Why a sheet cannot be of some kinds, by the kind."""
    if rules is None:
        return dict.fromkeys(("full", "quick", "group"), "Its ruleset is not installed.")
    out = {}
    if "printed" not in rules.combatant_fields:
        out["quick"] = f"{rules.name} has no quick characters."
    if "group" not in rules.combatant_fields:
        out["group"] = f"{rules.name} has no battle groups."
    return out
