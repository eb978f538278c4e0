"""What a page is given of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow

from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.gui.keyboard.keymap import Keymap
    from exgui.gui.pages.navigation import Navigation
    from exgui.gui.pages.stack import PageStack
    from exgui.gui.panel.odds import Source
    from exgui.gui.session.campaign_session import CampaignSession
    from exgui.gui.settings import Settings
    from exgui.gui.widgets.why_popover import WhyPopover
    from exgui.simulate.work import Workers


class PageContext(Record):
    """The parts of one window that pages work with.

    Attributes:
        window: the window itself, as the parent of dialogs; to be closed by Quit.
        keymap: the keys of commands and actions, as the user has chosen them.
        odds: who works out the odds before a roll; None for no odds.
        workers: makes or returns the processes that simulate fights; None for no simulations.
        why: shows the parts of numbers, over the whole window.
        show_message: shows a sentence in the status line, with an `Offer` behind it if one is given.
        run: does a command of the window, by its id.
    """

    window: QMainWindow
    session: CampaignSession
    pages: PageStack
    navigation: Navigation
    settings: Settings
    keymap: Keymap
    odds: Source | None
    workers: Callable[[], Workers] | None
    why: WhyPopover
    show_message: Callable[..., None]
    run: Callable[[str], None]
