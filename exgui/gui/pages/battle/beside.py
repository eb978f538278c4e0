"""Battles beside the campaign: the strip that says so, and a comparison of a branch with the real battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from exgui.campaign.errors import CampaignError
from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.gui.look import fonts
from exgui.gui.session.beside import Beside
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.layouts import gridbox, hbox, vbox
from exgui.gui.widgets.overlay import Overlay

WIDTH, HEIGHT = 620, 460


def keep(session: CampaignSession, beside: Beside) -> None:
    """Save the battle that is shown beside the campaign, and go on in it."""
    try:
        id = beside.keep()
    except CampaignError as error:
        session.message.emit(error.sentence)
        return
    session.open_battle(id)


def show_branch(session: CampaignSession, steps: int | None = None) -> None:
    """Show a branch of the battle that is open, from after its first `steps` steps. The battle itself is left as it
    is."""
    campaign, id, real = session.campaign, session.battle_id, session.play
    if campaign is None or id is None or real is None:
        return
    play = real.branch(steps)
    title = f"What if: {session.battle_title or 'the battle'}"
    kept = partial(campaign.keep_branch, play, title, id)
    session.show_play(play, beside=Beside(title, kept, partial(session.open_battle, id), id))


class BesideStrip(QFrame):
    """Is above a battle that is not in the campaign, so that no one takes it for the real one."""

    def __init__(self, session: CampaignSession, beside: Beside, compare: Callable[[], object]) -> None:
        super().__init__()
        styled(self, role="editing", fills=True)
        self.setAccessibleName(beside.title)
        line = hbox(
            (label(f"{beside.title}. Not saved, and not shown to the players.", "strong"), 1),
            on=self,
            margins=(12, 3, 4, 3),
        )
        offers: list[tuple[str, str, Callable[[], object]]] = [
            ("Keep it", "Save it as a battle in the campaign", partial(keep, session, beside)),
            ("Discard it", "Go back without saving it", beside.back),
        ]
        if beside.battle is not None:
            offers.insert(0, ("Compare", "What differs from the real battle now", compare))
        self.buttons = {}
        for words, tip, do in offers:
            self.buttons[words] = button = push(words, "quiet", tip)
            button.clicked.connect(lambda _on=False, do=do: do())
            line.addWidget(button)


class Different(Record):
    """A value of a combatant that differs between two battles, in words; "" if the combatant is missing."""

    who: str
    what: str
    real: str
    other: str


def compared(system: System, real: Battle, other: Battle) -> Iterator[Different]:
    """Yield what differs between two ends of one battle, by combatant."""
    if (real.round, real.tick) != (other.round, other.tick):
        yield Different("", "Time", _when(real), _when(other))
    for who in dict.fromkeys((*real.combatants, *other.combatants)):
        before, after = _state(system, real, who), _state(system, other, who)
        for what in dict.fromkeys((*before, *after)):
            one, two = before.get(what, "\N{EM DASH}"), after.get(what, "\N{EM DASH}")
            if one != two:
                name = (real.combatants.get(who) or other.combatants[who]).name
                yield Different(name, what, one, two)


def _when(battle: Battle) -> str:
    return f"round {battle.round}" + (f", tick {battle.tick}" if battle.tick is not None else "")


def _state(system: System, battle: Battle, who: str) -> dict[str, str]:
    one = battle.combatants.get(who)
    if one is None:
        return {}
    zone = battle.zones.get(one.zone or "")
    found = {"Place": zone.name if zone is not None else "nowhere"}
    found["State"] = "standing" if system.standing(battle, who) else "down"
    for figure in system.figures(battle, who):
        found[figure.label] = figure.text or str(figure.value.total)
    for badge in system.badges(battle, who):
        found[badge.text] = badge.short or "yes"
    return found


class Comparison(Overlay):
    """Shows what is different in a branch, beside the real battle."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Compare with the real battle")
        self.message = label("", "muted", wrap=True)
        scroll = styled(QScrollArea(), surface="clear")
        scroll.setWidgetResizable(True)
        inside = styled(QWidget(), surface="raised")
        self._grid = gridbox(across=20)
        vbox(self._grid, 1, on=inside)
        scroll.setWidget(inside)
        self.close_button = push("Close", "", "Escape", do=self.close_overlay)
        vbox(
            label("What if compared with the real battle", "title"),
            self.message,
            (scroll, 1),
            (self.close_button, 0, Qt.AlignmentFlag.AlignRight),
            on=self,
            margins=(20, 16, 20, 16),
            spacing=10,
        )

    def open(self, session: CampaignSession) -> None:
        """Compare the battle that is shown with the one that it branched from."""
        play, beside, campaign = session.play, session.beside, session.campaign
        if play is None or beside is None or beside.battle is None or campaign is None:
            return
        try:
            real = campaign.look_at(beside.battle).settled
        except CampaignError as error:
            session.message.emit(error.sentence)
            return
        self.remember_keys()
        found = list(compared(play.system, real, play.settled))
        self.message.setText("" if found else "No differences yet.")
        self.message.setVisible(not found)
        for at, text in enumerate(("", "", "Real battle", "What if") if found else ()):
            self._grid.addWidget(label(text, "heading"), 0, at)
        last = ""
        for line, one in enumerate(found, 1):
            for at, text in enumerate((one.who if one.who != last else "", one.what, one.real, one.other)):
                self._grid.addWidget(label(text, "strong" if at == 0 else "body"), line, at)
            last = one.who
        self.fit(fonts.px(WIDTH), fonts.px(HEIGHT))
        self.present(in_middle=True)
        self.close_button.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_overlay(self) -> None:
        super().close_overlay()
        self.deleteLater()
