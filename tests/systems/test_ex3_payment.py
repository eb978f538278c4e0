"""Payment for effects of ex3: the sum of several declared together, which pools pay, and what is regained (ex3-85,
86)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play, Refused
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3 import payment
from exgui.systems.ex3.effects import Declaration

CHARMS = [
    {"id": "nerve", "name": "Nerve", "when": "attack", "cost": {"willpower": 1}, "modifiers": ["attack +1 die"]},
    {"id": "grit", "name": "Grit", "when": "attack", "cost": {"willpower": 2}, "modifiers": ["attack +1 die"]},
    {"id": "haste", "name": "Haste", "when": "attack", "cost": {"initiative": 3}, "modifiers": ["attack +1 die"]},
    {"id": "surge", "name": "Surge", "when": "attack", "cost": {"initiative": 1}, "modifiers": ["attack +1 die"]},
    {"id": "blood", "name": "Blood", "when": "attack", "cost": {"lethal": 1}, "modifiers": ["attack +1 die"]},
    {"id": "bruise", "name": "Bruise", "when": "attack", "cost": {"bashing": 1}, "modifiers": ["attack +1 die"]},
    {"id": "scar", "name": "Scar", "when": "attack", "cost": {"lethal": 1}, "modifiers": ["attack +1 die"]},
    {"id": "spark", "name": "Spark", "when": "attack", "cost": {"motes": 2}, "modifiers": ["attack +1 die"]},
    {"id": "flame", "name": "Flame", "when": "attack", "cost": {"motes": 3}, "modifiers": ["attack +1 die"]},
    {
        "id": "inner",
        "name": "Inner Fire",
        "when": "attack",
        "cost": {"motes": 2},
        "pool": "personal",
        "modifiers": ["attack +1 die"],
    },
    {"id": "blaze", "name": "Blaze", "when": "attack", "cost": {"anima": 1}, "modifiers": ["attack +1 die"]},
    {"id": "ember", "name": "Ember", "when": "attack", "cost": {"anima": 1}, "modifiers": ["attack +1 die"]},
    {"id": "deep", "name": "Deep", "when": "reflexive", "cost": {"motes": 5}, "keywords": ["mute"]},
    {"id": "loud", "name": "Loud", "when": "reflexive", "cost": {"motes": 5}},
    {"id": "mend", "name": "Mend", "when": "reflexive", "heals": {"lethal": 2}, "modifiers": ["initiative +2"]},
    {
        "id": "rage",
        "name": "Rage",
        "when": "attack",
        "keywords": ["perilous"],
        "cost": {"motes": 1},
        "modifiers": ["attack +1 die"],
    },
    {
        "id": "grow",
        "name": "Grow",
        "when": "reflexive",
        "maximum": "melee",
        "cost_each": {"motes": 1},
        "modifiers": ["soak +n"],
    },
    {
        "id": "gift",
        "name": "Gift",
        "when": "reflexive",
        "cost": {"motes": 1},
        "duration": "committed",
        "modifiers": ["soak +1"],
    },
]


def battle(personal: int = 4, peripheral: int = 6, initiative: int = 10, **state: Any) -> Play:
    """Volfer with all of it, up, beside Kesh."""
    traits = {"dexterity": 3, "melee": 3, "personal_motes": personal, "peripheral_motes": peripheral}
    own = {"id": "volfer", "side": "heroes", "zone": "yard", "traits": traits, "weapons": ["straight_sword"]}
    foe = {"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 1}}
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [own | {"effects": CHARMS, "state": {"initiative": initiative} | state}, foe],
        "close": [{"members": ["volfer", "kesh"]}],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "payment"))
    play.dispatch(Command("start"))
    return play


def against(where: Battle, *ids: str) -> list[str]:
    """The violations of declaring these together."""
    gear = where.who("volfer").gear
    return [str(one) for one in payment.refusals(where, "volfer", [Declaration(gear[id]) for id in ids])]


@pytest.mark.parametrize(
    ("state", "ids", "refused"),
    [
        ({"willpower": 3}, ("nerve", "grit"), []),
        ({"willpower": 2}, ("nerve", "grit"), ["Grit costs 2 Willpower; Volfer has 1. (ex3-85)"]),
        ({"willpower": 0}, ("nerve",), ["Nerve costs 1 Willpower; Volfer has 0. (ex3-85)"]),
        # What could not be paid for takes nothing from what follows.
        ({"willpower": 1}, ("grit", "spark"), ["Grit costs 2 Willpower; Volfer has 1. (ex3-85)"]),
        (
            {"willpower": 1},
            ("grit", "nerve"),
            ["Grit costs 2 Willpower; Volfer has 1. (ex3-85)", "Nerve costs 1 Willpower; Volfer has 0. (ex3-85)"],
        ),
        ({"anima": 1}, ("blaze",), []),
        ({"anima": 1}, ("blaze", "ember"), ["Ember costs 1 anima; Volfer has 0. (ex3-85)"]),
        ({"anima": 0}, ("blaze",), ["Blaze costs 1 anima; Volfer has 0. (ex3-85)"]),
        ({"initiative": 4}, ("haste", "surge"), []),
        ({"initiative": 3}, ("haste", "surge"), ["Surge costs 1 Initiative; Volfer has none to pay with. (ex3-85)"]),
        ({"initiative": 1}, ("haste",), []),  # whoever has any may crash by it
        ({"initiative": 0}, ("haste",), ["Haste costs 3 Initiative; Volfer has none to pay with. (ex3-85)"]),
        # Six levels before the one that incapacitates.
        ({"health": {"lethal": 4}}, ("blood", "bruise"), []),
        (
            {"health": {"lethal": 4}},
            ("blood", "bruise", "scar"),
            ["Scar costs 1 health level; paying would incapacitate Volfer. (ex3-85)"],
        ),
        (
            {"health": {"lethal": 5}},
            ("blood", "bruise"),
            ["Bruise costs 1 health level; paying would incapacitate Volfer. (ex3-85)"],
        ),
        (
            {"health": {"bashing": 6}},
            ("blood",),
            ["Blood costs 1 health level; paying would incapacitate Volfer. (ex3-85)"],
        ),
        ({"motes_peripheral": 3, "motes_personal": 2}, ("spark", "flame"), []),
        (
            {"motes_peripheral": 3, "motes_personal": 1},
            ("spark", "flame"),
            ["Flame costs 3 motes; Volfer has 2. (ex3-86)"],
        ),
        # The peripheral pool pays first, so the personal one is there for what wants it.
        ({"motes_peripheral": 2, "motes_personal": 2}, ("spark", "inner"), []),
        (
            {"motes_peripheral": 0, "motes_personal": 3},
            ("spark", "inner"),
            ["Inner Fire costs 2 personal motes; Volfer has 1. (ex3-86)"],
        ),
        # What costs nothing of a kind leaves as much of it as there was.
        (
            {"motes_peripheral": 2, "motes_personal": 0},
            ("nerve", "flame"),
            ["Flame costs 3 motes; Volfer has 2. (ex3-86)"],
        ),
        ({"willpower": 1}, ("spark", "grit"), ["Grit costs 2 Willpower; Volfer has 1. (ex3-85)"]),
        ({"initiative": 0}, ("spark", "surge"), ["Surge costs 1 Initiative; Volfer has none to pay with. (ex3-85)"]),
        ({"health": {"lethal": 7}}, ("spark",), []),
        ({"initiative": 0}, ("rage",), ["Volfer is in Crash, and Rage is Perilous. (ex3-06)"]),
        ({"initiative": 1}, ("rage",), []),
    ],
)
def test_effects_declared_together_are_paid_together(
    state: dict[str, Any], ids: tuple[str, ...], refused: list[str]
) -> None:
    assert against(battle(**state).battle, *ids) == refused


def test_peripheral_pool_pays_first_then_personal() -> None:
    play = battle(motes_peripheral=1, motes_personal=4)
    play.dispatch(
        Command("attack", "volfer", Table(target="kesh", weapon="straight_sword", mode="withering", declare=("flame",)))
    )
    one = play.battle.who("volfer")
    assert (one.track("motes_peripheral"), one.track("motes_personal")) == (0, 2)


# Five motes where no number is named.
REGAIN = [
    (Table(who="volfer", motes=0), "Regain at least 1 mote at a time, not 0."),
    (Table(who="volfer", motes=True), "Regain at least 1 mote at a time, not True."),
    (Table(who="volfer", motes="many"), "Regain at least 1 mote at a time, not many."),
    (Table(who="volfer", pool="deep"), "Motes return to the personal or the peripheral pool."),
    (Table(who="kesh"), "Kesh has no mote pools."),
]


@pytest.mark.parametrize(("args", "sentence"), REGAIN)
def test_invalid_amounts_of_regained_motes(args: Table[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        battle().dispatch(Command("regain", args=args))
    assert refused.value.violations == (Violation("ex3-86", sentence, final=True),)


@pytest.mark.parametrize(
    ("args", "peripheral", "personal", "sentence"),
    [
        (
            Table(who="volfer"),
            5,
            1,
            "Volfer regains 4 peripheral motes and 1 personal mote.",
        ),
        (Table(who="volfer", motes=4), 5, 0, "Volfer regains 4 peripheral motes."),
        (Table(who="volfer", motes=1), 2, 0, "Volfer regains 1 peripheral mote."),
        (Table(who="volfer", motes=2, pool="personal"), 1, 2, "Volfer regains 2 personal motes."),
        (Table(who="volfer", motes=9, pool="personal"), 1, 4, "Volfer regains 4 personal motes."),
    ],
)
def test_regained_motes_fill_the_named_pool_or_peripheral_first(
    args: Table[str, Any], peripheral: int, personal: int, sentence: str
) -> None:
    # 1 of the 6 peripheral motes is committed, so that 5 is all there can be.
    play = battle(motes_peripheral=2, motes_personal=0)
    play.dispatch(Command("effect", "volfer", Table(effect="gift")))
    play.dispatch(Command("regain", args=args))
    one = play.battle.who("volfer")
    assert (one.track("motes_peripheral"), one.track("motes_personal")) == (peripheral, personal)
    assert [note.text for note in play.log()[-1].notes] == [sentence]


def test_regain_is_remembered_for_the_round() -> None:
    play = battle(motes_peripheral=0)
    assert payment.regained(play.battle) == ()
    play.dispatch(Command("regain", args=Table(who="volfer", motes=1)))
    play.dispatch(Command("regain", args=Table(who="volfer", motes=1)))
    assert payment.regained(play.battle) == ("volfer",)
    for who in ("volfer", "kesh"):
        play.dispatch(Command("end_turn", who))
    assert payment.regained(play.battle) == ()
    assert payment.waits_for_motes(play.battle, play.battle.who("volfer"))
    assert not payment.waits_for_motes(play.battle, play.battle.who("kesh"))


def test_mote_pools_start_full_by_default() -> None:
    one = battle(personal=4, peripheral=6, motes_personal=1).battle.who("volfer")
    assert (one.track("motes_personal"), one.track("motes_peripheral")) == (1, 6)
    assert one.track("willpower") == 5
    assert one.tracks["anima"] == 0


def test_effects_without_motes_still_have_willpower() -> None:
    one = battle(personal=0, peripheral=0).battle.who("volfer")
    assert one.tracks["willpower"] == 5
    assert "motes_personal" not in one.tracks
    assert "anima" not in one.tracks


def test_combatant_without_pools_has_none() -> None:
    assert not {"willpower", "motes_personal", "motes_peripheral", "anima"} & battle().battle.who("kesh").tracks.keys()


def test_effect_naming_a_pool_is_paid_from_it() -> None:
    play = battle()
    declare = Table(target="kesh", weapon="straight_sword", mode="withering", declare=("inner",))
    play.dispatch(Command("attack", "volfer", declare))
    one = play.battle.who("volfer")
    assert (one.track("motes_peripheral"), one.track("motes_personal")) == (6, 2)


def test_mute_or_internal_payment_does_not_flare() -> None:
    def anima(effect: str, **more: str) -> int:
        play = battle(personal=6)
        play.dispatch(Command("effect", "volfer", Table(effect=effect, **more)))
        return play.battle.who("volfer").track("anima")

    assert anima("loud") == 1
    assert anima("deep") == 0
    assert anima("loud", pool="personal") == 0


def used(play: Play, effect: str, *, overrule: bool = False, **more: object) -> list[str]:
    """The sentences of the log after using a reflexive effect."""
    play.dispatch(Command("effect", "volfer", Table(effect=effect, **more), overrule=overrule))
    return [note.text for note in play.log()[-1].notes]


def test_unchanged_anima_is_not_logged() -> None:
    # Each 5 peripheral motes raise it by one, from dim to glowing, burning and a bonfire; no further.
    assert used(battle(), "gift") == ["Volfer uses Gift for 1 mote."]
    assert used(battle(), "loud") == ["Volfer uses Loud for 5 motes.", "Volfer’s anima is glowing."]
    assert used(battle(anima=3), "loud") == ["Volfer uses Loud for 5 motes."]


@pytest.mark.parametrize(("declare", "anima"), [(("flame", "rage", "inner"), 0), (("flame", "spark", "inner"), 1)])
def test_only_peripheral_motes_of_the_moment_flare(declare: tuple[str, ...], anima: int) -> None:
    # 3 + 1 peripheral motes and 3 + 2; Inner Fire adds 2 personal ones.
    play = battle()
    attack = Table(target="kesh", weapon="straight_sword", mode="withering", declare=declare)
    play.dispatch(Command("attack", "volfer", attack))
    assert play.battle.who("volfer").track("anima") == anima


def test_anima_cost_dims_the_anima() -> None:
    play = battle(anima=2)
    attack = Table(target="kesh", weapon="straight_sword", mode="withering", declare=("blaze",))
    play.dispatch(Command("attack", "volfer", attack))
    assert play.battle.who("volfer").track("anima") == 1


def test_use_count_is_logged() -> None:
    assert used(battle(), "grow", amount=2) == ["Volfer uses Grow 2 for 2 motes."]


def test_overridden_effect_without_motes_costs_none() -> None:
    play = battle(motes_peripheral=2, motes_personal=2)
    with pytest.raises(Refused):
        used(play, "loud")
    assert used(play, "loud", overrule=True) == [
        "Storyteller’s override: Loud costs 5 motes; Volfer has 4.",
        "Volfer uses Loud for 5 motes.",
    ]
    one = play.battle.who("volfer")
    assert (one.track("motes_peripheral"), one.track("motes_personal"), one.track("anima")) == (2, 2, 0)


def test_empty_healing_changes_no_one() -> None:
    play = battle()
    one = play.battle.who("volfer")
    laid_low = one.but(conditions=one.conditions.put("incapacitated", True))  # at the storyteller's word
    play = Play.begin(play.system, play.battle.with_combatant(laid_low))
    used(play, "gift", overrule=True)
    assert "incapacitated" in play.battle.who("volfer").conditions


def test_healing_is_limited_to_its_kind_and_existing_damage() -> None:
    play = battle(health={"lethal": 1, "bashing": 2})
    play.dispatch(Command("effect", "volfer", Table(effect="mend")))
    one = play.battle.who("volfer")
    assert (one.track("health.lethal"), one.track("health.bashing")) == (0, 2)
    assert one.track("initiative") == 12


def test_mote_loss_is_limited_to_the_sheets_motes() -> None:
    play = battle(motes_peripheral=9, motes_personal=4)
    play.dispatch(Command("regain", args=Table(who="volfer")))
    one = play.battle.who("volfer")
    assert (one.track("motes_peripheral"), one.track("motes_personal")) == (9, 4)
    assert [note.text for note in play.log()[-1].notes] == ["Volfer regains no motes."]


def test_no_regain_without_a_combatant() -> None:
    with pytest.raises(Refused) as refused:
        battle().dispatch(Command("regain", args=Table(who="nobody")))
    assert [one.text for one in refused.value.violations] == ["No combatant is called nobody."]


def test_reminders_for_regaining_motes() -> None:
    where = battle(motes_peripheral=0).battle.but(round=2)
    one = where.who("volfer")

    def waits(**changes: object) -> bool:
        found = one.but(**changes)
        return payment.waits_for_motes(where.with_combatant(found), found)

    assert waits()
    assert not waits(conditions=one.conditions.put("left", True))
    assert not waits(tracks=one.tracks.put("motes_peripheral", 6))
    assert not payment.waits_for_motes(where.but(phase="over"), one)
    assert not payment.waits_for_motes(where.but(round=1), one)
    done = where.but(facts=where.facts.put("regained", Table(round=2, who=("volfer",))))
    assert not payment.waits_for_motes(done, one)
    full = battle().battle.but(round=2)
    assert not payment.waits_for_motes(full, full.who("volfer"))


def test_missing_mote_pool_does_not_exist() -> None:
    one = battle(personal=4, peripheral=0).battle.who("volfer")
    assert "motes_peripheral" not in one.tracks
    assert one.tracks["motes_personal"] == 4


def test_stated_willpower_is_kept_without_motes() -> None:
    assert battle(personal=0, peripheral=0, willpower=2).battle.who("volfer").tracks["willpower"] == 2
