"""The real window walked through the states of an evening, by its keys; and a list of the text that is cut off in it.

As a program (`python -m tests.gui.states FOLDER`) it walks through all of them and prints the cut-off texts as JSON, so
that a test can do it under a different screen scale.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.start.demo import answer_all, press
from exgui.gui.widgets.basics import ElidedButton
from exgui.gui.widgets.row import KEYCAP, Row
from tests.gui.crowd import crowd_campaign
from tests.gui.sample import sample_campaign

SIZES = ((1366, 768), (960, 600))


def settle() -> None:
    """Let all that is laid out late be laid out, and let what was closed go, however slow the machine is."""
    for _ in range(4):
        QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def evening(window: MainWindow, folder: Path, make: Callable[[Path], None]) -> Iterator[str]:
    """One battle, from the empty window to after an attack; yields the name of each state when it is reached."""
    path = folder / "evening of the long names and many lanterns.exgui"
    make(path)
    window.session.close_for_nothing()
    yield "nothing open"
    assert window.session.open_path(path), window.welcome.notice.text.text()
    yield "encounters to choose from"
    assert window.session.campaign is not None
    assert window.session.begin_encounter(window.session.campaign.encounters()[0].id), window.message
    yield "before the battle"
    bridge = window.page.controller
    assert bridge is not None
    press(window, " ")
    yield "joining battle" if bridge.pending is not None else "begun"
    answer_all(window)
    yield "in a turn"
    window.column.set_folded(False)
    yield "in a turn, the campaign open"
    window.column.set_folded(True)
    for key in "mad":
        press(window, key)
        if bridge.refusal is not None:
            yield f"{key} refused"
        elif bridge.draft is not None:
            yield f"{key} asks"
            break
        bridge.drafting.cancel()
    bridge.drafting.cancel()
    foe = next(one.id for one in bridge.battle.combatants.values() if one.side == "foes" and one.zone == "courtyard")
    active = bridge.battle.active
    assert active is not None
    if foe not in bridge.battle.close_group(active):
        assert bridge.steps.step_in("place", who=active, zone="courtyard")
        bridge.drafting.propose("attack", overrule=True)
    else:
        bridge.drafting.propose("attack")
    for _ in range(4):
        if bridge.draft is not None:
            bridge.drafting.give_candidate(foe)
    yield "inside an attack"
    press(window, "+")
    press(window, "2 dice for the river of tears")
    yield "a modifier typed"
    press(window, "\r")
    yield "a modifier in force"
    window.run("why")
    yield "why"
    window.overlays.why.hide()
    answer_all(window)
    yield "after the attack"
    assert window.navigation.open_summary()
    yield "the summary"
    window.navigation.back()
    window.run("palette")
    yield "the palette"
    window.overlays.palette.close_overlay()
    window.run("keys")
    yield "the keys"
    window.overlays.key_list.hide()
    window.show_message(
        "A sentence of the window that is rather long, so long that it would not fit into half of the line. " * 3
    )
    yield "a long sentence"
    window.session.close_campaign()


def visible_widgets(window: QWidget) -> Iterator[QWidget]:
    """Every widget that is visible."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.window() is window:
            yield widget


def cut_off(window: QWidget) -> list[str]:
    """What text is wider or higher than its widget and neither wrapped nor shortened on purpose with all of it on
    hover; and what stands out of the side of what it scrolls in."""
    out = []
    for widget in visible_widgets(window):
        text = _text(widget)
        if not text:
            continue
        why = _too_narrow(widget, text) or _beside_its_view(widget, window)
        if why:
            out.append(f"{type(widget).__name__} “{text[:60]}”: {why}")
    return out


def _text(widget: QWidget) -> str:
    if isinstance(widget, (QLabel, QAbstractButton)):
        return widget.text()
    if isinstance(widget, QLineEdit):
        return widget.text() or widget.placeholderText()
    return ""


def _too_narrow(widget: QWidget, text: str) -> str:
    if isinstance(widget, Row):
        metrics = QFontMetrics(fonts.font("body"))
        start = (
            9 + max(KEYCAP, QFontMetrics(fonts.font("small")).horizontalAdvance(widget.key) + 12) if widget.key else 8
        )
        if start + metrics.horizontalAdvance(text) + 4 > widget.width() and text.strip() not in widget.hover:
            return "shortened, and nothing says the whole"
        return ""
    if isinstance(widget, ElidedButton):
        need = QFontMetrics(widget.font()).horizontalAdvance(text)
        return "" if need <= widget.width() and widget.toolTip() else f"{need} px in {widget.width()}"
    if isinstance(widget, QLineEdit):
        if widget.text() or text in widget.toolTip():
            return ""  # what is typed scrolls
        need = QFontMetrics(widget.font()).horizontalAdvance(text) + 8
        return f"{need} px in {widget.width()}" if need > widget.width() else ""
    if isinstance(widget, QLabel) and widget.wordWrap():
        need = widget.heightForWidth(widget.width())
        if need > widget.height() + 1:
            return f"{need} px high in {widget.height()}"
        longest = max(QFontMetrics(widget.font()).horizontalAdvance(word) for word in text.split() or [""])
        return f"a word of {longest} px in {widget.width()}" if longest > widget.width() + 1 else ""
    if isinstance(widget, QToolButton) and widget.text() == "":
        return ""
    need = widget.sizeHint().width()
    if isinstance(widget, QLabel):
        need = QFontMetrics(widget.font()).horizontalAdvance(text) + 2 * max(widget.indent(), 0)
    if need > widget.width() + 1 and text.rstrip("\N{HORIZONTAL ELLIPSIS}") not in widget.toolTip():
        return f"{need} px in {widget.width()}"
    if text.endswith("\N{HORIZONTAL ELLIPSIS}") and len(text) > 24 and not widget.toolTip():
        return "shortened, and nothing says the whole"
    return ""


def _beside_its_view(widget: QWidget, window: QWidget) -> str:
    """Return how it extends beyond its scroll area to the left or right, or beyond the window."""
    here = QRect(widget.mapTo(window, QPoint()), widget.size())
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        if isinstance(parent, QAbstractScrollArea):
            view = parent.viewport()
            seen = QRect(view.mapTo(window, QPoint()), view.size())
            if here.left() < seen.left() - 1 or here.right() > seen.right() + 1:
                return f"from {here.left()} to {here.right()}, but seen is {seen.left()} to {seen.right()}"
        parent = parent.parentWidget()
    if here.left() < 0 or here.right() > window.width():
        return f"from {here.left()} to {here.right()} in a window of {window.width()}"
    return ""


def walk(folder: Path) -> dict[str, list[str]]:
    """Walk through all states at all sizes, with both campaigns; return the clipped text of each."""
    found: dict[str, list[str]] = {}
    for size in SIZES:
        for make in (sample_campaign, crowd_campaign):
            window = MainWindow()
            window.resize(*size)
            window.show()
            inner = folder / f"{size[0]}-{make.__name__}"
            inner.mkdir(parents=True)
            for state in evening(window, inner, make):
                settle()
                found[f"{size[0]}x{size[1]} {make.__name__}: {state}"] = cut_off(window)
            window.close()
            window.deleteLater()
            QApplication.processEvents()
    return found


def main() -> int:
    """Walks, and prints."""
    app = QApplication(["exgui"])
    appearance().choose("dark")
    print(json.dumps({"ratio": app.devicePixelRatio(), "found": walk(Path(sys.argv[1]))}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
