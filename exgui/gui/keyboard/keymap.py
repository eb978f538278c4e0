"""The user's own keys for the window's commands and a ruleset's actions, and what collides among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal

from exgui.gui.action_keys import RESERVED, action_keys

if TYPE_CHECKING:
    from exgui.gui.window_command import OwnCommand
    from exgui.rulebook.rules import Ruleset

RENAMED = {
    "take_in": "import",
    "write_out": "export",
    "autos": "auto_roll_foes",
    "auto_one": "auto_roll_one",
    "gliding": "animate",
    "follow": "follow_system",
}
"""Former ids of commands, for keys users chose under them."""


class Keymap(QObject):
    """Which key does what.

    Signals:
        changed(): a key has changed.

    Attributes:
        commands: of the window, those that come first for a key first.

    Args:
        settings: where the user's own keys are saved; None saves nothing.
    """

    changed = Signal()

    def __init__(
        self, commands: Sequence[OwnCommand], settings: QSettings | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.commands = commands
        self._settings = settings
        self._chosen: dict[str, str] = {}
        if settings is not None:
            settings.beginGroup("keys")
            for before, now in RENAMED.items():
                if settings.contains(f"window/{before}"):
                    settings.setValue(f"window/{now}", settings.value(f"window/{before}"))
                    settings.remove(f"window/{before}")
            for name in settings.allKeys():
                self._chosen[name] = str(settings.value(name) or "")
            settings.endGroup()

    # Commands of the window

    def chosen_key(self, command: OwnCommand) -> str:
        """Return the key that a command is to have: the user's, else its own."""
        return self._chosen.get(f"window/{command.id}", command.keys)

    def command_keys(self) -> dict[str, str]:
        """Return each command's key, by id. No key is used twice: the user's choices come first, then the table's
        order."""
        out: dict[str, str] = {}
        taken: set[str] = set()
        for own in (True, False):
            for command in self.commands:
                if (f"window/{command.id}" in self._chosen) is not own:
                    continue
                key = self.chosen_key(command)
                out[command.id] = "" if key in taken else key
                taken |= {key} - {""}
        return out

    def set_command(self, id: str, key: str) -> None:
        """Set a command's key, "" for none."""
        self._put(f"window/{id}", key)

    # Actions of a game

    def chosen_actions(self, rules: Ruleset) -> Mapping[str, str]:
        """Return the user's own letters for the actions of a ruleset."""
        head = f"{rules.id}/"
        return {name.removeprefix(head): key for name, key in self._chosen.items() if name.startswith(head)}

    def action_keys(self, rules: Ruleset) -> dict[str, str]:
        return action_keys(rules, self.chosen_actions(rules))

    def set_action(self, rules: Ruleset, id: str, key: str) -> None:
        self._put(f"{rules.id}/{id}", key.upper())

    # Both

    def is_own(self, id: str, rules: Ruleset | None = None) -> bool:
        """Return whether the user has chosen the key of a command, or of an action of these rules."""
        return f"{rules.id if rules is not None else 'window'}/{id}" in self._chosen

    def reset(self, id: str, rules: Ruleset | None = None) -> None:
        """Reset the key of a command, or of an action of these rules."""
        name = f"{rules.id if rules is not None else 'window'}/{id}"
        self._chosen.pop(name, None)
        if self._settings is not None:
            self._settings.remove(f"keys/{name}")
        self.changed.emit()

    def reset_all(self, rules: Ruleset | None = None) -> None:
        """Reset all keys except those of other games."""
        heads = ("window/", f"{rules.id}/") if rules is not None else ("window/",)
        for name in [name for name in self._chosen if name.startswith(heads)]:
            del self._chosen[name]
            if self._settings is not None:
                self._settings.remove(f"keys/{name}")
        self.changed.emit()

    def command_conflicts(self) -> dict[str, str]:
        """Return, for each command with a contested key, the label of the other one."""
        wanted: dict[str, list[OwnCommand]] = {}
        for command in self.commands:
            if self.chosen_key(command):
                wanted.setdefault(self.chosen_key(command), []).append(command)
        return {
            one.id: next(other.plain_title for other in those if other is not one)
            for those in wanted.values()
            if len(those) > 1
            for one in those
        }

    def action_conflicts(self, rules: Ruleset) -> dict[str, str]:
        """Return, for each action with a contested letter, the label of the other one."""
        chosen = self.chosen_actions(rules)
        wanted: dict[str, list[str]] = {}
        for id, action in rules.actions.items():
            key = (chosen.get(id) or action.key).upper()
            if not action.hidden and len(key) == 1:
                wanted.setdefault(key, []).append(id)
        out = {}
        for ids in wanted.values():
            # Two of the ruleset's own that collide are settled by it; only the user's choices make a conflict.
            if len(ids) > 1 and any(id in chosen for id in ids):
                for id in ids:
                    out[id] = rules.actions[next(other for other in ids if other != id)].label
        return out

    def _put(self, name: str, key: str) -> None:
        self._chosen[name] = key
        if self._settings is not None:
            self._settings.setValue(f"keys/{name}", key)
        self.changed.emit()


def wrong_command_key(key: str) -> str:
    """Return why a key cannot be a command's, "" where it can."""
    bare = key.rpartition("+")[2]
    held = "Ctrl+" in key or "Alt+" in key or "Meta+" in key
    function = bare[:1] == "F" and bare[1:].isdecimal()
    if not key or held or function:
        return ""
    return "A command needs Ctrl, Alt or a function key: plain letters are for actions and dice."


def wrong_action_key(key: str) -> str:
    """Return why a key cannot be an action's, "" where it can."""
    if key and len(key) == 1 and "A" <= key.upper() <= "Z" and key not in RESERVED:
        return ""
    return "An action needs a single letter from A to Z."
