"""The map of a battle or an encounter as a file: SVG, PNG, or PDF on one page.

- `content`: what is on the map, for the storyteller or, by way of the players' view, for the players.
- `drawing`: draws that as paths and text.
- `files`: writes it.
- `ask`: asks in the window for whom and where to.
"""
