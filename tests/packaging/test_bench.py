"""The benchmarks still run, and cover everything that has a budget."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.sample import build_sample
from tests.bench.report import BENCHMARKS
from tests.bench.startup import PROBE

ROOT = Path(__file__).resolve().parents[2]


def test_report_has_every_row() -> None:
    command = [sys.executable, str(ROOT / "tests" / "bench" / "report.py"), "--json", "--fast"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ, timeout=1200)
    assert process.returncode == 0, process.stderr
    rows = {row["name"]: row for row in json.loads(process.stdout)["rows"]}
    assert tuple(rows) == tuple(benchmark.name for benchmark in BENCHMARKS)
    for row in rows.values():
        assert 0 < row["p50"] <= row["p95"] <= row["p99"]
        assert row["verdict"] == "" if row["budget"] is None else row["verdict"] in ("met", "missed")


def test_first_paint_imports_nothing_that_reads_files_or_plays() -> None:
    """What the window needs later takes longer to import than all that its first picture needs."""
    libraries = ("pydantic", "sqlite3", "html.entities", "multiprocessing")
    ours = ("exgui.rulebook", "exgui.systems", "exgui.play", "exgui.forecast", "exgui.gui.map", "exgui.gui.tick_bar")
    light = (
        *("exgui.engine", "exgui.engine.counted", "exgui.engine.record", "exgui.campaign", "exgui.campaign.errors"),
        # Asked before there is a window: which campaign was open last, and whether another window has it.
        *("exgui.campaign.user_folders", "exgui.campaign.guard", "exgui.campaign.guard.lock"),
        *("exgui.forecast", "exgui.forecast.effect_uses"),  # names, and nothing that works out odds
        *("exgui.rulebook", "exgui.rulebook.finding"),  # the order of what is found, and nothing that reads rules
    )
    code = "import sys, exgui.gui.start.app; print(*sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    loaded = process.stdout.split()
    assert "exgui.gui.main_window" in loaded
    assert not [name for name in loaded if name in libraries or (name.startswith(ours) and name not in light)]
    assert not [name for name in loaded if name.startswith(("exgui.engine", "exgui.campaign")) and name not in light]


def test_battle_is_painted_before_other_pages_are_imported(tmp_path: Path) -> None:
    """Nor what reads sheets, prints, or draws battlefields; all of that is imported while someone looks at the map."""
    later = (
        *("exgui.sheets", "exgui.gui.pages.sheet", "exgui.gui.pages.encounter.", "exgui.gui.map.editor."),
        *("exgui.gui.paste.", "exgui.gui.printing", "exgui.gui.table.", "exgui.campaign.encounter_edits"),
        *("exgui.gui.pages.battle.map_editing", "exgui.gui.map.export", "exgui.forecast.worker"),
    )
    loaded = _loaded_when_painted(_campaign_with_a_battle(tmp_path))
    assert "exgui.gui.pages.battle.page" in loaded
    assert [name for name in loaded if name.startswith(later)] == []


def test_only_modules_not_needed_for_first_paint_are_imported_in_functions() -> None:
    """A module that is there anyway is imported at the top, where readers look for it."""
    loaded = set(_output_of("import sys, exgui.gui.start.app; print(*sys.modules)").split())
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "exgui").rglob("*.py")
    }
    needless = []
    for name in sorted(paths.keys() & loaded):
        tree = ast.parse(paths[name].read_text("utf-8"))
        functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))
        for line in (line for one in functions for line in ast.walk(one) if isinstance(line, ast.ImportFrom)):
            meant = {f"{line.module}.{one.name}" for one in line.names} & paths.keys() or {line.module}
            if meant <= loaded:
                needless.append(f"{name}:{line.lineno}")
    assert needless == []


def test_pydantic_is_not_imported_before_a_battle_whose_rules_were_read_before(tmp_path: Path) -> None:
    campaign = _campaign_with_a_battle(tmp_path)
    _loaded_when_painted(campaign)
    loaded = _loaded_when_painted(campaign)
    assert "exgui.rulebook.reader" in loaded
    assert not {"pydantic", "exgui.rulebook.schema"} & set(loaded)


def _campaign_with_a_battle(folder: Path) -> Path:
    campaign = folder / "shrine.exgui"
    build_sample(campaign)
    with Campaign.open(campaign) as opened:
        opened.begin_battle(opened.encounters()[0].id)
    return campaign


def _loaded_when_painted(campaign: Path) -> list[str]:
    """The modules that are imported by the time the battle is painted."""
    return _output_of(
        "import os, sys, runpy; over = os._exit; "
        "os._exit = lambda code: (print(*sys.modules, flush=True), over(code)); "
        f"sys.argv = [{str(PROBE)!r}, {str(campaign)!r}]; runpy.run_path({str(PROBE)!r}, run_name='__main__')"
    ).split()


def _output_of(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120).stdout
