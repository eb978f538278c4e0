"""*How does it look?*: how a battle under way ends in simulated fights, from this moment on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from exgui.campaign.errors import CampaignError
from exgui.engine.battle import Battle
from exgui.engine.record import Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.fights.report import Choices
from exgui.gui.fights.run import SEED, Question
from exgui.gui.fights.shown import ShownFights, sides_to_choose
from exgui.gui.pages.page_context import PageContext
from exgui.gui.session.beside import Beside
from exgui.simulate.fight import Fight
from exgui.simulate.policies import USUAL, NoSuchPolicy, Plan, check_plan
from exgui.simulate.replay import play_on, steps_of
from exgui.simulate.sources import plan_of
from exgui.simulate.work import Workers


class Outlook(ShownFights):
    """The report of one battle's page."""

    title = "How does it look?"

    def __init__(self, context: PageContext, controller: BattleController, workers: Workers) -> None:
        super().__init__(context.window, workers, controller)
        self._context, self._controller = context, controller
        self._sides: dict[str, str] = {}
        self._prepared = prepared_plan(context)
        controller.changed.connect(self._follow)

    def show_report(self) -> None:
        super().show_report()
        assert self._report is not None
        self._report.closed.connect(self._run.stop)
        self._run.restart()

    def _follow(self, _update: object) -> None:
        if self._report is not None and self._report.isVisible():
            self._run.restart()

    def question(self) -> Question:
        play = self._controller.play
        plan = fitting(self._prepared, play.settled)
        return Question(play.system, play.settled, plan.but(sides=Table({**plan.sides, **self._sides})))

    def choices(self) -> Sequence[Choices]:
        battle = self._controller.play.settled
        plan = fitting(self._prepared, battle)

        def chosen(side: str) -> str:
            return self._sides.get(side) or plan.sides.get(side, USUAL.id)

        def choose(side: str, policy: Value) -> None:
            self._sides[side] = str(policy)
            self._run.restart()

        return tuple(sides_to_choose(battle, chosen, choose))

    def read(self, fight: Fight, number: int, which: str) -> None:
        session, real = self._context.session, self._controller.play
        campaign, id = session.campaign, session.battle_id
        play = real.branch()
        play_on(play, steps_of(fight, SEED, number))
        if campaign is None or id is None:
            return
        title = f"{session.battle_title or 'The battle'}: the {which} fight from here"
        keep = partial(campaign.keep_branch, play, title, id)
        session.show_play(play, beside=Beside(title, keep, partial(session.open_battle, id), id))


def prepared_plan(context: PageContext) -> Plan:
    """Return who fights how, as chosen in the encounter that the open battle began from."""
    session = context.session
    if session.campaign is None or session.battle_id is None:
        return Plan()
    try:
        return plan_of(session.campaign.prepared(session.battle_id))
    except CampaignError:
        return Plan()


def fitting(plan: Plan, battle: Battle) -> Plan:
    """Return a plan if it can be followed in a battle, else that everyone fights as usual: someone named there has
    left."""
    try:
        check_plan(battle, plan)
    except NoSuchPolicy:
        return Plan()
    return plan
