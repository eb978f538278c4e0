"""Procedures: their asks, the valid answers, and that running one again gives the same result."""

import pytest

from exgui.engine.asks import (
    Answer,
    Ask,
    Choice,
    Choose,
    Command,
    Declare,
    Declared,
    Each,
    Fall,
    ForEach,
    Mod,
    Modify,
    Option,
    Roll,
)
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import D10, D10_TENS_ONCE, Die, summed
from exgui.engine.effects import Effect, Modifier, modify_pool
from exgui.engine.events import EffectBegan, EffectEnded, Noted, Rolled, TrackChanged, TurnBegan, TurnRecalled
from exgui.engine.evolve import evolve, evolve_all
from exgui.engine.explained import Explained, Part, constant
from exgui.engine.procedure import (
    LONGEST_STEP,
    BadAnswer,
    Resolution,
    Result,
    Scene,
    Steps,
    mod_effects,
    resolve,
    settle,
)
from exgui.engine.record import index_by_id

PAIR = Battle(combatants=index_by_id((Combatant("ada", "Ada", "wardens"), Combatant("dun", "Dun", "moths"))))
LUCK = Effect("luck", "luck", (Modifier("try", dice=2),))


def asked(dice: int = 3, die: Die = D10, facts: tuple[str, ...] = ()) -> Roll:
    """A roll that is pending."""
    return Roll("ada", "try", constant("coins", dice), die=die, facts=facts)


def trying(scene: Scene) -> Steps:
    """A roll, a choice, a declaration and something for each of two."""
    result = yield from scene.roll("ada", "try", coins)
    yield TrackChanged("ada", "score", result.successes)
    ways = (Option("left", "Left"), Option("right", "Right"))
    where = yield from scene.choose("ada", "where", "Where?", ways, "left")
    yield Noted(where)
    declared = yield from scene.declare("dun", "guard", (Option("dim", "Dim"), Option("shut", "Shut")))
    yield Noted(" ".join(declared))
    for one in (yield from scene.for_each(("ada", "dun"))):
        yield TrackChanged(one, "tired", 1)


def coins(battle: Battle) -> Explained:
    """Ada's pool: one, and what is in force on her."""
    return modify_pool(constant("coins", 1), battle.who("ada").effects, "try")


ALL: tuple[Answer, ...] = (Fall(faces=(10,)), Choice("right"), Declared(("dim",)), Each(("ada", "dun")))


def run(*answers: Answer) -> Resolution:
    """The procedure with these answers."""
    return resolve(trying, PAIR, answers)


def test_each_answer_leads_to_the_next_ask() -> None:
    kinds = [type(run(*ALL[:count]).pending) for count in range(5)]
    assert kinds == [Roll, Choose, Declare, ForEach, type(None)]


def test_rerun_gives_equal_events_and_leaves_the_battle_alone() -> None:
    first, again = run(*ALL), run(*ALL)
    assert first == again
    assert first.battle == evolve_all(PAIR, first.events)
    assert first.battle.who("ada").track("score") == 2
    assert PAIR.who("ada").tracks == {}


def test_answers_are_recorded_at_their_asks() -> None:
    done = run(*ALL)
    assert [type(ask) for ask in done.asked] == [Roll, Choose, Declare, ForEach]
    assert done.asked[-1] == ForEach(("ada", "dun"), "targets")
    assert done.marks == (0, 2, 3, 4)


@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize("wrong", [*ALL, Choice("up"), Declared(("fly",)), Declared(("dim", "dim")), Each(("bo",))])
def test_wrong_kind_of_answer_is_refused(position: int, wrong: Answer) -> None:
    if type(wrong) is type(ALL[position]) and wrong in ALL:
        return
    with pytest.raises(BadAnswer):
        run(*ALL[:position], wrong)


def test_surplus_answer_is_refused() -> None:
    with pytest.raises(BadAnswer, match="more answers than the step asks for"):
        run(*ALL, Fall(score=1))


@pytest.mark.parametrize("position", range(3))
def test_modifier_can_be_given_at_any_ask_and_ends_with_the_step(position: int) -> None:
    done = run(*ALL[:position], Modify("dun", LUCK), *ALL[position:])
    assert EffectBegan("dun", LUCK) in done.events
    assert done.events[-1] == EffectEnded("dun", "luck")
    assert not done.battle.who("dun").effects


def test_modifier_changes_the_pending_roll() -> None:
    pending = run(Modify("ada", LUCK)).pending
    assert isinstance(pending, Roll)
    assert (pending.dice, pending.nth) == (3, 0)


@pytest.mark.parametrize("position", range(3))
def test_modifier_without_a_combatant_is_refused(position: int) -> None:
    with pytest.raises(BadAnswer, match="no combatant has the id 'bo'"):
        run(*ALL[:position], Modify("bo", LUCK))


def test_a_longer_lasting_effect_stays() -> None:
    lasting = LUCK.but(until="battle")
    done = run(Modify("dun", lasting), *ALL)
    assert done.battle.who("dun").effects == (lasting,)


def test_ask_without_options_is_skipped() -> None:
    def idle(scene: Scene) -> Steps:
        result = yield from scene.roll("ada", "try", lambda _battle: constant("coins", -2), facts=("ones",))
        assert (result.dice, result.successes, result.facts, result.met) == (0, 0, (0,), True)
        assert (yield from scene.choose("ada", "where", "Where?", (Option("left", "Left"),))) == "left"
        assert (yield from scene.choose("ada", "where", "Where?", (), "home")) == "home"
        assert (yield from scene.declare("ada", "guard", ())) == ()
        assert (yield from scene.for_each(("dun",))) == ("dun",)

    assert resolve(idle, PAIR).finished


def test_default_is_used_if_no_one_is_asked() -> None:
    ways = (Option("left", "Left"), Option("right", "Right"))

    def procedure(scene: Scene) -> Steps:
        first = yield from scene.choose("ada", "by the way", "Where?", ways, "right", stop=False)
        second = yield from scene.choose("ada", "where", "Where?", ways, "left")
        only = yield from scene.choose("ada", "only", "Where?", ways[:1], "right", stop=False)
        yield Noted(f"{first} {second} {only}")

    unasked = resolve(procedure, PAIR, (Choice("right"),), take_defaults=True)
    assert [ask.name for ask in unasked.asked if isinstance(ask, Choose)] == ["where"]
    assert unasked.events == (Noted("right right left"),)
    asked = resolve(procedure, PAIR, (Choice("left"), Choice("right")))
    assert [ask.name for ask in asked.asked if isinstance(ask, Choose)] == ["by the way", "where"]
    assert asked.events == (Noted("left right left"),)


def test_automatic_successes_are_added_and_scores_below_the_goal_are_one() -> None:
    def trying_hard(scene: Scene) -> Steps:
        result = yield from scene.roll(
            "ada",
            "try",
            lambda _battle: constant("coins", 4),
            auto=lambda _battle: constant("skill", 2),
            difficulty=lambda _battle: constant("hard", 5),
            threshold_only=True,
        )
        yield Noted(f"{result.successes} {result.threshold} {result.met}")

    pending = resolve(trying_hard, PAIR).pending
    assert isinstance(pending, Roll)
    assert pending.least == 3
    assert Noted("6 1 True") in resolve(trying_hard, PAIR, (Fall(score=4),)).events


@pytest.mark.parametrize(
    ("roll", "answer", "message"),
    [
        (asked(), Choice("left"), "needs a roll of 3 dice"),
        (asked(), Fall(), "needs faces or successes"),
        (asked(), Fall(faces=(1, 2)), "2 dice given, but the pool is 3"),
        (asked(), Fall(faces=(1, 2, 11)), "shows 1 to 10, not 11"),
        (asked(), Fall(faces=(1, 2, 0)), "shows 1 to 10, not 0"),
        (asked(), Fall(score=7), "3 dice give 0 to 6 successes, not 7"),
        (asked(), Fall(score=-1), "3 dice give 0 to 6 successes, not -1"),
        (asked(facts=("ones",)), Fall(score=1, facts=(0, 0)), "needs 1 facts of the dice, not 2"),
        (asked(facts=("ones",)), Fall(score=6, facts=(1,)), "can’t give 6 successes with ones 1"),
        (asked(facts=("maxima",)), Fall(score=6, facts=(1,)), "can’t give 6 successes with maxima 1"),
        (asked(facts=("ones", "maxima")), Fall(score=6, facts=(1, 3)), "6 successes with ones 1 with maxima 3"),
        (asked(1, Die(2, (0, 2))), Fall(score=1), "can’t give 1 successes"),
        (asked(1, summed(4, explodes=True)), Fall(score=8), "can’t give 8 total"),
        (asked(1, summed(4, explodes=True)), Fall(faces=(4,)), "shows 4 and is rolled again"),
        (asked(2, summed(4, explodes=True)), Fall(faces=(4, 1)), "1 die given, but the pool is 2"),
        (asked(1, summed(4, explodes=True)), Fall(faces=()), "0 dice given, but the pool is 1"),
        (asked(), Fall(faces=(1,)), r"ada.try: 1 die given, but the pool is 3 \(3 = coins 3\)$"),
    ],
)
def test_impossible_roll_is_refused_with_a_sentence(roll: Roll, answer: Answer, message: str) -> None:
    with pytest.raises(BadAnswer, match=message):
        settle(roll, answer)


def test_app_counts_faces() -> None:
    fall = settle(asked(4, facts=("ones", "maxima")), Fall(faces=(10, 7, 1, 10)))
    assert (fall.score, fall.facts) == (5, (1, 2))


def test_score_without_faces_is_accepted() -> None:
    assert settle(asked(facts=("ones",)), Fall(score=6)).facts == (0,)
    assert settle(asked(facts=("maxima",)), Fall(score=3, facts=(1,))).score == 3


def test_recalled_turn_restores_no_step_modifiers() -> None:
    begun = evolve_all(PAIR, (EffectBegan("ada", LUCK), TurnBegan("ada"), EffectEnded("ada", "luck")))
    assert evolve(begun, TurnRecalled("ada")) == PAIR


def test_roll_keeps_all_details_from_ask_to_result() -> None:
    results = []

    def careful(scene: Scene) -> Steps:
        result = yield from scene.roll(
            "ada",
            "try",
            lambda _battle: constant("coins", 4),
            auto=lambda _battle: constant("skill", 2),
            difficulty=lambda _battle: constant("hard", 5),
            die=D10_TENS_ONCE,
            facts=("ones",),
            threshold_only=True,
            memoryless=True,
            label="Try",
            against="dun",
        )
        results.append(result)

    hard, skill = constant("hard", 5), constant("skill", 2)
    ask = Roll("ada", "try", constant("coins", 4), skill, hard, D10_TENS_ONCE, ("ones",), 3, 0, "Try", "dun", True)
    assert resolve(careful, PAIR).pending == ask
    assert ask.key == "ada.try"
    done = resolve(careful, PAIR, (Fall(faces=(10, 7, 1, 2), by_app=True),))
    scores = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1)
    rolled = Rolled(
        "ada",
        "try",
        constant("coins", 4),
        (10, 7, 1, 2),
        2,
        4,
        5,
        True,
        (Part("skill", 2),),
        "successes",
        scores,
        False,
    )
    assert done.events == (rolled,)
    assert results == [Result(4, 4, 5, (10, 7, 1, 2), (1,), 2)]
    assert (results[0].met, results[0].threshold) == (False, -1)


def test_plain_pool_asks_for_nothing_else() -> None:
    hard = constant("hard", 2)

    def plain(scene: Scene) -> Steps:
        yield from scene.roll("ada", "try", coins, difficulty=lambda _battle: hard)

    assert resolve(plain, PAIR).pending == Roll("ada", "try", constant("coins", 1), difficulty=hard, label="try")


def test_roll_without_a_combatant_is_unmodified() -> None:
    def falling(scene: Scene) -> Steps:
        yield from scene.roll("flood", "try", lambda _battle: constant("coins", 1))

    assert resolve(falling, PAIR).pending == Roll("flood", "try", constant("coins", 1), label="try")


def test_roll_result_reports_score_and_threshold() -> None:
    assert Result(2, 4, 2, None, ()).met
    assert not Result(1, 4, 2, None, ()).met
    assert Result(-1, 4, None, None, ()).met
    assert Result(3, 4, 1, None, ()).threshold == 2
    assert Result(3, 4, None, None, ()).threshold == 3


def test_rolls_of_the_same_name_are_numbered() -> None:
    def many(scene: Scene) -> Steps:
        for by, name in [("ada", "try")] * 3 + [("dun", "try"), ("ada", "bite"), ("ada", "try")]:
            yield from scene.roll(by, name, lambda _battle: constant("coins", 1))

    asks = resolve(many, PAIR, [Fall(score=0)] * 6).asked
    assert [ask.nth for ask in asks if isinstance(ask, Roll)] == [0, 1, 2, 0, 0, 3]


def test_empty_pool_has_no_faces() -> None:
    results = []

    def idle(scene: Scene) -> Steps:
        result = yield from scene.roll(
            "ada",
            "try",
            lambda _battle: constant("coins", -2),
            auto=lambda _battle: constant("skill", 1),
            facts=("ones", "maxima"),
        )
        results.append(result)

    done = resolve(idle, PAIR)
    rolled = Rolled("ada", "try", constant("coins", -2), (), 0, 1, extra=(Part("skill", 1),), scores=D10.scores)
    assert done.events == (rolled,)
    assert results == [Result(1, 0, None, (), (0, 0), 0)]


@pytest.mark.parametrize("many", [LONGEST_STEP, LONGEST_STEP + 1])
def test_endless_step_is_stopped(many: int) -> None:
    def circling(_scene: Scene) -> Steps:
        for _ in range(many):
            yield Noted("Round and round.")

    if many > LONGEST_STEP:
        with pytest.raises(BadAnswer, match="the step never ends"):
            resolve(circling, PAIR)
    else:
        assert len(resolve(circling, PAIR).events) == many


def test_step_modifiers_last_from_first_to_last_ask() -> None:
    pending = resolve(trying, PAIR, mods=(("ada", LUCK), ("dun", LUCK)))
    assert pending.events == (EffectBegan("ada", LUCK), EffectBegan("dun", LUCK))
    assert isinstance(pending.pending, Roll)
    assert (pending.pending.dice, pending.finished) == (3, False)
    done = resolve(trying, PAIR, (Fall(faces=(10, 7, 1)), *ALL[1:]), (("ada", LUCK), ("dun", LUCK.but(until="battle"))))
    assert done.finished
    assert done.marks == (2, 4, 5, 6)
    assert done.events[-1] == EffectEnded("ada", "luck")
    assert done.battle.who("dun").effects == (LUCK.but(until="battle"),)
    assert done.battle == evolve_all(PAIR, done.events)


def test_unanswered_asks_take_the_given_answers() -> None:
    def driver(ask: Ask, battle: Battle) -> Answer | None:
        assert battle.who("ada").track("score") == (0 if isinstance(ask, Roll) else 2)
        return Choice("left") if isinstance(ask, Choose) else None

    done = resolve(trying, PAIR, (ALL[0], *ALL[2:]), driver=driver)
    assert done.finished
    assert Noted("left") in done.events
    with pytest.raises(BadAnswer, match="more answers than the step asks for"):
        resolve(trying, PAIR, (ALL[0], *ALL[2:], Choice("right")), driver=driver)


def test_command_modifiers_become_step_effects() -> None:
    first = Mod("ada.try", 1, 2, 3, 4, "A stunt", 9, (1, 2), 6, 5)
    assert mod_effects(Command("try", "ada", mods=(first, Mod("dun.guard.left", bonus=1)))) == (
        ("ada", Effect("mod.0", "A stunt", (Modifier("try", 1, 2, 3, 4, 9, (1, 2), 6, 5),), "step")),
        ("dun", Effect("mod.1", "modifier", (Modifier("guard.left", bonus=1),), "step")),
    )
    assert mod_effects(Command("try", "ada")) == ()
