"""What of an edit of a sheet a battle under way has to learn: the parameters of the step `change_sheet`."""

from __future__ import annotations

from typing import Any

from exgui.engine.asks import Command
from exgui.engine.record import freeze
from exgui.rulebook.combatant_setup import gear_key, item_kinds
from exgui.rulebook.encounter_shape import SET_BY_HAND
from exgui.rulebook.items import item_data
from exgui.rulebook.rules import Ruleset
from exgui.sheets.worked_out import Sheet, WorkedOut, read

STEP = "change_sheet"
"""Its parameters stand in `systems.common.change_sheet`."""
PLAIN = ("name", "kind", "player", "auto_reveal", "asked", "portrait", "notes", "traits", "specialties", SET_BY_HAND)


def step_of_edit(before: Sheet, after: Sheet, rules: Ruleset, who: str) -> Command | None:
    """The step that brings an edit of a sheet to somebody who fights; None where there is nothing to bring.

    Args:
        rules: those of the battle.
        who: the combatant's id in it.
    """
    old, new = read(before, rules), read(after, rules)
    if old.combatant is None or new.combatant is None:
        return None
    args: dict[str, Any] = {}
    keys = (*PLAIN, *rules.combatant_fields)
    changed = [key for key in keys if old.data.get(key) != new.data.get(key)]
    if sheet := {key: new.data[key] for key in changed if key in new.data}:
        args["sheet"] = sheet
    if without := [key for key in changed if key not in new.data]:
        args["without"] = without
    kinds = {gear_key(rules, kind) for kind in item_kinds(rules)}
    if any(old.data.get(key) != new.data.get(key) for key in (*kinds, "ready")):
        gear, had = new.combatant.gear, old.combatant.gear
        things = {
            id: {"kind": item.kind, "item": item_data(rules, item)} for id, item in gear.items() if had.get(id) != item
        }
        ready, was = new.combatant.ready, old.combatant.ready
        found = {
            "things": things,
            "gone": [id for id in had if id not in gear],
            "taken": [id for id in ready if id not in was],
            "put_away": [id for id in was if id not in ready and id in gear],
        }
        args.update((key, value) for key, value in found.items() if value)
    now, then = new.combatant.tracks, old.combatant.tracks
    if tracks := {id: now.get(id, 0) for id in {**then, **now} if now.get(id) != then.get(id)}:
        args["tracks"] = {id: value for id, value in tracks.items() if id in now or id.startswith("health.")}
    if "sheet" in args or "without" in args:
        args["tracks"] = {**_begun(before, after, rules), **args.get("tracks", {})}
        args = {key: value for key, value in args.items() if value}
    return Command(STEP, "", freeze({"who": who, **args})) if args else None


def _begun(before: Sheet, after: Sheet, rules: Ruleset) -> dict[str, int]:
    """The tracks that somebody would enter a battle with by the new sheet alone, as motes are of who had none."""
    old, new = WorkedOut.of(before, rules).combatant, WorkedOut.of(after, rules).combatant
    if old is None or new is None:
        return {}
    return {id: value for id, value in new.tracks.items() if id not in old.tracks and value}
