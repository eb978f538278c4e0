"""The sample campaign's battle in the window, with everybody's place known beforehand."""

from __future__ import annotations

from pathlib import Path

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign

PLACES = {"volfer": 12, "ilsa": 9, "tam": 7, "vey": 5, "bandit_1": 4, "bandit_2": 3}


def ambush(window: MainWindow, folder: Path) -> Hands:
    """Round 1, tick 12, Volfer's turn; Bandit 1 is at close range with him."""
    path = folder / "sample.exgui"
    sample_campaign(path)
    assert window.session.open_path(path)
    assert window.session.campaign is not None
    assert window.session.begin_encounter(window.session.campaign.encounters()[0].id)
    hands = Hands(window)
    bridge = hands.bridge
    ids = {one.name: id for id, one in bridge.battle.combatants.items()}
    names = ("Volfer", "Ilsa of the Reeds", "Quick Tam", "Mistress Vey", "Bandit 1", "Bandit 2")
    for name, place in zip(names, PLACES.values(), strict=True):
        assert bridge.steps.overrule("initiative", place, ids[name])
    assert bridge.steps.dispatch(Command("place", "", Table(who=ids["Volfer"], close_to=ids["Bandit 1"])))
    assert bridge.steps.start()
    assert bridge.pending is None
    assert bridge.battle.active == ids["Volfer"]
    return hands


def id_of(hands: Hands, name: str) -> str:
    """The id of the one of that name."""
    return next(id for id, one in hands.bridge.battle.combatants.items() if one.name == name)
