"""What gestures on the map do to the battle: tokens are dropped."""

from __future__ import annotations

from exgui.engine.asks import Violation
from exgui.gui.battle_controller import BattleController


class MapSteps:
    """The steps that can be done by hand on a map."""

    def __init__(self, controller: BattleController) -> None:
        self._controller = controller

    def drag(self, who: str, kind: str, target: str, force: bool) -> tuple[Violation, ...]:
        """Does what dropping a token means; gives what stands against it."""
        return self._controller.dragging.drag(who, **{kind: target}, force=force)

    def check_drag(self, who: str, kind: str, target: str, force: bool) -> tuple[Violation, ...]:
        """What would stand against dropping a token there."""
        return self._controller.dragging.check(who, **{kind: target}, force=force)

    def ways_open_to(self, who: str) -> dict[str, str]:
        """The zones that one move brings a combatant to, each marked as open."""
        reach = self._controller.system.reach(self._controller.battle, who)
        return {zone: "open" for zone, way in reach.items() if way.move}
