"""`PublicView`: what the players see of a battle in progress."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from exgui.engine.battle import Battle
from exgui.play.history import Step
from exgui.play.play import Play
from exgui.play.public.known import Known, begin, follow
from exgui.play.public.picture import public
from exgui.play.public.records import PublicBattle, PublicLine, PublicSettings
from exgui.play.public.sight import all_known


class PublicView:
    """What the players see of a battle in progress. It depends only on the steps that count: undo hides what was shown,
    redo and reopening the battle show it again."""

    def __init__(self, play: Play, settings: PublicSettings | None = None) -> None:
        self._settings = settings or PublicSettings()
        self._play = play
        self._steps: list[Step] = []
        self._known: list[Known] = []

    @property
    def settings(self) -> PublicSettings:
        return self._settings

    @settings.setter
    def settings(self, settings: PublicSettings) -> None:
        if settings.foes_names != self._settings.foes_names:  # earlier sentences change with the names
            self._steps.clear()
            self._known.clear()
        self._settings = settings

    def battle(self) -> PublicBattle:
        """Return the battle as the players may see it, including what has happened in the open step."""
        return public(self._play.system, self.known(), self.settings)

    def with_pictures(self) -> tuple[PublicBattle, Mapping[str, str]]:
        """Return `battle` and `pictures`, computing what is known only once."""
        known = self.known()
        return public(self._play.system, known, self.settings), known.pictures

    def lines_of(self, steps: Collection[int]) -> tuple[PublicLine, ...]:
        """Return the lines of the players' log that came with steps of these numbers, or continued with them; a line
        that is held back until a later step comes with that one."""
        log = self.battle().log
        after = [known.lines for known in (*self._known, self.known())]
        return tuple(
            line
            for number, line in enumerate(log)
            if any(after[step][number : number + 1] != after[step + 1][number : number + 1] for step in steps)
        )

    def by_round(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the sentences of the players' log by the round they saw at the time; 0 before the fight."""
        last = self.known()
        rounds: list[int] = []
        for before, after in pairwise((*self._known, last)):
            rounds += [before.shown.round] * (len(after.lines) - len(rounds))
        found: dict[int, list[str]] = {}
        for number, line in zip(rounds, last.lines, strict=True):
            if text := line.text if self.settings.open else line.short:
                found.setdefault(number, []).append(text)
        return tuple((number, tuple(sentences)) for number, sentences in found.items())

    def pictures(self) -> Mapping[str, str]:
        """Return the campaign's ids for pictures, by the public ids that a `PublicBattle` has for them. They are
        secrets, for painting code, and never shown."""
        return self.known().pictures

    def known(self) -> Known:
        play = self._play
        if not self._known:
            self._known.append(begin(play.system, self._named(play.battle_at(0))))
        steps = play.steps
        pairs = zip(self._steps, steps, strict=False)
        same = next((number for number, (was, now) in enumerate(pairs) if was is not now), len(self._steps))
        same = min(same, len(steps))
        del self._steps[same:], self._known[same + 1 :]
        for number in range(same, len(steps)):
            step = steps[number]
            before, after = self._named(play.battle_at(number)), self._named(play.battle_at(number + 1))
            known = follow(play.system, self._known[-1], before, after, step.command, step.events or ())
            self._steps.append(step)
            self._known.append(known)
        opened = play.log(since=len(steps))
        if not opened:
            return self._known[-1]
        line = opened[-1]
        before, after = self._named(play.settled), self._named(play.battle)
        return follow(play.system, self._known[-1], before, after, line.command, line.events)

    def _named(self, battle: Battle) -> Battle:
        """Return the battle, with everyone known by name if the storyteller keeps no names secret."""
        return battle if self.settings.foes_names == "known" else all_known(battle)
