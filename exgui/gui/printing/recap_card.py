"""The story of a battle, or of all battles of a day, edited before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)

from exgui.campaign.errors import CampaignError
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.export.files import battle_looks, drawing_of, map_png
from exgui.gui.safe_events import safe_events
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.session.file_dialog import ask_for_file
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.overlay import Overlay
from exgui.play.play import Play
from exgui.play.public import PublicSettings
from exgui.play.recap import Story, as_html, as_markdown, as_note, as_plain, maps_in, story_of

WIDTH, HEIGHT = 900, 620
FORMATS = {"md": "Markdown (*.md)", "html": "web page (*.html)", "txt": "text (*.txt)"}
EXPLAINED = "Edit the text, then save it. Your edits for the players and for you are kept separately."


@safe_events
class RecapCard(Overlay):
    """Escape closes it; edits last until the recap is opened again.

    Attributes:
        text: the recap, as Markdown.
        whole_day: the other battles that began on the day of this one are told too.

    Args:
        settings_of: returns what the players may see of a battle, by its number.
    """

    def __init__(
        self,
        window: QWidget,
        session: CampaignSession,
        settings_of: Callable[[int | None], PublicSettings],
        show_message: Callable[[str], None],
    ) -> None:
        super().__init__(window, "Recap")
        self._session, self._settings_of, self._show_message = session, settings_of, show_message
        self._drafts: dict[tuple[bool, bool], str] = {}
        self._shown = (True, False)
        self._this: tuple[int | None, Play] | None = None
        self._others: list[tuple[int | None, Play]] = []
        self._stories: dict[bool, list[Story]] = {}
        column = vbox(on=self, margins=16, spacing=8)
        self.whole_day = QCheckBox("All battles of that day")
        top = hbox(label("Recap", "strong"), 1, self.whole_day)
        whom = QButtonGroup(self)
        self.for_players, self.for_me = QRadioButton("For the players"), QRadioButton("For me")
        self.for_players.setToolTip("Only what they saw")
        self.for_me.setToolTip("Everything, including what is hidden")
        for button in (self.for_players, self.for_me):
            whom.addButton(button)
            top.addWidget(button)
        fill_box(column, top, label(EXPLAINED, "small", "muted", wrap=True))
        self.text = QPlainTextEdit()
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Recap")
        self.text.setAccessibleDescription(EXPLAINED)
        column.addWidget(self.text, 1)
        copy, close = push("Copy"), push("Close", "quiet")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(self.text.toPlainText()))
        close.clicked.connect(self.close_overlay)
        keep = push("Add to the campaign’s notes")
        keep.clicked.connect(self.keep)
        below = FlowLayout()  # in a small window in two lines
        for one in (close, keep, copy):
            below.addWidget(one)
        for kind, name in FORMATS.items():
            save = push(
                f"Save as {name.partition(' (')[0]}\N{HORIZONTAL ELLIPSIS}",
                "primary" if kind == "md" else "",
                do=lambda _on=False, kind=kind: self._choose_file(kind),
            )
            below.addWidget(save)
        column.addLayout(below)
        self.for_players.toggled.connect(self._show)
        self.whole_day.toggled.connect(self._show)

    def open(self, play: Play) -> None:
        """Show the story of a battle as it is, for the players first."""
        self.remember_keys()
        self._this = (self._session.battle_id, play)
        self._drafts, self._others = {}, []
        self.fit(WIDTH, HEIGHT)
        for button in (self.whole_day, self.for_players):
            button.blockSignals(True)
        self.whole_day.setChecked(False)
        self.whole_day.setVisible(len(self._same_day()) > 1)
        self.for_players.setChecked(True)
        for button in (self.whole_day, self.for_players):
            button.blockSignals(False)
        self._put()
        self.present()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def _same_day(self) -> list[int]:
        """Return the numbers of the battles that began on the day of this one, in their order."""
        campaign = self._session.campaign
        try:
            listed = [one for one in campaign.battles() if not one.damaged] if campaign is not None else []
        except CampaignError:
            return []
        this = next((one for one in listed if one.id == self._session.battle_id), None)
        begun = [one for one in listed if one.phase != "prepared" or one is this]
        return sorted(one.id for one in begun if this is not None and one.created[:10] == this.created[:10])

    def _battles(self) -> list[tuple[int | None, Play]]:
        assert self._this is not None
        campaign = self._session.campaign
        if not self.whole_day.isChecked() or campaign is None:
            return [self._this]
        if not self._others:
            for number in self._same_day():
                try:
                    play = self._this[1] if number == self._this[0] else campaign.look_at(number)
                except CampaignError as error:
                    self._show_message(str(error))
                    continue
                self._others.append((number, play))
        return self._others

    def _show(self) -> None:
        self._drafts[self._shown] = self.text.toPlainText()
        self._put()

    def _put(self) -> None:
        for_players = self.for_players.isChecked()
        self._shown = (for_players, self.whole_day.isChecked())
        battles = self._battles()
        stories = [story_of(play, self._settings_of(number), for_players=for_players) for number, play in battles]
        campaign = self._session.campaign
        linked = {one.name for one in campaign.sheets()} if campaign is not None and not for_players else ()
        self._stories[for_players] = stories
        kept = self._drafts.get(self._shown)
        self.text.setPlainText(
            kept if kept is not None else as_markdown(stories, date=date.today().isoformat(), linked=linked)
        )

    def keep(self) -> None:
        """Add the text as it is to the campaign's notes."""
        campaign = self._session.campaign
        text = as_note(self.text.toPlainText())
        if campaign is None:
            self._show_message("Open a campaign first: it keeps the recap.")
            return
        try:
            campaign.notes.add(text)
        except CampaignError as error:
            self._show_message(str(error))
        else:
            self._show_message("The recap is in the campaign’s notes.")

    def _maps(self, text: str) -> Mapping[str, bytes]:
        """Return the pictures of the maps that the text still names, PNG by their names."""
        for_players, _whole_day = self._shown
        battles, stories, found = self._battles(), self._stories[for_players], {}
        for name, battle, round in maps_in(text):
            steps = dict(stories[battle - 1].maps).get(round) if 0 < battle <= len(stories) else None
            if steps is None:
                continue
            number, play = battles[battle - 1]
            looks = battle_looks(play.branch(steps), for_players, self._settings_of(number))
            found[name] = map_png(current_theme(), drawing_of(self._session.campaign, looks))
        return found

    def _choose_file(self, kind: str) -> None:
        window = self.parentWidget()
        assert window is not None
        ask_for_file(window, "Save the recap", QFileDialog.AcceptMode.AcceptSave, self.save, FORMATS[kind], kind)

    def save(self, path: Path) -> None:
        """Write the text as it is now, by the ending of the file's name; anything unknown is Markdown, with its maps
        in files beside it."""
        text, kind = self.text.toPlainText(), path.suffix.lower()
        try:
            if kind == ".txt":
                text = as_plain(text)
            elif kind == ".html":
                text = as_html(text, self._maps(text))
            else:
                for name, content in self._maps(text).items():
                    beside = path.with_name(f"{path.stem}-{name}")
                    beside.write_bytes(content)
                    text = text.replace(f"]({name})", f"]({beside.name.replace(' ', '%20')})")
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            self._show_message(f"{path} can’t be written ({error.strerror or error}). Choose another folder or name.")
        else:
            self._show_message(f"Recap saved as {path}.")
