"""The card for bringing a combatant in: name, zone, side, and how they join."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt

from exgui.campaign.encounter_edits.adding import Addable
from exgui.gui.battle_control.newcomers import JOIN, PLACED, WAIT, Newcomers
from exgui.gui.forms.card import FieldsCard
from exgui.gui.forms.fields import Choice, Custom, Draft, Problem, Text, whole
from exgui.gui.pages.battle.bring_in import BringIn
from exgui.gui.pages.encounter.add_line import AddLine
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.finder import Pick
from exgui.systems.common.reveal import is_hidden_zone

MOST_ZONES = 30
SEEN = (Pick(False, "the players see them"), Pick(True, "hidden"))
ABOUT_WHO = "A sheet or ready-made opponent; Enter brings them in."


class BringInCard(ToolCard):
    """Who comes in, where, on which side, and how. They are hidden in a hidden zone unless something else is chosen.

    Args:
        zone: where they come in, unless another is chosen; None for nowhere yet.
    """

    def __init__(self, bring_in: BringIn, zone: str | None) -> None:
        super().__init__(bring_in.controller, "Bring someone in")
        self._bring_in = bring_in
        controller, battle = bring_in.controller, bring_in.controller.battle
        self.add = AddLine(lambda: bring_in.people.all(controller.rules))
        self.add.setPlaceholderText("A name; “2 bandits” for two …")
        self.add.wanted.connect(self._take)
        zones = [Pick(id, one.name) for id, one in tuple(battle.zones.items())[:MOST_ZONES]]
        sides = dict.fromkeys(one.side for one in battle.combatants.values() if one.side)
        place = controller.rules.timeline.place
        where = controller.rules.label(place) if place else "Place"
        fields = (
            Choice("zone", "Where", options=zones, default=zone, optional=True, when=lambda _things: bool(zones)),
            Text("side", "Side", hint="as on the sheet, else heroes or foes", words=[Pick(one, one) for one in sides]),
            Choice("how", "How they join", options=self._ways(), default=JOIN),
            Text("place", where, longest=9, parse=partial(whole, what=where), wanted=f"{where} needs a whole number.",
                 when=lambda things: things[0]["how"] == PLACED),
            Choice("hidden", "Seen", options=SEEN, bare=True,
                   of=self._is_hidden),
            # Last, since Enter brings them in: above it is chosen whether the players see that.
            Custom("add", "Who", make=lambda: self.add, note=lambda _things: ABOUT_WHO),
        )  # fmt: skip
        self.draft = Draft(fields)
        self.form = FieldsCard(fields, self.draft, boxed=True)
        self.form.entered.connect(self.add.pick_first)
        self.form.left.connect(self.closed)
        self.column.addWidget(self.form)
        self.wrong = label("", "small", "red", wrap=True)
        self.wrong.hide()
        self.column.addWidget(self.wrong)
        self.first = self.add

    def stays(self) -> bool:
        """Return whether it stays for the next newcomer: yes, unless something is asked."""
        return self.controller.pending is None

    def _ways(self) -> tuple[Pick, ...]:
        place = self.controller.rules.timeline.place
        placed = (Pick(PLACED, f"at {self.controller.rules.label(place)} …"),) if place else ()
        if self.controller.battle.phase == "prepared":
            return Pick(JOIN, "from the start"), Pick(WAIT, "when I bring them in"), *placed
        return Pick(JOIN, "join now"), Pick(WAIT, "wait to join"), *placed

    def _is_hidden(self, given: Mapping[str, Any]) -> bool:
        hidden = given["hidden"]
        return is_hidden_zone(self.controller.battle, given["zone"]) if hidden is None else bool(hidden)

    def _take(self, one: Addable, count: int) -> None:
        given, place = self.draft.given, 0
        box = self.form.boxes["place"]
        box.fault("")
        if given["how"] == PLACED:
            try:
                place = self.draft.take(self.form.field("place"))
            except Problem as problem:
                box.fault(str(problem))
                box.field.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        zone, side = given["zone"], (given["side"] or "").strip()

        def chosen(new: Newcomers) -> Newcomers:
            return new.but(zone=zone, how=given["how"], place=place, hidden=given["hidden"], side=side or new.side)

        self.add.clear()
        reason = self._bring_in.bring(one, count, chosen)
        self.wrong.setText(reason)
        self.wrong.setVisible(bool(reason))
