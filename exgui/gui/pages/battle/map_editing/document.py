"""A battle under way as something that is edited: every edit becomes one step of it, logged and undone like any."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from exgui.campaign.encounter_edits.battle_steps import battle_steps
from exgui.campaign.encounter_edits.edit import Edit, EditRefused, Encounter, encounter_data
from exgui.campaign.encounter_edits.zones import with_places
from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import EMPTY
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import STEP_IS_OPEN, reasons_text
from exgui.gui.map.zone_look import default_places
from exgui.rulebook.encounter_shape import LINK, PICTURE
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup_data import keys_data, zone_data
from exgui.rulebook.validation import Problem
from exgui.systems.common.together import together


class BattleDocument(QObject):
    """A battle as a document for the encounter's editors.

    Signals:
        refused(str): an edit made no sense, or the battle does not take it; the sentence says why.
    """

    refused = Signal(str)

    def __init__(self, controller: BattleController) -> None:
        super().__init__(controller)
        self.controller = controller
        self.goal: str | None = None
        """The zone that takes in people whose zone is removed; set by the card that asks for it."""
        self._data: tuple[Battle | None, Encounter, Encounter] = None, encounter_data({}), encounter_data({})
        self._typed: tuple[str, int] = "", -1

    @property
    def battle(self) -> Battle:
        return self.controller.battle

    @property
    def rules(self) -> Ruleset:
        return self.controller.rules

    @property
    def problems(self) -> tuple[Problem, ...]:
        """None: it is being played."""
        return ()

    @property
    def data(self) -> Encounter:
        return self._read()[1]

    def do(self, edit: Callable[[Encounter], Edit], typed: str = "") -> Edit | None:
        """Do an edit as one step of the battle. What is written in one field until it is left is one step too."""
        raw, data = self._read()
        try:
            found = edit(data)
        except EditRefused as refusal:
            self.refused.emit(str(refusal))
            return None
        steps = () if found.data == data else battle_steps(raw, found.data, found.renamed, self.goal)
        if steps and not self.do_steps(steps, typed):
            return None
        before = {new: old for old, new in found.renamed.items()}
        return found.but(made=tuple(before.get(id, id) for id in found.made), renamed=EMPTY)

    def do_steps(self, steps: tuple[Command, ...], typed: str = "") -> bool:
        """Do several steps as one; report their violations."""
        controller = self.controller
        if controller.pending is not None:
            self.refused.emit(STEP_IS_OPEN)
            return False
        step = together(steps)
        broken = controller.queries.check(step)
        if broken:
            self.refused.emit(reasons_text(broken))
            return False
        play = controller.play
        again = bool(typed) and self._typed == (typed, play.step_number)
        if again and not controller.steps.undo():
            return False
        done = controller.steps.dispatch(step)
        if again and not done:
            controller.steps.redo()
        self._typed = typed, play.step_number
        return done

    def leave_field(self) -> None:
        self._typed = "", -1

    def _read(self) -> tuple[Encounter, Encounter]:
        """Return the data as it is, with a place for every zone that has none."""
        battle = self.battle
        if self._data[0] is not battle:
            raw = battlefield_data(self.rules, battle)
            places = default_places(battle.zones.values())
            piled = {id: at for id, at in places.items() if at != (battle.zones[id].x, battle.zones[id].y)}
            bare = encounter_data(
                {**raw, "zone": [_without_place(one) if one["id"] in piled else one for one in raw.get("zone", ())]}
            )
            self._data = battle, raw, with_places(bare, piled)
        return self._data[1], self._data[2]


def _without_place(zone: Encounter) -> Encounter:
    return zone.without("x", "y")


def battlefield_data(rules: Ruleset, battle: Battle) -> Encounter:
    """Return a battle's field, and its people by name, side and place, in an encounter's format."""
    return encounter_data(
        {
            **({"picture": keys_data(PICTURE, battle.picture)} if battle.picture is not None else {}),
            "zone": [zone_data(rules, zone) for zone in battle.zones.values()],
            "link": [keys_data(LINK, link) for link in battle.links],
            "combatant": [_person(one) for one in battle.combatants.values()],
            "close": [{"members": group} for group in battle.close],
        }
    )


def _person(one: Combatant) -> dict[str, object]:
    return {"id": one.id, "name": one.name, "side": one.side, **({"zone": one.zone} if one.zone is not None else {})}
