"""The sheet as a tree of nodes, by the ruleset's own layout: blocks, traits, values, tracks, things with their fields.

Everything that shows a sheet reads this tree: the item model of the window, the print-out. For each field it has the
label, the content, the mistake in it, and the number that the rules derive.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Record
from exgui.rulebook.combatant_setup import gear_key, item_kinds, plural
from exgui.rulebook.encounter_shape import OBJECT
from exgui.rulebook.items import empty_value
from exgui.rulebook.rules import Block, Field, Ruleset
from exgui.rulebook.unknown_words import words
from exgui.rulebook.validation import thawed
from exgui.rulebook.word_points import count_words, word_families
from exgui.sheets.editing import drafts, errors_of
from exgui.sheets.field_text import text_of
from exgui.sheets.fields import FLAGS, NAME, NOTES, TEXTS, field_of, labels_of
from exgui.sheets.item_sentence import item_sentence
from exgui.sheets.kinds import kind_of
from exgui.sheets.paths import Path, path_text, value_at
from exgui.sheets.stat_block.to_sheet import KIND
from exgui.sheets.worked_out import Sheet, WorkedOut
from exgui.systems.common.health import TYPES, levels

HEALTH = "health"
GEAR_BLOCKS = {"weapons": "weapon", "items": "item", "armor": "armor", "mount": "mount"}


class Node(Record):
    """One line of the sheet, or a block of lines.

    Attributes:
        id: unique in the sheet, and the same after an edit: the path of its field, or the kind of block.
        kind: "sheet", "about", "traits", "values", "tracks", "items", "specialties", "fields" and "notes" are blocks;
            they contain nodes of kind "trait", "value", "track", "health", "item", "specialty" or "field".
        path: its place in the sheet's data; () for a block.
        value: its content, plain; None if it has none.
        text: the same as typed, or the typed text that is not right.
        error: the mistake in it, "" for none.
        number: of a value and a track, its present number with its parts.
        by_hand: the value is set by hand (or printed).
        by_rules: what the rules would give instead.
        field: the values allowed in it.
        more: extra data of some kinds. Of the sheet its `errors` by path, its `rules`, and the `inputs` of its blocks;
            of a value whether the sheet's numbers are `printed`; of a trait `dots`, `default` and `group`; of a thing
            `kind`, `item` (None if it could not be read), `own` (written out on the sheet), `ready`, `id` in its
            owner's gear and the `sentence` on it; of health `levels`; of a track `full`; of words that cost points a
            `note` on them and the `families` to choose from (`WordFamily`).
    """

    id: str
    kind: str
    label: str
    path: Path = ()
    value: Any = None
    text: str = ""
    error: str = ""
    rule: str = ""
    help: str = ""
    number: Explained | None = None
    by_hand: bool = False
    by_rules: Explained | None = None
    field: Field | None = None
    more: Mapping[str, Any] = EMPTY
    children: tuple[Node, ...] = ()


def tree_of(sheet: Sheet, rules: Ruleset, worked: WorkedOut | None = None, before: Node | None = None) -> Node:
    """Return the whole sheet as a tree.

    Args:
        before: the tree of the sheet before an edit; blocks and things that the edit does not touch are reused.
    """
    if before is not None and before.more["rules"] is not rules:
        before = None
    return _Layout(sheet, rules, worked or WorkedOut.of(sheet, rules), before).root()


class _Layout:
    """A builder of the tree of one sheet."""

    def __init__(self, sheet: Sheet, rules: Ruleset, worked: WorkedOut, before: Node | None) -> None:
        self.sheet, self.rules, self.worked = sheet, rules, worked
        self.errors = errors_of(sheet, rules, worked.reading) if worked.fight is None else {}
        self.drafts = drafts(sheet)
        self.kind = kind_of(sheet)
        traits = sheet.get("traits", EMPTY)
        usual = {field.trait for fields in rules.fields.values() for field in fields.values() if field.trait}
        self.common = (sheet.get("kind"), self.kind, self.drafts, self.errors, {id: traits.get(id) for id in usual})
        """The data that any field may depend on."""
        self.inputs: dict[str, object] = {}
        self.inputs_before: Mapping[str, object] = before.more["inputs"] if before is not None else EMPTY
        blocks = before.children if before is not None else ()
        self.blocks_before = {block.id: block for block in blocks}
        self.before = {node.id: node for block in blocks if block.kind == "items" for node in block.children}
        one = worked.combatant
        self.gear: dict[str, Item] = {}
        self.ready: tuple[str, ...] = ()
        if one is not None:
            self.gear = {path_text(path): one.gear[id] for id, path in worked.gear_paths.items() if id in one.gear}
            self.ready = one.ready

    def root(self) -> Node:
        name = str(self.sheet.get("name", ""))
        children = tuple(self._blocks())
        facts = {"errors": self.errors, "rules": self.rules, "inputs": self.inputs}
        return Node("sheet", "sheet", name or "Nameless", value=self.kind, more=facts, children=children)

    def _kept(self, id: str, held: Iterable[Any], make: Callable[[], Node | None]) -> Node | None:
        """Return a block as it was before the edit if nothing that it is made of has changed, else a new one.

        Args:
            held: the sheet's data for it.
        """
        self.inputs[id] = inputs = (*held, *self.common)
        if id in self.blocks_before and self.inputs_before.get(id) == inputs:
            return self.blocks_before[id]
        return make()

    def _blocks(self) -> Iterable[Node]:
        yield self._about()
        shown: set[str] = set()
        traits = [block for block in self.rules.sheet if block.kind == "traits"]
        has_notes = False
        whose = "things" if self.sheet.get("kind") == OBJECT else "people"
        for block in self.rules.sheet:
            node = None
            if block.of not in ("", whose):
                shown.update(block.items)
            elif block.kind == "traits":
                held = self.sheet.get("traits", EMPTY)
                held = [held.get(id) for id in block.items]
                node = self._kept(f"block:{block.id}", held, partial(self._traits, block))
            elif block.kind == "values":
                node = self._values(block)
            elif block.kind == "tracks":
                node = self._tracks(block)
            elif block.kind == "field":
                shown.update(block.items)
                node = self._own_fields(block.id, block.label, block.items)
            elif block.kind == "notes":
                has_notes = True
                yield from self._rest(shown)
                node = self._notes(block.label)
            elif block.kind in GEAR_BLOCKS and GEAR_BLOCKS[block.kind] in self.rules.fields:
                kind = GEAR_BLOCKS[block.kind]
                shown.add(kind)
                node = self._items(kind, block.label)
            if node is not None:
                yield node
            if block.kind == "traits" and block is traits[-1] and self._may_have_specialties():
                yield self._specialties()
        if not has_notes:
            yield from self._rest(shown)
            yield self._notes("Notes")

    def _rest(self, shown: set[str]) -> Iterable[Node]:
        """Return the nodes that the layout does not name: other kinds of things, other fields of the game's own."""
        for kind in item_kinds(self.rules):
            if kind not in shown:
                yield self._items(kind, words(plural(kind) if kind in self.rules.several else kind))
        left = [name for name in self.rules.combatant_fields if name not in shown]
        node = self._own_fields("other", "Other", left)
        if node is not None:
            yield node
        in_battle = self._in_battle()
        if in_battle is not None:
            yield in_battle

    def _about(self) -> Node:
        named = {"name": NAME, "portrait": TEXTS["portrait"], "player": FLAGS["player"]}
        return Node("about", "about", "About", children=tuple(self._field((id,), one) for id, one in named.items()))

    def _in_battle(self) -> Node | None:
        """Return the block of fields that matter only in a fight, and to the storyteller."""
        named = {
            "nature": TEXTS["nature"],
            "side": TEXTS["side"],
            "pronoun": TEXTS["pronoun"],
            "name_is": TEXTS["name_is"],
            **{id: one for id, one in FLAGS.items() if id != "player"},
        }

        def make() -> Node:
            lines = tuple(self._field((id,), one) for id, one in named.items())
            return Node("block:battle", "fields", "In a fight", children=lines)

        return self._kept("block:battle", map(self.sheet.get, named), make)

    # Blocks

    def _traits(self, block: Block) -> Node:
        known = [self.rules.traits[id] for id in block.items if id in self.rules.traits]
        lines = []
        for trait in known:
            path: Path = ("traits", trait.id)
            more = {"dots": trait.dots, "default": trait.default, "group": trait.group}
            node = self._field(path, field_of(self.rules, path), kind="trait", more=more)
            value = node.value if isinstance(node.value, int) else trait.default
            error = node.error
            if not error and not trait.least <= value <= trait.maximum:
                error = f"is usually from {trait.minimum} to {trait.maximum}"
            text = self.drafts.get(node.id, str(value))
            lines.append(node.but(value=value, text=text, error=error))
        group = known[0].group if known else ""
        label = self.rules.trait_groups.get(group, words(group)) if group else block.label
        return Node(f"block:{block.id}", "traits", block.label, value=label, children=tuple(lines))

    def _may_have_specialties(self) -> bool:
        """Return whether specialties are shown: in a game that has them, or if the sheet has one all the same."""
        return bool(self.sheet.get("specialties")) or not self.rules.constants.get("no_specialties", False)

    def _specialties(self) -> Node:
        lines = []
        for trait, held in dict(self.sheet.get("specialties", {})).items():
            for text in held if isinstance(held, (list, tuple)) else ():
                label = f"{self.rules.label(trait)}: {str(text).replace('_', ' ')}"
                path: Path = ("specialties", trait)
                error = self.errors.get(path_text(path), "")
                lines.append(Node(f"{path_text(path)}:{text}", "specialty", label, path, text, str(text), error))
        return Node("block:specialties", "specialties", "Specialties", children=tuple(lines))

    def _values(self, block: Block) -> Node:
        known = {value.id: value for value in self.worked.values}
        lines = []
        for id in block.items:
            value = known.get(id)
            if value is None:
                number = self.worked.number(id) if self.worked.fight is not None else None
                if number is not None:  # values that count only in a fight, such as the better of two defenses
                    text = str(number.total)
                    node = Node(f"value:{id}", "value", self.rules.label(id), (), number.total, text, number=number)
                    lines.append(node)
                continue
            key = path_text(value.path)
            typed = self.drafts.get(key, "")
            lines.append(
                Node(
                    f"value:{id}",
                    "value",
                    value.label,
                    value.path,
                    value.number.total,
                    typed or str(value.number.total),
                    self.errors.get(key, ""),
                    value.rule,
                    number=value.number,
                    by_hand=value.by_hand,
                    by_rules=value.by_rules,
                    field=field_of(self.rules, value.path),
                    more={"printed": self.sheet.get("kind") == KIND},
                )
            )
        return Node(f"block:{block.id}", "values", block.label, children=tuple(lines))

    def _tracks(self, block: Block) -> Node:
        lines = []
        for id in block.items:
            if id == HEALTH and f"{HEALTH}.{TYPES[-1]}" in self.rules.tracks:
                if self.kind != "group":
                    lines.append(self._health())
                continue
            tracks = [track for track in self.rules.tracks if track == id or track.partition(".")[0] == id]
            nodes = map(self._track, tracks)
            in_fight = self.worked.fight is not None
            lines += [node for node in nodes if in_fight or node.more["full"] is not None or node.text]
        return Node(f"block:{block.id}", "tracks", block.label, children=tuple(lines))

    def _track(self, id: str) -> Node:
        track = self.rules.tracks[id]
        path: Path = ("state", *id.split("."))
        node = self._field(path, field_of(self.rules, path), kind="track")
        full = self.worked.unhurt.tracks.get(id) if self.worked.unhurt is not None else None
        text = node.text or ("" if full is None else str(full))
        return node.but(label=track.label, text=text, rule=track.rule, more={"full": full})

    def _health(self) -> Node:
        one = self.worked.combatant
        battle = self.worked.battle
        penalties = levels(battle, one) if one is not None and battle is not None else ()
        filled = {kind: one.track(f"{HEALTH}.{kind}") if one is not None else 0 for kind in TYPES}
        rule = self.rules.tracks[f"{HEALTH}.{TYPES[-1]}"].rule
        problem = next((text for key, text in self.errors.items() if key.startswith(f"state.{HEALTH}")), "")
        return Node(
            "state.health", "health", "Health", ("state", HEALTH), filled, "", problem, rule, more={"levels": penalties}
        )

    def _items(self, kind: str, label: str) -> Node:
        key = gear_key(self.rules, kind)
        held = self.sheet.get(key)
        lines = []
        if kind in self.rules.several:
            for index, one in enumerate(held if isinstance(held, (list, tuple)) else ()):
                lines.append(self._item(kind, (key, index), one))
        elif held is not None:
            lines.append(self._item(kind, (key,), held))
        several = kind in self.rules.several
        return Node(f"block:{kind}", "items", label, value=kind, more={"several": several}, children=tuple(lines))

    def _item(self, kind: str, path: Path, held: Any) -> Node:
        key = path_text(path)
        item = self.gear.get(key)
        ready = item is not None and item.id in self.ready
        node = self.before.get(key)
        is_same = node is not None and (node.value, node.more["item"], node.more["ready"]) == (held, item, ready)
        if node is None or not is_same or node.error or any(other.startswith(key) for other in self.errors):
            node = self._made_item(kind, path, held, item, ready)
        elif item is None or not item.get("maximum"):
            return node
        worked = self.worked
        sentence = item_sentence(self.rules, item, worked.battle, worked.combatant) if item is not None else ""
        return node if node.more["sentence"] == sentence else node.but(more={**node.more, "sentence": sentence})

    def _made_item(self, kind: str, path: Path, held: Any, item: Item | None, ready: bool) -> Node:
        key = path_text(path)
        own = isinstance(held, Mapping)
        name = item.name if item is not None else str(held.get("name") or held.get("id", "")) if own else str(held)
        fields = self.rules.fields.get(kind, EMPTY)
        children = [self._field((*path, "name"), NAME).but(text=self.drafts.get(path_text((*path, "name")), name))]
        for id, field in fields.items():
            given = held.get(id) if own else thawed(item.get(id)) if item is not None else None
            more = _points_of(item, held, field, fields)
            children.append(self._field((*path, id), field, given=given, more=more))
        wrong = self.errors.get(key, "") or next((child.error for child in children if child.error), "")
        facts = {
            "kind": kind,
            "own": own,
            "id": item.id if item is not None else "",
            "item": item,
            "ready": ready,
            "sentence": "",
        }
        return Node(key, "item", name or "Nameless", path, held, name, wrong, more=facts, children=tuple(children))

    def _own_fields(self, id: str, label: str, names: Collection[str]) -> Node | None:
        """Return fields of the game's own, if they have a meaning for this kind of sheet."""
        held = [self.sheet.get(name) for name in names]
        return self._kept(f"block:{id}", held, lambda: self._made_fields(id, label, names))

    def _made_fields(self, id: str, label: str, names: Iterable[str]) -> Node | None:
        lines: list[Node] = []
        for name in names:
            if not self._means_something(name):
                continue
            whole = self.rules.fields.get("combatant", EMPTY).get(name)
            if whole is None:
                for key, field in self.rules.fields.get(name, EMPTY).items():
                    lines.append(self._field((name, key), field))
            elif whole.type == "table" and name not in ("printed",):
                held = self.sheet.get(name)
                for key in whole.choices or (held if isinstance(held, Mapping) else ()):
                    path: Path = (name, key)
                    lines.append(self._field(path, field_of(self.rules, path), more={"may_go": not whole.choices}))
                if not whole.choices:
                    lines.append(Node(f"new:{name}", "new", whole.label, (name,)))
            elif whole.type != "table":
                lines.append(self._field((name,), whole))
        return Node(f"block:{id}", "fields", label, children=tuple(lines)) if lines else None

    def _means_something(self, name: str) -> bool:
        if name == "group":
            return self.kind == "group"
        if name == "pools":
            return (self.kind != "full" and self.sheet.get("kind") is not None) or name in self.sheet
        return True

    def _notes(self, label: str) -> Node:
        return Node("block:notes", "notes", label, children=(self._field(("notes",), NOTES),))

    # One field

    def _usual(self, field: Field) -> Any:
        if field.trait:
            return self.sheet.get("traits", {}).get(field.trait, self.rules.trait_default(field.trait))
        return thawed(field.default if field.default is not None else empty_value(field))

    def _field(
        self,
        path: Path,
        field: Field | None,
        *,
        kind: str = "field",
        given: Any = None,
        more: Mapping[str, Any] = EMPTY,
    ) -> Node:
        key = path_text(path)
        value = value_at(self.sheet, path) if given is None else given
        known = field or Field(str(path[-1]), words(str(path[-1])), "text")
        labels = labels_of(self.rules, known)
        shown = value
        if value is None and kind == "field":
            shown = self._usual(known)
        text = self.drafts.get(key)
        if text is None:
            text = text_of(known, shown, labels)
        # A mistake in one of several words is shown beside all of them.
        error = self.errors.get(key) or next((one for at, one in self.errors.items() if at.startswith(f"{key}[")), "")
        return Node(key, kind, known.label, path, shown, text, error, "", known.help, field=known, more=more)


def _points_of(item: Item | None, held: Any, field: Field, fields: Mapping[str, Field]) -> Mapping[str, Any]:
    """Return, for words that cost points, a `note` on the points they take out of the total, and the `families` of
    words to choose from. Empty for any other field."""
    if field.type != "words" or not field.spends:
        return EMPTY
    values = item.fields if item is not None else held if isinstance(held, Mapping) else EMPTY
    found = count_words(field, values, fields)
    note = f"{found.spent.total} of {found.available} points"
    return {"note": note, "families": word_families(field, values, fields)}


def find(root: Node, id: str) -> Node | None:
    """Return the node of that id; None if there is none."""
    if root.id == id:
        return root
    for child in root.children:
        found = find(child, id)
        if found is not None:
            return found
    return None


def used_first(lines: Iterable[Node]) -> tuple[list[Node], list[Node]]:
    """Return the traits of a block above their default, in their order, and the others."""
    used: list[Node] = []
    others: list[Node] = []
    for line in lines:
        (used if line.error or line.value != line.more.get("default", 0) else others).append(line)
    return used, others
