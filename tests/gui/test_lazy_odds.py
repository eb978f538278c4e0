"""The source of odds is made when there is time for it, and only then gets the questions asked before."""

from __future__ import annotations

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.gui.panel.odds import LazySource


class Source:
    busy = True

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.closed = False

    def ask(self, id: object, battle: Battle, command: Command, answers: object = ()) -> None:
        self.asked.append(id)

    def poll(self) -> str:
        return "odds"

    def forget(self) -> None:
        self.asked.clear()

    def close(self) -> None:
        self.closed = True


def test_odds_source_is_created_once_when_idle() -> None:
    made: list[Source] = []
    lazy = LazySource(lambda: made.append(Source()) or made[-1])
    assert lazy.poll() is None
    assert not lazy.busy
    lazy.forget()
    lazy.close()
    assert not made
    lazy.ask(1, Battle(), Command("strike"))
    lazy.ask(2, Battle(), Command("strike"))
    assert not made
    assert lazy.busy
    assert lazy.poll() is None
    lazy.load()
    lazy.load()
    lazy.ask(3, Battle(), Command("strike"))
    assert len(made) == 1
    assert made[0].asked == [2, 3], "the first was forgotten for the second"
    assert lazy.busy
    assert lazy.poll() == "odds"
    lazy.close()
    assert made[0].closed


def test_outdated_question_is_not_asked() -> None:
    made: list[Source] = []
    lazy = LazySource(lambda: made.append(Source()) or made[-1])
    lazy.ask(1, Battle(), Command("strike"))
    lazy.forget()
    assert not lazy.busy
    lazy.load()
    assert made[0].asked == []


def test_broken_source_fails_on_every_question() -> None:
    def none() -> Source:
        raise ImportError("no processes here")

    lazy = LazySource(none)
    lazy.ask(1, Battle(), Command("strike"))
    with pytest.raises(ImportError, match="no processes here"):
        lazy.load()
    assert not lazy.busy, "nothing is waited for in vain"
    for _ in range(2):
        with pytest.raises(ImportError, match="no processes here"):
            lazy.ask(1, Battle(), Command("strike"))
