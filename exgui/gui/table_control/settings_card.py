"""The settings of the players' screen, laid over the window without stopping it: each choice is in force at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from exgui.campaign.errors import CampaignError
from exgui.engine.record import Value
from exgui.gui.forms.card import FieldsCard
from exgui.gui.forms.fields import Choice, Things
from exgui.gui.safe_events import safe_events
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.table_control.control import TableControl
from exgui.gui.table_control.saved import CurtainChoice
from exgui.gui.widgets.basics import label, push, show_new
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.widgets.overlay import Overlay

WIDTH, CAPTION = 620, 150
ON_OR_OFF = (Pick(True, "On"), Pick(False, "Off"))


def fields(pictures: Callable[[], Sequence[Pick]], monitors: Callable[[], Sequence[Pick]]) -> Sequence[Choice]:
    """Return the form of the settings.

    Args:
        pictures: returns those that can hang on the curtain.
        monitors: returns those that the screen can be on.
    """
    return (
        # From one to the next by the arrow keys, no number is shown on the way to something else.
        Choice("foes_health", "Foes’ health",
               options=(Pick("bands", "How badly hurt"), Pick("nothing", "Nothing"), Pick("exact", "In numbers"))),
        Choice("foes_initiative", "Foes’ place in time",
               options=(Pick("exact", "In numbers"), Pick("order", "Only the order"))),
        Choice("foes_names", "Foes’ names", options=(Pick("known", "Once they are known"), Pick("always", "Always"))),
        Choice("dice", "Dice", options=(Pick(True, "As they fell"), Pick(False, "Not shown"))),
        Choice("hidden", "Hidden combatants",
               options=(Pick("ask", "Ask me when they act"), Pick("stay", "Only when I reveal them"))),
        Choice("theme", "Look", options=(Pick("dark", "Dark"), Pick("light", "Light"))),
        Choice("animated", "Movement", options=ON_OR_OFF),
        Choice("curtain", "Curtain",
               options=(Pick("title", "The campaign’s title"), Pick("blank", "Nothing"), Pick("picture", "A picture"))),
        Choice("picture", "Picture", options=pictures, dropped=True, hint="This campaign has no pictures yet.",
               when=lambda things: things[0].curtain.kind == "picture"),
        Choice("monitor", "Monitor", options=monitors, dropped=True, when=lambda _things: len(monitors()) > 1),
    )  # fmt: skip


@safe_events
class SettingsCard(Overlay):
    """The card, which is the source of its form. Escape closes it.

    Args:
        read: shows what the manual says of the players' screen.
    """

    def __init__(
        self, window: QWidget, session: CampaignSession, table: TableControl, read: Callable[[], object]
    ) -> None:
        super().__init__(window, "Players’ screen settings")
        self._window = window
        self._session, self._table = session, table
        self.form = FieldsCard(fields(self._pictures, _monitors), self, caption_width=CAPTION)
        whole = push(
            "Show the whole map",
            "quiet",
            "The players see all of the map that they know",
            do=lambda: table.set_frame(None),
        )
        manual = push("Manual", "link", "How the players’ screen works", do=self.close_overlay)
        manual.clicked.connect(lambda: read())
        close = push("Close", "primary", do=self.close_overlay)
        vbox(
            label("Players’ screen", "strong"),
            self.form,
            hbox(whole, manual, 1, close),
            on=self,
            margins=16,
            spacing=10,
        )
        session.closing.connect(self.close_overlay)

    def open(self) -> None:
        window = self._window
        self.remember_keys()
        self.form.fill()
        self.setFixedWidth(min(WIDTH, window.width() - 48))
        show_new(self)
        self._fit()
        self.present()
        self.form.editors["foes_health"].setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def curtain(self) -> CurtainChoice:
        return self._table.saved.curtain(self._session.campaign_key)

    # The source of the form

    def things(self) -> Things:
        return (self,)

    def read(self, _thing: object, key: str) -> Value:
        table, curtain = self._table, self.curtain
        own: dict[str, Value] = {"curtain": curtain.kind, "picture": curtain.picture, "monitor": table.saved.monitor()}
        if key in own:
            return own[key]
        return getattr(table.saved.look() if key in ("theme", "animated") else table.public_settings, key)

    def write(self, key: str, value: Value, _label: str) -> object:
        table = self._table
        if key == "monitor":
            table.saved.save_monitor(str(value))
            if table.is_open:
                table.close()
                table.open()
        elif key in ("theme", "animated"):
            table.set_look(table.saved.look().but(**{key: value}))
        elif key == "picture":
            table.set_curtain(CurtainChoice("picture", str(value)))
        elif key == "curtain":
            there = [str(one.value) for one in self._pictures()]
            known = self.curtain.picture in there or not there
            table.set_curtain(CurtainChoice(str(value), self.curtain.picture if known else there[0]))
        else:
            table.set_public(table.public_settings.but(**{key: value}))
        self.form.fill()
        self._fit()
        return True

    def _fit(self) -> None:
        """Make it as high as its lines need in its width."""
        column = self.layout()
        assert column is not None
        column.activate()
        self.resize(self.width(), column.totalHeightForWidth(self.width()))

    def _pictures(self) -> Sequence[Pick]:
        campaign = self._session.campaign
        try:
            listed = campaign.pictures.all() if campaign is not None else ()
        except CampaignError:
            listed = ()
        return tuple(Pick(one.id, one.name) for one in listed)


def _monitors() -> Sequence[Pick]:
    return tuple(Pick(screen.name(), screen.name()) for screen in QGuiApplication.screens())
