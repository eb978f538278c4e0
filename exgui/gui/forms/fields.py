"""Fields of a form, described: what each is called, how it is edited, and what it reads and writes.

A form is a table of these. `FieldsCard` draws it for one thing or for several at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtWidgets import QWidget

from exgui.engine.dice import read_dice
from exgui.engine.record import EMPTY, Record, Value
from exgui.gui.widgets.finder import LONGEST, Pick

if TYPE_CHECKING:  # the window's first picture does not wait for rulesets
    from exgui.rulebook.rules import Field, OptionRule

Things = Sequence[Any]
"""What a form shows: the zones that are selected, as an encounter has them; combatants of a battle."""
LARGEST = 100_000
YES_NO = (Pick(True, "yes"), Pick(False, "no"))
WHOLE = re.compile(r"[+-]?\d{1,9}")


class Problem(ValueError):
    """What was entered makes no sense; the message is a sentence for the user."""


def whole(text: str, what: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number.

    Raises:
        Problem: it is none, or out of range.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if WHOLE.fullmatch(plain) is None:
        shown = text.strip()[:24]
        raise Problem(f"{what} must be a whole number, not “{shown}”." if shown else f"{what} needs a whole number.")
    number = int(plain)
    low = -LARGEST if low is None else low
    high = LARGEST if high is None else high
    if not low <= number <= high:
        raise Problem(f"{what} must be {low} to {high}, not {number}.")
    return number


class Source(Protocol):
    """What a form shows and changes."""

    def things(self) -> Things: ...

    def read(self, thing: Any, key: str) -> Value:
        """Return one thing's value; None if it has none."""
        ...

    def write(self, key: str, value: Value, label: str) -> object:
        """Set a value for all things, None to remove it. Return whether it was accepted.

        Args:
            label: names the change for undo. Changes in a row with the same label are one step until the field is left.
        """
        ...


def always(_things: Things) -> bool:
    return True


class FormField(Record):
    """One field.

    Attributes:
        key: what it reads and writes, unless `of` and `do` say otherwise.
        label: its caption.
        help: shown on hover.
        default: the value of a thing that has none; choosing it removes the key.
        of: reads its value from a thing.
        do: takes a new value instead of the source, and returns whether it was accepted.
        when: whether it is shown for these things.
        fold: the name of the group that it is folded into; a folded field is shown if it has a value, or once its
            `Fold` is opened.
        undo: names the change for undo; the label where it is empty.
        stacked: the editor is below its caption rather than beside it.
        next: the field that gets the focus after a change, if it is shown.

    In a form that becomes one step (`Draft`):
        wanted: what is said if it is empty; "" if it may be.
        parse: makes of what was entered what the step is given; raises `Problem`.
        note: a remark below it.
        share: its part of the line that it shares with its neighbors; 0 for a line of its own.
    """

    key: str
    label: str = ""
    help: str = ""
    default: Value = None
    of: Callable[[Any], Value] | None = None
    do: Callable[[Any], object] | None = None
    when: Callable[[Things], bool] = always
    fold: str = ""
    undo: str = ""
    stacked: bool = False
    next: str = ""
    wanted: str = ""
    parse: Callable[[Any], Value] | None = None
    note: Callable[[Things], str] | None = None
    share: int = 0


class Text(FormField):
    """One line of text.

    Attributes:
        hint: shown in it while it is empty.
        check: what is wrong with a text, "" for nothing.
        bare: drawn without a caption.
        longest: its most letters.
        words: what is suggested while one types.
        parted: it holds several words, parted by + or a comma.
    """

    hint: str = ""
    check: Callable[[str], str] | None = None
    bare: bool = False
    longest: int = LONGEST
    words: Sequence[Pick] = ()
    parted: bool = False


class Notes(FormField):
    """Several lines of text, without a caption."""

    hint: str = ""


class Number(FormField):
    """A whole number, or none."""

    low: int = 0
    high: int = 1_000
    hint: str = ""


class Flag(FormField):
    """On or off.

    Attributes:
        inverted: the switch is on where the value is False.
    """

    inverted: bool = False


class Choice(FormField):
    """One or several of some values.

    Attributes:
        options: the values, or what returns them where they change.
        several: the value is a tuple.
        optional: nothing need be chosen.
        bare: drawn without a caption.
        numbers: digits that choose a value.
        dropped: it is a list that drops down, for values that may be many.
        hint: shown in such a list while there are none.
    """

    options: Sequence[Pick] | Callable[[], Sequence[Pick]] = ()
    several: bool = False
    optional: bool = False
    bare: bool = False
    numbers: Mapping[int, Value] = EMPTY
    dropped: bool = False
    hint: str = ""


class Heading(FormField):
    """The heading of the fields below it; the key is its text."""


class Info(FormField):
    """A text that follows from the things; hidden while it is empty.

    Attributes:
        text: returns the text and the token of its color, "" for the usual.
    """

    text: Callable[[Things], tuple[str, str]] = lambda _things: ("", "")
    role: str = "small"


class Button(Record):
    label: str
    do: Callable[[], object]
    help: str = ""
    name: str = ""
    icon: str = ""
    kind: str = ""


class Actions(FormField):
    """Buttons in a row; hidden while there are none."""

    buttons: Callable[[Things], Sequence[Button]] = lambda _things: ()


class Fold(FormField):
    """A button that shows all fields folded into the group of this key."""


class Custom(FormField):
    """An editor of its own: a widget with `show_value(value, mixed)` and the signal `changed(value)`, or one with
    `show_things(things)` alone, which returns whether there is anything to show."""

    make: Callable[[], QWidget] = QWidget


class Draft:
    """The source of a form that is filled in first and becomes one step.

    Attributes:
        given: what was entered in each field, by its key.
    """

    def __init__(self, fields: Iterable[FormField]) -> None:
        self.given: dict[str, Any] = {field.key: field.default for field in fields}

    def things(self) -> Things:
        return (self.given,)

    def read(self, thing: Any, key: str) -> Value:
        return thing.get(key)

    def write(self, key: str, value: Value, label: str) -> object:
        self.given[key] = value
        return True

    def take(self, field: FormField) -> Value:
        """Return what the step is given for a field, None for nothing.

        Raises:
            Problem: it is wrong, or wanted and empty.
        """
        value = self.given.get(field.key)
        if isinstance(value, str):
            value = value.strip()
        if value is None or value == "" or value == ():
            if field.wanted:
                raise Problem(field.wanted)
            return None
        return value if field.parse is None else field.parse(value)


def field_of_rule(key: str, field: Field, *, high: int = 1_000, **more: Any) -> FormField | None:
    """Return the form's field for a field that a game defines; None for a type that forms can't edit.

    Args:
        high: the most that a number may be where the rules say nothing.
    """
    about: dict[str, Any] = {"key": key, "label": field.label, "help": field.help, "undo": field.label.lower(), **more}
    if field.type == "int":
        least = 0 if field.minimum is None else field.minimum
        most = high if field.maximum is None else field.maximum
        return Number(**about, low=least, high=most)
    if field.type == "flag":
        return Flag(**about, default=False)
    if field.type == "text" and field.choices:
        words = [Pick(one, one or "none") for one in field.choices]
        return Choice(**{**about, "stacked": True}, options=words, optional=True)
    if field.type == "text":
        return Text(**{"stacked": len(field.label) >= 22, **about}, hint="none")
    if field.type == "dice":
        return Text(**{"stacked": len(field.label) >= 22, **about}, hint="such as 2d6", check=_wrong_dice)
    return None


def _wrong_dice(text: str) -> str:
    return "" if read_dice(text) is not None else "Dice, such as d6, 2d6 or d4-1."


def field_of_option(key: str, option: OptionRule, **more: Any) -> FormField:
    about: dict[str, Any] = {"key": key, "label": option.label, "help": option.help, **more}
    if option.choices:
        words = [Pick(value, text) for value, text in option.choices.items()]
        return Choice(**{"default": option.default, "stacked": True, **about}, options=words)
    if isinstance(option.default, bool):
        return Flag(**{"default": option.default, "stacked": len(option.label) >= 30, **about})
    if isinstance(option.default, str):
        return Text(**{"stacked": True, **about}, hint=option.default)
    hint = str(option.default)
    return Number(**{"stacked": True, **about}, low=option.minimum, high=option.maximum, hint=hint)


def words_for_option(option: OptionRule, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(option.choices.get(value, value))


def entry_value(thing: Mapping[str, Any], key: str) -> Value:
    """Return a value of an entry by its key, or by a path of keys joined by dots ("cover.light")."""
    value: Any = thing
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
