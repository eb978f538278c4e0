"""What the window asks of a battle under way most often."""

from __future__ import annotations

from exgui.engine.asks import Ask
from exgui.engine.battle import Battle
from exgui.engine.procedure import Resolution
from exgui.engine.system import System
from exgui.play.play import Play
from exgui.rulebook.rules import Ruleset


class BattleUnderWay:
    """Reads a battle under way.

    Attributes:
        play: the battle, with all that was done in it.
    """

    play: Play

    @property
    def battle(self) -> Battle:
        """The battle as it is shown: with what has happened of an open step."""
        return self.play.battle

    @property
    def system(self) -> System:
        """The game."""
        return self.play.system

    @property
    def rules(self) -> Ruleset:
        """The game's rule data."""
        rules: Ruleset = self.play.system.rules
        return rules

    @property
    def pending(self) -> Ask | None:
        """What is asked now."""
        return self.play.pending

    @property
    def resolution(self) -> Resolution | None:
        """How far the open step has come."""
        return self.play.resolution
