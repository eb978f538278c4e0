"""Five zones drawn over a large picture, ten combatants: tokens and names at 1366x768, in a fight and while editing."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRectF

from exgui.engine.asks import Command
from exgui.gui.main_window import MainWindow
from exgui.gui.map.canvas import MapCanvas
from exgui.gui.tokens.drawing import name_shown
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.yard import fighter

ZONES = (
    ("market", "Market square", 60, 60, 300, 220),
    ("temple", "Temple steps", 460, 40, 280, 200),
    ("canal", "Canal bridge", 840, 90, 260, 200),
    ("store", "Old warehouse", 120, 440, 320, 230),
    ("dock", "Fish dock", 620, 430, 340, 240),
)
PEOPLE = {
    "Volfer": "market",
    "Ilsa of the Reeds": "market",
    "Quick Tam": "temple",
    "Mistress Vey": "temple",
    "Bandit 1": "dock",
    "Bandit 2": "dock",
    "Bandit 3": "dock",
    "Veteran guard 1": "store",
    "Veteran guard 2": "canal",
    "Archer": "store",
}
LEAST_RADIUS, LEAST_LETTERS = 18.0, 8.5
"""Pixels."""


def drawn(window: MainWindow, scale: float) -> None:
    """Shows the fight, with everything on the map this much larger."""
    zones = [
        {"id": id, "name": name, "x": x * scale, "y": y * scale, "width": width * scale, "height": height * scale}
        for id, name, x, y, width, height in ZONES
    ]
    picture = {"id": "town.png", "x": -400 * scale, "y": -300 * scale, "width": 2000 * scale, "height": 1250 * scale}
    people = [
        fighter(f"p{n}", "heroes" if n < 3 else "foes", 12 - n, name=name, zone=zone)
        for n, (name, zone) in enumerate(PEOPLE.items())
    ]
    data: dict[str, Any] = {"zone": zones, "picture": picture, "combatant": people}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "town"))
    play.dispatch(Command("start"))
    window.session.show_play(play)


def too_small(view: MapCanvas) -> list[str]:
    """Combatants whose token or name is too small or cut."""
    out = []
    for token in view.map.tokens.values():
        zoom = view.zoom * token.sceneTransform().m11()
        font, name = name_shown(token.look, token.radius, token.room - 4)
        if token.radius * zoom < LEAST_RADIUS or name != token.look.name or font.pixelSize() * zoom < LEAST_LETTERS:
            out.append(f"{token.look.name}: {token.radius * zoom:.0f}, {name}, {font.pixelSize() * zoom:.1f}")
    return out


def overlapping(view: MapCanvas) -> list[str]:
    """Tokens that reach beyond the zone in which they are."""
    out = []
    for token in view.map.tokens.values():
        zone = view.map.zone_of(token.id)
        assert zone is not None
        at, radius = token.scenePos(), token.radius * token.scale()
        if not zone.box.contains(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)):
            out.append(token.look.name)
    return out


@pytest.mark.parametrize("id", ["temple", "kiln"])
def test_sample_tokens_and_names_are_legible(window: MainWindow, id: str) -> None:
    """A low zone with cover keeps room for a token and its name."""
    window.session.open_sample()
    window.session.begin_encounter(id)
    window.page.controller.steps.dispatch(Command("start"))
    assert too_small(window.page.map) == []
    assert overlapping(window.page.map) == []


@pytest.mark.parametrize("scale", [1.0, 1.8])
def test_tokens_and_names_are_legible_over_a_picture(window: MainWindow, scale: float) -> None:
    drawn(window, scale)
    view = window.page.map
    assert too_small(view) == []
    assert overlapping(view) == []
    window.page.toggle_editing()
    editor = window.page.editing.view
    assert too_small(editor) == []
    assert overlapping(editor) == []


def test_map_view_includes_the_picture_only_while_moving_it(window: MainWindow) -> None:
    drawn(window, 1.0)
    assert window.page.map.contents().left() > 0
    window.page.toggle_editing()
    editor = window.page.editing.view
    assert editor.contents().left() > 0
    editor.hand.take("picture")
    assert editor.contents().left() < -400
    assert editor.mapToScene(editor.viewport().rect()).boundingRect().left() < -400
    editor.hand.take("select")
    assert editor.mapToScene(editor.viewport().rect()).boundingRect().left() > -400
