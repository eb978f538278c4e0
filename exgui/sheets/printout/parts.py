"""The parts of a print-out: the input for the layout of the pages. Independent of any game, page or font."""

from __future__ import annotations

from collections.abc import Sequence

from exgui.engine.explained import Explained
from exgui.engine.record import Record


class Rating(Record):
    """A trait.

    Attributes:
        dots: the number of dots it is drawn with, filled and empty; 0 for a number alone.
        note: the text beside it (specialties).
    """

    label: str
    value: int
    dots: int = 0
    note: str = ""


class Number(Record):
    """A derived number.

    Attributes:
        text: the number as it is printed ("7", "+3 successes").
        explained: the number with its parts; None if they are not known.
    """

    label: str
    text: str
    explained: Explained | None = None


class Boxes(Record):
    """Boxes to tick.

    Attributes:
        groups: the text before each group of boxes, and the number of boxes.
        filled: damage that fills the first of them already: "bashing" (one stroke), "lethal" (two) or "aggravated"
            (four).
        owner: of several alike, the number of the combatant they belong to.
    """

    label: str
    groups: tuple[tuple[str, int], ...]
    filled: tuple[str, ...] = ()
    owner: str = ""


class Blank(Record):
    """A line to write a number on that rises and falls in a fight.

    Attributes:
        owner: of several alike, the number of the combatant it belongs to.
    """

    label: str
    owner: str = ""


Item = Rating | Number | Boxes | Blank


class Section(Record):
    """A heading with items below it.

    Attributes:
        traits: they are traits, with the boxes of those that are ticked off.
    """

    title: str
    items: tuple[Item, ...]
    traits: bool = False


class Grid(Record):
    """A heading with a table below it. Every row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Prose(Record):
    """A heading with text below it; the text may have several lines."""

    title: str
    text: str


Block = Section | Grid | Prose


class Printout(Record):
    """The whole print-out of one sheet.

    Attributes:
        detail: the text beside the name: its kind and its game.
        short: a quick character or a battle group, several of which fit on one page.
        portrait: the name of its picture, "" for none.
    """

    name: str
    detail: str
    blocks: tuple[Block, ...]
    short: bool = False
    portrait: str = ""


def for_several(printout: Printout, name: str, owners: Sequence[str]) -> Printout:
    """Return one print-out for several alike: "Bandit x4", with boxes for each.

    Args:
        owners: the numbers of their tokens.
    """
    if len(owners) < 2:
        return printout

    def of_each(item: Item) -> tuple[Item, ...]:
        return tuple(item.but(owner=owner) for owner in owners) if isinstance(item, (Boxes, Blank)) else (item,)

    blocks = tuple(
        block.but(items=tuple(one for item in block.items for one in of_each(item)))
        if isinstance(block, Section)
        else block
        for block in printout.blocks
    )
    return printout.but(name=f"{name} x{len(owners)}", blocks=blocks)
