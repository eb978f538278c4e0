"""The fields of the zones that are selected."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.campaign.encounter_edits import zones as edits
from exgui.campaign.encounter_edits.edit import Entry, entries
from exgui.engine.dice_text import read_dice
from exgui.engine.record import EMPTY, Table
from exgui.gui.appearance import theme_of
from exgui.gui.icons import icon
from exgui.gui.pages.encounter.edited_document import Edited
from exgui.gui.pages.encounter.terrain_choice import Swatches
from exgui.gui.pages.encounter.terrain_rules import DIFFICULTY, cover_levels, hazard_levels, level_words, terrain_offers
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.form_fields import ChipPick, Word
from exgui.gui.widgets.property_fields import Line, Notes, NumberLine, Switch, heading, row, shared, stacked
from exgui.rulebook.encounter_shape import LARGEST_SIZE
from exgui.rulebook.rules import Field

ALIGN_ICONS = {
    "left": "align-horizontal-left",
    "centre": "align-horizontal-center",
    "right": "align-horizontal-right",
    "top": "align-vertical-top",
    "middle": "align-vertical-center",
    "bottom": "align-vertical-bottom",
}

OF_HAZARD = "hazard_"
"""How the game's own fields begin that say more of a zone's hazard; they are shown where there is one."""


class ZoneCard(QWidget):
    """Shows and changes one zone, or several at once."""

    def __init__(self, document: Edited, ids: tuple[str, ...]) -> None:
        super().__init__()
        self.document, self.ids = document, ids
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.name = Line("Name of the zone", "Name")
        self.title = label("", "title")
        self.title.setMinimumWidth(10)
        self.detail = label("", "small", wrap=True)
        column.addWidget(self.title)
        column.addWidget(self.detail)
        if len(ids) == 1:
            self.title.hide()
            column.insertWidget(0, self.name)
            self.name.written.connect(self._rename)
        else:
            column.addWidget(self._align_row())
        column.addWidget(heading("Terrain"))
        self.terrain = Swatches()
        self.terrain.chosen.connect(self._choose_terrain)
        column.addWidget(self.terrain)
        self._usual = QWidget()
        self._usual_row = FlowLayout(self._usual, 6)
        column.addWidget(self._usual)
        self.shape = ChipPick("Shape", (Word("rectangle", "rectangle"), Word("ellipse", "ellipse")))
        self.shape.changed.connect(lambda value: self._change("shape", shape=_unless(value, "rectangle")))
        column.addWidget(row("Shape", self.shape))
        column.addWidget(heading("Rules"))
        self.difficult = Switch("Difficult to cross")
        self.difficult.toggled.connect(lambda on: self._change("difficult terrain", difficult=on or None))
        column.addWidget(row("Difficult", self.difficult, tip="Difficult to cross"))
        self._levels = cover_levels(document.rules)
        self.cover = ChipPick("Cover", [Word(level, level_words(level)) for level in self._levels], several=True)
        self.cover.changed.connect(self._choose_cover)
        self.difficulties: dict[str, NumberLine] = {}
        self._difficulty_rows: dict[str, QWidget] = {}
        if self._levels:
            column.addWidget(row("Cover", self.cover))
        for level in self._levels:
            field = NumberLine(f"Difficulty of {level} cover", 0, 100)
            field.counted.connect(lambda value, level=level: self._set_difficulty(level, value))
            self.difficulties[level] = field
            self._difficulty_rows[level] = row(
                f"{level_words(level)} cover", field, tip="Difficulty of taking this cover"
            )
            column.addWidget(self._difficulty_rows[level])
        known = hazard_levels(document.rules)
        self.hazard_pick = ChipPick("Hazard", [Word(one, one) for one in known], optional=True) if known else None
        self.hazard = Line("Hazard", "none")
        if self.hazard_pick is not None:
            self.hazard_pick.changed.connect(lambda value: self._change("hazard", hazard=value or None))
            column.addWidget(row("Hazard", self.hazard_pick))
        else:
            self.hazard.written.connect(self._set_hazard)
            column.addWidget(row("Hazard", self.hazard, tip="What harms here, in a word"))
        self.own: dict[str, NumberLine | Line | Switch | ChipPick] = {}
        self._of_hazard: dict[str, QWidget] = {}
        self._add_own_fields(column)
        self.yards = NumberLine("Yards across", 1, LARGEST_SIZE, "20")
        self.yards.counted.connect(lambda value: self._change("yards across", size=value))
        column.addWidget(row("Yards across", self.yards))
        self.ground = Line("Height of the ground", "level")
        self.ground.written.connect(lambda text: self._change("ground", ground=text.strip() or None))
        column.addWidget(row("Ground", self.ground, tip="How high it lies, in words"))
        column.addWidget(heading("Secrets"))
        self.seen = Switch("Players see it")
        self.seen.toggled.connect(lambda on: self._change("what players see", hidden=None if on else True))
        column.addWidget(row("Players see it", self.seen))
        self.when = ChipPick("Shown", (Word("entered", "someone enters"), Word("never", "I show it")))
        self.when.changed.connect(lambda value: self._change("secrets", reveal_when=_unless(value, "entered")))
        self._when_row = row("until", self.when)
        column.addWidget(self._when_row)
        self.notes = Notes("Notes", "Notes and secrets: only you see them")
        self.notes.written.connect(lambda text: self._change("notes", notes=text or None))
        column.addWidget(self.notes)
        self._wide, self._high = NumberLine("Width", 72, 20_000), NumberLine("Height", 72, 20_000)
        self._wide.counted.connect(lambda value: self._resize(width=value))
        self._high.counted.connect(lambda value: self._resize(height=value))
        column.addWidget(row("Width, height", self._wide, self._high, tip="Map units"))
        self.fill()

    # What it shows

    @property
    def zones(self) -> list[Entry]:
        """The zones that are shown, as they are now."""
        return [one for one in entries(self.document.data, "zone") if one.get("id") in self.ids]

    def fill(self) -> None:
        """Shows the zones as they are now."""
        zones = self.zones
        if not zones:
            return
        first = zones[0]
        self.name.put(str(first.get("name", "")))
        self.title.setText(f"{len(zones)} zones")
        self._show_detail(first, len(zones))
        terrain, mixed = shared([zone.get("terrain", "plain") for zone in zones])
        self.terrain.put("" if mixed else str(terrain))
        self._show_offers("" if mixed else str(terrain))
        shape, mixed = shared([zone.get("shape", "rectangle") for zone in zones])
        self.shape.clear() if mixed else self.shape.put(shape)
        difficult, mixed = shared([zone.get("difficult", False) for zone in zones])
        self.difficult.show_state(bool(difficult), mixed)
        self._show_cover(zones)
        hazard, mixed = shared([zone.get("hazard", "none") for zone in zones])
        if self.hazard_pick is not None:
            self.hazard_pick.clear() if mixed or hazard == "none" else self.hazard_pick.put(hazard)
        self.hazard.show_value("" if hazard == "none" else str(hazard), mixed)
        size, mixed = shared([zone.get("size") for zone in zones])
        self.yards.show_number(size if isinstance(size, int) else None, mixed)
        for key, field in self.own.items():
            value, mixed = shared([zone.get(key) for zone in zones])
            if isinstance(field, Switch):
                field.show_state(bool(value), mixed)
            elif isinstance(field, NumberLine):
                field.show_number(value if isinstance(value, int) else None, mixed)
            elif isinstance(field, ChipPick):
                field.clear() if mixed or value is None else field.put(value)
            else:
                field.show_value("" if value is None else str(value), mixed)
            if key in self._of_hazard:
                self._of_hazard[key].setVisible(hazard != "none" or value is not None)
        ground, mixed = shared([zone.get("ground", "") for zone in zones])
        self.ground.show_value(str(ground), mixed)
        hidden, mixed = shared([zone.get("hidden", False) for zone in zones])
        self.seen.show_state(not hidden, mixed)
        self._when_row.setVisible(bool(hidden) or mixed)
        when, mixed = shared(
            ["entered" if zone.get("auto_reveal", True) else "never" for zone in zones]
            if any("auto_reveal" in zone for zone in zones)
            else [zone.get("reveal_when", "entered") for zone in zones]
        )
        self.when.clear() if mixed else self.when.put(when)
        notes, mixed = shared([zone.get("notes", "") for zone in zones])
        self.notes.setEnabled(not mixed)
        self.notes.put("" if mixed else str(notes))
        box = edits.box_of(first)
        wide, mixed_w = shared([round(edits.box_of(zone).width) for zone in zones])
        high, mixed_h = shared([round(edits.box_of(zone).height) for zone in zones])
        self._wide.show_number(round(box.width) if wide is not None else None, mixed_w)
        self._high.show_number(round(box.height) if high is not None else None, mixed_h)

    def commit_fields(self) -> None:
        """Hands on what is still being written."""
        for field in self.findChildren(Line):
            field.commit_fields()
        self.notes.commit_fields()

    def _show_detail(self, first: Entry, count: int) -> None:
        if count > 1:
            self.detail.setText("What you change here changes for all of them.")
            return
        id = first["id"]
        names = {zone.id: zone.name for zone in self.document.battle.zones.values()}
        linked = [names.get(other, other) for link in self.document.battle.links if (other := link.other(id))]
        wrong = [one.sentence for one in self.document.known_problems if (one.kind, one.id) == ("zone", id)]
        text = f"Zone, linked to {', '.join(linked)}" if linked else "Zone, not linked to any other yet"
        self.detail.setText("\n".join([text, *wrong]))
        self.detail.setProperty("tone", "red" if wrong else "")

    def _show_offers(self, terrain: str) -> None:
        clear(self._usual_row)
        offers = terrain_offers(terrain, self.document.rules, self.zones[0]) if terrain else ()
        self._usual.setVisible(bool(offers))
        if not offers:
            return
        self._usual_row.addWidget(label("Usually:", "small"))
        for offer in offers:
            chip = push(f"+ {offer.label}", "chip", f"Makes it so: {offer.label}", f"Add {offer.label}")
            chip.clicked.connect(lambda _on=False, offer=offer: self._change(offer.label, **offer.keys))
            self._usual_row.addWidget(chip)
            chip.show()

    def _show_cover(self, zones: list[Entry]) -> None:
        cover, mixed = shared([zone.get("cover", EMPTY) for zone in zones])
        known: Any = EMPTY if mixed else cover
        self.cover.put(tuple(level for level in self._levels if level in known))
        for level, field in self.difficulties.items():
            self._difficulty_rows[level].setVisible(level in known)
            field.show_number(known.get(level))

    # What it changes

    def _change(self, what: str, **keys: Any) -> None:
        self.document.do(lambda data: edits.change_zones(data, self.ids, what, **keys), typed=what)

    def _rename(self, name: str) -> None:
        self.document.do(lambda data: edits.rename_zone(data, self.ids[0], name), typed="name")

    def _choose_terrain(self, terrain: str) -> None:
        self._change("terrain", terrain=_unless(terrain, "plain"))

    def _choose_cover(self, levels: tuple[str, ...] | None) -> None:
        before: Any = self.zones[0].get("cover", EMPTY)
        cover = {
            level: before.get(level, DIFFICULTY[min(at, len(DIFFICULTY) - 1)])
            for at, level in enumerate(self._levels)
            if level in (levels or ())
        }
        self._change("cover", cover=cover or None)

    def _set_difficulty(self, level: str, value: int | None) -> None:
        before: Table[str, int] = Table(self.zones[0].get("cover", EMPTY))
        self._change(f"{level} cover", cover=before.put(level, value or 0))

    def _set_hazard(self, text: str) -> None:
        word = text.strip()
        self._change("hazard", hazard=word if word and word != "none" else None)

    def _resize(self, width: int | None = None, height: int | None = None) -> None:
        boxes = {}
        for zone in self.zones:
            box = edits.box_of(zone)
            boxes[zone["id"]] = box.but(width=float(width or box.width), height=float(height or box.height))
        self.document.do(lambda data: edits.put_zones(data, boxes, "made larger or smaller"))

    def _align(self, how: str) -> None:
        self.document.do(lambda data: edits.align_zones(data, self.ids, how))

    def _align_row(self) -> QWidget:
        theme = theme_of(self)
        out = QWidget()
        line = FlowLayout(out, 2)
        line.addWidget(label("Line up", "small"))
        for how, name in ALIGN_ICONS.items():
            button = push("", "quiet", f"Line up: {how}", f"Line up {how}")
            button.setIcon(icon(theme, name))
            button.clicked.connect(lambda _on=False, how=how: self._align(how))
            line.addWidget(button)
        return out

    def _add_own_fields(self, column: QVBoxLayout) -> None:
        """The fields of a zone that the game itself defines."""
        rules = self.document.rules
        own: dict[str, Field] = dict(rules.fields.get("zone", EMPTY)) if rules is not None else {}
        for key, field in own.items():
            if field.type == "int":
                number = NumberLine(field.label, _bound(field.minimum, 0), _bound(field.maximum, 1_000))
                number.counted.connect(lambda value, key=key, f=field: self._change(f.label.lower(), **{key: value}))
                self.own[key] = number
            elif field.type == "flag":
                switch = Switch(field.label)
                switch.toggled.connect(lambda on, key=key, f=field: self._change(f.label.lower(), **{key: on or None}))
                self.own[key] = switch
            elif field.type == "text" and field.choices:
                pick = ChipPick(field.label, [Word(one, one or "none") for one in field.choices], optional=True)
                pick.changed.connect(
                    lambda value, key=key, f=field: self._change(f.label.lower(), **{key: value or None})
                )
                self.own[key] = pick
            elif field.type in ("text", "dice"):
                line = Line(field.label, "none" if field.type == "text" else "such as 2d6")
                line.written.connect(lambda text, _stay, key=key, f=field: self._set_own(key, f, text))
                self.own[key] = line
            else:
                continue
            wide = isinstance(self.own[key], ChipPick) or len(field.label) >= 22
            shown = stacked(field.label, self.own[key]) if wide else row(field.label, self.own[key])
            shown.setToolTip(field.help)
            column.addWidget(shown)
            if key.startswith(OF_HAZARD):
                self._of_hazard[key] = shown

    def _set_own(self, key: str, field: Field, text: str) -> None:
        """Takes a field of the game's own; one in which nothing that makes sense is written stays as it was."""
        value = text.strip() or None
        line = self.own[key]
        assert isinstance(line, Line)
        wrong = field.type == "dice" and value is not None and read_dice(value) is None
        line.wrong("Dice, such as d6, 2d6 or d4-1." if wrong else "")
        if not wrong:
            self._change(field.label.lower(), **{key: value})


def _bound(value: int | None, otherwise: int) -> int:
    return otherwise if value is None else value


def _unless(value: object, default: str) -> object:
    """The value; None where it is what holds when nothing is said."""
    return None if value == default else value
