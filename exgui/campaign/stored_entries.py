"""Journal entries as they are stored: written and read within the same limits as typed input.

Each entry is read again before it is stored, so that a campaign never holds one that would not open.
"""

from __future__ import annotations

import json
from typing import NoReturn

from exgui.engine.battle import Battle
from exgui.play.journal import Began, Entry, JournalError, Snapshot, read_entry, write_entry
from exgui.play.play import Play
from exgui.rulebook.encounter_shape import MOST_COMBATANTS, MOST_LINKS, MOST_ZONES
from exgui.rulebook.validation import LARGEST

PHASES = ("prepared", "running", "over")


def stored_text(entry: Entry) -> str:
    """Return an entry as it is stored.

    Raises:
        JournalError: it could not be read again, or would differ.
    """
    text = write_entry(entry)
    if read_stored(text) != entry:
        raise JournalError("it would be read back differently")
    return text


def read_stored(text: str) -> Entry:
    """Return an entry from its stored text.

    Raises:
        JournalError: it is not an entry, or has a number or a battle beyond the limits of typed input.
    """
    large: list[int] = []

    def whole(digits: str) -> int:
        # The text first, since reading ten thousand digits is slow.
        value = int(digits) if len(digits) < 30 else _too_large(digits)
        if abs(value) > LARGEST:
            large.append(value)
        return value

    def fraction(digits: str) -> float:
        value = float(digits)
        if not abs(value) <= LARGEST:
            _too_large(digits)
        return value

    try:
        json.loads(text, parse_int=whole, parse_float=fraction, parse_constant=_too_large)
    except RecursionError:
        raise JournalError("a journal entry is nested too deep") from None
    except JournalError:
        raise
    except ValueError as error:
        raise JournalError(f"a journal entry is not JSON ({error})") from None
    entry = read_entry(text)
    if isinstance(entry, (Began, Snapshot)):
        check_battle(entry.battle)
        if entry.battle.seed in large:  # the only number that may be large
            large.remove(entry.battle.seed)
    if large:
        _too_large(str(large[0]))
    return entry


def check_battle(battle: Battle) -> None:
    """Check that a battle is consistent: everything it names is in it.

    Raises:
        JournalError: it is not.
    """
    counts = (
        ("combatants", len(battle.combatants), MOST_COMBATANTS),
        ("zones", len(battle.zones), MOST_ZONES),
        ("links", len(battle.links), MOST_LINKS),
    )
    for what, count, most in counts:
        if count > most:
            raise JournalError(f"a battle has {count:,} {what}; {most:,} are allowed")
    if battle.phase not in PHASES:
        raise JournalError(f"a battle cannot be {battle.phase!r}")
    _names_known(battle)
    for table in (battle.combatants, battle.zones):
        for id, one in table.items():
            if one.id != id:
                raise JournalError(f"{one.id!r} is in a battle as {id!r}")
    for one in battle.combatants.values():
        if one.zone is not None and one.zone not in battle.zones:
            raise JournalError(f"{one.id!r} is in the zone {one.zone!r}, which does not exist")


def _names_known(battle: Battle) -> None:
    for id in (*battle.up, *(member for group in battle.close for member in group)):
        if id not in battle.combatants:
            raise JournalError(f"a battle names {id!r}, who is not in it")
    for link in battle.links:
        for end in link.between:
            if end not in battle.zones:
                raise JournalError(f"a link leads to the zone {end!r}, which does not exist")


def check_play(play: Play) -> None:
    """Check that a battle read from its journal is consistent at every step, including undone ones, and can be shown.

    Raises:
        JournalError: it is not.
        Exception: any error in the rules.
    """
    before: Battle | None = None
    for battle in play.battles():
        parts = ("combatants", "zones", "links", "close", "up", "phase")
        if before is None or any(getattr(before, part) is not getattr(battle, part) for part in parts):
            check_battle(battle)
        before = battle
    system = play.system
    for battle in {id(one): one for one in (play.settled, play.battle)}.values():
        system.timeline(battle)
        system.checklist(battle)
        for one in battle.combatants:
            system.standing(battle, one)
            system.badges(battle, one)
            system.summary(battle, one)
            system.progress(battle, one)
        for one in battle.up:
            system.figures(battle, one)


def _too_large(digits: str) -> NoReturn:
    raise JournalError(f"the number {digits[:20]} is larger than any that can be used ({LARGEST:,})")
