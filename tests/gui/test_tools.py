"""The storyteller's tools in the panel, by real keys and clicks: rolls, timers, overruling, steps, checklist, sheet."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Command, Roll
from exgui.engine.events import Rolled
from exgui.engine.record import Table
from exgui.gui.forms.editors import ChipPick
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.overrule_form import OverruleForm
from exgui.gui.panel.roll_form import RollForm
from exgui.gui.panel.sheet_card import SheetCard
from exgui.gui.panel.step_form import StepForm, storyteller_steps
from exgui.gui.panel.timer_form import Clock, Moment, Problem, TimerForm, read_moment
from exgui.gui.panel.tool_card import FormCard, who_field
from exgui.gui.widgets.finder import SuggestLine
from tests.gui.ambush import ambush
from tests.gui.columns import click, entries
from tests.gui.conftest import Hands
from tests.gui.states import settle


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


def texts(widget: QWidget) -> str:
    settle()  # what was laid out just now is shown
    shown = [one.text() for one in widget.findChildren(QLabel) if one.isVisibleTo(widget) and one.text()]
    return "\n".join(shown).replace("\N{NO-BREAK SPACE}", " ")


def form(hands: Hands) -> FormCard:
    tool = hands.window.page.panel.tool
    assert isinstance(tool, FormCard)
    return tool


def choose(hands: Hands, field: str, name: str) -> None:
    """Clicks a chip of a field."""
    settle()
    chips = form(hands).boxes[field].field
    assert isinstance(chips, ChipPick)
    chip = next(chip for chip in chips.chips if chip.text() == name)
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)


def notes(hands: Hands) -> list[str]:
    return [note.text for line in hands.play.log() for note in line.notes]


# Roll anything


def test_traits_are_completed_and_the_roll_is_logged(hands: Hands) -> None:
    hands.press("Ctrl+D")
    assert isinstance(form(hands), RollForm)
    hands.type("dex")
    hands.press("Tab")
    hands.type("+ath")
    hands.press("Tab")
    pool = form(hands).boxes["pool"].field
    assert isinstance(pool, SuggestLine)
    assert pool.text() == "Dexterity + Athletics"
    assert "Dexterity 4 + Athletics 2 = 6 dice" in texts(form(hands))
    hands.press("Tab")
    hands.type("3")
    hands.press("Enter")
    pending = hands.play.pending
    assert isinstance(pending, Roll)
    assert (pending.by, pending.dice, pending.difficulty.total) == ("volfer", 6, 3)
    hands.press("4", "Enter")
    assert notes(hands)[-1] == "Volfer rolls 6 dice: 4 against 3, a success."


def test_free_roll_can_use_another_combatants_traits(hands: Hands) -> None:
    hands.press("Ctrl+D")
    hands.type("5")
    choose(hands, "who", "Mistress Vey")
    QTest.mouseClick(form(hands).button, Qt.MouseButton.LeftButton)
    assert isinstance(hands.play.pending, Roll)
    assert (hands.play.pending.by, hands.play.pending.dice) == ("vey", 5)


def test_clicking_a_token_chooses_the_roller(hands: Hands) -> None:
    hands.press("Ctrl+D")
    hands.window.page.ticks.picked.emit("tam")
    assert form(hands).boxes["who"].field.value == "tam"


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        ("", "A roll needs a pool"),
        ("swagger", "There is no trait “swagger”."),
        ("dexterity +", "A trait is missing beside the +."),
        ("1001", "The pool must be 0 to 1000, not 1001."),
        ("99999999999999999999", "The pool must be a whole number"),
        ("רגל + 力", "There is no trait"),
        ("x" * 30_000, "There is no trait"),
    ],
)
def test_invalid_pool_is_reported_beside_the_field(hands: Hands, pool: str, message: str) -> None:
    hands.press("Ctrl+D")
    field = form(hands).boxes["pool"].field
    assert isinstance(field, SuggestLine)
    field.setText(pool)
    hands.press("Enter")
    assert message in form(hands).boxes["pool"].wrong.text()
    assert len(form(hands).boxes["pool"].wrong.text()) < 120
    assert hands.play.pending is None


# Timers

CLOCK = Clock(round=2, tick=7, round_label="round", tick_label="tick")


@pytest.mark.parametrize(
    ("text", "rest", "moment"),
    [
        ("the bridge falls in 3 rounds", "the bridge falls", Moment(round=5)),
        ("Riders, round 4 tick 12", "Riders", Moment(4, 12)),
        ("poison at tick 4", "poison", Moment(tick=4)),
        ("fire next round.", "fire", Moment(round=3)),
        ("in 2 ticks", "", Moment(tick=5)),
        ("3", "", Moment(round=5)),
        ("Reinforcements", "Reinforcements", Moment()),
        ("tick −3", "", Moment(tick=-3)),
        ("Drums in 3 rounds of song", "Drums in 3 rounds of song", Moment()),
    ],
)
def test_moment_is_read_from_the_end_of_the_text(text: str, rest: str, moment: Moment) -> None:
    assert read_moment(text, CLOCK) == (rest, moment)


def test_impossible_moments_are_reported() -> None:
    with pytest.raises(Problem, match="Round 1 is over"):
        read_moment("round 1", CLOCK)
    with pytest.raises(Problem, match="counts ticks without end"):
        read_moment("in 3 rounds", Clock(0, 20, "round", "tick", rounds=False))
    with pytest.raises(Problem, match="has no ticks"):
        read_moment("tick 3", Clock(1, None, "round", "tick", ticks=False))


def test_timer_counts_rising_ticks_upward() -> None:
    up = Clock(0, 20, "round", "tick", rounds=False)
    assert read_moment("the bell in 6 ticks", up) == ("the bell", Moment(tick=26))
    assert read_moment("6", up) == ("", Moment(tick=26))


def test_timer_is_set_in_one_line_and_reports_when_due(hands: Hands) -> None:
    hands.press("Ctrl+T")
    hands.type("The bridge falls next round")
    hands.press("Enter")
    assert hands.window.page.panel.tool is None
    (timer,) = hands.bridge.battle.timers
    assert (timer.label, timer.round) == ("The bridge falls", 2)
    due = hands.window.page.panel.due
    assert not due.isVisible()
    while hands.bridge.battle.round == 1:
        hands.press(" ")
    assert due.isVisible()
    assert "Now: The bridge falls." in texts(due)
    assert hands.window.message == "Now: The bridge falls."
    assert next(row for row in hands.window.page.log.model.rows if row.text == "Now: The bridge falls.").due
    QTest.mouseClick(due.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert not due.isVisible()


def test_undo_withdraws_a_due_notice(hands: Hands) -> None:
    hands.bridge.steps.step_in("timer", label="Rain", round=2)
    while hands.bridge.battle.round == 1:
        hands.press(" ")
    hands.press("Ctrl+Z")
    assert not hands.window.page.panel.due.isVisible()


def test_timers_are_listed_and_removed(hands: Hands) -> None:
    hands.bridge.steps.step_in("timer", label="Rain", round=4)
    hands.bridge.steps.step_in("timer", label="Snow", tick=3)
    hands.press("Ctrl+T")
    tool = form(hands)
    assert isinstance(tool, TimerForm)
    assert "Rain · round 4" in texts(tool)
    assert "Snow · tick 3" in texts(tool)
    first = tool.set_before.removers["t1"]
    assert isinstance(first, QPushButton)
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    assert [timer.label for timer in hands.bridge.battle.timers] == ["Snow"]
    assert "Rain" not in texts(form(hands))


@pytest.mark.parametrize("text", ["Rain", "in 3 rounds", "Rain in 9999999 rounds", ""])
def test_unreadable_timer_is_reported(hands: Hands, text: str) -> None:
    hands.press("Ctrl+T")
    hands.type(text)
    hands.press("Enter")
    assert hands.bridge.battle.timers == ()
    assert any(box.wrong.text() for box in form(hands).boxes.values())


def test_double_clicking_the_axis_sets_a_timer_there(hands: Hands) -> None:
    ticks = hands.window.page.ticks
    assert ticks.shown.scale is not None
    at = QPointF(ticks.shown.scale.x(10), 80) * ticks._grown
    assert ticks.token_at(at / ticks._grown) is None
    QTest.mouseDClick(ticks, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert isinstance(form(hands), TimerForm)
    assert form(hands).boxes["when"].field.text() == "tick 10"


# Overrule


def test_any_track_can_be_set_by_keyboard(hands: Hands) -> None:
    hands.press("Ctrl+E")
    assert isinstance(form(hands), OverruleForm)
    hands.type("init")
    hands.press("Tab", "Enter")
    hands.type("3")
    hands.press("Enter")
    assert hands.bridge.battle.who("volfer").track("initiative") == 3
    assert notes(hands)[-1].startswith("Storyteller’s ruling for Volfer – Initiative 3")


def test_equal_names_have_the_numbers_of_their_tokens(hands: Hands) -> None:
    battle = hands.bridge.battle
    vey = battle.who("vey")
    labels = [pick.label for pick in who_field(battle.with_combatant(vey.but(name="Volfer"))).options]
    assert {"Volfer (1)", f"Volfer ({vey.number})", "Quick Tam"} < set(labels)


def test_state_zone_and_side_can_be_overruled(hands: Hands) -> None:
    for what, value in (("prone", "yes"), ("zone", "Moon bridge"), ("cover", "heavy")):
        hands.press("Ctrl+E")
        hands.type(what)
        choose(hands, "who", "Mistress Vey")
        choose(hands, "value", value)
        QTest.mouseClick(form(hands).button, Qt.MouseButton.LeftButton)
        assert hands.window.page.panel.tool is None
    vey = hands.bridge.battle.who("vey")
    assert vey.conditions["prone"] is True
    assert vey.conditions["cover"] == "heavy"
    assert hands.bridge.battle.zones[vey.zone].name == "Moon bridge"
    hands.press("Ctrl+E")
    hands.type("side")
    hands.press("Enter")
    field = form(hands).boxes["value"].field
    assert isinstance(field, SuggestLine)
    assert field.hasFocus()
    field.selectAll()
    hands.type("heroes")
    hands.press("Enter")
    assert hands.bridge.battle.who("volfer").side == "heroes"


@pytest.mark.parametrize("text", ["lots", "", "1.5", "999999", "1e9", "٣" * 12])
def test_invalid_number_is_reported_beside_the_field(hands: Hands, text: str) -> None:
    hands.press("Ctrl+E")
    hands.type("init")
    hands.press("Tab", "Enter")
    form(hands).value.setText(text)
    before = hands.bridge.battle
    hands.press("Enter")
    assert form(hands).boxes["value"].wrong.text().startswith("Initiative ")
    assert hands.bridge.battle is before


def test_unknown_value_is_reported(hands: Hands) -> None:
    hands.press("Ctrl+E")
    hands.type("swagger")
    hands.press("Enter")
    assert form(hands).boxes["what"].wrong.text() == "Nothing matches “swagger”; Down shows everything."


# The storyteller's other steps


def test_every_hidden_step_has_a_key_form_or_gesture(hands: Hands) -> None:
    by_form = {action.id for action in storyteller_steps(hands.bridge)}
    assert {"join", "cover", "place", "heal", "end", "name_responsible"} <= by_form
    elsewhere = {"start", "end_turn", "adjust", "roll", "timer", "hazard", "arrange", "link", "zone", "picture", "add"}
    elsewhere.add("together")  # several of them, taken back at once
    hidden = {action.id for action in hands.bridge.rules.actions.values() if action.hidden}
    assert hidden <= by_form | elsewhere


def test_palette_performs_a_storyteller_step(hands: Hands) -> None:
    hands.press("Ctrl+K")
    hands.type("grant cover")
    hands.press("Enter")
    assert isinstance(form(hands), StepForm)
    choose(hands, "who", "Quick Tam")
    choose(hands, "level", "light")
    hands.press("Enter")
    assert hands.bridge.battle.who("tam").conditions["cover"] == "light"


def test_combatant_is_hidden_by_the_palette(hands: Hands) -> None:
    hands.press("Ctrl+K")
    hands.type("hide from the players")
    hands.press("Enter")
    choose(hands, "who", "Quick Tam")
    hands.press("Enter")
    assert hands.bridge.battle.who("tam").hidden


def test_form_reports_missing_fields(hands: Hands) -> None:
    hands.window.page.tools.do_step("cover")
    QTest.mouseClick(form(hands).button, Qt.MouseButton.LeftButton)
    assert form(hands).boxes["level"].wrong.text() == "Level is missing."


def test_refused_step_names_its_rules_and_can_be_allowed(hands: Hands) -> None:
    hands.window.page.tools.do_step("name_responsible")
    choose(hands, "who", "Quick Tam")
    QTest.mouseClick(form(hands).button, Qt.MouseButton.LeftButton)
    assert form(hands).wrong.text() == "No one has crashed by paying a cost."
    assert form(hands).anyway.isVisible()


def test_waiting_combatants_join(hands: Hands) -> None:
    hands.bridge.steps.overrule("waiting", True, "tam")
    hands.window.page.tools.do_step("join")
    chips = form(hands).boxes["by"].field
    assert isinstance(chips, ChipPick)
    assert [option.value for option in chips.options] == ["tam"]
    hands.press("Enter")
    assert not hands.bridge.battle.who("tam").waiting


def test_step_without_parameters_runs_at_once_and_undoes(hands: Hands) -> None:
    hands.press("Ctrl+Shift+K")
    hands.type("end the")
    hands.press("Enter")
    assert hands.bridge.battle.phase == "over"
    hands.press("Ctrl+Z")
    assert hands.bridge.battle.phase == "running"


def test_numbers_out_of_range_are_reported(hands: Hands) -> None:
    hands.window.page.tools.do_step("heal")
    form(hands).boxes["lethal"].field.setText("5000")
    QTest.mouseClick(form(hands).button, Qt.MouseButton.LeftButton)
    assert form(hands).boxes["lethal"].wrong.text() == "Lethal must be 0 to 1000, not 5000."


# The checklist


def delayed_round(hands: Hands) -> None:
    """Round 2 begins, and someone is in Crash with a turn of it over."""
    hands.bridge.steps.step_in("adjust", who="bandit_2", set=Table({"initiative": -2}))
    while hands.bridge.battle.round == 1:
        hands.press(" ")


def test_round_begins_with_a_checklist(hands: Hands) -> None:
    checklist = hands.window.page.panel.checklist
    assert not checklist.isVisible()
    delayed_round(hands)
    assert [one.id for one in hands.bridge.queries.reminders()] == list(checklist.rows)
    assert checklist.isVisible()
    (line,) = checklist.rows.values()
    assert "Bandit 2: 1 of 3 turns in Crash" in line.text()
    assert hands.bridge.pending is None


def test_ticked_reminders_go_and_the_key_restores_them(hands: Hands) -> None:
    delayed_round(hands)
    checklist = hands.window.page.panel.checklist
    (line,) = checklist.rows.values()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert not checklist.isVisible()
    hands.press("Ctrl+J")
    assert checklist.isVisible()
    (line,) = checklist.rows.values()
    assert line.ticked


def test_checklist_never_blocks_a_turn(hands: Hands) -> None:
    delayed_round(hands)
    active = hands.bridge.battle.active
    hands.press(" ")
    assert hands.bridge.battle.active != active


def test_a_line_with_a_step_has_a_button_that_does_it(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    from exgui.engine.system import Reminder

    step = Command("cover", "", Table(who="tam", level="light"))
    monkeypatch.setattr(hands.bridge.system, "checklist", lambda _battle: (Reminder("x", "Tam hides", step=step),))
    hands.press("Ctrl+J")
    button = hands.window.page.panel.checklist.buttons["x"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert hands.bridge.battle.who("tam").conditions["cover"] == "light"


def test_empty_checklist_is_reported(hands: Hands) -> None:
    hands.press("Ctrl+J")
    assert hands.window.message == "Nothing to remember this round."


# The sheet


def test_enter_on_a_token_shows_its_sheet(hands: Hands) -> None:
    ticks = hands.window.page.ticks
    ticks.setFocus(Qt.FocusReason.TabFocusReason)
    hands.press("Enter")
    sheet = hands.window.page.panel.tool
    assert isinstance(sheet, SheetCard)
    shown = texts(sheet)
    assert "Straight sword" in shown
    assert "Melee (straight sword)" in shown
    assert "Sworn blade of the Dawn" in shown
    hands.press("Escape")
    assert hands.window.page.panel.tool is None


def test_clicking_a_campaign_sheet_opens_it(hands: Hands) -> None:
    hands.window.column.set_folded(False)
    settle()
    click(hands.window.column, *next(key for key, name in entries(hands.window.column).items() if name == "Quick Tam"))
    assert (hands.window.page.kind, hands.window.page.heading.title) == ("sheet", "Quick Tam")
    hands.press("Escape")
    assert hands.window.page.kind == "battle"


def test_sheet_follows_the_selection_and_the_battle(hands: Hands) -> None:
    hands.press("Ctrl+I")
    sheet = hands.window.page.panel.tool
    assert isinstance(sheet, SheetCard)
    hands.window.page.ticks.picked.emit("vey")
    assert sheet.title.text() == "Mistress Vey"
    hands.press("Ctrl+I")
    assert hands.window.page.panel.tool is None


# All of them


def test_step_with_a_question_closes_the_tool(hands: Hands) -> None:
    hands.press("Ctrl+I")
    hands.window.page.map.setFocus()
    hands.press("A")
    assert hands.window.page.panel.tool is None
    assert hands.bridge.draft is not None


def test_tools_stay_closed_during_a_question(hands: Hands) -> None:
    hands.press("A", "5")
    assert hands.play.pending is not None
    for key in ("Ctrl+E", "Ctrl+D", "Ctrl+T", "F2", "Ctrl+J"):
        hands.press(key)
        assert hands.window.page.panel.tool is None
        assert hands.window.message.startswith("Finish the open step first")


def test_tools_are_not_modal_and_letters_are_typed_in_their_fields(hands: Hands) -> None:
    hands.press("Ctrl+T")
    hands.type("arms")
    assert hands.bridge.draft is None
    assert QApplication.activeModalWidget() is None
    assert form(hands).boxes["label"].field.text() == "arms"


# Who rolls by itself


def test_single_combatant_is_auto_rolled(hands: Hands) -> None:
    hands.press("Ctrl+Shift+R")
    assert hands.bridge.auto_roll.rolls_for("volfer")
    assert not hands.bridge.auto_roll.rolls_for("ilsa")
    hands.press("A", "5")
    assert hands.play.pending is None
    rolls = [event for line in hands.play.log() for event in line.events if isinstance(event, Rolled)]
    assert rolls
    assert all(one.by_app for one in rolls)


def test_header_button_removes_auto_roll_from_one_of_a_side(hands: Hands) -> None:
    hands.bridge.auto_roll.set(("foes",))
    hands.bridge.show("vey")
    button = hands.window.page.panel.head.auto_roll
    assert button.isChecked()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not hands.bridge.auto_roll.rolls_for("vey")
    assert hands.bridge.auto_roll.rolls_for("bandit")
    assert not button.isChecked()


# Delay by a drag


def test_dragging_along_the_time_line_delays_the_active_combatant(hands: Hands) -> None:
    assert hands.bridge.dragging.delay("volfer", 6) == ()
    assert hands.play.log()[-1].command.do == "delay"
    assert hands.play.log()[-1].command.get("until") == 6


def test_dragging_another_combatant_is_an_override(hands: Hands) -> None:
    assert hands.bridge.dragging.delay("tam", 11) == ()
    assert hands.play.log()[-1].command.do == "adjust"
    assert hands.bridge.battle.who("tam").track("initiative") == 11


# Whatever the game, and however small the window


TOOLS = (
    "amend",
    "overrule",
    "roll_any",
    "timers",
    "sheet",
    "checklist",
    "steps",
    "own_keys",
    "time",
)
"""Commands of the window that open a tool."""


def put_away(hands: Hands) -> None:
    hands.window.page.panel.close_tool()
    hands.window.overlays.palette.close_overlay()
    hands.window.overlays.keys_page.close_overlay()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (960, 600)])
def test_tools_cut_off_no_text_and_have_names(hands: Hands, width: int, height: int) -> None:
    from tests.gui.states import cut_off, settle

    hands.press("A", "5", "S", "7", "Enter", "4", "Enter")
    hands.bridge.steps.step_in("timer", label="The great stone bridge over the river of tears falls at last", round=4)
    hands.window.resize(width, height)
    found: dict[str, list[str]] = {}
    openers = {name: partial(hands.window.run, name) for name in TOOLS}
    for action in storyteller_steps(hands.bridge):
        if action.params:
            openers[action.id] = lambda id=action.id: hands.window.page.tools.do_step(id)
    for name, opener in openers.items():
        opener()
        settle()
        texts_cut = cut_off(hands.window)
        if texts_cut:
            found[name] = texts_cut
        put_away(hands)
    assert found == {}


def test_long_name_keeps_the_form_within_the_panel(window: MainWindow, tmp_path: Path) -> None:
    from tests.gui.crowd import crowd_campaign
    from tests.gui.states import cut_off, settle

    crowd_campaign(tmp_path / "crowd.exgui")
    window.resize(1366, 768)
    assert window.session.open_path(tmp_path / "crowd.exgui")
    assert window.session.begin_encounter(window.session.campaign.encounters()[0].id)
    window.run("overrule")
    settle()
    assert cut_off(window) == []
    name = "Sapphire-Winged Messenger of the Third Dawn"
    assert isinstance(window.page.panel.tool, OverruleForm)
    chips = window.page.panel.tool.boxes["who"].field.chips
    chip = next(one for one in chips if one.accessibleName() == name)
    assert chip.toolTip().startswith(name)
    assert chip.text() != name


def test_every_tool_opens_in_a_minimal_game(open_window) -> None:  # type: ignore[no-untyped-def]
    from generality import lantern

    from exgui.play.play import Play
    from tests.gui.toy import toy_play

    for play in (toy_play(), Play.begin(lantern.system(), lantern.battle())):
        hands = open_window(play)
        for name in TOOLS:
            hands.window.run(name)
            settle()
            put_away(hands)
        for action in storyteller_steps(hands.bridge):
            if action.params:
                hands.window.page.tools.do_step(action.id)
                put_away(hands)
        assert hands.bridge.pending is None


def test_quick_sheet_shows_only_printed_numbers(window: MainWindow, tmp_path: Path) -> None:
    campaign = Campaign.create(tmp_path / "gate.exgui")
    fields = {"side": "watch", "kind": "quick_character", "traits": {"willpower": 4}, "zone": "gate"}
    fields |= {"printed": {"join_battle": 6, "parry": 4}, "pools": {"senses": 5}}
    spear = {"name": "Spear", "dice": 9, "accuracy": 2, "damage": 12}
    levy = {"id": "levy", **fields, "weapons": [spear], "group": {"size": 2}}
    encounter = {"title": "Gate", "ruleset": "ex3", "zone": [{"id": "gate"}], "combatant": [levy]}
    campaign.put_encounter(encounter)
    campaign.close()
    assert window.session.open_path(tmp_path / "gate.exgui")
    assert window.session.begin_first()
    hands = Hands(window)
    hands.bridge.picking.pick("levy")
    hands.press("Ctrl+I")
    sheet = hands.window.page.panel.tool
    assert isinstance(sheet, SheetCard)
    shown = texts(sheet)
    for words in ("Join Battle 6 \N{MIDDLE DOT} Parry 4", "Senses 5", "Willpower", "Printed pool 9"):
        assert words in shown
    for words in ("Dexterity", "Essence", "False"):
        assert words not in shown
