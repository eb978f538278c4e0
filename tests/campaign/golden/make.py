"""Makes the golden campaigns of this version: run it once for each released version, and never again.

    python -m tests.campaign.golden.make

For each game it writes two campaigns into a folder named after the version: one whose battle was left inside a
half-resolved attack, and one whose battle is over, after steps were undone, redone, amended and overruled, and timers
set. Beside each is a JSON file with what the battle must read as, forever. `test_golden.py` compares the two.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from systems.fights import Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3

import exgui
from exgui.campaign.campaign import Campaign
from exgui.campaign.sample import build_sample
from exgui.engine.asks import Fall, Mod, Roll, command
from exgui.play.journal import Snapshot, write_entry
from exgui.play.play import Play

HERE = Path(__file__).parent
ENCOUNTERS = ((EX3, "teahouse"), (EX2, "ferry"))


def plain(records: object) -> Any:
    """Records as JSON holds them."""
    return json.loads(msgspec.json.encode(records))


def reading(play: Play) -> dict[str, Any]:
    """Everything that a battle must read as, as JSON holds it: each step with its answers and events, the open step,
    what it asks, and the battle before it."""
    asked = play.pending
    opened = play.open_step
    return {
        "steps": plain(play.steps),
        "open": plain((opened,) if opened else ()),
        "asks": "" if asked is None else [type(asked).__name__, getattr(asked, "by", ""), getattr(asked, "name", "")],
        "battle": json.loads(write_entry(Snapshot(play.settled)))["battle"],
    }


def some_steps(game: Fights, play: Play, rng: Random, number: int) -> None:
    """Random legal steps, all of them finished; the table's dice and the app's by turns."""
    for _ in range(number):
        if play.battle.phase == "over":
            return
        play.dispatch(game.something_to_do(play, rng))
        if isinstance(play.pending, Roll) and rng.random() < 0.5:
            play.answer(play.app_dice(play.pending).but(by_app=False))
        game.finish(play, rng)


def leave_inside_an_attack(game: Fights, play: Play, rng: Random) -> None:
    """Play until someone attacks, and answer only the attack roll."""
    some_steps(game, play, rng, 12)
    for _ in range(200):
        attack = None
        if play.battle.up:
            legal = [
                way for id, way in game.all_ways(play, play.battle.up[0]) if id == "attack" and not play.check(way)
            ]
            attack = rng.choice(legal) if legal else None
        if attack is None:
            some_steps(game, play, rng, 1)
            continue
        play.dispatch(attack)
        for _ in range(3):
            if isinstance(play.pending, Roll):
                # Every die shows 9: whoever is struck at is hit, and the damage is still to be rolled.
                play.answer(Fall(faces=(9,) * play.pending.dice))
                if play.pending is not None:
                    return
            elif play.pending is not None:
                play.answer(game.an_answer(play, play.pending, rng))
        game.finish(play, rng)
    raise AssertionError("nobody attacks anybody")


def play_to_the_end(game: Fights, play: Play, rng: Random) -> None:
    """A battle with everything that can be done to steps: undo, redo, amend, overrule, going back, timers."""
    play.dispatch(command("timer", label="Reinforcements", round=3))
    some_steps(game, play, rng, 8)
    play.dispatch(command("timer", label="The lantern burns down", tick=play.battle.tick or 0, round=4))
    play.dispatch(command("timer", remove="t1"))
    for _ in range(3):
        play.undo()
    play.redo()
    while sum(step.command.do == "attack" and bool(step.answers) for step in play.steps) < 3:
        some_steps(game, play, rng, 2)
    amended = overruled = 0
    for index in reversed(range(len(play.steps))):
        step = play.steps[index]
        rolls = [n for n, answer in enumerate(step.answers) if isinstance(answer, Fall) and answer.faces]
        if not rolls or not step.command.by:
            continue
        mod = Mod(f"{step.command.by}.attack", dice=2, label="A forgotten stunt")
        changed = step.but(command=step.command.but(mods=(*step.command.mods, mod)), events=None)
        amendment = play.propose(index, changed)
        if amendment.possible and amendment.open is None:
            play.amend(amendment)
            amended += 1
            if amended == 1:
                play.undo()
                play.redo()
            if amended == 2:
                break
    some_steps(game, play, rng, 3)
    for _, way in [pair for id in play.battle.combatants for pair in game.all_ways(play, id)]:
        broken = play.check(way)
        if broken and not any(violation.final for violation in broken):
            play.dispatch(way.but(overrule=True))
            game.finish(play, rng)
            overruled += 1
            if overruled == 2:
                break
    some_steps(game, play, rng, 4)
    play.go_back_to(len(play.steps) - 2)
    some_steps(game, play, rng, 2)
    play.dispatch(command("end"))
    assert amended
    assert overruled
    assert play.battle.phase == "over"


def make(folder: Path) -> None:
    """Writes all golden campaigns into a new folder."""
    folder.mkdir()
    for game, encounter in ENCOUNTERS:
        for name, drive in (("under_way", leave_inside_an_attack), ("finished", play_to_the_end)):
            path = folder / f"{game.id}_{name}.exgui"
            build_sample(path)
            with Campaign.open(path) as campaign:
                play = campaign.begin_battle(encounter)
                drive(game, play, Random(11))
                text = json.dumps(reading(play), indent=0, ensure_ascii=False, sort_keys=True)
            path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(HERE / exgui.__version__)
