"""The portrait of a sheet: read and cut in a thread of its own, saved in the campaign as a small square."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QFileDialog, QWidget

from exgui.campaign.errors import CampaignError
from exgui.gui.background_job import BackgroundJob
from exgui.gui.look.painting import png_of
from exgui.gui.session.file_dialog import file_dialog
from exgui.gui.tokens.picture_reader import LARGEST_FILE, MOST_PIXELS
from exgui.gui.tokens.portraits import is_saved, portrait_file, read_image, square

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign

PATIENCE = 0.04
"""Seconds that the window waits, so that what is quick does not flicker."""


class NoPicture(Exception):
    """It can't be a portrait; the message says why."""


class Portrait(QObject):
    """Reads portraits for one page.

    Args:
        shown: is given the picture to be shown; a null one for none.
        saved: is given the id under which the campaign has a new one.
        refused: is given a sentence where a picture cannot be used.
    """

    def __init__(
        self,
        campaign: Campaign,
        shown: Callable[[QPixmap], object],
        saved: Callable[[str], object],
        refused: Callable[[str], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._shown, self._saved, self._refused = shown, saved, refused
        self._name = ""
        self._job: BackgroundJob[QImage] | None = None

    def show(self, name: str) -> None:
        if name == self._name:
            return
        self._name = name
        if not name:
            self._shown(QPixmap())
            return
        folder = self._campaign.path.parent
        try:
            content = self._campaign.pictures.content(name) if is_saved(name) else b""
        except CampaignError:
            content = b""

        def work() -> QImage:
            if content:
                return read_image(content)
            path = portrait_file(folder, name)
            return read_image(path.read_bytes()) if path is not None else QImage()

        self._start(work, lambda image: self._shown(QPixmap.fromImage(image)))

    def ask_for_file(self, parent: QWidget) -> None:
        formats = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp)"
        dialog = file_dialog(parent, "Choose a portrait", QFileDialog.AcceptMode.AcceptOpen, formats, "png")
        dialog.fileSelected.connect(lambda name: self.take_file(Path(name)))
        dialog.open()

    def take_file(self, path: Path) -> None:
        def work() -> QImage:
            try:
                if path.stat().st_size > LARGEST_FILE:
                    raise NoPicture(f"{path.name} is larger than {LARGEST_FILE >> 20} MB. Make it smaller.")
                content = path.read_bytes()
            except OSError as error:
                raise NoPicture(f"{path.name} can’t be read: {error.strerror}. Choose another.") from None
            image = read_image(content)
            if image.isNull():
                raise NoPicture(
                    f"{path.name} is not a readable picture, or has more than {MOST_PIXELS // 1_000_000} million "
                    "pixels. Choose a smaller PNG, JPEG, WebP, GIF or BMP."
                )
            return image

        self._start(work, lambda image: self._keep(image, path.name))

    def take_image(self, image: QImage) -> None:
        if image.isNull() or image.width() * image.height() > MOST_PIXELS:
            self._refused("The picture on the clipboard can’t be used. Copy a smaller one.")
            return
        self._start(lambda: square(image), lambda found: self._keep(found, "pasted.png"))

    def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _start(self, work: Callable[[], QImage], done: Callable[[QImage], object]) -> None:
        def failed(error: Exception) -> None:
            if isinstance(error, NoPicture):
                self._refused(str(error))
            elif not isinstance(error, OSError):
                raise error

        self.stop()
        self._job = BackgroundJob(lambda _cancelled: work(), done, failed)
        self._job.start(PATIENCE)

    def _keep(self, image: QImage, name: str) -> None:
        try:
            id = self._campaign.pictures.put(png_of(image), name[-200:], "image/png")
        except CampaignError as error:
            self._refused(str(error).removeprefix(f"{error.path}: "))
            return
        self._saved(id)
