"""Simulated fights in the window: the card beside an encounter, its report, and battles beside the campaign."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from simulate.at_once import at_once
from simulate.fights import battle_of, even, game

from exgui.campaign.campaign import Campaign
from exgui.cli import main
from exgui.gui.fights import run, words
from exgui.gui.fights.options import SORTED_BY, OptionsList
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.battle.beside import BesideStrip, Comparison
from exgui.gui.pages.encounter.hardness import RESTED
from exgui.gui.printing import encounter as printing
from exgui.simulate.command import as_lines
from exgui.simulate.fight import Outcome
from exgui.simulate.possibilities import legal_steps
from exgui.simulate.results import Tally, length
from exgui.simulate.work import Workers, WorkLost
from tests.gui.ears import fields_without_words

GUARD = {
    **{key: value for key, value in game("skirmish").rules.opponents["town_guard"].fields.items() if key != "text"},
    "zone": "yard",
}
DUEL = {
    "title": "The yard",
    "ruleset": "skirmish",
    "zone": [{"id": "yard", "name": "Yard"}],
    "combatant": [
        {**GUARD, "id": "ada", "name": "Ada", "side": "heroes", "player": True},
        {**GUARD, "id": "bo", "name": "Bo", "side": "foes"},
    ],
}


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr(run, "WAIT_MS", 0)
    monkeypatch.setattr(run, "FIGHTS", 40)
    workers = at_once()
    found = MainWindow(workers=lambda: workers)
    found.resize(1366, 768)
    found.show()
    QTest.qWaitForWindowActive(found)
    with Campaign.create(tmp_path / "yard.exgui") as campaign:
        campaign.put_encounter(DUEL, "yard")
    assert found.session.open_path(tmp_path / "yard.exgui")
    assert found.navigation.open_encounter("yard")
    yield found
    found.close()


def simulated(window: MainWindow, qtbot: QtBot) -> Tally:
    hardness = window.page.hardness
    qtbot.waitUntil(lambda: hardness._run.tally is not None and not hardness._run.runs)
    return hardness._run.tally


def test_card_shows_the_winner_automatically(window: MainWindow, qtbot: QtBot) -> None:
    tally = simulated(window, qtbot)
    assert tally.fights == run.FIGHTS
    card = window.page.hardness.card
    assert card.verdict.text() == words.verdict(window.page.hardness._run.question.battle, tally)
    assert f"the party wins {round(100 * tally.share('heroes'))} of 100" in card.verdict.text()
    assert "Ada falls" in card.verdict.text()
    assert "40 fights" in card.detail.text()


def test_fights_are_printed_with_the_encounter(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    simulated(window, qtbot)
    shown = window.page.hardness.printed
    assert shown.startswith(window.page.hardness.card.verdict.text())
    assert "Ada falls in" in shown
    out = tmp_path / "yard.pdf"
    assert main(["encounter", "print", str(tmp_path / "yard.exgui"), "The yard", str(out), "--for", "me"]) == 0
    assert out.stat().st_size > 0


def test_printed_difficulty_is_only_for_the_storyteller(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes: list[str] = []
    pages = printing.encounter_pages
    monkeypatch.setattr(printing, "encounter_pages", lambda *given: notes.append(repr(given[2])) or pages(*given))
    campaign = window.session.campaign
    assert campaign is not None
    for players in (False, True):
        out = tmp_path / f"{players}.pdf"
        printing.write_encounter(campaign, "yard", out, "a4", for_players=players, hardness="Hard: it is.")
    assert "Hard: it is." in notes[0]
    assert "Hard" not in notes[1]


def test_change_restarts_the_fights(window: MainWindow, qtbot: QtBot) -> None:
    before = simulated(window, qtbot).share("heroes")
    document = window.page.document
    crowd = [{**GUARD, "id": f"bo{number}", "name": f"Bo {number}", "side": "foes"} for number in range(4)]
    everyone = [*DUEL["combatant"], *crowd]  # type: ignore[misc]
    document._show(document.data.put("combatant", tuple(everyone)))
    after = simulated(window, qtbot)
    assert "bo3" in after.people
    assert after.share("heroes") < before


def test_fights_stop_when_the_page_is_left(window: MainWindow, qtbot: QtBot) -> None:
    hardness = window.page.hardness
    hardness.restart()
    qtbot.waitUntil(lambda: hardness._run.tally is not None)
    work = hardness._run.simulation.work
    window.navigation.back()
    assert work.done


def test_missing_parts_are_reported_on_the_card(window: MainWindow, qtbot: QtBot) -> None:
    document = window.page.document
    document._show(document.data.put("combatant", document.data["combatant"][:1]))
    card = window.page.hardness.card
    qtbot.waitUntil(lambda: bool(card.verdict.text()) and "one side" in card.verdict.text())
    assert card.bar.isHidden()


def test_lost_workers_are_reported(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(_workers: Workers, _batch: object) -> None:
        raise WorkLost("no process can be started")

    monkeypatch.setattr(Workers, "submit", lose)
    window.page.hardness.restart()
    card = window.page.hardness.card
    qtbot.waitUntil(lambda: card.verdict.text() == "No process can be started.")


def test_report_opens_by_key_and_has_everyone(window: MainWindow, qtbot: QtBot) -> None:
    tally = simulated(window, qtbot)
    window.page.take_keys()
    QTest.keyClick(window.page.map, Qt.Key.Key_H)
    report = window.overlays.on_top
    assert report is window.page.hardness._report
    assert set(report._rows) == {"ada", "bo"}
    assert report._rows["ada"][0].text() == words.percent(tally.falls("ada"))
    QTest.keyClick(report, Qt.Key.Key_Escape)
    assert window.overlays.on_top is None


def test_even_count_is_found(window: MainWindow, qtbot: QtBot) -> None:
    simulated(window, qtbot)
    window.page.hardness.show_report()
    report = window.page.hardness._report
    assert [one.label for one in report.even_pick.options] == ["Bo"]
    report.even_pick.pick(0)
    qtbot.waitUntil(lambda: report._even is None)
    assert report.even_words.text().startswith("Even with 1 × Bo: the party wins")


def test_policy_of_a_side_is_kept_with_the_encounter(window: MainWindow, qtbot: QtBot) -> None:
    simulated(window, qtbot)
    window.page.hardness.show_report()
    picker = window.page.hardness._report._pickers[2]
    picker.pick([one.value for one in picker.options].index("simple"))
    assert window.page.document.data["policies"] == {"foes": "simple"}
    qtbot.waitUntil(lambda: window.page.hardness._run.question.plan.sides == {"foes": "simple"})
    assert window.page.undo_target.undo() == "How foes fight"
    assert "policies" not in window.page.document.data


def test_rested_party_starts_unwounded(window: MainWindow, qtbot: QtBot) -> None:
    document = window.page.document
    wounded = document.data["combatant"][0].put("state", {"health": 1})
    document._show(document.data.put("combatant", (wounded, *document.data["combatant"][1:])))
    hurt = simulated(window, qtbot).share("heroes")
    hardness = window.page.hardness
    hardness.show_report()
    picker = hardness._report._pickers[0]
    picker.pick([one.value for one in picker.options].index(RESTED))
    assert simulated(window, qtbot).share("heroes") > hurt


def test_simulated_fight_can_be_read_and_discarded(window: MainWindow, qtbot: QtBot) -> None:
    simulated(window, qtbot)
    window.page.hardness.show_report()
    window.page.hardness._report._open_fight("worst")
    assert window.page.kind == "battle"
    assert window.page.controller.play.step_number > 2
    assert window.session.campaign.battles() == ()
    strip = window.page.findChild(BesideStrip)
    assert "the worst fight" in strip.accessibleName()
    assert "Compare" not in strip.buttons
    strip.buttons["Discard it"].click()
    assert window.page.kind == "encounter"
    assert window.session.campaign.battles() == ()


def test_simulated_fight_can_be_kept_as_a_battle(window: MainWindow, qtbot: QtBot) -> None:
    simulated(window, qtbot)
    window.page.hardness.show_report()
    window.page.hardness._report._open_fight("typical")
    fought = window.session.play.battle
    window.page.findChild(BesideStrip).buttons["Keep it"].click()
    listed = window.session.campaign.battles()
    assert [one.title for one in listed] == ["The yard: the typical fight"]
    assert window.session.battle_id == listed[0].id
    assert window.session.play.battle == fought
    assert window.session.campaign.resume(listed[0].id).battle == fought


# A branch of a battle


@pytest.fixture
def fight(window: MainWindow) -> MainWindow:
    assert window.session.begin_encounter("yard")
    window.page.controller.steps.end_turn()  # begins
    return window


def test_branch_does_not_change_the_real_battle(fight: MainWindow) -> None:
    real, id = fight.session.play.battle, fight.session.battle_id
    journal = fight.session.campaign.look_at(id).entries()
    fight.run("what_if")
    assert fight.session.battle_id is None
    assert fight.session.play.battle == real
    fight.session.play.go_back_to(0)
    assert fight.session.play.battle.phase == "prepared"
    strip = fight.page.findChild(BesideStrip)
    strip.buttons["Compare"].click()
    comparison = fight.overlays.on_top
    assert isinstance(comparison, Comparison)
    comparison.close_overlay()
    strip.buttons["Discard it"].click()
    assert (fight.session.battle_id, fight.session.play.battle) == (id, real)
    assert fight.session.campaign.look_at(id).entries() == journal


def test_branch_can_be_kept_beside_the_battle(fight: MainWindow) -> None:
    id = fight.session.battle_id
    fight.run("what_if")
    fight.session.play.go_back_to(0)
    fight.page.findChild(BesideStrip).buttons["Keep it"].click()
    assert fight.session.battle_id not in (None, id)
    assert fight.session.play.battle.phase == "prepared"
    assert fight.session.campaign.resume(id).battle.phase == "running"


def test_players_keep_seeing_the_real_battle(fight: MainWindow) -> None:
    fight.table.toggle()
    assert fight.table.is_on(fight.session.play)
    shown = fight.session.play
    fight.run("what_if")
    assert not fight.table.is_on(fight.session.play)
    assert fight.table.is_on(shown)


def test_outlook_simulates_from_this_moment(fight: MainWindow, qtbot: QtBot) -> None:
    fight.run("outlook")
    report = fight.overlays.on_top
    qtbot.waitUntil(lambda: "wins" in report.verdict.text())
    assert fight.page.outlook._run.question.battle is fight.session.play.settled
    report.close_overlay()
    assert not fight.page.outlook._run.runs


# Words


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ({}, ""),
        ({3: 0.9, 4: 0.45}, "Even with 4 × Bo: the party wins 45%"),
        ({1: 0.8, 2: 0.1}, "Between 1 and 2 × Bo: the party wins 80% and 10%"),
        ({100: 0.9}, "Not even with 100 × Bo: the party still wins 90%"),
        ({1: 0.2}, "Even 1 × Bo is too much: the party wins 20%"),
    ],
)
def test_even_count_is_described_in_words(shares: dict[int, float], expected: str) -> None:
    assert words.even(shares, "Bo") == expected


def tally_of(*winners: str) -> Tally:
    tally = Tally(("heroes", "foes"), ("heroes_0", "foes_0"), ("health",)).of_sides(
        {"heroes_0": "heroes", "foes_0": "foes"}
    )
    for number, winner in enumerate(winners):
        fell = ("foes_0",) if winner == "heroes" else ("heroes_0",)
        tally.add(Outcome(number, winner, 3, fell, ((1,), (1,)), endless=not winner))
    return tally


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        (["heroes"] * 50, "Trivial: Heroes win 100 of 100; Town guard hardly ever falls."),
        (["heroes"] * 4 + ["foes"] * 2, "Hard: Heroes win 67 of 100; Town guard falls in one fight in three."),
        (["heroes", "foes"] * 3, "Hard: Heroes win 50 of 100; Town guard falls in half of the fights."),
        (["foes"] * 9 + ["heroes"], "Deadly: Heroes win 10 of 100; Town guard falls in almost every fight."),
        (["heroes", "foes", "heroes"], "So far Heroes have won 2 of 3 fights."),
        (["foes"], "So far Heroes have won 0 of 1 fight."),
        ([""] * 3 + ["foes"], "Most of these fights never end: neither side can hurt or reach the other."),
    ],
)
def test_verdict_is_one_sentence(winners: list[str], expected: str) -> None:
    battle = battle_of("skirmish", heroes=["town_guard"], foes=["town_guard"])
    assert words.verdict(battle, tally_of(*winners)) == expected


def test_verdict_of_a_running_battle_covers_survivors() -> None:
    battle = battle_of("skirmish", heroes=["town_guard", "duelist"], foes=["town_guard"]).but(phase="running")
    sides = {"heroes_0": "heroes", "heroes_1": "heroes", "foes_0": "foes"}
    tally = Tally(("heroes", "foes"), tuple(sides), ("health",)).of_sides(sides)
    for number in range(8):
        fell = ("heroes_0", "foes_0") if number % 4 else ("heroes_0", "heroes_1")
        tally.add(Outcome(number, "heroes" if number % 4 else "foes", 3, fell, ((0,), (1,), (1,))))
    assert words.verdict(battle, tally) == "Fair: Heroes win 75 of 100; Duelist falls in one fight in four."


@pytest.mark.parametrize(("ruleset", "expected"), [("ex2", "3.0 turns each"), ("ex3", "3.0 rounds")])
def test_length_of_fights_uses_the_games_word(ruleset: str, expected: str) -> None:
    battle = even(ruleset, 1)
    tally = tally_of("heroes", "foes")  # each took three
    assert length(tally, battle) == expected
    assert f"; {expected}, 2 fights." in words.printed(battle, tally)
    assert f"{expected} on average" in as_lines(tally, battle)


# What could they do, and a suggestion


@pytest.fixture
def turn(fight: MainWindow) -> MainWindow:
    """It is someone's turn in the fight."""
    drafting = fight.page.controller.drafting
    if fight.session.play.battle.active is None:
        drafting.give_candidate(drafting.draft.candidates[0].value)
    assert fight.session.play.battle.active is not None
    return fight


def test_all_steps_are_listed_with_odds(turn: MainWindow, qtbot: QtBot) -> None:
    turn.run("options")
    listed = turn.overlays.on_top
    assert isinstance(listed, OptionsList)
    assert fields_without_words(listed) == []
    qtbot.waitUntil(lambda: listed._work.done)
    play = turn.session.play
    expected = {one.command for one in legal_steps(play.system, play.battle, play.battle.active)}
    assert {one.command for one in listed.model.rows} == expected
    blows = [one for one in listed.model.rows if one.about]
    assert blows
    column = 2 + listed.model.features.index("hit")
    listed.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    means = [listed.sorted.index(row, column).data(SORTED_BY) for row in range(listed.sorted.rowCount())]
    assert means == sorted(means, reverse=True)


def test_chosen_step_is_filled_in_and_not_done(turn: MainWindow, qtbot: QtBot) -> None:
    turn.run("options")
    listed = turn.overlays.on_top
    qtbot.waitUntil(lambda: listed._work.done)
    row = next(number for number, one in enumerate(listed.model.rows) if one.about)
    wanted = listed.model.rows[row].command
    before = turn.session.play.step_number
    listed.table.activated.emit(listed.sorted.mapFromSource(listed.model.index(row, 0)))
    controller = turn.page.controller
    assert turn.session.play.step_number == before
    assert turn.session.play.pending is None
    assert controller.refusal.command == wanted
    controller.drafting.allow()
    assert turn.session.play.step_number > before or turn.session.play.pending is not None


def test_suggestion_is_filled_in_with_its_reason(turn: MainWindow) -> None:
    before = turn.session.play.step_number
    turn.run("suggest")
    refusal = turn.page.controller.refusal
    assert refusal.suggested
    assert refusal.command.by == turn.session.play.battle.active
    assert turn.session.play.step_number == before
    turn.page.controller.drafting.cancel()
    assert turn.page.controller.refusal is None
