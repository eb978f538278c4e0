"""Pixmaps that are drawn once and kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtGui import QPixmap


class PixmapCache:
    """Pixmaps by key, the longest unused forgotten when they weigh more than `limit` bytes."""

    def __init__(self, limit: int = 96 << 20) -> None:
        self._kept: OrderedDict[object, QPixmap] = OrderedDict()
        self._weight = 0
        self._limit = limit

    def get(self, key: object, draw: Callable[[], QPixmap]) -> QPixmap:
        """The picture of that key, drawn if there is none yet."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        found = self._kept[key] = draw()
        self._weight += found.width() * found.height() * 4
        while self._weight > self._limit and len(self._kept) > 1:
            _old, gone = self._kept.popitem(last=False)
            self._weight -= gone.width() * gone.height() * 4
        return found

    def clear(self) -> None:
        """Forgets all of them."""
        self._kept.clear()
        self._weight = 0
