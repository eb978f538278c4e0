"""Edits of an encounter's data: their changes and refusals, and that no result is ever invalid."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exgui
from exgui.campaign import stored_text
from exgui.campaign.battlefields import fitted, ready_battlefields
from exgui.campaign.encounter_edits import general, people, zones
from exgui.campaign.encounter_edits.adding import Addable, addables, find, read_name_and_count
from exgui.campaign.encounter_edits.edit import EditRefused, Encounter, encounter_data, entries
from exgui.campaign.encounter_edits.zones import Box
from exgui.campaign.exchange import encounter_text, read_encounter
from exgui.play.play import Play
from exgui.rulebook import unknown_words
from exgui.rulebook.reader import load
from exgui.rulebook.setup import EncounterReader, battle_from
from exgui.rulebook.setup_data import battle_data
from exgui.rulebook.shelf import available, own_folder
from exgui.rulebook.validation import SetupError
from exgui.scenario.export import export
from exgui.scenario.reader import read_text
from exgui.systems import system_for
from tests.campaign.random_edits import some_edit

OURS = str(Path(exgui.__file__).parent)
MILL = encounter_data(
    {
        "title": "The mill",
        "ruleset": "ex3",
        "zone": [
            {"id": "mill", "name": "Mill"},
            {"id": "yard", "name": "Yard", "x": 400, "y": 0},
            {"id": "loft", "name": "The loft"},
        ],
        "link": [{"between": ["mill", "yard"]}, {"between": ["yard", "loft"], "barrier": "wall"}],
        "combatant": [
            {"id": "ada", "name": "Ada", "side": "heroes", "zone": "mill", "player": True},
            {"id": "bo", "name": "Bo", "side": "foes", "zone": "mill", "state": {"aiming": "ada"}},
            {"id": "cy", "name": "Cy", "side": "foes", "zone": "yard"},
        ],
        "close": [{"members": ["ada", "bo"]}],
    }
)


def test_renaming_a_zone_updates_links_and_people() -> None:
    edit = zones.rename_zone(MILL, "mill", "Burnt mill")
    assert edit.made == ("burnt_mill",)
    assert dict(edit.renamed) == {"mill": "burnt_mill"}
    assert entries(edit.data, "link")[0]["between"] == ("burnt_mill", "yard")
    assert [one["zone"] for one in entries(edit.data, "combatant")] == ["burnt_mill", "burnt_mill", "yard"]


def test_combatants_added_to_a_hidden_zone_are_hidden_except_player_characters() -> None:
    hidden = zones.change_zones(MILL, ["loft"], "what players see", hidden=True).data
    two = people.add_people(hidden, {"name": "Bandit"}, 2, zone="loft").data
    party = people.add_people(two, {"name": "Eva", "player": True}, zone="loft").data
    later = people.add_people(party, {"name": "Guard"}).data
    placed = people.place_people(later, ["guard", "cy"], "loft").data
    seen = {str(one["name"]): not one.get("hidden", False) for one in entries(placed, "combatant")}
    assert seen == {
        "Ada": True,
        "Bo": True,
        "Cy": True,
        "Bandit 1": False,
        "Bandit 2": False,
        "Eva": True,
        "Guard": False,
    }


def test_handwritten_id_stays_when_the_name_changes() -> None:
    assert zones.rename_zone(MILL, "loft", "Attic").made == ("loft",)


def test_renaming_a_combatant_updates_references() -> None:
    edit = people.rename_person(MILL, "ada", "Ada of the Reeds")
    assert entries(edit.data, "close")[0]["members"] == ("ada_of_the_reeds", "bo")
    assert entries(edit.data, "combatant")[1]["state"] == {"aiming": "ada_of_the_reeds"}


def test_combatants_of_a_removed_zone_are_unplaced() -> None:
    edit = zones.delete_zones(MILL, ["mill"])
    assert edit.sentence == "Mill deleted; 2 combatants are no longer placed"
    assert "close" not in edit.data
    assert [one.get("zone") for one in entries(edit.data, "combatant")] == [None, None, "yard"]


def test_removing_a_combatant_removes_references() -> None:
    edit = people.remove_people(MILL, ["ada"])
    assert "close" not in edit.data
    assert "state" not in entries(edit.data, "combatant")[0]


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda: zones.add_link(MILL, "mill", "mill"), "A link joins two zones: Mill can’t be linked to itself."),
        (lambda: zones.add_link(MILL, "yard", "mill"), "Yard and Mill are already linked."),
        (lambda: zones.add_link(MILL, "mill", "gone"), "The zone “gone” no longer exists."),
        (lambda: zones.rename_zone(MILL, "mill", "  "), "A zone needs a name."),
        (
            lambda: zones.rename_zone(MILL, "mill", "x" * 501),
            "A name can have at most 500 characters; this one has 501.",
        ),
        (lambda: zones.align_zones(MILL, ["mill"], "left"), "Choose two zones or more to line them up."),
        (lambda: zones.paste_zones(MILL, zones.Copied()), "There is nothing to paste. Copy zones first."),
        (lambda: people.put_close(MILL, ["ada"], "ada"), "Combatants can’t be close to themselves."),
        (lambda: people.add_people(MILL, {"name": "Bandit"}, 0), "You can add 1 to 300 at once, not 0."),
        (lambda: general.set_title(MILL, ""), "An encounter needs a title."),
        (
            lambda: general.begin_from(MILL, MILL),
            "There are already zones here. Delete them first, or create a new encounter.",
        ),
    ],
)
def test_nonsensical_edit_is_refused_with_a_sentence(edit: object, sentence: str) -> None:
    with pytest.raises(EditRefused) as refused:
        edit()  # type: ignore[operator]
    assert str(refused.value) == sentence


def test_several_of_a_kind_are_numbered_consecutively() -> None:
    three = people.add_people(MILL, {"name": "Bandit"}, 3, zone="yard")
    assert three.sentence == "Bandit 1 to Bandit 3 added"
    again = people.add_people(three.data, {"name": "Bandit"})
    assert entries(again.data, "combatant")[-1]["name"] == "Bandit 4"
    other = people.add_people(MILL, {"name": "Ada", "player": True})
    assert (entries(other.data, "combatant")[-1]["name"], entries(other.data, "combatant")[-1]["side"]) == (
        "Ada 2",
        "heroes",
    )


def test_combatant_put_close_leaves_the_previous_group() -> None:
    edit = people.put_close(MILL, ["bo"], "cy")
    assert entries(edit.data, "close") == ({"members": ("cy", "bo")},)
    assert entries(edit.data, "combatant")[1]["zone"] == "yard"


def test_side_colors_follow_their_order() -> None:
    assert people.sides(MILL) == people.sides_to_choose(MILL) == ("heroes", "foes")
    guards = MILL | {"combatant": [one | {"side": "guards"} for one in MILL["combatant"]]}
    assert people.sides_to_choose(guards) == ("heroes", "foes", "guards")
    third = people.change_people(MILL, ["cy"], "side", side="guards").data
    foes = {"combatant": [{"id": "al", "name": "Al", "side": "foes"}, {"id": "bo", "name": "Bo", "side": "foes"}]}
    heroes = people.change_people(encounter_data(foes), ["bo"], "side", side="heroes").data
    assert people.sides(heroes) == ("heroes", "foes"), "the first heroes come first, with the color of the party"
    assert people.sides(people.move_side(third, "guards", -1).data) == ("heroes", "guards", "foes")


@pytest.mark.parametrize("ruleset", ["ex3", "ex2"])
def test_latecomer_waits_with_a_timer_that_the_text_keeps(ruleset: str) -> None:
    rules = load(ruleset)
    data = people.change_people(people.set_arrival(MILL, ["bo", "cy"], 3).data, ["bo"], "state", state=None).data
    assert EncounterReader(rules).read(data).battle.combatants["bo"].waiting
    battle = battle_from(rules, data)
    (timer,) = battle.timers
    assert (timer.label, timer.who) == ("Bo and Cy arrive", ("bo", "cy"))
    assert (timer.round, timer.tick) == ((3, None) if ruleset == "ex3" else (None, 3)), "ticks count without end"
    assert battle_from(rules, battle_data(rules, battle)) == battle
    back = people.set_arrival(data, ["bo", "cy"], None, waits=False).data
    assert not EncounterReader(rules).read(back).battle.combatants["bo"].waiting


@pytest.mark.parametrize(
    ("typed", "name", "count"),
    [("bandit 5", "bandit", 5), ("5 bandit", "bandit", 5), ("bandit x3", "bandit", 3), ("Old Bo", "Old Bo", 1)],
)
def test_count_may_precede_or_follow_the_name(typed: str, name: str, count: int) -> None:
    assert read_name_and_count(typed) == (name, count)


def test_combatants_are_found_by_prefixes_words_and_letters() -> None:
    names = ("Bandit archer", "Bandit", "Old Bandit", "R2 1")
    known = [Addable("sheet", name, name) for name in names]
    assert [one.name for one in find(known, "bandit")[0]] == ["Bandit", "Bandit archer", "Old Bandit"]
    assert [one.name for one in find(known, "bandits")[0]] == ["Bandit", "Bandit archer", "Old Bandit"]
    assert find(known, "R2 1") == ((known[3],), 1), "a name that ends in a number is no count"
    assert find(known, "ban arch 4")[1] == 4


def test_reloaded_sheet_keeps_encounter_values() -> None:
    sheet = {"name": "Volfer", "player": True, "traits": {"melee": 3}, "folder": "Heroes"}
    data = people.add_people(MILL, sheet, sheet="volfer", zone="yard").data
    data = people.set_arrival(data, ["volfer"], 2).data
    now = {**sheet, "traits": {"melee": 4}, "folder": "Old heroes"}
    assert people.changed_since(data, {"volfer": {**sheet, "folder": "Old"}}) == ()
    assert people.changed_since(data, {"volfer": now}) == ("volfer",)
    after = people.reload_sheets(data, ["volfer"], {"volfer": now}).data
    one = entries(after, "combatant")[-1]
    assert (one["traits"], one["zone"], one["arrives"], one["side"]) == ({"melee": 4}, "yard", 2, "heroes")
    assert people.changed_since(after, {"volfer": now}) == ()


@pytest.mark.parametrize("ruleset", available())
def test_shipped_battlefields_fit_every_game(ruleset: str) -> None:
    rules = load(ruleset)
    for battlefield in ready_battlefields():
        data = general.begin_from(encounter_data({"title": "x", "ruleset": ruleset}), fitted(battlefield, rules)).data
        assert EncounterReader(rules).read(data).problems == (), battlefield.id


def test_an_unchanged_part_is_the_same_object_in_the_battle() -> None:
    reader = EncounterReader(load("ex3"))
    before = reader.read(MILL).battle
    after = reader.read(zones.put_zones(MILL, {"mill": Box(8, 8, 300, 200)}).data).battle
    assert after.combatants is before.combatants
    assert after.links is before.links
    assert after.zones["yard"] is before.zones["yard"], "it has a place of its own"


def _crowd(size: int) -> Encounter:
    """The mill with a crowd in its yard, every zone with its place."""
    raider = {"side": "foes", "zone": "yard", "traits": {"melee": 3}, "weapons": ["knife"], "armor": "buff_jacket"}
    crowd = [{"id": f"raider_{n}", "name": f"Raider {n}", **raider} for n in range(size)]
    placed = [{**one, "x": 400 * n, "y": 0} for n, one in enumerate(MILL["zone"])]
    return encounter_data({**MILL, "zone": placed, "combatant": [*MILL["combatant"], *crowd]})


def _calls_for_a_moved_zone(size: int) -> int:
    """The calls of our functions that an edit of one zone among a crowd needs until it is checked and read."""
    reader = EncounterReader(load("ex3"))
    data = _crowd(size)
    stored_text.check_encounter(data)
    reader.read(data)
    moved = zones.put_zones(data, {"mill": Box(8, 8, 300, 200)}).data
    found = 0

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal found
        found += event == "call" and frame.f_code.co_filename.startswith(OURS)

    sys.setprofile(count)
    try:
        stored_text.check_encounter(moved)
        assert reader.read(moved).problems == ()
    finally:
        sys.setprofile(None)
    return found


def test_editing_a_zone_does_not_recheck_the_crowd() -> None:
    for_each = (_calls_for_a_moved_zone(300) - _calls_for_a_moved_zone(100)) / 200
    assert for_each < 20, "to read a combatant takes 360"
    assert _calls_for_a_moved_zone(0) < 800


WRONG_TRAITS = {f"unknown_{n}": 3 for n in range(60)}
WRONG_ENTRIES = {
    "combatant": [{"id": f"p{n}", "side": "foes", "traits": WRONG_TRAITS} for n in range(300)],
    "link": [{"between": [f"lost_{n}", f"lost_{n + 1}"]} for n in range(300)],
    "close": [{"members": ["ada", "bo"], f"membrs_{n}": ["ada", "bo"]} for n in range(300)],
}


@pytest.mark.parametrize("kind", WRONG_ENTRIES)
@pytest.mark.parametrize("form", [dict, encounter_data])
def test_few_comparisons_if_nearly_everything_is_wrong(
    monkeypatch: pytest.MonkeyPatch, kind: str, form: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> None:
    compared: list[str] = []
    monkeypatch.setattr(unknown_words, "nearest", lambda word, _known: compared.append(word) or "")
    data = form({"ruleset": "ex3", "zone": [{"id": "yard"}], kind: WRONG_ENTRIES[kind]})
    read = EncounterReader(load("ex3")).read(data)
    assert len(read.problems) == 100
    if kind == "combatant":
        assert len(read.battle.combatants) == 300
    with pytest.raises(SetupError) as error:
        battle_from(load("ex3"), data)
    assert len(error.value.problems) == 100
    assert len(compared) < 500


def test_unfrozen_data_is_read_again() -> None:
    reader = EncounterReader(load("ex3"))
    data: dict[str, Any] = {"ruleset": "ex3", "zone": [{"id": "yard"}], "combatant": [{"id": "bo", "side": "foes"}]}
    assert reader.read(data).problems == ()
    data["combatant"][0]["traits"] = {"mele": 3}
    data["zone"][0]["name"] = "Old yard"
    (wrong,) = reader.read(data).problems
    assert (wrong.path, wrong.kind, wrong.id) == (("combatant", 1, "traits", "mele"), "combatant", "bo")
    assert stored_text.check_encounter(data)["zone"] == [{"id": "yard", "name": "Old yard"}]


def test_invalid_entry_stays_invalid_until_it_changes() -> None:
    reader = EncounterReader(load("ex3"))
    broken = people.change_people(MILL, ["cy"], "weapons", weapons=["swrd"]).data
    moved = zones.put_zones(broken, {"mill": Box(8, 8, 300, 200)}).data
    for data in (broken, moved, moved):
        assert [(one.key, one.id) for one in reader.read(data).problems] == [("combatant[3].weapons[1]", "cy")]
    swapped = moved.put("combatant", (moved["combatant"][2], *moved["combatant"][:2]))
    assert [one.key for one in reader.read(swapped).problems] == ["combatant[1].weapons[1]"]
    mended = people.change_people(moved, ["cy"], "weapons", weapons=["knife"]).data
    assert reader.read(mended).problems == ()


def test_stored_entry_counts_with_all_values(monkeypatch: pytest.MonkeyPatch) -> None:
    stored_text.check_encounter(MILL)
    monkeypatch.setattr(stored_text, "MOST_VALUES", 20)
    with pytest.raises(SetupError, match="more than 20 values"):
        stored_text.check_encounter(MILL)
    stored = stored_text.check_encounter(encounter_data({"ruleset": "ex3", "zone": [{"id": "yard", "name": None}]}))
    assert stored["zone"] == [{"id": "yard"}], "what is nothing is left out"


def test_unplaced_zone_stays_where_the_map_shows_it() -> None:
    shown = EncounterReader(None).read(MILL).battle.zones
    placed = zones.with_places(MILL, {zone.id: (zone.x, zone.y) for zone in shown.values()})
    moved = zones.put_zones(placed, {"yard": Box(900, 900, 300, 200)}).data
    after = EncounterReader(None).read(moved).battle.zones
    for id in ("mill", "loft"):
        assert (after[id].x, after[id].y) == (shown[id].x, shown[id].y)
    assert zones.with_places(moved, {}) is moved


def test_problems_name_their_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    broken = people.change_people(MILL, ["cy"], "weapons", weapons=["swrd"]).data
    (wrong,) = EncounterReader(load("ex3")).read(broken).problems
    assert (wrong.kind, wrong.id) == ("combatant", "cy")
    assert wrong.sentence.startswith("ex3 has no weapon “swrd”")
    unknown = people.change_people(MILL, ["cy"], "traits", traits={"strenght": 3}).data
    (wrong,) = EncounterReader(load("ex3")).read(unknown).problems
    assert wrong.sentence.startswith("There is no trait “strenght”")
    (missing,) = EncounterReader(None).read(encounter_data({**MILL, "ruleset": "gone"})).problems
    assert missing.sentence == "The ruleset “gone” is not installed. Choose another one."
    (own_folder() / "slip").mkdir(parents=True)
    (own_folder() / "slip" / "ruleset.toml").write_text('extends = "ex3"\n[traits\n', "utf-8")
    (mistaken,) = EncounterReader(None).read(encounter_data({**MILL, "ruleset": "slip"})).problems
    assert mistaken.sentence.startswith("The ruleset “slip” has an error in its files and can’t be used.")
    assert EncounterReader(None).read(broken).battle.zones.keys() == {"mill", "yard", "loft"}


def edited(seed: int) -> Encounter:
    """The mill after some edits."""
    rng = Random(seed)
    data = MILL
    for _ in range(12):
        with suppress(EditRefused):
            data = some_edit(data, rng).data
    return data


@given(st.integers(0, 2**32))
def test_any_encounter_survives_export_and_its_battles_export(seed: int) -> None:
    data = edited(seed)
    assert encounter_data(read_encounter(encounter_text(stored_text.check_encounter(data)), "mill.toml")) == data
    rules = load("ex3")
    if not EncounterReader(rules).read(data).problems:
        play = Play.begin(system_for(rules), battle_from(rules, data))
        again = read_text(export(play))
        assert Play.begin(again.system, again.battle).battle_at(0) == play.battle_at(0)


@given(st.integers(0, 2**32))
def test_any_edits_can_be_saved_and_leave_no_dangling_references(seed: int) -> None:
    data = edited(seed)
    stored_text.check_encounter(data)
    known = {str(one["id"]) for one in entries(data, "zone")}
    assert all(known.issuperset(link["between"]) for link in entries(data, "link"))
    here = {str(one["id"]): one.get("zone") for one in entries(data, "combatant")}
    assert all(zone is None or zone in known for zone in here.values())
    for group in entries(data, "close"):
        assert len({here[id] for id in group["members"]}) == 1


def test_combatants_are_found_by_kind() -> None:
    known = addables((), load("ex3"), "ex3")
    found, count = find(known, "3 spirit", most=20)
    assert count == 3
    assert {"Drowned judge", "Ember spirit"} <= {one.name for one in found}
    assert found[0].name == "Ember spirit"  # a name comes before what somebody is
    assert all(one.nature for one in known)
