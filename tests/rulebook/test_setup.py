"""Battles from plain data: the contents of a scenario's file, its errors, and the way back to text."""

import tomllib
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table
from exgui.engine.zones import Link, MapPicture, Zone
from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.setup_data import battle_data, combatant_data
from exgui.rulebook.unknown_words import nearest, unknown
from exgui.rulebook.validation import SetupError

FILE = """
format = "exgui-scenario/1"
title = "A withering attack breaks its target"
ruleset = "ex3"
rules = ["ex3-44"]
seed = 7

[options]
late_join_bonus = 5

[[zone]]
id = "yard"
difficult = false
size = 20
hazard = "none"
cover = { light = 1, heavy = 3 }

[[zone]]
id = "gate"

[[link]]
between = ["yard", "gate"]
barrier = "obstacle"

[[combatant]]
id = "volfer"
side = "heroes"
zone = "yard"
player = true
traits = { strength = 3, dexterity = 4, stamina = 3, wits = 3, melee = 4, dodge = 3, awareness = 2 }
specialties = { melee = ["straight_sword"] }
weapons = ["straight_sword"]
ready = ["straight_sword"]
armor = "buff_jacket"
mount = "horse"
state = { initiative = 8, health = { bashing = 1, lethal = 2 }, aiming = "bandit_2" }

[[combatant]]
id = "bandit_2"
side = "foes"
zone = "yard"
weapons = ["knife", "knife", { name = "Rusty thing", accuracy = [1, 2, 3, 4, 5], tags = ["rust"] }]
state = { waiting = true, prone = true, cover = "light", concealed_from = ["volfer"] }
group = { size = 3 }

[[close]]
members = ["bandit_2", "volfer"]

[[step]]
do = "start"
"""


def data() -> dict[str, Any]:
    return tomllib.loads(FILE)


@pytest.fixture
def battle() -> Battle:
    return battle_from(load("ex3"), data())


def test_battlefield_matches_the_file(battle: Battle) -> None:
    assert (battle.title, battle.ruleset, battle.seed) == ("A withering attack breaks its target", "ex3", 7)
    assert battle.rules is load("ex3")
    yard, gate = battle.zones.values()
    assert (yard.name, yard.cover, gate.name) == ("Yard", {"light": 1, "heavy": 3}, "Gate")
    assert [(link.between, link.barrier) for link in battle.links] == [(("yard", "gate"), "obstacle")]
    assert battle.close == (("volfer", "bandit_2"),)


def test_given_options_override_defaults(battle: Battle) -> None:
    assert battle.options["late_join_bonus"] == 5
    assert battle.options["round_defense"] == "up"
    assert battle.options.keys() == load("ex3").options.keys()


def test_combatant_matches_its_table(battle: Battle) -> None:
    volfer = battle.who("volfer")
    assert (volfer.name, volfer.side, volfer.zone, volfer.number, volfer.player) == (
        "Volfer",
        "heroes",
        "yard",
        1,
        True,
    )
    assert volfer.traits["melee"] == 4
    assert volfer.specialties == {"melee": ("straight_sword",)}
    assert list(volfer.gear) == ["straight_sword", "buff_jacket", "horse"]
    assert volfer.ready == ("straight_sword",)
    assert volfer.tracks == {"initiative": 8, "health.bashing": 1, "health.lethal": 2}
    assert volfer.conditions == {"aiming": "bandit_2", "mount": "horse"}


def test_omitted_values_have_defaults(battle: Battle) -> None:
    bandit = battle.who("bandit_2")
    assert (bandit.name, bandit.number, bandit.waiting, bandit.revealed) == ("Bandit 2", 2, True, True)
    assert bandit.ready == ("knife", "knife_2", "rusty_thing")
    assert bandit.conditions == {"prone": True, "cover": "light", "concealed_from": ("volfer",)}
    rusty = bandit.gear["rusty_thing"]
    assert (rusty.name, rusty.get("accuracy"), rusty.get("minimum")) == ("Rusty thing", (1, 2, 3, 4, 5), 1)
    assert bandit.fields["group"]["size"] == 3
    assert (bandit.fields["group"]["drill"], bandit.fields["group"]["health_levels"]) == ("average", 7)


def test_single_accuracy_applies_to_every_range(battle: Battle) -> None:
    assert battle.who("volfer").gear["straight_sword"].get("accuracy") == (2, 2, 2, 2, 2)


def test_things_named_by_symbols_get_distinct_ids() -> None:
    setup = data()
    setup["combatant"][1]["weapons"] = [{"name": "★", "accuracy": 1}, {"name": "†", "accuracy": 2}]
    gear = battle_from(load("ex3"), setup, "night.toml").who("bandit_2").gear
    assert [(item.name, item.get("accuracy")) for item in gear.values()] == [("★", (1,) * 5), ("†", (2,) * 5)]


def test_false_condition_is_absent() -> None:
    state = {"prone": False, "cover": "none", "concealed_from": [], "mount": ""}
    one = combatant_from(load("ex3"), {"id": "kesh", "mount": "horse", "state": state}, "")
    assert one.conditions == {}
    assert "horse" in one.gear


def test_given_numbers_are_kept_and_others_avoid_them() -> None:
    tables = [{"id": name, "side": "foes"} for name in "abc"]
    tables[1]["number"] = 1  # type: ignore[assignment]
    battle = battle_from(load("ex3"), {"combatant": tables})
    assert [one.number for one in battle.combatants.values()] == [2, 1, 3]


Spoil = Callable[[dict[str, Any]], object]
WRONG: list[tuple[str, Spoil, str, str]] = [
    # what, how, the path, a piece of the message
    (
        "unknown trait",
        lambda d: d["combatant"][0]["traits"].update(dexterty=4),
        "combatant[1].traits.dexterty",
        "dexterity?",
    ),
    (
        "trait of wrong type",
        lambda d: d["combatant"][1].update(traits={"melee": "4"}),
        "combatant[2].traits.melee",
        '"4"',
    ),
    (
        "trait as flag",
        lambda d: d["combatant"][1].update(traits={"melee": True}),
        "combatant[2].traits.melee",
        "not true",
    ),
    (
        "absurd trait",
        lambda d: d["combatant"][0]["traits"].update(melee=4000),
        "combatant[1].traits.melee",
        "0 to 1000",
    ),
    (
        "less than no trait",
        lambda d: d["combatant"][0]["traits"].update(melee=-1),
        "combatant[1].traits.melee",
        "must be from 0 to 1000, not -1",
    ),
    (
        "a zone of no size",
        lambda d: d["zone"][0].update(size=0),
        "zone[1].size",
        "must be 1 or more yards across, not 0",
    ),
    ("traits no table", lambda d: d["combatant"][0].update(traits=[4]), "combatant[1].traits", "must be a table"),
    ("unknown field", lambda d: d["combatant"][0].update(wepons=[]), "combatant[1].wepons", "Did you mean weapons?"),
    ("unknown zone", lambda d: d["combatant"][0].update(zone="yrd"), "combatant[1].zone", "Did you mean yard?"),
    ("no side", lambda d: d["combatant"][0].pop("side"), "combatant[1].side", "is missing"),
    ("no id", lambda d: d["combatant"][0].pop("id"), "combatant[1].id", "is missing"),
    ("strange id", lambda d: d["combatant"][0].update(id="a.b"), "combatant[1].id", "letters, digits, _ and -"),
    ("id of the view", lambda d: d["combatant"][0].update(id="order"), "combatant[1].id", "special meaning"),
    ("twice the same", lambda d: d["combatant"].append(d["combatant"][0]), "combatant[3].id", "already a combatant"),
    (
        "twice the same number",
        lambda d: [c.update(number=5) for c in d["combatant"]],
        "combatant[2].number",
        "'volfer'",
    ),
    ("long name", lambda d: d["combatant"][0].update(name="x" * 501), "combatant[1].name", "501 characters"),
    ("name of two lines", lambda d: d["combatant"][0].update(name="a\nb"), "combatant[1].name", "one line"),
    ("name no text", lambda d: d["combatant"][0].update(name=3), "combatant[1].name", "must be text, not 3"),
    (
        "unknown weapon",
        lambda d: d["combatant"][0].update(weapons=["swrd", "x"]),
        "combatant[1].weapons[1]",
        "no weapon",
    ),
    (
        "unknown field of a weapon",
        lambda d: d["combatant"][1]["weapons"][2].update(acuracy=1),
        "combatant[2].weapons[3].acuracy",
        "Did you mean accuracy?",
    ),
    (
        "too few accuracies",
        lambda d: d["combatant"][1]["weapons"][2].update(accuracy=[1, 2]),
        "combatant[2].weapons[3].accuracy",
        "a list of 5, not a list of 2",
    ),
    (
        "unknown kind of damage",
        lambda d: d["combatant"][1]["weapons"][2].update(damage_type="letal"),
        "combatant[2].weapons[3].damage_type",
        "Did you mean lethal?",
    ),
    ("nameless weapon", lambda d: d["combatant"][0].update(weapons=[{}]), "combatant[1].weapons[1]", "id or a name"),
    (
        "two weapons of one given id",
        lambda d: d["combatant"][0].update(weapons=["knife", {"id": "knife"}]),
        "combatant[1].weapons[2].id",
        "choose another",
    ),
    ("weapons no list", lambda d: d["combatant"][0].update(weapons="knife"), "combatant[1].weapons", "must be a list"),
    ("unknown armour", lambda d: d["combatant"][0].update(armor="buf_jacket"), "combatant[1].armor", "buff_jacket?"),
    ("unknown mount", lambda d: d["combatant"][0].update(mount="hors"), "combatant[1].mount", "Did you mean horse?"),
    (
        "ready, but not there",
        lambda d: d["combatant"][0].update(ready=["knife"]),
        "combatant[1].ready[1]",
        "volfer has",
    ),
    (
        "unknown state",
        lambda d: d["combatant"][0]["state"].update(iniative=3),
        "combatant[1].state.iniative",
        "initiative?",
    ),
    (
        "trait as state",
        lambda d: d["combatant"][0]["state"].update(melee=3),
        "combatant[1].state.melee",
        "under traits",
    ),
    ("value as state", lambda d: d["combatant"][0]["state"].update(parry=3), "combatant[1].state.parry", "no state"),
    (
        "unknown part of a track",
        lambda d: d["combatant"][0]["state"].update(health={"leathal": 1}),
        "combatant[1].state.health.leathal",
        "Did you mean health.lethal?",
    ),
    (
        "track below its minimum",
        lambda d: d["combatant"][0]["state"].update(health={"lethal": -1}),
        "combatant[1].state.health.lethal",
        "at least 0, not -1",
    ),
    (
        "health as a number",
        lambda d: d["combatant"][0]["state"].update(health=3),
        "combatant[1].state.health",
        "a table",
    ),
    (
        "initiative as a text",
        lambda d: d["combatant"][0]["state"].update(initiative="8"),
        "combatant[1].state.initiative",
        'must be a whole number, not "8"',
    ),
    (
        "flag as a number",
        lambda d: d["combatant"][0]["state"].update(prone=1),
        "combatant[1].state.prone",
        "true or false",
    ),
    ("unknown cover", lambda d: d["combatant"][0]["state"].update(cover="hevy"), "combatant[1].state.cover", "heavy?"),
    (
        "aims at nobody",
        lambda d: d["combatant"][0]["state"].update(aiming="kesh"),
        "combatant[1].state.aiming",
        "“kesh”",
    ),
    (
        "concealed from nobody",
        lambda d: d["combatant"][0]["state"].update(concealed_from=["bandit"]),
        "combatant[1].state.concealed_from",
        "Did you mean bandit_2?",
    ),
    (
        "waiting as a text",
        lambda d: d["combatant"][0]["state"].update(waiting="yes"),
        "combatant[1].state.waiting",
        '"yes"',
    ),
    ("unknown drill", lambda d: d["combatant"][1]["group"].update(drill="elit"), "combatant[2].group.drill", "elite?"),
    ("group too large", lambda d: d["combatant"][1]["group"].update(size=6), "combatant[2].group.size", "from 0 to 5"),
    ("unknown option", lambda d: d["options"].update(round_defence="up"), "options.round_defence", "round_defense?"),
    ("unknown choice", lambda d: d["options"].update(round_defense="ups"), "options.round_defense", "Did you mean up?"),
    ("option of wrong type", lambda d: d["options"].update(flurry_damage=1), "options.flurry_damage", "true or false"),
    ("two zones of one id", lambda d: d["zone"].append({"id": "gate"}), "zone[3].id", "already a zone"),
    ("zone with an unknown field", lambda d: d["zone"][0].update(dificult=True), "zone[1].dificult", "difficult?"),
    ("zone with x alone", lambda d: d["zone"][0].update(x=3), "zone[1].y", "both x and y"),
    ("zone nowhere", lambda d: d["zone"][0].update(x=float("nan"), y=0), "zone[1].x", "must be a number"),
    (
        "unknown cover of a zone",
        lambda d: d["zone"][0].update(cover={"lite": 1}),
        "zone[1].cover.lite",
        "Did you mean light?",
    ),
    ("link to nowhere", lambda d: d["link"][0].update(between=["yard", "gat"]), "link[1].between[2]", "gate?"),
    ("link to itself", lambda d: d["link"][0].update(between=["yard", "yard"]), "link[1].between", "itself"),
    ("link of three", lambda d: d["link"][0].update(between=["yard"]), "link[1].between", "two zones"),
    ("unknown shape", lambda d: d["zone"][0].update(shape="elipse"), "zone[1].shape", "Did you mean ellipse?"),
    ("unknown terrain", lambda d: d["zone"][0].update(terrain="forrest"), "zone[1].terrain", "Did you mean forest?"),
    ("an unknown moment", lambda d: d["zone"][0].update(reveal_when="entred"), "zone[1].reveal_when", "entered?"),
    ("too hard an obstacle", lambda d: d["link"][0].update(difficulty=101), "link[1].difficulty", "from 0 to 100"),
    ("a picture of nothing", lambda d: d.update(picture={"x": 3}), "picture.id", "name a picture in the campaign"),
    ("too dim a picture", lambda d: d.update(picture={"id": "a.png", "dim": 101}), "picture.dim", "from 0 to 100"),
    ("a picture of no width", lambda d: d.update(picture={"id": "a.png", "width": 0}), "picture.width", "from 20"),
    ("a picture with more", lambda d: d.update(picture={"id": "a.png", "with": 9}), "picture.with", "width?"),
    ("unknown barrier", lambda d: d["link"][0].update(barrier="wal"), "link[1].barrier", "Did you mean wall?"),
    (
        "close to nobody",
        lambda d: d["close"][0].update(members=["volfer", "bandit"]),
        "close[1].members[2]",
        "bandit_2?",
    ),
    ("close alone", lambda d: d["close"][0].update(members=["volfer"]), "close[1].members", "two combatants"),
    ("in two close groups", lambda d: d["close"].append(d["close"][0]), "close[2].members[1]", "named twice"),
    ("close across zones", lambda d: d["combatant"][0].update(zone="gate"), "close[1].members", "not in the same zone"),
    ("unknown key", lambda d: d.update(combatants=[]), "combatants", "Did you mean combatant?"),
    ("combatant no list", lambda d: d.update(combatant={}), "combatant", "must be a list, not a table"),
    ("combatant no table", lambda d: d["combatant"].append(3), "combatant[3]", "must be a table, not 3"),
    ("seed no number", lambda d: d.update(seed=1.5), "seed", "must be a whole number"),
    ("too many", lambda d: d.update(combatant=[{}] * 2001), "combatant", "at most 2000"),
    ("too many zones", lambda d: d.update(zone=[{}] * 1001), "zone", "at most 1000"),
]


@pytest.mark.parametrize(("spoil", "path", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_errors_are_sentences_with_a_path(spoil: Spoil, path: str, message: str) -> None:
    spoilt = data()
    spoil(spoilt)
    with pytest.raises(SetupError) as caught:
        battle_from(load("ex3"), spoilt, "night.toml")
    error = caught.value
    assert error.key == path
    assert message in error.message
    assert str(error) == f"night.toml: {path}: {error.message}"
    assert "\n" not in str(error)


def test_all_errors_are_reported_together() -> None:
    spoilt = data()
    spoilt["zone"][0].update(size=0, dificult=True)
    spoilt["link"][0].update(barrier="wal")
    volfer, bandit = spoilt["combatant"]
    volfer["traits"].update(dexterty=4, melee="many")
    volfer.update(weapons=["swrd", "knife", "spar"], notes=3, state={"prone": 1, "aiming": "kesh"})
    bandit.update(zone="yrd", group={"size": 9, "drill": "elit"})
    spoilt["close"][0]["members"] = ["volfer", "nobody"]
    with pytest.raises(SetupError) as caught:
        battle_from(load("ex3"), spoilt, "night.toml")
    assert {problem.key for problem in caught.value.problems} == {
        "zone[1].size",
        "zone[1].dificult",
        "link[1].barrier",
        "combatant[1].traits.dexterty",
        "combatant[1].traits.melee",
        "combatant[1].weapons[1]",
        "combatant[1].weapons[3]",
        "combatant[1].notes",
        "combatant[1].state.prone",
        "combatant[1].state.aiming",
        "combatant[2].zone",
        "combatant[2].group.size",
        "combatant[2].group.drill",
        "close[1].members[2]",
    }
    assert len(caught.value.problems) == 14


def test_unreadable_id_causes_no_further_errors() -> None:
    spoilt = data()
    del spoilt["combatant"][0]["id"]
    spoilt["combatant"][1]["state"] = {"concealed_from": ["volfer"]}
    spoilt["zone"][0]["id"] = "the yard"
    with pytest.raises(SetupError) as caught:
        battle_from(load("ex3"), spoilt)
    assert [problem.key for problem in caught.value.problems] == ["zone[1].id", "combatant[1].id"]


def test_at_most_a_hundred_problems_are_reported() -> None:
    with pytest.raises(SetupError) as caught:
        battle_from(load("ex3"), {"combatant": [{"id": f"f{n}", "side": "foes", "sied": 1} for n in range(2000)]})
    assert len(caught.value.problems) == 100


def test_states_can_be_listed_as_in_the_view() -> None:
    def conditions(**state: Any) -> Any:
        both = [{"id": "kesh", "side": "a", "state": state}, {"id": "volfer", "side": "b"}]
        return battle_from(load("ex3"), {"combatant": both}).who("kesh").conditions

    assert conditions(conditions=["prone"]) == conditions(prone=True) == {"prone": True}
    assert conditions(prone=False, grappled_by=False, cover=False, conditions=[]) == {}
    # As the view prints it: the name among the conditions, and whom it is about by itself.
    assert conditions(conditions=["grappled_by"], grappled_by="volfer") == {"grappled_by": "volfer"}


@pytest.mark.parametrize(
    ("listed", "path", "message"),
    [
        (["pron"], "state.conditions[1]", "Did you mean prone?"),
        (["prone", "crash_left"], "state.conditions[2]", "only the rules decide it"),
        (["grappled_by"], "state.conditions[1]", "write it as a key of its own"),
        ([3], "state.conditions[1]", "must be text"),
        ("prone", "state.conditions", "must be a list"),
    ],
)
def test_unlistable_state_is_explained(listed: Any, path: str, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        combatant_from(load("ex3"), {"id": "kesh", "state": {"conditions": listed}}, "")
    assert caught.value.key == path
    assert message in caught.value.message


def test_secrets_and_notes_survive_a_round_trip() -> None:
    written = data()
    written["zone"][1].update(hidden=True, notes="The gate is trapped.")
    written["combatant"][1].update(hidden=True, revealed=False, notes="Flees at half health.\nKnows the way.")
    battle = battle_from(load("ex3"), written)
    assert (battle.zones["gate"].hidden, battle.zones["gate"].notes) == (True, "The gate is trapped.")
    bandit = battle.who("bandit_2")
    assert (bandit.hidden, bandit.revealed, bandit.notes) == (True, False, "Flees at half health.\nKnows the way.")
    again = battle_data(load("ex3"), battle)
    assert (again["zone"][1]["hidden"], again["zone"][1]["notes"]) == (True, "The gate is trapped.")
    assert battle_from(load("ex3"), again) == battle


def test_drawn_battlefield_survives_a_round_trip() -> None:
    written = data()
    written["picture"] = {"id": "moor.png", "x": -40, "y": 8.5, "width": 900, "height": 600, "dim": 0, "hidden": True}
    written["zone"][0].update(shape="ellipse", terrain="water", ground="two yards below the gate")
    written["zone"][1].update(hidden=True, reveal_when="never")
    written["link"][0].update(difficulty=3, name="fence", hidden=True)
    battle = battle_from(load("ex3"), written)
    assert battle.picture == MapPicture("moor.png", -40.0, 8.5, 900.0, 600.0, 0, True)
    assert battle.links == (Link(("yard", "gate"), "obstacle", 3, "fence", True),)
    yard, gate = battle.zones.values()
    assert (yard.shape, yard.terrain, yard.ground) == ("ellipse", "water", "two yards below the gate")
    assert (gate.shape, gate.terrain, gate.shows_itself) == ("rectangle", "plain", False)
    again = battle_data(load("ex3"), battle)
    assert again["picture"] == written["picture"]
    assert again["link"] == written["link"]
    assert battle_from(load("ex3"), again) == battle


def test_building_a_battle_leaves_the_data_unchanged() -> None:
    given_data = data()
    battle_from(load("ex3"), given_data)
    assert given_data == data()


def test_battle_survives_a_round_trip(battle: Battle) -> None:
    assert battle_from(load("ex3"), battle_data(load("ex3"), battle)) == battle


def test_aim_target_survives_a_round_trip(battle: Battle) -> None:
    volfer = battle.who("volfer")
    aimed = volfer.conditions.put("aiming", Table(target="bandit_2", turns=1))
    assert combatant_data(load("ex3"), volfer.but(conditions=aimed))["state"]["aiming"] == "bandit_2"


def test_opponent_survives_a_round_trip() -> None:
    rules = load("ex3")
    for opponent in rules.opponents.values():
        one = combatant_from(rules, {"id": opponent.id, **opponent.fields}, "")
        assert combatant_from(rules, combatant_data(rules, one), "") == one


NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
SMALL = st.integers(-1000, 1000)
INLINE = st.fixed_dictionaries(
    {"name": st.sampled_from(["Hook", "Chain"])},
    optional={
        "accuracy": st.integers(-9, 9) | st.lists(st.integers(-9, 9), min_size=5, max_size=5),
        "damage": st.integers(0, 20),
        "tags": st.lists(NAMES, max_size=2),
        "ability": st.sampled_from(["melee", "thrown"]),
    },
)
STATE = st.fixed_dictionaries(
    {},
    optional={
        "initiative": SMALL,
        "health": st.dictionaries(st.sampled_from(["bashing", "lethal", "aggravated"]), st.integers(0, 9)),
        "waiting": st.booleans(),
        "prone": st.booleans(),
        "cover": st.sampled_from(["none", "light", "total"]),
        "mount": st.sampled_from(["", "horse"]),
    },
)
TABLES = st.fixed_dictionaries(
    {"side": st.sampled_from(["heroes", "foes"])},
    optional={
        "name": NAMES,
        "zone": st.sampled_from(["yard", "gate"]),
        "player": st.booleans(),
        "hidden": st.booleans(),
        "revealed": st.booleans(),
        "notes": st.text(max_size=30),
        "traits": st.dictionaries(st.sampled_from(["melee", "dodge", "wits"]), st.integers(0, 10)),
        "specialties": st.dictionaries(st.sampled_from(["melee", "war"]), st.lists(NAMES, max_size=2)),
        "weapons": st.lists(st.sampled_from(["knife", "spear"]) | INLINE, max_size=4),
        "armor": st.sampled_from(["buff_jacket", "plate"]),
        "mount": st.sampled_from(["horse", "camel"]),
        "group": st.fixed_dictionaries({}, optional={"size": st.integers(0, 5), "drill": st.just("elite")}),
        "health_levels": st.lists(st.integers(-4, 0), min_size=1, max_size=9),
        "state": STATE,
    },
)


@settings(max_examples=60)
@given(st.lists(TABLES, max_size=4), st.sampled_from([{}, {"late_join_bonus": 4}, {"round_defense": "down"}]), SMALL)
def test_any_battle_survives_a_round_trip(tables: list[dict[str, Any]], options: dict[str, Any], seed: int) -> None:
    rules = load("ex3")
    fighters = [{"id": f"fighter_{n}", **deepcopy(table)} for n, table in enumerate(tables, 1)]
    for fighter in fighters:
        if fighter.get("state", {}).get("mount"):  # one rides what one has, or is refused
            fighter["state"]["mount"] = fighter.get("mount", "")
    battle = battle_from(
        rules, {"options": options, "seed": seed, "zone": [{"id": "yard"}, {"id": "gate"}], "combatant": fighters}
    )
    assert battle_from(rules, battle_data(rules, battle)) == battle


def overlap(a: Zone, b: Zone) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


@settings(max_examples=60)
@given(st.data(), st.integers(1, 25))
def test_unplaced_zones_never_overlap(draw: st.DataObject, count: int) -> None:
    zones = [{"id": f"z{n}", **draw.draw(PLACES)} for n in range(count)]
    ends = st.lists(st.integers(0, count - 1), min_size=2, max_size=2, unique=True)
    pairs = draw.draw(st.lists(ends, max_size=40)) if count > 1 else []
    links = [{"between": [f"z{a}", f"z{b}"]} for a, b in pairs]
    battle = battle_from(load("ex3"), {"zone": zones, "link": links})
    for a, b in combinations(zones, 2):
        if "x" not in a or "x" not in b:
            assert not overlap(battle.zones[a["id"]], battle.zones[b["id"]])


PLACES = st.just({}) | st.fixed_dictionaries(
    {"x": st.floats(-900, 900), "y": st.floats(-900, 900)},
    optional={"width": st.integers(50, 900), "height": st.integers(50, 900)},
)


def test_linked_zones_are_side_by_side() -> None:
    names = ["road", "bridge", "gate"]
    links = [{"between": pair} for pair in (["road", "bridge"], ["bridge", "gate"])]
    battle = battle_from(load("ex3"), {"zone": [{"id": id} for id in names], "link": links})
    road, bridge, gate = battle.zones.values()
    assert road.y == bridge.y == gate.y
    assert 0 < bridge.x - (road.x + road.width) < 100
    assert 0 < gate.x - (bridge.x + bridge.width) < 100


def test_zones_without_links_fill_rows() -> None:
    battle = battle_from(load("ex3"), {"zone": [{"id": f"z{n}"} for n in range(6)]})
    assert [round(zone.x / 320) for zone in battle.zones.values()] == [0, 1, 2, 3, 0, 1]
    assert [round(zone.y / 240) for zone in battle.zones.values()] == [0, 0, 0, 0, 1, 1]


def test_distant_zone_keeps_its_place_and_so_do_its_neighbors() -> None:
    for far in (-1_000_000, 1_000_000):
        zones = [{"id": "far", "x": far, "y": far, "width": 20, "height": 20}, *({"id": f"z{n}"} for n in range(99))]
        links = [{"between": ["far", f"z{n}"]} for n in range(99)]
        battle = battle_from(load("ex3"), {"zone": zones, "link": links})
        assert battle.zones["far"].x == far
        assert len({(zone.x, zone.y) for zone in battle.zones.values()}) == 100


def test_thousand_zones_in_a_row_are_laid_out() -> None:
    zones = [{"id": f"z{n}"} for n in range(1000)]
    links = [{"between": [f"z{n}", f"z{n + 1}"]} for n in range(999)]
    battle = battle_from(load("ex3"), {"zone": zones, "link": links})
    assert len({(zone.x, zone.y) for zone in battle.zones.values()}) == 1000


@pytest.mark.parametrize(("word", "near"), [("dexterty", "dexterity"), ("Dexterity", "dexterity"), ("xyz", "")])
def test_nearest_known_word_is_suggested(word: str, near: str) -> None:
    assert nearest(word, ["strength", "dexterity"]) == near


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.integers(), inner, max_size=3),
    max_leaves=5,
)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every list or table of the data with each of its keys."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [spot for key in keys for spot in spots(value[key])]


@settings(max_examples=400)
@given(st.data())
def test_junk_data_gives_a_battle_or_a_sentence(draw: st.DataObject) -> None:
    spoilt = data()
    holder, key = draw.draw(st.sampled_from(spots(spoilt)))
    holder[key] = draw.draw(JUNK)
    try:
        battle = battle_from(load("ex3"), spoilt)
    except SetupError:
        return
    assert battle_from(load("ex3"), battle_data(load("ex3"), battle)) == battle


def test_lone_combatant_needs_no_side() -> None:
    one = combatant_from(load("ex3"), {"id": "kesh"}, "kesh.toml")
    assert isinstance(one, Combatant)
    assert (one.name, one.side, one.zone) == ("Kesh", "", None)


def test_rule_managed_state_cannot_be_set() -> None:
    data = {"combatant": [{"id": "volfer", "side": "heroes", "state": {"distracted": True}}]}
    with pytest.raises(SetupError, match="only the rules decide it"):
        battle_from(load("ex3"), data, "here")


def test_long_list_of_known_words_ends_in_an_ellipsis() -> None:
    known = [f"name{number}" for number in range(20)]
    assert unknown("xyz", known).endswith("name10, name11, \N{HORIZONTAL ELLIPSIS}")
    assert unknown("xyz", known[:2]).endswith("choose from name0, name1")
