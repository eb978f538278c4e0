"""The sample campaign, built once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from exgui.campaign.sample import build_sample


def sample_campaign(path: Path) -> None:
    """Puts a copy of the sample campaign at `path`."""
    path.write_bytes(_built())


@cache
def _built() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "sample.exgui")
        build_sample(path)
        return path.read_bytes()
