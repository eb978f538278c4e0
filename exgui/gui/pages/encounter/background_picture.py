"""A picture of a file becomes the background picture of an encounter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QFileDialog, QWidget

from exgui.campaign.encounter_edits.general import set_picture
from exgui.campaign.encounter_edits.zones import Box
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.open_in_process import read_other_file
from exgui.gui.background_job import BackgroundJob
from exgui.gui.file_dialog import file_dialog
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.picture_reader import LARGEST_FILE, Bounded, bounded

PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"
PICTURE_WIDTH = 1_200.0
"""Map units of a background picture that is laid under nothing yet."""
PATIENCE = 0.05
"""Seconds that the window waits for a picture before it says that it is being read."""


class BackgroundPicture:
    """Asks for a file, reads it in a thread of its own, and lays it under the zones.

    Args:
        refuse: says why a picture cannot be laid there.
        say: says that it is being read.
    """

    def __init__(
        self,
        document: EncounterDocument,
        view: EditorView,
        refuse: Callable[[str], object],
        say: Callable[[str], object],
    ) -> None:
        self._document, self._view = document, view
        self._refuse, self._say = refuse, say
        self._reading: BackgroundJob[Bounded] | None = None

    @property
    def is_reading(self) -> bool:
        """A file is being read."""
        return self._reading is not None

    def ask(self, window: QWidget) -> None:
        """Asks for a file."""
        dialog = file_dialog(window, "Background picture", QFileDialog.AcceptMode.AcceptOpen, PICTURES, "png")
        dialog.fileSelected.connect(lambda path: self.put(Path(path)))
        dialog.show()

    def put(self, path: Path) -> None:
        """Lays the picture of a file under the zones."""
        try:
            content = read_other_file(path, LARGEST_FILE)
        except (OSError, ValueError) as error:
            self._refuse(f"{path.name} cannot be read: {error}")
            return

        waited: list[str] = []

        def done(picture: Bounded) -> None:
            self._reading = None
            if waited:
                self._say(f"{path.name} has been read.")
            try:
                id = self._document.campaign.pictures.put(picture.content, path.name[-200:], f"image/{picture.kind}")
            except CampaignError as error:
                self._refuse(str(error).removeprefix(f"{error.path}: "))
                return
            self._lay(id, picture.width, picture.height)

        def failed(error: Exception) -> None:
            self._reading = None
            if waited:
                self._say(f"{path.name} cannot be read.")
            self._refuse(f"{path.name}: {error}")

        self._reading = BackgroundJob(lambda _cancelled: bounded(content), done, failed)
        if not self._reading.start(PATIENCE):
            waited.append(path.name)
            self._say(f"Reading {path.name} \N{HORIZONTAL ELLIPSIS}")

    def stop(self) -> None:
        """What is being read is not laid any more."""
        if self._reading is not None:
            self._reading.cancel()

    def _lay(self, id: str, width: int, height: int) -> None:
        zones = self._document.battle.zones
        field = self._view.map.contents() if zones else None
        wide = max(PICTURE_WIDTH, field.width() if field is not None else 0.0)
        high = max(wide * height / max(width, 1), 20.0)
        middle = field.center() if field is not None else QPointF()
        keys = Box(middle.x() - wide / 2, middle.y() - high / 2, wide, high).keys()
        self._document.do(lambda data: set_picture(data, "Background picture", id=id, **keys))
        self._view.take_tool("picture")
        if not self._view.zooming.by_hand:
            self._view.fit()
