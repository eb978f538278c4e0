"""The resolution of Lantern's fights: striking, sweeping, wrestling, and what oil buys in the middle of it."""

from __future__ import annotations

from generality.lantern.data import BURNING, COIN, SPEND
from generality.lantern.values import FALLS_AT, foes_near, pool, standing, value, weapon_of

from exgui.engine.asks import Option
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import ConditionBegan, EffectBegan, Noted, TrackChanged
from exgui.engine.procedure import BadAnswer, Procedure, Scene, Steps
from exgui.engine.record import Table

EFFECTS = {
    "kindle": Effect("kindle", "kindled", (Modifier("strike", dice=2),), "step", "lan-14"),
    "dim": Effect("dim", "dimmed", (Modifier("guard", bonus=1),), "step", "lan-14"),
}


def change(battle: Battle, who: str, track: str, by: int, rule: str) -> TrackChanged:
    """A track changes by some amount, never below 0."""
    now = battle.who(who).track(track)
    after = max(0, now + by)
    return TrackChanged(who, track, after, after - now, rule)


def spend(scene: Scene, by: str, moment: str, offered: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    """Someone may burn oil now (lan-14): what is offered, fits and can be paid. Gives what was declared."""
    one = scene.battle.who(by)
    in_force = {effect.id for effect in one.effects}
    fitting = [Option(id, SPEND[id]) for id in offered if id not in in_force and one.track("oil") > 0]
    declared = yield from scene.declare(by, moment, fitting)
    if len(declared) > one.track("oil"):
        raise BadAnswer(f"{one.name} has oil for {one.track('oil')}, not for {len(declared)}")
    for id in declared:
        yield change(scene.battle, by, "oil", -1, "lan-14")
        if id in EFFECTS:
            yield EffectBegan(by, EFFECTS[id], "lan-14")
    return declared


def strike(scene: Scene, by: str, target: str, weapon: str, counter: bool = False) -> Steps:
    """One strike (lan-06): the striker may kindle, the struck dim or riposte. The riposte is a strike inside this one,
    and is thrown with whatever wounds the first has left."""
    yield from spend(scene, by, "strike", ("kindle",))
    answered = yield from spend(scene, target, "guard", ("dim",) if counter else ("dim", "riposte"))
    hit = yield from scene.roll(
        by,
        "strike",
        lambda battle: pool(battle, by, "strike", weapon),
        difficulty=lambda battle: value(battle, target, "guard"),
        die=COIN,
        threshold_only=True,
        label="Strike",
        against=target,
    )
    name, other = scene.battle.who(by).name, scene.battle.who(target).name
    if hit.met:
        places = [Option("body", "the body")]
        if scene.battle.who(target).track("oil"):
            places.append(Option("flame", "the flame: 2 oil spilt"))
        where = yield from scene.choose(by, "where", "Where does it hit?", places, "body")
        if where == "flame":
            yield change(scene.battle, target, "oil", -2, "lan-06")
            yield Noted(f"{name} spills the oil of {other}.", by, "lan-06")
        else:
            yield from bite(scene, by, target, weapon, hit.threshold)
    else:
        yield Noted(f"{name} misses {other}.", by, "lan-06")
    if "riposte" in answered and standing(scene.battle, target) and standing(scene.battle, by):
        yield from strike(scene, target, by, weapon_of(scene.battle, target).id, counter=True)


def bite(scene: Scene, by: str, target: str, weapon: str, clear: int) -> Steps:
    """A hit does its harm (lan-13): heads above toughness are wounds; enough of them, and one falls."""
    die = BURNING if scene.battle.options.get("burning", True) else COIN
    thrown = yield from scene.roll(
        by,
        "bite",
        lambda battle: pool(battle, by, "bite", weapon, clear),
        die=die,
        facts=("ones",),
        label="Bite",
        against=target,
    )
    wounds = max(0, thrown.successes - value(scene.battle, target, "toughness").total)
    if wounds:
        yield change(scene.battle, target, "wounds", wounds, "lan-13")
    name, other = scene.battle.who(by).name, scene.battle.who(target).name
    yield Noted(f"{name} hits {other}: {wounds} wounds.", by, "lan-13", Table(wounds=wounds))
    if wounds and not thrown.facts[0]:
        yield change(scene.battle, target, "oil", -1, "lan-13")
    if scene.battle.who(target).track("wounds") >= FALLS_AT and standing(scene.battle, target):
        yield ConditionBegan(target, "fallen", True, "lan-13")


def strikes(scene: Scene, by: str, target: str, weapon: str, times: int) -> Steps:
    """Strike repeatedly while both are standing."""
    for _ in range(times):
        if standing(scene.battle, by) and standing(scene.battle, target):
            yield from strike(scene, by, target, weapon)


def sweep(scene: Scene, by: str, weapon: str) -> Steps:
    """One throw against every foe who is near (lan-08); what it does to each is its own affair."""
    thrown = yield from scene.roll(
        by, "sweep", lambda battle: pool(battle, by, "sweep", weapon), die=COIN, label="Sweep"
    )
    targets = yield from scene.for_each(foes_near(scene.battle, by))
    for target in targets:
        clear = thrown.successes - value(scene.battle, target, "guard").total
        if clear >= 0:
            yield from bite(scene, by, target, weapon, clear)


def wrestle(scene: Scene, by: str, target: str) -> Steps:
    """Both throw at once (lan-09): with more heads the wrestler holds the other; a tie favors resistance."""
    mine = yield from scene.roll(
        by, "wrestle", lambda battle: pool(battle, by, "wrestle"), die=COIN, label="Wrestle", against=target
    )
    theirs = yield from scene.roll(
        target, "oppose", lambda battle: pool(battle, target, "oppose"), die=COIN, label="Resist", against=by
    )
    if mine.successes > theirs.successes:
        yield ConditionBegan(target, "held", by, "lan-09")
    else:
        yield Noted(f"{scene.battle.who(target).name} breaks free.", target, "lan-09")
