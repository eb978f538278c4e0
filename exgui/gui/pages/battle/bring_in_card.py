"""The card in which one types who comes into the fight, and says where, on which side, and how."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from exgui.campaign.encounter_edits.adding import Addable
from exgui.gui.battle_control.newcomers import JOIN, PLACED, WAIT, Newcomers
from exgui.gui.pages.battle.bring_in import BringIn
from exgui.gui.pages.encounter.add_line import AddLine
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.widgets.basics import EnterLine, label
from exgui.gui.widgets.finder import Pick, SuggestLine
from exgui.gui.widgets.form_fields import ChipPick, FieldBox, whole
from exgui.systems.common.reveal import is_hidden_zone

MOST_ZONES = 30


class BringInCard(ToolCard):
    """Who comes in, where, on which side, and how.

    Args:
        zone: where they come in, unless another is chosen; None for nowhere yet.
    """

    def __init__(self, bring_in: BringIn, zone: str | None) -> None:
        super().__init__(bring_in.controller, "Bring somebody in")
        self._bring_in = bring_in
        controller, battle = bring_in.controller, bring_in.controller.battle
        self.add = AddLine(lambda: bring_in.people.all(controller.rules))
        self.add.setPlaceholderText("A name; “2 bandits” for two …")
        self.add.wanted.connect(self._take)
        self.add.left.connect(self.closed)
        self.column.addWidget(FieldBox("Who", self.add, "A sheet, or a ready-made opponent; Enter brings them in."))
        zones = [Pick(id, one.name) for id, one in tuple(battle.zones.items())[:MOST_ZONES]]
        self.zone = ChipPick("Where", zones, zone, optional=True)
        if zones:
            self.column.addWidget(FieldBox("Where", self.zone))
        sides = dict.fromkeys(one.side for one in battle.combatants.values() if one.side)
        self.side = SuggestLine("Side", [Pick(side, side) for side in sides], "as on the sheet; else heroes or foes")
        self.column.addWidget(FieldBox("Side", self.side))
        self.how = ChipPick("How", self._ways(), JOIN)
        self.how.changed.connect(lambda _how: self._show_place())
        self.column.addWidget(FieldBox("How they come in", self.how))
        place = controller.rules.timeline.place
        self.place = EnterLine()
        self.place.setMaxLength(9)
        self.place.entered.connect(lambda _text: self.add.pick_first())
        self.place.left.connect(self.closed)
        self._place_box = FieldBox(controller.rules.label(place) if place else "Place", self.place)
        self.column.addWidget(self._place_box)
        self.hidden = ChipPick("Seen", (Pick(False, "the players see them"), Pick(True, "hidden")))
        self._said_hidden = False
        self.hidden.changed.connect(self._say_hidden)
        self.zone.changed.connect(lambda _zone: self._show_hidden())
        self._show_hidden()
        self.column.addWidget(self.hidden)
        self.wrong = label("", "small", "red", wrap=True)
        self.wrong.hide()
        self.column.addWidget(self.wrong)
        self.first: QWidget | None = self.add
        self._show_place()

    def stays(self) -> bool:
        """It stays for the next, unless something is asked."""
        return self.controller.pending is None

    def _ways(self) -> tuple[Pick, ...]:
        place = self.controller.rules.timeline.place
        placed = (Pick(PLACED, f"at {self.controller.rules.label(place)} …"),) if place else ()
        if self.controller.battle.phase == "prepared":
            return Pick(JOIN, "from the start"), Pick(WAIT, "when I say"), *placed
        return Pick(JOIN, "they join now"), Pick(WAIT, "they wait"), *placed

    def _show_place(self) -> None:
        self._place_box.setVisible(self.how.value == PLACED)

    def _say_hidden(self, _hidden: object) -> None:
        self._said_hidden = True

    def _show_hidden(self) -> None:
        """Unless something else was chosen, they are hidden in a hidden zone, and seen elsewhere."""
        if not self._said_hidden:
            self.hidden.put(is_hidden_zone(self.controller.battle, self.zone.value))

    def _take(self, one: Addable, count: int) -> None:
        place = 0
        if self.how.value == PLACED:
            try:
                place = whole(self.place.text(), self._place_box.caption.text())
            except ValueError as problem:
                self._place_box.fault(str(problem))
                self.place.setFocus()
                return
        self._place_box.fault("")
        zone, how, side = self.zone.value, str(self.how.value), self.side.text().strip()
        hidden = self.hidden.value is True if self._said_hidden else None

        def chosen(new: Newcomers) -> Newcomers:
            return new.but(zone=str(zone) if zone else None, how=how, place=place, hidden=hidden, side=side or new.side)

        self.add.clear()
        reason = self._bring_in.bring(one, count, chosen)
        if not reason:
            return
        self.wrong.setText(reason)
        self.wrong.show()
