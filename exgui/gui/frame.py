"""The lines above and below everything: what is played and when it is; what the keys do now, and what was said last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from exgui.gui.actions import COMMANDS, WindowCommand, plain_label
from exgui.gui.elided import ElidedLabel
from exgui.gui.icons import icon
from exgui.gui.panel.widgets import label, restyle

if TYPE_CHECKING:
    from exgui.gui.battle_controller import BattleController

SPOKEN_MS = 8000


class Hint(QToolButton):
    """A command of the top line with its key beside it."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 6, 0)
        row.setSpacing(8)
        name = label(text, "body", "muted")
        cap = label(key, "keycap")
        cap.setFixedHeight(22)
        for widget in (name, cap):
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(widget)
        self.setFixedHeight(30)
        self.setMinimumWidth(row.sizeHint().width())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row, self._cap, self._text = row, cap, text
        self.put(key)
        restyle(self, kind="hint")

    def put(self, key: str) -> None:
        """Shows another key, "" for none."""
        shown = key.replace("+", " ")
        self._cap.setText(shown)
        self._cap.setVisible(bool(shown))
        self.setMinimumWidth(self._row.sizeHint().width())
        self.setAccessibleName(f"{self._text}, {shown}" if shown else self._text)


class TopLine(QFrame):
    """Menu, title, ruleset, round and tick, and the commands worth a place.

    Args:
        slot: gives what a command of the table does.
    """

    def __init__(self, slot: Callable[[WindowCommand], Callable[..., None]]) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setProperty("edge", "bottom")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(40)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 16, 0)
        row.setSpacing(16)
        self.menu_button = QToolButton()
        self.menu_button.setAccessibleName("Menu")
        self.menu_button.setToolTip("Menu (F10)")
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.menu_button)
        self.title = ElidedLabel("strong", least=120)
        self.ruleset = ElidedLabel("body", "muted", least=0)
        self.caption = label("", "strong", "gold")
        for widget in (self.title, self.ruleset, self.caption):
            row.addWidget(widget)
        row.addStretch(1)
        self.hints: dict[str, Hint] = {}
        for text, id in (("Undo", "undo"), ("Commands", "palette"), ("Keys", "keys")):
            command = next(one for one in COMMANDS if one.id == id)
            button = Hint(text, command.key)
            self.hints[id] = button
            button.clicked.connect(slot(command))
            button.setToolTip(plain_label(command))
            row.addWidget(button)

    def show_battle(self, bridge: BattleController | None) -> None:
        """What is played, and when it is."""
        if bridge is None:
            self.title.put("exgui")
            self.ruleset.put("")
            self.caption.setText("")
            return
        battle = bridge.battle
        self.title.put(battle.title or "Battle")
        self.ruleset.put(ruleset_words(bridge))
        try:
            caption = bridge.system.timeline(battle).caption
        except Exception:
            caption = f"Round {battle.round}"
        before = "not begun" if bridge.pending is None else "beginning"
        self.caption.setText({"prepared": before, "over": "over"}.get(battle.phase, caption))

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """The keys of the commands, by id, as they are."""
        for id, hint in self.hints.items():
            hint.put(keys[id])

    def dress(self) -> None:
        """Takes on the look in force."""
        self.menu_button.setIcon(icon("menu", "muted"))


class StatusLine(QFrame):
    """What the keys do now, or for a while a sentence; and whether everything is saved."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setProperty("edge", "top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(30)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(16)
        self._said = label("", "muted", "gold")
        self._said.setMinimumWidth(10)
        self._said.hide()
        self._hints = label("", "muted")
        self._hints.setMinimumWidth(10)
        self.saved = label("", "muted")
        row.addWidget(self._said, 1)
        row.addWidget(self._hints, 1)
        row.addWidget(self.saved)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SPOKEN_MS)
        self._timer.timeout.connect(self._hush)

    @property
    def said(self) -> str:
        """The sentence that stands here, "" for none."""
        return self._said.text() if self._said.isVisibleTo(self) else ""

    def say(self, text: str) -> None:
        """A sentence, for a while."""
        self._said.setText(text)
        self._said.setToolTip(text)
        self._said.setAccessibleName(text)
        self._said.show()
        self._hints.hide()
        self._timer.start()

    def show_kept(self, *, kept: bool, read_only: bool) -> None:
        """Whether the steps are written down."""
        self.saved.setText("read only" if read_only else "saved" if kept else "not kept")
        tip = "Every step is on the disk before it is shown." if kept else "This battle is not written down."
        self.saved.setToolTip("The file can only be read." if read_only else tip)

    def show_hints(self, bridge: BattleController | None) -> None:
        """What the keys do now."""
        if bridge is None:
            self.saved.setText("")
        self._hints.setText("      ".join(hints(bridge)))

    def _hush(self) -> None:
        self._said.hide()
        self._hints.show()


def hints(bridge: BattleController | None) -> tuple[str, ...]:
    """The keys that matter most now."""
    from exgui.engine.asks import Choose, Declare  # the window's first picture does not wait for the engine

    if bridge is None:
        return "Ctrl+O opens a campaign", "F1 the keys"
    if bridge.refusal is not None:
        return "Shift+Enter allows it", "Esc leaves it"
    if bridge.draft is not None:
        return "1\N{EN DASH}9 choose", "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW} Enter", "Esc cancel"
    if isinstance(bridge.pending, (Choose, Declare)):
        enter = "Enter takes the marked one" if isinstance(bridge.pending, Choose) else "Enter goes on"
        return "1\N{EN DASH}9 choose", enter, "Ctrl+Z take back"
    if bridge.pending is not None:
        return "Enter accept", "R the app rolls", "S stunt, again for more", "+ modifier", "? why", "Ctrl+Z take back"
    if bridge.battle.phase == "prepared":
        return "Space begins the battle", "Drag tokens into their zones"
    if bridge.battle.phase == "over":
        return "The battle is over", "Ctrl+Z takes the last step back"
    return "Space next turn", "a letter acts", "? why", "Ctrl or Alt drag: storyteller's word"


def ruleset_words(bridge: BattleController) -> str:
    """The ruleset's name, and how many of its switches stand otherwise than it has them."""
    rules = bridge.rules
    options = bridge.battle.options
    changed = sum(1 for id, value in options.items() if id in rules.options and rules.options[id].default != value)
    return f"{rules.name} · house rules: {changed}" if changed else rules.name
