"""Every ready-made opponent fights once; some of the quick characters with dice worked out by hand.

The scenarios in `opponents` name an opponent by `sheet`; everything they leave out comes from the ruleset.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui.engine.asks import Choice, Choose, Declare, Declared, Roll, command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import thawed
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import from_source
from exgui.scenario.source import Source, open_source
from exgui.systems import system_for

FOLDER = Path(__file__).parent / "opponents"
FILES = sorted(FOLDER.rglob("*.toml"))


def with_opponents(source: Source, ruleset: str) -> Source:
    opponents = load(ruleset).opponents
    source.data["combatant"] = [
        {**(thawed(opponents[one["sheet"]].fields) if "sheet" in one else {}), **one}
        for one in source.data["combatant"]
    ]
    return source


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_opponent_scenario_plays_as_written(file: Path) -> None:
    played = play_scenario(from_source(with_opponents(open_source(file), file.parent.name)))
    assert [str(failure) for failure in played.failures] == []


@pytest.mark.parametrize(("ruleset", "count", "groups"), [("ex3", 20, 3), ("ex2", 8, 0), ("reincarnated", 12, 4)])
def test_opponents_cover_every_role(ruleset: str, count: int, groups: int) -> None:
    opponents = load(ruleset).opponents
    assert len(opponents) >= count
    assert sum("group" in one.fields for one in opponents.values()) >= groups
    assert len({one.text for one in opponents.values()}) == len(opponents)


def answer(play: Play) -> None:
    """Answers whatever a step asks: the app rolls, the first option is taken, nothing is declared."""
    while (asked := play.pending) is not None:
        match asked:
            case Roll():
                play.answer(play.app_dice(asked))
            case Choose():
                play.answer(Choice(asked.options[0].value))
            case Declare():
                play.answer(Declared())
            case _:
                raise AssertionError(f"nobody should be asked {asked}")


def attacks(ruleset: str, id: str) -> set[str]:
    """Lets an opponent attack someone beside them, or from where they are, until each of their weapons was used that
    can be. Return the weapons."""
    system = system_for(load(ruleset))
    fields = thawed(system.rules.opponents[id].fields)
    opponent = {**fields, "id": id, "zone": "yard"}
    hero = {"id": "hero", "side": "heroes", "zone": "yard", "traits": {"stamina": 5, "dexterity": 3, "dodge": 2}}
    setup = {"zone": [{"id": "yard"}], "combatant": [opponent, hero], "close": [{"members": [id, "hero"]}], "seed": 7}
    play = Play.begin(system, battle_from(system.rules, setup))
    play.dispatch(command("start"))
    answer(play)
    used: set[str] = set()
    for _ in range(30):
        battle = play.battle
        if battle.phase == "over" or not system.standing(battle, "hero") or not battle.up:
            break
        step = None
        if battle.up[0] == id:
            possible = (one for one in system.possible_steps(battle, id, "attack") if one.args["weapon"] not in used)
            step = next((one for one in possible if not play.check(one)), None)
        if step is not None:
            used.add(str(step.args["weapon"]))
        play.dispatch(step or command("end_turn", battle.up[0]))
        answer(play)
    return used


@pytest.mark.parametrize("ruleset", ["ex3", "ex2"])
def test_every_opponent_fights(ruleset: str) -> None:
    for id in load(ruleset).opponents:
        assert attacks(ruleset, id), id
