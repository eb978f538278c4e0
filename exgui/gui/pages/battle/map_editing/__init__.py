"""Editing the map in the middle of a fight: the editor of encounters, on a battle under way. Each edit is one step."""
