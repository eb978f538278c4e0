"""The window's view of ex2: the states on a token, the numbers of the panel, the time line, the reminders."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from snapshots import Snapshots
from systems import played
from systems.played import reminded, shown

from exgui.engine.battle import Battle, Timer
from exgui.engine.effects import Effect, Modifier
from exgui.engine.explained import Explained
from exgui.engine.record import Table
from exgui.engine.system import Badge, Reach, Reminder, System
from exgui.engine.timeline import Flag, Mark


@cache
def after(example: str, step: int) -> tuple[System, Battle]:
    """The game and the battle after that many steps of an example."""
    return played.after(f"ex2/{example}", step)


SOMEBODY = (
    ("a_botched_attack_costs_two_dv", 1, "bandit"),
    ("a_botched_attack_costs_two_dv", 1, "volfer"),
    ("a_botched_attack_costs_two_dv", 2, "volfer"),
    ("a_charm_of_ones_own_helps_in_the_right_step", 1, "volfer"),
    ("a_clinch_is_renewed_on_ones_next_tick", 2, "kesh"),
    ("a_clinch_is_renewed_on_ones_next_tick", 4, "kesh"),
    ("a_clinch_needs_close_combat", 1, "tiso"),
    ("a_clinch_needs_close_combat", 3, "tiso"),
    ("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 2, "volfer"),
    ("a_coup_de_grace_maims_instead_of_killing", 1, "kesh"),
    ("a_coup_de_grace_may_kill_all_the_same", 2, "kesh"),
    ("onslaught_ends_when_the_target_acts_again", 2, "bandit"),
    ("a_guard_is_broken_off_on_anothers_tick", 3, "volfer"),
    ("a_late_joiner_counts_from_the_current_tick", 1, "kesh"),
    ("an_unseen_target_costs_two", 1, "volfer"),
    ("at_least_essence_dice", 1, "kesh"),
    ("inactive_has_no_dv", 2, "volfer"),
    ("off_hand_and_fatigue_take_dice", 1, "volfer"),
    ("who_left_is_passed_over", 2, "bandit"),
)
"""Whom the panel shows: the example, after which of its steps, who."""


def test_figures_and_badges_match_the_snapshot(snapshot: Snapshots) -> None:
    """Someone's summary, the states on the token and the numbers of the panel."""
    snapshot(
        "ex2_shown",
        {f"{example}, step {step}: {who}": shown(*after(example, step), who) for example, step, who in SOMEBODY},
    )


MOMENTS = (
    ("a_clinch_is_renewed_on_ones_next_tick", 3),
    ("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 2),
    ("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 5),
    ("a_disarmed_weapon_flies_and_is_fetched", 2),
)
"""When the time line and the reminders are looked at: the example, after which of its steps."""


def test_clock_and_reminders_match_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("ex2_reminders", {f"{example}, step {step}": reminded(*after(example, step)) for example, step in MOMENTS})


def changed(battle: Battle, who: str, **fields: Any) -> Battle:
    """Someone with other tracks or conditions on top of its own."""
    one = battle.who(who)
    for name, more in fields.items():
        one = one.but(**{name: Table({**getattr(one, name), **more})})
    return battle.with_combatant(one)


def test_combatant_who_is_down_shows_no_last_action() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 2)
    down = changed(battle, "volfer", conditions={"incapacitated": True})
    assert "action_penalty" not in [badge.id for badge in system.badges(down, "volfer")]


def test_only_conditions_with_icons_are_on_the_token() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    odd = changed(battle, "volfer", conditions={"sings": True, "maimed": True})
    assert [badge.id for badge in system.badges(odd, "volfer")] == ["maimed"]
    assert system.badges(battle, "bandit") == ()


FIGURES = [
    (("a_botched_attack_costs_two_dv", 2, "volfer"), ("action_penalty", "Action", -1, "", "danger")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("next_tick", "Next action", 0, "", "gold")),
    (("a_late_joiner_counts_from_the_current_tick", 1, "kesh"), ("next_tick", "Next action", 0, "–", "gold")),
    # (4 + 4 + 1) / 2 and (4 + 3 + 2) / 2, both rounded up
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("dv", "DV", 5, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("pdv", "Parry DV", 5, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("ddv", "Dodge DV", 5, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("soak.bashing", "Soak B", 3, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("soak.lethal", "Soak L", 2, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("soak.aggravated", "Soak A", 0, "", "")),
    (("at_least_essence_dice", 1, "kesh"), ("hardness.lethal", "Hardness L", 4, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("health", "Health", 0, "7/7", "")),
    (("a_clinch_is_renewed_on_ones_next_tick", 4, "kesh"), ("health", "Health", 1, "6/7", "danger")),
    (("a_coup_de_grace_maims_instead_of_killing", 1, "kesh"), ("wound_penalty", "Wounds", -2, "", "danger")),
    (("onslaught_ends_when_the_target_acts_again", 2, "bandit"), ("onslaught", "Onslaught", 1, "", "danger")),
    (("a_charm_of_ones_own_helps_in_the_right_step", 1, "volfer"), ("motes_personal", "Personal", 4, "", "")),
    (("a_charm_of_ones_own_helps_in_the_right_step", 1, "volfer"), ("motes_peripheral", "Peripheral", 10, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("move", "Move", 4, "", "")),
    (("a_botched_attack_costs_two_dv", 1, "volfer"), ("join_battle", "Join Battle", 5, "", "")),
]


@pytest.mark.parametrize(("where", "figure"), FIGURES)
def test_panel_numbers_match_their_values(where: tuple[str, int, str], figure: tuple[str, str, int, str, str]) -> None:
    example, step, who = where
    system, battle = after(example, step)
    id, label, total, text, tone = figure
    shown = {one.id: one for one in system.figures(battle, who)}
    assert (shown[id].label, shown[id].value.total, shown[id].text, shown[id].tone) == (label, total, text, tone)
    assert shown[id].path == id


def test_house_rules_can_show_hardness_of_both_kinds() -> None:
    system, battle = after("at_least_essence_dice", 1)
    both = battle.but(rules=battle.rules.but(figures=("hardness.bashing", "hardness.lethal")))
    assert [(one.id, one.label, one.value.total) for one in system.figures(both, "kesh")] == [
        ("hardness.bashing", "Hardness B", 4),
        ("hardness.lethal", "Hardness L", 4),
    ]


def test_shown_numbers_include_every_modifier() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 2)
    assert ruled(system.number(battle, "volfer", "action_penalty")) == [("last action", -1, "ex2-05")]
    one = battle.who("volfer")
    omen = Effect("omen", "Omen", (Modifier("soak", bonus=3),), "battle", "ex2-12")
    under = battle.with_combatant(one.but(effects=(omen,)))
    # half of Stamina 3, rounded up for the Exalted
    for name in ("soak_lethal", "soak.lethal"):
        assert ruled(system.number(under, "volfer", name))[-1] == ("Omen", 3, "ex2-12")
        assert system.number(under, "volfer", name).total == 2 + 3


def ruled(number: Explained) -> list[tuple[str, int, str]]:
    """The parts of a number, with their rules."""
    return [(part.label, part.amount, part.rule) for part in number.parts]


def test_neutral_values_are_not_in_the_panel() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    assert [one.id for one in system.figures(battle, "bandit")] == [
        *("next_tick", "dv", "pdv", "ddv", "soak.bashing", "soak.lethal", "soak.aggravated", "health", "move"),
        "join_battle",
    ]


def test_empty_mote_pool_is_shown_if_another_has_motes() -> None:
    system, battle = after("a_charm_of_ones_own_helps_in_the_right_step", 2)  # Kesh has spent all 5
    spent = {one.id: one.value.total for one in system.figures(battle, "kesh")}
    assert (spent["motes_personal"], spent["motes_peripheral"]) == (0, 0)


def test_health_is_never_shown_below_none() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    dead = changed(battle, "bandit", tracks={"health.lethal": 6, "health.aggravated": 3})
    health = next(one for one in system.figures(dead, "bandit") if one.id == "health")
    assert (health.text, health.value.total) == ("0/7", 9)
    assert [(part.label, part.amount, part.rule) for part in health.value.parts] == [
        ("aggravated", 3, "ex2-18"),
        ("lethal", 6, "ex2-18"),
    ]


def test_every_kind_of_number_can_be_queried_by_name() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    volfer = {"strength": 3, "melee": 4, "ride": 0, "onslaught": 0, "soak_lethal": 2, "soak.lethal": 2, "dash": 10}
    assert {name: system.number(battle, "volfer", name).total for name in volfer} == volfer
    with pytest.raises(KeyError, match="luck"):
        system.number(battle, "volfer", "luck")


def test_house_rule_value_can_be_queried() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    rules = battle.rules
    own = battle.but(rules=rules.but(values=rules.values.put("pluck", rules.values["join_battle"])))
    # Wits 3 + Awareness 2
    assert system.number(own, "volfer", "pluck").total == 5


def test_dash_shows_the_last_action_in_its_parts() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 2)
    penalty = system.number(battle, "volfer", "action_penalty")
    assert [(part.label, part.amount, part.rule) for part in penalty.parts] == [("last action", -1, "ex2-05")]


REACH = [
    # No ranged weapon: by how far it is, a band for every 40 yards.
    ("a_botched_attack_costs_two_dv", 1, "volfer", "yard", Reach("0 yards", 0, False)),
    ("a_dash_covers_three_ticks_and_parries_nothing", 1, "volfer", "gate", Reach("20 yards", 1, True)),
    ("a_dash_covers_three_ticks_and_parries_nothing", 1, "bandit", "gate", Reach("20 yards", 1, False)),
    ("no_more_movement_than_there_are_ticks", 1, "volfer", "gate", Reach("40 yards", 2, True)),
    # Range 15: up to 15, 30, 45 and beyond.
    ("a_throw_within_range", 1, "mara", "gate", Reach("15 yards", 1, True)),
    ("the_way_made_shortens_the_range", 1, "mara", "gate", Reach("16 yards · -1 at this range", 2, True)),
    ("up_to_three_times_the_range_costs_two", 1, "mara", "gate", Reach("31 yards · -2 at this range", 3, True)),
    ("beyond_three_times_the_range_is_refused", 1, "mara", "gate", Reach("46 yards · out of range", 3, True)),
    ("a_wall_stops_movement_and_arrows", 1, "mara", "gate", Reach("no way", None, False)),
]


@pytest.mark.parametrize(("example", "step", "who", "zone", "wanted"), REACH)
def test_zone_distances_are_described(example: str, step: int, who: str, zone: str, wanted: Reach) -> None:
    system, battle = after(example, step)
    assert system.reach(battle, who)[zone] == wanted


SIZES = [(15, 1), (16, 2), (30, 2), (31, 3), (45, 3), (46, 3)]


@pytest.mark.parametrize(("yards", "band"), SIZES)
def test_range_bands_end_at_one_and_two_times_the_range(yards: int, band: int) -> None:
    system, battle = after("a_throw_within_range", 1)
    wide = battle.but(zones=Table({id: zone.but(size=yards) for id, zone in battle.zones.items()}))
    near = system.reach(wide, "mara")["gate"]
    assert near.band == band
    assert near.label.partition(" · ")[2] == {1: "", 2: "-1 at this range", 3: "-2 at this range"}[band] or yards > 45


def test_range_bands_end_at_the_third_without_a_ranged_weapon() -> None:
    system, battle = after("a_dash_covers_three_ticks_and_parries_nothing", 1)
    for size, band in ((39, 1), (40, 2), (79, 2), (80, 3), (400, 3)):
        wide = battle.but(zones=Table({id: zone.but(size=size) for id, zone in battle.zones.items()}))
        assert system.reach(wide, "bandit")["gate"] == Reach(f"{size} yards", band, False)


def test_combatant_without_a_zone_reaches_nothing() -> None:
    system, battle = after("a_throw_within_range", 1)
    assert system.reach(battle.with_combatant(battle.who("mara").but(zone=None)), "mara") == {}


def test_no_ticks_before_the_battle() -> None:
    system, battle = after("a_clinch_needs_close_combat", 1)
    early = battle.but(phase="prepared", tick=None, up=(), close=())
    assert system.summary(early, "kesh") == "Yard"
    assert system.summary(early.with_combatant(early.who("kesh").but(zone=None)), "kesh") == ""
    over = battle.but(phase="over", up=())
    assert system.summary(over, "kesh") == "engaged with Bandit"


def test_current_moment_is_described() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 3)
    line = system.timeline(battle)
    assert (line.axis, line.now, line.caption, line.shaded) == ("up", 2, "Tick 2", ())
    over = system.timeline(battle.but(phase="over"))
    assert (over.caption, over.now) == ("Over", None)
    assert system.timeline(battle.but(phase="prepared", tick=None)).caption == "Not begun"


MARKS = [
    ("a_botched_attack_costs_two_dv", 1, Mark("volfer", 0, "up", "heroes")),
    ("a_botched_attack_costs_two_dv", 1, Mark("bandit", 2, "coming", "foes")),
    ("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 5, Mark("mara", 6, "delayed", "heroes")),
    ("a_coup_de_grace_may_kill_all_the_same", 2, Mark("kesh", 9, "out", "foes")),
    ("a_late_joiner_counts_from_the_current_tick", 1, Mark("kesh", None, "waiting", "foes")),
]


@pytest.mark.parametrize(("example", "step", "mark"), MARKS)
def test_combatants_have_their_place_on_the_tick_bar(example: str, step: int, mark: Mark) -> None:
    system, battle = after(example, step)
    assert mark in system.timeline(battle).marks


def test_combatant_who_falls_on_their_tick_is_out() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    who = battle.up[0]
    down = changed(battle, who, conditions={"incapacitated": True})
    assert next(mark.state for mark in system.timeline(down).marks if mark.id == who) == "out"


def test_everyone_but_the_fallen_is_upcoming_before_the_start() -> None:
    system, battle = after("a_coup_de_grace_may_kill_all_the_same", 2)
    early = battle.but(phase="prepared", tick=None, up=())
    assert {mark.id: mark.state for mark in system.timeline(early).marks} == {"volfer": "coming", "kesh": "out"}


def test_combatant_without_a_place_waits() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    bandit = battle.who("bandit")
    placeless = battle.with_combatant(bandit.but(tracks=bandit.tracks.without("next_tick")))
    assert Mark("bandit", None, "waiting", "foes") in system.timeline(placeless).marks


def test_hidden_combatants_are_marked() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    secret = battle.with_combatant(battle.who("bandit").but(hidden=True))
    assert [mark.hidden for mark in system.timeline(secret).marks] == [False, True]


def test_upcoming_timers_are_flags_and_reminders() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 3)  # tick 2
    timers = (
        Timer("bridge", "The bridge falls", tick=8),
        Timer("dawn", "Dawn", tick=9),
        Timer("rain", "Rain", round=2),
    )
    timed = battle.but(timers=timers)
    assert system.timeline(timed).flags == (
        Flag("bridge", "The bridge falls", 8),
        Flag("dawn", "Dawn", 9),
        Flag("rain", "Rain", None, 2),
    )
    assert system.checklist(timed) == (Reminder("timer.bridge", "The bridge falls: tick 8"),)
    assert [one.id for one in system.checklist(timed.but(phase="prepared", tick=None))] == []
    early = timed.but(tick=None, timers=(Timer("bridge", "The bridge falls", tick=6), Timer("dawn", "Dawn", tick=7)))
    assert [one.id for one in system.checklist(early)] == ["timer.bridge"]


def test_nothing_is_asked_of_combatants_not_up_or_unable_to_act() -> None:
    system, battle = after("a_clinch_is_renewed_on_ones_next_tick", 3)
    assert [one.id for one in system.checklist(battle.but(up=()))] == []
    down = changed(battle, "tiso", conditions={"incapacitated": True})
    assert [one.id for one in system.checklist(down)] == []


def test_absent_combatant_is_not_named() -> None:
    system, battle = after("a_clinch_is_renewed_on_ones_next_tick", 3)
    gone = changed(battle, "tiso", conditions={"grappling": "nobody"})
    assert [one.text for one in system.checklist(gone)] == ["Tiso must renew the clinch on someone"]
    system, battle = after("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 2)
    plan = Table({**battle.who("volfer").conditions["coordinating"], "target": "nobody"})
    assert [one.id for one in system.checklist(changed(battle, "volfer", conditions={"coordinating": plan}))] == []
    system, battle = after("a_disarmed_weapon_flies_and_is_fetched", 2)
    odd = changed(battle, "kesh", conditions={"disarmed": Table(pole=2)})
    assert [one.text for one in system.checklist(odd)] == ["Kesh’s pole is lying on the ground"]


def test_aiming_combatant_can_break_off() -> None:
    system, battle = after("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 5)  # Mara waits since tick 3
    mara = battle.who("mara")
    aim = Table(target="bandit", since=3, until=6)
    aims = battle.with_combatant(mara.but(conditions=mara.conditions.without("guarding").put("aiming", aim)))
    reminder = Reminder("step_in.mara", "Mara is aiming and may break off to act", "mara", "ex2-04")
    assert reminder in system.checklist(aims)
    assert Mark("mara", 6, "delayed", "heroes") in system.timeline(aims).marks


def test_combatant_up_after_a_guard_shows_its_earliest_tick() -> None:
    system, battle = after("who_is_up_may_go_back_to_a_tick_of_its_guard", 3)
    reminder = Reminder("step_in.volfer", "Volfer may still act on an earlier tick, from tick 1 on", "volfer", "ex2-04")
    assert system.checklist(battle) == (reminder,)
    assert system.summary(battle, "volfer") == "acting now · Yard"


def test_badge_text_names_only_existing_combatants() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 2)
    botched = next(one for one in system.badges(battle, "volfer") if one.id == "botched")
    assert botched == Badge(
        "botched",
        "mdi6.alert-octagon",
        "Botched the last attack – DV -2 until the next action.",
        "",
        "danger",
    )


def test_every_zone_row_is_shown() -> None:
    system, battle = after("a_wall_stops_movement_and_arrows", 1)
    assert list(system.reach(battle, "mara")) == list(battle.zones)
    turned = battle.but(zones=Table(reversed(battle.zones.items())))
    assert list(system.reach(turned, "mara")) == list(turned.zones)
    assert len(system.reach(turned, "mara")) == len(battle.zones)
    bare = battle.who("mara").but(gear=Table())
    message = system.reach(battle.with_combatant(bare), "mara")
    assert message["gate"].label == "no way"
    system, battle = after("a_dash_covers_three_ticks_and_parries_nothing", 1)
    bare = battle.who("volfer").but(gear=Table())
    assert system.reach(battle.with_combatant(bare), "volfer")["gate"] == Reach("20 yards", 1, True)


def test_movement_cannot_start_across_an_obstacle() -> None:
    system, battle = after("a_dash_covers_three_ticks_and_parries_nothing", 1)
    blocked = battle.but(links=tuple(link.but(barrier="obstacle") for link in battle.links))
    assert system.reach(blocked, "volfer")["gate"] == Reach("20 yards", 1, False)


def test_combatant_who_has_acted_stays_on_the_current_tick() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 2)  # Volfer has attacked and is up still
    assert battle.who("volfer").track("next_tick") == 4
    assert Mark("volfer", 0, "up", "heroes") in system.timeline(battle).marks


def test_combatants_without_a_place_are_listed_before_the_start() -> None:
    system, battle = after("a_botched_attack_costs_two_dv", 1)
    bandit = battle.who("bandit")
    early = battle.but(phase="prepared", tick=None, up=())
    placeless = early.with_combatant(bandit.but(tracks=bandit.tracks.without("next_tick")))
    assert Mark("bandit", None, "coming", "foes") in system.timeline(placeless).marks
    running = battle.with_combatant(bandit.but(tracks=bandit.tracks.without("next_tick")))
    assert system.summary(running, "bandit") == "engaged with Volfer"


def test_only_the_fallen_are_skipped() -> None:
    system, battle = after("a_coordinated_attack_is_led_by_who_breaks_off_a_guard", 5)
    down = changed(battle, "volfer", conditions={"incapacitated": True})
    assert [one.id for one in system.checklist(down)] == ["step_in.mara"]
