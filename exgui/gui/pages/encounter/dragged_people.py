"""People who are dragged onto the battlefield: out of the roster, or from the campaign column."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.errors import CampaignError
from exgui.gui.map.editor.selection import Selected
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.roster import Roster


class DraggedPeople:
    """Shows who is dragged beside the mouse, and puts them where they are let go.

    Args:
        over: the page on which they are dragged.
        say: says why somebody cannot be added.
    """

    def __init__(
        self,
        over: QWidget,
        document: EncounterDocument,
        view: EditorView,
        roster: Roster,
        say: Callable[[str], object],
    ) -> None:
        self._over, self._document, self._view, self._roster, self._say = over, document, view, roster, say
        self._label = QLabel(over)
        self._label.setProperty("role", "keycap")
        self._label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._label.hide()
        view.accepts = lambda data: bool(roster.dragged(data))
        view.dropped = self._drop
        roster.dropped.connect(lambda data: self._drop(data, None))
        roster.list.carried.connect(self._carry)
        roster.list.let_go.connect(self._let_go)

    @property
    def are_under_way(self) -> bool:
        """Somebody is dragged out of the roster just now."""
        return self._label.isVisible()

    def _carry(self, people: tuple[str, ...], at: QPoint | None) -> None:
        if at is None:
            self._label.hide()
            self._view.hover_drop(None)
            return
        combatants = self._document.battle.combatants
        names = [combatants[id].name for id in people if id in combatants]
        self._label.setText(names[0] if len(names) == 1 else f"{len(names)} combatants")
        self._label.adjustSize()
        self._label.move(self._over.mapFromGlobal(at) + QPoint(14, 8))
        self._label.show()
        self._label.raise_()
        over = self._view.viewport().mapFromGlobal(at)
        self._view.hover_drop(over if self._view.viewport().rect().contains(over) else None)

    def _let_go(self, people: tuple[str, ...], at: QPoint) -> None:
        view = self._view
        over = view.viewport().mapFromGlobal(at)
        if not view.viewport().rect().contains(over):
            return
        other = view.map.token_at(view.mapToScene(over))
        if other is not None and other.id not in people and self._document.battle.combatants[other.id].zone:
            view.field.put_close(people, other.id)
            return
        zone = view.zone_at(over)
        if zone is not None:
            view.field.place(people, zone)

    def _drop(self, data: QMimeData, zone: str | None) -> None:
        """Somebody of the campaign column is let go: over a zone, or where there is none."""

        def edit(encounter: Encounter) -> Edit:
            made: list[str] = []
            sentence = ""
            for one in self._roster.dragged(data):
                source = self._roster.source_of(one)
                sheet = one.id if one.kind == "sheet" else ""
                step = people_edits.add_people(encounter, source, sheet=sheet, zone=zone)
                encounter, sentence = step.data, step.sentence
                made += step.made
            return Edit(encounter, sentence if len(made) == 1 else f"{len(made)} combatants added", tuple(made))

        try:
            done = self._document.do(edit)
        except CampaignError as error:
            self._say(str(error).removeprefix(f"{error.path}: "))
            return
        if done is not None:
            self._view.selection.put(Selected(people=done.made))
