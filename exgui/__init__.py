"""exgui runs Exalted battles at the storyteller's table, offline."""

__version__ = "0.2.0"
