"""Playing a scenario: dice, choices, refusals, history. The duel (see duel.py) is worked by hand."""

import pytest

ATTACK = """
[[step]]
do = "attack"
by = "anna"
target = "bert"
"""
HIT = 'rolls = [ { of = "anna.attack", faces = [7, 10, 10, 2] }, { of = "anna.damage", successes = 2 } ]\n'
# 7, 10 and 10 are 5 successes against guard 2: threshold 3, so three dice of damage, of which 2 count.


def test_step_with_all_its_dice_passes(play_duel):
    played = play_duel(ATTACK + HIT + 'expect = { "bert.life" = 3, "bert.down" = false, "anna.life" = 5 }')
    assert played.passed


def test_unmet_expectation_names_step_path_and_both_values(play_duel):
    played = play_duel(ATTACK + HIT + 'expect = { "bert.life" = 4 }')
    assert [str(failure) for failure in played.failures] == ["step 2: bert.life: expected 4, actual 3 (3 = life 3)"]


def test_all_failed_expectations_are_reported(play_duel):
    steps = ATTACK + HIT + 'expect = { "bert.life" = 4, "bert.down" = true }\n'
    steps += '[[step]]\ndo = "end_turn"\nby = "anna"\nexpect = { up = ["anna"] }'
    assert [failure.step for failure in play_duel(steps).failures] == [2, 2, 3]


def test_too_few_dice_names_both_numbers_and_the_pool(play_duel):
    played = play_duel(ATTACK + 'rolls = [ { of = "anna.attack", faces = [7, 10] } ]')
    assert str(played.failures[0]) == (
        "step 2: rolls[1].faces: 2 dice are given for anna.attack, but its pool is 4 dice (4 = Skill 4)"
    )


def test_modifier_appears_in_the_pool_and_its_explanation(play_duel):
    mods = 'mods = [ { to = "anna.attack", dice = 2, label = "stunt" } ]\n'
    played = play_duel(ATTACK + mods + 'rolls = [ { of = "anna.attack", faces = [1] } ]')
    assert "its pool is 6 dice (6 = Skill 4 + stunt 2)" in str(played.failures[0])


def test_value_modifier_applies_only_to_its_step(play_duel):
    # Guard 2 + 4: the 5 successes of HIT miss; in the next step the guard is 2 again.
    mods = 'mods = [ { to = "bert.guard", bonus = 4 } ]\n'
    miss = 'rolls = [ { of = "anna.attack", faces = [7, 10, 10, 2] } ]\nexpect = { "bert.guard" = 2 }\n'
    assert play_duel(ATTACK + mods + miss + ATTACK + HIT + 'expect = { "bert.life" = 3 }').passed


def test_unanswered_roll_is_an_error(play_duel):
    played = play_duel(ATTACK + 'rolls = [ { of = "anna.attack", successes = 5 } ]')
    assert "no one answered the roll anna.damage of 3 d10 (3 = Threshold 3)" in str(played.failures[0])
    assert played.stopped


def test_unexpected_answer_is_an_error(play_duel):
    rolls = 'rolls = [ { of = "anna.attack", successes = 0 }, { of = "anna.damage", successes = 0 } ]'
    played = play_duel(ATTACK + rolls)
    assert "rolls[2]: nothing in this step asked for the roll anna.damage" in str(played.failures[0])
    assert "it asked for anna.attack" in str(played.failures[0])


def test_empty_pool_asks_for_no_roll(play_duel):
    # 2 successes against guard 2: threshold 0, so there is no damage roll.
    played = play_duel(ATTACK + 'rolls = [ { of = "anna.attack", successes = 2 } ]\nexpect = { "bert.life" = 5 }')
    assert played.passed


def test_rolls_of_one_key_are_used_in_order(play_duel):
    steps = """
[[step]]
do = "volley"
by = "anna"
targets = ["bert", "anna"]
rolls = [
    { of = "anna.attack", successes = 4 },
    { of = "anna.damage", successes = 1 },
    { of = "anna.damage", successes = 3 },
]
expect = { "bert.life" = 4, "anna.life" = 2 }
"""
    assert play_duel(steps).passed


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("total = 4", "anna.attack is a roll of d10: give successes (or faces), not total"),
        ("successes = 9", "4 dice give 0 to 8 successes, not 9"),
        ("successes = -1", "4 dice give 0 to 8 successes, not -1"),
    ],
)
def test_impossible_result_is_an_error(play_duel, answer, sentence):
    played = play_duel(ATTACK + f'rolls = [ {{ of = "anna.attack", {answer} }} ]')
    assert sentence in str(played.failures[0])


def test_extra_throw_of_an_exploding_die_does_not_count_for_the_pool(play_duel):
    steps = '[[step]]\ndo = "bet"\nby = "bert"\nrolls = [ { of = "bert.bet", faces = [6, 6, 2] } ]\n'
    assert play_duel(steps + 'expect = { "bert.gold.coins" = 14 }').passed


def test_summed_dice_take_a_total_and_no_successes(play_duel):
    step = '[[step]]\ndo = "bet"\nby = "bert"\nrolls = [ { of = "bert.bet", %s = 5 } ]\n'
    assert play_duel(step % "total" + 'expect = { "bert.gold.coins" = 5 }').passed
    assert "give total (or faces), not successes" in str(play_duel(step % "successes").failures[0])


def test_refused_step_changes_nothing_and_can_name_its_rule(play_duel):
    down = ATTACK + 'rolls = [ { of = "anna.attack", successes = 8 }, { of = "anna.damage", successes = 5 } ]\n'
    again = ATTACK + 'refused = %s\nexpect = { "bert.life" = 0 }\n'
    for refused in ('"duel-12"', '["duel-1", "duel-12"]', "true"):
        assert play_duel(down + again % refused).passed


def test_step_refused_by_an_unexpected_rule_fails_and_names_all(play_duel):
    down = ATTACK + 'rolls = [ { of = "anna.attack", successes = 8 }, { of = "anna.damage", successes = 5 } ]\n'
    played = play_duel(down + ATTACK + 'refused = "duel-99"')
    assert str(played.failures[0]) == (
        "step 3: refused: expected duel-99, actual: Nobody strikes one who is down. (duel-12)"
    )


def test_legal_step_expected_to_be_refused_fails_and_is_undone(play_duel):
    steps = ATTACK + 'refused = "duel-12"\n' + ATTACK + HIT + 'expect = { "bert.life" = 3 }'
    played = play_duel(steps)
    assert [str(failure) for failure in played.failures] == [
        "step 2: refused: expected to be refused by duel-12, actual: it was legal"
    ]


def test_step_expected_to_be_refused_reports_an_impossible_answer(play_duel):
    steps = ATTACK + 'refused = true\nchoose = { defense = "fly" }\n' + ATTACK + HIT + 'expect = { "bert.life" = 3 }'
    assert [str(failure) for failure in play_duel(steps).failures] == [
        "step 2: refused: expected to be refused by any rule, actual: it was legal, "
        "but defense must be one of stand, parry, 2, not fly"
    ]
    dice = 'refused = "duel-12"\nrolls = [ { of = "anna.attack", faces = [7, 10] } ]'
    (failure,) = play_duel(ATTACK + dice).failures
    assert "it was legal, but rolls[1].faces: 2 dice are given for anna.attack" in str(failure)


def test_unexpected_refusal_fails_with_all_rules_and_ends_the_scenario(play_duel):
    steps = '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "anna"\n' + ATTACK + HIT
    played = play_duel(steps)
    assert str(played.failures[0]) == "step 2: the step attack was refused: Nobody strikes himself. (duel-13)"
    assert played.stopped
    assert len(played.failures) == 1


def test_refused_step_can_be_allowed(play_duel):
    down = ATTACK + 'rolls = [ { of = "anna.attack", successes = 8 }, { of = "anna.damage", successes = 5 } ]\n'
    played = play_duel(down + ATTACK + "overrule = true\n" + HIT + 'expect = { "bert.life" = 0 }')
    assert played.passed


def test_last_step_can_be_undone_and_redone(play_duel):
    undo, redo = '[[step]]\ndo = "undo"\n', '[[step]]\ndo = "redo"\n'
    steps = ATTACK + HIT + undo + 'expect = { "bert.life" = 5 }\n' + redo + 'expect = { "bert.life" = 3 }\n'
    steps += undo + ATTACK + 'rolls = [ { of = "anna.attack", successes = 0 } ]\n' + redo + "refused = true"
    assert play_duel(steps).passed


def test_choice_is_answered_by_name_or_takes_its_default(play_duel):
    # Parrying adds 1 to the guard: 5 successes are 2 above it, so two dice of damage.
    parried = 'choose = { defense = "parry", nobody_asks_this = 3 }\n'
    rolls = 'rolls = [ { of = "anna.attack", successes = 5 }, { of = "anna.damage", faces = [7, 8] } ]\n'
    assert play_duel(ATTACK + parried + rolls + 'expect = { "bert.conditions" = ["parrying"], "bert.life" = 3 }').passed
    assert play_duel(ATTACK + HIT + 'expect = { "bert.conditions" = [] }').passed


def test_unknown_choice_is_reported_with_the_known_ones(play_duel):
    played = play_duel(ATTACK + 'choose = { defense = "hide" }\n' + HIT)
    assert "defense must be one of stand, parry, 2, not hide" in str(played.failures[0])


def test_effects_are_declared_at_fitting_moments(play_duel):
    steps = ATTACK + 'choose = { declare = ["boast"] }\n' + HIT + 'expect = { "log.0.text" = "boast!" }\n'
    assert play_duel(steps).passed
    by_moment = ATTACK + 'choose = { attack = ["boast", "howl"] }\n' + HIT + 'expect = { "log.1.text" = "howl!" }\n'
    assert play_duel(by_moment).passed
    assert "nonsense can’t be declared now" in str(
        play_duel(ATTACK + 'choose = { attack = ["nonsense"] }\n' + HIT).failures[0]
    )


def test_app_rolls_unanswered_dice_if_given_a_seed(play_duel):
    from tests.scenario.conftest import HEAD

    seeded = HEAD.replace("title", "seed = 7\ntitle")
    first, second = play_duel(ATTACK, seeded), play_duel(ATTACK, seeded)
    assert first.passed
    assert first.view == second.view
    other = [play_duel(ATTACK * 3, HEAD.replace("title", f"seed = {seed}\ntitle")).view for seed in range(5)]
    assert any(view != other[0] for view in other)


def test_endless_step_is_stopped(play_duel):
    from tests.scenario.conftest import HEAD

    asks = play_duel('[[step]]\ndo = "endless"\nby = "anna"\n', HEAD.replace("title", "seed = 7\ntitle"))
    assert "never ends" in str(asks.failures[0])
    babbles = play_duel('[[step]]\ndo = "babble"\nby = "anna"\n')
    assert "never ends" in str(babbles.failures[0])


def test_too_many_dice_are_refused(play_duel):
    mods = 'mods = [ { to = "anna.attack", dice = 1000000 } ]\n'
    played = play_duel(ATTACK + mods + 'rolls = [ { of = "anna.attack", successes = 3 } ]')
    assert "a pool of 1,000,004 dice is too large; 10,000 are the most" in str(played.failures[0])


def test_view_includes_the_log(play_duel):
    view = play_duel(ATTACK + HIT).view
    assert view["log"] == [{"who": "anna", "text": "anna hits bert for 2", "rule": "duel-1"}]
