"""What a turn of ex3 leaves room for: actions, effects that are actions, answers to an attack (ex3-20 to 22, 54)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import (
    ConditionBegan,
    ConditionEnded,
    EffectBegan,
    Event,
    Noted,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from exgui.engine.evolve import evolve, evolve_all
from exgui.engine.procedure import Scene
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.common import turn_order as common
from exgui.systems.ex3 import turn_actions, turn_order
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.attack_step import answer_command, clash_modes, clash_refusal
from exgui.systems.ex3.game import Ex3
from exgui.systems.ex3.grapple import hold

RULES = load("ex3")
ABLE = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "dodge": 2}


def fight(*, start: bool = True, near: bool = True, **states: dict[str, Any]) -> Play:
    """Volfer and Kesh, both up on tick 9, and Orin (4), each with a straight sword, all at close range."""

    def one(id: str, side: str, initiative: int) -> dict[str, Any]:
        own = {"id": id, "side": side, "zone": "yard", "traits": ABLE, "weapons": ["straight_sword"]}
        return own | {"state": {"initiative": initiative} | states.get(id, {})}

    data = {
        "zone": [{"id": "yard"}],
        "combatant": [one("volfer", "heroes", 9), one("kesh", "foes", 9), one("orin", "foes", 4)],
        "close": [{"members": ["volfer", "kesh", "orin"]}] if near else [],
    }
    play = Play.begin(system_for(RULES), battle_from(RULES, data, "turn"))
    if start:
        play.dispatch(Command("start"))
    return play


def having(battle: Battle, who: str, **facts: Any) -> Battle:
    """With these facts of its turn."""
    one = battle.who(who)
    assert one.turn is not None
    return battle.with_combatant(one.but(turn=Table({**one.turn, **facts})))


def texts(play: Play, battle: Battle, by: str, do: str, **args: Any) -> list[str]:
    return [one.text for one in play.system.check(battle, Command(do, by, Table(args)))]


def answer(battle: Battle, mode: str = "withering", weapon: str = "") -> str:
    """The violations of Kesh's answering Volfer's attack."""
    sword = battle.who("volfer").gear["straight_sword"]
    attack = Attack("volfer", "kesh", sword, "withering", "close")
    broken = clash_refusal(battle, attack, answer_command(battle, attack, {"mode": mode, "weapon": weapon}))
    return broken[0].text if broken else ""


def test_combatant_up_on_the_same_tick_can_clash_in_any_way() -> None:
    battle = fight().battle
    assert set(battle.up) == {"volfer", "kesh"}
    assert answer(battle) == ""
    sword = battle.who("volfer").gear["straight_sword"]
    assert clash_modes(battle, Attack("volfer", "kesh", sword, "withering", "close")) == (
        "withering",
        "decisive",
        "disarm",
        "grapple",
    )
    assert clash_modes(battle, Attack("volfer", "orin", sword, "withering", "close")) == ()
    low = fight(kesh={"initiative": 9}).battle
    crashed = low.with_combatant(low.who("kesh").but(tracks=low.who("kesh").tracks.put("initiative", -1)))
    assert clash_modes(crashed, Attack("volfer", "kesh", sword, "withering", "close")) == ("withering",)


def test_only_combatants_on_this_tick_can_clash() -> None:
    late = fight(kesh={"initiative": 5}).battle
    assert answer(late) == "Kesh doesn’t act on this tick."
    one = fight().battle.who("kesh")
    fallen = fight().battle.with_combatant(one.but(conditions=Table(incapacitated=True)))
    assert answer(fallen) == "Kesh doesn’t act on this tick."


def test_clash_after_acting_needs_an_attack_left_in_the_flurry() -> None:
    battle = fight().battle
    spent = "Kesh has already used this turn’s Simple action."
    assert answer(having(battle, "kesh", simple=("aim",))) == spent
    assert answer(having(battle, "kesh", simple=("attack",), flurry=("attack", "rise"))) == spent
    assert answer(having(battle, "kesh", simple=("rise",), flurry=("other", "rise"))) == spent
    assert answer(having(battle, "kesh", simple=("rise",), flurry=("attack", "rise"))) == ""


def test_after_a_shift_only_the_crashed_opponent_can_be_answered() -> None:
    battle = fight().battle
    assert answer(having(battle, "kesh", only="volfer")) == ""
    assert (
        answer(having(battle, "kesh", only="orin")) == "After the Shift, Kesh can attack only someone else this turn."
    )


def test_first_of_several_reasons_is_shown() -> None:
    battle = fight().battle
    one = battle.who("kesh")
    bare = battle.with_combatant(one.but(ready=(), tracks=one.tracks.put("initiative", -1)))
    assert answer(bare, "decisive", "straight_sword") == "The straight sword isn’t ready."


def test_action_effect_counts_by_its_keywords() -> None:
    battle = fight().battle
    leap = Item("leap", "Leap", "effect", Table(when="action", type="simple", keywords=("movement", "mute")))
    action = turn_actions.effect_action(battle, leap)
    assert (action.id, action.label, action.type, action.keywords, action.defense) == (
        "leap",
        "Leap",
        "simple",
        ("movement",),
        0,
    )
    assert turn_actions.effect_action(battle, leap.but(id="attack")).id == "invoke"
    roar = Item("roar", "Roar", "effect", Table(when="action", type="reflexive", defense=-2))
    action = turn_actions.effect_action(battle, roar)
    assert (action.type, action.keywords, action.defense, action.rule) == ("reflexive", (), -2, "ex3-85")
    # It takes the place of no Simple action, and the turn has begun with it.
    after = evolve_all(battle, turn_actions.use_action(battle, "volfer", action)).who("volfer")
    assert turn_actions.used(after) == ()
    assert not turn_order.untouched(after)


def test_flurry_resolves_actions_before_effects() -> None:
    battle = fight().battle
    one = battle.who("volfer")
    leap = Item("leap", "Leap", "effect", Table(when="action", type="simple"))
    own = {"leap": leap, "rise": leap.but(id="rise"), "guard": Item("guard", "Guard", "effect", Table(when="attacked"))}
    one = one.but(gear=Table({**one.gear, **own, "horn": Item("horn", "Horn", "thing", Table(when="action"))}))
    found = {id: turn_actions.part_of_flurry(battle, one, id) for id in ("leap", "rise", "guard", "horn", "nothing")}
    assert {id: action and action.label for id, action in found.items()} == {
        "leap": "Leap",
        "rise": RULES.actions["rise"].label,
        "guard": None,
        "horn": None,
        "nothing": None,
    }


def test_only_the_missing_start_is_reported_against_an_action() -> None:
    battle = fight(start=False, volfer={"initiative": -2}).battle
    found = turn_actions.may_use(battle, "volfer", RULES.actions["full_defense"])
    assert [one.text for one in found] == ["The battle has not begun."]


def test_only_the_wrong_turn_is_reported_out_of_turn() -> None:
    play = fight(kesh={"initiative": 5})
    assert texts(play, play.battle, "orin", "full_defense") == ["It is not Orin’s turn; it is Volfer’s."]


def test_first_in_order_acts_first_on_a_shared_tick() -> None:
    play = fight()
    assert play.battle.active == "volfer"
    assert texts(play, play.battle, "kesh", "full_defense") == ["Volfer acts first on this tick."]
    assert texts(play, play.battle, "volfer", "full_defense") == []


def test_first_used_action_is_named() -> None:
    play = fight()
    battle = having(play.battle, "volfer", simple=("full_defense", "attack"))
    label = RULES.actions["full_defense"].label
    assert texts(play, battle, "volfer", "aim", target="kesh") == [
        f"Volfer has already used this turn’s Simple action: {label}."
    ]
    # An effect that the sheet has no longer has only its id left.
    assert texts(play, having(play.battle, "volfer", simple=("leap",)), "volfer", "aim", target="kesh") == [
        "Volfer has already used this turn’s Simple action: leap."
    ]


def test_move_is_reflexive_and_can_follow_any_action() -> None:
    play = fight(near=False)
    battle = having(play.battle, "volfer", simple=("full_defense",), restrained=True)
    assert texts(play, battle, "volfer", "move", close_to="kesh") == []


def test_rush_can_follow_a_move_but_no_other_movement() -> None:
    play = fight(near=False)
    again = "Volfer has already used a Movement action this turn."
    assert texts(play, having(play.battle, "volfer", movement=("move",)), "volfer", "rush", target="kesh") == []
    assert texts(play, having(play.battle, "volfer", movement=("rise",)), "volfer", "rush", target="kesh") == [again]
    both = having(play.battle, "volfer", movement=("move", "rise"))
    assert texts(play, both, "volfer", "rush", target="kesh") == [again]


def test_combatant_without_initiative_is_not_in_crash() -> None:
    battle = fight().battle
    one = battle.who("volfer")
    without = battle.with_combatant(one.but(tracks=one.tracks.without("initiative")))
    assert turn_actions.may_use(without, "volfer", RULES.actions["full_defense"]) == []


def test_only_marked_actions_change_defense() -> None:
    battle = fight().battle
    found = {id: turn_actions.use_action(battle, "volfer", RULES.actions[id]) for id in ("attack", "full_defense")}
    assert not [event for event in found["attack"] if isinstance(event, EffectBegan)]
    [effect] = [event for event in found["full_defense"] if isinstance(event, EffectBegan)]
    assert (effect.who, effect.effect.id) == ("volfer", "defense.full_defense")


def test_only_striking_maneuvers_have_a_kind() -> None:
    play = fight(volfer={"initiative": 9, "grappling": "kesh", "control_rounds": 4}, kesh={"initiative": 5})
    held = having(play.battle, "volfer", grappled=True)
    for kind in ("restrain", "drag"):
        assert texts(play, held, "volfer", "maneuver", kind=kind, mode="odd") == []
    assert texts(play, held, "volfer", "maneuver", kind="slam") == []
    assert texts(play, held, "volfer", "maneuver", kind="slam", mode="odd") == [
        "Throw is withering or decisive, not “odd”."
    ]
    free = fight()
    assert texts(free, free.battle, "volfer", "maneuver", kind="savage") == ["Volfer isn’t holding anyone."]


BEGUN: dict[str, dict[str, Any]] = {
    "nothing": {},
    "onslaught": {"onslaught": 2},
    "a ward": {"conditions": {"defending": "kesh"}},
    "a delay": {"conditions": {"delayed": Table(until=3, since=9)}},
    "a restraint": {"conditions": {"restrained": True}},
    "an effect used": {"conditions": {"used_effects": Table(trick="turn", ploy="round")}},
    "an effect of the round used": {"conditions": {"used_effects": Table(ploy="round")}},
    "an effect until now": {"effects": (Effect("flurry", "flurry", (Modifier("defense", bonus=-1),), "turn_start"),)},
    "an effect beyond": {"effects": (Effect("blessed", "blessed", (Modifier("defense", bonus=1),), "battle"),)},
    "a hold": {"conditions": {"grappling": "kesh"}, "control_rounds": 3},
    "a hold without rounds left": {"conditions": {"grappling": "kesh"}},
    "two turns in Crash": {"initiative": -4, "crash_turns": 2, "conditions": {"crashed_by": "volfer"}},
    "three turns in Crash": {"initiative": -4, "crash_turns": 3, "conditions": {"crashed_by": "volfer"}},
    "a Crash of its own": {"initiative": 0, "crash_turns": 4, "conditions": {"self_crashed": Table()}},
    "a second Crash": {"initiative": -1, "crash_turns": 3, "conditions": {"crash_left": Table(round=0)}},
    "a Crash that a low base does not end": {
        "initiative": -4,
        "crash_turns": 3,
        "base": -2,
        "conditions": {"crashed_by": "volfer"},
    },
    "turns counted by hand": {"crash_turns": 3},
    "a hold that is over": {"held": 0},
    "a hold that goes on": {"held": 1},
}


@pytest.mark.parametrize("what", BEGUN)
def test_undone_turn_costs_nothing(what: str) -> None:
    """Orin's turn begins, and has not begun after all: everyone is as before (ex3-05b)."""
    before = fight().battle
    state = dict(BEGUN[what])
    held = state.pop("held", None)
    one = before.who("orin")
    if "base" in state:
        one = one.but(traits=one.traits.put("base_initiative", state.pop("base")))
    if held is not None:
        holder = before.who("kesh")
        rounds = holder.tracks.put("control_rounds", held)
        before = before.with_combatant(holder.but(conditions=Table(grappling="orin"), tracks=rounds))
        state["conditions"] = {"grappled_by": "kesh"}
    if "grappling" in state.get("conditions", {}):
        before = before.with_combatant(before.who("kesh").but(conditions=Table(grappled_by="orin")))
    conditions, effects = Table(state.pop("conditions", {})), state.pop("effects", ())
    before = before.with_combatant(
        one.but(conditions=conditions, effects=effects, tracks=Table({**one.tracks, "crash_turns": 0} | state))
    )
    scene = Scene(before)
    common.events_of(scene, turn_order.begin_turn(scene, "orin"))
    assert scene.battle.who("orin").turn is not None
    after = undone(scene.battle)
    assert {id: shape(one) for id, one in after.combatants.items()} == {
        id: shape(one) for id, one in before.combatants.items()
    }


def undone(battle: Battle) -> Battle:
    """Orin's turn has not begun after all; every event of that says what it changes, and names its rule if any."""
    for event in turn_order.recall_turn(battle, "orin"):
        assert getattr(event, "rule", "") in ("", *RULES.catalogue)
        if isinstance(event, TrackChanged):
            assert event.by == event.value - battle.who(event.who).track(event.track)
        if isinstance(event, ConditionEnded):
            assert event.condition in battle.who(event.who).conditions
        if isinstance(event, ConditionBegan):
            assert event.value != battle.who(event.who).conditions.get(event.condition)
        battle = evolve(battle, event)
    return battle


def test_later_changes_stay_when_a_turn_is_undone() -> None:
    """A hold that is over by now does not come back, nor one over whose captor holds another."""
    before = fight().battle
    orin, kesh = before.who("orin"), before.who("kesh")
    rounds = orin.tracks.put("control_rounds", 3)
    holding = before.with_combatant(orin.but(conditions=Table(grappling="kesh"), tracks=rounds))
    scene = Scene(holding.with_combatant(kesh.but(conditions=Table(grappled_by="orin"))))
    common.events_of(scene, turn_order.begin_turn(scene, "orin"))
    common.events_of(scene, hold.end(scene, "orin", "Let go."))
    after = undone(scene.battle)
    assert (after.who("orin").track("control_rounds"), after.who("kesh").conditions) == (0, {})

    held = before.with_combatant(orin.but(conditions=Table(grappled_by="kesh")))
    scene = Scene(held.with_combatant(kesh.but(conditions=Table(grappling="orin"))))
    common.events_of(scene, turn_order.begin_turn(scene, "orin"))
    assert "grappled_by" not in scene.battle.who("orin").conditions
    other = scene.battle.who("kesh").but(conditions=Table(grappling="volfer"))
    after = undone(scene.battle.with_combatant(other))
    assert "grappled_by" not in after.who("orin").conditions
    assert after.who("kesh").conditions["grappling"] == "volfer"


def shape(one: Combatant) -> Combatant:
    """The combatant without tracks that are 0."""
    return one.but(tracks=Table((track, value) for track, value in one.tracks.items() if value))


@pytest.mark.parametrize(
    ("facts", "conditions", "do", "args", "refusals"),
    [
        ({}, {"left": True}, "other", {}, ["Volfer is not on the battlefield. (ex3-05)"]),
        (
            {"restrained": True},
            {},
            "other",
            {},
            ["Volfer is restrained and can take only Reflexive actions this turn. (ex3-40)"],
        ),
        (
            {"flurry": ("attack", "other"), "simple": ("other",)},
            {},
            "other",
            {},
            ["The flurry consists of Attack and Other action; Other action is not among the actions left. (ex3-20)"],
        ),
        ({"flurry": ("attack", "other"), "simple": ("attack",)}, {}, "other", {}, []),
        (
            {"simple": ("aim",)},
            {},
            "other",
            {},
            ["Volfer has already used this turn’s Simple action: Aim. (ex3-20)"],
        ),
        (
            {"movement": ("rise",)},
            {},
            "move",
            {"close_to": "kesh"},
            ["Volfer has already used a Movement action this turn. (ex3-22)"],
        ),
        (
            {"aimed": True},
            {},
            "move",
            {"close_to": "kesh"},
            ["Volfer has aimed this turn and can’t move. (ex3-24)"],
        ),
        (
            {},
            {"grappled_by": "kesh"},
            "move",
            {"close_to": "kesh"},
            ["Volfer is held in a grapple and can’t move. (ex3-40)"],
        ),
        ({}, {"prone": True}, "move", {"close_to": "kesh"}, ["Volfer is prone and must rise first. (ex3-62)"]),
        ({}, {"prone": True}, "rise", {}, []),
        (
            {},
            {"prone": True, "grappling": "kesh"},
            "grapple_hold",
            {},
            ["Volfer is prone and must rise first. (ex3-62)"],
        ),
    ],
)
def test_turn_and_state_refusals_of_an_action(
    facts: dict[str, Any], conditions: dict[str, Any], do: str, args: dict[str, Any], refusals: list[str]
) -> None:
    play = fight(near=False)
    one = having(play.battle, "volfer", **facts).who("volfer")
    battle = play.battle.with_combatant(one.but(conditions=Table(conditions)))
    assert [str(one) for one in play.system.check(battle, Command(do, "volfer", Table(args)))] == refusals


def test_order_lists_active_then_upcoming_then_next_round_then_out() -> None:
    play = fight(kesh={"initiative": 5})
    battle = play.battle.but(tick=5, up=("kesh",))
    one = battle.who("orin")
    others = {
        "soon": one.but(id="soon"),
        "late": one.but(id="late", tracks=one.tracks.put("initiative", 2)),
        "done": one.but(id="done", acted=True, tracks=one.tracks.put("initiative", 8)),
        "left": one.but(id="left", conditions=Table(left=True)),
        "down": one.but(id="down", conditions=Table(incapacitated=True)),
    }
    done = battle.who("volfer").but(acted=True, turn=None)
    for other in (one.but(acted=True), *others.values(), done):
        battle = battle.with_combatant(other)
    assert turn_order.order(battle) == ("kesh", "soon", "late", "volfer", "done", "orin", "down", "left")


def test_perilous_effects_are_unavailable_in_crash() -> None:
    play = fight(near=False)
    one = play.battle.who("volfer")
    low = play.battle.with_combatant(one.but(tracks=one.tracks.put("initiative", 0)))
    dance = RULES.actions["other"].but(id="dance", keywords=("perilous",))
    assert [str(one) for one in turn_actions.may_use(low, "volfer", dance)] == [
        "Volfer is in Crash and can’t use anything Perilous. (ex3-06)"
    ]
    assert turn_actions.may_use(play.battle, "volfer", dance) == []


def test_used_actions_are_remembered_in_order_with_defense() -> None:
    battle = fight().battle
    for id in ("full_defense", "move", "rush", "other"):
        battle = evolve_all(battle, turn_actions.use_action(battle, "volfer", RULES.actions[id]))
    one = battle.who("volfer")
    assert turn_actions.used(one) == ("full_defense", "rush", "other")
    assert one.turn == {"simple": turn_actions.used(one), "movement": ("move", "rush"), "reflexive": ("move",)}
    found = {effect.id: (effect.until, effect.modifiers) for effect in one.effects}
    assert found["defense.full_defense"] == ("turn_start", (Modifier("defense", bonus=2),))
    assert found["defense.other"] == ("turn_start", (Modifier("defense", bonus=-1),))


def test_overridden_action_still_changes_defense() -> None:
    play = fight()
    play.dispatch(Command("full_defense", "orin", overrule=True))
    [effect] = play.battle.who("orin").effects
    assert (effect.id, effect.modifiers) == ("defense.full_defense", (Modifier("defense", bonus=2),))


def test_start_of_turn_events_are_not_actions() -> None:
    battle = fight().battle
    for facts, begun in (
        ({}, False),
        ({"restrained": True}, False),
        ({"restrained": True, "escaped": "kesh"}, False),
        ({"effect": True}, True),
        ({"restrained": True, "movement": ("move",)}, True),
    ):
        assert turn_order.untouched(having(battle, "volfer", **facts).who("volfer")) is not begun


def test_impossible_actions_are_skipped_before_trying_targets() -> None:
    """An attack of every kind, a flurry, a Simple action; a Move comes after a Simple action."""
    system = Ex3(RULES)
    begun = fight(kesh={"initiative": 5}).battle
    acted = having(begun, "volfer", simple=("full_defense",))
    by_step = {step: action for action in RULES.actions.values() for step in [action.step or action.id]}
    mounted = ("attack_mount", "unhorse")  # nobody rides here: about a mount nothing can be done in any turn
    attacks = [action for action in RULES.actions.values() if (action.step or action.id) == "attack"]
    kinds = [action for action in attacks if action.id not in mounted]
    assert len(kinds) > 1
    for action in [*kinds, by_step["flurry"], by_step["aim"]]:
        assert system.least_broken(begun, "volfer", action) == 0
        assert system.least_broken(acted, "volfer", action) == 1
        assert system.least_broken(acted, "orin", action) >= 1  # it is not Orin's turn
    for step in ("defend_other", "take_cover", "ready_weapon"):
        assert system.least_broken(begun, "volfer", by_step[step]) == 0
        assert system.least_broken(acted, "volfer", by_step[step]) == 1
    assert system.least_broken(acted, "volfer", by_step["move"]) == 0
    assert system.least_broken(having(acted, "volfer", movement=("rise",)), "volfer", by_step["move"]) == 1
    assert system.least_broken(acted, "volfer", by_step["rise"]) == 0


@pytest.mark.parametrize(
    ("state", "brought"),
    [
        ({}, []),
        ({"defending": "kesh"}, [ConditionEnded("orin", "defending", "ex3-26")]),
        ({"initiative": -4, "crash_turns": 2}, []),
        (
            {"initiative": -4, "crash_turns": 3},
            [
                TrackChanged("orin", "initiative", 3, 7, "ex3-08"),
                ConditionBegan("orin", "crash_left", Table(round=1), "ex3-09"),
                TrackChanged("orin", "crash_turns", 0, -3, "ex3-08"),
                Noted("Orin has been in Crash for three turns and resets to 3.", "orin", "ex3-08"),
            ],
        ),
    ],
)
def test_start_of_turn_effects_are_logged_with_their_rule(state: dict[str, Any], brought: list[Event]) -> None:
    """A ward is defended until then, and the fourth turn in Crash begins with the reset to the base of 3."""
    scene = Scene(fight(orin=state).battle)
    assert common.events_of(scene, turn_order.begin_turn(scene, "orin")) == [TurnBegan("orin"), *brought]


@pytest.mark.parametrize(
    ("state", "facts", "brought"),
    [
        ({}, {}, []),
        ({"initiative": 1}, {}, []),
        ({"initiative": 0}, {}, [TrackChanged("orin", "crash_turns", 1, 1, "ex3-08")]),
        ({"initiative": -5, "crash_turns": 2}, {}, [TrackChanged("orin", "crash_turns", 3, 1, "ex3-08")]),
        ({"aiming": "kesh"}, {}, [ConditionEnded("orin", "aiming", "ex3-24")]),
        ({"aiming": "kesh"}, {"aimed": True}, []),
    ],
)
def test_end_of_turn_effects_are_logged_with_their_rule(
    state: dict[str, Any], facts: dict[str, Any], brought: list[Event]
) -> None:
    """A turn in Crash is counted; an Aim is for the next turn."""
    play = fight(orin=state)
    for id in ("volfer", "kesh"):
        play.dispatch(Command("end_turn", id))
    scene = Scene(having(play.battle, "orin", **facts))
    events = common.events_of(scene, turn_order.end_turn(scene, "orin"))
    assert events[: events.index(TurnEnded("orin"))] == brought


def test_waiting_combatants_act_one_tick_below_the_last() -> None:
    play = fight()
    for step in (Command("delay", "volfer"), Command("end_turn", "kesh"), Command("end_turn", "orin")):
        play.dispatch(step)
    assert (play.battle.tick, play.battle.up, play.battle.who("volfer").track("initiative")) == (3, ("volfer",), 7)


def test_overridden_early_delay_undoes_nothing() -> None:
    play = fight(orin={"onslaught": 2})
    play.dispatch(Command("delay", "orin", overrule=True))
    orin = play.battle.who("orin")
    assert (orin.track("initiative"), orin.track("onslaught"), orin.conditions["delayed"]["until"]) == (2, 2, None)
    assert play.battle.up == ("volfer", "kesh")


def test_preset_initiative_precedes_unrolled_ones_before_the_start() -> None:
    battle = fight(start=False, orin={"initiative": -3}).battle
    for id in ("volfer", "kesh"):
        one = battle.who(id)
        battle = battle.with_combatant(one.but(tracks=one.tracks.without("initiative")))
    assert turn_order.order(battle) == ("orin", "volfer", "kesh")
