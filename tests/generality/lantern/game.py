"""Lantern as the app sees it: an implementation of `exgui.engine.system.System`, whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generality.lantern import order, values
from generality.lantern.checks import check
from generality.lantern.steps import perform

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.engine.system import Badge, Candidate, Figure, Reach, Reminder, System
from exgui.engine.timeline import Flag, Mark, MarkState, Shade, Timeline
from exgui.engine.zones import distances, link_between
from exgui.rulebook.rules import Action, Ruleset

REACHES = ("here", "near", "far")
OIL = 2
"""What everybody carries who says nothing else (lan-14)."""


class Lantern(System):
    """The game, bound to one ruleset."""

    options_read = frozenset({"burning", "wick"})

    def __init__(self, rules: Ruleset) -> None:
        self.id = "lantern"
        self.rules = rules

    def prepare(self, battle: Battle) -> Battle:
        """Oil and numbers for everyone, fists for all, and every option at its default that is not set."""
        people = {}
        for count, (id, one) in enumerate(battle.combatants.items(), start=1):
            tracks = Table({"oil": OIL, "wounds": 0, **one.tracks})
            people[id] = one.but(tracks=tracks, number=one.number or count)
        options = Table({**self.rules.option_defaults(), **battle.options})
        return battle.but(combatants=Table(people), options=options, rules=self.rules)

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """All rules that the command would break."""
        return check(battle, command)

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """What the command does."""
        return perform(scene, command)

    def complete(self, battle: Battle, command: Command) -> Command:
        """An action of the list becomes the step that it is, and the first weapon in hand is taken."""
        action: Action | None = self.rules.actions.get(command.do)
        if action is None:
            return command
        args = {**action.preset, **command.args}
        if any(param.id == "weapon" for param in action.params) and command.by in battle.combatants:
            args.setdefault("weapon", values.weapon_of(battle, command.by).id)
        return command.but(do=action.step or action.id, args=Table(args))

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Everyone, every zone or every weapon, each with its violations."""
        action = self.rules.actions.get(command.do)
        kind = next((p.type for p in action.params if p.id == param), "") if action else ""
        found: list[tuple[str, str]] = []
        if kind == "combatant":
            found = [(one.id, one.name) for one in battle.combatants.values() if one.id != command.by]
        elif kind == "zone":
            found = [(zone.id, zone.name or zone.id) for zone in battle.zones.values()]
        elif kind == "weapon" and command.by in battle.combatants:
            one = battle.who(command.by)
            found = [(id, item.name) for id, item in one.gear.items()] + [("fists", "Fists")]
        return tuple(
            Candidate(id, label, self._against(battle, command.but(args=command.args.put(param, id))))
            for id, label in found
        )

    def _against(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        return check(battle, self.complete(battle, command))

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        """Each action on everyone and everything it can be done to."""
        for one in (self.rules.actions[action],) if action else self.rules.actions.values():
            plain = Command(one.id, who)
            required = [param.id for param in one.params if param.required]
            if not required:
                yield self.complete(battle, plain)
                continue
            for candidate in self.candidates(battle, plain, required[0]):
                yield self.complete(battle, plain.but(args=Table({required[0]: candidate.value})))

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        """Every action that is shown, with its violations for any target."""
        return {action.id: self._action(battle, who, action) for action in self.rules.actions.values()}

    def _action(self, battle: Battle, who: str, action: Action) -> tuple[Violation, ...]:
        plain = Command(action.id, who)
        required = [param for param in action.params if param.required]
        if action.hidden or not required:
            return self._against(battle, plain)
        tried = [candidate.violations for candidate in self.candidates(battle, plain, required[0].id)]
        return min(tried, key=len) if tried else (Violation("lan-02", "There is nobody and nothing to do it to."),)

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        """A current value or track."""
        return values.number(battle, who, name)

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        """The numbers that the panel shows."""
        shown = []
        for id in self.rules.figures:
            number = values.number(battle, who, id)
            low = id == "wounds" and number.total > 0
            shown.append(Figure(id, self.rules.label(id), number, tone="danger" if low else "", path=id))
        return tuple(shown)

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Its conditions, and how many wounds it has."""
        one = battle.who(who)
        known = [self.rules.conditions[id] for id in one.conditions if id in self.rules.conditions]
        badges = [Badge(c.id, c.icon, c.label, tone=c.tone) for c in known if c.icon]
        if one.track("wounds"):
            badges.append(Badge("wounds", "mdi6.water", "Wounds", str(one.track("wounds")), "danger"))
        return tuple(badges)

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        """The range to every zone; in the dark no other zone is visible."""
        here = battle.who(who).zone
        if here is None:
            return {}
        away = distances(battle.links, here)
        lying = {}
        for id in battle.zones:
            link = link_between(battle.links, here, id)
            far = away.get(id)
            label = "out of reach" if far is None else REACHES[min(far, 2)]
            lying[id] = Reach(label, far, link is not None and link.barrier == "none")
        return lying

    def timeline(self, battle: Battle) -> Timeline:
        """Down the candle, or up the beats."""
        dark = values.is_dark(battle)
        marks = sorted(
            (self._mark(battle, one) for one in battle.combatants.values()),
            key=lambda mark: (
                ("up", "coming", "delayed", "acted", "waiting", "out").index(mark.state),
                (mark.place or 0) if dark else -(mark.place or 0),
            ),
        )
        rule = self.rules.timeline
        caption = f"{rule.round_label} {battle.round} · mark {battle.tick}"
        if battle.phase != "running":
            caption = "Not begun" if battle.phase == "prepared" else "Over"
        elif dark:
            caption = f"Dark · beat {battle.tick}"
        flags = tuple(Flag(timer.id, timer.label, timer.tick, timer.round) for timer in battle.timers)
        shaded = () if dark else tuple(Shade(*stretch) for stretch in rule.shaded)
        now = battle.tick if battle.phase == "running" else None
        return Timeline("up" if dark else "down", now, caption, tuple(marks), shaded, flags)

    def _mark(self, battle: Battle, one: Combatant) -> Mark:
        state: MarkState = "coming"
        if one.waiting:
            state = "waiting"
        elif not values.standing(battle, one.id):
            state = "out"
        elif one.id in battle.up:
            state = "up"
        elif "poised" in one.conditions:
            state = "delayed"
        elif one.acted:
            state = "acted"
        known = "beat" in one.tracks if values.is_dark(battle) else "glow" in one.tracks
        return Mark(one.id, values.place(battle, one) if known else None, state, one.side, one.hidden)

    def standing(self, battle: Battle, who: str) -> bool:
        """Whether it can still fight."""
        return values.standing(battle, who)

    def summary(self, battle: Battle, who: str) -> str:
        """What it is at."""
        one = battle.who(who)
        words = ["acts now"] if who in battle.up else []
        words += [self.rules.conditions[id].label.lower() for id in one.conditions if id in self.rules.conditions]
        return " · ".join(words)

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        """The way into a difficult zone, begun and not ended."""
        way: tuple[str, int, int] | None = battle.who(who).conditions.get("underway")
        return way

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        return ()

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        """Of a fight: whether it hits, what it wounds, whom it fells, what it costs oneself."""
        if command.do not in ("strike", "sweep", "wrestle"):
            return {}
        aimed_at = command.get("target")
        foes = (aimed_at,) if aimed_at else values.foes_near(before, command.by)

        def wounds(id: str) -> int:
            return after.who(id).track("wounds") - before.who(id).track("wounds")

        if command.do == "wrestle":
            return {"holds": float("held" in after.who(aimed_at).conditions)}
        return {
            "wounds": float(sum(wounds(id) for id in foes)),
            "hurts": float(any(wounds(id) for id in foes)),
            "fells": float(sum(values.standing(before, id) and not values.standing(after, id) for id in foes)),
            "own wounds": float(wounds(command.by)),
        }

    def view(self, battle: Battle) -> dict[str, Any]:
        """The battle as scenarios see it."""
        shown: dict[str, Any] = {
            "round": battle.round,
            "tick": battle.tick,
            "over": battle.phase == "over",
            "active": battle.active,
            "up": list(battle.up),
            "may_step_in": list(order.may_step_in(battle)),
            "order": [mark.id for mark in self.timeline(battle).marks if mark.state in ("up", "coming", "delayed")],
            "dark": values.is_dark(battle),
        }
        for id, one in battle.combatants.items():
            shown[id] = {
                **{track: one.track(track) for track in self.rules.tracks},
                **{name: values.value(battle, id, name).total for name in self.rules.values},
                **{name: one.conditions.get(name, False) for name in self.rules.conditions},
                "conditions": list(one.conditions),
                "zone": one.zone,
                "close": list(battle.close_group(id)),
                "acted": one.acted,
                "ready": list(one.ready),
                "turn": dict(one.turn or EMPTY),
                "can": [action for action, against in self.actions(battle, id).items() if not against],
            }
        return shown
