"""What every part of the storyteller's window knows of it: its campaign, its battle, its widgets, its settings."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from exgui.gui.empty import EmptyState
from exgui.gui.frame import StatusLine, TopLine
from exgui.gui.keymap import Keymap
from exgui.gui.keys_page import KeysPage
from exgui.gui.overlay import KeyList, Palette
from exgui.gui.panel.odds import Source
from exgui.gui.panel.why_popover import WhyPopover
from exgui.gui.sidebar import Sidebar

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.gui.battle_controller import BattleController
    from exgui.gui.desk import Desk
    from exgui.play.play import Play

# What reads files and plays battles is imported where it is needed; the first picture of the window does not wait.


class WindowBase(QMainWindow):
    """The window as its parts see it; `MainWindow` makes all of this."""

    settings: QSettings | None
    source: Source | None
    campaign: Campaign | None
    battle_id: int | None
    bridge: BattleController | None
    desk: Desk | None
    keymap: Keymap
    empty: EmptyState
    top: TopLine
    status: StatusLine
    sidebar: Sidebar
    why: WhyPopover
    palette_: Palette
    keys_list: KeyList
    keys_page: KeysPage
    actions_by_id: dict[str, QAction]
    gliding: bool
    """Tokens glide to where they go; else they jump."""

    def show_play(self, play: Play, id: int | None = None) -> None:
        """Puts a battle on the desk."""
        raise NotImplementedError

    def show_empty(self) -> None:
        """Takes the battle off the desk; the empty state stands there."""
        raise NotImplementedError

    def clear_desk(self) -> None:
        """Takes the battle off the desk."""
        raise NotImplementedError

    def take_in(self) -> None:
        """Asks for a text file to be taken into the campaign."""
        raise NotImplementedError

    def toggle_sidebar(self) -> None:
        """Folds the campaign column, or unfolds it."""
        raise NotImplementedError

    def show_gliding(self) -> None:
        """Has the map and the tick bar move their tokens as is wished, and the menu say so."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """A sentence in the status line, for a while."""
        self.status.say(text)

    @property
    def said(self) -> str:
        """The sentence in the status line, "" for none."""
        return self.status.said

    def action_keys(self) -> dict[str, str]:
        """The letter of every action of the battle's game, by its id."""
        return self.keymap.action_keys(self.bridge.rules) if self.bridge is not None else {}

    # Wishes

    @property
    def campaign_key(self) -> str:
        """What stands for the campaign that is open in the names of wishes: its file's name, and a part of the digest
        of its whole path, since several may be of one name."""
        if self.campaign is None:
            return ""
        path = self.campaign.path.resolve()
        return f"{path.name}-{sha256(str(path).encode('utf-8', 'surrogateescape')).hexdigest()[:12]}"

    def keep(self, key: str, value: object) -> None:
        """Remembers a wish."""
        if self.settings is not None:
            self.settings.setValue(key, value)

    def flag(self, key: str, otherwise: bool) -> bool:
        """A wish that is yes or no."""
        value = self.settings.value(key) if self.settings is not None else None
        return otherwise if value is None else str(value).lower() == "true"

    def number(self, key: str) -> int | None:
        """A number that was remembered."""
        value = self.settings.value(key) if self.settings is not None else None
        try:
            return int(str(value))
        except ValueError:
            return None
