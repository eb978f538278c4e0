"""The results of the tries, and a function that runs a try in a process of its own."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """Tries of one kind and their outcomes.

    Attributes:
        outcomes: how the tries ended that lost nothing, in words.
        lost: what was lost or went wrong in the others.
        counts: other sums.
    """

    name: str
    tries: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def survived(self, how: str) -> None:
        """A try that lost nothing."""
        self.tries += 1
        self.outcomes[how] += 1

    def failed(self, what: str) -> None:
        """A try that lost something."""
        self.tries += 1
        self.lost.append(what)
        print(f"LOST ({self.name}, try {self.tries}): {what}", flush=True)

    def summary(self) -> str:
        """Return a few lines: tries, survivals and losses, and how they ended."""
        lines = [f"{self.name}: {self.tries:,} tries, {self.tries - len(self.lost):,} survived, {len(self.lost)} lost"]
        lines += [f"    {count:>7,}  {how}" for how, count in self.outcomes.most_common()]
        lines += [f"    {count:>7,}  {what}" for what, count in sorted(self.counts.items())]
        return "\n".join((*lines, *(f"    LOST: {what}" for what in self.lost[:20])))


def apart(do: Callable[[], Any], seconds: int = 60) -> dict[str, Any]:
    """Does something in a process of its own, so that not even a crash of the interpreter ends the soak.

    Returns:
        {"gave": what it returned} or {"lost": what went wrong}.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(seconds)
        try:
            answer = {"gave": do()}
        except BaseException:
            answer = {"lost": traceback.format_exc(limit=-4)}
        with os.fdopen(writing, "wb") as file:
            pickle.dump(answer, file)
        sys.stdout.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        content = file.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return {"lost": f"took longer than {seconds} s" if number == signal.SIGALRM else f"died of signal {number}"}
    result: dict[str, Any] = pickle.loads(content)
    return result
