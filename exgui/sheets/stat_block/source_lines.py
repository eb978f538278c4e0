"""Divides a pasted text into lines, each without the markup of forums, wikis and Markdown.

Formatting is removed; every word stays. `SourceLine.text` is for the notes; for reading, `plain_signs` gives a text of
the same length with plain quotes, dashes and spaces.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from html import unescape

from exgui.engine.record import Record, Table

MOST_HEADING = 80
"""Characters of a heading."""
MOST_MARKED = 300
"""The most characters of a line that may be a heading, a row of signs or all in bold: a longer one is text."""


class SourceLine(Record):
    """A line of the text.

    Attributes:
        number: from 1.
        raw: as it was written.
        text: without markup; "" for a line that has only markup.
        level: of a heading from 1 (highest) to 6; 7 for a line that is all in bold; 0 for none.
        bullet: an entry of a list.
        cells: of a row of a table; empty for none.
        rule: a line drawn across, or the frame of a table.
    """

    number: int
    raw: str
    text: str
    level: int = 0
    bullet: bool = False
    cells: tuple[str, ...] = ()
    rule: bool = False

    @property
    def blank(self) -> bool:
        return not self.raw.strip()


_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼ′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys(
            "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
        ),
        **dict.fromkeys("×✕✖╳", "x"),
        **dict.fromkeys("∙⋅‧", "·"),
        **dict.fromkeys("⁄∕／", "/"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("─━═", "-"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰", "+"),
        **{chr(0xFF01 + n): chr(0x21 + n) for n in range(94) if n not in (12, 14)},
    }
)
_GONE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_CONTROL = re.compile("\x1b\\[[0-9;]{0,20}m|[\x00-\x08\x0e-\x1b\x7f-\x9f]")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_MOJIBAKE = {
    "â€“": "–", "â€”": "—", "â€™": "’", "â€˜": "‘", "â€œ": "“", "â€\x9d": "”", "â€¦": "…", "â€¢": "•", "Ã—": "×",
    "Â ": " ",
}  # fmt: skip
_MISREAD = re.compile("|".join(_MOJIBAKE))

_EMOJI = re.compile("\\d\ufe0f?\u20e3|[\U0001f000-\U0001faff⚔❤⚡✨☠⭐\u20e3]|(?<!\\w)[^\\w\\s⚫⚪●○](?=\ufe0f)")
_SHORTCODE = re.compile(r"(?<!\S):[a-z][a-z0-9_+-]{1,30}:(?!\S)")
_CHAT = re.compile(
    r"\[\d{1,4}[^\]\n]{2,24}\d(?: ?[ap]m)?\]\s(?:[^:\n]{1,30}:\s)?|"
    r"\(?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\)?\s[^:<>\d\n]{1,30}:\s|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d\d(?: ?[ap]m)? - (?:[^:\n]{1,30}: )?|"
    r"[QA]: (?=\S)|"
    r"\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]?\s+<[ @+]?[^<>\n]{1,30}>\s",
    re.I,
)
"""A program's prefix of a message: "[21:03, 5.11.2026] Mira: "."""
_SPEAKER = re.compile(r"<[^<>/\n]{1,30}>\s+(?=\S)")
_SPACED = re.compile(r"\s*[A-Z](?: [A-Z]){2,40}(?:\s{2,4}[A-Z](?: [A-Z]){0,40}){0,8}\s*")
"""A title with a space between any two letters."""
_BBCODE_LINK = re.compile(r"\[url=([^\[\]\n]{1,500})\]([^\[\n]{0,500})\[/url\]", re.I)
_BBCODE_CELL = re.compile(r"\[/(?:td|th)\]", re.I)
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|size|colou?r|font|center|left|right|quote|spoiler|spoilers|sblock|collapse|details|hide|indent|code|table|tr|td|th|list|ul|ol|li|"
    r"h[1-6]|heading|header|hr|url|noparse|bg|align)(?:=[^\[\]\n]{0,200})?\]|"
    r"\[(?:td|th|tr|table|quote|list) [^\[\]\n]{0,200}\]",
    re.I,
)
_TITLED_BOX = re.compile(
    r"\s*\[(?:spoilers?|sblock|sb|ooc|box|fold|toggle|tab|section|collapse|details|hide|expand)=\"?([^\[\]\"\n]{1,80})\"?\]\s*(?:\[[a-z]{1,10}\]\s*)?",
    re.I,
)
"""The beginning of a box of a forum with a title."""
_TAG_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|h[1-6])>", re.I)
_ENTRY_INSIDE = re.compile(r"(?<=\S)\s*\[\*\]\s*")
"""The place in a line where the next entry of a list begins."""
_TAG_CELL = re.compile(r"</(?:t[dh]|dt)>", re.I)
_TAG = re.compile(
    r"</?(?:b|i|u|s|em|strong|p|div|span|section|article|li|ul|ol|dl|dt|dd|h[1-6]|table|thead|tbody|tr|td|th|small|big|font|hr)\b[^<>\n]{0,300}>",
    re.I,
)
_TAG_HEADING = re.compile(r"\s*(?:<h([1-6])\b|\[h([1-6])\])", re.I)
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]{1,200}\|)?([^\[\]|\n]{1,200})\]\]")
_WIKI_HEADING = re.compile(r"(={1,6})\s*(\S.*?)\s*\1\s*")
_WIKI_BOLD = re.compile(r"'{2,5}")
_MARK_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*")
_MARK_STRONG = re.compile(r"~~|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=[\w.:;,!?)'\"’”])_{1,3}(?!\w)|`")
_MARK_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")
_STRONG_SIGN = r"(?:\*\*|__|'''|\[b\]|<b>|<strong>)"
_STRONG_LABEL = re.compile(
    rf"(?<=\S)\s(?={_STRONG_SIGN}[^\W_\d][^*_'\[\]<>\n]{{1,40}}(?:{_STRONG_SIGN}|\[/b\]|</(?:b|strong)>):?\s*[-+−–]?\d)",
    re.I,
)
"""The gap before a bold label that its number follows: a new statement, even without a separator before it."""
_STRONG_NAME = re.compile(
    r"(?:\*\*[^*]{1,80}\*\*|__[^_]{1,80}__|'{3}[^']{1,80}'{3}|\[b\][^\[\]]{1,80}\[/b\]|<b>[^<]{1,80}</b>)"
    r"(?=,?\s*[*_]?\()"
)
"""A name in bold before a remark in brackets."""
_QUOTED = re.compile(r"\s*(?:>\s?)+(?!\d)")
_BULLET = re.compile(
    r"\s*(?:[-*+•▪‣◦·∙⋅–—●○■☐☑☒✓✔▶►▸➤→➔⇒~›\ue000-\uf8ff]\s+|\[\*\]\s*|<li\b[^<>\n]{0,200}>\s*|"
    r"x\s+(?=[a-z])|o\s+(?=\w)|(?=\[[ xX]\]\s))(?:\[[ xX]\]\s+)?"
)
_RULE = re.compile(
    r"\s*(?:[-=_*~#•·+]\s*){3,}|\s*\[/?(?:hr|list|table|ul|ol)\b[^\]]*\]\s*|\s*</?(?:hr|ul|ol|dl|table|tbody|thead)\b[^<>]*>\s*",
    re.I,
)
_FRAME = re.compile("[\u2500-\u257f]")
"""Signs that boxes are drawn with."""
_CALLOUT = re.compile(r"\[!\w{1,20}\][-+]?[ \t]+(?=\S)")
"""The kind of a box with a title: "[!info] Old Tallow"."""
_LATEX_TEXT = re.compile(r"\\(?!begin|end)[a-zA-Z]{2,20}\*?\{([^{}\n]{0,200})\}")
_LATEX_HEADING = re.compile(r"\s*\\(?:chapter|(?:sub){0,2}section|paragraph)\*?\{[^{}\n]{1,80}\}\s*")
_LATEX_BULLET = re.compile(r"\s*\\item\b(?:\[([^\[\]\n]{0,80})\])?\s*")
_LATEX_ENVIRONMENT = re.compile(r"\s*\\(?:begin|end)\{[^{}\n]{1,30}\}(?:\[[^\[\]\n]{0,80}\]|\{[^{}\n]{0,80}\})*\s*")
_TABLE_FRAME = re.compile(
    r"\s*\|?\s*(?::?-{2,}:?|:-:)\s*(?:\|\s*(?::?-{2,}:?|:-:)\s*)*\|?\s*|"
    r"\s*(?:\{\||\|\}|\|-|\|\+).*|\s*(?:\{\{[\w /,:-]{1,60}|\}\})\s*"
)
_WIDEST_GAP = 8
_BLANKS = re.compile(rf"\s{{{_WIDEST_GAP + 1},}}")
_ORDINARY = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;:'()/+%-]*")
"""Most lines of most texts: no markup is in them."""
_CAPTION = re.compile(r"\s*\|\+\s*(?:[a-z]+\s*=\s*\"[^\"\n]{0,80}\"\s*\|\s*)?(\S.*)")
_CELL_STYLE = re.compile(
    r"\s*(?:(?:style|class|width|height|v?align|(?:col|row)span|bgcolor|scope|id|border|cell[a-z]{1,10}|data-[a-z-]{1,20})\s*=\s*(?:\"[^\"\n]{0,80}\"|\w{1,20})\s*){1,6}",
    re.I,
)
"""The style of a cell of a wiki's table, before its text."""
_UNDERLINED = re.compile(r"\s*(={3,}|-{3,})\s*")
_STRONG_LINE = re.compile(
    r"\s*(?:\[[^\]\n]{1,60}\]\s*){0,4}(?:\*\*[^*]+\*\*:?|__[^_]+__:?|'''[^']+'''|\[b\](?:(?!\[/b\]).){1,120}\[/b\]:?|"
    r"<(b|strong)>[^<]{1,120}</\1>:?)\s*(?:\[/[a-z]{1,10}\]\s*){0,4}",
    re.I,
)  # fmt: skip


def plain_signs(text: str) -> str:
    """Return the text with plain quotes, dashes, spaces, digits and multiplication signs, character by character."""
    return text.translate(_SIGNS)


def source_lines(text: str) -> list[SourceLine]:
    """Return the lines of a text, including the empty ones."""
    lines: list[SourceLine] = []
    for number, raw in enumerate(text.splitlines(), 1):
        under = _UNDERLINED.fullmatch(raw) if lines else None
        if under is not None and _may_be_underlined(lines, under.group(1)):
            above = lines[-1]
            level = 1 if under.group(1)[0] == "=" else 2
            lines[-1] = SourceLine(above.number, above.raw, above.text, level)
        lines.append(_source_line(number, raw))
    return lines


def _may_be_underlined(lines: list[SourceLine], sign: str) -> bool:
    """Return whether a row of signs makes the line above it a heading: of `=` always, of `-` if it is alone."""
    above = lines[-1]
    if not above.text or above.level or above.bullet or above.cells or len(above.text) > MOST_HEADING:
        return False
    return sign[0] == "=" or ((len(lines) == 1 or lines[-2].blank) and not any(c.isdigit() for c in above.text))


def _source_line(number: int, raw: str) -> SourceLine:
    if (
        _ORDINARY.fullmatch(raw)
        and "''" not in raw
        and " :" not in raw
        and "        " not in raw
        and raw[1:2] not in (" ", ":")
    ):
        return SourceLine(number, raw, raw.strip())
    line = raw
    if not line.isascii():
        line = _MISREAD.sub(lambda found: _MOJIBAKE[found.group()], line)
        line = _LIGATURE.sub(lambda found: _LIGATURES[found.group()], _EMOJI.sub(" ", _GONE.sub("", line)))
        line = _FRAME.sub(lambda found: plain_signs(found.group()), line.replace("\ufe0f", ""))
    if raw[:1] in "[(QA" or raw[:1].isdigit():
        line = line[found.end() :] if (found := _CHAT.match(line)) else line
    elif raw[:1] == "<" and not _TAG.match(line):
        line = line[found.end() :] if (found := _SPEAKER.match(line)) else line
    if ":" in line:
        line = _SHORTCODE.sub(" ", line)
    line = _BLANKS.sub(lambda run: run.group()[:_WIDEST_GAP], _CONTROL.sub(" ", line))
    if not line.strip():
        return SourceLine(number, raw, "")
    if ">" in line[:10]:
        line = line[found.end() :] if (found := _QUOTED.match(line)) else line
        if not line.strip():
            return SourceLine(number, raw, "")
    short = len(line) <= MOST_MARKED
    if short and (caption := _CAPTION.fullmatch(line)):
        return SourceLine(number, raw, _without_markup(caption.group(1)).strip(), 2)
    if short and (_TABLE_FRAME.fullmatch(line) or _RULE.fullmatch(line) or _LATEX_ENVIRONMENT.fullmatch(line)):
        return SourceLine(number, raw, "", rule=True)
    if short and (box := _TITLED_BOX.fullmatch(line)):
        return SourceLine(number, raw, _without_markup(box.group(1)).strip(), 6)
    if short and line[1:2] == " " and _SPACED.fullmatch(line):
        line = " ".join(word.replace(" ", "") for word in re.split(r"\s{2,}", line.strip()))
    level = 2 if short and (_CALLOUT.match(line) or _LATEX_HEADING.fullmatch(line)) else 0
    line = _CALLOUT.sub("", line) if level else line
    level = 7 if short and _STRONG_LINE.fullmatch(line) else level
    if heading := _TAG_HEADING.match(line):
        level = int(heading.group(1) or heading.group(2))
    bullet = False
    if not level and (found := _BULLET.match(line)) and not _is_dots(line):
        bullet, line = True, line[found.end() :]
    elif "\\" in line and (found := _LATEX_BULLET.match(line)):
        bullet, line = True, f"{found.group(1) or ''} {line[found.end() :]}"
    if short and line.rstrip().endswith((")", ")*")) and (strong := _STRONG_NAME.match(line)):
        line = f"{strong.group()} \N{EM DASH} {line[strong.end() :].lstrip(', ')}"
    line = _without_markup(_STRONG_LABEL.sub("   ", line) if short else line)
    if short and ((heading := _MARK_HEADING.fullmatch(line)) or (heading := _WIKI_HEADING.fullmatch(line))):
        level, line = len(heading.group(1)), heading.group(2)
    cells = _cells(line)
    if not cells and len(line) > 1 and line.lstrip()[:1] in ("|", "!"):
        line = _without_style(line.strip().lstrip("|!").rstrip("|")).strip("= ")
    line = _BLANKS.sub(lambda run: run.group()[:_WIDEST_GAP], line)
    # The text of a table's row is never a heading; neither is a long one.
    line = line.strip()
    if level and (cells or len(line) > MOST_HEADING):
        level = 0
    return SourceLine(number, raw, line, level, bullet, cells)


def _is_dots(line: str) -> bool:
    """Return whether an apparent list sign is a row of dots, as traits are drawn."""
    return line.lstrip()[:3].count("●") > 1


def _without_markup(line: str) -> str:
    if "[" in line:
        line = _ENTRY_INSIDE.sub("\n", _WIKI_LINK.sub(r"\1", line))
        line = _BBCODE_LINK.sub(r"\2 (\1)", line)
        line = _BBCODE.sub("", _BBCODE_CELL.sub("\t", line))
    if "<" in line:
        line = _TAG.sub("", _TAG_CELL.sub("\t", _TAG_BREAK.sub("\n", line))).strip("\n")
    if "&" in line:
        line = unescape(line)
    if "''" in line:
        line = _WIKI_BOLD.sub("", line)
    if "*" in line or "_" in line or "`" in line or "~~" in line:
        line = _MARK_STRONG.sub("", line)
    if "\\" in line:
        line = _LATEX_TEXT.sub(r"\1", line.replace("\\times", "x").replace("$", ""))
        line = _MARK_ESCAPE.sub(r"\1", line)
    return line


def _cells(line: str) -> tuple[str, ...]:
    """Return the cells of a row: between bars or tabs, at least two."""
    bare = line.strip()
    if bare.startswith("^") or (bare.startswith("|") and "^" in bare):
        bare = bare.replace("^", "|")
    if "\t" in bare.strip("|!"):
        parts = line.rstrip().rstrip("\t").split("\t")
    elif bare.startswith(("|", "!")) and bare.count("|") + bare.count("!!") >= 2 - bare.startswith("!"):
        bare = bare.strip("|") if bare.startswith("||") else bare[1:].removesuffix("|")
        parts = re.split(r"\|\||!!", bare) if "||" in bare or "!!" in bare else bare.split("|")
    elif bare.count("|") > bare.startswith("|"):
        parts = bare.split("|")
    else:
        return ()
    cells = tuple(part.strip() for part in parts if not ("=" in part and _CELL_STYLE.fullmatch(part)))
    return cells if len(cells) > 1 and any(cells) else ()


def _without_style(line: str) -> str:
    style, bar, text = line.partition("|")
    return text.strip() if bar and _CELL_STYLE.fullmatch(style) else line.strip()


_HYPHEN = re.compile(r"[^\W\d_]-$")
_GOES_ON = re.compile(r"[^\W\d_]")
_LONGEST_REMARK = 2000
_LONGEST_SIGNS = 40
_LETTER_AND_SIGN = 2
NUMBERED = re.compile(r"(?:^|(?<=\n))\s{0,3}\d{1,2}[.)]\s+(?=[^\W\d_]|$)")
"""The number of a list's entry, at the start of its line."""
_NUMBERS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
NUMBER_WORDS = Table((word, number) for number, word in enumerate(_NUMBERS.split()))
_COUNTED = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(NUMBER_WORDS)})"
    r"(?=[ \n](?:dice|die|d|bashing|lethal|aggravated|damage|health|motes)(?![^\W_]))",
    re.I,
)
"""A number in words before what it counts."""
_MISREAD_DIGIT = re.compile(
    r"(?<=[:\w] )[lO](?=\s*(?:[;,./\n]|$))|"
    r"(?<![^\W_])(?:[lI]{1,2}(?=[LBA])|[lI][oO0]|[lIO]\d{1,2}|\d{1,2}[oO])(?=[LBA]?(?![^\W_]))|"
    r"(?<=\d)[lI](?= ?(?:dice|d)(?![^\W_]))|(?<=\dx)[lI](?=\s*[/,;.\n]|$)|(?<=[-/])[oOl](?=\s?x\s?\d|\s*[/,;.\n]|$)"
)
_DIGITS = str.maketrans("lIoO", "1100")
WORD_SIGN = re.compile(r"[^\W_]")


def _is_one_word(line: str, more: str) -> bool:
    """Return whether a hyphen at the end of a line divides a word: the next line goes on in small letters, or both in
    capitals."""
    first, rest = line.rsplit(None, 1)[-1], more.split(None, 1)[0]
    return rest[0].islower() or (min(len(first), len(rest)) > _LETTER_AND_SIGN and (first + rest).isupper())


class Passage:
    """Text of one or more lines, which knows the source line of each part.

    Attributes:
        text: the lines, joined by line breaks.
        plain: the same, character by character, with plain quotes, dashes and spaces, and digits instead of letters
            that a scan has for them.
        misread: the places of these digits.
        bullet: it is an entry of a list.
    """

    def __init__(self, parts: Iterable[tuple[SourceLine, str]], bullet: bool = False) -> None:
        self.lines: list[SourceLine] = []
        self.starts: list[int] = []
        self.bullet = bullet
        out: list[str] = []
        length = 0
        for line, text in parts:
            if out:
                if _HYPHEN.search(plain_signs(out[-1][-2:])) and _GOES_ON.match(text) and _is_one_word(out[-1], text):
                    out[-1] = out[-1][:-1]
                    length -= 1
                else:
                    out.append("\n")
                    length += 1
            self.lines.append(line)
            self.starts.append(length)
            out.append(text)
            length += len(text)
        self.text = "".join(out)
        plain = plain_signs(self.text)
        plain = _COUNTED.sub(lambda found: str(NUMBER_WORDS[found.group().lower()]).rjust(len(found.group())), plain)
        self.misread = [found.start() for found in _MISREAD_DIGIT.finditer(plain)]
        self.plain = _MISREAD_DIGIT.sub(lambda found: found.group().translate(_DIGITS), plain)

    def is_misread(self, start: int, end: int) -> bool:
        """Return whether a stretch of the text has a digit that is a letter in the source."""
        return bisect_left(self.misread, start) < bisect_left(self.misread, end)

    def line_index(self, at: int) -> int:
        return max(0, bisect_right(self.starts, at) - 1)

    def lines_between(self, start: int, end: int) -> tuple[int, ...]:
        """Return the numbers of the source's lines from which a stretch of the text comes."""
        first, last = self.line_index(start), self.line_index(max(start, end - 1))
        return tuple(line.number for line in self.lines[first : last + 1])

    def is_line_start(self, at: int) -> bool:
        """Return whether only spaces and list signs come before a place in its line."""
        start = self.starts[self.line_index(at)]
        if at - start >= _LONGEST_SIGNS:
            return False
        numbered = NUMBERED.match(self.plain, start, at)
        return not WORD_SIGN.search(self.plain, numbered.end() if numbered else start, at)

    def line_end(self, at: int) -> int:
        """Return the end of the line of a place, before the line break; of a hyphenated one, the start of the next."""
        after = self.next_line(at)
        return after - 1 if after < len(self.text) and after and self.text[after - 1] == "\n" else after

    def next_line(self, at: int) -> int:
        """Return the start of the line after that of a place; the end of the text for none."""
        next_line = self.line_index(at) + 1
        return self.starts[next_line] if next_line < len(self.starts) else len(self.text)

    def piece_end(self, at: int) -> int:
        """Return the start of the line after that of a place, or of the first word that begins in it: a hyphenated one
        is kept whole."""
        after = self.next_line(at)
        while 0 < after < len(self.text) and not self.text[after - 1].isspace() and not self.text[after].isspace():
            after += 1
        return after

    def closing(self, opening: int) -> int | None:
        """Return the place after the bracket that closes the one at a place; None if none does nearby."""
        end = self._closings.get(opening)
        return end + 1 if end is not None and end - opening <= _LONGEST_REMARK else None

    @cached_property
    def _closings(self) -> dict[int, int]:
        found: dict[int, int] = {}
        open_at: list[int] = []
        for bracket in re.finditer(r"[()\[\]]", self.plain):
            if bracket.group() in "([":
                open_at.append(bracket.start())
            elif open_at:
                found[open_at.pop()] = bracket.start()
        return found
