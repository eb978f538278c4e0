"""What is laid over the window without stopping it: palette, list of keys, page of keys, parts of a number."""

from __future__ import annotations

from exgui.gui.commands.palette import Palette
from exgui.gui.keyboard.key_list import KeyList
from exgui.gui.keyboard.keys_page import KeysPage
from exgui.gui.panel.why_popover import WhyPopover


class Overlays:
    """The overlays of one window.

    Attributes:
        palette: every command, found by typing (Ctrl+K).
        key_list: the list of keys (F1).
        keys_page: where keys are changed (Ctrl+F1).
        why: the parts of a number (?).
    """

    def __init__(self, palette: Palette, key_list: KeyList, keys_page: KeysPage, why: WhyPopover) -> None:
        self.palette, self.key_list, self.keys_page, self.why = palette, key_list, keys_page, why

    @property
    def takes_keys(self) -> bool:
        """One of them has the keys for itself."""
        return self.palette.isVisible() or self.keys_page.isVisible()
