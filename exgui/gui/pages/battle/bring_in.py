"""Bringing combatants into a fight under way: by typing a name in a card of the panel, or dragging from the campaign
column onto the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Command
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import STEP_IS_OPEN, reasons_text
from exgui.gui.campaign_column.entries import take_copy
from exgui.gui.campaign_column.known_people import KnownPeople, people_dragged
from exgui.gui.map.view import MapView
from exgui.gui.safe_events import safe_events
from exgui.systems.common.together import together

if TYPE_CHECKING:
    from exgui.campaign.encounter_edits.adding import Addable
    from exgui.gui.battle_control.newcomers import Newcomers


# What brings people in is imported when someone comes; the first picture of the battle does not wait.


class BringIn:
    """Brings people into one battle.

    Args:
        people: who there is to be brought in.
        show_message: shows a sentence in the status line.
    """

    def __init__(self, controller: BattleController, people: KnownPeople, show_message: Callable[[str], None]) -> None:
        self.controller, self.people, self.show_message = controller, people, show_message

    def why_not(self) -> str | None:
        """Return why no one can come in now; None if someone can."""
        if self.controller.pending is not None:
            return STEP_IS_OPEN
        return "The battle is over." if self.controller.battle.phase == "over" else None

    def command(self, one: Addable, count: int, how: Callable[[Newcomers], Newcomers]) -> Command | str:
        """Return the step that brings in this many of a sheet or opponent; a sentence if that can't be done.

        Args:
            how: says how they come in.
        """
        from exgui.gui.battle_control.newcomers import Newcomers, arrival, side_of

        rules, battle = self.controller.rules, self.controller.battle
        try:
            source = self.people.source(one, rules)
        except CampaignError as error:
            return str(error).removeprefix(f"{error.path}: ")
        sheet = one.id if one.kind == "sheet" else ""
        new = how(Newcomers(source, count, sheet, side_of(source)))
        step = arrival(rules, battle, new)
        broken = self.controller.queries.check(step)
        return reasons_text(broken) if broken else step

    def bring(self, one: Addable, count: int, how: Callable[[Newcomers], Newcomers] = lambda new: new) -> str:
        """Bring them in. Return why that cannot be, "" where it was done."""
        from exgui.gui.battle_control.newcomers import Newcomers, remark

        reason = self.why_not()
        if reason:
            return reason
        step = self.command(one, count, how)
        if isinstance(step, str):
            return step
        battle = self.controller.battle
        done = self.controller.steps.dispatch(step)
        if done and (found := remark(how(Newcomers({}, count)), battle)):
            self.show_message(found)
        return "" if done else "That couldn’t be done."

    def accepts(self, data: QMimeData) -> bool:
        return bool(people_dragged(data, self.controller.rules))

    def drop(self, data: QMimeData, zone: str | None) -> None:
        """Bring in the dragged combatants where they were dropped, in one step, each joining under the rules."""
        from exgui.gui.battle_control.newcomers import WAIT

        reason = self.why_not()
        dragged = people_dragged(data, self.controller.rules)
        if len(dragged) == 1 and not reason:
            reason = self.bring(dragged[0], 1, lambda new: new.but(zone=zone))
        elif not reason:
            # Not yet there, each has an id and a name that the next may not have: they come one after the other, and
            # wait until they are told to join.
            steps = []
            for one in dragged:
                step = self.command(one, 1, lambda new: new.but(zone=zone, how=WAIT))
                if isinstance(step, str):
                    reason = step
                    break
                steps.append(step.but(args=step.args.without("id")))
            if not reason:
                self.controller.steps.dispatch(together(tuple(steps)))
        if reason:
            self.show_message(reason)


@safe_events
class DropOnMap(QObject):
    """Hears what is dragged onto the map of a battle."""

    def __init__(self, map: MapView, bring_in: BringIn) -> None:
        super().__init__(map)
        self._map, self._bring_in = map, bring_in
        map.setAcceptDrops(True)
        map.viewport().setAcceptDrops(True)
        map.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.DragLeave:
            self._map.map.mark({})
            return True
        if not isinstance(event, (QDragEnterEvent, QDragMoveEvent, QDropEvent)):
            return False
        if kind not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return False
        if not self._bring_in.accepts(event.mimeData()):
            return False
        take_copy(event)
        zone = self._zone_at(event.position().toPoint())
        if kind == QEvent.Type.Drop:
            self._map.map.mark({})
            self._bring_in.drop(event.mimeData(), zone)
        else:
            self._map.map.mark({zone: "target"} if zone is not None else {})
        return True

    def _zone_at(self, at: QPoint) -> str | None:
        found = self._map.map.zone_at(self._map.mapToScene(at))
        return found.id if found is not None else None
