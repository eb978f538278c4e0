"""The forms of what is selected on a battlefield: zones, links and people.

To add a field to one of them, add a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits import zones as zone_edits
from exgui.campaign.encounter_edits.edit import Entry, entries
from exgui.campaign.encounter_edits.people import give_mount, mount_of, ridden_kind, ride, rides
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.zones import BARRIERS
from exgui.gui.fights.words import policy_picks
from exgui.gui.forms.fields import (
    Actions,
    Button,
    Choice,
    Custom,
    Flag,
    Fold,
    FormField,
    Heading,
    Info,
    Notes,
    Number,
    Text,
    Things,
    entry_value,
    field_of_rule,
)
from exgui.gui.map.editor.battlefield import Edited
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.terrain_choice import (
    DIFFICULTY,
    Swatches,
    cover_levels,
    hazard_levels,
    level_words,
    terrain_offers,
)
from exgui.gui.widgets.finder import Pick
from exgui.rulebook.encounter_shape import HARDEST, LARGEST_SIZE, LATEST, OBJECT, OBJECTS
from exgui.rulebook.rules import Ruleset, Track

ALIGN_ICONS = {
    "left": "align-horizontal-left",
    "centre": "align-horizontal-center",
    "right": "align-horizontal-right",
    "top": "align-vertical-top",
    "middle": "align-vertical-center",
    "bottom": "align-vertical-bottom",
}
OF_HAZARD = "hazard_"
"""Prefix of a game's own fields about a zone's hazard; shown if there is one."""
THERE, LATER = "there", "later"
NOWHERE = ""
MOST_CHIPS = 14
"""Zones beyond these are not listed: a token is dragged there."""
FIRST_TRACKS = 4
"""The number of starting values that are not folded away."""
LONG_LABEL = 18
"""A label of this many letters is put above its field."""

Kind = Literal["zone", "link", "combatant"]
CHANGE: Mapping[Kind, Callable[..., Any]] = {
    "zone": zone_edits.change_zones,
    "link": zone_edits.change_links,
    "combatant": people_edits.change_people,
}


class EncounterEntries:
    """Some zones, links or combatants of an encounter, as a form's source.

    Attributes:
        ids: of what is shown; a link's are those of its two zones.
    """

    def __init__(self, document: Edited, kind: Kind, ids: tuple[Any, ...]) -> None:
        self.document, self.kind, self.ids = document, kind, ids

    def things(self) -> list[Entry]:
        found = entries(self.document.data, self.kind)
        if self.kind == "link":
            wanted = {frozenset(ends) for ends in self.ids}
            return [one for one in found if frozenset(one.get("between", ())) in wanted]
        return [one for one in found if one.get("id") in self.ids]

    def read(self, thing: Entry, key: str) -> Value:
        return entry_value(thing, key)

    def write(self, key: str, value: Value, label: str) -> object:
        return self.change(label, **{key: value})

    def change(self, label: str, **keys: Any) -> object:
        """Set several keys at once, None to remove one."""
        return self.document.do(lambda data: CHANGE[self.kind](data, self.ids, label, **keys), typed=label)

    def do(self, edit: Callable[..., Any], *args: Any, typed: str = "", **more: Any) -> object:
        """Make an edit of these things that is more than setting keys."""
        return self.document.do(lambda data: edit(data, self.ids, *args, **more), typed=typed)

    def wrong(self) -> list[str]:
        found = self.document.problems
        return [one.sentence for one in found if one.kind == self.kind and one.id in self.ids]


def one(things: Things) -> bool:
    return len(things) == 1


def several(things: Things) -> bool:
    return len(things) > 1


def zone_fields(source: EncounterEntries) -> list[FormField]:
    document = source.document
    rules = document.rules
    levels = cover_levels(rules)
    hazards = hazard_levels(rules)

    def rename(name: str) -> object:
        return document.do(lambda data: zone_edits.rename_zone(data, source.ids[0], name), typed="name")

    def detail(things: Things) -> tuple[str, str]:
        if len(things) > 1:
            return "Changes apply to all of them.", ""
        id = things[0]["id"]
        names = {zone.id: zone.name for zone in document.battle.zones.values()}
        linked = [names.get(other, other) for link in document.battle.links if (other := link.other(id))]
        text = f"Zone, linked to {', '.join(linked)}" if linked else "Zone, not linked to any other yet"
        wrong = source.wrong()
        return "\n".join([text, *wrong]), "red" if wrong else ""

    def align(things: Things) -> Sequence[Button]:
        return [
            Button(
                how, partial(source.do, zone_edits.align_zones, how), f"Line up: {how}", f"Line up {how}", icon, "quiet"
            )
            for how, icon in (ALIGN_ICONS.items() if len(things) > 1 else ())
        ]

    def offers(things: Things) -> Sequence[Button]:
        terrains = {zone.get("terrain", "plain") for zone in things}
        found = terrain_offers(str(*terrains), rules, things[0]) if len(terrains) == 1 else ()
        return [
            Button(
                f"+ {offer.label}",
                partial(source.change, offer.label, **offer.keys),
                f"Make it {offer.label}" if offer.label == "difficult" else f"Add {offer.label}",
                f"Add {offer.label}",
                kind="chip",
            )
            for offer in found
        ]

    def choose_cover(chosen: tuple[str, ...] | None) -> object:
        before = source.things()[0].get("cover", EMPTY)
        cover = {
            level: before.get(level, DIFFICULTY[min(at, len(DIFFICULTY) - 1)])
            for at, level in enumerate(levels)
            if level in (chosen or ())
        }
        return source.change("cover", cover=cover or None)

    def set_difficulty(level: str) -> Callable[[int | None], object]:
        def do(value: int | None) -> object:
            before: Table[str, int] = Table(source.things()[0].get("cover", EMPTY))
            return source.change(f"{level} cover", cover=before.put(level, value or 0))

        return do

    def resize(side: str) -> Callable[[int | None], object]:
        def do(value: int | None) -> object:
            boxes = {zone["id"]: zone_edits.box_of(zone) for zone in source.things()}
            sized = {id: box.but(**{side: float(value or getattr(box, side))}) for id, box in boxes.items()}
            return document.do(lambda data: zone_edits.put_zones(data, sized, "resized"))

        return do

    def set_hazard(word: str | None) -> object:
        return source.change("hazard", hazard=word if word and word != "none" else None)

    hazard: FormField
    if hazards:
        hazard = Choice("hazard", "Hazard", options=[Pick(one, one) for one in hazards], optional=True, do=set_hazard)
    else:
        about = "What harms them, in a word"
        hazard = Text("hazard", "Hazard", about, of=_hazard_word, do=set_hazard, hint="none")
    own = [
        field_of_rule(key, field, when=_with_hazard(key) if key.startswith(OF_HAZARD) else lambda _things: True)
        for key, field in (rules.fields.get("zone", EMPTY) if rules is not None else EMPTY).items()
    ]
    return [
        Text("name", "Name of the zone", do=rename, when=one, hint="Name", bare=True),
        Info("title", text=lambda things: (f"{len(things)} zones", ""), when=several, role="title"),
        Info("detail", text=detail),
        Actions("align", "Line up", buttons=align),
        Heading("Terrain"),
        Custom("terrain", "Terrain", default="plain", make=Swatches, undo="terrain"),
        Actions("offers", "Usually:", buttons=offers),
        Choice(
            "shape",
            "Shape",
            default="rectangle",
            options=(Pick("rectangle", "rectangle"), Pick("ellipse", "ellipse")),
        ),
        Heading("Rules"),
        Flag("difficult", "Difficult", "Difficult to cross", default=False, undo="difficult terrain"),
        *(
            [
                Choice(
                    "cover",
                    "Cover",
                    of=lambda zone: tuple(level for level in levels if level in zone.get("cover", EMPTY)),
                    do=choose_cover,
                    options=[Pick(level, level_words(level)) for level in levels],
                    several=True,
                )
            ]
            if levels
            else ()
        ),
        *(
            Number(
                f"cover.{level}",
                f"{level_words(level)} cover",
                "Difficulty of taking this cover",
                do=set_difficulty(level),
                when=partial(_has_cover, level),
                high=100,
            )
            for level in levels
        ),
        hazard,
        *filter(None, own),
        Number("size", "Yards across", low=1, high=LARGEST_SIZE, hint="20"),
        Text("ground", "Ground", "How high it is, in words", hint="level"),
        Heading("Secrets"),
        _seen("Players see it"),
        Choice(
            "reveal_when",
            "until",
            default="entered",
            of=_revealed_when,
            when=lambda things: any(zone.get("hidden") for zone in things),
            options=(Pick("entered", "someone enters"), Pick("never", "I reveal it")),
            undo="secrets",
        ),
        Notes("notes", "Notes", hint="Notes and secrets: only you see them"),
        Number(
            "width", "Width", "Map units", of=lambda zone: round(zone_edits.box_of(zone).width), do=resize("width"),
            low=72, high=20_000,
        ),
        Number(
            "height", "Height", "Map units", of=lambda zone: round(zone_edits.box_of(zone).height), do=resize("height"),
            low=72, high=20_000,
        ),
    ]  # fmt: skip


def _seen(label: str) -> FormField:
    return Flag("hidden", label, default=False, undo="what players see", inverted=True)


def _has_cover(level: str, things: Things) -> bool:
    return level in things[0].get("cover", EMPTY)


def _hazard_word(zone: Entry) -> Value:
    return None if zone.get("hazard", "none") == "none" else zone["hazard"]


def _with_hazard(key: str) -> Callable[[Things], bool]:
    return lambda things: any(_hazard_word(zone) or zone.get(key) is not None for zone in things)


def _revealed_when(zone: Entry) -> Value:
    """Return when a hidden zone is revealed; a battle's zone calls it `auto_reveal`."""
    if "auto_reveal" in zone:
        return "entered" if zone["auto_reveal"] else "never"
    return zone.get("reveal_when")


def link_fields(source: EncounterEntries) -> list[FormField]:
    def title(things: Things) -> tuple[str, str]:
        names = {zone.id: zone.name for zone in source.document.battle.zones.values()}
        ends = " – ".join(names.get(end, end) for end in things[0]["between"])
        return (ends if len(things) == 1 else f"{len(things)} links"), ""

    def choose_barrier(barrier: str) -> object:
        keys: dict[str, Any] = {"barrier": barrier if barrier != "none" else None}
        if barrier == "none":
            keys |= {"name": None, "difficulty": None}
        elif barrier == "wall":
            keys |= {"difficulty": None}
        return source.change("barrier", **keys)

    return [
        Info("title", text=title, role="title"),
        Info("detail", text=lambda things: ("Link" if len(things) == 1 else "Links", "")),
        Choice(
            "barrier", "Barrier", default="none", options=[Pick(one, one) for one in BARRIERS], do=choose_barrier
        ),
        Text(
            "name", "What it is", undo="barrier", hint="fence, rubble …",
            when=lambda things: any(link.get("barrier", "none") != "none" for link in things),
        ),
        Number(
            "difficulty", "Difficulty", "Of crossing the obstacle", high=HARDEST, hint="none",
            of=lambda link: link.get("difficulty") or None,
            do=lambda value: source.change("difficulty", difficulty=value or None),
            when=lambda things: all(link.get("barrier") == "obstacle" for link in things),
        ),
        _seen("Players see it"),
        Actions(
            "delete",
            buttons=lambda _things: [Button("Delete the link", lambda: source.do(zone_edits.delete_links), "Delete")],
        ),
    ]  # fmt: skip


def people_fields(source: EncounterEntries, open_sheet: Callable[[str], object]) -> list[FormField]:
    """Return the form of combatants.

    Args:
        open_sheet: shows the campaign's sheet of that id.
    """
    document = source.document
    assert isinstance(document, EncounterDocument)
    rules, battle = document.rules, document.battle

    def rename(name: str) -> object:
        return document.do(lambda data: people_edits.rename_person(data, source.ids[0], name), typed="name")

    def detail(things: Things) -> tuple[str, str]:
        known = document.battle.combatants
        close = [known[id].name for id in people_edits.close_to(document.data, things[0]["id"]) if id in known]
        words = [f"Close to {', '.join(close)}"] if close and len(things) == 1 else []
        wrong = source.wrong()
        return "\n".join([*words, *wrong[:6]]), "red" if wrong else ""

    def is_close(_things: Things) -> Sequence[Button]:
        if not any(people_edits.close_to(document.data, id) for id in source.ids):
            return ()
        return [
            Button(
                "Break away",
                lambda: source.do(people_edits.step_away),
                "Take them out of their close group",
                kind="quiet",
            )
        ]

    def arrive(value: str) -> object:
        return source.do(people_edits.set_arrival, None, waits=value == LATER)

    def set_state(track: Track) -> Callable[[int | None], object]:
        return lambda value: source.do(people_edits.set_state, track.label, track.id, value, typed=track.id)

    def buttons(things: Things) -> Sequence[Button]:
        out = []
        if len(things) == 1 and things[0].get("sheet"):
            about = "Open the sheet they were made from"
            out.append(Button("Open the sheet", lambda: open_sheet(str(things[0]["sheet"])), about))
        about = "Remove them from the encounter (Delete)"
        return [*out, Button("Remove", lambda: source.do(people_edits.remove_people), about)]

    moment = _moment_word(rules)
    return [
        Text("name", "Name", do=rename, when=one, hint="Name", bare=True),
        Info("title", text=lambda things: (f"{len(things)} combatants", ""), when=several, role="title"),
        Info("detail", text=detail),
        Heading("Side"),
        *side_fields(
            lambda: people_edits.sides_to_choose(document.data), lambda side: source.change("side", side=side)
        ),
        Heading("Place"),
        zone_choice(battle.zones.values(), lambda zone: source.do(people_edits.place_people, zone or None)),
        Actions("away", buttons=is_close),
        Heading("When"),
        Choice(
            "waits", "Arrives", of=lambda entry: LATER if _waits(entry) else THERE, do=arrive,
            bare=True, next="arrives",
            options=(Pick(THERE, "from the start"), Pick(LATER, "comes in later")),
        ),
        Number(
            "arrives", moment, "Marked by a flag. Leave empty to bring them in yourself.", low=1, high=LATEST,
            of=lambda entry: entry.get("arrives") or None, hint="when I bring them in",
            do=lambda value: source.do(people_edits.set_arrival, value),
            when=lambda things: any(_waits(entry) for entry in things),
        ),
        _seen("Players see them"),
        KNOWN,
        *_mount_fields(source, rules),
        *_thing_fields(source, rules),
        Heading("Begins with"),
        *(
            Number(
                f"state.{track.id}",
                track.label,
                low=-1_000 if track.minimum is None else track.minimum,
                high=1_000 if track.maximum is None else track.maximum,
                hint="default",
                do=set_state(track),
                fold="tracks" if at >= FIRST_TRACKS else "",
                stacked=len(track.label) >= LONG_LABEL,
            )
            for at, track in enumerate(_known_tracks(document, source.ids).values())
        ),
        Fold("tracks", "More numbers …", "Everything these rules count"),
        Choice(
            "policy",
            "In simulations",
            "How they fight in simulations; by default like their side",
            options=policy_picks([(id, known.name) for id, known in battle.combatants.items() if id not in source.ids]),
            optional=True,
            undo="how they fight",
            fold="policies",
            bare=True,
        ),
        Fold("policies", "How they fight …", "In simulated fights"),
        Notes("notes", "Notes", hint="Notes: only you see them"),
        Actions("buttons", buttons=buttons),
    ]  # fmt: skip


KNOWN = Flag(
    "revealed",
    "Players know the name",
    "Otherwise “Unknown” until named",
    default=True,
    undo="what players know",
)


def side_fields(sides: Callable[[], Sequence[str]], put: Callable[[str], object]) -> list[FormField]:
    """Return the fields for a side: those there are, and a line for another."""
    return [
        Choice("side", "Side", options=lambda: [Pick(side, side) for side in sides()], do=put, bare=True),
        Text(
            "other_side",
            "Another side",
            of=lambda _thing: "",
            do=lambda name: put(name[:60]) if name else None,
            hint="another side …",
            bare=True,
        ),
    ]


def zone_choice(zones: Any, put: Callable[[str | None], object]) -> FormField:
    """Return the field for the zone that someone is in; the first zones are listed."""
    words = [Pick(zone.id, zone.name) for zone in zones]
    return Choice(
        "zone", "Zone", default=NOWHERE, options=[Pick(NOWHERE, "not placed"), *words[:MOST_CHIPS]], do=put, bare=True
    )


def _mount_fields(source: EncounterEntries, rules: Ruleset | None) -> Sequence[FormField]:
    kind = ridden_kind(rules)
    if rules is None or not kind:
        return ()
    return (
        Heading("Rides"),
        Choice(
            "ridden", "Mount", of=lambda entry: mount_of(entry, kind) or None, fold="mounts", optional=True, bare=True,
            options=[Pick(id, item.name) for id, item in rules.tables[kind].items()],
            do=lambda mount: source.do(give_mount, kind, mount),
        ),
        Fold("mounts", "Give them a mount …", "The mounts of these rules"),
        Flag(
            "rides", "Rides it", "Otherwise starts beside it", of=lambda entry: rides(entry, kind),
            do=lambda on: source.do(ride, kind, None if on else ""),
            when=lambda things: any(mount_of(entry, kind) for entry in things),
        ),
    )  # fmt: skip


def _thing_fields(source: EncounterEntries, rules: Ruleset | None) -> Sequence[FormField]:
    """Return what a thing is like, such as a gate: it has no sheet elsewhere."""
    if rules is None or any(entry.get("kind") != OBJECT for entry in source.things()):
        return ()
    known = [
        field_of_rule(
            id,
            field,
            high=LATEST,
            undo=field.label,
            hint=str(field.default or 0),
            stacked=len(field.label) >= LONG_LABEL,
        )
        for id, field in rules.fields.get("combatant", EMPTY).items()
        if field.type == "int"
    ]
    return (Heading("The thing"), *filter(None, known)) if known else ()


def _known_tracks(document: EncounterDocument, ids: tuple[str, ...]) -> Mapping[str, Track]:
    """Return the numbers that these combatants may begin with; in games with things, those that they have."""
    rules = document.rules
    if rules is None or not rules.constants.get(OBJECTS):
        return rules.tracks if rules is not None else {}
    battle, game = document.battle, document.game
    counted = {id for who in ids if who in battle.combatants for id in game.counted(battle, who)}
    return {id: track for id, track in rules.tracks.items() if id in counted} or rules.tracks


def _moment_word(rules: Ruleset | None) -> str:
    if rules is None:
        return "Round"
    return rules.timeline.tick_label.capitalize() if rules.timeline.axis == "up" else rules.timeline.round_label


def _waits(entry: Entry) -> bool:
    return bool(entry.get("arrives")) or entry.get("state", EMPTY).get("waiting") is True
