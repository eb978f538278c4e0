"""Rulesets to read stat blocks by: the shipped ones, and a small one of a game whose rules are not here."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset

_HEAD = 'name = "{name}"\nsystem = "{name}"\n[timeline]\naxis = "down"\n'

_SKIRMISH = """
[groups]
scores = "Scores"
[traits]
str = { group = "scores", label = "STR", default = 10, maximum = 18 }
agi = { group = "scores", label = "AGI", default = 10, maximum = 18 }
wit = { group = "scores", label = "WIT", default = 10, maximum = 18 }
health = { group = "scores", default = 4, maximum = 100 }
armour = { group = "scores", maximum = 20 }
[fields.weapon]
damage = { type = "text" }
bulk = { minimum = 0, maximum = 9 }
range = { type = "text" }
properties = { type = "words" }
"""

_SMALL = {"skirmish": _SKIRMISH}


@cache
def rules_of(id: str) -> Ruleset:
    """The ruleset of an id: a small one of these, or a shipped one."""
    if id not in _SMALL:
        return load(id)
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, id)
        own.mkdir()
        text = _SMALL[id]
        top, _, tables = text.partition("[groups]")
        head, _, timeline = _HEAD.format(name=id).partition("[timeline]")
        own.joinpath("ruleset.toml").write_text(f"{head}{top}\n[timeline]{timeline}\n[groups]{tables}", "utf-8")
        return load(str(own))
