"""`exgui ruleset check`: finds everything wrong with a ruleset's folder: what its reader complains of, and what only
the game's code can know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from exgui.rulebook.content import Complaint
from exgui.rulebook.reader import RulesetError, problems
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.suggestions import unknown
from exgui.systems import UnknownSystem, known_systems, system_for

RIGHT, WRONG = 0, 1


def problems_of(where: str | Path) -> tuple[RulesetError, ...]:
    """Every problem of a ruleset, each with file, key, what is wrong and what would be right."""
    return problems(where, problems_of_the_game)


def check_folder(folder: str, say: Callable[[str], None]) -> int:
    """Says every problem of a ruleset's folder on a line of its own, then how many there are, and gives the exit
    code."""
    found = problems_of(Path(folder) if Path(folder).is_dir() else folder)
    for problem in found:
        say(str(problem))
    if not found:
        say(f"ok {folder}")
        return RIGHT
    say("1 problem" if len(found) == 1 else f"{len(found)} problems")
    return WRONG


def problems_of_the_game(ruleset: Ruleset) -> Iterator[Complaint]:
    """What only the game's code knows to be wrong with a ruleset in which its reader finds nothing."""
    try:
        read = system_for(ruleset).options_read
    except UnknownSystem:
        yield ("ruleset", "system"), unknown(ruleset.system, known_systems(), "system")
        return
    used = read | {value.rounding for value in ruleset.values.values()}
    for id in ruleset.options:
        if id not in used:
            yield ("ruleset", "options", id), f"no code reads this option: {unknown(id, sorted(read), 'option')}"
