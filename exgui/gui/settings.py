"""What the window remembers from one start to the next: geometry, theme, keys, what is shown."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings


class Settings:
    """The user's settings, read with care: the file may hold anything.

    Args:
        stored: where they are kept; None remembers nothing beyond this window.
    """

    def __init__(self, stored: QSettings | None = None) -> None:
        self.stored = stored
        self._unsaved: dict[str, object] = {}

    def save(self, key: str, value: object) -> None:
        if self.stored is None:
            self._unsaved[key] = value
        else:
            self.stored.setValue(key, value)

    def value(self, key: str) -> object:
        """Return what was remembered; None for nothing."""
        return self._unsaved.get(key) if self.stored is None else self.stored.value(key)

    def flag(self, key: str, default: bool) -> bool:
        value = self.value(key)
        return default if value is None else str(value).lower() == "true"

    def number(self, key: str) -> int | None:
        """Return a number that was remembered; None for none."""
        try:
            return int(str(self.value(key)))
        except ValueError:
            return None

    def state(self, key: str) -> QByteArray | None:
        """Return the state of a widget that was remembered, as Qt writes it; None for none."""
        value = self.value(key)
        return value if isinstance(value, QByteArray) else None
