"""Says what is wrong with the name of an icon, as a ruleset writes it."""

from __future__ import annotations

from exgui.icon_family import PREFIX, icon_letters
from exgui.rulebook.unknown_words import MOST_COMPARED, quoted, unknown


def wrong_icon(name: str) -> str:
    """What is wrong with the name of an icon ("mdi6.shield"); "" where there is such an icon."""
    plain = name.removeprefix(PREFIX)
    if not name or (plain != name and plain in icon_letters()):
        return ""
    if plain in icon_letters():
        return f"must be {PREFIX}{plain}, not {quoted(name)}"
    # The family has thousands of names; a slip is rarely in the first letters.
    near = [PREFIX + one for one in icon_letters() if one.startswith(plain[:2])]
    near.sort(key=lambda one: abs(len(one) - len(name)))
    return unknown(name, near[:MOST_COMPARED], "icon") if near else f"there is no icon {quoted(name)}"
