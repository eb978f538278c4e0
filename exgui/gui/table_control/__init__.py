"""Feeds the players' screen: between a battle under way, which knows everything, and `exgui.gui.table`, which may not.

- `following`: gives what the players may know of one battle after each of its steps.
- `saved`: what the storyteller has set, per battle, campaign and computer.
- `control`: opens and closes the players' screen, and says what is on it.
- `curtain_control`: what hangs before the map.
- `settings_card`: where all of it is set.
- `preview`: the players' screen in the place of the storyteller's map, for a look.
"""
