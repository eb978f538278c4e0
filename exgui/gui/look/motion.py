"""Whether the desktop asks for reduced motion. Qt does not report it, so each desktop is asked in its own way."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from configparser import ConfigParser
from configparser import Error as ConfigError
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QSettings, Qt, Signal

from exgui.gui.settings import Settings

COMMANDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
)
"""What a desktop is asked by, and its answer where movement is to be reduced. Only programs that are there are run."""
FILES: tuple[tuple[str, str, str, Sequence[str]], ...] = (
    ("gtk-4.0/settings.ini", "Settings", "gtk-enable-animations", ("0", "false")),
    ("gtk-4.0/settings.ini", "Settings", "gtk-interface-reduced-motion", ("1",)),
    ("gtk-3.0/settings.ini", "Settings", "gtk-enable-animations", ("0", "false")),
    ("kdeglobals", "KDE", "AnimationDurationFactor", ("0", "0.0")),
)
"""Of the user's configuration: file, section, key, and the values that ask for less movement."""
WINDOWS = r"HKEY_CURRENT_USER\Control Panel\Desktop\WindowMetrics"


class Motion(QObject):
    """What the desktop of one application asks for. It belongs to that application, and lives as long.

    Signals:
        changed(): the desktop has answered that movement is to be reduced.
    """

    changed = Signal()

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self.reduced = asked_by_files() or asked_by_windows()

    def ask_desktop(self) -> None:
        """Ask the desktop without waiting for the answer."""
        if not self.reduced:
            for command, answer in COMMANDS:
                self._ask(command, answer)

    def _ask(self, command: Sequence[str], answer: str) -> None:
        program = shutil.which(command[0])
        if program is None:
            return
        process = QProcess(self)
        process.finished.connect(lambda *_: self._answered(process, answer))
        process.start(program, list(command[1:]))

    def _answered(self, process: QProcess, answer: str) -> None:
        found = bytes(process.readAllStandardOutput().data()).decode(errors="replace").strip()
        process.deleteLater()
        if found == answer and not self.reduced:
            self.reduced = True
            self.changed.emit()


def motion() -> Motion:
    app = QCoreApplication.instance()
    assert app is not None, "there is no application yet"
    found = app.findChild(Motion, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, Motion) else Motion(app)


def glides(settings: Settings) -> bool:
    """Return whether tokens glide: as the user has chosen, else as the desktop asks."""
    return settings.flag("animate_tokens", not motion().reduced)


def asked_by_files() -> bool:
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return any(_value(folder / name, section, key) in values for name, section, key, values in FILES)


def _value(file: Path, section: str, key: str) -> str:
    """Return a value from a settings file; "" if it or the file is missing."""
    read = ConfigParser(interpolation=None, strict=False)
    try:
        read.read(file, encoding="utf-8")
        return read.get(section, key, fallback="").strip().lower()
    except (ConfigError, OSError, UnicodeDecodeError):
        return ""


def asked_by_windows() -> bool:
    if sys.platform != "win32":
        return False
    return str(QSettings(WINDOWS, QSettings.Format.NativeFormat).value("MinAnimate", "1")) == "0"
