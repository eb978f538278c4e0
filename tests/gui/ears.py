"""The window as a screen reader has it: names, descriptions and roles of what is visible, and the announcements. Tests
that use nothing else are valid for a blind user."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QWidget

from exgui.engine.record import Record

DEEPEST = 40
FIELDS = frozenset(
    (
        QAccessible.Role.EditableText,
        QAccessible.Role.List,
        QAccessible.Role.Table,
        QAccessible.Role.ComboBox,
        QAccessible.Role.SpinBox,
        QAccessible.Role.RadioButton,
        QAccessible.Role.Client,
        QAccessible.Role.Grouping,
    )
)
IN_LISTS = (QAccessible.Role.Cell, QAccessible.Role.ListItem, QAccessible.Role.TreeItem)
LONGEST = 60
"""Lines of a list that are read at most."""


class Part(Record):
    """What a screen reader gets of one part of the window."""

    role: str
    name: str
    description: str
    value: str
    focused: bool


def parts(root: QWidget) -> list[Part]:
    """Everything of a window that is visible, in the order in which it is read; lines that a list scrolls to when
    they are read are among it."""
    face = QAccessible.queryAccessibleInterface(root)
    assert face is not None
    return list(_walk(face, 0))


def _walk(face: QAccessibleInterface, depth: int) -> Iterator[Part]:
    state = face.state()
    if (state.invisible and not state.offscreen and face.role() not in IN_LISTS) or depth > DEEPEST:
        return
    text = QAccessible.Text
    yield Part(
        face.role().name,
        face.text(text.Name),
        face.text(text.Description),
        face.text(text.Value),
        bool(state.focused),
    )
    for number in range(min(face.childCount(), LONGEST)):
        child = face.child(number)
        if child is not None and child.isValid():
            yield from _walk(child, depth + 1)


def named(root: QWidget, role: str, start: str) -> list[Part]:
    """The parts of a role whose names begin like this."""
    return [one for one in parts(root) if one.role == role and one.name.startswith(start)]


def fields_without_words(root: QWidget) -> list[str]:
    """Every input field that has no name or no description of its own."""
    found = []
    for field in root.findChildren(QWidget):
        if field.focusPolicy() & Qt.FocusPolicy.TabFocus and field.isVisible() and field.isEnabled():
            face = QAccessible.queryAccessibleInterface(field)
            assert face is not None
            name, described = face.text(QAccessible.Text.Name), face.text(QAccessible.Text.Description)
            if face.role() in FIELDS and (not name or not described or name == described):
                found.append(f"{face.role().name} “{name}”: “{described}”")
    return found


class Ears:
    """Records announcements.

    Attributes:
        heard: every announcement, oldest first.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[str] = []
        monkeypatch.setattr(QAccessible, "updateAccessibility", self._hear)

    def _hear(self, event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            assert event.politeness() == QAccessible.AnnouncementPoliteness.Polite
            self.heard.append(event.message())

    @property
    def last(self) -> str:
        return self.heard[-1] if self.heard else ""

    def since(self) -> str:
        """Return everything announced since the last call."""
        text = " ".join(self.heard)
        self.heard.clear()
        return text
