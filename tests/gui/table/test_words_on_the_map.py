"""Words under tokens on the players' screen: none overlaps another, however close together the tokens are."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from exgui.engine.record import Table
from exgui.gui.table.chips import row_width
from exgui.gui.table.design import LEAST, is_enough, metrics, name_font
from exgui.gui.table.map_plan import TokenPlan, plan_map
from exgui.gui.table.name_list import name_list
from exgui.play.public import begin, public
from exgui.play.public.records import PublicState
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


@pytest.mark.parametrize("width", range(260, 400, 20))
def test_health_labels_of_neighbors_do_not_overlap(qapp: QApplication, width: int) -> None:
    """Three of 12 Health stand in a narrow zone: one of the players' with 7, two hurt ones of the others."""
    health = {"anjali": 7, "mob": 9, "bell": 3}
    people = [
        {
            "id": id,
            "side": "heroes" if id == "anjali" else "foes",
            "player": id == "anjali",
            "zone": "nave",
            "state": {"health": left},
        }
        for id, left in health.items()
    ]
    zone = {"id": "nave", "x": 0, "y": 0, "width": 300, "height": 200}
    system = system_for(load("reincarnated"))
    battle = system.prepare(battle_from(system.rules, {"zone": [zone], "combatant": people}))
    tokens = plan_map(public(system, begin(system, battle)), None, width, 400).tokens
    assert len(tokens) == 3
    worded = [one for one in tokens.values() if one.rows]
    for one, other in combinations(worded, 2):
        if abs(one.y - other.y) < 20:
            reach = (max(map(row_width, one.rows)) + max(map(row_width, other.rows))) / 2
            assert abs(one.x - other.x) >= reach - 0.01


NAMES = ("Volfer", "Anjali of the Reeds", "Kesh", "Bandit 1", "Bandit 2", "Bandit 3", "Sworn Spear", "Captain Vey")


@pytest.mark.parametrize(("count", "close"), [(3, 0), (5, 3), (8, 2), (12, 0)])
def test_everyone_in_a_small_crowded_zone_has_a_name(qapp: QApplication, count: int, close: int) -> None:
    names = [*NAMES, *(f"Bandit {number}" for number in range(4, 8))][:count]
    people = [{"id": f"p{number}", "name": name, "side": "foes", "zone": "z"} for number, name in enumerate(names)]
    zone = {"id": "z", "name": "Moon gate", "x": 0, "y": 0, "width": 300, "height": 200}
    system = system_for(load("reincarnated"))
    battle = system.prepare(battle_from(system.rules, {"zone": [zone], "combatant": people}))
    shown = public(system, begin(system, battle))
    near = list(shown.combatants)[:close]
    together = {id: one.but(close=tuple(near) if id in near else ()) for id, one in shown.combatants.items()}
    plan = plan_map(shown.but(combatants=Table(together)), None, 252, 172)
    assert all(one.name for one in plan.tokens.values())
    assert [one.name.split()[0] for one in plan.tokens.values()] == [name.split()[0] for name in names]
    assert len({one.name for one in plan.tokens.values()}) == count
    left, top, wide, high = plan.zones[0].box
    for one in plan.tokens.values():
        token = QRectF(one.x - one.radius, one.y - one.radius, 2 * one.radius, 2 * one.radius)
        assert QRectF(left, top, wide, high).contains(token)
    for one, other in combinations(plan.tokens.values(), 2):
        assert not words(one).intersects(words(other))
    for ring in plan.rings:
        inside = [id for id, one in plan.tokens.items() if QRectF(*ring.box).contains(one.x, one.y)]
        assert inside == near


def test_names_are_not_cut_beside_health_in_a_list(qapp: QApplication) -> None:
    """Anjali of the players has 7 of 12, in a list of four; smaller tokens leave room for both."""
    health = {"state": {"health": 7}}
    people = [{"id": "anjali", "name": "Anjali of the Embers", "side": "heroes", "player": True, "zone": "z", **health}]
    people += [{"id": f"b{n}", "name": f"Bandit {n}", "side": "foes", "zone": "z"} for n in range(1, 4)]
    zone = {"id": "z", "name": "Nave", "x": 0, "y": 0, "width": 300, "height": 200}
    system = system_for(load("reincarnated"))
    battle = system.prepare(battle_from(system.rules, {"zone": [zone], "combatant": people}))
    shown = public(system, begin(system, battle))
    for width in range(300, 480, 40):
        anjali = next(iter(plan_map(shown, None, width, 200).tokens.values()))
        assert anjali.name_x is not None, "they are listed"
        assert (anjali.name, [chip.text for row in anjali.rows for chip in row]) == ("Anjali of the Embers", ["7/12"])


@pytest.mark.parametrize("width", range(280, 520, 40))
@pytest.mark.parametrize("count", [1, 3, 5, 8])
def test_health_of_heroes_is_shown_in_every_layout(qapp: QApplication, width: int, count: int) -> None:
    """Unhurt too, with three states each, alone or among seven bandits."""
    people = [{"id": "volfer", "name": "Volfer", "side": "heroes", "player": True, "zone": "z"}]
    people += [{"id": f"b{n}", "name": f"Bandit {n}", "side": "foes", "zone": "z"} for n in range(1, count)]
    zone = {"id": "z", "name": "Nave", "x": 0, "y": 0, "width": 300, "height": 260}
    system = system_for(load("skirmish"))
    battle = system.prepare(battle_from(system.rules, {"zone": [zone], "combatant": people}))
    shown = public(system, begin(system, battle))
    states = tuple(PublicState("mdi6.link-variant", word, "danger") for word in ("Entangled", "Poisoned", "Flees"))
    worse = Table((id, one.but(states=states)) for id, one in shown.combatants.items())
    for tokens in (plan_map(one, None, width, 260).tokens for one in (shown, shown.but(combatants=worse))):
        volfer = next(iter(tokens.values()))
        words = " ".join([volfer.name, *(chip.text for row in volfer.rows for chip in row)])
        assert words.startswith("Volfer 4/4")


@pytest.mark.parametrize("width", range(200, 520, 40))
def test_every_state_is_a_word_or_an_icon(qapp: QApplication, width: int) -> None:
    """Three states of each of four, in a row, in a list or on the token."""
    zone = {"id": "z", "name": "Nave", "x": 0, "y": 0, "width": 300, "height": 200}
    people = [{"id": f"b{n}", "name": f"Bandit {n}", "side": "foes", "zone": "z"} for n in range(1, 5)]
    system = system_for(load("reincarnated"))
    battle = system.prepare(battle_from(system.rules, {"zone": [zone], "combatant": people}))
    shown = public(system, begin(system, battle))
    icons = {"mdi6.link-variant", "mdi6.arrow-down-bold", "mdi6.biohazard"}
    states = tuple(PublicState(icon, "a state of some length", "danger") for icon in icons)
    worse = Table((id, one.but(states=states)) for id, one in shown.combatants.items())
    for token in plan_map(shown.but(combatants=worse), None, width, 200).tokens.values():
        seen = {chip.icon for row in token.rows for chip in row} | {badge.icon for badge in token.look.badges}
        assert icons <= seen


@pytest.mark.parametrize(
    ("short", "name", "enough"),
    [("Anjali", "Anjali of the Reeds", True), ("Quick", "Quick Tam", False), ("Kesh", "Kesh, the Bold", True)],
)
def test_short_name_is_used_where_it_is_unambiguous(short: str, name: str, enough: bool) -> None:
    assert is_enough(short, name) is enough


def words(token: TokenPlan) -> QRectF:
    """The places of a name's letters."""
    wide = metrics(name_font(token.size, True)).horizontalAdvance(token.name)
    if token.name_x is not None:
        return QRectF(token.name_x, token.y - 5, wide, 10)
    return QRectF(token.x - wide / 2, token.y + 1.2 * token.radius + 3, wide, 10)


def test_zone_names_are_not_cut_on_a_small_screen(qapp: QApplication) -> None:
    """Of the sample's teahouse at 683x384, of which the map has 457 by 226 units."""
    scenario = Path(__file__).resolve().parents[3] / "resources" / "sample" / "encounters" / "teahouse.toml"
    zones = tomllib.loads(scenario.read_text("utf-8"))["zone"]
    system = system_for(load("ex3"))
    battle = system.prepare(battle_from(system.rules, {"zone": zones}))
    plan = plan_map(public(system, begin(system, battle)), None, 457, 226)
    assert {one.heading.name for one in plan.zones} == {one["name"] for one in zones}


def test_list_shrinks_tokens_before_cutting_names(qapp: QApplication) -> None:
    names = (("a", "Bell ringer"), ("b", "Sorin Two-Rivers"), ("c", "Kesh"))
    number = 60.0
    longest = metrics(name_font(LEAST, True)).horizontalAdvance("Sorin Two-Rivers")
    health = tuple((id, number) for id, _name in names)
    # Room for the longest name and its number beside a small token, in height for tokens twice as large.
    listed = name_list(longest + number + 28.0, 110.0, names, after=health, numbers=health)
    assert listed is not None
    assert {id: line.name for id, line in listed.lines.items()} == dict(names)


def test_health_number_fits_after_the_name(qapp: QApplication) -> None:
    names = (("sorin", "Sorin Two-Rivers"), ("cult", "Cultists"))
    numbers = (("sorin", 56.0), ("cult", 0.0))
    for half_units in range(380, 560):
        listed = name_list(half_units / 2, 150.0, names, (), False, numbers, numbers)
        assert listed is not None
        assert listed.lines["sorin"].room >= 56.0, half_units / 2
