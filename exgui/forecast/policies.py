"""Which effects are declared for a combatant who is not asked: none, few, or many.

Effects for attacks are declared if they can be afforded, effects for defense if a hit is likely by the exact odds of
the attack roll. A share of all motes and Willpower is always held back. The declaration depends on the battle and the
step alone, so that the same fight is always the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declare, Declared, Each, ForEach, Option, Roll
from exgui.engine.battle import Battle
from exgui.engine.dice import MOST_SPREAD, distribution
from exgui.engine.events import Rolled
from exgui.engine.procedure import BadAnswer, Resolution
from exgui.engine.record import Record
from exgui.engine.system import DeclareHint, System
from exgui.forecast.effect_uses import ASK, FREELY, SPARING
from exgui.play.amend import key_of
from exgui.play.steps import answer_known, run_command

EVEN = Fraction(1, 2)
"""The assumed chance of being hit if it is unknown: both roll against each other."""


class Policy(Record):
    """How freely effects are declared.

    Attributes:
        held_back: the share of all motes, and of all Willpower, that is not spent.
        likely: from this chance of being hit on, effects for defense are declared.
        amount: for an effect with an amount, the largest share of the highest amount that is declared.
    """

    held_back: Fraction
    likely: Fraction
    amount: Fraction


POLICIES: Mapping[str, Policy] = {
    SPARING: Policy(Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),
    FREELY: Policy(Fraction(1, 5), Fraction(1, 4), Fraction(1)),
}


def declare_for(
    system: System, battle: Battle, command: Command, answers: Sequence[Answer], ask: Declare, use: str
) -> Declared | None:
    """Return the effects declared for a combatant who may declare them in an open step; None if the storyteller is to
    be asked.

    Args:
        battle: before the step.
        answers: those given so far in the step.
        ask: the open ask of the step.
        use: one of `policies.USES`.
    """
    if use == ASK:
        return None
    policy = POLICIES.get(use)
    if policy is None or not ask.effects:
        return Declared()
    outlook = StepOutlook(system, battle, command, tuple(answers), ask)
    return Declared(chosen(ask, system.declare_hints(outlook.now, ask), policy, outlook), by_app=True)


def chosen(ask: Declare, hints: Sequence[DeclareHint], policy: Policy, outlook: StepOutlook) -> tuple[str, ...]:
    known = {hint.id: hint for hint in hints}
    out: tuple[str, ...] = ()
    spent: dict[str, int] = {}
    for option in ask.effects:
        hint = known.get(str(option.value))
        if hint is None:
            continue
        amount = _amount(option, hint, policy, outlook, out, _affordable(option, hint, policy, spent))
        longer = (*out, _text(option, amount))
        if amount and outlook.possible(longer):
            out = longer
            for price in hint.prices:
                spent[price.kind] = spent.get(price.kind, 0) + price.cost(amount)
    return out


def _text(option: Option, amount: int) -> str:
    return f"{option.value}:{amount}" if option.most else str(option.value)


def _affordable(option: Option, hint: DeclareHint, policy: Policy, spent: Mapping[str, int]) -> int:
    """Return the amount of it that the policy would pay for; 0 for none."""
    most = ceil(max(1, option.most) * policy.amount)
    for amount in range(most, 0, -1):
        if all(
            price.left - spent.get(price.kind, 0) - price.cost(amount)
            >= max(price.keep, ceil(price.whole * policy.held_back))
            for price in hint.prices
            if price.cost(amount)
        ):
            return amount
    return 0


def _amount(
    option: Option, hint: DeclareHint, policy: Policy, outlook: StepOutlook, before: tuple[str, ...], most: int
) -> int:
    """Return the amount of it that is added to the effects declared already, at most `most`; 0 for none."""
    if not most or (hint.purpose == "retry" and not outlook.missed):
        return 0
    if hint.purpose not in ("avoid", "lessen"):
        return most
    chance = outlook.chance(before)
    if (EVEN if chance is None else chance) < policy.likely:
        return 0
    if hint.purpose == "lessen" or chance is None:
        return most
    return _least_that_helps(lambda amount: outlook.chance((*before, _text(option, amount))), chance, policy, most)


def _least_that_helps(after: Callable[[int], Fraction | None], chance: Fraction, policy: Policy, most: int) -> int:
    """Return the lowest amount that makes a hit unlikely, else the one that makes it least likely; 0 if none makes it
    less likely, such as for a parry when dodging is better anyway."""
    best = 0
    for amount in range(1, most + 1):
        left = after(amount)
        if left is None:  # dice decide how much it helps
            return most
        if left < chance:
            best, chance = amount, left
        if chance < policy.likely:
            break
    return best


class StepOutlook:
    """The results of a step that is open at a `Declare`, found by running it.

    Attributes:
        now: the battle in the middle of the step.
    """

    def __init__(
        self, system: System, battle: Battle, command: Command, answers: tuple[Answer, ...], ask: Declare
    ) -> None:
        self._system, self._battle, self._command = system, battle, command
        self._ask = ask
        self._so_far = run_command(system, battle, command, answers)
        asked = (one for one in self._so_far.asked if answer_known(command, one) is None)
        self._answered = tuple((key_of(one), answer) for one, answer in zip(asked, answers, strict=True))
        self._chances: dict[tuple[str, ...], Fraction | None] = {}
        self.now = self._so_far.battle

    @property
    def missed(self) -> bool:
        """Return whether the last roll of the combatant who is asked has missed its difficulty."""
        for event in reversed(self._so_far.events):
            if isinstance(event, Rolled) and event.who == self._ask.by:
                return event.difficulty is not None and event.total < event.difficulty
        return False

    def possible(self, declared: tuple[str, ...]) -> bool:
        return self._after(declared) is not None

    def chance(self, declared: tuple[str, ...]) -> Fraction | None:
        """Return the chance that the next roll, made by another combatant, reaches its difficulty if this is declared
        and nothing after it; None if the next roll is of another kind."""
        if declared not in self._chances:
            self._chances[declared] = self._chance(declared)
        return self._chances[declared]

    def _chance(self, declared: tuple[str, ...]) -> Fraction | None:
        after = self._after(declared, alone=True)
        roll = after.pending if after is not None else None
        if not isinstance(roll, Roll) or roll.by == self._ask.by or roll.difficulty is None:
            return None
        if roll.dice > MOST_SPREAD:
            return None
        wanted = roll.difficulty.total - roll.auto.total
        found = distribution(roll.die, roll.dice)
        return sum((chance for (score, _facts), chance in found if score >= wanted), Fraction(0))

    def _after(self, declared: tuple[str, ...], *, alone: bool = False) -> Resolution | None:
        """Return the step as far as its next roll; None if this cannot be declared.

        Args:
            alone: of several targets of one roll, only the one who is asked is met; declarations of others are left
                out.
        """
        who, command = self._ask.by, self._command
        waiting: deque[tuple[object, Answer]] = deque((*self._answered, (key_of(self._ask), Declared(declared))))

        def answer(ask: Ask, _battle: Battle) -> Answer | None:
            if alone and isinstance(ask, ForEach) and who in ask.targets:
                return Each((who,))
            known = answer_known(command, ask)
            if known is not None:
                return known
            wanted = key_of(ask)
            while waiting and waiting[0][0] != wanted and any(key == wanted for key, _answer in waiting):
                waiting.popleft()
            if waiting and waiting[0][0] == wanted:
                return waiting.popleft()[1]
            if isinstance(ask, Choose):
                return Choice(ask.options[0].value if ask.default is None else ask.default)
            return Declared() if isinstance(ask, Declare) else None

        try:
            return run_command(self._system, self._battle, command, driver=answer)
        except BadAnswer:
            return None
