"""Exact odds, against numbers worked by hand and against icepool.

The game is the duel of tests/scenario/duel.py. One die gives a success with 3 in 10, two with 1 in 10.
"""

from fractions import Fraction as F

import icepool
import pytest

from exgui.engine.asks import Choice, Command, Declared, Each, Fall, Mod, Modify, command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import D10, D10_TENS_ONCE, summed
from exgui.engine.effects import Effect, Modifier
from exgui.engine.explained import constant
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.forecast.odds import Stopped, odds, weighted_outcomes
from exgui.scenario.choices import GivenChoices
from tests.scenario.duel import RULES, Duel

GAME = Duel()


def battle(skill: int, guard: int, life: int = 5) -> Battle:
    anna = Combatant("anna", "Anna", "left", traits=Table(skill=skill), tracks=Table(life=5))
    bert = Combatant("bert", "Bert", "right", traits=Table(guard_skill=guard), tracks=Table(life=life))
    carl = Combatant("carl", "Carl", "right", traits=Table(guard_skill=guard + 1), tracks=Table(life=life))
    return Battle(phase="running", combatants=Table(anna=anna, bert=bert, carl=carl), rules=RULES)


ATTACK = command("attack", "anna", target="bert")


def test_odds_of_one_die_match_hand_calculation():
    # 1 in 10 gives a threshold of 1 and so one die of damage: 1 lost with 3 in 10, 2 lost with 1 in 10.
    found = odds(GAME, battle(1, 1), ATTACK)
    assert found["hurt"].mean == F(1, 10) * F(4, 10)
    assert dict(found["lost"].chances) == {0: 1 - F(4, 100), 1: F(3, 100), 2: F(1, 100)}
    assert found["lost"].mean == F(3, 100) + 2 * F(1, 100)


def test_next_roll_has_its_own_odds():
    # Two dice reach 1 unless both fail; on average they give 2 * (3 + 2) / 10.
    roll = odds(GAME, battle(2, 1), ATTACK).roll
    assert roll.key == "anna.attack"
    assert roll.met == 1 - F(36, 100)
    assert roll.mean == 1


def test_automatic_successes_count_for_the_roll():
    sure = Command("attack", "anna", Table(target="bert"), (Mod("anna.attack", successes=1),))
    roll = odds(GAME, battle(1, 1), sure).roll
    assert roll.met == 1
    assert roll.spread == ((1, F(6, 10)), (2, F(3, 10)), (3, F(1, 10)))


def test_odds_within_a_step_cover_the_remaining_rolls():
    # Guard 0 and one success: one die of damage is still to fall. Declare and Choose come before the roll.
    answers = (Declared(), Choice("stand"), Fall(score=1))
    found = odds(GAME, battle(4, 0), ATTACK, answers)
    assert found.roll.key == "anna.damage"
    assert found["hurt"].mean == F(4, 10)


def test_earlier_choices_count():
    # Parried, guard is 1: the one success leaves no die of damage.
    answers = (Declared(), Choice("parry"), Fall(score=1))
    assert odds(GAME, battle(4, 0), ATTACK, answers)["hurt"].mean == 0
    parried = ATTACK.but(choose=Table(defense="parry"))
    assert odds(GAME, battle(1, 0), parried)["hurt"].mean == F(1, 10) * F(4, 10)


def test_modifier_given_during_a_roll_counts():
    stunt = Modify("anna", Effect("stunt", "stunt", (Modifier("attack", dice=1),)))
    roll = odds(GAME, battle(1, 1), ATTACK, (Declared(), Choice("stand"), stunt)).roll
    assert roll.met == 1 - F(36, 100)
    hurt = odds(GAME, battle(1, 1), ATTACK, (Declared(), Choice("stand"), stunt, Fall(score=2)))["hurt"]
    assert hurt.mean == F(4, 10)


def test_each_modifier_given_during_a_roll_counts_once():
    def stunt(number):
        return Modify("anna", Effect(f"stunt.{number}", "stunt", (Modifier("attack", dice=1),)))

    # One die and a stunt: two dice give 2, 3, 4 successes with 21, 6 and 1 in 100, and against guard 1 so one, two and
    # three dice of damage, of which one at least succeeds with 4 in 10, 64 in 100, 784 in 1000.
    one = odds(GAME, battle(1, 1), ATTACK, (Declared(), Choice("stand"), stunt(1)))
    assert one["hurt"].mean == F(21, 100) * F(4, 10) + F(6, 100) * F(64, 100) + F(1, 100) * F(784, 1000)
    # With a second stunt three dice give 2 to 6 with 270, 135, 45, 9 and 1 in 1000.
    two = odds(GAME, battle(1, 1), ATTACK, (Declared(), Choice("stand"), stunt(1), stunt(2)))
    assert two["hurt"].mean == sum(
        F(falls, 1000) * (1 - F(6, 10) ** dice) for dice, falls in enumerate((270, 135, 45, 9, 1), 1)
    )
    assert two.roll.met == 1 - F(6, 10) ** 3
    # Given earlier, before the choice, they are the same.
    assert odds(GAME, battle(1, 1), ATTACK, (stunt(1), Declared(), stunt(2), Choice("stand")))["hurt"] == two["hurt"]


def test_unfitting_answer_is_refused():
    with pytest.raises(BadAnswer):
        odds(GAME, battle(1, 1), ATTACK, (Declared(), Choice("hide")))
    with pytest.raises(BadAnswer):
        odds(GAME, battle(1, 1), ATTACK, (Declared(), Choice("stand"), Fall(score=9)))


def test_each_target_has_its_own_odds():
    # One roll for all; Bert needs 1, Carl 2. One die: Bert is exceeded by 1 with 1 in 10, Carl never.
    found = odds(GAME, battle(1, 1), command("volley", "anna", targets=("bert", "carl")))
    by_target = {id: {feature.name: feature.mean for feature in features} for id, features in found.targets}
    assert by_target["bert"]["hurt"] == F(1, 10) * F(4, 10)
    assert by_target["carl"]["hurt"] == 0
    assert found["hurt"].mean == by_target["bert"]["hurt"]


def test_step_without_a_roll_has_one_outcome():
    found = odds(GAME, battle(0, 1), ATTACK)
    assert found.roll is None
    assert dict(found["lost"].chances) == {0: F(1)}


@pytest.mark.parametrize(("skill", "guard", "life"), [(5, 2, 3), (8, 3, 5), (3, 0, 2)])
def test_attack_odds_agree_with_icepool(skill, guard, life):
    d10 = icepool.Die([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])

    def lost(hits):
        return (max(hits - guard, 0) @ d10).map(lambda harm: min(harm, life))

    oracle = (skill @ d10).map(lost)
    found = odds(GAME, battle(skill, guard, life), ATTACK)
    assert {int(value): chance for value, chance in found["lost"].chances} == {
        value: oracle.probability(value) for value in oracle
    }
    assert found["down"].mean == oracle.probability(life)


@pytest.mark.parametrize("die", [D10, D10_TENS_ONCE, summed(6)])
@pytest.mark.parametrize("count", [1, 4, 9])
def test_outcome_weights_agree_with_icepool(die, count):
    oracle = count @ icepool.Die(die.scores)
    whole, outcomes = weighted_outcomes(die, count, (), None)
    assert {score: F(weight, whole) for score, _, weight in outcomes} == {
        score: oracle.probability(score) for score in oracle
    }


def test_irrelevantly_low_scores_are_one_outcome():
    whole, outcomes = weighted_outcomes(D10, 2, (), 2)
    # Two dice: 36 falls of nothing and 2 * 6 * 3 of one success are the same here.
    assert {score: F(weight, whole) for score, _, weight in outcomes} == {
        1: F(72, 100),
        2: F(9 + 12, 100),
        3: F(6, 100),
        4: F(1, 100),
    }


def test_negligible_results_join_the_next_one():
    whole, outcomes = weighted_outcomes(D10, 2, (), None, F(2, 100))
    assert {score: F(weight, whole) for score, _, weight in outcomes} == {
        0: F(36, 100),
        1: F(36, 100),
        2: F(21, 100),
        3: F(7, 100),
    }
    exact = odds(GAME, battle(12, 3), ATTACK)
    quick = odds(GAME, battle(12, 3), ATTACK, negligible=F(1, 10**6))
    assert quick.runs < exact.runs
    assert abs(exact["hurt"].mean - quick["hurt"].mean) < F(4, 10**6)


def test_chances_always_sum_to_one():
    for feature in odds(GAME, battle(7, 2), ATTACK).features:
        assert sum(chance for _, chance in feature.chances) == 1


def test_too_many_outcomes_are_reported():
    found = odds(GAME, battle(12, 3), ATTACK, most_runs=50)
    assert found.too_many
    assert found.features == ()
    assert found.roll.key == "anna.attack"


def test_too_large_pool_is_reported():
    assert odds(GAME, battle(100_000, 3), ATTACK).too_many


def test_endless_step_is_reported():
    assert odds(GAME, battle(3, 3), command("endless", "anna")).too_many
    assert odds(GAME, battle(3, 3), command("babble", "anna")).too_many


def test_canceled_odds_stop():
    with pytest.raises(Stopped):
        odds(GAME, battle(12, 3), ATTACK, stop=lambda: True)


class Direct(System):
    """A game whose procedures ask without the help of a scene."""

    def complete(self, battle, command):
        return command

    def procedure(self, scene, command):
        from exgui.engine.asks import Choose, ForEach, Option, Roll
        from exgui.engine.events import TrackChanged

        kind = yield Choose("anna", "kind", "Which?", (Option("a", "A"), Option("b", "B")))
        assert kind == Choice("a")  # no default: the first
        one = yield Roll("anna", "one", constant("one", 1))
        each = yield ForEach(("bert", "carl"))
        assert isinstance(each, Each)
        for who in each.targets:
            yield TrackChanged(who, "life", one.score)

    def features(self, before, after, command):
        return {"life": after.who(command.get("target")).track("life")}


def test_asks_outside_a_scene_are_branched_too():
    found = odds(Direct(), battle(1, 1), command("any", "anna"))
    assert dict(found["life"].chances) == {0: F(6, 10), 1: F(3, 10), 2: F(1, 10)}
    assert [id for id, _ in found.targets] == ["bert", "carl"]


class Thinking(Direct):
    """A game that works something out between two rolls, and counts how often it does."""

    def __init__(self):
        self.worked = 0

    def procedure(self, scene, command):
        from exgui.engine.events import TrackChanged

        one = yield from scene.roll("anna", "one", lambda _: constant("three", 3))
        yield TrackChanged("bert", "life", one.successes)
        life = scene.work_out(self.work)
        two = yield from scene.roll("anna", "two", lambda _: constant("life", life))
        yield TrackChanged("bert", "life", life - two.successes)

    def work(self, battle):
        self.worked += 1
        return battle.who("bert").track("life")


def test_each_branch_is_computed_once():
    game = Thinking()
    found = odds(game, battle(1, 1), command("any", "anna", target="bert"))
    # Three dice give 0 to 6 successes: seven ways.
    assert game.worked == 7
    # 1.5 successes are left on average, and half as many are taken off again.
    assert found["life"].mean == F(3, 2) - F(3, 4)


class Asking(Direct):
    """A roll of one die; where it gives 2, one question more is asked. Then a memoryless roll, and another question."""

    def procedure(self, scene, command):
        from exgui.engine.asks import Option
        from exgui.engine.events import TrackChanged

        options = (Option(10, "Ten"), Option(20, "Twenty"))
        one = yield from scene.roll("anna", "one", lambda _: constant("one", 1))
        if one.successes == 2:
            yield from scene.choose("anna", "much", "How much?", options, 10)
        yield from scene.roll("anna", "two", lambda _: constant("one", 1), memoryless=True)
        much = yield from scene.choose("anna", "much", "How much?", options, 10)
        yield TrackChanged("bert", "life", much)


@pytest.mark.parametrize("merge", [True, False])
def test_preset_choices_are_used_up_per_branch(merge):
    asked = command("any", "anna", target="bert")
    # The first question is answered 10, every further one 20: two are asked with 1 in 10.
    found = odds(Asking(), battle(1, 1), asked, choices=GivenChoices({"much": (10, 20)}), merge=merge)
    assert dict(found["life"].chances) == {10: F(9, 10), 20: F(1, 10)}
    assert dict(odds(Asking(), battle(1, 1), asked, merge=merge)["life"].chances) == {10: F(1)}


class Forgetting(Direct):
    """Two rolls of one die; the second is memoryless. The first changes the battle only where it gives 2."""

    def procedure(self, scene, command):
        from exgui.engine.events import TrackChanged

        one = yield from scene.roll("anna", "one", lambda _: constant("one", 1))
        if one.successes == 2:
            yield TrackChanged("bert", "life", 3)
        two = yield from scene.roll("anna", "two", lambda _: constant("one", 1), memoryless=True)
        yield TrackChanged("bert", "life", scene.battle.who("bert").track("life") - two.successes)


def test_equal_branches_merge_at_a_memoryless_roll():
    asked = command("any", "anna", target="bert")
    apart = odds(Forgetting(), battle(1, 1), asked, merge=False)
    found = odds(Forgetting(), battle(1, 1), asked)
    # One run to each roll's three results; after 0 and after 1 the battle is the same, so that the second roll is
    # followed in two battles instead of three.
    assert apart.runs == 1 + 3 + 3 * 3
    assert found.runs == 1 + 3 + 2 * 3
    # From 5 life with 9 in 10, from 3 with 1 in 10; then 0, 1 or 2 are taken off with 6, 3 and 1 in 10.
    assert dict(found["life"].chances) == {
        5: F(54, 100),
        4: F(27, 100),
        3: F(9 + 6, 100),
        2: F(3, 100),
        1: F(1, 100),
    }
    assert found.features == apart.features
