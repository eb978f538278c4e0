"""Whether a scene is being drawn as paths and text, as exports want it, or as pictures that are drawn once."""

from __future__ import annotations

from PySide6.QtWidgets import QGraphicsScene

_PROPERTY = "drawn_as_paths"


def draw_as_paths(scene: QGraphicsScene, on: bool = True) -> None:
    """Has the items of a scene drawn as paths from now on, or no longer."""
    scene.setProperty(_PROPERTY, on)


def is_drawn_as_paths(scene: QGraphicsScene | None) -> bool:
    """The items of a scene are to be drawn as paths."""
    return scene is not None and scene.property(_PROPERTY) is True
