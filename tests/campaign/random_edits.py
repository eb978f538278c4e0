"""Any edit of an encounter, as a hand might make it."""

from __future__ import annotations

from random import Random

from exgui.campaign.encounter_edits import people, zones
from exgui.campaign.encounter_edits.edit import Edit, Encounter, entries
from exgui.campaign.encounter_edits.zones import Box


def some_edit(data: Encounter, rng: Random) -> Edit:
    """One of all edits, with arguments that may make no sense.

    Raises:
        EditRefused: it makes none.
    """
    places = [str(one["id"]) for one in entries(data, "zone")] or ["none"]
    who = [str(one["id"]) for one in entries(data, "combatant")] or ["nobody"]
    box = Box(rng.uniform(-1e7, 1e7), rng.uniform(-900, 900), rng.uniform(-5, 1e6), rng.uniform(-5, 900))
    name = rng.choice(("Old mill", "Zone 1", "Größe", "日本", "up", "x" * 500, "a\nb", "  "))
    some = rng.sample(who, rng.randint(1, len(who)))
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
        lambda: people.set_state(data, some, "aim", "aiming", rng.choice(who)),
        lambda: people.copy_people(data, some),
        lambda: people.remove_people(data, [rng.choice(who)]),
    )
    return rng.choice(edits)()
