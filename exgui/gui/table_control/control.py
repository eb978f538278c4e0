"""The players' screen as the storyteller handles it: opened and closed, on which battle it is, what hangs before it.

What the public ids of the pictures that it draws mean is known here alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QMainWindow

from exgui.gui.look.appearance import appearance
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.settings import Settings
from exgui.gui.table_control.curtain_control import CurtainControl
from exgui.gui.table_control.turn_clock import TurnClock

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage
    from exgui.gui.table.camera import Area
    from exgui.gui.table.look import TableLook
    from exgui.gui.table.screen import TableScreen
    from exgui.gui.table.window import TableWindow
    from exgui.gui.table_control.preview import Preview
    from exgui.gui.table_control.saved import CurtainChoice, SavedTable
    from exgui.play.play import Change, Play
    from exgui.play.public import PublicBattle, PublicSettings


# The players' screen is imported when it is first wanted; the first picture of the window does not wait.


_ROUND = 18.0
"""Map units between all that the players know and the frame round it."""


class TableControl(QObject):
    """The one players' screen of a window.

    It stays on its battle, whatever page or battle the storyteller turns to.

    Signals:
        changed(): it was opened or closed, is on another battle, or something hangs before it.

    Attributes:
        window: None as long as it was never open.
        curtain: what hangs before the map.
        clock: the turn timer of the battle that is open.
        pictures: the campaign's pictures by the public ids of the screen.

    Args:
        storyteller: the window that it belongs to.
        show_message: shows a sentence in the status line.
    """

    changed = Signal()

    def __init__(
        self,
        storyteller: QMainWindow,
        session: CampaignSession,
        settings: Settings,
        show_message: Callable[[str], None],
    ) -> None:
        super().__init__(storyteller)
        self.window: TableWindow | None = None
        self._settings = settings
        self._saved: SavedTable | None = None
        self._storyteller, self._session, self._show_message = storyteller, session, show_message
        self._following: Following | None = None
        self._key = ("", "")
        self._battle: PublicBattle | None = None
        self.pictures = PublicPictures(session)
        self._page: BattlePage | None = None
        self._preview: Preview | None = None
        self.curtain = CurtainControl(
            session, lambda: self.saved.curtain(session.campaign_key), self._screens, show_message
        )
        self.clock = TurnClock(settings, self)
        self.clock.changed.connect(self._show_clock)
        session.battle_opened.connect(self._battle_opened)
        session.battle_closed.connect(lambda: self.clock.watch(None))
        session.listed.connect(self._campaign_listed)
        appearance().changed.connect(self._dress)

    # What there is

    @property
    def is_open(self) -> bool:
        return self.window is not None and self.window.is_open

    @property
    def is_covered(self) -> bool:
        """Something hangs before the map: a curtain, or a picture."""
        return self.curtain.hangs

    @property
    def battle(self) -> PublicBattle | None:
        return self._battle

    @property
    def play(self) -> Play | None:
        return self._following.play if self._following is not None else None

    def is_on(self, play: Play | None) -> bool:
        return self._following is not None and self._following.play is play

    # Open and closed

    def toggle(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        from exgui.gui.table.window import TableWindow

        fresh = self.window is None
        window = self.window or TableWindow(self._storyteller, self.pictures.portrait, self.pictures.content)
        if fresh:
            self.window = window
            window.closed.connect(self._closed)
            window.moved.connect(self._moved)
            window.screen.reframed.connect(self._show_frame)
            window.screen.set_frame(self.saved.frame(*self._key))
        self._dress()
        self.curtain.hang()
        window.saved_monitor, window.saved_box = self.saved.monitor(), self.saved.box()
        if not fresh:
            window.screen.show_battle(self._battle)  # what came while it was closed
        window.open()
        if self._following is None and self._session.play is not None:
            self._follow(self._session.play)
        elif fresh:
            window.screen.show_battle(self._battle)  # now it has its size: the map is planned once
        if window.monitor:
            self.saved.save_monitor(window.monitor)
            self._show_message(f"The players’ screen is on {window.monitor}.")
        else:
            self._show_message("Only one monitor: the players’ screen is a window. Drag it where they can see it.")
        self._update_all()

    def close(self) -> None:
        if self.window is not None:
            self.window.close()
            self._closed()

    def end(self) -> None:
        self._stop_following()
        self.clock.watch(None)
        self.curtain.stop()
        if self.window is not None:
            self.window.close()
            self._save_place()
            self.window.destroy()
            self.window = None

    # Which battle

    def show_here(self) -> None:
        """Show the open battle to the players from now on."""
        if self._session.play is not None:
            self._follow(self._session.play)
            if not self.is_open:
                self.open()
            self._update_all()

    def watch(self, page: BattlePage) -> None:
        """Follow a new battle page: its map shows what the players see, and can change that."""
        self._page, self._preview = page, None
        page.destroyed.connect(lambda: self._forget(page))
        page.map.framed.connect(lambda box: self.set_frame(_area_of(box)))
        page.log.public_settings = lambda: self.settings_of(page.controller.play)
        page.controller.steps.reveals_none = lambda: self.settings_of(page.controller.play).hidden == "stay"
        self._show_frame()

    # What they see of the map

    def set_frame(self, frame: Area | None) -> None:
        """Show the players this part of the map; None for everything."""
        self.saved.save_frame(*self._key, frame)
        if self.window is not None:
            self.window.screen.set_frame(frame)
        if self._preview is not None:
            self._preview.shown.set_frame(frame)
        self._show_frame()

    # Before the map

    def toggle_curtain(self) -> None:
        """Draw the curtain; take it away, or the picture that is shown alone."""
        self.curtain.toggle()
        self._update_all()

    def splash(self, picture: str, title: str = "", text: str = "") -> None:
        """Show a picture or a text alone, as `CurtainControl.splash` does."""
        self.curtain.splash(picture, title, text)
        self._update_all()

    # Settings

    @property
    def saved(self) -> SavedTable:
        if self._saved is None:
            from exgui.gui.table_control.saved import SavedTable

            self._saved = SavedTable(self._settings)
        return self._saved

    @property
    def public_settings(self) -> PublicSettings:
        return self.saved.public(*self._settings_key)

    @property
    def _settings_key(self) -> tuple[str, str]:
        """The campaign and the battle whose settings these are: that which it is on, else the one that is open."""
        return self._key if self._following is not None else self._open_key

    @property
    def _open_key(self) -> tuple[str, str]:
        battle = self._session.battle_id
        return self._session.campaign_key, str(battle) if battle is not None else ""

    def settings_of(self, play: Play) -> PublicSettings:
        if self.is_on(play):
            return self.public_settings
        return self.saved.public(*self._open_key)

    def settings_for(self, battle: int | None) -> PublicSettings:
        """Return the settings of a battle of the campaign, by its number."""
        return self.saved.public(self._session.campaign_key, str(battle) if battle is not None else "")

    def set_public(self, settings: PublicSettings) -> None:
        self.saved.save_public(*self._settings_key, settings)
        if self._following is not None:
            self._following.set_settings(settings)

    def set_look(self, look: TableLook) -> None:
        self.saved.save_look(look)
        self._dress()

    def set_curtain(self, choice: CurtainChoice) -> None:
        self.saved.save_curtain(self._session.campaign_key, choice)
        self.curtain.hang()

    # Preview

    @property
    def previews(self) -> bool:
        """Whether the players' screen replaces the storyteller's map."""
        return self._preview is not None and self._preview.isVisible()

    def toggle_preview(self, page: BattlePage) -> None:
        """Show what the players see in the place of a battle's map, or the map again."""
        from exgui.gui.table_control.preview import Preview

        if self.previews:
            assert self._preview is not None
            self._preview.hide()
            self._preview.deleteLater()
            self._preview = None
            self._update_all()
            return
        if self._following is None:
            self._follow(page.controller.play)
        self._preview = Preview(page.map, self.pictures.portrait, self.pictures.content)
        self._dress()
        self._preview.shown.set_frame(self.saved.frame(*self._key))
        self._preview.shown.show_battle(self._battle)
        self.curtain.hang()
        self._preview.open(_size_of(self.window))
        self._update_all()

    # Inside

    def _follow(self, play: Play) -> None:

        self._stop_following()
        self._key = self._open_key
        self._following = Following(play, self.saved.public(*self._key), self._show, self)
        frame = self.saved.frame(*self._key)
        if self.window is not None:
            self.window.screen.set_frame(frame)
        self._following.show()

    def _stop_following(self) -> None:
        if self._following is not None:
            self._following.stop()
            self._following = None

    def _show(self, battle: PublicBattle, pictures: Mapping[str, str]) -> None:
        self._battle = battle
        if self.pictures.mean(pictures):
            for screen in self._screens():
                screen.forget_pictures()
        if self.window is not None and self.is_open:
            self.window.screen.show_battle(battle)
        if self._preview is not None:
            self._preview.shown.show_battle(battle)

    def _show_clock(self) -> None:
        clock, left = self.clock, self.clock.left
        shown = (clock.text, left / clock.limit) if left is not None and self.is_on(clock.play) else None
        for screen in self._screens():
            screen.set_clock(shown)

    def _dress(self) -> None:
        for screen in self._screens():
            screen.set_look(self.saved.look().but(text=appearance().text_size))

    def _screens(self) -> Iterator[TableScreen]:
        if self.window is not None:
            yield self.window.screen
        if self._preview is not None:
            yield self._preview.shown

    def _update_all(self) -> None:
        self._show_frame()
        self._show_clock()
        self.changed.emit()

    def _closed(self) -> None:
        self._save_place()
        self._show_message("The players’ screen is closed.")
        self._update_all()

    def _moved(self, monitor: str) -> None:
        window = self.window
        if window is not None and window.is_shown:
            window.screen.show_battle(self._battle)
            self._show_message(f"The players’ screen is on {monitor} again.")
        else:
            self._show_message(f"{monitor} was unplugged: the players see nothing until it is back.")
        self._update_all()

    def _save_place(self) -> None:
        if self.window is not None and self.window.saved_box.isValid():
            self.saved.save_box(self.window.saved_box)

    def _show_frame(self) -> None:
        """Show on the storyteller's map what the players see."""
        page = self._page
        if page is None:
            return
        shown = self.window is not None and self.window.is_shown and self.is_on(page.controller.play)
        page.map.show_seen(_seen_by(self.window) if shown else None, covered=self.is_covered)

    def _forget(self, page: BattlePage) -> None:
        """Forget a closed battle page and the overlay on its map."""
        if self._page is page:
            self._page, self._preview = None, None

    def _battle_opened(self, play: Play) -> None:
        """Follow a battle that was reopened, or opened while none was shown."""
        if self._session.beside is not None:
            self.clock.watch(None)
            return
        self.clock.watch(play)
        key = self._open_key
        wanted = self.is_open and self._following is None
        if wanted or (self._following is not None and self._session.battle_id is not None and key == self._key):
            self._follow(play)
        elif self.is_open and self._following is not None and not self.is_on(play):
            seen = self._following.play.battle.title or "another battle"
            self._show_message(f"The players still see {seen}. Ctrl+F11 shows them this battle.")
        self._show_frame()

    def _campaign_listed(self) -> None:
        """Follow the change of campaign: nothing of the previous one is shown."""
        if self._following is not None and self._session.campaign_key != self._key[0]:
            self._stop_following()
            self._battle = None
            self.curtain.clear()
            for screen in self._screens():
                screen.forget_pictures()
                screen.show_battle(None)
            self._update_all()


def _size_of(window: TableWindow | None) -> tuple[int, int]:
    """Return the size of the players' screen; of a usual one where it is not open."""
    if window is not None and window.is_shown:
        return window.screen.width(), window.screen.height()
    return 1920, 1080


def _seen_by(window: TableWindow | None) -> QRectF | None:
    """Return what the players see of the map: the frame; or all that they know, without the empty room round it, in
    which the frame could not be taken hold of."""
    screen = window.screen if window is not None else None
    seen = screen.seen if screen is not None else None
    if screen is None or seen is None:
        return None
    if screen.frame is None and screen.known is not None:
        known = screen.known
        return QRectF(known.x, known.y, known.width, known.height).adjusted(-_ROUND, -_ROUND, _ROUND, _ROUND)
    return QRectF(seen.x, seen.y, seen.width, seen.height)


def _area_of(box: QRectF | None) -> Area | None:
    from exgui.gui.table.camera import Area

    return Area(box.x(), box.y(), box.width(), box.height()) if box is not None else None


class Following(QObject):
    """Reports a battle as the players may see it, once for each change of the storyteller, after the storyteller's own
    window.

    Args:
        show: is given the battle, and what the public ids of its pictures mean.
    """

    def __init__(
        self,
        play: Play,
        settings: PublicSettings,
        show: Callable[[PublicBattle, Mapping[str, str]], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.play = play
        from exgui.play.public import PublicView  # the first picture of the window does not wait for it

        self._view = PublicView(play, settings)
        self._show = show
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.show)
        self._unsubscribe: Callable[[], None] | None = play.subscribe(self._changed)

    def show(self) -> None:
        self._soon.stop()
        self._show(*self._view.with_pictures())

    def set_settings(self, settings: PublicSettings) -> None:
        if settings != self._view.settings:
            self._view.settings = settings
            self.show()

    def stop(self) -> None:
        self._soon.stop()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self.deleteLater()

    def _changed(self, _change: Change) -> None:
        self._soon.start()


class PublicPictures:
    """The pictures of a campaign, by the public ids of the players' screen."""

    def __init__(self, session: CampaignSession, real: Mapping[str, str] | None = None) -> None:
        self._session = session
        self._real = dict(real or {})

    def mean(self, real: Mapping[str, str]) -> bool:
        """Set what the public ids mean; return whether any meaning changed."""
        before, self._real = self._real, dict(real)
        return any(before.get(id, name) != name for id, name in self._real.items())

    def real(self, id: str) -> str:
        """Return the campaign's name of a picture; "" if there is none."""
        return self._real.get(id, "")

    def portrait(self, id: str) -> QPixmap:
        """Return a portrait; a null one if there is none."""
        return self._session.portrait(self._real[id]) if id in self._real else QPixmap()

    def content(self, id: str) -> bytes | None:
        """Return the bytes of a picture; None if there is none."""
        return self._session.picture_content(self._real[id]) if id in self._real else None
