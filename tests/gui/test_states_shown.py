"""Every state that the rules bring about, on the map and on the tick bar: an icon, and words on hover.

Each is brought about by playing the rule, and looked for on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command, Fall, Roll
from exgui.engine.record import Table
from exgui.gui.battle_control.auto_roll import default_answer
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.icons import FALLBACK
from exgui.gui.look.theme import DARK
from exgui.gui.map.view import MapView
from exgui.gui.tick_bar.bar import TickBar
from exgui.gui.tokens.token_look import badge_places
from exgui.icon_family import icon_letters
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.test_map_pairs import fighter
from tests.gui.test_map_view import shown

RULES = load("ex3")
FIELD = {
    "zone": [{"id": "yard", "width": 460, "height": 300, "cover": {"light": 1}}],
    "combatant": [
        fighter("volfer", "heroes", "yard", 12, player=True),
        fighter("rana", "heroes", "yard", 10, mount="warhorse", player=True),
        fighter("kesh", "foes", "yard", 4),
        fighter("vey", "foes", "yard", 3),
    ],
    "close": [{"members": ["volfer", "rana", "kesh"]}],
}


@pytest.fixture
def bridge() -> Iterator[BattleController]:
    play = Play.begin(system_for(RULES), battle_from(RULES, FIELD))
    play.dispatch(Command("start"))
    made = BattleController(play)
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, bridge: BattleController) -> MapView:
    return shown(qtbot, bridge)


@pytest.fixture
def bar(qtbot: QtBot, bridge: BattleController) -> TickBar:
    bar = TickBar(bridge)
    bar.animated = False
    qtbot.addWidget(bar)
    bar.resize(1366, 104)
    bar.show()
    qtbot.waitExposed(bar)
    return bar


def strike(**args: Any) -> tuple[str, str, dict[str, Any]]:
    return "attack", "volfer", {"target": "kesh", "weapon": "straight_sword", **args}


def gambit(name: str) -> dict[str, str]:
    return {"mode": "decisive", "gambit": name}


NEXT = "end_turn", "volfer", {}

# What is played; what the dice show, first those of whoever acts; then who shows which state, and what its words say.
PLAYED = [
    ("concealment", [("establish_surprise", "volfer", {})], [2, 0, 0], "volfer", "concealed_from", "Concealed"),
    ("grapple", [strike(**gambit("grapple"))], [6, 6, 5, 0], "volfer", "grappling", "Grappling: Kesh"),
    ("held", [strike(**gambit("grapple"))], [6, 6, 5, 0], "kesh", "grappled_by", "Grappled: Volfer"),
    ("guard", [("defend_other", "volfer", {"ward": "rana"})], [], "volfer", "defending", "Defending: Rana"),
    ("ward", [("defend_other", "volfer", {"ward": "rana"})], [], "rana", "defended", "Defended: Volfer"),
    ("aim", [("aim", "volfer", {"target": "kesh"})], [], "volfer", "aiming", "Aiming: Kesh"),
    ("mount", [], [], "rana", "mount", "Mounted: Warhorse"),
    ("prone", [NEXT, ("end_turn", "rana", {}), ("attack", "kesh", {"target": "rana", **gambit("unhorse")})], [7, 4],
     "rana", "prone", "Prone"),
    ("cover", [("take_cover", "volfer", {"level": "light"})], [4], "volfer", "cover", "Cover: light"),
    ("crash", [strike(mode="withering")], [6, 6], "kesh", "crashed", "In Crash"),
    ("onslaught", [strike(mode="withering")], [0], "kesh", "onslaught", "Onslaught: -1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("steps", "dice", "who", "id", "words"), [row[1:] for row in PLAYED], ids=[r[0] for r in PLAYED]
)
def test_states_are_shown_on_map_and_tick_bar(
    view: MapView,
    bar: TickBar,
    bridge: BattleController,
    steps: list[tuple[str, str, dict[str, Any]]],
    dice: list[int],
    who: str,
    id: str,
    words: str,
) -> None:
    left = list(dice)
    for do, by, args in steps:
        assert bridge.steps.dispatch(Command(do, by, Table(args))), do
        while bridge.pending is not None:
            answer = Fall(score=left.pop(0)) if isinstance(bridge.pending, Roll) else default_answer(bridge.pending)
            assert answer is not None
            assert bridge.steps.answer(answer)
    assert left == []

    badge = next(badge for badge in bar.looks[who].badges if badge.id == id)
    assert badge.icon.removeprefix("mdi6.") in icon_letters()
    assert badge.icon.removeprefix("mdi6.") != FALLBACK
    place = bar.shown.places[who]
    assert words in bar.hover_text_at(QPointF(place.x, place.y))
    bare = bar.looks[who].but(badges=())
    assert place.radius >= 9  # below that a token has no room for icons
    seen, plain = (bar.pictures.picture(DARK, look, place.radius, 0, 1, 1).toImage() for look in (bar.looks[who], bare))
    assert seen != plain

    token = view.map.tokens[who]
    assert words in view.hover_text_at(view.mapFromScene(token.scenePos())) or id == "mount"
    if id == "mount":  # its own token shows it
        assert token.companion is not None
        assert token.companion.look.icon == badge.icon
        assert token.companion.isVisible()
        return
    nth = [badge.id for badge in token.look.badges].index(id)
    at = badge_places(len(token.look.badges), token.radius)[nth]
    assert view.hover_text_at(view.mapFromScene(token.mapToScene(at))).startswith(words)


@pytest.mark.parametrize("id", [id for id, condition in RULES.conditions.items() if condition.icon])
def test_every_states_icon_exists(id: str) -> None:
    assert RULES.conditions[id].icon.removeprefix("mdi6.") in icon_letters()
