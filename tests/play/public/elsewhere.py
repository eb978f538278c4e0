"""The same battle in a world that differs only in secrets: other ids, other names of combatants unknown to the players,
other notes and sheets, more or fewer hidden people and zones, health within its band, Initiative in the same order. The
players must see the same in both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, get_args, get_type_hints

from msgspec.structs import asdict
from play.public.ambushes import Ambush, Moment

from exgui.engine.battle import Battle, Combatant, Hazard, Timer
from exgui.engine.events import Event
from exgui.engine.record import Record, Table
from exgui.engine.system import System
from exgui.engine.zones import Link, Zone
from exgui.play.public import Known, begin, follow
from exgui.play.public.records import PublicSettings
from exgui.play.public.sight import all_known, is_secret, is_seen, own_sides

SETTINGS = {
    "bands": PublicSettings(),
    "order": PublicSettings(foes_health="nothing", foes_initiative="order"),
    "exact": PublicSettings(foes_health="exact", foes_initiative="order", dice=False),
    "open": PublicSettings(foes_health="exact", foes_initiative="exact"),
    "named": PublicSettings(foes_names="always", hidden="stay"),
}
"""What the storyteller may let the players see: every value of every setting is among these."""
ID = re.compile(r"(?<![A-Za-z0-9])[fz]\d+(?![0-9])")
OTHER_ID = re.compile(r"k\d+")


Memory = dict[int, tuple[object, Any]]
"""What became of the records of a battle that have been gone through, by their identity, with each itself, so that no
other takes its place: most of what one battle holds stands in the next one too."""


def texts(value: object, change: Callable[[str], str], memory: Memory) -> Any:
    """A value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(texts(item, change, memory) for item in value)
    if not isinstance(value, (Record, dict)):
        return value
    if id(value) not in memory:
        changed: Any
        if isinstance(value, Record):
            parts = asdict(value).items()
            changed = value.but(**{k: v if k == "rules" else texts(v, change, memory) for k, v in parts})
        else:
            changed = Table((texts(key, change, memory), texts(item, change, memory)) for key, item in value.items())
        memory[id(value)] = value, changed
    return memory[id(value)][1]


def all_texts(value: object, memory: Memory) -> set[str]:
    """Every text in a value, and the ids within them."""
    if isinstance(value, str):
        return {value, *ID.findall(value), *OTHER_ID.findall(value)}
    if isinstance(value, tuple):
        return set().union(*(all_texts(item, memory) for item in value))
    if not isinstance(value, (Record, dict)):
        return set()
    if id(value) not in memory:
        inside = asdict(value) if isinstance(value, Record) else value
        names = () if isinstance(value, Record) else tuple(value)
        memory[id(value)] = value, all_texts((*names, *(v for k, v in inside.items() if k != "rules")), memory)
    found: set[str] = memory[id(value)][1]
    return found


class Elsewhere:
    """The other world of one battle. Ids and names differ throughout; everything else changes from step to step."""

    def __init__(self, ambush: Ambush, settings: PublicSettings, seed: int) -> None:
        self.system: System = ambush.system
        self.settings = settings
        self.rng = Random(seed)
        self._renamed: Memory = {}
        self._texts: Memory = {}
        battles = [ambush.start, *(moment.after for moment in ambush.moments)]
        ids = {id for battle in battles for id in (*battle.combatants, *battle.zones)}
        others = self.rng.sample(range(100, 1000), len(ids))
        self._ids = {id: f"k{other}" for id, other in zip(sorted(ids), others, strict=True)}
        self._names = self._other_names(battles)
        self._sides = self._other_sides(battles)
        self._names_in_texts = re.compile("|".join(rf"{re.escape(name)}(?!\d)" for name in self._names) or r"(?!)")
        seen = {id for battle in battles for id, one in battle.combatants.items() if is_seen(one)}
        self._once_seen = {self.renamed(id) for id in seen}

    def _other_names(self, battles: list[Battle]) -> dict[str, str]:
        """For each name another: of those whom the players never know any; of the others one with another number; of
        zones that they never see any."""
        known = {one.name for battle in battles for one in battle.combatants.values() if is_seen(one) and one.revealed}
        people = {one.name: one for battle in battles for one in battle.combatants.values()}
        out = {}
        for number, (name, one) in enumerate(people.items()):
            if not any(name in other for other in known):  # a name may be made of another's
                out[name] = f"Secret{self.rng.randrange(1000)}q{number}"
            elif not one.player and name[-1].isdigit():
                out[name] = f"{name.rpartition(' ')[0]} {100 + number}"
        seen = {zone.name for battle in battles for zone in battle.zones.values() if not zone.hidden}
        for battle in battles:
            for zone in battle.zones.values():
                if zone.name not in seen:
                    out.setdefault(zone.name, f"Vault{self.rng.randrange(1000)}q")
        return out

    def _other_sides(self, battles: list[Battle]) -> dict[str, str]:
        """For the id of each side another, by which it is called the same if the players know what it is called; where
        they do not, what it is called is another in every text."""
        people = [one for battle in battles for one in battle.combatants.values()]
        known = {one.side for one in people if is_seen(one) and one.revealed}
        out = {}
        for side in sorted({one.side for one in people}):
            out[side] = side.swapcase() if side in known else f"traitors{self.rng.randrange(1000)}"
            if side not in known:
                self._names[side.capitalize()] = out[side].capitalize()
        return out

    def renamed(self, value: Any) -> Any:
        """Return a value with the other world's ids and names."""

        def change(text: str) -> str:
            if text in self._sides:
                return self._sides[text]
            if text.endswith(".png"):
                return f"another-{text}"
            text = ID.sub(lambda found: self._ids.get(found.group(), found.group()), text)
            return self._names_in_texts.sub(lambda found: self._names[found.group()], text)

        return texts(value, change, self._renamed)

    def battle(self, battle: Battle) -> Battle:
        """The battle in the other world."""
        return self._changed(self.renamed(battle))

    def moment(self, moment: Moment) -> Moment:
        """A step in the other world."""
        before, after = self.renamed(moment.before), self.renamed(moment.after)
        command, events = self.renamed(moment.command), self.renamed(moment.events)
        gone = self._may_go(before, after, command, events)
        before, after = self._without(before, gone), self._without(after, gone)
        exact = is_secret(self.system, moment.after)  # what is shown then is made of `before` and the events
        return Moment(self._more(before) if exact else self._changed(before), self._changed(after), command, events)

    def _changed(self, battle: Battle) -> Battle:
        battle = self._more(battle)
        battle = self._other_health(battle)
        return self._other_initiative(battle)

    def _may_go(self, before: Battle, after: Battle, command: Any, events: tuple[Event, ...]) -> set[str]:
        """Hidden combatants whose absence would change nothing."""
        if is_secret(self.system, before) or is_secret(self.system, after):
            return set()
        found = set()
        for id in after.combatants:
            if id not in before.combatants or id in self._once_seen:
                continue
            if self.system.id == "skirmish" and id == next(
                other for other, one in after.combatants.items() if one.side == after.combatants[id].side
            ):
                continue  # the sides act in the order of their first
            others = [one for battle in (before, after) for one in battle.combatants.values() if one.id != id]
            facts = (before.facts, after.facts, before.hazards, after.hazards)
            if id not in all_texts((command, events, tuple(others), facts), self._texts) and self.rng.random() < 0.5:
                found.add(id)
        return found

    def _without(self, battle: Battle, gone: set[str]) -> Battle:
        return battle.but(
            combatants=battle.combatants.without(*gone),
            up=tuple(id for id in battle.up if id not in gone),
            close=tuple(kept for group in battle.close if len(kept := tuple(id for id in group if id not in gone)) > 1),
        )

    def _more(self, battle: Battle) -> Battle:
        """Other notes, sheets and numbers, other obstacles and another picture where they are hidden; hidden people,
        zones, links, timers and hazards more."""
        rng = self.rng
        people: list[Combatant] = [self._noted(one) for one in battle.combatants.values()]
        zones: list[Zone] = [
            zone.but(notes=f"note {rng.random()}", ground=f"{rng.random()} yards up") for zone in battle.zones.values()
        ]
        links = [
            link.but(name=f"trap {rng.random()}", difficulty=rng.randint(0, 9)) if link.hidden else link
            for link in battle.links
        ]
        close, up = list(battle.close), list(battle.up)
        picture = battle.picture
        if picture is not None and picture.hidden:
            picture = picture.but(id=f"plan{rng.random()}.png", x=rng.uniform(-900, 900), dim=rng.randint(0, 100))
        for number in range(rng.randint(0, 2)):
            zone = Zone(f"v{number}", f"Crypt {number}", x=rng.uniform(-900, 900), hidden=True)
            if zones:
                links.insert(rng.randrange(len(links) + 1), Link((zone.id, rng.choice(zones).id)))
            zones.insert(rng.randrange(len(zones) + 1), zone)
        for number in range(rng.randint(0, 2) if battle.combatants else 0):
            like = rng.choice(list(battle.combatants.values()))
            if like.turn is not None or like.conditions or like.waiting:
                continue
            more = like.but(
                id=f"x{number}",
                name=f"Lurker {number}",
                side="lurkers",
                hidden=True,
                player=rng.random() < 0.5,
                gear=Table(),
                ready=(),
                acted=True,  # else it could be their turn
                zone=rng.choice(zones).id if rng.random() < 0.5 else like.zone,
            )
            people.insert(rng.randrange(len(people) + 1), more)
            if close and rng.random() < 0.7 and more.zone == like.zone:
                where = rng.randrange(len(close))
                close[where] = (*close[where], more.id)
            elif more.zone == like.zone and not any(like.id in group for group in close):
                close.append((like.id, more.id))
            if up and rng.random() < 0.5:
                up.insert(rng.randrange(len(up) + 1), more.id)
        timers = (Timer("t90", f"Reinforcements {rng.random()}", 90, None), *battle.timers)
        hazards = (Hazard("h90", f"Poison {rng.random()}", zone="v0", when="once", round=95, dice=3), *battle.hazards)
        return battle.but(
            title=f"Ambush {rng.random()}",
            combatants=Table((one.id, one) for one in people),
            zones=Table((zone.id, zone) for zone in zones),
            links=tuple(links),
            picture=picture,
            close=tuple(close),
            up=tuple(up),
            timers=timers if rng.random() < 0.5 else battle.timers,
            hazards=hazards if rng.random() < 0.5 else battle.hazards,
        )

    def _noted(self, one: Combatant) -> Combatant:
        rng = self.rng
        return one.but(
            notes=f"note {rng.random()}",
            sheet=f"sheet {rng.random()}",
            number=rng.randrange(1000),
            asked=rng.random() < 0.5,
            traits=one.traits.put("linguistics", rng.randrange(6)),
            portrait=one.portrait if one.revealed else f"portrait {rng.random()}",
        )

    def _other_health(self, battle: Battle) -> Battle:
        """Foes who have lost more health or less, and look the same."""
        if self.settings.foes_health == "exact":
            return battle
        own = own_sides(battle)
        for id, one in battle.combatants.items():
            if one.side in own:
                continue
            was = self.system.health(battle, id)
            tracks = one.tracks.put("health.lethal", self.rng.randrange(8))
            if "magnitude" in tracks:
                tracks = tracks.put("magnitude", self.rng.randrange(12))
            other = battle.with_combatant(one.but(tracks=tracks))
            now = self.system.health(other, id)
            assert was is not None
            assert now is not None
            same = was.band == now.band if self.settings.foes_health == "bands" else was.band != "down" != now.band
            if same and was.band != "down" and now.left > 0:
                battle = other
        return battle

    def _other_initiative(self, battle: Battle) -> Battle:
        """Foes with another Initiative who act in the same order."""
        if self.settings.foes_initiative == "exact":
            return battle
        falls = self.system.id == "ex3"
        track = "initiative" if falls else "next_tick"
        own = own_sides(battle)

        def seen(battle: Battle) -> Any:
            states = {id: self.system.visible_states(battle, id) for id in battle.combatants}  # type: ignore[attr-defined]
            marks = self.system.timeline(battle).marks
            return states, [(mark.id, mark.state, mark.place if mark.lane in own else None) for mark in marks]

        for one in battle.combatants.values():
            if one.side in own or track not in one.tracks or (not falls and one.id in battle.up):
                continue  # a clock that counts up shows how long ago the first of them acted, whoever it was
            by = self.rng.choice((-2, -1, 1, 2))
            other = battle.with_combatant(one.but(tracks=one.tracks.put(track, one.track(track) + by)))
            if (
                falls
                and battle.up
                and all(battle.combatants[up].side not in own for up in battle.up)
                and other.tick is not None
            ):
                other = other.but(tick=other.tick + by)
            if seen(other) == seen(battle):
                battle = other
        return battle


def untried(tried: Iterable[PublicSettings]) -> set[tuple[str, object]]:
    """The values of settings that none of these has, each with the setting's name."""
    missing = {
        (name, value)
        for name, kind in get_type_hints(PublicSettings).items()
        for value in ((False, True) if kind is bool else get_args(kind) or (f"no values known of {name}",))
    }
    return missing - {(name, value) for one in tried for name, value in asdict(one).items()}


def in_both_worlds(played: Ambush, shown: PublicSettings, seed: int) -> Iterator[tuple[Known, Known]]:
    """What is known after each step, in the world as it is and in another one that differs in secrets alone."""
    if shown.foes_names == "always":
        moments = tuple(_with_names(moment) for moment in played.moments)
        played = Ambush(played.system, all_known(played.start), moments)
    other = Elsewhere(played, shown, seed)
    here, there = begin(played.system, played.start), begin(played.system, other.battle(played.start))
    yield here, there
    for moment in played.moments:
        here = follow(played.system, here, moment.before, moment.after, moment.command, moment.events)
        twin = other.moment(moment)
        there = follow(played.system, there, twin.before, twin.after, twin.command, twin.events)
        yield here, there


def _with_names(moment: Moment) -> Moment:
    """A step of a battle in which everyone is known by name."""
    return Moment(all_known(moment.before), all_known(moment.after), moment.command, moment.events)
