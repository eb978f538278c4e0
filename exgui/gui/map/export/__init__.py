"""The map of a battle or an encounter as a file: SVG, PNG, or PDF on one page.

- `files`: makes the map, for the storyteller or for the players, and writes it.
- `ask`: asks in the window for whom and where to.
"""
