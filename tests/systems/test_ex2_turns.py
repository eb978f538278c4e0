"""Time in ex2: turns, the cost of an action, the order of turns; and the ways to do each action."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight, parts

from exgui.engine.asks import Choice, Choose, Command, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import Event
from exgui.engine.evolve import evolve
from exgui.engine.explained import NOTHING
from exgui.engine.procedure import Scene
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.systems.ex2 import action_table, attack_resolution, damage, possible_steps, turn_actions, turn_order
from exgui.systems.ex2.attack import Attack, declared


def after(battle: Battle, *steps: Command) -> Battle:
    """The battle after these steps; every roll falls without a success."""
    play = Play.begin(SYSTEM, battle)
    for step in steps:
        play.dispatch(step)
        while isinstance(play.pending, Roll):
            play.answer(Fall(score=0))
    return play.battle


def under(battle: Battle, who: str, *effects: Effect) -> Battle:
    return battle.with_combatant(battle.who(who).but(effects=effects))


def says(**set: Any) -> Command:
    return command("adjust", who="vey", set=set)


@pytest.mark.parametrize(
    ("modifier", "speed"),
    [(Modifier("speed", bonus=-1), 4), (Modifier("speed", bonus=-9), 1), (Modifier("speed", set=0), 1)],
)
def test_speed_can_be_modified_and_is_at_least_one_tick(modifier: Modifier, speed: int) -> None:
    battle = under(fight(), "vey", Effect("haste", "Haste", (modifier,), "battle"))
    assert turn_actions.speed_of(battle, "vey", 5) == speed
    assert after(battle, command("misc", "vey")).who("vey").track("next_tick") == speed


@pytest.mark.parametrize(
    ("asked", "cost"),
    [
        (command("attack", "vey", weapon="straight_sword"), (4, -1)),
        (command("attack", "vey", weapon="halberd"), (5, -1)),
        (command("misc", "vey", speed=2, dv=-3), (5, -3)),
        (command("misc", "vey", dv=3), (5, -3)),
        (command("charm", "vey"), (6, -1)),
        (command("charm", "vey", speed=2, dv=0), (2, 0)),
        (command("jump", "vey", speed=2, dv=-3), (5, -1)),
        (command("guard", "vey"), (3, 0)),
        (command("ready_weapon", "vey", ready="straight_sword"), (4, -1)),
    ],
)
def test_cost_of_an_action(asked: Command, cost: tuple[int, int]) -> None:
    assert action_table.speed_and_dv(fight(), asked) == cost


def test_action_removed_by_house_rules_has_default_numbers() -> None:
    battle = fight()
    without = battle.but(rules=battle.rules.but(actions=battle.rules.actions.without("jump")))
    assert action_table.speed_and_dv(without, command("jump", "vey")) == (5, 0)
    assert action_table._rule(without, "jump") == "ex2-05"
    assert action_table._rule(battle, "aim") == "ex2-21"


def test_general_violation_is_reported_alone() -> None:
    battle = fight()
    over = battle.but(phase="over")
    assert [one.text for one in SYSTEM.check(over, command("rise", "vey"))] == ["The battle is over."]
    assert [one.text for one in SYSTEM.check(battle, command("attack", "kesh", target="ghost"))] == [
        "No combatant is called ghost."
    ]
    lull = battle.but(up=())
    assert [one.text for one in SYSTEM.check(lull, command("misc", "vey"))] == ["It is not Vey’s turn."]


def test_action_lowers_dv_until_the_next_action() -> None:
    battle = after(fight(), command("misc", "vey", dv=-2))
    vey = battle.who("vey")
    assert (vey.track("action_penalty"), vey.turn) == (-2, Table(actions=("misc",)))
    battle = after(battle, command("end_turn", "vey"), command("misc", "kesh"), command("end_turn", "kesh"))
    assert (battle.tick, battle.who("vey").track("action_penalty")) == (5, 0)


def test_delayed_turn_has_not_begun() -> None:
    state = {"next_tick": 0, "action_penalty": -2, "onslaught": 1, "dashing": True, "botched": True}
    omens = (Effect("omen", "Omen", (), "turn_start"), Effect("song", "Song", (), "battle"))
    fresh = fight(vey={"state": state})
    before = fresh.who("vey").before
    assert before is not None
    battle = fresh.with_combatant(fresh.who("vey").but(before=before.but(effects=omens), effects=omens[1:]))
    vey = battle.who("vey")
    assert [vey.track(name) for name in ("action_penalty", "onslaught")] == [0, 0]
    assert "dashing" not in vey.conditions
    late = after(battle, says(onslaught=2), says(botched=True), says(next_tick=6)).who("vey")
    assert (late.track("action_penalty"), late.track("onslaught")) == (-2, 3)
    assert set(late.conditions) >= {"dashing", "botched"}
    assert sorted(effect.id for effect in late.effects) == ["omen", "song"]
    # It comes up on tick 2, and all of it is over again.
    up = after(battle, says(next_tick=2))
    assert (up.tick, up.up) == (2, ("vey",))
    assert [up.who("vey").track(name) for name in ("action_penalty", "onslaught")] == [0, 0]
    assert [effect.id for effect in up.who("vey").effects] == ["song"]


def test_turn_long_effects_end_with_the_turn() -> None:
    kinds = ("turn_start", "turn_end", "battle")
    battle = under(fight(), "vey", *(Effect(kind, kind, (), kind) for kind in kinds))
    ended = after(battle, command("misc", "vey"), command("end_turn", "vey"))
    assert [effect.id for effect in ended.who("vey").effects] == ["turn_start", "battle"]
    again = after(ended, command("misc", "kesh"), command("end_turn", "kesh"))
    assert (again.tick, [effect.id for effect in again.who("vey").effects]) == (5, ["battle"])


def test_clock_stops_without_combatants() -> None:
    battle = fight()
    for who in ("kesh", "thug", "vey"):
        battle = after(battle, command("adjust", who=who, set={"health": {"lethal": 7}}))
    assert (battle.tick, battle.up) == (0, ())
    back = after(battle, command("adjust", who="thug", set={"health": {"lethal": 0}}))
    assert (back.tick, back.up) == (9, ("thug",))


def test_held_combatant_is_passed_over_and_refreshed() -> None:
    state = {"next_tick": 4, "onslaught": 2, "dashing": True, "grappled_by": "vey"}
    battle = fight(kesh={"state": state})
    held = after(battle, command("misc", "vey"), command("end_turn", "vey"))
    # Vey let go at the end of his turn: Kesh is up on tick 4 as any other.
    assert (held.tick, held.up, held.who("kesh").track("onslaught")) == (4, ("kesh",), 0)
    del state["grappled_by"]
    play = Play.begin(SYSTEM, fight(kesh={"state": state}))
    play.dispatch(command("grapple", "vey", target="kesh", maneuver="hold"))
    play.answer(Fall(score=4))
    play.dispatch(command("end_turn", "vey"))
    kesh = play.battle.who("kesh")
    assert play.battle.tick == 6
    assert (kesh.track("next_tick"), kesh.track("onslaught"), "dashing" in kesh.conditions) == (9, 0, False)


def test_no_one_is_up_twice_on_a_tick_or_in_the_past() -> None:
    battle = fight()
    vey = battle.who("vey")
    assert turn_order.place(battle, vey.but(tracks=vey.tracks.put("next_tick", -3))) == 0
    assert turn_order.place(battle, vey.but(acted=True)) == 1
    assert turn_order.place(battle, vey.but(acted=True, tracks=vey.tracks.put("next_tick", 7))) == 7
    assert turn_order.place(battle.but(tick=None), vey.but(acted=True)) == 0


def test_everyone_in_order() -> None:
    traits = {"wits": 3, "awareness": 3}
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "oda", "side": "heroes", "zone": "yard", "traits": traits, "state": {"next_tick": 4}},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 2}},
        {"id": "late", "side": "foes", "zone": "gate", "state": {"waiting": True}},
        {"id": "dak", "side": "foes", "zone": "gate", "state": {"next_tick": 1, "health": {"lethal": 7}}},
    ]
    battle = fight(combatant=people)
    assert turn_order.order(battle) == ("vey", "thug", "oda", "kesh", "dak", "late")


def test_waiting_combatant_can_act_from_the_following_tick() -> None:
    battle = fight(kesh={"state": {"next_tick": 2, "guarding": True}})
    assert turn_order.may_step_in(battle) == ("kesh",)
    kesh = battle.who("kesh")

    def may(**changes: Any) -> bool:
        return bool(turn_order.may_step_in(battle.with_combatant(kesh.but(**changes))))

    def waits(since: int) -> Table[str, Any]:
        return Table(guarding=Table(since=since))

    assert may(conditions=waits(-1))
    assert not may(conditions=waits(0))
    assert not may(conditions=Table())
    assert not may(acted=True)
    assert not may(turn=Table())
    assert not may(conditions=Table(guarding=Table(since=-3), grappled_by="vey"))
    assert not may(conditions=Table(guarding=Table(since=-3), incapacitated=True))
    assert may(conditions=Table(aiming=Table(target="vey", since=-1, until=2)))
    assert turn_order.may_step_in(battle.but(phase="over")) == ()
    assert turn_order.step_in_ticks(battle, "vey") is None
    assert turn_order.step_in_ticks(battle.but(tick=None), "kesh") is None


def test_combatant_can_act_back_to_the_last_turn() -> None:
    # Vey acts on tick 0, with Speed 5; Kesh guards since -2 and the thug is up on tick 4.
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH, "state": {"next_tick": 6, "guarding": True}},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 4}},
    ]
    battle = after(fight(combatant=people), command("misc", "vey"), command("end_turn", "vey"))
    assert (battle.tick, battle.up) == (4, ("thug",))
    # Kesh has guarded since 6 - 3 = 3.
    assert turn_order.step_in_ticks(battle, "kesh") == (4, 4)
    kesh = battle.who("kesh")
    long = battle.with_combatant(kesh.but(conditions=Table(guarding=Table(since=-2))))
    assert turn_order.step_in_ticks(long, "kesh") == (0, 4)
    back = after(long, command("misc", "kesh").but(tick=2))
    assert (back.tick, back.up, back.who("kesh").track("next_tick")) == (2, ("kesh",), 7)
    assert back.who("thug").turn is None
    # On a tick to which the clock goes back nobody has acted, not even by the storyteller's word.
    marked = after(long, command("adjust", who="vey", set={"acted": True}))
    assert marked.who("vey").acted
    assert not after(marked, command("misc", "kesh").but(tick=2)).who("vey").acted
    acted = after(long, command("move", "thug", to="yard"))
    assert turn_order.step_in_ticks(acted, "kesh") == (4, 4)
    for tick in (None, 4):
        joined = after(acted, command("misc", "kesh").but(tick=tick))
        assert (joined.tick, joined.up) == (4, ("thug", "kesh"))


def test_no_one_steps_in_before_an_action_already_taken() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "oda", "side": "heroes", "zone": "yard", "state": {"next_tick": 0, "guarding": True}},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH, "state": {"next_tick": 2, "guarding": True}},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 3, "guarding": True}},
    ]
    battle = fight(combatant=people)
    assert battle.up == ("vey", "oda")
    # Oda's guard has run its course: she is up, and could still have acted on an earlier tick.
    assert turn_order.step_in_ticks(battle, "oda") == (0, 0)
    # The thug began to guard on this very tick.
    assert turn_order.step_in_ticks(battle, "thug") is None
    assert turn_order.step_in_ticks(battle, "kesh") == (0, 0)
    acted = after(battle, command("move", "vey", to="yard"))
    assert turn_order.step_in_ticks(acted, "oda") is None
    assert turn_order.step_in_ticks(acted, "kesh") == (0, 0)
    later = battle.but(tick=3)
    assert turn_order.step_in_ticks(later.but(facts=later.facts.put("last_tick", 1)), "kesh") == (1, 3)
    half = acted.but(tick=3, facts=acted.facts.put("last_tick", 3))
    assert turn_order.step_in_ticks(half, "kesh") == (3, 3)


def test_postponed_combatant_has_not_acted() -> None:
    both = fight(kesh={**KESH, "state": {"next_tick": 0}})
    battle = after(both, says(next_tick=6))
    assert (battle.tick, battle.up, battle.who("vey").acted) == (0, ("kesh",), False)


def test_turn_without_an_action_is_a_guard_and_ends_stun_and_aim() -> None:
    state = {"next_tick": 0, "stunned": True, "aiming": "kesh"}
    battle = after(fight(vey={"state": state}), command("end_turn", "vey"))
    assert list(battle.who("vey").conditions) == ["guarding"]


def test_clock_stops_when_everyone_has_fallen() -> None:
    fallen = {"health": {"lethal": 7}, "next_tick": 0}
    people = [{"id": id, "side": id, "zone": "yard", "state": fallen} for id in ("vey", "kesh")]
    battle = fight(combatant=people)
    assert (battle.phase, battle.tick, battle.up) == ("running", None, ())


def test_battle_resumes_when_someone_is_healed() -> None:
    fallen = {"health": {"lethal": 7}, "next_tick": 2}
    people = [{"id": id, "side": id, "zone": "yard", "state": fallen} for id in ("vey", "kesh")]
    battle = after(fight(combatant=people), command("adjust", who="kesh", set={"health": {"lethal": 0}}))
    assert (battle.tick, battle.up, battle.who("kesh").turn) == (2, ("kesh",), Table())


def both_up(**data: Any) -> Battle:
    return fight(kesh={**KESH, "state": {"next_tick": 0}}, **data)


def test_acted_state_lasts_until_the_clock_advances() -> None:
    battle = after(both_up(), command("misc", "vey"), command("end_turn", "vey"))
    assert (battle.tick, battle.up) == (0, ("kesh",))
    assert (battle.who("vey").acted, battle.who("kesh").acted) == (True, False)
    still = after(battle, command("move", "kesh", to="gate"))
    assert still.who("vey").acted
    later = after(still, command("misc", "kesh"), command("end_turn", "kesh"))
    assert (later.tick, later.up) == (5, ("vey", "kesh"))
    assert not later.who("vey").acted


def test_held_combatants_are_passed_over_in_turn() -> None:
    # Vey acts on tick 0; Kesh is held on 4, Ilo on 5; their holders come on tick 9.
    people = [
        {"id": "vey", "side": "heroes", "zone": "gate", **VEY, "state": {"next_tick": 0}},
        {"id": "kesh", "side": "foes", "zone": "yard", "state": {"next_tick": 4, "grappled_by": "oda"}},
        {"id": "ilo", "side": "foes", "zone": "yard", "state": {"next_tick": 5, "grappled_by": "mara"}},
        {"id": "oda", "side": "heroes", "zone": "yard", "state": {"next_tick": 8}},
        {"id": "mara", "side": "heroes", "zone": "yard", "state": {"next_tick": 8}},
    ]
    close = [{"members": ["kesh", "oda"]}, {"members": ["ilo", "mara"]}]
    battle = fight(combatant=people, close=close)
    battle = after(battle, command("misc", "vey", dv=-1), says(next_tick=20), command("end_turn", "vey"))
    assert (battle.tick, battle.up) == (8, ("oda", "mara"))
    assert [battle.who(id).track("next_tick") for id in ("kesh", "ilo")] == [9, 10]


def test_held_combatant_is_not_up_on_a_named_tick() -> None:
    play = Play.begin(SYSTEM, fight())
    play.dispatch(command("grapple", "vey", target="kesh", maneuver="hold"))
    play.answer(Fall(score=4))
    battle = after(play.battle, command("adjust", who="kesh", set={"next_tick": 0}))
    assert (battle.tick, battle.up) == (0, ("vey",))


def test_combatant_moved_to_this_tick_begins_its_turn() -> None:
    state = {"next_tick": 4, "action_penalty": -2, "onslaught": 1, "dashing": True}
    battle = after(fight(kesh={"state": state}), command("adjust", who="kesh", set={"next_tick": 0}))
    kesh = battle.who("kesh")
    assert (battle.up, kesh.turn) == (("vey", "kesh"), Table())
    assert (kesh.track("action_penalty"), kesh.track("onslaught"), "dashing" in kesh.conditions) == (0, 0, False)


@pytest.mark.parametrize(("simultaneous", "up"), [(True, ("vey", "kesh")), (False, ("vey",))])
def test_combatant_seized_on_its_own_tick_loses_its_turn(simultaneous: bool, up: tuple[str, ...]) -> None:
    play = Play.begin(SYSTEM, both_up(options={"simultaneous": simultaneous}))
    play.dispatch(command("grapple", "vey", target="kesh", maneuver="hold"))
    play.answer(Fall(score=4))
    assert play.battle.up == up


def test_lost_turn_is_over_and_counts() -> None:
    fells = command("adjust", who="kesh", set={"health": {"lethal": 7}})
    battle = after(both_up(options={"simultaneous": False}), fells)
    kesh = battle.who("kesh")
    assert (battle.up, kesh.turn, kesh.before, kesh.acted) == (("vey",), None, None, True)
    # Healed on this very tick it comes up on the next.
    back = after(battle, command("adjust", who="kesh", set={"health": {"lethal": 0}}))
    assert back.up == ("vey",)
    assert turn_order.place(back, back.who("kesh")) == 1


def test_breaking_off_does_not_refresh() -> None:
    state = {"next_tick": 2, "guarding": True, "action_penalty": -1, "onslaught": 2}
    battle = after(fight(kesh={"state": state}), command("misc", "kesh", dv=-1))
    kesh = battle.who("kesh")
    assert (kesh.track("action_penalty"), kesh.track("onslaught")) == (-2, 2)


# What attacks ask ----------------------------------------------------------------------------------------------------


def choices(battle: Battle, attack: Attack, score: int = 0) -> dict[str, Choose]:
    """The choices of an attack, whether play stops for them or not; its rolls fall with this many successes."""
    scene = Scene(battle)
    found: dict[str, Choose] = {}
    steps: Any = attack_resolution.resolve_attack(scene, attack)
    answer: Any = None
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration:
            return found
        answer = None
        if isinstance(asked, Event):
            scene.battle = evolve(scene.battle, asked)
        elif isinstance(asked, Choose):
            found[asked.name] = asked
            answer = Choice(asked.default)
        else:
            answer = Fall(score=score if asked.name == "attack" else 7)


def question(choose: Choose) -> tuple[str, list[tuple[object, str]], object, bool]:
    return choose.prompt, [(one.value, one.label) for one in choose.options], choose.default, choose.stop


def test_questions_of_an_uninterrupted_attack() -> None:
    battle = fight()
    asked = choices(battle, declared(battle, SYSTEM.complete(battle, command("attack", "vey", target="kesh"))))
    assert {name: question(one) for name, one in asked.items()} == {
        "defense": ("How does Kesh defend?", [("parry", "Parry 3"), ("dodge", "Dodge 2")], "parry", False),
        "reroll": (
            "Does Vey roll again?",
            [("no", "No"), ("better", "Yes, and keep the better roll"), ("new", "Yes, and keep the new roll")],
            "no",
            False,
        ),
        "improve": (
            "By how much does Kesh improve their DV?",
            [(more, f"+{more}") for more in range(11)],
            0,
            False,
        ),
    }


def test_better_defense_is_the_default() -> None:
    battle = fight(kesh={"traits": KESH["traits"] | {"dodge": 5}})
    asked = choices(battle, declared(battle, SYSTEM.complete(battle, command("attack", "vey", target="kesh"))))
    assert question(asked["defense"])[1:3] == ([("parry", "Parry 3"), ("dodge", "Dodge 4")], "dodge")
    helpless = fight(kesh={"state": {"next_tick": 4, "inactive": True}})
    blow = declared(helpless, SYSTEM.complete(helpless, command("attack", "vey", target="kesh")))
    assert "defense" not in choices(helpless, blow)


def test_coup_de_grace_asks_whether_it_kills() -> None:
    battle = fight()
    asked = command("attack", "vey", target="kesh", shot="coup_de_grace")
    found = choices(battle, declared(battle, SYSTEM.complete(battle, asked)), 9)
    assert question(found["coup_de_grace"]) == (
        "Is Kesh killed or maimed?",
        [("maim", "maim"), ("kill", "kill")],
        "maim",
        False,
    )


def blow(**more: Any) -> damage.Blow:
    raw = NOTHING.plus("raw", more.pop("raw", 6))
    return damage.Blow("vey", "kesh", raw, more.pop("type", "lethal"), **more)


def test_damage_left_after_soak_and_hardness() -> None:
    plate = {"id": "plate", "name": "Plate", "soak": {"lethal": 9, "bashing": 2}, "hardness": {"lethal": 4}}
    battle = fight(kesh={"armor": plate})
    assert parts(damage.damage_pool(battle, blow(raw=4))) == [
        ("raw", 4),
        ("Kesh’s Hardness 4 is not overcome", -4),
    ]
    pool = damage.damage_pool(battle, blow(raw=5))
    assert parts(pool) == [
        ("raw", 5),
        ("Kesh’s soak", -9),
        ("at least Essence", 5),
    ]
    assert damage.damage_pool(battle, blow(raw=5, overwhelming=3)).total == 3
    assert damage.damage_pool(battle, blow(raw=4)).parts[-1].rule == "ex2-10"
    # Overwhelming counts where it is higher.
    assert parts(damage.damage_pool(battle, blow(raw=5, overwhelming=1)))[-1] == ("at least Essence", 5)
    assert damage.damage_pool(fight(), blow(raw=0)).total == 0
    assert parts(damage.damage_pool(fight(), blow(raw=-2))) == [("raw", -2), ("no damage", 2)]
    assert damage.damage_pool(fight(), blow(raw=1)).total == 1


def test_dice_may_be_added_after_soak() -> None:
    # 6 - Kesh's lethal soak 0, and 2 more; 6 - 3
    for more, dice in ((2, 8), (-3, 3)):
        omen = Effect("omen", "Omen", (Modifier("post_soak", dice=more),), "battle")
        assert damage.damage_pool(under(fight(), "vey", omen), blow(raw=6)).total == dice


def wounded(battle: Battle, score: int, **more: Any) -> tuple[int, str]:
    """The lethal levels Kesh has after a hit whose damage falls so, and what the log says of it."""
    play = Play.begin(SYSTEM, battle)
    play.dispatch(command("attack", "vey", target="kesh", **more))
    play.answer(Fall(score=4))
    play.answer(Fall(score=score))
    while isinstance(play.pending, Roll):
        play.answer(Fall(score=9 if play.pending.dice > 4 else 2))
    texts = [event.text for line in play.log() for event in line.events if hasattr(event, "text")]
    first = next(n for n, text in enumerate(texts) if "hits" in text)
    return play.battle.who("kesh").track("health.lethal"), " ".join(texts[first:])


def test_effects_can_add_and_remove_levels_of_damage() -> None:
    for name in ("damage", "post_soak"):
        for more, levels in ((1, 1), (-3, 0)):
            omen = Effect("omen", "Omen", (Modifier(name, successes=more),), "battle")
            taken, words = wounded(under(fight(), "vey", omen), 0)
            assert taken == levels
            assert words.endswith(f"{levels} lethal.")


def test_combatant_falls_only_once() -> None:
    standing = fight(kesh={"state": {"next_tick": 4, "health": {"lethal": 6}}})
    assert wounded(standing, 1)[1].endswith(" 1 lethal. Kesh is incapacitated.")
    fallen = fight(kesh={"state": {"next_tick": 4, "health": {"lethal": 7}}})
    assert wounded(fallen, 1)[1].endswith(" 1 lethal.")


# Ways ----------------------------------------------------------------------------------------------------------------


def some_ways(battle: Battle, who: str, id: str) -> list[dict[str, Any]]:
    return [dict(way.args) for way in possible_steps.attempts(battle, who, SYSTEM.rules.actions[id])]


def test_possible_steps_of_each_action() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY, "ready": ["straight_sword"]},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "oda", "side": "heroes", "zone": "yard", "state": {"next_tick": 7}},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 9}},
        {"id": "late", "side": "foes", "zone": "gate", "state": {"waiting": True}},
    ]
    battle = fight(combatant=people)
    targets = [{"target": "kesh"}, {"target": "thug"}, {"target": "oda"}]
    assert some_ways(battle, "vey", "attack") == targets
    assert some_ways(battle, "vey", "aim") == targets
    assert some_ways(battle, "vey", "grapple") == targets
    assert some_ways(battle, "vey", "sweep") == [{"shot": "sweep", **one} for one in targets]
    assert some_ways(battle, "vey", "coordinate") == [
        {"target": "kesh", "with": ("vey", "oda")},
        {"target": "thug", "with": ("vey", "oda")},
        {"target": "oda", "with": ("vey",)},
    ]
    assert some_ways(battle, "vey", "move") == [
        {"to": "gate"},
        {"to": "yard"},
        {"close_to": "kesh"},
        {"close_to": "oda"},
    ]
    assert some_ways(battle, "oda", "dash") == [{"to": "gate"}, {"close_to": "kesh"}, {"close_to": "vey"}]
    assert some_ways(battle, "vey", "climb") == [{}, {"to": "gate"}, {"to": "yard"}]
    assert some_ways(battle, "oda", "swim") == [{}, {"to": "gate"}]
    assert some_ways(battle, "vey", "ready_weapon") == [
        {"unready": ("straight_sword",)},
        {"ready": ("throwing_knife",)},
    ]
    blows = [{"actions": (Table(do="attack", **one), Table(do="attack", **one))} for one in targets]
    assert some_ways(battle, "vey", "flurry") == [*blows, {"actions": (Table(do="misc"), Table(do="misc"))}]
    assert some_ways(battle, "vey", "guard") == [{}]
    on_the_way = battle.with_combatant(
        battle.who("oda").but(conditions=Table(progress=Table(to="gate", done=3, need=45)))
    )
    assert some_ways(on_the_way, "oda", "climb") == [{}, {"to": "gate"}, {"to": "yard"}]
    nowhere = battle.with_combatant(battle.who("oda").but(zone=None))
    assert some_ways(nowhere, "oda", "climb") == [{}]
    assert possible_steps.allies(battle, "vey") == ["vey", "oda"]
    away = battle.with_combatant(battle.who("oda").but(waiting=True))
    assert possible_steps.allies(away, "vey") == ["vey"]


def test_actions_allowed_in_a_flurry() -> None:
    battle = fight(vey={"ready": ["straight_sword"]})
    found = possible_steps.flurry_parts(battle, "vey", SYSTEM.rules.actions)
    labels = [one.label for one in found]
    assert labels[:2] == ["Attack: Kesh", "Attack: Thug"]
    assert found[0].value == Table(do="attack", target="kesh", weapon="straight_sword")
    assert "Dash: Gate" in labels
    assert "Dash: Kesh" in labels
    assert "Rise" in labels
    assert "Sweep: Thug" in labels
    assert not {"Aim: Kesh", "Guard", "Move: Gate", "Flurry", "End turn"} & set(labels)
    # What is done to nobody is about nobody; only blows name a weapon.
    assert [(one.value, one.about) for one in found if one.label == "Rise"] == [(Table(do="rise"), "")]
    assert [one.value for one in found if one.label == "Dash: Gate"] == [Table(do="dash", to="gate")]
    hidden = SYSTEM.rules.actions.put("rise", SYSTEM.rules.actions["rise"].but(hidden=True))
    assert "Rise" not in [one.label for one in possible_steps.flurry_parts(battle, "vey", hidden)]
    armed = possible_steps.flurry_parts(fight(), "vey", SYSTEM.rules.actions)
    assert [one.label for one in armed[:2]] == [
        "Attack: Kesh with the straight sword",
        "Attack: Kesh with the throwing knife",
    ]
    bare = possible_steps.flurry_parts(fight(vey={"ready": []}), "vey", SYSTEM.rules.actions)
    assert bare[0].value == Table(do="attack", target="kesh", weapon="unarmed")
