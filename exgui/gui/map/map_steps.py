"""What gestures on the map do to the battle: zones are put elsewhere, tokens dropped."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.record import Table
from exgui.gui.battle_controller import BattleController
from exgui.gui.map.scene import MapScene


class MapSteps:
    """The steps that can be done by hand on a map."""

    def __init__(self, controller: BattleController, map: MapScene) -> None:
        self._controller, self._map = controller, map

    def arrange(self, zone: str, x: float, y: float, width: float, height: float) -> None:
        """Puts a zone somewhere, as one step."""
        controller = self._controller
        known = controller.battle.zones[zone]
        if (x, y, width, height) != (known.x, known.y, known.width, known.height):
            done = controller.steps.dispatch(arrange_command(zone, x, y, width, height))
            if done and controller.battle.phase == "running":  # perhaps a token was meant
                controller.message.emit(f"{controller.name(zone)} was put elsewhere. Ctrl+Z puts it back.")
        known = controller.battle.zones[zone]
        if (known.x, known.y, known.width, known.height) != (x, y, width, height):
            self._map.put_back(zone)

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


def arrange_command(zone: str, x: float, y: float, width: float, height: float) -> Command:
    """The step that puts a zone somewhere on the map."""
    return Command("arrange", args=Table(zone=zone, x=x, y=y, width=width, height=height))
