"""The pictures that the players' screen draws, by their public ids: what these mean is known here alone."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QPixmap

from exgui.gui.campaign_session import CampaignSession


class PublicPictures:
    """Gives the pictures of a campaign by the ids that the players' screen has for them."""

    def __init__(self, session: CampaignSession, real: Mapping[str, str] | None = None) -> None:
        self._session = session
        self._real = dict(real or {})

    def mean(self, real: Mapping[str, str]) -> bool:
        """From now on the public ids have these meanings; whether one has another than before."""
        before, self._real = self._real, dict(real)
        return any(before.get(id, name) != name for id, name in self._real.items())

    def real(self, id: str) -> str:
        """The campaign's name of a picture; "" where there is none."""
        return self._real.get(id, "")

    def portrait(self, id: str) -> QPixmap:
        """A portrait; a null one where there is none."""
        return self._session.portrait(self._real[id]) if id in self._real else QPixmap()

    def content(self, id: str) -> bytes | None:
        """The bytes of a picture; None where there is none."""
        return self._session.picture_content(self._real[id]) if id in self._real else None
