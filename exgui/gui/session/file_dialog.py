"""File dialogs that do not stop the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

CAMPAIGNS = "exgui campaigns (*.exgui)"


def file_dialog(
    parent: QWidget,
    title: str,
    mode: QFileDialog.AcceptMode,
    kinds: str = CAMPAIGNS,
    suffix: str = "exgui",
) -> QFileDialog:
    """Return a dialog to show; its signal `fileSelected` has the chosen file."""
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(mode)
    dialog.setNameFilter(kinds)
    dialog.setDefaultSuffix(suffix)
    if mode == QFileDialog.AcceptMode.AcceptOpen:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setModal(False)
    return dialog


def ask_for_file(
    parent: QWidget,
    title: str,
    mode: QFileDialog.AcceptMode,
    do: Callable[[Path], object],
    kinds: str = CAMPAIGNS,
    suffix: str = "exgui",
) -> None:
    """Ask for a file; `do` gets the chosen one."""
    dialog = file_dialog(parent, title, mode, kinds, suffix)
    dialog.fileSelected.connect(lambda path: do(Path(path)))
    dialog.show()
