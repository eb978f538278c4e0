"""A fight on ticks by hand in the real window: a flurry put together by keys and clicks, tokens dragged on the line and
on the wheel, a moment to come, and the days of rest after it.

Run as a program on a screen of its own (`test_landing` does): `landing.py CAMPAIGN PICTURES`. Prints what it saw as
JSON. Keys, clicks and drags come from the X server; only the observation is done from inside.
"""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from window.evening import SEED, Evening

from exgui.gui.main_window import MainWindow
from exgui.gui.panel.time_form import TimeForm
from exgui.gui.tick_bar.wheel import ON_SPOKE, point_on

ENCOUNTER = 2
"""The one of the sample that is played on ticks."""


def point(widget: QWidget, at: QPoint) -> QPoint:
    """A point of a widget on the screen."""
    return widget.mapToGlobal(at)


def put_together(evening: Evening) -> dict[str, Any]:
    """The first combatant with a target builds a flurry: one attack by a click on the token, one by the
    number."""
    hand, bridge = evening.hand, evening.window.page.controller
    assert bridge is not None
    for _ in range(12):
        hand.key("y")
        draft = bridge.draft
        possible = [one for one in draft.listed if not one.violations] if draft is not None else []
        foe = next((one for one in possible if one.about in evening.battle.combatants), None)
        if foe is not None:
            break
        hand.key("Escape")
        hand.key("space")
        evening.answer_all()
    assert foe is not None, "somebody has somebody to strike"
    hand.click(evening.token(foe.about))
    hand.key(str(evening.battle.who(foe.about).number))
    assert bridge.draft is not None
    evening.picture("flurry")
    seen: dict[str, Any] = {"actions": [str(one["do"]) for one in bridge.draft.gathered]}
    seen["cost"] = [f"{one.label} {one.value.total}" for one in bridge.queries.cost(bridge.draft.meant)]
    who = bridge.draft.command.by
    hand.key("Return")
    assert evening.pending is not None, evening.window.message
    evening.answer_all()
    seen["penalty"] = evening.battle.who(who).track("action_penalty")
    return seen


def carried(evening: Evening) -> tuple[str, int]:
    """An upcoming combatant and their tick."""
    marks = evening.window.page.ticks.timeline.marks
    mark = next(mark for mark in marks if mark.state in ("coming", "delayed") and mark.place is not None)
    assert mark.place is not None
    return mark.id, mark.place


def drag_on_the_line(evening: Evening) -> list[int]:
    """Drag an upcoming combatant two ticks later; return the tick before and after."""
    ticks = evening.window.page.ticks
    who, tick = carried(evening)
    start, goal = (
        point(ticks, (ticks.held_place(who, number) * (ticks.height() / 104)).toPoint()) for number in (tick, tick + 2)
    )
    place = ticks.shown.places[who]
    start.setX(point(ticks, QPoint(round(place.x * ticks.height() / 104), 0)).x())
    evening.hand.drag(start, goal)
    evening.hand.rest(0.3)
    return [tick, evening.battle.who(who).track("next_tick")]


def drag_on_the_wheel(evening: Evening) -> list[int]:
    """The same on the wheel, to its last spoke."""
    wheel = evening.window.page.wheel
    assert wheel is not None
    who = next(id for id in wheel.order() if wheel.marks[id].state != "up" and id in wheel.goals())
    tick, last = evening.battle.who(who).track("next_tick"), wheel.wheel.first + 6
    goal = (wheel.middle + point_on(last, ON_SPOKE[1])).toPoint()
    evening.hand.drag(point(wheel, wheel.at(who).toPoint()), point(wheel, goal))
    evening.hand.rest(0.3)
    evening.picture("wheel")
    return [tick, evening.battle.who(who).track("next_tick"), last]


def rest(evening: Evening) -> dict[str, Any]:
    """Wound a combatant by override; nine weeks of rest later they are healed."""
    window: MainWindow = evening.window
    hand, bridge = evening.hand, window.page.controller
    assert bridge is not None
    hero = next(one for one in evening.battle.combatants.values() if one.player)
    bridge.steps.overrule("health.lethal", 2, hero.id)
    hand.key("ctrl+h")
    tool = window.page.panel.tool
    assert isinstance(tool, TimeForm)
    hand.type("9 weeks")
    hand.click(hand.place_of(tool.boxes["rest"].field.chips[0]))
    evening.picture("time")
    texts = [figure.text for figure in tool.foreseen if figure.id == hero.id]
    hand.key("Return")
    return {"texts": texts, "left": evening.battle.who(hero.id).track("health.lethal"), "open": window.page.panel.tool}


def main() -> int:
    """One sitting."""
    campaign, pictures = sys.argv[1:]
    secrets.randbits = lambda bits: SEED % 2**bits
    evening = Evening(Path(campaign), Path(pictures), ENCOUNTER)
    bridge = evening.window.page.controller
    assert bridge is not None
    evening.window.page.map.setFocus()
    evening.hand.key("space")
    evening.answer_all()
    evening.hand.rest(0.6)  # everybody has glided to their place
    seen: dict[str, Any] = {"line": drag_on_the_line(evening)}
    evening.window.page.map.setFocus()
    evening.hand.key("ctrl+w")
    evening.hand.rest(0.4)
    bridge.steps.step_in("timer", label="The ferry leaves", tick=(evening.battle.tick or 0) + 5)
    seen["wheel"] = drag_on_the_wheel(evening)
    evening.window.page.map.setFocus()
    seen["flurry"] = put_together(evening)
    evening.window.page.map.setFocus()
    seen["rest"] = rest(evening)
    print(json.dumps(seen))
    evening.window.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
