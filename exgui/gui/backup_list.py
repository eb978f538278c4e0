"""The backups of a campaign, laid over the window: by day, with what is in each. A click restores one as a new file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QWidget

from exgui.engine.counted import counted
from exgui.gui.look import fonts
from exgui.gui.look.elided import elided
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, show_new
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.overlay import Overlay
from exgui.gui.widgets.row import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from exgui.campaign.backup import Backup, Contents

WIDTH = 560
MARGIN = 16
NONE_YET = "This campaign has no backups yet. One is made each day you open and change it; the last five are kept."
WHAT_COMES = "The backup you choose is opened as a new file beside the campaign. The campaign itself is not changed."


@safe_events
class BackupList(Overlay):
    """The list. Up and Down walk it, Enter restores, Escape closes it.

    Args:
        restore: restores a backup of the campaign at this path.
        choose_other: asks for another campaign, to list its backups.
    """

    def __init__(
        self, window: QWidget, restore: Callable[[Path, Backup], object], choose_other: Callable[[], object]
    ) -> None:
        super().__init__(window, "Backups")
        self._restore, self._choose_other = restore, choose_other
        self._path = Path()
        self.rows: list[Row] = []
        self._title = label("", "strong")
        self._text = label("", "small", "muted", wrap=True)
        self._list = vbox(spacing=1)
        other = push("Another campaign\N{HORIZONTAL ELLIPSIS}", do=self._ask_for_other)
        self._close = push("Close", do=self.close_overlay)
        vbox(self._title, self._text, self._list, hbox(1, other, self._close), on=self, margins=MARGIN, spacing=8)

    def open(self, path: Path, backups: Sequence[tuple[Backup, Contents | None]]) -> None:
        """List backups; afterwards the keys go back to where they were.

        Args:
            path: the campaign that they are of.
            backups: each with what is in it, None where that cannot be read.
        """
        window = self.parentWidget()
        if window is None:
            return
        self.remember_keys()
        self._path = path
        width = min(WIDTH, window.width() - 48)
        room = width - 2 * MARGIN
        self.setFixedWidth(width)
        self._title.setText(elided(QFontMetricsF(fonts.font("strong")), f"Backups of {path.name}", room))
        self._title.setToolTip(str(path))
        self._text.setText(WHAT_COMES if backups else NONE_YET)
        self._text.setMinimumHeight(self._text.heightForWidth(room))
        clear(self._list)
        self.rows = [self._row(*one) for one in backups]
        fill_box(self._list, *self.rows)
        show_new(self)
        self.adjustSize()
        self.present()
        (self.rows[0] if self.rows else self._close).setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = next((number for number, row in enumerate(self.rows) if row.hasFocus()), None)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.rows:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            at = focused + step if focused is not None else 0
            self.rows[at % len(self.rows)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _row(self, backup: Backup, contents: Contents | None) -> Row:
        row = Row(backup.day_in_words, note=contents_in_words(contents))
        row.note_first = True
        row.off = contents is None
        row.setToolTip("Restore this backup as a new file" if contents is not None else "It may be damaged")
        row.clicked.connect(lambda: self._choose(backup))
        return row

    def _choose(self, backup: Backup) -> None:
        self.close_overlay()
        self._restore(self._path, backup)

    def _ask_for_other(self) -> None:
        self.close_overlay()
        self._choose_other()


def contents_in_words(contents: Contents | None) -> str:
    """Return what is in a backup: "2 battles, 1 encounter, 6 sheets, 148 KB"."""
    if contents is None:
        return "can’t be read"
    counts = ((contents.battles, "battle"), (contents.encounters, "encounter"), (contents.sheets, "sheet"))
    words = [counted(count, word) for count, word in counts]
    return ", ".join((*words, size_in_words(contents.size)))


def size_in_words(size: int) -> str:
    """Return bytes as KB or MB, rounded up to whole ones."""
    return f"{-(-size // 1024):,} KB" if size < 1 << 20 else f"{-(-size // (1 << 20)):,} MB"
