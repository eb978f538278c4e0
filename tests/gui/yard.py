"""A fight of the third edition in the window, with the combatants that a test names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exgui.engine.asks import Command
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

ABLE = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "brawl": 2, "dodge": 2, "charisma": 3}


def fighter(id: str, side: str, initiative: int, **given: Any) -> dict[str, Any]:
    """Someone in the yard with a sword. What is given of their state is added to their Initiative."""
    state = {"initiative": initiative, **given.pop("state", {})}
    return {"id": id, "side": side, "zone": "yard", "traits": ABLE, "weapons": ["straight_sword"]} | {
        "state": state,
        **given,
    }


def fight(window: MainWindow, people: Sequence[dict[str, Any]], *close: Sequence[str]) -> Hands:
    """The fight, begun; each group in `close` is at close range."""
    zones = [{"id": "yard", "name": "Yard"}, {"id": "gate", "name": "Gate"}]
    data = {"zone": zones, "link": [{"between": ["yard", "gate"]}], "combatant": list(people)}
    data["close"] = [{"members": list(members)} for members in close]
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "yard"))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    return Hands(window)
