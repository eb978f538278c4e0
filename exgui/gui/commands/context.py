"""What a command works on: the parts of the window, as they are when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from exgui.gui.pages.page_context import PageContext

if TYPE_CHECKING:
    from exgui.gui.campaign_column.column import CampaignColumn
    from exgui.gui.error_reports import ErrorReports
    from exgui.gui.overlays import Overlays
    from exgui.gui.pages.battle.page import BattlePage
    from exgui.gui.pages.page import Page, UndoTarget
    from exgui.gui.table_control.control import TableControl
    from exgui.gui.window_command import WindowCommand


class Context(PageContext):
    """What pages are given, and the other parts of one window that commands work on.

    Attributes:
        commands: all that the window can be told to do, in the order of the menu.
        table: the players' screen.
        offer: shows these commands in the palette.
        begin_tour: shows a new user's hints from the first one on.
    """

    commands: Sequence[WindowCommand[Context]]
    column: CampaignColumn
    overlays: Overlays
    reports: ErrorReports
    table: TableControl
    offer: Callable[[Sequence[WindowCommand[Context]]], None]
    begin_tour: Callable[[], None]

    @property
    def page(self) -> Page:
        return self.pages.current

    @property
    def undo_target(self) -> UndoTarget | None:
        """What Ctrl+Z undoes: changes in the campaign column while it has the focus, else on the page."""
        return self.column.entry_actions.history if self.column.has_keys() else self.page.undo_target

    @property
    def battle(self) -> BattlePage | None:
        return cast("BattlePage", self.page) if self.page.kind == "battle" else None
