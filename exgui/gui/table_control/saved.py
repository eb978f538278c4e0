"""What the storyteller has set for the players' screen. What the players may see and which part of the map belongs to a
battle, and is the beginning for the campaign's next one; the rest belongs to the campaign or the computer."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from msgspec.structs import asdict
from PySide6.QtCore import QRect

from exgui.engine.record import Record
from exgui.gui.look.motion import motion
from exgui.gui.settings import Settings
from exgui.gui.table.camera import Area
from exgui.gui.table.look import TableLook
from exgui.play.public import PublicSettings

PREFIX = "table"


class CurtainChoice(Record):
    """What hangs before the map while the storyteller prepares.

    Attributes:
        kind: nothing, the campaign's title, or a picture.
        picture: id of a picture of the campaign.
    """

    kind: str = "title"
    picture: str = ""


class SavedTable:
    """Reads and writes the settings; what is wrong in the file counts as not set."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def public(self, campaign: str, battle: str) -> PublicSettings:
        found = self._record(PublicSettings(), f"{campaign}")
        settings: PublicSettings = self._record(found, f"{campaign}/{battle}")
        return settings

    def save_public(self, campaign: str, battle: str, settings: PublicSettings) -> None:
        self._save_record(campaign, settings)
        self._save_record(f"{campaign}/{battle}", settings)

    def look(self) -> TableLook:
        look: TableLook = self._record(TableLook(animated=not motion().reduced), "look")
        return look

    def save_look(self, look: TableLook) -> None:
        self._save_record("look", look)

    def curtain(self, campaign: str) -> CurtainChoice:
        found = self._record(CurtainChoice(), f"{campaign}/curtain")
        return found if found.kind in ("blank", "title", "picture") else CurtainChoice()

    def save_curtain(self, campaign: str, choice: CurtainChoice) -> None:
        self._save_record(f"{campaign}/curtain", choice)

    def frame(self, campaign: str, battle: str) -> Area | None:
        """Return the part of the map that is seen of a battle; None for everything."""
        text = str(self._settings.value(f"{PREFIX}/{campaign}/{battle}/frame") or "")
        try:
            left, top, width, height = (float(part) for part in text.split())
        except ValueError:
            return None
        numbers = (left, top, width, height)
        usable = all(abs(number) < 1e6 for number in numbers) and width >= 1 and height >= 1
        return Area(*numbers) if usable else None

    def save_frame(self, campaign: str, battle: str, frame: Area | None) -> None:
        text = f"{frame.x:.1f} {frame.y:.1f} {frame.width:.1f} {frame.height:.1f}" if frame is not None else ""
        self._settings.save(f"{PREFIX}/{campaign}/{battle}/frame", text)

    def monitor(self) -> str:
        return str(self._settings.value(f"{PREFIX}/monitor") or "")

    def save_monitor(self, name: str) -> None:
        self._settings.save(f"{PREFIX}/monitor", name)

    def box(self) -> QRect:
        """Return the window's saved place; an invalid box for none."""
        try:
            left, top, width, height = (int(part) for part in str(self._settings.value(f"{PREFIX}/box")).split())
        except ValueError:
            return QRect()
        return QRect(left, top, width, height) if 0 < width < 20_000 and 0 < height < 20_000 else QRect()

    def save_box(self, box: QRect) -> None:
        self._settings.save(f"{PREFIX}/box", f"{box.x()} {box.y()} {box.width()} {box.height()}")

    def _record(self, default: Any, where: str) -> Any:
        """Return a record with the values that were saved, as far as its fields can hold them."""
        out: dict[str, object] = {}
        for name, kind in get_type_hints(type(default)).items():
            value = self._settings.value(f"{PREFIX}/{where}/{name}")
            if value is None:
                continue
            allowed = get_args(kind)
            if kind is bool:
                out[name] = str(value).lower() == "true"
            elif not allowed or str(value) in allowed:
                out[name] = str(value)
        return default.but(**out)

    def _save_record(self, where: str, record: Any) -> None:
        for name, value in asdict(record).items():
            self._settings.save(f"{PREFIX}/{where}/{name}", value)
