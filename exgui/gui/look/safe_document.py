"""A text from a campaign, which anyone may have written: nothing that it names is loaded."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument

from exgui.gui.safe_events import safe_events


@safe_events
class SafeDocument(QTextDocument):
    """Reads Markdown without HTML, and no file or address in it."""

    def put(self, markdown: str) -> None:
        features = QTextDocument.MarkdownFeature
        self.setMarkdown(markdown, features.MarkdownDialectGitHub | features.MarkdownNoHTML)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        image = QImage(1, 1, QImage.Format.Format_ARGB32)  # for nothing Qt would look for a file of that name
        image.fill(0)
        return image
