"""Several steps of the storyteller as one, for what is one gesture in a window: three zones are dragged at once, two
guards come in and join, a zone goes away and its people into another. Taking it back takes all of it back."""

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
    """The step, for one game.

    Attributes:
        steps: the storyteller's steps of the game, by name, each with its check and its procedure.
    """

    steps: Mapping[str, tuple[Check, Resolve]]

    def check(self, battle: Battle, command: Command) -> list[Violation]:
        """The violations of the first part that breaks a rule, each part being checked in the battle as those before it
        leave it. What comes behind a part that asks something is not checked."""
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
    """Return the steps that are done together; none where they are not written as such."""
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
    """Several steps as one; a single one stays itself."""
    if len(steps) == 1:
        return steps[0]
    parts = tuple(Table({"do": one.do, **({"by": one.by} if one.by else {}), **one.args}) for one in steps)
    return Command(STEP, "", Table(parts=parts))
