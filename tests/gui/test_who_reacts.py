"""A fight without a turn order, in the real window: one click activates, all possible reactions are asked in one
question, exploding dice are typed, a blast picks a zone, and a band shares one roll."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtTest import QTest

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Choose, Roll, command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle


@pytest.fixture
def hands(open_window: Callable[[Play], Hands], tmp_path: Path) -> Hands:
    """The powder cart of the sample campaign, begun: the carters have to say who of them acts."""
    rules = load("skirmish")
    sample_campaign(tmp_path / "sample.exgui")
    with Campaign.open(tmp_path / "sample.exgui") as campaign:
        play = Play.begin(system_for(rules), battle_from(rules, campaign.encounter("kiln")))
    made = open_window(play)
    made.press(" ")
    return made


def click(hands: Hands, id: str) -> None:
    """Clicks a token on the tick bar."""
    bar = hands.window.page.ticks
    at = bar.gliding.at[id] * (bar.height() / bar.sizeHint().height())
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPointF(at).toPoint())


def number(hands: Hands, id: str) -> str:
    return str(hands.play.battle.who(id).number)


def test_click_activates_and_a_duel_is_fought_by_keys(hands: Hands) -> None:
    panel = hands.window.page.panel
    assert panel.guide.title.text() == "Carters: who activates?"
    assert hands.window.page.ticks.timeline.choosing == "carters"
    click(hands, "ned")  # of the other side
    assert hands.bridge.battle.up == ()
    assert hands.bridge.refusal is not None
    click(hands, "marit")
    assert hands.bridge.battle.up == ("marit",)
    hands.press("A", number(hands, "hob"))
    asked = hands.play.pending
    assert isinstance(asked, Choose)
    assert [option.label for option in asked.options][:3] == ["No one reacts", "Dodge: AGI 9", "Counter: Unarmed"]
    hands.press("3")
    assert isinstance(hands.play.pending, Roll)
    hands.press("8")
    hands.press("Enter")  # an 8 is rolled again: not yet
    assert isinstance(hands.play.pending, Roll)
    assert hands.play.pending.by == "marit"
    hands.press(" ", "3", "Enter")
    hands.press("3", "Enter")  # d4-1: 2, less 2 armour
    battle = hands.play.battle
    assert hands.play.pending is None
    assert battle.who("hob").track("health") == 7 - 11
    assert battle.who("marit").track("health") == 9
    assert battle.who("hob").acted


def test_blast_targets_a_zone_and_animals_roll_too(hands: Hands) -> None:
    click(hands, "joss")
    hands.press("B")
    assert hands.bridge.draft is not None
    assert hands.bridge.draft.param is not None
    assert hands.bridge.draft.param.id == "target_zone"
    hands.press("3")  # the kiln house
    asked = hands.play.pending
    assert isinstance(asked, Choose)
    assert asked.options[0].label == "Toll captain: no one reacts"
    hands.press("1", "4", "Enter")  # the captain does not react; d8: 4, less 2
    assert hands.play.battle.who("captain").track("health") == 6
    asked = hands.play.pending
    assert isinstance(asked, Roll)
    assert asked.key == "mule.spook"
    hands.press("9", "Enter")
    assert "fleeing" not in hands.play.battle.who("mule").conditions


def test_band_rolls_and_surrenders_as_one(hands: Hands) -> None:
    for one in ("wolf1", "wolf2"):
        hands.play.dispatch(command("adjust", who=one, set={"health": 1 if one == "wolf2" else 0, "zone": "road"}))
    click(hands, "marit")
    hands.press("A", number(hands, "wolf2"), "1", "4", "Enter")
    assert "incapacitated" in hands.play.battle.who("wolf2").conditions
    hands.play.dispatch(command("end_round"))
    assert isinstance(hands.play.pending, Roll)
    assert hands.play.pending.key == "wolves.morale"
    hands.press("S")  # nobody in particular has a modifier
    hands.press("1", "5", "Enter")
    assert isinstance(hands.play.pending, Choose)
    hands.press("2")
    assert "surrendered" in hands.play.battle.who("wolf3").conditions


def test_reactions_are_asked_even_under_auto_roll(hands: Hands) -> None:
    hands.bridge.auto_roll.set({"robbers"})
    click(hands, "marit")
    hands.press("A", number(hands, "hob"))
    assert isinstance(hands.play.pending, Choose)
    hands.press("Enter")
    assert isinstance(hands.play.pending, Roll)


def test_question_of_the_same_size_as_the_last_is_laid_out(hands: Hands) -> None:
    card = hands.window.page.panel.resolution
    for _ in range(3):
        assert hands.bridge.steps.dispatch(command("attack", "marit", target="hob", weapon="axe"))
        assert isinstance(hands.play.pending, Choose)
        tops = [row.y() for row in card.rows]
        assert tops == sorted(set(tops))
        assert all(row.height() < 40 for row in card.rows)
        hands.press("Ctrl+Z")
        assert not card.isVisible()
        settle()


def test_every_reaction_is_visible_in_a_low_window(hands: Hands) -> None:
    hands.window.resize(960, 520)
    click(hands, "marit")
    hands.press("A", number(hands, "hob"))
    settle()
    assert isinstance(hands.play.pending, Choose)
    panel = hands.window.page.panel
    view = panel._scroll.viewport()
    rows = panel.resolution.rows
    assert len(rows) == 6
    for row in rows:
        place = QRect(row.mapTo(view, row.rect().topLeft()), row.size())
        assert view.rect().contains(place), row.text
    hands.press("1")
    settle()
    assert panel.footer.isVisible()
    assert panel.head.isVisible()
