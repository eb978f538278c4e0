"""What can be changed in a finished step, the step as changed, and what that would change in the battle, in lines too.

Functions of battles alone; the card in the panel shows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Each, ForEach, Mod, Modify
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Record, Value
from exgui.engine.system import System
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.steps import with_names
from exgui.gui.look.explained_text import number_text, true_minus
from exgui.gui.panel.labels import step_label
from exgui.play.amend import Amendment
from exgui.play.history import Step
from exgui.play.steps import answer_known, run_command

MOST_LINES = 8
UNBROKEN = 30
"""Letters of a difference that stay in one line."""
Line = tuple[str, str, str]
"""A text, its role and its tone."""


class Given(Record):
    """Something that was asked in a step, and its answer.

    Attributes:
        position: which of the step's answers it is; None where the command or the game knew it.
    """

    ask: Ask
    answer: Answer
    position: int | None


def given_in(system: System, battle: Battle, step: Step) -> tuple[Given, ...]:
    """Return everything asked in a step, with the answers; nothing if that is no longer known.

    Args:
        battle: as it stood before the step.
    """
    try:
        asked = run_command(system, battle, step.command, step.answers).asked
    except BadAnswer:
        return ()
    out: list[Given] = []
    position = 0
    for ask in asked:
        known = answer_known(step.command, ask)
        if known is not None:
            out.append(Given(ask, known, None))
        elif position < len(step.answers):
            out.append(Given(ask, step.answers[position], position))
            position += 1
    return tuple(one for one in out if not isinstance(one.ask, ForEach) and not isinstance(one.answer, Each))


class Edits(Record):
    """What is to be changed in a step.

    Attributes:
        answers: by position, other answers; None takes one away.
        choose: choices that the command makes beforehand.
        mods: the modifiers that come with the command, all of them; None leaves them as they are.
    """

    answers: Mapping[int, Answer | None]
    choose: Mapping[str, Value]
    mods: tuple[Mod, ...] | None = None


def edited(step: Step, edits: Edits) -> Step:
    answers = (edits.answers.get(position, answer) for position, answer in enumerate(step.answers))
    command: Command = step.command
    if edits.mods is not None:
        command = command.but(mods=edits.mods)
    for name, value in edits.choose.items():
        command = command.but(choose=command.choose.put(name, value))
    return Step(command, tuple(answer for answer in answers if answer is not None))


def as_mods(answer: Modify) -> tuple[Mod, ...]:
    """Return a modifier given to a pending roll as one that comes with the command."""
    return tuple(
        Mod(
            f"{answer.who}.{one.on}",
            one.dice,
            one.successes,
            one.bonus,
            one.set,
            answer.effect.label,
            one.double,
            one.reroll,
            one.target,
            one.turned,
        )
        for one in answer.effect.modifiers
    )


def chosen(ask: Choose, value: Value, position: int | None) -> Edits:
    """Return the edits with another choice: an answer, or one given with the command."""
    if position is None:
        return Edits({}, {ask.name: value})
    return Edits({position: Choice(value)}, {})


class Difference(Record):
    """A value of a combatant that would change."""

    who: str
    label: str
    before: str
    after: str


SHORT = 24
"""Letters of what a state is about that are shown as its value ("Grappling: Kesh")."""


def differences(system: System, before: Battle, after: Battle) -> tuple[Difference, ...]:
    """Return what would be different, as the panel shows numbers and states."""
    out: list[Difference] = []
    for id in dict.fromkeys((*before.combatants, *after.combatants)):
        if id not in after.combatants or id not in before.combatants:
            words = ("there", "not there") if id in before.combatants else ("not there", "there")
            out.append(Difference(id, "in the battle", *words))
            continue
        if before.combatants[id] == after.combatants[id]:
            continue
        old, new = _shown(system, before, id), _shown(system, after, id)
        for key in dict.fromkeys((*old, *new)):
            if old.get(key) != new.get(key):
                label = (old.get(key) or new.get(key) or ("", ""))[0]
                was = old.get(key, (label, "none"))[1]
                out.append(Difference(id, label, was, new.get(key, (label, "none"))[1]))
    if (before.round, before.tick, before.up, before.phase) != (after.round, after.tick, after.up, after.phase):
        was, then = _when(before), _when(after)
        if was != then:
            out.append(Difference("", "Now", was, then))
    return tuple(out)


def _shown(system: System, battle: Battle, id: str) -> dict[str, tuple[str, str]]:
    """Return a combatant's figures and states as panel and token show them: label and text by id."""
    out: dict[str, tuple[str, str]] = {}
    for one in system.figures(battle, id):
        out[f"figure.{one.id}"] = (one.label, one.text or number_text(one.value.total))
    for badge in system.badges(battle, id):
        if f"figure.{badge.id}" in out:
            continue
        name, _colon, about = badge.text.partition(" – ")[0].partition(": ")
        short = about if 0 < len(about) <= SHORT else "yes"
        out.setdefault(f"badge.{badge.id}", (name, badge.short or short))
    zone = battle.combatants[id].zone
    out["zone"] = ("Zone", battle.zones[zone].name if zone and zone in battle.zones else "nowhere")
    return out


def _when(battle: Battle) -> str:
    if battle.phase != "running":
        return {"prepared": "not begun", "over": "over"}.get(battle.phase, battle.phase)
    active = battle.active
    return battle.combatants[active].name if active and active in battle.combatants else "no one"


def changed_log_lines(amendment: Amendment) -> tuple[str, ...]:
    """Return the sentences that the log would have where it has others now, in the order of the steps."""
    out: list[str] = []
    for old, new in zip(amendment.replaces, amendment.steps, strict=False):
        before = [event.text for event in old.events or () if isinstance(event, Noted)]
        after = [event.text for event in new.events or () if isinstance(event, Noted)]
        if before != after:
            out += [text for text in after if text not in before] or ["Nothing happens there anymore."]
    return tuple(out)


def last_amendable(steps: Sequence[Step]) -> int | None:
    """Return the latest step in which anything was answered, else the latest; None if there are no steps."""
    for index in range(len(steps) - 1, -1, -1):
        if steps[index].answers:
            return index
    return len(steps) - 1 if steps else None


class AmendOutcome:
    """Says what would come of amendments of one step.

    Args:
        before: the battle before the step.
    """

    def __init__(self, controller: BattleController, before: Battle) -> None:
        self._controller, self._before = controller, before

    def reason(self, amendment: Amendment) -> str:
        """Return why it cannot be, or goes no further, as a sentence."""
        text = with_names(amendment.reason, self._before, self._controller.rules).strip()
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"

    def lost(self, amendment: Amendment) -> str:
        """Return what would be lost: "2 later steps are dropped: Kesh: attack; Kesh: end of turn"; "" for nothing."""
        count = len(amendment.dropped)
        labels = _each_once([self._named(step) for step in amendment.dropped])
        return f"{'1 later step is' if count == 1 else f'{count} later steps are'} dropped: {labels}" if count else ""

    def lines(self, amendment: Amendment) -> list[Line]:
        """Return what would be otherwise: numbers, lines of the log, later steps."""
        return [("What would change", "heading", ""), *self._differences(amendment), *self._later_steps(amendment)]

    def _differences(self, amendment: Amendment) -> list[Line]:
        controller = self._controller
        system, before = controller.system, controller.battle
        found: tuple[Difference, ...] = controller.queries.guarded(
            lambda: differences(system, before, amendment.battle), ()
        )
        if not found:
            return [("No numbers; only the roll and the log.", "body", "")]
        by: dict[str, list[str]] = {}
        for one in found:
            by.setdefault(one.who, []).append(_difference(one))
        return [(f"{controller.name(who) or 'Turn'}: {', '.join(words)}", "body", "gold") for who, words in by.items()]

    def _later_steps(self, amendment: Amendment) -> list[Line]:
        out: list[Line] = [(true_minus(text), "small", "") for text in changed_log_lines(amendment)[:MOST_LINES]]
        again = len(amendment.steps) - 1
        if again > 0:
            labels = _each_once([self._named(step) for step in amendment.steps[1:]])
            out.append((f"{again} later {'step is' if again == 1 else 'steps are'} replayed: {labels}.", "muted", ""))
        if amendment.open is not None:
            out.append((f"The step then continues: {self.reason(amendment)}", "body", "gold"))
        return out

    def _named(self, step: Step) -> str:
        whose = self._controller.name(step.command.by)
        what = step_label(self._controller, step.command, step.events or ()).lower()
        return f"{whose}: {what}" if whose else what


def _difference(one: Difference) -> str:
    gap = "\N{NO-BREAK SPACE}"
    change = f"{one.before} \N{RIGHTWARDS ARROW} {one.after}"
    text = f"{one.label} {change}" if one.who else change
    return text.replace(" ", gap) if len(text) <= UNBROKEN else text


def _each_once(labels: list[str]) -> str:
    """Return labels, each once, with how often; not more than a few."""
    counts: dict[str, int] = {}
    for one in labels:
        counts[one] = counts.get(one, 0) + 1
    words = [one if count == 1 else f"{one} \N{MULTIPLICATION SIGN}{count}" for one, count in counts.items()]
    return "; ".join(words[:4]) + (f"; and {len(words) - 4} more" if len(words) > 4 else "")
