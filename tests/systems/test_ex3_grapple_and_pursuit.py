"""Holds and chases of ex3: the log, and what no scenario can state (ex3-27, 33, 35, 39, 40, 43)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from exgui.engine.asks import Choice, Choose, Command, Fall, Mod, Roll
from exgui.engine.events import ConditionEnded, Moved
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3 import movement, positions
from exgui.systems.ex3.turn_actions import fact, used
from exgui.systems.ex3.turn_order import may_step_in

TRAITS = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "brawl": 3, "athletics": 2, "stealth": 4}


def one(id: str, side: str, initiative: int | None, zone: str = "yard", **state: Any) -> dict[str, Any]:
    """A fighter with a sword; of no Initiative yet with None."""
    begun = state if initiative is None else {"initiative": initiative, **state}
    return {"id": id, "side": side, "zone": zone, "traits": TRAITS, "weapons": ["straight_sword"], "state": begun}


def fight(*fighters: dict[str, Any], close: tuple[str, ...] = (), start: bool = True) -> Play:
    """A battle of these in the yard, from which a gate leads to a road."""
    data = {
        "zone": [{"id": "yard"}, {"id": "gate"}, {"id": "road"}],
        "link": [{"between": ["yard", "gate"]}, {"between": ["gate", "road"]}],
        "combatant": list(fighters),
        "close": [{"members": list(close)}] if close else [],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "holds"))
    if start:
        play.dispatch(Command("start"))
    return play


def notes_of(play: Play, command: Command, *successes: int, overrule: bool = False) -> list[str]:
    """The sentences of a step, its rolls answered by successes in turn."""
    left = list(successes)
    play.dispatch(command.but(overrule=overrule))
    while play.pending is not None:
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Fall(score=left.pop(0)))
    assert left == []
    return [f"{note.text} ({note.rule})" if note.rule else note.text for note in play.log()[-1].notes]


def held(rounds: int = 2, *more: dict[str, Any], close: tuple[str, ...] = ("brok", "kesh")) -> Play:
    """Brok, who is active, holds Kesh."""
    brok = one("brok", "heroes", 9, grappling="kesh", control_rounds=rounds)
    return fight(brok, one("kesh", "foes", 4), *more, close=close)


def test_letting_go_is_logged_once_and_frees_both() -> None:
    play = held()
    assert notes_of(play, Command("release", "brok")) == ["Brok lets go of Kesh. (ex3-40)"]
    assert [play.battle.who(id).conditions for id in ("brok", "kesh")] == [Table(), Table()]
    assert play.battle.who("brok").track("control_rounds") == 0


def test_turn_without_holding_on_is_logged_once() -> None:
    play = held(3)
    assert notes_of(play, Command("end_turn", "brok")) == ["Brok lets go of Kesh. (ex3-40)"]
    assert [play.battle.who(id).conditions for id in ("brok", "kesh")] == [Table(), Table()]


@pytest.mark.parametrize(
    ("who", "set", "sentence"),
    [
        ("brok", {"initiative": 0}, "Brok is in Crash and loses the hold. (ex3-40)"),
        ("brok", {"incapacitated": True}, "Brok no longer holds Kesh. (ex3-40)"),
        ("kesh", {"incapacitated": True}, "Brok no longer holds Kesh. (ex3-40)"),
        ("brok", {"grappling": None}, "Kesh is no longer held. (ex3-40)"),
    ],
)
def test_end_of_a_hold_is_explained_once(who: str, set: dict[str, Any], sentence: str) -> None:
    play = held()
    assert notes_of(play, Command("adjust", args=Table(who=who, set=Table(set))))[1:] == [sentence]
    held_by = [event for event in play.log()[-1].events if isinstance(event, ConditionEnded) and event.who == "kesh"]
    assert [(event.condition, event.rule) for event in held_by] == [("grappled_by", "ex3-40")]
    assert "grappled_by" not in play.battle.who("kesh").conditions


def test_fallen_combatants_defend_no_one() -> None:
    reed = one("reed", "heroes", 3, defending="mara")
    play = fight(one("kesh", "foes", 9), reed, one("mara", "heroes", 5), close=("kesh", "reed", "mara"))
    notes = notes_of(play, Command("adjust", args=Table(who="reed", set=Table(incapacitated=True))))
    assert notes[1:] == ["Reed no longer defends Mara. (ex3-26)"]
    assert "defending" not in play.battle.who("reed").conditions


def test_no_crash_before_the_battle_and_holds_last() -> None:
    brok = one("brok", "heroes", None, grappling="kesh", control_rounds=2)
    play = fight(brok, one("kesh", "foes", None), close=("brok", "kesh"), start=False)
    assert notes_of(play, Command("cover", args=Table(who="kesh", level="light"))) == [
        "Kesh is in light cover. (ex3-34)"
    ]
    assert play.battle.who("brok").conditions.get("grappling") == "kesh"


def test_overridden_restraint_with_one_round_is_escaped() -> None:
    play = held(2)  # of which the first turn takes one
    assert play.battle.who("brok").track("control_rounds") == 1
    notes = notes_of(play, Command("maneuver", "brok", Table(kind="restrain")), overrule=True)
    assert notes[-1] == "Brok restrains Kesh. (ex3-40)"
    assert play.battle.who("brok").track("control_rounds") == 0
    notes_of(play, Command("grapple_hold", "brok"))
    assert notes_of(play, Command("end_turn", "brok")) == ["Kesh escapes the grapple. (ex3-40)"]


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        (
            {"kind": "drag", "to": "gate"},
            ["Brok restrains Kesh. (ex3-40)", "Brok moves to Gate. (ex3-30)", "Brok drags Kesh along. (ex3-40)"],
        ),
        ({"kind": "slam"}, ["Brok throws Kesh. (ex3-40)"]),
    ],
)
def test_maneuver_can_be_called_by_its_alias(args: dict[str, Any], sentences: list[str]) -> None:
    notes = notes_of(held(3), Command("maneuver", "brok", Table(args)), *([0, 0] if args["kind"] == "slam" else []))
    assert notes[: len(sentences)] == sentences


def test_savage_is_withering_by_default() -> None:
    play = held(3)
    play.dispatch(Command("maneuver", "brok", Table(kind="savage")))
    assert isinstance(play.pending, Roll)
    assert play.pending.label == "Withering attack"


def test_attack_and_savage_count_as_attacks_on_both() -> None:
    play = held(3, one("orin", "foes", 3), close=("brok", "kesh", "orin"))
    sword = Table(target="orin", weapon="straight_sword", mode="withering")
    notes_of(play, Command("attack", "brok", sword), 0)
    notes_of(play, Command("maneuver", "brok", Table(kind="savage")), 0, 0)
    assert fact(play.battle.who("brok"), "attacked") == ("orin", "kesh")


def hiding(*fighters: dict[str, Any], hidden: tuple[str, ...] = ("kesh", "orin")) -> Play:
    """Sable, who is active and concealed from some, and two opponents of two sides in the yard."""
    sable = one("sable", "heroes", 9, concealed_from=list(hidden))
    return fight(sable, one("kesh", "foes", 5), one("orin", "wolves", 4), *fighters)


def test_witnesses_of_a_withdrawal_are_named() -> None:
    play = hiding()
    assert notes_of(play, Command("move", "sable", Table(to="gate")), 1, 2, 1) == [
        "Sable moves to Gate. (ex3-30)",
        "Sable is seen by Kesh and Orin. (ex3-19)",
    ]


def test_visible_combatant_has_no_concealment_note() -> None:
    play = hiding(hidden=())
    assert notes_of(play, Command("move", "sable", Table(to="gate"))) == ["Sable moves to Gate. (ex3-30)"]


def test_concealment_adds_up() -> None:
    play = hiding(hidden=("kesh",))
    assert notes_of(play, Command("establish_surprise", "sable"), 2, 1) == ["Sable hides from Orin. (ex3-27a)"]
    assert play.battle.who("sable").conditions["concealed_from"] == ("kesh", "orin")


def test_each_deceived_opponent_is_named() -> None:
    notes = notes_of(hiding(hidden=()), Command("establish_surprise", "sable"), 2, 1, 1)
    assert notes == ["Sable hides from Kesh and Orin. (ex3-27a)"]


def test_finders_of_a_combatant_going_to_ground_are_named() -> None:
    assert notes_of(hiding(), Command("go_to_ground", "sable"), 1, 1, 2) == [
        "Sable is found by Kesh and Orin. (ex3-29)"
    ]


def test_resistance_bonus_helps_awareness() -> None:
    play = hiding(hidden=("kesh",))
    lamp = Mod("kesh.oppose", dice=2, label="lamp")
    play.dispatch(Command("move", "sable", Table(to="gate"), mods=(lamp,)))
    play.answer(Fall(score=1))
    assert isinstance(play.pending, Roll)
    assert play.pending.key == "kesh.oppose"
    assert [(part.label, part.amount) for part in play.pending.pool.parts] == [("Wits", 3), ("lamp", 2)]


REFUSED = [
    ("defend_other", {}, "Choose an ally to defend. (ex3-26)"),
    ("defend_other", {"ward": "nobody"}, "No combatant is called nobody. (ex3-26)"),
    ("rush", {}, "Choose a target to rush. (ex3-33)"),
    ("rush", {"target": "nobody"}, "No combatant is called nobody. (ex3-33)"),
    ("rush", {"target": "tam"}, "Tam must be at short range, but is at medium range. (ex3-33)"),
    ("go_to_ground", {}, "Sable isn’t concealed from Kesh, Orin or Tam. (ex3-29)"),
    ("move", {"to": "yard"}, "Sable is already in Yard; moving within a zone takes no action. (ex3-17)"),
    ("move", {"close_to": "ulf"}, "Ulf is not on the battlefield. (ex3-15)"),
    ("take_cover", {}, "Cover is light, heavy or total, not “None”. (ex3-34)"),
    ("maneuver", {"kind": "drag"}, "Sable isn’t holding anyone. (ex3-40)"),
]


@pytest.mark.parametrize(("do", "args", "sentence"), REFUSED, ids=[f"{row[0]} {row[1]}" for row in REFUSED])
def test_refusals_of_pursuit_and_grapple(do: str, args: dict[str, Any], sentence: str) -> None:
    play = hiding(one("tam", "foes", 3, "gate"), one("ulf", "heroes", 2, left=True), hidden=())
    assert [str(reason) for reason in play.system.check(play.battle, Command(do, "sable", Table(args)))] == [sentence]


@pytest.mark.parametrize(
    ("friends", "sentence"),
    [((), "Sable has no ally."), ((one("reed", "heroes", 3),), "Choose the ally who gains from Distract.")],
)
def test_distract_needs_a_named_ally(friends: tuple[dict[str, Any], ...], sentence: str) -> None:
    play = fight(one("sable", "heroes", 9), one("kesh", "foes", 5), *friends, close=("sable", "kesh"))
    gambit = Table(target="kesh", weapon="straight_sword", mode="decisive", gambit="distract")
    reasons = play.system.check(play.battle, Command("attack", "sable", gambit))
    assert [(reason.text, reason.rule) for reason in reasons] == [(sentence, "ex3-39")]


BANDS = ["short", "medium", "long", "extreme", "extreme", "extreme"]


@pytest.mark.parametrize(("links", "band"), list(enumerate(BANDS)))
def test_each_link_is_a_range_band_up_to_extreme(links: int, band: str) -> None:
    zones = [f"z{n}" for n in range(6)]
    data = {
        "zone": [{"id": zone} for zone in zones],
        "link": [{"between": list(pair)} for pair in pairwise(zones)],
        "combatant": [one("sable", "heroes", 9, "z0"), one("kesh", "foes", 5, f"z{links}")],
    }
    assert positions.range_between(battle_from(load("ex3"), data, "bands"), "sable", "kesh") == band


def test_without_a_map_all_are_at_short_range() -> None:
    people = [one("sable", "heroes", 9), one("kesh", "foes", 5)]
    for fighter in people:
        del fighter["zone"]
    assert positions.range_between(battle_from(load("ex3"), {"combatant": people}, "bare"), "sable", "kesh") == "short"


@pytest.mark.parametrize(("paid", "start", "ground"), [("leave", "mire", 2), ("both", "mire", 2), ("both", None, 1)])
def test_leaving_difficult_ground_takes_longer(paid: str, start: str | None, ground: int) -> None:
    data = {
        "zone": [{"id": "mire", "difficult": True}, {"id": "road"}],
        "link": [{"between": ["mire", "road"]}],
        "combatant": [one("sable", "heroes", 9, "mire")],
        "options": {"difficult_terrain": paid},
    }
    assert movement.cost(battle_from(load("ex3"), data, "mire"), start, "road") == ground


def at_bay() -> Play:
    """Sable has struck from hiding at Kesh, and holds him at bay for as many rounds as she is ahead: one."""
    sable = one("sable", "heroes", 6, concealed_from=["kesh"])
    play = fight(sable, one("kesh", "foes", 5), close=("sable", "kesh"))
    notes_of(play, Command("hold_at_bay", "sable", Table(target="kesh", weapon="straight_sword")))
    return play


def test_hold_at_bay_changes_are_logged_with_their_rule() -> None:
    play = at_bay()
    for id, label, amount in (("sable", "holding at bay", 1), ("kesh", "held at bay", -2)):
        [effect] = play.battle.who(id).effects
        assert (effect.label, effect.rule) == (label, "ex3-43")
        assert {change.on: change.bonus for change in effect.modifiers} == {"resolve": amount, "guile": amount}


def test_hold_at_bay_ends_with_the_join_battle_roll() -> None:
    play = at_bay()
    notes_of(play, Command("end_turn", "sable"))
    notes = notes_of(play, Command("end_turn", "kesh"), 0, 0)
    assert "The hold is over; Kesh is quicker (3 against 3). (ex3-43)" in notes
    assert [play.battle.who(id).effects for id in ("sable", "kesh")] == [(), ()]


def test_disengaged_combatant_can_fall_back_until_each_turn_is_over() -> None:
    play = fight(
        one("sable", "heroes", 9), one("kesh", "foes", 5), one("orin", "foes", 4), close=("sable", "kesh", "orin")
    )
    notes_of(play, Command("disengage", "sable"), 3, 1, 1)
    notes_of(play, Command("end_turn", "sable"))
    assert play.battle.who("sable").conditions["retreats"] == ("kesh", "orin")
    notes_of(play, Command("end_turn", "kesh"))
    assert play.battle.who("sable").conditions["retreats"] == ("orin",)
    notes_of(play, Command("end_turn", "orin"))
    assert "retreats" not in play.battle.who("sable").conditions


@pytest.mark.parametrize("condition", ["left", "gone_to_ground", "dissolved"])
def test_combatant_off_the_field_is_no_opponent(condition: str) -> None:
    play = fight(one("sable", "heroes", 9), one("kesh", "foes", 5), one("orin", "foes", 3), close=("sable", "kesh"))
    notes_of(play, Command("adjust", args=Table(who="kesh", set=Table({condition: True}))))
    sword = Command("attack", "sable", Table(target="kesh", weapon="straight_sword", mode="withering"))
    assert [str(reason) for reason in play.system.check(play.battle, sword)] == [
        "Kesh is not on the battlefield. (ex3-25)"
    ]
    assert positions.opponents(play.battle, "sable") == ("orin",)


@pytest.mark.parametrize(
    ("gambit", "given", "sentence"),
    [
        ("disarm", 4, "The difficulty of Disarm is 3, not 4. (ex3-38)"),
        ("distract", 6, "The difficulty of Distract is 3 to 5, not 6. (ex3-39)"),
        ("grapple", 3, "The difficulty of Grapple is 2, not 3. (ex3-40)"),
        ("unhorse", 5, "The difficulty of Unhorse is 4, not 5. (ex3-41)"),
        ("special", 21, "The difficulty of Gambit is 0 to 20, not 21. (ex3-84)"),
    ],
)
def test_each_gambit_has_its_difficulty_and_its_rule(gambit: str, given: int, sentence: str) -> None:
    play = fight(one("sable", "heroes", 9), one("kesh", "foes", 5), close=("sable", "kesh"))
    args = Table(target="kesh", weapon="straight_sword", mode="decisive", gambit=gambit, difficulty=given)
    reasons = play.system.check(play.battle, Command("attack", "sable", args))
    assert [str(reason) for reason in reasons] == [sentence]


def restrained(*, start: str = "yard", cover: str = "", withdrawn: int = 0, friend: bool = False) -> Play:
    """Brok has just restrained Kesh, whom he holds beside Mara, his friend, or with no one near; Orin, a foe, is a zone
    away. In the yard there is cover."""
    brok = one("brok", "heroes", 20, start, grappling="kesh", control_rounds=5, withdraw_sum=withdrawn)
    people = [brok, one("kesh", "foes", 4, start, **({"cover": cover} if cover else {}))]
    if friend:
        people.append(one("mara", "heroes", 3, start))
    elif start == "gate":
        people.append(one("orin", "foes", 3, "yard"))
    data = {
        "zone": [{"id": "yard", "cover": {"light": 1}}, {"id": "gate"}, {"id": "road"}],
        "link": [{"between": ["yard", "gate"]}, {"between": ["gate", "road"]}],
        "combatant": people,
        "close": [{"members": ["brok", "kesh", *(["mara"] if friend else [])]}],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "drag"))
    play.dispatch(Command("start"))
    assert notes_of(play, Command("maneuver", "brok", Table(kind="restrain"))) == ["Brok restrains Kesh. (ex3-40)"]
    return play


ALONG = "Brok drags Kesh along. (ex3-40)"


def test_taking_cover_drags_the_held_combatant() -> None:
    play = restrained()
    notes = notes_of(play, Command("take_cover", "brok", Table(level="light")), 1)
    assert notes == ["Brok takes light cover: 1 against 1. (ex3-34)", ALONG]
    assert [play.battle.who(id).conditions["cover"] for id in ("brok", "kesh")] == ["light", "light"]


def test_stepping_out_of_close_range_drags_the_held_combatant() -> None:
    play = restrained(cover="light", friend=True)
    notes = notes_of(play, Command("move", "brok", Table(to="yard")))
    assert notes == ["Brok steps out of close range. (ex3-15)", ALONG]
    assert [sorted(group) for group in play.battle.close] == [["brok", "kesh"]]
    assert "cover" not in play.battle.who("kesh").conditions
    assert play.battle.who("brok").conditions["grappling"] == "kesh"


def test_withdrawing_drags_the_held_combatant() -> None:
    """9 successes of 10, and 20 - 10 = 10 Initiative left: no Crash, in which the hold were lost."""
    play = restrained(start="gate", withdrawn=9)
    notes = notes_of(play, Command("withdraw", "brok"), 1)
    assert notes == ["Brok withdraws to Road. (ex3-35)", ALONG]
    assert [play.battle.who(id).zone for id in ("brok", "kesh")] == ["road", "road"]
    assert play.battle.are_close("brok", "kesh")


def test_dragging_move_is_extra_and_happens_once() -> None:
    brok = one("brok", "heroes", 9, grappling="kesh", control_rounds=5, prone=True)
    play = fight(brok, one("kesh", "foes", 4), close=("brok", "kesh"))
    assert notes_of(play, Command("rise", "brok"), 2) == ["Brok rises. (ex3-32)"]
    go = Command("move", "brok", Table(to="gate"))
    used = "Brok has already used a Movement action this turn. (ex3-22)"
    assert [str(reason) for reason in play.system.check(play.battle, go)] == [
        used,
        "Brok is at close range with Kesh. (ex3-30)",
        "Brok must leave close range before going to another zone. (ex3-15)",
    ]
    notes_of(play, Command("maneuver", "brok", Table(kind="restrain")))
    assert notes_of(play, go) == ["Brok moves to Gate. (ex3-30)", ALONG]
    back = play.system.check(play.battle, Command("move", "brok", Table(to="yard")))
    assert str(back[0]) == used


def test_dragging_is_a_reflexive_movement() -> None:
    """Taking cover is a Simple action else. The one of the turn is still to be had, but whoever has moved does not
    aim."""
    play = restrained()
    notes_of(play, Command("take_cover", "brok", Table(level="light")), 0)
    brok = play.battle.who("brok")
    assert (used(brok), fact(brok, "reflexive"), fact(brok, "movement")) == ((), ("take_cover",), None)
    assert [str(one) for one in play.system.check(play.battle, Command("aim", "brok", Table(target="kesh")))] == [
        "Brok has moved this turn and can’t aim. (ex3-24)"
    ]
    assert notes_of(play, Command("grapple_hold", "brok")) == ["Brok holds on to Kesh. (ex3-40)"]


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("attack", {"target": "orin", "weapon": "straight_sword", "mode": "withering"}),
        ("ready_weapon", {"unready": ("straight_sword",)}),
        ("grapple_hold", {}),  # a Movement action, but it takes nobody anywhere
    ],
)
def test_only_dragging_movement_is_reflexive_after_restrain(do: str, args: dict[str, Any]) -> None:
    play = held(5, one("orin", "foes", 3), close=("brok", "kesh", "orin"))
    sword = Table(target="orin", weapon="straight_sword", mode="withering")
    notes_of(play, Command("attack", "brok", sword), 0)
    notes_of(play, Command("maneuver", "brok", Table(kind="restrain")))
    assert [str(reason) for reason in play.system.check(play.battle, Command(do, "brok", Table(args)))] == [
        "Brok has already used this turn’s Simple action: Attack. (ex3-20)"
    ]


@pytest.mark.parametrize("kind", ["savage", "throw", "slam"])
def test_only_restrain_drags_the_held_combatant(kind: str) -> None:
    play = held(5)
    found = play.system.check(play.battle, Command("maneuver", "brok", Table(kind=kind, to="gate")))
    assert [(str(reason), reason.final) for reason in found] == [
        ("Only Restrain drags the target along. (ex3-40)", True)
    ]


def test_aiming_combatant_drags_no_one() -> None:
    play = held(5)
    assert notes_of(play, Command("aim", "brok", Table(target="kesh"))) == ["Brok aims at Kesh. (ex3-24)"]
    found = play.system.check(play.battle, Command("maneuver", "brok", Table(kind="restrain", to="gate")))
    assert [str(reason) for reason in found] == ["Brok has aimed this turn and can’t move. (ex3-24)"]
    assert play.system.check(play.battle, Command("maneuver", "brok", Table(kind="restrain"))) == ()


@pytest.mark.parametrize(
    ("who", "move", "came"),
    [
        ("prone", {"to": "gate"}, "Kesh moves to Gate. (ex3-30)"),
        ("free", {"close_to": "sable"}, "Kesh closes with Sable. (ex3-15)"),
    ],
)
def test_failed_pursuit_is_logged(who: str, move: dict[str, str], came: str) -> None:
    """Lying on the ground, or beside the one that came already: a friend, who would be followed by leaving it first."""
    sable = one("sable", "heroes", 4, rushing="kesh", **({"prone": True} if who == "prone" else {}))
    play = fight(one("kesh", "heroes", 9), sable)
    assert notes_of(play, Command("move", "kesh", Table(move))) == [came, "Sable doesn’t follow Kesh. (ex3-33)"]
    assert "rushing" not in play.battle.who("sable").conditions


def test_cover_is_kept_when_closing_in_within_the_zone() -> None:
    """It lasts until one leaves the zone or the close group (ex3-34)."""
    play = fight(one("sable", "heroes", 9, cover="light"), one("kesh", "foes", 4))
    assert notes_of(play, Command("move", "sable", Table(close_to="kesh"))) == ["Sable closes with Kesh. (ex3-15)"]
    assert play.battle.who("sable").conditions["cover"] == "light"
    assert not [event for event in play.log()[-1].events if isinstance(event, Moved)]


def test_combatant_fallen_while_waiting_does_not_step_in() -> None:
    """Join Battle after holding at bay is rolled when the round is over and no tick has come yet."""
    sable = one("sable", "heroes", 6, concealed_from=["kesh"])
    play = fight(one("reed", "heroes", 9), sable, one("kesh", "foes", 5), close=("sable", "kesh"))
    notes_of(play, Command("delay", "reed"))
    notes_of(play, Command("hold_at_bay", "sable", Table(target="kesh", weapon="straight_sword")))
    notes_of(play, Command("end_turn", "sable"))
    assert may_step_in(play.battle) == ("reed",)
    notes_of(play, Command("adjust", args=Table(who="reed", set=Table(incapacitated=True))))
    play.dispatch(Command("end_turn", "kesh"))
    assert isinstance(play.pending, Roll)
    assert (play.pending.name, play.battle.tick, may_step_in(play.battle)) == ("join_battle", None, ())


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({}, ""),
        ({"prone": True}, ""),
        ({"waiting": True}, "Sable is not on the battlefield."),
        ({"incapacitated": True}, "Sable is incapacitated."),
        ({"left": True, "incapacitated": True}, "Sable is not on the battlefield."),
        ({"gone_to_ground": True, "prone": True}, "Sable is not on the battlefield."),
    ],
)
def test_present_standing_combatant_can_act(state: dict[str, Any], reason: str) -> None:
    sable = fight(one("sable", "heroes", 9, **state), one("kesh", "foes", 4)).battle.who("sable")
    assert (positions.why_not(sable), positions.can_act(sable)) == (reason, not reason)
