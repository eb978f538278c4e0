"""Random battles with secrets in them: hidden combatants and zones, names unknown to the players, timers and hazards
that they may or may not know; combatants are shown and hidden in the middle of the fight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from play.public.bonds import bond, deed
from systems.fights import Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3
from systems.fights_reincarnated import REINCARNATED
from systems.fights_skirmish import SKIRMISH

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.record import Table, freeze
from exgui.engine.system import System
from exgui.engine.zones import BARRIERS, SHAPES, TERRAINS, MapPicture
from exgui.play.play import Play
from exgui.systems.common.together import together

GAMES: tuple[Fights, ...] = (EX3, EX2, REINCARNATED, SKIRMISH)
CALLED = ("Bandit", "Reed Warden", "Ashen Guard")


@dataclass(frozen=True)
class Moment:
    """One step of a battle."""

    before: Battle
    after: Battle
    command: Command
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Ambush:
    """A battle that was played, from its beginning."""

    system: System
    start: Battle
    moments: tuple[Moment, ...]


def with_secrets(battle: Battle, rng: Random) -> Battle:
    """The battle with player characters on one side, and with secrets."""
    people = {}
    for number, (id, one) in enumerate(battle.combatants.items(), start=1):
        name = f"{rng.choice(CALLED)} {number}" if one.side != "red" else f"Hero {number}"
        secret = one.side != "red"
        people[id] = one.but(
            name=name,
            player=one.side == "red",
            hidden=secret and rng.random() < 0.4,
            revealed=not secret or rng.random() < 0.6,
            auto_reveal=rng.random() < 0.3,
            portrait=f"{name.partition(' ')[0]}.png" if number % 2 else "",
        )
    zones = {
        id: zone.but(
            name=f"Field {id[1:]}",
            hidden=rng.random() < 0.3,
            auto_reveal=rng.random() < 0.5,
            shape=rng.choice(SHAPES),
            terrain=rng.choice(TERRAINS),
        )
        for id, zone in battle.zones.items()
    }
    links = tuple(
        link.but(name="Fence", difficulty=rng.randint(0, 3), hidden=rng.random() < 0.3) for link in battle.links
    )
    picture = MapPicture("moor.png", x=-50.0, dim=rng.randint(0, 100), hidden=rng.random() < 0.5)
    return battle.but(combatants=Table(people), zones=Table(zones), links=links, picture=picture)


def ambush(game: Fights, seed: int, steps: int = 25) -> Ambush:
    """A random battle with secrets, this many steps long."""
    rng = Random(seed)
    play = Play.begin(game.system, with_secrets(game.a_battle(rng), rng))
    for _ in range(rng.randrange(4)):
        _do(game, play, bond(play, rng), rng)
    for _ in game.go_on(play, rng, steps):
        if play.battle.phase == "running" and rng.random() < 0.4:
            _do(game, play, rng.choice((_aside, _change, bond, partial(deed, game)))(play, rng), rng)
        if play.battle.phase == "running" and not play.battle.up and (able := game.may_step_in(play.battle)):
            _do(game, play, Command("activate", rng.choice(able)), rng)  # else most fights would soon be ended
    battles = [play.battle_at(number) for number in range(len(play.steps) + 1)]
    moments = [
        Moment(battles[number], battles[number + 1], step.command, step.events or ())
        for number, step in enumerate(play.steps)
    ]
    return Ambush(play.system, battles[0], tuple(moments))


def _do(game: Fights, play: Play, command: Command, rng: Random) -> None:
    """Does something, if it is legal."""
    if not play.check(command):
        play.dispatch(command)
        game.finish(play, rng)


def _aside(play: Play, rng: Random) -> Command:
    """What the storyteller does about secrets."""
    battle = play.battle
    who, zone = rng.choice(list(battle.combatants)), rng.choice(list(battle.zones))
    do = rng.choice(("reveal", "hide"))
    later = {"round": battle.round + 2, "tick": None} if play.system.id == "ex3" else {"tick": (battle.tick or 0) + 5}
    known = rng.random() < 0.5
    return rng.choice(
        (
            Command(do, args=Table(who=who)),
            Command("reveal", args=Table(who=who, name=False)),
            Command(do, args=Table(zone=zone)),
            Command("roll", who, Table(pool=5, secret=not known)),
            Command("timer", args=Table(label="The bridge falls", announced=known, **later)),
            Command("hazard", args=Table(label="Burning oil", zone=zone, damage=1, when="turn", announced=known)),
        )
    )


def _joining(newcomer: dict[str, Any], id: str) -> Command:
    """Someone is brought in and joins, as one step."""
    waits = freeze({"combatant": {**newcomer, "state": {"waiting": True}}, "id": id})
    return together((Command("add", args=waits), Command("join", id)))


def _change(play: Play, rng: Random) -> Command:
    """What the storyteller changes in the middle of the fight: who is in it, the battlefield, a sheet."""
    battle = play.battle
    who, zone = rng.choice(list(battle.combatants)), rng.choice(list(battle.zones))
    other, some = rng.choice(list(battle.zones)), rng.random() < 0.5
    number = 10 + len(play.steps)
    newcomer = {
        "name": f"{rng.choice(CALLED)} {number}",
        "side": rng.choice(("blue", "green", "violet")),
        "zone": zone,
        "hidden": some,
        "revealed": rng.random() < 0.5,
    }
    trait = next(iter(play.system.rules.traits))
    ground = {"name": f"Field {number}", "hidden": some, "terrain": rng.choice(TERRAINS)}
    changes = (
        Command("add", args=freeze({"combatant": newcomer, "id": f"f{number}"})),
        _joining(newcomer, f"f{number}"),
        Command("copy", args=Table(who=who, id=f"f{number}")),
        Command(
            "remove" if len([one for one in battle.combatants.values() if one.kind != "object"]) > 2 else "hide",
            args=Table(who=who),
        ),
        Command("zone", args=freeze({"zone": f"z{number}", "set": ground})),
        Command("zone", args=freeze({"zone": zone, "set": {key: ground[key] for key in ("hidden", "terrain")}})),
        Command("remove_zone" if len(battle.zones) > 1 else "hide", args=Table(zone=zone, to=other)),
        Command("link", args=Table(between=(zone, other), barrier=rng.choice(BARRIERS), hidden=some, name="Gate")),
        Command("link", args=Table(between=(zone, other), barrier="remove")),
        Command("picture", args=Table(id=f"plan{number}.png", hidden=some)),
        Command("picture", args=Table(remove=True)),
        Command("change_sheet", args=freeze({"who": who, "sheet": {"traits": {trait: 3}, "notes": "a spy"}})),
        Command("auto_reveal", args=Table(who=who, on=some)),
        Command("adjust", args=freeze({"who": who, "set": {"side": rng.choice(("blue", "green"))}})),
        Command("adjust", args=freeze({"who": who, "set": {"name": f"{rng.choice(CALLED)} {number}"}})),
    )
    return rng.choice(changes)
