"""By the rules of which game a pasted text is read: a button with a menu of all that are installed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from exgui.campaign.rulesets import choices
from exgui.gui.paste.document import PasteDocument

NONE_YET = "Whichever understands it"


class RulesetChoice(QPushButton):
    """The ruleset of a text.

    Attributes:
        choices: the menu.
    """

    def __init__(self, document: PasteDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setToolTip("Read the text by the rules of another game")
        self.choices = QMenu(self)
        self.setMenu(self.choices)
        for one in choices(also=document.rulesets):
            action = self.choices.addAction(f"{'    ' * one.depth}{one.name}")
            action.setData(one.where)
            action.setCheckable(True)
            action.triggered.connect(lambda _on, where=one.where: self._read_by(where))

    def refresh(self) -> None:
        """Shows by which rules the text is read now."""
        shown = NONE_YET
        for action in self.choices.actions():
            action.setChecked(action.data() == self._document.state.where)
            if action.isChecked():
                shown = action.text().strip()
        self.setText(shown)
        self.setAccessibleName(f"Read by the rules of {shown}")

    def _read_by(self, where: str) -> None:
        self._document.read_by(where)
        self.refresh()
