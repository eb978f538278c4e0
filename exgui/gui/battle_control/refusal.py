"""Why something cannot be done, in words, and whether the storyteller could allow it anyway."""

from __future__ import annotations

from collections.abc import Sequence

from exgui.engine.asks import Command, Violation
from exgui.engine.record import Record

END = "end"
"""The step that ends a battle, where the game has one."""
STEP_IS_OPEN = "Finish the open step first, or undo it with Ctrl+Z."
"""Why something cannot be done while a step asks for something."""


class Refusal(Record):
    """Why something cannot be done, and whether the storyteller could allow it anyway.

    Attributes:
        label: what was to be done.
        command: that which allowing it would do; None where it cannot be allowed.
        action: id of the action that was picked, "" for a gesture or a step of the window.
        warns: nothing forbids it; who does it once more does it.
        reveals: nothing forbids it, but it would reveal the combatant who does it; what doing it in secret is called.
        suggested: nothing forbids it; it is offered to be done.
    """

    label: str
    violations: tuple[Violation, ...]
    command: Command | None = None
    action: str = ""
    skipped: tuple[str, ...] = ()
    warns: bool = False
    reveals: str = ""
    suggested: bool = False

    @property
    def mild(self) -> bool:
        return self.warns or self.suggested or bool(self.reveals)

    @property
    def allowable(self) -> bool:
        return self.command is not None and not any(one.final for one in self.violations)

    @property
    def reasons(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The violations, each sentence once, with the ids of its rules."""
        rules: dict[str, list[str]] = {}
        for one in self.violations:
            known = rules.setdefault(one.text, [])
            if one.rule and one.rule not in known:
                known.append(one.rule)
        return tuple((text, tuple(ids)) for text, ids in rules.items())

    @property
    def sentence(self) -> str:
        return reasons_text(self.violations)


def reasons_text(violations: Sequence[Violation]) -> str:
    """Return violations in one line, each sentence once."""
    texts = dict.fromkeys([one.text for one in violations])
    return " ".join([text if text.endswith((".", "!", "?")) else f"{text}." for text in texts])


def reasons_beside_name(label: str, violations: Sequence[Violation]) -> str:
    """Return violations to be read beside a name, which their sentences need not repeat."""
    texts = dict.fromkeys(one.text for one in violations)
    about, is_so = f"{label} ", f"{label} is "
    short = [text.removeprefix(is_so if text.startswith(is_so) else about).rstrip(".") for text in texts]
    return ", ".join(short) if all(text.startswith(about) for text in texts) else reasons_text(violations)


def text_with_rules(violations: Sequence[Violation]) -> str:
    """Return violations in one line, each sentence once and with its rules."""
    rules: dict[str, list[str]] = {}
    for one in violations:
        known = rules.setdefault(one.text, [])
        if one.rule and one.rule not in known:
            known.append(one.rule)
    return " ".join(f"{text} ({', '.join(ids)})" if ids else text for text, ids in rules.items())
