"""`exgui odds`: the odds of a step of a scenario, worked by hand for the duel of tests/scenario/duel.py.

One die gives a success with 3 in 10, two with 1 in 10. Each success above the guard is a die of damage.
"""

import json
from fractions import Fraction as F

import pytest
from examples import example_files

from exgui.cli import main
from exgui.forecast import step_odds
from exgui.forecast.odds_records import Feature
from tests.scenario.conftest import HEAD, START
from tests.scenario.duel import make_known

make_known()
DUEL = HEAD.replace("skill = 4,", "skill = 1,").replace("guard_skill = 2", "guard_skill = 1")
ATTACK = '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "bert"\n'
HIT = 'rolls = [ { of = "anna.attack", faces = [10] }, { of = "anna.damage", faces = [7] } ]\n'


@pytest.fixture
def odds_of(tmp_path, capsys):
    """What the command prints as JSON of a step of a duel."""

    def run(steps: str, number: int = 2):
        file = tmp_path / "duel.toml"
        file.write_text(DUEL + START + steps)
        assert main(["odds", str(file), "--step", str(number), "--json"]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return json.loads(printed.out)["features"]

    return run


def test_each_feature_has_a_mean_and_exact_chances(odds_of):
    # 1 in 10 gives one die of damage, which takes 1 with 3 in 10 and 2 with 1 in 10.
    found = odds_of(ATTACK + HIT)
    assert found["hurt"] == {"mean": 0.04, "exact_mean": "1/25", "chances": [[0, "24/25"], [1, "1/25"]]}
    assert found["lost"] == {
        "mean": 0.05,
        "exact_mean": "1/20",
        "chances": [[0, "24/25"], [1, "3/100"], [2, "1/100"]],
    }
    assert found["down"] == {"mean": 0.0, "exact_mean": "0", "chances": [[0, "1"]]}


def test_modifiers_and_choices_count_but_given_dice_do_not(odds_of):
    two_dice = 'mods = [ { to = "anna.attack", dice = 2, label = "stunt" } ]\n'
    parry = 'choose = { defense = "parry", declare = ["boast"] }\n'
    # Three dice give 3, 4, 5, 6 successes with 135, 45, 9, 1 in 1000; parried, guard is 2.
    parried = sum(F(falls, 1000) * (1 - F(6, 10) ** dice) for dice, falls in enumerate((135, 45, 9, 1), 1))
    assert F(odds_of(ATTACK + two_dice + parry)["hurt"]["exact_mean"]) == parried
    listed = parry.replace('"parry"', '["parry", "stand"]')
    assert F(odds_of(ATTACK + two_dice + listed + HIT)["hurt"]["exact_mean"]) == parried


def test_earlier_steps_are_played_from_the_file(odds_of):
    # Bert has lost 4 of his 5 life, so that whatever hurts him takes him down.
    worn = '[[step]]\ndo = "adjust"\nwho = "bert"\nset = { life = 1 }\n'
    found = odds_of(worn + ATTACK, 3)
    assert found["down"]["exact_mean"] == found["hurt"]["exact_mean"] == "1/25"


def test_text_lists_the_next_roll_first(tmp_path, capsys):
    (tmp_path / "duel.toml").write_text(DUEL + START + ATTACK)
    assert main(["odds", str(tmp_path / "duel.toml"), "--step", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "roll anna.attack: 0.50 on average, 40.00% to reach its difficulty",
        "hurt: 0.04 on average (0: 96.00%, 1: 4.00%)",
        "lost: 0.05 on average (0: 96.00%, 1: 3.00%, 2: 1.00%)",
        "down: 0 on average (0: 100.00%)",
    ]


def test_each_target_has_its_own_odds(odds_of, tmp_path, capsys):
    volley = '[[step]]\ndo = "volley"\nby = "anna"\ntargets = ["bert", "anna"]\n'
    (tmp_path / "duel.toml").write_text(DUEL.replace("guard_skill = 1", "guard_skill = 0", 1) + START + volley)
    main(["odds", str(tmp_path / "duel.toml"), "--step", "2", "--json"])
    found = json.loads(capsys.readouterr().out)
    # Anna's guard is 0: one die of damage with 3 in 10, two with 1 in 10.
    assert F(found["targets"]["anna"]["hurt"]["exact_mean"]) == F(3, 10) * F(4, 10) + F(1, 10) * F(64, 100)
    assert found["targets"]["bert"]["hurt"]["exact_mean"] == "1/25" == found["features"]["hurt"]["exact_mean"]


@pytest.mark.parametrize(
    ("steps", "number", "output"),
    [
        (ATTACK, "0", "there is no step 0: its steps are 1 to 2"),
        (ATTACK, "-3", "there is no step -3"),
        (ATTACK, "3", "there is no step 3: its steps are 1 to 2"),
        (ATTACK + ATTACK, "3", "step 3 is never reached: step 2: no one answered the roll anna.attack"),
        (ATTACK.replace("bert", "anna"), "2", "step 2 is refused, so nothing is rolled: Nobody strikes himself."),
        ('[[step]]\ndo = "undo"', "2", "step 2: undo rolls no dice"),
        (ATTACK + 'choose = { defense = "hide" }', "2", "defense must be one of stand, parry, 2, not hide"),
        (ATTACK + 'choose = { attack = ["sneer"] }', "2", "choose.attack: sneer can’t be declared now"),
        ('[[step]]\ndo = "endless"\nby = "anna"', "2", "step 2: it has too many outcomes to work out exactly"),
        ('[[step]]\ndo = "crash"\nby = "anna"', "2", "because of an error in exgui; please report it (RuntimeError"),
        ("[[step]]", "2", "step[2].do: is missing"),
        ("[[stop", "2", "TOML"),
    ],
)
def test_missing_odds_are_explained_in_one_line(tmp_path, capsys, steps, number, output):
    file = tmp_path / "duel.toml"
    file.write_text(DUEL + START + steps)
    assert main(["odds", str(file), "--step", number]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert output in printed.err
    assert printed.err.startswith(str(file))
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("file", ["nowhere.toml", ".", "\0"])
def test_unreadable_file_is_explained(capsys, file):
    assert main(["odds", file, "--step", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


EXAMPLES = [*example_files("ex2"), *example_files("ex3")]


def test_example_steps_have_odds_or_a_reason_for_none(capsys, monkeypatch):
    """Of every fortieth example, and not of the longest steps, so that it takes a second or two."""
    monkeypatch.setattr(step_odds, "MOST_RUNS", 1_000)
    for path in EXAMPLES[::40]:
        steps = path.read_text("utf-8").count("[[step]]")
        for number in range(1, steps + 1):
            code = main(["odds", str(path), "--step", str(number), "--json"])
            printed = capsys.readouterr()
            assert "mistake in exgui" not in printed.err
            if code == 0:
                for feature in json.loads(printed.out)["features"].values():
                    chances = [(value, F(chance)) for value, chance in feature["chances"]]
                    assert sum(chance for _, chance in chances) == 1
                    assert sum(F(value) * chance for value, chance in chances) == F(feature["exact_mean"])
            else:
                assert (code, printed.err.count("\n")) == (2, 1)


def test_long_tail_of_exploding_dice_is_summarized():
    # A d6 that explodes: 1 in 1,296 shows 19 to 23, each; all from 25 on together 1 in 1,296.
    chances = tuple((value, F(1, 6 ** (1 + value // 6))) for value in range(1, 42) if value % 6)
    feature = Feature("damage", chances)
    shares = list(step_odds._chances(feature))
    assert shares[:2] == ["1: 16.67%", "2: 16.67%"]
    assert shares[-2] == "23: 0.08%"
    assert shares[-1].startswith("25 or more: 0.0")
    assert list(step_odds._chances(Feature("hit", ((1, F(1)),)))) == ["1: 100.00%"]
