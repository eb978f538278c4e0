"""`PublicView`: what the players see of a battle under way."""

from __future__ import annotations

from exgui.play.history import Step
from exgui.play.play import Play
from exgui.play.public.known import Known, begin, follow
from exgui.play.public.picture import public
from exgui.play.public.records import PublicBattle, PublicSettings


class PublicView:
    """What the players see of a battle under way. It depends only on the steps that count: undo takes back what was
    shown, redo and reopening the battle show it again."""

    def __init__(self, play: Play, settings: PublicSettings | None = None) -> None:
        self.settings = settings or PublicSettings()
        self._play = play
        self._steps: list[Step] = []
        self._known: list[Known] = []

    def battle(self) -> PublicBattle:
        """The battle as the players may see it now, with what has happened of the open step."""
        return public(self._play.system, self.known(), self.settings)

    def known(self) -> Known:
        """What the players have been shown so far."""
        play = self._play
        if not self._known:
            self._known.append(begin(play.system, play.battle_at(0)))
        steps = play.steps
        pairs = zip(self._steps, steps, strict=False)
        same = next((number for number, (was, now) in enumerate(pairs) if was is not now), len(self._steps))
        same = min(same, len(steps))
        del self._steps[same:], self._known[same + 1 :]
        for number in range(same, len(steps)):
            step = steps[number]
            before, after = play.battle_at(number), play.battle_at(number + 1)
            known = follow(play.system, self._known[-1], before, after, step.command, step.events or ())
            self._steps.append(step)
            self._known.append(known)
        opened = play.log(since=len(steps))
        if not opened:
            return self._known[-1]
        line = opened[-1]
        return follow(play.system, self._known[-1], play.settled, play.battle, line.command, line.events)
