"""Edits of a sheet, each giving a new sheet: a field typed, a thing added or removed, a value set by hand.

Typed text is never lost. If it is not right, the sheet keeps the last right value, and the text goes into its `draft`
by the field's path; as soon as another edit makes it right, it goes into the field. So a sheet can be played at any
moment, whatever drafts it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY
from exgui.rulebook.combatant_setup import gear_key
from exgui.rulebook.items import item_data, item_from, written_fields
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import LONGEST_NOTE, Place, SetupError
from exgui.sheets.field_text import NotRead, read_text
from exgui.sheets.fields import field_of, kind_at, labels_of
from exgui.sheets.paths import Path, path_of, path_text, value_at, with_value, without
from exgui.sheets.worked_out import Reading, Sheet, read
from exgui.systems.common.gear import is_natural, tagged

DRAFT = "draft"
HANDS = 2
"""A weapon added beyond these is not in hand."""


def errors_of(sheet: Sheet, rules: Ruleset, reading: Reading | None = None) -> dict[str, str]:
    """Return the mistakes of a sheet, by the path of the field: texts that are not right, and values that the ruleset
    does not accept.

    Args:
        reading: of this sheet, if it has been read already.
    """
    found: dict[str, str] = {}
    for key, message in (reading or read(sheet, rules)).problems.items():
        found.setdefault(_field_of_problem(rules, key), message)
    for key, text in drafts(sheet).items():
        try:
            _taken(sheet, rules, path_of(key), text)
        except NotRead as error:
            found[key] = str(error)
    return found


def _field_of_problem(rules: Ruleset, key: str) -> str:
    """Return the path of the field of a problem: for one entry of a list it is the whole list."""
    path = path_of(key)
    for length in range(len(path), 0, -1):
        if field_of(rules, path[:length]) is not None:
            return path_text(path[:length])
    return key


def drafts(sheet: Sheet) -> Mapping[str, str]:
    """Return the texts that are not right yet, by the paths of their fields."""
    kept = sheet.get(DRAFT)
    return {str(key): str(text) for key, text in kept.items()} if isinstance(kept, Mapping) else {}


def typed(sheet: Sheet, rules: Ruleset, path: Path, text: str) -> Sheet:
    key = path_text(path)
    kept = drafts(sheet)
    bare = _with_drafts(sheet, {other: one for other, one in kept.items() if other != key})
    try:
        return _retried(_taken(bare, rules, path, text), rules)
    except NotRead:
        return _with_drafts(sheet, {**kept, key: text[:LONGEST_NOTE]})


def put(sheet: Sheet, rules: Ruleset, path: Path, value: Any) -> Sheet:
    """Return the sheet with a value in a field that was picked and not typed; None leaves the field out."""
    key = path_text(path)
    bare = _with_drafts(sheet, {other: one for other, one in drafts(sheet).items() if other != key})
    return _retried(_placed(bare, rules, path, value), rules)


def with_trait(sheet: Sheet, rules: Ruleset, id: str, dots: int) -> Sheet:
    """Return the sheet with a trait at a number of dots; its default is left out, except 0."""
    trait = rules.traits[id]
    return put(sheet, rules, ("traits", id), None if dots == trait.default else max(trait.least, dots))


def add_item(sheet: Sheet, rules: Ruleset, kind: str, item: str | Mapping[str, Any]) -> tuple[Sheet, Path]:
    """Return the sheet with one more thing of a kind, and its path. If there can be only one of the kind, it replaces
    the other.

    Args:
        item: its id in the ruleset's tables, or a table of its fields.
    """
    key = gear_key(rules, kind)
    value: Any = item if isinstance(item, str) else dict(item)
    if kind not in rules.several:
        return put(_without_drafts(sheet, (key,)), rules, (key,), value), (key,)
    held = list(sheet.get(key, ()))
    path: Path = (key, len(held))
    before = read(sheet, rules).combatant if kind == "weapon" else None
    changed = put(sheet, rules, path, value)
    new = read(changed, rules).combatant if before is not None else None
    if before is None or new is None:
        return changed, path
    added = [new.gear[id] for id in new.gear if new.gear[id].kind == kind][-1:]
    held = [before.gear[id] for id in before.ready if id in before.gear]
    if sum(_hands(rules, item) for item in (*held, *added)) > HANDS:
        changed = {**changed, "ready": list(before.ready)}
    elif "ready" in sheet:
        changed = {**changed, "ready": [*before.ready, *(item.id for item in added)]}
    return changed, path


def remove_item(sheet: Sheet, rules: Ruleset, path: Path) -> Sheet:
    """Return the sheet without a thing. The things after it in the list move up, and so do their drafts."""
    before = read(sheet, rules).combatant
    out = without(_moved_up(sheet, path), path)
    if "ready" in sheet and before is not None:
        left = read({key: value for key, value in out.items() if key != "ready"}, rules).combatant
        held = [id for id in before.ready if left is not None and id in left.gear]
        out = {**out, "ready": held}
    return _retried(out, rules)


def own_line(sheet: Sheet, rules: Ruleset, path: Path) -> Sheet:
    """Return the sheet with a full copy of a thing from the ruleset's tables, so that its fields can be changed."""
    kind, held = kind_at(rules, path), value_at(sheet, path)
    item = rules.tables.get(kind, EMPTY).get(held) if isinstance(held, str) else None
    if item is None:
        return sheet
    whole = {"id": item.id, "name": item.name, **written_fields(rules.fields.get(kind, EMPTY), item.fields)}
    return _table(with_value(sheet, path, whole))


def toggle_ready(sheet: Sheet, rules: Ruleset, id: str) -> Sheet:
    """Return the sheet with a weapon drawn, or put away if it was in hand."""
    one = read(sheet, rules).combatant
    if one is None or id not in one.gear:
        return sheet
    ready = [held for held in one.ready if held != id] if id in one.ready else [*one.ready, id]
    every = [item.id for item in one.gear.values() if item.kind == "weapon"]
    if sorted(ready) == sorted(every):
        return {key: value for key, value in sheet.items() if key != "ready"}
    return {**sheet, "ready": ready}


def add_specialty(sheet: Sheet, rules: Ruleset, trait: str, text: str) -> Sheet:
    """Return the sheet with one more specialty; the name of one of the ruleset's weapons becomes its id."""
    specialty = " ".join(text.split())
    if not specialty or trait not in rules.traits:
        return sheet
    held = list(value_at(sheet, ("specialties", trait), ()))
    return sheet if specialty in held else _table(with_value(sheet, ("specialties", trait), [*held, specialty]))


def remove_specialty(sheet: Sheet, trait: str, text: str) -> Sheet:
    held = [one for one in value_at(sheet, ("specialties", trait), ()) if one != text]
    path: Path = ("specialties", trait)
    return _table(with_value(sheet, path, held) if held else without(sheet, path))


def _table(sheet: Any) -> Sheet:
    return dict(sheet)


def _taken(sheet: Sheet, rules: Ruleset, path: Path, text: str) -> Sheet:
    """Return the sheet with the value of a text.

    Raises:
        NotRead: the text has no meaning, or the ruleset does not accept it in that field.
    """
    field = field_of(rules, path)
    if field is None:
        raise NotRead("this ruleset has no such field")
    if field.id in ("name", "notes", "portrait", "side") and field.type == "text":
        value: Any = text if field.id == "notes" else text.strip()
        if path == ("name",) and not value:
            raise NotRead("enter a name")
        value = value or None
    else:
        value = read_text(field, text, labels_of(rules, field))
    changed = _placed(sheet, rules, path, value)
    known = read(sheet, rules).problems
    wrong = {key: one for key, one in read(changed, rules).problems.items() if known.get(key) != one}
    if wrong:
        here = path_text(path)
        key, message = next(iter(wrong.items()))
        raise NotRead(message if key.startswith(here) else f"{_field_name(rules, key)}: {message}")
    return changed


def _placed(sheet: Sheet, rules: Ruleset, path: Path, value: Any) -> Sheet:
    """Return the sheet with a plain value in a field; None leaves it out. A changed thing that again equals one of the
    ruleset's tables is kept by its id."""
    kind = kind_at(rules, path)
    depth = 2 if kind in rules.several else 1
    if kind and len(path) > depth:
        sheet = own_line(sheet, rules, path[:depth])
    field = field_of(rules, path)
    usual = field is not None and (field.default is not None or kind) and value == field.default
    if value is None or usual:
        out = without(sheet, path) if value_at(sheet, path) is not None else sheet
    else:
        out = with_value(sheet, path, value)
    if kind and len(path) > depth:
        out = _by_its_id(out, rules, kind, path[:depth])
    return out


def _by_its_id(sheet: Sheet, rules: Ruleset, kind: str, path: Path) -> Sheet:
    held = value_at(sheet, path)
    if not isinstance(held, Mapping) or held.get("id") not in rules.tables.get(kind, EMPTY):
        return sheet
    try:
        whole = item_data(rules, item_from(rules.fields.get(kind, EMPTY), kind, held, Place()))
    except SetupError:
        return sheet
    return with_value(sheet, path, whole) if isinstance(whole, str) else sheet


def _retried(sheet: Sheet, rules: Ruleset) -> Sheet:
    for key, text in drafts(sheet).items():
        rest = {other: one for other, one in drafts(sheet).items() if other != key}
        try:
            sheet = _taken(_with_drafts(sheet, rest), rules, path_of(key), text)
        except NotRead:
            continue
    return sheet


def _with_drafts(sheet: Sheet, kept: Mapping[str, str]) -> Sheet:
    bare = {key: value for key, value in sheet.items() if key != DRAFT}
    return {**bare, DRAFT: dict(kept)} if kept else bare


def _without_drafts(sheet: Sheet, path: Path) -> Sheet:
    return _with_drafts(sheet, {k: one for k, one in drafts(sheet).items() if path_of(k)[: len(path)] != path})


def _moved_up(sheet: Sheet, path: Path) -> Sheet:
    """Return the sheet with the drafts of a list as they are when the entry at a path is gone."""
    out = {}
    depth = len(path) - 1
    for key, text in drafts(sheet).items():
        at = path_of(key)
        if at[: len(path)] == path:
            continue
        index, gone = (at[depth] if len(at) > depth else None), path[depth]
        if at[:depth] == path[:depth] and isinstance(index, int) and isinstance(gone, int) and index > gone:
            key = path_text((*at[:depth], index - 1, *at[depth + 1 :]))
        out[key] = text
    return _with_drafts(sheet, out)


def _hands(rules: Ruleset, weapon: Item) -> int:
    if is_natural(weapon):
        return 0
    heavy = int(weapon.get("bulk", 0)) >= int(rules.constants.get("both_hands_from", 99))
    return 2 if heavy or tagged(weapon, "two_handed") or int(weapon.get("hands", 0)) > 1 else 1


def _field_name(rules: Ruleset, key: str) -> str:
    field = field_of(rules, path_of(key)) if key else None
    return field.label if field is not None else key
