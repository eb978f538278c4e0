"""Floors: what the machine itself takes for what a budget is about. A budget is a multiple of its floor, measured in
the same run, so that it means the same on a fast machine and on a slow one."""

from __future__ import annotations

import os
import subprocess
import sys
from time import monotonic, perf_counter, process_time

EMPTY_WINDOW = """
from time import monotonic
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, app.quit)
app = QApplication([])
window = Window()
window.resize(1366, 768)
window.show()
app.exec()
print(monotonic())
"""


def empty_window(times: int, warm_up: int = 1) -> list[float]:
    """Milliseconds from the start of a process until an empty PySide6 window is painted."""
    out = []
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    for number in range(-warm_up, times):
        begun = monotonic()
        process = subprocess.run(
            [sys.executable, "-c", EMPTY_WINDOW],
            env=environment, stdout=subprocess.PIPE, check=True, text=True, timeout=60,
        )  # fmt: skip
        if number >= 0:
            out.append((float(process.stdout) - begun) * 1000)
    return out


def bare_page(times: int, width: int = 1920, height: int = 1080) -> list[float]:
    """Milliseconds from a key until a bare page of that size, which does nothing but change its color, is painted."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QMainWindow, QWidget

    from exgui.gui.offscreen import offscreen_app

    class Page(QWidget):
        keys = painted = 0

        def keyPressEvent(self, event: QKeyEvent) -> None:
            self.keys += 1
            self.update()

        def paintEvent(self, event: QPaintEvent) -> None:
            painter = QPainter(self)
            painter.fillRect(self.rect(), Qt.GlobalColor.white if self.keys % 2 else Qt.GlobalColor.black)
            painter.end()
            self.painted = self.keys

    app = offscreen_app("dark")
    window, page = QMainWindow(), Page()
    window.setCentralWidget(page)
    window.resize(width, height)
    window.show()
    QTest.qWaitForWindowExposed(window)
    out = []
    for _ in range(times):
        begun = perf_counter()
        QTest.keyClick(page, Qt.Key.Key_A)
        while page.painted < page.keys:
            app.processEvents()
        out.append((perf_counter() - begun) * 1000)
    window.close()
    window.deleteLater()
    return out


def empty_calls(times: int) -> list[float]:
    """Milliseconds of the processor for 1,000 calls of an empty Python function."""

    def nothing() -> None:
        pass

    out = []
    for _ in range(max(times, 20)):
        begun = process_time()
        for _ in range(10_000):
            nothing()
        out.append((process_time() - begun) * 100)
    return out


def icepool_odds(times: int) -> list[float]:
    """Milliseconds that icepool takes for the bare pools of `tests.bench.odds`: 20 dice against Defense 4, then the
    damage, `BASE_DAMAGE` dice and one for each success beyond."""
    import icepool

    def work_out() -> None:
        die = icepool.Die([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])
        (20 @ die).map(lambda hits: (BASE_DAMAGE + hits - 4) @ die if hits >= 4 else -1)

    out = []
    for _ in range(max(times, 3)):
        begun = perf_counter()
        work_out()
        out.append((perf_counter() - begun) * 1000)
    return out


BASE_DAMAGE = 10
"""Strength 5, the sword's 9, less Stamina 4: of the duel."""
