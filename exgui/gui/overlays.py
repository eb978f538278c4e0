"""What is laid over the window without stopping it: palette, list of keys, page of keys, parts of a number, rules,
backups, error reports, printing; the index of rules and the card of a long text are here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from exgui.gui.keyboard.key_list import KeyList
from exgui.gui.keyboard.keys_page import KeysPage
from exgui.gui.widgets.finder import Picker
from exgui.gui.widgets.overlay import Overlay
from exgui.gui.widgets.why_popover import WhyPopover

if TYPE_CHECKING:  # made when it is first wanted
    from collections.abc import Callable
    from pathlib import Path

    from exgui.campaign.backup import Backup
    from exgui.gui.manual.card import ManualCard
    from exgui.gui.notes_card import NotesCard
    from exgui.gui.printing.print_card import PrintCard
    from exgui.gui.printing.recap_card import RecapCard
    from exgui.gui.session.campaign_session import CampaignSession
    from exgui.gui.settings import Settings
    from exgui.play.public import PublicSettings
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QPushButton

from exgui.gui.look import fonts
from exgui.gui.look.appearance import theme_of
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import vbox
from exgui.gui.widgets.reader import Reader
from exgui.rulebook.catalogue import cited, find

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgui.rulebook.rules import Rule, Ruleset
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontMetricsF, QKeyEvent

from exgui.engine.counted import counted
from exgui.gui.look.elided import elided
from exgui.gui.widgets.basics import show_new
from exgui.gui.widgets.layouts import fill_box, hbox
from exgui.gui.widgets.row import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from exgui.campaign.backup import Backup, Contents

BACKUPS_WIDTH = 560
MARGIN = 16
NONE_YET = "This campaign has no backups yet. One is made each day you open and change it; the last five are kept."
WHAT_COMES = "The backup you choose is opened as a new file beside the campaign. The campaign itself is not changed."


@safe_events
class BackupList(Overlay):
    """The list. Up and Down walk it, Enter restores, Escape closes it.

    Args:
        restore: restores a backup of the campaign at this path.
        choose_other: asks for another campaign, to list its backups.
    """

    def __init__(
        self, window: QWidget, restore: Callable[[Path, Backup], object], choose_other: Callable[[], object]
    ) -> None:
        super().__init__(window, "Backups")
        self._restore, self._choose_other = restore, choose_other
        self._path = Path()
        self.rows: list[Row] = []
        self._title = label("", "strong")
        self._text = label("", "small", "muted", wrap=True)
        self._list = vbox(spacing=1)
        other = push("Another campaign\N{HORIZONTAL ELLIPSIS}", do=self._ask_for_other)
        self._close = push("Close", do=self.close_overlay)
        vbox(self._title, self._text, self._list, hbox(1, other, self._close), on=self, margins=MARGIN, spacing=8)

    def open(self, path: Path, backups: Sequence[tuple[Backup, Contents | None]]) -> None:
        """List backups; afterwards the keys go back to where they were.

        Args:
            path: the campaign that they are of.
            backups: each with what is in it, None where that cannot be read.
        """
        window = self.parentWidget()
        if window is None:
            return
        self.remember_keys()
        self._path = path
        width = min(BACKUPS_WIDTH, window.width() - 48)
        room = width - 2 * MARGIN
        self.setFixedWidth(width)
        self._title.setText(elided(QFontMetricsF(fonts.font("strong")), f"Backups of {path.name}", room))
        self._title.setToolTip(str(path))
        self._text.setText(WHAT_COMES if backups else NONE_YET)
        self._text.setMinimumHeight(self._text.heightForWidth(room))
        clear(self._list)
        self.rows = [self._row(*one) for one in backups]
        fill_box(self._list, *self.rows)
        show_new(self)
        self.adjustSize()
        self.stand()
        (self.rows[0] if self.rows else self._close).setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = next((number for number, row in enumerate(self.rows) if row.hasFocus()), None)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.rows:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            at = focused + step if focused is not None else 0
            self.rows[at % len(self.rows)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _row(self, backup: Backup, contents: Contents | None) -> Row:
        row = Row(backup.day_in_words, note=contents_in_words(contents))
        row.note_first = True
        row.off = contents is None
        row.setToolTip("Restore this backup as a new file" if contents is not None else "It may be damaged")
        row.clicked.connect(lambda: self._choose(backup))
        return row

    def _choose(self, backup: Backup) -> None:
        self.close_overlay()
        self._restore(self._path, backup)

    def _ask_for_other(self) -> None:
        self.close_overlay()
        self._choose_other()


def contents_in_words(contents: Contents | None) -> str:
    """Return what is in a backup: "2 battles, 1 encounter, 6 sheets, 148 KB"."""
    if contents is None:
        return "can’t be read"
    counts = ((contents.battles, "battle"), (contents.encounters, "encounter"), (contents.sheets, "sheet"))
    words = [counted(count, word) for count, word in counts]
    return ", ".join((*words, size_in_words(contents.size)))


def size_in_words(size: int) -> str:
    """Return bytes as KB or MB, rounded up to whole ones."""
    return f"{-(-size // 1024):,} KB" if size < 1 << 20 else f"{-(-size // (1 << 20)):,} MB"


NO_CATALOGUE = "This battle keeps the rules it began with, from before rules could be looked up."
LINK = "rule:"
"""Before an id in a link of the text."""
NOTHING_FOUND = "No rule has all of these words."


class RulesIndex(Reader):
    """The rules of a game. Escape closes it."""

    def __init__(self, window: QWidget) -> None:
        self._rules: Ruleset | None = None
        super().__init__(window, "Rules", "Search the rules", "Type words, or a rule’s number", "Rule")

    @property
    def rule(self) -> Rule | None:
        """The rule that is shown, None for none."""
        return cast("Rule | None", self.chosen)

    def open(self, rules: Ruleset, id: str = "") -> None:
        """Show the rules of a game, at one of them if its id is given; afterwards the keys go back to where they
        were."""
        self._rules = rules
        self.heading.setText(f"Rules of {rules.name}")
        self.begin()
        self.show_rule(id)
        self._write()
        self.show_whole()

    def show_rule(self, id: str) -> None:
        """Go to a rule; stay where it is if there is none of that id."""
        rule = self._rules.catalogue.get(id) if self._rules is not None else None
        if rule is not None:
            self.go_to(rule)

    def _find(self, words: str) -> list[Pick]:
        found = find(self._rules.catalogue, words) if self._rules is not None else ()
        return [Pick(rule, rule.title, rule.id) for rule in found]

    def _follow(self, link: QUrl) -> None:
        self.show_rule(link.toString().removeprefix(LINK))

    def _write(self) -> None:
        theme = theme_of(self)
        if self._rules is None:
            return
        rule = self.rule
        if rule is not None:
            self.text.setHtml(rule_html(theme, rule, self._rules))
        else:
            text = NOTHING_FOUND if self._rules.catalogue else NO_CATALOGUE
            self.text.setHtml(f"<p style='color:{theme.muted}'>{escape(text)}</p>")


def rule_html(theme: Theme, rule: Rule, rules: Ruleset) -> str:
    """Return a rule as rich text: id and source, title, text, rulings, and house rules that change it. Ids of other
    rules are links."""
    muted = theme.muted
    where = " \N{MIDDLE DOT} ".join(part for part in (rule.id, rule.source) if part)
    small, title = fonts.size("small"), fonts.size("title")
    out = [
        f"<p style='color:{muted};font-size:{small}px'>{escape(where)}</p>",
        f"<p style='font-size:{title}px;font-weight:600'>{escape(rule.title)}</p>",
        f"<p style='line-height:120%'>{_linked(rule.text, rules.catalogue)}</p>",
    ]
    if rule.storyteller:
        out.append(f"<p style='color:{muted}'>The storyteller applies this rule; the program does not.</p>")
    if rule.rulings:
        out.append(_heading(theme, "Rulings"))
        items = "".join(
            f"<li style='margin-bottom:4px;line-height:120%'>{_linked(one, rules.catalogue)}</li>"
            for one in rule.rulings
        )
        out.append(f"<ul style='margin-left:-22px'>{items}</ul>")
    options = [option for option in rules.options.values() if option.rule == rule.id]
    if options:
        out.append(_heading(theme, "House rules"))
        out.extend(
            f"<p>{escape(one.label)}<br><span style='color:{muted}'>{escape(one.help)}</span></p>" for one in options
        )
    return "".join(out)


def _heading(theme: Theme, text: str) -> str:
    small = fonts.size("small")
    return f"<p style='color:{theme.muted};font-size:{small}px;font-weight:600'>{text}</p>"


def _linked(text: str, catalogue: Mapping[str, Rule]) -> str:
    out = escape(text)
    for id in dict.fromkeys(cited(text)):
        if id in catalogue:
            out = out.replace(id, f"<a href='{LINK}{id}'>{id}</a>")
    return out


WIDTH, HEIGHT = 860, 560
Action = tuple[str, Callable[[], object]]
"""The words on a button, and what it does."""


@safe_events
class TextCard(Overlay):
    """Shows one text at a time.

    Attributes:
        text: the text that is shown, whole.
        buttons: those below it, by their words.
    """

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window, name)
        self.title = label("", "strong")
        self.explained = label("", "small", "muted", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Text")
        self.buttons: dict[str, QPushButton] = {}
        self._below = QHBoxLayout()
        vbox(self.title, self.explained, (self.text, 1), self._below, on=self, margins=16, spacing=8)

    def show_text(
        self, title: str, explained: str, text: str, left: Sequence[Action] = (), right: Sequence[Action] = ()
    ) -> None:
        """Show a text; afterwards the keys go back to where they were.

        Args:
            left: buttons below it at the left.
            right: buttons at the right, before *Close*.
        """
        self.remember_keys()
        self.title.setText(title)
        self.explained.setText(explained)
        self.explained.setVisible(bool(explained))
        self.text.setPlainText(text)
        clear(self._below)
        self.buttons = {}
        for words, do in left:
            self._add(words, do)
        self._below.addStretch(1)
        for words, do in (*right, ("Close", self.close_overlay)):
            self._add(words, do)
        self.fit(WIDTH, HEIGHT)
        self.stand()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())

    def _add(self, words: str, do: Callable[[], object]) -> None:
        button = self.buttons[words] = push(words)
        button.clicked.connect(lambda: do())
        self._below.addWidget(button)


EXPLAINED = (
    "This stays on this computer; nothing was sent. It may name your characters or files: read it before you pass it "
    "on."
)
LONGEST = 100_000
"""Characters of a report that are shown."""


class Overlays:
    """The overlays of one window.

    Attributes:
        palette: every command, found by typing (Ctrl+K).
        key_list: the list of keys (F1).
        keys_page: where keys are changed (Ctrl+F1).
        why: the parts of a number (?).
    """

    def __init__(
        self, window: QWidget, palette: Picker, key_list: KeyList, keys_page: KeysPage, why: WhyPopover
    ) -> None:
        self.palette, self.key_list, self.keys_page, self.why = palette, key_list, keys_page, why
        self._window = window
        self._rules: RulesIndex | None = None
        self._manual: ManualCard | None = None
        self._backups: BackupList | None = None
        self._reports: ReportView | None = None
        self._printing: PrintCard | None = None
        self._recap: RecapCard | None = None
        self._notes: NotesCard | None = None
        self._text: TextCard | None = None

    @property
    def rules(self) -> RulesIndex:
        """The rules index (Shift+F1)."""
        if self._rules is None:
            self._rules = RulesIndex(self._window)
        return self._rules

    @property
    def manual(self) -> ManualCard:
        """The manual (F1 twice)."""
        if self._manual is None:
            from exgui.gui.manual.card import ManualCard
            from exgui.rulebook.reader import load

            self._manual = ManualCard(
                self._window, self.keys_page.keymap, lambda game, id: self.rules.open(load(game), id)
            )
        return self._manual

    @property
    def manual_is_open(self) -> bool:
        return self._manual is not None and self._manual.isVisible()

    def backups(self, restore: Callable[[Path, Backup], object], choose_other: Callable[[], object]) -> BackupList:
        """Return the backups of a campaign; for what it is given see there."""
        if self._backups is None:
            self._backups = BackupList(self._window, restore, choose_other)
        return self._backups

    @property
    def reports(self) -> ReportView:
        if self._reports is None:
            self._reports = ReportView(self._window)
        return self._reports

    @property
    def text(self) -> TextCard:
        """Show any one text: About, what is new, a report of a problem."""
        if self._text is None:
            self._text = TextCard(self._window, "About exgui")
        return self._text

    def printing(self, session: CampaignSession, settings: Settings, say: Callable[[str], None]) -> PrintCard:
        if self._printing is None:
            from exgui.gui.printing.print_card import PrintCard

            self._printing = PrintCard(self._window, session, settings, say)
        return self._printing

    def recap(
        self,
        session: CampaignSession,
        settings_of: Callable[[int | None], PublicSettings],
        say: Callable[[str], None],
    ) -> RecapCard:
        if self._recap is None:
            from exgui.gui.printing.recap_card import RecapCard

            self._recap = RecapCard(self._window, session, settings_of, say)
        return self._recap

    def notes(
        self, session: CampaignSession, open_entry: Callable[[str, str], object], say: Callable[[str], None]
    ) -> NotesCard:
        if self._notes is None:
            from exgui.gui.notes_card import NotesCard

            self._notes = NotesCard(self._window, session, open_entry, say)
        return self._notes

    @property
    def on_top(self) -> Overlay | None:
        """The one that has the keys for itself, None where none is shown."""
        laid = self._window.findChildren(Overlay, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return next((one for one in reversed(laid) if one.isVisible()), None)


class ReportView(TextCard):
    """One report at a time, the newest first."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Error reports")
        self._reports: Sequence[Path] = ()
        self._at = 0

    def open(self, reports: Sequence[Path]) -> None:
        """Show reports, the first of them to begin with; afterwards the keys go back to where they were."""
        if not reports:
            return
        self._reports = tuple(reports)
        self._at = 0
        self.show_text(
            "",
            EXPLAINED,
            "",
            left=(("Older", lambda: self._go(1)), ("Newer", lambda: self._go(-1))),
            right=(("Copy", self.copy), ("Open its folder", self._open_folder)),
        )
        self._go(0)

    def _go(self, by: int) -> None:
        self._at = max(0, min(len(self._reports) - 1, self._at + by))
        report = self._reports[self._at]
        try:
            with report.open(encoding="utf-8", errors="replace") as file:
                self.text.setPlainText(file.read(LONGEST))
        except OSError as error:
            self.text.setPlainText(f"This report can’t be read: {error}")
        self.title.setText(f"Error report {self._at + 1} of {len(self._reports)}")
        self.buttons["Older"].setEnabled(self._at < len(self._reports) - 1)
        self.buttons["Newer"].setEnabled(self._at > 0)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._reports[self._at].parent)))
