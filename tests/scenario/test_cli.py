"""The command line as a whole: the files it opens, the parts it starts, and how little it imports for that."""

import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest
from examples import example_file

from exgui import __version__
from exgui.cli import main


@pytest.fixture
def opened(monkeypatch):
    """What the window, the demo and the screenshot were started with."""
    calls: list[tuple[str, object]] = []
    for name in ("app", "demo", "screenshot"):
        module = ModuleType(f"exgui.gui.start.{name}")

        def start(given, name=name):
            calls.append((name, given))
            return 0

        module.main = start
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return calls


def test_window_opens_without_arguments(opened):
    assert main([]) == 0
    assert opened == [("app", [])]


def test_a_file_is_opened_in_the_window(opened):
    assert main(["evening.exgui"]) == 0
    assert opened == [("app", ["evening.exgui"])]


def test_a_file_named_like_a_command_can_be_opened(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("scenario").touch()
    main(["scenario"])
    main(["--", "demo"])
    main(["./screenshot"])
    assert opened == [("app", ["scenario"]), ("app", ["demo"]), ("app", ["./screenshot"])]


def test_only_one_file_can_be_opened(opened, capsys):
    assert main(["one.exgui", "two.exgui"]) == 2
    assert "opens one file" in capsys.readouterr().err
    assert opened == []


def test_unknown_word_opens_no_window(opened, capsys):
    assert main(["frobnicate"]) == 2
    assert capsys.readouterr().err == "exgui: no file or command 'frobnicate'; see exgui --help\n"
    assert opened == []


def test_window_reports_a_missing_file(opened, tmp_path):
    gone = str(tmp_path / "evening")
    assert main([gone]) == 0
    assert opened == [("app", [gone])]


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["scenario"], "exgui scenario: missing: check|run"),
        (["odds", "fight.toml", "--step", "two"], "exgui odds: --step must be a whole number, not 'two'"),
        (["--frob"], "exgui: not understood: --frob"),
    ],
)
def test_missing_or_invalid_arguments_are_reported_first(words, output, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[0] == output


def test_pictures_use_the_given_options(opened):
    main(["demo", "out.png"])
    main(["screenshot", "evening.exgui", "--battle", "The bridge", "--size", "800x600", "--theme", "light", "out.png"])
    main(["screenshot", "--page", "battle", "--name", "The bridge", "out.png"])
    main(["screenshot", "out.png"])
    out, usual = Path("out.png"), {"file": None, "battle": None, "page": "battle", "name": None, "theme": "dark"}
    usual |= {"size": (1366, 768), "out": out}
    given = {"file": Path("evening.exgui"), "battle": "The bridge", "size": (800, 600), "theme": "light"}
    assert opened == [
        ("demo", out),
        ("screenshot", Namespace(**{**usual, **given})),
        ("screenshot", Namespace(**{**usual, "name": "The bridge"})),
        ("screenshot", Namespace(**usual)),
    ]


def test_version_is_printed(capsys):
    with pytest.raises(SystemExit) as exit:
        main(["--version"])
    assert exit.value.code == 0
    assert capsys.readouterr().out == f"exgui {__version__}\n"


@pytest.mark.parametrize(
    "words", [["--nonsense"], ["scenario"], ["scenario", "chek", "x"], ["demo"], ["scenario", "check"], ["screenshot"]]
)
def test_nonsense_exits_2_and_shows_the_usage(words, capsys, opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit:
        main(words)
    assert exit.value.code == 2
    assert "usage: exgui" in capsys.readouterr().err


def test_nothing_heavy_is_imported_before_it_is_needed():
    code = (
        "import sys, exgui.cli\n"
        "heavy = {'PySide6', 'pydantic', 'tomllib', 'exgui.engine', 'exgui.rulebook', 'multiprocessing'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_module_runs_as_a_command():
    ran = subprocess.run([sys.executable, "-m", "exgui", "--version"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, f"exgui {__version__}\n")


def test_players_view_has_its_own_ids_and_no_secrets(capsys):
    file = str(example_file("ex3", "whoever_acts_comes_into_view"))
    assert main(["scenario", "run", file, "--view", "public", "--json"]) == 0
    view = json.loads(capsys.readouterr().out)
    assert (view["active"], view["up"], view["round"], view["over"]) == ("c1", ["c1"], 1, False)
    assert [view[id]["name"] for id in view["order"]] == ["Volfer", "Lurker"]
    assert view["c1"]["zone"] in view["zones"]
    assert "archer" not in json.dumps(view)


def test_log_can_be_printed_as_the_players_saw_it(capsys):
    file = str(example_file("ex3", "whoever_acts_comes_into_view"))
    assert main(["scenario", "run", file, "--view", "public"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["Unknown comes into view.", "It is Lurker."]
