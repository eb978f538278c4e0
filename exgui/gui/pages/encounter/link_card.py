"""The fields of the links that are selected."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.campaign.encounter_edits import zones as edits
from exgui.campaign.encounter_edits.edit import Entry, entries
from exgui.engine.zones import BARRIERS
from exgui.gui.pages.encounter.edited_document import Edited
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.form_fields import ChipPick, Word
from exgui.gui.widgets.property_fields import Line, NumberLine, Switch, row, shared
from exgui.rulebook.encounter_shape import HARDEST


class LinkCard(QWidget):
    """Shows and changes one link, or several at once."""

    def __init__(self, document: Edited, ids: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self.document, self.ids = document, ids
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.title = label("", "title", wrap=True)
        column.addWidget(self.title)
        column.addWidget(label("Link" if len(ids) == 1 else "Links", "small"))
        self.barrier = ChipPick("Barrier", [Word(one, one) for one in BARRIERS])
        self.barrier.changed.connect(self._choose_barrier)
        column.addWidget(row("Barrier", self.barrier))
        self.name = Line("What the barrier is", "fence, rubble …")
        self.name.written.connect(lambda text: self._change("barrier", name=text.strip() or None))
        self._name_row = row("What it is", self.name)
        column.addWidget(self._name_row)
        self.difficulty = NumberLine("Difficulty", 0, HARDEST, "none")
        self.difficulty.counted.connect(lambda value: self._change("difficulty", difficulty=value or None))
        self._difficulty_row = row("Difficulty", self.difficulty, tip="Of crossing the obstacle")
        column.addWidget(self._difficulty_row)
        self.seen = Switch("Players see it")
        self.seen.toggled.connect(lambda on: self._change("what players see", hidden=None if on else True))
        column.addWidget(row("Players see it", self.seen))
        self.delete = push("Delete the link", "", "Delete")
        self.delete.clicked.connect(lambda: self.document.do(lambda data: edits.delete_links(data, self.ids)))
        column.addWidget(self.delete)
        self.fill()

    @property
    def links(self) -> list[Entry]:
        """The links that are shown, as they are now."""
        wanted = {frozenset(ends) for ends in self.ids}
        return [one for one in entries(self.document.data, "link") if frozenset(one.get("between", ())) in wanted]

    def fill(self) -> None:
        """Shows the links as they are now."""
        links = self.links
        if not links:
            return
        names = {zone.id: zone.name for zone in self.document.battle.zones.values()}
        one = " – ".join(names.get(end, end) for end in links[0]["between"])
        self.title.setText(one if len(links) == 1 else f"{len(links)} links")
        barrier, mixed = shared([link.get("barrier", "none") for link in links])
        self.barrier.clear() if mixed else self.barrier.put(barrier)
        self._name_row.setVisible(mixed or barrier != "none")
        self._difficulty_row.setVisible(barrier == "obstacle" and not mixed)
        name, mixed = shared([link.get("name", "") for link in links])
        self.name.show_value(str(name), mixed)
        difficulty, mixed = shared([link.get("difficulty", 0) for link in links])
        self.difficulty.show_number(difficulty if isinstance(difficulty, int) and difficulty else None, mixed)
        hidden, mixed = shared([link.get("hidden", False) for link in links])
        self.seen.show_state(not hidden, mixed)

    def commit_fields(self) -> None:
        """Hands on what is still being written."""
        self.name.commit_fields()
        self.difficulty.commit_fields()

    def _change(self, what: str, **keys: Any) -> None:
        self.document.do(lambda data: edits.change_links(data, self.ids, what, **keys), typed=what)

    def _choose_barrier(self, barrier: str) -> None:
        keys: dict[str, Any] = {"barrier": barrier if barrier != "none" else None}
        if barrier == "none":
            keys |= {"name": None, "difficulty": None}
        elif barrier == "wall":
            keys |= {"difficulty": None}
        self._change("barrier", **keys)
