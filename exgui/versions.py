"""Which version of exgui this is, beside others: what is newer, and what is new in it."""

from __future__ import annotations

import re

from exgui import __version__, shipped

FORM = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}")


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version; none where the text is no version."""
    return tuple(map(int, version.split("."))) if FORM.fullmatch(version) else ()


def writes_more(version: str) -> bool:
    """Campaigns of that version may hold what this one does not know. Versions that share the first two numbers write
    the same."""
    return numbers(version)[:2] > numbers(__version__)[:2]


def news_since(version: str) -> str:
    """What changed after a version, newest first, in the words of the change log; "" where nothing did."""
    text = (shipped.resources() / "CHANGELOG.md").read_text("utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    newer = [one for one in sections if numbers(one.split("\n")[0].strip()) > numbers(version)]
    return "\n".join(one.strip() + "\n" for one in newer)
