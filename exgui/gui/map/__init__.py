"""The map: draggable zones, the links between them, and the tokens in them."""
