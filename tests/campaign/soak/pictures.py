"""The players' screen of random battles in two worlds that differ only in secrets: the same pictures."""

from __future__ import annotations

from random import Random

from play.public.ambushes import GAMES, ambush
from play.public.elsewhere import SETTINGS

from exgui.gui.offscreen import offscreen_app
from tests.campaign.soak.tally import Tally
from tests.gui.table.two_worlds import differences


def compare_pictures(battles: int, rng: Random) -> Tally:
    """Compares the pictures of this many battles of each game."""
    offscreen_app("dark")
    tally = Tally("pictures of the players’ screen compared")
    for _ in range(battles):
        seed, shown, look = rng.randrange(2**32), rng.choice(list(SETTINGS.values())), rng.choice(("dark", "light"))
        for game in GAMES:
            differing = next(differences(ambush(game, seed), shown, seed, look), None)
            if differing is None:
                tally.survived(f"{game.id}: the same")
            else:
                tally.failed(f"{game.id}, seed {seed}, {shown}, {look}: step {differing} looks otherwise")
    return tally
