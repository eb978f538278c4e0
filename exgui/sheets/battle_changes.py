"""Changes of a sheet that a battle in progress has to learn: the parameters of the step `change_sheet`, and the changes
made while the battle was not open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import freeze
from exgui.rulebook.combatant_setup import gear_key, item_kinds
from exgui.rulebook.encounter_shape import SET_BY_HAND
from exgui.rulebook.items import item_data
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup_data import combatant_data
from exgui.rulebook.validation import SetupError
from exgui.sheets.worked_out import Sheet, WorkedOut, read
from exgui.systems.common.change_sheet import changed_by

STEP = "change_sheet"
"""Its parameters are in `systems.common.change_sheet`."""
PLAIN = (
    "name",
    "kind",
    "player",
    "auto_reveal",
    "asked",
    "portrait",
    "notes",
    "pronoun",
    "name_is",
    "traits",
    "specialties",
    SET_BY_HAND,
)

OWN_IN_A_BATTLE = ("name", "notes", "auto_reveal", "asked")
"""Keys that a battle has its own reasons to change: the third of five bandits is called Bandit 3."""


def is_known(battle: Battle, step: Command) -> bool:
    """Return whether a step that brings an edit of a sheet would change nothing: the battle already has the edit, such
    as an effect of the fight that was written to the sheet."""
    try:
        one, after = battle.combatants.get(str(step.get("who"))), changed_by(battle, step)
    except (SetupError, LookupError, TypeError):
        return False
    tracks = step.get("tracks") or {}
    return one == after and all(one.track(id) == value for id, value in tracks.items())


def sheet_known_to(
    start: Battle, now: Battle, commands: Iterable[Command], who: str, sheet: Sheet, rules: Ruleset
) -> Sheet | None:
    """Return a sheet as a battle knows it, if that differs from the sheet; None if the battle knows all of it.

    Effects of the fight itself (wounds, things lost) do not count, nor do they when they are written to the sheet.

    Args:
        start, now: the battle as it began, and as it is.
        commands: the steps that were taken since.
        rules: those of the battle.
    """
    read_now, fought = read(sheet, rules).combatant, WorkedOut.of(sheet, rules).combatant
    if read_now is None or fought is None or who not in start.combatants:
        return None
    inborn = [id for id in fought.gear if id not in read_now.gear]  # fists, which are on no sheet
    battle = start
    for command in commands:
        if command.do == STEP and command.get("who", command.by) == who:
            try:
                battle = battle.but(combatants=battle.combatants.put(who, changed_by(battle, command)))
            except (SetupError, LookupError, TypeError):
                return None  # what it knows cannot be found out
    known_as = battle.who(who)
    there = combatant_data(rules, known_as.but(gear=known_as.gear.without(*inborn)))
    here = combatant_data(rules, read_now)
    gear = {gear_key(rules, kind) for kind in item_kinds(rules)}
    keys = [key for key in (*PLAIN, *rules.combatant_fields, *gear) if key not in OWN_IN_A_BATTLE]
    different = [key for key in keys if there.get(key) != here.get(key)]
    if not different:
        return None
    same = {key: value for key, value in sheet.items() if key not in different}
    known = same | {key: there[key] for key in different if key in there}
    step = step_of_edit(known, sheet, rules, who)
    return known if step is not None and not is_known(now, step) else None


def step_of_edit(before: Sheet, after: Sheet, rules: Ruleset, who: str) -> Command | None:
    """Return the step that brings an edit of a sheet to its combatant in a battle; None if there is nothing to bring.

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
    """Return the tracks with which the new sheet alone would begin a battle, such as the motes of a combatant who had
    none."""
    old, new = WorkedOut.of(before, rules).combatant, WorkedOut.of(after, rules).combatant
    if old is None or new is None:
        return {}
    return {id: value for id, value in new.tracks.items() if id not in old.tracks and value}
