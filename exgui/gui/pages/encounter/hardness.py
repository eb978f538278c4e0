"""*How hard is it?* of an encounter: what is simulated, and what its report leads to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from exgui.campaign.encounter_edits.edit import Encounter, change_each, entries
from exgui.campaign.encounter_edits.general import set_policy
from exgui.campaign.encounter_edits.people import changed_since, reload_sheets
from exgui.engine.record import EMPTY, Table
from exgui.gui.fights.card import HardnessCard
from exgui.gui.fights.report import Choices
from exgui.gui.fights.run import SEED, Question
from exgui.gui.fights.shown import ShownFights, sides_to_choose
from exgui.gui.fights.words import printed
from exgui.gui.pages.encounter.begin_card import missing
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.page_context import PageContext
from exgui.gui.session.beside import Beside
from exgui.gui.widgets.finder import Pick
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import EncounterReader
from exgui.simulate.fight import Fight
from exgui.simulate.policies import USUAL
from exgui.simulate.replay import replayed
from exgui.simulate.simulation import CannotSimulate
from exgui.simulate.sources import plan_of
from exgui.systems.common.tracks import lasting_tracks

PREPARED, NOW, RESTED = "prepared", "now", "rested"
"""The party as it was added to the encounter, as its sheets are now, and healed with nothing spent."""
PARTY = (
    Pick(PREPARED, "as prepared", "As they are in this encounter"),
    Pick(NOW, "as they are now", "With the wounds and spent motes on their sheets"),
    Pick(RESTED, "rested", "Healed, with nothing spent"),
)


class Hardness(ShownFights):
    """The card and the report of one encounter's page."""

    def __init__(self, page: QWidget, context: PageContext, document: EncounterDocument) -> None:
        assert context.workers is not None
        super().__init__(context.window, context.workers(), page)
        self._context, self._document = context, document
        self._party: object = PREPARED
        self.card = HardnessCard(self._run, self.title)
        self.card.more_requested.connect(self.show_report)

    @property
    def is_busy(self) -> bool:
        return self._run.runs

    @property
    def printed(self) -> str:
        """What the fights come to so far, for paper; "" before there are any."""
        fought = self._run.fought
        return printed(*fought) if fought is not None else ""

    def restart(self) -> None:
        if self.card.isVisible():
            self._run.restart()

    def show_report(self) -> None:
        if self._run.question is not None:
            super().show_report()

    def question(self) -> Question:
        return question(self._document, str(self._party))

    def choices(self) -> Sequence[Choices]:
        document = self._document

        def chosen(side: str) -> str:
            return str(document.data.get("policies", EMPTY).get(side, USUAL.id))

        def choose(side: str, policy: object) -> None:
            document.do(lambda data: set_policy(data, side, "" if policy == USUAL.id else str(policy)))

        def take_party(party: object) -> None:
            self._party = party
            self._run.restart()

        sides = sides_to_choose(document.battle, chosen, choose)
        return [Choices("The party", PARTY, lambda: str(self._party), take_party), *sides]

    def read(self, fight: Fight, number: int, which: str) -> None:
        session, id = self._context.session, self._document.id
        campaign = session.campaign
        if campaign is None:
            return
        play, before = replayed(fight, SEED, number), session.battle_id
        title = f"{self._document.title}: the {which} fight"

        def back() -> None:
            if before is not None:
                session.open_battle(before)
            else:
                session.show_encounters()
            self._context.navigation.open_encounter(id)

        session.show_play(play, beside=Beside(title, partial(campaign.keep_fight, play, title, id), back))
        self._context.pages.uncover()


def question(document: EncounterDocument, party: str = PREPARED) -> Question:
    """Return what to simulate of an encounter.

    Raises:
        CannotSimulate: no battle can begin from it; the message says why.
    """
    lack, system, rules = missing(document), document.system, document.rules
    if lack or system is None or rules is None:
        raise CannotSimulate(lack.rstrip(".") or "its rules are missing")
    battle = document.battle
    if party != PREPARED:
        read = EncounterReader(rules).read(_with_party(document, rules, party))
        if read.problems:
            raise CannotSimulate(read.problems[0].sentence.rstrip("."))
        battle = read.battle
    return Question(system, system.prepare(battle.but(rules=rules)), plan_of(document.data))


def _with_party(document: EncounterDocument, rules: Ruleset, party: str) -> Encounter:
    data = document.data
    players = tuple(str(one["id"]) for one in entries(data, "combatant") if one.get("player") is True)
    if party == NOW:
        sheets = document.sheets()
        return reload_sheets(data, [id for id in changed_since(data, sheets) if id in players], sheets).data
    families = {track.partition(".")[0] for track in lasting_tracks(rules)}

    def rested(one: Any) -> Any:
        state = {key: value for key, value in one.get("state", EMPTY).items() if key.partition(".")[0] not in families}
        return one.put("state", Table(state)) if state else one.without("state")

    return change_each(data, "combatant", players, rested)
