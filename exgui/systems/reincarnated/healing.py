"""Healing: 15 Health after a full night's rest, else 2 an hour (re-51)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import Noted, TrackChanged
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Candidate, Figure
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import unknown
from exgui.systems.reincarnated.damage import follow_health, full

LONGEST = 1_000_000
"""The most hours or nights that can pass at once."""
DAY = 24


def patients(command: Command) -> tuple[str, ...]:
    """Ids of those for whom time passes."""
    who = command.get("who") or command.by
    return tuple(dict.fromkeys(who)) if isinstance(who, tuple) else (who,)


def check_heal(battle: Battle, command: Command) -> list[Violation]:
    """All rules that letting time pass would break: it needs somebody in the battle, and hours or nights."""
    out = [violation for who in patients(command) for violation in unknown(battle, who)]
    given = [name for name in ("hours", "nights") if command.get(name) is not None]
    if not given:
        return [*out, Violation("re-51", "How long? Give hours, or nights.", final=True)]
    for name in given:
        count = command.get(name)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= LONGEST:
            out.append(
                Violation("re-51", f"{name} must be a whole number from 0 to {LONGEST}, not {count}.", final=True)
            )
    if not out and not any(command.get(name) for name in given):
        out.append(Violation("re-51", "No time would pass. Give at least an hour or a night.", final=True))
    if not isinstance(command.get("undisturbed", False), bool):
        out.append(Violation("re-51", "undisturbed is true or false.", final=True))
    return out


def spans(command: Command) -> tuple[int, int]:
    """The nights and the hours that pass. Hours with undisturbed nights are a night, or one for each whole day."""
    hours, nights = int(command.get("hours") or 0), int(command.get("nights") or 0)
    if command.get("undisturbed") and hours:
        return nights + max(1, hours // DAY), 0
    return nights, hours


def regained(battle: Battle, who: str, nights: int, hours: int) -> Explained:
    """The Health that somebody regains: no more than they have lost."""
    each: Mapping[str, int] = rules_of(battle).constants
    out = NOTHING.plus(f"{nights} full night{'s' * (nights > 1)}", nights * int(each["night"]), "re-51")
    out = out.plus(f"{hours} hour{'s' * (hours > 1)}", hours * int(each["hour"]), "re-51")
    lost = max(0, full(battle, who) - battle.combatants[who].track("health"))
    return out if out.total <= lost else out.set_to(lost, "whole again", "re-51")


def heal(scene: Scene, command: Command) -> Steps:
    """Lets time pass for some combatants."""
    nights, hours = spans(command)
    said = []
    for who in patients(command):
        one = scene.battle.who(who)
        more = regained(scene.battle, who, nights, hours).total
        if more:
            yield TrackChanged(who, "health", one.track("health") + more, more, "re-51")
        yield from follow_health(scene, who)
        said.append(f"{one.name} regains {more} Health")
    about = patients(command)
    yield Noted(f"Time passes: {'; '.join(said)}.", about[0] if len(about) == 1 else "", "re-51", Table(about=about))


def candidates(battle: Battle) -> tuple[Candidate, ...]:
    """Those for whom time could pass: everybody, with a violation for those who are unhurt."""
    return tuple(
        Candidate(
            id,
            one.name,
            () if one.track("health") < full(battle, id) else (Violation("re-51", f"{one.name} is unhurt."),),
        )
        for id, one in battle.combatants.items()
    )


def preview(battle: Battle, command: Command) -> tuple[Figure, ...]:
    """What so much time would bring, for each."""
    if check_heal(battle, command):
        return ()
    nights, hours = spans(command)
    found = []
    for who in patients(command):
        more = regained(battle, who, nights, hours)
        name = battle.combatants[who].name
        found.append(Figure(who, name, more, f"regains {more.total} Health", path=who))
    return tuple(found)
