"""The lasting results of a fight are offered line by line, and the chosen ones are saved to the sheet: wounds, words of
the game's own fields, states that outlast it, things lost, gained or changed."""

from __future__ import annotations

from typing import Any

from exgui.campaign.rulesets import find
from exgui.engine.battle import Combatant
from exgui.engine.record import Table
from exgui.sheets.after_battle import NOTHING, SheetLine, lines_of, taken_over, written
from exgui.sheets.worked_out import WorkedOut, read

SCAR = "Scars: the left eye"
FEAR = "An Intimacy: fear of fire"


def fighter(ruleset: str, sheet: dict[str, Any]) -> Combatant:
    one = WorkedOut.of(sheet, find(ruleset)).combatant
    assert one is not None
    return one


def lines(ruleset: str, sheet: dict[str, Any], before: Combatant, after: Combatant) -> dict[str, SheetLine]:
    return {line.label: line for line in lines_of(find(ruleset), sheet, before, after)}


def write(ruleset: str, sheet: dict[str, Any], found: dict[str, SheetLine], *labels: str) -> dict[str, Any]:
    chosen = [found[label].path for label in labels]
    new = dict(written(sheet, find(ruleset), list(found.values()), chosen))
    assert not read(new, find(ruleset)).problems
    return new


def test_cost_of_cheating_death_is_added_to_the_current_sheet() -> None:
    before = fighter("reincarnated", {"name": "Ilun"})
    after = before.but(fields=before.fields.put("consequences", (SCAR,)))
    sheet = {"name": "Ilun", "consequences": [FEAR]}  # another fight came to an end meanwhile
    found = lines("reincarnated", sheet, before, after)
    (line,) = found.values()
    assert (line.before, line.now, line.after, line.proposed) == (NOTHING, NOTHING, SCAR, True)
    assert write("reincarnated", sheet, found, line.label)["consequences"] == [FEAR, SCAR]


def test_prepared_encounter_adopts_a_consequence_once() -> None:
    before = fighter("reincarnated", {"name": "Ilun"})
    after = before.but(fields=before.fields.put("consequences", (SCAR,)))
    found = tuple(lines("reincarnated", {"name": "Ilun"}, before, after).values())
    encounter = {"combatant": [{"id": "a", "sheet": "ilun"}, {"id": "b", "sheet": "ilun", "consequences": [SCAR]}]}
    new = taken_over(encounter, "ilun", find("reincarnated"), found, {"name": "Ilun"})
    assert [one["consequences"] for one in new["combatant"]] == [[SCAR], [SCAR]]


def test_weapon_left_behind_stays_there_and_is_not_in_hand() -> None:
    sheet = {"name": "Ilun", "traits": {"exalted": 1}, "weapons": ["sword", "knife"]}
    before = fighter("reincarnated", sheet)
    after = before.but(conditions=before.conditions.put("elsewhere", ("sword",)))
    new = write("reincarnated", sheet, lines("reincarnated", sheet, before, after), "Has things Elsewhere")
    assert new["state"] == {"elsewhere": ["sword"]}
    assert fighter("reincarnated", new).ready == ("knife",)


def test_worn_and_used_up_things_are_offered() -> None:
    sheet = {"name": "Mara", "weapons": ["sword", "bow"]}
    before = fighter("skirmish", sheet)
    worn = before.conditions.put("items", Table(sword=1)).put("spent", ("bow",))
    found = lines("skirmish", sheet, before, before.but(conditions=worn))
    assert (found["Damaged things"].before, found["Damaged things"].after) == (NOTHING, "Sword 1")
    assert all(line.proposed for line in found.values())
    new = write("skirmish", sheet, found, "Damaged things", "Used up for this stretch")
    assert new["state"] == {"items": {"sword": 1}, "spent": ["bow"]}


def test_captured_worn_weapon_keeps_its_wear_only_if_saved() -> None:
    sheet = {"name": "Mara", "weapons": ["sword"]}
    before = fighter("skirmish", sheet)
    axe = find("skirmish").tables["weapon"]["axe"]
    worn = before.conditions.put("items", Table(sword=1, axe=1))
    after = before.but(gear=before.gear.put("axe", axe), conditions=worn)
    found = lines("skirmish", sheet, before, after)
    assert (found["Axe"].before, found["Axe"].after, found["Axe"].proposed) == (NOTHING, "has it", True)
    assert write("skirmish", sheet, found, "Damaged things")["state"] == {"items": {"sword": 1}}
    both = write("skirmish", sheet, found, "Damaged things", "Axe")
    assert (both["weapons"], both["state"]) == (["sword", "axe"], {"items": {"sword": 1, "axe": 1}})


def test_a_lost_weapon_is_offered_but_not_proposed_and_leaves_the_hand() -> None:
    sheet = {"name": "Volfer", "weapons": ["straight_sword", "knife"], "ready": ["straight_sword", "knife"]}
    before = fighter("ex3", sheet)
    after = before.but(gear=before.gear.without("straight_sword"), ready=("knife",))
    found = lines("ex3", sheet, before, after)
    (line,) = found.values()
    assert (line.before, line.after, line.proposed) == ("has it", NOTHING, False)
    new = write("ex3", sheet, found, line.label)
    assert (new["weapons"], new["ready"]) == (["knife"], ["knife"])


def test_mounts_wounds_are_offered() -> None:
    sheet = {"name": "Volfer", "mount": "horse"}
    before = fighter("ex3", sheet)
    horse = before.gear["horse"]
    hurt = horse.but(fields=Table({**horse.fields, "lethal": 2}))
    found = lines("ex3", sheet, before, before.but(gear=before.gear.put("horse", hurt)))
    (line,) = found.values()
    assert (line.before, line.after) == ("Lethal levels taken: 0", "Lethal levels taken: 2")
    new = write("ex3", sheet, found, line.label)
    assert fighter("ex3", new).gear["horse"].get("lethal") == 2


def test_maiming_and_fatigue_outlast_a_fight() -> None:
    sheet = {"name": "Harn"}
    before = fighter("ex2", sheet)
    after = before.but(conditions=before.conditions.put("maimed", True).put("fatigue", 2).put("prone", True))
    found = lines("ex2", sheet, before, after)
    assert [(line.label, line.before, line.after) for line in found.values()] == [
        ("Fatigue", 0, 2),
        ("Maimed", NOTHING, "yes"),
    ]
    assert write("ex2", sheet, found, *found)["state"] == {"fatigue": 2, "maimed": True}
