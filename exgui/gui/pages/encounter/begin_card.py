"""Beginning the battle: what is missing for it, who of the party is here tonight, and the one button that begins."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from exgui.campaign.encounter_edits import people
from exgui.campaign.encounter_edits.edit import entries, name_of, names_of
from exgui.gui.forms.editors import ChipPick, Switch, row
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import vbox


def missing(document: EncounterDocument) -> str:
    """Return why no battle can be begun from an encounter, as a sentence; "" where one can."""
    if document.rules is None:
        return document.problems[0].message
    everyone = entries(document.data, "combatant")
    if not everyone:
        return "This encounter is empty. To add someone, press A and type a name."
    problems = document.problems
    if problems:
        first = problems[0]
        battle = document.battle
        who, where = battle.combatants.get(first.id), battle.zones.get(first.id)
        whom = f"{who.name}: " if who is not None else f"{where.name}: " if where is not None else ""
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return f"{whom}{first.sentence}{more}"
    if all(one.get("arrives") or one.get("state", {}).get("waiting") is True for one in everyone):
        return "Everyone comes in later. Someone has to be there from the start."
    return ""


def remark(document: EncounterDocument) -> str:
    """Return what is worth knowing before it begins; "" for nothing."""
    unplaced = [one for one in entries(document.data, "combatant") if not one.get("zone")]
    if not unplaced or not entries(document.data, "zone"):
        return ""
    who = name_of(unplaced[0]) if len(unplaced) == 1 else f"{len(unplaced)} combatants"
    return f"{who} {'is' if len(unplaced) == 1 else 'are'} not placed yet."


class BeginCard(QFrame):
    """Stands at the foot of the property panel.

    Signals:
        begun(object): the battle is to begin, without these (ids of combatants who are absent).
    """

    begun = Signal(object)

    def __init__(self, document: EncounterDocument) -> None:
        super().__init__()
        self.document = document
        styled(self, surface="panel", edge="top", fills=True)
        self._asked = label("Who is here tonight?", "strong")
        self._asked.hide()
        column = vbox(self._asked, on=self, margins=(16, 10, 16, 12), spacing=8)
        self.party: ChipPick | None = None
        self.changed = Switch("Use their current sheets")
        self._changed_row = row("Current sheets", self.changed)
        self._changed: tuple[str, ...] = ()
        self._column = column
        self.message = label("", "small", wrap=True)
        column.addWidget(self._changed_row)
        self._changed_row.hide()
        column.addWidget(self.message)
        self.button = push("Begin the battle", "primary", "Ctrl+Enter", do=self.press)
        column.addWidget(self.button)
        self.fill()

    def fill(self) -> None:
        lack = missing(self.document)
        self._show_message(lack or remark(self.document))
        if self.party is not None and self._players() != {str(word.value) for word in self.party.options}:
            self.put_away()

    def _show_message(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))
        self.button.setAccessibleDescription(text)

    def _players(self) -> set[str]:
        return {str(one["id"]) for one in entries(self.document.data, "combatant") if one.get("player") is True}

    def press(self) -> bool:
        """Begin, or first asks who of the party is here. False where something is missing."""
        if lack := missing(self.document):
            self._show_message(lack)
            return False
        if self.party is not None:
            here = self.party.value
            gone = self._players() - set(here if isinstance(here, tuple) else ())
            if self._changed and self.changed.isChecked():
                some, sheets = self._changed, self.document.sheets()
                self.document.do(lambda data: people.reload_sheets(data, some, sheets))
            self.put_away()
            self.begun.emit(tuple(sorted(gone)))
        elif self._players() or people.changed_since(self.document.data, self.document.sheets()):
            self._ask()
        else:
            self.begun.emit(())
        return True

    def _ask(self) -> None:
        """Ask who of the party is here, and whether sheets that have changed are taken as they are now."""
        self._changed = people.changed_since(self.document.data, self.document.sheets())
        names = names_of(self.document.data, "combatant", self._changed) if self._changed else ""
        self._changed_row.setVisible(bool(self._changed))
        self._changed_row.setToolTip(f"Sheets changed since they were added: {names}")
        self.changed.show_value(True)
        players = [one for one in entries(self.document.data, "combatant") if one.get("player") is True]
        words = [Pick(one["id"], name_of(one)) for one in players]
        self.party = ChipPick("Who is here tonight", words, tuple(word.value for word in words), several=True)
        self.party.entered.connect(self.press)
        self._column.insertWidget(1, self.party)
        self._asked.setVisible(bool(words))
        self.party.show()
        self.button.setText("Begin with these")
        QWidget.setTabOrder(self.party, self.changed)
        QWidget.setTabOrder(self.changed, self.button)
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)  # Space begins, as everywhere

    def put_away(self) -> None:
        if self.party is not None:
            self.party.hide()
            self.party.deleteLater()
            self.party = None
        self._asked.hide()
        self._changed_row.hide()
        self.button.setText("Begin the battle")
