"""House rules that would break a battle, or mean nothing, are refused when they are checked, with the place and the
reason."""

import shutil
from pathlib import Path

import pytest

from exgui.systems.check_ruleset import problems_of
from tests.effort import FREEZE, no_more_than

MAIN, ACTIONS, CONDITIONS, WEAPONS = "ruleset.toml", "actions.toml", "conditions.toml", "weapons.toml"
WRONG = [
    # What the game's code needs is there, and of the same form.
    (MAIN, "[options.late_join_bonus]\nremove = true", "options.late_join_bonus", "can be changed, but not removed"),
    (MAIN, "[options.late_join_bonus]\ndefault = 101", "options.late_join_bonus.default", "from 0 to 20"),
    (MAIN, '[options.order_on_a_tick]\nchoices.dice = "dice"', "options.order_on_a_tick.choices.dice", "join_battle"),
    (
        MAIN,
        '[options.late_join_bonus]\nchoices.a = "a"\ndefault = "a"',
        "options.late_join_bonus.default",
        "whole numb",
    ),
    (MAIN, "[values]\nparry.remove = true", "values.parry", "not removed"),
    (MAIN, "[rolls]\nrush.remove = true", "rolls.rush", "not removed"),
    (MAIN, '[rolls]\nrush.formula = ""', "rolls.rush.formula", "not removed"),
    (MAIN, "[tracks]\nwillpower.remove = true", "tracks.willpower", "not removed"),
    (MAIN, "[fields.group.drill]\nremove = true", "fields.group.drill", "not removed"),
    (MAIN, '[fields.weapon]\naccuracy.type = "text"', "fields.weapon.accuracy.type", 'must stay "ints"'),
    (MAIN, '[timeline]\naxis = "up"', "timeline.axis", 'must stay "down"'),
    (MAIN, 'several = ["mount"]', "several", 'must have "weapon"'),
    (MAIN, 'system = "ex2"', "system", 'must stay "ex3"'),
    (CONDITIONS, "[prone]\nremove = true", "prone", "not removed"),
    (CONDITIONS, '[prone]\ntype = "number"', "prone.type", 'must stay "flag"'),
    (ACTIONS, "[attack]\nremove = true", "attack", "hide it"),
    (ACTIONS, '[aim]\nstep = "attack"', "aim.step", "must stay"),
    (ACTIONS, '[sing]\nlabel = "Sing"\nrule = "ex3-59"', "sing", "no code plays it"),
    (ACTIONS, '[aim]\ntype = "quick"', "aim.type", "type of action"),
    (ACTIONS, '[aim]\nkeywords = ["flury"]', "aim.keywords[1]", "Did you mean flurry"),
    (ACTIONS, "[disarm]\npreset.gambit = 1", "disarm.preset.gambit", "must be text"),
    (ACTIONS, '[swing]\nlabel = "Swing"\nstep = "rush"\ndefense = -2', "swing.defense", "done as rush is; leave it"),
    (ACTIONS, '[swing]\nlabel = "Swing"\nstep = "rush"\nfields.speed = 7', "swing.fields", "or change [rush]"),
    (ACTIONS, '[swing]\nlabel = "Swing"\nstep = "rush"\nkey = "A"', "swing.key", "by attack: choose from R"),
    (ACTIONS, "[aim.params.target]\nremove = true", "aim.params.target", "not removed"),
    (MAIN, "[fields.effect]\nmaximum.remove = true", "fields.effect.maximum", "not removed"),
    (MAIN, "[fields.effect]\nduration.choices = []", "fields.effect.duration.choices", "must not be empty"),
    (ACTIONS, '[disarm]\npreset.gambit = "trip"', "disarm.preset.gambit", "choose from disarm, distract, grapple"),
    # Constants.
    (MAIN, "[constants]\nhealth_levels = 7", "constants.health_levels", "must be a list"),
    (MAIN, "[constants]\nhealth_levels = []", "constants.health_levels", "must not be empty"),
    (MAIN, "[constants]\nhealth_levels = [0, 1]", "constants.health_levels[2]", "must not be above 0"),
    (MAIN, '[constants]\nhealth_levels = [0, "x"]', "constants.health_levels[2]", "must be a whole number"),
    (MAIN, "[constants]\nhealth_levels.remove = true", "constants.health_levels", "not removed"),
    (MAIN, "[constants.combat_abilities]\nclose.remove = true", "constants.combat_abilities.close", "not removed"),
    (MAIN, '[constants.combat_abilities]\nclose = ["mele"]', "constants.combat_abilities.close[1]", "mean melee"),
    (MAIN, '[constants.quick_pools]\nrise = "dexterity +"', "constants.quick_pools.rise", "cannot be read"),
    (MAIN, '[constants.quick_pools]\nrise = "dexterty + dodge"', "constants.quick_pools.rise", "Did you mean"),
    (MAIN, '[[constants.stunts]]\nlabel = "grand"', "constants.stunts[1].dice", "not removed"),
    (MAIN, "[constants]\nhealth_level = [0]", "constants.health_level", "Did you mean health_levels"),
    # Formulas that fail only in play.
    (MAIN, '[values]\nparry.formula = "10 / melee"', "values.parry.formula", "write, for example, max(1, melee)"),
    (MAIN, '[values]\nparry.formula = "1 / (melee - dodge)"', "values.parry.formula", "can be 0"),
    (MAIN, '[rolls]\nrush.formula = "1000000 * 1000000 * dexterity"', "rolls.rush.formula", "beyond"),
    (MAIN, '[rolls]\nrush.formula = "dexterity * 1000"', "rolls.rush.formula", "gives 5000 where every number is 5"),
    (MAIN, '[values]\nparry.rounding = "late_join_bonus"', "values.parry.rounding", "way to round"),
    # Names, bounds and words.
    (MAIN, '[traits]\nif = { group = "abilities" }', "traits.if", "a word used in formulas"),
    (MAIN, '[traits]\nmelee.label = "a\\nb"', "traits.melee.label", "one line"),
    (MAIN, "[traits]\nmelee.dots = 99", "traits.melee.dots", "must be at most 20, not 99"),
    (MAIN, "[traits]\nmelee.maximum = 9000000000", "traits.melee.maximum", "from -1,000,000 to 1,000,000"),
    (MAIN, '[tracks]\n"a.b.c" = { label = "A" }', 'tracks."a.b.c"', "two ids joined"),
    (MAIN, "[tracks.willpower]\nminimum = 5\nmaximum = 1", "tracks.willpower.maximum", "below the minimum (5)"),
    (MAIN, '[[timeline.shaded]]\nlabel = "x"\nlow = 5\nhigh = 1', "timeline.shaded[1].high", "below low"),
    (MAIN, '[[sheet]]\nid = "a"\nitems = ["melee", "melee"]', "sheet[1].items[2]", "twice"),
    (CONDITIONS, '[wet]\nlabel = "Wet"\ntype = "text"\nthing = "wepon"', "wet.thing", "Did you mean weapon"),
    (CONDITIONS, '[wet]\nlabel = "Wet"\nchoices = ["a"]', "wet.choices", "of the types text and data"),
    (ACTIONS, '[aim]\nkey = "Escape"', "aim.key", "one letter or sign"),
    (WEAPONS, '["a b"]\nname = "Axe"', '"a b"', "must be an id"),
    (WEAPONS, "[knife]\nremove = false", "knife.remove", "must be true, or be left out"),
    ("opponents/ann.toml", 'name = "Ann"\ntext = 5', "text", "must be text"),
]


def house(folder: Path, file: str, text: str, extends: str = "ex3") -> Path:
    head = f'extends = "{extends}"\n'
    for name, content in {MAIN: head, file: head + text if file == MAIN else text}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    return folder


@pytest.mark.parametrize(("file", "text", "key", "says"), WRONG)
def test_breaking_or_meaningless_changes_are_refused(tmp_path: Path, file: str, text: str, key: str, says: str) -> None:
    found = problems_of(house(tmp_path / "ours", file, text))
    keys = [(one.file.partition("/")[2], one.key) for one in found if says in one.message]
    assert keys == [(file, key)], [str(one) for one in found]


MEANINGLESS = [
    (
        "reincarnated",
        "levels.huge = 5",
        "constants.levels.huge",
        "the game has no level “huge”; choose from minor, moderate, major",
    ),
    ("reincarnated", 'cover_levels = ["minor", "total"]', "constants.cover_levels[2]", "the game has no level “total”"),
    (
        "reincarnated",
        "actions = 0",
        "constants.actions",
        "must be at least 1, not 0: no one could do anything in a turn",
    ),
    (
        "reincarnated",
        "actions = 4",
        "constants.actions",
        "must be at most 3 (most_actions), not 4: raise most_actions too",
    ),
    ("reincarnated", "most_actions = 1", "constants.actions", "must be at most 1 (most_actions), not 2"),
    ("skirmish", "durability.sturdy = 4", "constants.durability.sturdy", "the game has no durability “sturdy”"),
    ("skirmish", "durability.fragile = 0", "constants.durability.fragile", "must be at least 1, not 0"),
]


@pytest.mark.parametrize(("extends", "text", "key", "says"), MEANINGLESS)
def test_unplayable_numbers_are_refused(tmp_path: Path, extends: str, text: str, key: str, says: str) -> None:
    found = problems_of(house(tmp_path / "ours", MAIN, f"[constants]\n{text}", extends))
    assert [(one.key, one.message[: len(says)]) for one in found] == [(key, says)]


ALLOWED = [
    ("ex3", MAIN, "[constants]\nhealth_levels = [0, 0, -1, -1, -3]"),
    ("ex3", MAIN, '[values]\nparry.formula = "dexterity / max(1, melee)"'),
    ("ex3", MAIN, '[[constants.stunts]]\nlabel = "grand"\ndice = 9'),
    (
        "ex3",
        ACTIONS,
        '[trip]\nlabel = "Trip"\nrule = "ex3-59"\nstep = "attack"\npreset = { gambit = "special", mode = "decisive" }',
    ),
    ("ex3", ACTIONS, "[aim]\nremove = true"),
    ("ex3", CONDITIONS, '[wet]\nlabel = "Wet"\nicon = "mdi6.water"'),
    ("reincarnated", MAIN, '[constants.maneuver_pools]\ntrip = "strength + martial"'),
    ("skirmish", MAIN, "[constants]\nboxes = []"),
]


@pytest.mark.parametrize(("extends", "file", "text"), ALLOWED)
def test_other_numbers_and_more_of_a_kind_are_allowed(tmp_path: Path, extends: str, file: str, text: str) -> None:
    assert problems_of(house(tmp_path / "ours", file, text, extends)) == ()


def test_fractional_number_does_not_hide_other_problems(tmp_path: Path) -> None:
    text = '[options.late_join_bonus]\ndefault = 1.5\n[traits]\nmelee.default = "x"'
    keys = [one.key for one in problems_of(house(tmp_path / "ours", MAIN, text))]
    assert keys == ["options.late_join_bonus.default", "traits.melee.default"]


def test_full_copy_of_a_game_is_checked_against_its_code(tmp_path: Path) -> None:
    from exgui import shipped

    copy = tmp_path / "mine"
    shutil.copytree(shipped.rulesets() / "skirmish", copy)
    assert problems_of(copy) == ()
    text = (copy / MAIN).read_text("utf-8").replace("objects = true", 'objects = "yes"')
    (copy / MAIN).write_text(text, "utf-8")
    assert [one.key for one in problems_of(copy)] == ["constants.objects"]


def test_thousands_of_mistakes_are_found_quickly(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", WEAPONS, "\n".join(f'[w{n}]\nnam = "W{n}"' for n in range(900)))
    with no_more_than(10 * FREEZE, "finding the mistakes"):
        assert len(problems_of(folder)) == 1_800
    house(folder, WEAPONS, "\n".join(f'[w{n}]\nname = "W{n}"' for n in range(2_000)))
    assert "has 2,000 entries" in str(problems_of(folder)[0])


def test_file_in_place_of_the_opponents_folder_is_reported(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", "opponents", "")
    assert [str(one) for one in problems_of(folder)] == ["ours/opponents: is a file: opponents are kept in a folder"]
