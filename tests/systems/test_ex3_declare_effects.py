"""Which combatants are asked to declare which effects in a Clash; what an attack may declare of them in advance, of a
Clash and of a counterattack (ex3-44, 54, 85)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from exgui.engine.asks import Choice, Choose, Command, Declare, Declared, Fall, Roll, Violation
from exgui.engine.record import EMPTY, Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

TRICK = {"id": "trick", "name": "Trick", "when": "attack", "keywords": ["stackable"], "modifiers": ["attack +1 die"]}
FEINT = {"id": "feint", "name": "Feint", "when": "attack", "modifiers": ["attack +1 die"]}
ATTACK = {"target": "kesh", "weapon": "straight_sword", "mode": "withering"}


def duel(volfer: list[Any], kesh: list[Any], *, wits: int = 3, more: Mapping[str, Any] = EMPTY) -> Play:
    """Both up on tick 8, at close range; Volfer acts first as long as his Wits are above Kesh's 2."""
    people = []
    for id, side, effects, quick in (("volfer", "red", volfer, wits), ("kesh", "blue", kesh, 2)):
        traits = {"dexterity": 3, "melee": 3, "strength": 3, "wits": quick, "personal_motes": 20}
        one = {"id": id, "side": side, "zone": "yard", "traits": traits, "weapons": ["straight_sword"]}
        people.append(one | {"effects": effects, "state": {"initiative": 8}} | more.get(id, {}))
    data = {"zone": [{"id": "yard"}], "combatant": people, "close": [{"members": ["volfer", "kesh"]}]}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "declaring"))
    play.dispatch(Command("start"))
    return play


def asked(play: Play, declared: dict[str, list[tuple[str, ...]]], by: str = "volfer", **args: Any) -> list[str]:
    """Who is asked to declare in a Clash, in order; each declares what is given, then nothing."""
    out: list[str] = []
    choices = {"target": "kesh" if by == "volfer" else "volfer", "clash": Table(mode="withering")}
    play.dispatch(Command("attack", by, Table(ATTACK | choices | args), overrule=True))
    while play.pending is not None:
        ask = play.pending
        if isinstance(ask, Declare):
            if ask.moment == "attack":
                out.append(ask.by)
            mine = declared.get(ask.by, [])
            play.answer(Declared(mine.pop(0) if mine and ask.moment == "attack" else ()))
        elif isinstance(ask, Roll):
            play.answer(Fall(score=0))
        else:
            assert isinstance(ask, Choose)
            play.answer(Choice(ask.default))
    return out


def used(play: Play, who: str) -> list[str]:
    """What someone has used in the last step."""
    return [note.text for note in play.log()[-1].notes if note.who == who and " uses " in note.text]


def test_quicker_side_declares_first_in_a_clash() -> None:
    assert asked(duel([FEINT], [FEINT]), {}) == ["volfer", "kesh"]
    assert asked(duel([FEINT], [FEINT], wits=1), {}) == ["kesh", "volfer"]
    assert asked(duel([FEINT], [FEINT]), {}, by="kesh") == ["volfer", "kesh"]


def test_clash_asks_until_no_one_declares() -> None:
    play = duel([FEINT, TRICK], [FEINT, TRICK])
    # Volfer declares, Kesh does not; both are asked again; then Kesh does; nobody does the third time.
    found = asked(play, {"volfer": [("feint",), ()], "kesh": [(), ("feint",)]})
    assert found == ["volfer", "kesh"] * 3
    assert used(play, "volfer") == ["Volfer uses Feint."]
    assert used(play, "kesh") == ["Kesh uses Feint."]


def test_first_combatant_can_be_the_only_one_to_declare_in_a_clash() -> None:
    play = duel([FEINT, TRICK], [])
    assert asked(play, {"volfer": [("feint",), ("trick",)]}) == ["volfer"] * 3


def test_preset_effect_is_declared_once_in_a_clash() -> None:
    play = duel([TRICK], [FEINT, TRICK])
    assert asked(play, {"kesh": [("feint",)]}, declare=("trick",)) == ["kesh"] * 2
    assert used(play, "volfer") == ["Volfer uses Trick."]


def test_both_sides_can_be_preset() -> None:
    play = duel([TRICK], [FEINT])
    args = Table(volfer=("trick",), kesh="feint")
    assert asked(play, {}, declare=args) == []
    assert (used(play, "volfer"), used(play, "kesh")) == (["Volfer uses Trick."], ["Kesh uses Feint."])


def test_no_question_in_a_clash_without_effects() -> None:
    assert asked(duel([], []), {}) == []


TOLD = [
    (("spark",), Violation("ex3-44", "Spark is an action and can’t be declared in an attack.")),
    (("feint", "spark"), Violation("ex3-44", "Spark is an action and can’t be declared in an attack.")),
    (("nonsense",), Violation("ex3-85", "Volfer has no effect called nonsense.", final=True)),
    (("feint:99999",), Violation("ex3-85", "Feint can be used once, not 99,999 times.")),
    (
        ("feint:100000",),
        Violation("ex3-85", 'feint:100000. Write "feint", "feint:4" or "feint:4:personal".', final=True),
    ),
]


@pytest.mark.parametrize(("declare", "violation"), TOLD)
def test_invalid_parameters_of_an_attack(declare: tuple[str, ...], violation: Violation) -> None:
    spark = {"id": "spark", "name": "Spark", "when": "action", "type": "simple"}
    play = duel([FEINT, spark], [])
    command = Command("attack", "volfer", Table(ATTACK | {"declare": declare}))
    assert play.system.check(play.battle, command) == (violation,)


def test_all_violations_of_a_declaration_are_reported() -> None:
    dear = {"id": "dear", "name": "Dear", "when": "attack", "cost": {"motes": 99}, "modifiers": ["attack +1 die"]}
    play = duel([FEINT, dear], [])
    command = Command("attack", "volfer", Table(ATTACK | {"declare": ("feint:2", "dear")}))
    assert [one.text for one in play.system.check(play.battle, command)] == [
        "Feint can be used once, not 2 times.",
        "Dear costs 99 motes; Volfer has 20.",
    ]


@pytest.mark.parametrize(
    ("declare", "sentence"),
    [
        (Table(nobody=("feint",)), "No combatant is called nobody."),
        (("feint", "feint"), "Volfer declares an effect twice."),
    ],
)
def test_undeclarable_effect_is_a_final_refusal(declare: Any, sentence: str) -> None:
    play = duel([FEINT], [])
    command = Command("attack", "volfer", Table(ATTACK | {"declare": declare}))
    assert play.system.check(play.battle, command) == (Violation("ex3-85", sentence, final=True),)


def test_junk_list_is_reported_alone() -> None:
    play = duel([FEINT], [])
    for declare in (("feint", 5), (5, "feint"), {"volfer": 5}):
        args = ATTACK | {"declare": declare, "counter": Table(by="nobody")}
        (violation,) = play.system.check(play.battle, Command("attack", "volfer", Table(args)))
        assert violation.text == 'Declare effects as ["keen_eye"] or { volfer = ["keen_eye"] }.'


def options(effects: list[Any], **traits: int) -> list[tuple[object, str, int]]:
    """What Volfer is offered at the attack."""
    play = duel(effects, [])
    one = play.battle.who("volfer")
    battle = play.battle.with_combatant(one.but(traits=Table({**one.traits, **traits})))
    played = Play.begin(play.system, battle)
    played.dispatch(Command("attack", "volfer", Table(ATTACK), overrule=True))
    while isinstance(played.pending, Choose):
        played.answer(Choice(played.pending.default))
    if not isinstance(played.pending, Declare):
        return []
    return [(option.value, option.label, option.most) for option in played.pending.effects]


def test_effect_without_affordable_amount_is_not_offered() -> None:
    grow = {"id": "grow", "name": "Grow", "when": "attack", "maximum": "lore", "modifiers": ["attack +n dice"]}
    assert options([grow]) == []
    assert options([grow], lore=1) == [("grow", "Grow", 1)]
    assert options([grow], lore=2) == [("grow", "Grow, 1 to 2", 2)]


def test_unaffordable_amounts_are_not_offered() -> None:
    grow = {"id": "grow", "name": "Grow", "when": "attack", "maximum": "lore", "modifiers": ["attack +n dice"]}
    dear = grow | {"cost_each": {"motes": 10}}
    assert options([dear], lore=1) == [("grow", "Grow (10 motes)", 1)]
    assert options([dear], lore=5) == [("grow", "Grow, 1 to 2 (10 motes each)", 2)]  # of 20 motes


def questions(play: Play, **args: Any) -> list[tuple[str, str, list[tuple[object, str, int]]]]:
    """Who is asked at which moment of an attack that hits, and what may be declared; no one declares anything."""
    out = []
    play.dispatch(Command("attack", "volfer", Table(ATTACK | args), overrule=True))
    while play.pending is not None:
        ask = play.pending
        if isinstance(ask, Declare):
            out.append((ask.by, ask.moment, [(option.value, option.label, option.most) for option in ask.effects]))
            play.answer(Declared())
        elif isinstance(ask, Roll):
            play.answer(Fall(score=9))
        else:
            assert isinstance(ask, Choose)
            play.answer(Choice(ask.default))
    return out


@pytest.mark.parametrize(
    ("always", "moments"),
    [("volfer", ["attack", "damage"]), ("kesh", ["attacked", "damaged"])],
)
def test_always_asked_combatant_is_asked_even_without_effects(always: str, moments: list[str]) -> None:
    assert questions(duel([], [], more={always: {"asked": True}})) == [(always, moment, []) for moment in moments]


def test_attack_ability_limits_only_the_attackers_effects() -> None:
    skill = {"id": "skill", "name": "Skill", "maximum": "dexterity + ability", "modifiers": ["damage +n"]}
    blow, guard = skill | {"when": "attack"}, skill | {"when": "attacked", "modifiers": ["defense +n"]}
    # Dexterity 3 + Melee 3 for the one with the sword; for the other Dexterity 3 alone.
    assert questions(duel([blow], [guard])) == [
        ("volfer", "attack", [("skill", "Skill, 1 to 6", 6)]),
        ("kesh", "attacked", [("skill", "Skill, 1 to 3", 3)]),
    ]
    play = duel([blow], [])
    play.dispatch(Command("attack", "volfer", Table(ATTACK), overrule=True))
    while isinstance(play.pending, Choose):
        play.answer(Choice(play.pending.default))
    play.answer(Declared(("skill:6",)))
    play.answer(Fall(score=0))
    assert used(play, "volfer") == ["Volfer uses Skill 6."]


def test_lasting_effects_can_be_declared_by_either_side_before_the_roll() -> None:
    ward = {"id": "ward", "name": "Ward", "when": "reflexive", "duration": "scene", "modifiers": ["soak +1"]}
    guard = {"id": "guard", "name": "Guard", "when": "attacked", "modifiers": ["defense +1"]}

    def offered(**args: Any) -> list[tuple[str, str, list[object]]]:
        asks = questions(duel([ward, guard], [ward, guard]), **args)
        return [(by, moment, [id for id, _, _ in effects]) for by, moment, effects in asks]

    assert offered() == [("volfer", "attack", ["ward"]), ("kesh", "attacked", ["ward", "guard"])]
    # In a Clash both attack, and could have had it before.
    assert offered(clash=Table(mode="withering")) == [
        ("volfer", "attack", ["ward"]),
        ("kesh", "attack", ["ward"]),
        ("volfer", "attacked", ["guard"]),
        ("kesh", "attacked", ["guard"]),
    ]


def test_fallen_combatants_declare_nothing() -> None:
    guard = {"id": "guard", "name": "Guard", "when": "attacked", "modifiers": ["defense +1"]}
    last = {"id": "last", "name": "Last Wish", "when": "damaged", "modifiers": ["soak +1"]}
    assert [moment for _, moment, _ in questions(duel([], [guard, last]))] == ["attacked", "damaged"]
    fallen = {"initiative": 8, "health": {"lethal": 7}}
    assert questions(duel([], [guard, last], more={"kesh": {"state": fallen}})) == []
    assert asked(duel([FEINT], [], more={"volfer": {"state": fallen}}), {}) == []


@pytest.mark.parametrize("order", [("withering", "decisive"), ("decisive", "withering")])
def test_counterattacks_follow_the_order_of_declaration(order: tuple[str, str]) -> None:
    counters = [
        {"id": mode, "name": mode.capitalize(), "when": "attacked", "counter": mode}
        for mode in ("withering", "decisive")
    ]
    play = duel([], counters)
    play.dispatch(Command("attack", "volfer", Table(ATTACK | {"declare": Table(kesh=order)}), overrule=True))
    struck = []
    while play.pending is not None:
        if isinstance(play.pending, Roll):
            struck.append((play.pending.by, play.pending.label))
            play.answer(Fall(score=0))
        else:
            assert isinstance(play.pending, Choose)
            play.answer(Choice(play.pending.default))
    assert struck == [("volfer", "Withering attack"), *(("kesh", f"{mode.capitalize()} attack") for mode in order)]


def against_telling(who: str, mode: str, kesh: int | None, **fields: Any) -> list[str]:
    """The violations of an attack on Kesh for which it is told that someone declares Trick, of these fields.

    Volfer attacks with a sword (Melee) on tick 9; Orin defends Kesh, and Reed stands by.

    Args:
        kesh: Kesh's Initiative; None for one who has delayed on tick 10 and waits.
    """
    trick = {"id": "trick", "name": "Trick", "modifiers": ["soak +1"]} | fields
    states = {
        "volfer": {"initiative": 9},
        "kesh": {"initiative": kesh or 10},
        "orin": {"initiative": 4, "defending": "kesh"},
        "reed": {"initiative": 3},
    }
    people = [
        {"id": id, "side": "red" if id in ("volfer", "reed") else "blue", "zone": "yard", "state": state}
        | {"weapons": ["straight_sword"], "effects": [trick] if id == who else []}
        for id, state in states.items()
    ]
    data = {"zone": [{"id": "yard"}], "combatant": people, "close": [{"members": list(states)}]}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "declaring"))
    play.dispatch(Command("start"))
    if kesh is None:
        play.dispatch(Command("delay", "kesh"))
    args = {"target": "kesh", "weapon": "straight_sword", "mode": mode, "declare": Table({who: ("trick",)})}
    found = play.system.check(play.battle, Command("attack", "volfer", Table(args)))
    assert {(one.rule, one.final) for one in found} <= {("ex3-85", False)}
    return [one.text for one in found]


FOR_THE_ATTACKED = "Trick is only for the target of an attack."
FOR_THE_ATTACKER = "Trick is only for the attacker."
NO_PART = "Reed has no part in this attack."
DECISIVE, WITHERING = "Trick is only for decisive attacks.", "Trick is only for withering attacks."
BEFOREHAND: list[tuple[str, str, str, dict[str, Any]]] = [
    # To whom the moment comes: the attacker, the attacked, who defends the attacked, and nobody else.
    ("", "volfer", "attack", {}),
    ("", "volfer", "damage", {}),
    ("", "volfer", "reflexive", {}),
    ("Trick is only for attacks with Archery.", "volfer", "reflexive", {"ability": "archery"}),
    (FOR_THE_ATTACKED, "volfer", "attacked", {}),
    (FOR_THE_ATTACKED, "volfer", "damaged", {}),
    ("", "kesh", "attacked", {}),
    ("", "kesh", "damaged", {}),
    ("", "kesh", "reflexive", {}),
    (FOR_THE_ATTACKER, "kesh", "attack", {}),
    (FOR_THE_ATTACKER, "kesh", "damage", {}),
    ("", "orin", "attacked", {}),
    ("", "orin", "damaged", {}),
    (FOR_THE_ATTACKER, "orin", "attack", {}),
    (NO_PART, "reed", "attack", {}),
    (NO_PART, "reed", "attacked", {}),
    (NO_PART, "reed", "reflexive", {}),
    # An Ability of its own is that of the attack, and binds nobody but the attacker.
    ("", "volfer", "attack", {"ability": "melee"}),
    ("Trick is only for attacks with Archery.", "volfer", "attack", {"ability": "archery"}),
    ("Trick is only for attacks with Brawl.", "volfer", "damage", {"ability": "brawl"}),
    ("", "kesh", "attacked", {"ability": "archery"}),
]
"""What is said, "" for nothing, of an attack of either kind for which it is told that somebody declares an effect of
this moment, as long as Kesh does not act on the same tick."""

KINDS = [
    ("volfer", "attack"),
    ("volfer", "damage"),
    ("kesh", "attacked"),
    ("kesh", "damaged"),
    ("orin", "attacked"),
    ("volfer", "reflexive"),
    ("kesh", "reflexive"),
    ("orin", "reflexive"),
]


@pytest.mark.parametrize("mode", ["withering", "decisive"])
@pytest.mark.parametrize(("sentence", "who", "when", "fields"), BEFOREHAND)
def test_preset_effect_must_fit_its_bearers_moment(
    sentence: str, who: str, when: str, fields: dict[str, Any], mode: str
) -> None:
    assert against_telling(who, mode, 5, when=when, **fields) == ([sentence] if sentence else [])


@pytest.mark.parametrize(("who", "when"), KINDS)
def test_preset_effect_must_fit_the_kind_of_attack(who: str, when: str) -> None:
    assert against_telling(who, "withering", 5, when=when, keywords=["decisive_only"]) == [DECISIVE]
    assert against_telling(who, "decisive", 5, when=when, keywords=["withering_only"]) == [WITHERING]
    assert against_telling(who, "decisive", 5, when=when, keywords=["decisive_only"]) == []
    assert against_telling(who, "withering", 5, when=when, keywords=["withering_only"]) == []


def test_fitting_effect_also_needs_the_right_ability() -> None:
    sentence = "Trick is only for attacks with Thrown."
    for mode in ("withering", "decisive"):
        assert against_telling("volfer", mode, 5, when="attack", ability="thrown", keywords=[f"{mode}_only"]) == [
            sentence
        ]


@pytest.mark.parametrize("kesh", [9, None], ids=["up", "waiting"])
@pytest.mark.parametrize("mode", ["withering", "decisive"])
def test_clashing_combatant_can_declare_attack_effects(mode: str, kesh: int | None) -> None:
    """And whom it attacks then, what one who is attacked does; with what and in which kind it will is not known yet."""
    for who, moments in (("kesh", ("attack", "damage")), ("volfer", ("attacked", "damaged"))):
        for when in moments:
            assert against_telling(who, mode, kesh, when=when) == []
            assert against_telling(who, mode, kesh, when=when, ability="archery") == []
            for keyword in ("decisive_only", "withering_only"):
                assert against_telling(who, mode, kesh, when=when, keywords=[keyword]) == []
    # The first attack itself is what it is, and no Clash makes an attacker of a bystander.
    other, sentence = ("withering", WITHERING) if mode == "decisive" else ("decisive", DECISIVE)
    assert against_telling("volfer", mode, kesh, when="attack", keywords=[f"{other}_only"]) == [sentence]
    assert against_telling("kesh", mode, kesh, when="attacked", keywords=[f"{other}_only"]) == [sentence]
    assert against_telling("volfer", mode, kesh, when="attack", ability="archery") == [
        "Trick is only for attacks with Archery."
    ]
    assert against_telling("orin", mode, kesh, when="attack") == [FOR_THE_ATTACKER]
    assert against_telling("reed", mode, kesh, when="attack") == [NO_PART]


COUNTER = "Write a counterattack as { by, mode, weapon }."
COUNTERS: list[tuple[Any, str]] = [
    (EMPTY, ""),
    (Table(by="kesh", mode="decisive", weapon="straight_sword"), ""),
    (Table(mode="withering"), ""),
    (Table(weapon="straight_sword"), ""),
    (Table(weapon=""), ""),
    (Table(weapon="axe"), "Kesh has no weapon called axe."),
    (Table(by="nobody"), "No combatant is called nobody."),
    (Table(by="volfer"), "Volfer can’t counterattack their own attack."),
    (Table(mode="gentle"), COUNTER),
    (Table(mode="withering", colour="red"), COUNTER),
    (Table(weapon=("straight_sword",)), COUNTER),
    (Table(by=("kesh",)), COUNTER),
    ("kesh", COUNTER),
    (True, COUNTER),
]


@pytest.mark.parametrize(("counter", "sentence"), COUNTERS)
def test_counterattack_takes_its_parameters(counter: Any, sentence: str) -> None:
    play = duel([], [])
    found = play.system.check(play.battle, Command("attack", "volfer", Table(ATTACK | {"counter": counter})))
    assert found == ((Violation("ex3-44", sentence, final=True),) if sentence else ())


CLASH = "Write a Clash as { mode, weapon } or { gambit, weapon }."


@pytest.mark.parametrize(
    ("clash", "sentence"),
    [
        (EMPTY, ""),
        (Table(mode="decisive", weapon="straight_sword"), ""),
        (Table(gambit="grapple", weapon="straight_sword"), ""),
        # What only some gambits want is nothing wrong beside another attack.
        (Table(mode="withering", ally="orin", opponent="volfer", disarm="straight_sword"), ""),
        (Table(mode="withering", difficulty=3, name="trip", note="with a rug"), ""),
        (Table(weapon="axe"), "Kesh has no weapon called axe."),
        (Table(mode="withering", colour="red"), CLASH),
        (Table(weapon=("straight_sword",)), CLASH),
        (Table(mode="gentle"), CLASH),
        (True, CLASH),
    ],
)
def test_clash_takes_its_parameters(clash: Any, sentence: str) -> None:
    play = duel([], [])
    found = play.system.check(play.battle, Command("attack", "volfer", Table(ATTACK | {"clash": clash})))
    assert found == ((Violation("ex3-54", sentence, final=True),) if sentence else ())


NOBODY = "No combatant is called nobody."


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        # What can be, and what the storyteller may allow, is no reason to keep quiet about the rest.
        ({"gambit": "disarm"}, [NOBODY]),
        ({"gambit": "distract"}, ["Volfer has no ally.", NOBODY]),
        ({"clash": Table(mode="withering")}, [NOBODY]),
        ({"clash": Table(weapon="knife")}, ["The knife isn’t ready.", NOBODY]),
        ({"declare": ("feint",)}, [NOBODY]),
        ({"declare": ("feint:2",)}, ["Feint can be used once, not 2 times.", NOBODY]),
        # Nonsense is said alone.
        (
            {"gambit": "juggle"},
            ["There is no gambit called juggle; choose from disarm, distract, grapple, unhorse, special."],
        ),
        ({"clash": Table(weapon="axe")}, ["Kesh has no weapon called axe."]),
        ({"declare": ("nonsense",)}, ["Volfer has no effect called nonsense."]),
    ],
)
def test_attack_parameters_are_checked_up_to_the_first_invalid_one(args: dict[str, Any], sentences: list[str]) -> None:
    play = duel([FEINT], [], more={"kesh": {"weapons": ["straight_sword", "knife"], "ready": ["straight_sword"]}})
    choices = ATTACK | {"mode": "decisive", "counter": Table(by="nobody")} | args
    found = play.system.check(play.battle, Command("attack", "volfer", Table(choices)))
    assert list(dict.fromkeys(one.text for one in found)) == sentences
