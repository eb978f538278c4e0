"""Laying out once, and painting once, what comes, goes and grows at the same time.

Left to itself Qt lays a column out for every widget that is shown in it, and paints before it has laid out what is new
and after it: the panel would be painted twice after a step, which is two fifths more of all that is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLayout, QWidget


@contextmanager
def laid_out_once(layout: QLayout) -> Iterator[None]:
    """Lay out once all changes made inside a layout."""
    if not layout.isEnabled():
        yield
        return
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()


@contextmanager
def laid_out_later(*layouts: QLayout) -> Iterator[None]:
    """Lay out changes made inside layouts together with their surroundings, at `lay_out_now`."""
    for layout in layouts:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for layout in layouts:
            layout.setEnabled(True)


@contextmanager
def filled_later(card: QWidget, layout: QLayout) -> Iterator[None]:
    """Like `laid_out_later`, for a card that is filled again and may be shown or hidden by it. Without it Qt lays out
    all rows for each one that is shown: in a crowd that takes most of a second."""
    was_hidden = card.isHidden()
    with laid_out_later(layout):
        yield
    if was_hidden and not card.isHidden():
        # The layout was told of a change while nothing was to be laid out, and does not ask a second time; and the
        # card may come back in the size that it had, so that nothing else lays it out.
        QCoreApplication.postEvent(card, QEvent(QEvent.Type.LayoutRequest))


def lay_out_now() -> None:
    """Lay out everything that wants it, and has what was just shown painted with all else. To be called when all have
    followed a change."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateLater.value)
