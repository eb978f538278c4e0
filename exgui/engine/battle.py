"""The state of a battle: zones, combatants, close groups, the clock. Frozen; only `evolve` makes the next one."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from exgui.engine.effects import Effect
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.engine.zones import Link, MapPicture, Zone

PRONOUNS = ("they", "she", "he", "it")
NAME_IS = ("auto", "one", "many")
"""How a name counts in sentences. "auto": a group's name is plural if it ends in s, any other is singular."""


class Item(Record):
    """A possession: a weapon, an armor, a shield, a mount. The ruleset defines its fields."""

    id: str
    name: str
    kind: str
    fields: Table[str, Value] = EMPTY

    def get(self, name: str, default: Value = None) -> Value:
        """Return one field, or `default` if the item does not have it."""
        return self.fields.get(name, default)


class Combatant(Record):
    """Anyone who fights, or could: a character, a group, an object.

    Attributes:
        side: id of the side they fight on.
        zone: id of the zone they are in, None if nowhere on the map.
        traits: the traits on their sheet; the ruleset has the defaults of the others.
        specialties: by trait, the ids, names or tags of weapons (or words) to which they apply.
        gear: everything they have, by id.
        ready: ids of what they have in hand.
        tracks: numbers that rise and fall ("initiative", "health.lethal").
        conditions: the states they are in, each with its value (True if it has no value).
        effects: the effects in force on them.
        waiting: not in the battle until they join.
        acted: has had their turn this round.
        turn: facts of their current turn, None outside their turn.
        before: the combatant just before that turn began, in case the turn is recalled; None outside their turn.
        number: the number on their token, by which the keyboard chooses them.
        player: a player's character.
        hidden: the players do not know that they are there.
        revealed: the players know their name.
        auto_reveal: their first act shows them to the players, and reveals their name.
        asked: they are asked whenever effects may be declared, even if they have none that fit.
        sheet: id of the sheet they were made from.
        pronoun: one of `PRONOUNS`; "" for the first.
        name_is: one of `NAME_IS`: whether the name is singular or plural in sentences; "" for the first.
        fields: further fields that the ruleset defines.
    """

    id: str
    name: str
    side: str
    zone: str | None = None
    kind: str = "character"
    traits: Table[str, int] = EMPTY
    specialties: Table[str, tuple[str, ...]] = EMPTY
    gear: Table[str, Item] = EMPTY
    ready: tuple[str, ...] = ()
    tracks: Table[str, int] = EMPTY
    conditions: Table[str, Value] = EMPTY
    effects: tuple[Effect, ...] = ()
    waiting: bool = False
    acted: bool = False
    turn: Table[str, Value] | None = None
    before: Combatant | None = None
    number: int = 0
    player: bool = False
    hidden: bool = False
    revealed: bool = True
    auto_reveal: bool = True
    asked: bool = False
    portrait: str = ""
    sheet: str = ""
    notes: str = ""
    pronoun: str = ""
    name_is: str = ""
    fields: Table[str, Value] = EMPTY

    def track(self, name: str) -> int:
        """Return the value of a track; 0 if it was never set."""
        return self.tracks[name] if name in self.tracks else 0  # noqa: SIM401 - no call, in every attack


class Timer(Record):
    """A reminder for a coming moment. Due at the start of `round`, or when the clock reaches `tick` (of that round, or
    at all).

    Attributes:
        announced: the players know of it.
        who: ids of the combatants who come in at that moment.
    """

    id: str
    label: str
    round: int | None = None
    tick: int | None = None
    announced: bool = False
    who: tuple[str, ...] = ()


HAZARD_TIMES = ("round", "turn", "once")
"""When a hazard strikes: at the start of each round, at the end of each turn of the combatants it harms, or once."""


class Hazard(Record):
    """Something that harms people by itself, set by the storyteller: fire, poison, a fall.

    Attributes:
        who: ids of the combatants it harms; if empty, everyone in `zone`.
        when: one of `HAZARD_TIMES`.
        round, tick: when a hazard that strikes once does so, as for a timer.
        dice: the damage pool; with 0 dice `damage` is dealt without a roll.
        type: kind of damage, in the game's word.
        soaked: soak is subtracted from the dice, or from the damage if none are rolled.
        resist: the pool of the roll against it: a number of dice, or traits; None if it cannot be avoided.
        difficulty: the difficulty of that roll; a combatant who reaches it takes no damage.
        announced: the players know what it is.
    """

    id: str
    label: str
    who: tuple[str, ...] = ()
    zone: str = ""
    when: str = "round"
    round: int | None = None
    tick: int | None = None
    dice: int = 0
    damage: int = 0
    type: str = ""
    soaked: bool = False
    resist: int | tuple[str, ...] | None = None
    difficulty: int = 1
    announced: bool = False


class Battle(Record):
    """The whole state of a battle at one moment.

    Attributes:
        ruleset: id of the ruleset it uses.
        rules: that ruleset's data. Part of the battle, but not written into its journal with every step.
        options: the house-rule switches, complete.
        close: the groups at close range (engaged), each sorted by the order of the combatants.
        seed: the number from which the app's dice are drawn.
        phase: "prepared", "running" or "over".
        round: 0 before the start.
        tick: the clock's tick, None before the start or if the game has no ticks.
        up: ids of the combatants whose turn it is, in order.
        chooser: id of the combatant who chooses who acts next, while no one is up; "" if the rules decide.
        facts: what the game's own code remembers of the course of the battle.
        picture: the picture under the zones, None for none.
    """

    title: str = ""
    ruleset: str = ""
    rules: Any = None
    options: Table[str, Value] = EMPTY
    zones: Table[str, Zone] = EMPTY
    links: tuple[Link, ...] = ()
    combatants: Table[str, Combatant] = EMPTY
    close: tuple[tuple[str, ...], ...] = ()
    timers: tuple[Timer, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    seed: int = 0
    phase: str = "prepared"
    round: int = 0
    tick: int | None = None
    up: tuple[str, ...] = ()
    chooser: str = ""
    facts: Table[str, Value] = EMPTY
    picture: MapPicture | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Battle) and _state(self) == _state(other))

    def __hash__(self) -> int:
        return hash(_state(self))

    def __repr__(self) -> str:
        return f"Battle({', '.join(f'{name}={getattr(self, name)!r}' for name in _OF_STATE)})"

    @property
    def active(self) -> str | None:
        """Return the id of the combatant who acts (the first of `up`), or None."""
        return self.up[0] if self.up else None

    def who(self, id: str) -> Combatant:
        return self.combatants[id]

    def with_combatant(self, combatant: Combatant) -> Battle:
        return replace(self, combatants=Table({**self.combatants, combatant.id: combatant}))

    def are_close(self, a: str, b: str) -> bool:
        for group in self.close:
            if a in group:
                return b in group and a != b
        return False

    def close_group(self, id: str) -> tuple[str, ...]:
        """Return the ids of everyone at close range with a combatant."""
        for group in self.close:
            if id in group:
                at = group.index(id)
                return group[:at] + group[at + 1 :]
        return ()


_OF_STATE = tuple(name for name in Battle.__struct_fields__ if name != "rules")
_state = attrgetter(*_OF_STATE)
"""Everything in a battle but the rule data, which is neither compared nor shown."""
