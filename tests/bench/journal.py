"""How long a recorded step takes, compared with the time of the disk alone.

A step is what the storyteller waits for: a command or an answer, from the call until it is on the disk and the play has
notified its listeners; on a fresh copy of the sample campaign. Beside each step the same disk writes one page of a file
of its own and syncs it. Work that no one waits for is written between the steps, as the window does when it is idle.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter

from exgui.campaign.campaign import Campaign
from exgui.campaign.sample import build_sample
from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.play.play import Play
from tests.bench.attacks import app_answers

PAGE = b"\0" * 4096


def measure(folder: Path, steps: int) -> tuple[list[float], list[float]]:
    """Milliseconds of this many journalled steps, and of as many bare syncs."""
    path = folder / "bench.exgui"
    build_sample(path)
    spent: list[float] = []
    bare: list[float] = []
    with Campaign.open(path) as campaign, (folder / "bare").open("wb", buffering=0) as file:
        encounter = campaign.encounters()[0].id
        play = campaign.begin_battle(encounter)
        while len(spent) < steps:
            if play.battle.phase == "over":
                play = campaign.begin_battle(encounter)
            begun = perf_counter()
            play_on(play)
            between = perf_counter()
            spent.append((between - begun) * 1000)
            file.seek(0)
            file.write(PAGE)
            os.fsync(file.fileno())
            bare.append((perf_counter() - between) * 1000)
            play.write_snapshot()
    return spent, bare


def play_some(play: Play, times: int) -> None:
    """A battle, this many commands and answers further."""
    for _ in range(times):
        play_on(play)


def play_on(play: Play) -> None:
    """One command or answer: in each turn an attack, by override wherever the two are, and its end."""
    ask, battle = play.pending, play.battle
    by = battle.active
    if ask is not None:
        play.answer(app_answers(battle.seed, play.step_number, ask))
    elif battle.phase == "prepared":
        play.dispatch(Command("start"))
    elif by is None or battle.who(by).turn:
        play.dispatch(Command("end_turn", overrule=True))
    else:
        foe = next(one.id for one in battle.combatants.values() if one.side != battle.who(by).side)
        play.dispatch(Command("attack", by, Table(target=foe), overrule=True))
