"""Writes the whole manual to files: pages to print, and one page for a browser with everything in it."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCursor, QTextDocument, QTextFormat, QTextTableCellFormat

from exgui.gui.action_keys import action_keys
from exgui.gui.look.theme import LIGHT
from exgui.gui.manual import pages
from exgui.gui.manual.document import Look, fill, headings
from exgui.gui.manual.pages import PAGES, Names, sections, shown
from exgui.gui.printing.document import POINT, Pen, new_document, type_of
from exgui.gui.printing.pages import Paper, numbered, pages_of, paper_of, write_pdf
from exgui.gui.window_command import OwnCommand
from exgui.rulebook.reader import load

TITLE = "exgui: the manual"
SIZES = {"body": 10.5, "1": 20.0, "2": 13.5, "3": 11.5, "code": 9.5}
"""Sizes of type on paper, in points."""
KEEP = 70
"""Points that a heading needs below it; with less it goes to the next sheet."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\([^)]+\)")
STYLE = """
body { font: 17px/1.55 system-ui, sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em; color: #2b2620;
  background: #fdfaf3; }
h1 { margin-top: 3em; border-top: 1px solid #cdbf9f; padding-top: 1em; } h2 { margin-top: 1.8em; }
img { max-width: 100%; height: auto; border: 1px solid #cdbf9f; border-radius: 6px; } a { color: #7a5400; }
kbd { font: inherit; background: #efe7d3; border: 1px solid #cdbf9f; border-radius: 4px; padding: 0 .3em; }
pre { background: #efe7d3; padding: .8em 1em; border-radius: 6px; overflow-x: auto; margin: 0; white-space: pre-wrap; }
@media (prefers-color-scheme: dark) {
  body { color: #ece7db; background: #12141a; } a { color: #e5b64f; } kbd, pre { background: #232734; }
  h1, img, kbd { border-color: #343a4a; } }
@media print { h1 { break-before: page; border: none; } }
"""


def default_names(commands: Sequence[OwnCommand]) -> Names:
    """Return what the marks stand for where no one has chosen keys."""

    def action(game: str, id: str) -> tuple[str, str]:
        rules = load(game)
        return rules.actions[id].label, action_keys(rules).get(id, "")

    return Names(commands, {one.id: one.keys for one in commands}, action)


def write_manual_pdf(names: Names, path: Path, paper: str = "a4") -> None:
    """Write the manual for a printer, with its contents and page numbers.

    Raises:
        OSError: it can't be written there.
    """
    on = paper_of(paper)
    text = "\n\n".join(LINK.sub(r"\1", shown(pages.source(page), names)) for page in PAGES)
    body = new_document()
    fill(body, text, _paper_look(on), pages.folder())
    pages_of(body, on)
    _begin_pages(body, on)
    whole = pages_of(body, on)
    printed = [*pages_of(_contents(body, on), on), *whole]
    write_pdf(numbered(printed, on, ["", *[TITLE] * len(whole)]), on, path, TITLE)


def _paper_look(paper: Paper) -> Look:
    fonts = {}
    for name, points in SIZES.items():
        fonts[name] = QFont(type_of(points, bold=name.isdecimal(), display=name == "1").font())
    fonts["code"].setFamilies(["DejaVu Sans Mono", "monospace"])
    width, _ = paper.room
    black = LIGHT.color("text")
    return Look(
        fonts=fonts,
        text=black,
        link=black,
        key=black,
        key_ground=LIGHT.color("background"),
        width=width * 0.82,
        paper=True,
    )


def _begin_pages(document: QTextDocument, paper: Paper) -> None:
    """Begin each page of the manual on a new sheet, with no heading at the bottom of one."""
    _, tall = paper.room
    for number, block in enumerate(headings(document)):
        left = tall - document.documentLayout().blockBoundingRect(block).top() % tall
        if number and (block.blockFormat().headingLevel() == 1 or left < KEEP * POINT):
            form = QTextBlockFormat(block.blockFormat())
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).setBlockFormat(form)


def _contents(body: QTextDocument, paper: Paper) -> QTextDocument:
    """Return the first sheet: every page of the manual, the sheet that it begins on, and its headings.

    Args:
        body: the pages, laid out; they come right after it.
    """
    _, tall = paper.room
    layout = body.documentLayout()
    document = new_document()
    pen = Pen(QTextCursor(document))
    pen.line((TITLE, type_of(26, bold=True, display=True)))
    pen.line(("For storytellers", type_of(13, gray=True)), above=4)
    begun = [
        int(layout.blockBoundingRect(block).top() // tall) + 2
        for block in headings(body)
        if block.blockFormat().headingLevel() == 1
    ]
    table = pen.table(len(PAGES), (92, 8), above=20)
    spaced = QTextTableCellFormat()
    spaced.setTopPadding(7 * POINT)
    for row, (page, number) in enumerate(zip(PAGES, begun, strict=True)):
        first, *others = sections(page)
        for column in range(2):
            table.cellAt(row, column).setFormat(spaced)
        left, right = (Pen(table.cellAt(row, column).firstCursorPosition()) for column in range(2))
        large = type_of(11, bold=True)
        left.line((first.title, large))
        left.line((" \N{MIDDLE DOT} ".join(one.title for one in others if one.level == 2), type_of(8.5, gray=True)))
        right.line((str(number), large), align=Qt.AlignmentFlag.AlignRight)
    return document


# For a browser


def write_manual_html(names: Names, path: Path) -> None:
    """Write the manual as one page, with its pictures in it.

    Raises:
        OSError: it can't be written there.
    """
    inner = "\n".join(_page_html(page, names) for page in PAGES)
    listed = "".join(f'<li><a href="#{page}">{escape(sections(page)[0].title)}</a></li>' for page in PAGES)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{TITLE}</title>'
    path.write_text(
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n'
        f"<body><nav><ol>{listed}</ol></nav>\n{inner}\n</body></html>\n",
        encoding="utf-8",
        newline="\n",
    )


def _page_html(page: str, names: Names) -> str:
    """Return a page as Qt writes it, without the looks that it puts at each text."""
    document = QTextDocument()
    document.setMarkdown(shown(pages.source(page), names), QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
    html = document.toHtml().partition("<body")[2].partition(">")[2].rpartition("</body>")[0]
    html = re.sub(r"</pre>\s*<pre[^>]*>", "\n", html).replace("<br />", "")
    html = re.sub(r"(?s)<pre.*?</pre>", lambda found: f"<pre>{_without_spans(found[0])}</pre>", html)
    for look, tag in (("font-family:'monospace'", "kbd"), ("font-style:italic", "em"), ("font-weight:700", "strong")):
        html = re.sub(rf'<span style="[^"]*{look}[^"]*">(.*?)</span>', rf"<{tag}>\1</{tag}>", html)
    html = re.sub(r"</?span[^>]*>", "", re.sub(r' (?:style|title)="[^"]*"', "", html))
    html = re.sub(r"<(h[123])><strong>(.*?)</strong>", r"<\1>\2", html)
    at = iter(sections(page))
    html = re.sub(r"<(h[123])>", lambda found: f'<{found[1]} id="{_id(next(at).at)}">', html)
    html = re.sub(r'href="(\w+)\.md#?([\w-]*)"', lambda found: f'href="#{_id(f"{found[1]}#{found[2]}")}"', html)
    html = re.sub(r'<a href="rule:[^"]*">(.*?)</a>', r"\1", html)  # which only the program shows
    return re.sub(r'src="([^"]+)"', lambda found: f'src="{_inside(pages.folder() / found[1])}"', html)


def _without_spans(pre: str) -> str:
    return re.sub(r"<[^>]+>", "", pre)


def _id(at: str) -> str:
    return at.rstrip("#").replace("#", "--")


def _inside(picture: Path) -> str:
    return f"data:image/{picture.suffix[1:]};base64,{base64.b64encode(picture.read_bytes()).decode()}"
