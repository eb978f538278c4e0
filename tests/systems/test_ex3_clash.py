"""The Clash: who may answer an attack with their own, how that is asked, and what results (ex3-54 to 57)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Ask, Choice, Choose, Command, Fall, Roll
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.attack import declared
from exgui.systems.ex3.attack_step import clash_modes, clash_refusal

ABLE = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "occult": 3}
BOLT = {"id": "bolt", "name": "Bolt", "when": "action", "type": "simple", "strike": {"damage": 9, "minimum": 1}}
SWORD = Table(mode="withering", weapon="straight_sword")


def fight(mount: str = "", **states: dict[str, Any]) -> Play:
    """Volfer and Kesh on 6, Kesh's friend Orin on 4: all as able, each with a straight sword, all at close range.
    Volfer knows a spell, too, and rides if there is a mount."""

    def one(id: str, side: str, initiative: int, **more: Any) -> dict[str, Any]:
        own = {"id": id, "side": side, "zone": "yard", "traits": ABLE, "weapons": ["straight_sword"]}
        return own | more | {"state": {"initiative": initiative} | states.get(id, {})}

    riding = {"mount": mount} if mount else {}
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [
            one("volfer", "heroes", 6, effects=[BOLT], **riding),
            one("kesh", "foes", 6),
            one("orin", "foes", 4),
        ],
        "close": [{"members": ["volfer", "kesh", "orin"]}],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "clash"))
    play.dispatch(Command("start"))
    return play


def attack(**args: Any) -> Command:
    return Command("attack", "volfer", Table({**SWORD, "target": "kesh", **args}))


def do(play: Play, command: Command, *successes: int, choose: str = "no") -> list[Ask]:
    """A step, its rolls answered by successes in turn and the Clash as chosen: what it asked."""
    left = list(successes)
    asked: list[Ask] = []
    play.dispatch(command)
    while play.pending is not None:
        asked.append(play.pending)
        if isinstance(play.pending, Choose):
            play.answer(Choice(choose if play.pending.name == "clash" else play.pending.default))
        else:
            play.answer(Fall(score=left.pop(0)))
    assert left == []
    return asked


def test_combatant_on_the_tick_is_asked_about_every_possible_clash() -> None:
    """No gambit against a mount that Volfer does not have, none that would want a further word."""
    play = fight()
    play.dispatch(attack())
    asked = play.pending
    assert isinstance(asked, Choose)
    assert (asked.by, asked.name, asked.prompt, asked.default) == ("kesh", "clash", "Does Kesh clash?", "no")
    assert [(option.value, option.label) for option in asked.options] == [
        ("no", "no"),
        ("withering", "withering attack"),
        ("decisive", "decisive attack"),
        ("disarm", "Disarm"),
        ("grapple", "Grapple"),
    ]


ANSWERS = [
    # Dexterity 3 + Melee 3, and the accuracy 2 of the sword where the attack is withering; Kesh wins by 2.
    # Withering: Strength 3 + 9 + 2 - Stamina 3 dice, and 3 successes; decisive, as every gambit is: Initiative and 1.
    ("withering", ("Clash, withering", 8), ("Withering damage", 11, 3, None)),
    ("decisive", ("Clash, decisive", 6), ("Decisive damage", 6, 1, None)),
    ("disarm", ("Clash, decisive", 6), ("Disarm", 6, 1, 3)),
    # With bare hands: Dexterity 3, and no Brawl.
    ("grapple", ("Clash, decisive", 3), ("Grapple", 6, 1, 2)),
]


@pytest.mark.parametrize(("choice", "rolled", "struck"), ANSWERS)
def test_clash_uses_the_chosen_attack(
    choice: str, rolled: tuple[str, int], struck: tuple[str, int, int, int | None]
) -> None:
    asked = [ask for ask in do(fight(), attack(), 1, 3, 0, choose=choice) if isinstance(ask, Roll)]
    assert [(ask.by, ask.label, ask.dice) for ask in asked[:2]] == [
        ("volfer", "Clash, withering", 8),
        ("kesh", *rolled),
    ]
    damage = asked[2]
    difficulty = None if damage.difficulty is None else damage.difficulty.total
    assert (damage.by, damage.label, damage.dice, damage.auto.total, difficulty) == ("kesh", *struck)


def test_rider_can_be_unhorsed_in_a_clash() -> None:
    play = fight("warhorse")
    play.dispatch(attack())
    assert isinstance(play.pending, Choose)
    assert ("unhorse", "Unhorse") in [(option.value, option.label) for option in play.pending.options]


def test_preset_clash_is_withering_by_default() -> None:
    asked = do(fight(), attack(clash=Table(weapon="straight_sword")), 1, 1)
    assert [(ask.by, ask.name, ask.label) for ask in asked if isinstance(ask, Roll)] == [
        ("volfer", "attack", "Clash, withering"),
        ("kesh", "attack", "Clash, withering"),
    ]
    assert len(asked) == 2  # not asked whether


def test_declining_a_clash_gives_an_ordinary_attack() -> None:
    play = fight()
    asked = do(play, attack(), 0)
    assert [(ask.by, ask.name) for ask in asked] == [("kesh", "clash"), ("volfer", "attack")]
    assert play.battle.who("kesh").track("onslaught") == 1


def test_waiting_combatant_is_asked_until_its_turn_is_over() -> None:
    """Kesh, on 9, delays without naming a tick; the storyteller may end its turn, which has not come."""
    for ended, against, asked in (
        (False, [], ["clash", "attack"]),
        (True, ["Kesh doesn’t act on this tick."], ["attack"]),
    ):
        play = fight(kesh={"initiative": 9})
        play.dispatch(Command("delay", "kesh"))
        if ended:
            play.dispatch(Command("end_turn", "kesh", overrule=True))
        assert (play.battle.up, play.battle.tick) == (("volfer",), 6)
        assert [broken.text for broken in play.system.check(play.battle, attack(clash=SWORD))] == against
        assert [ask.name for ask in do(play, attack(), 0)] == asked


def refused(battle: Battle) -> str:
    """The violations of Kesh's answer to Volfer's attack."""
    own = declared(battle, attack())
    broken = clash_refusal(battle, own, Command("attack", "kesh", SWORD.put("target", "volfer")))
    return broken[0].text if broken else ""


def test_combatant_restrained_next_turn_can_still_clash() -> None:
    """Whoever waits begins that turn by its answer."""
    battle = fight().battle
    kesh = battle.who("kesh")
    held = kesh.but(conditions=Table(restrained=True))
    assert refused(battle.with_combatant(held)) == ""
    waiting = held.but(conditions=held.conditions.put("delayed", Table(until=None, since=9)), turn=None)
    assert refused(battle.but(up=("volfer",)).with_combatant(waiting)) == "Kesh is restrained."


def test_no_clash_with_an_unseen_attacker() -> None:
    play = fight(volfer={"concealed_from": ["kesh", "orin"]})
    assert clash_modes(play.battle, declared(play.battle, attack(mode="withering", weapon="straight_sword"))) == ()


def test_clash_keeps_an_attacker_hidden_from_others() -> None:
    play = fight(volfer={"concealed_from": ["orin"]})
    do(play, attack(mode="decisive", clash=SWORD), 4, 1, 0)
    assert play.battle.who("volfer").conditions["concealed_from"] == ("orin",)


def test_clash_uses_up_an_aim_unless_with_a_spell() -> None:
    for command, kept in (
        (attack(clash=SWORD), False),
        (Command("invoke", "volfer", Table(effect="bolt", target="kesh", mode="withering", clash=SWORD)), True),
    ):
        play = fight(volfer={"aiming": "kesh"})
        do(play, command, 1, 1)
        assert ("aiming" in play.battle.who("volfer").conditions) is kept


def test_loser_of_a_clash_has_defense_2_lower() -> None:
    """By 1: Strength 3 + 9 + 1 - Stamina 3 dice, and none of them counts; Parry (3 + 3) / 2 + 1, Evasion 3 / 2, rounded
    up."""
    play = fight()
    do(play, attack(clash=SWORD), 3, 2, 0)
    for name, before in (("parry", 4), ("evasion", 2)):
        found = play.system.number(play.battle, "kesh", name)
        assert [(part.label, part.amount, part.rule) for part in found.parts[-1:]] == [("lost a Clash", -2, "ex3-55")]
        assert found.total == before - 2
        assert play.system.number(play.battle, "volfer", name).total == before


@pytest.mark.parametrize(
    ("own", "other", "message"),
    [
        (3, 2, "Volfer and Kesh clash, 3 against 2: Volfer wins."),
        (2, 3, "Volfer and Kesh clash, 2 against 3: Kesh wins."),
    ],
)
def test_log_describes_a_clash_from_the_attackers_side(own: int, other: int, message: str) -> None:
    play = fight()
    do(play, attack(clash=SWORD), own, other, 0)
    assert play.log()[-1].notes[0].text == message


def test_storyteller_can_allow_a_clash_by_a_later_combatant() -> None:
    """Orin, on 4, answers Volfer's attack on 6."""
    play = fight()
    args = Table(target="orin", weapon="straight_sword", mode="withering", clash=SWORD)
    command = Command("attack", "volfer", args)
    assert [str(one) for one in play.system.check(play.battle, command)] == ["Orin doesn’t act on this tick. (ex3-54)"]
    play.dispatch(command.but(overrule=True))
    assert isinstance(play.pending, Roll)
    assert (play.pending.by, play.pending.label) == ("volfer", "Clash, withering")
