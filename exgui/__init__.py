"""exgui runs Exalted battles at the storyteller's table, offline."""

__version__ = "0.1.0"
