"""The bridge between the play and the window: it raises nothing and reports everything."""

from __future__ import annotations

import errno

import pytest
from pytestqt.qtbot import QtBot

from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Choice, Choose, Command, Fall, Roll
from exgui.engine.record import Table
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.draft import number_keys, shown_keys, typed_keys
from exgui.gui.battle_control.state import Update
from exgui.play.play import Play
from tests.gui.toy import Toy, toy_battle, toy_play


class FullDisk:
    """A store on a disk that fills up."""

    def __init__(self) -> None:
        self.full = False
        self.error: Exception = OSError(errno.ENOSPC, "No space left on device")

    def append(self, _entries: object) -> None:
        if self.full:
            raise self.error


@pytest.fixture
def bridge(qtbot: QtBot) -> BattleController:
    """The toy battle in Volfer's turn."""
    bridge = BattleController(toy_play())
    bridge.steps.end_turn()
    return bridge


def spoken(bridge: BattleController) -> list[str]:
    heard: list[str] = []
    bridge.message.connect(heard.append)
    return heard


def test_each_step_is_one_signal(bridge: BattleController, qtbot: QtBot) -> None:
    before = bridge.battle
    heard: list[Update] = []
    bridge.changed.connect(heard.append)
    bridge.drafting.propose("guard")
    assert len(heard) == 1
    assert heard[0].change.before is before
    assert heard[0].change.after is bridge.battle


def test_step_with_draft_and_auto_rolls_is_one_signal(bridge: BattleController, qtbot: QtBot) -> None:
    bridge.auto_roll.set({one.side for one in bridge.battle.combatants.values()})
    bridge.drafting.propose("strike")
    before, number = bridge.battle, bridge.play.step_number
    heard: list[Update] = []
    bridge.changed.connect(heard.append)
    bridge.drafting.give("target", "kesh")
    assert bridge.play.step_number == number + 1  # the defence was chosen and the attack rolled without being asked
    assert len(heard) == 1
    assert heard[0].draft
    assert heard[0].change.since == number
    assert heard[0].change.before is before
    assert heard[0].change.after is bridge.battle


def test_draft_does_not_change_the_battle(bridge: BattleController, qtbot: QtBot) -> None:
    heard: list[Update] = []
    bridge.changed.connect(heard.append)
    bridge.drafting.propose("strike")
    bridge.drafting.cancel()
    assert heard == [Update(draft=True), Update(draft=True)]


def test_changes_by_a_listener_are_reported_afterwards(bridge: BattleController, qtbot: QtBot) -> None:
    first: list[Update] = []
    second: list[Update] = []
    bridge.changed.connect(first.append)
    bridge.changed.connect(lambda update: bridge.show("reed") if update.change is not None else None)
    bridge.changed.connect(second.append)
    bridge.drafting.propose("guard")
    assert bridge.shown == "reed"
    assert first == second
    assert [update.shown for update in second] == [False, True]


def test_refused_step_changes_nothing_and_is_reported(bridge: BattleController, qtbot: QtBot) -> None:
    battle = bridge.battle
    with qtbot.waitSignal(bridge.refused) as caught:
        assert not bridge.steps.dispatch(Command("walk", "volfer", Table(to="gate")))
    assert caught.args[0][0].rule == "toy-4"
    assert bridge.battle is battle
    assert bridge.refusal.allowable


def test_allowing_performs_the_refused_step(bridge: BattleController) -> None:
    bridge.steps.dispatch(Command("walk", "volfer", Table(to="gate")))
    assert bridge.drafting.allow()
    assert bridge.battle.who("volfer").zone == "gate"
    assert bridge.refusal is None


def test_nonsensical_step_cannot_be_allowed(bridge: BattleController) -> None:
    bridge.steps.dispatch(Command("strike", "volfer", Table(target="nobody")))
    assert not bridge.refusal.allowable
    assert not bridge.drafting.allow()


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        CampaignError("evening.exgui", "the disk is full, so the last change was not saved", "full"),
    ],
)
def test_full_disk_is_reported_and_nothing_has_happened(qtbot: QtBot, error: Exception) -> None:
    store = FullDisk()
    store.error = error
    bridge = BattleController(Play.begin(Toy(), toy_battle(), store))
    bridge.steps.start()
    store.full = True
    battle, heard = bridge.battle, spoken(bridge)
    assert not bridge.drafting.propose("guard")
    assert bridge.battle is battle
    assert heard[0].startswith("Nothing has changed: ")
    assert "disk" in heard[0] or "space" in heard[0]
    store.full = False
    assert bridge.drafting.propose("guard")


def test_snapshot_is_saved_when_idle(qtbot: QtBot) -> None:
    store = FullDisk()
    bridge = BattleController(Play.begin(Toy(), toy_battle(), store))
    bridge.rest.setInterval(0)
    bridge.steps.start()
    heard = spoken(bridge)
    store.full = True
    with qtbot.waitSignal(bridge.rest.timeout):
        assert bridge.play.snapshot_due
    assert bridge.play.snapshot_due
    assert heard == []  # nothing was to be saved that is not
    store.full = False
    with qtbot.waitSignal(bridge.rest.timeout):
        bridge.steps.end_turn()
    assert not bridge.play.snapshot_due


def test_invalid_answer_is_reported(bridge: BattleController) -> None:
    bridge.drafting.propose("strike")
    bridge.drafting.give("target", "kesh")
    heard = spoken(bridge)
    assert not bridge.steps.answer(Choice("hide under the table"))
    assert heard == ["Guard must be one of block, dodge, not hide under the table."]
    assert isinstance(bridge.pending, Choose)


def test_candidates_keep_the_numbers_on_their_tokens(bridge: BattleController) -> None:
    bridge.drafting.propose("strike")
    keys = {number: one.value for number, one in number_keys(bridge.draft, bridge.battle).items()}
    assert keys == {1: "kesh", 2: "bandit_1", 3: "bandit_2", 4: "militia"}


def test_two_digit_number_is_shown_without_the_leading_zero_to_type() -> None:
    assert [shown_keys(number) for number in (1, 9, 10, 42)] == ["1", "9", "0 10", "0 42"]
    assert [typed_keys(number) for number in (1, 9, 10, 42)] == ["1", "9", "010", "042"]


def test_clicking_a_token_chooses_the_target(bridge: BattleController) -> None:
    bridge.drafting.propose("strike")
    bridge.picking.pick("kesh")
    assert bridge.play.open_step.command.get("target") == "kesh"


def test_clicking_a_token_without_a_draft_shows_it(bridge: BattleController, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bridge.changed) as caught:
        bridge.picking.pick("reed")
    assert caught.args == [Update(shown=True)]
    assert bridge.shown == "reed"
    bridge.show(None)
    assert bridge.shown == "volfer"


def test_clicking_a_zone_chooses_it(qtbot: QtBot) -> None:
    bridge = BattleController(toy_play())
    bridge.drafting.propose("walk")
    bridge.picking.pick_zone("yard")
    assert bridge.battle.who("swan").zone == "yard"


def test_shown_combatant_follows_the_turn(bridge: BattleController) -> None:
    bridge.show("reed")
    bridge.steps.end_turn()
    assert bridge.shown == bridge.battle.active


def test_dragging_to_a_zone_performs_the_games_step(qtbot: QtBot) -> None:
    bridge = BattleController(toy_play())
    assert bridge.dragging.drag("swan", "zone", "yard") == ()
    assert bridge.play.log()[-1].command == Command("walk", "swan", Table(to="yard"))


def test_illegal_drag_gives_the_reason_and_moves_no_one(bridge: BattleController) -> None:
    broken = bridge.dragging.drag("volfer", "zone", "gate")
    assert broken[0].text == "Whoever stands close to a foe does not walk away."
    assert bridge.battle.who("volfer").zone == "yard"


def test_override_drag_places_anyone_anywhere(bridge: BattleController) -> None:
    assert bridge.dragging.drag("reed", "zone", "road", force=True) == ()
    assert bridge.battle.who("reed").zone == "road"
    bridge.dragging.drag("reed", "token", "kesh", force=True)
    assert bridge.battle.who("reed").zone == "yard"


def test_auto_roll_uses_the_apps_dice(bridge: BattleController) -> None:
    bridge.auto_roll.set({"foes"})
    bridge.drafting.propose("strike")
    bridge.drafting.give("target", "kesh")
    assert isinstance(bridge.pending, Roll)
    assert bridge.pending.by == "volfer"
    assert bridge.play.open_step.answers == (Choice("block"),)


def test_sides_without_player_characters_are_foes(bridge: BattleController) -> None:
    assert bridge.auto_roll.foes() == ("foes",)


def test_irrelevant_dice_fact_is_not_requested(bridge: BattleController) -> None:
    bridge.drafting.propose("strike")
    bridge.drafting.give("target", "kesh")
    bridge.steps.accept()
    assert bridge.pending.facts == ("ones",)
    assert bridge.queries.facts_that_matter(bridge.pending, Fall(score=5)) == ()


def test_overruled_number_is_logged_as_an_override(bridge: BattleController) -> None:
    bridge.steps.overrule("nerve", 12, "kesh")
    assert bridge.battle.who("kesh").track("nerve") == 12
    assert bridge.play.log()[-1].notes[0].text == "The storyteller sets nerve to 12."


def test_going_back_to_a_line_can_be_reverted_by_redo(bridge: BattleController) -> None:
    bridge.drafting.propose("guard")
    steps = len(bridge.play.log())
    bridge.steps.go_back_to(1)
    assert len(bridge.play.log()) == 1
    bridge.steps.redo()
    bridge.steps.redo()
    assert len(bridge.play.log()) == steps


def test_failure_in_rules_code_is_reported_and_changes_nothing(
    bridge: BattleController, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise ZeroDivisionError("halves of nothing")

    monkeypatch.setattr(bridge.play.system, "procedure", broken, raising=False)
    battle, heard = bridge.battle, spoken(bridge)
    assert not bridge.steps.dispatch(Command("guard", "volfer"))
    assert bridge.battle is battle
    assert "halves of nothing" in heard[0]


def test_identical_rules_share_a_line_with_all_ids() -> None:
    from exgui.engine.asks import Violation
    from exgui.gui.battle_control.refusal import Refusal

    refusal = Refusal(
        "Strike",
        (
            Violation("toy-42", "Too far."),
            Violation("toy-24", "Too far."),
            Violation("", "It rains."),
            Violation("toy-42", "Too far."),
        ),
    )
    assert refusal.reasons == (("Too far.", ("toy-42", "toy-24")), ("It rains.", ()))
    assert refusal.sentence == "Too far. It rains."


def test_violation_beside_a_name_omits_the_name() -> None:
    from exgui.engine.asks import Violation
    from exgui.gui.battle_control.refusal import reasons_beside_name

    alone = (Violation("a", "Ilsa of the Reeds is not at close range."),)
    assert reasons_beside_name("Ilsa of the Reeds", alone) == "not at close range"
    both = (Violation("a", "Bandit 1 is not an ally."), Violation("a", "Bandit 1 has no weapon."))
    assert reasons_beside_name("Bandit 1", both) == "not an ally, has no weapon"
    of_another = (Violation("a", "Bandit 1 is not an ally."), Violation("b", "Reed holds no weapon"))
    assert reasons_beside_name("Bandit 1", of_another) == "Bandit 1 is not an ally. Reed holds no weapon."
    assert reasons_beside_name("Bandit 1", (Violation("a", "Bandit 12 is down."),)) == "Bandit 12 is down."
    assert reasons_beside_name("Bandit 1", ()) == ""
