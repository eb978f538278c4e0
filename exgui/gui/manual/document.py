"""Lays out pages of the manual: Qt reads the Markdown, and gets the type and colors of the window or of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from exgui.engine.record import Record

_BELOW = {1: 0.5, 2: 0.35, 3: 0.2}
"""White below a heading, by its level, as a part of the height of the text."""
_ABOVE = {1: 0.0, 2: 1.1, 3: 0.8}
LINE = 125.0
"""Height of a line of text, in per cent."""


class Look(Record):
    """The type and the colors of a page.

    Attributes:
        fonts: "body", and of headings by their level: "1", "2" and "3"; "code".
        width: the room for pictures.
        paper: pictures keep all of their pixels.
    """

    fonts: Mapping[str, QFont]
    text: QColor
    link: QColor
    key: QColor
    key_ground: QColor
    width: float
    paper: bool = False


def fill(document: QTextDocument, markdown: str, look: Look, pictures: Path) -> None:
    """Put a page into a document, in place of what is there."""
    document.setDefaultFont(look.fonts["body"])
    document.setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
    whole = QTextCursor(document)
    whole.beginEditBlock()
    em = look.fonts["body"].pixelSize()
    document.setIndentWidth(em * 1.8)
    for block in list(blocks(document)):
        level = block.blockFormat().headingLevel()
        _space(block, level, em)
        for start, length, look_of in _pieces(block):
            piece = QTextCursor(document)
            piece.setPosition(start)
            piece.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            if look_of.isImageFormat():
                _single(block)
                _fit_picture(document, piece, look, pictures)
            else:
                piece.setCharFormat(_dressed(look_of, level, look, code=_is_code(block)))
    whole.endEditBlock()


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def headings(document: QTextDocument) -> list[QTextBlock]:
    """Return the blocks that are headings, in order: as many as the text has sections."""
    return [block for block in blocks(document) if block.blockFormat().headingLevel()]


def _pieces(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    out = []
    at = block.begin()
    while not at.atEnd():
        piece = at.fragment()
        out.append((piece.position(), piece.length(), piece.charFormat()))
        at += 1
    return out


def _single(block: QTextBlock) -> None:
    """Give a picture its own height, without line spacing."""
    form = QTextBlockFormat(block.blockFormat())
    form.setLineHeight(100.0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
    QTextCursor(block).setBlockFormat(form)


def _is_code(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _space(block: QTextBlock, level: int, em: int) -> None:
    form = QTextBlockFormat(block.blockFormat())
    listed = form.objectIndex() >= 0
    code_follows = _is_code(block) and _is_code(block.next())
    below = _BELOW.get(level, 0.0 if code_follows else 0.3 if listed else 0.7)
    form.setTopMargin(em * _ABOVE.get(level, 0.0))
    form.setBottomMargin(em * below)
    if not level:
        form.setLineHeight(LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    if _is_code(block):
        form.setLeftMargin(em)
        form.setNonBreakableLines(False)
        form.clearProperty(QTextFormat.Property.BackgroundBrush)
    QTextCursor(block).setBlockFormat(form)


def _dressed(given: QTextCharFormat, level: int, look: Look, *, code: bool) -> QTextCharFormat:
    out = QTextCharFormat(given)
    out.clearProperty(QTextFormat.Property.FontSizeAdjustment)
    key = given.fontFixedPitch() and not code
    font = QFont(look.fonts["code" if code else str(level) if level else "body"])
    if not level:
        font.setBold(given.fontWeight() >= QFont.Weight.Bold)
        font.setItalic(given.fontItalic())
    out.setFont(font)
    out.setForeground(look.key if key else look.link if given.isAnchor() else look.text)
    if key:
        out.setBackground(look.key_ground)
    else:
        out.clearBackground()
    out.setFontUnderline(given.isAnchor())
    return out


def _fit_picture(document: QTextDocument, piece: QTextCursor, look: Look, pictures: Path) -> None:
    """Load and scale a picture to the room there is; Qt itself loads nothing."""
    form = piece.charFormat().toImageFormat()
    image = QImage(str(pictures / form.name()))
    if image.isNull():
        return
    width = min(float(image.width()) * look.fonts["body"].pixelSize() / 14, look.width)
    if not look.paper:
        image = image.scaledToWidth(max(1, round(width)), Qt.TransformationMode.SmoothTransformation)
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(form.name()), image)
    form.setWidth(width)
    form.setHeight(width * image.height() / image.width())
    piece.setCharFormat(form)
