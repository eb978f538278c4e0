"""After a fight: who fell to whom, and which changes go to the sheets, line by line; the next encounter begins with the
characters as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Choice, Command, Fall, Roll
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.summary.page import SummaryPage, fate, in_short, prices
from exgui.gui.panel.after_fight import is_decided, sides_left
from exgui.play.fight_summary import summary_of
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.states import cut_off, settle

LEFT = Qt.MouseButton.LeftButton
TRAITS = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3}
VOLFER = {"name": "Volfer", "player": True, "traits": TRAITS, "state": {"willpower": 5}}
BANDIT = {"name": "Bandit", "traits": TRAITS}


def encounter(title: str) -> dict[str, object]:
    """Volfer against two bandits; everyone has a place in the order, so that it begins without a roll."""
    volfer = {**VOLFER, "id": "volfer", "side": "heroes", "sheet": "volfer", "zone": "yard"}
    foes = [
        {**BANDIT, "id": id, "name": name, "side": "foes", "sheet": "bandit", "zone": "yard"}
        for id, name in (("b1", "Bandit 1"), ("b2", "Bandit 2"))
    ]
    people = [{**one, "state": {**one.get("state", {}), "initiative": 5}} for one in (volfer, *foes)]
    return {"title": title, "ruleset": "ex3", "zone": [{"id": "yard"}], "combatant": people}


@pytest.fixture
def campaign_window(window: MainWindow, tmp_path: Path) -> MainWindow:
    path = tmp_path / "mill.exgui"
    with Campaign.create(path, "The mill") as campaign:
        campaign.put_sheet(VOLFER, "ex3", "volfer")
        campaign.put_sheet(BANDIT, "ex3", "bandit")
        campaign.put_encounter(encounter("First night"), "first")
        campaign.put_encounter(encounter("Second night"), "second")
    assert window.session.open_path(path)
    return window


def begin(window: MainWindow, id: str) -> Hands:
    assert window.session.begin_encounter(id)
    window.page.controller.steps.start()
    return Hands(window)


def set_state(hands: Hands, who: str, **values: int) -> None:
    step = Command("adjust", "", Table(who=who, set=Table({key.replace("__", "."): v for key, v in values.items()})))
    assert hands.bridge.steps.dispatch(step)


def texts(page: SummaryPage) -> list[str]:
    return [one.text() for one in page.findChildren(QLabel) if one.isVisible()]


def test_results_are_listed_and_chosen_lines_are_saved(campaign_window: MainWindow) -> None:
    window = campaign_window
    campaign = window.session.campaign
    hands = begin(window, "first")
    set_state(hands, "volfer", health__lethal=2, willpower=3)
    set_state(hands, "b1", health__lethal=7)
    hands.press("F4")
    page = window.page
    assert isinstance(page, SummaryPage)
    assert "1 round, 3 steps. Bandit 1 fell. It is not over yet." in texts(page)
    assert "fell in round 1" in texts(page)
    (shown,) = page.sheets
    assert [(line.label, line.before, line.now, line.after) for line in shown.lines] == [
        ("Health: lethal", 0, 0, 2),
        ("Willpower", 5, 5, 3),
    ]
    QTest.mouseClick(shown.switches[("state", "willpower")], LEFT)
    QTest.mouseClick(page.write_button, LEFT)
    assert campaign.sheet("volfer")["state"] == {"willpower": 5, "health": {"lethal": 2}}
    assert window.message.startswith("Saved to sheets: Volfer.")
    assert campaign.encounter("second")["combatant"][0]["state"] == {
        "willpower": 5,
        "initiative": 5,
        "health": {"lethal": 2},
    }, "the next encounter begins with them as they are"
    hands.press("Escape")
    assert window.page.kind == "battle"


@pytest.mark.parametrize("width", [1366, 683])
def test_names_and_fates_fit(campaign_window: MainWindow, width: int) -> None:
    hands = begin(campaign_window, "first")
    set_state(hands, "b1", health__lethal=7)
    campaign_window.resize(width, 700)
    assert campaign_window.navigation.open_summary()
    QApplication.processEvents()
    page = campaign_window.page
    assert isinstance(page, SummaryPage)
    assert "Bandit 1" in texts(page)
    assert cut_off(campaign_window) == []


def test_lines_are_saved_by_a_key_that_the_palette_shows(campaign_window: MainWindow) -> None:
    window = campaign_window
    hands = begin(window, "first")
    set_state(hands, "volfer", health__lethal=2)
    hands.press("F4")
    page = window.page
    assert isinstance(page, SummaryPage)
    assert "Ctrl Enter" in texts(page)
    hands.press("F4")
    assert window.message == "The summary is already open. Escape returns to the fight."
    (write,) = page.commands()
    assert (write.title, write.keys, write.why_not(None)) == ("Save to sheets", "Ctrl+Enter", None)
    hands.press("Ctrl+Enter")
    assert window.session.campaign.sheet("volfer")["state"]["health"] == {"lethal": 2}
    hands.press("Ctrl+Enter")
    assert window.message == "No lines are chosen to be saved."


def test_tab_reaches_the_save_button_and_scrolls_to_it(campaign_window: MainWindow) -> None:
    window = campaign_window
    window.resize(1366, 420)
    hands = begin(window, "first")
    set_state(hands, "volfer", health__lethal=2, willpower=3)
    hands.press("F4")
    page = window.page
    assert isinstance(page, SummaryPage)
    settle()
    for _ in range(30):
        hands.press("Tab")
        if QApplication.focusWidget() is page.write_button:
            break
    assert QApplication.focusWidget() is page.write_button
    assert page.write_button.visibleRegion().boundingRect().height() == page.write_button.height()
    hands.press(" ")
    assert window.session.campaign.sheet("volfer")["state"]["health"] == {"lethal": 2}


def test_a_character_in_two_fights_shows_before_now_and_after(campaign_window: MainWindow) -> None:
    window = campaign_window
    campaign = window.session.campaign
    hands = begin(window, "first")
    first = window.session.battle_id
    hands = begin(window, "second")
    set_state(hands, "volfer", health__lethal=1)
    hands.press("F4")
    QTest.mouseClick(window.page.write_button, LEFT)
    assert campaign.sheet("volfer")["state"]["health"] == {"lethal": 1}
    assert window.navigation.open_battle(first)
    set_state(Hands(window), "volfer", health__lethal=4)
    window.run("summary")
    page = window.page
    assert isinstance(page, SummaryPage)
    (shown,) = page.sheets
    (line,) = shown.lines
    assert (line.before, line.now, line.after) == (0, 1, 4)
    assert not shown.chosen, "the storyteller picks"
    assert not page.write_button.isEnabled()
    QTest.mouseClick(shown.switches[line.path], LEFT)
    QTest.mouseClick(page.write_button, LEFT)
    assert campaign.sheet("volfer")["state"]["health"] == {"lethal": 4}
    window.navigation.open_sheet("volfer")
    hands.press("Ctrl+Z")
    assert campaign.sheet("volfer")["state"]["health"] == {"lethal": 1}


def lethal_everywhere(campaign: Campaign) -> list[int]:
    """The lethal damage on Volfer's sheet, and in both encounters."""
    people = (campaign.sheet("volfer"), *(campaign.encounter(id)["combatant"][0] for id in ("first", "second")))
    return [one["state"].get("health", {}).get("lethal", 0) for one in people]


@pytest.mark.parametrize("place", ["summary", "sheet", "encounter"])
def test_one_undo_reverts_the_changes_everywhere(campaign_window: MainWindow, place: str) -> None:
    window = campaign_window
    campaign = window.session.campaign
    hands = begin(window, "first")
    set_state(hands, "volfer", health__lethal=2)
    hands.press("F4")
    hands.press("Ctrl+Enter")
    assert lethal_everywhere(campaign) == [2, 2, 2]
    if place == "sheet":
        window.navigation.open_sheet("volfer")
    elif place == "encounter":
        window.navigation.open_encounter("second")
    hands.press("Ctrl+Z")
    assert lethal_everywhere(campaign) == [0, 0, 0]
    assert window.message == "Undone: Results of the fight."
    hands.press("Ctrl+Z")
    assert lethal_everywhere(campaign) == [0, 0, 0], "it was one step"
    hands.press("Ctrl+Shift+Z")
    assert lethal_everywhere(campaign) == [2, 2, 2]
    if place == "summary":
        assert not window.page.write_button.isEnabled(), "it is written again"
        hands.press("Ctrl+Z")
        assert window.page.write_button.isEnabled()
        hands.press("Ctrl+Enter")
        assert lethal_everywhere(campaign) == [2, 2, 2]


def test_later_edits_survive_undoing_the_saved_results(campaign_window: MainWindow) -> None:
    window = campaign_window
    campaign = window.session.campaign
    hands = begin(window, "first")
    set_state(hands, "volfer", health__lethal=2, willpower=3)
    hands.press("F4")
    hands.press("Ctrl+Enter")
    page = window.navigation.open_sheet("volfer") and window.page
    assert page.document.put(("state", "willpower"), 4, "Willpower 4")
    page.document.save()
    window.navigation.open_encounter("second")
    hands.press("Ctrl+Z")
    assert lethal_everywhere(campaign) == [0, 0, 0]
    assert campaign.sheet("volfer")["state"]["willpower"] == 4
    assert campaign.encounter("second")["combatant"][0]["state"]["willpower"] == 5
    window.navigation.open_sheet("volfer")
    hands.press("Ctrl+Z")
    assert lethal_everywhere(campaign) == [2, 2, 2], "on the sheet, taking it back was the last step"
    hands.press("Ctrl+Z")
    assert window.page.document.sheet["state"]["willpower"] == 3
    hands.press("Ctrl+Z")
    assert lethal_everywhere(campaign) == [0, 0, 0]


def test_failed_save_or_undo_changes_nothing(campaign_window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window = campaign_window
    campaign = window.session.campaign
    hands = begin(window, "first")
    set_state(hands, "volfer", health__lethal=2)

    def refuse(*_args: object) -> str:
        raise CampaignError(campaign.path, "the disk is full.", "unwritable")

    hands.press("F4")
    with monkeypatch.context() as full:
        full.setattr(campaign, "put_encounter", refuse)
        hands.press("Ctrl+Enter")
        assert lethal_everywhere(campaign) == [0, 0, 0]
        assert "disk is full" in window.message.lower()
    hands.press("Ctrl+Enter")
    assert lethal_everywhere(campaign) == [2, 2, 2]
    window.navigation.open_sheet("volfer")
    with monkeypatch.context() as full:
        full.setattr(campaign, "put_encounter", refuse)
        hands.press("Ctrl+Z")
        assert lethal_everywhere(campaign) == [2, 2, 2]
        assert window.page.document.sheet["state"]["health"] == {"lethal": 2}
    hands.press("Ctrl+Z")
    assert lethal_everywhere(campaign) == [0, 0, 0]


def test_resetting_and_rerunning_keep_battles_in_progress(campaign_window: MainWindow) -> None:
    window = campaign_window
    hands = begin(window, "first")
    first = window.session.battle_id
    set_state(hands, "volfer", health__lethal=3)
    hands.press("F4")
    again = next(one for one in window.page.findChildren(QPushButton) if one.text().startswith("Restart"))
    QTest.mouseClick(again, LEFT)
    assert window.session.battle_id != first
    assert window.page.kind == "battle"
    assert window.page.controller.battle.phase == "prepared"
    assert window.page.controller.battle.combatants["volfer"].track("health.lethal") == 0
    assert window.navigation.open_battle(first)
    assert window.page.controller.battle.combatants["volfer"].track("health.lethal") == 3
    assert [one.phase for one in window.session.campaign.battles()] == ["running", "prepared"]


def test_cost_of_cheating_death_has_its_own_line(window: MainWindow, tmp_path: Path) -> None:
    ilun = {"name": "Ilun", "player": True, "traits": {"stamina": 2}}
    person = {**ilun, "id": "ilun", "side": "heroes", "sheet": "ilun", "zone": "yard", "state": {"health": 0}}
    foe = {"id": "rat", "name": "Rat", "side": "foes", "zone": "yard"}
    yard = {"title": "Rats", "ruleset": "reincarnated", "zone": [{"id": "yard"}], "combatant": [person, foe]}
    path = tmp_path / "rats.exgui"
    with Campaign.create(path, "Rats") as campaign:
        campaign.put_sheet(ilun, "reincarnated", "ilun")
        campaign.put_encounter(yard, "rats")
    assert window.session.open_path(path)
    campaign = window.session.campaign
    assert window.session.begin_encounter("rats")
    hands = Hands(window)
    assert hands.bridge.steps.dispatch(Command("start", "", Table(first="rat")))
    cheat = Command("cheat_death", "", Table(who="ilun", consequence="scar", note="the left eye"))
    assert hands.bridge.steps.dispatch(cheat)
    hands.press("F4")
    page = window.page
    assert isinstance(page, SummaryPage)
    line = page.sheets[0].lines[-1]
    assert (line.label, line.before) == ("What cheating death has cost", "\N{EM DASH}")
    assert line.after in texts(page)
    assert line.path in page.sheets[0].chosen
    window.resize(1366, 500)
    bar = page._scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    seen = bar.value()
    assert seen > 0
    QTest.mouseClick(page.write_button, LEFT)
    settle()
    assert bar.value() == min(seen, bar.maximum()) > 0, "it stays where it was"
    assert campaign.sheet("ilun")["consequences"] == [line.after]
    window.navigation.open_sheet("ilun")
    assert not window.page.parts.question.isVisible(), "the battle has long known it"
    hands.press("Ctrl+Z")
    document = window.session.documents.opened("sheet", "ilun")
    document.save()
    assert "consequences" not in campaign.sheet("ilun")


def test_surrender_at_the_end_counts_for_that_round() -> None:
    people = [{"id": id, "side": id, "zone": "yard", "traits": {"health": 6}} for id in ("ann", "cap")]
    system = system_for(load("skirmish"))
    play = Play.begin(system, battle_from(system.rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(Command("start"))
    play.dispatch(Command("attack", "ann", Table(target="cap", weapon="unarmed")))
    play.answer(Choice("none"))
    play.answer(Fall(faces=(4, 1)))
    play.dispatch(Command("end_round"))
    while play.pending is not None:
        play.answer(Fall(score=20) if isinstance(play.pending, Roll) else Choice("surrender"))
    (cap,) = (one for one in summary_of(play).people if one.after.id == "cap")
    assert play.battle.round == 2
    assert (cap.fate, cap.fall and cap.fall.round) == ("surrendered", 1)


def test_summary_separates_surrenders_and_things_from_the_fallen() -> None:
    ids = ("marit", "ned", "hob")
    people = [{"id": id, "name": id.capitalize(), "side": id, "zone": "yard"} for id in ids]
    cart, gate = ({"id": id, "name": id.capitalize(), "zone": "yard"} for id in ("cart", "gate"))
    system = system_for(load("skirmish"))
    yard = {"zone": [{"id": "yard"}], "combatant": people, "object": [cart, gate]}
    play = Play.begin(system, battle_from(system.rules, yard))
    play.dispatch(Command("start"))
    assert not is_decided(sides_left(system, play.battle))
    given: dict[str, dict[str, object]] = {
        "ned": {"surrendered": True},
        "hob": {"health": -2, "incapacitated": True},
        "cart": {"destroyed": True},
    }
    for who, values in given.items():
        play.dispatch(Command("adjust", "", Table(who=who, set=Table(values)), overrule=True))
    summary, rules = summary_of(play), system.rules
    summary_text = "1 round, 4 steps. Hob fell. Ned surrendered. Cart was destroyed. It is not over yet."
    assert in_short(summary, play.battle, rules) == summary_text
    sides = sides_left(system, play.battle)
    assert is_decided(sides), "a cart keeps no fight going"
    assert [one.standing for one in sides] == [("marit",), (), (), ()]
    fates = [fate(one, play.battle, rules) for one in summary.people]
    assert fates == [
        "still standing",
        "surrendered in round 1",
        "fell in round 1",
        "was destroyed in round 1",
        "still standing",
    ]
    assert [prices(one) for one in summary.people if one.costs] == ["Health 4 \N{RIGHTWARDS ARROW} \N{MINUS SIGN}2"]


def test_fallen_are_asked_about_when_the_fight_is_decided(window: MainWindow) -> None:
    people = [
        {"id": "ilun", "name": "Ilun", "side": "heroes", "player": True, "zone": "yard"},
        {"id": "rat", "name": "Rat", "side": "foes", "zone": "yard"},
    ]
    system = system_for(load("reincarnated"))
    play = Play.begin(system, battle_from(system.rules, {"zone": [{"id": "yard"}], "combatant": people}))
    window.session.show_play(play)
    hands = Hands(window)
    assert hands.bridge.steps.dispatch(Command("start", "", Table(first="rat")))
    set_state(hands, "ilun", health=0)
    panel = window.page.panel
    card = panel.after_fight
    assert card.isVisible()
    (cheat,) = (one for one in card.findChildren(QPushButton) if one.text().startswith("Cheat death"))
    assert card.minimumSizeHint().width() <= 300, "it fits beside the scroll bar"
    QTest.mouseClick(cheat, LEFT)
    form = panel.tool
    assert [word.value for word in form.boxes["who"].field.options] == ["ilun"], "nobody else is defeated"
    assert form.boxes["who"].field.value == "ilun"
