"""Hazards: what harms people by itself, set by a form or like one of the last, which the settings keep; listed, and
taken away.

What a hazard does is the game's step; this form only fills in its parameters.
"""

from __future__ import annotations

import json
from functools import partial
from typing import get_type_hints

from msgspec.structs import asdict
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from exgui.engine.asks import Command
from exgui.engine.battle import Hazard, Timer
from exgui.engine.record import Record, Table, Value
from exgui.gui.battle_controller import BattleController
from exgui.gui.panel.roll_form import read_pool
from exgui.gui.panel.timer_form import Moment, clock_of, moment_words, read_moment
from exgui.gui.panel.tool_card import FormCard, combatants
from exgui.gui.settings import Settings
from exgui.gui.widgets.basics import EnterLine, clear, label, push
from exgui.gui.widgets.finder import Pick, SuggestLine
from exgui.gui.widgets.form_fields import ChipPick, Problem, players_pick, whole

STEP = "hazard"
ONCE = "once"
LARGEST = 1_000
YES_NO = (Pick(True, "soaked"), Pick(False, "not soaked"))
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
    """The last ones of one game, the newest first. Anybody may have written into the settings: what is no hazard is
    left out."""

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
        """Keeps one as the newest; the same is kept once."""
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
        zone: the zone that is selected, "" for none: then whoever is shown is harmed.
    """

    def __init__(self, controller: BattleController, recent: RecentHazards, zone: str = "") -> None:
        super().__init__(controller, "Hazards", "Set the hazard")
        self.recent = recent
        self._params = {param.id: param for param in controller.rules.actions[STEP].params}
        self._lasts = recent.all()
        if self._lasts:
            self._add_lasts()
        self.about = self._line("label", "What it is", "fire in the barn", LONGEST)
        self.who = combatants(controller.battle)
        self.who.several = self.who.optional = True
        self.who.changed.connect(lambda _who: self._aim_at_people())
        self.add("who", "Whom it harms", self.who)
        places = [Pick(id, place.name or id) for id, place in controller.battle.zones.items()]
        self.zone = ChipPick("Where", places, zone or None, optional=True)
        self.zone.changed.connect(lambda _zone: self._aim_at_zone())
        if places:
            self.add("zone", "or everyone who is in", self.zone)
        if not zone and controller.shown in controller.battle.combatants:
            self.who.put((controller.shown,))
        self.when = self._choice("when", "When")
        self.when.changed.connect(lambda _when: self._ask_moment())
        self.moment = EnterLine()
        self.moment.setMaxLength(80)
        self.moment.setPlaceholderText(self._moment_example())
        self.moment.textChanged.connect(lambda _text: self._tell_moment())
        self.add("moment", "At which moment", self.moment)
        self._add_damage()
        self._add_resistance()
        self.known = players_pick(False)
        self.add("known", "Players", self.known)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        self.column.addLayout(self._list)
        self.removers: dict[str, object] = {}
        self._ask_moment()
        self._fill()

    def command(self) -> Command:
        args: dict[str, Value] = {"label": self.read("label", self._label)}
        args |= self.read("who", self._aim)
        args["when"] = self.when.value
        if self.when.value == ONCE:
            moment = self.read("moment", self._moment)
            if moment.round is not None:
                args["at_round"] = moment.round
            if moment.tick is not None:
                args["at_tick"] = moment.tick
        rolled = bool(self.rolled.value)
        amount = self.read("amount", lambda: whole(self.amount.text(), "The damage", 1, LARGEST))
        args["dice" if rolled else "damage"] = amount
        args["type"], args["soaked"] = self.type.value, bool(self.soaked.value)
        if self.resist.text().strip():
            args["resist"] = self.read("resist", lambda: read_pool(self.resist))
            if self.difficulty.text().strip():
                goal = self.difficulty.text()
                args["difficulty"] = self.read("difficulty", lambda: whole(goal, "The difficulty", 0, LARGEST))
        if self.known.value:
            args["announced"] = True
        return Command(STEP, "", Table(args))

    def do(self, command: Command) -> None:
        self.recent.add(self._filled_in())
        super().do(command)

    def stays(self) -> bool:
        self._fill()
        return super().stays()

    def show_zone(self, zone: str) -> None:
        """Everyone in the zone that was picked on the map is harmed."""
        self.zone.put(zone)
        self._aim_at_zone()

    def put(self, hazard: RecentHazard) -> None:
        """Fills in what one of the last ones was; whom it harms stays as it is."""
        self.about.setText(hazard.label)
        self.when.put(hazard.when)
        self.moment.setText(hazard.moment)
        self.amount.setText(hazard.amount)
        self.rolled.put(hazard.rolled)
        self.type.put(hazard.type)
        self.soaked.put(hazard.soaked)
        self.resist.setText(hazard.resist)
        self.difficulty.setText(hazard.difficulty)
        for box in self.boxes.values():
            box.fault("")
        self._ask_moment()

    # Building

    def _add_lasts(self) -> None:
        words = [Pick(index, f"{index + 1}  {one.text}", one.text) for index, one in enumerate(self._lasts)]
        self.lasts = ChipPick("Last used", words, numbers={index + 1: index for index in range(len(words))})
        self.lasts.changed.connect(self._like)
        self.add("lasts", "Like one of the last: number, Enter", self.lasts)

    def _like(self, index: object) -> None:
        if isinstance(index, int) and 0 <= index < len(self._lasts):
            self.put(self._lasts[index])

    def _add_damage(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.amount = EnterLine()
        self.amount.setMaxLength(6)
        self.add("amount", "Damage", self.amount, into=row)
        self.rolled = ChipPick("Rolled or not", ROLLED, True)
        self.add("rolled", " ", self.rolled, into=row)
        row.setStretch(0, 1)
        row.setStretch(1, 3)
        self.fields.addLayout(row)
        self.type = self._choice("type", "Of which kind")
        self.soaked = ChipPick("Soak", YES_NO, True)
        self.add("soaked", "Soak", self.soaked)

    def _add_resistance(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        traits = [Pick(id, trait.label) for id, trait in self.controller.rules.traits.items()]
        example = " + ".join(word.label for word in traits[1:3]) or "7"
        self.resist = SuggestLine("Roll against it", traits, f"none; or {example}", parted=True)
        self.add("resist", "Roll against it", self.resist, into=row)
        self.difficulty = EnterLine()
        self.difficulty.setMaxLength(6)
        self.difficulty.setPlaceholderText("1")
        self.add("difficulty", "Difficulty", self.difficulty, into=row)
        row.setStretch(0, 3)
        row.setStretch(1, 1)
        self.fields.addLayout(row)

    def _line(self, id: str, name: str, example: str, longest: int) -> EnterLine:
        field = EnterLine()
        field.setMaxLength(longest)
        field.setPlaceholderText(example)
        self.add(id, name, field)
        return field

    def _choice(self, param: str, name: str) -> ChipPick:
        """A field for one of the choices that the game's step has, the first one chosen."""
        words = [Pick(value, text) for value, text in self._params[param].choices.items()]
        field = ChipPick(name, words, words[0].value if words else None)
        self.add(param, name, field)
        return field

    # Reading

    def _label(self) -> str:
        text = self.about.text().strip()
        if not text:
            raise Problem("A few words that say what it is, such as “fire in the barn”.")
        return text

    def _aim(self) -> dict[str, Value]:
        assert self.who is not None
        if self.zone.value is not None:
            return {"zone": self.zone.value}
        if not self.who.chosen:
            raise Problem("Choose whom it harms, or the zone it is in.")
        return {"who": self.who.chosen}

    def _moment(self) -> Moment:
        rest, moment = read_moment(self.moment.text(), clock_of(self.controller))
        if rest or moment == Moment():
            raise Problem(f"When? Say: {self._moment_example()}.")
        return moment

    def _filled_in(self) -> RecentHazard:
        once = self.when.value == ONCE
        return RecentHazard(
            self.about.text().strip()[:LONGEST],
            str(self.when.value),
            self.moment.text().strip() if once else "",
            self.amount.text().strip(),
            bool(self.rolled.value),
            str(self.type.value),
            bool(self.soaked.value),
            self.resist.text().strip()[:LONGEST],
            self.difficulty.text().strip() if self.resist.text().strip() else "",
        )

    # What depends on what

    def _aim_at_people(self) -> None:
        self.zone.clear()
        self.boxes["who"].fault("")

    def _aim_at_zone(self) -> None:
        assert self.who is not None
        if self.zone.value is not None:
            self.who.clear()
        self.boxes["who"].fault("")

    def _ask_moment(self) -> None:
        self.boxes["moment"].setVisible(self.when.value == ONCE)
        self._tell_moment()

    def _tell_moment(self) -> None:
        try:
            _rest, moment = read_moment(self.moment.text(), clock_of(self.controller))
        except Problem:
            moment = Moment()
        words = moment_words(Timer("", "", moment.round, moment.tick), clock_of(self.controller))
        self.boxes["moment"].say(f"Strikes at {words}." if words else "")

    def _moment_example(self) -> str:
        clock = clock_of(self.controller)
        return f"in 3 {clock.round_label}s" if clock.rounds else f"in 6 {clock.tick_label}s"

    # Those in force

    def _fill(self) -> None:
        clear(self._list)
        self.removers = {}
        hazards = self.controller.battle.hazards
        if hazards:
            self._list.addWidget(label("In force", "heading"))
        for hazard in hazards:
            row = QHBoxLayout()
            row.addWidget(label(hazard_words(self.controller, hazard), "body", wrap=True), 1)
            away = push("Remove", "quiet", f"Takes “{hazard.label}” away", f"Remove {hazard.label}")
            away.clicked.connect(partial(self._remove, hazard.id))
            row.addWidget(away)
            self._list.addLayout(row)
            self.removers[hazard.id] = away

    def _remove(self, id: str, _checked: bool = False) -> None:
        if self.first is not None:
            self.first.setFocus()
        self.controller.steps.dispatch(Command(STEP, "", Table(remove=id)))


def hazard_words(controller: BattleController, hazard: Hazard) -> str:
    """A hazard in words: what it is, whom it harms, how much and when."""
    zone = controller.battle.zones.get(hazard.zone)
    names = ", ".join(controller.name(id) for id in hazard.who)
    whom = names or (f"everyone in {zone.name or zone.id}" if zone is not None else "nobody")
    much = f"{hazard.dice} dice of {hazard.type}" if hazard.dice else f"{hazard.damage} {hazard.type}"
    action = controller.rules.actions[STEP]
    times = next((param.choices for param in action.params if param.id == "when"), Table())
    when = str(times.get(hazard.when, hazard.when))
    moment = moment_words(Timer("", "", hazard.round, hazard.tick), clock_of(controller))
    if moment and hazard.when == ONCE:
        when = f"{when}, {moment}"
    dot = " \N{MIDDLE DOT} "
    return dot.join((hazard.label, whom, much, when))
