"""What is dragged out of the campaign column: which sheets, opponents, encounters, battles, for whoever takes them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

from exgui.engine.record import Record
from exgui.gui.campaign_column.entries import KINDS, Entry, Kind

MIME = "application/x-exgui-entries"
MOST_DRAGGED = 1_000
LONGEST_ID = 4_000


class Dragged(Record):
    """One of the entries that are dragged.

    Attributes:
        id: of the sheet, encounter, battle or opponent.
        ruleset: for which it is made; an opponent is found in it by its id.
    """

    kind: Kind
    id: str
    name: str
    ruleset: str = ""


def mime_of(entries: Iterable[Entry]) -> QMimeData:
    """Entries to be dragged; for other programs their names."""
    entries = tuple(entries)
    told = [{"kind": one.kind, "id": one.id, "name": one.name, "ruleset": one.ruleset} for one in entries]
    out = QMimeData()
    out.setData(MIME, json.dumps(told).encode())
    out.setText("\n".join(one.name for one in entries))
    return out


def dragged_in(mime: QMimeData) -> tuple[Dragged, ...]:
    """The entries that are dragged, as far as they can be understood: anybody may have written them."""
    if not mime.hasFormat(MIME):
        return ()
    try:
        told = json.loads(bytes(mime.data(MIME).data()))
    except (ValueError, RecursionError):
        return ()
    found = []
    for one in told[:MOST_DRAGGED] if isinstance(told, list) else ():
        if not isinstance(one, dict):
            continue
        values = (one.get(key) for key in ("kind", "id", "name", "ruleset"))
        texts = [value for value in values if isinstance(value, str) and len(value) <= LONGEST_ID]
        if len(texts) == 4 and texts[0] in KINDS.values():
            found.append(Dragged(cast("Kind", texts[0]), *texts[1:]))
    return tuple(found)


def take_copy(event: QDropEvent) -> None:
    """What is dragged is taken as a copy: it stays where it comes from."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
