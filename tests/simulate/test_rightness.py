"""Simulated fights, compared with what must be true of them in any game."""

from __future__ import annotations

from cProfile import Profile
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulate.fights import BANDIT, GAMES, SOLDIER, battle_of, even, game

from exgui.campaign.campaign import Campaign
from exgui.campaign.sample import build_sample
from exgui.engine.asks import Answer, Ask, Roll
from exgui.engine.battle import Battle, Timer
from exgui.engine.record import Table
from exgui.forecast.odds import odds
from exgui.scenario.reader import read_text
from exgui.simulate.counts import kinds, with_count
from exgui.simulate.dice import FightDice
from exgui.simulate.fight import MOST_ROUNDS, Fight
from exgui.simulate.policies import POLICIES, NoSuchPolicy, Plan, check_plan, policy_named
from exgui.simulate.replay import replayed, steps_of
from exgui.simulate.results import Tally
from exgui.simulate.simulation import tally_of
from exgui.simulate.sources import battle_in
from exgui.simulate.steps import run_step

LAST_STAND = """
format = "exgui-scenario/1"
ruleset = "skirmish"
[options]
explode = "none"
[[zone]]
id = "yard"
[[combatant]]
id = "kesh"
side = "heroes"
zone = "yard"
weapons = [{ id = "rod", name = "Rod", damage = "d6" }]
[[combatant]]
id = "crate"
side = "foes"
zone = "yard"
traits = { health = 4, wit = 20 }
"""
SURE = 2.6
"""Standard deviations beyond which chance explains nothing any more: 1 in 100."""


def fought(ruleset: str, battle: Battle, plan: Plan, fights: int, seed: int = 1) -> Tally:
    fight = Fight(game(ruleset), battle, plan)
    tally = tally_of(fight, "heroes")
    tally.add_all(fight.run(seed, number) for number in range(fights))
    return tally


def won_by(ruleset: str, battle: Battle, better: str, worse: str, fights: int) -> tuple[int, int]:
    """How often each wins, half of the fights on each side."""
    won = {better: 0, worse: 0}
    for heroes, foes in ((better, worse), (worse, better)):
        tally = fought(ruleset, battle, Plan(sides=Table(heroes=heroes, foes=foes)), fights)
        won[heroes] += tally.won["heroes"]
        won[foes] += tally.won["foes"]
    return won[better], won[worse]


@pytest.mark.parametrize(
    ("ruleset", "count", "fights"), [("ex3", 3, 60), ("ex2", 4, 30), ("reincarnated", 3, 7), ("skirmish", 2, 150)]
)
def test_aggressive_policy_beats_simple(ruleset: str, count: int, fights: int) -> None:
    better, worse = won_by(ruleset, even(ruleset, count), "aggressive", "simple", fights)
    assert better - worse > SURE * sqrt(better + worse)


@pytest.mark.parametrize(
    ("ruleset", "kind", "fights"),
    [
        ("ex3", "cave_bear", 20),
        ("ex3", "silent_blade", 20),
        ("ex2", "crossbow_guard", 60),
        ("ex2", "bandit", 20),
        ("reincarnated", "court_singer", 10),
        ("reincarnated", "brigand", 10),
        ("skirmish", "ogre", 60),
        ("skirmish", "town_guard", 60),
        ("skirmish", "brigand_archer", 60),
    ],
)
def test_usual_policy_does_not_lose_to_simple(ruleset: str, kind: str, fights: int) -> None:
    better, worse = won_by(ruleset, battle_of(ruleset, heroes=[kind] * 2, foes=[kind] * 2), "usual", "simple", fights)
    assert worse - better < 1.6 * sqrt(better + worse)


@pytest.mark.parametrize("ruleset", GAMES)
def test_simple_policy_beats_random_steps(ruleset: str) -> None:
    # Of those in heavy armor random steps hide half behind cover, and the fight never ends.
    kind = "fire_duelist" if ruleset == "reincarnated" else SOLDIER[ruleset]
    battle = battle_of(ruleset, heroes=[kind] * 2, foes=[kind] * 2)
    better, worse = won_by(ruleset, battle, "simple", "random", 6)
    assert better - worse > SURE * sqrt(better + worse)


@pytest.mark.parametrize(
    ("ruleset", "fights", "decided"),
    [("ex3", 80, 0.95), ("ex2", 80, 0.95), ("reincarnated", 40, 0.95), ("skirmish", 150, 0.8)],
)
def test_mirrored_sides_win_equally_often(ruleset: str, fights: int, decided: float) -> None:
    """Each side is listed first in half of the fights: that decides who begins where no dice do. In the skirmish game
    the last of both sides may flee in the same round, and no one wins.
    """
    soldiers = [SOLDIER[ruleset]] * 2
    heroes = foes = 0
    for seed, sides in enumerate(({"heroes": soldiers, "foes": soldiers}, {"foes": soldiers, "heroes": soldiers})):
        tally = fought(ruleset, battle_of(ruleset, **sides), Plan("usual"), fights, seed)
        heroes, foes = heroes + tally.won["heroes"], foes + tally.won["foes"]
    assert heroes + foes > decided * 2 * fights
    assert abs(heroes - foes) < SURE * sqrt(heroes + foes)


@pytest.mark.parametrize(("ruleset", "fights"), [("ex3", 300), ("ex2", 400)])
def test_side_listed_last_wins_as_often_if_dice_decide_who_begins(ruleset: str, fights: int) -> None:
    """Who acts on the same tick does so in an order drawn by lot: whoever strikes first there is open to the other."""
    tally = fought(ruleset, even(ruleset, 1), Plan("usual"), fights)
    low, high = tally.interval("heroes")
    assert low < 0.5 < high


@pytest.mark.parametrize("ruleset", GAMES)
def test_waiting_combatants_join_when_their_side_is_losing(ruleset: str) -> None:
    alone = even(ruleset, 2)
    helper = alone.combatants["foes_1"].but(waiting=True)
    fight = Fight(game(ruleset), alone.with_combatant(helper), Plan("usual"))
    joined = 0
    for number in range(12):
        steps = [step.move.command for step in steps_of(fight, 1, number)]
        outcome = fight.run(1, number)
        joins = [command.by for command in steps if command.do == "join"]
        assert joins == ["foes_1"] or outcome.winner == "foes"
        joined += len(joins)
    assert joined > 0


def test_combatants_join_at_their_set_round() -> None:
    alone = even("ex3", 2)
    late = alone.with_combatant(alone.combatants["foes_1"].but(waiting=True))
    fight = Fight(game("ex3"), late.but(timers=(Timer("t1", "More of them", 2, who=("foes_1",)),)), Plan("usual"))
    play = replayed(fight, 1, 3)
    steps = [step.move.command for step in steps_of(fight, 1, 3)]
    at = next(n for n, command in enumerate(steps) if command.do == "join")
    play.go_back_to(at)
    assert play.battle.round == 2


def test_combatants_fleeing_the_only_zone_are_gone() -> None:
    """Both sides of two guards may break and run; no fight of theirs goes on without end."""
    tally = fought("skirmish", even("skirmish", 2), Plan("usual"), 150)
    assert tally.endless == 0


@pytest.mark.parametrize("policy", ["simple", "usual"])
@pytest.mark.parametrize("ruleset", GAMES)
def test_more_bandits_never_help_the_party(ruleset: str, policy: str) -> None:
    one = battle_of(ruleset, heroes=[SOLDIER[ruleset]] * 2, foes=[BANDIT[ruleset]])
    shares = [
        fought(ruleset, with_count(one, "foes_0", count), Plan(policy), 25).share("heroes") for count in (1, 3, 6)
    ]
    assert shares == sorted(shares, reverse=True)


def test_side_that_only_flees_has_lost() -> None:
    """The fight is over, though no one has fallen and the brigand has not left the map."""
    battle = battle_of("skirmish", heroes=["town_guard"], foes=["brigand"])
    fleeing = battle.combatants["foes_0"].but(conditions=Table(fleeing=True))
    outcome = Fight(game("skirmish"), battle.with_combatant(fleeing), Plan("simple")).run(1, 1)
    assert (outcome.winner, outcome.fell, outcome.turns) == ("heroes", (), 0)


def test_fight_of_one_blow_agrees_with_exact_odds() -> None:
    """Health 4 against d6 without armor: felled by 4, 5 or 6, whatever is done in return."""
    scenario = read_text(LAST_STAND)
    fight = Fight(scenario.system, scenario.battle, Plan("simple"))
    first = 0
    for number in range(600):
        attacks = [step for step in steps_of(fight, 1, number) if step.move.command.do == "attack"]
        first += len(attacks) == 1
    started = Fight(scenario.system, scenario.battle, Plan("simple"))
    command = started.tactics.blow(scenario.battle, "kesh", "crate", "rod").command
    exact = float(odds(scenario.system, scenario.battle, command)["incapacitated"].mean)
    assert exact == 0.5
    assert abs(first / 600 - exact) < SURE * sqrt(exact * (1 - exact) / 600)


@pytest.mark.parametrize("ruleset", GAMES)
def test_single_attack_agrees_with_exact_odds(ruleset: str) -> None:
    """Every feature of the game's odds, by its mean of 600 attacks with the dice of as many fights."""
    battle = battle_of(ruleset, heroes=[BANDIT[ruleset]], foes=[BANDIT[ruleset]])
    fight = Fight(game(ruleset), battle, Plan("simple"))
    play = replayed(fight, 1, 1)
    at = next(number for number, step in enumerate(play.steps) if step.command.do in ("attack", "strike"))
    command = play.steps[at].command
    play.go_back_to(at)
    before, seen = play.battle, []
    for number in range(600):
        dice = FightDice(1, number)
        dice.begin(command.by)

        def answer(ask: Ask, now: Battle, dice: FightDice = dice) -> Answer:
            return dice.fall(ask) if isinstance(ask, Roll) else fight.tactics.answer(now, ask, fight.policies)

        after = run_step(play.system, before, command, answer)
        seen.append(play.system.features(before, after, command))
    exact = odds(play.system, before, command, most_runs=200_000)
    assert exact.features
    for feature in exact.features:
        found = [one.get(feature.name, 0.0) for one in seen]
        spread = max(pstdev(found), 0.01)
        assert abs(fmean(found) - float(feature.mean)) < 4 * spread / sqrt(len(found)), feature.name


def test_simple_policy_matches_its_description() -> None:
    """The first standing enemy by id, one attack a turn with the first ready weapon, decisive from Initiative 12 on."""
    fight = Fight(game("ex3"), even("ex3", 2), Plan("simple"))
    first = fight.battle.combatants["heroes_0"].ready[0]
    for step in steps_of(fight, 3, 3):
        command = step.move.command
        assert command.do in ("start", "attack", "end_turn")
        if command.do == "attack" and command.by == "heroes_0":
            assert command.args["weapon"] == first
            assert command.args["target"] in ("foes_0", "foes_1")


@pytest.mark.parametrize("ruleset", GAMES)
def test_turn_of_a_double_crowd_costs_less_than_twice(ruleset: str) -> None:
    """Counted in calls, which are the same on every machine."""

    def calls(count: int) -> float:
        crowd = battle_of(ruleset, heroes=[SOLDIER[ruleset]] * count, foes=[BANDIT[ruleset]] * count)
        fight, profile = Fight(game(ruleset), crowd, Plan("simple")), Profile()
        outcome = profile.runcall(fight.run, 1, 1)
        return sum(one.callcount for one in profile.getstats()) / outcome.turns

    assert calls(40) < 1.8 * calls(20)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_battle_gets_stuck(data: st.DataObject) -> None:
    ruleset = data.draw(st.sampled_from(GAMES))
    known = sorted(game(ruleset).rules.opponents)
    sides = {side: data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=3)) for side in ("heroes", "foes")}
    policy = data.draw(st.sampled_from([one for one in POLICIES if one not in ("protect", "random")]))
    battle = battle_of(ruleset, apart=data.draw(st.booleans()), **sides)
    fight = Fight(game(ruleset), battle, Plan(policy))
    outcome = fight.run(data.draw(st.integers(0, 9)), 1)
    assert outcome.rounds <= MOST_ROUNDS + 1
    assert outcome.endless or outcome.winner in ("heroes", "foes", "")


@pytest.mark.parametrize("ruleset", GAMES)
def test_separated_sides_approach_each_other(ruleset: str) -> None:
    """Each side stands close to its own; a zone is between them."""
    kind = BANDIT[ruleset]
    tally = fought(ruleset, battle_of(ruleset, apart=True, heroes=[kind] * 2, foes=[kind] * 2), Plan("usual"), 10)
    assert tally.endless == 0
    assert sum(tally.fallen.values()) > 0


def test_every_sample_encounter_ends(tmp_path: Path) -> None:
    file = tmp_path / "sample.exgui"
    build_sample(file)
    with Campaign.open_to_read(file) as campaign:
        names = [one.name for one in campaign.encounters()]
    assert len(names) >= 6
    for name in names:
        system, battle, plan = battle_in(str(file), name)
        fight = Fight(system, battle, plan)
        assert not [number for number in range(4) if fight.run(1, number).endless], name


def test_sides_that_cannot_reach_each_other_draw() -> None:
    battle = even("reincarnated", 1)
    apart = battle.combatants["foes_0"].but(zone=None)
    outcome = Fight(game("reincarnated"), battle.with_combatant(apart), Plan()).run(1, 1)
    assert (outcome.winner, outcome.endless) == ("", True)


def test_equal_foes_form_one_kind_with_a_variable_number() -> None:
    battle = battle_of("ex3", heroes=["veteran_guard"], foes=["bandit", "bandit", "bandit_archer"])
    assert kinds(battle) == (("heroes_0",), ("foes_0", "foes_1"), ("foes_2",))
    assert list(with_count(battle, "foes_0", 1).combatants) == ["heroes_0", "foes_0", "foes_2"]
    five = with_count(battle, "foes_0", 5)
    assert sum(one.name.startswith(battle.combatants["foes_0"].name) for one in five.combatants.values()) >= 5
    assert set(five.close[0]) == set(five.combatants)


def test_unknown_policies_and_sides_are_reported() -> None:
    battle = even("ex3", 1)
    with pytest.raises(NoSuchPolicy, match="did you mean aggressive"):
        policy_named("agressive")
    with pytest.raises(NoSuchPolicy, match="there are: heroes, foes"):
        check_plan(battle, Plan(sides=Table(bandits="simple")))
    with pytest.raises(NoSuchPolicy, match="whom to protect"):
        policy_named("protect")
    with pytest.raises(NoSuchPolicy, match="'nobody'"):
        check_plan(battle, Plan("protect nobody"))
