"""Hazards: what harms people by itself, set by a form or by repeating a recent one from the settings; listed, and
removed.

What a hazard does is the game's step; this form only fills in its parameters.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any, get_type_hints

from msgspec.structs import asdict

from exgui.engine.asks import Command
from exgui.engine.battle import Hazard, Timer
from exgui.engine.dice import dice_count
from exgui.engine.record import Record, Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.forms.fields import Choice, Problem, Text, Things, whole
from exgui.gui.panel.roll_form import example_pool, read_pool, trait_words
from exgui.gui.panel.timer_form import Moment, clock_of, moment_words, read_moment, words_of_moment
from exgui.gui.panel.tool_card import FormCard, SetBefore, players_field, who_field
from exgui.gui.settings import Settings
from exgui.gui.widgets.finder import Pick

STEP = "hazard"
ONCE = "once"
LARGEST = 1_000
SOAKED = (Pick(True, "soaked"), Pick(False, "not soaked"))
ROLLED = (Pick(True, "dice"), Pick(False, "without a roll"))
MOST = 5
LONGEST = 200
"""Letters of a text that are kept."""


class RecentHazard(Record):
    """What was filled in, as it was written.

    Attributes:
        when: one of the times of the game's step.
        moment: of one that strikes once ("in 2 rounds").
        amount: of dice where it is `rolled`, else of damage.
        resist: the pool of the roll against it ("Dexterity + Athletics"), "" for none.
    """

    label: str
    when: str = ""
    moment: str = ""
    amount: str = ""
    rolled: bool = True
    type: str = ""
    soaked: bool = True
    resist: str = ""
    difficulty: str = ""

    @property
    def text(self) -> str:
        """In a few words: "Fire: 3 dice lethal"."""
        return f"{self.label}: {self.amount}{' dice' if self.rolled else ''} {self.type}".strip()


class RecentHazards:
    """The recent hazards of one game, newest first. Settings may be corrupt: invalid entries are left out."""

    def __init__(self, settings: Settings, game: str) -> None:
        self._settings, self._key = settings, f"hazards/{game}"

    def all(self) -> tuple[RecentHazard, ...]:
        try:
            stored = json.loads(str(self._settings.value(self._key) or "[]"))
        except ValueError:
            return ()
        found = [_read(one) for one in stored] if isinstance(stored, list) else []
        return tuple(one for one in found if one is not None)[:MOST]

    def add(self, hazard: RecentHazard) -> None:
        """Keep one as the newest; the same is kept once."""
        kept = [hazard, *(one for one in self.all() if one != hazard)][:MOST]
        self._settings.save(self._key, json.dumps([asdict(one) for one in kept]))


def _read(stored: object) -> RecentHazard | None:
    if not isinstance(stored, dict):
        return None
    known = get_type_hints(RecentHazard)
    given = {id: value for id, value in stored.items() if id in known}
    for id, value in given.items():
        if not isinstance(value, known[id]):
            return None
    hazard = RecentHazard(**given) if given.get("label") else None
    texts = (value for value in given.values() if isinstance(value, str))
    return hazard if all(len(text) <= LONGEST for text in texts) else None


class HazardForm(FormCard):
    """Sets a hazard, and lists those in force.

    Args:
        zone: the zone that is selected, "" for none: then the shown combatant is harmed.
    """

    def __init__(self, controller: BattleController, recent: RecentHazards, zone: str = "") -> None:
        self.recent, self._lasts = recent, recent.all()
        battle, traits = controller.battle, trait_words(controller.rules)
        clock = clock_of(controller)
        self._example = f"in 3 {clock.round_label}s" if clock.rounds else f"in 6 {clock.tick_label}s"
        choices = {one.id: one.choices for one in controller.rules.actions[STEP].params}

        def choice(key: str, label: str) -> Choice:
            """Return one of the choices that the game's step has, the first one chosen."""
            words = [Pick(value, text) for value, text in choices[key].items()]
            return Choice(key, label, options=words, default=words[0].value if words else None)

        lasts = [Pick(index, f"{index + 1}  {one.text}", one.text) for index, one in enumerate(self._lasts)]
        shown = (controller.shown,) if not zone and controller.shown in battle.combatants else None
        fields = (
            Choice("lasts", "Repeat a recent one: number, Enter", options=lasts,
                   numbers={one.value + 1: one.value for one in lasts}, when=lambda _things: bool(lasts)),
            Text("label", "What it is", hint="fire in the barn", longest=LONGEST,
                 wanted="Describe it in a few words, such as “fire in the barn”."),
            who_field(battle, label="Who is harmed", several=True, optional=True).but(default=shown),
            Choice("zone", "or everyone in", optional=True, default=zone or None,
                   options=[Pick(id, place.name or id) for id, place in battle.zones.items()],
                   when=lambda _things: bool(battle.zones)),
            choice("when", "When"),
            Text("moment", "The moment", hint=self._example, longest=80, parse=self._moment,
                 wanted=f"Enter when, for example {self._example}.", note=self._strikes,
                 when=lambda things: things[0]["when"] == ONCE),
            Text("amount", "Damage", longest=6, parse=partial(whole, what="The damage", low=1, high=LARGEST),
                 wanted="The damage needs a whole number.", share=1),
            Choice("rolled", "Rolled or not", options=ROLLED, default=True, bare=True, share=3),
            choice("type", "Kind"),
            Choice("soaked", "Soak", options=SOAKED, default=True),
            Text("resist", "Roll against it", hint=f"none; or {example_pool(traits)}", words=traits, parted=True,
                 parse=partial(read_pool, traits=traits), share=3),
            Text("difficulty", "Difficulty", hint="1", longest=6, share=1,
                 parse=partial(whole, what="The difficulty", low=0, high=LARGEST)),
            players_field(False),
        )  # fmt: skip
        super().__init__(controller, "Hazards", "Set the hazard", fields)
        self.set_before = SetBefore("In force")
        self.set_before.unwanted.connect(self._remove)
        self.column.addWidget(self.set_before)
        self._fill()

    def command(self) -> Command:
        args: dict[str, Value] = {"label": self.read("label")}
        given = self.draft.given
        if given["zone"] is None and not given["who"]:
            self.fault("who", "Choose who is harmed, or a zone.")
            raise Problem("Who is harmed?")
        args |= self.read_all()
        args.pop("lasts", None)
        if "zone" in args:
            args.pop("who", None)
        moment = args.pop("moment", None)
        if isinstance(moment, Moment):
            args |= {f"at_{key}": value for key, value in asdict(moment).items() if value is not None}
        amount = args.pop("amount")
        args["dice" if args.pop("rolled") else "damage"] = amount
        if "resist" not in args:
            args.pop("difficulty", None)
        if args.pop("known"):
            args["announced"] = True
        return Command(STEP, "", Table(args))

    def do(self, command: Command) -> None:
        self.recent.add(self._filled_in())
        super().do(command)

    def stays(self) -> bool:
        self._fill()
        return super().stays()

    def show_zone(self, zone: str) -> None:
        """Harm everyone in the zone picked on the map."""
        self.give(zone=zone)
        self.on_given("zone")

    def on_given(self, key: str) -> None:
        if key == "lasts":
            self.put(self._lasts[self.draft.given["lasts"]])
        elif key == "who":
            self.give(zone=None)
        elif key == "zone":
            if self.draft.given["zone"] is not None:
                self.give(who=())
            self.boxes["who"].fault("")

    def put(self, hazard: RecentHazard) -> None:
        """Fill in a recent hazard; its targets stay as they are."""
        self.give(**asdict(hazard))
        for box in self.boxes.values():
            box.fault("")

    def _moment(self, text: str) -> Moment:
        rest, moment = read_moment(text, clock_of(self.controller))
        if rest or moment == Moment():
            raise Problem(f"Enter when, for example {self._example}.")
        return moment

    def _strikes(self, things: Things) -> str:
        words = words_of_moment(things[0]["moment"] or "", clock_of(self.controller))
        return f"Strikes at {words}." if words else ""

    def _filled_in(self) -> RecentHazard:
        given: dict[str, Any] = {key: self.draft.given[key] for key in RecentHazard.__struct_fields__}
        texts = {key: value.strip()[:LONGEST] for key, value in given.items() if isinstance(value, str)}
        if given["when"] != ONCE:
            texts["moment"] = ""
        if not texts.get("resist"):
            texts["difficulty"] = ""
        filled = {**given, **texts}
        return RecentHazard(**{key: value for key, value in filled.items() if value is not None})

    def _fill(self) -> None:
        self.set_before.put(
            [(one.id, one.label, hazard_words(self.controller, one)) for one in self.controller.battle.hazards]
        )

    def _remove(self, id: str) -> None:
        if self.first is not None:
            self.first.setFocus()
        self.controller.steps.dispatch(Command(STEP, "", Table(remove=id)))


def hazard_words(controller: BattleController, hazard: Hazard) -> str:
    """Return a hazard in words: what it is, who is harmed, how much and when."""
    zone = controller.battle.zones.get(hazard.zone)
    names = ", ".join(controller.name(id) for id in hazard.who)
    whom = names or (f"everyone in {zone.name or zone.id}" if zone is not None else "no one")
    much = f"{dice_count(hazard.dice)} of {hazard.type}" if hazard.dice else f"{hazard.damage} {hazard.type}"
    action = controller.rules.actions[STEP]
    times = next((param.choices for param in action.params if param.id == "when"), Table())
    when = str(times.get(hazard.when, hazard.when))
    moment = moment_words(Timer("", "", hazard.round, hazard.tick), clock_of(controller))
    if moment and hazard.when == ONCE:
        when = f"{when}, {moment}"
    dot = " \N{MIDDLE DOT} "
    return dot.join((hazard.label, whom, much, when))
