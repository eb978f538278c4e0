"""The campaign column: lists encounters, battles and sheets; folded, it shows only their three icons."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QToolButton, QVBoxLayout, QWidget

from exgui.campaign.errors import CampaignError
from exgui.engine.record import Record
from exgui.gui import theme
from exgui.gui.icons import icon
from exgui.gui.panel.widgets import Row, clear, label
from exgui.gui.safe_events import safe_events

if TYPE_CHECKING:
    from pathlib import Path

    from exgui.campaign.campaign import Campaign

FOLDED = 52
OPEN = 256
NARROWEST = 160
ROOMY = 1600
"""The width of the window from which the column is open, unless the user has folded it."""
ROWS = {"battles": 100, "encounters": 100, "sheets": 200}
"""So many lines of a section are shown at first; of more than that, as many again at each click on its last line."""
SECTIONS = (
    ("battles", "Battles", "sword-cross", "No battle yet. Choose an encounter below and begin it."),
    ("encounters", "Encounters", "map-outline", "No encounters yet."),
    ("sheets", "Sheets", "account-multiple-outline", "No sheets yet."),
)


@dataclass(frozen=True)
class Entry(Record):
    """A line of the column."""

    kind: str
    id: str
    name: str
    note: str
    damaged: bool = False
    running: bool = False


def entries_of(campaign: Campaign) -> dict[str, list[Entry]]:
    """Everything that the column lists, by section; running battles before finished ones, newest first.

    Raises:
        CampaignError: the campaign cannot be read.
    """
    return {
        "battles": battles_of(campaign),
        "encounters": [Entry("encounters", e.id, e.name, e.summary, e.damaged) for e in campaign.encounters()],
        "sheets": [Entry("sheets", s.id, s.name, s.summary, s.damaged) for s in campaign.sheets()],
    }


def battles_of(campaign: Campaign) -> list[Entry]:
    """The battles alone, in their order.

    Raises:
        CampaignError: the campaign cannot be read.
    """
    battles = sorted(campaign.battles(), key=lambda one: (one.phase == "over", -one.id))
    return [
        Entry("battles", str(b.id), b.title, "damaged" if b.damaged else b.summary, b.damaged, b.phase == "running")
        for b in battles
    ]


@safe_events
class Sidebar(QFrame):
    """The column.

    Signals:
        battle_wanted(int): go on with this battle.
        encounter_wanted(str): begin a battle from this encounter.
        sheet_wanted(str): show this sheet.
        folded(bool): the column was folded or unfolded.
    """

    battle_wanted = Signal(int)
    encounter_wanted = Signal(str)
    sheet_wanted = Signal(str)
    folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Campaign")
        self._entries: dict[str, list[Entry]] = {}
        self._listed: list[tuple[str, str, str]] = []
        self._path: Path | None = None
        self._rows_of = dict(ROWS)
        self._battle: int | None = None
        self._is_folded = False
        self._title = ""
        self.rows: dict[tuple[str, str], Row] = {}
        self._buttons: list[tuple[QToolButton, str]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(4)
        top = QHBoxLayout()
        top.setContentsMargins(16, 0, 8, 0)
        self.title = label("", "strong")
        self.title.setMinimumWidth(10)
        top.addWidget(self.title, 1)
        self._fold = self._button("chevron-double-left", "Fold the campaign (Ctrl+B)")
        self._fold.clicked.connect(lambda: self.set_folded(not self._is_folded))
        top.addWidget(self._fold)
        self._top = top
        column.addLayout(top)
        self._icons = QWidget()
        icons = QVBoxLayout(self._icons)
        icons.setContentsMargins(8, 0, 8, 0)
        icons.setSpacing(8)
        for kind, heading, name, _empty in SECTIONS:
            button = self._button(name, heading)
            button.setIconSize(QSize(22, 22))
            button.clicked.connect(lambda _checked=False, kind=kind: self._unfold_at(kind))
            icons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        icons.addStretch(1)
        column.addWidget(self._icons, 1)
        self._scroll = QScrollArea()
        self._scroll.setProperty("surface", "clear")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setProperty("surface", "panel")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._list = QVBoxLayout(inner)
        self._list.setContentsMargins(8, 0, 8, 0)
        self._list.setSpacing(1)
        self._headings: dict[str, QLabel] = {}
        self._scroll.setWidget(inner)
        column.addWidget(self._scroll, 1)
        theme.notifier().changed.connect(self._on_theme)
        self._on_theme()
        self.set_folded(False)

    @property
    def is_folded(self) -> bool:
        """Whether only the icons are shown."""
        return self._is_folded

    def set_folded(self, folded: bool) -> None:
        """Folds the column to its icons, or unfolds it."""
        self._is_folded = folded
        self._scroll.setVisible(not folded)
        self.title.setVisible(not folded)
        self._icons.setVisible(folded)
        self._top.setContentsMargins(8 if folded else 16, 0, 8, 0)
        self._top.setAlignment(self._fold, Qt.AlignmentFlag.AlignHCenter if folded else Qt.AlignmentFlag.AlignRight)
        if folded:
            self.setFixedWidth(FOLDED)
        else:
            self.setMinimumWidth(NARROWEST)
            self.setMaximumWidth(420)
        self._on_theme()
        self.folded.emit(folded)

    def show_campaign(self, campaign: Campaign | None, battle: int | None = None) -> None:
        """Lists a campaign, and marks the battle that is open."""
        self._battle = battle
        path = campaign.path if campaign is not None else None
        if path != self._path:
            self._path, self._rows_of = path, dict(ROWS)
        self._title = campaign.title if campaign is not None else "No campaign"
        self._show_title()
        self.title.setToolTip(str(campaign.path) if campaign is not None else "")
        try:
            entries = entries_of(campaign) if campaign is not None else {}
        except CampaignError as error:
            entries = {}
            self.title.setToolTip(str(error))
        self._show(entries)

    def show_battles(self, campaign: Campaign) -> None:
        """Updates the battles of the listed campaign; nothing else in it is read."""
        with suppress(CampaignError):
            self._show({**self._entries, "battles": battles_of(campaign)})

    def _show(self, entries: dict[str, list[Entry]]) -> None:
        listed = [(one.kind, one.id, one.name) for kind in entries.values() for one in kind]
        self._entries = entries
        if listed != self._listed or not self.rows:
            self._listed = listed
            self._build()
        self._mark()

    def _show_title(self) -> None:
        metrics = QFontMetrics(theme.font("strong"))
        self.title.setText(metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, max(40, self.width() - 64)))
        self.title.setAccessibleName(self._title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_title()

    def _build(self) -> None:
        clear(self._list)
        self.rows, self._headings = {}, {}
        if not self._entries:
            nothing = label("Open a campaign to see its battles, encounters and sheets.", "small", wrap=True)
            nothing.setContentsMargins(8, 8, 0, 0)
            self._list.addWidget(nothing)
            self._list.addStretch(1)
            return
        for kind, heading, _icon, empty in SECTIONS:
            entries = self._entries.get(kind, [])
            title = label(heading, "heading")
            title.setContentsMargins(8, 8, 0, 0)
            self._headings[kind] = title
            self._list.addWidget(title)
            if not entries:
                nothing = label(empty, "small", wrap=True)
                nothing.setContentsMargins(8, 0, 8, 4)
                self._list.addWidget(nothing)
            most = self._rows_of[kind]
            for entry in entries[:most]:
                self._list.addWidget(self._row(entry))
            if len(entries) > most:
                self._list.addWidget(self._more(kind, len(entries) - most))
        self._list.addStretch(1)

    def _row(self, entry: Entry) -> Row:
        row = Row(entry.name, note=entry.note)
        row.setToolTip(_tip(entry))
        row.note_first = entry.kind == "battles"
        # The details of an encounter or a sheet are shown whole or on hover: "6 zo…" says nothing.
        row.note_room = 24 if row.note_first else QFontMetrics(theme.font("small")).horizontalAdvance(entry.note)
        row.clicked.connect(lambda _checked=False, kind=entry.kind, id=entry.id: self._wanted(kind, id))
        self.rows[entry.kind, entry.id] = row
        return row

    def _more(self, kind: str, left: int) -> Row:
        """The last line of a section that is not shown whole."""
        row = Row(f"Show {min(left, ROWS[kind]):,} more", note=f"of {left:,}")
        row.clicked.connect(lambda: self._show_more(kind))
        return row

    def _show_more(self, kind: str) -> None:
        shown = self._rows_of[kind]
        self._rows_of[kind] += ROWS[kind]
        self._build()
        self._mark()
        self.rows[kind, self._entries[kind][shown].id].setFocus(Qt.FocusReason.OtherFocusReason)

    def _mark(self) -> None:
        by_key = {(one.kind, one.id): one for entries in self._entries.values() for one in entries}
        for (kind, id), row in self.rows.items():
            entry = by_key[kind, id]
            here = kind == "battles" and self._battle is not None and id == str(self._battle)
            row.tone = "gold" if entry.running and not here else "text"
            row.put(note=entry.note, off=entry.damaged, chosen=here, tip=_tip(entry))

    def _wanted(self, kind: str, id: str) -> None:
        if kind == "battles":
            self.battle_wanted.emit(int(id))
        elif kind == "encounters":
            self.encounter_wanted.emit(id)
        else:
            self.sheet_wanted.emit(id)

    def _unfold_at(self, kind: str) -> None:
        self.set_folded(False)
        heading = self._headings.get(kind)
        if heading is not None:
            self._scroll.ensureWidgetVisible(heading, 0, 0)

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setIconSize(QSize(18, 18))
        self._buttons.append((button, name))
        return button

    def _on_theme(self) -> None:
        for button, name in self._buttons:
            shown = "chevron-double-right" if name == "chevron-double-left" and self._is_folded else name
            button.setIcon(icon(shown, "muted"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down move through the lines."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.rows:
            rows = list(self.rows.values())
            focused = next((index for index, row in enumerate(rows) if row.hasFocus()), -1)
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            rows[(focused + step) % len(rows)].setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)


def _tip(entry: Entry) -> str:
    what = {
        "battles": "Go on with this battle",
        "encounters": "Begin a battle from this encounter",
        "sheets": "Show this sheet",
    }[entry.kind]
    return f"{entry.name}: {entry.note}\n{what}" if entry.note else f"{entry.name}\n{what}"
