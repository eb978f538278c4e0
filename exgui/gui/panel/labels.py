"""Commands, asks and answers in words, as the panel and the log show them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from exgui.engine.asks import (
    Answer,
    Ask,
    Choice,
    Choose,
    Command,
    Declare,
    Declared,
    Fall,
    ForEach,
    Modify,
    Roll,
    declared_id,
)
from exgui.engine.dice import dice_count
from exgui.engine.effects import Modifier
from exgui.engine.events import Event, Rolled, TrackChanged
from exgui.engine.procedure import Resolution
from exgui.engine.record import Value
from exgui.engine.system import Figure
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.explained_text import number_text, signed
from exgui.play.steps import answer_known
from exgui.rulebook.rules import THINGS, Action, Param
from exgui.systems.common.legal_actions import action_of_command
from exgui.systems.common.together import STEP as TOGETHER
from exgui.systems.common.together import parts_of

PLAIN_STEPS = {
    "start": "The battle begins",
    "end_turn": "End of turn",
    "adjust": "Storyteller override",
    "change_sheet": "Sheet changed",
    "place": "Placed",
    "together": "Several changes at once",
}
"""Steps that every game has and no table of actions names."""

_PRICE = re.compile(r"(, 1 to \d+)?( \([^()]*\))?$")
"""What an effect's label has besides its name."""


def step_label(controller: BattleController, command: Command, events: Sequence[Event] = ()) -> str:
    """Return what a step is called; several done as one are called by the first of them.

    Args:
        events: what has happened in it, if known: an override that changes health is a wound or its healing.
    """
    parts = parts_of(command) if command.do == TOGETHER else ()
    if parts:
        return step_label(controller, parts[0])
    wounds = _health_set(controller, command, events)
    if wounds:
        fills = "." in wounds[0].track  # levels that are filled; else what is left
        return "Wound" if fills is (wounds[0].by > 0) else "Heal"
    action = action_of_command(controller.rules, command)
    if action is not None:
        return action.label
    return PLAIN_STEPS.get(command.do, command.do.replace("_", " ").capitalize())


def _health_set(controller: BattleController, command: Command, events: Sequence[Event]) -> list[TrackChanged]:
    """Return the changes of health by an override that sets nothing else."""
    paths = command.get("set") if command.do == "adjust" else None
    tracks = controller.rules.tracks
    if not isinstance(paths, Mapping) or not all(path in tracks and tracks[path].secret for path in paths):
        return []
    return [one for one in events if isinstance(one, TrackChanged) and one.track in paths and one.by]


def command_words(controller: BattleController, command: Command, action: Action | None) -> str:
    """Return what was given for a command: "Kesh · straight sword"."""
    if action is None:
        return ""
    params = {param.id: param for param in action.params}
    words = []
    for name, value in command.args.items():
        param = params.get(name)
        if param is None or name in action.preset or value is None or value in ("", ()):
            continue
        words.append(value_words(controller, param, value))
    return " · ".join(word for word in words if word)


def cost_words(figures: Sequence[Figure]) -> str:
    """Return what something would cost, in one line: "Speed 5 · Attack dice −2"."""
    return " · ".join(f"{one.label} {one.text or number_text(one.value.total)}" for one in figures)


def value_words(controller: BattleController, param: Param, value: Value) -> str:
    if param.type in ("combatant", "zone"):
        return controller.name(str(value))
    if param.type == "choice":
        return str(param.choices.get(value, value))
    if param.type in THINGS:
        for one in controller.battle.combatants.values():
            if value in one.gear:
                return one.gear[value].name
        return str(value).replace("_", " ")
    if param.type == "flag":
        return param.label if value else ""
    if param.type == "items" and isinstance(value, tuple):
        return ", ".join(str(one).replace("_", " ") for one in value)
    if param.type == "number":
        return f"{param.label} {value}"
    if param.type == "pool":
        names = value if isinstance(value, tuple) else (value,)
        return (
            dice_count(value)
            if isinstance(value, int)
            else " + ".join(controller.rules.label(str(one)) for one in names)
        )
    return str(value) if isinstance(value, str) else ""


def listed(names: Sequence[str]) -> str:
    """Return names joined for a sentence: "Kesh, Orin and Mara"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def lowered(label: str) -> str:
    """Return a label in the midst of a sentence: "Join Battle" is "join battle", "Morale: WIT" is "morale: WIT"."""
    return " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in label.split(" "))


def dice_words(roll: Roll) -> str:
    """Return what is rolled, against what: "13 dice against 4", "d20 against 14", "2d6, 9 or less"."""
    dice = dice_count(roll.dice)
    if roll.die.label != "d10":
        dice = f"{roll.dice if roll.dice > 1 else ''}{roll.die.label}"
    if roll.pass_at is not None:
        return f"{dice}, {number_text(roll.pass_at.total)} or less"
    return f"{dice} against {number_text(roll.difficulty.total)}" if roll.difficulty is not None else dice


def roll_name(roll: Roll) -> str:
    return roll.label or roll.name.replace("_", " ").capitalize()


def question_words(controller: BattleController) -> str:
    """Return the panel's question as a sentence for screen readers; "" for none."""
    draft, ask, due = controller.draft, controller.pending, controller.naming
    if draft is not None:
        return f"{draft.action.label}: {draft.param.label}?"
    if isinstance(ask, Roll):
        name = roll_name(ask)
        rolls = name if name.lower().endswith("roll") else f"{name} roll"
        whose = controller.name(ask.by)
        return f"{rolls}{f' for {whose}' if whose else ''}: {dice_words(ask)}."
    if isinstance(ask, Choose):
        options = "; ".join(f"{number} {one.label}" for number, one in enumerate(ask.options[:MOST_READ], 1))
        return f"{prompt_words(controller, ask)} {options}."
    if isinstance(ask, Declare):
        effects = "; ".join(f"{number} {one.label}" for number, one in enumerate(ask.effects[:MOST_READ], 1))
        return f"{controller.name(ask.by)} may declare effects. {f'{effects}. ' if effects else ''}Enter continues."
    return f"{due.title}. {due.text}" if due is not None else ""


MOST_READ = 9
"""Options of a choice that are read aloud with it: those with a number key."""


def prompt_words(controller: BattleController, ask: Choose) -> str:
    """Return a choice's question, with the chooser's name."""
    whose = controller.name(ask.by)
    return ask.prompt if whose in ask.prompt or not whose else f"{whose}: {ask.prompt}"


def met_by(resolution: Resolution | None) -> tuple[str, ...]:
    """Return the ids of all targets of a step that meets several with one roll, in order; else empty."""
    asked = resolution.asked if resolution is not None else ()
    return tuple(dict.fromkeys(id for ask in asked if isinstance(ask, ForEach) for id in ask.targets))


def faces_words(faces: tuple[int, ...] | None) -> str:
    return " ".join(str(face) for face in faces) if faces else ""


def rolled_words(rolled: Rolled) -> str:
    """Return what a roll came to, short: "6 against 4"."""
    out = number_text(rolled.total)
    return f"{out} against {rolled.difficulty}" if rolled.difficulty is not None else f"{out} {rolled.unit}"


_LONGEST_PROMPT = 28
"""Characters of a question that fit beside its answer."""


def answer_words(controller: BattleController, ask: Ask, answer: Answer, events: tuple[Event, ...]) -> tuple[str, str]:
    """Return what was asked and answered, and what belongs to it (the faces), as two texts.

    Args:
        events: what happened after it was asked.
    """
    if isinstance(answer, Modify):
        changes = ", ".join(modifier_words(controller, one) for one in answer.effect.modifiers)
        whose = "" if isinstance(ask, Roll) and ask.by == answer.who else f"{controller.name(answer.who)}: "
        label = "" if answer.effect.label == "modifier" else f"{answer.effect.label} "
        return f"{whose}{label}{changes}", ""
    if isinstance(ask, Roll) and isinstance(answer, Fall):
        whose = controller.name(ask.by)
        rolled = next(
            (one for one in events if isinstance(one, Rolled) and one.who == ask.by and one.roll == ask.name), None
        )
        label = f"{whose}: {lowered(ask.label or ask.name)}"
        if rolled is None:
            return label, faces_words(answer.faces)
        return f"{label} {rolled_words(rolled)}", faces_words(rolled.faces)
    if isinstance(ask, Choose) and isinstance(answer, Choice):
        pending = controller.pending
        if ask.secret and isinstance(pending, Choose) and pending.secret:
            return f"{controller.name(ask.by)} has chosen", ""
        picked = next((option.label for option in ask.options if option.value == answer.value), str(answer.value))
        if not ask.prompt or len(ask.prompt) > _LONGEST_PROMPT:
            return (picked if ask.prompt else f"{controller.name(ask.by)}: {picked}"), ""
        return f"{ask.prompt} {picked}", ""
    if isinstance(ask, Declare) and isinstance(answer, Declared):
        labels = {option.value: _PRICE.sub("", option.label) for option in ask.effects}
        found = ((declared_id(text), text.partition(":")[2]) for text in answer.effects)
        picked = ", ".join(f"{labels.get(id, id)}{f' {more}' if more else ''}" for id, more in found)
        picked = picked or "declares nothing"
        return f"{controller.name(ask.by)}: {picked}", "by auto-roll" if answer.by_app else ""
    return "", ""


def answers_given(controller: BattleController) -> list[tuple[Ask, Answer, tuple[Event, ...]]]:
    """Return the open step's asks that were answered by someone, each with its answer and what followed. The rules' own
    answers are left out."""
    step, resolution = controller.play.open_step, controller.resolution
    if step is None or resolution is None:
        return []
    asked = [
        (ask, mark)
        for ask, mark in zip(resolution.asked, resolution.marks, strict=True)
        if answer_known(step.command, ask) is None
    ]
    return [(ask, answer, resolution.events[mark:]) for (ask, mark), answer in zip(asked, step.answers, strict=False)]


def modifier_words(controller: BattleController, modifier: Modifier) -> str:
    """Return one change: "+2 dice", "−1 Defense", "Soak = 0"."""
    rules = controller.rules
    on_roll = modifier.on in rules.rolls or modifier.dice or modifier.successes
    name = "" if on_roll else rules.label(modifier.on)
    if modifier.set is not None:
        return f"{rules.label(modifier.on)} = {number_text(modifier.set)}"
    words = []
    if modifier.dice:
        words.append(f"{signed(modifier.dice)} {'die' if abs(modifier.dice) == 1 else 'dice'}")
    if modifier.successes:
        words.append(f"{signed(modifier.successes)} {'success' if abs(modifier.successes) == 1 else 'successes'}")
    if modifier.bonus:
        words.append(f"{signed(modifier.bonus)} {name}".strip())
    if modifier.target is not None:
        words.append(f"{modifier.target} and higher succeed")
    if modifier.double is not None:
        words.append(f"{modifier.double} and higher count twice")
    if modifier.reroll:
        words.append(f"{', '.join(map(str, modifier.reroll))} rolled again")
    if modifier.turned:
        words.append(f"{modifier.turned} {'die' if modifier.turned == 1 else 'dice'} to successes")
    return ", ".join(words)
