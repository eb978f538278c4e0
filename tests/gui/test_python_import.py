"""Importing the window leaves Python's `import` as it is."""

import linecache
import sys
from pathlib import Path

import pytest

import exgui.gui  # noqa: F401


def test_modules_imported_after_the_window_are_not_read_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "imported_later.py").write_text("answer = 42\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    import imported_later  # type: ignore[import-not-found]

    sys.modules.pop("imported_later")
    assert imported_later.answer == 42
    assert not any(Path(read).name == "imported_later.py" for read in linecache.cache)
