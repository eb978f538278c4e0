"""The settings of the players' screen, laid over the window without stopping it: each choice is in force at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from exgui.campaign.errors import CampaignError
from exgui.engine.record import Record
from exgui.gui.campaign_session import CampaignSession
from exgui.gui.safe_events import safe_events
from exgui.gui.table_control.control import TableControl
from exgui.gui.table_control.saved import CurtainChoice
from exgui.gui.widgets.basics import label, push, show_new
from exgui.gui.widgets.overlay import Overlay

WIDTH = 620
NO_PICTURES = "This campaign has no pictures yet."


class Choice(Record):
    """One line of the card.

    Attributes:
        id, name: of what is chosen.
        options: each a value and its word.
        note: what it means, in a sentence.
    """

    id: str
    name: str
    options: tuple[tuple[object, str], ...]
    note: str = ""


CHOICES = (
    Choice(
        "foes_health", "Foes’ health", (("bands", "How badly hurt"), ("exact", "In numbers"), ("nothing", "Nothing"))
    ),
    Choice("foes_initiative", "Foes’ place in time", (("exact", "In numbers"), ("order", "Only the order")), ""),
    Choice("foes_names", "Foes’ names", (("known", "Once they are known"), ("always", "Always"))),
    Choice("dice", "Dice", ((True, "As they fell"), (False, "Not shown"))),
    Choice("hidden", "Hidden combatants", (("ask", "Ask me when they act"), ("stay", "Only when I reveal them"))),
    Choice("theme", "Look", (("dark", "Dark"), ("light", "Light"))),
    Choice("animated", "Movement", ((True, "On"), (False, "Off"))),
    Choice("curtain", "Curtain", (("title", "The campaign’s title"), ("blank", "Nothing"), ("picture", "A picture"))),
)


@safe_events
class SettingsCard(Overlay):
    """The card. Escape closes it.

    Attributes:
        groups: the buttons of each choice, by its id.

    Args:
    """

    def __init__(self, window: QWidget, session: CampaignSession, table: TableControl) -> None:
        super().__init__(window, "Players’ screen settings")
        self._window = window
        self._session, self._table = session, table
        self.groups: dict[str, QButtonGroup] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        column.addWidget(label("Players’ screen", "strong"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, choice in enumerate(CHOICES):
            grid.addWidget(label(choice.name, "body", "muted"), row, 0)
            grid.addLayout(self._chips(choice), row, 1)
        self.pictures = QComboBox()
        self.pictures.setAccessibleName("Picture of the curtain")
        self.pictures.activated.connect(lambda _index: self._choose_curtain("picture"))
        grid.addWidget(self.pictures, len(CHOICES), 1)
        self._monitor_label = label("Monitor", "body", "muted")
        grid.addWidget(self._monitor_label, len(CHOICES) + 1, 0)
        self.monitors = QComboBox()
        self.monitors.setAccessibleName("Monitor")
        self.monitors.activated.connect(self._choose_monitor)
        grid.addWidget(self.monitors, len(CHOICES) + 1, 1)
        column.addLayout(grid)
        below = QHBoxLayout()
        whole = push("Show the whole map", "quiet", "The players see all of the map that they know")
        whole.clicked.connect(lambda: table.set_frame(None))
        close = push("Close", "primary")
        close.clicked.connect(self.close_overlay)
        below.addWidget(whole)
        below.addStretch(1)
        below.addWidget(close)
        column.addLayout(below)
        session.closing.connect(self.close_overlay)

    def open(self) -> None:
        window = self._window
        self.remember_keys()
        self.refresh()
        self.setFixedWidth(min(WIDTH, window.width() - 48))
        show_new(self)
        self.adjustSize()
        self.stand()
        first = self.groups["foes_health"].checkedButton()
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def refresh(self) -> None:
        table = self._table
        public, look = table.public_settings, table.saved.look()
        curtain = table.saved.curtain(self._session.campaign_key)
        now = {
            "foes_health": public.foes_health,
            "foes_initiative": public.foes_initiative,
            "foes_names": public.foes_names,
            "dice": public.dice,
            "hidden": public.hidden,
            "theme": look.theme,
            "animated": look.animated,
            "curtain": curtain.kind,
        }
        for choice in CHOICES:
            values = [value for value, _word in choice.options]
            self.groups[choice.id].button(values.index(now[choice.id])).setChecked(True)
        self._list_pictures(curtain)
        self._list_monitors()

    # Inside

    def _chips(self, choice: Choice) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        group = self.groups[choice.id] = QButtonGroup(self)
        for number, (value, word) in enumerate(choice.options):
            button = push(word, "chip", choice.note, f"{choice.name}: {word}")
            button.setCheckable(True)
            button.clicked.connect(lambda _checked=False, value=value: self._choose(choice.id, value))
            group.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _choose(self, id: str, value: object) -> None:
        table = self._table
        if id == "curtain":
            self._choose_curtain(str(value))
        elif id in ("theme", "animated"):
            table.set_look(table.saved.look().but(**{id: value}))
        else:
            table.set_public(table.public_settings.but(**{id: value}))

    # The curtain

    def _choose_curtain(self, kind: str) -> None:
        picture = str(self.pictures.currentData() or "")
        self._table.set_curtain(CurtainChoice(kind, picture))
        self.pictures.setVisible(kind == "picture")
        self.adjustSize()
        self.groups["curtain"].button(("title", "blank", "picture").index(kind)).setChecked(True)

    def _list_pictures(self, curtain: CurtainChoice) -> None:
        campaign = self._session.campaign
        try:
            listed = campaign.pictures.all() if campaign is not None else ()
        except CampaignError:
            listed = ()
        _fill(self.pictures, [(one.id, one.name) for one in listed], curtain.picture, NO_PICTURES)
        self.pictures.setVisible(curtain.kind == "picture")

    # The monitor

    def _list_monitors(self) -> None:
        names = [screen.name() for screen in QGuiApplication.screens()]
        _fill(self.monitors, [(name, name) for name in names], self._table.saved.monitor(), "")
        self.monitors.setVisible(len(names) > 1)
        self._monitor_label.setVisible(len(names) > 1)

    def _choose_monitor(self, _index: int) -> None:
        self._table.saved.save_monitor(str(self.monitors.currentData()))
        if self._table.is_open:
            self._table.close()
            self._table.open()


def _fill(box: QComboBox, lines: Sequence[tuple[str, str]], chosen: str, nothing: str) -> None:
    box.clear()
    for value, word in lines:
        box.addItem(word, value)
    if not lines and nothing:
        box.addItem(nothing, "")
    box.setEnabled(bool(lines))
    box.setCurrentIndex(max(box.findData(chosen), 0))
