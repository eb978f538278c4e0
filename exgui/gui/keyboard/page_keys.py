"""What keys do on a page that is not a battle and in the campaign column: Escape goes back, Enter presses a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from exgui.gui.keyboard.focused_field import stands_in_list
from exgui.gui.keyboard.press import Press

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context


def go_back(context: Context, _press: Press) -> bool:
    """Puts the parts of a number away, else goes back to where one came from. A field that stands in a list is closed
    by the list."""
    if context.overlays.why.isVisible():
        context.overlays.why.hide()
        return True
    return not stands_in_list(QApplication.focusWidget()) and context.navigation.back()


def leave_column(context: Context, _press: Press) -> bool:
    """Shows everything again where something is searched, else goes from the campaign column to the page."""
    if stands_in_list(QApplication.focusWidget()):
        return False
    if not context.column.leave():
        context.page.take_keys()
    return True
