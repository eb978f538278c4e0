"""The step by which a sheet edit reaches a fighting combatant: only what the edit changed is changed in the battle.

Effects of the fight (wounds, motes spent, a weapon struck from the hand) stay. The step's parameters are written by
`sheets.battle_changes`:

    who     the combatant's id.
    sheet   a combatant's table with only the keys that changed, except things.
    without the keys that were removed.
    things  new or changed things, by id, each with its `kind` and the `item`.
    gone    ids of things removed from the sheet.
    taken   ids of things taken in hand; `put_away` has ids of things put away.
    tracks  the tracks that were set.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CombatantSet, Event, Noted, TrackChanged
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.engine.sentences import listed
from exgui.rulebook.combatant_setup import AS_WRITTEN, SHEET_EFFECT, combatant_from
from exgui.rulebook.encounter_shape import SET_BY_HAND
from exgui.rulebook.items import find_item
from exgui.rulebook.validation import Place, Problem, SetupError
from exgui.systems.common import sentences as say
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.health import TYPES, set_health
from exgui.systems.common.set_values import LARGEST
from exgui.systems.common.steps import unknown

OF_THE_BATTLE = ("id", "zone", "number", "side", "hidden", "revealed", "sheet", "state", "ready")
"""Keys of a combatant's table that a sheet edit does not change in a battle."""


def check(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of changing a sheet: an unknown combatant, or an invalid sheet."""
    out = unknown(battle, command.get("who", command.by))
    if out:
        return out
    try:
        changed_by(battle, command)
    except SetupError as error:
        out.append(Violation("", say.SHEET_NOT_RIGHT(wrong=str(error)), final=True))
    except (TypeError, AttributeError, LookupError):
        out.append(Violation("", say.NO_SHEET_CHANGE, final=True))
    return out


def change(scene: Scene, command: Command) -> Steps:
    """Change a combatant's traits, things and numbers as their sheet was changed."""
    who = str(command.get("who", command.by))
    before = scene.battle.who(who)
    after = changed_by(scene.battle, command)
    if after != before:
        yield CombatantSet(after)
    tracks = dict(command.get("tracks") or EMPTY)
    filled = {kind: tracks.pop(f"health.{kind}", after.track(f"health.{kind}")) for kind in TYPES}
    for track, value in tracks.items():
        if value != after.track(track):
            yield TrackChanged(who, track, value, value - after.track(track))
    if any(f"health.{kind}" in rules_of(scene.battle).tracks for kind in TYPES):
        yield from _health(scene.battle, who, filled)
    changes = _changes_text(scene.battle, before, command)
    text = say.SHEET_CHANGED_IN(who=after, changes=changes) if changes else say.SHEET_CHANGED(who=after)
    yield Noted(text, who, "", Table(for_players=""))


def _health(battle: Battle, who: str, filled: dict[str, int]) -> list[Event]:
    """Return the events of changed wounds or changed health levels; none for a battle group."""
    if "group" in battle.who(who).fields or "health_levels" not in rules_of(battle).constants:
        return []
    return set_health(battle, who, filled, "", "")


def changed_by(battle: Battle, command: Command) -> Combatant:
    """Return the combatant after a step `change_sheet`, with wounds and other tracks unchanged.

    Raises:
        SetupError: the sheet is invalid.
    """
    rules = rules_of(battle)
    one = battle.who(str(command.get("who", command.by)))
    sheet: Mapping[str, object] = command.get("sheet") or EMPTY
    without = tuple(command.get("without") or ())
    read = combatant_from(rules, {**sheet, "id": one.id}, "")
    changes: dict[str, object] = {}
    for key in (*sheet, *without):
        if (key in AS_WRITTEN and key not in OF_THE_BATTLE) or key in ("name", "traits", "specialties"):
            changes[key] = getattr(read, key)
        elif key in rules.combatant_fields:
            fields = changes.get("fields", one.fields)
            assert isinstance(fields, Table)
            changes["fields"] = fields.put(key, read.fields[key]) if key in sheet else fields.without(key)
        elif key == SET_BY_HAND:
            others = tuple(effect for effect in one.effects if not effect.id.startswith(SHEET_EFFECT))
            changes["effects"] = (*others, *read.effects)
    gone = tuple(command.get("gone") or ())
    gear = one.gear.without(*gone)
    for id, thing in (command.get("things") or EMPTY).items():
        kind = str(thing["kind"])
        gear = gear.put(id, find_item(rules, kind, thing["item"], Place("", "things").key(id)).but(id=id))
    away = {*gone, *(command.get("put_away") or ())}
    ready = [id for id in one.ready if id not in away]
    ready += [id for id in command.get("taken") or () if id in gear and id not in ready]
    if gear != one.gear:
        changes["gear"] = gear
    if tuple(ready) != one.ready:
        changes["ready"] = tuple(ready)
    for track, value in (command.get("tracks") or EMPTY).items():
        if track not in rules.tracks or not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST:
            raise SetupError("", Problem(("tracks", track), "must be a whole number of a track"))
    return one.but(**changes) if changes else one


def _changes_text(battle: Battle, before: Combatant, command: Command) -> str:
    """Return the changes in a few words; "" if there is nothing to name."""
    rules, after = rules_of(battle), battle.who(before.id)
    sheet: Mapping[str, object] = command.get("sheet") or EMPTY
    words: list[str] = []
    for id in dict.fromkeys((*after.traits, *before.traits)):
        value = trait(battle, after, id)
        if value != trait(battle, before, id):
            words.append(say.NAME_AND_VALUE(name=rules.label(id), value=value))
    given = after.fields.get("printed", EMPTY)
    for id in dict.fromkeys((*given, *before.fields.get("printed", EMPTY))):
        if given.get(id) != before.fields.get("printed", EMPTY).get(id):
            name = rules.label(id)
            value = given.get(id)
            words.append(say.BY_THE_RULES(name=name) if value is None else say.NAME_AND_VALUE(name=name, value=value))
    plain = [key for key in (*sheet, *(command.get("without") or ())) if key not in ("traits", "printed")]
    words += [key.replace("_", " ") for key in plain]
    words += [f"{after.gear[id].name}" for id in command.get("things") or () if id in after.gear]
    words += [say.NO_LONGER_HAS(thing=before.gear[id]) for id in command.get("gone") or () if id in before.gear]
    if command.get("taken") or command.get("put_away"):
        words.append(say.WHAT_IS_IN_HAND)
    for id, value in (command.get("tracks") or EMPTY).items():
        words.append(say.NAME_AND_VALUE(name=rules.tracks[id].label, value=value))
    unique = list(dict.fromkeys(words))
    return say.AND_MORE(changes=", ".join(unique[:4])) if len(unique) > 4 else listed(unique)
