"""The log of a battle as text: for the players, with only what they know, or for the storyteller."""

from __future__ import annotations

import re

from exgui.engine.record import Record
from exgui.play.play import Play
from exgui.play.public import PublicSettings, PublicView

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_BULLET = re.compile(r"^(\d*)([-+.)])(?=\s)")


class LogText(Record):
    """A log.

    Attributes:
        title: of the battle; "" if the players may not know it.
        rounds: by round, a heading and its sentences; the heading is "" if none is known.
    """

    title: str
    rounds: tuple[tuple[str, tuple[str, ...]], ...]


def log_text(play: Play, settings: PublicSettings | None = None, *, for_players: bool) -> LogText:
    """Return the log of a battle.

    Args:
        settings: what the storyteller lets the players see.
    """
    if for_players:
        lines = PublicView(play, settings).battle().log
        return LogText("", (("", tuple(line.text for line in lines if line.text)),))
    found: dict[str, list[str]] = {}
    for line in play.log():
        sentences = " ".join(note.text for note in line.notes)
        if sentences:
            found.setdefault(f"Round {line.round}" if line.round else "Before the fight", []).append(sentences)
    return LogText(play.battle.title, tuple((heading, tuple(sentences)) for heading, sentences in found.items()))


def as_markdown(log: LogText) -> str:
    """Return a log as Markdown. No character in a name or a sentence counts as markup."""
    out = [f"# {escaped(log.title or 'What happened')}", ""]
    for heading, lines in log.rounds:
        if heading:
            out += [f"## {escaped(heading)}", ""]
        out += [f"- {escaped(line)}" for line in lines]
        out.append("")
    return "\n".join(out).rstrip() + "\n"


def escaped(text: str) -> str:
    plain = _MARKS.sub(r"\\\1", " ".join(text.split()))
    return _BULLET.sub(r"\1\\\2", plain)
