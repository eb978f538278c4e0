"""The choices of policies, in situations with one clear answer."""

from __future__ import annotations

from random import Random

import pytest
from simulate.fights import battle_of, game

from exgui.engine.asks import Choice, Command, Declared
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan, policy_named
from exgui.simulate.replay import replayed, steps_of
from exgui.simulate.suggest import done_in_turn, suggestion
from exgui.simulate.tactics import tactics_for
from exgui.simulate.tactics.general import Move


def first_legal(battle: Battle, who: str, policy: str = "usual", ruleset: str = "ex3") -> Move:
    system = game(ruleset)
    tactics = tactics_for(system)(system, battle)
    moves = tactics.moves(battle, who, policy_named(policy), (), Random(1))
    return next(move for move in moves if not system.check(battle, move.command))


def on_turn(battle: Battle, who: str, **initiative: int) -> Battle:
    """An ex3 battle in progress in its first round, on someone's tick."""
    for id, one in battle.combatants.items():
        set_to = Table(one.tracks | {"initiative": initiative.get(id, 5)})
        battle = battle.with_combatant(one.but(tracks=set_to))
    tick = battle.combatants[who].tracks["initiative"]
    battle = battle.but(phase="running", round=1, tick=tick, up=(who,))
    return battle.with_combatant(battle.combatants[who].but(turn=Table()))


def test_enough_initiative_for_the_remaining_health_is_spent_on_a_decisive_blow() -> None:
    battle = battle_of("ex3", heroes=["veteran_guard"], foes=["bandit"])
    ready = first_legal(on_turn(battle, "heroes_0", heroes_0=18), "heroes_0")
    assert (ready.command.do, ready.command.args["mode"]) == ("attack", "decisive")
    assert ready.why == "decisive: 18 dice against 7 health left of Bandit"
    short = first_legal(on_turn(battle, "heroes_0", heroes_0=4), "heroes_0")
    assert short.command.args["mode"] == "withering"


def test_large_initiative_is_spent_eventually() -> None:
    battle = battle_of("ex3", heroes=["grey_wolf"], foes=["grey_wolf"])
    move = first_legal(on_turn(battle, "heroes_0", heroes_0=50, foes_0=31), "heroes_0")
    assert move.command.args["mode"] == "decisive"


def test_protector_guards_the_ward_from_a_deadly_blow() -> None:
    battle = battle_of("ex3", heroes=["veteran_guard", "bandit"], foes=["bandit"])
    hurt = battle.combatants["heroes_1"]
    battle = battle.with_combatant(hurt.but(tracks=Table(hurt.tracks | {"health.lethal": 3})))
    near = on_turn(battle, "heroes_0", heroes_0=6, foes_0=12)
    move = first_legal(near, "heroes_0", "protect heroes_1")
    assert (move.command.do, move.command.args["ward"]) == ("defend_other", "heroes_1")
    assert first_legal(near, "heroes_0").command.do == "attack"
    apart = near.but(close=(("heroes_1", "foes_0"),))
    to_them = first_legal(apart, "heroes_0", "protect heroes_1")
    assert (to_them.command.do, to_them.command.args["close_to"]) == ("move", "heroes_1")


def test_archer_takes_available_cover_before_shooting() -> None:
    battle = battle_of("ex3", heroes=["bandit_archer"], foes=["bandit"]).but(close=())
    open_field = on_turn(battle, "heroes_0")
    assert first_legal(open_field, "heroes_0").command.do == "attack"
    yard = open_field.zones["yard"].but(cover=Table(light=2))
    walled = open_field.but(zones=open_field.zones.put("yard", yard))
    move = first_legal(walled, "heroes_0")
    assert (move.command.do, move.command.args["level"]) == ("take_cover", "light")


def test_opponent_too_hard_to_wound_is_disarmed() -> None:
    """The storm captain has Hardness 7: at Initiative 7 no decisive attack wounds her, and a gambit works."""
    battle = battle_of("ex3", heroes=["veteran_guard"], foes=["storm_captain"])
    move = first_legal(on_turn(battle, "heroes_0", heroes_0=7), "heroes_0")
    assert (move.command.args["mode"], move.command.args.get("gambit")) == ("decisive", "disarm")
    richer = first_legal(on_turn(battle, "heroes_0", heroes_0=16), "heroes_0")
    assert "gambit" not in richer.command.args


def test_commander_without_a_target_orders_the_group() -> None:
    battle = battle_of("ex3", heroes=["company_sergeant", "spear_company"], foes=["bandit"])
    behind = battle.but(
        close=(("heroes_1", "foes_0"),), zones=battle.zones.put("hill", battle.zones["yard"].but(id="hill"))
    )
    behind = behind.with_combatant(behind.combatants["heroes_0"].but(zone="hill"))
    move = first_legal(on_turn(behind, "heroes_0"), "heroes_0")
    assert (move.command.do, move.command.args["group"]) == ("order", "heroes_1")
    assert first_legal(on_turn(battle, "heroes_0"), "heroes_0").command.do == "attack"


@pytest.mark.parametrize(
    ("ruleset", "kind"), [("ex3", "iron_monk"), ("ex2", "moon_hunter"), ("reincarnated", "fire_duelist")]
)
def test_effects_are_declared_as_freely_as_the_policy_allows(ruleset: str, kind: str) -> None:
    battle = battle_of(ruleset, heroes=[kind], foes=[kind])
    declared = {
        policy: sum(
            len(answer.effects)
            for number in range(3)
            for step in steps_of(Fight(game(ruleset), battle, Plan(policy)), 1, number)
            for answer in step.answers
            if isinstance(answer, Declared)
        )
        for policy in ("simple", "usual", "aggressive")
    }
    assert declared["simple"] == 0
    assert declared["usual"] > 0
    assert declared["aggressive"] > 0


def test_ogre_keeps_its_swing_at_everyone_instead_of_countering_with_its_fist() -> None:
    """Against 18 health the first blow fells no one: a counter would use up the activation for a d8 on one enemy,
    where the tree trunk's d10 hits both."""
    battle = battle_of("skirmish", heroes=["ogre"], foes=["ogre", "ogre"])
    for number in range(5):
        steps = steps_of(Fight(game("skirmish"), battle, Plan(sides=Table(heroes="usual", foes="simple"))), 1, number)
        first = next(step for step in steps if step.move.command.by.startswith("foes"))
        assert not [one for one in first.answers if isinstance(one, Choice) and str(one.value).startswith("counter")]


@pytest.mark.parametrize(("archery", "does"), [(9, "attack"), (2, "rise")])
def test_fallen_archer_gets_up_only_if_lying_makes_them_miss(archery: int, does: str) -> None:
    """Lying costs each attack one success (ex2-11), and getting up costs an action."""
    battle = battle_of("ex2", heroes=["crossbow_guard"], foes=["bandit"]).but(close=())
    archer = battle.combatants["heroes_0"]
    lying = archer.but(traits=archer.traits.put("archery", archery), conditions=Table(prone=True), turn=Table())
    under_way = battle.with_combatant(lying).but(phase="running", round=1, tick=0, up=("heroes_0",))
    assert first_legal(under_way, "heroes_0", ruleset="ex2").command.do == does


def test_fights_with_effects_are_the_same_with_and_without_sentences() -> None:
    fight = Fight(game("ex3"), battle_of("ex3", heroes=["iron_monk"], foes=["iron_monk"]), Plan("usual"))
    for number in range(4):
        seen = fight.run(1, number, lambda _move, _answers: None)
        assert fight.run(1, number) == seen


def test_sentences_are_written_again_after_a_fight() -> None:
    system = game("ex3")
    battle = battle_of("ex3", heroes=["bandit"], foes=["bandit"])
    Fight(system, battle, Plan("simple")).run(1, 1)
    refused = system.check(battle, Command("attack", "heroes_0", Table(target="foes_0")))
    assert refused
    assert all(violation.text for violation in refused)


def test_suggestion_knows_what_was_done_in_the_turn() -> None:
    """After the one attack of a turn there is nothing left but its end."""
    fight = Fight(game("ex3"), battle_of("ex3", heroes=["veteran_guard"] * 2, foes=["bandit"] * 2), Plan("usual"))
    play = replayed(fight, 1, 1)
    attack = next(number for number, step in enumerate(play.steps) if step.command.do == "attack")
    play.go_back_to(attack)
    assert done_in_turn(play) == ()
    who = play.battle.active
    assert who is not None
    assert suggestion(play.system, play.battle, who, Plan()).command.do == "attack"
    play = replayed(fight, 1, 1)
    play.go_back_to(attack + 1)
    assert done_in_turn(play) == ("attack",)
    assert suggestion(play.system, play.battle, who, Plan(), done_in_turn(play)).command.do == "end_turn"
