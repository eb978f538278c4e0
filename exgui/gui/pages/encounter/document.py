"""An encounter that is being prepared: its data, what was done to it, and the battle it would begin as,
with its game.

Every edit is in the file before it is shown. It outlives the page: what was done can be undone as long as the
campaign is open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from PySide6.QtCore import Signal

from exgui.campaign.campaign import Campaign
from exgui.campaign.encounter_edits.adding import is_for
from exgui.campaign.encounter_edits.edit import Edit, EditRefused, Encounter, encounter_data, entries
from exgui.campaign.encounter_edits.zones import with_places
from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Table
from exgui.engine.system import Badge, Companion, Reach, Strength, System
from exgui.gui.history import History, JointStep
from exgui.gui.session.campaign_session import CampaignSession, Document
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import EncounterReader, Read
from exgui.rulebook.validation import Problem
from exgui.systems import UnknownSystem, system_for

T = TypeVar("T")


class PreparedGame:
    """What a map asks of a game before the battle: no one acts, so nothing is within reach.

    Args:
        system: None where the ruleset, or the code for its game, is missing.
    """

    def __init__(self, system: System | None) -> None:
        self._system = system

    def _asked(self, otherwise: T, ask: Callable[[System], T]) -> T:
        """Return the game's answer, or the other value if it fails, as for incomplete data."""
        if self._system is None:
            return otherwise
        try:
            return ask(self._system)
        except (LookupError, ValueError, TypeError, AttributeError):
            return otherwise

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return self._asked((), lambda system: tuple(system.badges(battle, who)))

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        return {}

    def standing(self, battle: Battle, who: str) -> bool:
        return True

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        return None

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        return self._asked((), lambda system: system.companions(battle))

    def strength(self, battle: Battle, who: str) -> Strength | None:
        now: Strength | None = self._asked(None, lambda system: system.strength(battle, who))
        if now is None:  # most people are not many, and no one need be prepared to know that
            return None
        otherwise: Strength | None = now
        return self._asked(otherwise, lambda system: system.strength(system.prepare(_alone(battle, who)), who))

    def counted(self, battle: Battle, who: str) -> Collection[str]:
        """Return the ids of a future combatant's figures: people have others than things."""
        nothing: Collection[str] = ()
        return self._asked(nothing, lambda system: tuple(system.prepare(_alone(battle, who)).who(who).tracks))

    def represented_by(self, battle: Battle, who: str) -> str:
        return self._asked("", lambda system: system.represented_by(battle, who))


def _alone(battle: Battle, who: str) -> Battle:
    return battle.but(combatants=Table({who: battle.combatants[who]}), close=())


def encounter_document(session: CampaignSession, id: str) -> EncounterDocument:
    """Return the document of an encounter of the campaign that is open.

    Raises:
        CampaignError: there is none, or it cannot be read.
    """
    campaign = session.campaign
    assert campaign is not None
    return session.documents.get("encounter", id, lambda: EncounterDocument(campaign, id))


class EncounterDocument(Document):
    """One encounter of a campaign.

    Signals:
        changed(dict): it has changed; by ids from before, those of today.
        refused(str): an edit made no sense, or could not be saved; the sentence says why. Nothing has changed.
        saved(): it was written into the file.

    Raises:
        CampaignError: there is no such encounter.
    """

    changed = Signal(object)
    refused = Signal(str)
    saved = Signal()

    def __init__(self, campaign: Campaign, id: str) -> None:
        super().__init__()
        self.campaign, self.id = campaign, id
        self.data: Encounter = _read(campaign, id)
        self.before_saving: list[Callable[[], object]] = []
        """What is called before all is saved, as a field in which something is still being written."""
        self.history = History(self._put_and_show, self.save, parent=self)
        self.history.refused.connect(self.refused)
        self._reader: EncounterReader | None = None
        self._rules: tuple[str, Ruleset | None] = ("", None)
        self._read: tuple[Encounter, Read] | None = None
        self._problems: tuple[Read, tuple[Problem, ...]] | None = None

    # What it is now

    @property
    def title(self) -> str:
        return str(self.data.get("title") or "Encounter")

    @property
    def rules(self) -> Ruleset | None:
        """The rules it is for; None where they are not installed."""
        wanted = str(self.data.get("ruleset", ""))
        if self._rules[0] != wanted:
            self._rules = wanted, _ruleset(wanted)
            self._reader = self._read = None
        return self._rules[1]

    def has_other_rules_here(self) -> bool:
        """Return whether it uses the campaign's own version of house rules, and this computer has another."""
        return self.campaign.house_rules.other_here(str(self.data.get("ruleset", ""))) is not None

    @property
    def system(self) -> System | None:
        """The game that plays it; None if there is none."""
        rules = self.rules
        try:
            return system_for(rules) if rules is not None else None
        except UnknownSystem:
            return None

    @property
    def game(self) -> PreparedGame:
        return PreparedGame(self.system)

    @property
    def battle(self) -> Battle:
        return self._as_read().battle

    def _as_read(self) -> Read:
        rules = self.rules
        if self._reader is None:
            self._reader = EncounterReader(rules)
        if self._read is None or self._read[0] is not self.data:
            self._read = self.data, self._reader.read(self.data)
        return self._read[1]

    @property
    def problems(self) -> tuple[Problem, ...]:
        read = self._as_read()
        if self._problems is None or self._problems[0] is not read:
            self._problems = read, self._with_sheet_problems(read.problems)
        return self._problems[1]

    def _with_sheet_problems(self, found: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """Return the problems; for combatants of another game's sheet, only that."""
        rules = self.rules
        if rules is None or not any(one.kind == "combatant" for one in found):
            return found
        strangers: dict[str, Problem] = {}
        sheets = {one.id: one for one in self.campaign.sheets()}
        for one in self.data.get("combatant", ()):
            sheet = sheets.get(str(one.get("sheet", "")))
            if sheet is not None and not is_for(sheet, rules, rules.id):
                known = _ruleset(sheet.ruleset)
                game = known.name if known is not None else sheet.ruleset
                message = f"this sheet is for {game}. Remove them, or choose the rules of that game."
                strangers[str(one["id"])] = Problem((), message, "combatant", str(one["id"]))
        others = [one for one in found if one.kind != "combatant" or one.id not in strangers]
        wrong = {one.id for one in found if one.kind == "combatant"}
        return (*(one for id, one in strangers.items() if id in wrong), *others)

    def sheets(self) -> dict[str, dict[str, Any]]:
        """Return the campaign's sheets of this encounter's combatants, by id."""
        wanted = {str(one["sheet"]) for one in entries(self.data, "combatant") if one.get("copied")}
        found = {}
        for id in wanted:
            with suppress(CampaignError):
                found[id] = self.campaign.sheet(id)
        return found

    # Editing

    def do(self, edit: Callable[[Encounter], Edit], typed: str = "") -> Edit | None:
        """Do something to it, as one step of undo. None where that made no sense or could not be saved.

        Args:
            typed: names the field in which it was written; what is written there until it is left is one step.
        """
        try:
            found = edit(self.data)
        except EditRefused as refusal:
            self.refused.emit(str(refusal))
            return None
        if found.data == self.data:
            return found
        try:
            self.campaign.put_encounter(found.data, self.id)
        except CampaignError as error:
            self.refused.emit(error.sentence)
            return None
        self.history.push(found.sentence, self.data, found.data, typed or None)
        self._show(found.data, found.renamed)
        return found

    def _put_and_show(self, data: Encounter) -> None:
        self.campaign.put_encounter(data, self.id)
        self._show(data)

    def _show(self, data: Encounter, renamed: Mapping[str, str] = EMPTY) -> None:
        self.data = data
        self.saved.emit()
        self.changed.emit(renamed)

    # What is edited together with other documents

    def write_joint(self, data: Mapping[str, Any]) -> None:
        """Write into the file what the encounter is about to be.

        Raises:
            CampaignError: that cannot be done.
        """
        self.campaign.put_encounter(data, self.id)

    def take_joint(self, step: JointStep, data: Mapping[str, Any]) -> None:
        before, after = self.data, encounter_data(data)
        self.history.take_joint(step, before, after)
        self._show(after)

    # What the registry of documents asks for

    def save(self) -> None:
        """Save what is still being typed; all else is saved."""
        for write in tuple(self.before_saving):
            write()

    def reload(self) -> None:
        """Reload after a change elsewhere, as an undoable edit, or after a change of its rules."""
        before, self._rules = self._rules, ("", None)
        if before[0] and self.rules is not before[1]:
            self.changed.emit(EMPTY)
        try:
            now = _read(self.campaign, self.id)
        except CampaignError:
            return
        if now != self.data:
            self.history.push("A change in the campaign", self.data, now)
            self.data = now
            self.changed.emit(EMPTY)

    def close(self) -> None:
        self.save()
        self.before_saving.clear()


def _read(campaign: Campaign, id: str) -> Encounter:
    data = encounter_data(campaign.encounter(id))
    shown = EncounterReader(None).read(data.without("combatant")).battle.zones
    return with_places(data, {zone.id: (zone.x, zone.y) for zone in shown.values()})


def _ruleset(id: str) -> Ruleset | None:
    try:
        return find(id)
    except RulesetMissing:
        return None
