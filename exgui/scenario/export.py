"""Writes a played battle as a scenario: its set-up, and every step that counts with its dice and its choices.

Played again, the text gives the same view. It leaves out undone steps, and a step that is not finished.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.asks import Choice, Choose, Declare, Declared, Fall, ForEach, Mod, Modify, Roll
from exgui.engine.record import Value
from exgui.play.history import Step
from exgui.play.play import Play
from exgui.play.steps import answer_known, run_command
from exgui.rulebook.carried_rules import carried_text
from exgui.rulebook.encounter_shape import HOUSE_RULES
from exgui.rulebook.setup_data import battle_data
from exgui.rulebook.toml_writing import write_toml
from exgui.scenario.reader import FORMAT, OWN_KEYS


def export(play: Play, title: str = "", *, ruleset: str = "") -> str:
    """Return a battle as a scenario file, with its house rules.

    Args:
        title: its name; by default the battle's title.
        ruleset: what the file names as its ruleset if the file can't contain it: a path to the user's own game.
    """
    carried = carried_text(play.system.rules)
    start = play.battle_at(0)
    setup = battle_data(play.system.rules, start)
    data: dict[str, Any] = {
        "format": FORMAT,
        "title": title or start.title or "A battle",
        "ruleset": start.ruleset if carried else ruleset or start.ruleset,
    }
    data.update((key, value) for key, value in setup.items() if key not in OWN_KEYS)
    steps = [_step(play, index, step) for index, step in enumerate(play.steps)]
    if steps:
        data["step"] = steps
    if carried:
        data[HOUSE_RULES] = carried
    return write_toml(data)


def _step(play: Play, index: int, step: Step) -> dict[str, Any]:
    command = step.command
    out: dict[str, Any] = {"do": command.do}
    if command.by:
        out["by"] = command.by
    out.update((key, _thawed(value)) for key, value in command.args.items() if value is not None)
    if command.tick is not None:
        out["tick"] = command.tick
    if command.overrule:
        out["overrule"] = True
    if command.stay_hidden:
        out["stay_hidden"] = True
    rolls, mods, choose = _answers(play, index, step)
    if rolls:
        out["rolls"] = rolls
    if mods := [_mod(mod) for mod in command.mods] + mods:
        out["mods"] = mods
    if choose := {key: _thawed(value) for key, value in command.choose.items() if value is not None} | choose:
        out["choose"] = choose
    return out


def _answers(play: Play, index: int, step: Step) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]:
    """Return the dice, modifiers and choices of a step by running it again, which matches each answer with its ask."""
    before = play.battle_at(index)
    resolution = run_command(play.system, before, step.command, step.answers)
    asks = [ask for ask in resolution.asked if isinstance(ask, Roll) or answer_known(step.command, ask) is None]
    rolls: list[dict[str, Any]] = []
    mods: list[dict[str, Any]] = []
    chosen: dict[str, list[Value]] = {}
    declared: dict[str, list[tuple[str, ...]]] = {}
    for ask, answer in zip(asks, step.answers, strict=True):
        if isinstance(answer, Modify):
            mods.extend(_effect(answer))
        elif isinstance(ask, Roll) and isinstance(answer, Fall):
            rolls.append(_roll(ask, answer))
        elif isinstance(ask, Choose) and isinstance(answer, Choice):
            chosen.setdefault(ask.name, []).append(answer.value)
        elif isinstance(ask, Declare) and isinstance(answer, Declared):
            declared.setdefault(f"{ask.by}.{ask.moment}", []).append(answer.effects)
        elif not isinstance(ask, ForEach):
            raise ValueError(f"step {index + 1} has an answer that a scenario can’t give")
    choose: dict[str, Any] = {
        name: _thawed(values[0] if all(value == values[0] for value in values) else tuple(values))
        for name, values in chosen.items()
    }
    for key, several in declared.items():
        if any(several):
            choose[key] = [list(one) for one in several] if len(several) > 1 else list(several[0])
    return rolls, mods, choose


def _roll(roll: Roll, fall: Fall) -> dict[str, Any]:
    out: dict[str, Any] = {"of": roll.key}
    if fall.faces is not None:
        out["faces"] = list(fall.faces)
    else:
        out[roll.die.unit] = fall.score or 0
        out.update((name, number) for name, number in zip(roll.facts, fall.facts, strict=False) if number)
    return out


def _mod(mod: Mod) -> dict[str, Any]:
    numbers = {"dice": mod.dice, "successes": mod.successes, "bonus": mod.bonus, "double": mod.double}
    numbers |= {"target": mod.target, "turned": mod.turned}
    out: dict[str, Any] = {"to": mod.to} | {key: number for key, number in numbers.items() if number}
    if mod.reroll:
        out["reroll"] = list(mod.reroll)
    if mod.set is not None:
        out["set"] = mod.set
    if len(out) == 1:
        out["bonus"] = 0
    return out | {"label": mod.label}


def _effect(answer: Modify) -> Iterator[dict[str, Any]]:
    """Yield a modifier given in the middle of a step; a scenario applies it from the step's beginning."""
    for one in answer.effect.modifiers:
        to = f"{answer.who}.{one.on}"
        changes = (one.dice, one.successes, one.bonus, one.set, answer.effect.label)
        yield _mod(Mod(to, *changes, one.double, one.reroll, one.target, one.turned))


def _thawed(value: Value) -> Any:
    """Return frozen data as lists and dicts, without values that TOML cannot express (None)."""
    if isinstance(value, Mapping):
        return {key: _thawed(item) for key, item in value.items() if item is not None}
    if isinstance(value, tuple):
        return [_thawed(item) for item in value]
    return value
