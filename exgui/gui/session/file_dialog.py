"""File dialogs that do not stop the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def file_dialog(
    parent: QWidget,
    title: str,
    mode: QFileDialog.AcceptMode,
    kinds: str = "Campaigns of exgui (*.exgui)",
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
