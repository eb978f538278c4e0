"""Relay, an invented game in which a torch is handed on: no one is up until someone is named, both runners of a dash
choose their lane in secret, a fall asks everyone at once who helps, and some wait for a shout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ClockSet, ConditionEnded, Noted, TurnBegan, TurnEnded
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, index_by_id
from exgui.engine.system import Awaited, Badge, Candidate, Figure, Naming, Reach, Reminder, System
from exgui.engine.timeline import Mark, Timeline
from exgui.engine.zones import Zone
from exgui.rulebook.rules import Action, Param, Ruleset, TimelineRule

WAITS = "waits"
"""The state of whoever waits: for what."""
LANES = (Option("left", "the left lane"), Option("right", "the right lane"))
RULES = Ruleset(
    id="relay",
    name="Relay",
    system="relay",
    lineage=("relay",),
    digest="relay",
    actions=Table(
        hand=Action(
            "hand", "Hand on the torch", "rel-1", "H", params=(Param("to", "To whom", "combatant", required=True),)
        ),
        dash=Action("dash", "Dash", "rel-2", "D", params=(Param("against", "Against", "combatant", required=True),)),
        fall=Action("fall", "Fall", "rel-3", "F"),
    ),
    timeline=TimelineRule("sides"),
)


class Relay(System):
    """The game, bound to its ruleset."""

    id = "relay"
    rules = RULES
    options_read: frozenset[str] = frozenset()

    def wrong_constants(self) -> Iterator[tuple[tuple[int | str, ...], str]]:
        return iter(())

    def prepare(self, battle: Battle) -> Battle:
        return battle

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """A runner runs once; the torch is handed on only if no one has it."""
        if command.do == "hand":
            to = battle.combatants.get(command.get("to") or "")
            if to is None:
                return (Violation("rel-1", "Nobody of that name runs.", final=True),)
            if battle.up:
                return (Violation("rel-1", "Somebody has the torch."),)
            if to.acted:
                return (Violation("rel-1", f"{to.name} has run already."),)
        elif command.do in ("dash", "fall", "end_turn") and command.by not in battle.up:
            return (Violation("rel-1", f"{battle.who(command.by).name} has no torch."),)
        return ()

    def procedure(self, scene: Scene, command: Command) -> Steps:
        battle = scene.battle
        if command.do == "start":
            yield ClockSet(1, None, (), fresh=True, chooser=next(iter(battle.combatants)))
        elif command.do == "end_turn":
            yield TurnEnded(command.by)
            left = any(not one.acted for one in scene.battle.combatants.values())
            yield ClockSet(battle.round, None, (), chooser=command.by if left else "")
        elif command.do == "hand":
            yield ClockSet(battle.round, None, (command.get("to"),))
            yield TurnBegan(command.get("to"))
        elif command.do == "dash":
            yield from self._dash(scene, command.by, command.get("against"))
        elif command.do == "shout":
            who, when = command.get("who"), "before" if command.get("first") else "after"
            yield ConditionEnded(who, WAITS)
            yield Noted(f"{battle.who(who).name} looks up {when} it.", who, "rel-4")
        elif command.do == "fall":
            yield from self._fall(scene, command.by)

    def _dash(self, scene: Scene, by: str, against: str) -> Steps:
        """Both choose a lane, and neither knows the other's."""
        chosen = []
        for id in (by, against):
            lane = yield from scene.choose(id, "lane", "Which lane?", LANES, "left", secret=True)
            chosen.append(str(lane))
        yield from scene.choose(by, "cheer", "Cheer?", (Option(True, "yes"), Option(False, "no")), False)
        yield Noted("They collide." if chosen[0] == chosen[1] else "They pass each other.", by, "rel-2")

    def _fall(self, scene: Scene, by: str) -> Steps:
        """Someone falls, and everyone else is asked at once who helps them up."""
        others = [one for one in scene.battle.combatants.values() if one.id != by]
        helps = [Option(f"{one.id} helps", f"{one.name} helps", about=one.id) for one in others]
        answer = yield from scene.choose("", "help", "Who helps?", (*helps, Option("", "nobody")), "")
        yield Noted(f"{answer}." if answer else "Nobody helps.", by, "rel-3")

    def naming(self, battle: Battle) -> Naming | None:
        """The last runner hands the torch on."""
        one = battle.combatants.get(battle.chooser)
        if one is None or battle.up or battle.phase != "running":
            return None
        return Naming(one.side, "Whose torch?", "Click whoever runs next.", "hand", Command("hand", one.id), "to")

    def awaited(self, battle: Battle) -> tuple[Awaited, ...]:
        """Combatants waiting for a shout look up."""
        if battle.phase != "running":
            return ()
        return tuple(
            Awaited(
                (id,),
                str(one.conditions[WAITS]),
                Command("shout", "", Table(who=id, first=True)),
                Command("shout", "", Table(who=id, first=False)),
            )
            for id, one in battle.combatants.items()
            if WAITS in one.conditions
        )

    def complete(self, battle: Battle, command: Command) -> Command:
        return command

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        people = battle.combatants.values()
        return tuple(
            Candidate(one.id, one.name, self.check(battle, command.but(args=command.args.put(param, one.id))))
            for one in people
            if param == "to" or one.id != command.by
        )

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        yield from ()

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        return dict.fromkeys(("dash", "fall"), ())

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        raise KeyError(name)

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        return ()

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return ()

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        return {}

    def timeline(self, battle: Battle) -> Timeline:
        def mark(one: Combatant) -> Mark:
            return Mark(one.id, None, "up" if one.id in battle.up else "acted" if one.acted else "coming", one.side)

        due = self.naming(battle)
        marks = tuple(mark(one) for one in battle.combatants.values())
        return Timeline("sides", None, due.title if due else "", marks, choosing=due.side if due else None)

    def standing(self, battle: Battle, who: str) -> bool:
        return True

    def summary(self, battle: Battle, who: str) -> str:
        return ""

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        return None

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        return {}

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        return ()

    def view(self, battle: Battle) -> dict[str, Any]:
        return {}


def a_race() -> Battle:
    """Three runners of two sides, not begun."""
    people = (
        Combatant("ann", "Ann", "reds", "track", number=1),
        Combatant("bea", "Bea", "reds", "track", number=2),
        Combatant("cid", "Cid", "blues", "track", number=3, hidden=True),
    )
    zones = index_by_id((Zone("track", "Track"),))
    return Battle(title="Race", rules=RULES, combatants=index_by_id(people), zones=zones)
