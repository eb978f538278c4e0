"""The line above everything: the menu, what the page shows, and the commands worth a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from exgui.gui.commands.table import BY_ID
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme, fix_size
from exgui.gui.look.elided import LONGEST, ElidedLabel
from exgui.gui.look.icons import icon
from exgui.gui.pages.page import Heading
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, push, restyle, styled
from exgui.gui.widgets.layouts import fill_box, hbox

NARROW = 860
"""Below this width the hints are without their keys, in pixels at a text size of 100 %."""
TITLE = 200
"""Pixels of a title that is kept whole before hints, at a text size of 100 %."""
NO_SECTION, MOST_SPARED = 2, 4
"""Steps in which parts are left out: the first the keys of hints, then the section, then one hint each."""


class Hint(QToolButton):
    """A command of the top line with its key beside it."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__()
        row = hbox(on=self, margins=(8, 0, 6, 0), spacing=8)
        name = label(text, "body", "muted")
        cap = label(key, "keycap")
        fix_size(cap, height=22)
        for widget in (name, cap):
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(widget)
        fix_size(self, height=30)
        self.setMinimumWidth(row.sizeHint().width())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row, self._name, self._cap, self._text = row, name, cap, text
        self._key, self._narrow = key, False
        self.put(key)
        restyle(self, kind="hint")

    @property
    def key(self) -> str:
        """The key that is shown, "" for none."""
        return self._key

    def set_narrow(self, narrow: bool) -> None:
        """Show the word without its key, where there is little room."""
        if narrow is not self._narrow:
            self._narrow = narrow
            self.put(self._key)

    def wide(self, *, narrow: bool) -> int:
        edges = self._row.contentsMargins()
        cap = self._cap.sizeHint().width() + self._row.spacing() if self._key and not narrow else 0
        return edges.left() + self._name.sizeHint().width() + cap + edges.right()

    def put(self, key: str) -> None:
        """Show another key, "" for none."""
        self._key, shown = key, key.replace("+", " ")
        self._cap.setText(shown)
        self._cap.setVisible(bool(shown) and not self._narrow)
        self.setMinimumWidth(self._row.sizeHint().width())
        self.setAccessibleName(f"{self._text}, {shown}" if shown else self._text)


@safe_events
class TopLine(QFrame):
    """Menu, the way back, title, rules, round and tick, and the commands worth a place.

    Args:
        run: does a command of the window, by its id.
    """

    def __init__(self, run: Callable[[str], None]) -> None:
        super().__init__()
        styled(self, surface="panel", edge="bottom", fills=True)
        fix_size(self, height=40)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 16, 0)
        row.setSpacing(16)
        self.menu_button = QToolButton()
        self.menu_button.setAccessibleName("Menu")
        self.menu_button.setToolTip("Menu (F10)")
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.menu_button)
        self.back = push("\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} Back", "quiet", do=lambda: run("back"))
        self.back.hide()
        row.addWidget(self.back)
        self.section = label("", "body", "muted")
        self.section.hide()
        row.addWidget(self.section)
        self._heading = Heading("")
        self.title = ElidedLabel("strong")
        self.ruleset = ElidedLabel("body", "muted")
        self.caption = ElidedLabel("strong", "gold")
        self.clock = label("", "strong", "muted")
        self.clock.hide()
        fill_box(row, self.title, self.ruleset, self.caption, self.clock, 1)
        self.hints: dict[str, Hint] = {}
        for text, id in (("Undo", "undo"), ("Commands", "palette"), ("Keys", "keys")):
            button = Hint(text, BY_ID[id].keys)
            self.hints[id] = button
            button.clicked.connect(lambda _checked=False, id=id: run(id))
            button.setToolTip(BY_ID[id].plain_title)
            row.addWidget(button)

    def show_heading(self, heading: Heading, back: str | None = None) -> None:
        """Show the page's title, and when.

        Args:
            back: where going back leads, in words; None where it leads nowhere.
        """
        self.back.setVisible(back is not None)
        if back is not None:
            self.back.setAccessibleName(f"Back to {back}"[:LONGEST])
            self.back.setToolTip(f"Back to {back[:LONGEST]} (Escape)")
        self._heading = heading
        self.section.setText(f"{heading.section}  \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}")
        self.title.put(heading.title)
        self.ruleset.tip = heading.detail
        self.ruleset.put(heading.detail)
        self.caption.put(heading.now)
        self._fit()

    def show_clock(self, text: str) -> None:
        """Show the time left of the current turn, "" for no timer."""
        self.clock.setText(text)
        self.clock.setAccessibleName(f"Turn timer {text}")
        self.clock.setToolTip("Time left in this turn; paused while a question is open")
        self.clock.setVisible(bool(text))
        self._fit()

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show the current keys of the commands, by id."""
        for id, hint in self.hints.items():
            hint.put(keys[id])

    def follow_theme(self) -> None:
        theme = current_theme()
        self.menu_button.setIcon(icon(theme, "menu", "muted"))
        for hint in self.hints.values():
            hint.put(hint.key)  # as wide as its text is now
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Share the room. What is left out where it is short: keys of hints, the section, hints, the part of the rules'
        name that other rules share; the title is shortened last."""
        heading = self._heading
        wide, now = self.title.wide(heading.title), self.caption.wide(heading.now) if heading.now else 0
        kept = min(wide, fonts.px(TITLE))
        names = [heading.detail, *heading.detail.partition(", ")[2:]]
        rules = [(text, self.ruleset.wide(text)) for text in names if text]
        least = now + min((width for _text, width in rules), default=0)
        spared, room = 0, self._room(0)
        while spared < MOST_SPARED and least + (wide if spared < NO_SECTION else kept) > room:
            spared += 1
            room = self._room(spared)
        self.section.setVisible(bool(heading.section) and spared < NO_SECTION)
        shown = self._hints_shown(spared)
        for hint in self.hints.values():
            hint.set_narrow(self._is_narrow(spared))
            hint.setVisible(hint in shown)
        now = min(now, max(room - kept // 2, 0))
        room -= now
        fitting = [(text, width) for text, width in rules if width <= room - (wide if text == heading.detail else kept)]
        text, rest = fitting[0] if fitting else ("", 0)
        self.ruleset.put(text)
        for words, width in ((self.caption, now), (self.ruleset, rest), (self.title, min(wide, max(room - rest, 0)))):
            words.setVisible(width > 0)
            words.setFixedWidth(width)
        self._row.activate()

    def _room(self, spared: int) -> int:
        """Return what the words of the heading may take."""
        heading = self._heading
        taken = [one.sizeHint().width() for one in (self.menu_button, self.back, self.clock) if not one.isHidden()]
        if heading.section and spared < NO_SECTION:
            taken.append(self.section.sizeHint().width())
        taken += [hint.wide(narrow=self._is_narrow(spared)) for hint in self._hints_shown(spared)]
        parts = len(taken) + sum(map(bool, (heading.title, heading.detail, heading.now)))
        edges = self._row.contentsMargins()
        return self.width() - edges.left() - edges.right() - self._row.spacing() * parts - sum(taken)

    def _is_narrow(self, spared: int) -> bool:
        return spared > 0 or self.width() < fonts.px(NARROW)

    def _hints_shown(self, spared: int) -> list[Hint]:
        """Return the first is shown always."""
        hints = list(self.hints.values())
        return hints[: len(hints) - max(spared - NO_SECTION, 0)]
