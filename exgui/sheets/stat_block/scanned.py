"""Mends the words of a scanned text: those that a gap divides, and those with a digit for a letter in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.vocabulary import Vocabulary

_HALF = re.compile(r"(?<![^\W\d_])([A-Za-z]{2,14}) (?=([a-z]{2,14}|[A-Z]{2,14})(?![^\W\d_]))")
_LAST_HALF, _FIRST_HALF = re.compile(r"(?<![^\W\d_])[A-Za-z]{2,14}$"), re.compile(r"[a-z]{2,14}(?![^\W\d_])\s*")
_WITH_DIGIT = re.compile(r"(?<![^\W_])[A-Za-z]{1,14}[10|]{1,2}(?:[a-z]{1,14}[10|]{0,2}){1,2}(?![^\W_])")
_INCAPACITATED = re.compile(r"(?<![^\W\d_])[l1](?=ncap)")
_DIGITS_APART = re.compile(r"(?<![\w.])([12]) (\d)(?= (?:dice|d)(?![^\W_]))")
_DOTS_APART = re.compile(r"(?: \.){3,60}\s*")
_WITH_RN = re.compile(r"(?<![^\W_])[A-Za-z]{0,14}rn[a-z]{0,14}(?![^\W_])")
_LETTERS = (str.maketrans("10|", "lol"), str.maketrans("10|", "ioi"))


def mended(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> list[SourceLine]:
    """Return the lines with every word of a stat block whole that is in two halves or has a digit in it."""
    words = vocabulary.words

    def joined(half: re.Match[str]) -> str:
        whole = f"{half.group(1)}{half.group(2)}".lower()
        return half.group(1) if whole in words and half.group(2).lower() not in words else half.group()

    def with_m(word: re.Match[str]) -> str:
        whole = word.group().replace("rn", "m")
        return whole if whole.lower() in words and word.group().lower() not in words else word.group()

    def lettered(word: re.Match[str]) -> str:
        found = (word.group().translate(letters) for letters in _LETTERS)
        return next((whole for whole in found if whole.lower() in words), word.group())

    out = []
    for line in lines:
        text = _HALF.sub(joined, line.text)
        if " . ." in text:
            text = _DOTS_APART.sub(" .... ", text)
        if "rn" in text:
            text = _WITH_RN.sub(with_m, text)
        if " 1 " in text:
            text = _DIGITS_APART.sub(r"\1\2", text)
        if "1" in text or "0" in text or "|" in text or "lncap" in text:
            text = _INCAPACITATED.sub("I", _WITH_DIGIT.sub(lettered, text))
        out.append(line if text == line.text else line.but(text=text))
    for n, (line, below) in enumerate(pairwise(out)):
        first, last = _LAST_HALF.search(line.text[-20:]), _FIRST_HALF.match(below.text)
        if first is not None and last is not None:
            whole = f"{first.group()}{last.group().strip()}"
            if whole.lower() in words and last.group().strip() not in words:
                out[n] = line.but(text=f"{line.text}{last.group().strip()}")
                out[n + 1] = below.but(text=below.text[last.end() :])
    return out
