"""The visual criteria of WCAG 2.2 AA, measured in the window as it is painted: text contrasts with its background, the
focused widget shows its focus, and no click target is too small."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from exgui.gui.look.appearance import appearance
from exgui.gui.look.theme import mix
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.house_rules.page import open_house_rules
from tests.gui.ambush import ambush
from tests.gui.contrast import contrast
from tests.gui.states import settle, visible_widgets

LEGIBLE, SEEN = 4.5, 3.0
SMALLEST = 24
"""Pixels of what is clicked, at a text size of 100 %."""
RING = 60
"""Pixels that a ring round what has the keys changes at least; of something smaller, twice its smaller side."""


@pytest.fixture(autouse=True)
def dark_again(window: MainWindow) -> Iterator[None]:
    yield
    appearance().choose("dark")


def pages(window: MainWindow, folder: Path) -> Iterator[str]:
    """The window with each of its pages, one after the other; yields what is shown."""
    window.session.close_for_nothing()
    settle()
    yield "welcome"
    folder.mkdir(exist_ok=True)
    hands = ambush(window, folder)
    settle()
    yield "turn"
    hands.press("A")
    settle()
    yield "target"
    hands.press("Enter")
    settle()
    yield "roll"
    hands.press("R")
    hands.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    window.column.set_folded(False)
    settle()
    yield "column"
    window.column.set_folded(True)
    campaign = window.session.campaign
    assert campaign is not None
    shown: tuple[tuple[str, Callable[[], object]], ...] = (
        ("sheet", partial(window.navigation.open_sheet, campaign.sheets()[0].id)),
        ("encounter", partial(window.navigation.open_encounter, campaign.encounters()[0].id)),
        ("after the fight", window.navigation.open_summary),
        ("house rules", partial(open_house_rules, window.commands.context, "ex3")),
    )
    for name, opens in shown:
        opens()
        settle()
        yield name
        window.navigation.back()


def picture(widget: QWidget, beyond: int = 0) -> QImage:
    """A picture of a widget in its window, with this many pixels around it."""
    window = widget.window()
    box = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).adjusted(-beyond, -beyond, beyond, beyond)
    return window.grab(box).toImage().convertToFormat(QImage.Format.Format_RGB32)


def shades(image: QImage) -> list[int]:
    return [value & 0xFFFFFF for value in memoryview(image.constBits()).cast("I")]


@cache
def apart(one: int, other: int) -> float:
    return contrast(shade(one), shade(other))


def shade(value: int) -> str:
    return f"#{value:06x}"


def in_sight(widget: QWidget) -> bool:
    """Return whether all of it is visible and nothing covers its center."""
    window, middle = widget.window(), widget.rect().center()
    whole = widget.visibleRegion().boundingRect() == widget.rect()
    return whole and window.childAt(widget.mapTo(window, middle)) is widget


@pytest.mark.parametrize("look", ["dark", "light"])
def test_texts_and_edges_of_fields_stand_out_and_click_targets_are_large_enough(
    window: MainWindow, tmp_path: Path, look: str
) -> None:
    appearance().choose(look)
    faults: dict[str, str] = {}
    looked_at: Counter[object] = Counter()
    for state in pages(window, tmp_path):
        for widget in visible_widgets(window):
            for fault_of in (fault_of_text, fault_of_placeholder, fault_of_edge, fault_of_size):
                fault = fault_of(widget)
                looked_at[fault_of] += fault is not None
                if fault:
                    face = QAccessible.queryAccessibleInterface(widget)
                    name = face.text(QAccessible.Text.Name) if face is not None else ""
                    faults[f"{state}: {type(widget).__name__} {name[:40]}"] = fault
    assert faults == {}
    assert looked_at[fault_of_text] > 150
    assert looked_at[fault_of_placeholder] > 5
    assert looked_at[fault_of_edge] > 2
    assert looked_at[fault_of_size] > 150


def fault_of_text(widget: QWidget) -> str | None:
    """Return the fault in a text's contrast, "" for none, None if there is no text."""
    if not isinstance(widget, (QLabel, QPushButton)) or not widget.text().strip() or not in_sight(widget):
        return None
    role = QPalette.ColorRole.WindowText if isinstance(widget, QLabel) else QPalette.ColorRole.ButtonText
    ink = widget.palette().color(role).name()
    inner = widget.rect().adjusted(4, 4, -4, -4)  # without its border
    if inner.width() < 4 or inner.height() < 4:
        return None
    painted = Counter(shades(picture(widget).copy(inner)))
    ground = shade(painted.most_common(1)[0][0])
    if isinstance(widget, QPushButton) and widget.isChecked():  # the palette has no colors of states
        ink = max(map(shade, painted), key=partial(contrast, ground))
    found = contrast(ink, ground)
    return "" if found >= LEGIBLE else f"{ink} on {ground}: {found:.2f}"


def fault_of_placeholder(widget: QWidget) -> str | None:
    if not isinstance(widget, (QLineEdit, QPlainTextEdit)) or not widget.placeholderText():
        return None
    ink = widget.palette().color(QPalette.ColorRole.PlaceholderText)
    ground = widget.palette().color(QPalette.ColorRole.Base)
    if not ground.alpha():
        ground = appearance().theme.color("background")
    found = contrast(mix(ground, ink, ink.alphaF()).name(), ground.name())
    return "" if found >= LEGIBLE else f"{widget.placeholderText()}: {found:.2f}"


def fault_of_edge(widget: QWidget) -> str | None:
    if not isinstance(widget, QLineEdit) or widget.hasFocus() or not in_sight(widget):
        return None
    if widget.property("role") in ("name", "search"):  # a heading; the only thing in its place
        return None
    image = picture(widget, 2)
    middle = image.height() // 2
    around = shade(image.pixel(0, middle) & 0xFFFFFF)
    found = max(contrast(shade(image.pixel(x, middle) & 0xFFFFFF), around) for x in (1, 2, 3))
    return "" if found >= SEEN else f"edge {found:.2f}"


def fault_of_size(widget: QWidget) -> str | None:
    clicked = isinstance(widget, (QAbstractButton, QLineEdit)) or takes_tab(widget)
    if not clicked or isinstance(widget.parentWidget(), QLineEdit):  # Qt's cross: Delete does the same
        return None
    return "" if min(widget.width(), widget.height()) >= SMALLEST else f"{widget.width()} x {widget.height()}"


@pytest.mark.parametrize("look", ["dark", "light"])
def test_focused_widget_shows_its_focus(window: MainWindow, tmp_path: Path, look: str) -> None:
    appearance().choose(look)
    unseen: dict[str, str] = {}
    kinds: set[object] = set()
    for state in pages(window, tmp_path):
        for widget in [one for one in visible_widgets(window) if takes_tab(one)]:
            kind = kind_of(widget)
            if kind in kinds:
                continue
            show(widget)
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            settle()
            if not widget.hasFocus():
                continue
            kinds.add(kind)
            with_keys = picture(widget, 2)
            widget.clearFocus()
            settle()
            changed = stands_out(picture(widget, 2), with_keys)
            if changed < min(RING, 2 * min(widget.width(), widget.height())):
                unseen[f"{state}: {type(widget).__name__} {widget.accessibleName()}"] = f"{changed} pixels"
    assert len(kinds) > 30
    assert unseen == {}


def takes_tab(widget: QWidget) -> bool:
    inside = isinstance(widget.parentWidget(), QAbstractScrollArea)  # a viewport, or a scroll bar
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled() and not inside


def kind_of(widget: QWidget) -> object:
    """Widgets of one kind are painted alike."""
    on = isinstance(widget, QAbstractButton) and widget.isChecked()
    return type(widget), widget.property("kind"), widget.property("role"), on


def show(widget: QWidget) -> None:
    """Scrolls to a widget, as Tab does."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()


def stands_out(before: QImage, after: QImage) -> int:
    """The number of pixels whose new color contrasts with the old one."""
    found = 0
    for was, now in zip(shades(before), shades(after), strict=True):
        found += was != now and apart(was, now) >= SEEN
    return found


def test_log_shows_the_focused_line(window: MainWindow, tmp_path: Path) -> None:
    ambush(window, tmp_path)
    lines = window.page.log.view
    lines.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    newest = lines.model().rowCount() - 1
    assert lines.currentIndex().row() == newest > 0
    box = lines.visualRect(lines.currentIndex())
    gold = appearance().theme.color("gold").rgb()
    image = lines.viewport().grab(box).toImage()
    assert sum(image.pixel(x, 1) == gold for x in range(image.width())) > image.width() // 2
