"""Announcements to screen readers, all sent from here."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say a text when it has finished what it is saying.

    Args:
        widget: the part of the window that the text is about.
    """
    if text.strip():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
        QAccessible.updateAccessibility(event)


def set_description(widget: QWidget, text: str) -> None:
    """Set a widget's description; screen readers are notified only if it changed."""
    if text != widget.accessibleDescription():
        widget.setAccessibleDescription(text)  # Qt itself sends the event
