"""The context menus of a battle: for a combatant, a zone, a link, a moment, a line."""
