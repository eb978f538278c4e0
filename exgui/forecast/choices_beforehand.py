"""Answers to what asks for no dice, given beforehand or by default."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from exgui.engine.asks import (
    Answer,
    Choice,
    Choose,
    Declare,
    Declared,
)
from exgui.engine.record import Value


class Choices(Protocol):
    """Answers what asks for no dice, where somebody has said beforehand how. It may be used up as the step asks, and so
    is copied where outcomes part."""

    def answer(self, ask: Choose | Declare) -> Answer:
        """The answer to what is asked next."""

    def copy(self) -> Choices:
        """The same, to be used up by itself."""

    def state(self) -> Hashable:
        """How far it is used up."""


class Defaults:
    """What nobody has said: choices take their default, and nobody declares anything."""

    def answer(self, ask: Choose | Declare) -> Answer:
        """The default."""
        return Choice(default_of(ask)) if isinstance(ask, Choose) else Declared()

    def copy(self) -> Defaults:
        """The same."""
        return self

    def state(self) -> Hashable:
        """Never used up."""
        return ()


def default_of(ask: Choose) -> Value:
    """What is taken where nobody chooses."""
    values = [option.value for option in ask.options]
    return ask.default if ask.default in values or not values else values[0]
