"""The story of a battle, edited before it is saved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from exgui.gui.safe_events import safe_events
from exgui.gui.session.file_dialog import file_dialog
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.overlay import Overlay
from exgui.play.play import Play
from exgui.play.public import PublicSettings
from exgui.play.recap import as_html, as_markdown, as_plain, story_of

WIDTH, HEIGHT = 900, 620
FORMATS = {"md": "Markdown (*.md)", "html": "web page (*.html)", "txt": "text (*.txt)"}
EXPLAINED = "Edit the text, then save it. Your edits for the players and for you are kept apart."


@safe_events
class RecapCard(Overlay):
    """Escape closes it; edits last until the recap is opened again.

    Attributes:
        text: the recap, as Markdown.
    """

    def __init__(self, window: QWidget, say: Callable[[str], None]) -> None:
        super().__init__(window, "Recap")
        self._say = say
        self._drafts: dict[bool, str] = {}
        self._shown = True
        self._make: Callable[[bool], str] = lambda _for_players: ""
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(label("Recap", "strong"))
        top.addStretch(1)
        whom = QButtonGroup(self)
        self.for_players, self.for_me = QRadioButton("For the players"), QRadioButton("For me")
        self.for_players.setToolTip("Only what they saw")
        self.for_me.setToolTip("Everything, including what is hidden")
        for button in (self.for_players, self.for_me):
            whom.addButton(button)
            top.addWidget(button)
        column.addLayout(top)
        column.addWidget(label(EXPLAINED, "small", "muted", wrap=True))
        self.text = QPlainTextEdit()
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Recap")
        column.addWidget(self.text, 1)
        below = QHBoxLayout()
        copy, close = push("Copy"), push("Close", "quiet")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(self.text.toPlainText()))
        close.clicked.connect(self.close_overlay)
        below.addWidget(close)
        below.addStretch(1)
        below.addWidget(copy)
        for kind, name in FORMATS.items():
            save = push(f"Save as {name.partition(' (')[0]}\N{HORIZONTAL ELLIPSIS}", "primary" if kind == "md" else "")
            save.clicked.connect(lambda _on=False, kind=kind: self._choose_file(kind))
            below.addWidget(save)
        column.addLayout(below)
        self.for_players.toggled.connect(self._show)

    def open(self, play: Play, settings: PublicSettings | None) -> None:
        """Show the story of a battle as it stands, for the players first."""
        window = self.parentWidget()
        if window is None:
            return
        self.remember_keys()
        today = date.today().isoformat()
        self._drafts = {}
        self._make = lambda for_players: as_markdown([story_of(play, settings, for_players=for_players)], date=today)
        self.setFixedSize(min(WIDTH, window.width() - 48), min(HEIGHT, window.height() - 96))
        self._shown = True
        self.text.setPlainText(self._make(True))
        self.for_players.setChecked(True)
        self.stand()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def _show(self, for_players: bool) -> None:
        if for_players == self._shown:
            return
        self._drafts[self._shown] = self.text.toPlainText()
        self._shown = for_players
        kept = self._drafts.get(for_players)
        self.text.setPlainText(kept if kept is not None else self._make(for_players))

    def _choose_file(self, kind: str) -> None:
        window = self.parentWidget()
        assert window is not None
        dialog = file_dialog(window, "Save the recap", QFileDialog.AcceptMode.AcceptSave, FORMATS[kind], kind)
        dialog.fileSelected.connect(lambda path: self.save(Path(path)))
        dialog.show()

    def save(self, path: Path) -> None:
        """Write the text as it is now, by the ending of the file's name; anything unknown is Markdown."""
        text = self.text.toPlainText()
        write = {".html": as_html, ".txt": as_plain}.get(path.suffix.lower())
        try:
            path.write_text(write(text) if write else text, encoding="utf-8", newline="\n")
        except OSError as error:
            self._say(f"{path} can’t be written ({error.strerror or error}). Choose another folder or name.")
        else:
            self._say(f"The recap is saved as {path}.")
