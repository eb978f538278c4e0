"""An invented game for these tests: combatants throw pebbles at each other. It is small, so that a battle can be broken
off at every point of it."""

from __future__ import annotations

from typing import Any

from exgui.engine.asks import Choice, Command, Fall, Option, Roll, Violation, command
from exgui.engine.battle import Battle
from exgui.engine.events import ClockSet, Noted, TrackChanged
from exgui.engine.explained import constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.system import System
from exgui.engine.timeline import Timeline
from exgui.play.play import Play
from exgui.rulebook.rules import Ruleset
from exgui.systems import register

HANDS = (Option("left", "Left"), Option("right", "Right"))
ENCOUNTER: dict[str, Any] = {
    "title": "At the pond",
    "ruleset": "pebbles",
    "zone": [{"id": "shore", "x": 10.5, "y": 0.0}, {"id": "jetty", "name": "Jetty", "x": 300.0, "y": 0.0}],
    "link": [{"between": ["shore", "jetty"]}],
    "combatant": [
        {"id": "ada", "name": "Ada", "side": "one", "zone": "shore", "traits": {"arm": 2}},
        {"id": "bo", "name": "Bo", "side": "two", "zone": "jetty"},
    ],
}


class Pebbles(System):
    """The parts of a game that a play without a window needs."""

    id = "pebbles"

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def prepare(self, battle: Battle) -> Battle:
        return battle

    def complete(self, battle: Battle, command: Command) -> Command:
        return command

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        if command.do == "throw" and command.get("target") not in battle.combatants:
            return (Violation("pebbles-1", "There is nobody of that name.", final=True),)
        return ()

    def procedure(self, scene: Scene, command: Command) -> Steps:
        battle = scene.battle
        if command.do == "start":
            yield ClockSet(1, None, tuple(battle.combatants), fresh=True)
        elif command.do == "pass":
            yield ClockSet(battle.round + 1, None, tuple(battle.combatants), fresh=True)
        elif command.do == "end":
            yield ClockSet(battle.round, None, (), phase="over")
        elif command.do == "throw":
            target = command.get("target")
            dice = battle.who(command.by).traits.get("arm", 3)
            result = yield from scene.roll(command.by, "throw", lambda _battle: constant("Arm", dice))
            hand = yield from scene.choose(command.by, "hand", "With which hand?", HANDS, "right")
            by = max(result.successes, 0) + (hand == "left")
            yield TrackChanged(target, "hits", scene.battle.who(target).track("hits") + by, by)
            yield Noted(f"{command.by} throws with the {hand} hand.", command.by)
        else:
            yield Noted(str(command.get("note", "Nothing happens.")))

    # What is asked once of every battle that is opened.

    def timeline(self, battle: Battle) -> Timeline:
        return Timeline("pool", None, "")

    def checklist(self, battle: Battle) -> tuple[()]:
        return ()

    def standing(self, battle: Battle, who: str) -> bool:
        return True

    def badges(self, battle: Battle, who: str) -> tuple[()]:
        return ()

    def figures(self, battle: Battle, who: str) -> tuple[()]:
        return ()

    def summary(self, battle: Battle, who: str) -> str:
        return f"{battle.who(who).track('hits')} hits"

    def progress(self, battle: Battle, who: str) -> None:
        return None


register("pebbles", Pebbles)  # type: ignore[arg-type]

MOVES: tuple[Command | Fall | Choice | str, ...] = (
    command("start"),
    command("throw", "ada", target="bo"),
    Fall(faces=(7, 10)),
    Choice("left"),
    command("throw", "bo", target="ada"),
    Fall(score=2),
    "undo",
    Fall(faces=(1, 2, 8)),
    Choice("right"),
    command("pass"),
    command("note", note="The water is cold. Ä · 水 " * 40),
    "undo",
    "redo",
    command("throw", "ada", target="bo"),
    "roll",
)
"""A scripted battle. It ends in the middle of a throw: the roll has fallen, the hand is still to be chosen."""


def move(play: Play, what: Command | Fall | Choice | str) -> None:
    """Does one of `MOVES`."""
    if isinstance(what, Command):
        play.dispatch(what)
    elif what == "undo":
        play.undo()
    elif what == "redo":
        play.redo()
    elif what == "roll":
        play.roll()
    else:
        assert not isinstance(what, str)
        play.answer(what)


def standing(play: Play) -> tuple[Any, ...]:
    """Everything that identifies the state of a play."""
    asked = play.pending.name if isinstance(play.pending, Roll) else play.pending
    return play.battle, asked, play.open_step, play.step_number, [(line.command, line.events) for line in play.log()]
