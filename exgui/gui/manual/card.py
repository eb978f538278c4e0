"""The manual in the window: its headings, found by typing, and the page beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from exgui.gui.keyboard.keymap import Keymap
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.manual import pages
from exgui.gui.manual.document import Look, fill, headings
from exgui.gui.manual.pages import Names, Section, section_at, shown
from exgui.gui.widgets.basics import push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.reader import Reader
from exgui.rulebook.finding import ranked
from exgui.rulebook.reader import load

NOTHING_FOUND = "Nothing in the manual has all of these words."
BELOW = {1: "", 2: "\N{EM SPACE}", 3: "\N{EM SPACE}\N{EM SPACE}"}
"""How far headings are set in, by their level."""
RULE = "rule:"
"""Before the id of a rule in a link."""


class ManualCard(Reader):
    """Escape closes it.

    Args:
        show_rule: shows a rule by the id of its game and its own.
    """

    def __init__(self, window: QWidget, keymap: Keymap, show_rule: Callable[[str, str], object]) -> None:
        self._keymap, self._show_rule = keymap, show_rule
        self._written: tuple[object, ...] = ()
        self._before: list[Section] = []
        super().__init__(
            window, "Manual", "Search the manual", "Type words: “stunt”, “hide a zone”", "Page of the manual"
        )
        self.back_button = push(
            "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} Back", "quiet", "Back from the last link", do=self.go_back
        )
        self.top.insertWidget(1, self.back_button)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # the room for pictures stays
        self.search.picked.connect(lambda _section: self.text.setFocus(Qt.FocusReason.OtherFocusReason))

    @property
    def section(self) -> Section | None:
        """What is shown, None where nothing was found."""
        return cast("Section | None", self.chosen)

    def open(self, at: str) -> None:
        """Show the manual at a section, by its name as `Section.at` has it."""
        self.begin()
        self._before.clear()
        self.back_button.hide()
        self.show_whole()
        self.go_to(section_at(at))
        self._write()

    def go_back(self) -> None:
        """Show where the last link was."""
        if self._before:
            self.go_to(self._before.pop())
        self.back_button.setVisible(bool(self._before))

    def names(self) -> Names:
        """Return what the marks stand for: the user's own keys and letters."""

        def action(game: str, id: str) -> tuple[str, str]:
            rules = load(game)
            return rules.actions[id].label, self._keymap.action_keys(rules).get(id, "")

        return Names(self._keymap.commands, self._keymap.command_keys(), action)

    def _find(self, words: str) -> list[Pick]:
        every = pages.all_sections()
        if not words.strip():
            return [Pick(one, BELOW[one.level] + one.title) for one in every]
        picks = [Pick(one, one.title, _note(one), one.text) for one in every]
        return ranked(words, picks, lambda pick: (pick.label, pick.words))

    def _follow(self, link: QUrl) -> None:
        target = link.toString()
        if target.startswith(RULE):
            id = target.removeprefix(RULE)
            self._show_rule(id.rpartition("-")[0], id)
            return
        if self.section is not None:
            self._before.append(self.section)
            self.back_button.show()
        self.go_to(section_at(target.replace(".md", "")))

    def _write(self) -> None:
        section = self.section
        if section is None:
            self._written = ()
            self.text.setPlainText(NOTHING_FOUND)
            return
        look = self._look()
        now = (section.page, look.width, current_theme().name, fonts.text_size(), *self._keymap.command_keys().values())
        if now != self._written:
            self._written = now
            fill(self.text.document(), shown(pages.source(section.page), self.names()), look, pages.folder())
        self._scroll_to(section)
        self._mark_words()

    def _scroll_to(self, section: Section) -> None:
        number = pages.sections(section.page).index(section)
        document = self.text.document()
        block = headings(document)[number]
        top = document.documentLayout().blockBoundingRect(block).top() if number else 0.0
        self.text.setTextCursor(QTextCursor(block))  # Tab goes on to the next link from here
        self.text.verticalScrollBar().setValue(round(top) - 8)

    def _mark_words(self) -> None:
        marks = []
        for word in self.search.text().split():
            at = self.text.document().find(word)
            while not at.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = at
                mark.format.setBackground(current_theme().color("selection"))
                marks.append(mark)
                at = self.text.document().find(word, at)
        self.text.setExtraSelections(marks)

    def _look(self) -> Look:
        theme = current_theme()
        code = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        code.setPixelSize(fonts.size("muted"))
        roles = {"body": "body", "1": "heading", "2": "title", "3": "strong"}
        type = {name: fonts.font(role) for name, role in roles.items()}
        return Look(
            fonts={**type, "code": code},
            text=theme.color("text"),
            link=theme.color("gold"),
            key=theme.color("text"),
            key_ground=theme.color("panel"),
            width=self.text.viewport().width() - 2 * self.text.document().documentMargin(),
        )


def _note(section: Section) -> str:
    return pages.sections(section.page)[0].title if section.level > 1 else ""
