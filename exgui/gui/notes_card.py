"""Every note of the campaign (Ctrl+Shift+N), found by typing and read with its links; the campaign's own is written
here, the others on the pages of their sheets and encounters."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from urllib.parse import quote, unquote

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from exgui.campaign.errors import CampaignError
from exgui.campaign.notes import Note, linked
from exgui.gui.look import fonts
from exgui.gui.look.safe_document import SafeDocument
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.widgets.basics import push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.reader import Reader
from exgui.rulebook.finding import plain, ranked

LINK = "exgui:"
"""Before "sheet/" or "encounter/" and an id in a link of the text."""
NOTHING_FOUND = "*No note has all of these words.*"
EMPTY = (
    "*No text yet. Choose Edit to start. `[[Volfer]]` links to a sheet or an encounter, and a heading "
    "“Handout: The letter” makes what is below it a handout.*"
)


class NotesCard(Reader):
    """Escape closes it.

    Attributes:
        editor: where the campaign's own note is written.

    Args:
        open_entry: opens the page of a "sheet" or "encounter", by its id.
    """

    def __init__(
        self,
        window: QWidget,
        session: CampaignSession,
        open_entry: Callable[[str, str], object],
        show_message: Callable[[str], None],
    ) -> None:
        self._session, self._open_entry, self._show_message = session, open_entry, show_message
        super().__init__(window, "Notes", "Search the notes", "Type words: “letter”, “[[Volfer]]”", "Note")
        self.text.setDocument(SafeDocument(self.text))
        self.text.document().setDocumentMargin(16)
        self.editor = QPlainTextEdit()
        self.editor.setAccessibleName("The campaign’s notes")
        self.editor.setTabChangesFocus(True)
        self.editor.hide()
        self.room.addWidget(self.editor, 1)
        self.edit_button = push("Edit", "primary", do=self.edit)
        self.top.insertWidget(1, self.edit_button)
        session.closing.connect(self.close_overlay)

    @property
    def note(self) -> Note | None:
        """The note that is shown, None where nothing was found."""
        return cast("Note | None", self.chosen)

    def open(self, kind: str = "", id: str = "") -> None:
        """Show the notes, beginning with those of a sheet or encounter if it has any."""
        self.begin()
        self.show_whole()
        here = next((one for one in self._notes() if (one.kind, one.id) == (kind, id)), None)
        if here is not None:
            self.go_to(here)
        self._write()

    def edit(self) -> None:
        """Write the campaign's own note, or stop; of another, open the page on which it is written."""
        note = self.note
        if self.editor.isVisibleTo(self):
            self._keep()
        elif note is not None and note.kind == "campaign":
            self.editor.setPlainText(note.text)
            self._show_editor(True)
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif note is not None:
            self.close_overlay()
            self._open_entry(note.kind, note.id)

    def close_overlay(self) -> None:
        if self._keep():
            super().close_overlay()

    def _keep(self) -> bool:
        """Save what was written; False if it can't be saved."""
        campaign = self._session.campaign
        if not self.editor.isVisibleTo(self) or campaign is None:
            return True
        text = self.editor.toPlainText()
        try:
            if text != campaign.notes.text():
                campaign.notes.write(text)
        except CampaignError as error:
            self._show_message(str(error))
            return False
        self._show_editor(False)
        self.search.show_found(self._find(self.search.text()))
        self.list.go_to(self._notes()[0])
        self._write()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _show_editor(self, on: bool) -> None:
        self.editor.setVisible(on)
        self.text.setVisible(not on)
        self.list.setEnabled(not on)
        self.search.setEnabled(not on)
        self.edit_button.setText("Done" if on else "Edit")

    def _notes(self) -> tuple[Note, ...]:
        """Return every note, the campaign's own first, also where it is empty."""
        campaign = self._session.campaign
        if campaign is None:
            return ()
        try:
            notes = campaign.all_notes()
        except CampaignError as error:
            self._show_message(str(error))
            return ()
        own = () if notes and notes[0].kind == "campaign" else (Note("campaign", "", campaign.title, "", ""),)
        return (*own, *notes)

    def _find(self, words: str) -> list[Pick]:
        picks = [Pick(one, one.title, one.kind if not one.zone else "zone", one.text) for one in self._notes()]
        return ranked(words, picks, lambda pick: (pick.label, pick.words)) if words.strip() else picks

    def _follow(self, link: QUrl) -> None:
        kind, _slash, id = unquote(link.toString()).removeprefix(LINK).partition("/")
        if kind in ("sheet", "encounter"):
            self.close_overlay()
            self._open_entry(kind, id)

    def _target(self, name: str) -> str:
        """Return where a link leads, "" for nowhere: to a sheet before an encounter of the same name."""
        campaign = self._session.campaign
        if campaign is None:
            return ""
        for kind, listed in (("sheet", campaign.sheets()), ("encounter", campaign.encounters())):
            found = next((one.id for one in listed if plain(one.name) == plain(name)), None)
            if found is not None:
                return f"{LINK}{kind}/{quote(found, safe='')}"
        return ""

    def _write(self) -> None:
        document = self.text.document()
        if not isinstance(document, SafeDocument):
            return  # it is being made
        note = self.note
        document.setDefaultFont(fonts.font("body"))
        text = NOTHING_FOUND if note is None else linked(note.text, self._target) if note.text.strip() else EMPTY
        document.put(text)
        self.edit_button.setEnabled(note is not None)
