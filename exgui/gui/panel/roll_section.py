"""The roll that is asked for: pool, difficulty, odds, the dice of the table or of the app, stunts and modifiers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.engine.asks import Fall, Roll
from exgui.gui.announcements import announce, set_description
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.appearance import fix_size
from exgui.gui.look.explained_text import parts_text
from exgui.gui.panel.dice_field import DiceField, NumberPad, question
from exgui.gui.panel.labels import dice_words, lowered, met_by, question_words, roll_name
from exgui.gui.panel.odds import Odds, Shown, Source
from exgui.gui.panel.typed_dice import Typed, hint, read_dice
from exgui.gui.panel.typed_modifier import (
    EXAMPLES,
    NotUnderstood,
    Stunt,
    completions,
    no_stunt,
    read_modifier,
    stunt_answer,
    stunt_in_force,
    stunted_roll,
    stunts,
)
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, restyle
from exgui.gui.widgets.batched_layout import laid_out_later
from exgui.gui.widgets.finder import SuggestLine
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.row import Row

_ROLL = ("Roll", "Roll  R", "The app rolls (R)")
_TAKE = ("Accept", "Accept", "Accept (Enter)")
"""The button beside the dice: text, icon and tooltip."""
_ODDS_HEIGHT = 20
"""Pixels of a line of odds."""


@safe_events
class RollSection(QWidget):
    """The pending roll. Hidden while no roll is asked for.

    Attributes:
        auto_roll: has the app roll for the side that rolls; stands wherever the panel puts it.
    """

    def __init__(self, controller: BattleController, source: Source | None = None) -> None:
        super().__init__()
        self.controller = controller
        self.pending: Roll | None = None
        self._may_be_stunted = False
        self._score: int | None = None
        self._facts: dict[str, int] = {}
        self._wanted: list[str] = []
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(4)
        self.title = label("", "strong", "gold", wrap=True)
        self.parts = label("", "small", wrap=True)
        self.parts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.goal = label("", "small", wrap=True)
        fill_box(column, self.title, self.parts, self.goal)
        self._odds_row = QWidget()
        self._odds_flow = FlowLayout(self._odds_row, 8)
        column.addWidget(self._odds_row)
        line = hbox(spacing=8)
        self.field = DiceField()
        name, text, tip = _ROLL
        self.button = push(text, "primary", tip, name, do=self._press)
        self.button.setMinimumWidth(self.button.sizeHint().width())  # it stays as it is where it says something shorter
        fill_box(line, (self.field, 1), self.button)
        column.addLayout(line)
        self.sentence = label("", "small", wrap=True)
        column.addWidget(self.sentence)
        self._facts_column = vbox(spacing=0)
        column.addLayout(self._facts_column)
        extras_row = QWidget()
        extras = self._extras = FlowLayout(extras_row, 6)
        self.stunts = stunts(controller.rules)
        self.stunt_buttons = []
        self._longest_stunt = max((f" + {one.label}: {one.dice}" for one in self.stunts), key=len, default="")
        self._stunt_cap = label("S", "keycap")
        self._stunt_given = label("", "small")
        extras.addWidget(self._stunt_cap)
        heading, shorts = _short(tuple(stunt.label for stunt in self.stunts))
        if heading:
            extras.addWidget(label(heading, "muted", "text"))
        for stunt, short in zip(self.stunts, shorts, strict=True):
            chip = push(
                short, "chip", _stunt_tip(stunt), stunt.label, do=lambda _checked=False, stunt=stunt: self._stunt(stunt)
            )
            chip.setCheckable(True)
            extras.addWidget(chip)
            self.stunt_buttons.append(chip)
        extras.addWidget(self._stunt_given)
        self.modifier = SuggestLine("Modifier", self._suggest, "+2 dice \N{HORIZONTAL ELLIPSIS}")
        self.modifier.setToolTip(f"A modifier: {EXAMPLES}. M, or + and \N{MINUS SIGN} from the dice field.")
        self.modifier.entered.connect(self._modify)
        self.modifier.left.connect(self._leave_modifier)
        fix_size(self.modifier, width=112)
        extras.addWidget(self.modifier)
        by_click = push("0\N{EN DASH}9", "chip", "Enter dice by clicking", "Enter dice by clicking")
        by_click.setCheckable(True)
        extras.addWidget(by_click)
        column.addWidget(extras_row)
        self.pad = NumberPad(self.field)
        self.pad.hide()
        by_click.toggled.connect(self.pad.setVisible)
        column.addWidget(self.pad)
        self.auto_roll = push("", "chip", do=self._toggle_auto)
        self.auto_roll.setParent(self)
        self.auto_roll.setCheckable(True)
        self.auto_roll.setToolTip("The app rolls for this side and makes its choices by default")
        self.auto_roll.hide()
        self.field.textChanged.connect(self._typed)
        self.field.taken.connect(self.take)
        self.field.modifier_begun.connect(self.begin_modifier)
        self.odds = Odds(source, self)
        self.odds.found.connect(self.show_odds)
        self.hide()

    def put(self, pending: Roll | None) -> None:
        """Show a roll, or none."""
        with laid_out_later(self._column, self._extras):
            self._put(pending)
        if pending is not None:
            self.focus_dice()

    def _put(self, pending: Roll | None) -> None:
        same = (
            pending is not None
            and self.pending is not None
            and (pending.key, pending.nth) == (self.pending.key, self.pending.nth)
        )
        self.pending = pending
        self._end_facts()
        self.setVisible(pending is not None)
        if pending is None:
            self.auto_roll.hide()
            self.field.clear()
            self.odds.forget()
            return
        if not same:
            self.field.clear()
            self.parts.setMinimumHeight(0)
            self._odds_row.setMinimumHeight(0)
        self._describe(pending)
        self._typed()
        step = self.controller.play.open_step
        if step is not None:
            self.odds.ask(self.controller.play.settled, step.command, step.answers)

    def _describe(self, pending: Roll) -> None:
        step = self.controller.play.open_step
        own = step is None or step.command.by == pending.by
        whose = "" if own else f"{self.controller.name(pending.by)}: "
        self.title.setText(f"{whose}{roll_name(pending)} · {dice_words(pending)}")
        auto = f"; added: {parts_text(pending.auto)}" if pending.auto.total else ""
        # Dice that are no pool of anything are in the title already.
        bare = [part.label for part in pending.pool.parts] == [pending.die.label]
        made_of = auto.removeprefix("; ") if bare else f"{parts_text(pending.pool)}{auto}"
        self.parts.setText(f"{self.controller.name(pending.by)}: {made_of}")
        self.parts.setVisible(bool(made_of))
        several = len(met_by(self.controller.resolution)) > 1  # the parts name them
        against = "" if several else self.controller.name(pending.against)
        limit = pending.pass_at or pending.difficulty
        self.goal.setVisible(limit is not None and bool(limit.parts))
        if limit is not None:
            self.goal.setText(f"{against}: {parts_text(limit)}" if against else parts_text(limit))
        faces = "6, or faces 7 7 10" if pending.die.label == "d10" else f"{pending.die.unit}, or faces"
        set_description(self.field, f"{question_words(self.controller)} {hint(pending)}.")
        set_description(self.modifier, f"{question_words(self.controller)} A modifier: {EXAMPLES}.")
        self.field.setPlaceholderText(faces if pending.dice > 1 or pending.die.explodes else pending.die.unit)
        dice_added = pending.pass_at is None and not pending.die.explodes
        self.modifier.setPlaceholderText(f"+2 {'dice ' if dice_added else ''}\N{HORIZONTAL ELLIPSIS}")
        force = stunt_in_force(self.controller.battle, pending)
        elsewhere = self._stunted_elsewhere()
        has_roller = pending.by in self.controller.battle.combatants
        self._may_be_stunted = has_roller and not elsewhere and not force
        if self._may_be_stunted:
            self._keep_room_for_a_stunt()
        for stunt, chip in zip(self.stunts, self.stunt_buttons, strict=True):
            chip.setChecked(stunt.label == force)
            chip.setVisible(has_roller and not elsewhere)
        self._stunt_cap.setVisible(has_roller and not elsewhere)
        self.modifier.setVisible(has_roller)
        self._stunt_given.setVisible(bool(elsewhere))
        given = stunted_roll(self.controller.battle, pending)
        self._stunt_given.setText(f"given to the {lowered(self.controller.rules.label(given))}" if given else "")
        self._stunt_given.setToolTip(elsewhere)
        by = self.controller.battle.combatants.get(pending.by)
        side = by.side if by is not None else ""
        self.auto_roll.setVisible(bool(side))
        self.auto_roll.setChecked(side in self.controller.auto_roll.sides)
        self.auto_roll.setText(f"Auto-roll for {side.replace('_', ' ').capitalize()}")
        self.auto_roll.setAccessibleName(self.auto_roll.text())

    def _keep_room_for_a_stunt(self) -> None:
        """Reserve room for a stunt's parts, so that it moves nothing below."""
        text = self.parts.text()
        self.parts.setText(text + self._longest_stunt)
        self.parts.setMinimumHeight(self.parts.heightForWidth(self.width()))
        self.parts.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._may_be_stunted:
            self._keep_room_for_a_stunt()

    def focus_dice(self) -> None:
        if self.isVisibleTo(self.window()) and not self.asks_fact():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _press(self) -> None:
        """Handle the button beside the dice: accept typed dice, or let the app roll."""
        if self.field.text().strip():
            self.take()
        else:
            self.controller.steps.roll()

    def take(self) -> None:
        """Take what is typed as the answer; ask for a fact of the dice first, where one matters."""
        if self.pending is None:
            return
        typed = read_dice(self.field.text(), self.pending)
        if typed.fall is None:
            text = typed.sentence if self.field.text().strip() else f"{hint(self.pending)}; R lets the app roll."
            self._show_feedback(Typed(None, text, True))
            announce(self.field, text)
            return
        if typed.fall.faces is None and self.pending.facts:
            self._wanted = list(self.controller.queries.facts_that_matter(self.pending, typed.fall))
            if self._wanted:
                self._score = typed.fall.score
                self._facts = {}
                self._ask_fact()
                return
        self.controller.steps.answer(typed.fall)

    # Facts of the dice besides the result

    def asks_fact(self) -> bool:
        return self._score is not None

    def give_fact(self, number: int) -> bool:
        if self.pending is None or self._score is None:
            return False
        name = self._wanted[len(self._facts)]
        if number > (1 if name == "ones" else self.pending.dice):
            return False
        self._facts[name] = number
        if len(self._facts) < len(self._wanted):
            self._ask_fact()
            return True
        facts = tuple(self._facts.get(one, 0) for one in self.pending.facts)
        score = self._score
        self._end_facts()
        if not self.controller.steps.answer(Fall(score=score, facts=facts)):
            self.focus_dice()
        return True

    def _ask_fact(self) -> None:
        if self.pending is None:
            return
        clear(self._facts_column)
        name = self._wanted[len(self._facts)]
        fact, options = question(name, self.pending)
        announce(self.field, fact)
        self._facts_column.addWidget(label(fact, "body", "gold"))
        for number, text in enumerate(options):
            row = Row(text, str(number))
            row.clicked.connect(lambda _checked=False, number=number: self.give_fact(number))
            self._facts_column.addWidget(row)
        self.field.clearFocus()
        window = self.window()
        window.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> bool:
        """Clear typed text that was not accepted; return False if there is none."""
        if self.pending is None:
            return False
        asked, typed = self.asks_fact(), self.field.text()
        if asked:
            self._end_facts()
        elif typed:
            self.field.clear()
        self.focus_dice()
        return bool(asked or typed)

    def _end_facts(self) -> None:
        if self._score is not None:
            clear(self._facts_column)
        self._score, self._facts, self._wanted = None, {}, []

    # Stunts and modifiers

    def next_stunt(self) -> None:
        """Set the next stunt after the current one; none after the last."""
        if self.pending is None or not self.stunts or self.pending.by not in self.controller.battle.combatants:
            return
        elsewhere = self._stunted_elsewhere()
        if elsewhere:
            self._show_feedback(Typed(None, elsewhere, True))
            return
        force = stunt_in_force(self.controller.battle, self.pending)
        labels = [stunt.label for stunt in self.stunts]
        index = labels.index(force) + 1 if force in labels else 0
        self._stunt(self.stunts[min(index, len(self.stunts) - 1)])  # the one in force once more takes it back

    def _stunted_elsewhere(self) -> str:
        """Return why no stunt is given to this roll, in a sentence: another one of the step has it. "" where none
        has."""
        name = stunted_roll(self.controller.battle, self.pending) if self.pending is not None else ""
        label = lowered(self.controller.rules.label(name)) if name else ""
        return f"A stunt counts once per step: the {label} has it. A modifier (+) adds more." if name else ""

    def begin_modifier(self, text: str) -> None:
        self.modifier.setText(text)
        self.modifier.setFocus(Qt.FocusReason.OtherFocusReason)
        self.modifier.end(False)

    def _suggest(self, text: str) -> tuple[str, ...]:
        if self.pending is None:
            return ()
        return completions(text, self.pending, self.controller.battle, self.controller.system)

    def _leave_modifier(self) -> None:
        self.modifier.clear()
        self.focus_dice()

    def _stunt(self, stunt: Stunt) -> None:
        if self.pending is None:
            return
        again = stunt.label == stunt_in_force(self.controller.battle, self.pending)
        self.controller.steps.answer(no_stunt(self.pending) if again else stunt_answer(self.pending, stunt))

    def _modify(self, text: str) -> None:
        if self.pending is None:
            return
        if not text:
            self.focus_dice()
            return
        step = self.controller.play.open_step
        nth = len(step.answers) if step is not None else 0
        try:
            answer = read_modifier(text, self.pending, self.controller.battle, self.controller.system, nth)
        except NotUnderstood as error:
            restyle(self.modifier, wrong="true")
            self._show_feedback(Typed(None, str(error), True))
            announce(self.modifier, str(error))
            return
        restyle(self.modifier, wrong="false")
        if self.controller.steps.answer(answer):
            self.modifier.clear()

    def _toggle_auto(self) -> None:
        by = self.controller.battle.combatants.get(self.pending.by) if self.pending is not None else None
        if by is not None:
            self.controller.auto_roll.set(self.controller.auto_roll.sides ^ {by.side})

    # What is said of it

    def show_odds(self, odds: Shown) -> None:
        coming = not odds and self.pending is not None and self.odds.is_asked
        if coming:  # in a moment; what is below stays where it is
            now = self._odds_row.height() if self._odds_flow.count() else 0
            self._odds_row.setMinimumHeight(max(_ODDS_HEIGHT, now))
        clear(self._odds_flow)
        self._odds_row.setVisible(coming or bool(odds))
        for name, text in odds:
            one = QWidget()
            hbox(label(name, "muted", "text"), label(text, "figure", "gold"), on=one, margins=0, spacing=4)
            self._odds_flow.addWidget(one)
            one.show()

    def _typed(self, _text: str = "") -> None:
        if self.pending is None:
            return
        if self.asks_fact():
            self._end_facts()
        self._show_feedback(read_dice(self.field.text(), self.pending))
        name, text, tip = _TAKE if self.field.text().strip() else _ROLL
        self.button.setText(text)
        self.button.setToolTip(tip)
        self.button.setAccessibleName(name)

    def _show_feedback(self, typed: Typed) -> None:
        self.sentence.setText(typed.sentence)
        tone = "red" if typed.wrong else "text" if typed.fall is not None else "muted"
        restyle(self.sentence, tone=tone)
        restyle(self.field, wrong="true" if typed.wrong else "false")


def _stunt_tip(stunt: Stunt) -> str:
    return f"{stunt.label}: {stunt.text}  (S; again for the next)"


def _short(labels: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return what labels have in common ("Stunt"), and what is left of each ("1", "2")."""
    common = _common(labels).rstrip("0123456789")
    if len(labels) > 1 and common.strip().isalpha():
        return common.strip().capitalize(), tuple(label[len(common) :].strip() or label for label in labels)
    return "", labels


def _common(labels: tuple[str, ...]) -> str:
    length = 0
    while labels and all(length < len(one) and one[length] == labels[0][length] for one in labels):
        length += 1
    return labels[0][:length] if labels else ""
