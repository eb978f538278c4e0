"""Declarations for combatants whose players are not asked: by a table of made-up offers, and in attacks of both games
whose chances are worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from exgui.engine.asks import Answer, Command, Declare, Declared, Fall, Option, Roll
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import DeclareHint, Price, Purpose
from exgui.forecast.policies import POLICIES, chosen, declare_for
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3 import attack
from exgui.systems.ex3.attack_resolution import resolve_attack
from exgui.systems.ex3.game import Ex3


@dataclass
class Known:
    """A step with known odds. `lowered` is by how many percent each one of an amount makes a hit less likely."""

    percent: int | None = None
    missed: bool = False
    lowered: int = 0
    together: int = 9
    tried: list[tuple[str, ...]] = field(default_factory=list)

    def chance(self, declared: tuple[str, ...]) -> Fraction | None:
        self.tried.append(declared)
        if self.percent is None:
            return None
        amounts = sum(int(text.partition(":")[2] or 1) for text in declared)
        return Fraction(max(0, self.percent - self.lowered * amounts), 100)

    def possible(self, declared: tuple[str, ...]) -> bool:
        return len(declared) <= self.together


def motes(once: int, each: int = 0, left: int = 20, whole: int = 20) -> Price:
    return Price("motes", once, each, left, whole)


def of(purpose: Purpose, *prices: Price, most: int = 0, id: str = "keen") -> tuple[Option, DeclareHint]:
    return Option(id, id, most), DeclareHint(id, purpose, prices)


Offer = tuple[Option, DeclareHint]

TABLE: list[tuple[str, list[Offer], Known, tuple[str, ...], tuple[str, ...]]] = [
    # What is offered, what is known, and what is declared sparingly (half of everything held back, half of an amount,
    # defence from an even chance on) and freely (a fifth held back, defence from one in four on).
    ("free", [of("attack")], Known(), ("keen",), ("keen",)),
    ("affordable", [of("attack", motes(3))], Known(), ("keen",), ("keen",)),
    # 13 of 20 less 3 are 10, just the half; 12 less 3 are 9, below the half; 7 less 3 are 4, just the fifth.
    ("just above half", [of("attack", motes(3, left=13))], Known(), ("keen",), ("keen",)),
    ("below half", [of("attack", motes(3, left=12))], Known(), (), ("keen",)),
    ("just a fifth", [of("attack", motes(3, left=7))], Known(), (), ("keen",)),
    ("below a fifth", [of("attack", motes(3, left=6))], Known(), (), ()),
    # Of 7 the half is 4 (rounded up), the fifth 2: 6 less 3 are 3.
    ("an odd whole", [of("attack", motes(3, left=6, whole=7))], Known(), (), ("keen",)),
    # Both 5 motes from 20: sparingly the second would leave 10, which is the half; three would not.
    (
        "three of 5 motes",
        [of("attack", motes(5), id=id) for id in ("a", "b", "c", "d")],
        Known(),
        ("a", "b"),
        ("a", "b", "c"),
    ),
    ("what cannot go together", [of("attack", id=id) for id in "ab"], Known(together=1), ("a",), ("a",)),
    # 9 at most: half of them is 5. With 13 left sparingly 3 of a mote each; freely 9 as well, which leave 4.
    ("an amount", [of("attack", motes(0, 1), most=9)], Known(), ("keen:5",), ("keen:9",)),
    ("an amount, few motes", [of("attack", motes(0, 1, left=13), most=9)], Known(), ("keen:3",), ("keen:9",)),
    ("two prices", [of("attack", motes(1), Price("willpower", 1, 0, 3, 5))], Known(), (), ("keen",)),
    ("no Initiative to spare", [of("attack", Price("initiative", 3, 0, 3, 0, 1))], Known(), (), ()),
    ("Initiative to spare", [of("attack", Price("initiative", 3, 0, 4, 0, 1))], Known(), ("keen",), ("keen",)),
    ("hardly hit", [of("lessen", motes(2))], Known(24), (), ()),
    ("may be hit", [of("lessen", motes(2))], Known(25), (), ("keen",)),
    ("almost even", [of("lessen", motes(2))], Known(49), (), ("keen",)),
    ("even", [of("lessen", motes(2))], Known(50), ("keen",), ("keen",)),
    ("a hit nobody can tell", [of("lessen", motes(2))], Known(None), ("keen",), ("keen",)),
    # Each one takes 10 of 100: from 65 sparingly 2 come to 45, freely 5 to 15 (4 would be 25, still likely).
    ("as much as is needed", [of("avoid", motes(0, 2), most=6)], Known(65, lowered=10), ("keen:2",), ("keen:5",)),
    # From 95 sparingly the half of 6; freely 16 motes may go, so all 6 of 2 each.
    ("as much as there is", [of("avoid", motes(0, 2), most=6)], Known(95, lowered=10), ("keen:3",), ("keen:6",)),
    ("that does not help", [of("avoid", motes(2))], Known(95), (), ()),
    ("dice that may help", [of("avoid", motes(0, 1), most=4)], Known(None), ("keen:2",), ("keen:4",)),
    # The first brings 60 to 30: no longer likely enough to go on sparingly, still so freely.
    ("enough is enough", [of("avoid", motes(2), id=id) for id in "ab"], Known(60, lowered=30), ("a",), ("a", "b")),
    ("hit already", [of("endure", motes(2))], Known(0), ("keen",), ("keen",)),
    ("failed", [of("retry", motes(2))], Known(missed=True), ("keen",), ("keen",)),
    ("not failed", [of("retry", motes(2))], Known(missed=False), (), ()),
    ("of which nothing is told", [(Option("mist", "Mist"), DeclareHint("other", "attack"))], Known(90), (), ()),
]


@pytest.mark.parametrize(
    ("offers", "known", "sparing", "freely"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE]
)
def test_policy_declares_the_expected_effects(
    offers: list[Offer], known: Known, sparing: tuple[str, ...], freely: tuple[str, ...]
) -> None:
    ask = Declare("kesh", "attack", tuple(option for option, _hint in offers))
    hints = [hint for _option, hint in offers]
    assert chosen(ask, hints, POLICIES["sparing"], known) == sparing
    assert chosen(ask, hints, POLICIES["freely"], known) == freely


def test_irrelevant_odds_are_not_computed() -> None:
    option, hint = of("attack", motes(3))
    known = Known(80)
    chosen(Declare("kesh", "attack", (option,)), (hint,), POLICIES["freely"], known)
    assert not known.tried


# In attacks

EX3: dict[str, Any] = {"traits": {"dexterity": 4, "melee": 4}, "weapons": ["straight_sword"]}
EX2: dict[str, Any] = {"traits": {"strength": 2, "dexterity": 4, "melee": 4}, "weapons": ["straight_sword"]}


def attacked(game: str, volfer: dict[str, Any], kesh: dict[str, Any]) -> Play:
    """Volfer has begun to attack Kesh with a sword; given are further entries of both sheets."""
    rules = load(game)
    mine = EX3 if game == "ex3" else EX2
    states = ({"initiative": 9}, {"initiative": 5}) if game == "ex3" else ({"next_tick": 0}, {"next_tick": 4})
    people = []
    for id, more, state in (("volfer", volfer, states[0]), ("kesh", kesh, states[1])):
        more = dict(more)
        traits = {**mine["traits"], **more.pop("traits", {})}
        start = {**state, **more.pop("state", {})}
        people.append({"id": id, "side": id, "zone": "yard", **mine, "traits": traits, "state": start, **more})
    field = {"zone": [{"id": "yard", "size": 30}] if game == "ex2" else [{"id": "yard"}]}
    given = {**field, "combatant": people, "close": [{"members": ["volfer", "kesh"]}]}
    play = Play.begin(system_for(rules), battle_from(rules, given))
    play.dispatch(Command("start"))
    play.dispatch(Command("attack", "volfer", Table(target="kesh")))
    return play


def declared(play: Play, use: str) -> Answer | None:
    ask, step = play.pending, play.open_step
    assert isinstance(ask, Declare)
    assert step is not None
    return declare_for(play.system, play.settled, step.command, step.answers, ask, use)


MOTES = {"personal_motes": 10, "peripheral_motes": 10}


def test_never_declares_nothing_and_ask_asks() -> None:
    play = attacked("ex3", {"traits": MOTES, "effects": ["keen_eye"]}, {})
    assert declared(play, "never") == Declared()
    assert declared(play, "ask") is None


def test_excellency_is_used_sparingly_or_freely() -> None:
    # At most Dexterity + Melee: 8 dice, half of them 4. Of 20 motes 10, or 4, are held back.
    play = attacked("ex3", {"traits": MOTES, "effects": ["melee_excellency", "keen_eye"]}, {})
    assert declared(play, "sparing") == Declared(("melee_excellency:4", "keen_eye"), by_app=True)
    assert declared(play, "freely") == Declared(("melee_excellency:8", "keen_eye"), by_app=True)
    # With 15 left sparingly 5 may go: 4 dice, and none for Keen Eye (3 motes).
    few = {"motes_personal": 5, "motes_peripheral": 10}
    play = attacked("ex3", {"traits": MOTES, "effects": ["melee_excellency", "keen_eye"], "state": few}, {})
    assert declared(play, "sparing") == Declared(("melee_excellency:4",), by_app=True)


def test_policies_never_pay_with_health_or_into_crash() -> None:
    # Reckless Blow costs 3 Initiative: 4 leave 1, 3 leave none.
    for initiative, wanted in ((4, ("reckless_blow",)), (3, ())):
        state = {"initiative": initiative}
        play = attacked(
            "ex3", {"effects": ["reckless_blow", "blood_for_power"], "state": state}, {"state": {"initiative": 1}}
        )
        assert declared(play, "freely") == Declared(wanted, by_app=True)


def test_half_the_willpower_is_kept_in_reserve() -> None:
    # Generous Fate: 2 motes and 1 Willpower. Of 5, 3 are held back sparingly, 1 freely.
    for left, sparing, freely in ((4, True, True), (3, False, True), (2, False, True), (1, False, False)):
        sheet = {"traits": {**MOTES, "willpower": 5}, "effects": ["generous_fate"], "state": {"willpower": left}}
        play = attacked("ex3", sheet, {})
        for use, used in (("sparing", sparing), ("freely", freely)):
            assert declared(play, use) == Declared(("generous_fate",) if used else (), by_app=True)


def test_defense_is_declared_against_likely_hits_as_far_as_needed() -> None:
    # Volfer, Dexterity 4 + Melee 1 + accuracy 2 of a medium sword: 7 dice, 3.5 successes on average. Kesh's Parry is
    # (4 + 4) / 2 = 4, +1 for a medium weapon's defence: 5. Five successes or more of 7 dice come up in 27 of 100 falls,
    # six in 13.
    kesh = {"traits": MOTES, "effects": ["parry_excellency", "dodge_excellency", "iron_skin"]}
    play = attacked("ex3", {"traits": {"melee": 1}}, kesh)
    assert declared(play, "sparing") == Declared((), by_app=True)
    freely = declared(play, "freely")
    assert isinstance(freely, Declared)
    assert freely.effects == ("parry_excellency:1",)
    # With Melee 5 there are 11 dice: 5 successes in 66 of 100 falls, 6 in 48, 7 in 31, 8 in 18. Dodge helps nothing,
    # since Evasion, 4 / 2 = 2 and at most 2 more, is never the better one.
    play = attacked("ex3", {"traits": {"melee": 5}}, kesh)
    sparing = declared(play, "sparing")
    assert isinstance(sparing, Declared)
    assert sparing.effects == ("parry_excellency:1",)
    freely = declared(play, "freely")
    assert isinstance(freely, Declared)
    assert freely.effects == ("parry_excellency:3",)


def test_defense_is_not_declared_after_a_hit() -> None:
    play = attacked("ex3", {}, {"traits": MOTES, "effects": ["roll_with_it"]})
    assert isinstance(play.pending, Roll)
    play.answer(Fall(score=9))
    assert declared(play, "sparing") == Declared(("roll_with_it",), by_app=True)


def test_counterattack_counts_as_an_attack() -> None:
    play = attacked("ex3", {"traits": {"melee": 0}}, {"traits": MOTES, "effects": ["answering_blade"]})
    assert declared(play, "sparing") == Declared(("answering_blade",), by_app=True)


def test_reflexive_defense_waits_for_an_attack() -> None:
    play = attacked("ex3", {"traits": MOTES, "effects": ["iron_skin", "watchful_stance", "lightning_start"]}, {})
    assert declared(play, "freely") == Declared(("lightning_start",), by_app=True)


def test_ex2_excellencies_attack_and_parry() -> None:
    # First Excellency: Dexterity + Melee = 8 at most. Of 20 motes sparingly 4 dice, then half of at most 4 successes of
    # two motes each: 4 + 4 motes leave 12. Freely 8 dice, and of the 4 successes all (16 motes leave 4).
    volfer = {"traits": MOTES, "effects": ["first_excellency", "second_excellency"]}
    play = attacked("ex2", volfer, {})
    assert declared(play, "sparing") == Declared(("first_excellency:4", "second_excellency:2"), by_app=True)
    assert declared(play, "freely") == Declared(("first_excellency:8", "second_excellency:4"), by_app=True)


def test_ex2_defense_by_the_odds() -> None:
    kesh = {"traits": MOTES, "effects": ["second_parry_excellency", "first_parry_excellency"]}
    weak = attacked("ex2", {"traits": {"dexterity": 1, "melee": 0}}, kesh)
    assert declared(weak, "freely") == Declared((), by_app=True)
    # 5 + 5 + 2 for the sword are 12 dice, and 5 successes hit: in 73 of 100 falls, 6 in 57, 7 in 40, 8 in 25.1 and 9
    # in less than a quarter.
    strong = attacked("ex2", {"traits": {"dexterity": 5, "melee": 5}}, kesh)
    assert declared(strong, "sparing") == Declared(("second_parry_excellency:2",), by_app=True)
    assert declared(strong, "freely") == Declared(("second_parry_excellency:4",), by_app=True)


def test_ex2_rerolls_only_misses() -> None:
    for score, wanted in ((0, ("third_excellency",)), (9, ())):
        play = attacked("ex2", {"traits": MOTES, "effects": ["third_excellency"]}, {})
        assert isinstance(play.pending, Roll)
        play.answer(Fall(score=score))
        assert declared(play, "sparing") == Declared(wanted, by_app=True)


def test_log_mentions_auto_roll() -> None:
    for game, effect in (("ex3", "melee_excellency"), ("ex2", "first_excellency")):
        play = attacked(game, {"traits": MOTES, "effects": [effect]}, {})
        answer = declared(play, "sparing")
        assert answer is not None
        play.answer(answer)
        texts = [note.text for line in play.log() for note in line.notes]
        assert "Auto-roll chooses effects for Volfer." in texts
        play.undo()
        texts = [note.text for line in play.log() for note in line.notes]
        assert "Auto-roll chooses effects for Volfer." not in texts
        assert play.battle.who("volfer").track("motes_peripheral") == 10


class Sweeping(Ex3):
    """Ex3, in which an attack meets Kesh and Orin."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        if command.do != "attack":
            yield from super().procedure(scene, command)
            return
        one = attack.declared(scene.battle, command)
        yield from resolve_attack(scene, one.but(others=("orin",)))


def test_each_target_decides_its_own_defense() -> None:
    def one(id: str, melee: int) -> dict[str, Any]:
        sheet = {**EX3, "traits": {**EX3["traits"], **MOTES, "melee": melee}, "effects": ["iron_skin"]}
        return {"id": id, "side": "foes" if id != "volfer" else id, "zone": "yard", **sheet}

    # 4 + 5 + 2 are 11 dice. Orin's Parry is (4 + 0) / 2 + 1 = 3, reached in more than half of all falls (5 is, in 66 of
    # 100). Kesh's is (4 + 10) / 2 + 1 = 8, which is reached in 18 of 100, although the roll shows Orin's 3.
    people = [{**one("volfer", 5), "effects": [], "state": {"initiative": 9}}, one("kesh", 10), one("orin", 0)]
    for id in (1, 2):
        people[id]["state"] = {"initiative": 5 - id}
    rules = load("ex3")
    close = [{"members": ["volfer", "kesh", "orin"]}]
    given = {"zone": [{"id": "yard"}], "combatant": people, "close": close}
    play = Play.begin(Sweeping(rules), battle_from(rules, given))
    play.dispatch(Command("start"))
    play.dispatch(Command("attack", "volfer", Table(target="kesh")))
    for who, wanted in (("kesh", ()), ("orin", ("iron_skin",))):
        assert isinstance(play.pending, Declare)
        assert play.pending.by == who
        found = declared(play, "sparing")
        assert found == Declared(wanted, by_app=True)
        play.answer(found)
    assert isinstance(play.pending, Roll)
    assert play.pending.difficulty is not None
    assert play.pending.difficulty.total == 3
