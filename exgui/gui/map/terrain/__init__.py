"""The ground of zones: outlines that follow the terrain, and the terrains themselves, drawn as paths.

- `outline`: the outline of a zone: a wavy shore, a ragged wood, straight walls.
- `palette`: the colors of every terrain, dark and light.
- `grounds`: draws one terrain into an outline, with its texture.

All is drawn by rule and by a seed, never by chance: a zone looks the same wherever it is shown, on the screen, on the
players' screen and in every export.
"""

from exgui.gui.map.terrain.grounds import paint_terrain, terrain_seed
from exgui.gui.map.terrain.outline import zone_outline
from exgui.gui.map.terrain.palette import Palette, palette_for

__all__ = ["Palette", "paint_terrain", "palette_for", "terrain_seed", "zone_outline"]
