"""Naming who acts next: nobody is up, and somebody has to say who is.

In most games the rules say whose turn comes; a game in which people do implements `NamesNext`, and remembers in
`Battle.chooser` who names the next one.
"""

from __future__ import annotations

from typing import Protocol, cast, runtime_checkable

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System, implements


class Naming(Record):
    """That somebody has to be named who acts next.

    Attributes:
        side: id of the side that names them, "" where it is the storyteller.
        title: whose choice it is, in a few words ("Heroes choose who acts").
        text: what is to be done, in a sentence.
        action: id of the action in the actions table that names somebody.
        command: that action's step, complete but for who is named.
        param: the parameter of it that says who.
    """

    side: str
    title: str
    text: str
    action: str
    command: Command
    param: str


@runtime_checkable
class NamesNext(Protocol):
    """A game in which people say who acts next. A game need not."""

    def naming(self, battle: Battle) -> Naming | None:
        """Who has to name somebody now, and how; None while somebody is up, or where nobody can be named."""


def naming(system: System, battle: Battle) -> Naming | None:
    """The naming that is due, in a game where people say who acts next; else None."""
    if battle.phase != "running" or battle.up or not implements(type(system), NamesNext):
        return None
    return cast(NamesNext, system).naming(battle)
