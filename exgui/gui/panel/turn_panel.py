"""The turn panel: who is shown, its numbers, what it can do, and the step that is open."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from exgui.engine.asks import Roll
from exgui.engine.explained import Explained
from exgui.forecast.effect_uses import USES
from exgui.gui.appearance import appearance
from exgui.gui.battle_control.state import Update
from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import true_minus
from exgui.gui.panel.action_list import ActionList
from exgui.gui.panel.after_fight import AfterFight
from exgui.gui.panel.awaited_card import AwaitedCard
from exgui.gui.panel.batched_layout import laid_out_once
from exgui.gui.panel.checklist import Checklist, DueCard
from exgui.gui.panel.combatant_header import Head
from exgui.gui.panel.draft_card import DraftCard
from exgui.gui.panel.figures import FigureChip, Figures
from exgui.gui.panel.labels import step_label
from exgui.gui.panel.odds import Source
from exgui.gui.panel.ready_card import ReadyCard
from exgui.gui.panel.resolution_card import ResolutionCard
from exgui.gui.panel.roll_section import RollSection
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import TokenPictures
from exgui.gui.widgets.basics import label, push

MOST_NOTES = 4
MOST_LETTERS = 600
"""Of a note that are shown in the panel; the log has all of it."""
FOOTER_EDGE, FOOTER_GAP = 16, 8
ROOM_TO_ASK, ROOM_TO_BUILD = 450, 900
"""Height below which the numbers make room for what is asked, or for what is put together of several actions."""
SQUEEZES = ("nothing", "outcome in a line", "no headings", "no outcome")
"""What makes room for the actions where they would not all be in sight, one after the other; what the last step came to
stands in the log too."""

SOON = 40
"""Milliseconds after which what nobody waits for is prepared."""


@safe_events
class TurnPanel(QWidget):
    """Everything about the one whose turn it is, or who was picked.

    Signals:
        why(object, object): the parts of numbers are wanted, beside a widget.
        idle(): what had the keys here is gone; they should go elsewhere.
        rule_wanted(str): the id of a rule was clicked.
        covered(): a tool was laid into it, or taken away.
    """

    why = Signal(object, object)
    idle = Signal()
    rule_wanted = Signal(str)
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
        self._noted = controller.play.step_number
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Turn")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self._scroll = QScrollArea()
        self._scroll.setProperty("surface", "clear")
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._on_room)
        self._cramped = False
        self._outcome: tuple[str, ...] = ()
        self._told: tuple[object, ...] = ()
        outer.addWidget(self._scroll, 1)
        inner = QWidget()  # filled with the palette, not by the stylesheet: so Qt paints nothing of what lies below it
        column = self._column = QVBoxLayout(inner)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        self._scroll.setWidget(inner)
        self.head = Head(pictures or TokenPictures())
        self.head.auto_roll.clicked.connect(self._toggle_auto)
        self.head.use.clicked.connect(self._next_use)
        self.figures = Figures()
        self.figures.edited.connect(self._overrule)
        self.figures.said.connect(controller.message)
        self.outcome = QFrame()
        self.outcome.setProperty("role", "card")
        outcome = QVBoxLayout(self.outcome)
        outcome.setContentsMargins(12, 8, 12, 8)
        outcome.setSpacing(3)
        self._outcome_lines = [label("", "small", wrap=True)]
        self._outcome_lines += [label("", "body", wrap=True) for _note in range(MOST_NOTES)]
        for line in self._outcome_lines:
            outcome.addWidget(line)
        self.roll = RollSection(controller, source)
        self.resolution = ResolutionCard(controller, self.roll)
        self.draft = DraftCard(controller, keys)
        self.draft.rule_wanted.connect(self.rule_wanted)
        self.draft.walked.connect(lambda row: self._scroll.ensureWidgetVisible(row, 0, 40))
        self.after_fight = AfterFight(controller)
        self.due = DueCard(controller)
        self.awaited = AwaitedCard(controller)
        self.checklist = Checklist(controller)
        self.tool: ToolCard | None = None
        self._tool_place = QVBoxLayout()
        self._tool_place.setSpacing(0)
        self.action_list = ActionList()
        self.action_list.picked.connect(self._picked)
        self.guide = QWidget()
        guide = QVBoxLayout(self.guide)
        guide.setContentsMargins(0, 0, 0, 0)
        guide.setSpacing(4)
        self._guide_title = label("", "title", wrap=True)
        self._guide_text = label("", "body", "muted", wrap=True)
        guide.addWidget(self._guide_title)
        guide.addWidget(self._guide_text)
        self.ready = ReadyCard(controller)
        guide.addWidget(self.ready)
        for widget in (
            self.due,
            self.awaited,
            self.after_fight,
            self.guide,
            self.head,
            self.figures,
            self.outcome,
            self.resolution,
            self.draft,
            self.checklist,
        ):
            column.addWidget(widget)
        column.addLayout(self._tool_place)
        column.addWidget(self.action_list)
        column.addStretch(1)
        outer.addWidget(self._footer())
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._prepare_actions)
        controller.changed.connect(self._on_update)
        appearance().changed.connect(self._on_theme)
        self.outcome.hide()
        self.refresh()

    def refresh(self) -> None:
        """Shows everything as it is now."""
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
                self._summary(who),
                auto_roll=self.controller.auto_roll.rolls_for(who),
                strength=self.controller.queries.strength(who),
            )
            self.head.show_use(self._use_of_effects(who))
            try:
                self.figures.put(self.controller.system.figures(battle, who))
            except Exception:
                self.figures.put(())
        self._release()
        self._guide()
        self.resolution.fill()
        self.draft.fill()
        self._fill_actions(who if known else None)
        self._fill_footer()
        self._arrange()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """The letters of the actions are others."""
        if keys != self._keys:
            self._keys = self.draft.keys = keys
            self.refresh()

    def set_command_keys(self, keys: Mapping[str, str]) -> None:
        """The keys of the window's commands, by id, are these."""
        self.ready.keys = keys
        self.awaited.set_keys(keys)
        self._told = ()
        self._guide()

    def numbers(self) -> list[tuple[str, Explained]]:
        """The numbers that `?` explains here and now: those of the pending roll, else those of the one shown."""
        return self.resolution.numbers() or [(chip.title, chip.explained) for chip in self.figures.chips]

    def why_of(self, widget: QWidget | None) -> list[tuple[str, Explained]]:
        """The number that a widget shows, if it shows one."""
        while widget is not None and widget is not self:
            if isinstance(widget, FigureChip):
                return [(widget.title, widget.explained)]
            widget = widget.parentWidget()
        return []

    # Tools

    def open_tool(self, tool: ToolCard) -> None:
        """Lays a tool into the panel, in place of another one."""
        if not tool.only_read:
            self.controller.drafting.cancel()
        self.close_tool()
        self.tool = tool
        tool.closed.connect(self._close_and_go_on)
        self._tool_place.addWidget(tool)
        self._outcome = ()
        tool.show()
        self._arrange()
        self._scroll.verticalScrollBar().setValue(0)
        tool.begin()
        self.covered.emit()

    def close_tool(self) -> None:
        """Takes the tool away, if there is one."""
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
        return self.tool is not None and self.tool.only_read and not self._idle()

    def _close_and_go_on(self) -> None:
        self.close_tool()
        self.focus_asked()

    def scroll_pages(self, pages: int) -> None:
        """Scrolls by pages, down where that is more than 0."""
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep() * 4 // 5)

    def focus_asked(self) -> None:
        """The keys go to where something is to be typed, if anything is."""
        if self.tool is not None:
            self.tool.begin()
        elif self.draft.field is not None:
            self.draft.field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.roll.pending is not None:
            self.roll.focus_dice()

    def _footer(self) -> QWidget:
        footer = QFrame()
        footer.setFixedHeight(49)
        footer.setProperty("edge", "top")
        footer.setProperty("surface", "panel")
        footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(footer)
        row.setContentsMargins(FOOTER_EDGE, 8, FOOTER_EDGE, 8)
        row.setSpacing(FOOTER_GAP)
        self.back = push("", "quiet", "Shows the one whose turn it is (Escape)")
        self.back.clicked.connect(lambda: self.controller.show(None))
        self.next = push("End turn", "primary", "Space", "End turn")
        self.next.clicked.connect(lambda: self.controller.steps.end_turn())
        self.key = label("Space", "keycap")
        self.key.setFixedHeight(22)
        self.roll_all = push("Roll all", "quiet", "The app rolls all that this step still asks for (Shift+R)")
        self.roll_all.clicked.connect(lambda: self.controller.steps.roll_all())
        row.addWidget(self.back)
        row.addWidget(self.roll.auto_roll)
        row.addStretch(1)
        row.addWidget(self.roll_all)
        row.addWidget(self.key)
        row.addWidget(self.next)
        return footer

    def _fill_footer(self) -> None:
        battle, shown = self.controller.battle, self.controller.shown
        active = battle.active
        open_step = not self._idle()
        due = self.controller.naming
        words = "Begin the battle" if battle.phase == "prepared" else "Name who is next" if due else "End turn"
        self.next.setText(words)
        self.next.setAccessibleName(words)
        able = battle.phase == "prepared" or (battle.phase == "running" and (active is not None or due is not None))
        self.next.setVisible(able and not open_step)
        self.key.setVisible(able and not open_step)
        self.roll_all.setVisible(isinstance(self.controller.pending, Roll))
        away = active is not None and shown != active and not open_step
        self.back.setVisible(away)
        if away:
            self._name_back()

    def _name_back(self) -> None:
        """The way back names whose turn it is, where there is room for the whole name."""
        full = f"Back to {self.controller.name(self.controller.battle.active or '')}"
        self.back.setText(full)
        taken = (self.back, self.key, self.next)
        room = self.width() - FOOTER_EDGE * 2 - sum(one.sizeHint().width() for one in taken) - FOOTER_GAP * len(taken)
        if room < 0:
            self.back.setText("Back")
        self.back.setAccessibleName(full)
        self.back.setToolTip(f"{full}, whose turn it is (Escape)")

    def _guide(self) -> None:
        """What to do next, while it is nobody's turn."""
        battle = self.controller.battle
        words = {
            "prepared": (
                "Ready to begin",
                "Drag tokens into their zones, click one to look it over. Space begins the battle.",
            ),
            "running": ("Nobody is up", "Choose somebody on the map, or take the last step back with Ctrl+Z."),
        }
        show = (
            battle.active is None and self.controller.pending is None and self.tool is None and battle.phase != "over"
        )
        self.guide.setVisible(show)
        if show:
            title, text = words.get(battle.phase, words["running"])
            if (due := self.controller.naming) is not None:
                title, text = due.title, due.text
            self._guide_title.setText(title)
            self._guide_text.setText(text)
            self._fill_ready()

    def _fill_ready(self) -> None:
        """Who is there is told while the battle has not begun and nobody is looked at."""
        battle = self.controller.battle
        told = (battle.phase, tuple(battle.combatants.values()), self.controller.auto_roll.sides)
        wanted = battle.phase == "prepared" and self.controller.shown not in battle.combatants
        self.ready.setVisible(wanted)
        if wanted and told != self._told:
            self._told = told
            self.ready.fill()

    def _summary(self, who: str) -> str:
        try:
            return self.controller.system.summary(self.controller.battle, who)
        except Exception:
            return ""

    def _fill_actions(self, who: str | None) -> None:
        if not self._idle():
            return
        if who is None and self.controller.battle.phase == "prepared":
            self._soon.start()
            return
        self._list_actions(who)

    def _prepare_actions(self) -> None:
        """The list of actions is made while nothing else is to be done, and not at the first turn."""
        battle = self.controller.battle
        if self._idle() and battle.phase == "prepared":
            self._list_actions(next(iter(battle.combatants), None))

    def _list_actions(self, who: str | None) -> None:
        legal = self.controller.queries.legal_actions(who) if who is not None else {}
        actions = tuple(action for action in self.controller.rules.actions.values() if not action.hidden)
        self.action_list.put(actions, self._keys, legal)

    def _idle(self) -> bool:
        return self.controller.pending is None and self.controller.draft is None

    def _arrange(self) -> None:
        """While something is asked the actions make room for it: none of them can be done now anyway."""
        free = self._idle() and self.tool is None
        covered = self.tool is not None and self.tool.only_read
        self.resolution.setVisible(self.controller.play.open_step is not None and not covered)
        asks = self.controller.draft is not None or self.controller.refusal is not None
        self.draft.setVisible(asks and not covered)
        self.roll_all.setVisible(isinstance(self.controller.pending, Roll) and not covered)
        if self._cramped and free:
            self._cramped = False
            self._scroll.verticalScrollBar().setValue(0)
        self.awaited.fill(free=self.controller.pending is None and self.tool is None)
        self.action_list.setVisible(free and self.controller.battle.phase == "running")
        self.checklist.setVisible(free and self.checklist.has_content)
        known = self.controller.shown in self.controller.battle.combatants
        self.head.setVisible(known and self.tool is None)
        self.figures.setVisible(known and self.tool is None and not self._crowded())
        self._guide()
        if self.controller.battle.phase == "over":
            self.outcome.hide()  # the card says it
        self.after_fight.fill(free=free and self.controller.refusal is None)
        if (
            self.controller.pending is not None
            or self.controller.draft is not None
            or self.controller.refusal is not None
        ):
            self._outcome = ()
            self.outcome.hide()
            self._scroll.verticalScrollBar().setValue(0)
        self._make_room()

    def _make_room(self) -> None:
        """The actions are in sight, all of them where that can be."""
        if self.action_list.isHidden():
            self._show_outcome(len(self._outcome))
            return
        margins = self._column.contentsMargins()
        width = self._scroll.viewport().width() - margins.left() - margins.right()
        self.action_list.set_room(width)
        room = self._scroll.viewport().height()
        dense, actions = False, self.action_list.height_at(dense=False)
        for squeeze, _what in enumerate(SQUEEZES):
            self._show_outcome(0 if squeeze >= 3 else 1 if squeeze else len(self._outcome))
            if squeeze == 2:
                dense, actions = True, self.action_list.height_at(dense=True)
            if self._needed(width) + actions <= room:
                break
        self.action_list.arrange(dense=dense)

    def _needed(self, width: int) -> int:
        """How high everything in the panel but the actions would be at that width, in pixels, with what is between."""
        margins = self._column.contentsMargins()
        shown = (
            self.due,
            self.awaited,
            self.guide,
            self.head,
            self.figures,
            self.outcome,
            self.checklist,
        )
        heights = [_height_of(one, width) for one in shown if not one.isHidden()]
        return sum(heights) + self._column.spacing() * (len(heights) + 1) + margins.top() + margins.bottom()

    def _on_room(self, _least: int, most: int) -> None:
        """A roll that has no room makes some: the numbers go for as long as the step is open, and where that is not
        enough the panel is scrolled to the end of what is asked."""
        if most <= 0 or self.tool is not None or not isinstance(self.controller.pending, Roll):
            return
        if not self._cramped:
            self._cramped = True
            self._arrange()
            return
        self._scroll.ensureWidgetVisible(self.roll, 0, 12)
        self._scroll.ensureWidgetVisible(self.roll.field, 0, 12)

    def _crowded(self) -> bool:
        """What is asked has too little room for the numbers to stand above it."""
        if self._cramped and not self._idle():
            return True
        draft = self.controller.draft
        height = self._scroll.viewport().height()
        return not self._idle() and height < (ROOM_TO_BUILD if draft is not None and draft.repeats else ROOM_TO_ASK)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() > event.oldSize().height():
            self._cramped = False  # there may be room now
        if self.tool is None:
            self._arrange()
        if not self.back.isHidden():
            self._name_back()

    def _on_update(self, update: Update) -> None:
        controller = self.controller
        with laid_out_once(self._column):
            if update.change is not None:
                self._tell_outcome()
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
        """How somebody's effects are used, in a word; "" where the app does not roll for them, or they have none."""
        auto_roll = self.controller.auto_roll
        return USES[auto_roll.use_of(who)] if auto_roll.rolls_for(who) and auto_roll.has_effects(who) else ""

    def _next_use(self) -> None:
        """Effects of the one shown are used in the next of all ways."""
        who = self.controller.shown
        if who is not None:
            ways = list(USES)
            following = (ways.index(self.controller.auto_roll.use_of(who)) + 1) % len(ways)
            self.controller.auto_roll.set_use(who, ways[following])

    def _tell_outcome(self) -> None:
        """What the step that was just finished came to, until the next one begins."""
        fresh = [line for line in self.controller.play.log(self._noted) if not line.open]
        self._noted = self.controller.play.step_number
        notes = [true_minus(note.text) for line in fresh for note in line.notes]
        if not notes:
            self._outcome = ()
            self.outcome.hide()
            return
        command = fresh[-1].command
        title = step_label(self.controller, command)
        whose = self.controller.name(command.by)
        told = (f"{whose}: {title.lower()}" if whose else title, *notes[-MOST_NOTES:])
        self._outcome = tuple(
            text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS].rstrip()}\N{HORIZONTAL ELLIPSIS}"
            for text in told
        )
        self._show_outcome(len(self._outcome))

    def _show_outcome(self, lines: int) -> None:
        """So many lines of what the last step came to: with one, the last sentence alone."""
        shown = self._outcome[-1:] if lines == 1 else self._outcome[:lines]
        for number, line in enumerate(self._outcome_lines, start=0 if lines > 1 else -1):
            text = shown[number] if 0 <= number < len(shown) else ""
            line.setText(text)
            line.setVisible(bool(text))
        self.outcome.setVisible(bool(shown))

    def _release(self) -> None:
        """Gives the keys away before what has them here is taken down; Qt would hand them to anything."""
        focus = self.window().focusWidget()  # also while another window is the active one
        if focus is None or not self._scroll.isAncestorOf(focus):
            return
        # What stands as it is keeps them.
        if any(card is not None and card.isAncestorOf(focus) for card in (self.tool, self.checklist)):
            return
        self.idle.emit()

    def _show_draft(self) -> None:
        """Shows the draft and the refusal; all else is as it was."""
        self._release()
        self.draft.fill()
        self._fill_actions(self.controller.shown)
        self._fill_footer()
        self._arrange()

    def _on_theme(self) -> None:
        self.refresh()
        self.update()

    def _picked(self, action: str) -> None:
        self.controller.drafting.propose(action)

    def _overrule(self, path: str, value: int) -> None:
        who = self.controller.shown
        if who is not None:
            self.controller.steps.overrule(path, value, who)


def _height_of(widget: QWidget, width: int) -> int:
    """How high a widget would be at that width."""
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
