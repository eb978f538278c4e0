"""What dragging a token means, on the map and on the tick bar: a step of the game, by its rule data, or the
storyteller's word."""

from __future__ import annotations

from exgui.engine.asks import Command, Fall, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.companions import companions
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.gui.draft import opening
from exgui.play.history import Step
from exgui.play.play import run_command
from exgui.rulebook.rules import Ruleset

NO_STEP = Violation("", "This game has no step for that; hold Ctrl or Alt to place by the storyteller's word.", True)


def map_command(
    rules: Ruleset, battle: Battle, who: str, zone: str | None, token: str | None, force: bool
) -> Command | None:
    """The step that dragging somebody to a zone, or onto somebody, means; None where the game has none for it."""
    if force:
        place = zone if zone is not None else (battle.who(token).zone if token else None)
        return Command("place", "", Table(who=who, zone=place))
    gesture = rules.gestures.get("zone" if zone is not None else "token")
    if gesture is None:
        return None
    return Command(gesture[0], who, Table({gesture[1]: zone if zone is not None else token}))


def companion_command(
    rules: Ruleset, system: System, battle: Battle, who: str, companion: str, force: bool
) -> Command | None:
    """The step that dragging somebody onto a companion means; None where the game has none for it."""
    gesture = rules.gestures.get("companion")
    given = next((one.given for one in companions(system, battle) if one.id == companion), "")
    if gesture is None or gesture[0] not in rules.actions or not given:
        return None
    command = opening(rules.actions[gesture[0]], who, force)
    return command.but(args=command.args.put(gesture[1], given))


def timeline_command(rules: Ruleset, battle: Battle, who: str, place: int) -> Command | None:
    """The step that dragging somebody to a place of the time line means on its own turn; None where it is not that, or
    the game has none for it."""
    gesture = rules.gestures.get("timeline")
    if gesture is None or who not in battle.up:
        return None
    return Command(gesture[0], who, Table({gesture[1]: place}))


def placing(rules: Ruleset, who: str, place: int) -> Command | None:
    """The storyteller's word that sets somebody's place on the time line; None where that is no number of its own."""
    path = rules.timeline.place
    return Command("adjust", "", Table(who=who, set=Table({path: place}))) if path else None


def facts_that_matter(system: System, battle: Battle, step: Step, roll: Roll, fall: Fall) -> tuple[str, ...]:
    """The facts of the dice that would lead to something else, for a result of which only the score is known.

    Args:
        battle: as it stood before the step.
    """

    def led_to(index: int, value: int) -> object:
        facts = tuple(value if number == index else 0 for number in range(len(roll.facts)))
        try:
            return run_command(system, battle, step.command, (*step.answers, fall.but(facts=facts)))
        except ValueError:  # dice that show this cannot give that result
            return None

    matters = []
    for index, name in enumerate(roll.facts):
        most = 1 if name == "ones" else min(roll.dice, 9)
        without = led_to(index, 0)
        if any(led_to(index, value) not in (without, None) for value in range(1, most + 1)):
            matters.append(name)
    return tuple(matters)
