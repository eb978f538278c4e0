"""`exgui scenario check` and `run`: lines, sums and exit codes."""

import json

import pytest

from exgui.cli import main
from exgui.scenario import command

ATTACK = '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "bert"\n'
HIT = 'rolls = [ { of = "anna.attack", faces = [7, 10, 10, 2] }, { of = "anna.damage", successes = 2 } ]\n'


@pytest.fixture
def good(duel_file):
    return duel_file(ATTACK + HIT + 'expect = { "bert.life" = 3 }', "good.toml")


@pytest.fixture
def bad(duel_file):
    return duel_file(ATTACK + HIT + 'expect = { "bert.life" = 1, "bert.down" = true }', "bad.toml")


@pytest.fixture
def broken(duel_file):
    return duel_file(ATTACK + "bonus = 99", "broken.toml")


def test_all_passing_exits_0(good, capsys):
    assert main(["scenario", "check", str(good), str(good)]) == 0
    assert capsys.readouterr().out == f"ok {good}\nok {good}\n2 passed, 0 failed\n"


def test_failure_exits_1_and_is_printed_below_its_file(good, bad, capsys):
    assert main(["scenario", "check", str(bad), str(good)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"FAILED {bad}: 2 failures",
        "    step 2: bert.life: expected 1, actual 3 (3 = life 3)",
        "    step 2: bert.down: expected true, actual false",
        f"ok {good}",
        "1 passed, 1 failed",
    ]


def test_malformed_file_exits_2_and_the_others_are_checked(good, bad, broken, capsys):
    assert main(["scenario", "check", str(broken), str(bad), str(good)]) == 2
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"FAILED {broken}:27: step[2].bonus: must be from 0 to 5, not 99")
    assert out[-1] == "1 passed, 2 failed"


def test_impossible_face_is_malformed(duel_file, capsys):
    odd = duel_file(ATTACK + 'rolls = [ { of = "anna.attack", faces = [7, 11, 1, 1] } ]', "odd.toml")
    assert main(["scenario", "check", str(odd)]) == 2
    message = "step[2].rolls[1].faces[2]: a d10 shows 1 to 10, not 11"
    assert capsys.readouterr().out == f"FAILED {odd}: {message}\n0 passed, 1 failed\n"


def test_folder_means_all_its_scenarios(good, bad, capsys):
    assert main(["scenario", "check", str(good.parent)]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 1 failed\n")


def test_folder_without_scenarios_is_an_error(tmp_path, capsys):
    assert main(["scenario", "check", str(tmp_path)]) == 2
    assert "is a folder without a scenario" in capsys.readouterr().out


def test_run_prints_the_final_view_as_json(good, capsys):
    assert main(["scenario", "run", str(good), "--json"]) == 0
    view = json.loads(capsys.readouterr().out)
    assert list(view)[:3] == ["round", "tick", "over"]
    assert view["bert"]["life"] == 3
    assert view["log"][0]["text"] == "anna hits bert for 2"


def test_run_prints_each_step_in_words(good, capsys):
    assert main(["scenario", "run", str(good)]) == 0
    out = capsys.readouterr().out
    assert "2. attack by anna" in out
    assert "anna.attack: 4 = Skill 4 dice: 7 10 10 2: 5 successes against 2" in out


def test_failing_run_exits_1_with_the_reason_separate_from_the_view(bad, capsys):
    assert main(["scenario", "run", str(bad), "--json"]) == 1
    output = capsys.readouterr()
    assert json.loads(output.out)["bert"]["life"] == 3
    assert "step 2: bert.life: expected 1, actual 3" in output.err


def test_run_of_a_malformed_file_exits_2_with_one_line(broken, capsys):
    assert main(["scenario", "run", str(broken), "--json"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1


def test_internal_error_is_one_sentence_without_traceback(duel_file, capsys):
    file = duel_file('[[step]]\ndo = "crash"\nby = "anna"\n')
    assert main(["scenario", "check", str(file)]) == 2
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"FAILED {file}: can’t be played because of an error in exgui")
    assert "RuntimeError: a mistake of the game" in out[0]
    assert len(out) == 2


def test_characters_unknown_to_the_terminal_are_replaced(monkeypatch):
    from io import BytesIO, TextIOWrapper

    stream = TextIOWrapper(BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)
    command.write_line("Bandit 4 → 0")
    stream.flush()
    assert stream.buffer.getvalue() == b"Bandit 4 \\u2192 0\n"
