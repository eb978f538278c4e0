"""The field of a house-rule switch: chips, an on-off switch, a number or a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget

from exgui.gui.widgets.form_fields import ChipPick, Word
from exgui.gui.widgets.property_fields import Line, NumberLine, Switch
from exgui.rulebook.rules import OptionRule


def option_field(option: OptionRule, put: Callable[[Any], object]) -> QWidget:
    """A field for a switch.

    Args:
        put: is called with every new value; None for an emptied field, whose switch is then as the rules have it.
    """
    if option.choices:
        pick = ChipPick(option.label, [Word(value, text) for value, text in option.choices.items()])
        pick.changed.connect(put)
        return pick
    if isinstance(option.default, bool):
        switch = Switch(option.label, option.help)
        switch.toggled.connect(put)
        return switch
    if isinstance(option.default, str):
        line = Line(option.label, option.default)
        line.written.connect(lambda text: put(text.strip() or None))
        return line
    number = NumberLine(option.label, option.minimum, option.maximum, str(option.default))
    number.counted.connect(put)
    return number


def show_option(field: QWidget, value: Any, default: Any) -> None:
    """Shows a value in the field of a switch; None where it stands as the rules have it."""
    if isinstance(field, ChipPick):
        field.put(default if value is None else value)
    elif isinstance(field, Switch):
        field.show_state(bool(default if value is None else value))
    elif isinstance(field, NumberLine):
        field.show_number(value)
    elif isinstance(field, Line):
        field.show_value("" if value is None else str(value))


def said_value(option: OptionRule, value: Any) -> str:
    """The value of a switch in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(option.choices.get(value, value))
