"""The README's pictures: `python packaging/pictures.py [FOLDER]`.

Plays the sample fight to a moment worth seeing, inside an attack, and has `exgui screenshot` take it in both sizes and
both looks.

The dice come from a fixed seed, so that the fight is the same each time and the pictures change only with the window.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtWidgets import QApplication  # noqa: E402

from exgui.campaign.campaign import Campaign  # noqa: E402
from exgui.campaign.sample import build_sample  # noqa: E402
from exgui.engine.asks import Fall, Roll  # noqa: E402
from exgui.gui.battle_controller import BattleController  # noqa: E402
from exgui.gui.offscreen import offscreen_app  # noqa: E402
from exgui.gui.panel.modifier import stunt_answer, stunts  # noqa: E402
from exgui.gui.screenshot import main as screenshot  # noqa: E402

SEED = 14
SIZES = (("1366x768", "1366"), ("1920x1080", "1920"))
LOOKS = ("dark", "light")
HERO = "volfer"
MELEE = (HERO, "bandit", "bandit_2")
ROUND, TURNS = 3, 60
dice = random.Random()


def play(campaign: Path, seed: int = SEED) -> BattleController:
    """Plays the sample's encounter until the hero attacks in the third round, and stops at the dice."""
    dice.seed(seed)
    file = Campaign.open(campaign)
    bridge = BattleController(file.begin_battle(file.encounters()[0].id))
    bridge.destroyed.connect(file.close)
    bridge.steps.start()
    settle(bridge)
    bridge.steps.step_in("timer", id="riders", label="the road watch arrives", round=ROUND + 2)
    for _ in range(TURNS):
        who = bridge.battle.active
        if who is None:
            break
        foe = target(bridge, who) if who in MELEE else None
        if foe is not None and not bridge.queries.legal_actions(who).get("attack") and strike(bridge, foe):
            if who == HERO and bridge.battle.round >= ROUND:
                pending = bridge.pending
                if isinstance(pending, Roll):
                    bridge.steps.answer(stunt_answer(pending, stunts(bridge.rules)[0]))
                return bridge
            settle(bridge)
        elif who == "ilsa":
            aim_or_shoot(bridge)
        elif who == "vey" and not bridge.battle.who(who).conditions.get("cover"):
            bridge.drafting.propose("take_cover")
            bridge.drafting.cancel()
            settle(bridge)
        elif who == "tam":
            bridge.drafting.propose("full_defense")
            bridge.drafting.cancel()
            settle(bridge)
        bridge.steps.end_turn()
        settle(bridge)
    return bridge


def aim_or_shoot(bridge: BattleController) -> None:
    """The archer aims at the second bandit in one turn, and shoots in the next."""
    foe = "bandit_2"
    if "aiming" in bridge.battle.who("ilsa").conditions:
        strike(bridge, foe)
        settle(bridge)
        return
    bridge.drafting.propose("aim")
    for _ in range(2):
        if bridge.draft is not None:
            bridge.drafting.give_candidate(foe)
    bridge.drafting.cancel()
    settle(bridge)


def target(bridge: BattleController, who: str) -> str | None:
    """The opponent to fight, after going for it: the one who is close, else one in the zone, else one in the next."""
    battle = bridge.battle
    side = battle.who(who).side
    foes = [id for id, one in battle.combatants.items() if one.side != side and bridge.system.standing(battle, id)]
    close = [id for id in battle.close_group(who) if id in foes]
    if close:
        return close[-1]
    here = [id for id in foes if battle.who(id).zone == battle.who(who).zone]
    if here and not bridge.dragging.drag(who, token=here[0]):
        settle(bridge)
        return here[0]
    bridge.drafting.cancel()
    for id in foes:
        reach = bridge.system.reach(battle, who).get(str(battle.who(id).zone))
        if (
            reach is not None
            and reach.move
            and who != "vey"
            and not bridge.dragging.drag(who, zone=battle.who(id).zone)
        ):
            settle(bridge)
            break
    bridge.drafting.cancel()
    return None


def strike(bridge: BattleController, foe: str) -> bool:
    """Begins an attack; True when it asks for dice."""
    bridge.drafting.propose("attack")
    for _ in range(4):
        if bridge.draft is not None:
            bridge.drafting.give_candidate(foe)
    bridge.drafting.cancel()
    return isinstance(bridge.pending, Roll)


def settle(bridge: BattleController) -> None:
    """Whatever is asked is answered with dice of the table, as the seed has them, or with its default."""
    for _ in range(60):
        pending = bridge.pending
        if pending is None:
            return
        if isinstance(pending, Roll):
            bridge.steps.answer(Fall(faces=tuple(dice.randint(1, pending.die.sides) for _die in range(pending.dice))))
        else:
            bridge.steps.accept()


def main() -> int:
    """Plays, and takes the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "resources" / "pictures"
    app = offscreen_app("dark")
    with tempfile.TemporaryDirectory(prefix="exgui-") as temp:
        campaign = Path(temp) / "sample.exgui"
        build_sample(campaign)
        bridge = play(campaign)
        bridge.close()
        bridge.deleteLater()
        QApplication.processEvents()
        del bridge
        for look in LOOKS:
            for size, name in SIZES:
                out = folder / f"window-{look}-{name}.png"
                if screenshot([str(campaign), "--size", size, "--theme", look, str(out)]):
                    return 1
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
