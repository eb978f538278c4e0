"""Where the data that comes with exgui lies: the rules of each system, and pictures, sounds and sample battles.

An installed wheel carries both folders inside the package; a source checkout has them at its root, beside it.
"""

from pathlib import Path

GAMES = ("ex3", "ex2", "reincarnated", "skirmish")
"""The games that come with the app, in the order in which they are listed and tried."""

_PACKAGE = Path(__file__).resolve().parent


def rulesets() -> Path:
    """The folder holding one folder of rule data per system."""
    return _find("rulesets")


def resources() -> Path:
    """The folder holding everything else the app brings along."""
    return _find("resources")


def _find(name: str) -> Path:
    """The shipped folder of that name; a folder inside the package wins, since only a wheel has one there."""
    places = (_PACKAGE / name, _PACKAGE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " or ".join(str(place) for place in places)
    raise FileNotFoundError(f"exgui is missing its folder '{name}': it should be {looked}. Please reinstall exgui.")
