"""What a command works on: the parts of the window, as they are when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QMainWindow

from exgui.engine.frozen import frozen

if TYPE_CHECKING:
    from exgui.gui.campaign_column.column import CampaignColumn
    from exgui.gui.campaign_session import CampaignSession
    from exgui.gui.error_reports import ErrorReports
    from exgui.gui.keyboard.keymap import Keymap
    from exgui.gui.navigation import Navigation
    from exgui.gui.overlays import Overlays
    from exgui.gui.pages.battle.page import BattlePage
    from exgui.gui.pages.page import Page, UndoTarget
    from exgui.gui.pages.stack import PageStack
    from exgui.gui.settings import Settings
    from exgui.gui.table_control.control import TableControl
    from exgui.gui.window_command import WindowCommand


@frozen
class Context:
    """The parts of one window that commands work on.

    Attributes:
        window: the window itself, as the parent of dialogs; to be closed by Quit.
        commands: all that the window can be told to do, in the order of the menu.
        table: the players' screen.
        offer: shows these commands in the palette.
        say: shows a sentence in the status line.
    """

    window: QMainWindow
    commands: Sequence[WindowCommand[Context]]
    session: CampaignSession
    pages: PageStack
    navigation: Navigation
    column: CampaignColumn
    overlays: Overlays
    keymap: Keymap
    settings: Settings
    reports: ErrorReports
    table: TableControl
    offer: Callable[[Sequence[WindowCommand[Context]]], None]
    say: Callable[[str], None]

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.pages.current

    @property
    def undo_target(self) -> UndoTarget | None:
        """What Ctrl+Z takes back: what was done in the campaign column while that has the keys, else on the page."""
        return self.column.entry_actions.undo if self.column.has_keys() else self.page.undo_target

    @property
    def battle(self) -> BattlePage | None:
        """The page that is shown, where it is that of a battle."""
        return cast("BattlePage", self.page) if self.page.kind == "battle" else None
