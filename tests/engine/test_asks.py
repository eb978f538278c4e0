"""Commands, answers and violations as records: fully frozen, and readable."""

from __future__ import annotations

from typing import Any

from generality.lantern import battle

from exgui.engine.asks import Choice, Command, Violation, declared_id, hopeless
from exgui.engine.dice import Die, summed
from exgui.engine.explained import NOTHING, constant
from exgui.engine.record import Table
from exgui.engine.system import companions, preview


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


def test_a_violation_names_its_rule_if_it_has_one() -> None:
    assert str(Violation("lan-02", "No.")) == "No. (lan-02)"
    assert str(Violation("", "No.")) == "No."


def test_one_final_violation_makes_a_step_hopeless() -> None:
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


def test_companions_are_optional_for_a_game() -> None:
    class Plain:
        """A game that says nothing of any."""

    class Kind:
        """One that does."""

        def companions(self, _battle: object) -> tuple[str, ...]:
            return ("dog",)

    assert companions(Plain(), battle()) == ()  # type: ignore[arg-type]
    assert companions(Kind(), battle()) == ("dog",)  # type: ignore[arg-type, comparison-overlap]


def test_command_costs_are_optional_for_a_game() -> None:
    class Plain:
        """A game that does not."""

    class Kind:
        """One that does."""

        def preview(self, _battle: object, command: Command) -> tuple[str, ...]:
            return (command.do,)

    assert preview(Plain(), battle(), Command("strike")) == ()  # type: ignore[arg-type]
    assert preview(Kind(), battle(), Command("strike")) == ("strike",)  # type: ignore[arg-type, comparison-overlap]


def test_summed_die_is_rolled_once() -> None:
    assert summed(6) == Die(6, (1, 2, 3, 4, 5, 6), False, "total", "d6")
    assert summed(4, True).explodes


def test_number_without_parts_is_accepted() -> None:
    assert str(NOTHING) == "0"
    assert str(constant("Might", 3)) == "3 = Might 3"
