"""A sheet of the campaign that is being edited: its data, its model, its undo, and how it gets into the file.

Every edit is one step of its undo. A text is in the file as soon as its field is left, any other edit as soon as it is
painted; where it cannot be saved, that is said, and it is tried again until it can.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.gui.history import History, JointStep
from exgui.gui.models.sheet_model import SheetModel
from exgui.gui.session.campaign_session import Document
from exgui.rulebook.rules import Ruleset
from exgui.sheets import editing
from exgui.sheets.layout import Node, tree_of
from exgui.sheets.paths import Path, path_text
from exgui.sheets.worked_out import Sheet, WorkedOut

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.gui.session.campaign_session import CampaignSession
from typing import TYPE_CHECKING

from exgui.engine.battle import Combatant
from exgui.engine.record import Table
from exgui.play.play import Refused
from exgui.sheets.battle_changes import is_known, sheet_known_to, step_of_edit

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


SOON = 25
"""Milliseconds after which an edit that is not typed is saved: first it is painted."""
AGAIN = 2_000
"""Milliseconds after which saving is tried again."""


class SheetDocument(Document):
    """One sheet with what was done to it.

    Signals:
        changed(): the sheet has changed; the model has said what is different.
        saving_changed(): it is saved, or could not be.
        message(str): a sentence for the storyteller.
        written(dict, dict): the sheet before and after what was just saved.

    Attributes:
        id: of the sheet in the campaign.
        sheet: its data, as the file has it or will have it in a moment.
        rules: its ruleset; None where that is not installed.
        model: its tree; None without a ruleset.
        portraits: ids of the pictures that it was given here; those that nothing names in the end are deleted.
        in_battle: brings its edits to the battle that is open; None where there is no such thing.
    """

    changed = Signal()
    saving_changed = Signal()
    message = Signal(str)
    written = Signal(object, object)

    def __init__(self, file: Campaign, id: str, ruleset: str, rules: Ruleset | None) -> None:
        super().__init__()
        self.id, self.ruleset, self.rules = id, ruleset, rules
        self._file = file
        self.sheet: Sheet = file.sheet(id)
        self._saved: Sheet = self.sheet
        self.trouble = ""
        self.history = History(self.take, parent=self)
        self.history.refused.connect(self.message)
        self._worked: WorkedOut | None = None
        self.model: SheetModel | None = None
        if rules is not None:
            self.model = SheetModel(self._tree(), self.type_in, not file.read_only, self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.save)
        self._fields: list[Callable[[], None]] = []
        self.portraits: set[str] = set()
        self.in_battle: SheetInBattle | None = None

    # What is done to it

    def edit(self, after: Sheet, text: str, gesture: object = None) -> bool:
        """Make an edit. False where nothing is different, or nothing can be changed.

        Args:
            text: what is done, as undo names it ("Strength 4").
            gesture: edits with the same one in a row are undone together.
        """
        if after == self.sheet:
            return False
        if self._file.read_only:
            self.message.emit("Nothing was changed: this campaign is read-only. Save a copy elsewhere.")
            self.changed.emit()
            return False
        self.history.push(text, self.sheet, after, gesture)
        self.take(after)
        return True

    def type_in(self, path: Path, text: str, gesture: object = None) -> bool:
        if self.rules is None:
            return False
        node = self.model.node(path_text(path)) if self.model is not None else None
        label = node.label if node is not None else path_text(path)
        words = text if len(text) <= 30 else text[:27] + "..."
        done = self.edit(editing.typed(self.sheet, self.rules, path, text), f"{label} {words}".strip(), gesture)
        if done:
            self._timer.start(0)  # a field was left
        return done

    def put(self, path: Path, value: Any, text: str, gesture: object = None) -> bool:
        """Put a value that was picked into a field; None empties it."""
        if self.rules is None:
            return False
        return self.edit(editing.put(self.sheet, self.rules, path, value), text, gesture)

    def take(self, sheet: Sheet) -> None:
        """Make this the sheet; called by its undo."""
        if sheet == self.sheet:
            return
        self.sheet = sheet
        if self.model is not None:
            self.model.show(self._tree())
        if not self._timer.isActive() or self._timer.remainingTime() > SOON:
            self._timer.start(SOON)
        self.changed.emit()

    # What is edited together with other documents

    @property
    def data(self) -> Sheet:
        return self.sheet

    def write_joint(self, data: Sheet) -> None:
        """Write into the file what the sheet is about to be.

        Raises:
            CampaignError: that cannot be done.
        """
        self._file.put_sheet(data, self.ruleset, self.id)

    def take_joint(self, step: JointStep, data: Sheet) -> None:
        before, shown = self._saved, self.sheet
        self._saved, self.trouble = data, ""
        self.history.take_joint(step, shown, data)
        self.take(data)
        self.saving_changed.emit()
        self.written.emit(before, data)

    # What the rules make of it

    @property
    def worked(self) -> WorkedOut:
        """The sheet with what the rules make of it.

        Raises:
            LookupError: its ruleset is not installed.
        """
        if self.rules is None:
            raise LookupError(self.ruleset)
        if self._worked is None:
            self._worked = WorkedOut.of(self.sheet, self.rules)
        elif self._worked.sheet is not self.sheet:
            self._worked = self._worked.edited(self.sheet)
        return self._worked

    def _tree(self) -> Node:
        assert self.rules is not None
        return tree_of(self.sheet, self.rules, self.worked, self.model.root if self.model is not None else None)

    # Saving

    @property
    def is_saved(self) -> bool:
        return self.sheet == self._saved

    @property
    def read_only(self) -> bool:
        return self._file.read_only

    def watch_field(self, leave: Callable[[], None]) -> Callable[[], None]:
        """Have a field that is being edited written into the sheet before everything is saved.

        Returns:
            Ends that.
        """
        self._fields.append(leave)
        return lambda: self._fields.remove(leave) if leave in self._fields else None

    def save(self) -> None:
        """Save unsaved changes, or say why that fails."""
        for leave in tuple(self._fields):
            leave()
        self._timer.stop()
        if self.is_saved:
            return
        before, sheet = self._saved, self.sheet
        try:
            self._file.put_sheet(sheet, self.ruleset, self.id)
        except CampaignError as error:
            found = error.sentence
            if found != self.trouble:
                self.message.emit(f"This sheet is not saved yet: {found} Saving will be retried; nothing is lost.")
            self.trouble = found
            self._timer.start(AGAIN)
            self.saving_changed.emit()
            return
        self._saved, self.trouble = sheet, ""
        self.saving_changed.emit()
        self.written.emit(before, sheet)

    def reload(self) -> None:
        """Reload after a change elsewhere, as an undoable edit, or after a change of its rules."""
        self._take_rules()
        try:
            there = self._file.sheet(self.id)
        except CampaignError as error:
            self.message.emit(str(error))
            return
        if there == self._saved:
            return
        mine = {key: value for key, value in self.sheet.items() if self._saved.get(key) != value}
        self._saved = there
        after = {**there, **mine}
        self.history.push("Changed elsewhere", self.sheet, after)
        self.take(after)

    def _take_rules(self) -> None:
        """Show what the rules of today make of it; while they cannot be used, those of before count."""
        if self.model is None:
            return
        with suppress(RulesetMissing):
            today = find(self.ruleset)
            if today is not self.rules:
                self.rules, self._worked = today, None
                self.model.show(self._tree())
                self.changed.emit()

    def close(self) -> None:
        self.save()
        self._timer.stop()
        if self.in_battle is not None:
            self.in_battle.close()
        self.history.clear()
        for id in self.portraits:
            with suppress(CampaignError):  # then it stays, and nothing is lost
                self._file.pictures.delete_unused(id)
        self.deleteLater()


def sheet_document(session: CampaignSession, id: str) -> SheetDocument:
    """Return the document of a sheet of the campaign that is open.

    Raises:
        CampaignError: there is no such sheet, or it is damaged.
    """
    campaign = session.campaign
    assert campaign is not None
    ruleset = campaign.ruleset_of_sheet(id)
    try:
        rules: Ruleset | None = find(ruleset)
    except RulesetMissing:
        rules = None

    def make() -> SheetDocument:
        document = SheetDocument(campaign, id, ruleset, rules)
        document.in_battle = in_battle = SheetInBattle(session, id, lambda: document.sheet, document)
        document.written.connect(lambda _before, after: in_battle.on_written(after))
        return document

    return session.documents.get("sheet", id, make)
