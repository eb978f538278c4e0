"""The panel at the right: the fields of what is selected, and the foot where the battle is begun."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from exgui.gui.forms.card import CardScroll, FieldsCard, side_panel
from exgui.gui.map.editor.selection import NOTHING, Selected
from exgui.gui.pages.encounter.begin_card import BeginCard
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.fields import EncounterEntries, link_fields, people_fields, zone_fields
from exgui.gui.pages.encounter.general_fields import Elsewhere, WholeEncounter, general_fields


class PropertyPanel(QFrame):
    """Shows one card at a time.

    Signals:
        sheet_requested(str): the sheet of that id is to be shown.
        picture_requested(), rules_requested(str), battle_requested(int), reset_requested(int), concerned(str, str):
            what `Elsewhere` names.
        left(): Enter was pressed in a field: the keys may go elsewhere.
    """

    sheet_requested = Signal(str)
    picture_requested = Signal()
    rules_requested = Signal(str)
    battle_requested = Signal(int)
    reset_requested = Signal(int)
    concerned = Signal(str, str)
    left = Signal()

    def __init__(self, document: EncounterDocument) -> None:
        super().__init__()
        self.document = document
        self._scroll = CardScroll()
        self._scroll.left.connect(self.left)
        column = side_panel(self, self._scroll, 248)
        self.begin = BeginCard(document)
        column.addWidget(self.begin)
        self._shown: tuple[Selected, str] | None = None
        self.card: FieldsCard | None = None
        self.show_selected(NOTHING)

    def follow_in_tab_order(self, before: QWidget) -> None:
        """Have Tab go from this widget to the fields, and then to the button that begins."""
        self._scroll.follow_in_tab_order(before)

    def show_selected(self, selected: Selected) -> None:
        """Show the fields of what is selected; those of the whole where nothing is."""
        wanted = selected, str(self.document.data.get("ruleset"))
        if wanted == self._shown:
            return
        if self.card is not None:
            self.card.commit_fields()
        self._shown = wanted
        self.card = self._make(selected)
        self._scroll.put(self.card, self._others(selected))

    def follow(self, renamed: Mapping[str, str]) -> None:
        """Follow a change of ids; a field being edited stays open."""
        if not renamed or self._shown is None:
            return
        now, ruleset = self._shown

        def named(ids: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(renamed.get(id, id) for id in ids)

        links = tuple((renamed.get(a, a), renamed.get(b, b)) for a, b in now.links)
        self._shown = Selected(named(now.zones), named(now.people), links), ruleset
        if self.card is not None and isinstance(self.card.source, EncounterEntries):
            self.card.source.ids = links if self.card.source.kind == "link" else named(self.card.source.ids)

    def fill(self) -> None:
        if self._shown is not None and self._shown[1] != str(self.document.data.get("ruleset")):
            self.show_selected(self._shown[0])
        elif self.card is not None:
            self.card.fill()
        self.begin.fill()

    def commit_fields(self) -> None:
        if self.card is not None:
            self.card.commit_fields()

    def _make(self, selected: Selected) -> FieldsCard:
        if selected.zones:
            zones = EncounterEntries(self.document, "zone", selected.zones)
            return FieldsCard(zone_fields(zones), zones)
        if selected.people:
            people = EncounterEntries(self.document, "combatant", selected.people)
            return FieldsCard(people_fields(people, self.sheet_requested.emit), people)
        if selected.links:
            links = EncounterEntries(self.document, "link", selected.links)
            return FieldsCard(link_fields(links), links)
        lead = Elsewhere(
            self.picture_requested.emit,
            self.battle_requested.emit,
            self.reset_requested.emit,
            self.rules_requested.emit,
            self.concerned.emit,
        )
        whole = WholeEncounter(self.document)
        return FieldsCard(general_fields(whole, lead), whole)

    @staticmethod
    def _others(selected: Selected) -> str:
        rest = []
        if selected.zones and selected.people:
            rest.append(f"{len(selected.people)} combatants")
        if (selected.zones or selected.people) and selected.links:
            rest.append(f"{len(selected.links)} links")
        return f"Also selected: {' and '.join(rest)}" if rest else ""
