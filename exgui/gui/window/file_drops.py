"""Files dropped anywhere on the window: previewed for import, in a new campaign if none is open; or a campaign,
which is opened.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from exgui.gui.commands.context import Context
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.portrait_ring import PortraitRing

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
_CAMPAIGN = b"SQLite format 3\x00"


@safe_events
class FileDrops(QObject):
    """Takes files dropped anywhere in the window. A portrait takes a picture itself.

    It listens to the window's native handle, where drags arrive before Qt looks for the widget below them.

    Args:
        window: is shown already.
    """

    def __init__(self, window: QMainWindow, context: Context) -> None:
        super().__init__(window)
        self._window, self._context = window, context
        window.setAcceptDrops(True)
        window.windowHandle().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() not in _DRAGS or not isinstance(event, (QDragMoveEvent, QDropEvent)):
            return False
        if _is_of_portrait(self._window.childAt(event.position().toPoint())):
            return False
        from exgui.gui.paste.clipboard import paths_in

        paths = paths_in(event.mimeData())
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            QTimer.singleShot(0, self, lambda: self._take(paths))  # the other program waits until this returns
        return True

    def _take(self, paths: list[Path]) -> None:
        from exgui.campaign.guard.open_in_process import is_open_here
        from exgui.gui.paste.import_page import open_import

        if len(paths) == 1 and is_open_here(paths[0]):
            self._context.show_message(f"{paths[0].name} is open already.")
            return
        if len(paths) == 1 and _is_campaign(paths[0]):
            self._context.session.open_and_remember(paths[0])
            return
        self._window.activateWindow()
        if self._context.session.campaign is None and not self._context.session.create_unnamed():
            return
        open_import(self._context, paths)


def _is_of_portrait(widget: QWidget | None) -> bool:
    return widget is not None and (isinstance(widget, PortraitRing) or isinstance(widget.parentWidget(), PortraitRing))


def _is_campaign(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(_CAMPAIGN)) == _CAMPAIGN
    except OSError:
        return False
