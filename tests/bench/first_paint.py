"""One observed start of the app: run by `startup`, as a program of its own.

`python tests/bench/first_paint.py FILE` does what `exgui FILE` does. It prints two moments of the computer's monotonic
clock (the window's first paint, and the first paint of the file's battle) and ends.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from time import monotonic

sys.path[0] = str(Path(__file__).resolve().parents[2])  # where `python -m exgui` finds it


def main() -> int:
    """Starts the app with a window that says when it is painted."""
    gc.disable()  # as `exgui.cli` does before that import
    from exgui.gui.start import app  # what `exgui.cli` imports to open the window

    from PySide6.QtCore import QCoreApplication, QEvent, Qt  # isort: skip  (after the app, which imports Qt itself)

    moments: dict[str, float] = {}
    flushed = QEvent.Type(QEvent.registerEventType())

    class Watched(app.MainWindow):
        """Its own event, sent to itself while it paints, comes when the painting is done and on the screen."""

        def event(self, event: QEvent) -> bool:
            kind = event.type()
            if kind == flushed:
                moments.setdefault(self.page.kind, monotonic())
                if "battle" in moments:
                    print(moments.get("welcome", moments["battle"]), moments["battle"], flush=True)
                    self.session.close_campaign()  # or the next start would clean up after a crash
                    os._exit(0)
                return True
            done = bool(super().event(event))
            if kind in (QEvent.Type.Paint, QEvent.Type.UpdateRequest):
                QCoreApplication.postEvent(self, QEvent(flushed), Qt.EventPriority.HighEventPriority.value)
            return done

    app.MainWindow = Watched  # type: ignore[misc]
    from exgui.cli import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
