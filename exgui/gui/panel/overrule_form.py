"""The storyteller's overrule: any track, state, value, trait, place or side of anybody, set as told."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Table, Value
from exgui.gui.battle_controller import BattleController
from exgui.gui.panel.tool_card import FormCard, combatants
from exgui.gui.widgets.basics import EnterLine
from exgui.gui.widgets.finder import LONGEST, Pick, SuggestLine
from exgui.gui.widgets.form_fields import ChipPick, Problem, whole
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
    "player": ("Is a player's character", "flag"),
    "hidden": ("Hidden from the players", "flag"),
    "revealed": ("Name known to the players", "flag"),
    "asked": ("Is always asked for effects", "flag"),
    "notes": ("Notes", "text"),
}
"""What every combatant has, whatever the game, and how it is asked for."""


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
    """All that can be set of somebody, what changes most in a fight first."""
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
    """How it stands now, None where nothing is known of it."""
    rules = controller.rules
    if path.id in rules.tracks:
        return one.tracks.get(path.id, 0)
    if path.id in rules.conditions:
        value = one.conditions.get(path.id)
        return bool(value) if path.kind == "flag" else value
    if path.id in rules.values:
        try:
            return controller.system.number(controller.battle, one.id, path.id).total
        except Exception:
            return None
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
        super().__init__(controller, "Overrule", "Set it")
        self.paths = paths(controller.rules)
        self._path: Path | None = None
        words = [Pick(path.id, path.label, path.group) for path in self.paths.values()]
        first = next(iter(self.paths.values())).label if self.paths else "Zone"
        self.what = SuggestLine("What", words, f"{first}, Zone, Side \N{HORIZONTAL ELLIPSIS}", anywhere=True)
        self.what.picked.connect(lambda _path: self._go_on())
        self.what.textChanged.connect(lambda _text: self._ask_value())
        self.add("what", "What", self.what)
        self.value: QWidget | None = None
        self.who = combatants(controller.battle, controller.shown)
        self.who.changed.connect(lambda _who: self._ask_value(again=True))
        self.add("who", "Who", self.who)
        if path in self.paths:
            self.what.setText(self.paths[path].label)
            self._ask_value()
            self.first = self.value

    def command(self) -> Command:
        who = self.who.value if self.who is not None else None
        if who is None:
            self.boxes["who"].fault("Choose whom.")
            raise Problem("Choose whom.")
        path = self._path
        if path is None:
            typed = self.what.text().strip()[:24]
            unknown = f"Nothing is called “{typed}”" if typed else "Choose what is to be set"
            self.boxes["what"].fault(f"{unknown}; Down shows everything.")
            raise Problem(unknown)
        value = self.read("value", lambda: self._read(path))
        return Command(STEP, "", Table(who=who, set=Table({path.id: value})), overrule=True)

    def submit(self) -> None:
        """Enter in the first field goes on to the value; of several names found, to that of the first."""
        if self.what.hasFocus() and (self.value is not None or self.what.complete()):
            self._go_on()
            return
        super().submit()

    def _go_on(self) -> None:
        if self.value is not None:
            self.value.setFocus(Qt.FocusReason.OtherFocusReason)

    def stays(self) -> bool:
        if not super().stays():
            return False
        self._ask_value(again=True)
        return True

    def _ask_value(self, *, again: bool = False) -> None:
        """Puts the field for the value where what is to be set is known."""
        word = self.what.meant()
        path = self.paths.get(str(word.value)) if word is not None else None
        if path == self._path and not again:
            return
        had = self.value is not None and self.value.hasFocus()
        self._path = path
        self.remove("value")
        self.value = None
        who = self.who.value if self.who is not None else None
        one = self.controller.battle.combatants.get(str(who))
        if path is None or one is None:
            return
        self.value = self._field(path, one, now(self.controller, one, path))
        self.add("value", path.label, self.value)
        self.fields.insertWidget(1, self.boxes["value"])
        QWidget.setTabOrder(self.what, self.value)
        QWidget.setTabOrder(self.value, self.boxes["who"].field)
        self.boxes["value"].show()
        self.first = self.boxes["what"].field
        if had:
            self.value.setFocus()

    def _field(self, path: Path, one: Combatant, current: Value) -> QWidget:
        battle: Battle = self.controller.battle
        people = [Pick(id, other.name) for id, other in battle.combatants.items() if id != one.id]
        if path.kind == "flag":
            return ChipPick(path.label, (Pick(True, "yes"), Pick(False, "no")), bool(current))
        if path.kind == "choice":
            none = [] if "none" in path.choices else [Pick(None, "none")]
            chips = ChipPick(path.label, [*none, *(Pick(id, id.replace("_", " ")) for id in path.choices)])
            chips.put(current)
            return chips
        if path.kind == "zone":
            return ChipPick(path.label, [Pick(id, zone.name or id) for id, zone in battle.zones.items()], current)
        if path.kind == "side":
            sides = dict.fromkeys(other.side for other in battle.combatants.values())
            field = SuggestLine(path.label, [Pick(side, side) for side in sides])
            field.setText(str(current or ""))
            return field
        if path.kind == "id":
            chips = ChipPick(path.label, [Pick(None, "nobody"), *people])
            chips.put(current if isinstance(current, str) else None)
            return chips
        if path.kind in ("ids", "gear"):
            gear = [Pick(id, item.name) for id, item in one.gear.items() if item.kind in self.controller.rules.several]
            chosen = current if isinstance(current, tuple) else ()
            return ChipPick(path.label, gear if path.kind == "gear" else people, chosen, several=True)
        line = EnterLine("" if current is None or isinstance(current, bool) else str(current))
        line.setMaxLength(LONGEST)
        line.selectAll()
        return line

    def _read(self, path: Path) -> Value:
        field = self.value
        if isinstance(field, ChipPick):
            if path.kind in ("zone", "flag") and field.value is None:
                raise Problem(f"{path.label} to what?")
            return field.value
        text = field.text().strip() if isinstance(field, EnterLine) else ""
        if path.kind == "number":
            return whole(text, path.label)
        if not text and path.kind == "side":
            raise Problem("A side needs a name.")
        return text


class WoundForm(FormCard):
    """How much somebody is wounded or healed, at the storyteller's word, and of which kind.

    Args:
        heals: it heals.
    """

    def __init__(self, controller: BattleController, who: str, *, heals: bool) -> None:
        one = controller.battle.who(who)
        super().__init__(controller, f"{'Heal' if heals else 'Wound'} {one.name}", "Heal" if heals else "Wound")
        self._who, self._heals = who, heals
        kinds = wound_kinds(controller.rules, one)
        self.amount = EnterLine("1")
        self.amount.setMaxLength(6)
        self.amount.selectAll()
        self.add("amount", "How much", self.amount)
        words = [Pick(id, f"{controller.rules.tracks[id].label} ({one.track(id)})") for id in kinds]
        filled = [id for id in kinds if "." in id and one.track(id)]
        self.kind = ChipPick("Which kind", words, (filled if heals and filled else kinds)[0])
        if len(kinds) > 1:
            self.add("kind", "Which kind", self.kind)

    def command(self) -> Command:
        amount = self.read("amount", lambda: whole(self.amount.text().strip(), "How much"))
        if not isinstance(amount, int) or not 1 <= amount <= MOST_WOUNDS:
            self.boxes["amount"].fault(f"Enter a number from 1 to {MOST_WOUNDS}.")
            raise Problem("How much?")
        path = str(self.kind.value)
        filled = "." in path  # levels that are filled; else what is left
        change = amount if filled is not self._heals else -amount
        value = max(0, self.controller.battle.who(self._who).track(path) + change)
        return Command(STEP, "", Table(who=self._who, set=Table({path: value})), overrule=True)


def wound_kinds(rules: Ruleset, one: Combatant) -> list[str]:
    """The tracks by which somebody is wounded: a kind of damage each, or what is left of their health."""
    secret = [id for id, track in rules.tracks.items() if track.secret]
    of_health = [id for id in secret if id.partition(".")[0] == "health"]
    return [id for id in secret if id in one.tracks and id not in of_health] or of_health
