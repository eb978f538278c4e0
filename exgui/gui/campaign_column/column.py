"""The campaign column: all that is in the campaign, searched and opened; folded, it shows only the icons of its
sections."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_column.entries import Entry, Section, battles_of, listing_of
from exgui.gui.campaign_column.menu import Picked, command_of_key, menu_of, own_keys, window_commands
from exgui.gui.campaign_column.model import CampaignModel, Node
from exgui.gui.campaign_column.ready_made import ReadyMade
from exgui.gui.campaign_column.tasks import ColumnTasks
from exgui.gui.campaign_column.tree import CampaignTree
from exgui.gui.look.appearance import appearance, current_theme
from exgui.gui.look.elided import ElidedLabel
from exgui.gui.look.icons import icon
from exgui.gui.safe_events import safe_events
from exgui.gui.settings import Settings
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.gui.campaign_column.actions import ColumnActions
    from exgui.gui.window_command import KeyGroups, OwnCommand


FOLDED = 52
OPEN, WIDE_OPEN = 272, 360
"""Widths when it is open, in pixels; the second in a window that is `ROOMY`, where notes have room beside names."""
NARROWEST = 176
ROOMY = 1600
"""The width of the window from which the column is open, unless the user has folded it."""
ICONS: dict[Section, str] = {
    "battles": "sword-cross",
    "encounters": "map-outline",
    "sheets": "account-multiple-outline",
    "opponents": "skull-outline",
}
TITLES: dict[Section, str] = {
    "battles": "Battles",
    "encounters": "Encounters",
    "sheets": "Sheets",
    "opponents": "Ready-made opponents",
}


@safe_events
class SearchField(QLineEdit):
    """Where one types what is searched. Down goes to what was found, Enter opens the first of it.

    Signals:
        went_down(): Down was pressed.
        entered(): Enter was pressed.
        focus_moved(): the keys go to it, or go to it no longer.
        lines_pasted(): what was pasted has several lines, which no one searches for.
    """

    lines_pasted = Signal()
    went_down = Signal()
    entered = Signal()
    focus_moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        theme = current_theme()
        self.setProperty("role", "search")
        self.setPlaceholderText("Search\N{HORIZONTAL ELLIPSIS}")
        self.setAccessibleName("Search the campaign")
        self.setClearButtonEnabled(True)
        self.setMaxLength(200)
        self.addAction(icon(theme, "magnify", "muted"), QLineEdit.ActionPosition.LeadingPosition)

    def changeEvent(self, event: QEvent) -> None:
        """Recolor the search icon with the theme. Qt notifies only fields that still exist, and on each new page."""
        theme = current_theme()
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            wanted = icon(theme, "magnify", "muted")
            for glass in self.actions()[:1]:
                if glass.icon().cacheKey() != wanted.cacheKey():
                    glass.setIcon(wanted)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste) and "\n" in QApplication.clipboard().text().strip():
            self.lines_pasted.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.went_down.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.entered.emit()
        else:
            super().keyPressEvent(event)


@safe_events
class CampaignColumn(QFrame):
    """The column.

    Signals:
        folded(bool): the column was folded or unfolded.
        focus_moved(): the keys go to the column, or go to it no longer.

    Attributes:
        entry_actions: what changes the campaign.
        tasks: what can be done with what is listed.

    Args:
        actions: to do it.
        settings: where is remembered what is folded.
        key: gives what stands for the open campaign in the names of settings.
    """

    folded = Signal(bool)
    focus_moved = Signal()
    entry_actions: ColumnActions
    hints = ("Enter opens", "F2 rename", "Ctrl+D duplicate", "Del delete", "Shift+F10 more", "Esc to the page")

    def __init__(self, actions: ColumnActions, settings: Settings, key: Callable[[], str]) -> None:
        super().__init__()
        styled(self, surface="panel", fills=True)
        self.setAccessibleName("Campaign")
        self.entry_actions = actions
        self._settings, self._key_of = settings, key
        self._is_folded = False
        self._campaign: Campaign | None = None
        self._shown_lists: tuple[object, ...] | None = None
        self._key = ""
        self.model = CampaignModel(self._rename, self.entry_actions.folders.move, self)
        self.ready_made = ReadyMade(self.model)
        self.tree = CampaignTree(self.model, self._press)
        self.tasks = ColumnTasks(actions, self.model, self.tree, self.ready_made, self)
        self.search = SearchField()
        self.question = QuestionCard()
        self._lay_out()
        self._connect()
        self.set_folded(False)

    # What is shown

    @property
    def is_folded(self) -> bool:
        """Whether only the icons are shown."""
        return self._is_folded

    def set_folded(self, folded: bool) -> None:
        self._is_folded = folded
        for widget in (self.tree, self.search, self._above, self.title):
            widget.setVisible(not folded)
        if folded:
            self.question.dismiss()
        self._icons.setVisible(folded)
        self._top.setContentsMargins(8 if folded else 16, 0, 8, 0)
        self._top.setAlignment(self._fold, Qt.AlignmentFlag.AlignHCenter if folded else Qt.AlignmentFlag.AlignRight)
        if folded:
            self.setFixedWidth(FOLDED)
        else:
            self.setMinimumWidth(NARROWEST)
            self.setMaximumWidth(420)
        self._fold.put("chevron-double-right" if folded else "chevron-double-left")
        self.folded.emit(folded)

    def show_campaign(self, campaign: Campaign | None) -> None:
        """List a campaign; None for none."""
        self._campaign = campaign
        self.tasks.reads_only = campaign is None or campaign.read_only
        key = self._key_of() if campaign is not None else ""
        is_other = key != self._key
        self._key = key
        title = campaign.title if campaign is not None else "No campaign"
        self.title.tip = f"{title}\n{campaign.source}" if campaign is not None else ""
        self.title.put(title)
        try:
            self.tasks.listing = listing_of(campaign) if campaign is not None else None
            self._shown_lists = _lists(campaign) if campaign is not None else None
        except CampaignError as error:
            self.tasks.listing = None
            self.title.tip = str(error)
        if is_other:
            self.entry_actions.history.clear()
            self.search.clear()
            self.model.show(None)
        self.model.may_change = not self.tasks.reads_only
        if is_other and campaign is not None:
            self.tree.restore_folding(remembered(self._settings, key))
            self.ready_made.show()
        self.model.show(self.tasks.listing)
        self._nothing.setVisible(self.tasks.listing is None and not self._is_folded)
        self.search.setEnabled(self.tasks.listing is not None)

    def is_behind(self) -> bool:
        """Return whether sheets or encounters were saved since they were listed."""
        with suppress(CampaignError):
            return self._campaign is not None and self._shown_lists != _lists(self._campaign)
        return False

    def show_battles(self, campaign: Campaign) -> None:
        """Update the battles of the listed campaign; nothing else in it is read."""
        with suppress(CampaignError):
            self.model.show_battles(battles_of(campaign))

    def show_here(self, kind: str, id: str) -> None:
        self.model.show_here(kind, id)

    def ask(self, text: str, answers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Ask something in the column, which is unfolded for it. For the answers see `QuestionCard.ask`."""
        self.set_folded(False)
        self.question.ask(text, answers)

    def begin_search(self) -> None:
        self.set_folded(False)
        (self.search if self.search.isEnabled() else self.tree).setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def leave(self) -> bool:
        """Return what Escape means here: answers a question with no, shows everything again. False where neither is
        due."""
        if self.question.dismiss():
            return True
        if not self.search.text():
            return False
        self.search.clear()
        if self.search.hasFocus():
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def has_keys(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and (focus is self or self.isAncestorOf(focus))

    def own_keys(self) -> KeyGroups:
        """Return the keys of the column, for the list of keys: by heading, pairs of key and what it does."""
        return own_keys()

    def listed(self) -> tuple[Entry, ...]:
        found = self.tasks.listing
        return (*found.battles, *found.encounters, *found.sheets) if found is not None else ()

    def commands(self) -> tuple[OwnCommand, ...]:
        return window_commands(self._picked())

    def menu(self) -> QMenu:
        return menu_of(self, self._picked())

    def _picked(self) -> Picked:
        return Picked(self.tasks, self.tree.picked(), self.tree.current_node)

    # Inside

    def _lay_out(self) -> None:
        column = vbox(on=self, margins=(0, 8, 0, 0), spacing=4)
        self.title = ElidedLabel("strong", least=10)
        top = hbox((self.title, 1), margins=(16, 0, 8, 0))
        self._fold = IconButton("chevron-double-left", "Collapse the campaign (Ctrl+B)")
        self._fold.clicked.connect(lambda: self.set_folded(not self._is_folded))
        top.addWidget(self._fold)
        self._top = top
        column.addLayout(top)
        self._icons = QWidget()
        icons = vbox(on=self._icons, margins=(8, 0, 8, 8), spacing=8)
        for section, name in ICONS.items():
            button = IconButton(name, TITLES[section], 22)
            button.clicked.connect(lambda _checked=False, section=section: self._unfold_at(section))
            icons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        icons.addStretch(1)
        column.addWidget(self._icons, 1)
        self._above = QWidget()
        self._nothing = label("Open a campaign to see its battles, encounters and sheets.", "small", wrap=True)
        self._nothing.setContentsMargins(8, 4, 0, 0)
        vbox(self.search, self.question, self._nothing, on=self._above, margins=(8, 2, 8, 2), spacing=8)
        fill_box(column, self._above, (self.tree, 1))

    def _connect(self) -> None:
        self.tree.wanted.connect(self._open)
        self.tree.new_requested.connect(self.tasks.ask_for_new)
        self.tree.menu_requested.connect(self._show_menu)
        self.tree.folded.connect(lambda: remember(self._settings, self._key, self.tree.folding()))
        self.tree.typed.connect(self._type)
        self.tree.left_upward.connect(lambda: self.search.setFocus(Qt.FocusReason.BacktabFocusReason))
        self.tree.looked_at.connect(lambda section: self.ready_made.read_all() if section == "opponents" else None)
        self.search.textChanged.connect(self._search)
        for field in (self.tree, self.search):
            field.focus_moved.connect(self.focus_moved)
        self.search.went_down.connect(self._go_down)
        self.search.entered.connect(self._open_found)
        self.search.lines_pasted.connect(self.tasks.paste_requested)

    def _open(self, entry: Entry) -> None:
        self.entry_actions.open(entry)

    def _rename(self, node: Node, name: str) -> bool:
        if node.entry is not None:
            return self.entry_actions.rename(node.entry, name)
        return self.entry_actions.folders.rename(node.section, node.name, name)

    def _press(self, name: str) -> bool:
        """Do what a key means for the picked rows; return whether it means anything."""
        picked = self._picked()
        command = command_of_key(name, picked)
        if command is None:
            return False
        if reason := command.refusal(picked):
            self.entry_actions.show_message(reason)
        else:
            command.run(picked)
        return True

    def _show_menu(self, at: QPoint) -> None:
        if QApplication.activePopupWidget() is not None:
            return  # a key may be told twice: as a press, and by the platform as a wish for the menu
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(text)

    def _search(self, text: str) -> None:
        if text.strip():
            self.ready_made.hurry()
        self.tree.search(text)

    def _go_down(self) -> None:
        self.tree.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.tree.currentIndex().isValid():
            self.tree.put_cursor(self.tree.filter.index(0, 0))

    def _open_found(self) -> None:
        node = self.tree.current_node
        if self.search.text().strip() and node is not None and node.entry is not None:
            self._open(node.entry)
        elif not self.search.text().strip():
            self._go_down()

    def _unfold_at(self, section: Section) -> None:
        self.set_folded(False)
        node = self.model.section(section)
        if node is not None:
            index = self.tree.filter.mapFromSource(self.model.index_of_row(node))
            self.tree.expand(index)
            self.tree.put_cursor(index)
            self.tree.scrollTo(index, CampaignTree.ScrollHint.PositionAtTop)
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)


def _lists(campaign: Campaign) -> tuple[object, ...]:
    return campaign.sheets(), campaign.encounters()


def remembered(settings: Settings, campaign: str) -> dict[str, bool]:
    """Return what was opened (True) or closed by hand in a campaign, by its key in the settings."""
    text = settings.value(f"column/{campaign}")
    try:
        found = json.loads(str(text)) if text is not None else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, bool)}


def remember(settings: Settings, campaign: str, folding: dict[str, bool]) -> None:
    settings.save(f"column/{campaign}", json.dumps(folding))


@safe_events
class QuestionCard(QFrame):
    """A sentence and its answers. Escape is the last of them, which does nothing."""

    def __init__(self) -> None:
        super().__init__()
        styled(self, role="card", tone="now")
        self.text = label("", "body", wrap=True)
        self._answers = vbox(spacing=4)
        vbox(self.text, self._answers, on=self, margins=(12, 10, 12, 10), spacing=8)
        self.buttons: list[QPushButton] = []
        self.hide()

    def ask(self, text: str, answers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Ask, in place of what was asked before.

        Args:
            answers: each as what its button says and what it does; the first matters most.
        """
        clear(self._answers)
        self.text.setText(text)
        self.setAccessibleName(text)
        self.buttons = []
        for number, (words, do) in enumerate(answers):
            button = push(words, "primary" if number == 0 else "", do=lambda _checked=False, do=do: self._answer(do))
            self._answers.addWidget(button)
            self.buttons.append(button)
        self.show()
        show_new(self)
        self.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)

    def dismiss(self) -> bool:
        """Take the last answer. False where nothing is asked."""
        if self.isHidden() or not self.buttons:
            return False
        self.buttons[-1].click()
        return True

    def _answer(self, do: Callable[[], object]) -> None:
        self.hide()
        do()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = next((number for number, button in enumerate(self.buttons) if button.hasFocus()), None)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and focused is not None:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.buttons[(focused + step) % len(self.buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and focused is not None:
            self.buttons[focused].click()
        else:
            super().keyPressEvent(event)


class IconButton(QToolButton):
    """The button.

    Args:
        name: of the icon.
        tip: what it does, with its key in brackets.
        size: of the icon, in pixels.
    """

    def __init__(self, name: str, tip: str, size: int = 18) -> None:
        super().__init__()
        self._name = name
        self.setToolTip(tip)
        self.setAccessibleName(tip.partition(" (")[0])
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(size, size))
        self.put(name)
        appearance().changed.connect(self._on_theme)  # not a lambda: Qt lets go of it with the button

    def put(self, name: str) -> None:
        theme = current_theme()
        self._name = name
        self.setIcon(icon(theme, name, "muted"))

    def _on_theme(self) -> None:
        self.put(self._name)
