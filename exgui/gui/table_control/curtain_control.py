"""What hangs before the map on the players' screen: the curtain, or one picture or text alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage, QPixmap

from exgui.gui.background_job import BackgroundJob
from exgui.gui.session.campaign_session import CampaignSession

if TYPE_CHECKING:
    from exgui.gui.background_job import BackgroundJob
    from exgui.gui.table.curtain import Curtain
    from exgui.gui.table.screen import TableScreen
    from exgui.gui.table_control.saved import CurtainChoice

PATIENCE = 0.03
"""Seconds for which the window waits for a picture, so that a small one does not flicker."""
LONGEST = 3840
"""Pixels of the longer side of a picture that is shown whole, at most."""


class CurtainControl:
    """The curtain of one players' screen.

    Attributes:
        trouble: why the picture that was to hang there does not, as a sentence; "" where it does.

    Args:
        choice: gives what the curtain is.
        screens: gives all on which it hangs.
        show_message: shows a sentence in the status line.
    """

    def __init__(
        self,
        session: CampaignSession,
        choice: Callable[[], CurtainChoice],
        screens: Callable[[], Iterable[TableScreen]],
        show_message: Callable[[str], None],
    ) -> None:
        self._session, self._choice, self._screens, self._show_message = session, choice, screens, show_message
        self.trouble = ""
        self._alone: Curtain | None = None
        self._drawn = False
        self._reading: BackgroundJob[QImage] | None = None

    @property
    def hangs(self) -> bool:
        return self._drawn or bool(self.splashed)

    @property
    def splashed(self) -> str:
        """What is shown alone: a picture by its name, a text by its title; "" for nothing."""
        return self._alone.picture or self._alone.title if self._alone is not None else ""

    def toggle(self) -> None:
        """Draw the curtain; take it away, or the picture that is shown alone."""
        if self.hangs:
            self._drawn, self._alone = False, None
        else:
            self._drawn = True
        self.hang()

    def splash(self, picture: str, title: str, text: str = "") -> None:
        """Show only a picture with its title, or a text; showing the same one again hides it.

        Args:
            picture: "" for a text.
            text: in Markdown.
        """
        from exgui.gui.table.curtain import Curtain

        again = self.splashed == (picture or title)
        self._alone = None if again else Curtain("splash" if picture else "text", title, picture, text)
        self.hang()

    def clear(self) -> None:
        self._drawn, self._alone = False, None
        self.hang()

    def stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def hang(self) -> None:
        """Hang what is to hang there. A picture is read beside the window; until then its title hangs."""
        from exgui.gui.tokens.picture_reader import PictureRefused, read_picture

        self.stop()
        self.trouble = ""
        curtain = self._curtain()
        content = self._session.picture_content(curtain.picture) if curtain is not None and curtain.picture else None
        self._draw(curtain, QImage())
        if content is None:
            return

        def failed(error: Exception) -> None:
            self._reading = None
            if not isinstance(error, PictureRefused):
                raise error
            if self.splashed:  # a bare screen tells no one anything
                self._alone = None
                self.hang()
            self.trouble = str(error)
            self._show_message(self.trouble)

        def done(image: QImage) -> None:
            self._reading = None
            self._draw(curtain, image)

        self._reading = BackgroundJob(lambda _cancelled: read_picture(content, LONGEST), done, failed)
        self._reading.start(PATIENCE)

    def _draw(self, curtain: Curtain | None, image: QImage) -> None:
        picture = QPixmap.fromImage(image) if not image.isNull() else QPixmap()
        for screen in self._screens():
            screen.draw_curtain(curtain, picture)

    def _curtain(self) -> Curtain | None:
        """Return what is to hang before the map, None for nothing."""
        from exgui.gui.table.curtain import Curtain

        if self._alone is not None or not self._drawn:
            return self._alone
        choice = self._choice()
        if choice.kind == "blank":
            return Curtain("blank")
        campaign = self._session.campaign
        title = campaign.title if campaign is not None else ""
        if choice.kind == "picture" and choice.picture:
            return Curtain("picture", title, choice.picture)
        return Curtain("title", title)
