"""What amending a step would change, in lines: what is lost, whose numbers, which later steps run again."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.gui.battle_control.plain_names import with_names
from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import true_minus
from exgui.gui.panel.amend_preview import Difference, changed_log_lines, differences
from exgui.gui.panel.labels import step_label
from exgui.play.amend import Amendment
from exgui.play.history import Step

MOST_LINES = 8
UNBROKEN = 30
"""Letters of a difference that stay in one line."""

Line = tuple[str, str, str]
"""A text, its role and its tone."""


class AmendOutcome:
    """Says what would come of amendments of one step.

    Args:
        before: the battle before the step.
    """

    def __init__(self, controller: BattleController, before: Battle) -> None:
        self._controller, self._before = controller, before

    def reason(self, amendment: Amendment) -> str:
        """Why it cannot be, or goes no further, as a sentence."""
        text = with_names(amendment.reason, self._before, self._controller.rules).strip()
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"

    def lost(self, amendment: Amendment) -> str:
        """What would be lost: "2 later steps are dropped: Kesh: attack; Kesh: end of turn"; "" for nothing."""
        count = len(amendment.dropped)
        labels = _counted([self._named(step) for step in amendment.dropped])
        return f"{'1 later step is' if count == 1 else f'{count} later steps are'} dropped: {labels}" if count else ""

    def lines(self, amendment: Amendment) -> list[Line]:
        """What would be otherwise: numbers, lines of the log, later steps."""
        return [("What would change", "heading", ""), *self._differences(amendment), *self._later_steps(amendment)]

    def _differences(self, amendment: Amendment) -> list[Line]:
        controller = self._controller
        try:
            found = differences(controller.system, controller.battle, amendment.battle)
        except Exception:
            found = ()
        if not found:
            return [("Nobody's numbers; the roll and the log alone.", "body", "")]
        by: dict[str, list[str]] = {}
        for one in found:
            by.setdefault(one.who, []).append(_difference(one))
        return [(f"{controller.name(who) or 'Turn'}: {', '.join(words)}", "body", "gold") for who, words in by.items()]

    def _later_steps(self, amendment: Amendment) -> list[Line]:
        out: list[Line] = [(true_minus(text), "small", "") for text in changed_log_lines(amendment)[:MOST_LINES]]
        again = len(amendment.steps) - 1
        if again > 0:
            labels = _counted([self._named(step) for step in amendment.steps[1:]])
            out.append((f"{again} later {'step runs' if again == 1 else 'steps run'} again: {labels}.", "muted", ""))
        if amendment.open is not None:
            out.append((f"The step then goes on: {self.reason(amendment)}", "body", "gold"))
        return out

    def _named(self, step: Step) -> str:
        whose = self._controller.name(step.command.by)
        what = step_label(self._controller, step.command).lower()
        return f"{whose}: {what}" if whose else what


def _difference(one: Difference) -> str:
    gap = "\N{NO-BREAK SPACE}"
    change = f"{one.before} \N{RIGHTWARDS ARROW} {one.after}"
    text = f"{one.label} {change}" if one.who else change
    return text.replace(" ", gap) if len(text) <= UNBROKEN else text


def _counted(labels: list[str]) -> str:
    """Labels, each once, with how often; not more than a few."""
    counts: dict[str, int] = {}
    for one in labels:
        counts[one] = counts.get(one, 0) + 1
    words = [one if count == 1 else f"{one} \N{MULTIPLICATION SIGN}{count}" for one, count in counts.items()]
    return "; ".join(words[:4]) + (f"; and {len(words) - 4} more" if len(words) > 4 else "")
