"""The pictures of the players' screen of a random battle in two worlds that differ only in secrets."""

from __future__ import annotations

from collections.abc import Iterator

from play.public.ambushes import Ambush
from play.public.elsewhere import in_both_worlds
from PySide6.QtGui import QImage

from exgui.gui.table.look import TableLook
from exgui.gui.table.screen import Portraits, TableScreen
from exgui.play.public import PublicBattle, public
from exgui.play.public.records import PublicSettings

SIZE = (960, 540)


def a_screen(look: str = "dark", portraits: Portraits | None = None) -> TableScreen:
    """A players' screen without animation."""
    screen = TableScreen(portraits)
    screen.set_look(TableLook(theme="dark" if look == "dark" else "light", animated=False))
    screen.resize(*SIZE)
    return screen


def picture(screen: TableScreen, battle: PublicBattle) -> QImage:
    """A screen's picture of a battle."""
    screen.show_battle(battle)
    return screen.grab().toImage()


def differences(played: Ambush, shown: PublicSettings, seed: int, look: str = "dark") -> Iterator[int]:
    """The numbers of the steps after which the pictures differ."""
    screens = a_screen(look), a_screen(look)
    for number, both in enumerate(in_both_worlds(played, shown, seed)):
        one, other = (
            picture(screen, public(played.system, known, shown)) for screen, known in zip(screens, both, strict=True)
        )
        if one != other:
            yield number
    for screen in screens:
        screen.deleteLater()
