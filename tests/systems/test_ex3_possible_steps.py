"""The steps by which each action could be tried: the basis of `can`, the greyed actions and the panel's candidates."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Item
from exgui.engine.record import EMPTY, Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.attack import too_far
from exgui.systems.ex3.possible_steps import attempts, effects_for, flurries, others

CHARMS = [
    {"id": "ward", "name": "Ward", "when": "reflexive", "duration": "scene", "modifiers": ["soak +1"]},
    {"id": "hex", "name": "Hex", "when": "reflexive", "duration": "scene", "modifiers": ["target defense -1"]},
    {"id": "eye", "name": "Eye", "when": "attack", "modifiers": ["attack +1 die"]},
    {"id": "cry", "name": "Cry", "when": "action", "type": "simple", "keywords": ["flurry"]},
    {"id": "bolt", "name": "Bolt", "when": "action", "type": "simple", "strike": {"damage": 9}, "shape": 2},
    {"id": "jinx", "name": "Jinx", "when": "action", "type": "simple", "modifiers": ["target defense -1"]},
    {"id": "leap", "name": "Leap", "when": "action", "type": "simple", "keywords": ["flurry", "movement"]},
]


@pytest.fixture
def play() -> Play:
    """Volfer, who is active, close to Kesh and Reed, his friend; Orin, a foe, alone in the zone; Mara, a friend, a zone
    away; Ilan waits outside."""
    people: list[dict[str, Any]] = [
        {"id": "reed", "side": "heroes", "zone": "yard"},
        {"id": "volfer", "side": "heroes", "zone": "yard", "weapons": ["straight_sword", "knife"]}
        | {"ready": ["straight_sword"], "effects": CHARMS},
        {"id": "kesh", "side": "foes", "zone": "yard"},
        {"id": "orin", "side": "foes", "zone": "yard"},
        {"id": "mara", "side": "heroes", "zone": "gate"},
        {"id": "ilan", "side": "foes", "zone": "gate"},
    ]
    for number, one in enumerate(people):
        one["state"] = {"initiative": 20 if one["id"] == "volfer" else number, "waiting": one["id"] == "ilan"}
    data = {
        "zone": [{"id": "yard", "cover": {"light": 1, "heavy": 3}}, {"id": "gate"}, {"id": "cell"}],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": people,
        "close": [{"members": ["volfer", "kesh", "reed"]}],
    }
    begun = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "steps"))
    begun.dispatch(Command("start"))
    return begun


def tried(play: Play, id: str, battle: Battle | None = None) -> list[dict[str, Any]]:
    """The arguments of every way to try an action, what the action itself presets left out."""
    action = play.system.rules.actions[id]
    found = list(attempts(battle or play.battle, "volfer", action))
    assert all(one.do == (action.step or action.id) and one.by == "volfer" for one in found)
    assert all(one.args[name] == value for one in found for name, value in action.preset.items())
    return [{name: value for name, value in one.args.items() if name not in action.preset} for one in found]


def targets(*ids: str) -> list[dict[str, Any]]:
    return [{"target": id} for id in ids]


def test_opponents_precede_friends_and_absent_combatants_are_left_out(play: Play) -> None:
    assert others(play.battle, "volfer") == ("kesh", "orin", "reed", "mara")
    assert others(play.battle, "kesh") == ("reed", "volfer", "mara", "orin")


def test_attacks_have_two_kinds_and_gambits_one(play: Play) -> None:
    both = [
        {"target": id, "mode": mode} for id in ("kesh", "reed", "orin", "mara") for mode in ("withering", "decisive")
    ]
    assert tried(play, "attack") == both
    assert tried(play, "disarm") == targets("kesh", "reed", "orin", "mara")
    assert tried(play, "gambit") == [{**one, "difficulty": 3} for one in targets("kesh", "reed", "orin", "mara")]


def test_attacks_are_tried_on_opponents_in_reach_first(play: Play) -> None:
    """A straight sword reaches to close range, a long bow to all who stand in Volfer's zone."""
    assert too_far(play.battle, "volfer") == {"kesh": 0, "reed": 0, "orin": 1, "mara": 1, "ilan": 1}
    volfer = play.battle.who("volfer")
    bow = play.system.rules.item("weapon", "long_bow")
    archer = volfer.but(gear=volfer.gear.put("long_bow", bow), ready=(*volfer.ready, "long_bow"))
    far = too_far(play.battle.with_combatant(archer), "volfer")
    assert [id for id, rules in far.items() if not rules] == ["reed", "kesh", "orin"]
    assert tried(play, "disarm", play.battle.with_combatant(archer)) == targets("kesh", "orin", "reed", "mara")


def test_mount_and_ambush_steps_are_impossible_without_either(play: Play) -> None:
    kinds = ("attack_mount", "unhorse", "hold_at_bay", "disarm")
    actions = [play.system.rules.actions[id] for id in kinds]
    assert [play.system.least_broken(play.battle, "volfer", one) for one in actions] == [1, 1, 1, 0]
    offered = play.system.actions(play.battle, "volfer")
    assert [one.text for one in offered["unhorse"]] == ["Kesh isn’t riding."]
    assert [one.text for one in offered["hold_at_bay"]] == ["Kesh would not be surprised: no ambush."]
    ridden = play.battle.with_combatant(play.battle.who("mara").but(conditions=Table(mount="bay")))
    assert [play.system.least_broken(ridden, "volfer", one) for one in actions] == [0, 0, 1, 0]
    hidden = play.battle.with_combatant(play.battle.who("volfer").but(conditions=Table(concealed_from=("orin",))))
    assert [play.system.least_broken(hidden, "volfer", one) for one in actions] == [1, 1, 0, 0]


def test_distract_is_tried_on_everyone_and_for_every_friend_but_not_in_all_pairs(play: Play) -> None:
    assert tried(play, "distract") == [
        # Reed, at Initiative 0, is in Crash: Mara is the likelier friend.
        {"target": "kesh", "ally": "mara"},
        {"target": "reed", "ally": "mara"},
        {"target": "orin", "ally": "mara"},
        {"target": "mara", "ally": "reed"},
        # Kesh is the first who can be attacked.
        {"target": "kesh", "ally": "reed"},
    ]
    assert play.system.actions(play.battle, "volfer")["distract"] == ()


def test_possible_steps_are_complete_and_the_first_attack_is_legal(play: Play) -> None:
    steps = list(play.system.possible_steps(play.battle, "volfer"))
    attack = next(step for step in steps if step.do == "attack")
    assert attack.args == {"target": "kesh", "mode": "withering", "weapon": "straight_sword"}
    assert play.check(attack) == ()
    only = play.system.possible_steps(play.battle, "volfer", "aim")
    assert {step.do for step in only} == {"aim"}


def test_used_up_actions_are_not_possible(play: Play) -> None:
    play.dispatch(Command("other", "volfer"))
    steps = {step.do for step in play.system.possible_steps(play.battle, "volfer")}
    assert "attack" not in steps
    assert "move" in steps
    # Asked for by name it is tried all the same.
    assert next(play.system.possible_steps(play.battle, "volfer", "attack")).do == "attack"


def fewest(play: Play, battle: Battle, who: str, id: str) -> tuple[Violation, ...]:
    """The violations of the attempt at an action that has the fewest."""
    system, action = play.system, play.system.rules.actions[id]
    tried = [system.check(battle, system.complete(battle, one)) for one in system.attempts(battle, who, action)]
    return min(tried, key=len)


def test_actions_report_the_violations_of_their_best_attempt(play: Play) -> None:
    """Whatever is left out on the way: of who is up, of who has acted, of who waits for the moment, of all others."""
    prone = play.battle.with_combatant(play.battle.who("volfer").but(conditions=Table(prone=True)))
    moments = [play.battle, prone]
    play.dispatch(Command("other", "volfer"))
    moments.append(play.battle)
    play.undo()
    play.dispatch(Command("delay", "volfer"))
    moments.append(play.battle)
    count = 0
    for battle in moments:
        for who in battle.combatants:
            for id, broken in play.system.actions(battle, who).items():
                if list(play.system.attempts(battle, who, play.system.rules.actions[id])):
                    assert (who, id, broken) == (who, id, fewest(play, battle, who, id))
                    count += 1
    assert count > 300


def test_targeted_actions_are_tried_on_everyone(play: Play) -> None:
    for id in ("aim", "rush"):
        assert tried(play, id) == targets("kesh", "orin", "reed", "mara")
    assert tried(play, "hold_at_bay") == targets("kesh", "reed", "orin", "mara")


def test_moves_include_adjacent_zones_leaving_and_approaching(play: Play) -> None:
    assert tried(play, "move") == [{"to": "gate"}, {"to": "yard"}, {"close_to": "orin"}]
    alone = play.battle.but(close=())
    assert tried(play, "move", alone) == [
        {"to": "gate"},
        {"close_to": "kesh"},
        {"close_to": "orin"},
        {"close_to": "reed"},
    ]
    nowhere = alone.with_combatant(alone.who("volfer").but(zone=None))
    assert tried(play, "move", nowhere) == []
    assert tried(play, "take_cover", nowhere) == []
    # Without a zone there is none to step out of close range in.
    beside = play.battle.with_combatant(play.battle.who("volfer").but(zone=None))
    assert tried(play, "move", beside) == []


def test_remaining_actions_have_their_steps(play: Play) -> None:
    assert tried(play, "defend_other") == [{"ward": "reed"}, {"ward": "kesh"}]
    assert tried(play, "take_cover") == [{"level": "light"}, {"level": "heavy"}]
    assert tried(play, "maneuver") == [
        {"kind": "restrain"},
        {"kind": "savage", "mode": "withering"},
        {"kind": "savage", "mode": "decisive"},
        {"kind": "throw", "mode": "withering"},
        {"kind": "throw", "mode": "decisive"},
    ]
    assert tried(play, "ready_weapon") == [{"unready": ("straight_sword",)}, {"ready": ("knife",)}]
    assert tried(play, "full_defense") == [{}]
    assert tried(play, "withdraw") == [{}]


def test_dropped_weapon_can_be_readied(play: Play) -> None:
    axe = Table(id="axe", name="Axe", zone="yard", fields=EMPTY)
    battle = play.battle.but(facts=play.battle.facts.put("dropped", (axe,)))
    assert tried(play, "ready_weapon", battle)[0] == {"ready": ("axe",)}


def test_other_action_is_social_beside_full_defense(play: Play) -> None:
    assert tried(play, "other") == [{}]
    one = play.battle.who("volfer")
    assert one.turn is not None
    flurry = play.battle.with_combatant(one.but(turn=one.turn.put("flurry", ("full_defense", "other"))))
    assert tried(play, "other", flurry) == [{"social": True}]
    assert tried(play, "withdraw", flurry) == [{}]
    plain = play.battle.with_combatant(one.but(turn=one.turn.put("flurry", ("attack", "other"))))
    assert tried(play, "other", plain) == [{}]


def test_effects_are_tried_by_their_kind(play: Play) -> None:
    everybody = ("kesh", "orin", "reed", "mara")
    assert tried(play, "effect") == [{"effect": "ward"}, *({"effect": "hex", "target": id} for id in everybody)]
    strikes = [{"effect": "bolt", "target": id, "mode": mode} for id in everybody for mode in ("withering", "decisive")]
    jinxes = [{"effect": "jinx", "target": id} for id in everybody]
    assert tried(play, "invoke") == [{"effect": "cry"}, *strikes, *jinxes, {"effect": "leap"}]
    assert tried(play, "shape") == [{"effect": "bolt"}]
    assert tried(play, "end_effect") == []


def test_active_effect_can_be_ended(play: Play) -> None:
    play.dispatch(Command("effect", "volfer", Table(effect="ward")))
    play.dispatch(Command("effect", "volfer", Table(effect="hex", target="kesh")))
    one = play.battle.who("volfer")
    assert effects_for(play.battle, one, "end_effect") == ("ward", "hex")
    assert tried(play, "end_effect") == [{"effect": "ward"}, {"effect": "hex"}]
    lost = one.but(gear=one.gear.without("ward"))
    assert effects_for(play.battle, lost, "end_effect") == ("hex",)


def test_every_flurry_pair_is_legal_by_keyword(play: Play) -> None:
    found = tuple(flurries(play.battle, play.battle.who("volfer")))
    assert ("attack", "other") in found
    assert ("other", "attack") in found
    assert ("attack", "cry") in found
    assert all(a != b for a, b in found)
    assert ("full_defense", "other") in found
    assert {pair for pair in found if "full_defense" in pair} == {("full_defense", "other"), ("other", "full_defense")}
    singles = {id for pair in found for id in pair}
    assert {"rush", "disengage", "take_cover", "withdraw", "rise", "leap"} <= singles
    assert not singles & {"aim", "bolt", "ward", "eye", "disarm", "ride", "move", "flurry"}
    without = play.battle.who("kesh")
    assert ("attack", "cry") not in flurries(play.battle, without)


def test_flurry_has_at_most_one_movement_action(play: Play) -> None:
    moves = {"rush", "disengage", "take_cover", "withdraw", "rise", "leap"}
    found = tuple(flurries(play.battle, play.battle.who("volfer")))
    assert not [pair for pair in found if set(pair) <= moves]
    for id in moves:
        assert {("attack", id), (id, "attack"), ("cry", id), (id, "cry")} <= set(found)


def test_custom_actions_fit_a_flurry_by_their_kind(play: Play) -> None:
    """Full Defense goes with what is social; a kind of another action counts as that; what is Reflexive needs none."""
    rules = load("ex3")
    plain = rules.actions["ready_weapon"]
    own = {
        "plea": plain.but(id="plea", keywords=("flurry", "social")),
        "salute": plain.but(id="salute", step="salute"),
        "feint": plain.but(id="feint", step="attack"),
        "blink": plain.but(id="blink", type="reflexive"),
        "trance": plain.but(id="trance", keywords=("social",)),
    }
    battle = play.battle.but(rules=rules.but(actions=Table({**rules.actions, **own})))
    found = tuple(flurries(battle, battle.who("kesh")))
    assert own.keys() & {id for pair in found for id in pair} == {"plea", "salute"}
    social = {("full_defense", "other"), ("full_defense", "plea")}
    assert {pair for pair in found if "full_defense" in pair} == social | {(b, a) for a, b in social}


def test_effect_fits_a_flurry_only_if_it_is_an_action(play: Play) -> None:
    """Whatever its keywords say: those that a table's own sheets may have."""
    one = play.battle.who("kesh")
    about = {"type": "simple", "keywords": ("flurry",)}
    for id, when, type in (
        ("roar", "action", "simple"),
        ("glow", "reflexive", "simple"),
        ("wink", "action", "reflexive"),
    ):
        fields = Table({**about, "when": when, "type": type})
        one = one.but(gear=one.gear.put(id, Item(id, id.capitalize(), "effect", fields)))
    found = {id for pair in flurries(play.battle, one) for id in pair}
    assert found & {"roar", "glow", "wink"} == {"roar"}


def test_mounting_is_tried_with_every_mount_present(play: Play) -> None:
    """A camel of his own, a horse that stands in the yard, another one that stands at the gate; nothing without any."""
    assert tried(play, "ride") == []
    camel = load("ex3").tables["mount"]["camel"]
    one = play.battle.who("volfer")
    strays = tuple(
        Table(id=id, name=id.capitalize(), zone=zone, fields=EMPTY) for id, zone in (("roan", "yard"), ("grey", "gate"))
    )
    battle = play.battle.with_combatant(one.but(gear=one.gear.put("camel", camel)))
    battle = battle.but(facts=battle.facts.put("mounts", strays))
    assert tried(play, "ride", battle) == [{"mount": "camel"}, {"mount": "roan"}]


def test_quick_answers_equal_an_exhaustive_search(play: Play) -> None:
    """For everyone in turn: with a sword, with a bow that has to be aimed, unarmed, in Crash, hidden, on a mount,
    with an action used, and with a rider there."""
    system, begun = play.system, play.battle
    bow = system.rules.item("weapon", "long_bow")
    states = []
    for who in ("volfer", "mara", "orin"):
        up = begun.but(up=(who,)).with_combatant(begun.who(who).but(turn=Table()))
        one = up.who(who)
        changed = (
            one,
            one.but(gear=one.gear.put("long_bow", bow), ready=("long_bow",)),
            one.but(ready=()),
            one.but(tracks=one.tracks.put("initiative", -3)),
            one.but(conditions=Table(concealed_from=("kesh", "reed"))),
            one.but(conditions=Table(mount="bay")),
            one.but(turn=Table(simple=("other",))),
        )
        states += [(up.with_combatant(other), who) for other in changed]
        states.append((up.with_combatant(up.who("reed").but(conditions=Table(mount="bay"))), who))
    for battle, who in states:
        for action in system.rules.actions.values():
            if action.hidden or (action.step or action.id) not in system.turn_steps:
                continue
            tries = [system.complete(battle, attempt) for attempt in attempts(battle, who, action)]
            found = [system.check(battle, attempt) for attempt in tries]
            if found:
                assert system.actions(battle, who)[action.id] == min(found, key=len)
