"""The storyteller's overrule: any track, state, value, trait, place or side of any combatant."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.forms.fields import YES_NO, Choice, FormField, Problem, Text, whole
from exgui.gui.panel.tool_card import FormCard, who_field
from exgui.gui.widgets.basics import EnterLine
from exgui.gui.widgets.finder import Pick, SuggestLine, matching_word
from exgui.rulebook.rules import Ruleset

STEP = "adjust"
MOST_WOUNDS = 1_000
PLAIN = {
    "zone": ("Zone", "zone"),
    "side": ("Side", "side"),
    "name": ("Name", "text"),
    "close": ("At close range with", "ids"),
    "ready": ("In hand", "gear"),
    "acted": ("Has acted", "flag"),
    "waiting": ("Waits to join", "flag"),
    "player": ("Is a player’s character", "flag"),
    "hidden": ("Hidden from the players", "flag"),
    "revealed": ("Name known to the players", "flag"),
    "asked": ("Always asked about effects", "flag"),
    "notes": ("Notes", "text"),
}
"""What every combatant has in any game, and how it is asked for."""
NOTHING = {"text": "", "ids": (), "gear": ()}
"""What an empty field sets, by its kind; None for others."""


class Path(Record):
    """Something that can be set.

    Attributes:
        kind: "number", "flag", "choice", "text", "id", "ids", "zone", "side" or "gear".
        group: where it belongs, as a note for people.
    """

    id: str
    label: str
    kind: str
    group: str
    choices: tuple[str, ...] = ()


def paths(rules: Ruleset) -> dict[str, Path]:
    """Return every settable path, most often changed first."""
    out: dict[str, Path] = {}
    heads = {id.partition(".")[0] for id in rules.tracks if "." in id}
    for id, track in rules.tracks.items():
        head = id.partition(".")[0]
        name = f"{rules.label(head)}: {track.label.lower()}" if head in heads else track.label
        out[id] = Path(id, name, "number", "track")
    for id in ("zone", "side"):
        out[id] = Path(id, *PLAIN[id], "place")
    for id, one in rules.conditions.items():
        if one.settable:
            kind = "choice" if one.choices else "text" if one.type == "data" else one.type
            out[id] = Path(id, one.label, kind, "state", one.choices)
    for id, derived in rules.values.items():
        out[id] = Path(id, derived.label, "number", "value")
    for id, (name, kind) in PLAIN.items():
        if id == "close" and not rules.has_close_range:
            continue
        out.setdefault(id, Path(id, name, kind, "combatant"))
    for id, trait in rules.traits.items():
        out.setdefault(id, Path(id, trait.label, "number", "trait"))
    return out


def now(controller: BattleController, one: Combatant, path: Path) -> Value:
    """Return the current value; None if it is unknown."""
    rules = controller.rules
    if path.id in rules.tracks:
        return one.tracks.get(path.id, 0)
    if path.id in rules.conditions:
        value = one.conditions.get(path.id)
        return bool(value) if path.kind == "flag" else value
    if path.id in rules.values:
        return controller.queries.number(one.id, path.id)
    if path.id == "close":
        return controller.battle.close_group(one.id)
    if path.id in PLAIN:
        return getattr(one, path.id)
    return one.traits.get(path.id, rules.trait_default(path.id))


class OverruleForm(FormCard):
    """Who, what, and what it is set to.

    Args:
        path: what is to be set; "" where it is still to be said.
    """

    def __init__(self, controller: BattleController, path: str = "") -> None:
        self.paths = paths(controller.rules)
        self._path: Path | None = None
        self._words = [Pick(one.id, one.label, one.group) for one in self.paths.values()]
        first = self._words[0].label if self._words else "Zone"
        fields = (
            Text("what", "What", hint=f"{first}, Zone, Side \N{HORIZONTAL ELLIPSIS}", words=self._words),
            who_field(controller.battle, controller.shown, wanted="Choose a combatant."),
        )
        super().__init__(controller, "Overrule", "Set it", fields)
        what = self.boxes["what"].field
        assert isinstance(what, SuggestLine)
        self.what = what
        what.picked.connect(lambda _path: self._focus_value())
        if path in self.paths:
            self.give(what=self.paths[path].label)
            self.first = self.value

    @property
    def value(self) -> QWidget | None:
        """The field for the value; None while what is to be set is not known."""
        return self.form.editors.get("value")

    def command(self) -> Command:
        who = self.read("who")
        if self._path is None:
            typed = self.what.text().strip()[:24]
            unknown = f"Nothing matches “{typed}”" if typed else "Choose what to set"
            self.fault("what", f"{unknown}; Down shows everything.")
            raise Problem(unknown)
        value = self.read("value")
        if value is None:
            value = NOTHING.get(self._path.kind)
        return Command(STEP, "", Table(who=who, set=Table({self._path.id: value})), overrule=True)

    def submit(self) -> None:
        """Enter in the first field goes on to the value; of several names found, to that of the first."""
        if self.what.hasFocus() and (self.value is not None or self.what.complete()):
            self._focus_value()
            return
        super().submit()

    def _focus_value(self) -> None:
        if self.value is not None:
            self.value.setFocus(Qt.FocusReason.OtherFocusReason)

    def stays(self) -> bool:
        if not super().stays():
            return False
        self._ask_value()
        return True

    def on_given(self, key: str) -> None:
        if key == "who":
            self._ask_value()
        elif key == "what":
            word = matching_word(self._words, self.what.text(), anywhere=True)
            path = self.paths.get(str(word.value)) if word is not None else None
            if path != self._path:
                self._path = path
                self._ask_value()

    def _ask_value(self) -> None:
        """Put the field for the value below that for what is to be set, once that is known."""
        had = self.value is not None and self.value.hasFocus()
        self.form.remove_field("value")
        path, one = self._path, self.controller.battle.combatants.get(str(self.draft.given["who"]))
        if path is None or one is None:
            return
        field = self._field(path, one, now(self.controller, one, path))
        self.draft.given["value"] = field.default
        self.form.put_field(field, "what")
        if isinstance(self.value, EnterLine):
            self.value.selectAll()
        if had:
            self._focus_value()

    def _field(self, path: Path, one: Combatant, current: Value) -> FormField:
        battle: Battle = self.controller.battle
        people = [Pick(id, other.name) for id, other in battle.combatants.items() if id != one.id]
        choice = partial(Choice, "value", path.label, default=current)
        to_what = f"{path.label} to what?"
        if path.kind == "flag":
            return choice(options=YES_NO, wanted=to_what).but(default=bool(current))
        if path.kind == "choice":
            none = [] if "none" in path.choices else [Pick(None, "none")]
            return choice(options=[*none, *(Pick(id, id.replace("_", " ")) for id in path.choices)])
        if path.kind == "zone":
            zones = [Pick(id, zone.name or id) for id, zone in battle.zones.items()]
            return choice(options=zones, wanted=to_what)
        if path.kind == "id":
            return choice(options=[Pick(None, "no one"), *people])
        if path.kind in ("ids", "gear"):
            gear = [Pick(id, item.name) for id, item in one.gear.items() if item.kind in self.controller.rules.several]
            return choice(options=gear if path.kind == "gear" else people, several=True)
        text = partial(Text, "value", path.label)
        sentence = "" if current is None or isinstance(current, bool) else str(current)
        if path.kind == "number":
            needs = f"{path.label} needs a whole number."
            return text(default=sentence, parse=partial(whole, what=path.label), wanted=needs)
        if path.kind == "side":
            sides = dict.fromkeys(other.side for other in battle.combatants.values())
            words = [Pick(side, side) for side in sides]
            return text(default=sentence, words=words, wanted="A side needs a name.")
        return text(default=sentence)


class WoundForm(FormCard):
    """Wounds or heals a combatant, as an override: how much, and of which kind.

    Args:
        heals: it heals.
    """

    def __init__(self, controller: BattleController, who: str, *, heals: bool) -> None:
        self._who, self._heals = who, heals
        one = controller.battle.who(who)
        kinds = wound_kinds(controller.rules, one)
        words = [Pick(id, f"{controller.rules.tracks[id].label} ({one.track(id)})") for id in kinds]
        filled = [id for id in kinds if "." in id and one.track(id)]
        fields = (
            Text("amount", "How much", default="1", longest=6, parse=self._amount,
                 wanted="How much needs a whole number."),
            Choice("kind", "Which kind", options=words, default=(filled if heals and filled else kinds)[0],
                   when=lambda _things: len(kinds) > 1),
        )  # fmt: skip
        verb = "Heal" if heals else "Wound"
        super().__init__(controller, f"{verb} {one.name}", verb, fields)

    def command(self) -> Command:
        amount, path = self.read("amount"), str(self.read("kind"))
        assert isinstance(amount, int)
        battle, track = self.controller.battle, self.controller.rules.tracks[path]
        filled = "." in path  # levels that are filled; else what is left
        value = battle.who(self._who).track(path) + (amount if filled is not self._heals else -amount)
        if track.minimum is not None:
            value = max(track.minimum, value)
        known = self.controller.system.health(battle, self._who)
        if self._heals and not filled and known is not None:
            value = min(value, max(known.whole, battle.who(self._who).track(path)))
        return Command(STEP, "", Table(who=self._who, set=Table({path: value})), overrule=True)

    @staticmethod
    def _amount(text: str) -> int:
        amount = whole(text, "How much")
        if not 1 <= amount <= MOST_WOUNDS:
            raise Problem(f"Enter a number from 1 to {MOST_WOUNDS}.")
        return amount


def wound_kinds(rules: Ruleset, one: Combatant) -> list[str]:
    """Return the tracks that wounds go to: one per kind of damage, or the health left."""
    secret = [id for id, track in rules.tracks.items() if track.secret]
    of_health = [id for id in secret if id.partition(".")[0] == "health"]
    return [id for id in secret if id in one.tracks and id not in of_health] or of_health
