"""*How does it look?*: how a battle under way ends in simulated fights, from this moment on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from exgui.campaign.errors import CampaignError
from exgui.engine.battle import Battle
from exgui.engine.record import Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.fights.report import Choices, FightsReport
from exgui.gui.fights.run import SEED, FightsRun, Question
from exgui.gui.fights.words import how_side_fights, policy_picks
from exgui.gui.pages.page_context import PageContext
from exgui.gui.session.beside import Beside
from exgui.simulate.fight import Fight
from exgui.simulate.policies import USUAL, Plan, check_plan, sides_of
from exgui.simulate.replay import play_on, steps_of
from exgui.simulate.sources import plan_of
from exgui.simulate.work import Workers


class Outlook:
    """The report of one battle's page."""

    def __init__(self, context: PageContext, controller: BattleController, workers: Workers) -> None:
        self._context, self._controller, self._workers = context, controller, workers
        self._sides: dict[str, str] = {}
        self._run = FightsRun(workers, self._question, controller)
        controller.changed.connect(self._follow)
        self._report: FightsReport | None = None

    def show_report(self) -> None:
        self._drop_report()
        choices = tuple(self._choices())
        self._report = FightsReport(
            self._context.window, self._run, self._workers, self._read, "How does it look?", choices
        )
        self._report.closed.connect(self._run.stop)
        self._run.restart()
        self._report.open()

    def close(self) -> None:
        self._run.stop()
        self._drop_report()

    def _drop_report(self) -> None:
        if self._report is not None:
            self._report.close_overlay()
            self._report.deleteLater()
            self._report = None

    def _follow(self, _update: object) -> None:
        if self._report is not None and self._report.isVisible():
            self._run.restart()

    def _question(self) -> Question:
        play = self._controller.play
        plan = plan_for(self._context, self._controller.play.settled)
        return Question(play.system, play.settled, plan.but(sides=Table({**plan.sides, **self._sides})))

    def _choices(self) -> Sequence[Choices]:
        battle = self._controller.play.settled

        def choose(side: str, policy: Value) -> None:
            self._sides[side] = str(policy)
            self._run.restart()

        plan = plan_for(self._context, self._controller.play.settled)
        return [
            Choices(
                how_side_fights(battle, side),
                policy_picks(),
                partial(self._chosen, plan, side),
                partial(choose, side),
            )
            for side in sides_of(battle)
        ]

    def _chosen(self, plan: Plan, side: str) -> str:
        return self._sides.get(side) or plan.sides.get(side, USUAL.id)

    def _read(self, fight: Fight, number: int, which: str) -> None:
        session, real = self._context.session, self._controller.play
        campaign, id = session.campaign, session.battle_id
        play = real.branch()
        play_on(play, steps_of(fight, SEED, number))
        if campaign is None or id is None:
            return
        title = f"{session.battle_title or 'The battle'}: the {which} fight from here"
        keep = partial(campaign.keep_branch, play, title, id)
        session.show_play(play, beside=Beside(title, keep, partial(session.open_battle, id), id))


def plan_for(context: PageContext, battle: Battle) -> Plan:
    """Return who fights how, as chosen in the encounter that the open battle began from."""
    session = context.session
    if session.campaign is None or session.battle_id is None:
        return Plan()
    try:
        plan = plan_of(session.campaign.prepared(session.battle_id))
        check_plan(battle, plan)
    except (CampaignError, ValueError):
        return Plan()  # someone named there has left the battle
    return plan
