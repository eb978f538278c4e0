"""Random battles of riders: every mount is in one place, is ridden by one, and goes only by bolting."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from systems.fights_ex3 import EX3

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.record import Table
from exgui.engine.system import Companion, System
from exgui.play.play import Play


def mounted(rng: Random) -> Battle:
    """A random battle in which two of three ride, on trained mounts and others."""
    battle = EX3.a_battle(rng)
    table = battle.rules.tables["mount"]
    for id, one in battle.combatants.items():
        if rng.random() < 0.67 and "mount" not in one.conditions:
            mount = table[rng.choice(["horse", "warhorse", "simhata", "mammoth"])]
            gear, states = one.gear.put(mount.id, mount), one.conditions.put("mount", mount.id)
            battle = battle.with_combatant(battle.who(id).but(gear=gear, conditions=states))
    return battle


def a_ride(play: Play, rng: Random) -> Command | None:
    """The active combatant gets on or off, or the storyteller throws someone off or sets someone on."""
    who = play.battle.active
    if rng.random() < 0.5:
        one = rng.choice(list(play.battle.combatants.values()))
        ridden = "mount" in one.conditions
        mount = (
            ""
            if ridden
            else rng.choice(
                sorted({i.id for o in play.battle.combatants.values() for i in o.gear.values() if i.kind == "mount"})
                or [""]
            )
        )
        return Command("adjust", args=Table(who=one.id, set=Table(mount=mount)))
    if who is None:
        return None
    offered = play.system.candidates(play.battle, Command("other", who, Table(note="rides")), "mount")
    legal = [one.value for one in offered if not one.violations]
    return Command("other", who, Table(note="rides", mount=rng.choice(legal))) if legal else None


def companions(system: System, battle: Battle) -> tuple[Companion, ...]:
    return system.companions(battle)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_mount_is_in_one_place_and_goes_only_by_bolting(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(EX3.system, mounted(rng))
    for _ in range(40):
        if play.battle.phase == "over":
            break
        step = a_ride(play, rng) if play.battle.phase == "running" and rng.random() < 0.4 else None
        play.dispatch(step or EX3.something_to_do(play, rng))
        EX3.finish(play, rng)
    count = len(companions(play.system, play.battle_at(0)))
    for line in play.log():
        battle = play.battle_at(line.index)
        found = companions(play.system, battle)
        assert len({one.id for one in found}) == len(found)
        carried = [one.carries for one in found if one.carries]
        assert sorted(carried) == sorted(id for id, one in battle.combatants.items() if "mount" in one.conditions)
        for one in found:
            assert not one.carries or one.zone == battle.who(one.carries).zone
        bolted = sum(isinstance(event, Noted) and event.text.endswith(" bolts.") for event in line.events)
        assert len(found) == count - bolted
        count = len(found)
