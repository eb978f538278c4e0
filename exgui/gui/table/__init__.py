"""The players' screen: map and time line of one battle, large and calm, for a television across the room.

It is given a `PublicBattle` and knows nothing else of the battle: no module in here may import a battle under way, its
controller or a campaign (import-linter holds that). Who feeds it stands in `exgui.gui.table_control`.

- `design`: its unit, its least text, its fonts. Everything is laid out in units, 540 to the height of the screen.
- `look`: how the storyteller wants it to look.
- `chips`, `number`: everyone's states in words, the number of one among many.
- `camera`: which part of the map is seen.
- `map_plan`, `map_paint`, `map_view`: the map, laid out, painted, and as a widget; `name_list`: many in a small zone;
  `ground`: what lies under the tokens, painted piece by piece.
- `whole_pixels`: pictures that are copied and never scaled.
- `time_strip`, `turn_column`, `dice`, `footer`: who acts when; whose turn it is and who comes next; the dice as they
  fell; what happened last.
- `movement`: what moves for a moment, and then nothing does.
- `curtain`: what hides everything, or shows one picture alone.
- `screen`: all of it as one widget; `window`, `monitors`, `awake`: the window, where it is, and that the display
  does not sleep.
"""
