"""The view: a battle as scenarios see it, the log included, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from exgui.play.play import Play
from exgui.play.public import PublicView, public_data


def view_of(play: Play, log: bool = True) -> dict[str, Any]:
    """The view of a battle: what the game tells of it, and `log`, its sentences, each with whom it is about.

    The log can be left out, which spares going through the whole battle.
    """
    view = dict(play.system.view(play.battle))
    if not log:
        return view
    view["log"] = [
        {"who": note.who, "text": note.text, "rule": note.rule} for line in play.log() for note in line.notes
    ]
    return view


def public_view_of(play: Play) -> dict[str, Any]:
    """The view of a battle that the players may have."""
    return public_data(PublicView(play).battle())


def as_json(view: Mapping[str, Any]) -> str:
    """The view as JSON, in the order in which it is given."""
    return json.dumps(view, ensure_ascii=False, indent=2, default=_plain)


def _plain(value: Any) -> Any:
    return sorted(value, key=repr) if isinstance(value, (set, frozenset)) else str(value)
