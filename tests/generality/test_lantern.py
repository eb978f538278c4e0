"""Lantern's unusual rules, each played by hand: what the engine must support in any game."""

import pytest
from generality.lantern import battle, system
from generality.lantern.data import BURNING

from exgui.engine.asks import Choice, Choose, Command, Declare, Declared, Fall, Mod, Modify, Roll, command
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import Rolled
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.play.play import Play, Refused
from exgui.systems import system_for

HEADS, TAILS = 2, 1


def begun(**options: object) -> Play:
    """The prepared battle, begun."""
    play = Play.begin(system(), battle().but(options=Table(options)))
    play.dispatch(command("start"))
    return play


def heads(play: Play, number: int) -> None:
    """Answer with the number of heads."""
    play.answer(Fall(score=number))


def no_oil(play: Play) -> None:
    """Everyone's oil is gone, so that nothing can be declared."""
    for id in play.battle.combatants:
        play.dispatch(command("adjust", who=id, set={"oil": 0}))


def refused(play: Play, step: Command) -> set[str]:
    """The rules that refuse a step."""
    with pytest.raises(Refused) as caught:
        play.dispatch(step)
    return {violation.rule for violation in caught.value.violations}


def test_game_is_found_by_its_ruleset_name() -> None:
    game: System = system_for(system().rules)
    assert game.id == "lantern"


def test_candle_counts_down_and_ties_act_together() -> None:
    play = begun()
    assert (play.battle.tick, play.battle.up) == (7, ("ada",))
    play.dispatch(command("end_turn", "ada"))
    assert (play.battle.tick, play.battle.up) == (6, ("cai", "dun"))
    play.dispatch(command("end_turn", "dun"))
    assert (play.battle.tick, play.battle.up) == (6, ("cai",))
    play.dispatch(command("end_turn", "cai"))
    assert (play.battle.tick, play.battle.up) == (4, ("bo",))


def test_new_candle_is_lit_after_everyone_has_acted() -> None:
    play = begun()
    for id in ("ada", "cai", "dun", "bo", "eck"):
        play.dispatch(command("end_turn", id))
    assert (play.battle.round, play.battle.tick, play.battle.up) == (2, 7, ("ada",))
    assert not any(one.acted for one in play.battle.combatants.values())


def test_after_the_last_candle_the_order_counts_up() -> None:
    play = begun(wick=1)
    for id in ("ada", "cai", "dun", "bo", "eck"):
        play.dispatch(command("end_turn", id))
    assert play.system.timeline(play.battle).axis == "up"
    assert [(one.id, one.track("beat")) for one in play.battle.combatants.values()] == [
        ("ada", 0),
        ("bo", 3),
        ("cai", 1),
        ("dun", 1),
        ("eck", 4),
    ]
    seen = []
    for _ in range(4):
        seen.append((play.battle.tick, play.battle.active))
        play.dispatch(command("end_turn", play.battle.active or ""))
    assert seen == [(0, "ada"), (1, "cai"), (1, "dun"), (3, "ada")]
    assert play.battle.up == ("bo",)


def test_slow_weapon_delays_its_user_in_the_dark() -> None:
    play = begun()
    play.dispatch(command("end_turn", "ada"))
    play.dispatch(command("snuff", "cai"))
    assert play.battle.tick == 0
    play.dispatch(command("end_turn", "cai"))
    no_oil(play)
    play.dispatch(command("strike", "dun", target="ada"))
    heads(play, 0)
    play.dispatch(command("end_turn", "dun"))
    # The knife is slow by 2 and snuffing by 3; Bo stood two marks below, Ada had acted.
    beats = {one.id: one.track("beat") for one in play.battle.combatants.values()}
    assert beats == {"ada": 6, "bo": 2, "cai": 3, "dun": 2, "eck": 3}


def test_relighting_counts_down_again() -> None:
    play = begun()
    play.dispatch(command("snuff", "ada"))
    assert refused(play, command("snuff", "ada")) == {"lan-04", "lan-12"}
    play.dispatch(command("end_turn", "ada"))
    play.dispatch(command("relight", "cai"))
    assert play.system.timeline(play.battle).axis == "down"
    assert (play.battle.round, play.battle.tick) == (2, 6)


def test_waiting_combatant_steps_in_on_an_earlier_mark() -> None:
    play = begun()
    play.dispatch(command("wait", "ada"))
    for id in ("cai", "dun"):
        play.dispatch(command("end_turn", id))
    assert (play.battle.tick, play.battle.up) == (4, ("bo",))
    assert play.system.view(play.battle)["may_step_in"] == ["ada"]
    step = command("shade", "ada")
    assert refused(play, step.but(tick=7)) == {"lan-07"}
    play.dispatch(step.but(tick=5))
    assert (play.battle.tick, play.battle.up) == (5, ("ada",))
    bo = play.battle.who("bo")
    assert bo.turn is None
    assert bo.before is None
    play.dispatch(command("end_turn", "ada"))
    assert (play.battle.tick, play.battle.up) == (4, ("bo",))
    assert play.battle.who("bo").turn == {}


def test_recalled_turn_undoes_its_beginning() -> None:
    play = begun()
    play.dispatch(command("wait", "ada"))
    play.dispatch(command("adjust", who="bo", set={"held": "dun"}))
    for id in ("cai", "dun"):
        play.dispatch(command("end_turn", id))
    assert "held" not in play.battle.who("bo").conditions
    play.dispatch(command("shade", "ada").but(tick=6))
    assert play.battle.who("bo").conditions["held"] == "dun"


def test_stepping_in_cannot_precede_an_affected_combatant() -> None:
    play = begun()
    play.dispatch(command("wait", "ada"))
    for id in ("cai", "dun"):
        play.dispatch(command("end_turn", id))
    play.dispatch(command("adjust", who="bo", set={"wounds": 2}))
    assert refused(play, command("shade", "ada").but(tick=5)) == {"lan-07"}
    play.dispatch(command("shade", "ada").but(tick=4))
    assert play.battle.up == ("ada", "bo")
    assert play.battle.who("bo").track("wounds") == 2


def test_waiting_too_long_means_acting_last() -> None:
    play = begun()
    play.dispatch(command("wait", "ada"))
    for id in ("cai", "dun", "bo", "eck"):
        play.dispatch(command("end_turn", id))
    assert (play.battle.round, play.battle.tick, play.battle.up) == (1, 3, ("ada",))
    assert "poised" not in play.battle.who("ada").conditions


@pytest.mark.parametrize(("mine", "theirs", "held"), [(3, 2, True), (2, 2, False), (1, 2, False)])
def test_both_throw_in_a_contest_and_ties_favor_resistance(mine: int, theirs: int, held: bool) -> None:
    play = begun()
    play.dispatch(command("wrestle", "ada", target="dun"))
    assert isinstance(play.pending, Roll)
    assert (play.pending.key, play.pending.dice) == ("ada.wrestle", 5)
    heads(play, mine)
    assert isinstance(play.pending, Roll)
    assert (play.pending.key, play.pending.dice) == ("dun.oppose", 5)
    heads(play, theirs)
    assert ("held" in play.battle.who("dun").conditions) is held


def test_counterattack_happens_within_the_attack_and_suffers_its_wound() -> None:
    play = begun(burning=False)
    play.dispatch(command("strike", "ada", target="dun"))
    play.answer(Declared())
    play.answer(Declared(("riposte",)))
    assert isinstance(play.pending, Roll)
    # Might 3 and the staff's edge 1 against half of Wits 3, rounded up.
    assert play.pending.dice == 4
    assert play.pending.difficulty is not None
    assert play.pending.difficulty.total == 2
    heads(play, 4)
    assert isinstance(play.pending, Choose)
    assert play.pending.default == "body"
    play.answer(Choice("body"))
    assert isinstance(play.pending, Roll)
    # The staff's bite 2 and two heads more than were needed.
    assert (play.pending.key, play.pending.dice) == ("ada.bite", 4)
    heads(play, 3)
    # Three heads against half of Grit 2: two wounds. The riposte cost the one oil of which two were left.
    assert play.battle.who("dun").track("wounds") == 2
    assert isinstance(play.pending, Declare)
    assert play.pending.by == "ada"  # Dun's oil: one for the riposte, one spilt by a bite without tails
    play.answer(Declared())
    assert isinstance(play.pending, Roll)
    # Might 3, the knife's edge 1, two wounds.
    assert (play.pending.key, play.pending.dice) == ("dun.strike", 2)
    heads(play, 0)
    assert play.pending is None
    assert [event.who for event in play.log()[-1].events if isinstance(event, Rolled)] == ["ada", "ada", "dun"]


def test_riposte_wound_affects_the_second_strike() -> None:
    play = begun(burning=False)
    play.dispatch(command("twice", "ada", target="dun"))
    play.answer(Declared())
    play.answer(Declared(("riposte",)))
    heads(play, 0)
    play.answer(Declared())  # Dun kindles nothing
    play.answer(Declared())  # Ada dims nothing
    assert isinstance(play.pending, Roll)
    assert play.pending.difficulty is not None
    # Half of Wits 4 and the staff's guard 2.
    assert (play.pending.dice, play.pending.difficulty.total) == (4, 3)
    heads(play, 4)
    play.answer(Choice("body"))
    heads(play, 3)
    assert play.battle.who("ada").track("wounds") == 2
    play.answer(Declared())
    play.answer(Declared())
    assert isinstance(play.pending, Roll)
    assert (play.pending.key, play.pending.dice, play.pending.nth) == ("ada.strike", 2, 1)


def test_one_throw_is_compared_with_each_foe() -> None:
    play = begun(burning=False)
    play.dispatch(command("place", who="eck", zone="hall"))
    play.dispatch(command("sweep", "ada"))
    heads(play, 2)
    # Dun's guard is 2, Eck's half of 2 and the staff's 2: 2. Each is bitten on its own.
    asked = []
    while isinstance(play.pending, Roll):
        asked.append((play.pending.key, play.pending.against, play.pending.nth))
        heads(play, 2)
    assert asked == [("ada.bite", "dun", 0), ("ada.bite", "eck", 1)]
    assert (play.battle.who("dun").track("wounds"), play.battle.who("eck").track("wounds")) == (1, 1)


def test_burning_coins_are_rethrown_on_heads() -> None:
    play = begun()
    no_oil(play)
    play.dispatch(command("strike", "ada", target="dun"))
    heads(play, 2)
    assert isinstance(play.pending, Roll)
    assert (play.pending.die, play.pending.dice) == (BURNING, 2)
    play.answer(Fall(faces=(HEADS, HEADS, TAILS, HEADS, TAILS)))
    assert play.battle.who("dun").track("wounds") == 2


def test_modifier_typed_during_a_roll_counts_immediately() -> None:
    play = begun()
    no_oil(play)
    play.dispatch(command("strike", "ada", target="dun"))
    assert isinstance(play.pending, Roll)
    assert play.pending.dice == 4
    play.answer(Modify("ada", Effect("stunt", "a leap", (Modifier("strike", dice=2),))))
    assert isinstance(play.pending, Roll)
    assert str(play.pending.pool) == "6 = Might 3 + Staff edge 1 + a leap 2"
    play.answer(Modify("dun", Effect("smoke", "smoke", (Modifier("guard", bonus=3),))))
    assert isinstance(play.pending, Roll)
    assert play.pending.difficulty is not None
    assert play.pending.difficulty.total == 5
    heads(play, 4)
    assert play.pending is None
    assert all(not one.effects for one in play.battle.combatants.values())


def test_a_modifier_can_come_with_the_command() -> None:
    play = begun()
    no_oil(play)
    play.dispatch(command("strike", "ada", target="dun").but(mods=(Mod("ada.strike", dice=-3, label="fog"),)))
    assert isinstance(play.pending, Roll)
    assert play.pending.dice == 1


def test_only_affordable_effects_are_offered() -> None:
    play = begun()
    play.dispatch(command("adjust", who="ada", set={"oil": 0}))
    play.dispatch(command("strike", "ada", target="dun"))
    assert isinstance(play.pending, Declare)
    assert play.pending.by == "dun"
    play.answer(Declared(("dim",)))
    assert play.battle.who("dun").track("oil") == 1


def test_entering_the_vault_takes_two_walks() -> None:
    play = begun()
    play.dispatch(command("walk", "ada", to="vault"))
    assert play.system.progress(play.battle, "ada") == ("vault", 1, 2)
    assert refused(play, command("walk", "ada", to="vault")) == {"lan-11"}
    for id in ("ada", "cai", "dun", "bo", "eck"):
        play.dispatch(command("end_turn", id))
    play.dispatch(command("walk", "ada", to="vault"))
    assert play.battle.who("ada").zone == "vault"
    assert play.system.progress(play.battle, "ada") is None


def test_all_broken_rules_are_reported_and_nothing_changes() -> None:
    play = begun()
    play.dispatch(command("shade", "ada"))
    before = play.battle
    assert refused(play, command("strike", "ada", target="eck", weapon="sling")) == {"lan-04", "lan-06"}
    assert play.battle is before


def test_overruled_step_is_noted_in_the_log() -> None:
    play = begun()
    play.dispatch(command("place", who="cai", zone="roof"))
    play.dispatch(command("end_turn", "ada"))
    assert refused(play, command("walk", "cai", to="stair")) == {"lan-11"}
    play.dispatch(command("walk", "cai", to="stair").but(overrule=True))
    assert play.battle.who("cai").zone == "stair"
    assert [(note.rule, note.who) for note in play.log()[-1].notes] == [("lan-11", "cai")]


def test_nonsensical_step_cannot_be_overruled() -> None:
    play = begun()
    assert refused(play, command("strike", "ada", target="nobody").but(overrule=True)) == {"lan-02"}
    assert refused(play, command("juggle", "ada").but(overrule=True)) == {"lan-02"}
    assert refused(play, command("strike", "bo", target="dun").but(overrule=True)) == {"lan-03"}


def test_combatant_who_falls_while_up_is_passed_over() -> None:
    play = begun(burning=False)
    play.dispatch(command("end_turn", "ada"))
    no_oil(play)
    play.dispatch(command("adjust", who="dun", set={"wounds": 3}))
    play.dispatch(command("place", who="cai", zone="hall"))
    play.dispatch(command("strike", "cai", target="dun"))
    heads(play, 2)
    heads(play, 2)
    assert "fallen" in play.battle.who("dun").conditions
    assert play.battle.up == ("cai",)
    play.dispatch(command("end_turn", "cai"))
    assert play.battle.up == ("bo",)


def test_combatant_without_glow_rolls_for_it_at_the_start() -> None:
    prepared = battle()
    eck = prepared.who("eck")
    play = Play.begin(system(), prepared.with_combatant(eck.but(tracks=eck.tracks.without("glow"))))
    play.dispatch(command("start"))
    assert isinstance(play.pending, Roll)
    assert (play.pending.key, play.pending.dice) == ("eck.spark", 2)
    heads(play, 1)
    assert play.battle.who("eck").track("glow") == 3


def test_latecomer_enters_the_order() -> None:
    prepared = battle()
    play = Play.begin(system(), prepared.with_combatant(prepared.who("bo").but(waiting=True)))
    play.dispatch(command("start"))
    assert play.system.timeline(play.battle).marks[-1].state == "waiting"
    play.dispatch(command("join", "bo"))
    for id in ("ada", "cai", "dun"):
        play.dispatch(command("end_turn", id))
    assert play.battle.up == ("bo",)


def test_window_gets_everything_from_the_game() -> None:
    play = begun()
    game, now = play.system, play.battle
    for id in now.combatants:
        assert {figure.id for figure in game.figures(now, id)} == {"glow", "oil", "wounds", "guard", "toughness"}
        assert set(game.actions(now, id)) == set(game.rules.actions)
        assert set(game.reach(now, id)) == set(now.zones)
        assert isinstance(game.summary(now, id), str)
    assert game.reach(now, "ada")["vault"].move
    assert game.reach(now, "ada")["roof"].band == 2
    zones = {candidate.value: candidate.violations for candidate in game.candidates(now, command("walk", "ada"), "to")}
    assert zones["stair"] == ()
    assert zones["roof"] != ()


def test_possible_steps_are_those_that_pass_their_checks() -> None:
    play = begun()
    steps = list(play.system.possible_steps(play.battle, "ada", "strike"))
    assert {step.get("target") for step in steps} == {"bo", "cai", "dun", "eck"}
    every = {step.do for step in play.system.possible_steps(play.battle, "ada") if not play.check(step)}
    assert {"strike", "wait", "end_turn"} <= every
