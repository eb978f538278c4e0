"""Rows and columns of widgets, described by what is in them; and grids."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

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


def gridbox(
    on: QWidget | None = None,
    margins: Margins | None = None,
    across: int = -1,
    down: int = -1,
    stretches: int | None = None,
) -> QGridLayout:
    """Return an empty grid; `stretches` is the column that takes the room that is left."""
    out = QGridLayout(on) if on is not None else QGridLayout()
    _space(out, margins)
    out.setHorizontalSpacing(across)
    out.setVerticalSpacing(down)
    if stretches is not None:
        out.setColumnStretch(stretches, 1)
    return out


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
    _space(box, margins)
    if spacing >= 0:
        box.setSpacing(spacing)
    fill_box(box, *parts)
    return box


def _space(layout: QLayout, margins: Margins | None) -> None:
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
