"""What a page is given of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow

from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.gui.campaign_session import CampaignSession
    from exgui.gui.pages.navigation import Navigation
    from exgui.gui.pages.stack import PageStack
    from exgui.gui.settings import Settings
    from exgui.gui.widgets.why_popover import WhyPopover


class PageContext(Record):
    """The parts of one window that pages work with.

    Attributes:
        window: the window itself, as the parent of dialogs; to be closed by Quit.
        why: shows the parts of numbers, over the whole window.
        say: shows a sentence in the status line.
        run: does a command of the window, by its id.
    """

    window: QMainWindow
    session: CampaignSession
    pages: PageStack
    navigation: Navigation
    settings: Settings
    why: WhyPopover
    say: Callable[[str], None]
    run: Callable[[str], None]
