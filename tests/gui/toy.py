"""A small made-up game for tests of the window: everyone has `nerve` that counts down the turns, blows take it away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_pool, modify_value
from exgui.engine.events import ClockSet, Moved, Noted, TrackChanged, TurnBegan, TurnEnded
from exgui.engine.explained import Explained, Part, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, index_by_id
from exgui.engine.system import Badge, Candidate, Figure, Reach, Reminder, System
from exgui.engine.timeline import Mark, Shade, Timeline
from exgui.engine.zones import Link, Zone, distances
from exgui.play.play import Play
from exgui.rulebook.rules import Action, Condition, Param, Ruleset, TimelineRule, Track

TARGET = Param("target", "Target", "combatant", required=True)
KIND = Param("kind", "Kind", "choice", Table(soft="Soft", hard="Hard"), required=True, ask=False)
ACTIONS = (
    Action("strike", "Strike", "toy-1", "A", "Fight", params=(TARGET, KIND)),
    Action("feint", "Feint", "toy-2", "G", "Fight", params=(TARGET,), step="strike", preset=Table(feint=True)),
    Action("guard", "Guard", "toy-3", "F", "Fight"),
    Action("shield_other", "Shield Another", "toy-3", "D", "Fight", params=(TARGET,)),
    Action("walk", "Walk", "toy-4", "M", "Move", params=(Param("to", "To", "zone", required=True),)),
    Action("wait", "Wait", "toy-5", "E", "Move", params=(Param("until", "Until", "number", minimum=0),)),
    Action("other", "Something Else", "toy-6", "O", "Move", params=(Param("note", "What", "text", required=True),)),
    Action("adjust", "Adjust", "", hidden=True),
)
RULES = Ruleset(
    id="toy",
    name="Toy rules",
    system="toy",
    lineage=("toy",),
    digest="toy",
    actions=index_by_id(ACTIONS),
    tracks=index_by_id([Track("nerve", "Nerve")]),
    conditions=index_by_id([Condition("hidden", "Hidden", "mdi6.eye-off", "hidden")]),
    timeline=TimelineRule("down", shaded=(("Fear", None, 0, "danger"),), place="nerve"),
    gestures=Table(zone=("walk", "to"), token=("strike", "target")),
    constants=Table(
        stunts=(
            Table(label="stunt 1", dice=2),
            Table(label="stunt 2", dice=2, successes=1),
            Table(label="stunt 3", dice=2, successes=2),
        )
    ),
)


class Toy(System):
    """The game."""

    id = "toy"
    rules: Any = RULES

    def prepare(self, battle: Battle) -> Battle:
        return battle

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        known = {"start", "end_turn", "adjust", "place"} | {a.step or a.id for a in ACTIONS}
        if command.do not in known:
            return (Violation("", f"There is no step {command.do}.", True),)
        if command.do in ("start", "adjust", "place"):
            return ()
        broken = []
        if command.by != battle.active:
            broken.append(Violation("toy-0", f"It is not the turn of {battle.combatants[command.by].name}."))
        if command.do == "shield_other" and not battle.close_group(command.by):
            broken.append(Violation("toy-3", "Nobody stands close enough to be shielded."))
        if command.do == "walk" and battle.close_group(command.by):
            broken.append(Violation("toy-4", "Whoever stands close to a foe does not walk away."))
        if command.do == "strike":
            target = command.get("target")
            if target not in battle.combatants:
                broken.append(Violation("toy-1", "A strike needs a target.", True))
            elif battle.combatants[target].zone != battle.combatants[command.by].zone:
                broken.append(Violation("toy-1", f"{battle.combatants[target].name} is out of reach."))
        return tuple(broken)

    def complete(self, battle: Battle, command: Command) -> Command:
        if command.do == "strike" and "kind" not in command.args:
            return command.but(args=command.args.put("kind", "soft"))
        return command

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        if param == "target":
            mine = battle.combatants[command.by].side
            return tuple(
                Candidate(c.id, c.name, self.check(battle, command.but(args=command.args.put("target", c.id))))
                for c in battle.combatants.values()
                if c.side != mine
            )
        if param == "to":
            near = distances(battle.links, battle.combatants[command.by].zone or "")
            return tuple(
                Candidate(z.id, z.name, () if near.get(z.id) == 1 else (Violation("toy-4", f"{z.name} is too far."),))
                for z in battle.zones.values()
                if near.get(z.id) != 0
            )
        return ()

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        for one in ACTIONS:
            if (one.id == action) if action else not one.hidden:
                yield Command(one.step or one.id, who, one.preset)

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        out = {}
        for action in ACTIONS:
            if action.hidden:
                continue
            broken = self.check(battle, Command(action.step or action.id, who, action.preset))
            out[action.id] = tuple(one for one in broken if not one.final)
        return out

    def procedure(self, scene: Scene, command: Command) -> Steps:
        battle, by = scene.battle, command.by
        if command.do == "start":
            order = sorted(battle.combatants.values(), key=lambda c: -c.track("nerve"))
            yield ClockSet(1, order[0].track("nerve"), (order[0].id,), fresh=True)
            yield TurnBegan(order[0].id)
            yield Noted(f"{order[0].name} begins.", order[0].id)
        elif command.do == "end_turn":
            yield TurnEnded(by)
            yield from self._pass_on(scene)
        elif command.do == "adjust":
            who = command.get("who")
            for path, value in command.get("set").items():
                yield TrackChanged(who, path.rpartition(".")[2], value)
                yield Noted(f"The storyteller sets {path.rpartition('.')[2]} to {value}.", who)
        elif command.do == "place":
            yield Moved(command.get("who"), command.get("zone"))
        elif command.do == "walk":
            yield Moved(by, command.get("to"), "toy-4")
            yield Noted(f"{battle.who(by).name} walks to {battle.zones[command.get('to')].name}.", by, "toy-4")
        elif command.do == "strike":
            yield from self._strike(scene, command)
        else:
            text = command.get("note") or command.do.replace("_", " ")
            yield Noted(f"{battle.who(by).name}: {text}.", by)

    def _pass_on(self, scene: Scene) -> Steps:
        battle = scene.battle
        left = [c for c in battle.combatants.values() if not c.acted]
        fresh = not left
        following = sorted(left or battle.combatants.values(), key=lambda c: -c.track("nerve"))[0]
        yield ClockSet(battle.round + fresh, following.track("nerve"), (following.id,), fresh=fresh)
        yield TurnBegan(following.id)

    def _strike(self, scene: Scene, command: Command) -> Steps:
        by, target = command.by, command.get("target")
        name, other = scene.battle.who(by).name, scene.battle.who(target).name
        guard = yield from scene.choose(
            target,
            "guard",
            f"How does {other} guard?",
            (Option("block", "Block 4"), Option("dodge", "Dodge 3")),
            "block",
        )
        hit = yield from scene.roll(
            by,
            "attack",
            lambda b: modify_pool(
                Explained(9, (Part("Hands", 4), Part("Steel", 4), Part("longknife", 1, "toy-1"))),
                b.who(by).effects,
                "attack",
            ),
            difficulty=lambda b: modify_value(
                constant("Block", 4) if guard == "block" else constant("Dodge", 3), b.who(target).effects, "guard"
            ),
            facts=("ones",),
            label="Attack",
            against=target,
        )
        if not hit.met:
            yield Noted(f"{name} misses {other}.", by, "toy-1")
            return
        harm = yield from scene.roll(
            by, "damage", lambda b: constant("Force", 3 + hit.threshold), label="Damage", against=target
        )
        before = scene.battle.who(target).track("nerve")
        yield TrackChanged(target, "nerve", before - harm.successes, -harm.successes, "toy-1")
        yield Noted(f"{name} hits {other}: nerve {before} → {before - harm.successes}.", by, "toy-1")

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        if name != "nerve":
            raise KeyError(name)
        return constant("Nerve", battle.who(who).track("nerve"))

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        one = battle.who(who)
        return (
            Figure("nerve", "Nerve", constant("Nerve", one.track("nerve")), tone="key", path="nerve"),
            Figure(
                "block",
                "Block",
                Explained(4, (Part("Hands", 2), Part("Steel", 2), Part("wounds", -1), Part("knife", 1, "toy-9"))),
            ),
            Figure("dodge", "Dodge", constant("Feet", 3)),
            Figure("hide", "Thick hide", constant("Hide", 8)),
            Figure("breath", "Breath", constant("Breath", 23), "23/33"),
            Figure("wounds", "Wounds", constant("Scratches", -1), tone="danger"),
        )

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return (Badge("hidden", "mdi6.eye-off", "Hidden", "", "hidden"),) if battle.who(who).hidden else ()

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        near = distances(battle.links, battle.who(who).zone or "")
        words = ("here", "near", "far")
        return {
            id: Reach(words[min(near[id], 2)] if id in near else "no way", near.get(id), near.get(id) == 1)
            for id in battle.zones
        }

    def timeline(self, battle: Battle) -> Timeline:
        running = battle.phase == "running"
        marks = tuple(
            Mark(c.id, c.track("nerve"), "up" if c.id in battle.up else "acted" if c.acted else "coming", c.side)
            for c in sorted(battle.combatants.values(), key=lambda c: -c.track("nerve"))
        )
        caption = f"Round {battle.round} · tick {battle.tick}" if running else "not begun"
        return Timeline("down", battle.tick, caption, marks, (Shade("Fear", None, 0),))

    def standing(self, battle: Battle, who: str) -> bool:
        return True

    def summary(self, battle: Battle, who: str) -> str:
        return "acts now" if who == battle.active else "waits"

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        return None

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        return ()

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        return {"hit": 1.0}

    def view(self, battle: Battle) -> dict[str, Any]:
        return {}


def toy_battle() -> Battle:
    """Seven in six zones, as an evening might have them."""
    zones = [
        Zone("gate", "Moon gate", cover=Table(light=2), x=40, y=35, width=245, height=165),
        Zone("yard", "Temple yard", x=355, y=50, width=325, height=207),
        Zone("bamboo", "Bamboo", difficult=True, x=745, y=25, width=208, height=223),
        Zone("hall", "Hall of masks", cover=Table(heavy=3), x=60, y=282, width=265, height=197),
        Zone("bridge", "Footbridge", x=413, y=325, width=226, height=103),
        Zone("road", "Road", x=727, y=316, width=216, height=155),
    ]
    links = [
        Link(("gate", "yard")),
        Link(("yard", "bamboo")),
        Link(("gate", "hall"), "obstacle"),
        Link(("hall", "bridge")),
        Link(("yard", "bridge")),
        Link(("bridge", "road")),
        Link(("bamboo", "road")),
    ]
    knife = Table(knife=Item("knife", "longknife", "weapon"))
    rows = [
        ("volfer", "Volfer", "heroes", "yard", 9, 0, True),
        ("swan", "Swan", "heroes", "gate", 14, 0, True),
        ("reed", "Reed", "heroes", "hall", 6, 0, True),
        ("kesh", "Kesh", "foes", "yard", 6, 1, False),
        ("bandit_1", "Bandit 1", "foes", "bamboo", 3, 2, False),
        ("bandit_2", "Bandit 2", "foes", "road", -2, 3, False),
        ("militia", "Militia ×40", "foes", "road", 4, 4, False),
    ]
    people = [
        Combatant(
            id,
            name,
            side,
            zone,
            tracks=Table(nerve=nerve),
            number=number,
            player=player,
            gear=knife,
            hidden=id == "bandit_1",
        )
        for id, name, side, zone, nerve, number, player in rows
    ]
    return Battle(
        title="Teahouse ambush",
        ruleset="toy",
        zones=index_by_id(zones),
        links=tuple(links),
        combatants=index_by_id(people),
        close=(("volfer", "kesh"),),
        seed=7,
    )


def toy_play(started: bool = True) -> Play:
    """A battle of the toy game."""
    play = Play.begin(Toy(), toy_battle())
    if started:
        play.dispatch(Command("start"))
    return play
