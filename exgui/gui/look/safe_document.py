"""A text from a campaign, which anyone may have written: nothing that it names is loaded."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextCursor, QTextDocument

from exgui.gui.safe_events import safe_events

GAP = 7


@safe_events
class SafeDocument(QTextDocument):
    """Reads Markdown without HTML, and no file or address in it."""

    def put(self, markdown: str, gap: int = GAP) -> None:
        """Show a text.

        Args:
            gap: pixels between paragraphs.
        """
        features = QTextDocument.MarkdownFeature
        self.setMarkdown(markdown, features.MarkdownDialectGitHub | features.MarkdownNoHTML)
        cursor, block = QTextCursor(self), self.begin().next()
        while block.isValid():
            if block.textList() is None:
                cursor.setPosition(block.position())
                shape = block.blockFormat()
                shape.setTopMargin(gap)
                cursor.setBlockFormat(shape)
            block = block.next()

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        image = QImage(1, 1, QImage.Format.Format_ARGB32)  # for nothing Qt would look for a file of that name
        image.fill(0)
        return image
