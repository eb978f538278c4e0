"""The smallest game that a map and a tick bar can show: a combatant walks from zone to zone, and is close to others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, Moved, TrackChanged, ZoneSet
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table, Value, index_by_id
from exgui.engine.system import Badge, Candidate, Figure, Reach, Reminder, System
from exgui.engine.timeline import Axis, Flag, Mark, Shade, Timeline
from exgui.engine.zones import Link, Zone, distances, link_between
from exgui.gui.battle_control.controller import BattleController
from exgui.play.history import History
from exgui.play.play import Play
from exgui.rulebook.rules import Action, Param, Ruleset, TimelineRule

BANDS = ("short", "medium · Aim", "long", "extreme")

STATES = {
    "guarded": Badge("guarded", "mdi6.shield", "Full defense until its next turn", tone="good"),
    "dazed": Badge("dazed", "mdi6.star-face", "Dazed: 2 dice fewer", "2", tone="danger"),
    "bound": Badge("bound", "mdi6.link-variant", "Held fast", tone="danger"),
    "aiming": Badge("aiming", "mdi6.target", "Aims at the nearest foe", tone="state"),
    "unseen": Badge("unseen", "mdi6.incognito", "Concealed from the others", tone="hidden"),
    "rider": Badge("rider", "mdi6.horse-variant", "In the saddle", tone="state"),
}

RULES = Ruleset(
    id="small",
    name="Small game",
    system="small",
    lineage=("small",),
    digest="small",
    actions=Table(
        walk=Action("walk", "Walk", "s-1", "M", params=(Param("to", "Where to", "zone", required=True),)),
        strike=Action("strike", "Strike", "s-2", "A", params=(Param("target", "Whom", "combatant", required=True),)),
    ),
    timeline=TimelineRule("down", place="tracks.speed"),
    gestures=Table(zone=("walk", "to"), token=("close_in", "with")),
)


class SmallGame(System):
    """The game. `axis`, `shaded` and `flags` are what its timeline is to be drawn with."""

    id = "small"

    def __init__(self, axis: Axis = "down", shaded: tuple[Shade, ...] = (), flags: tuple[Flag, ...] = ()) -> None:
        self.rules = RULES
        self.axis, self.shaded, self.flags = axis, shaded, flags

    def prepare(self, battle: Battle) -> Battle:
        return battle

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        one = battle.combatants.get(command.by)
        if command.do == "walk" and one is not None and one.zone is not None:
            link = link_between(battle.links, one.zone, command.get("to"))
            if battle.close_group(one.id):
                return (Violation("s-3", f"{one.name} is at close range and cannot walk away."),)
            if link is None or link.barrier == "wall":
                return (Violation("s-1", "No link leads there."),)
        if command.do == "close_in" and one is not None and battle.who(command.get("with")).zone != one.zone:
            return (Violation("s-4", "They are not in the same zone."),)
        return ()

    def procedure(self, scene: Scene, command: Command) -> Steps:
        args = command.args
        if command.do == "walk":
            yield Moved(command.by, args["to"])
        elif command.do == "place":
            kept = tuple(group for group in scene.battle.close if args["who"] not in group)
            yield CloseChanged(kept)
            yield Moved(args["who"], args["zone"])
        elif command.do == "close_in":
            yield CloseChanged((*scene.battle.close, (args["with"], command.by)))
        elif command.do == "adjust":
            for path, value in args["set"].items():
                yield TrackChanged(args["who"], path.partition(".")[2], value)
        elif command.do == "arrange":
            zone = scene.battle.zones[args["zone"]]
            yield ZoneSet(zone.but(x=args["x"], y=args["y"], width=args["width"], height=args["height"]))

    def complete(self, battle: Battle, command: Command) -> Command:
        return command

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        if param == "to":
            return tuple(
                Candidate(id, zone.name, self.check(battle, command.but(args=Table(to=id))))
                for id, zone in battle.zones.items()
                if id != battle.who(command.by).zone
            )
        own = battle.who(command.by).side
        return tuple(Candidate(id, one.name) for id, one in battle.combatants.items() if one.side != own)

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        for id in (action,) if action else tuple(self.rules.actions):
            yield Command(id, who)

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        return dict.fromkeys(self.rules.actions, ())

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        return Explained(battle.who(who).track(name))

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        return ()

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return tuple(STATES[name] for name in battle.who(who).conditions if name in STATES)

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        start = battle.who(who).zone
        if start is None:
            return {}
        far = distances(battle.links, start)
        return {
            id: Reach(BANDS[min(far[id], 3)], far[id], far[id] == 1) if id in far else Reach("no way", None)
            for id in battle.zones
        }

    def timeline(self, battle: Battle) -> Timeline:
        marks = []
        for one in sorted(battle.combatants.values(), key=lambda one: -one.track("speed")):
            if not self.standing(battle, one.id):
                state: Any = "out"
            elif one.waiting:
                state = "waiting"
            elif "delays" in one.conditions:
                state = "delayed"
            else:
                state = "up" if one.id in battle.up else "acted" if one.acted else "coming"
            place = None if state in ("waiting", "delayed", "out") else one.track("speed")
            marks.append(Mark(one.id, place if self.axis in ("down", "up") else None, state, one.side))
        now = battle.tick if self.axis in ("down", "up") else None
        return Timeline(self.axis, now, f"Round {battle.round}", tuple(marks), self.shaded, self.flags)

    def standing(self, battle: Battle, who: str) -> bool:
        return "fallen" not in battle.who(who).conditions

    def summary(self, battle: Battle, who: str) -> str:
        return "acts now" if battle.active == who else ""

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        found: Value = battle.who(who).conditions.get("way")
        return found

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        return ()

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        return {}

    def view(self, battle: Battle) -> dict[str, Any]:
        return {}


def someone(id: str, name: str, side: str, zone: str | None, speed: int, number: int = 0, **more: Any) -> Combatant:
    """A combatant; further words are its conditions, but for the fields that a combatant has."""
    fields = {key: more.pop(key) for key in ("player", "acted", "waiting", "hidden", "portrait") if key in more}
    conditions = Table(more) if more else EMPTY
    return Combatant(id, name, side, zone, tracks=Table(speed=speed), number=number, conditions=conditions, **fields)


def courtyard() -> Battle:
    """Six zones round a yard and seven who fight there."""
    zones = (
        Zone("gate", "Moon gate", cover=Table(light=2), x=40, y=32, width=248, height=184),
        Zone("yard", "Temple yard", x=352, y=56, width=328, height=216),
        Zone("bamboo", "Bamboo", difficult=True, x=752, y=24, width=256, height=232),
        Zone("hall", "Hall of masks", cover=Table(heavy=3), x=56, y=304, width=264, height=208),
        Zone("bridge", "Footbridge", hazard="minor", x=408, y=352, width=232, height=152),
        Zone("road", "Road", x=736, y=336, width=248, height=176),
    )
    links = (
        Link(("gate", "yard")),
        Link(("yard", "bamboo")),
        Link(("gate", "hall"), "obstacle"),
        Link(("yard", "bridge")),
        Link(("hall", "bridge"), "wall"),
        Link(("bridge", "road")),
        Link(("bamboo", "road")),
    )
    people = (
        someone("volfer", "Volfer", "circle", "yard", 9, player=True),
        someone("swan", "Swan", "circle", "gate", 14, player=True, acted=True, rider=True),
        someone("reed", "Reed", "circle", "hall", 6, player=True, aiming=True, way=("yard", 1, 2)),
        someone("kesh", "Kesh", "satrapy", "yard", 6, 1, dazed=True, guarded=True),
        someone("bandit_1", "Bandit 1", "satrapy", "bamboo", 3, 2, unseen=True),
        someone("bandit_2", "Bandit 2", "satrapy", "road", -2, 3, dazed=True, bound=True),
        someone("militia", "Militia ×40", "satrapy", "road", 4, 4),
        someone("crow", "Crow", "satrapy", "road", 0, 5, fallen=True),
    )
    return Battle(
        title="Courtyard",
        zones=index_by_id(zones),
        links=links,
        combatants=index_by_id(people),
        close=(("volfer", "kesh"),),
        phase="running",
        round=3,
        tick=9,
        up=("volfer",),
    )


SHADED = (Shade("Crash", None, 0),)
FLAGS = (Flag("falls", "bridge falls, round 5", 12), Flag("riders", "riders arrive", 10))


def bridge_for(battle: Battle, game: SmallGame | None = None) -> BattleController:
    """A bridge to a battle of the small game."""
    return BattleController(Play(game or SmallGame(shaded=SHADED, flags=FLAGS), History(battle.but(rules=RULES))))
