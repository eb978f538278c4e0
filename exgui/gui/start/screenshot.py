"""`exgui screenshot [FILE] [--battle NAME] [--page battle] … OUT.png`: the real window as a picture.

Works on a copy of the campaign, so that nothing in it changes, also where a battle has to be begun to be shown.
"""

from __future__ import annotations

import tempfile
from argparse import Namespace
from pathlib import Path
from time import monotonic
from typing import cast

from PySide6.QtCore import QSize

from exgui.campaign import user_folders
from exgui.campaign.errors import CampaignError
from exgui.forecast.worker import Forecaster
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import complain, copy_of_campaign, offscreen_app, save_picture, settle
from exgui.gui.pages.encounter.page import EncounterPage
from exgui.gui.pages.house_rules.page import open_house_rules
from exgui.gui.table.look import TableLook
from exgui.gui.table.screen import TableScreen
from exgui.gui.table_control.control import PublicPictures
from exgui.play.public import PublicView
from exgui.rulebook.finding import plain
from exgui.simulate.work import Workers, processes

ODDS_SECONDS = 5.0
FIGHTS_SECONDS = 60.0


def main(args: Namespace) -> int:
    """Write the picture; return 0, or 2 on failure, with a message. The arguments are those of `cli`."""
    try:
        source = args.file or user_folders.last_opened()
        with tempfile.TemporaryDirectory(prefix="exgui-") as folder:
            copy = copy_of_campaign(source, Path(folder))
            return _draw(copy, source, args, args.out)
    except (CampaignError, OSError) as error:
        complain(str(error))
        return 2


def _draw(campaign: Path, source: Path | None, args: Namespace, out: Path) -> int:
    offscreen_app(args.theme)
    forecaster, workers = Forecaster(), processes()
    try:
        return _drawn(campaign, source, args, out, forecaster, workers)
    finally:
        forecaster.close()
        workers.close()


def _drawn(
    campaign: Path, source: Path | None, args: Namespace, out: Path, forecaster: Forecaster, workers: Workers
) -> int:
    fights = (lambda: workers) if args.page == "hardness" else None
    window = MainWindow(source=forecaster, workers=fights)
    window.setMinimumSize(window.minimumSize().boundedTo(QSize(*args.size)))
    window.resize(*args.size)
    window.show()
    if not window.session.open_path(campaign, _battle_of(args)):
        # Who asked knows the campaign by its own name, not by that of the copy.
        complain(window.welcome.notice.text.text().replace(str(campaign), str(source or campaign.name)))
        window.close()
        return 2
    trouble = ""
    if args.page in ("encounter", "hardness"):
        trouble = _open_encounter(window, args.name)
        if args.page == "hardness" and not trouble:
            trouble = _show_hardness(window)
    elif args.page == "sheet":
        trouble = _open_sheet(window, args.name)
    elif args.page == "house_rules":
        open_house_rules(window.commands.context, args.name or "")
    elif args.page == "summary":
        shows = window.session.begin_first() and window.navigation.open_summary()
        trouble = "" if shows else window.message
    else:
        window.session.begin_first()
        _wait_for_odds(window)
    if args.page == "table" and not trouble:
        trouble = _save_table(window, args.theme, args.size, out)
    trouble = trouble or (save_picture(window, out) if args.page != "table" else "")
    window.close()
    if trouble:
        complain(trouble)
        return 2
    print(out)
    return 0


def _battle_of(args: Namespace) -> str:
    """Return the battle that is to be opened, "" for the one that was left."""
    return (args.name if args.page in ("battle", "table", "summary") else "") or args.battle or ""


def _save_table(window: MainWindow, look: str, size: tuple[int, int], out: Path) -> str:
    """Save what the players see of the battle, at that size. Return what went wrong."""
    play = window.session.play
    if play is None:
        return "there is no battle to show to the players."
    view = PublicView(play, window.table.settings_of(play))
    pictures = PublicPictures(window.session, view.pictures())
    screen = TableScreen(pictures.portrait, pictures.content)
    screen.set_look(TableLook(theme="light" if look == "light" else "dark", animated=False))
    screen.resize(*size)
    screen.show_battle(view.battle())
    screen.show()
    while not screen.is_ready:
        settle(0.05)
    trouble = save_picture(screen, out)
    screen.close()
    return trouble


def _open_encounter(window: MainWindow, name: str | None) -> str:
    """Show the page of an encounter, by its title or id; the first where none is named. Return what went wrong."""
    known = window.session.encounters()
    found = next((one for one in known if name is None or plain(name) in (plain(one.name), one.id)), None)
    if found is None:
        return f"there is no encounter {name!r}; there are: {', '.join(one.name for one in known) or 'none'}."
    return "" if window.navigation.open_encounter(found.id) else window.message


def _show_hardness(window: MainWindow) -> str:
    """Fights the encounter that is shown, and opens the report. Gives what went wrong."""
    shown = cast(EncounterPage, window.page).hardness
    assert shown is not None
    end = monotonic() + FIGHTS_SECONDS
    while shown.is_busy and monotonic() < end:
        settle(0.1)
    shown.show_report()
    settle(0.2)
    return "" if shown.printed else "no fight of this encounter can be simulated."


def _open_sheet(window: MainWindow, name: str | None) -> str:
    """Show the page of a sheet, by its name or id; the first where none is named. Return what went wrong."""
    known = [one for one in window.session.campaign.sheets() if not one.damaged] if window.session.campaign else []
    found = next((one for one in known if name is None or plain(name) in (plain(one.name), one.id)), None)
    if found is None:
        return f"there is no sheet {name!r}; there are: {', '.join(one.name for one in known) or 'none'}."
    return "" if window.navigation.open_sheet(found.id) else window.message


def _wait_for_odds(window: MainWindow) -> None:
    """Wait for the odds, which come from another process and belong to a picture of a roll."""
    battle = window.commands.context.battle
    if battle is None or not battle.asks_roll:
        return
    found: list[object] = []
    # Nothing is what is found while the odds are still being worked out.
    battle.panel.roll.odds.found.connect(lambda odds: found.append(odds) if odds else None)
    end = monotonic() + ODDS_SECONDS
    while not found and monotonic() < end:
        settle(0.05)
