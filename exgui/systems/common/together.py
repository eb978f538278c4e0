"""Several storyteller steps as one, for a single gesture in the window: three zones are dragged at once, two guards
come in and join, a zone is removed and its people move to another. They are undone together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.procedure import Scene, Steps, resolve
from exgui.engine.record import Record, Table
from exgui.systems.common import sentences as say

STEP = "together"
MOST_PARTS = 1_000
Check = Callable[[Battle, Command], list[Violation]]
Resolve = Callable[[Scene, Command], Steps]


class Together(Record):
    """The step `together` of one game.

    Attributes:
        steps: the game's storyteller steps, by name, each with its check and its procedure.
    """

    steps: Mapping[str, tuple[Check, Resolve]]

    def check(self, battle: Battle, command: Command) -> list[Violation]:
        """Return the violations of the first part that breaks a rule.

        Each part is checked in the battle as the parts before it leave it. Parts after one that asks a question are
        not checked.
        """
        parts = parts_of(command)
        if not 0 < len(parts) <= MOST_PARTS:
            return [Violation("", say.WHAT_TOGETHER(), final=True)]
        for part in parts:
            known = self.steps.get(part.do)
            if known is None:
                return [Violation("", say.NOT_THE_STORYTELLERS(step=part.do or say.THIS), final=True)]
            broken = known[0](battle, part)
            if broken:
                return broken
            done = resolve(lambda scene, do=known[1], part=part: do(scene, part), battle)  # type: ignore[misc]
            if not done.finished:
                break
            battle = done.battle
        return []

    def do(self, scene: Scene, command: Command) -> Steps:
        for part in parts_of(command):
            yield from self.steps[part.do][1](scene, part)


def parts_of(command: Command) -> tuple[Command, ...]:
    """Return the steps to do together; none if they are not in the right form."""
    given = command.get("parts")
    if not isinstance(given, tuple) or not all(isinstance(one, Mapping) for one in given):
        return ()
    return tuple(
        Command(
            str(one.get("do", "")),
            str(one.get("by", "")),
            Table((str(key), value) for key, value in one.items() if key not in ("do", "by")),
        )
        for one in given
    )


def together(steps: tuple[Command, ...]) -> Command:
    """Return several steps as one; a single step is returned unchanged."""
    if len(steps) == 1:
        return steps[0]
    parts = tuple(Table({"do": one.do, **({"by": one.by} if one.by else {}), **one.args}) for one in steps)
    return Command(STEP, "", Table(parts=parts))
