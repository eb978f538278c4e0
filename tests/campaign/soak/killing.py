"""Running something in another process and killing it: never before it has acknowledged enough, and any error it raises
is a failure."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Say = Callable[[dict[str, Any]], None]
"""Acknowledges something: what was done before is on the disk."""
LONGEST_WAIT = 120.0
"""Seconds to wait for enough acknowledgements; a program that takes longer is tried again later."""
LONGEST_DELAY = 0.03
"""Seconds at most between the last acknowledgement that is waited for and the kill: within an act or two."""


@dataclass
class Killed:
    """The fate of a program that was to be killed.

    Attributes:
        records: what it had acknowledged.
        trouble: what went wrong in it; "" for nothing.
        early: it was killed before it had acknowledged enough: this was no try.
    """

    records: list[dict[str, Any]]
    trouble: str = ""
    early: bool = False


class KilledEarly(Exception):
    """A program had not done enough when it was killed: to be tried again."""


class ChildFailed(Exception):
    """A program that was to be killed stumbled by itself."""


def run_and_kill(
    do: Callable[[Say], object], acts: int, rng: Random, delay: float = LONGEST_DELAY
) -> list[dict[str, Any]]:
    """Run something endless in another process, kill it a moment after it has acknowledged this many acts, and return
    what it had acknowledged.

    Raises:
        KilledEarly: it had not got so far after a long time.
        ChildFailed: it raised something, or ended by itself.
    """
    killed = _run_and_kill(do, acts, rng.random() * delay)
    if killed.trouble:
        raise ChildFailed(killed.trouble)
    if killed.early:
        raise KilledEarly
    return killed.records


def _run_and_kill(do: Callable[[Say], object], acts: int, delay: float) -> Killed:
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            do(lambda what: _write(writing, what))
            _write(writing, {"trouble": "it ended by itself"})
        except BaseException:
            _write(writing, {"trouble": traceback.format_exc(limit=-6)})
        finally:
            os._exit(0)
    os.close(writing)
    content, end, enough = b"", time.monotonic() + LONGEST_WAIT, False
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            if not (part := os.read(reading, 65536)):
                break
            content += part
        if not enough and content.count(b"\n") >= acts:
            enough, end = True, time.monotonic() + delay
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(reading, 65536):
        content += part
    os.close(reading)
    records = [json.loads(line) for line in content.split(b"\n")[:-1]]
    trouble = next((one["trouble"] for one in records if "trouble" in one), "")
    return Killed(records, trouble, early=content.count(b"\n") < acts)


def _write(handle: int, what: dict[str, Any]) -> None:
    left = json.dumps(what).encode() + b"\n"
    while left:
        left = left[os.write(handle, left) :]
