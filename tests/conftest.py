"""Conditions for every test: no screen, no access to the user's own files, and the same examples in every run."""

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

# A slow machine is no failure. "explore" (pytest --hypothesis-profile explore) looks for new examples instead.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("steady")

pytest_plugins = ("scheduling", "snapshots")

USER_FOLDERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


# While tests are collected, nothing is thrown away that the collector of garbage could find.
gc.disable()


def pytest_collection_finish() -> None:
    """The collector of garbage leaves alone what stays to the end anyway: modules, and thousands of tests that are
    known by now, which it would walk again and again. It looks less often than it does by itself, which is every 700
    objects: the tests keep little."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def strangers_home() -> Iterator[None]:
    """Lets the tests keep settings and saves in a folder of their own, and gives Qt the private one it asks for."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name in USER_FOLDERS:
            patch.setenv(name, str(Path(folder, name)))
        private = Path(folder, "runtime")
        private.mkdir(mode=0o700)
        patch.setenv("XDG_RUNTIME_DIR", str(private))
        yield
