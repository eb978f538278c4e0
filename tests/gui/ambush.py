"""The sample campaign's battle in the window, with every combatant's place known beforehand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign

PLACES = {
    "Volfer": 12,
    "Ilsa of the Reeds": 9,
    "Quick Tam": 7,
    "Mistress Vey": 5,
    "Bandit 1": 4,
    "Bandit 2": 3,
}


def ambush(window: MainWindow, folder: Path) -> Hands:
    """Round 1, tick 12, Volfer's turn; Bandit 1 is at close range with him."""
    path = folder / "sample.exgui"
    campaign, battle = _begun()
    path.write_bytes(campaign)
    assert window.session.open_path(path, str(battle))
    hands = Hands(window)
    bridge = hands.bridge
    assert bridge.pending is None
    assert bridge.battle.active == id_of(hands, "Volfer")
    return hands


@cache
def _begun() -> tuple[bytes, int]:
    """The sample campaign with the ambush in progress, made once per test process, and the battle's number."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "sample.exgui")
        sample_campaign(path)
        with Campaign.open(path) as campaign:
            play = campaign.begin_battle(campaign.encounters()[0].id)
            ids = {one.name: id for id, one in play.battle.combatants.items()}
            for name, place in PLACES.items():
                changes = Table(who=ids[name], set=Table(initiative=place))
                play.dispatch(Command("adjust", "", changes, overrule=True))
            play.dispatch(Command("place", "", Table(who=ids["Volfer"], close_to=ids["Bandit 1"])))
            play.dispatch(Command("start"))
            number = max(battle.id for battle in campaign.battles())
        return path.read_bytes(), number


def id_of(hands: Hands, name: str) -> str:
    """The id of the combatant of that name."""
    return next(id for id, one in hands.bridge.battle.combatants.items() if one.name == name)
