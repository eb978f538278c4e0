"""Follows a battle under way, and gives what the players may know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer

from exgui.play.play import Change, Play
from exgui.play.public import PublicBattle, PublicSettings, PublicView


class Following(QObject):
    """Tells of a battle as the players may see it, once for all that one act of the storyteller changes, and after
    their own window has heard of it.

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
        self._view = PublicView(play, settings)
        self._show = show
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.show)
        self._unsubscribe: Callable[[], None] | None = play.subscribe(self._changed)

    def show(self) -> None:
        """Tells of the battle as it is now."""
        self._soon.stop()
        self._show(*self._view.with_pictures())

    def set_settings(self, settings: PublicSettings) -> None:
        """The players may see more of it from now on, or less."""
        if settings != self._view.settings:
            self._view.settings = settings
            self.show()

    def stop(self) -> None:
        """Follows it no longer."""
        self._soon.stop()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self.deleteLater()

    def _changed(self, _change: Change) -> None:
        self._soon.start()
