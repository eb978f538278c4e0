"""What was written from the summary of a fight to sheets and prepared encounters, each time as one edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from exgui.campaign.encounter_edits.edit import encounter_data
from exgui.campaign.errors import CampaignError
from exgui.engine.record import Record
from exgui.gui.history import JointEdit, latest
from exgui.gui.models.sheet_document import sheet_document
from exgui.gui.pages.encounter.document import encounter_document
from exgui.gui.session.campaign_session import CampaignSession
from exgui.rulebook.rules import Ruleset
from exgui.sheets.after_battle import SheetLine, taken_over, written
from exgui.sheets.worked_out import Sheet


class ChosenLines(Record):
    """Lines that are written to a sheet.

    Attributes:
        sheet: its id.
        before: what it is now.
    """

    sheet: str
    before: Sheet
    rules: Ruleset
    lines: Sequence[SheetLine]

    def on_sheet(self, sheet: Mapping[str, Any]) -> Mapping[str, Any]:
        return written(dict(sheet), self.rules, self.lines, [line.path for line in self.lines])

    def in_encounter(self, encounter: Mapping[str, Any]) -> Mapping[str, Any]:
        return taken_over(encounter, self.sheet, self.rules, self.lines, self.before)


class FightWriting(QObject):
    """What was written of one fight, with its undo, for as long as the campaign is open.

    Signals:
        changed(): something was written, undone or redone, here or on a page of what it was written to.
        message(str): a sentence for the storyteller.
    """

    changed = Signal()
    message = Signal(str)

    def __init__(self, session: CampaignSession) -> None:
        super().__init__()
        self._session = session
        self._edits: list[JointEdit] = []

    def write(self, chosen: Sequence[ChosenLines], *, into_encounters: bool) -> bool:
        """Write lines to sheets, all or none; report why that fails."""
        campaign = self._session.campaign
        if campaign is None:
            return False
        edit = JointEdit(campaign, "Results of the fight", self._tell)
        try:
            for one in chosen:
                edit.add(partial(sheet_document, self._session, one.sheet), one.on_sheet)
            for listed in campaign.encounters() if into_encounters else ():
                with suppress(CampaignError):
                    data = campaign.encounter(listed.id)
                    if _with_all(chosen, data) is not data:
                        edit.add(
                            partial(encounter_document, self._session, listed.id),
                            lambda data: encounter_data(_with_all(chosen, data)),
                        )
            edit.turn(True)
        except CampaignError as error:
            self.message.emit(error.sentence)
            return False
        self._edits = [*(one for one in self._edits if one.done), edit]
        return True

    # The undo target of the page

    def can_undo(self) -> bool:
        return latest(self._edits, done=True) is not None

    def can_redo(self) -> bool:
        return latest(self._edits, done=False) is not None

    def undo(self) -> str:
        return self._turn(done=False)

    def redo(self) -> str:
        return self._turn(done=True)

    def _turn(self, *, done: bool) -> str:
        edit = latest(self._edits, done=not done)
        if edit is None:
            return ""
        try:
            edit.turn(done)
        except CampaignError as error:
            self.message.emit(error.sentence)
            return ""
        return edit.text

    def _tell(self) -> None:
        self._session.listed.emit()
        self.changed.emit()

    # What the registry of documents asks for

    def save(self) -> None:
        """Do nothing: everything is in the file."""

    def reload(self) -> None:
        """Do nothing: the page reads the sheets again by itself."""

    def close(self) -> None:
        self._edits.clear()


def _with_all(chosen: Sequence[ChosenLines], encounter: Mapping[str, Any]) -> Mapping[str, Any]:
    for one in chosen:
        encounter = one.in_encounter(encounter)
    return encounter
