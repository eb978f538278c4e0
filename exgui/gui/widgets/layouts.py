"""Rows and columns of widgets, described by what is in them."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

B = TypeVar("B", bound=QBoxLayout)
Margins = int | tuple[int, int, int, int]
Part = QWidget | QLayout | int | tuple[Any, ...]
"""What is put into a row or column: a widget, a layout, or a number, which is a stretch. A tuple has the arguments of
`addWidget` or `addLayout`: a part with its own stretch, and its alignment."""


def hbox(*parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int = -1) -> QHBoxLayout:
    """Return a row, left to right; `on` is the widget that it lays out."""
    return _made(QHBoxLayout(on) if on is not None else QHBoxLayout(), parts, margins, spacing)


def vbox(*parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int = -1) -> QVBoxLayout:
    """Return a column, top to bottom; `on` is the widget that it lays out."""
    return _made(QVBoxLayout(on) if on is not None else QVBoxLayout(), parts, margins, spacing)


def fill_box(box: QBoxLayout, *parts: Part) -> None:
    """Add parts behind those that are there."""
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        what = part if isinstance(part, tuple) else (part,)
        if isinstance(what[0], QWidget):
            box.addWidget(*what)
        else:
            box.addLayout(*what)


def _made(box: B, parts: tuple[Part, ...], margins: Margins | None, spacing: int) -> B:
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing >= 0:
        box.setSpacing(spacing)
    fill_box(box, *parts)
    return box
