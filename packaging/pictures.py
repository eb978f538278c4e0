"""The pictures of the README and of the manual: `dev.py pictures [FOLDER]`.

Plays the sample fight to a moment worth seeing, inside an attack, and has `exgui screenshot` take it in both sizes and
both looks; and besides an encounter that is prepared, a sheet, and what the players see. The manual has the same
moments, smaller.

The dice come from a fixed seed, so that the fight is the same each time and the pictures change only with the window.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtGui import QImage  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from exgui.campaign.campaign import Campaign  # noqa: E402
from exgui.campaign.sample import build_sample  # noqa: E402
from exgui.cli import main as command  # noqa: E402
from exgui.engine.asks import Fall, Roll  # noqa: E402
from exgui.gui.battle_control.controller import BattleController  # noqa: E402
from exgui.gui.offscreen import offscreen_app  # noqa: E402
from exgui.gui.panel.typed_modifier import stunt_answer, stunts  # noqa: E402

SEED = 14
SIZES = (("1366x768", "1366"), ("1920x1080", "1920"))
LOOKS = ("dark", "light")
PAGES = (
    ("encounter", "Stand on the Salt Causeway", "dark", "1366x768"),
    ("hardness", "Ambush at the Lantern Teahouse", "dark", "1366x768"),
    ("sheet", "Volfer", "light", "1366x768"),
    ("table", "", "dark", "1920x1080"),
)
"""Which other pages are shown: the page, whose it is, the look and the size."""
MANUAL = (
    ("battle", "battle", ""),
    ("encounter", "encounter", "Stand on the Salt Causeway"),
    ("sheet", "sheet", "Volfer"),
    ("players", "table", ""),
)
"""The manual's pictures: the name of the file, the page and whose it is."""
MANUAL_SIZE, MANUAL_QUALITY = "1100x660", 80
HERO = "volfer"
MELEE = (HERO, "bandit", "bandit_2")
ROUND, TURNS = 3, 60
dice = random.Random()


def play(campaign: Path, seed: int = SEED) -> BattleController:
    """Plays the sample's encounter until the hero attacks in the third round, and stops at the dice."""
    dice.seed(seed)
    file = Campaign.open(campaign)
    controller = BattleController(file.begin_battle(file.encounters()[0].id))
    controller.destroyed.connect(file.close)
    controller.steps.start()
    settle(controller)
    controller.steps.step_in("timer", id="riders", label="the road watch arrives", round=ROUND + 2)
    for _ in range(TURNS):
        who = controller.battle.active
        if who is None:
            break
        foe = target(controller, who) if who in MELEE else None
        if foe is not None and not controller.queries.legal_actions(who).get("attack") and strike(controller, foe):
            if who == HERO and controller.battle.round >= ROUND:
                pending = controller.pending
                if isinstance(pending, Roll):
                    controller.steps.answer(stunt_answer(pending, stunts(controller.rules)[0]))
                return controller
            settle(controller)
        elif who == "ilsa":
            aim_or_shoot(controller)
        elif who == "vey" and not controller.battle.who(who).conditions.get("cover"):
            controller.drafting.propose("take_cover")
            controller.drafting.cancel()
            settle(controller)
        elif who == "tam":
            controller.drafting.propose("full_defense")
            controller.drafting.cancel()
            settle(controller)
        controller.steps.end_turn()
        settle(controller)
    return controller


def aim_or_shoot(controller: BattleController) -> None:
    """The archer aims at the second bandit in one turn, and shoots in the next."""
    foe = "bandit_2"
    if "aiming" in controller.battle.who("ilsa").conditions:
        strike(controller, foe)
        settle(controller)
        return
    controller.drafting.propose("aim")
    for _ in range(2):
        if controller.draft is not None:
            controller.drafting.give_candidate(foe)
    controller.drafting.cancel()
    settle(controller)


def target(controller: BattleController, who: str) -> str | None:
    """The opponent to fight, after going for it: the one who is close, else one in the zone, else one in the next."""
    battle = controller.battle
    side = battle.who(who).side
    foes = [id for id, one in battle.combatants.items() if one.side != side and controller.system.standing(battle, id)]
    close = [id for id in battle.close_group(who) if id in foes]
    if close:
        return close[-1]
    here = [id for id in foes if battle.who(id).zone == battle.who(who).zone]
    if here and not controller.dragging.drag(who, "token", here[0]):
        settle(controller)
        return here[0]
    controller.drafting.cancel()
    for id in foes:
        reach = controller.system.reach(battle, who).get(str(battle.who(id).zone))
        if (
            reach is not None
            and reach.move
            and who != "vey"
            and not controller.dragging.drag(who, "zone", str(battle.who(id).zone))
        ):
            settle(controller)
            break
    controller.drafting.cancel()
    return None


def strike(controller: BattleController, foe: str) -> bool:
    """Begins an attack; True when it asks for dice."""
    controller.drafting.propose("attack")
    for _ in range(4):
        if controller.draft is not None:
            controller.drafting.give_candidate(foe)
    controller.drafting.cancel()
    return isinstance(controller.pending, Roll)


def settle(controller: BattleController) -> None:
    """Whatever is asked is answered with dice of the table, as the seed has them, or with its default."""
    for _ in range(60):
        pending = controller.pending
        if pending is None:
            return
        if isinstance(pending, Roll):
            controller.steps.answer(
                Fall(faces=tuple(dice.randint(1, pending.die.sides) for _die in range(pending.dice)))
            )
        else:
            controller.steps.accept()


def main() -> int:
    """Plays, and takes the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "resources" / "pictures"
    app = offscreen_app("dark")
    with tempfile.TemporaryDirectory(prefix="exgui-") as temp:
        campaign = Path(temp) / "sample.exgui"
        build_sample(campaign)
        controller = play(campaign)
        controller.close()
        controller.deleteLater()
        QApplication.processEvents()
        del controller
        for look in LOOKS:
            for size, name in SIZES:
                out = folder / f"window-{look}-{name}.png"
                if screenshot(str(campaign), "--size", size, "--theme", look, str(out)):
                    return 1
        for page, whose, look, size in PAGES:
            named = ["--name", whose] if whose else []
            out = folder / f"{page}-{look}-{size.partition('x')[0]}.png"
            if screenshot(str(campaign), "--page", page, *named, "--size", size, "--theme", look, str(out)):
                return 1
        if not _manual_pictures(campaign, folder.parent / "manual" / "pictures"):
            return 1
    del app
    return 0


def screenshot(*words: str) -> int:
    return command(["screenshot", *words])


def _manual_pictures(campaign: Path, folder: Path) -> bool:
    """Light, since they are printed too, and packed more tightly than the README's, since they are shipped."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page, whose in MANUAL:
        named = ["--name", whose] if whose else []
        large = campaign.parent / f"{name}.png"
        if screenshot(str(campaign), "--page", page, *named, "--size", MANUAL_SIZE, "--theme", "light", str(large)):
            return False
        out = folder / f"{name}.webp"
        if not QImage(str(large)).save(str(out), quality=MANUAL_QUALITY):
            return False
        print(out)
    return True


if __name__ == "__main__":
    sys.exit(main())
