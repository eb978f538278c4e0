"""Two engaged combatants of ex2 and a third at a distance: the field on which its numbers are checked one by one."""

from __future__ import annotations

from typing import Any

from exgui.engine.asks import command
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

SYSTEM = system_for(load("ex2"))
VEY: dict[str, Any] = {
    "traits": {"strength": 2, "dexterity": 4, "melee": 4, "thrown": 3, "martial_arts": 1},
    "weapons": ["straight_sword", "throwing_knife"],
    "state": {"next_tick": 0},
}
KESH: dict[str, Any] = {
    "traits": {"strength": 2, "dexterity": 3, "melee": 3, "dodge": 1},
    "weapons": ["straight_sword"],
    "state": {"next_tick": 4},
}


def fight(vey: dict[str, Any] | None = None, kesh: dict[str, Any] | None = None, **data: Any) -> Battle:
    """Vey, who acts on tick 0, is engaged with Kesh, who comes on tick 4; the thug stands 45 yards away."""
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY, **(vey or {})},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH, **(kesh or {})},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 9}},
    ]
    ground = {"zone": [{"id": "yard", "size": 30}, {"id": "gate", "size": 60}], "link": [{"between": ["yard", "gate"]}]}
    given = ground | {"combatant": people, "close": [{"members": ["vey", "kesh"]}]} | data
    play = Play.begin(SYSTEM, battle_from(load("ex2"), given, "test"))
    play.dispatch(command("start"))
    return play.battle


def parts(number: Explained) -> list[tuple[str, int]]:
    """The parts of a number."""
    return [(part.label, part.amount) for part in number.parts]
