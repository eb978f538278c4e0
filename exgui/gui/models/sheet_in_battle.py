"""Brings a sheet's edits to its combatants in the open battle, as steps of that battle if the storyteller wants that.
Undoing an edit is one more step there; the battle itself is never rewound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from exgui.campaign.errors import CampaignError
from exgui.engine.battle import Combatant
from exgui.engine.record import Table
from exgui.play.play import Refused
from exgui.sheets.battle_changes import is_known, sheet_known_to, step_of_edit
from exgui.sheets.worked_out import Sheet

if TYPE_CHECKING:
    from exgui.gui.session.campaign_session import CampaignSession
    from exgui.play.play import Play


class SheetInBattle(QObject):
    """One sheet and the battle that is open.

    Signals:
        changed(): it fights or fights no longer, or something is to be asked, or was answered.
        message(str): a sentence for the storyteller.

    Attributes:
        edits_battle: whether edits go to the battle; None while that was not answered.
        is_asking: an edit was made, and it is to be asked whether it goes to the battle.

    Args:
        id: of the sheet in the campaign.
        sheet: gives it as it is now.
    """

    changed = Signal()
    message = Signal(str)

    def __init__(
        self, session: CampaignSession, id: str, sheet: Callable[[], Sheet], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._id, self._sheet = session, id, sheet
        self.edits_battle: bool | None = None
        self.is_asking = False
        self._known: Sheet = sheet()
        self._leave: Callable[[], object] = lambda: None
        session.battle_opened.connect(self._follow)
        session.battle_closed.connect(self._follow)
        self._follow()

    @property
    def fighters(self) -> tuple[Combatant, ...]:
        play = self._session.play
        if play is None or play.battle.phase == "over" or self._session.battle_id is None:
            return ()
        return tuple(one for one in play.battle.combatants.values() if one.sheet == self._id)

    @property
    def title(self) -> str:
        play = self._session.play
        return (play.battle.title or "the battle") if play is not None else ""

    def answer(self, edits_battle: bool) -> None:
        """Say whether edits of this sheet go to the battle, from the last one on."""
        self.edits_battle = edits_battle
        asked, self.is_asking = self.is_asking, False
        if edits_battle and asked:
            self._send()
        else:
            self._known = self._sheet()
        self.changed.emit()

    def on_written(self, after: Sheet) -> None:
        """Handle a saved sheet."""
        if not self.fighters or self.edits_battle is False:
            self._known = after
        elif self.edits_battle is None:
            self.is_asking = self.is_asking or self._steps(after) != []
            if not self.is_asking:
                self._known = after
            self.changed.emit()
        else:
            self._send()

    def _steps(self, sheet: Sheet) -> list[tuple[Combatant, object]]:
        play = self._session.play
        if play is None:
            return []
        found: list[tuple[Combatant, object]] = []
        for one in self.fighters:
            step = step_of_edit(self._known, sheet, play.system.rules, one.id)
            if step is not None and not is_known(play.battle, step):
                found.append((one, step))
        return found

    def _send(self) -> None:
        """Take what the battle does not know yet there; wait while a step is open."""
        play = self._session.play
        if play is None or not self.fighters:
            self._known = self._sheet()
            return
        sheet = self._sheet()
        if play.pending is not None:
            if self._steps(sheet):
                self.message.emit(f"The edit goes to {self.title} once its open step is finished.")
            return
        for one in self.fighters:
            step = step_of_edit(self._known, sheet, play.system.rules, one.id)
            if step is None or is_known(play.battle, step):
                continue
            changed = step.args.get("sheet")
            if isinstance(changed, Table) and "name" in changed and one.name != self._known.get("name"):
                rest = changed.without("name")  # one of several has a name of its own
                step = step.but(args=step.args.put("sheet", rest) if rest else step.args.without("sheet"))
                if set(step.args) == {"who"}:
                    continue
            try:
                play.dispatch(step)
            except Refused as refused:
                self.message.emit(f"{self.title} rejected the edit: {refused}")
            except CampaignError as error:
                self.message.emit(f"{self.title} rejected the edit and is unchanged: {error}")
                return
        self._known = sheet

    def _follow(self, _play: object = None) -> None:
        """Follow the open battle, or none."""
        self._leave()
        self._leave = lambda: None
        play = self._session.play
        if play is not None:
            self._leave = play.subscribe(lambda _change: self._on_step())
        self._known = self._sheet()
        self.is_asking = False
        if self.edits_battle is not False and play is not None and (known := self._known_there(play)) is not None:
            self._known = known  # it was edited while that battle was not open
            self.is_asking = self.edits_battle is None
            self._on_step()
        self.changed.emit()

    def _known_there(self, play: Play) -> Sheet | None:
        """Return the sheet as the battle that was opened knows it; None where it knows all of it."""
        commands = [step.command for step in play.steps]
        for one in self.fighters:
            known = sheet_known_to(play.battle_at(0), play.battle, commands, one.id, self._sheet(), play.system.rules)
            if known is not None:
                return known
        return None

    def _on_step(self) -> None:
        play = self._session.play
        if self.edits_battle and play is not None and play.pending is None and self._known != self._sheet():
            QTimer.singleShot(0, self, self._send)

    def close(self) -> None:
        self._leave()
