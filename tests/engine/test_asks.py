"""Commands, answers and violations as records: fully frozen, and readable."""

from __future__ import annotations

from typing import Any

from generality.lantern import battle

from exgui.engine.asks import Choice, Command, Violation, declared_id, hopeless
from exgui.engine.dice import Die, summed
from exgui.engine.explained import NOTHING, constant
from exgui.engine.record import Table
from exgui.engine.system import System, represented, strengths


def test_command_arguments_are_frozen_at_any_depth() -> None:
    given: dict[str, Any] = {"actions": ["aim", {"to": ["yard"]}]}
    chosen = {"defense": ["parry"]}
    command = Command("flurry", "ada", given, choose=chosen)
    given["actions"].append("move")
    chosen["defense"].append("evasion")
    assert command.args == Table(actions=("aim", Table(to=("yard",))))
    assert command.choose == Table(defense=("parry",))
    assert type(command.args) is Table
    assert type(command.choose) is Table


def test_choices_are_frozen_too() -> None:
    assert Choice(["a", ["b"]]).value == ("a", ("b",))


def test_violation_names_its_rule_if_any() -> None:
    assert str(Violation("lan-02", "No.")) == "No. (lan-02)"
    assert str(Violation("", "No.")) == "No."


def test_one_final_violation_rules_out_overriding() -> None:
    assert not hopeless([])
    assert not hopeless([Violation("", "No.")])
    assert hopeless([Violation("", "No."), Violation("", "Never.", final=True)])


def test_declared_effect_is_named_before_the_colon() -> None:
    assert declared_id("excellency:4:personal") == "excellency"
    assert declared_id("excellency") == "excellency"


def test_each_combatant_is_only_in_its_own_close_group() -> None:
    groups = battle().but(close=(("ada", "dun"), ("bo", "cai", "eck")))
    assert groups.close_group("cai") == ("bo", "eck")
    assert groups.close_group("ada") == ("dun",)
    assert groups.but(close=()).close_group("ada") == ()


def test_a_game_that_says_no_more_has_nothing_optional() -> None:
    class Plain(System):
        """A game that says nothing of any."""

    plain, started = Plain(), battle()  # type: ignore[abstract]
    assert plain.companions(started) == plain.awaited(started) == plain.left_undone(started, "ada") == ()
    assert plain.preview(started, Command("strike")) == plain.visible_states(started, "ada") == ()
    assert (plain.naming(started), plain.health(started, "ada"), plain.strength(started, "ada")) == (None, None, None)
    assert strengths(plain, started) == represented(plain, started) == {}
    assert not plain.has_effects(started, "ada")


def test_summed_die_is_rolled_once() -> None:
    assert summed(6) == Die(6, (1, 2, 3, 4, 5, 6), False, "total", "d6")
    assert summed(4, True).explodes


def test_number_without_parts_is_accepted() -> None:
    assert str(NOTHING) == "0"
    assert str(constant("Might", 3)) == "3 = Might 3"
