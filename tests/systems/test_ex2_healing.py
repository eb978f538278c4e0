"""ex2-60: the forecast is what happens, senseless spans are refused, several are reported in one line."""

from __future__ import annotations

import pytest

from exgui.engine.asks import Command, command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Noted
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex2 import healing

RULES = load("ex2")


def play(exalted: int = 0, **health: int) -> Play:
    people = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "traits": {"exalted": exalted}, "state": {"health": health}},
        {"id": "kesh", "side": "heroes", "zone": "yard"},
    ]
    battle: Battle = battle_from(RULES, {"zone": [{"id": "yard"}], "combatant": people})
    return Play.begin(system_for(RULES), battle)


def heal(hours: int, *who: str, rest: bool = True) -> Command:
    return command("heal", who=who or ("volfer",), hours=hours, rest=rest)


def previewed(game: Play, step: Command) -> list[tuple[str, int, str]]:
    return [(one.label, one.value.total, one.text) for one in game.system.preview(game.battle, step)]


def test_each_level_shows_its_healing_hours() -> None:
    game = play(exalted=1, bashing=1, lethal=3)
    # One of the Exalted at rest: the bashing level 3 hours, the two -1 levels two days each, -0 six hours.
    figure = game.system.preview(game.battle, heal(3 + 48 + 48 + 5))[0]
    assert [(part.label, part.amount, part.rule) for part in figure.value.parts] == [
        ("bashing, 3 hours", 1, "ex2-60"),
        ("lethal at -1, 48 hours each", 2, "ex2-60"),
    ]
    assert figure.text == "Volfer heals 1 bashing and 2 lethal; 5 of 6 hours toward the next: lethal at -0"


@pytest.mark.parametrize("rest", [True, False])
@pytest.mark.parametrize("hours", [1, 7, 50, 400, 9000])
@pytest.mark.parametrize("exalted", [0, 1])
def test_healing_preview_matches_the_result(hours: int, rest: bool, exalted: int) -> None:
    game = play(exalted=exalted, bashing=2, lethal=3, aggravated=1)
    ((who, levels, _text),) = previewed(game, heal(hours, rest=rest))
    assert who == "Volfer"
    game.dispatch(heal(hours, rest=rest))
    left = sum(game.battle.who("volfer").track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated"))
    assert left == 6 - levels


def test_active_mortal_is_shown_what_heals_only_at_rest() -> None:
    game = play(lethal=4)
    # The fourth level is a -2, which an active mortal never heals.
    assert previewed(game, heal(100, rest=False)) == [("Volfer", 0, "Volfer heals no damage (only rest would help)")]
    # A bashing level heals in 12 hours at rest, 24 if active; the -2 below it does not.
    game = play(lethal=4, bashing=1)
    assert previewed(game, heal(24, rest=False)) == [
        ("Volfer", 1, "Volfer heals 1 bashing (the others heal only at rest)")
    ]


def test_several_combatants_share_one_line_once_each() -> None:
    game = play(bashing=1)
    game.dispatch(heal(48, "volfer", "kesh", "volfer"))
    (note,) = [event for event in game.steps[-1].events or () if isinstance(event, Noted)]
    assert note.text == "2 days pass at rest: Volfer heals 1 bashing; Kesh is unhurt."
    assert (note.who, note.rule, note.data["about"]) == ("", "ex2-60", ("volfer", "kesh"))


@pytest.mark.parametrize("hours", [-1, 0, 1_000_001, 1.5, True, None, "3"])
def test_invalid_hours_are_refused(hours: object) -> None:
    game = play(bashing=1)
    step = command("heal", who="volfer", hours=hours)
    broken = game.check(step)
    assert [one.rule for one in broken] == ["ex2-60"]
    assert broken[0].final
    assert broken[0].text.endswith(".")
    assert game.system.preview(game.battle, step) == ()


def test_combatants_who_could_heal_are_offered() -> None:
    game = play(bashing=1)
    offered = game.system.candidates(game.battle, Command("heal"), "who")
    assert [(one.value, list(map(str, one.violations))) for one in offered] == [
        ("volfer", []),
        ("kesh", ["Kesh has no wounds. (ex2-60)"]),
    ]


def spent(levels: list[int], exalted: int, filled: int) -> tuple[Battle, Combatant]:
    """Someone with health levels of its own, this many of them filled with lethal damage."""
    one = {"id": "volfer", "side": "heroes", "zone": "yard", "traits": {"exalted": exalted}, "health_levels": levels}
    data = {"zone": [{"id": "yard"}], "combatant": [one | {"state": {"health": {"lethal": filled}}}]}
    battle = battle_from(RULES, data)
    return battle, battle.who("volfer")


@pytest.mark.parametrize(
    ("level", "exalted", "rest", "active"),
    [
        # Hours at rest and active; -3 and -5, which the table does not know, heal as -4 does.
        (-1, 1, 48, 96),
        (-2, 1, 96, 192),
        (-3, 1, 168, 336),
        (-5, 1, 168, 336),
        (-1, 0, 168, 336),
        (-2, 0, 336, None),
        (-3, 0, 672, None),
        (-5, 0, 672, None),
    ],
)
def test_unknown_level_heals_like_the_next_worse_known_one(
    level: int, exalted: int, rest: int, active: int | None
) -> None:
    battle, one = spent([0, level], exalted, 2)
    for resting, hours in ((True, rest), (False, active)):
        if hours is None:
            assert len(healing.course(battle, one, 1_000_000, resting).closed) == 0
            continue
        assert len(healing.course(battle, one, hours - 1, resting).closed) == 0
        assert len(healing.course(battle, one, hours, resting).closed) == 1


def test_next_worse_level_counts() -> None:
    # A table without -1: such a level heals as -2 does, in 96 hours, not as -4, in 168.
    battle, one = spent([0, -1], 1, 2)
    table = battle.rules.constants["healing"]["exalted"]
    own = Table({**table, "levels": table["levels"].without("-1")})
    healing_ = Table({**battle.rules.constants["healing"], "exalted": own})
    changed = battle.but(rules=battle.rules.but(constants=battle.rules.constants.put("healing", healing_)))
    assert len(healing.course(changed, one, 95, True).closed) == 0
    assert len(healing.course(changed, one, 96, True).closed) == 1


def test_leftover_hours_are_kept_if_they_count() -> None:
    # An active mortal: -1 takes two weeks (336 hours), -2 does not heal so.
    battle, one = spent([0, -1, -2], 0, 2)
    found = healing.course(battle, one, 340, False)
    # Then -0: 48 hours, of which 4 have passed, told in half hours of rest.
    assert (found.closed, found.kept, found.coming) == ((("lethal", "-1", 336),), 4, ("lethal", "0", 48))
    battle, one = spent([0, -1, -2], 0, 3)
    waits = one.but(tracks=one.tracks.put(healing.KEPT, 10))
    still = healing.course(battle, waits, 340, False)
    assert (still.closed, still.kept, still.coming) == ((), 10, ("lethal", "-2", 0))
    # A bashing level heals first, in 24 hours; what is left of the time does nothing for -2.
    worse = waits.but(tracks=waits.tracks.put("health.lethal", 3).put("health.bashing", 1).put(healing.KEPT, 10))
    after = healing.course(battle, worse, 20, False)
    assert (after.closed, after.kept, after.coming) == ((("bashing", "bashing", 24),), 0, ("lethal", "-2", 0))
    battle, one = spent([0, -1, -2], 0, 1)
    whole = healing.course(battle, one, 1000, True)
    assert (len(whole.closed), whole.kept, whole.coming) == (1, 0, None)
    nothing = healing.course(battle, one.but(tracks=one.tracks.put("health.lethal", 0)), 5, True)
    assert (nothing.closed, nothing.kept, nothing.coming) == ((), 0, None)


def test_log_names_a_combatant_who_heals_alone() -> None:
    for who, named in ((("volfer",), "volfer"), (("volfer", "kesh"), "")):
        game = play(bashing=1)
        game.dispatch(heal(1, *who))
        notes = [event for event in game.log()[-1].events if isinstance(event, Noted)]
        assert [(note.who, note.data["about"]) for note in notes] == [(named, who)]


def test_healing_preview_needs_hours_and_a_combatant() -> None:
    game = play(exalted=1, bashing=2)
    for hours in (None, 0, -1, True, "six", 1_000_001):
        assert game.system.preview(game.battle, command("heal", who=("volfer",), hours=hours)) == ()
    assert game.system.preview(game.battle, command("heal", who=("volfer",))) == ()
    assert len(game.system.preview(game.battle, heal(1_000_000))) == 1
    assert [one.id for one in game.system.preview(game.battle, heal(1, "nobody", "volfer", "volfer"))] == ["volfer"]
    # Active unless it is said that they rest: 6 hours a level; 4 of 6, and at rest 1 of 3 after the first.
    active = game.system.preview(game.battle, command("heal", who=("volfer",), hours=4))[0]
    assert active.text == "Volfer heals no damage; 4 of 6 hours toward the next: bashing"
    resting = game.system.preview(game.battle, heal(4))[0]
    assert resting.text == "Volfer heals 1 bashing; 1 of 3 hours toward the next: bashing"
    assert (resting.path, resting.label) == ("volfer", "Volfer")
    assert [part.label for part in resting.value.parts] == ["bashing, 3 hours"]


def test_combatant_can_let_time_pass_for_themself() -> None:
    game = play(exalted=1, bashing=1)
    game.dispatch(command("heal", "volfer", hours=6))
    assert game.battle.who("volfer").track("health.bashing") == 0


def test_one_hour_is_singular() -> None:
    assert [healing._hours(number) for number in (0.5, 1, 1.5, 2)] == ["0.5 hours", "1 hour", "1.5 hours", "2 hours"]


def test_half_hours_on_the_sheet_count() -> None:
    # Bashing of the Exalted: three hours at rest, so six half hours; five are kept, and an active hour is one.
    state = {"health": {"bashing": 1}, "healed_halves": 5}
    one = {"id": "volfer", "side": "heroes", "zone": "yard", "traits": {"exalted": 1}, "state": state}
    battle = battle_from(RULES, {"zone": [{"id": "yard"}], "combatant": [one]})
    game = Play.begin(system_for(RULES), battle)
    assert game.system.view(game.battle)["volfer"]["healed_halves"] == 5
    game.dispatch(heal(1, rest=False))
    assert game.battle.who("volfer").track("health.bashing") == 0
