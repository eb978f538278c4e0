"""Any edit of an encounter, as a hand might make it."""

from __future__ import annotations

from random import Random
from typing import Any

from exgui.campaign.encounter_edits import general, people, zones
from exgui.campaign.encounter_edits.edit import Edit, Encounter, entries
from exgui.campaign.encounter_edits.zones import Box
from exgui.engine.zones import TERRAINS


def some_edit(data: Encounter, rng: Random) -> Edit:
    """A random edit, with arguments that may make no sense.

    Raises:
        EditRefused: it makes none.
    """
    places = [str(one["id"]) for one in entries(data, "zone")] or ["none"]
    who = [str(one["id"]) for one in entries(data, "combatant")] or ["nobody"]
    box = Box(rng.uniform(-1e7, 1e7), rng.uniform(-900, 900), rng.uniform(-5, 1e6), rng.uniform(-5, 900))
    name = rng.choice(("Old mill", "Zone 1", "Größe", "日本", "up", "x" * 500, "a\nb", "  "))
    some = rng.sample(who, rng.randint(1, len(who)))
    ends = [(str(a), str(b)) for a, b in (link["between"] for link in entries(data, "link"))]
    edits = (
        lambda: zones.add_zone(data, box, rng.choice(("rectangle", "ellipse")), name),
        lambda: zones.put_zones(data, {rng.choice(places): box}),
        lambda: zones.rename_zone(data, rng.choice(places), name),
        lambda: zones.delete_zones(data, [rng.choice(places)]),
        lambda: zones.add_link(data, rng.choice(places), rng.choice(places), rng.choice(("none", "wall"))),
        lambda: zones.paste_zones(data, zones.copy_zones(data, rng.sample(places, rng.randint(1, len(places))))),
        lambda: people.add_people(data, {"name": name}, rng.randint(0, 3), zone=rng.choice((None, *places[:1]))),
        lambda: people.rename_person(data, rng.choice(who), name),
        lambda: people.place_people(data, some, rng.choice((None, *places))),
        lambda: people.put_close(data, some, rng.choice(who)),
        lambda: people.step_away(data, some),
        lambda: people.set_arrival(data, some, rng.choice((None, 2)), waits=rng.random() < 0.5),
        lambda: zones.change_zones(data, rng.sample(places, 1), "something", **_drawn(rng)),
        lambda: zones.change_links(data, ends[:1], "barrier", **_barred(rng)),
        lambda: general.set_picture(data, id="moor.png", dim=rng.randint(0, 100), **box.bounded().keys()),
        lambda: general.set_notes(data, rng.choice(("", "One line", 'Two\n"lines" and \\ a tab\t'))),
        lambda: people.give_mount(data, some, "mount", rng.choice((None, "horse"))),
        lambda: people.ride(data, some, "mount", ""),
        lambda: people.change_people(data, some, "side", side=rng.choice(("heroes", "the mill’s men")), hidden=True),
        lambda: people.set_state(data, some, "aim", "aiming", rng.choice(who)),
        lambda: people.copy_people(data, some),
        lambda: people.remove_people(data, [rng.choice(who)]),
    )
    return rng.choice(edits)()


def _drawn(rng: Random) -> dict[str, Any]:
    """How a zone is drawn: any of its keys."""
    known = {
        "shape": rng.choice((None, "ellipse")),
        "terrain": rng.choice(TERRAINS[1:]),
        "ground": rng.choice((None, "two yards up")),
        "difficult": rng.choice((None, True)),
        "cover": rng.choice((None, {"light": 1, "heavy": 4})),
        "hazard": rng.choice((None, "fire")),
        "hazard_dice": rng.choice((None, 3)),
        "hazard_type": rng.choice((None, "bashing")),
        "hidden": rng.choice((None, True)),
        "reveal_when": rng.choice((None, "never")),
        "size": rng.choice((None, 44)),
        "notes": rng.choice((None, "The wheel\ncan be stopped.")),
    }
    return {key: known[key] for key in rng.sample(sorted(known), 4)}


def _barred(rng: Random) -> dict[str, Any]:
    """The barrier of a link."""
    return {
        "barrier": rng.choice(("obstacle", "wall")),
        "difficulty": rng.choice((None, 3)),
        "name": rng.choice((None, "fence “of” thorns")),
        "hidden": rng.choice((None, True)),
    }
