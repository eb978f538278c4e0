"""Makes the print-out of a sheet: everything on it, derived dice pools, boxes to tick in a fight.

It follows the ruleset's own layout of the sheet, so that any game's sheets are printed. Two constants of the rule data
add to that: `boxes` names the traits that are ticked off, `attack_columns` the rolls made with a weapon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import EMPTY
from exgui.engine.system import System
from exgui.rulebook.encounter_shape import OBJECT, OBJECTS
from exgui.rulebook.formula import formula
from exgui.rulebook.rules import Ruleset
from exgui.sheets.kinds import kind_of
from exgui.sheets.layout import Node, tree_of
from exgui.sheets.paths import value_at
from exgui.sheets.printout.item_tables import plain, signed, things_table, weapons_table
from exgui.sheets.printout.parts import Blank, Block, Boxes, Grid, Number, Printout, Prose, Rating, Section
from exgui.sheets.printout.parts import Item as Line
from exgui.sheets.sheet_battle import COMBATANT, sheet_battle
from exgui.sheets.worked_out import WorkedOut
from exgui.systems import system_for
from exgui.systems.common.gear import lookup
from exgui.systems.common.health import TYPES, levels
from exgui.systems.common.printed_numbers import POOLS, PRINTED, is_quick

KINDS = {"full": "Character", "quick": "Quick character", "group": "Battle group"}
HEALTH = "health"
OTHER = "block:other"
"""The block of the fields that the ruleset's layout does not name."""
NO_PENALTY = "\N{MINUS SIGN}0"
MOST_BOXES = 200
"""Boxes of one trait; beyond them its number is printed."""


def printout_of(sheet: Mapping[str, Any], rules: Ruleset) -> Printout:
    """Return the print-out of a sheet.

    Raises:
        SetupError: the sheet has mistakes.
        UnknownSystem: no game plays the ruleset.
    """
    battle = sheet_battle(sheet, rules)
    state = sheet.get("state")
    begun = state if isinstance(state, Mapping) else EMPTY
    return _Making(battle, system_for(rules), kind_of(sheet), str(sheet.get("notes", "")), begun).printout()


class _Making:
    """A builder of one print-out."""

    def __init__(self, battle: Battle, system: System, kind: str, notes: str, state: Mapping[str, Any]) -> None:
        self.battle, self.kind, self.notes, self.state = battle, kind, notes, state
        self.rules: Ruleset = battle.rules
        self.one: Combatant = battle.who(COMBATANT)
        self.worked = WorkedOut.in_battle(system, battle, COMBATANT)

    def printout(self) -> Printout:
        traits: list[Block] = []
        numbers: list[Block] = []
        tables: list[Block] = []
        for block in tree_of(self.worked.sheet, self.rules, self.worked).children:
            if block.kind == "traits":
                traits += self._traits(block)
            elif block.kind == "values":
                numbers += self._values(block)
            elif block.kind == "tracks":
                numbers += self._tracks(block)
            elif block.kind == "fields" and block.id != OTHER:
                numbers += self._fields(block)
            elif block.kind == "items":
                tables += self._things(str(block.value), block)
        numbers += self._pools()
        blocks: list[Block] = [*traits, *numbers, *tables]
        if self.notes.strip():
            label = next((block.label for block in self.rules.sheet if block.kind == "notes"), "Notes")
            blocks.append(Prose(label, self.notes.strip()))
        kinds = ["Thing" if self.one.kind == OBJECT else KINDS[self.kind], self.rules.name]
        if self.one.player:
            kinds.insert(1, "player\N{RIGHT SINGLE QUOTATION MARK}s character")
        detail = " \N{MIDDLE DOT} ".join(kinds)
        return Printout(self.one.name, detail, tuple(blocks), self.kind != "full", self.one.portrait)

    # Traits

    def _traits(self, block: Node) -> Iterator[Section]:
        """Return a block of traits; those that are ticked off have boxes."""
        items: list[Line] = []
        by_numbers = is_quick(self.one) or self.one.kind == OBJECT
        for node in block.children:
            id, value, most, usual = str(node.path[1]), node.value, node.more["dots"], node.more["default"]
            if by_numbers and id not in self.one.traits:
                continue  # omitted traits mean nothing for a combatant with printed numbers
            note = ", ".join(plain(word) for word in self.one.specialties.get(id, ()))
            if id in self.rules.constants.get("boxes", ()):
                line = f"{node.label} {value}"
                items += [Boxes(line, (("", value),)) if value <= MOST_BOXES else Blank(line)] if value else []
            elif most or value or value != usual or note:
                dots = max(most, value) if most and value <= 2 * most else 0
                items.append(Rating(node.label, value, dots, note))
        if items:
            yield Section(block.label, tuple(items), traits=True)

    # Numbers

    def _values(self, block: Node) -> Iterator[Section]:
        """Return the values, and a line for the number that decides the order of turns; a thing has its own fields
        instead."""
        if self.one.kind == OBJECT:
            return
        items: list[Line] = []
        for node in block.children:
            assert node.number is not None
            items.append(Number(node.label, signed(node.number.total), node.number))
        shown = {node.id for node in block.children}
        for id, number in self.one.fields.get(PRINTED, EMPTY).items():
            if f"value:{id}" not in shown:
                items.append(Number(self.rules.label(id), signed(number)))
        place = self.rules.tracks.get(self.rules.timeline.place)
        if place is not None:
            items.append(Blank(place.label))
        if items:
            yield Section(block.label, tuple(items))

    def _tracks(self, block: Node) -> Iterator[Section]:
        """Return the health levels as boxes, and other tracks as lines to write on. Tracks of traits that have boxes
        already are left out, and for a quick character all that begin at 0; those of a thing appear with its fields."""
        if self.one.kind == OBJECT:
            return
        items: list[Line] = []
        for node in block.children:
            if node.kind == "health":
                items.append(self._health())
                continue
            id = ".".join(str(step) for step in node.path[1:])
            if self.rules.constants.get(OBJECTS) and id not in self.one.tracks:
                continue  # people have other tracks than things
            line = self._track(id, node.label)
            if not self._is_ticked(id) and (self.kind == "full" or isinstance(line, Boxes)):
                items.append(line)
        if items:
            yield Section(block.label, tuple(items))

    def _is_ticked(self, track: str) -> bool:
        """Return whether the track is that of a trait with boxes, even if its name is written the other way round
        ("motes_personal")."""
        words = sorted(track.split("_"))
        return any(sorted(str(id).split("_")) == words for id in self.rules.constants.get("boxes", ()))

    def _health(self) -> Boxes:
        groups: list[tuple[str, int]] = []
        for penalty in levels(self.battle, self.one):
            label = signed(penalty) if penalty else NO_PENALTY
            if groups and groups[-1][0] == label:
                groups[-1] = (label, groups[-1][1] + 1)
            else:
                groups.append((label, 1))
        counts = self.state.get(HEALTH)
        wounds = counts if isinstance(counts, Mapping) else EMPTY
        filled = tuple(kind for kind in TYPES for _ in range(wounds.get(kind, 0)))
        return Boxes("", (*groups, ("Incapacitated", 1)), filled[: sum(count for _, count in groups) + 1])

    def _track(self, id: str, label: str) -> Line:
        found = self.worked.number(id)
        if found is not None and 0 < found.total <= MOST_BOXES:
            left = self.state.get(id, found.total)
            lost = min(found.total, max(0, found.total - left)) if isinstance(left, int) else 0
            return Boxes(f"{label} {found.total}", (("", found.total),), ("bashing",) * lost)
        return Blank(label)

    def _fields(self, block: Node) -> Iterator[Section]:
        items: list[Line] = []
        for node in block.children:
            id, value = str(node.path[0]), value_at(self.worked.sheet, node.path)
            if node.kind == "new" or id not in self.one.fields or id in (PRINTED, POOLS):
                continue
            if self.one.kind == OBJECT and id in self.one.tracks:
                items.append(self._track(id, self.rules.tracks[id].label))
            elif value not in (False, None, "", (), [], {}):
                items.append(Number(node.label if len(node.path) > 1 else plain(id).capitalize(), plain(value)))
        if items:
            if self.kind == "group" and "magnitude" in self.rules.tracks:
                items.append(self._track("magnitude", self.rules.tracks["magnitude"].label))
            yield Section(block.label, tuple(items))

    # Pools

    def _pools(self) -> Iterator[Section]:
        """Return the dice pools that can be derived beforehand: as printed, of the ruleset's rolls, and the additional
        ones that a quick character of the game has."""
        found: dict[str, Number] = {}
        for id, dice in self.one.fields.get(POOLS, EMPTY).items():
            label = self.rules.label(id)
            found[label] = Number(label, signed(dice))
        if not is_quick(self.one):
            traits = lookup(self.battle, self.one)
            shown = {self.rules.label(id) for block in self.rules.sheet if block.kind == "values" for id in block.items}
            rolls = [(one.label, one.formula, one.auto) for one in self.rules.rolls.values() if one.formula is not None]
            more = self.rules.constants.get("quick_pools", EMPTY)
            texts = {pool.text for _, pool, _ in rolls}
            rolls += [(self.rules.label(id), formula(text), 0) for id, text in more.items() if text not in texts]
            for label, pool, auto in rolls:
                if label in found or label in shown or not pool.names or not pool.names <= self.rules.traits.keys():
                    continue
                value = pool.explain(traits)
                found[label] = Number(label, signed(value.total) + (f" +{auto}" if auto else ""), value)
        if found:
            yield Section("Dice pools", tuple(found.values()))

    # Things

    def _things(self, kind: str, block: Node) -> Iterator[Grid]:
        items = [node.more["item"] for node in block.children]
        table = (
            weapons_table(self.battle, self.one, block.label, items)
            if kind == "weapon"
            else things_table(self.rules, kind, block.label, items)
        )
        if table.rows:
            yield table
