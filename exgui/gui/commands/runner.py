"""Runs commands by key, menu or palette; reports why one can't run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from exgui.gui.commands.context import Context
from exgui.gui.commands.table import BY_ID, COMMANDS
from exgui.gui.widgets.finder import Pick
from exgui.gui.window_command import WindowCommand


class CommandRunner(QObject):
    """The commands of one window as Qt's actions, with a menu of them.

    Attributes:
        actions: the action of each command, by its id.
        menu: all that are in the menu, by their groups.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self.context = context
        self.actions: dict[str, QAction] = {}
        self.menu = QMenu(context.window)
        self.menu.aboutToShow.connect(self.refresh)
        self.menu.aboutToHide.connect(self._allow_all)
        headings: dict[str, QMenu] = {}
        for command in COMMANDS:
            action = QAction(command.title, self)
            action.setCheckable(command.checked is not None)
            action.setAutoRepeat(False)  # a key that is held down does not repeat
            action.triggered.connect(lambda _checked=False, command=command: self.run(command))
            self.actions[command.id] = action
            if not command.fixed:
                context.window.addAction(action)
            if command.in_menu:
                if command.group not in headings:
                    headings[command.group] = self.menu.addMenu(command.group)
                    headings[command.group].setToolTipsVisible(True)
                if command.starts:
                    headings[command.group].addSeparator()
                if command.choices is not None:
                    action.setMenu(self._choices_of(command, headings[command.group]))
                headings[command.group].addAction(action)
        context.keymap.changed.connect(self._follow_keys)
        self._follow_keys()

    def _choices_of(self, command: WindowCommand[Context], above: QMenu) -> QMenu:
        menu = QMenu(above)
        menu.setToolTipsVisible(True)

        def fill() -> None:
            menu.clear()
            for one in command.choices(self.context) if command.choices is not None else ():
                action = menu.addAction(one.title.replace("&", "&&"))
                action.setToolTip(one.note or one.plain_title)
                if one.checked is not None:
                    action.setCheckable(True)
                    action.setChecked(one.is_on(self.context))
                action.triggered.connect(lambda _checked=False, one=one: self.run(one))

        menu.aboutToShow.connect(fill)
        return menu

    def run(self, command: WindowCommand[Context] | str) -> None:
        command = BY_ID[command] if isinstance(command, str) else command
        reason = command.refusal(self.context)
        if reason and not command.shows_refusal:
            self.context.show_message(reason)
        else:
            command.run(self.context)

    def offer(self, commands: Sequence[WindowCommand[Context]]) -> None:
        """List commands in the palette with their current keys, and run the picked one or report why it can't run."""
        keys = self.context.keymap.command_keys()
        picks = []
        for one in commands:
            reason, note = one.refusal(self.context), one.note or one.group
            text = "  ".join(word for word in (reason or note, keys.get(one.id, one.keys)) if word)
            words = f"{' '.join(one.synonyms)} {one.group} {one.note}"
            picks.append(Pick(partial(self.run, one), one.plain_title, text, words, bool(reason), one.late))
        self.context.overlays.palette.open_list("Type what you want to do", picks, None, lambda run: run())

    def refresh(self) -> None:
        """Update check marks in the menu, and gray what can't be done, with the reason."""
        for command in COMMANDS:
            action, reason = self.actions[command.id], command.refusal(self.context)
            action.setEnabled(not reason)
            action.setToolTip(reason or command.plain_title)
            if command.checked is not None:
                action.setChecked(command.is_on(self.context))

    def _allow_all(self) -> None:
        """Enable all commands outside the menu: the key of one that can't run reports why."""
        for action in self.actions.values():
            action.setEnabled(True)

    def _follow_keys(self) -> None:
        keys = self.context.keymap.command_keys()
        for command in COMMANDS:
            if not command.fixed:
                self.actions[command.id].setShortcut(QKeySequence(keys[command.id]))
