"""The page on which keys are changed: every command and action with its key, and what collides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QKeyCombination, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from exgui.gui.keyboard.keymap import Keymap, wrong_action_key, wrong_command_key
from exgui.gui.look.appearance import fix_size
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.batched_layout import laid_out_once
from exgui.gui.widgets.layouts import gridbox, hbox, vbox
from exgui.gui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from exgui.rulebook.rules import Ruleset

MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
SIZE = QSize(660, 560)


@safe_events
class KeyField(QLineEdit):
    """Shows a key and takes the next one pressed; Delete empties it.

    Signals:
        pressed(str): another key, as Qt writes it; "" for none.
    """

    pressed = Signal(str)

    def __init__(self, key: str, name: str) -> None:
        super().__init__(key)
        self.setReadOnly(True)
        fix_size(self, width=120)
        self.setAccessibleName(name)
        self.setToolTip("Press the new key; Delete removes it")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # no shortcut of the window while a key is chosen
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in MODIFIERS:
            return
        if plain and key in (Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
        elif plain and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.pressed.emit("")
        else:
            modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            self.pressed.emit(QKeySequence(QKeyCombination(modifiers, key)).toString())


@safe_events
class KeysPage(Overlay):
    """Laid over the window; Escape closes it."""

    def __init__(self, window: QWidget, keymap: Keymap) -> None:
        super().__init__(window, "Change keys")
        self.keymap = keymap
        self.rules: Ruleset | None = None
        self.fields: dict[tuple[str, str], KeyField] = {}
        self.reset_button = push(
            "Reset all", "quiet", "Reset every key to its default", do=lambda: self.keymap.reset_all(self.rules)
        )
        top = hbox((label("Keys", "title"), 1), self.reset_button, push("Close", "", "Escape", do=self.close_overlay))
        self.message = label("Choose a field and press the new key.", "small", wrap=True)
        scroll = styled(QScrollArea(), surface="clear")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inner = styled(QWidget(), surface="clear")
        self._grid = gridbox(on=self._inner, margins=(0, 0, 8, 0), across=10, down=3, stretches=2)
        scroll.setWidget(self._inner)
        self._scroll = scroll
        vbox(top, self.message, (scroll, 1), on=self, margins=(20, 14, 12, 14), spacing=8)
        keymap.changed.connect(self._fill)

    def open(self, rules: Ruleset | None) -> None:
        """Show the keys of the window and of these rules' actions; closing it returns the focus."""
        self.remember_keys()
        self.rules = rules
        self._show_notice("Choose a field and press the new key.")
        self.fit(SIZE.width(), SIZE.height(), above=48)
        self.present(in_middle=True)
        self._fill()
        first = next(iter(self.fields.values()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            fields = list(self.fields.values())
            at = next((number for number, field in enumerate(fields) if field.hasFocus()), -1)
            following = fields[(at + (1 if event.key() == Qt.Key.Key_Down else -1)) % len(fields)]
            following.setFocus(Qt.FocusReason.TabFocusReason)
            self._scroll.ensureWidgetVisible(following, 0, 40)
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        if not self.isVisible():
            return
        focused = next((id for id, field in self.fields.items() if field.hasFocus()), None)
        at = self._scroll.verticalScrollBar().value()
        self.fields = {}
        with laid_out_once(self._grid):
            clear(self._grid)
            self._fill_grid()
            show_new(self._inner)  # at once: only what is shown can have the keys
        if focused in self.fields:
            self.fields[focused].setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.verticalScrollBar().setValue(at)

    def _fill_grid(self) -> None:
        line = 0
        if self.rules is not None:
            line = self._heading(f"{self.rules.name} actions", line)
            keys, conflicts = self.keymap.action_keys(self.rules), self.keymap.action_conflicts(self.rules)
            for id, action in self.rules.actions.items():
                if not action.hidden:
                    own = self.keymap.is_own(id, self.rules)
                    line = self._line(line, ("action", id), action.label, keys.get(id, ""), conflicts.get(id, ""), own)
        held, conflicts = self.keymap.command_keys(), self.keymap.command_conflicts()
        for group in dict.fromkeys(command.group for command in self.keymap.commands):
            line = self._heading(group, line)
            for command in self.keymap.commands:
                if command.group == group:
                    own, other = self.keymap.is_own(command.id), conflicts.get(command.id, "")
                    title, key = command.plain_title, held[command.id]
                    if command.fixed:
                        line = self._fixed_line(line, title, key)
                    else:
                        line = self._line(line, ("window", command.id), title, key, other, own)

    def _heading(self, text: str, line: int) -> int:
        self._grid.addWidget(label(text, "heading"), line, 0, 1, 3)
        return line + 1

    def _fixed_line(self, line: int, name: str, key: str) -> int:
        self._grid.addWidget(label(name, "body"), line, 0)
        self._grid.addWidget(label(key, "keycap"), line, 1, Qt.AlignmentFlag.AlignLeft)
        self._grid.addWidget(label("can’t be changed", "small"), line, 2)
        return line + 1

    def _line(self, line: int, id: tuple[str, str], name: str, key: str, conflict: str, own: bool) -> int:
        self._grid.addWidget(label(name, "body"), line, 0)
        field = KeyField(key, f"Key of {name}")
        field.pressed.connect(lambda key, id=id: self._take(id, key))
        self._grid.addWidget(field, line, 1)
        self.fields[id] = field
        note = QHBoxLayout()
        if conflict:
            note.addWidget(label(f"{conflict} also uses this key", "small", "red", wrap=True), 1)
        if own:
            back = push("Reset", "quiet", "", f"Reset {name}", do=lambda _checked=False, id=id: self._reset(id))
            note.addWidget(back)
        if not conflict:
            note.addStretch(1)
        self._grid.addLayout(note, line, 2)
        return line + 1

    def _take(self, id: tuple[str, str], key: str) -> None:
        kind, name = id
        if kind == "action":
            wrong = wrong_action_key(key)
            if not wrong and self.rules is not None:
                self.keymap.set_action(self.rules, name, key)
        else:
            wrong = wrong_command_key(key)
            if not wrong:
                self.keymap.set_command(name, key)
        self._show_notice(wrong or "Saved. Press another key, or Escape.", wrong=bool(wrong))

    def _reset(self, id: tuple[str, str]) -> None:
        self.keymap.reset(id[1], self.rules if id[0] == "action" else None)

    def _show_notice(self, text: str, *, wrong: bool = False) -> None:
        self.message.setText(text)
        self.message.setProperty("tone", "red" if wrong else "muted")
        self.message.style().polish(self.message)
