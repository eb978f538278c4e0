"""The main job, done by hand in the real window: started, stopped inside an attack, reopened, played to its end.

Run as a program on a screen of its own (`test_evening` does): `evening.py begin|finish|duel CAMPAIGN [PICTURES]`.
Prints what it saw as JSON. The app's dice are the same every time. Keys, clicks and drags come from the X server; only
the observation is done from inside.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication
from window.hand import Hand

from exgui.engine.asks import Declare, Roll
from exgui.engine.battle import Battle
from exgui.engine.zones import neighbors
from exgui.gui.application import application
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow

SEED = int(os.environ.get("EXGUI_EVENING_SEED", "2"))
"""Of every battle that is begun."""


class Evening:
    """One sitting at the window."""

    def __init__(self, campaign: Path, pictures: Path | None, encounter: int = 0) -> None:
        self.app = application()
        appearance().choose("dark")
        self.window = MainWindow()
        self.pictures = pictures
        self.window.resize(1366, 740)
        self.window.show()
        assert self.window.session.open_path(campaign), self.window.message
        if self.window.page.kind != "battle" and self.window.session.campaign is not None:
            self.window.session.begin_encounter(self.window.session.campaign.encounters()[encounter].id)
        self.hand = Hand(self.window)
        self.hand.wait(self.window.isActiveWindow, "the window to be active")
        self.hand.rest(0.3)

    @property
    def battle(self) -> Battle:
        """The current battle."""
        assert self.window.page.kind == "battle"
        return self.window.page.controller.battle

    @property
    def pending(self) -> Any:
        """The pending question."""
        assert self.window.page.kind == "battle"
        return self.window.page.controller.pending

    def picture(self, name: str) -> None:
        """Save a picture of the window; no group of actions may be squeezed."""
        self.hand.rest(0.2)
        groups = self.window.page.panel.action_list.groups if self.window.page.kind == "battle" else []
        assert all(group.height() >= group.sizeHint().height() for group in groups if group.isVisible())
        if self.pictures is not None:
            self.window.grab().save(str(self.pictures / f"{name}.png"))

    def token(self, id: str) -> QPoint:
        """Where a token is on the screen."""
        item = self.window.page.map.scene().tokens[id]
        return self.hand.on_map(item.scenePos())

    def zone(self, id: str) -> QPoint:
        """Where the lower part of a zone is on the screen, clear of its tokens."""
        item = self.window.page.map.scene().zones[id]
        box = item.box
        return self.hand.on_map(box.center()) + QPoint(0, int(box.height() * 0.3))

    def edge(self, id: str) -> QPoint:
        """A point just within the left edge of a zone, clear of tokens."""
        zone = self.battle.zones[id]
        return self.hand.on_map(QPointF(zone.x + 12, zone.y + zone.height / 2))

    def answer_all(self) -> None:
        """Lets the app roll, and takes defaults, until nothing is asked."""
        for _ in range(60):
            if self.pending is None:
                return
            if isinstance(self.pending, Declare):
                self.hand.key("Return")
                continue
            self.hand.key("r" if isinstance(self.pending, Roll) else "Return")
        raise AssertionError(f"still asked: {self.pending}")


def begin(evening: Evening) -> dict[str, Any]:
    """Joins battle with dice of the table and of the app, moves a token and a zone, and stops inside an attack."""
    hand = evening.hand
    hand.click(hand.place_of(evening.window.page.panel))
    evening.window.page.map.setFocus()
    hand.key("space")
    assert isinstance(evening.pending, Roll), "joining battle asks for dice"
    first = evening.pending
    hand.type(" ".join(["7"] * first.dice))
    hand.key("Return")
    seen: dict[str, Any] = {"joined": evening.battle.who(first.by).track("initiative"), "dice": first.dice}
    evening.answer_all()
    assert evening.battle.phase == "running"
    evening.picture("1-begun")

    zone = next(iter(evening.battle.zones.values()))
    hand.key("ctrl+m")
    editing = evening.window.page.editing
    assert editing is not None, "the map is edited"
    box = editing.view.map.zones[zone.id].box
    inside = editing.view.mapFromScene(QPointF(box.center().x(), box.bottom() - box.height() * 0.12))
    grip = editing.view.viewport().mapToGlobal(inside)
    hand.drag(grip, grip + QPoint(60, 40))
    moved = evening.battle.zones[zone.id]
    seen["zone moved"] = (moved.x, moved.y) != (zone.x, zone.y)
    hand.key("ctrl+z")
    seen["zone back"] = (evening.battle.zones[zone.id].x, evening.battle.zones[zone.id].y) == (zone.x, zone.y)
    hand.key("Escape")
    hand.key("Escape")
    evening.window.page.map.setFocus()

    for _ in range(12):  # until somebody who is up may move into a zone, by dragging
        who = evening.battle.active
        assert who is not None
        start = evening.battle.who(who).zone
        bridge = evening.window.page.controller
        assert bridge is not None
        near = [id for id, reach in bridge.system.reach(evening.battle, who).items() if reach.move]
        if near:
            hand.drag(evening.token(who), evening.zone(near[0]))
            seen["walked"] = evening.battle.who(who).zone != start or bridge.system.progress(evening.battle, who)
            evening.picture("2-walked")
            break
        hand.key("space")
        evening.answer_all()

    for _ in range(40):  # until somebody can attack; then half of the attack
        who = evening.battle.active
        assert who is not None
        bridge = evening.window.page.controller
        assert bridge is not None
        if not bridge.queries.legal_actions(who).get("attack"):
            hand.key("a")
            if attack_first(evening):
                break
            hand.key("Escape")
        else:
            approach(evening, who)
        hand.key("space")
        evening.answer_all()
    assert isinstance(evening.pending, Roll), "an attack asks for dice"
    seen["stopped at"] = [evening.pending.by, evening.pending.name, evening.pending.dice]
    seen["steps"] = evening.window.page.controller.play.step_number if evening.window.page.controller else None
    evening.picture("3-stopped")
    return seen


def attack_first(evening: Evening) -> bool:
    """Chooses the first target that may be attacked, by its number; True when the attack asks for dice, or for
    effects."""
    from exgui.gui.battle_control.draft import number_keys, typed_keys

    bridge = evening.window.page.controller
    assert bridge is not None
    for _ in range(6):
        if isinstance(evening.pending, (Roll, Declare)):
            return True
        if evening.pending is not None:
            evening.hand.key("Return")
            continue
        draft = bridge.draft
        if draft is None:
            return False
        people = bridge.battle.combatants
        one = people[draft.command.by]
        legal = {key: way.value for key, way in number_keys(draft, bridge.battle).items() if not way.violations}
        good = [
            key
            for key, value in legal.items()
            if value not in people or (people[value].side != one.side and bridge.system.standing(bridge.battle, value))
        ]
        if not good:
            return False
        for digit in typed_keys(good[0]):
            evening.hand.key(digit)
    return isinstance(evening.pending, (Roll, Declare))


def strike_hard(evening: Evening, who: str) -> None:
    """With much Initiative the attack is made decisive, by the key that the open step shows for it."""
    if evening.battle.who(who).track("initiative") >= 9 and evening.pending is not None:
        evening.hand.key("o")
        bridge = evening.window.page.controller
        assert bridge is not None
        assert bridge.play.open_step is not None
        assert bridge.play.open_step.command.get("mode") == "decisive"


def approach(evening: Evening, who: str) -> None:
    """Goes for the nearest opponent by dragging: closes with it, steps away from the fallen, or walks a zone toward
    it."""
    battle = evening.battle
    bridge = evening.window.page.controller
    assert bridge is not None
    one = battle.who(who)
    foes = [
        id for id, other in battle.combatants.items() if other.side != one.side and bridge.system.standing(battle, id)
    ]
    beside = battle.close_group(who)
    here = [id for id in foes if battle.who(id).zone == one.zone and id not in beside]
    if any(id in foes for id in beside):
        return
    assert one.zone is not None
    if beside and not any(reach.move for reach in bridge.system.reach(battle, who).values()):
        evening.hand.drag(evening.token(who), evening.edge(one.zone))
    elif here:
        evening.hand.drag(evening.token(who), evening.token(here[0]))
    elif onward := next_zone(battle, one.zone, {battle.who(id).zone for id in foes}):
        evening.hand.drag(evening.token(who), evening.edge(onward))


def next_zone(battle: Battle, start: str, goals: set[str | None]) -> str | None:
    """The first zone on a shortest way to one of the goals; none where there is no way."""
    first = {zone: zone for zone in neighbors(battle.links, start, ("none",))}
    for zone in first_found(first, start, battle):
        if zone in goals:
            return first[zone]
    return None


def first_found(first: dict[str, str], start: str, battle: Battle) -> Iterator[str]:
    """The zones in the order in which a walk from `start` finds them; fills in by which first zone each is reached."""
    found = list(first)
    for zone in found:
        yield zone
        for beyond in neighbors(battle.links, zone, ("none",)):
            if beyond != start and beyond not in first:
                first[beyond] = first[zone]
                found.append(beyond)


def finish(evening: Evening) -> dict[str, Any]:
    """Continue from that point, and play until one side has no one standing."""
    hand = evening.hand
    assert isinstance(evening.pending, Roll), "the attack is open again"
    seen: dict[str, Any] = {"opened at": [evening.pending.by, evening.pending.name, evening.pending.dice]}
    evening.picture("4-opened")
    evening.answer_all()
    bridge = evening.window.page.controller
    assert bridge is not None
    for _ in range(220):
        battle = evening.battle
        standing = {battle.who(id).side for id in battle.combatants if bridge.system.standing(battle, id)}
        if len(standing) < 2 or battle.phase == "over":
            break
        who = battle.active
        assert who is not None
        if bridge.queries.legal_actions(who).get("attack"):
            approach(evening, who)
        if not bridge.queries.legal_actions(who).get("attack"):
            hand.key("a")
            if attack_first(evening):
                strike_hard(evening, who)
                evening.answer_all()
            else:  # nobody is in reach but those who are down
                hand.key("Escape")
                approach(evening, who)
        hand.key("space")
        evening.answer_all()
    battle = evening.battle
    seen["standing"] = sorted({battle.who(id).side for id in battle.combatants if bridge.system.standing(battle, id)})
    seen["rounds"] = battle.round
    evening.picture("5-end")
    return seen


def duel(evening: Evening) -> dict[str, Any]:
    """Two Exalted with effects on both sides: what may be declared is declared, by its number, until one is down."""
    hand = evening.hand
    window = evening.window
    window.page.map.setFocus()
    hand.key("space")
    evening.answer_all()
    bridge = window.page.controller
    assert bridge is not None
    declared: dict[str, int] = {}
    for _ in range(60):
        battle = evening.battle
        who = battle.active
        if who is None or not all(bridge.system.standing(battle, id) for id in battle.combatants):
            break
        hand.key("a")
        if attack_first(evening):
            strike_hard(evening, who)
        for _ in range(40):
            pending = evening.pending
            if pending is None:
                break
            if isinstance(pending, Declare):
                hand.key("1", "Return")
                declared[pending.by] = declared.get(pending.by, 0) + 1
            else:
                hand.key("r" if isinstance(pending, Roll) else "Return")
        evening.picture(f"duel-{battle.round}")
        hand.key("space")
        evening.answer_all()
    motes = {
        id: one.track("motes_personal") + one.track("motes_peripheral") for id, one in evening.battle.combatants.items()
    }
    standing = [id for id in evening.battle.combatants if bridge.system.standing(evening.battle, id)]
    return {"declared": declared, "motes": motes, "standing": standing, "rounds": evening.battle.round}


def ferry(evening: Evening) -> dict[str, Any]:
    """A fight on ticks that count up: half of it on the line, half on the wheel."""
    hand = evening.hand
    evening.window.page.map.setFocus()
    hand.key("space")
    evening.answer_all()
    bridge = evening.window.page.controller
    assert bridge is not None
    seen: dict[str, Any] = {"wheel": [], "attacks": 0}
    for turn in range(24):
        if turn == 12:
            hand.key("ctrl+w")
            hand.rest(0.3)
        who = evening.battle.active
        assert who is not None
        before = evening.battle.tick
        if bridge.queries.legal_actions(who).get("attack"):
            approach(evening, who)
        if not bridge.queries.legal_actions(who).get("attack"):
            hand.key("a")
            if attack_first(evening):
                evening.answer_all()
                seen["attacks"] += 1
            else:
                hand.key("Escape")
        hand.key("space")
        evening.answer_all()
        assert evening.battle.tick is not None
        assert before is not None
        assert evening.battle.tick >= before, "ticks only count up"
        wheel = evening.window.page.wheel
        seen["wheel"].append(wheel is not None and wheel.isVisible())
        evening.picture(f"ferry-{turn}")
    seen["tick"] = evening.battle.tick
    return seen


def main() -> int:
    """One sitting."""
    part, campaign, *rest = sys.argv[1:]
    secrets.randbits = lambda k: SEED % 2**k
    encounter = {"duel": 1, "ferry": 2}.get(part, 0)
    evening = Evening(Path(campaign), Path(rest[0]) if rest else None, encounter)
    seen = {"begin": begin, "finish": finish, "duel": duel, "ferry": ferry}[part](evening)
    evening.window.close()
    QApplication.processEvents()
    print(json.dumps(seen))
    return 0


if __name__ == "__main__":
    sys.exit(main())
