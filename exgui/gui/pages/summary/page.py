"""The page after a fight: who felled whom, what it cost everyone, and what is saved to the sheets
and encounters, each time as one edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from exgui.campaign.encounter_edits.edit import encounter_data
from exgui.campaign.errors import CampaignError
from exgui.engine.battle import Battle, Combatant
from exgui.engine.counted import counted
from exgui.engine.record import Record
from exgui.gui.battle_control.refusal import END
from exgui.gui.forms.editors import Switch
from exgui.gui.history import JointEdit, latest
from exgui.gui.look.explained_text import number_text
from exgui.gui.models.sheet_document import sheet_document
from exgui.gui.pages.common_keys import add_shortcuts
from exgui.gui.pages.encounter.document import encounter_document
from exgui.gui.pages.page import Heading, PageBesideColumn, UndoTarget
from exgui.gui.pages.page_context import PageContext
from exgui.gui.panel.after_fight import side_name
from exgui.gui.panel.labels import listed
from exgui.gui.safe_events import safe_events
from exgui.gui.session.campaign_session import CampaignSession, Document
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import gridbox, hbox, vbox
from exgui.gui.window_command import KeyGroups, OwnCommand, listed_keys, never
from exgui.play.fight_summary import FELL, FightSummary, PersonAfter, summary_of
from exgui.play.play import Play
from exgui.rulebook.rules import Ruleset
from exgui.sheets.after_battle import SheetLine, lines_of, taken_over, written
from exgui.sheets.paths import Path
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


class FightWriting(Document):
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
        edit = JointEdit(campaign, "Results of the fight", self._notify)
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

    def _notify(self) -> None:
        self._session.listed.emit()
        self.changed.emit()

    # What the registry of documents asks for

    def close(self) -> None:
        self._edits.clear()


def _with_all(chosen: Sequence[ChosenLines], encounter: Mapping[str, Any]) -> Mapping[str, Any]:
    for one in chosen:
        encounter = one.in_encounter(encounter)
    return encounter


WIDEST = 920
NOTHING_CHOSEN = "No lines are chosen to be saved."
SHARES = (3, 4, 5)
"""Of the width of a side's card: for a name, for what became of them, for what it cost them."""
MOST_PEOPLE = 60
"""More on a side than these are only counted."""
COLUMNS = ("", "Before the fight", "Now on the sheet", "After the fight", "Save")
MINUS = "\N{MINUS SIGN}"
SHORT = 24
"""Longer texts are shortened in a column and shown in full below their line."""
ARROW = "\N{RIGHTWARDS ARROW}"
MOST_NAMES = 12


def make_summary_page(context: PageContext, id: str) -> SummaryPage:
    play = context.session.play
    assert play is not None
    return SummaryPage(context, play, id)


@safe_events
class SummaryPage(PageBesideColumn, QWidget):
    """One fight.

    Signals:
        changed(): the heading, the hints or what can be done are others.
    """

    changed = Signal()
    kind = "summary"

    def __init__(self, context: PageContext, play: Play, id: str) -> None:
        super().__init__()
        self.context, self.play, self.subject = context, play, id
        self.summary: FightSummary = summary_of(play)
        self.sheets: list[SheetLines] = []
        self._wanted = True
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName("Summary of the fight")
        self._scroll.setProperty("surface", "clear")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.put_beside_column(self._scroll)
        vbox(self.column_place, on=self, margins=0)
        self.writing = context.session.documents.get("summary", id, lambda: FightWriting(context.session))
        self.writing.changed.connect(self._show_written)
        self.writing.message.connect(context.show_message)
        self._build()
        add_shortcuts(self, self.commands())

    # What the window knows of a page

    @property
    def heading(self) -> Heading:
        title = self.context.session.battle_title or self.play.battle.title or "Battle"
        return Heading(title, self.play.system.rules.name, section="After the fight")

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            "Tab and Space choose lines",
            "Ctrl+Enter saves",
            "Ctrl+Z undoes it",
            "Esc back to the fight",
        )

    @property
    def saved(self) -> tuple[str, str]:
        campaign = self.context.session.campaign
        if campaign is not None and campaign.read_only:
            return "read-only", "The file is read-only."
        return "saved", "Changes to a sheet are saved immediately."

    @property
    def undo_target(self) -> UndoTarget | None:
        return self.writing

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return *(switch for sheet in self.sheets for switch in sheet.switches.values()), self.write_button

    def commands(self) -> Sequence[OwnCommand]:
        why_not = never("" if self.write_button.isEnabled() else NOTHING_CHOSEN)
        words = ("after", "fight", "save", "lines", "wounds")
        return (
            OwnCommand(
                "summary/write",
                "Save to sheets",
                "Ctrl+Enter",
                "After the fight",
                lambda _context: self.write(),
                why_not,
                words,
            ),
        )

    def own_keys(self) -> KeyGroups:
        return listed_keys(self.commands())

    def take_keys(self) -> None:
        """Put the keys on the first line, else on what goes back."""
        first = next((one for one in self.tab_order if one.isEnabled()), self._scroll)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    # Writing

    def write(self) -> None:
        """Write the lines that are switched on to the sheets, and show what is left to be written."""
        if not self.write_button.isEnabled():
            self.context.show_message(NOTHING_CHOSEN)
            return
        rules = self.play.system.rules
        people = [shown for shown in self.sheets if shown.chosen]
        chosen = [
            ChosenLines(shown.one.sheet, sheet, rules, [line for line in shown.lines if line.path in shown.chosen])
            for shown in people
            if (sheet := self._sheet(shown.one.sheet)) is not None
        ]
        if self.writing.write(chosen, into_encounters=self.into_encounters.isChecked()):
            names = ", ".join(shown.one.name for shown in people)
            self.context.show_message(f"Saved to sheets: {names}. Ctrl+Z undoes it.")

    def _show_written(self) -> None:
        focus = QApplication.focusWidget()
        has_keys = focus is not None and self._scroll.isAncestorOf(focus)
        bar = self._scroll.verticalScrollBar()
        seen = bar.value()
        self._build()
        if has_keys:
            self.take_keys()
        bar.setValue(seen)
        self.changed.emit()

    def close_page(self) -> None:
        self.writing.changed.disconnect(self._show_written)
        self.writing.message.disconnect(self.context.show_message)

    # Building

    def _build(self) -> None:
        self.write_button: QPushButton = push("Save", "primary", "Save the chosen lines (Ctrl+Enter)")
        self.write_button.setEnabled(False)
        self.write_button.clicked.connect(self.write)
        self.into_encounters = Switch("Also in encounters prepared with them")
        self.into_encounters.setChecked(self._wanted)
        self.into_encounters.toggled.connect(self._want)
        holder = styled(QWidget(), surface="background", fills=True)
        inner = QWidget()
        inner.setMaximumWidth(WIDEST)
        hbox(1, (inner, 20), 1, on=holder, margins=(24, 20, 24, 24))
        battle, rules = self.play.settled, self.play.system.rules
        column = vbox(
            label("After the fight", "figure"),
            label(in_short(self.summary, battle, rules), "body", wrap=True),
            self._buttons(),
            on=inner,
            margins=0,
            spacing=10,
        )
        for side in dict.fromkeys(one.after.side for one in self.summary.people):
            column.addWidget(self._side(side, [one for one in self.summary.people if one.after.side == side]))
        if self.summary.left:
            names = ", ".join(self.summary.left[:20])
            column.addWidget(label(f"Removed from the battle: {names}", "body", "muted", wrap=True))
        self._add_sheets(column)
        column.addStretch(1)
        self._scroll.setWidget(holder)

    def _want(self, on: bool) -> None:
        self._wanted = on

    def _buttons(self) -> QWidget:
        out = QWidget()
        buttons = FlowLayout(out)
        export = push(
            "Export the log\N{HORIZONTAL ELLIPSIS}",
            "",
            "As Markdown or PDF, for the players or for you",
            do=lambda: self.context.run("export_log"),
        )
        recap = push(
            "Recap\N{HORIZONTAL ELLIPSIS}",
            "",
            "The story of the fight as Markdown, HTML or text",
            do=lambda: self.context.run("recap"),
        )
        again = push(
            "Restart from the prepared encounter",
            "",
            "A fresh battle; this one stays under Battles",
            do=self._run_again,
        )
        again.setEnabled(self.context.session.battle_id is not None)
        back = push("Back to the fight", "quiet", "Escape")
        back.clicked.connect(self.context.navigation.back)
        end = push(
            "End the battle",
            "primary",
            "No one acts anymore; Ctrl+Z undoes it",
            do=lambda: self.context.run("end_battle"),
        )
        ends = self.play.settled.phase == "running" and END in self.play.system.rules.actions
        for button in (*((end,) if ends else ()), export, recap, again, back):
            buttons.addWidget(button)
        return out

    def _run_again(self) -> None:
        battle = self.context.session.battle_id
        if battle is not None:
            self.context.navigation.back()
            self.context.session.run_again(battle)

    def _side(self, side: str, people: list[PersonAfter]) -> QWidget:
        card = styled(QFrame(), role="card")
        grid = gridbox(on=card, margins=(16, 12, 16, 14), across=20, down=5)
        for at, share in enumerate(SHARES):  # labels that wrap have no width of their own
            grid.setColumnStretch(at, share)
        grid.addWidget(label(side_name(side), "heading"), 0, 0, 1, 3)
        battle, rules = self.play.settled, self.play.system.rules
        for at, one in enumerate(people[:MOST_PEOPLE], 1):
            name = label(one.after.name[:60], "strong", wrap=True)
            name.setToolTip(one.after.name)
            grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
            text = label(fate(one, battle, rules), "body", "red" if one.fall is not None else "muted", wrap=True)
            grid.addWidget(text, at, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(prices(one), "body", wrap=True), at, 2, Qt.AlignmentFlag.AlignTop)
        more = len(people) - MOST_PEOPLE
        if more > 0:
            grid.addWidget(label(f"and {more} more", "body", "muted"), MOST_PEOPLE + 1, 0, 1, 3)
        return card

    def _add_sheets(self, column: QVBoxLayout) -> None:
        self.sheets = []
        named = [one.after.sheet for one in self.summary.people]
        column.addWidget(label("Save to sheets", "title"))
        for one in self.summary.people:
            id = one.after.sheet
            sheet = self._sheet(id) if id and (one.after.player or named.count(id) == 1) else None
            if sheet is None:
                continue
            lines = lines_of(self.play.system.rules, sheet, one.before, one.after)
            if not lines and not one.after.player:
                continue
            shown = SheetLines(one.after, lines, one.after.player, partial(self._open_sheet, id))
            shown.changed.connect(self._show_count)
            self.sheets.append(shown)
            column.addWidget(shown)
        if not self.sheets:
            text = "No one in this fight has their own sheet in this campaign."
            column.addWidget(label(text, "body", "muted", wrap=True))
            return
        column.addLayout(
            hbox(
                self.into_encounters,
                (label("Also in encounters prepared with them", "body", wrap=True), 1),
                (label("Ctrl Enter", "keycap"), 0, Qt.AlignmentFlag.AlignVCenter),
                self.write_button,
                spacing=10,
            )
        )
        self._show_count()

    def _open_sheet(self, id: str, _on: bool = False) -> None:
        self.context.navigation.open_sheet(id)

    def _sheet(self, id: str) -> Sheet | None:
        session = self.context.session
        if session.campaign is None:
            return None
        with suppress(CampaignError):
            return sheet_document(session, id).sheet
        return None

    def _show_count(self) -> None:
        count = sum(len(shown.chosen) for shown in self.sheets)
        self.write_button.setEnabled(count > 0)
        lines = "line" if count == 1 else "lines"
        self.write_button.setText(f"Save {count} {lines} to sheets" if count else "Nothing chosen")


class SheetLines(QFrame):
    """One character.

    Signals:
        changed(): other lines are chosen.

    Attributes:
        one: as they are in the battle.
        lines: those that are shown.
    """

    changed = Signal()

    def __init__(
        self, one: Combatant, lines: tuple[SheetLine, ...], proposed: bool, open_sheet: Callable[[], object]
    ) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(one.name)
        self.one, self.lines = one, lines
        self.switches: dict[Path, Switch] = {}
        name = label(one.name, "strong", wrap=True)
        opens = push("Open the sheet", "quiet", do=open_sheet)
        column = vbox(hbox((name, 1), opens), on=self, margins=(16, 12, 16, 14), spacing=6)
        if not lines:
            column.addWidget(label("No differences from the sheet.", "body", "muted", wrap=True))
            return
        grid = gridbox(across=24, down=4, stretches=0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for at, title in enumerate(COLUMNS):
            grid.addWidget(label(title, "small"), 0, at, right if at else Qt.AlignmentFlag.AlignLeft)
        for nth, line in enumerate(lines):
            row = 2 * nth + 1
            if isinstance(line.after, str) and len(line.after) > SHORT:
                grid.addWidget(label(line.after, "small", "text", wrap=True), row + 1, 0, 1, len(COLUMNS) - 1)
            grid.addWidget(label(line.label, "body"), row, 0)
            grid.addWidget(_cell(line.before, "body", "muted"), row, 1, right)
            now = _cell(line.now, "body", "violet" if line.changed_since and line.differs else "")
            if line.changed_since:
                now.setToolTip("The sheet has changed since they joined this fight.")
            grid.addWidget(now, row, 2, right)
            grid.addWidget(_cell(line.after, "strong"), row, 3, right)
            if not line.differs:
                grid.addWidget(label("the same", "small"), row, 4, right)
                continue
            switch = Switch(f"Save {line.label} {line.after}", f"Save {line.label} {line.after} to the sheet")
            switch.setChecked(proposed and line.proposed)
            switch.toggled.connect(lambda _on: self.changed.emit())
            self.switches[line.path] = switch
            grid.addWidget(switch, row, 4, right)
        column.addLayout(grid)
        if any(line.changed_since and line.differs for line in lines):
            text = "The sheet has changed since they joined this fight. Choose which values to keep."
            column.addWidget(label(text, "small", "violet", wrap=True))

    @property
    def chosen(self) -> frozenset[Path]:
        return frozenset(path for path, switch in self.switches.items() if switch.isChecked())


def _cell(value: int | str, role: str, tone: str = "") -> QLabel:
    """Return a number, or a text; of a long one the beginning."""
    if isinstance(value, int):
        return label(str(value).replace("-", MINUS), role, tone)
    found = label(
        value if len(value) <= SHORT else f"{value[: SHORT - 2].rstrip()} \N{HORIZONTAL ELLIPSIS}", role, tone
    )
    found.setToolTip(value if len(value) > SHORT else "")
    return found


def in_short(summary: FightSummary, battle: Battle, rules: Ruleset) -> str:
    """Return its length and everyone's fate: the fallen first."""
    long = counted(summary.steps, "step")
    if rules.timeline.axis != "up":
        long = f"{counted(summary.rounds, rules.timeline.round_label.lower())}, {long}"
    out = [one for one in summary.people if one.fall is not None]
    fates = sorted(dict.fromkeys(one.fate for one in out), key=lambda one: one != FELL)
    ends = [_together(fate, [one.after.name for one in out if one.fate == fate]) for fate in fates]
    going = [] if battle.phase == "over" else ["It is not over yet."]
    return " ".join([f"{long}.", *(ends or ["No one fell."]), *going])


def _together(fate: str, names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    subject = listed([*names[:MOST_NAMES], *([f"{more} more"] if more > 0 else [])])
    return f"{subject} {fate.replace('was ', 'were ', 1) if len(names) > 1 else fate}."


def fate(one: PersonAfter, battle: Battle, rules: Ruleset) -> str:
    word = rules.timeline.round_label.lower() if rules.timeline.axis != "up" else ""
    if one.fall is not None:
        by = battle.combatants.get(one.fall.by)
        to = "to" if one.fate == FELL else "by" if one.fate.startswith("was ") else ""
        whom = f" {to} {by.name}" if by is not None and to else ""  # a surrender at the end of a round is to no one
        return f"{one.fate}{whom}{f' in {word} {one.fall.round}' if word else ''}"
    if one.after.waiting:
        return "never joined"
    if not one.standing:
        return "could not fight"
    came = f"still standing, came in {word} {one.came}" if word else "still standing, came in later"
    return came if one.came else "still standing"


def prices(one: PersonAfter) -> str:
    """Return a combatant's losses: "Lethal 0 → 3"."""
    return "  \N{MIDDLE DOT}  ".join(
        f"{cost.label} {number_text(cost.before)} {ARROW} {number_text(cost.after)}" for cost in one.costs
    )
