"""The map: zones one drags, the links between them, and the tokens that stand in them."""
