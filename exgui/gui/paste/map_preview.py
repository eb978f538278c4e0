"""A proposed map: drawn as it would be, beside the list of its zones, each of which can be taken, merged with others or
dropped. An encounter of this app is drawn with everyone in it, and is imported as it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from PySide6.QtCore import QItemSelectionModel, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QSpinBox, QSplitter, QWidget

from exgui.campaign.errors import CampaignError
from exgui.campaign.imports.maps import USUAL_UNIT
from exgui.campaign.set_up_encounter import set_up
from exgui.gui.look.appearance import appearance, current_theme
from exgui.gui.look.painting import faded, smooth_painter
from exgui.gui.map.export.files import prepared_looks
from exgui.gui.map.picture import MapDrawing, MapLooks
from exgui.gui.paste.line_list import NUMBER, VERDICT, LineDelegate
from exgui.gui.paste.map_document import MapDocument
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.picture_reader import LARGEST_EDGE, PictureRefused, read_picture
from exgui.gui.widgets.basics import TickBoxes, label, push
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.rulebook.rules import Ruleset

ZONE = Qt.ItemDataRole.UserRole
MOST_SQUARES = 300


@safe_events
class MapPreview(QWidget):
    """A proposal.

    Args:
        ruleset: of the encounter.
        rules: the same, if the file brings it; None to find it by its name.
    """

    def __init__(self, document: MapDocument, ruleset: str, rules: Ruleset | None = None) -> None:
        super().__init__()
        self.document = document
        column = vbox(on=self, margins=0, spacing=8)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self.view = MapView(document, ruleset, rules)
        self._split.addWidget(self.view)
        self._split.addWidget(self._side())
        self._split.setStretchFactor(0, 1)
        column.addWidget(self._split, 1)
        self.view.picked.connect(self._pick)
        document.changed.connect(self.refresh)
        self.refresh()

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return (self.zones, self.merge_button, self.drop_button, self.squares, self.lines)

    @property
    def sentence(self) -> str:
        taken, all = len(self.document.taken.zones), len(self.document.proposal.zones)
        if self.document.proposal.whole:
            return "It will be imported as it is."
        if not all:
            return "No zones are proposed. Import the picture and draw them yourself."
        return f"{taken} of {all} zones will be taken."

    def take_keys(self) -> None:
        self.zones.setFocus(Qt.FocusReason.OtherFocusReason)

    def share(self, width: int) -> None:
        """Divide that width between the map and its zones."""
        self._split.setSizes([width * 7 // 10, width * 3 // 10])

    def let_go(self) -> None:
        """Stop following the document, which stays."""
        self.document.changed.disconnect(self.refresh)
        self.view.let_go()

    def refresh(self) -> None:
        """Show the current proposal."""
        chosen = self.chosen
        proposal, left_out = self.document.proposal, self.document.state.left_out
        self._model.blockSignals(True)
        self._model.clear()
        for zone in proposal.zones:
            item = QStandardItem(zone.name)
            item.setData(zone.id, ZONE)
            item.setCheckable(True)
            item.setEditable(False)
            on = zone.id not in left_out
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            item.setToolTip(zone.notes)
            self._model.appendRow(item)
        self._model.blockSignals(False)
        self._model.layoutChanged.emit()
        self._pick(chosen & {zone.id for zone in proposal.zones})
        picture = proposal.picture
        bare = picture is not None and picture.box is not None and not proposal.zones
        self._scale.setVisible(bare)
        if bare and picture is not None and picture.box is not None:
            self.squares.blockSignals(True)
            self.squares.setValue(round(picture.box.width / USUAL_UNIT))
            self.squares.blockSignals(False)
        self._list.setVisible(bool(proposal.zones))

    @property
    def chosen(self) -> set[str]:
        """Ids of the zones that are chosen in the list."""
        return {str(index.data(ZONE)) for index in self.zones.selectionModel().selectedIndexes()}

    def _side(self) -> QWidget:
        out = QWidget()
        column = vbox(on=out, margins=(8, 0, 0, 0), spacing=8)
        self._list = QWidget()
        listed = vbox(label("Zones", "heading"), on=self._list, margins=0, spacing=8)
        self.zones = QListView()
        self._model = QStandardItemModel(self)
        self.zones.setModel(self._model)
        self.zones.setItemDelegate(TickBoxes(self.zones))
        self.zones.setUniformItemSizes(True)
        self.zones.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.zones.setAccessibleName("Proposed zones")
        self.zones.selectionModel().selectionChanged.connect(lambda: self._chosen())
        self._model.itemChanged.connect(self._ticked)
        listed.addWidget(self.zones, 3)
        self.merge_button = push(
            "Merge", "", "Merge the chosen zones into one", do=lambda: self.document.merge(self.chosen)
        )
        self.drop_button = push(
            "Drop", "", "Leave out the chosen zones", do=lambda: self.document.take(self.chosen, False)
        )
        listed.addLayout(hbox(self.merge_button, self.drop_button, 1))
        column.addWidget(self._list, 3)
        self._scale = QWidget()
        self.squares = QSpinBox()
        self.squares.setRange(1, MOST_SQUARES)
        self.squares.setAccessibleName("Squares across the picture")
        self.squares.valueChanged.connect(self.document.scale)
        hbox(label("Squares across", "muted"), self.squares, 1, on=self._scale, margins=0)
        fill_box(column, self._scale, label("What the file says", "heading"))
        self.lines = QListView()
        found = QStandardItemModel(self)
        for one in self.document.proposal.lines:
            item = QStandardItem(one.text)
            item.setData(one.number, NUMBER)
            item.setData(one.verdict, VERDICT)
            item.setEditable(False)
            item.setToolTip(one.text if len(one.text) > 30 else "")
            found.appendRow(item)
        self.lines.setModel(found)
        self.lines.setItemDelegate(LineDelegate(self.lines))
        self.lines.setUniformItemSizes(True)
        self.lines.setAccessibleName("What the file says, and what became of it")
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self.lines, 2)
        return out

    def _ticked(self, item: QStandardItem) -> None:
        on = item.checkState() == Qt.CheckState.Checked
        self.document.take({str(item.data(ZONE))} | (self.chosen if item.data(ZONE) in self.chosen else set()), on)

    def _pick(self, zones: set[str]) -> None:
        selection = self.zones.selectionModel()
        selection.clearSelection()
        for row in range(self._model.rowCount()):
            index = self._model.index(row, 0)
            if index.data(ZONE) in zones:
                selection.select(index, QItemSelectionModel.SelectionFlag.Select)
        self._chosen()

    def _chosen(self) -> None:
        chosen = self.chosen
        self.view.choose(chosen)
        self.merge_button.setEnabled(len(chosen) > 1)
        self.drop_button.setEnabled(bool(chosen))


@safe_events
class MapView(QWidget):
    """The map, drawn as it would be; a click chooses a zone, with Ctrl one more.

    Signals:
        picked(set): these zones are to be chosen.

    Attributes:
        looks: everything on the map; nothing if it cannot be played yet.
    """

    picked = Signal(object)

    def __init__(self, document: MapDocument, ruleset: str, rules: Ruleset | None) -> None:
        super().__init__()
        self._document, self._ruleset, self._rules = document, ruleset, rules
        self._chosen: set[str] = set()
        self._underlay = QImage()
        picture = document.proposal.picture
        if picture is not None:
            with suppress(PictureRefused):
                self._underlay = read_picture(picture.content, LARGEST_EDGE)
        self._drawing = self._drawn()
        self._shot = QPixmap()
        self.setMinimumSize(240, 180)
        self.setAccessibleName("Preview of the map")
        document.changed.connect(self._redraw)
        appearance().changed.connect(self._forget)

    def let_go(self) -> None:
        self._document.changed.disconnect(self._redraw)

    def choose(self, zones: set[str]) -> None:
        self._chosen = set(zones)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, 480)

    def _drawn(self) -> MapDrawing:
        self.looks = MapLooks()
        with suppress(CampaignError):
            system, battle = set_up(self._document.proposal.encounter(self._ruleset), rules=self._rules)
            self.looks = prepared_looks(system, battle, False)
        return MapDrawing(self.looks, self._underlay)

    def _redraw(self) -> None:
        self._drawing = self._drawn()
        self._forget()

    def _forget(self) -> None:
        self._shot = QPixmap()
        self.update()

    def _scale(self) -> tuple[float, QPointF]:
        """Return pixels to a map unit, and where the map begins."""
        box = self._drawing.box
        scale = min(self.width() / box.width(), self.height() / box.height())
        left, top = (self.width() - box.width() * scale) / 2, (self.height() - box.height() * scale) / 2
        return scale, QPointF(left, top) - box.topLeft() * scale

    def place(self, id: str) -> QRectF:
        """Return where a zone is drawn, in pixels."""
        zone = next(one for one in self._document.proposal.zones if one.id == id)
        box, (scale, start) = zone.box.bounded(), self._scale()
        return QRectF(box.x * scale + start.x(), box.y * scale + start.y(), box.width * scale, box.height * scale)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shot.isNull():
            self._shot = self._painted()
        theme = current_theme()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._shot)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = faded(theme.color("background"), 0.75)
        for zone in self._document.proposal.zones:
            if zone.id in self._document.state.left_out:
                painter.fillRect(self.place(zone.id).adjusted(-1, -1, 1, 1), shade)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("gold"), 3))
        for zone in self._document.proposal.zones:
            if zone.id in self._chosen:
                painter.drawRoundedRect(self.place(zone.id), 6, 6)
        painter.end()

    def _painted(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        shot = QPixmap(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))
        shot.setDevicePixelRatio(ratio)
        theme = current_theme()
        shot.fill(theme.color("background"))
        scale, start = self._scale()
        painter = smooth_painter(shot, pictures=True)
        painter.translate(start)
        painter.scale(scale, scale)
        self._drawing.paint(painter, theme, scale * ratio)
        painter.end()
        return shot

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shot = QPixmap()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        under = [zone.id for zone in self._document.proposal.zones if self.place(zone.id).contains(event.position())]
        more = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        hit = set(under[:1])
        self.picked.emit(self._chosen ^ hit if more else hit)
