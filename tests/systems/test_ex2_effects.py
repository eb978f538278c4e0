"""Effects declared in attacks of ex2: offers, notation, costs, results."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight

from exgui.engine.asks import Declare, Declared, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import BadAnswer
from exgui.play.play import Play

MOTES = {"personal_motes": 3, "peripheral_motes": 4}


def bearer(*effects: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """Vey with these effects and 7 motes."""
    return {"traits": VEY["traits"] | MOTES, "effects": list(effects), **more}


def attacked(battle: Battle, **args: Any) -> Play:
    """Vey attacks Kesh; the play is at the first question."""
    play = Play.begin(SYSTEM, battle)
    play.dispatch(command("attack", "vey", target="kesh", **args))
    return play


def offered(play: Play) -> tuple[str, str, list[tuple[object, str, int]]]:
    """Who may declare at which moment, and what: id, label, how much at most."""
    ask = play.pending
    assert isinstance(ask, Declare)
    return ask.by, ask.moment, [(one.value, one.label, one.most) for one in ask.effects]


def test_only_fitting_affordable_effects_are_offered() -> None:
    blade = {"id": "blade", "name": "Blade", "when": "attack", "ability": "melee", "cost": {"motes": 1}}
    arrow = {"id": "arrow", "name": "Arrow", "when": "attack", "ability": "archery"}
    guard = {"id": "guard", "name": "Guard", "when": "attacked"}
    dear = {"id": "dear", "name": "Dear", "when": "attack", "cost": {"motes": 8}}
    inner = {"id": "inner", "name": "Inner", "when": "attack", "cost": {"motes": 4}, "pool": "personal"}
    free = {"id": "free", "name": "Free", "when": "attack", "maximum": "melee", "modifiers": ["attack +n dice"]}
    cry = {"id": "cry", "name": "Cry", "when": "attack"}
    play = attacked(
        fight(vey=bearer("first_excellency", "second_excellency", blade, arrow, guard, dear, inner, free, cry))
    )
    assert offered(play) == (
        "vey",
        "attack",
        [
            # Dexterity 4 + Melee 4, but there are 7 motes; half of 8, but 7 motes are three times two.
            ("first_excellency", "First Excellency, 1 to 7 (1 mote each)", 7),
            ("second_excellency", "Second Excellency, 1 to 3 (2 motes each)", 3),
            ("blade", "Blade (1 mote)", 0),
            ("free", "Free, 1 to 4", 4),
            ("cry", "Cry", 0),
        ],
    )


def test_unaffordable_effect_is_not_offered() -> None:
    poor = bearer("second_excellency", state={"next_tick": 0, "motes_personal": 1, "motes_peripheral": 0})
    play = attacked(fight(vey=poor))
    assert isinstance(play.pending, Roll)
    unskilled = {"id": "song", "name": "Song", "when": "attack", "maximum": "archery", "modifiers": ["attack +n dice"]}
    assert isinstance(attacked(fight(vey=bearer(unskilled))).pending, Roll)


def test_combatant_without_effects_is_asked_only_if_set_to() -> None:
    assert isinstance(attacked(fight()).pending, Roll)
    battle = fight()
    play = attacked(battle.with_combatant(battle.who("vey").but(asked=True)))
    assert offered(play) == ("vey", "attack", [])


def test_helpless_combatant_declares_nothing() -> None:
    guard = {"id": "guard", "name": "Guard", "when": "attacked"}
    standing = attacked(fight(kesh={"effects": [guard]}))
    assert offered(standing) == ("kesh", "attacked", [("guard", "Guard", 0)])
    fallen = {"next_tick": 4, "health": {"lethal": 7}}
    assert isinstance(attacked(fight(kesh={"effects": [guard], "state": fallen})).pending, Roll)


def test_lasting_effect_is_not_declared_again() -> None:
    stance = {"id": "stance", "name": "Stance", "when": "attack", "duration": "scene"}
    play = attacked(fight(vey=bearer(stance)), weapon="unarmed")
    play.answer(Declared(("stance",)))
    while play.pending is not None:
        play.answer(Fall(score=0))
    assert [effect.id for effect in play.battle.who("vey").effects] == ["effect.stance"]
    play.dispatch(command("end_turn", "vey"))
    play.dispatch(command("misc", "kesh"))
    play.dispatch(command("end_turn", "kesh"))
    play.dispatch(command("attack", "vey", target="kesh"))
    assert isinstance(play.pending, Roll)


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (["first_excellency:0"], "First Excellency can be used 1 to 8 times, not 0."),
        (["first_excellency:9"], "First Excellency can be used 1 to 8 times, not 9."),
        (["cry:2"], "Cry can be used once, not 2 times."),
        (
            ["first_excellency:many"],
            '“first_excellency:many” is not understood. Write "first_excellency", "first_excellency:4" or '
            '"first_excellency:4:personal".',
        ),
        (
            ["first_excellency:99999"],
            "First Excellency can be used 1 to 8 times, not 99,999.",
        ),
        (
            ["first_excellency:100000"],
            '“first_excellency:100000” is not understood. Write "first_excellency", "first_excellency:4" or '
            '"first_excellency:4:personal".',
        ),
        (["first_excellency:8"], "First Excellency costs 8 motes; Vey has too few."),
        (["cry", "first_excellency:8"], "First Excellency costs 8 motes; Vey has too few."),
        (["blow"], "blow can’t be declared now"),
        (["first_excellency:4:personal"], "First Excellency costs 4 motes; Vey has too few."),
        (["first_excellency:4", "second_excellency:2"], "Second Excellency costs 4 motes; Vey has too few."),
        (
            ["first_excellency:3:personal", "second_excellency:1:personal"],
            "Second Excellency costs 2 motes; Vey has too few.",
        ),
    ],
)
def test_invalid_declaration_is_reported(texts: list[str], wrong: str) -> None:
    cry = {"id": "cry", "name": "Cry", "when": "attack"}
    play = attacked(fight(vey=bearer("first_excellency", "second_excellency", cry)))
    with pytest.raises(BadAnswer) as refused:
        play.answer(Declared(tuple(texts)))
    assert wrong in str(refused.value)


@pytest.mark.parametrize(
    ("texts", "left", "messages"),
    [
        # Peripheral motes go first; then personal ones; the pool may be named.
        (["first_excellency"], (3, 3), ["Vey uses First Excellency 1 for 1 mote."]),
        (["first_excellency:5"], (2, 0), ["Vey uses First Excellency 5 for 5 motes."]),
        (["first_excellency:2:personal"], (1, 4), ["Vey uses First Excellency 2 for 2 motes."]),
        (["first_excellency:personal:2"], (1, 4), ["Vey uses First Excellency 2 for 2 motes."]),
        (
            ["first_excellency:3", "second_excellency:2", "cry"],
            (0, 0),
            [
                "Vey uses First Excellency 3 for 3 motes.",
                "Vey uses Second Excellency 2 for 4 motes.",
                "Vey uses Cry.",
            ],
        ),
        (["own"], (1, 4), ["Vey uses Own for 2 motes."]),
    ],
)
def test_effect_is_paid_and_logged(texts: list[str], left: tuple[int, int], messages: list[str]) -> None:
    cry = {"id": "cry", "name": "Cry", "when": "attack"}
    own = {"id": "own", "name": "Own", "when": "attack", "cost": {"motes": 2}, "pool": "personal"}
    play = attacked(fight(vey=bearer("first_excellency", "second_excellency", cry, own)))
    play.answer(Declared(tuple(texts)))
    vey = play.battle.who("vey")
    assert (vey.track("motes_personal"), vey.track("motes_peripheral")) == left
    assert play.resolution is not None
    events = play.resolution.events
    notes = [event for event in events if isinstance(event, Noted) and "uses" in event.text]
    assert [note.text for note in notes] == messages
    assert {note.rule for note in notes} == {"ex2-12"}


def test_declared_charm_is_one_effect() -> None:
    play = attacked(fight(vey=bearer("first_excellency")))
    play.answer(Declared(("first_excellency:2",)))
    assert [effect.id for effect in play.battle.who("vey").effects] == ["effect.first_excellency"]


def difficulty(play: Play) -> int:
    """The difficulty of the pending roll."""
    roll = play.pending
    assert isinstance(roll, Roll)
    assert roll.difficulty is not None
    return roll.difficulty.total


@pytest.mark.parametrize(
    ("exalted", "effect", "total"),
    [
        # Parry (3 + 3 + 1) / 2: 3, for the Exalted 4; half of Melee 3: 1, for the Exalted 2.
        (0, "third_parry_excellency", 3 + 1 + 1),
        (1, "third_parry_excellency", 4 + 2 + 1),
        # Melee 4: Parry (3 + 4 + 1) / 2 = 4, and half of it 2
        (0, "fourth", 4 + 2 + 1),
        (1, "fourth", 4 + 2 + 1),
        # Dodge (3 + 5) / 2 = 4 + half of Dodge 5: 2, for the Exalted 3.
        (0, "third_dodge_excellency", 4 + 2 + 1),
        (1, "third_dodge_excellency", 4 + 3 + 1),
    ],
)
def test_third_excellency_rounds_like_dv(exalted: int, effect: str, total: int) -> None:
    traits = KESH["traits"] | MOTES | {"exalted": exalted, "dodge": 5 if "dodge" in effect else 0}
    if effect == "fourth":
        effect, traits = "third_parry_excellency", traits | {"melee": 4}
    play = attacked(fight(kesh={"traits": traits, "effects": [effect]}))
    play.answer(Declared((effect,)))
    assert difficulty(play) == total


def test_first_excellency_adds_the_dice_bought() -> None:
    traits = KESH["traits"] | MOTES
    play = attacked(fight(kesh={"traits": traits, "effects": ["first_dodge_excellency"]}))
    play.answer(Declared(("first_dodge_excellency:3",)))
    roll = play.pending
    assert isinstance(roll, Roll)
    assert (roll.key, roll.dice, roll.label) == ("kesh.excellency", 3, "First Dodge Excellency")
    play.answer(Fall((7, 7, 2)))
    # Dodge (3 + 1) / 2 = 2, and 2 more: above Parry 3
    assert difficulty(play) == 2 + 2 + 1


def test_effects_declared_for_an_attack_end_with_it() -> None:
    play = attacked(
        fight(vey=bearer("first_excellency"), kesh={"effects": ["second_parry_excellency"], "traits": {**MOTES}})
    )
    play.answer(Declared(("first_excellency:2",)))
    while play.pending is not None:
        play.answer(Declared() if isinstance(play.pending, Declare) else Fall(score=0))
    assert play.battle.who("vey").effects == ()
    assert play.battle.who("kesh").effects == ()


def test_dv_bonus_against_a_flurry_attack_ends_with_that_attack() -> None:
    traits = KESH["traits"] | MOTES
    play = Play.begin(SYSTEM, fight(kesh={"traits": traits, "effects": ["third_parry_excellency"]}))
    blow = {"do": "attack", "target": "kesh", "weapon": "straight_sword"}
    play.dispatch(command("flurry", "vey", actions=[blow, blow]))
    play.answer(Declared(("third_parry_excellency",)))
    # Parry 3 + half of Melee 3, 1
    assert difficulty(play) == 3 + 1 + 1
    play.answer(Fall(score=0))
    # Parry 3 - 1 onslaught; of 7 motes 4 are spent, too many to do it again.
    assert difficulty(play) == 2 + 1
