"""The page of rulesets: all of them on the left, the chosen one on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from exgui.campaign.rulesets import RulesetChoice, RulesetMissing, choices, find
from exgui.gui.forms.card import CardScroll
from exgui.gui.forms.editors import Line
from exgui.gui.look import fonts
from exgui.gui.look.appearance import fix_size
from exgui.gui.pages.common_keys import leave_to_focus
from exgui.gui.pages.house_rules.document import HouseRulesDocument
from exgui.gui.pages.house_rules.ruleset_card import RulesetCard
from exgui.gui.pages.page import Heading, PageBesideColumn
from exgui.gui.widgets.basics import EnterLine, clear, label, push, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.row import Row
from exgui.gui.window_command import own_key
from exgui.rulebook.shelf import folder_of, own_folder

if TYPE_CHECKING:
    from exgui.gui.pages.page_context import PageContext
    from exgui.gui.window_command import ModeName, OwnCommand

LIST, WIDEST_LIST = 300, 480
"""Pixels of the list; it grows with the longest name as far as that."""
BESIDE_LIST = 10
SETTLED = 150
"""Milliseconds without a change after which changed files are read again."""
ORIGINS = {"app": "", "own": "yours", "campaign": "in the campaign", "folder": "folder"}


class HouseRulesPage(PageBesideColumn, QObject):
    """Rulesets, and what is different in each.

    Signals:
        changed(): the heading, the hints or what can be done are others.

    Attributes:
        selected: what names the ruleset that is shown.
        rows: the lines of the list, by what names their rulesets.
    """

    changed = Signal()
    kind = "house_rules"
    subject = ""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        session = context.session
        self.document = session.documents.get(self.kind, "", lambda: HouseRulesDocument(session))
        self.undo_target = self.document.history
        self.selected = ""
        self.rows: dict[str, Row] = {}
        self.card: RulesetCard | None = None
        self._also: list[str] = []
        body = styled(QWidget(), surface="background", fills=True)
        self.put_beside_column(body)
        self._lay_out(body)
        self.document.changed.connect(self.refresh)
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self)  # an editor may write a file in several steps
        self._soon.setSingleShot(True)
        self._soon.setInterval(SETTLED)
        self._soon.timeout.connect(self._read_changed_files)
        self._seen: dict[str, tuple[int, int]] = {}
        self._watcher.fileChanged.connect(self._soon.start)
        self._watcher.directoryChanged.connect(self._soon.start)
        self.document.refused.connect(context.show_message)
        self.document.message.connect(context.show_message)

    # What a page has

    @property
    def heading(self) -> Heading:
        return Heading("House rules", self.card.choice.name if self.card is not None else "")

    @property
    def hints(self) -> tuple[str, ...]:
        return ("Tab to the next switch", "Ctrl+Z undoes", "Escape goes back")

    @property
    def saved(self) -> tuple[str, str]:
        return ("saved", f"Every change is saved at once in {own_folder()}.")

    @property
    def tab_order(self) -> Sequence[QWidget]:
        fields = self.card.fields.values() if self.card is not None else ()
        name = [self.card.name] if self.card is not None and self.card.name is not None else []
        return (*self.rows.values(), self.new_name, self.create, *name, *fields)

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Escape leaves a field that is being written in, and the question for a name, before it leaves the page."""
        if focus is self.new_name or (isinstance(focus, Line) and focus.is_written):
            return {"Escape": own_key(leave_to_focus)}
        return {}

    def take_keys(self) -> None:
        if (row := self.rows.get(self.selected)) is not None:
            row.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_page(self) -> None:
        if self.card is not None:
            self.card.commit_fields()
        self.document.changed.disconnect(self.refresh)
        self._soon.timeout.disconnect(self._read_changed_files)

    # What is done here

    def show_ruleset(self, where: str) -> None:
        """Show a ruleset, by default the first."""
        if where and where not in self._also:
            self._also.append(where)
        self.selected = where
        self._hide_new()
        self.refresh(rebuild=True)

    def refresh(self, *, rebuild: bool = False) -> None:
        """Show the rulesets as they are now.

        Args:
            rebuild: make a new card even for the same ruleset.
        """
        listed = {one.where: one for one in choices(self._also) if one.origin != "folder" or _is_there(one.where)}
        if self.selected not in listed:
            gone = self.card.choice.extends if self.card is not None else ""
            self.selected, rebuild = gone if gone in listed else next(iter(listed), ""), True
        self._fill_list(list(listed.values()))
        choice = listed.get(self.selected)
        if choice is not None and (rebuild or self.card is None or not self.card.refresh(choice)):
            self._show_card(choice)
        self._watch()
        self.changed.emit()

    def _read_changed_files(self) -> None:
        """Refresh unless the files are as they were read: after the page's own writes they are, and a refresh would
        replace a button under the pointer."""
        if self._files() != self._seen:
            self.refresh()

    def _files(self) -> dict[str, tuple[int, int]]:
        """Return the files of the ruleset that is shown and their folders, each with its time and size."""
        folder = folder_of(self.selected) or Path(self.selected)
        places = [one for one in (folder, folder / "opponents") if self.selected and one.is_dir()]
        found: dict[str, tuple[int, int]] = {}
        for path in (path for one in places for path in (one, *one.glob("*.toml"))):
            with suppress(OSError):  # deleted a moment ago
                stat = path.stat()
                found[str(path)] = (stat.st_mtime_ns, stat.st_size)
        return found

    def _watch(self) -> None:
        self._seen = self._files()
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if gone := watched - self._seen.keys():
            self._watcher.removePaths(sorted(gone))
        if new := self._seen.keys() - watched:
            self._watcher.addPaths(sorted(new))

    def ask_for_name(self) -> None:
        """Ask how new house rules are to be called."""
        if self.card is None:
            return
        self._extends.setText(f"New house rules that extend {self.card.choice.name}")
        self.asked.show()
        self.new_name.clear()
        self.new_name.setFocus(Qt.FocusReason.OtherFocusReason)

    # Inside

    def _lay_out(self, body: QWidget) -> None:
        self._left = left = QWidget()
        styled(left, surface="panel", fills=True)
        holder = styled(QWidget(), surface="clear")
        self._list = vbox(spacing=0)
        vbox(self._list, 1, on=holder, margins=0)
        scroll = styled(QScrollArea(), surface="clear")
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(holder)
        where = "House rules are folders of text files. You can choose yours by name wherever you choose rules, and "
        self.folder = push("Open your rules", "quiet", str(own_folder()), do=self._open_own_folder)
        self.manual = push("House rules by example", "link", "Manual", do=lambda: self._context.run("manual"))
        vbox(
            label("Rulesets", "section"),
            (scroll, 1),
            label(f"{where}a campaign keeps a copy of those it uses.", "small", wrap=True),
            (self.folder, 0, Qt.AlignmentFlag.AlignLeft),
            (self.manual, 0, Qt.AlignmentFlag.AlignLeft),
            on=left,
            margins=(BESIDE_LIST, 12, BESIDE_LIST, 12),
            spacing=8,
        )
        line = hbox(left, on=body, margins=0, spacing=0)
        self._scroll = CardScroll()
        line.addLayout(vbox(self._question(), (self._scroll, 1), margins=0, spacing=0), 1)

    def _question(self) -> QWidget:
        self.asked = styled(QFrame(), role="card", tone="now")
        self._extends = label("", "body", wrap=True)
        column = vbox(self._extends, on=self.asked, margins=(16, 10, 16, 12), spacing=6)
        line = QHBoxLayout()
        self.new_name = EnterLine()
        self.new_name.setPlaceholderText("Name them:")
        self.new_name.setAccessibleName("Name of the new house rules")
        self.new_name.setMaximumWidth(420)
        self.new_name.entered.connect(lambda _text: self._create())
        self.new_name.left.connect(self._leave_question)
        line.addWidget(self.new_name, 1)
        self.create = push("Create", "primary", "Enter", do=self._create)
        fill_box(line, self.create, push("Cancel", "", "Escape", do=self._leave_question), 1)
        column.addLayout(line)
        self.asked.hide()
        return self.asked

    def _hide_new(self) -> None:
        self.asked.hide()

    def _leave_question(self) -> None:
        self._hide_new()
        self.take_keys()

    def _create(self) -> None:
        name = self.new_name.text().strip()
        if not name:
            self._context.show_message("Give the house rules a name first.")
            return
        extends = self.selected
        if id := self.document.create(name, extends):
            self.show_ruleset(id)
            self.take_keys()

    def _fill_list(self, listed: Sequence[RulesetChoice]) -> None:
        if list(self.rows) != [one.where for one in listed]:
            had_keys = any(row.hasFocus() for row in self.rows.values())
            clear(self._list)
            self.rows = {}
            for one in listed:
                row = Row("")
                row.note_first = True
                row.names_person = False  # of several editions it is the comma that tells them apart
                row.clicked.connect(lambda _on=False, where=one.where: self._choose(where))
                self._list.addWidget(row)
                self.rows[one.where] = row
            if had_keys:
                QTimer.singleShot(0, self, self.take_keys)
        above = [""]
        for one in listed:
            row = self.rows[one.where]
            above[one.depth :] = [f"{one.name}: ", ""]
            name = one.name.removeprefix(above[one.depth - 1]) if one.depth else one.name
            row.setText(f"{'      ' * one.depth}{name}")
            row.put(note=ORIGINS[one.origin], chosen=one.where == self.selected, tip=one.where)
            row.update()
        longest = max((row.whole_width for row in self.rows.values()), default=0) * 100 // fonts.px(100)
        fix_size(self._left, width=min(max(LIST, longest + 2 * BESIDE_LIST + 4), WIDEST_LIST), most=0.32)

    def _choose(self, where: str) -> None:
        if self.card is not None:
            self.card.commit_fields()
        self.show_ruleset(where)
        self.rows[where].setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_card(self, choice: RulesetChoice) -> None:
        card = RulesetCard(self.document, choice)
        card.new_requested.connect(self.ask_for_name)
        card.folder_requested.connect(self._open_folder)
        card.delete_requested.connect(lambda: self.document.delete(self.selected))
        card.copy_requested.connect(self._save_copy)
        self.card = card
        self._scroll.put(card)

    def _save_copy(self) -> None:
        try:
            rules = find(self.selected)
        except RulesetMissing as error:
            self._context.show_message(str(error))
            return
        if id := self.document.create_from_copy(rules):
            self.show_ruleset(id)

    def _open_folder(self) -> None:
        folder = folder_of(self.selected)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder or self.selected)))

    def _open_own_folder(self) -> None:
        own_folder().mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(own_folder())))


def _is_there(where: str) -> bool:
    try:
        find(where)
    except RulesetMissing:
        return False
    return True


def open_house_rules(context: PageContext, where: str = "") -> None:
    """Show the page.

    Args:
        where: what names the ruleset to show; "" for that of the battle that is shown.
    """
    page = context.pages.there(HouseRulesPage) or HouseRulesPage(context)
    play = context.session.play
    page.show_ruleset(where or (play.battle.ruleset if play is not None else ""))
    context.pages.show_over(page)
    page.take_keys()
