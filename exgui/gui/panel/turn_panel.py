"""The turn panel: who is shown, its numbers, what it can do, the step that is open, and the last line with the next
turn and the app's dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QVBoxLayout, QWidget

from exgui.engine.asks import Choose, Declare, Roll
from exgui.engine.explained import Explained
from exgui.forecast.effect_uses import USES
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.state import Update
from exgui.gui.look.appearance import appearance, fix_size
from exgui.gui.panel.action_list import ActionList
from exgui.gui.panel.after_fight import AfterFight
from exgui.gui.panel.announcer import Announcer
from exgui.gui.panel.checklist import Checklist, DueCard
from exgui.gui.panel.combatant_header import Head
from exgui.gui.panel.draft_card import DraftCard
from exgui.gui.panel.figures import FigureChip, Figures
from exgui.gui.panel.guide import AwaitedCard, Guide, OutcomeCard
from exgui.gui.panel.odds import Source
from exgui.gui.panel.resolution_card import ResolutionCard
from exgui.gui.panel.roll_section import RollSection
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.widgets.basics import CalmScroll, label, push, styled
from exgui.gui.widgets.batched_layout import laid_out_once
from exgui.gui.widgets.layouts import fill_box, hbox, vbox

ROOM_TO_ASK, ROOM_TO_BUILD = 450, 900
"""Height below which the numbers make room for what is asked, or for what is put together of several actions."""
EDGE = 16
ROOM_BELOW = 60
"""Pixels that are kept clear below the actions for the result of the last step: for it the actions lose their headings,
then the figures go, then the head, which the time line shows too."""
SOON = 40
"""Milliseconds until optional preparations begin."""
GAP = 8


@safe_events
class TurnPanel(QWidget):
    """Everything about the combatant whose turn it is, or who was picked.

    Signals:
        idle(): what had the keys here is gone; they should go elsewhere.
        rule_requested(str): the id of a rule was clicked.
        covered(): a tool was laid into it, or taken away.
    """

    idle = Signal()
    rule_requested = Signal(str)
    covered = Signal()

    def __init__(
        self,
        controller: BattleController,
        keys: Mapping[str, str],
        source: Source | None = None,
        pictures: TokenPictures | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self._keys = keys
        styled(self, surface="panel", fills=True)
        self.setAccessibleName("Turn")
        self._scroll = CalmScroll()
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._on_room)
        self._cramped = False
        self.more = push("", "quiet", "Scroll to it (PgDn)", do=self._show_below)
        self.more.hide()
        outer = vbox((self._scroll, 1), self.more, on=self, margins=0, spacing=0)
        inner = QWidget()  # filled with the palette, not by the stylesheet: so Qt paints nothing of what lies below it
        column = self._column = QVBoxLayout(inner)
        column.setContentsMargins(EDGE, 12, EDGE, 12)
        column.setSpacing(12)
        self._scroll.setWidget(inner)
        self.head = Head(pictures or TokenPictures())
        self.head.auto_roll.clicked.connect(self._toggle_auto)
        self.head.use.clicked.connect(self._next_use)
        self.figures = Figures()
        self.figures.edited.connect(self._overrule)
        self.figures.message.connect(controller.message)
        self.outcome = OutcomeCard(controller)
        self.roll = RollSection(controller, source)
        self.resolution = ResolutionCard(controller, self.roll)
        self.resolution.walked.connect(lambda row: self._scroll.ensureWidgetVisible(row, 0, 40))
        self.draft = DraftCard(controller, keys)
        self.draft.rule_requested.connect(self.rule_requested)
        self.draft.walked.connect(lambda row: self._scroll.ensureWidgetVisible(row, 0, 40))
        self.after_fight = AfterFight(controller)
        self.due = DueCard(controller)
        self.awaited = AwaitedCard(controller)
        self.checklist = Checklist(controller)
        for card in (self.due, self.checklist):
            card.idle.connect(self.idle)
        self.tool: ToolCard | None = None
        self._tool_place = vbox(spacing=0)
        self.action_list = ActionList()
        self.action_list.picked.connect(controller.drafting.propose)
        self.guide = Guide(controller)
        fill_box(
            column, self.after_fight, self.guide, self.head, self.figures, self.resolution, self.draft, self._tool_place
        )
        # What comes and goes is below the actions, which keep their places.
        fill_box(column, self.action_list, self.outcome, self.due, self.awaited, self.checklist, 1)
        self.footer = Footer(controller, self.roll.auto_roll)
        outer.addWidget(self.footer)
        bar = self._scroll.verticalScrollBar()
        for signal in (bar.rangeChanged, bar.valueChanged):
            signal.connect(self._name_below)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._prepare_actions)
        controller.changed.connect(self._on_update)
        self.announcer = Announcer(controller, self)  # after what it listens to: it says what is shown
        appearance().changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        with laid_out_once(self._column):
            self._refresh()

    def _refresh(self) -> None:
        battle, who = self.controller.battle, self.controller.shown
        known = who is not None and who in battle.combatants
        self.head.setVisible(known)
        self.figures.setVisible(known)
        if known and who is not None:
            self.head.put(
                battle,
                who,
                self.controller.queries.summary(who),
                auto_roll=self.controller.auto_roll.rolls_for(who),
                strength=self.controller.queries.strengths().get(who),
            )
            self.head.show_use(self._use_of_effects(who))
            self.figures.put(self.controller.queries.figures(who))
        self._release()
        self.guide.fill(covered=self.tool is not None)
        self.resolution.fill()
        self.draft.fill()
        self._fill_actions(who if known else None)
        self.footer.fill(open_step=not self._idle(), covered=self._covers_asked)
        self._arrange()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        if keys != self._keys:
            self._keys = self.draft.keys = keys
            self.refresh()

    def set_command_keys(self, keys: Mapping[str, str]) -> None:
        """Set the keys of the window's commands, by id."""
        self.guide.set_command_keys(keys)
        self.awaited.set_keys(keys)
        self.guide.fill(covered=self.tool is not None)

    def numbers(self) -> list[tuple[str, Explained]]:
        """Return the numbers that `?` explains here and now: those of the pending roll, else those of the one shown."""
        return self.resolution.numbers() or [(chip.title, chip.explained) for chip in self.figures.chips]

    def why_of(self, widget: QWidget | None) -> list[tuple[str, Explained]]:
        """Return the number that a widget shows, if it shows one."""
        while widget is not None and widget is not self:
            if isinstance(widget, FigureChip):
                return [(widget.title, widget.explained)]
            widget = widget.parentWidget()
        return []

    # Tools

    def open_tool(self, tool: ToolCard) -> None:
        if not tool.only_read:
            self.controller.drafting.cancel()
        self.close_tool()
        self.tool = tool
        tool.closed.connect(self._close_and_continue)
        self._tool_place.addWidget(tool)
        self.outcome.clear()
        tool.show()
        self._arrange()
        self._scroll.verticalScrollBar().setValue(0)
        tool.begin()
        self._show_first()
        self.covered.emit()

    def _show_first(self) -> None:
        """Scroll to the tool's focused field."""
        first = self.tool.first if self.tool is not None else None
        if first is not None and first.hasFocus():
            self._scroll.ensureWidgetVisible(first, 0, 12)

    def begin_checklist(self) -> None:
        """Focus the checklist's first line, and scroll to it."""
        self.refresh()
        self.checklist.begin()
        self._show_line()

    def _show_line(self) -> None:
        """Scroll to the checklist's focused line, showing as much of the list as fits."""
        focus = QApplication.focusWidget()
        if focus is not None and self.checklist.isAncestorOf(focus):
            self._scroll.ensureWidgetVisible(self.checklist, 0, 12)
            self._scroll.ensureWidgetVisible(focus, 0, 12)

    def close_tool(self) -> None:
        """Take the tool away, if there is one."""
        tool, self.tool = self.tool, None
        if tool is None:
            return
        self._release()
        tool.hide()
        self._tool_place.removeWidget(tool)
        tool.deleteLater()
        self._arrange()
        self.covered.emit()

    @property
    def only_reads(self) -> bool:
        """A tool that changes nothing covers what is asked."""
        return self._covers_asked and not self._idle()

    @property
    def _covers_asked(self) -> bool:
        return self.tool is not None and self.tool.only_read

    def _close_and_continue(self) -> None:
        self.close_tool()
        self.focus_asked()

    def scroll_pages(self, pages: int) -> None:
        """Scroll by pages, down where that is more than 0."""
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep() * 4 // 5)

    def focus_asked(self) -> None:
        """Focus the question's input field, if it has one."""
        if self.tool is not None:
            self.tool.begin()
        elif self.draft.field is not None:
            self.draft.field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.roll.pending is not None:
            self.roll.focus_dice()

    def _fill_actions(self, who: str | None) -> None:
        if not self._idle():
            return
        if who is None and self.controller.battle.phase == "prepared":
            self._soon.start()
            return
        self._list_actions(who)

    def _prepare_actions(self) -> None:
        """Prepare the list of actions while idle, not at the first turn."""
        battle = self.controller.battle
        if self._idle() and battle.phase == "prepared":
            self._list_actions(next(iter(battle.combatants), None))

    def _list_actions(self, who: str | None) -> None:
        legal = self.controller.queries.legal_actions(who) if who is not None else {}
        actions = tuple([action for action in self.controller.rules.actions.values() if not action.hidden])
        self.action_list.put(actions, self._keys, legal)

    def _idle(self) -> bool:
        return self.controller.pending is None and self.controller.draft is None

    def _arrange(self) -> None:
        """Give the actions' room to an open question: none can be done now anyway."""
        free = self._idle() and self.tool is None
        covered = self._covers_asked
        self.resolution.setVisible(self.controller.play.open_step is not None and not covered)
        asks = self.controller.draft is not None or self.controller.refusal is not None
        self.draft.setVisible(asks and not covered)
        self.footer.show_roll_all(covered=covered)
        if self._cramped and free:
            self._cramped = False
            self._scroll.verticalScrollBar().setValue(0)
        self.awaited.fill(free=self.controller.pending is None and self.tool is None)
        self.action_list.setVisible(free and self.controller.battle.phase == "running")
        self.checklist.setVisible(free and self.checklist.has_content)
        known = self.controller.shown in self.controller.battle.combatants
        # What can be chosen needs the room more than who acts, whom the time line shows too.
        chooses = self._cramped and self._chooses
        self.head.setVisible(known and self.tool is None and not chooses)
        self.footer.setVisible(not chooses)
        self.figures.setVisible(known and self.tool is None and not self._crowded())
        self.guide.fill(covered=self.tool is not None)
        if self.controller.battle.phase == "over":
            self.outcome.hide()  # the card says it
        # Who acts next need not be named first in a fight that is decided.
        draft, step = self.controller.draft, self.controller.play.open_step
        asks_next = draft is not None and draft.offered_first and step is None and self.tool is None
        self.after_fight.fill(free=(free or asks_next) and self.controller.refusal is None)
        if (
            self.controller.pending is not None
            or self.controller.draft is not None
            or self.controller.refusal is not None
        ):
            self.outcome.clear()
            self._scroll.verticalScrollBar().setValue(0)
        self._make_room()

    def _make_room(self) -> None:
        if self.action_list.isHidden():
            self.outcome.show_lines(len(self.outcome.lines))
            return
        width = self.width() - 2 * EDGE  # with a scroll bar, too: it takes of the margin
        self.action_list.set_room(width)
        room = self._room
        above = (self.after_fight, self.guide, self.head, self.figures)
        # What is above the actions, and whether they have headings, does not depend on what comes and goes below them.
        dense = self._needed(width, above) + self.action_list.height_at(dense=False) + ROOM_BELOW > room
        actions = self.action_list.height_at(dense=dense)
        for widget in (self.figures, self.head):
            if self._needed(width, above) + actions + ROOM_BELOW > room:
                widget.hide()
        below = (self.outcome, self.due, self.awaited, self.checklist)
        for lines in (len(self.outcome.lines), 1):
            self.outcome.show_lines(lines)
            if self._needed(width, (*above, *below)) + actions <= room:
                break
        else:
            edge = self._column.contentsMargins().bottom()  # may be out of sight
            if self._needed(width, (*above, self.outcome)) + actions > room + edge:
                self.outcome.show_lines(1, width)
        self.action_list.arrange(dense=dense)
        self._name_below()

    @property
    def _room(self) -> int:
        """How high what scrolls is, in pixels. The viewport itself has its height only when all of it is shown."""
        return self.height() - (0 if self.footer.isHidden() else self.footer.minimumHeight())

    def _needed(self, width: int, shown: Sequence[QWidget]) -> int:
        """Return how high some parts of the panel would be at that width, in pixels, with what is between."""
        margins = self._column.contentsMargins()
        heights = [_height_of(one, width) for one in shown if not one.isHidden()]
        return sum(heights) + self._column.spacing() * (len(heights) + 1) + margins.top() + margins.bottom()

    def _on_room(self, _least: int, most: int) -> None:
        """Make room for a question: hide the numbers for the open step, for a choice also the head and the empty
        footer; if a roll still lacks room, scroll to the end."""
        # The scroll bar takes of the margin, and not of the actions.
        bar = self._scroll.verticalScrollBar().sizeHint().width() if most > 0 else 0
        self._column.setContentsMargins(EDGE, 12, max(EDGE - bar, 0), 12)
        pending = self.controller.pending
        if self.tool is not None:
            self._show_first()
            return
        self._show_line()
        if most <= 0 or not (isinstance(pending, Roll) or self._chooses):
            return
        if not self._cramped:
            self._cramped = True
            self._arrange()  # where that changes the range, this is called again
        if self._chooses:
            return
        self._scroll.ensureWidgetVisible(self.roll, 0, 12)
        self._scroll.ensureWidgetVisible(self.roll.field, 0, 12)

    @property
    def _chooses(self) -> bool:
        """Something is chosen from a list: an answer, or in a low panel a target."""
        if self.controller.pending is not None:
            return isinstance(self.controller.pending, Choose | Declare)
        return self.controller.draft is not None and self._room < ROOM_TO_ASK

    @property
    def _below_fold(self) -> list[QWidget]:
        """The cards to be read that end below what is in sight, as it is without the line that names them."""
        port = self._scroll.viewport()
        seen = port.height() + (0 if self.more.isHidden() else self.more.height())
        cards = [one for one in (self.outcome, self.due, self.awaited, self.checklist) if one.isVisible()]
        return [one for one in cards if one.mapTo(port, QPoint(0, one.height())).y() > seen + GAP]

    def _name_below(self) -> None:
        below = self._below_fold
        names = {one: one.accessibleName().lower() for one in below if one is not self.outcome}
        decides_fate = self.checklist in names and self.checklist.decides_fate
        if decides_fate:
            names[self.checklist] = "a fate to decide"
        result = self.outcome.in_one_line(self.width()) if self.outcome in below and not decides_fate else ""
        self.more.setText(result or f"Below: {', '.join(names.values())}")
        self.more.setVisible(bool(below))

    def _show_below(self) -> None:
        for one in self._below_fold[:1]:
            self._scroll.ensureWidgetVisible(one, 0, 12)

    def _crowded(self) -> bool:
        """Return whether a question leaves too little room for the numbers above it."""
        if self._cramped and not self._idle():
            return True
        draft = self.controller.draft
        return not self._idle() and self._room < (ROOM_TO_BUILD if draft is not None and draft.repeats else ROOM_TO_ASK)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() > event.oldSize().height():
            self._cramped = False  # there may be room now
        if self.tool is None:
            bar = self._scroll.verticalScrollBar()
            shown_from = bar.value()
            self._arrange()
            bar.setValue(shown_from)  # a question stays in sight

    def _on_update(self, update: Update) -> None:
        controller = self.controller
        with laid_out_once(self._column):
            if update.change is not None:
                self.outcome.follow()
                self.due.follow(update.change)
                self.checklist.follow()
                if self.tool is not None and not self.tool.stays():
                    self.close_tool()
            if update.draft and (controller.draft is not None or controller.refusal is not None):
                self.close_tool()
            if update.shown and self.tool is not None and controller.shown:
                self.tool.show_combatant(controller.shown)
            if update.change is None and not update.shown and not update.auto_roll:
                self._show_draft()
            else:
                self._refresh()
        if update.draft:
            self.focus_asked()

    def _toggle_auto(self) -> None:
        who = self.controller.shown
        if who is not None:
            self.controller.auto_roll.set_one(who, not self.controller.auto_roll.rolls_for(who))

    def _use_of_effects(self, who: str) -> str:
        """Return in a word how a combatant's effects are used; "" if the app does not roll for them, or they have
        none."""
        auto_roll = self.controller.auto_roll
        return USES[auto_roll.use_of(who)] if auto_roll.rolls_for(who) and auto_roll.has_effects(who) else ""

    def _next_use(self) -> None:
        """Switch to the next way to use the shown combatant's effects."""
        who = self.controller.shown
        if who is not None:
            ways = list(USES)
            following = (ways.index(self.controller.auto_roll.use_of(who)) + 1) % len(ways)
            self.controller.auto_roll.set_use(who, ways[following])

    def _release(self) -> None:
        """Release the focus before its widget is removed; Qt would pass it to any other."""
        focus = self.window().focusWidget()  # also while another window is the active one
        if focus is None or not self._scroll.isAncestorOf(focus):
            return
        # What stands as it is keeps them.
        if any(card is not None and card.isAncestorOf(focus) for card in (self.tool, self.checklist)):
            return
        self.idle.emit()

    def _show_draft(self) -> None:
        """Show the draft and the refusal; all else is as it was."""
        self._release()
        self.draft.fill()
        self._fill_actions(self.controller.shown)
        self.footer.fill(open_step=not self._idle(), covered=self._covers_asked)
        self._arrange()

    def _overrule(self, path: str, value: int) -> None:
        who = self.controller.shown
        if who is not None:
            self.controller.steps.overrule(path, value, who)


def _height_of(widget: QWidget, width: int) -> int:
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()


@safe_events
class Footer(QFrame):
    """The buttons at the bottom of the panel.

    Args:
        auto_roll: the button with which the app rolls once; it is beside `back`.
    """

    def __init__(self, controller: BattleController, auto_roll: QAbstractButton) -> None:
        super().__init__()
        self.controller = controller
        fix_size(self, height=49)
        styled(self, edge="top", surface="panel", fills=True)
        row = hbox(on=self, margins=(EDGE, 8, EDGE, 8), spacing=GAP)
        self.back = push("", "quiet", "Show whose turn it is (Escape)", do=lambda: controller.show(None))
        self.next = push("End turn", "primary", "Space", "End turn", do=lambda: controller.steps.end_turn())
        self.key = label("Space", "keycap")
        fix_size(self.key, height=22)
        self.roll_all = push(
            "Roll all",
            "quiet",
            "The app rolls the whole step, up to a choice (Shift+R)",
            do=lambda: controller.steps.roll_all(),
        )
        # At the left, so that it is never where the turn is ended when the dice are rolled.
        fill_box(row, self.roll_all, auto_roll, 1, self.back, self.key, self.next)

    def fill(self, *, open_step: bool, covered: bool) -> None:
        """Show what can be done now.

        Args:
            open_step: something is asked, or a command is being put together.
            covered: a tool that changes nothing lies over what is asked.
        """
        battle, due = self.controller.battle, self.controller.naming
        active = battle.active
        words = "Begin the battle" if battle.phase == "prepared" else "Name who is next" if due else "End turn"
        self.next.setText(words)
        self.next.setAccessibleName(words)
        able = battle.phase == "prepared" or (battle.phase == "running" and (active is not None or due is not None))
        self.next.setVisible(able and not open_step)
        refusal = self.controller.refusal
        self.key.setVisible(able and not open_step and not (refusal is not None and refusal.reveals))
        self.show_roll_all(covered=covered)
        away = active is not None and self.controller.shown != active and not open_step
        self.back.setVisible(away)
        if away:
            self._name_back()

    def show_roll_all(self, *, covered: bool) -> None:
        """Offer to let the app roll while dice are asked for and in sight."""
        self.roll_all.setVisible(isinstance(self.controller.pending, Roll) and not covered)

    def _name_back(self) -> None:
        """Name whose turn it is on the way back, if the whole name fits."""
        full = f"Back to {self.controller.name(self.controller.battle.active or '')}"
        self.back.setText(full)
        taken = (self.back, self.key, self.next)
        room = self.width() - EDGE * 2 - sum(one.sizeHint().width() for one in taken) - GAP * len(taken)
        if room < 0:
            self.back.setText("Back")
        self.back.setAccessibleName(full)
        self.back.setToolTip(f"{full}, whose turn it is (Escape)")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.back.isHidden():
            self._name_back()
