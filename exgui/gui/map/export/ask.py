"""Asks in the window for whom a map, log or battle is exported, and where to, without stopping the battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QFileDialog, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from exgui.gui.look.theme import GRID
from exgui.gui.session.file_dialog import ask_for_file
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.layouts import hbox, vbox

FORMATS = {
    "png": ("Picture (PNG)", "for a chat or a slide"),
    "svg": ("Drawing (SVG)", "sharp at every size"),
    "pdf": ("Document (PDF)", "one page, for printing"),
    "dd2vtt": ("Map for a virtual tabletop (Universal VTT)", "its picture on a grid, with walls and doors"),
}


class AskExport(QDialog):
    """For whom, and in which format.

    Args:
        save: writes it: for the players or not, to that file.
        title: what is exported, as a heading.
        formats: by the ending of a file's name, the name of the format and what it is for; the first is chosen.
        never: why there is none for the players; "" where there is one.
    """

    def __init__(
        self,
        parent: QWidget,
        save: Callable[[bool, Path], object],
        title: str = "Export the map",
        formats: Mapping[str, tuple[str, str]] = FORMATS,
        never: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._title, self._formats = title, formats
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self._window, self._save = parent, save
        margin = 2 * GRID
        column = vbox(label("Who is it for?", "strong"), on=self, margins=margin, spacing=GRID)
        whom = QButtonGroup(self)
        only_seen = never or "only what they see; nothing hidden, no notes"
        self.for_players = self._radio(column, whom, "For the players", only_seen)
        self.for_players.setEnabled(not never)
        self.for_me = self._radio(column, whom, "For me", "everything, including what is hidden")
        chosen = self.for_me if never else self.for_players
        chosen.setChecked(True)
        column.addSpacing(GRID)
        column.addWidget(label("Format", "strong"))
        kinds = QButtonGroup(self)
        self.formats = {kind: self._radio(column, kinds, name, why) for kind, (name, why) in formats.items()}
        next(iter(self.formats.values())).setChecked(True)
        column.addSpacing(GRID)
        cancel = push("Cancel", do=self.close)
        self.export_button = push("Export\N{HORIZONTAL ELLIPSIS}", "primary", do=self._choose_file)
        self.export_button.setDefault(True)
        column.addLayout(hbox(1, cancel, self.export_button))
        chosen.setFocus()

    def _radio(self, column: QVBoxLayout, group: QButtonGroup, name: str, why: str) -> QRadioButton:
        line = QHBoxLayout()
        button = QRadioButton(name)
        button.setAccessibleDescription(why)
        group.addButton(button)
        line.addWidget(button)
        line.addSpacing(GRID)
        line.addWidget(label(why, "muted"), 1)
        column.addLayout(line)
        return button

    @property
    def kind(self) -> str:
        """The chosen format, as the ending of a file's name."""
        return next(kind for kind, button in self.formats.items() if button.isChecked())

    def _choose_file(self) -> None:
        kind, for_players = self.kind, self.for_players.isChecked()
        names = f"{self._formats[kind][0].split(' (')[0]}s (*.{kind})"
        save = self._save
        ask_for_file(
            self._window,
            self._title,
            QFileDialog.AcceptMode.AcceptSave,
            lambda path: save(for_players, path),
            names,
            kind,
        )
        self.close()
