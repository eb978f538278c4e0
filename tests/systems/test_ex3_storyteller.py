"""The storyteller's overrides in ex3: what can be set and what results, who joins when (ex3-04, 08a, 10)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command, Fall, Roll
from exgui.engine.events import ConditionEnded, Noted, TrackChanged
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


def fight(*, late: bool = False, foes: bool = True, side: str = "", **volfer: Any) -> Play:
    """Volfer (9), who is active, and Kesh (5); with `late` Orin, a foe or on a side of its own, waits outside."""
    traits = {"dexterity": 3, "melee": 3, "wits": 3, "awareness": 2}
    people: list[dict[str, Any]] = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "traits": traits, "weapons": ["straight_sword"]}
        | {"state": {"initiative": 9}}
        | volfer
    ]
    if foes:
        people.append({"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 5}})
    if late:
        own = {"id": "orin", "side": side or ("foes" if foes else "heroes"), "zone": "gate", "traits": traits}
        people.append(own | {"state": {"waiting": True}})
    data = {
        "zone": [{"id": "yard"}, {"id": "gate"}],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": people,
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "storyteller"))
    play.dispatch(Command("start"))
    return play


def setting(play: Play, who: str = "volfer", **values: Any) -> Play:
    play.dispatch(Command("adjust", args=Table(who=who, set=Table(values))))
    return play


def wrong(play: Play, **values: Any) -> list[str]:
    command = Command("adjust", args=Table(who="volfer", set=Table(values)))
    return [one.text for one in play.system.check(play.battle, command)]


def notes(play: Play) -> list[str]:
    return [note.text for note in play.log()[-1].notes]


@pytest.mark.parametrize("off", [None, False, "", "none"])
def test_rider_set_on_foot_leaves_the_mount_in_place(off: Any) -> None:
    play = setting(fight(mount="warhorse"), mount=off)
    assert "mount" not in play.battle.who("volfer").conditions
    assert [one["id"] for one in play.battle.facts["mounts"]] == ["warhorse"]
    assert "Volfer dismounts." in notes(play)


def test_combatant_is_put_on_a_mount_once() -> None:
    play = setting(fight(), mount="camel")
    assert play.battle.who("volfer").conditions["mount"] == "camel"
    assert notes(play)[0] == "Volfer mounts the camel."
    again = setting(play, mount="camel")
    assert notes(again) == ["Storyteller’s ruling for Volfer – Mounted: camel."]
    assert again.battle.who("volfer").conditions["mount"] == "camel"


def test_valid_mounts_and_cover() -> None:
    play = fight()
    assert wrong(play, mount=5) == ["mount must be the id of a mount, not 5."]
    assert wrong(play, mount="dragon") == ["mount: no mount is called dragon."]
    assert wrong(play, cover="thick") == ["Cover is none, light, heavy or total, not “thick”."]
    assert wrong(play, cover=True) == ["Cover is none, light, heavy or total, not “True”."]
    for level in (None, False, "", "none", "light", "heavy", "total"):
        assert wrong(play, cover=level) == []
    for mount in (None, False, "", "none", "horse"):
        assert wrong(play, mount=mount) == []


def test_every_wrong_value_is_reported() -> None:
    assert wrong(fight(), cover="thick", mount="dragon") == [
        "Cover is none, light, heavy or total, not “thick”.",
        "mount: no mount is called dragon.",
    ]


def test_health_is_set_by_damage_type_and_never_below_zero() -> None:
    play = setting(fight(), health=Table(lethal=2, bashing=-3))
    one = play.battle.who("volfer")
    assert (one.track("health.lethal"), one.track("health.bashing")) == (2, 0)
    one = setting(play, **{"health.bashing": 1}).battle.who("volfer")
    assert (one.track("health.lethal"), one.track("health.bashing")) == (2, 1)


def joined(play: Play, successes: int) -> Play:
    """Orin joins: the dice and three automatic successes."""
    play.dispatch(Command("join", "orin"))
    play.answer(Fall(score=successes))
    return play


def test_latecomer_above_the_clock_waits_for_the_next_round() -> None:
    play = fight(late=True)
    play.dispatch(Command("end_turn", "volfer"))  # the clock is at 5
    joined(play, 3)
    assert play.battle.facts["first_round"] == {"orin": 2}
    assert notes(play)[0] == "Orin joins the battle: 6."  # Volfer has 9
    play = fight(late=True)
    play.dispatch(Command("end_turn", "volfer"))
    joined(play, 2)  # exactly 5, the tick that is up
    assert "first_round" not in play.battle.facts


def test_beating_every_opponent_is_logged_and_ties_beat_no_one() -> None:
    assert notes(joined(fight(late=True), 7))[0] == "Orin joins the battle ahead of every opponent: 10."
    assert notes(joined(fight(late=True), 6))[0] == "Orin joins the battle: 9."


def test_every_opponent_must_be_beaten() -> None:
    """Orin is on neither side: Kesh has 5, Volfer 9."""
    assert notes(joined(fight(late=True, side="others"), 4))[0] == "Orin joins the battle: 7."
    assert notes(joined(fight(late=True, side="others"), 7))[0] == "Orin joins the battle ahead of every opponent: 10."


def test_latecomers_wait_for_the_next_round() -> None:
    play = fight(late=True)
    play.dispatch(Command("end_turn", "volfer"))  # the clock is at 5
    joined(play, 4)
    one = play.battle.who("orin")
    twin = one.but(id="twin", name="Twin", waiting=True, tracks=one.tracks.without("initiative"))
    play = Play.begin(play.system, play.battle.with_combatant(twin))
    play.dispatch(Command("join", "twin"))
    play.answer(Fall(score=5))
    assert play.battle.facts["first_round"] == {"orin": 2, "twin": 2}


def test_combatant_without_opponents_beats_no_one() -> None:
    assert notes(joined(fight(late=True, foes=False), 7))[0] == "Orin joins the battle: 10."


def test_start_of_battle_and_round_have_no_subject() -> None:
    play = fight()
    assert [(note.text, note.who, note.rule) for note in play.log()[-1].notes] == [
        ("The battle begins. Round 1.", "", "ex3-05")
    ]
    for who in ("volfer", "kesh"):
        play.dispatch(Command("end_turn", who))
    assert [(note.text, note.who, note.rule) for note in play.log()[-1].notes] == [("Round 2.", "", "ex3-05")]


def test_reset_after_three_turns_in_crash_is_logged() -> None:
    play = setting(fight(), "kesh", initiative=-4, crash_turns=3)
    play.dispatch(Command("end_turn", "volfer"))
    assert notes(play) == ["Kesh has been in Crash for three turns and resets to 3."]


def test_latecomer_resumes_a_stopped_fight() -> None:
    play = fight(late=True)
    for who in ("volfer", "kesh"):
        setting(play, who, health=Table(lethal=7))
    assert play.battle.up == ()
    joined(play, 2)
    assert play.battle.up == ("orin",)


def test_acted_state_before_the_start_is_ignored_in_round_one() -> None:
    play = fight()
    play.undo()
    setting(play, acted=True)
    play.dispatch(Command("start"))
    assert (play.battle.round, play.battle.tick, play.battle.up) == (1, 9, ("volfer",))


def test_storyteller_can_edit_the_field_and_timers() -> None:
    play = fight()
    move = Command("move", "volfer", Table(to="gate"))
    assert play.system.check(play.battle, move) == ()
    play.dispatch(Command("link", args=Table(between=("yard", "gate"), barrier="remove")))
    assert [one.text for one in play.system.check(play.battle, move)] == ["Gate is more than one link away."]
    play.dispatch(Command("arrange", args=Table(zone="gate", x=300)))
    assert play.battle.zones["gate"].x == 300
    play.dispatch(Command("timer", args=Table(label="The guards", round=2)))
    play.dispatch(Command("timer", args=Table(label="The bell", tick=7)))
    play.dispatch(Command("end_turn", "volfer"))
    assert play.battle.tick == 5  # it counts down, past 7
    assert notes(play) == ["Now: The bell."]
    play.dispatch(Command("end_turn", "kesh"))
    assert notes(play) == ["Round 2.", "Now: The guards."]


def test_combatant_added_before_the_start_is_simply_present() -> None:
    play = fight(late=True)
    before = Play.begin(play.system, play.battle_at(0))
    before.dispatch(Command("join", "orin"))
    assert notes(before) == ["Orin is ready to join battle."]
    assert not before.battle.who("orin").waiting


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (Table(who="kesh"), "No one has crashed by paying a cost."),
        (Table(who="nobody"), "No combatant is called nobody."),
    ],
)
def test_no_one_is_responsible_without_a_self_crash(args: Table[str, Any], sentence: str) -> None:
    play = fight()
    found = play.system.check(play.battle, Command("name_responsible", args=args))
    assert [one.text for one in found] == [sentence]


def test_cover_can_be_removed() -> None:
    play = fight()
    play.dispatch(Command("cover", args=Table(who="volfer", level="none")))
    assert [type(event) for event in play.log()[-1].events] == [Noted]
    play.dispatch(Command("cover", args=Table(who="volfer")))
    assert play.battle.who("volfer").conditions["cover"] == "light"
    play.dispatch(Command("cover", args=Table(who="volfer", level="none")))
    assert [type(event) for event in play.log()[-1].events] == [ConditionEnded, Noted]


@pytest.mark.parametrize(("level", "bonus"), [("light", 1), ("heavy", 2), ("total", 0)])
def test_cover_is_logged_and_counts(level: str, bonus: int) -> None:
    """Behind total cover no one is attacked, so it adds nothing."""
    play = fight()
    before = play.system.number(play.battle, "volfer", "evasion").total
    command = Command("cover", args=Table(who="volfer", level=level))
    assert play.system.check(play.battle, command) == ()
    play.dispatch(command)
    (note,) = play.log()[-1].notes
    assert (note.text, note.rule) == (f"Volfer is in {level} cover.", "ex3-34")
    assert play.system.number(play.battle, "volfer", "evasion").total == before + bonus
    wrong = play.system.check(play.battle, Command("cover", args=Table(who="volfer", level="thick")))
    assert [str(one) for one in wrong] == ["Cover is none, light, heavy or total, not “thick”. (ex3-34)"]


def test_free_roll_is_named_for_its_purpose() -> None:
    play = fight()
    play.dispatch(Command("roll", "volfer", Table(pool=3, label="Climb the wall")))
    assert isinstance(play.pending, Roll)
    assert play.pending.label == "Climb the wall"
    assert play.pending.difficulty is None


@pytest.mark.parametrize(
    ("given", "reasons"),
    [
        ({}, []),
        ({"lethal": 0}, []),
        ({"lethal": -1}, ["Lethal must be a number of levels, not -1."]),
        ({"bashing": True}, ["Bashing must be a number of levels, not True."]),
        (
            {"aggravated": "all", "lethal": -2},
            [
                "Aggravated must be a number of levels, not all.",
                "Lethal must be a number of levels, not -2.",
            ],
        ),
    ],
)
def test_how_much_can_be_healed(given: dict[str, Any], reasons: list[str]) -> None:
    play = fight()
    found = play.system.check(play.battle, Command("heal", args=Table(who="kesh", **given)))
    assert [one.text for one in found] == reasons


@pytest.mark.parametrize(
    ("given", "left"),
    [({}, (0, 0, 0)), ({"lethal": 0}, (2, 2, 1)), ({"lethal": 1}, (2, 1, 1)), ({"bashing": 9}, (0, 2, 1))],
)
def test_healed_levels(given: dict[str, int], left: tuple[int, int, int]) -> None:
    play = setting(fight(), health=Table(bashing=2, lethal=2, aggravated=1))
    play.dispatch(Command("heal", args=Table(who="volfer", **given)))
    one = play.battle.who("volfer")
    assert tuple(one.track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated")) == left


def test_healing_is_logged_by_level_with_its_rule() -> None:
    play = setting(fight(), health=Table(bashing=2, lethal=2))
    play.dispatch(Command("heal", args=Table(who="volfer", lethal=1, bashing=2)))
    changes = [event for event in play.log()[-1].events if isinstance(event, TrackChanged)]
    assert sorted((event.track, event.value, event.by, event.rule) for event in changes) == [
        ("health.bashing", 0, -2, "ex3-63"),
        ("health.lethal", 1, -1, "ex3-63"),
    ]


def test_later_self_crash_is_the_default() -> None:
    """However they stand in the list: Kesh, who comes after Volfer in it, crashes first."""
    play = setting(setting(fight(), initiative=2), "kesh", initiative=3)
    play.dispatch(Command("full_defense", "kesh", overrule=True))
    assert play.battle.who("kesh").track("initiative") == 2
    play = setting(play, "kesh", initiative=1)
    play.dispatch(Command("full_defense", "kesh", overrule=True))
    play.dispatch(Command("delay", "volfer"))
    assert [play.battle.who(id).track("initiative") for id in ("volfer", "kesh")] == [-5, -5]
    responsible = [Command("name_responsible", args=Table(who=who)) for who in ("volfer", "kesh")]
    refusals = [[str(one) for one in play.system.check(play.battle, command)] for command in responsible]
    assert refusals == [["Volfer can’t be responsible for their own Crash. (ex3-10)"], []]


def test_later_self_crash_is_used_unless_another_is_named() -> None:
    """Volfer pays 2 of 2 for a delay, then Kesh 1 of 1 for Full Defense; both lose 5 more."""
    play = setting(setting(fight(), initiative=2), "kesh", initiative=1)
    play.dispatch(Command("delay", "volfer"))
    play.dispatch(Command("full_defense", "kesh"))
    assert [play.battle.who(id).track("initiative") for id in ("volfer", "kesh")] == [-5, -5]

    def against(**args: str) -> list[str]:
        command = Command("name_responsible", args=Table(args))
        return [str(one) for one in play.system.check(play.battle, command)]

    assert against(who="kesh") == ["Kesh can’t be responsible for their own Crash. (ex3-10)"]
    assert against(who="kesh", victim="volfer") == []
    assert against(who="volfer") == []
    assert against(who="volfer", victim="volfer") == ["Volfer can’t be responsible for their own Crash. (ex3-10)"]
