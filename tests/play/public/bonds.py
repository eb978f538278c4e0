"""Bonds between combatants in random battles: they hold, chase, guard or climb up to one another, ride, and fight in
one band; one of two may be hidden, or all of a band."""

from __future__ import annotations

from random import Random

from systems.fights import Fights

from exgui.engine.asks import Command
from exgui.engine.record import Table, freeze
from exgui.play.play import Play
from exgui.systems.common.together import together

OTHER_END = {"grappling": "grappled_by", "grappled_by": "grappling"}
"""States that two have of each other."""
MOUNTS = ("horse", "warhorse", "mammoth", "none")


def bond(play: Play, rng: Random) -> Command:
    """Something that the storyteller sets between two, who are brought together for it."""
    who, other = rng.sample(list(play.battle.combatants), 2)
    ways = [_state(play, who, other, rng) for _ in range(3)]
    if "mount" in play.system.rules.tables:
        ways += [(_sets(who, mount=rng.choice(MOUNTS)),), _band(play, who, other), (_leaves(play, rng),)]
    near = Command("place", args=Table(who=who, close_to=other))
    return together((near, *rng.choice(ways)))


def _sets(who: str, **values: object) -> Command:
    return Command("adjust", args=freeze({"who": who, "set": values}))


def _state(play: Play, who: str, other: str, rng: Random) -> tuple[Command, ...]:
    """A state of someone that names another."""
    about = [one for one in play.system.rules.conditions.values() if one.settable and one.type in ("id", "ids")]
    state = rng.choice(about)
    set_it = _sets(who, **{state.id: (other,) if state.type == "ids" else other})
    return (set_it, _sets(other, **{OTHER_END[state.id]: who})) if state.id in OTHER_END else (set_it,)


def _band(play: Play, who: str, other: str) -> tuple[Command, ...]:
    """Two become a band."""
    one = play.battle.who(who)
    return _sets(other, side=one.side, zone=one.zone), Command("merge", args=Table(who=(who, other)))


def _leaves(play: Play, rng: Random) -> Command:
    """Someone leaves a band."""
    bands = [id for id, one in play.battle.combatants.items() if "group" in one.fields]
    return Command("split", args=Table(group=rng.choice(bands) if bands else ""))


def deed(game: Fights, play: Play, rng: Random) -> Command:
    """Something that the active combatant may do, each action equally likely, such as throwing the combatant they
    hold."""
    actions = [one for one in play.system.rules.actions.values() if one.type != "storyteller" and not one.hidden]
    rng.shuffle(actions)
    for action in actions if play.battle.up else ():
        ways = list(game.attempts(play.battle, play.battle.up[0], action))
        rng.shuffle(ways)
        for way in ways[:6]:
            if not play.check(complete := play.system.complete(play.battle, way)):
                return complete
    return Command("end_turn", play.battle.active or "")
